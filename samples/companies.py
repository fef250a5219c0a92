"""Invented companies: some with a legal form, some that are plain words, some in another language."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.marks import mark, plain

_STEMS = (
    "Quillmoor",
    "Tarnfeldt",
    "Ostermark",
    "Velloria",
    "Brackenhurst",
    "Zephyrine",
    "Kaldwell",
    "Norvane",
    "Pellucid",
    "Marrowgate",
    "Ysolde",
    "Hawkridge",
)
_TRADES = (
    ("{} Freight Ltd", "{}-freight.com"),
    ("{} Logistik GmbH", "{}-logistik.de"),
    ("{} Components Inc.", "{}components.com"),
    ("{} & Finch LLP", "{}finch.co.uk"),
    ("{} Private Limited", "{}.co.in"),
    ("Groupe {} SARL", "groupe-{}.fr"),
    ("{} Foods S.A.", "{}foods.es"),
    ("{} Analytics", "{}.io"),
)
_ENDINGS = ("ton", "by", "holm", "wick", "stad")
#: Companies whose name is an ordinary word: the hard case.
_WORDS = ("Lantern", "Orchard", "Meridian", "Thimble", "Harvest", "Compass", "Juniper", "Keystone")


@dataclass(frozen=True, slots=True)
class Company:
    """One invented company. `name` and `short` carry marks, `domain` is plain."""

    name: str
    short: str
    domain: str

    @property
    def plain_name(self) -> str:
        """The name without marks."""
        return plain(self.name)

    @property
    def slug(self) -> str:
        """The first word as tenants write it in a host name, unmarked."""
        return plain(self.short).lower()


def make_companies(rng: Random, count: int, taken: set[str]) -> list[Company]:
    """Invent `count` companies; every third is a plain word. `taken` holds the words in use and grows."""
    return [_make_company(rng, taken, word=i % 3 == 2) for i in range(count)]


def _make_company(rng: Random, taken: set[str], *, word: bool) -> Company:
    pool = _WORDS if word else _STEMS
    # when all are in use an ending makes new ones
    name = rng.choice([w for w in pool if w not in taken] or [rng.choice(_STEMS) + rng.choice(_ENDINGS)])
    taken.add(name)
    if word:
        return Company(mark("company", name), mark("company", name), f"{name.lower()}-hq.com")
    form, domain = rng.choice(_TRADES)
    return Company(mark("company", form.format(name)), mark("company", name), domain.format(name.lower()))
