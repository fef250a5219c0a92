"""What each stage leaves in the work folder of a batch, and the record of it: every output by its SHA-256.

A stage is recorded when it is done (`<stage>.done`): the outputs of the stages it read, its own outputs, the code it
ran. Whoever reads its outputs later holds them against the record first: what was edited in between goes no further.
With the key the record carries a MAC: without the key nobody can write one that fits other outputs.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from redaction.errors import EntrophyError
from redaction.work import formats
from redaction.work.files import file_digest

WITHHELD = "scrubbed/withheld.jsonl"
CAPTURES = "ingest/captures.json"
"""Where the captures lie now. They are told by their digests: moved, they are the same."""
OWN, TEXTS, READINGS = "find/own.json", "find/texts.jsonl", "find/readings.jsonl"
"""What a batch knows by itself, all its texts, and where the readings of its screenshots lie in the cache."""
REGISTRY, ON_SCREENS = "find/registry.json", "find/on-screens.json"
"""What a batch was searched with, and what its screens were, which may be told more."""
STANDING = "find/standing.jsonl"
"""What stays standing on its screenshots although it may be somebody's."""
HEARD = "find/heard.json"
"""The digest of what its documents told of texts that are cut on films."""
OTHERS = "find/others.json"
"""Digests of what the other batches of a release knew when this one was searched. A batch more is no other outcome."""
DEMONSTRATIONS, DOCUMENTS = "ingest/demonstrations.jsonl", "ingest/documents"
"""What came in of demonstrations, and their documents."""
SOURCES, SOURCE_ROWS, SOURCE_PAGES = "ingest/sources.json", "ingest/sources", "ingest/pages"
"""What came in of company sources, their rows, schemas and access rules, and the drawn pages of their documents."""
IN_SOURCES, SCRUBBED_SOURCES, RELEASED_SOURCES = "find/sources.jsonl", "scrub/sources.json", "scrubbed/sources"
RESCANNED_SOURCES = "scrub/sources-found.jsonl"
"""What was found in the texts of sources, what was done with them, and what is released."""
IN_PAGES, HIDDEN_PAGES = "find/pages.jsonl", "scrub/pages.jsonl"
"""What was found on the pages of documents, and which surrogates were drawn where on those that are released."""
IN_DOCUMENTS, IN_FILMS = "find/documents.jsonl", "find/films.jsonl"
"""What was found in the documents of demonstrations, and on the frames of their films."""
VETOED = "find/vetoed.jsonl"
"""What was found on frames of films and is not hidden, since the documents say it in clear."""
RESCANNED_DOCUMENTS, FILMS, RELEASED_DEMONSTRATIONS = (
    "scrub/documents.jsonl",
    "scrub/films.jsonl",
    "scrubbed/demonstrations",
)
"""What reading the scrubbed documents again has found, what was hidden on which frame, and what is released."""
HIDDEN = "scrub/hidden.jsonl"
"""Sealed line by line, and read by the next run of its own stage only."""
_AGAIN = "build the batch again: the stage is redone, and nothing that was changed is released."


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: the stages whose outputs it reads, the files it writes, and the folders where nothing else may lie.

    Every file of the folders `all_of` is an output; `beside` names what others may leave in its folders. A file that a
    batch has no use for is not there (`ingest/demonstrations.jsonl` of one without demonstrations).
    """

    name: str
    reads: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


STAGES = {
    stage.name: stage
    for stage in (
        Stage(
            "ingest",
            files=(
                "ingest/batch.json",
                "ingest/declared.json",
                DEMONSTRATIONS,
                "ingest/rows.jsonl",
                SOURCES,
                "quarantine/ingest.jsonl",
            ),
            all_of=(DOCUMENTS, SOURCE_PAGES, SOURCE_ROWS),
            alone=("ingest",),
            beside=(CAPTURES, DOCUMENTS, SOURCE_PAGES, SOURCE_ROWS),
        ),
        Stage(
            "find",
            reads=("ingest",),
            files=(
                IN_DOCUMENTS,
                "find/engines.json",
                HEARD,
                IN_FILMS,
                IN_PAGES,
                OWN,
                READINGS,
                ON_SCREENS,
                REGISTRY,
                "find/screens.jsonl",
                IN_SOURCES,
                STANDING,
                "find/summary.json",
                "find/text.jsonl",
                TEXTS,
                VETOED,
                "quarantine/find.jsonl",
            ),
            alone=("find",),
            beside=(OTHERS,),
        ),
        Stage("resolve", reads=("find",)),
        Stage(
            "scrub",
            reads=("ingest", "find", "resolve"),
            files=(
                "scrub/boxes.jsonl",
                RESCANNED_DOCUMENTS,
                "scrub/drawn.jsonl",
                FILMS,
                HIDDEN_PAGES,
                "scrub/rescanned.jsonl",
                "scrub/rows.jsonl",
                SCRUBBED_SOURCES,
                RESCANNED_SOURCES,
                "quarantine/redact.jsonl",
            ),
            all_of=("scrubbed/screenshots", RELEASED_DEMONSTRATIONS, RELEASED_SOURCES),
            alone=("scrub",),
            beside=(HIDDEN,),
        ),
        Stage(
            "finish",
            reads=("ingest", "find", "scrub"),
            files=(
                "scrubbed/batch.json",
                "scrubbed/boxes.jsonl",
                "scrubbed/demonstrations.jsonl",
                "scrubbed/findings.jsonl",
                "scrubbed/interactions.jsonl",
                "scrubbed/quarantine.jsonl",
                "scrubbed/sources.json",
            ),
            alone=("scrubbed",),
            beside=("scrubbed/screenshots", RELEASED_DEMONSTRATIONS, RELEASED_SOURCES, WITHHELD),
        ),
        Stage("canaries", reads=("ingest", "find", "scrub"), files=("canaries/report.json",), alone=("canaries",)),
        Stage("withhold", reads=("finish",), files=(WITHHELD,)),
    )
}
#: what a batch has gone through when it is released; `withhold` only where a screenshot had to go
RELEASED = ("ingest", "find", "resolve", "scrub", "finish", "canaries")


@dataclass(frozen=True, slots=True)
class StageRecord:
    """A finished stage. Digests are SHA-256; `outputs` maps files of the work folder to theirs, `inputs` the stages
    that were read to their `digest`. `digest` stands for all outputs and depends on no path of this machine."""

    stage: str
    stamp: str
    code: str
    inputs: dict[str, str]
    outputs: dict[str, str]
    digest: str

    def to_bytes(self, secret: bytes | None) -> bytes:
        """The file `<stage>.done`. `secret` keys the MAC; without it there is none."""
        fields = {"format": formats.STAGE, **asdict(self), "mac": _mac(asdict(self), secret) if secret else ""}
        return (json.dumps(fields, indent=1, sort_keys=True) + "\n").encode()

    @classmethod
    def from_bytes(cls, data: bytes, secret: bytes | None) -> StageRecord | None:
        """The inverse of to_bytes; None for anything else, or with a secret that made another MAC."""
        try:
            fields = json.loads(data)
            if not isinstance(fields, dict) or fields.pop("format") != formats.STAGE:
                return None
            mac = fields.pop("mac")
            record = cls(**fields)
        except (ValueError, KeyError, TypeError):
            return None
        texts = (mac, record.stage, record.stamp, record.code, record.digest)
        maps = (record.inputs, record.outputs)
        if record.stage not in STAGES or not all(isinstance(t, str) for t in texts):
            return None
        if not all(isinstance(m, dict) and all(isinstance(v, str) for v in m.values()) for m in maps):
            return None
        return record if secret is None or record.to_bytes(secret) == data else None


def outputs_of(folder: Path, stage: Stage) -> dict[str, str]:
    """The SHA-256 of every output of a stage that lies in the batch's work folder, links left out."""
    names = [*stage.files]
    for every in stage.all_of:
        if (folder / every).is_dir():
            names += [f"{every}/{path.name}" for path in (folder / every).iterdir()]
    paths = {name: folder / name for name in sorted(names)}
    return {n: file_digest(p) for n, p in paths.items() if p.is_file() and not p.is_symlink()}


