# ruff: noqa: E501 - lists of forms read better on one line
"""Made-up companies and places, and codes, dates and numbers that are neither."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime

from benchmarks.training import templates_general as general
from benchmarks.training import words
from benchmarks.training.firms import organisation, plain_organisation
from benchmarks.training.names import SEED, Culture, Markov, Person
from benchmarks.training.software import Software

#: Dates are drawn up to here: Faker's own end is the clock's, and a rebuild would draw other texts.
NOW = datetime(2026, 1, 1)


class World:
    """Organisations, places and fillers drawn from Faker pools and our own word lists."""

    def __init__(self, rng: random.Random, cultures: list[Culture], software: Software | None = None) -> None:
        from faker import Faker
        from faker.config import AVAILABLE_LOCALES

        self.r = rng
        self.software = software
        self.cities: list[str] = []
        self.countries: list[str] = []
        self.streets: list[str] = []
        self.companies: list[str] = []
        self.regions: list[str] = []
        for locale in sorted(AVAILABLE_LOCALES):
            fake = Faker(locale)
            fake.seed_instance(SEED)
            for pool, maker, count in (
                (self.cities, "city", 150),
                (self.countries, "country", 80),
                (self.streets, "street_address", 150),
                (self.companies, "company", 150),
                (self.regions, "administrative_unit", 40),
            ):
                try:
                    pool.extend(sorted({str(getattr(fake, maker)()) for _ in range(count)}))
                except (AttributeError, IndexError):
                    continue
        self.foreign: list[str] = []
        self._foreign: dict[str, list[str]] = {}
        for locale in (
            "de_DE",
            "fr_FR",
            "it_IT",
            "es_ES",
            "pt_BR",
            "nl_NL",
            "pl_PL",
            "cs_CZ",
            "ru_RU",
            "uk_UA",
            "el_GR",
            "tr_TR",
            "sv_SE",
            "da_DK",
            "fi_FI",
            "hu_HU",
            "ro_RO",
            "ja_JP",
            "zh_CN",
            "ko_KR",
            "ar_AA",
            "fa_IR",
            "he_IL",
            "vi_VN",
            "th_TH",
            "bn_BD",
            "az_AZ",
            "hy_AM",
            "ka_GE",
            "sk_SK",
            "sl_SI",
            "lv_LV",
            "lt_LT",
            "hr_HR",
            "tl_PH",
            "id_ID",
        ):
            fake = Faker(locale)
            fake.seed_instance(SEED)
            if any(
                "lorem" in type(p).__module__ and type(p).__module__.rsplit(".", 1)[1] == locale
                for p in fake.get_providers()
            ):
                self._foreign[locale[:2]] = [
                    fake.sentence(n)[:90].rstrip(".") for n in (1, 2, 3, 4, 6, 8) for _ in range(30)
                ]
                self.foreign += self._foreign[locale[:2]]
        self.lasts = [s for c in cultures if not c.native for s in c.last]
        self.brand = Markov([w for w in (*words.INVENTED_WORDS, *words.INDUSTRY) if " " not in w])
        self.town = Markov([c for c in self.cities if c.isalpha() and c.isascii()])
        self.en = Faker("en_US")
        self.en.seed_instance(SEED + rng.randrange(1 << 30))

    def foreign_of(self, language: str) -> list[str]:
        """Word-list sentences of a language; of any language where Faker has none."""
        return self._foreign.get(language, self.foreign)

    def town_name(self) -> str:
        return self.r.choice(self.cities) if self.r.random() < 0.7 else self.town.make(self.r)

    def place(self, style: str = "") -> str:
        r = self.r
        style = style or r.choices(("city", "address", "street", "region", "citystate"), (40, 20, 14, 12, 8))[0]
        match style:
            case "city":
                return self.town_name()
            case "country":
                return r.choice(self.countries)
            case "street":
                return r.choice(self.streets).replace("\n", " ")
            case "region":
                return r.choice(
                    (
                        r.choice(self.regions) if self.regions else self.town_name(),
                        self.en.state(),
                        f"{self.town_name()} {r.choice(('County', 'District', 'Valley', 'Bay', 'River', 'Park', 'Airport', 'Bridge', 'Square', 'Province'))}",
                    )
                )
            case "line":
                street = r.choice(self.streets).replace("\n", " ")
                code = r.choice((str(r.randrange(1000, 99999)), f"{r.randrange(10, 99)}-{r.randrange(100, 999)}", f"{r.choice('ABCEGHKLMNPRSTW')}{r.randrange(1, 9)} {r.randrange(1, 9)}{r.choice('ABDEFGH')}{r.choice('JLNPQRS')}", f"{r.randrange(100000, 999999)}"))  # fmt: skip
                country = r.choice(("", "", ", " + r.choice(self.countries)))
                return r.choice(
                    (
                        f"{street}, {code} {self.town_name()}{country}",
                        f"{street}, {self.town_name()} {code}{country}",
                        f"{street} - {self.town_name()} - {code}",
                        f"{r.randrange(1, 400)} {self.town_name()} {r.choice(('Road', 'Street', 'Lane', 'Avenue', 'Close', 'Way', 'Rd', 'St', 'Ave', 'Blvd', 'Drive', 'Terrace', 'Court', 'Parkway'))}, {self.town_name()}{country}",
                        f"{r.choice(('Apt', 'Flat', 'Unit', 'Suite', 'Floor', 'Block', 'Plot No.'))} {r.randrange(1, 90)}, {street}, {self.town_name()} {code}{country}",
                        f"{r.choice(('Calle', 'Rua', 'Via', 'Rue de', 'ul.', 'Av.', 'Jalan', 'Avenida', 'Piazza', 'Boulevard', 'Carrera'))} {r.choice(self.lasts)} {r.randrange(1, 300)}, {code} {self.town_name()}",
                        f"{r.choice(self.lasts)}{r.choice(('straße', 'weg', 'gasse', 'platz', 'straat', 'gatan', 'vej', 'katu', 'allee', 'laan'))} {r.randrange(1, 200)}, {code} {self.town_name()}",
                        f"P.O. Box {r.randrange(1, 9999)}, {self.town_name()}{country}",
                    )
                )
            case "citystate":
                return f"{self.town_name()}, {r.choice((self.en.state_abbr(), self.en.state()))}"
            case _:
                if r.random() < 0.5:
                    return self.en.address().replace("\n", r.choice((", ", "\n", " ")))
                return f"{r.choice(self.streets)}{r.choice((', ', ' ', chr(10)))}{self.town_name()}{r.choice(('', ' ' + str(r.randrange(1000, 99999)), ', ' + r.choice(self.countries)))}".replace(
                    "\n", r.choice((", ", "\n"))
                )

    def filler(self, kind: str) -> str:
        r, w = self.r, words
        match kind:
            case "date":
                return r.choice(
                    (
                        self.en.date(end_datetime=NOW),
                        self.en.date("%d/%m/%Y", NOW),
                        self.en.date("%B %d, %Y", NOW),
                        self.en.date("%d %b %Y", NOW),
                        self.en.date("%d %B %Y", NOW),
                        self.en.date("%A, %B %d, %Y", NOW),
                        self.en.date("%m/%d/%y", NOW),
                        self.en.date("%B %Y", NOW),
                        self.en.date("%b %d", NOW),
                    )
                )
            case "time":
                return r.choice(
                    (self.en.time("%H:%M", NOW), self.en.time("%I:%M %p", NOW), self.en.time("%H:%M:%S", NOW))
                )
            case "year":
                return str(r.randrange(1900, 2027))
            case "num":
                return r.choice(
                    (
                        str(r.randrange(1, 99)),
                        str(r.randrange(100, 99999)),
                        f"{r.randrange(1, 99999):,}",
                        f"{r.random() * 1000:.2f}",
                    )
                )
            case "small":
                return str(r.randrange(1, 60))
            case "id":
                return r.choice(
                    ("INV-", "PO-", "SO", "REQ-", "TKT-", "CASE-", "#", "EMP", "JIRA-", "ABC-", "HR-", "")
                ) + str(r.randrange(100, 9999999))
            case "money":
                return (
                    r.choice("$€£")
                    + f"{r.randrange(10, 99999):,}"
                    + r.choice(("", ".00", "k", f".{r.randrange(10, 99)}"))
                )
            case "phone":
                return self.en.phone_number()
            case "job":
                job = r.choice(w.JOBS)
                return job if r.random() < 0.6 else job.lower()
            case "joblow":
                return r.choice(w.JOBS[15:]).lower()
            case "product":
                return r.choice(w.PRODUCTS)
            case "ui":
                return r.choice(w.UI)
            case "noun":
                return r.choice(w.NOUNS) if r.random() < 0.6 else r.choice(general.THINGS)
            case "adj":
                return r.choice(w.ADJECTIVES)
            case "verb":
                return r.choice(w.VERBS)
            case "past":
                return r.choice(w.PAST)
            case "area":
                return r.choice(w.AREAS)
            case "nat":
                return r.choice(w.NATIONALITIES)
            case "hash":
                return r.choice(w.HASHTAGS)
            case "month":
                return r.choice(
                    (
                        "January",
                        "February",
                        "March",
                        "April",
                        "May",
                        "June",
                        "July",
                        "August",
                        "September",
                        "October",
                        "November",
                        "December",
                    )
                )
            case "day":
                return r.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"))
            case "cap":
                n = r.choice((1, 2, 2, 3, 3, 4))
                return " ".join(
                    r.choice(
                        (
                            r.choice(w.NOUNS),
                            r.choice(w.ADJECTIVES),
                            r.choice(w.AREAS),
                            r.choice(w.INDUSTRY),
                            r.choice(w.NOUNS),
                        )
                    ).title()
                    for _ in range(n)
                )
            case "thing":
                return r.choice(general.THINGS)
            case "slang":
                return r.choice(general.SLANG)
            case "acro":
                return (
                    r.choice(general.ACRONYMS)
                    if r.random() < 0.8
                    else "".join(r.choice("ABCDEFGHIKLMNOPRSTUVW") for _ in range(r.randint(2, 5)))
                )
            case "stretch":
                word = r.choice(general.SLANG + general.ADVERBS + general.THINGS)
                at = r.randrange(len(word))
                word = word[:at] + word[at] * r.randint(2, 8) + word[at:]
                return word if r.random() < 0.7 else word.upper() if r.random() < 0.5 else word.capitalize()
            case "rand":
                letters = r.choice(
                    (
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                        "0123456789abcdef",
                        "abcdefghijklmnopqrstuvwxyz0123456789",
                    )
                )
                return "".join(r.choice(letters) for _ in range(r.choice((6, 8, 10, 10, 10, 12, 16, 32))))
            case "foreign":
                return r.choice(self.foreign)
            case "adv":
                return r.choice(general.ADVERBS).capitalize() if r.random() < 0.7 else r.choice(general.ADVERBS)
            case "file":
                return r.choice(("_", " ", "-")).join(
                    r.choice(w.NOUNS) for _ in range(r.randint(1, 3))
                ).title() + r.choice((".xlsx", ".pdf", ".docx", ".pptx", ".csv", ".txt", ".png"))
            case "domain":
                return r.choice(
                    (
                        self.en.domain_name(),
                        "example.com",
                        "gmail.com",
                        "corp.local",
                        "mail.ru",
                        "outlook.com",
                        "yahoo.co.uk",
                    )
                )
            case "emoji":
                return r.choice(
                    ["😀", "😂", "🎉", "👍", "❤️", "🔥", "🙏", "😭", "👀", "🚀", "✅", "⚠️", "📅", "🏆", "💼"]
                )
        raise ValueError(kind)


_CASES: dict[str, Callable[[str], str]] = {
    "": str,
    "cap": str.capitalize,
    "upper": str.upper,
    "low": str.lower,
    "title": str.title,
}


class Filler:
    """Fills the slots of one text; numbered entities stay the same through the text."""

    def __init__(self, world: World, make_person: object) -> None:
        self._world, self._make = world, make_person
        self._people: dict[str, Person] = {}
        self._other: dict[str, str] = {}

    def __call__(self, slot: str, style: str) -> list[tuple[str, int]]:
        kind, number = slot.rstrip("0123456789"), slot[-1] if slot[-1].isdigit() else ""
        if kind == "p":
            if not number:
                person = self._make()  # type: ignore[operator]
            else:
                person = self._people.get(slot) or self._make()  # type: ignore[operator]
                self._people[slot] = person
            if style == "mail":
                return [(person.login(), 1), ("@", 0), (self._world.filler("domain"), 0)]
            if style == "mr":
                text = person.mention("mr")
                head, _, tail = text.partition(" ")
                return [(head + " ", 0), (tail, 1)] if tail else [(text, 1)]
            if style == "" and (text := person.mention()):
                head, _, tail = text.partition(" ")
                from benchmarks.training.name_lists import HONORIFICS

                return [(head + " ", 0), (tail, 1)] if head in HONORIFICS and tail else [(text, 1)]
            return [(person.mention(style), 1)]
        if kind in {"o", "l", "c"}:
            tag = {"o": 2, "l": 3, "c": 4}[kind]
            make = (
                (lambda: plain_organisation(self._world, style))
                if style in {"plain", "coin", "acro", "low"}
                else (lambda: organisation(self._world))
                if kind == "o"
                else lambda: self._world.place("country" if kind == "c" else style)
            )
            text = self._other.setdefault(slot, make()) if number else make()
            return [(text.lower() if style in {"lower", "low"} else text, tag)]
        software = self._world.software
        draw = software if software is not None and software.knows(kind) else self._world.filler
        text = self._other.setdefault(slot, draw(kind)) if number else draw(kind)
        return [(_CASES[style](text), 0)]
