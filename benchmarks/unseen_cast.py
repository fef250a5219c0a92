"""Invented people and firms for benchmarks/unseen_pages.py; what names one prints itself as a marked element.

Names come half from Faker (many locales), half from the awkward ones of pages/cast.json: hyphens, prefixes,
apostrophes, several surnames, dictionary words, scripts other than Latin.
"""

from __future__ import annotations

import json
import random
import re
import unicodedata
import zlib
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from markupsafe import Markup

_POOLS: dict[str, list[Any]] = json.loads((Path(__file__).parent / "pages" / "cast.json").read_text(encoding="utf-8"))


def mark(kind: str, text: str, note: str = "") -> Markup:
    """`text` as an element that the measuring script finds; `note` as in labels.json."""
    if note:
        return Markup('<span data-pii="{}" data-note="{}">{}</span>').format(kind, note, text)
    return Markup('<span data-pii="{}">{}</span>').format(kind, text)


def ascii_of(text: str) -> str:
    """Small Latin letters only."""
    plain = text.translate(str.maketrans("øØłŁıßþÞđ", "oOlLisbBd"))
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKD", plain).lower())


@dataclass(frozen=True)
class Firm:
    """A firm with a legal form; the bare name counts neither as hit nor as miss where no label tells what it is."""

    bare: str
    form: str
    host: str

    @property
    def full(self) -> Markup:
        return mark("company", f"{self.bare} {self.form}")

    @property
    def short(self) -> Markup:
        return mark("company", self.bare, "optional")

    @property
    def labelled(self) -> Markup:
        """The bare name under a label that says company."""
        return mark("company", self.bare)

    @property
    def site(self) -> Markup:
        return mark("company", f"www.{self.host}", "optional")

    @property
    def number(self) -> int:
        """Five digits that depend on the name alone."""
        return zlib.crc32(self.host.encode()) % 90000 + 10000

    @property
    def account(self) -> Markup:
        return mark("id", (f"V{self.number:06d}", f"7{self.number}", f"K-{self.number}")[self.number % 3])

    @property
    def vat(self) -> Markup:
        digits = f"{self.number * 7919 % 10**9:09d}"
        return mark(
            "id", (f"DE{digits}", f"GB {digits[:3]} {digits[3:7]} {digits[7:]}", f"FR{digits}12")[self.number % 3]
        )


