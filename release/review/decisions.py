"""What auditors decided, in one small SQLite file: mode 0600, beside the key, never in a bundle.

Nothing is overwritten: a changed mind is a new line, and the last line of an auditor on the same evidence (the same
redacted PNG and the same released rows, in whatever bundle) counts, unless it was withdrawn: then the one before does.
The file may hold captured words (what an auditor typed as missed), like the ledger it lies beside.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from redaction.errors import EntrophyError
from redaction.findings import Box, Kind

Verdict = Literal["accept", "flag"]
MarkType = Literal["missed", "wrong", "field"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS decisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, bundle TEXT NOT NULL, screenshot TEXT NOT NULL, auditor TEXT NOT NULL,
  decided_at TEXT NOT NULL, verdict TEXT NOT NULL CHECK (verdict IN ('accept', 'flag')),
  image TEXT NOT NULL, screen TEXT NOT NULL, rows TEXT NOT NULL, note TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS decisions_evidence ON decisions (screen, rows, auditor);
CREATE TABLE IF NOT EXISTS marks (
  decision INTEGER NOT NULL REFERENCES decisions (id), position INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('missed', 'wrong', 'field')), kind TEXT NOT NULL,
  x0 INTEGER, y0 INTEGER, x1 INTEGER, y1 INTEGER, width INTEGER, height INTEGER,
  interaction TEXT NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (decision, position));
CREATE TABLE IF NOT EXISTS plans (bundle TEXT PRIMARY KEY, plan TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS withdrawn (
  decision INTEGER PRIMARY KEY REFERENCES decisions (id), withdrawn_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS crop_passes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, bundle TEXT NOT NULL, auditor TEXT NOT NULL, decided_at TEXT NOT NULL,
  first INTEGER NOT NULL, number INTEGER NOT NULL, seconds REAL NOT NULL);
CREATE TABLE IF NOT EXISTS panels (bundle TEXT PRIMARY KEY);
"""
_MARK = "decision, position, type, kind, x0, y0, x1, y1, width, height, interaction, field, text, image, frame"
_COLUMNS = "bundle, screenshot, auditor, decided_at, verdict, image, screen, rows, note, seconds"


@dataclass(frozen=True, slots=True, repr=False)
class Mark:
    """One thing marked: a missed or wrong box on an image of width × height, or a missed word in a field of a row.

    `text` is what the auditor typed: captured, for corrections only. Of a video, `frame` is the place among its frames
    and `image` the SHA-256 of that frame's file ("": the image of the decision).
    """

    type: MarkType
    kind: Kind
    box: Box | None = None
    width: int = 0
    height: int = 0
    interaction: str = ""
    field: str = ""
    text: str = ""
    image: str = ""
    frame: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """One verdict on one screenshot of one bundle. `image` is the SHA-256 of the raw image file, `screen` that of the
    redacted PNG, `rows` that of the released rows shown with it; `decided_at` is UTC, ISO 8601; `seconds` is how long
    the screen had been before the auditor's eyes (None: it was not measured). On the video of a demonstration
    `screenshot` is its process_instance_uuid, and `rows` the digest over the rest of what is released of it."""

    bundle: str
    screenshot: str
    auditor: str
    decided_at: str
    verdict: Verdict
    image: str
    screen: str
    rows: str
    note: str = ""
    marks: tuple[Mark, ...] = ()
    seconds: float | None = None


