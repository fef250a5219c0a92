"""Which pieces of a passage a finding is about: lines are joined before anybody knows whether they belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import WITH_DIGITS, Value
from redaction.kinds.table import written_as
from redaction.lexicon.labels import heads_positions, label_spec
from redaction.lexicon.languages import Language
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import name_like, telephone
from redaction.lexicon.values import is_amount
from redaction.lexicon.words import CALENDAR
from redaction.page.passage import Passage, Piece
from redaction.text.interface import label_of_nobody, says_as_word, surely_words
from redaction.text.patterns.places import has_street
from redaction.text.surnames import unspaced

_COLUMN = 4
"""A number is not written on so many lines below each other."""
_GROUPS = 3
"""On so many lines no card or account is written, a group of digits on each: these are years, or amounts."""
_HYPHENS = ("-", "‐", "‑")
_DROPPED = written_as(Value.NAME, Value.PLACE, Value.EMAIL)
_NUMBERED = written_as(WITH_DIGITS)
_DAY = re.compile(
    r"\d{1,2}[. -][^\W\d_]{3,9}[.,]?[ -]\d{4}|[^\W\d_]{3,9} \d{1,2},? \d{4}|\d{1,4}([./-])\d{1,2}\1\d{1,4}|"
    r"\d{4}[年년] ?\d{1,2}[月월](?: ?\d{1,2}[日일])?"
)
_ROOM = re.compile(r"(?P<word>[^\W\d_]{1,20})[. -]{0,2}\d{1,4}[^\W\d_]?")
_WORD = re.compile(r"[^\W\d_]+")
_DIALLED = 9
"""A telephone number of so many digits is whole."""
_SMALL = re.compile(r"[a-zß-ÿ]{3}")
_FIGURE = re.compile(r"\d{1,3}")
_WRITTEN = 2
"""A line of single letters is no line of words: they may be initials, or what is left of anything."""


def own_pieces(passage: Passage, finding: TextFinding, language: Language) -> list[Piece]:
    """The pieces of a passage that a finding is about. Of a name, an address or a mail address that goes on over two
    ordinary words or more of another line ("Out of office", "Credit Limit") only the rest is kept, of nothing but a
    birth date a day is part, and of no number a line that is its label, or an icon."""
    pieces = passage.under(finding.start, finding.end)
    if finding.source is Source.MODEL and len(passage.pieces) > 1:
        text, hung = passage.input.text, [*_hung(passage.input.text, pieces)]
        pieces = [piece for piece in pieces if piece in hung or not _nobodys(text, piece, finding)]
    if len(pieces) < 2 or finding.source is Source.DECLARED:
        return pieces
    if finding.kind in _NUMBERED:
        pieces = [piece for piece in pieces if not _beside(passage.input.text[piece.start : piece.end])] or pieces
    if finding.kind is Kind.PHONE:
        pieces = _of_number(passage.input.text, pieces)
    if len(pieces) < 2 or finding.kind is Kind.DATE_OF_BIRTH:
        return pieces
    if any(_broken(passage.input.text, one, two) for one, two in pairwise(pieces)):
        return pieces
    if _figures(passage, pieces, finding, language):
        return []
    texts = [(piece, passage.input.text[piece.start : piece.end]) for piece in pieces]
    rest = [piece for piece, text in texts if not _a_day(text)]
    if finding.kind in _DROPPED:
        rest = [piece for piece, text in texts if piece in rest and not _aside(text, finding.kind, language)]
    if finding.kind in (Kind.PERSON, Kind.COMPANY):
        captions = [piece for at, (piece, text) in enumerate(texts) if _caption(text, at, finding, language)]
        rest = [piece for piece in rest if piece not in captions]
    if finding.kind is Kind.PERSON and _begins_another(texts[-1], texts[:-1], finding, language):
        rest = [piece for piece in rest if piece is not pieces[-1]]
    told = any(c.isalnum() for piece, text in texts if piece in rest for c in text)
    return rest if told else pieces  # a line of signs alone is nobody


def _hung(text: str, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The lines of a name above which another ends in a hyphen behind a letter: "Popescu-" above "Rusu"."""
    for one, two in pairwise(pieces):
        before = text[one.start : one.end].rstrip()
        if before.endswith(_HYPHENS) and before[-2:-1].isalpha() and text[two.start : two.start + 1].isupper():
            yield two


def _nobodys(text: str, piece: Piece, finding: TextFinding) -> bool:
    """Whether a names model, asked about joined lines, takes words of one of them for a name that it would not be
    believed in that line alone."""
    line = text[piece.start : piece.end]
    own = finding.over(max(finding.start, piece.start) - piece.start, min(finding.end, piece.end) - piece.start)
    if finding.kind is not Kind.PERSON or unspaced(line, own):
        return False
    return _place(line, own) or label_of_nobody(line, own) or surely_words(line, own)


