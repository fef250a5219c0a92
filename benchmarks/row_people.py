"""Invented people and companies for generated rows: stems and endings, so that many names are a letter or two apart."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.cast import digit_string

_GIVEN = ["Mar", "Kar", "Hel", "Jol", "Ann", "Bren", "Tor", "Sil", "Dar", "Ev", "Lor", "Rad", "Mir", "Os", "Vin", "Cal"]
_GIVEN_ENDS = ["ina", "ena", "ett", "ika", "ian", "ard", "is", "ora", "mund", "win", "ella", "eva"]
_FAMILY = [
    "Hol",
    "Kel",
    "Ber",
    "Mor",
    "Wen",
    "Lind",
    "Stan",
    "Har",
    "Bran",
    "Gol",
    "Fen",
    "Rad",
    "Tal",
    "Ost",
    "Win",
    "Cor",
    "Ash",
    "Bel",
    "Dun",
    "Eber",
    "Fal",
    "Gren",
    "Hask",
    "Jor",
    "Kra",
    "Lam",
    "Mell",
    "Nor",
    "Pet",
    "Quin",
    "Ros",
    "Vell",
]
_FAMILY_ENDS = [
    "ler",
    "lund",
    "strom",
    "wick",
    "mann",
    "sen",
    "ski",
    "ova",
    "berg",
    "ley",
    "ford",
    "worth",
    "etti",
    "ado",
    "escu",
    "enko",
    "ander",
    "er",
    "ing",
    "ett",
    "ington",
    "brook",
    "mer",
    "stad",
    "off",
    "ant",
]
_FIRM = ["Hawk", "Marrow", "Pine", "Silver", "Thorn", "Vale", "Brack", "Cinder", "Elm", "Gran", "Loch", "Umber", "Wolf"]
_FIRM_ENDS = ["ridge", "gate", "haven", "field", "moor", "stead", "bury", "mont", "dale", "croft", "hollow", "wharf"]
_FORMS = ("Ltd", "GmbH", "Private Limited", "Inc.", "S.A.", "Logistics", "Partners")


@dataclass(frozen=True, slots=True)
class Firm:
    """A company that is dealt with."""

    name: str
    domain: str


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody, with everything a screen shows of them."""

    given: str
    family: str
    firm: Firm
    email: str
    phone: str
    number: str
    born: str

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.given} {self.family}"

    @property
    def turned(self) -> str:
        """As lists sort them."""
        return f"{self.family}, {self.given}"

    @property
    def login(self) -> str:
        """A log-in made of the name."""
        return (self.given[0] + self.family).lower()


def firms(rng: Random, count: int) -> list[Firm]:
    """Invented companies, each another name."""
    names = [a + b for a in _FIRM for b in _FIRM_ENDS]
    rng.shuffle(names)
    names += [f"{a}{b}" for a in names[:60] for b in ("son", "ton", "well") if count > len(names)]
    return [
        Firm(f"{name} {rng.choice(_FORMS)}", f"{name.lower()}.{rng.choice(('com', 'de', 'io'))}")
        for name in names[:count]
    ]


def people(rng: Random, count: int, at: list[Firm]) -> list[Contact]:
    """Invented people, each another name, many a letter or two apart."""
    found: dict[str, Contact] = {}
    while len(found) < count:
        given = rng.choice(_GIVEN) + rng.choice(_GIVEN_ENDS)
        family = rng.choice(_FAMILY) + rng.choice(_FAMILY_ENDS)
        firm = rng.choice(at)
        local = rng.choice((f"{given}.{family}", given[0] + family, f"{given}_{family}", given + family[0])).lower()
        phone = rng.choice(
            (
                f"+49 30 {digit_string(rng, 7)}",
                f"({rng.choice((206, 415, 512))}) 555-{digit_string(rng, 4)}",
                f"+44 20 7946 {digit_string(rng, 4)}",
                f"+1 {rng.choice((303, 617, 212))}-{rng.randint(230, 989)}-{digit_string(rng, 4)}",
            )
        )
        born = f"{rng.randint(1955, 2003)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
        number = f"EMP-{rng.randint(10_000, 99_999)}"
        found.setdefault(
            f"{given} {family}", Contact(given, family, firm, f"{local}@{firm.domain}", phone, number, born)
        )
    return list(found.values())
