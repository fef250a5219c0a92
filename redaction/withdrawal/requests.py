"""The requests to be forgotten, in one file beside the key: mode 0600 and sealed with it, as the ledger is.

A request keeps the value as long as captures hold it: without it nobody could go on hiding the person. `done` takes it
out. The file also remembers, as keyed digests, whose consent covered what, so that a consent that lapses is noticed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from redaction.capture.gates import Header
from redaction.errors import EntrophyError
from redaction.ledger.keys import Key
from redaction.records import DeclaredEntity
from redaction.withdrawal.forgotten import Forgotten, Gone
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from redaction.work.lock import only_one

RequestKind = Literal["participant", "entity", "screenshots"]
State = Literal["recorded", "removed", "done"]
WITHDRAWN = "Withdrawn on "
"""How a line of a change log begins that tells of withdrawn data."""
_COUNTED = {"source_rows": "rows of sources"}
"""How a change log calls what was counted, where the name of the count does not say it."""
_PATIENCE_S = 30.0
"""How long one process waits for another that writes the requests."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a request took out of the captures that were at hand: recordings, rows, screenshots; for an entity the rows
    and screenshots in which it is hidden. `source_rows` are those of company sources that are the person's or tell of
    him."""

    recordings: int = 0
    rows: int = 0
    screenshots: int = 0
    source_rows: int = 0


@dataclass(frozen=True, repr=False)
class Request:
    """One request. `batches` are the names in batch.json where `participant` is the id; `recordings` the ids of the
    recordings concerned, `images` the SHA-256 of their captured screenshots, `shots` the released names of these.

    state: `recorded` until what was left is removed, then `removed`; `done` once no capture holds the person, which
    takes `entities` out."""

    number: int
    kind: RequestKind
    date: str
    reason: str
    state: State = "recorded"
    participant: str = ""
    batches: tuple[str, ...] = ()
    entities: tuple[DeclaredEntity, ...] = ()
    recordings: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    shots: tuple[str, ...] = ()
    left_out: LeftOut = LeftOut()

    def same(self, other: Request) -> bool:
        """Whether the other asks for nothing that this one does not ask for."""
        return (self.kind, self.participant) == (other.kind, other.participant) and {*other.entities} <= {
            *self.entities
        }

    def tombstone(self) -> str:
        """What the history of the releases tells: nothing of who it was."""
        counts = ", ".join(f"{n:,} {_COUNTED.get(name, name)}" for name, n in asdict(self.left_out).items() if n)
        verb = "hidden in" if self.kind == "entity" else "left out:"
        what = {"screenshots": "screenshots of a participant"}.get(self.kind, self.kind)
        return f"{WITHDRAWN}{self.date} (no. {self.number}): {what}" + (f", {verb} {counts}." if counts else ".")


@dataclass(frozen=True, slots=True)
class Requests:
    """All requests of a key, and `covered`: keyed digest of a participant of a batch → what the consent covers."""

    requests: tuple[Request, ...] = ()
    covered: Mapping[str, str] = field(default_factory=dict)

    def put(self, request: Request) -> Requests:
        """With this request, in place of the one of its number."""
        others = [one for one in self.requests if one.number != request.number]
        return replace(self, requests=tuple(sorted([*others, request], key=lambda one: one.number)))

    def add(self, request: Request) -> tuple[Requests, Request]:
        """With this request under the next number; one that asks for the same is that one."""
        for one in self.requests:
            if one.same(request) and one.state != "done":
                return self, one
        numbered = replace(request, number=1 + max((one.number for one in self.requests), default=0))
        return self.put(numbered), numbered


def requests_path(key_path: Path) -> Path:
    """Where the requests of a key lie."""
    return key_path.with_name(key_path.name + ".withdrawals")


def load_requests(key_path: Path, key: Key) -> Requests:
    """The requests beside a key; none where there is no file. EntrophyError for one that the key cannot open: a list
    that nobody can read must not pass for an empty one."""
    from cryptography.exceptions import InvalidTag

    path = requests_path(key_path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return Requests()
    except OSError as error:
        raise _unreadable(path, type(error).__name__) from None
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if not stat.S_ISREG(mode) or mode & 0o077:
            raise _unreadable(path, "open to other users, or no regular file")
        data = file.read()
    try:
        return _from_json(json.loads(_seal(key).decrypt(data, None)))
    except (InvalidTag, ValueError, KeyError, TypeError, AttributeError):
        raise _unreadable(path, "damaged, or of another key") from None


@contextmanager
def changing(key_path: Path, key: Key) -> Iterator[list[Requests]]:
    """The requests in a list of one, to be put in place of: written when the block ends, while nobody else writes."""
    path = requests_path(key_path)
    lock = path.with_name(path.name + ".lock")
    busy, remedy = "another process is writing the requests", "wait until it has ended, then run again."
    with only_one(lock, busy, remedy, wait_s=_PATIENCE_S):
        before = load_requests(key_path, key)
        holder = [before]
        yield holder
        if holder[0] != before:
            text = canonical(_as_json(holder[0])).encode()
            write_whole(path, bytes(_seal(key).encrypt(text, None)))


def forgotten_of(requests: Requests, key: Key) -> Forgotten:
    """What a build has to know of the requests that are not done."""
    live = [one for one in requests.requests if one.state != "done"]
    people = tuple(
        Gone(one.participant, frozenset(one.batches), _told(one, "email"), _told(one, "person"))
        for one in live
        if one.kind == "participant"
    )
    entities = tuple(sorted({e for one in live for e in one.entities}, key=lambda e: (e.kind, e.value, e.aliases)))
    if not (people or entities):
        return Forgotten()
    said = canonical([[[p.participant, sorted(p.batches)] for p in people], [asdict(e) for e in entities]])
    return Forgotten(people, entities, keyed(key, said))


def load_forgotten(key_path: Path, key: Key) -> Forgotten:
    """Who is to be forgotten, by the requests beside a key."""
    return forgotten_of(load_requests(key_path, key), key)


def keyed(key: Key, text: str) -> str:
    """HMAC-SHA256 of a text, for what must be known again and not be told."""
    return hmac.new(key.derive("withdrawal"), text.encode(), hashlib.sha256).hexdigest()


def covered_now(headers: Iterable[Header], key: Key) -> dict[str, tuple[str, str, str]]:
    """Keyed digest of every participant of these batches → (batch, participant, what the consent covers, as a list)."""
    found = {}
    for header in headers:
        for participant in header.participants:
            consent = header.consents[participant.id]
            if header.format == formats.SOURCES:
                scope = ["sources"] if consent.status == "granted" and "sources" in consent.scope else []
            else:
                scope = sorted(consent.scope & {"events", "screenshots"}) if consent.against_events() is None else []
            name = keyed(key, canonical([header.batch, participant.id]))
            found[name] = header.batch, participant.id, ",".join(scope)
    return found


def _told(request: Request, kind: str) -> str:
    return next((entity.value for entity in request.entities if entity.kind == kind), "")


def _seal(key: Key) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    return AESSIV(key.derive("withdrawal/seal/1") + key.derive("withdrawal/seal/2"))


def _unreadable(path: Path, why: str) -> EntrophyError:
    return EntrophyError(
        f"the requests to be forgotten cannot be read ({why}).",
        record=path.name,
        remedy="put the file of this key back from a copy, owned by you, mode 0600: nothing is built without it.",
    )


def _as_json(requests: Requests) -> dict[str, Any]:
    return {
        "format": formats.WITHDRAWALS,
        "requests": [asdict(one) for one in requests.requests],
        "covered": dict(sorted(requests.covered.items())),
    }


def _from_json(data: dict[str, Any]) -> Requests:
    if data["format"] != formats.WITHDRAWALS:
        raise ValueError("format")
    found = []
    for item in data["requests"]:
        lists = {name: tuple(item[name]) for name in ("batches", "recordings", "images", "shots")}
        entities = tuple(DeclaredEntity(e["kind"], e["value"], tuple(e["aliases"])) for e in item["entities"])
        found.append(Request(**{**item, **lists, "entities": entities, "left_out": LeftOut(**item["left_out"])}))
    return Requests(tuple(found), dict(data["covered"]))
