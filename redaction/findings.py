"""What detectors report: spans of text, boxes of pixels. Applying them is a step of its own (apply.py, pixels.py)."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    PASSPORT = "passport"
    REPOSITORY = "repository"
    CHANNEL = "channel"
    FACE = "face"
    CODE = "code"


class Source(StrEnum):
    """What kind of evidence a finding rests on: which net asked, whatever its detector is called.

    Vetoes and merging ask for this and never for names of detectors, so that every names model, ours or one from a
    hub, passes the same vetoes. `checked`: the value passed a check that hardly any other text passes (check digits, a
    parser of addresses). `untold` is what a finding is made with when nobody says: the detector's name then tells.
    """

    UNTOLD = ""
    PATTERN = "pattern"
    CHECKED = "checked"
    LABEL = "label"
    REGISTRY = "registry"
    MODEL = "model"


#: How the names of our own detectors begin, by what they rest on; all others are patterns.
_NAMED: tuple[tuple[str, Source], ...] = (
    ("registry", Source.REGISTRY),
    ("label", Source.LABEL),
    ("names-model", Source.MODEL),
    ("model", Source.MODEL),
)


def source_of(detector: str) -> Source:
    """What the finding of a detector rests on, by its name: for findings of work files older than `source`."""
    return next((source for start, source in _NAMED if detector.startswith(start)), Source.PATTERN)


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
    source: Source = Source.UNTOLD

    def __post_init__(self) -> None:
        if self.source is Source.UNTOLD:
            object.__setattr__(self, "source", source_of(self.detector))

    def over(self, start: int, end: int) -> TextFinding:
        """The same finding over another span."""
        return replace(self, start=start, end=end)


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
