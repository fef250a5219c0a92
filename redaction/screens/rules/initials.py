"""Initials avatars: "FI" in a coloured disc belongs to the person next to it.

(FI)  Fern Ingram      a disc beside a person, with that person's initials
(KO)                   and one below it, of the same size
"""

from __future__ import annotations

from collections.abc import Sequence

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import tokens
from redaction.lexicon.lookalikes import skeleton
from redaction.lexicon.romanised import KANA
from redaction.lexicon.scripts import script_of
from redaction.lexicon.words import COUNTRIES, is_word
from redaction.page.boxes import middle
from redaction.page.cards import lined_up
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.text.known.registry import Registry

_NAMED = written_as(Value.NAME, Value.EMAIL, Value.LOGIN)
"""Kinds that a person stands under."""

_LARGE = 24
"""In px: letters on a disc so wide are read well enough to be compared with names."""
_REACH, _MORE, _ABOVE = 2, 8, 4
"""A disc belongs to a person no further away than so many of its widths and px, and no higher than so many px."""
_LETTERS = 3
"""So many letters stand for somebody at most."""
_NEAR = 3
"""In heights of a name: how far from it initials stand whose disc is not told from its ground."""
_GLYPHS = frozenset("VXvx")
"""What arrows that open a list and crosses that close a window are read as: somebody's initial only where a name that
begins so, or sure initials in line with it, tell."""
_IDEOGRAPHS = frozenset(("CJK", *KANA))
_SURE, _OF_LINES = 0.9, 0.1
"""Mean probability of lines that are counted, and the share of them that begins with ideographs or kana on a Chinese or
Japanese page."""
_CORNER = 6
"""In widths of the disc: how far from the right edge the signed-in user's badge begins."""


def initials(page: Page, people: Sequence[ImageFinding], _: Registry | None = None) -> list[ImageFinding]:
    """Findings for discs beside a person, with a person's initials, or in a row or column of such. Hidden whole."""
    chinese = _is_chinese(page)
    discs = [
        (disc, text)
        for disc, text in page.read.discs
        if chinese or len(_letters(text)) != 1 or script_of(text) not in _IDEOGRAPHS
    ]
    sure = [
        disc
        for disc, text in discs
        if text
        and (
            (disc[2] - disc[0] >= _LARGE and _stands_for(text, people))
            or (_beside(disc, people) and _free(text))
            or _two_capitals(text)
        )
    ]
    out = []
    for disc, text in discs:
        if not text:
            if page.at_the_corner(disc, _CORNER) or (_beside(disc, people) and any(lined_up(disc, s) for s in sure)):
                out.append(_hidden(disc, 0.5))
        elif disc in sure:
            out.append(_hidden(disc, 0.8, text))
        elif any(lined_up(disc, other) for other in sure) or (page.at_the_corner(disc, _CORNER) and _free(text)):
            out.append(_hidden(disc, 0.6, text))
    return out + [_hidden(line.box, 0.6, line.text) for line in page.read.lines if _on_its_ground(line, people)]


def _on_its_ground(line: Line, people: Sequence[ImageFinding]) -> bool:
    """A line that is nothing but the initials, as they may be read ("50" of "SØ"), of a name beside it: its disc has
    nearly the colour of the ground, or nothing was read on it."""
    plain = _letters(line.text)
    if line.turned or not 1 < len(plain) <= _LETTERS or plain != plain.upper() or is_word(plain):
        return False
    read = skeleton(fold_token(plain))
    return any(
        0 <= max(p.box[0] - line.box[2], line.box[0] - p.box[2]) <= _NEAR * (p.box[3] - p.box[1])
        and p.box[1] <= middle(line.box) <= p.box[3]
        and read in _initials_of(p.value)
        for p in people
        if p.kind is Kind.PERSON
    )


def _initials_of(name: str) -> set[str]:
    """The first letters of a name's words, and of the first and the last, as they may be read; of one word none."""
    firsts = "".join(word[0] for word in tokens(name))
    return {skeleton(firsts), skeleton(firsts[0] + firsts[-1])} if len(firsts) > 1 else set()


def _hidden(disc: Box, score: float, text: str = "") -> ImageFinding:
    return ImageFinding(disc, Kind.PERSON, score, "initials", text, Source.PICTURE)


def _two_capitals(text: str) -> bool:
    """Two capitals on a disc that are no abbreviation of the dictionary: initials, whoever stands beside them."""
    plain = _letters(text)
    return len(plain) == 2 and plain.isupper() and not is_word(plain) and plain.casefold() not in COUNTRIES


def _letters(text: str) -> str:
    """What was read on a disc without dots and blanks."""
    return text.replace(".", "").replace(" ", "")


def _is_chinese(page: Page) -> bool:
    """Whether enough lines of a page are of ideographs or kana. On another one such a sign alone is an icon."""
    lines = [line.text for line in page.read.lines if line.score >= _SURE and len(line.text) > 1]
    return sum(script_of(text) in _IDEOGRAPHS for text in lines) >= _OF_LINES * len(lines)


def _free(text: str) -> bool:
    """No arrow or cross, and no ordinary word: "To" on a button is nobody's initials, "iE" are some read badly."""
    return _letters(text) not in _GLYPHS and (len(text) == 1 or text[-1].isupper() or not is_word(text))


def _stands_for(text: str, people: Sequence[ImageFinding]) -> bool:
    """The letters are the initials, or the first letters, of somebody on the screen."""
    for person in people:
        words = [w for w in person.value.lower().replace("-", " ").split() if w[0].isalpha()]
        firsts = "".join(w[0] for w in words)
        low = _letters(text).lower()
        if person.kind is Kind.PERSON and words and (low in (firsts, firsts[:1], firsts[:1] + firsts[-1:])):
            return True
        if person.kind is Kind.PERSON and words and len(low) > 1 and words[0].startswith(low):
            return True
    return False


def _beside(disc: Box, people: Sequence[ImageFinding]) -> bool:
    """A person stands on the disc's rows, right of it (or left, in mirrored lists), no farther than two discs."""
    reach = _REACH * (disc[2] - disc[0]) + _MORE
    return any(
        min(p.box[3], disc[3]) > max(p.box[1], disc[1]) - _ABOVE
        and p.box[0] < disc[2] + reach
        and p.box[2] > disc[0] - reach
        for p in people
        if p.kind in _NAMED
    )
