"""Every error Entrophy raises on purpose.

    EntrophyError                 message + record id + remedy, never a captured value
    ├── CaptureError              a batch that cannot be read at all (single records go to quarantine instead)
    ├── ImageRefused              one image that must not be used (corrupt, huge, mislabelled, not a file)
    ├── PolicyError               a policy file with unknown keys, wrong types or contradictory settings
    ├── KeyProblem                no key, wrong mode, wrong length, or a ledger made with another key
    ├── EngineUnavailable         a detector or reader cannot be loaded; nothing is released without it
    ├── MachineProblem            disk full, read-only, no memory, no permission: not the data, and not our code
    ├── BundleError               a bundle that is incomplete, altered or does not reload
    ├── LeakFound                 the independent reader found something that must not be there
    └── PublishError              the host refused, lost or altered what was sent

The text of an error is safe to log: it carries ids, counts and remedies only. The record id is an opaque id or a
position ("recordings[2]/events.jsonl:17"), never a title, a typed text or a file name chosen by a captured person.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from redaction.work.trouble import trouble


def plain(text: str) -> str:
    """The text as one line that a terminal or a log shows as it is: what steers (line ends, escape sequences, marks
    that turn the direction of writing, halves of characters) is told by its number."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


class EntrophyError(Exception):
    """Base of the tree. `record` names what is concerned, `remedy` what to do about it; both are safe to log."""

    def __init__(self, message: str, *, record: str = "", remedy: str = "") -> None:
        self.message = message
        self.record = record
        self.remedy = remedy
        super().__init__(message, record, remedy)

    def __str__(self) -> str:
        text = f"{self.record}: {self.message}" if self.record else self.message
        return plain(f"{text} Remedy: {self.remedy}" if self.remedy else text)


class CaptureError(EntrophyError):
    """A batch as a whole cannot be read (no batch.json, unknown format, not a folder)."""


class ImageRefused(EntrophyError):
    """One image was refused. `reason` is a stable code for the quarantine table (see records.Reason)."""

    def __init__(self, message: str, *, reason: str, record: str = "", remedy: str = "") -> None:
        super().__init__(message, record=record, remedy=remedy)
        self.reason = reason


class VideoRefused(EntrophyError):
    """One video was refused, whole. `reason` is a stable code for the quarantine table (see records.Reason)."""

    def __init__(self, message: str, *, reason: str, record: str = "", remedy: str = "") -> None:
        super().__init__(message, record=record, remedy=remedy)
        self.reason = reason


class PolicyError(EntrophyError):
    """A policy file that cannot be followed."""


class KeyProblem(EntrophyError):
    """The key is absent, unreadable, too short or open to others. Without a key nothing is built."""


class EngineUnavailable(EntrophyError):
    """A detector or reader is missing. Fail closed: nothing is passed through unread."""


class MachineProblem(EntrophyError):
    """The machine lacks something: room on the disk, memory, permission, open files. Nothing is half written."""


class BundleError(EntrophyError):
    """A bundle is incomplete, altered, or does not reload."""


class LeakFound(EntrophyError):
    """Something captured was found in what is about to leave the house."""


class PublishError(EntrophyError):
    """The host refused, lost or altered what was sent."""


@contextmanager
def sealed(stage: str, record: str = "") -> Iterator[None]:
    """Let Entrophy's own errors through and replace any other by one that cannot quote a captured value.

    A library's exception may carry what it choked on; Dagster would store it. Only the type and the place in our own
    code are kept; where the machine is what fails, the sentence for it. KeyboardInterrupt and SystemExit pass.
    """
    try:
        yield
    except EntrophyError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a library raises may quote a value: it is converted, never lost
        machine = trouble(error)
        if machine is not None:
            raise MachineProblem(f"{stage} stopped: {machine[0]}", record=record, remedy=machine[1]) from None
        place = "unknown place"
        for frame in extract_tb(error.__traceback__):
            place = f"{Path(frame.filename).name}:{frame.lineno}"
        raise EntrophyError(
            f"{stage} failed with {type(error).__name__} at {place}.",
            record=record,
            remedy="nothing was released; run again, and report the place if it fails twice.",
        ) from None
