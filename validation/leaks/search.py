"""Many forms looked for at once in folded letters (Aho-Corasick): exact, divided in set places, look-alikes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from validation.leaks.folding import Folded, unspaced
from validation.leaks.lists import LEET

T = TypeVar("T")

#: From this length on a value is also found inside a longer word.
INSIDE = 10
#: Letters from which "K e l l e r" counts.
_SPELLED = 6
#: Letters of a value whose letters digits and other signs may stand for.
_ALIKE = 6
#: every letter and the digits that are written for it, made the same: i and l, b, g, 6, 8 and 9 among them
_MERGED = str.maketrans(
    {"i": "1", "l": "1", "0": "o", "2": "z", "3": "e", "4": "a", "5": "s", "7": "t"} | dict.fromkeys("b689", "g")
)


def inner_edges(folded: Folded, start: int, end: int) -> frozenset[int]:
    """Where words end between start and end, counted from start."""
    return frozenset(at - start for at in range(start + 1, end) if at in folded.edges)


def automaton(forms: dict[str, Any]) -> Any:
    """All forms with what they stand for; None without any."""
    if not forms:
        return None
    import ahocorasick

    made = ahocorasick.Automaton()
    for form in sorted(forms):
        made.add_word(form, (form, forms[form]))
    made.make_automaton()
    return made


class Tight(Generic[T]):
    """Forms that must stand between word edges and be divided nowhere but where they may be, or letter by letter."""

    def __init__(self) -> None:
        self._forms: dict[str, set[tuple[T, frozenset[int]]]] = {}
        self._automaton: Any = None

    def add(self, words: Iterable[str], what: T, ends: frozenset[int] | None = None) -> None:
        """Look for these words; `ends` are the places where a word may end inside, by default between any two."""
        words = tuple(words)
        if ends is None:
            ends = frozenset(sum(map(len, words[:n])) for n in range(1, len(words)))
        self._forms.setdefault("".join(words), set()).add((what, ends))

    def seal(self) -> None:
        """Nothing more will be added."""
        self._automaton = automaton(self._forms)

    def find(
        self, folded: Folded, least: int = 0, junctions: frozenset[int] = frozenset()
    ) -> Iterator[tuple[T, str, int, int]]:
        """(what, letters, start, end) of everything found. A form may also be divided at the junctions."""
        if self._automaton is None or not folded.text:
            return
        for last, (form, options) in self._automaton.iter(folded.text):
            start, end = last + 1 - len(form), last + 1
            if len(form) < least or start not in folded.edges or end not in folded.edges:
                continue
            inner = inner_edges(folded, start, end)
            spelled = len(form) >= _SPELLED and len(inner) == len(form) - 1
            if junctions:
                inner = frozenset(at for at in inner if at + start not in junctions)
            for what, ends in options:
                if spelled or inner <= ends:
                    yield what, form, start, end


class Alike(Generic[T]):
    """Values written with digits for letters ("K3ll3r"), or with letters of other scripts."""

    def __init__(self) -> None:
        self._forms: dict[str, set[tuple[T, str]]] = {}
        self._automaton: Any = None

    def add(self, letters: str, what: T) -> None:
        """Look for these letters; too few of them are left out, and what is not in ASCII letters."""
        if len(letters) >= _ALIKE and letters.isascii() and letters.isalpha():
            self._forms.setdefault(letters.translate(_MERGED), set()).add((what, letters))

    def seal(self) -> None:
        """Nothing more will be added."""
        self._automaton = automaton(self._forms)

    def find(self, folded: Folded, least: int, *, replaced: bool) -> Iterator[T]:
        """What is written with at least one digit, and at least as many letters; `replaced` says that characters which
        look like letters were replaced in the text, so that a value without a digit counts, too."""
        if self._automaton is None or not folded.text:
            return
        for last, (form, options) in self._automaton.iter(folded.text.translate(_MERGED)):
            start, end = last + 1 - len(form), last + 1
            whole = start in folded.edges and end in folded.edges
            if len(form) < least or not (whole or len(form) >= INSIDE):
                continue
            written = folded.text[start:end]
            digits = sum(map(str.isdigit, written))
            if 2 * digits > len(written) or not (digits or replaced):
                continue
            for what, letters in options:
                if all(a == b or b in LEET.get(a, "") for a, b in zip(written, letters, strict=True)):
                    yield what


def enough(form: str, least: int) -> bool:
    """Whether a form may be looked for in a reading that demands so many letters; two signs of a script without spaces
    say as much as six letters."""
    return len(form) >= least or (unspaced(form) and 3 * len(form) >= least)
