"""Who plays in a batch of demonstrations: recorded people, and many more on their screens, of many cultures."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import cv2
import numpy as np

from samples.companies import Company, make_companies
from samples.marks import mark, plain, spans
from samples.people import Person, digits, fold, make_person

PHOTOS = Path(__file__).resolve().parents[1] / "photos"
#: The k-th person's culture; the one at HAN writes their name in Han characters.
_CULTURES = (
    *("vietnamese", "polish", "french", "indian", "chinese", "turkish", "arabic", "japanese", "irish", "german"),
    *("nigerian", "spanish", "ukrainian", "american", "british", "korean", "danish", "brazilian"),
    *("vietnamese", "indian", "turkish", "polish", "french", "arabic"),
)
HAN = 4
_RECORDED = ("danish", "indian", "british")
#: px at which the pages show photographs.
SIZES = (22, 24, 26, 28, 30, 32, 34, 40, 52, 160)
#: People with a photograph, and how the page gets it: from an address, or as a data URL in the page.
_FACES = {0: ("portrait.jpg", False), 3: ("portrait_grey.jpg", True), 5: ("portrait_dark.jpg", False)}


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the cast. `id` is what truth calls them; the fields of `shown` carry marks and go to the pages."""

    id: str
    person: Person
    firm: Company
    shown: dict[str, Any]

    @property
    def forms(self) -> dict[str, str]:
        """Every plain value that names them, and its kind."""
        return {plain(v): _kind(v) for k, v in self.shown.items() if isinstance(v, str) and _kind(v) and k != "company"}


@dataclass(frozen=True, slots=True)
class Cast:
    """The `recorded` work at `home`; `people` are on the screens."""

    recorded: tuple[Member, ...]
    people: tuple[Member, ...]
    home: Company
    firms: tuple[Company, ...]

    @property
    def entities(self) -> dict[str, str]:
        """Whose every plain value is: id of a member, or of a company."""
        found = {
            plain(name): f"c{i}" for i, firm in enumerate((self.home, *self.firms)) for name in (firm.name, firm.short)
        }
        for member in (*self.recorded, *self.people):
            found |= {written: member.id for value in member.forms for written in (value, quote(value, safe=""))}
        return found


def make_cast(rng: Random) -> Cast:
    """Invent a cast. The same for the same `rng`, on every machine."""
    taken: set[str] = set()
    home, *firms = make_companies(rng, 6, taken)
    people = tuple(
        _member(rng, f"p{i:02d}", culture, firms[i % len(firms)], taken, i) for i, culture in enumerate(_CULTURES)
    )
    recorded = tuple(_member(rng, f"r{i}", culture, home, taken, 30 + i) for i, culture in enumerate(_RECORDED))
    return Cast(recorded, people, home, tuple(firms))


def _member(rng: Random, id_: str, culture: str, firm: Company, taken: set[str], number: int) -> Member:
    for _ in range(200):
        person = make_person(rng, culture, firm, native=number == HAN)
        given = plain(person.given)
        if plain(person.latin) not in taken and given not in taken:
            break
    taken |= {plain(person.latin), given}
    if number in _FACES:
        person = replace(person, photo=_FACES[number][0])
    return Member(id_, person, firm, _shown(rng, person, firm, number))


def _shown(rng: Random, person: Person, firm: Company, number: int) -> dict[str, Any]:
    phone = plain(person.phone)
    return {
        "number": number,
        "name": person.name,
        "given": person.given,
        "latin": person.latin,
        "email": person.email,
        "phone": person.phone,
        "newPhone": mark("phone", phone[:-2] + digits(rng, "%#")),
        "username": person.username,
        "address": person.address,
        "born": person.born,
        "slug": mark("person", "-".join(fold(part) for part in plain(person.latin).split())),
        "company": firm.name,
        "title": person.title,
        "initials": person.initials,
        "photos": _photos(person, number),
    }


def _photos(person: Person, number: int) -> dict[int, str] | None:
    """By size in px, where a page gets the photograph."""
    if not person.photo:
        return None
    if _FACES[number][1]:
        return {
            size: "data:image/jpeg;base64," + base64.b64encode(photo(person.photo, size)).decode() for size in SIZES
        }
    return {size: f"/photos/{size}/{person.photo}" for size in SIZES}


@cache
def photo(name: str, size: int) -> bytes:
    """A photograph as JPEG of size x size px. A browser that scales it does it a little differently each time."""
    pixels = np.asarray(cv2.imread(str(PHOTOS / name), cv2.IMREAD_COLOR), np.uint8)
    how = cv2.INTER_AREA if size < len(pixels) else cv2.INTER_CUBIC
    scaled = cv2.resize(pixels, (size, size), interpolation=how)
    return cv2.imencode(".jpg", scaled, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def _kind(value: str) -> str:
    """The kind of a value that is one mark as a whole, else nothing."""
    found = spans(value)
    return found[0].kind if len(found) == 1 and found[0].value == plain(value) else ""
