"""Capture batches of any size in the proportions of a full release: even ones without screenshots, or those of the
published table with screenshots. Everybody is invented."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.row_frames import FilmedDesk
from benchmarks.row_people import Contact, Firm, firms, people
from benchmarks.row_profile import TABLE, Session, applications_of, deck
from benchmarks.row_scenes import ERRANDS, HOSTS, SCENES, Desk
from samples.batches import consent

#: domain → (share of the rows, participants, (process, its applications))
DOMAINS: dict[str, tuple[float, int, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "Finance": (
        0.41,
        4,
        (
            ("Invoice processing", ("Outlook", "NetSuite", "Excel", "PDF Reader")),
            ("Purchase order creation", ("NetSuite", "Outlook", "Excel")),
            ("Vendor onboarding", ("NetSuite", "Outlook", "Bank portal", "Tax portal")),
            ("Contract updates and forwarding", ("Salesforce", "Outlook", "Word", "PDF Reader")),
            ("Financial review of contract", ("Salesforce", "Word", "NetSuite")),
            ("Invoice creation", ("NetSuite", "Salesforce", "Excel")),
            ("Invoice dispatch", ("Outlook", "NetSuite", "Supplier portal", "News")),
            ("Payment collection", ("NetSuite", "Outlook", "Bank portal")),
            ("Revenue accounting", ("NetSuite", "Excel", "Salesforce")),
            ("Invoice accounting", ("NetSuite", "Excel", "PDF Reader")),
            ("Invoice payment", ("Bank portal", "NetSuite", "Outlook")),
        ),
    ),
    "Legal": (
        0.29,
        1,
        (
            ("Contract kickoff", ("Salesforce", "Outlook", "Word", "Teams")),
            ("First pass contract review", ("Word", "Outlook", "PDF Reader")),
            ("MSA contract iteration", ("Word", "Outlook", "Contract library")),
            ("Legal finalization and MSA execution", ("DocuSign", "Outlook", "Contract library")),
            ("SOW kickoff and order form creation", ("Salesforce", "Word", "Outlook")),
            ("SOW iteration", ("Word", "Outlook", "Teams")),
            ("Legal finalization and SOW execution", ("DocuSign", "Salesforce", "Outlook", "News")),
        ),
    ),
    "HR": (
        0.30,
        4,
        (
            ("Candidate sourcing and screening", ("Greenhouse", "Outlook", "Job board", "Calendar")),
            ("Job creation", ("Greenhouse", "Word", "Outlook")),
            ("Employment letter generation", ("DocuSign", "Word", "Zoho", "Outlook")),
            ("Employment record reporting", ("Zoho", "Personnel list")),
            ("Monthly leave reporting", ("Zoho", "Excel", "Calendar")),
            ("Employee offboarding", ("Zoho", "Outlook", "Identity console")),
        ),
    ),
}
STEPS = 178
"""Steps of a workflow on average."""
FRAMES = (50, 300)
"""Least and most screenshots of a recording that has them."""
ANY_LENGTH = (1, 1_000_000)
"""The same where no recording is left out."""
SHARE = 0.77
"""Share of the rows with a screenshot."""
ERRAND = 0.08
"""Share of what is done in a mail application that is nobody's work."""


def write_batches(folder: Path, rows: int, seed: int = 0) -> list[Path]:
    """Write one batch a domain with `rows` events in all; returns their folders. The same for a number and a seed."""
    rng = Random(f"{seed}/{rows}")
    at, known = _everybody(rng, rows)
    return [_batch(folder, domain, _even(domain, rows), rng, at, known) for domain in DOMAINS]


def write_profile(folder: Path, rows: int, seed: int = 0, *, frames: tuple[int, int] | None = None) -> list[Path]:
    """Write one batch a domain with `rows` events in all, with the instances, applications, steps and times of the
    published table, and noise; returns their folders. `frames`: with screenshots, for about three of four rows, in
    recordings that have at least and at most so many (FRAMES; ANY_LENGTH leaves no recording out)."""
    rng = Random(f"{seed}/{rows}")
    at, known = _everybody(rng, rows)
    chosen = sessions(rows, (round(frames[0] / SHARE), round(frames[1] / SHARE)) if frames else None)
    made = [domain for domain in DOMAINS if any(one.domain == domain for one in chosen)]
    return [
        _batch(
            folder, domain, [one for one in chosen if one.domain == domain], rng, at, known, films=frames is not None
        )
        for domain in made
    ]


