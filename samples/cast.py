"""Who plays in a batch: the company that records, the recorded people, and everybody on their screens."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from random import Random

from samples.companies import Company, make_companies
from samples.look import Look, draw_look, stage_look
from samples.marks import plain
from samples.people import CULTURES, Person, make_people

PHOTOS = ("portrait.jpg", "portrait_grey.jpg", "portrait_dark.jpg")


#: Cultures whose names are also written in their own script.
SCRIPTS = tuple(name for name, culture in CULTURES.items() if culture.native)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded person and the id that batch.json knows them by."""

    id: str
    person: Person


@dataclass(frozen=True, slots=True)
class Mail:
    """One message of an inbox. `body` is empty where it is never opened."""

    who: Person
    firm: Company
    subject: str
    preview: str
    time: str
    body: list[str]
    attachment: str
    cc: str
    unread: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """`me` records, at `home`; `people` and `firms` are the ones they deal with, the k-th person at the k-th firm.

    A `staged` cast plays in typefaces and themes chosen to show all; otherwise they are drawn.
    """

    me: Recorded
    home: Company
    people: list[Person]
    firms: list[Company]
    staged: bool = True

    def look(self, rng: Random, font: str, dark: bool, width: int = 1280, height: int = 800) -> Look:
        """The look that a screen is staged with; any look at all when the batch is not staged."""
        if not self.staged:
            return draw_look(rng)
        return stage_look(rng, font, dark, width, height)

    def played_by(self, me: Recorded) -> Cast:
        """The same people around another recorded person."""
        return replace(self, me=me)


def make_cast(rng: Random, prefix: str, taken: set[str], *, staged: str | None = None) -> tuple[Cast, list[Recorded]]:
    """Invent a cast of nine around two recorded people; three of the nine have photographs, the rest initials.

    The first writes their name in a script of its own (that of the culture `staged`, or any), the second has an
    apostrophe, the third a hyphen, the last works at home. `taken` holds the names in use and grows.
    """
    home, *firms = make_companies(rng, 5, taken)
    script = staged or rng.choice(SCRIPTS)
    rest = [name for name in CULTURES if name not in (*SCRIPTS, "irish", "french")]
    rng.shuffle(rest)
    others = make_people(rng, [*firms, *firms, home], [script, "irish", "french", *rest[:6]], taken, native=True)
    for place, photo in ((0, PHOTOS[0]), (2, PHOTOS[1]), (4, PHOTOS[2])):
        others[place] = replace(others[place], photo=photo)
    workers = make_people(rng, [home], rest[-2:], taken)
    recorded = [Recorded(f"{prefix}-{i + 1}", p) for i, p in enumerate(workers)]
    return Cast(recorded[0], home, others, firms, staged is not None), recorded


def digit_string(rng: Random, count: int) -> str:
    """A number of `count` digits that does not start with zero."""
    return rng.choice("123456789") + "".join(rng.choice(string.digits) for _ in range(count - 1))


def secret(rng: Random) -> str:
    """An invented token of no real service's form."""
    return "tok_" + "".join(rng.choice(string.ascii_letters + string.digits) for _ in range(32))


def split(rng: Random, text: str, pieces: int) -> tuple[int, ...]:
    """Sorted cut points that part the plain text into `pieces`, none empty."""
    return tuple(sorted(rng.sample(range(1, len(plain(text))), pieces - 1)))
