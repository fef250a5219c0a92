"""The table of kinds. A new kind is a member of `Kind`, a row here, a recognizer and its words (docs/how-to)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from redaction.findings import ImageFinding, Kind, Source
from redaction.kinds.contacts import CHANNEL, EMAIL, PHONE, REPOSITORY, URL, USERNAME
from redaction.kinds.numbered import DATE_OF_BIRTH, ID, PASSPORT, SECRET
from redaction.kinds.proper_names import ADDRESS, COMPANY, PERSON
from redaction.kinds.shown import CODE, FACE
from redaction.kinds.spec import KindSpec, Value

#: In the order of `Kind`.
KINDS: tuple[KindSpec, ...] = (
    PERSON,
    EMAIL,
    PHONE,
    COMPANY,
    ADDRESS,
    USERNAME,
    URL,
    ID,
    SECRET,
    DATE_OF_BIRTH,
    PASSPORT,
    REPOSITORY,
    CHANNEL,
    FACE,
    CODE,
)

_SPECS = {spec.kind: spec for spec in KINDS}


def spec_of(kind: Kind) -> KindSpec:
    """The row of a kind."""
    return _SPECS[kind]


def kinds_where(holds: Callable[[KindSpec], bool]) -> tuple[Kind, ...]:
    """The kinds whose row fulfils a condition, in the order of the table."""
    return tuple(spec.kind for spec in KINDS if holds(spec))


def written_as(*values: Value | Collection[Value]) -> tuple[Kind, ...]:
    """The kinds whose values are written like one of these (or one of a group of them), in the order of the table."""
    wanted = {v for value in values for v in ((value,) if isinstance(value, Value) else value)}
    return kinds_where(lambda spec: spec.value in wanted)


PICTURES = written_as(Value.PICTURE)
TEXTS = kinds_where(lambda spec: not spec.is_picture)

#: What capture teams call the kinds of what they declare: a kind's own name, and its aliases.
DECLARED_KINDS: dict[str, Kind] = {word: k for k in TEXTS for word in (k.value, *spec_of(k).aliases)}


def masked(kind: Kind) -> str:
    """What stands in place of a masked value of a kind: "[PERSON]"."""
    return f"[{kind.value.upper()}]"


_MASKS = frozenset(map(masked, TEXTS))


def is_mask(value: str) -> bool:
    """Whether a value is what stands in place of a masked one: it is nobody's, and stays."""
    return value in _MASKS


def is_picture(finding: ImageFinding) -> bool:
    """Faces, codes and the discs of initials: hidden whole, as the tiles they are."""
    return finding.kind in PICTURES or finding.source is Source.PICTURE
