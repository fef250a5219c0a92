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


def make_companies(rng: Random, count: int) -> list[Company]:
    """Invent `count` companies, no two alike; every third is a plain word."""
    stems, words = list(_STEMS), list(_WORDS)
    rng.shuffle(stems)
    rng.shuffle(words)
    companies: list[Company] = []
    for i in range(count):
        if i % 3 == 2 and words:
            word = words.pop()
            companies.append(Company(mark("company", word), mark("company", word), f"{word.lower()}-hq.com"))
            continue
        stem = stems.pop() if stems else f"{rng.choice(_STEMS)}{rng.choice(('ton', 'by', 'holm'))}"
        form, domain = rng.choice(_TRADES)
        companies.append(
            Company(mark("company", form.format(stem)), mark("company", stem), domain.format(stem.lower()))
        )
    return companies
