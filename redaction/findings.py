"""What detectors report: spans of text, boxes of pixels. Applying them is a step of its own (apply.py, pixels.py)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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

    Vetoes, merging and the registry ask for this and never for names of detectors, so that every names model, ours or
    one from a hub, passes the same vetoes. `checked`: the value passed a check that hardly any other text passes (check
    digits, a parser of addresses). `header`, `position`: where a name stands tells that it is one (the list of a mail
    header; a salutation, a signature, a title). `first-name`: a first name alone, by the lists. `host`: the part of a
    web address that names its owner. `picture`: it was seen, not read. `unread`: text stands there and nobody knows
    what it says. What begins with `registry` is known of the
    batch, and tells in which form it was met.
    """

    PATTERN = "pattern"
    CHECKED = "checked"
    HEADER = "header"
    POSITION = "position"
    FIRST_NAME = "first-name"
    HOST = "host"
    PICTURE = "picture"
    UNREAD = "unread"
    LABEL = "label"
    REGISTRY = "registry"
    DECLARED = "registry-declared"
    CUT_OFF = "registry-cut"
    ONE_WORD = "registry-name"
    LOGIN = "registry-login"
    INITIALS = "registry-initials"
    MODEL = "model"

    @property
    def known(self) -> bool:
        """Whether the registry of the batch knows the value, in whichever form."""
        return self in _KNOWN


_KNOWN = frozenset((Source.REGISTRY, Source.DECLARED, Source.CUT_OFF, Source.ONE_WORD, Source.LOGIN, Source.INITIALS))


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
    source: Source = Source.PATTERN

    def over(self, start: int, end: int) -> TextFinding:
        """The same finding over another span."""
        return replace(self, start=start, end=end)


def known_finding(start: int, end: int, kind: Kind, score: float, source: Source = Source.REGISTRY) -> TextFinding:
    """What the registry knows, in the form that `source` tells; its detector is called like it."""
    return TextFinding(start, end, kind, score, source.value, source)


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
    source: Source = field(default=Source.PATTERN, compare=False)
    """What it rests on."""
