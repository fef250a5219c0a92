"""The batches of the sample: who is in each, what batch.json declares of them, and which workflows they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from redaction.work import formats
from samples.cast import Cast, Recorded, make_cast
from samples.finance import invoice_creation, payment_collection
from samples.hr import candidate_screening, employment_letter
from samples.marks import plain
from samples.session import Script

Workflow = Callable[[Random, Cast], Script]

#: Domain → allow-list and the workflows that take turns.
_APPLICATIONS = {
    "Finance": ["outlook.office.com", "*.netsuite.com", "*.my.salesforce.com", "Excel"],
    "HR": ["*.greenhouse.io", "apps.docusign.com"],
}
_WORKFLOWS: dict[str, tuple[Workflow, ...]] = {
    "Finance": (invoice_creation, payment_collection),
    "HR": (candidate_screening, employment_letter),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """One batch to be: its header, its scripts, and every invented identity that can occur in it."""

    name: str
    header: dict[str, Any]
    scripts: tuple[Script, ...]
    identities: tuple[dict[str, Any], ...]
    recorded: tuple[Recorded, ...]
    cast: Cast


def plan(seed: int, domain: str, name: str, taken: set[str], *, count: int = 2, staged: str | None = None) -> Plan:
    """Write `count` recordings of a domain. The same on every machine for a seed and the names `taken` before.

    `staged` is the culture of the contact who writes their name in its own script, in looks chosen to show all;
    without it both are drawn.
    """
    rng = Random(f"{seed}/{name}")
    cast, recorded = make_cast(rng, name.split("-")[0], taken, staged=staged)
    workflows = _WORKFLOWS[domain]
    scripts = tuple(
        workflows[i % len(workflows)](rng, _shuffled(rng, cast, i).played_by(recorded[i % len(recorded)]))
        for i in range(count)
    )
    header = _header(name, domain, recorded, _declared(domain, cast))
    known = {e["value"] for e in header["entities"]}
    return Plan(name, header, scripts, _identities(cast, recorded, known), tuple(recorded), cast)


def _shuffled(rng: Random, cast: Cast, turn: int) -> Cast:
    """The first round keeps the cast's order; later rounds deal the parts anew."""
    if turn < 2:
        return cast
    people, firms = list(cast.people), list(cast.firms)
    rng.shuffle(people)
    rng.shuffle(firms)
    return replace(cast, people=people, firms=firms)


def consent(status: str) -> dict[str, Any]:
    """A consent as batch.json documents it."""
    return {
        "status": status,
        "recorded_at": "2025-04-01T09:00:00Z",
        "scope": ["events", "screenshots"],
        "evidence": "invented for the sample; nobody was recorded",
    }


def _header(name: str, domain: str, recorded: list[Recorded], entities: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": formats.CAPTURE,
        "batch": name,
        "domain": domain,
        "environment": "staging",
        "recorder": {"name": "Entrophy sample generator", "version": "1"},
        "applications": _APPLICATIONS[domain],
        "participants": [participant(r, "granted") for r in recorded],
        "entities": entities,
    }


def participant(recorded: Recorded, status: str) -> dict[str, Any]:
    """A recorded person as batch.json lists them."""
    return {
        "id": recorded.id,
        "name": plain(recorded.person.name),
        "email": plain(recorded.person.email),
        "consent": consent(status),
    }


def _declared(domain: str, cast: Cast) -> list[dict[str, Any]]:
    """What the capture team knew of: some of the people and firms, not all; the rest is to be discovered."""
    kind = "applicant" if domain == "HR" else "person"
    first, second = cast.people[0], cast.people[1]
    return [
        {"kind": "company", "value": cast.home.plain_name, "aliases": [plain(cast.home.short)]},
        {"kind": "company", "value": cast.firms[1].plain_name, "aliases": []},
        {"kind": kind, "value": plain(first.name), "aliases": sorted({plain(first.latin)} - {plain(first.name)})},
        {"kind": kind, "value": plain(second.name), "aliases": []},
    ]


def _identities(cast: Cast, recorded: list[Recorded], known: set[str]) -> tuple[dict[str, Any], ...]:
    rows: list[dict[str, Any]] = []
    workers = [r.person for r in recorded]
    for person in [*workers, *cast.people]:
        declared = person in workers or plain(person.name) in known
        rows.append(
            {
                "kind": "person",
                "value": plain(person.name),
                "latin": plain(person.latin),
                "email": plain(person.email),
                "declared": declared,
            }
        )
    for firm in [cast.home, *cast.firms]:
        rows.append({"kind": "company", "value": firm.plain_name, "declared": firm.plain_name in known})
    return tuple(rows)
