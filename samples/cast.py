"""Who plays in a batch: the company that records, the recorded people, and everybody on their screens."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from random import Random

from samples.companies import Company, make_companies
from samples.look import Look, make_look
from samples.marks import plain
from samples.people import Person, make_people

PHOTOS = ("portrait.jpg", "portrait_grey.jpg", "portrait_dark.jpg")


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

    def look(self, rng: Random, font: str, dark: bool) -> Look:
        """The look that a screen is staged with; any look at all when the batch is not staged."""
        return make_look(rng, font=font, dark=dark) if self.staged else make_look(rng)

    def played_by(self, me: Recorded) -> Cast:
        """The same people around another recorded person."""
        return replace(self, me=me)


def make_cast(
    rng: Random, staff: int = 2, *, people: int = 9, prefix: str, staged: bool = True
) -> tuple[Cast, list[Recorded]]:
    """Invent a cast and `staff` recorded people; three of the others have photographs, the rest initials.

    The first of the others writes their name in a script of their own.
    """
    companies = make_companies(rng, 5)
    home, firms = companies[0], companies[1:]
    crowd = make_people(
        rng, people + staff, firms, native="japanese" if staged else rng.choice(("japanese", "ukrainian"))
    )
    workers = make_people(rng, staff + 4, [home])[4:]
    names = {p.plain_name for p in workers}
    others = [p for p in crowd if p.plain_name not in names][:people]
    for place, photo in ((0, PHOTOS[0]), (2, PHOTOS[1]), (4, PHOTOS[2])):
        others[place] = replace(others[place], photo=photo)
    recorded = [Recorded(f"{prefix}-{i + 1}", p) for i, p in enumerate(workers)]
    return Cast(recorded[0], home, others, firms, staged), recorded


def digit_string(rng: Random, count: int) -> str:
    """A number of `count` digits that does not start with zero."""
    return rng.choice("123456789") + "".join(rng.choice(string.digits) for _ in range(count - 1))


def secret(rng: Random) -> str:
    """An invented token of no real service's form."""
    return "tok_" + "".join(rng.choice(string.ascii_letters + string.digits) for _ in range(32))


def split(rng: Random, text: str, pieces: int) -> tuple[int, ...]:
    """Sorted cut points that part the plain text into `pieces`, none empty."""
    return tuple(sorted(rng.sample(range(1, len(plain(text))), pieces - 1)))
