"""What Croissant's vocabulary for responsible AI asks of a dataset (RAI 1.0), answered from what is known of a release.

Every sentence holds for any release, or is made of its figures; what is not known is not said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validation.table.statistics import Statistics


def responsible(
    *,
    figures: Statistics,
    policy: Sequence[str],
    recorders: Sequence[str],
    environments: Sequence[str],
    funnel: Mapping[str, int],
    kinds: Sequence[str],
) -> dict[str, str | list[str]]:
    """Properties of the vocabulary by their names. `policy` are its sentences (`cards.policy_in_words`), `funnel` what
    was let through, `kinds` those of identifiers that were found."""
    total = figures.total
    with_few = sum(p.instances < _FEW for entry in figures.domains.values() for p in entry.processes.values())
    return {
        "rai:dataCollection": (
            f"Recorded on the computers of {total.participants or 0} participant(s) at work, by a recorder that notes "
            "clicks, typing, hotkeys, window titles and screenshots. A recording without documented, unwithdrawn "
            f"consent is not let in. Recorders: {_list(recorders)}. Environments: {_list(environments)}."
        ),
        "rai:dataCollectionType": ["Software Collection", "Passive Data Collection"],
        "rai:dataCollectionMissingData": (
            f"{funnel['events_accepted']} of {funnel['events_in']} recorded events, "
            f"{funnel['recordings_accepted']} of {funnel['recordings_in']} recordings and "
            f"{funnel['screenshots_released']} of {funnel['screenshots_in']} screenshots are in this release; "
            "redaction_summary.json counts what was refused, by reason. Fields that a recorder did not note are null."
        ),
        "rai:dataCollectionRawData": "Event logs and screenshots; they are not published.",
        "rai:dataPreprocessingProtocol": [*policy],
        "rai:dataAnnotationProtocol": [
            "class_name, subclass_name and description come from a fixed table of rules, not from people or a model."
        ],
        "rai:dataUseCases": [
            "Meant for: recognising workflows and where they end, comparing processes, process mining, agents that use "
            "computers as people do.",
            "Not meant for: finding out who anybody is, judging workers, anything commercial (see the licence).",
        ],
        "rai:dataBiases": [
            f"{total.instances} workflow instances of {total.processes} process(es) by {total.participants or 0} "
            "participant(s) are no sample of people at work in general.",
            f"{with_few} of the processes have fewer than {_FEW} instances.",
            "Surrogates say nothing about the origin or gender of the people they stand for.",
        ],
        "rai:dataLimitations": [
            "Redaction is automatic: it misses some identifiers, and hides some words that name nobody.",
            "What stood in a hidden place of a screenshot is not known from this release.",
            "Personal errands, interruptions and idle time were not removed.",
        ],
        "rai:personalSensitiveInformation": [
            "Recordings of people at work hold personal data. Identifiers that were recognised are surrogates, masked "
            "or hidden, but for kinds that the policy leaves (rai:dataPreprocessingProtocol names them); what was not "
            "recognised stands as it was recorded.",
            f"Kinds of identifiers found before redaction: {_list(kinds)}; redaction_summary.json counts them.",
            "leak_certificate.json says what an independent reader looked for in the finished files.",
        ],
        "rai:dataSocialImpact": (
            "Data of this kind serves the automation of office work, and could be misused to watch or judge workers, "
            "which its datasheet names as no use of it."
        ),
        "rai:dataReleaseMaintenancePlan": (
            "Versions are never altered in place; CHANGELOG.md says what changed. Whoever was recorded can withdraw: "
            "the next version leaves them out, and a version can be called back."
        ),
    }


_FEW = 5
"""Instances of a process below which the biases name it."""


def _list(words: Sequence[str]) -> str:
    return ", ".join(words) or "not stated"
