"""What is said of one kind of identifier. Plain data: the rooms that read it know how each of these things is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from redaction.findings import Kind

Treatment = Literal["substitute", "mask", "keep"]
"""What a policy does with a kind: a surrogate from the ledger, "[KIND]", or nothing."""
SurrogateNames = Literal["common", "invented"]
"""Names that stand in for names: such as many people bear, or words that nobody is called."""
Shape = Literal["", "person", "company", "phone", "extension", "address", "login", "email"]
"""How a value must be written under a label that stands over other things as well; "" where the label is enough."""


class Identity(StrEnum):
    """What makes two surface forms one identity (redaction.ledger.parts, redaction.ledger.entities)."""

    NAME = "first and last name"
    WORDS = "words"
    NUMBER = "letters and digits"
    MACHINE = "letters and digits, or the address of a machine however it is spelled"
    TELEPHONE = "last digits"
    NONE = "none"


class Surrogate(StrEnum):
    """What stands in for a value (redaction.ledger.entities)."""

    WORDS = "invented words"
    EMAIL = "an address in a reserved domain"
    HOST = "a host in a reserved domain"
    TELEPHONE = "nobody's telephone number"
    DAY = "another day"
    SHAPED = "letters for letters, digits for digits"
    NONE = "none"


class Value(StrEnum):
    """How a value is written: what a label's value must look like, and how it is compared with others."""

    NAME = "name"
    COMPANY = "company"
    PLACE = "place"
    EMAIL = "email"
    TELEPHONE = "telephone"
    LOGIN = "login"
    HOST = "host"
    SLUG = "slug"
    NUMBER = "number"
    DAY = "day"
    ANY = "any"
    PICTURE = "picture"


PROPER = frozenset((Value.NAME, Value.COMPANY, Value.PLACE))
"""Proper names: they end where words end, and the names model looks for them."""
WITH_DIGITS = frozenset((Value.NUMBER, Value.TELEPHONE, Value.DAY))
"""No value of these is without a digit."""
SHOWN = frozenset((Value.EMAIL, Value.TELEPHONE))
"""Values that show by themselves what they are."""

Stays = Literal["nothing", "titles", "business", "streets", "plumbing", "slugs", "channels"]
"""Which words of a value say nothing about anybody and stay in its surrogate (redaction.ledger.surface)."""
Place = Literal["labelled value", "known number", "known value", "sentence"]
"""Where in a copy of a row a canary is planted (redaction.canaries.plant)."""
Draw = Callable[[int], int]
"""A number from 0 to below the argument, drawn from a stream that belongs to the key."""


class Owner(Protocol):
    """The invented person to whom a canary belongs (redaction.canaries.planted_values)."""

    @property
    def person(self) -> str: ...
    @property
    def login(self) -> str: ...
    @property
    def number(self) -> str: ...
    @property
    def flat(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def house(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Labels:
    """A section of redaction/lexicon/data/labels.yaml whose entries announce a kind.

    `weak`: on a screen, where any word may stand above any other, the value must look like the kind. `shape`: the value
    must look like that everywhere. `position`: what the label calls somebody may also be the value of another label.
    """

    section: str
    weak: bool = False
    shape: Shape = ""
    position: bool = False


@dataclass(frozen=True, slots=True)
class Canary:
    """How a kind is planted. `value` makes one; None for pictures, which are drawn.

    `rotates`: takes turns with the other such kinds in title, typed value, labelled value and description; the others
    are planted in all their `places`. `labels` are captured field names under which it stands, `sentence` a text around
    it ({v}). `drawn` makes what is written on copies of screens; None: planted in text only. `by_default`: planted
    unless the policy says otherwise.
    """

    value: Callable[[Owner, Draw], str] | None
    labels: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    rotates: bool = False
    sentence: str = "{v}"
    drawn: Callable[[Owner, Draw], str] | None = None
    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KindSpec:
    """One kind of identifier.

    `description`: for cards and documentation, a phrase without a full stop. `example`: a text in which the rules alone
    find one, nobody's; "" for pictures. `priority`: of findings that meet the lower number names the whole. `colour`:
    of its boxes in the audit report (#rrggbb). `aliases`: words that capture teams declare it by, beside its own name.
    `model_labels`: what names models call it. `learned`: a sure finding is looked for in the rest of the batch, without
    further conditions. `lookalikes`, `misspelt`: the leak check also looks for it in look-alike letters and backwards,
    and with one letter off.
    """

    kind: Kind
    description: str
    example: str
    identity: Identity
    surrogate: Surrogate
    value: Value
    priority: int
    colour: str
    canary: Canary
    stays: Stays = "nothing"
    labels: tuple[Labels, ...] = ()
    aliases: tuple[str, ...] = ()
    model_labels: tuple[str, ...] = ()
    treatment: Treatment = "substitute"
    learned: bool = False
    lookalikes: bool = False
    misspelt: bool = False

    @property
    def is_picture(self) -> bool:
        """Whether it is hidden as the picture it is, and has no text."""
        return self.value is Value.PICTURE