def problems(folder: Path, stage: Stage, record: StageRecord) -> list[str]:
    """What was done to the outputs of a stage since its record was written. Only names that the record knows are told:
    a foreign file's name could say anything."""
    now = outputs_of(folder, stage)
    found = []
    for name in sorted(record.outputs.keys() | now.keys()):
        if name not in now:
            found.append(f"{name} is missing")
        elif name not in record.outputs:
            found.append(f"a file was added to {name.rpartition('/')[0]}")
        elif now[name] != record.outputs[name]:
            found.append(f"{name} was changed")
    for alone in stage.alone:
        known = {*stage.files, *stage.beside}
        there = sorted((folder / alone).iterdir()) if (folder / alone).is_dir() else []
        # Our own half-written files begin with a dot and end in .part; nobody reads them.
        strangers = [p for p in there if f"{alone}/{p.name}" not in known and not p.name.endswith(".part")]
        found += [f"a file was added to {alone}"] * bool(strangers)
    return found


def changed(batch: str, stage: str, found: list[str]) -> EntrophyError:
    """The refusal to go on from outputs that are not what their stage has left."""
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return EntrophyError(
        f"what the stage {stage} left was changed afterwards: {'; '.join(found[:3])}{more}.",
        record=batch,
        remedy=_AGAIN,
    )


def unrecorded(batch: str, stage: str) -> EntrophyError:
    """The refusal to go on from a stage without a record that holds."""
    return EntrophyError(
        f"there is no record that the stage {stage} was done, or not one made with this key.",
        record=batch,
        remedy="run the stage before this one first: " + _AGAIN,
    )


def outdated(batch: str, stage: str) -> EntrophyError:
    """The refusal to go on from a stage whose input is not there any more."""
    return EntrophyError(
        f"the stage {stage} was done from other outputs of {' and '.join(STAGES[stage].reads)} than there are now.",
        record=batch,
        remedy=_AGAIN,
    )


def _mac(fields: Mapping[str, Any], secret: bytes) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()