def _place(line: str, own: TextFinding) -> bool:
    """Whether a line is a letter or a word of screens with a number: a room, a gate or a lane ("R 204", "Saal 112")."""
    room = _ROOM.fullmatch(line.strip())
    return room is not None and own.end - own.start > 1 and (len(room["word"]) == 1 or _said(room["word"]))


def _said(word: str) -> bool:
    return says_as_word(word) or word.casefold() in word_list(WordList.ROOM_WORDS)


def _of_number(text: str, pieces: list[Piece]) -> list[Piece]:
    """The lines of a telephone number: without those that hold no digit, and beside one that is a whole number by
    itself without the figures of another cell."""
    told = [piece for piece in pieces if any(c.isdigit() for c in text[piece.start : piece.end])]
    whole = [p for p in told if telephone(text[p.start : p.end]) and _digits(text[p.start : p.end]) >= _DIALLED]
    if not whole:
        return told or pieces
    return [p for p in told if p in whole or not _FIGURE.fullmatch(text[p.start : p.end].strip())]


def _digits(text: str) -> int:
    return sum(c.isdigit() for c in text)


def _a_day(text: str) -> bool:
    """Whether a line is a day, with its year or over a column of a calendar ("Mon 14 April")."""
    words = _WORD.findall(text)
    named = bool(words) and all(word.casefold() in CALENDAR for word in words) and any(c.isdigit() for c in text)
    return named or _DAY.fullmatch(text.strip()) is not None


def _broken(text: str, one: Piece, two: Piece) -> bool:
    """Whether a word is cut in two by a hyphen between two lines: it is one word, whatever its second half says."""
    before, after = text[one.start : one.end].rstrip(), text[two.start : two.end].lstrip()
    return before.endswith(_HYPHENS) and before[-2:-1].isalpha() and after[:1].islower()


def _figures(passage: Passage, pieces: Sequence[Piece], finding: TextFinding, language: Language) -> bool:
    """Whether what was read as one number or address is figures of their own: four numbers or more below each other, or
    as long as each other; a number under or over ordinary words without a street, as on tiles ("Open orders" "123")."""
    kind, texts = finding.kind, [passage.input.text[piece.start : piece.end].strip() for piece in pieces]
    if kind is Kind.ID and finding.source is not Source.CHECKED and len(pieces) >= _GROUPS:
        parts = [passage.input.text[max(p.start, finding.start) : min(p.end, finding.end)].strip() for p in pieces]
        return all(part.isdigit() and len(part) <= _COLUMN for part in parts)
    bare = [text for text in texts if text.isdigit() and len(text) <= _COLUMN]
    if kind is Kind.PHONE:
        figures = len(bare) == len(texts)
        return figures and (len(texts) >= _COLUMN or len({len(text) for text in texts}) == 1)
    rest = [text for text in texts if text not in bare]
    words = bool(bare) and bool(rest) and all(language.plain(text) and not has_street(text) for text in rest)
    return kind is Kind.ADDRESS and words and not any(c.isdigit() for text in rest for c in text)


def _beside(text: str) -> bool:
    """Whether a line is no part of a number: nothing that can be read, a label ("Tel."), an amount or a word of the
    cell beside it."""
    if any(c.isdigit() for c in text):
        return is_amount(text)
    return not any(c.isalnum() for c in text) or label_spec(text) is not None or _SMALL.search(text) is not None


def _caption(text: str, at: int, finding: TextFinding, language: Language) -> bool:
    """Whether a whole line is the label of another: of a company only the first, or somebody's position behind it."""
    spec = label_spec(text)
    if any(name_lists().is_name(word) for word in _WORD.findall(text)):
        return False
    if not language.plain(text) and (spec is None or spec.kind in (Kind.PERSON, Kind.COMPANY)):
        return False
    if finding.kind is Kind.PERSON:
        return spec is not None or heads_positions(text)
    return spec is not None and ((at == 0 and not spec.shape) or (at > 0 and spec.position))


def _begins_another(
    last: tuple[Piece, str], before: Sequence[tuple[Piece, str]], finding: TextFinding, language: Language
) -> bool:
    """Whether a name takes in the first ordinary words of the line below whole ones: "Ref" of "Ref INV-484"."""
    piece, text = last
    if piece.end <= finding.end or any(one.start < finding.start for one, _ in before) or name_like(text):
        return False
    words = _WORD.findall(text[: finding.end - piece.start])
    return bool(words) and all(language.common(word) and not name_lists().is_name(word) for word in words)


def _aside(line: str, kind: Kind, language: Language) -> bool:
    """Whether a whole line is dictionary words, two at least of English, and none on a list of names or, in an address,
    what streets are called by."""
    words = _WORD.findall(line)
    if all(len(word) < _WRITTEN for word in words) or any(c.isdigit() or c in "@," for c in line):
        return False
    if len(words) == 1 and not language.foreign(words[0]):
        return False
    if kind is Kind.ADDRESS and has_street(line):
        return False
    return all(language.common(word) and not name_lists().is_name(word) for word in words)