class Decisions:
    """The decisions file. Every call opens it anew, so that several threads and processes may use one path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600))
            state = path.lstat()
        except OSError as error:
            raise EntrophyError(
                f"the decisions file cannot be opened ({type(error).__name__}).",
                remedy="give the path of an ordinary file that you may read and write.",
            ) from None
        if not stat.S_ISREG(state.st_mode) or state.st_mode & 0o077:
            raise EntrophyError(
                "the decisions file is open to other users, or not a regular file.", remedy="run `chmod 600` on it."
            )
        with self._open() as db:
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
            # a file of an earlier version has no such column
            if "seconds" not in {row[1] for row in db.execute("PRAGMA table_info(decisions)")}:
                db.execute("ALTER TABLE decisions ADD COLUMN seconds REAL")
            if "frame" not in {row[1] for row in db.execute("PRAGMA table_info(marks)")}:
                db.execute("ALTER TABLE marks ADD COLUMN image TEXT NOT NULL DEFAULT ''")
                db.execute("ALTER TABLE marks ADD COLUMN frame INTEGER")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            try:
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA secure_delete = ON")
                db.execute("PRAGMA foreign_keys = ON")
                db.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                except BaseException:
                    db.execute("ROLLBACK")
                    raise
                db.execute("COMMIT")
            finally:
                db.close()
        except sqlite3.Error as error:
            raise EntrophyError(
                f"the decisions file cannot be used ({type(error).__name__}).",
                remedy="close other programs that hold it, or restore it from a copy; nothing was recorded.",
            ) from None

    def record(self, decision: Decision) -> None:
        """Append one decision with its marks, whole or not at all."""
        with self._open() as db:
            row = db.execute(
                f"INSERT INTO decisions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    decision.bundle,
                    decision.screenshot,
                    decision.auditor,
                    decision.decided_at,
                    decision.verdict,
                    decision.image,
                    decision.screen,
                    decision.rows,
                    decision.note,
                    decision.seconds,
                ),
            ).lastrowid
            db.executemany(
                f"INSERT INTO marks ({_MARK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (row, i, m.type, m.kind.value, *(m.box or (None,) * 4), m.width, m.height, *_words(m))
                    for i, m in enumerate(decision.marks)
                ],
            )

    def standing(self) -> list[Decision]:
        """The decisions that count, in the order they were made: the last per auditor and evidence (screen, rows)."""
        return self._one_each("max")

    def first(self) -> list[Decision]:
        """What every auditor decided first on each evidence, in the order it was decided."""
        return self._one_each("min")

    def about(self, screen: str, rows: str) -> list[Decision]:
        """The decisions that count on one piece of evidence."""
        return self._one_each("max", "AND screen = ? AND rows = ?", (screen, rows))

    def _one_each(self, which: Literal["min", "max"], only: str = "", given: Sequence[str] = ()) -> list[Decision]:
        with self._open() as db:
            rows = db.execute(
                f"SELECT id, {_COLUMNS} FROM decisions WHERE id IN (SELECT {which}(id) FROM decisions "
                f"WHERE id NOT IN (SELECT decision FROM withdrawn) {only} GROUP BY screen, rows, auditor) ORDER BY id",
                given,
            ).fetchall()
            ids = {row[0] for row in rows}
            marks: dict[int, list[Mark]] = {}
            for item in db.execute(f"SELECT {_MARK} FROM marks ORDER BY decision, position"):
                if item[0] in ids:
                    marks.setdefault(item[0], []).append(_mark(item))
        return [_decision(row[1:], marks.get(row[0], ())) for row in rows]

    def withdraw(self, auditor: str, screen: str, rows: str, now: str) -> bool:
        """Take back the last decision of an auditor on this evidence; False when there is none."""
        with self._open() as db:
            last = db.execute(
                "SELECT max(id) FROM decisions WHERE auditor = ? AND screen = ? AND rows = ? "
                "AND id NOT IN (SELECT decision FROM withdrawn)",
                (auditor, screen, rows),
            ).fetchone()[0]
            if last is not None:
                db.execute("INSERT INTO withdrawn VALUES (?, ?)", (last, now))
        return last is not None

    def flagged_before(self) -> list[Decision]:
        """Every flag ever recorded, without its marks, withdrawn ones too: such screens are looked at again in each
        later bundle."""
        with self._open() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM decisions WHERE verdict = 'flag' ORDER BY id").fetchall()
        return [_decision(row, ()) for row in rows]

    def record_crops(self, bundle: str, auditor: str, now: str, first: int, number: int, seconds: float) -> None:
        """Append that an auditor saw nobody in `number` crops from the `first` least certain one on."""
        with self._open() as db:
            db.execute(
                "INSERT INTO crop_passes (bundle, auditor, decided_at, first, number, seconds) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (bundle, auditor, now, first, number, seconds),
            )

    def crops(self, bundle: str, auditor: str | None = None) -> dict[int, tuple[int, float]]:
        """The crops of a bundle that were seen, by one auditor or by any: first → (number, seconds in all)."""
        with self._open() as db:
            rows = db.execute(
                "SELECT first, max(number), sum(seconds) FROM crop_passes "
                "WHERE bundle = ? AND (? IS NULL OR auditor = ?) GROUP BY first ORDER BY first",
                (bundle, auditor, auditor),
            ).fetchall()
        return {first: (number, seconds) for first, number, seconds in rows}

    def convene(self, bundle: str) -> None:
        """Two auditors decide about this bundle, each for themselves; this is never taken back."""
        with self._open() as db:
            db.execute("INSERT OR IGNORE INTO panels VALUES (?)", (bundle,))

    def needed(self, bundle: str) -> int:
        """How many auditors have to accept each screen of a bundle."""
        with self._open() as db:
            return 2 if db.execute("SELECT 1 FROM panels WHERE bundle = ?", (bundle,)).fetchone() else 1

    def forget(self, images: Collection[str], shots: Collection[str], concerns: Callable[[str], bool]) -> int:
        """Take out every decision on these captured images (SHA-256) and screenshots (names), the plans that name one,
        and every typed word and note that `concerns` says yes to: a box stays, without its word. Returns how many
        decisions and words went."""
        with self._open() as db:
            rows = db.execute("SELECT id, image, screenshot, note FROM decisions").fetchall()
            gone = [(row[0],) for row in rows if row[1] in images or row[2] in shots]
            noted = [(row[0],) for row in rows if concerns(row[3])]
            words = db.execute("SELECT decision, position, text FROM marks").fetchall()
            told = [(decision, position) for decision, position, text in words if concerns(text)]
            plans = db.execute("SELECT bundle, plan FROM plans").fetchall()
            drawn = [(bundle,) for bundle, plan in plans if shots and {*shots} & _planned(json.loads(plan))]
            db.executemany("DELETE FROM marks WHERE decision = ?", gone)
            db.executemany("DELETE FROM withdrawn WHERE decision = ?", gone)
            db.executemany("DELETE FROM decisions WHERE id = ?", gone)
            db.executemany("UPDATE decisions SET note = '' WHERE id = ?", noted)
            db.executemany("UPDATE marks SET text = '' WHERE decision = ? AND position = ?", told)
            db.executemany("DELETE FROM plans WHERE bundle = ?", drawn)
        return len({*gone, *noted}) + len(told)

    def plan(self, bundle: str) -> str | None:
        """The stored plan of a bundle as JSON."""
        with self._open() as db:
            row = db.execute("SELECT plan FROM plans WHERE bundle = ?", (bundle,)).fetchone()
        return None if row is None else str(row[0])

    def keep_plan(self, bundle: str, plan: str) -> str:
        """Store the plan of a bundle unless there is one; returns the one that counts: a plan is never changed."""
        with self._open() as db:
            db.execute("INSERT OR IGNORE INTO plans VALUES (?, ?)", (bundle, plan))
            row = db.execute("SELECT plan FROM plans WHERE bundle = ?", (bundle,)).fetchone()
        return str(row[0])


def _planned(plan: Mapping[str, Any]) -> set[str]:
    """Every screenshot and video that a stored plan names: asked for, or standing for itself since an earlier one."""
    kept = (names for one in plan.get("kept", ()) for names in (one["same"], one["seen"]))
    videos = plan["videos"]["screenshots"] if plan.get("videos") else ()
    return {*plan["screenshots"], *videos, *(name for names in kept for name in names)}


def _decision(row: Sequence[Any], marks: Sequence[Mark]) -> Decision:
    """A row of `_COLUMNS`."""
    bundle, screenshot, auditor, decided_at, verdict, image, screen, digest, note, seconds = row
    return Decision(
        bundle, screenshot, auditor, decided_at, verdict, image, screen, digest, note, tuple(marks), seconds
    )


def _words(mark: Mark) -> tuple[str, str, str, str, int | None]:
    return mark.interaction, mark.field, mark.text, mark.image, mark.frame


def _mark(item: Sequence[object]) -> Mark:
    _, _, type_, kind, x0, y0, x1, y1, width, height, interaction, field, text, image, frame = item
    box = None if x0 is None else (int(str(x0)), int(str(y0)), int(str(x1)), int(str(y1)))
    return Mark(
        type_,  # type: ignore[arg-type]  # held by a CHECK in the table
        Kind(str(kind)),
        box,
        int(str(width)),
        int(str(height)),
        str(interaction),
        str(field),
        str(text),
        str(image),
        None if frame is None else int(str(frame)),
    )


def decisions_path(key_path: Path) -> Path:
    """Where the decisions of the maintainer's key lie."""
    return key_path.with_name(key_path.name + ".decisions")