@dataclass(frozen=True)
class Somebody:
    """One invented person. Properties return marked text."""

    given: str
    family: str
    latin: tuple[str, str]
    job: str
    firm: Firm
    mail: str
    login: str
    phone_text: str
    street_text: str
    town_text: str
    born: date
    number: int
    iban_text: str
    card_text: str
    photo: bool

    @property
    def plain(self) -> str:
        """Given name and surname without a mark."""
        return f"{self.given} {self.family}"

    @property
    def name(self) -> Markup:
        return mark("person name", self.plain)

    @property
    def first(self) -> Markup:
        return mark("person name", self.given)

    @property
    def last(self) -> Markup:
        return mark("person name", self.family)

    @property
    def last_first(self) -> Markup:
        return mark("person name", f"{self.family}, {self.given}")

    @property
    def upper(self) -> Markup:
        return mark("person name", self.plain.upper())

    @property
    def upper_last(self) -> Markup:
        return mark("person name", f"{self.given} {self.family.upper()}")

    @property
    def short(self) -> Markup:
        return mark("person name", f"{self.given[0]}. {self.family}")

    @property
    def abbreviated(self) -> Markup:
        return mark("person name", f"{self.given} {self.family.split()[-1][0].upper()}.")

    @property
    def letters(self) -> str:
        return (self.given[0] + self.family.split()[-1][0]).upper()

    @property
    def initials(self) -> Markup:
        return mark("user name", self.letters, "initials")

    @property
    def email(self) -> Markup:
        return mark("email", self.mail)

    @property
    def user(self) -> Markup:
        return mark("user name", self.login)

    @property
    def handle(self) -> Markup:
        return mark("user name", f"@{self.login}")

    @property
    def phone(self) -> Markup:
        return mark("phone", self.phone_text)

    @property
    def street(self) -> Markup:
        return mark("address", self.street_text)

    @property
    def town(self) -> Markup:
        return mark("address", self.town_text)

    @property
    def address(self) -> Markup:
        return mark("address", f"{self.street_text}, {self.town_text}")

    @property
    def dob(self) -> Markup:
        return mark("date of birth", self.born.strftime("%d.%m.%Y" if self.number % 2 else "%d %b %Y"))

    @property
    def staff(self) -> Markup:
        return mark("id", f"{'E' if self.number % 3 else '00'}{self.number}")

    @property
    def customer(self) -> Markup:
        return mark("id", f"C-{self.number * 7 % 100000:05d}")

    @property
    def employee(self) -> Markup:
        n = self.number
        return mark("id", (f"EMP-{n:06d}", f"{n // 100} {n % 100:02d}", f"4{n}0", f"TX{n}-C")[n % 4])

    @property
    def policy(self) -> Markup:
        n = self.number
        return mark("id", (f"POL-{n * 31 % 10**7:07d}", f"KH {n} {n * 7 % 1000:03d}", f"{n % 90 + 10}-{n * 13}")[n % 3])

    @property
    def plate(self) -> Markup:
        n, (a, b) = self.number, self._latin_letters
        return mark(
            "id", (f"{a}-{b}{a} {n % 9000 + 999}", f"{a}{b}{n % 90 + 10} KX{b}", f"{n % 900 + 99}-{b}{a}")[n % 3]
        )

    @property
    def national(self) -> Markup:
        """A number of the state: a social security, civil registration or identity card number."""
        n, (a, b) = self.number, self._latin_letters
        forms = (
            f"{n % 800 + 100}-{n % 89 + 10}-{n * 3 % 9000 + 1000}",
            f"{self.born:%y%m%d}-{n % 9000 + 1000}",
            f"{n * 211 % 10**8:08d}{b}",
            f"{a}{b} {n % 90 + 10} {n // 100 % 90 + 10} {n // 7 % 90 + 10} C",
        )
        return mark("id", forms[n % 4])

    @property
    def patient(self) -> Markup:
        return mark("id", f"{self.number * 173 % 10**8:08d}")

    @property
    def extension(self) -> Markup:
        return mark("phone", f"{self.number % 9000 + 1000}", "optional")

    @property
    def ip_text(self) -> str:
        n = self.number
        return f"10.{n % 250}.{n // 250 % 250}.{n % 199 + 1}"

    @property
    def ip(self) -> Markup:
        return mark("id", self.ip_text)

    @property
    def machine(self) -> Markup:
        """A host name with the log-in in it; the log-in alone is marked."""
        user = mark("user name", self.login.upper().replace("_", "-"))
        return Markup("{}-{}{}").format(("WS", "LT", "NB")[self.number % 3], user, ("", "-02")[self.number % 2])

    @property
    def _latin_letters(self) -> tuple[str, str]:
        return ascii_of(self.latin[0])[0].upper(), ascii_of(self.latin[1])[0].upper()

    def born_as(self, form: str) -> Markup:
        """Date of birth in a format of strftime."""
        return mark("date of birth", self.born.strftime(form))

    @property
    def iban(self) -> Markup:
        return mark("iban", self.iban_text)

    @property
    def card(self) -> Markup:
        return mark("card", self.card_text)


