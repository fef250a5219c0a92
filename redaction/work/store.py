"""The work folder of one batch: where each stage leaves what the next one reads.

Everything under it may hold captured values, so folders are made 0700 and files 0600, and each file appears whole or
not at all. Only `scrubbed/` is read by validation/ and release/.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from redaction.errors import EntrophyError
from redaction.work import formats
from redaction.work import stage_records as records
from redaction.work.files import file_digest, private_folder, write_whole
from redaction.work.json_text import canonical, digest_of, json_lines
from redaction.work.lines import Lines
from redaction.work.stage_records import RELEASED, STAGES, StageRecord

if TYPE_CHECKING:
    from redaction.ledger.keys import Key


T = TypeVar("T")


def code_digest() -> str:
    """SHA-256 over this package's own code and models: a stage done by other code is not done."""
    return code_of("redaction")


@lru_cache(maxsize=8)
def code_of(package_name: str) -> str:
    """SHA-256 over the code and data of one of our packages."""
    total = hashlib.sha256()
    package = Path(__file__).parents[2] / package_name
    for path in sorted(p for p in package.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        total.update(f"{path.relative_to(package)}\0{file_digest(path)}\n".encode())
    return total.hexdigest()


class BatchStore:
    """Paths and files of one batch under a work folder. `name` was checked by ingest: it is safe as a folder name.

    With the `key` records of stages are written and read with a MAC; without it their digests alone are checked.
    """

    def __init__(self, root: Path, name: str, key: Key | None = None) -> None:
        self.name = name
        self._secret = key.derive("work/stages") if key is not None else None
        self.path = root / name
        private_folder(self.path)

    @property
    def scrubbed(self) -> Path:
        """The folder that validation and release read."""
        return self.path / "scrubbed"

    @property
    def screenshots(self) -> Path:
        """The folder of the redacted screenshots."""
        return self.scrubbed / formats.SCREENSHOTS

    def file(self, name: str) -> Path:
        """The path of a file of this batch, such as "ingest/rows.jsonl"."""
        return self.path / name

    def write_json(self, name: str, value: Any) -> None:
        """Write one JSON document, indented for people."""
        text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
        write_whole(self.file(name), text.encode() + b"\n")

    def read_json(self, name: str) -> Any:
        """Read one JSON document; a missing one says which stage has to run first."""
        return json.loads(self._there(name).read_bytes())

    def write_lines(self, name: str, rows: Iterable[Any]) -> None:
        """Write JSON lines."""
        write_whole(self.file(name), (canonical(row).encode() + b"\n" for row in rows))

    def read_lines(self, name: str) -> Iterator[Any]:
        """Read JSON lines, one after the other."""
        yield from json_lines(self._there(name))

    def lines(self, name: str, made: Callable[[Any], T]) -> Lines[T]:
        """JSON lines as a sequence that stays on disk, each value `made` when it is asked for."""
        return Lines(self._there(name), made)

    def _there(self, name: str) -> Path:
        path = self.file(name)
        if not path.exists():
            raise EntrophyError(
                f"{name} is not there.", record=self.name, remedy="run the stage before this one first."
            )
        return path

    def seal(self, text: str) -> str:
        """HMAC-SHA256 of a text with the key, or its SHA-256 without one."""
        data = text.encode()
        return (
            hmac.new(self._secret, data, hashlib.sha256).hexdigest()
            if self._secret
            else hashlib.sha256(data).hexdigest()
        )

    def is_done(self, stage: str, stamp: str) -> bool:
        """True when `stage` finished for exactly these inputs and its outputs are still what it left: a killed build
        goes on where it stopped, and a stage whose outputs were touched is redone."""
        record = self._record(stage)
        current = record is not None and record.stamp == stamp and self._current(record)
        return current and self.is_as_left(stage)

    def is_as_left(self, stage: str) -> bool:
        """True when the outputs of `stage` are what it left, whatever has become of what it was made from."""
        record = self._record(stage)
        return record is not None and not records.problems(self.path, STAGES[stage], record)

    def mark_done(self, stage: str, stamp: str = "") -> StageRecord:
        """Remember that `stage` finished for inputs with this stamp, and every output by its SHA-256."""
        about = STAGES[stage]
        read = {name: self._record(name) for name in about.reads}
        outputs = records.outputs_of(self.path, about)
        record = StageRecord(
            stage,
            stamp,
            code_digest(),
            {name: "" if found is None else found.digest for name, found in read.items()},
            outputs,
            digest_of(stage, outputs),
        )
        write_whole(self.file(f"{stage}.done"), record.to_bytes(self._secret))
        return record

    def mark_undone(self, stage: str) -> None:
        """Forget that `stage` finished, before its files are touched."""
        self.file(f"{stage}.done").unlink(missing_ok=True)

    def require(self, *stages: str) -> list[StageRecord]:
        """The records of these stages, whose outputs are about to be read. EntrophyError when one was never done, an
        output was changed, is missing or was added since, or what it was made from has been redone."""
        found = []
        for stage in stages:
            record = self.record(stage)
            wrong = records.problems(self.path, STAGES[stage], record)
            if wrong:
                raise records.changed(self.name, stage, wrong)
            if not self._current(record):
                raise records.outdated(self.name, stage)
            found.append(record)
        return found

    def require_released(self) -> list[StageRecord]:
        """The whole chain of a batch that is about to be released, in order."""
        held = self.file(records.WITHHELD).exists() or self.file("withhold.done").exists()
        return self.require(*RELEASED, *(("withhold",) if held else ()))

    def record(self, stage: str) -> StageRecord:
        """The record of a stage; EntrophyError without one that holds."""
        found = self._record(stage)
        if found is None:
            raise records.unrecorded(self.name, stage)
        return found

    def _current(self, record: StageRecord) -> bool:
        """Whether what the stage was made from is still what those stages left."""
        sources = {name: self._record(name) for name in STAGES[record.stage].reads}
        return record.inputs == {name: "" if found is None else found.digest for name, found in sources.items()}

    def _record(self, stage: str) -> StageRecord | None:
        try:
            data = self.file(f"{stage}.done").read_bytes()
        except OSError:
            return None
        found = StageRecord.from_bytes(data, self._secret)
        return found if found is not None and found.stage == stage else None
