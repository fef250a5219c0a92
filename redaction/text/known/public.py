"""What a batch declares as public: names and hosts of the applications that were recorded, which identify nobody.

A public name is left as it stands, whatever a model, a list or the registry thinks of its words; what stands beside it
is judged for itself. Of an address on a public host the host stays, and of its path what is made of ordinary words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import written_as
from redaction.lexicon.shapes import common_word
from redaction.lexicon.words import is_word

Span = tuple[int, int]
JUDGED = written_as(PROPER, Value.HOST, Value.LOGIN)
"""Kinds of which a part may be public: names, hosts and addresses. A number or a mail address is nobody's name."""
PATH_DIGITS = 3
"""Digits of a number in the path of a public host from which it may be the number of somebody or of something."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CUT = re.compile(r"\.{2,}|…")
"""Behind a word that was cut off: what it begins may be anything."""


@dataclass(frozen=True)
class PublicNames:
    """Names and hosts that are public; nothing where nothing was declared."""

    names: frozenset[str] = field(default=frozenset())
    hosts: frozenset[str] = field(default=frozenset())

    def __bool__(self) -> bool:
        return bool(self.names or self.hosts)

    def merge(self, other: PublicNames) -> PublicNames:
        """The union of both."""
        return PublicNames(self.names | other.names, self.hosts | other.hosts)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # a reader of screens drops the space between words, and the longest name counts
        names = (r"\s*".join(map(re.escape, name.split())) for name in self.names)
        hosts = (rf"(?:https?://)?{re.escape(host)}(?::\d{{1,5}})?" for host in self.hosts)
        every = sorted((*names, *hosts), key=lambda one: (-len(one), one))
        return re.compile(rf"(?<![\w@.-])(?:{'|'.join(every)})(?![\w@])(?!\.\w)", re.IGNORECASE)

    @cached_property
    def _cut(self) -> re.Pattern[str] | None:
        # beginnings of names with their first word and a letter of the next at least
        begun = {
            r"\s*".join(map(re.escape, name[:end].split()))
            for name in self.names
            if " " in name
            for end in range(name.find(" ") + 2, len(name))
        }
        every = sorted(begun, key=lambda one: (-len(one), one))
        ends = rf"(?<![\w@.-])(?:{'|'.join(every)})\s?(?:\.{{2,3}}|…)?$"
        return re.compile(ends, re.IGNORECASE) if every else None

    def spans(self, text: str) -> list[Span]:
        """Where public names and hosts stand in a text, a name also where the text ends within it, as in a tab."""
        if not self:
            return []
        whole = [match.span() for match in self._pattern.finditer(text)]
        cut = self._cut.search(text) if self._cut is not None else None
        return [*whole, cut.span()] if cut and not (whole and whole[-1][1] > cut.start()) else whole


NOTHING_PUBLIC = PublicNames()


def beside(text: str, span: Span, settled: Iterable[Span], *, names_stay: bool) -> Iterator[Span]:
    """What of a span is left beside the settled parts in it: each piece from its first to its last word that is not
    ordinary. With `names_stay` a word that is also somebody's name is not ordinary."""
    start = span[0]
    for first, last in [*sorted(settled), (span[1], span[1])]:
        yield from _proper(text, start, min(first, span[1]), names_stay=names_stay)
        start = max(start, last)


def _proper(text: str, start: int, end: int, *, names_stay: bool) -> Iterator[Span]:
    ordinary = common_word if names_stay else is_word
    proper = []
    for word in _WORD.finditer(text, start, end) if start < end else ():
        cut = _CUT.match(text, word.end(), end)
        if cut is not None or not _ordinary(word.group(), ordinary):
            proper.append((word.start(), word.end() if cut is None else cut.end()))
    if proper:
        yield proper[0][0], proper[-1][1]


def _ordinary(word: str, ordinary: Callable[[str], bool]) -> bool:
    if len(word) == 1:
        return not word.isupper()  # a capital is an initial, or what an edge leaves of a name
    return (len(word) < PATH_DIGITS and word.isdigit()) or ordinary(word)