class Cast:
    """People and firms of one page, all from one seed."""

    def __init__(self, seed: str) -> None:
        from faker import Faker

        self._rng = random.Random(seed)
        self._fakers = {locale: Faker(locale) for locale in self._rng.sample(_POOLS["locales"], 8)}
        for faker in self._fakers.values():
            faker.seed_instance(self._rng.randrange(2**31))
        self.firms = [self._firm(word) for word in self._rng.sample(_POOLS["firm_words"], 8)]
        self._odd = self._rng.sample(_POOLS["awkward"], len(_POOLS["awkward"]))

    def people(self, count: int) -> list[Somebody]:
        """`count` people who differ; about one in fourteen writes in another script."""
        return [self._somebody(i) for i in range(count)]

    def _firm(self, word: str) -> Firm:
        rng = self._rng
        bare = word + rng.choice(
            [
                f" {rng.choice(_POOLS['firm_ends'])}",
                f" {rng.choice(_POOLS['firm_ends'])}",
                rng.choice(["ix", "ora", "ton"]),
            ]
        )
        return Firm(
            bare, rng.choice(_POOLS["forms"]), f"{ascii_of(bare)}.{rng.choice(['com', 'example', 'de', 'io', 'co.uk'])}"
        )

    def _somebody(self, index: int) -> Somebody:
        rng = self._rng
        faker = self._fakers[rng.choice(sorted(self._fakers))]
        given, family = self._name(faker)
        latin = (given, family)
        if rng.random() < 0.07 and index > 1:
            given, family, *rest = rng.choice(_POOLS["other_scripts"])
            latin = (rest[0], rest[1])
        first, last = ascii_of(latin[0]), ascii_of(latin[1].split()[-1])
        login = rng.choice(
            [
                f"{first[0]}{last}",
                f"{first}.{last}",
                f"{last}{first[:2]}",
                f"{first}{rng.randrange(70, 99)}",
                f"{first[0]}_{last}",
            ]
        )
        firm = self.firms[0] if rng.random() < 0.7 else rng.choice(self.firms)
        host = firm.host if rng.random() < 0.8 else rng.choice(_POOLS["mail_hosts"])
        mail = (
            rng.choice([f"{first}.{last}", f"{first[0]}.{last}", f"{first}_{last}", f"{last}", f"{first}{last[0]}"])
            + "@"
            + host
        )
        street, _, town = faker.address().replace("\n", "\x00").rpartition("\x00")
        street = street.replace("\x00", ", ") or town
        digits = "".join(str(rng.randrange(10)) for _ in range(12))
        return Somebody(
            given=given,
            family=family,
            latin=latin,
            job=rng.choice(_POOLS["jobs"]),
            firm=firm,
            mail=mail,
            login=login,
            phone_text=self._phone(digits, faker),
            street_text=street,
            town_text=town,
            born=date(1950, 1, 1) + timedelta(days=rng.randrange(19000)),
            number=rng.randrange(10000, 99999),
            iban_text=_grouped(_iban(rng)),
            card_text=_card(rng),
            photo=rng.random() < 0.35,
        )

    def _name(self, faker: object) -> tuple[str, str]:
        way = self._rng.random()
        if way < 0.2 and self._odd:
            return self._odd.pop()
        if way < 0.4:
            return self._rng.choice(_POOLS["awkward"])[0], self._rng.choice(_POOLS["awkward"])[1]
        family = (
            self._rng.choice(_POOLS["syllables"]).capitalize()
            + self._rng.choice(_POOLS["syllables"])
            + self._rng.choice(_POOLS["endings"])
        )
        given = str(faker.first_name())  # type: ignore[attr-defined]
        return given, family if way < 0.55 else str(faker.last_name())  # type: ignore[attr-defined]

    def _phone(self, digits: str, faker: object) -> str:
        a, b, c, d = digits[:3], digits[3:6], digits[6:9], digits[8:12]
        local = str(faker.phone_number())  # type: ignore[attr-defined]
        return self._rng.choice(
            [
                f"(2{a[1:]}) 5{b[1:]}-{d}",
                f"+49 {a} {b}{c}",
                f"+44 7{a} {b} {c}",
                f"0{a[:2]}/{b}{c}",
                f"+1 2{a[1:]} 5{b[1:]} {d}",
                local,
                local,
            ]
        )


def _iban(rng: random.Random) -> str:
    account = "".join(str(rng.randrange(10)) for _ in range(18))
    check = 98 - int(account + "131400") % 97
    return f"DE{check:02d}{account}"


def _card(rng: random.Random) -> str:
    body = "4" + "".join(str(rng.randrange(10)) for _ in range(14))
    total = sum(n if i % 2 else (n * 2 - 9 if n > 4 else n * 2) for i, n in enumerate(map(int, body)))
    return _grouped(body + str(-total % 10))


def _grouped(text: str) -> str:
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))
