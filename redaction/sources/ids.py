"""Ids that stand for rows: each gets another of the same form, the same wherever it stands, and no two the same one.

An id is drawn from the key until it is none that was captured and none that was given: nobody who finds `emp_0431` in a
release has found the employee 0431. Where a form has no room for that (one digit, nine rows) ids only change places.
What all rows of a source begin with (`emp_`) stays.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from math import prod

from redaction.errors import EntrophyError
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

SHARED_PREFIX = 0.5
"""Share of the ids of a field from which what they begin with tells the source and nobody of it."""
_DRAWS = 1_000
ROOM = 4
"""A form has room while no more than one in so many of its ids was captured; in a fuller one ids change places."""
_OPEN = "value NOT IN (SELECT value FROM made)"
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PREFIX = re.compile(r"[^\W\d_]{1,12}(?:[_-]|(?=\d))")
_PIECES = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"[^\W_]+(?:[_-][^\W_]+)*")
_LOWER, _UPPER, _DIGITS, _HEX = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0123456789",
    "0123456789abcdef",
)
MOST_PIECES = 6
"""Pieces of an id that is looked for in texts: a UUID has five."""
LEAST_DIGITS = 5
"""Digits of an id of digits alone that is looked for in texts; fewer are any number."""
LEAST_SIGNS = 4
"""Signs of any other id that is looked for in texts."""
_REMEMBERED = 200_000


def prefix_of(value: str) -> str:
    """The letters that an id begins with, and the sign behind them; "" where there are none, or nothing follows."""
    found = _PREFIX.match(value)
    rest = value[found.end() :] if found else ""
    return found.group() if found and any(c.isdigit() for c in rest) else ""


class Prefixes:
    """What the ids of each field begin with, counted."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, int]] = {}

    def count(self, source: str, value: str) -> None:
        """Count one id of a field of a source."""
        own = self._counts.setdefault(source, {})
        prefix = prefix_of(value)
        if prefix in own or len(own) < _REMEMBERED:
            own[prefix] = own.get(prefix, 0) + 1

    def shared(self) -> frozenset[str]:
        """Those that stay: what half of the ids of a field, and two at least, begin with."""
        kept = set()
        for own in self._counts.values():
            whole = sum(own.values())
            kept |= {p for p, n in own.items() if p and n >= 2 and n >= SHARED_PREFIX * whole}
        return frozenset(kept)


