"""The story of one request: it is recorded, what is left is removed, the search proves it, published versions are told.

Who holds the locks of the folders calls this; the request is written before anything is removed, so the same call goes
on where a killed one stopped.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from redaction.errors import EntrophyError
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import CapturePolicy
from redaction.records import DeclaredEntity
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import Request, RequestKind, changing, load_requests
from release.bundle.bundle_place import check_date
from release.registry.registry import add_tombstone, add_version, withdraw_version
from release.sign.release_keys import load_release_keys
from release.withdrawal.concerned import Held, capture_folders, entity_request, participant_request, still_held
from release.withdrawal.published import Published, published_versions
from release.withdrawal.removal import remove_all
from release.withdrawal.search import Searched

Say = Callable[[str], None]
WITHDRAWN = "data that was withdrawn is in it"
"""The reason that a registry gives for a version whose folder is taken away: it names nobody."""


@dataclass(frozen=True)
class Places:
    """Where something of a person may lie: the folders `outs` of builds, `captures`, key and ledger, and `registries`,
    folders of published releases."""

    outs: Sequence[Path]
    captures: Sequence[Path]
    key_path: Path
    key: Key
    ledger: Ledger
    registries: Sequence[Path] = ()


@dataclass(frozen=True)
class Told:
    """What came of a request: the proof, what captures still hold, and the published versions."""

    request: Request
    proof: Searched
    held: Sequence[Held]
    versions: Sequence[Published]


def forget_participant(
    participant: str,
    date: str,
    reason: str,
    places: Places,
    policy: CapturePolicy,
    *,
    batch: str = "",
    say: Say = print,
) -> Told:
    """Everything of a participant goes; `batch` (as in batch.json) says which one, where an id is two people's."""
    folders = capture_folders(places.captures, places.outs)
    asked = _asked("participant", date, reason, (batch,) if batch else ())
    known = _known_before(participant, batch, places)
    request = known or participant_request(participant, folders, places.outs, policy, asked)
    return _carried_out(request, places, folders, policy, say)


def forget_entity(
    entities: Sequence[DeclaredEntity],
    date: str,
    reason: str,
    places: Places,
    policy: CapturePolicy,
    *,
    say: Say = print,
) -> Told:
    """Somebody or something in others' recordings is hidden from now on, and what is kept of it goes."""
    if not Forgotten(entities=tuple(entities)).registry.entries:
        raise EntrophyError("the value says nothing that could be looked for.", remedy="give the whole name or number.")
    folders = capture_folders(places.captures, places.outs)
    asked = replace(_asked("entity", date, reason, ()), entities=tuple(entities))
    return _carried_out(entity_request(asked, folders, places.outs, policy), places, folders, policy, say)


def end_request(number: int, places: Places, policy: CapturePolicy) -> Request:
    """Take the value out of a request: no capture that was given holds it any more. EntrophyError where one does."""
    requests = load_requests(places.key_path, places.key)
    found = [one for one in requests.requests if one.number == number and one.state != "done"]
    if not found:
        raise EntrophyError("there is no open request of this number.", remedy="`entrophy forget --list` shows them.")
    folders = capture_folders(places.captures, places.outs)
    held = still_held(found[0], Forgotten(entities=found[0].entities), folders, policy)
    if held or not folders:
        where = ", ".join(one.batch for one in held) or "no captures were given to look at"
        raise EntrophyError(
            f"the request is still needed: {where}.",
            remedy="take the person out of these captures (and out of screenshots, which are not read), and give all "
            "of them with --captures.",
        )
    ended = replace(found[0], state="done", participant="", entities=(), images=(), shots=())
    with changing(places.key_path, places.key) as now:
        now[0] = now[0].put(ended)
    return ended


def _asked(kind: RequestKind, date: str, reason: str, batches: tuple[str, ...]) -> Request:
    check_date(date)
    if not reason.strip() or not reason.isprintable():
        raise EntrophyError("a request needs a reason, in one line.", remedy="give --reason; it names nobody.")
    return Request(0, kind, date, reason.strip(), batches=batches)


def _known_before(participant: str, batch: str, places: Places) -> Request | None:
    """The request that an earlier call wrote: the work folders that told of the participant may be gone since."""
    return next(
        (
            one
            for one in load_requests(places.key_path, places.key).requests
            if one.kind == "participant" and one.participant == participant and one.state != "done"
            if not batch or batch in one.batches
        ),
        None,
    )


def _carried_out(request: Request, places: Places, folders: Sequence[Path], policy: CapturePolicy, say: Say) -> Told:
    with changing(places.key_path, places.key) as now:
        now[0], request = now[0].add(request)
    say(f"request {request.number} is recorded.")
    versions = published_versions(request, places.outs, places.registries)
    held = still_held(request, Forgotten(entities=request.entities), folders, policy)
    proof = remove_all(places.key_path, places.key, places.ledger, places.outs, say)
    mark_published(request, versions, places)
    return Told(request, proof, held, versions)


def mark_published(request: Request, versions: Iterable[Published], places: Places) -> None:
    """A tombstone in every folder of releases with a version that held the data."""
    shelves: dict[Path, list[str]] = {}
    for one in versions:
        if one.target == "folder" and one.held:
            shelves.setdefault(Path(one.location).parent, []).append(one.version)
    keys = load_release_keys(places.key_path, places.key)
    kind = "screenshots of a participant" if request.kind == "screenshots" else request.kind
    for shelf, held in sorted(shelves.items()):
        add_tombstone(shelf, date=request.date, kind=kind, versions=tuple(held), keys=keys)


def remove_from_hosts(request: Request, versions: Iterable[Published], places: Places) -> list[Published]:
    """Withdraw every version in a folder that held the data, and delete its files. What is elsewhere cannot be removed
    from here. Returns those that went."""
    gone = []
    keys = load_release_keys(places.key_path, places.key)
    for one in versions:
        folder = Path(one.location)
        if one.target == "folder" and one.held and folder.is_dir():
            withdraw_version(
                folder.parent, one.version, reason=WITHDRAWN, date=request.date, replaced_by=None, keys=keys
            )
            shutil.rmtree(folder)
            add_version(folder.parent)
            gone.append(one)
    return gone
