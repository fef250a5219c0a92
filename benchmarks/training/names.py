"""Made-up people: name pools from Faker's locales and lists written here, and the many ways one person is written.

No list of real people is used. Pools are built in a fixed order from a fixed seed, so a run can be repeated.
"""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass, field

from benchmarks.training.name_lists import HONORIFICS, PARTICLES, SUFFIXES, WRITTEN

SEED = 20240613


def fold(text: str) -> str:
    """The ASCII letters of a name, accents removed."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii() and c.isalnum())


class Markov:
    """Made-up names from character trigrams: names nobody can have memorised."""

    def __init__(self, names: list[str]) -> None:
        self._next: dict[str, list[str]] = {}
        for name in names:
            padded = "^^" + name.lower() + "$"
            for i in range(len(padded) - 2):
                self._next.setdefault(padded[i : i + 2], []).append(padded[i + 2])

    def make(self, rng: random.Random) -> str:
        """One capitalised made-up name of 3 to 12 letters."""
        while True:
            out = "^^"
            while len(out) < 15:
                letter = rng.choice(self._next[out[-2:]])
                if letter == "$":
                    break
                out += letter
            if 5 <= len(out) <= 14:
                return out[2:].capitalize()


@dataclass(frozen=True)
class Culture:
    """First and last names that go together; `family_first` where the family name leads; `native` in another script."""

    name: str
    first: tuple[str, ...]
    last: tuple[str, ...]
    family_first: bool = False
    native: bool = False


@dataclass
class Person:
    """One made-up person. `mention` gives one of the ways to write the name."""

    first: str
    last: str
    middle: str
    culture: Culture
    rng: random.Random = field(repr=False)

    @property
    def full(self) -> str:
        if self.culture.native and self.culture.family_first:
            return self.last + self.first
        if self.culture.family_first and self.rng.random() < 0.5:
            return f"{self.last} {self.first}"
        return f"{self.first} {self.last}"

    def login(self) -> str:
        """A log-in name or handle without sign."""
        f, s, r = fold(self.first).lower(), fold(self.last).lower(), self.rng
        if not f or not s:
            return r.choice(("user", "acct")) + str(r.randrange(10, 9999))
        return r.choice(
            (
                f + s,
                f[0] + s,
                f + "." + s,
                f + "_" + s,
                s + f[0],
                f + s[0],
                f + str(r.randrange(1, 99)),
                f[0] + s[:6] + str(r.randrange(1, 9)),
                f + s[:2],
                s + "." + f,
                f + "-" + s,
                "the" + f,
                "real" + f + s,
                f + r.choice(("xo", "x", "tv", "dev", "_official", "_88", "writes", "codes")),
            )
        )

    def mention(self, style: str = "") -> str:
        """The name in a style; without one a style is drawn."""
        r = self.rng
        f, s = self.first, self.last
        if not style:
            style = r.choices(
                ("full", "first", "last", "mr", "middle", "finit", "sfull", "cred"), (50, 12, 6, 9, 7, 6, 4, 2)
            )[0]
        if self.culture.native:
            style = {"full": "full", "first": "first", "last": "last"}.get(style, "full")
        match style:
            case "full":
                return self.full
            case "first":
                return f
            case "last":
                return s
            case "mr":
                return r.choice(HONORIFICS) + " " + r.choice((s, s, s, f"{f} {s}", f"{f[0]}. {s}"))
            case "title_last":
                return s if r.random() < 0.7 else f"{f} {s}"
            case "middle":
                return r.choice((f"{f} {self.middle} {s}", f"{f} {self.middle[0]}. {s}", f"{f} {self.middle[0]} {s}"))
            case "finit":
                return r.choice(
                    (f"{f[0]}. {s}", f"{f} {s[0]}.", f"{f[0]}.{self.middle[0]}. {s}", f"{f[0]} {s}", f"{f} {s[0]}")
                )
            case "lf":
                return r.choice(
                    (
                        f"{s}, {f}",
                        f"{s}, {f}",
                        f"{s}, {f} {self.middle[0]}.",
                        f"{s}, {f[0]}.",
                        f"{s},{f}",
                        f"{s} {f}",
                        f"{s}, {f} {self.middle}",
                    )
                )
            case "sfull":
                return r.choice(
                    (
                        f"{f} {s}-{self.middle}",
                        f'{f} "{self.middle}" {s}',
                        f"{f} ({self.middle}) {s}",
                        f"{f[0]}.{s}",
                        f"{f}.{s}",
                        f"{f}{s}",
                    )
                )
            case "cred":
                return f"{f} {s}{r.choice((', ', ' '))}{r.choice(SUFFIXES)}"
            case "initials":
                return f[0] + s[0] if r.random() < 0.6 else f[0] + self.middle[0] + s[0]
            case "upper":
                return self.full.upper()
            case "lower":
                return self.full.lower()
            case "lfirst":
                return f.lower()
            case "joined":
                forms = (f"{f}{s}", f"{f[0]}.{s}", f"{s},{f}", f"{s}{f}", f"{f}{s[0]}.", f"{f[0]}{s}")
                return r.choice(forms).replace(" ", "")
            case "sf":
                up = s.upper()
                forms = (f"{s} {f}", f"{up} {f}", f"{up}, {f}", f"{up} {f.upper()}", f"{s} {f[0]}.", f"{s} {f[0]}")
                return r.choice(forms)
            case "signed":
                i, j, m = f[0], s[0], self.middle[0]
                dotted = (f"{i}.{j}.", f"{i}. {j}.", f"{i}.", f"{i}{j}.")
                return r.choice((i + j, i + j, i + m + j, (i + j).lower(), i, f"{f} {j}", *dotted))
            case "login":
                return self.login()
        raise ValueError(style)


def build_cultures() -> list[Culture]:
    """Every culture with its names, in a fixed order."""
    from faker import Faker
    from faker.config import AVAILABLE_LOCALES

    cultures: list[Culture] = []
    for locale in sorted(AVAILABLE_LOCALES):
        try:
            fake = Faker(locale)
            fake.seed_instance(SEED)
            first = sorted({fake.first_name() for _ in range(700)})
            last = sorted({fake.last_name() for _ in range(700)})
        except AttributeError:
            continue
        native = sum(not fold(n) for n in first + last) > len(first + last) / 2
        cultures.append(Culture(locale, tuple(first), tuple(last), locale[:2] in {"zh", "ja", "ko", "hu"}, native))
    romanised = [c for c in cultures if not c.native]
    for name, (given, family) in WRITTEN.items():
        pool = tuple(w for w in family.split() if w[0].isupper()) or tuple(
            s for c in romanised if c.name in {"en_US", "en_GB", "es_ES", "it_IT"} for s in c.last
        )
        cultures.append(
            Culture(name, tuple(given.split()), pool, name in {"chinese", "korean", "vietnamese", "japanese"})
        )
    invented_f = Markov([n for c in romanised for n in c.first if fold(n) == n])
    invented_l = Markov([n for c in romanised for n in c.last if fold(n) == n])
    rng = random.Random(SEED)
    cultures.append(
        Culture(
            "invented",
            tuple(invented_f.make(rng) for _ in range(6000)),
            tuple(invented_l.make(rng) for _ in range(9000)),
        )
    )
    return cultures


class People:
    """Draws people: mixed cultures, common English ones more often, foreign first with local last names at times."""

    def __init__(self, rng: random.Random, cultures: list[Culture]) -> None:
        self._rng = rng
        self._latin = [c for c in cultures if not c.native]
        self.native = [c for c in cultures if c.native]
        by_name = {c.name: c for c in cultures}
        self._english = [
            by_name[n] for n in ("en_US", "en_GB", "en_US", "en_CA", "nicknames", "ambiguous") if n in by_name
        ]
        self._special = [by_name[n] for n in (*WRITTEN, "invented", "invented", "invented")]
        self._all_last = [s for c in self._latin for s in c.last]

    def of(self, culture: Culture) -> Person:
        """A person of one culture, nothing mixed in."""
        return Person(
            self._rng.choice(culture.first),
            self._rng.choice(culture.last),
            self._rng.choice(culture.first),
            culture,
            self._rng,
        )

    def person(self) -> Person:
        r = self._rng
        pick = r.random()
        pool = (
            self._english
            if pick < 0.33
            else self._special
            if pick < 0.62
            else self._latin
            if pick < 0.97
            else self.native
        )
        culture = r.choice(pool)
        last_culture = culture
        if not culture.native and r.random() < 0.15:
            last_culture = r.choice(self._latin)
        last = r.choice(last_culture.last)
        if not culture.native and r.random() < 0.05:
            particle = r.choice(PARTICLES)
            last = particle + ("" if particle[-1] == "'" or particle in {"Mc", "Mac"} else " ") + last
        elif not culture.native and r.random() < 0.06:
            last = f"{last}{r.choice(('-', ' ', '-'))}{r.choice(last_culture.last)}"
        first = r.choice(culture.first)
        if not culture.native and r.random() < 0.04:
            first = f"{first}{r.choice(('-', ' '))}{r.choice(culture.first)}"
        if not culture.native and r.random() < 0.1:
            first = unicodedata.normalize("NFKD", first).encode("ascii", "ignore").decode() or first
            last = unicodedata.normalize("NFKD", last).encode("ascii", "ignore").decode() or last
        return Person(first, last, r.choice(culture.first), culture, r)