class Ids:
    """All ids of a batch and what stands for each. `note` every id, then `assign`, then look up. What
    `never` says yes to is drawn for nobody: it was somebody's who is to be forgotten."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        key: bytes,
        prefixes: frozenset[str],
        never: Callable[[str], bool] = lambda value: False,
    ) -> None:
        self._at, self._key, self._prefixes, self._never = connection, key[:64], prefixes, never
        self._at.execute("CREATE TABLE ids (value TEXT PRIMARY KEY, form TEXT, place BLOB) WITHOUT ROWID")
        self._at.execute("CREATE TABLE made (value TEXT PRIMARY KEY, made TEXT) WITHOUT ROWID")
        self._at.execute("CREATE TABLE given (made TEXT PRIMARY KEY) WITHOUT ROWID")
        self.crowded = 0
        """Ids for which there was no room among those that were not captured."""
        self._look = lru_cache(maxsize=_REMEMBERED)(self._made)

    def note(self, value: str, *, keep: bool = False) -> None:
        """An id is there; with `keep` it is released as it is."""
        place = blake2b(value.encode(), key=self._key, digest_size=16).digest()
        self._at.execute("INSERT OR IGNORE INTO ids VALUES (?, ?, ?)", (value, self._form(value), place))
        if keep:
            self._at.execute("INSERT OR IGNORE INTO made VALUES (?, ?)", (value, value))
            self._at.execute("INSERT OR IGNORE INTO given VALUES (?)", (value,))

    def assign(self) -> None:
        """Give every id its surrogate, in an order that only the key knows: first those whose form is too full to draw
        others of it."""
        forms = self._at.execute("SELECT form, COUNT(*), MIN(value) FROM ids GROUP BY form").fetchall()
        for form, count, one in forms:
            if count * ROOM > self._size(one):
                self._exchange(form)
        open_ids = self._at.execute(f"SELECT value FROM ids WHERE {_OPEN} ORDER BY place")
        self._at.execute("CREATE TABLE open (value TEXT)")
        self._at.executemany("INSERT INTO open VALUES (?)", open_ids)
        for (value,) in self._at.execute("SELECT value FROM open ORDER BY rowid"):
            self._give(value, self._drawn(value))

    def _exchange(self, form: str) -> None:
        """The ids of a form among themselves: each becomes the next in an order that only the key knows, so that none
        stays."""
        self._at.execute("CREATE TABLE turned (value TEXT)")
        self._at.execute(f"INSERT INTO turned SELECT value FROM ids WHERE form = ? AND {_OPEN} ORDER BY place", (form,))
        (count,) = self._at.execute("SELECT COUNT(*) FROM turned").fetchone()
        self.crowded += int(count)
        self._at.execute(
            "INSERT INTO made SELECT one.value, next.value FROM turned one JOIN turned next "
            "ON next.rowid = one.rowid % ? + 1",
            (count,),
        )
        self._at.execute("INSERT INTO given SELECT value FROM turned")
        self._at.execute("DROP TABLE turned")

    def _give(self, value: str, made: str) -> None:
        self._at.execute("INSERT INTO made VALUES (?, ?)", (value, made))
        self._at.execute("INSERT INTO given VALUES (?)", (made,))

    def replacement(self, value: str) -> str | None:
        """What stands for an id; None for what is none of the batch."""
        return self._look(value)

    def in_text(self, text: str, own: frozenset[str] = frozenset()) -> Iterator[tuple[int, int, str]]:
        """(start, end, replacement) of every id in a text, sorted and apart: the longest at each place. Those of its
        `own` row are meant in a name of a file even where they are words or short."""
        for token in _TOKEN.finditer(text):
            whole = token.group()
            pieces = list(_PIECES.finditer(whole))
            at = 0
            while at < len(pieces):
                for end in range(min(len(pieces), at + MOST_PIECES), at, -1):
                    start, until = pieces[at].start(), pieces[end - 1].end()
                    surface = whole[start:until]
                    if (made := self._spoken(surface, len(pieces) > 1 and surface in own)) is not None:
                        yield token.start() + start, token.start() + until, made
                        at = end - 1
                        break
                at += 1

    def _spoken(self, surface: str, meant: bool) -> str | None:
        if not meant and not is_telling(surface):
            return None
        for spelled, back in ((surface, str), (surface.lower(), str.upper), (surface.upper(), str.lower)):
            if (made := self.replacement(spelled)) is not None and (spelled == surface or back(spelled) == surface):
                return made if spelled == surface else back(made)
        return None

    def _made(self, value: str) -> str | None:
        found = self._at.execute("SELECT made FROM made WHERE value = ?", (value,)).fetchone()
        return None if found is None else str(found[0])

    def _captured(self, value: str) -> bool:
        return self._at.execute("SELECT 1 FROM ids WHERE value = ?", (value,)).fetchone() is not None

    def _given(self, value: str) -> bool:
        return self._at.execute("SELECT 1 FROM given WHERE made = ?", (value,)).fetchone() is not None

    def _drawn(self, value: str) -> str:
        for attempt in range(_DRAWS):
            made = self._draw(value, attempt)
            free = not self._captured(made) and not self._given(made) and not _says_something(made)
            if free and self._stays(made) == self._stays(value) and not self._never(made):
                return made
        raise EntrophyError(
            "ids of one form leave no room for others of the same form.",
            remedy="give the ids of the source more digits, or name it in sources.keep_ids of the policy.",
        )

    def _stays(self, value: str) -> int:
        prefix = prefix_of(value)
        return len(prefix) if prefix in self._prefixes else 0

    def _classes(self, value: str) -> list[str]:
        """For every sign the signs that may stand there. What is drawn of them has the same classes: a form is a world
        of its own, and has room for all that are in it."""
        if _UUID.fullmatch(value):
            upper = value.upper() == value and value.lower() != value
            return [_of_uuid(at, c, _HEX.upper() if upper else _HEX) for at, c in enumerate(value)]
        number = value.isdecimal() and value.isascii()
        zeros = len(value) - len(value.lstrip("0")) if number else 0
        kept = max(self._stays(value), zeros)
        classes = [c if at < kept else _class_of(c) for at, c in enumerate(value)]
        if number and zeros < len(value):
            classes[zeros] = _DIGITS[1:]
        return classes

    def _draw(self, value: str, attempt: int) -> str:
        said = []
        stream = _stream(self._key, value, attempt)
        for signs in self._classes(value):
            said.append(signs if len(signs) == 1 else signs[next(stream) % len(signs)])
        return "".join(said)

    def _form(self, value: str) -> str:
        """The same text for two ids of which one may stand for the other."""
        return json.dumps(self._classes(value), ensure_ascii=False)

    def _size(self, value: str) -> int:
        """How many ids there are of the form of this one."""
        return prod(map(len, self._classes(value)))


def spoken_ids(text: str) -> Iterator[str]:
    """Everything in a text that could be an id: tokens, and pieces of them that stand side by side."""
    for token in _TOKEN.finditer(text):
        whole = token.group()
        pieces = list(_PIECES.finditer(whole))
        for at, first in enumerate(pieces):
            for last in pieces[at : at + MOST_PIECES]:
                yield whole[first.start() : last.end()]


def is_telling(value: str) -> bool:
    """Whether an id is one wherever it stands: no word, no name, no short number."""
    if value.isdigit():
        return len(value) >= LEAST_DIGITS
    return len(value) >= LEAST_SIGNS and not _says_something(value)


def _says_something(value: str) -> bool:
    return value.isalpha() and (is_word(value.lower()) or name_lists().is_name(value.lower()))


def _of_uuid(at: int, char: str, signs: str) -> str:
    """What says the version and the variant of a UUID stays."""
    if char == "-" or at == 14:
        return char
    if at == 19:
        return "".join(c for c in signs if (c in "89abAB") == (char in "89abAB"))
    return signs


def _class_of(char: str) -> str:
    if char in _DIGITS:
        return _DIGITS
    if char.isalpha():
        return _UPPER if char.isupper() else _LOWER
    return char


def _stream(key: bytes, value: str, attempt: int) -> Iterator[int]:
    block = 0
    while True:
        # two bytes a sign: what is taken modulo 36 at most leans by less than one in a thousand
        data = blake2b(f"{attempt}/{block}/{value}".encode(), key=key, digest_size=64).digest()
        yield from (int.from_bytes(data[at : at + 2]) for at in range(0, 64, 2))
        block += 1


def noted(ids: Ids, values: Iterable[str], *, keep: bool = False) -> None:
    """Note several ids."""
    for value in values:
        ids.note(value, keep=keep)
