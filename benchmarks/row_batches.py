"""Capture batches without screenshots, of any size, in the proportions of a full release. Everybody is invented."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.row_people import Contact, Firm, firms, people
from benchmarks.row_scenes import HOSTS, SCENES, Desk
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


def write_batches(folder: Path, rows: int, seed: int = 0) -> list[Path]:
    """Write one batch a domain with `rows` events in all; returns their folders. The same for a number and a seed."""
    rng = Random(f"{seed}/{rows}")
    at = firms(rng, max(6, min(rows // 60, 200)))
    known = people(rng, max(24, min(rows // 25, 3000)), at)
    return [_batch(folder, domain, round(rows * DOMAINS[domain][0]), rng, at, known) for domain in DOMAINS]


def _batch(folder: Path, domain: str, rows: int, rng: Random, at: list[Firm], known: list[Contact]) -> Path:
    _, count, processes = DOMAINS[domain]
    path = folder / f"{domain.lower()}-rows"
    recorded, others = rng.sample(known, count), [who for who in known if rng.random() < 0.7]
    sessions = max(2, round(rows / STEPS))
    sizes = [rows // sessions + (number < rows % sessions) for number in range(sessions)]
    for number, size in enumerate(sizes):
        process, applications = processes[number % len(processes)]
        me = number % count
        _recording(path, rng, process, applications, (f"p{me + 1}", recorded[me]), others, size)
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
        "applications": sorted({HOSTS.get(a, a) for _, names in processes for a in names}),
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
    process: str,
    applications: tuple[str, ...],
    me: tuple[str, Contact],
    others: list[Contact],
    size: int,
) -> None:
    identity = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    started = datetime(2025, 4, 14, 8, tzinfo=UTC) + timedelta(minutes=rng.randrange(60_000))
    desk = Desk(rng, identity, started, [])
    for application in _turns(rng, applications):
        if len(desk.events) >= size:
            break
        desk.application = application
        who, other = rng.sample(others, 2)
        SCENES[application](desk, rng, me[1], who, other)
    target = path / "recordings" / identity
    target.mkdir(parents=True)
    about = {
        "process_instance_uuid": identity,
        "process_name": process,
        "participant": me[0],
        "started_at": started.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }
    (target / "recording.json").write_text(json.dumps(about), encoding="utf-8")
    lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in desk.events[:size]]
    (target / "events.jsonl").write_text("".join(lines), encoding="utf-8")


def _turns(rng: Random, applications: tuple[str, ...]) -> Iterator[str]:
    while True:
        yield from rng.sample(applications, len(applications))
