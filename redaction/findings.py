"""What detectors report: spans of text, boxes of pixels. Applying them is a step of its own (apply.py, pixels.py)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of identifier. The values are part of the released formats: add, never rename."""

    PERSON = "person"
    EMAIL = "email"
    PHONE = "phone"
    COMPANY = "company"
    ADDRESS = "address"
    USERNAME = "username"
    URL = "url"
    ID = "id"
    SECRET = "secret"
    DATE_OF_BIRTH = "date_of_birth"
    REPOSITORY = "repository"
    CHANNEL = "channel"
    FACE = "face"
    CODE = "code"


#: x0, y0, x1, y1 in pixels of the original image; x1 and y1 are exclusive.
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, order=True)
class TextFinding:
    """A span of text that identifies somebody. Offsets are Unicode code points, `end` is exclusive, score is 0 to 1."""

    start: int
    end: int
    kind: Kind
    score: float
    detector: str


@dataclass(frozen=True, slots=True, order=True)
class ImageFinding:
    """A rectangle of pixels that identifies somebody.

    `value` is the captured text under the box (empty for faces and codes): it stays in memory and in the work
    folder, where the ledger turns it into a surrogate, and is never released or logged.
    """

    box: Box
    kind: Kind
    score: float
    detector: str
    value: str = ""

    @property
    def is_picture(self) -> bool:
        """Faces, codes and the discs of initials: hidden whole, as the tiles they are."""
        return self.kind in (Kind.FACE, Kind.CODE) or self.detector == "initials"
