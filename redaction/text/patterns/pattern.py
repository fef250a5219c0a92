"""A pattern as a row of a table: what it finds, where, how sure it is, and examples that hold it to that.

A recognizer that is nothing but an expression and a check is such a row; what needs more (addresses on the web,
telephone numbers) stays code beside the rows. `TextEngine(disabled=…)` switches rows off by their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from redaction.findings import Kind, Source, TextFinding


@dataclass(frozen=True, slots=True)
class Near:
    """Words of which one must stand near a match: so many code points before it and behind it are asked."""

    words: re.Pattern[str]
    before: int
    behind: int = 0

    def meets(self, match: re.Match[str]) -> bool:
        start, end = max(0, match.start() - self.before), match.end() + self.behind
        return bool(self.words.search(match.string[start:end]))


@dataclass(frozen=True, slots=True)
class Pattern:
    """`name` is the detector that findings tell. `group`: the part of a match that is the finding. `needs`: a text that
    holds none of these is not searched. `near` and `check` must hold of a match. `spans` tells where the findings of a
    match stand when they are not the whole group. `score` is 0 to 1.

    In `examples` what must be found stands between « and »; in `counterexamples` nothing is found.
    """

    name: str
    kind: Kind
    regex: re.Pattern[str]
    score: float
    source: Source = Source.PATTERN
    group: str | int = 0
    needs: tuple[str, ...] = ()
    near: Near | None = None
    check: Callable[[re.Match[str]], bool] | None = None
    spans: Callable[[re.Match[str]], Iterable[tuple[int, int]]] | None = None
    examples: tuple[str, ...] = ()
    counterexamples: tuple[str, ...] = ()

    def find(self, text: str) -> Iterator[TextFinding]:
        """Every place of a text where the row holds, from left to right."""
        if self.needs and not any(needed in text for needed in self.needs):
            return
        for match in self.regex.finditer(text):
            if (self.near is None or self.near.meets(match)) and (self.check is None or self.check(match)):
                for start, end in (match.span(self.group),) if self.spans is None else self.spans(match):
                    if end > start:
                        yield TextFinding(start, end, self.kind, self.score, self.name, self.source)


def find_all(rows: Iterable[Pattern], text: str) -> Iterator[TextFinding]:
    """What the rows of a table find, row by row."""
    for row in rows:
        yield from row.find(text)