def sessions(rows: int, steps: tuple[int, int] | None = None) -> list[Session]:
    """The first instances of the deck with `rows` steps in all, the last one cut; `steps`: least and most of one."""
    chosen: list[Session] = []
    left = rows
    for one in deck(-(-rows // sum(session.steps for session in deck(1, steps))), steps):
        cut = min(one.steps, left)
        chosen.append(replace(one, steps=cut, seconds=one.seconds * cut / one.steps))
        left -= cut
        if not left:
            break
    return chosen


def _everybody(rng: Random, rows: int) -> tuple[list[Firm], list[Contact]]:
    at = firms(rng, max(6, min(rows // 60, 200)))
    return at, people(rng, max(24, min(rows // 25, 3000)), at)


def _even(domain: str, rows: int) -> list[Session]:
    share, _, processes = DOMAINS[domain]
    rows = round(rows * share)
    count = max(2, round(rows / STEPS))
    sizes = [rows // count + (number < rows % count) for number in range(count)]
    return [Session(domain, processes[number % len(processes)][0], size) for number, size in enumerate(sizes)]


def _batch(
    folder: Path,
    domain: str,
    chosen: list[Session],
    rng: Random,
    at: list[Firm],
    known: list[Contact],
    *,
    films: bool = False,
) -> Path:
    _, count, processes = DOMAINS[domain]
    path = folder / f"{domain.lower()}-rows"
    recorded, others = rng.sample(known, count), [who for who in known if rng.random() < 0.7]
    used = dict(processes)
    if any(one.seconds for one in chosen):
        used = {target.process: applications_of(target, used[target.process]) for target in TABLE[domain]}
    for number, one in enumerate(chosen):
        me = number % count
        _recording(path, rng, one, used[one.process], (f"p{me + 1}", recorded[me]), others, films)
    entities: list[dict[str, Any]] = [
        {"kind": "person", "value": who.name, "aliases": []} for who in others if rng.random() < 0.5
    ]
    entities += [{"kind": "company", "value": firm.name, "aliases": [firm.name.split()[0]]} for firm in at[::2]]
    header = {
        "format": "entrophy-capture/1",
        "batch": path.name,
        "domain": domain,
        "environment": "staging",
        "recorder": {"name": "Entrophy row generator", "version": "1"},
        "applications": sorted({HOSTS.get(a, a) for names in used.values() for a in names}),
        "participants": [
            {"id": f"p{i + 1}", "name": who.name, "email": who.email, "consent": consent("granted")}
            for i, who in enumerate(recorded)
        ],
        "entities": entities,
    }
    (path / "batch.json").write_text(json.dumps(header, ensure_ascii=False), encoding="utf-8")
    return path


def _recording(
    path: Path,
    rng: Random,
    session: Session,
    applications: tuple[str, ...],
    me: tuple[str, Contact],
    others: list[Contact],
    films: bool,
) -> None:
    identity = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    started = datetime(2025, 4, 14, 8, tzinfo=UTC) + timedelta(minutes=rng.randrange(60_000))
    target = path / "recordings" / identity
    (target / "screenshots" if films else target).mkdir(parents=True)
    desk = Desk(rng, identity, started, [])
    if session.seconds:
        folder = target / "screenshots" if films else None
        desk = FilmedDesk(
            rng, identity, started, [], me=me[1], others=others, pauses=_pauses(rng, session), folder=folder
        )
        _work(desk, rng, applications)
    for application in _turns(rng, applications):
        if len(desk.events) >= session.steps:
            break
        desk.application = application
        who, other = rng.sample(others, 2)
        SCENES[application](desk, rng, me[1], who, other)
    about = {
        "process_instance_uuid": identity,
        "process_name": session.process,
        "participant": me[0],
        "started_at": started.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }
    (target / "recording.json").write_text(json.dumps(about), encoding="utf-8")
    lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in desk.events[: session.steps]]
    (target / "events.jsonl").write_text("".join(lines), encoding="utf-8")


def _work(desk: FilmedDesk, rng: Random, applications: tuple[str, ...]) -> None:
    """One thing after another, several in one application, until the recording is full; errands in between."""
    for application in _turns(rng, applications):
        desk.application = application
        for _ in range(1 if application == "News" else rng.randint(1, 4)):
            who, other = rng.sample(desk.others, 2)
            errand = application in ERRANDS and rng.random() < ERRAND
            (ERRANDS if errand else SCENES)[application](desk, rng, desk.me, who, other)
            desk.look_around()
        if desk.full:
            return


def _pauses(rng: Random, session: Session) -> list[float]:
    """Seconds before each event, in all those of the session; one in fifty is idle time."""
    weights = [rng.uniform(0.5, 1.5) * (8 if rng.random() < 0.02 else 1) for _ in range(session.steps)]
    return [round(session.seconds * weight / sum(weights), 3) for weight in weights]


def _turns(rng: Random, applications: tuple[str, ...]) -> Iterator[str]:
    while True:
        yield from rng.sample(applications, len(applications))
