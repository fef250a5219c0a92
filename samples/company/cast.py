"""Who and what occurs in the company: invented people of many cultures, firms and products, each by many forms."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from samples.companies import make_companies
from samples.marks import plain
from samples.people import CULTURES, MORE_CULTURES, Culture, digits, fold

#: Department → the letters its levels begin with.
DEPARTMENTS = {
    "Engineering": "EN",
    "HR": "HR",
    "Business Development": "BU",
    "Information Technology": "IN",
    "BPO": "BP",
    "Finance": "FI",
    "Sales": "SA",
    "Management": "MA",
}
#: Levels of a department, its head first: executives, managers, leads and staff are as 1 : 2 : 3 : 4.
LEVELS = (13, 12, 10, 9, 12, 10, 9, 11, 9, 9)
_TRIES = 200
_NATIVE_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Entity:
    """A row that texts mention: source, key, and the forms in which they do, by the name of the form."""

    source: str
    key: str
    forms: dict[str, str]


@dataclass(frozen=True, slots=True)
class Somebody:
    """One invented person: names as written, and what reaches them."""

    name: str
    first: str
    last: str
    email: str
    username: str
    phone: str
    address: str

    def forms(self, key: str) -> dict[str, str]:
        """How texts name them."""
        return {
            "name": self.name,
            "first": self.first,
            "last": self.last,
            "turned": f"{self.last}, {self.first}",
            "initial": f"{self.first[0]}. {self.last}",
            "upper": self.name.upper(),
            "email": self.email,
            "id": key,
        }


class People:
    """Invents people; no two share a name or an address. The same for the same `rng`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._all = {**CULTURES, **MORE_CULTURES}
        self._given = sorted({name for culture in self._all.values() for name in culture.given})
        self._turn = rng.randrange(len(self._all))
        self._names: set[str] = set()
        self._mails: set[str] = set()
        self._users: set[str] = set()

    def one(self, domain: str) -> Somebody:
        """The next, of the next culture, with an address at `domain`."""
        culture = self._all[sorted(self._all)[self._turn % len(self._all)]]
        self._turn += 1
        name, first, last = self._name(culture)
        local, family = fold(first) or "x", fold(last) or "x"
        pattern = self._rng.choice((f"{local}.{family}", f"{local[0]}{family}", f"{local}_{family[0]}"))
        number, email = 1, f"{pattern}@{domain}"
        while email in self._mails:
            number += 1
            email = f"{pattern}{number}@{domain}"
        self._mails.add(email)
        user = f"{local[0]}{family[:7]}{self._rng.randint(10, 99)}"
        while user in self._users:
            user += str(self._rng.randrange(10))
        self._users.add(user)
        phone, address = (digits(self._rng, self._rng.choice(of)) for of in (culture.phones, culture.addresses))
        return Somebody(name, first, last, email, user, phone, address)

    def _name(self, culture: Culture) -> tuple[str, str, str]:
        rng = self._rng
        for attempt in range(_TRIES):
            if culture.native and rng.random() < _NATIVE_SHARE:
                name, first, last = rng.choice(culture.native)
            else:
                first, last = rng.choice(culture.given), rng.choice(culture.family)
                if attempt > _TRIES // 4:  # the plain ones are used up
                    last = f"{last}-{rng.choice(culture.family)}"
                if attempt > _TRIES // 2:
                    first = f"{first} {rng.choice(self._given)}"
                name = f"{first} {last}"
            if f"{first} {last}" not in self._names:
                self._names.add(f"{first} {last}")
                return name, first, last
        raise ValueError("the parts of names are used up: ask for a smaller company")


@dataclass(frozen=True, slots=True)
class Firm:
    """A company by its full and its short name, and its domain."""

    name: str
    short: str
    domain: str


def firms(rng: Random, count: int) -> list[Firm]:
    """Invented companies."""
    return [Firm(one.plain_name, plain(one.short), one.domain) for one in make_companies(rng, count, set())]
