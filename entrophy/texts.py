"""Redacting texts: strings in, strings and what was replaced in them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from entrophy.given import GivenEntities, GivenPolicy, key_file, policy_of, registry_of, text_engine
from redaction.errors import EntrophyError, sealed
from redaction.findings import Kind


@dataclass(frozen=True, slots=True)
class ReplacedSpan:
    """One identifier that was replaced.

    Attributes:
        start: Where it begins, in code points of the input.
        end: Where it ends, exclusive.
        kind: What it is: person, email, phone and so on.
        score: How sure the detector was, 0 to 1.
        detector: Which detector found it.
        replacement: What stands there now: its surrogate, or `[KIND]`.
    """

    start: int
    end: int
    kind: Kind
    score: float
    detector: str
    replacement: str


@dataclass(frozen=True, slots=True)
class ScrubbedText:
    """A redacted text.

    Attributes:
        text: The text with every identifier replaced; everything between them is as it was.
        findings: What was replaced, in the order of the input, not overlapping.
    """

    text: str
    findings: tuple[ReplacedSpan, ...]


def scrub_text(
    text: str,
    *,
    label: str | None = None,
    entities: GivenEntities = (),
    policy: GivenPolicy = None,
    key: str | Path | None = None,
) -> ScrubbedText:
    """Replace every identifier in one text.

    Args:
        text: Any string without lone surrogate code points.
        label: The name of the field or column that the text stands in: evidence for what it is.
        entities: What is known to identify somebody: an iterable of `DeclaredEntity`, or a file of them.
        policy: A `Policy` or a policy file; None: the defaults.
        key: The key file that makes surrogates, with its ledger beside it; made on first use. None: surrogates hold for
            this call only, and nothing is kept.

    Returns:
        The redacted text and what was replaced in it.

    Raises:
        EntrophyError: the text holds half a character, or the entities cannot be used.
        PolicyError: the policy cannot be followed.
        KeyProblem: the key or its ledger cannot be used.
        EngineUnavailable: a detector cannot be loaded; nothing passes unread.

    Examples:
        >>> from entrophy import scrub_text
        >>> done = scrub_text("Please call Maria Keller.")
        >>> [finding.kind.value for finding in done.findings]
        ['person']
        >>> [finding.kind.value for finding in scrub_text("Stone", label="Last name").findings]
        ['person']
    """
    return scrub_texts([text], labels=[label], entities=entities, policy=policy, key=key)[0]


def scrub_texts(
    texts: Iterable[str],
    *,
    labels: Iterable[str | None] | None = None,
    entities: GivenEntities = (),
    policy: GivenPolicy = None,
    key: str | Path | None = None,
) -> list[ScrubbedText]:
    """Replace every identifier in texts that belong together: what one reveals is hidden in all of them.

    The first call loads the detectors, a few seconds; later calls with the same policy use them again. Arguments and
    errors are those of [scrub_text][entrophy.scrub_text], with one label a text; the record of an error is the position
    of the text.

    Examples:
        >>> from entrophy import scrub_texts
        >>> mail, note = scrub_texts(["From: Maria Keller <m.keller@acme.test>", "keller called"])
        >>> len(note.findings)
        1
    """
    from secrets import token_bytes

    from redaction.ledger.entities import Ledger
    from redaction.ledger.keys import KEY_BYTES, Key
    from redaction.ledger.ledger_files import open_ledger
    from redaction.scrub_text import labelled_input, scrub_inputs

    with sealed("scrub texts"):
        whole = list(texts)
        beside = list(labels) if labels is not None else [None] * len(whole)
        if len(beside) != len(whole):
            raise EntrophyError("there are not as many labels as texts.", remedy="give None for a text without one.")
        for number, text in enumerate(whole):
            if any(0xD800 <= ord(c) <= 0xDFFF for c in text):
                raise EntrophyError(
                    "the text holds lone surrogate code points.",
                    record=f"texts[{number}]",
                    remedy="remove them: they are halves of characters.",
                )
        rules = policy_of(policy)
        path = key_file(key)
        known, engine = registry_of(entities), text_engine(rules.text)
        # Without a key file the ledger lies in memory: nothing of it can be left behind.
        ledger = open_ledger(path)[1] if path is not None else Ledger.open(Key(token_bytes(KEY_BYTES)), None)
        try:
            inputs = [labelled_input(text, label) for text, label in zip(whole, beside, strict=True)]
            done = scrub_inputs(inputs, engine, known, rules.text, ledger)
        finally:
            ledger.close()
    return [ScrubbedText(one.text, tuple(_span(**finding) for finding in one.records)) for one in done]


def _span(start: int, end: int, kind: str, score: float, detector: str, replacement: str) -> ReplacedSpan:
    return ReplacedSpan(start, end, Kind(kind), score, detector, replacement)
