"""Words that were written so that a search misses them: spelled out, with signs for letters, broken over lines.

"J o h n", "j.o.h.n", "$m!th", "Steven-\\nson" are read as the words they are, where some known name has that word.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from redaction.lexicon.fold import fold_token
from redaction.lexicon.lookalikes import MARKS, leet
from redaction.lexicon.words import is_word


class Joined(NamedTuple):
    """Characters start..end of a text, read as one word."""

    start: int
    end: int
    word: str


#: A word of fewer letters is read only where its letters stand apart from others, or not at all.
SPELLED_LEAST, BROKEN_LEAST = 4, 5
_LONGEST = 24
_LETTER = rf"(?:[^\W_]|[@$!€])[{MARKS}]?"
_SPELLED = re.compile(rf"(?<![^\W_]){_LETTER}(?:[ \t\u00a0.,\-_·•*|/~]{{1,4}}{_LETTER}(?![^\W_])){{2,}}")
_SIGN, _HYPHEN = re.compile("[@$!|€+]"), re.compile(r"[^\W\d_][-‐‑][^\W_]|[-‐‑] ")
_SIGNS = re.compile(r"[^\W_][@$!|€+][^\W_]|[@$€][^\W\d_]|[^\W_][$€](?![^\W_])")
_SIGNED = re.compile(r"(?<![A-Za-z0-9@$!|€+])[A-Za-z0-9@$!|€+]{3,40}(?![A-Za-z0-9@$!|€+])")
_BREAK = r"(?:[-‐‑­][ \t]*(?:\r?\n[ \t>|*]*)?|\r?\n[ \t>|*]*)"
_BROKEN = re.compile(rf"(?<![^\W_])[^\W\d_]+(?:{_BREAK}[^\W\d_]+)+")
_PART = re.compile(r"[^\W\d_]+")


def joined_words(
    text: str, spans: Sequence[tuple[int, int]], known: Container[str], looks: Mapping[str, str]
) -> list[Joined]:
    """What of a text with these tokens is a known word in disguise, sorted and apart. `looks` maps what `leet` makes of
    a known word back to it."""
    found: list[Joined] = []
    if len(spans) > 2 and sum(1 for start, end in spans if end - start == 1) > 1:
        found += _spelled(text, known, looks)
    if "\n" in text or _HYPHEN.search(text):
        found += _broken(text, known)
    if _SIGN.search(text) and _SIGNS.search(text):
        found += _signed(text, looks)
    out: list[Joined] = []
    for one in sorted(found, key=lambda j: (j.start, -j.end, j.word)):
        if not out or one.start >= out[-1].end:
            out.append(one)
    return out


def _spelled(text: str, known: Container[str], looks: Mapping[str, str]) -> Iterator[Joined]:
    for run in _SPELLED.finditer(text):
        letters = [m for m in re.finditer(_LETTER, run.group())]
        word = "".join((fold_token(m.group()) or " ")[0] for m in letters)
        starts, ends = [run.start() + m.start() for m in letters], [run.start() + m.end() for m in letters]
        gaps = [b - a for a, b in zip(ends, starts[1:], strict=False)]
        narrow = min(gaps)
        wide = [True, *(gap > narrow for gap in gaps), True]
        at = 0
        while at < len(word):
            end = next(
                (e for e in range(min(len(word), at + _LONGEST), at + 2, -1) if _is(word[at:e], known, looks)), 0
            )
            if end and (end - at >= SPELLED_LEAST or (wide[at] and wide[end])):
                yield Joined(starts[at], ends[end - 1], looks.get(leet(word[at:end]), word[at:end]))
                at = end
            else:
                at += 1


def _is(word: str, known: Container[str], looks: Mapping[str, str]) -> bool:
    return (word in known and not word.isdigit()) or (leet(word) in looks and any(c.isalpha() for c in word))


def _signed(text: str, looks: Mapping[str, str]) -> Iterator[Joined]:
    for run in _SIGNED.finditer(text):
        whole = run.group()
        for piece in dict.fromkeys((whole, whole.rstrip("!|+"), whole.lstrip("@"), whole.lstrip("@").rstrip("!|+"))):
            word = looks.get(leet(piece.lower()))
            if word is not None and not piece.isalnum() and written_in_signs(piece):
                start = run.start() + whole.index(piece)
                yield Joined(start, start + len(piece), word)
                break


def written_in_signs(piece: str) -> bool:
    """Whether a word has letters enough for its signs and digits to stand for others: two, and a third of it."""
    letters = sum(c.isalpha() for c in piece)
    return letters >= 2 and 3 * letters >= len(piece) and letters < len(piece)


def _broken(text: str, known: Container[str]) -> Iterator[Joined]:
    """Words cut in two at a hyphen or a line's end. What is two known words already stays two."""
    for run in _BROKEN.finditer(text):
        parts = [(m.start() + run.start(), m.end() + run.start()) for m in _PART.finditer(run.group())]
        words = [fold_token(text[a:b]) for a, b in parts]
        at = 0
        while at + 1 < len(words):
            word = words[at] + words[at + 1]
            halves = [words[at] in known, words[at + 1] in known]
            hyphen = "\n" not in text[parts[at][1] : parts[at + 1][0]] or not text[parts[at][1]].isspace()
            apart = all(halves) if hyphen else any(halves)
            if len(word) >= BROKEN_LEAST and word in known and not apart and not is_word(word):
                yield Joined(parts[at][0], parts[at + 1][1], word)
                at += 1
            at += 1
