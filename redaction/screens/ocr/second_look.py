"""Lines that PP-OCR does not read surely, read again in the scripts that it does not know.

What is read here is believed only where Tesseract is sure of it and PP-OCR does not contradict: the digits that it saw
must be there, a mail address within is its own. Else the line stays what it was, and is hidden as unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.page.reading import NOT_READ, Line
from redaction.screens.ocr.recognise import Glyphs
from redaction.screens.ocr.scripts import Script
from redaction.screens.ocr.tesseract_lines import Sign, Word, words_in
from redaction.screens.ocr.unreadable import left_unread

_LOW, _SHORT = 8, 1.5
"""A line of at least this height in px and this many times as long is read again: icons and badges are shorter. Hebrew
of 15 px is 8 px high."""
_DOUBT = 0.9
"""The mean probability below which a short line is read again. (Long ones where `unreadable` says so, too.)"""
_SURE = 0.8
"""The mean confidence of Tesseract from which on its words are believed. Of 401 doubtful lines of development a model
of another script than the line's was as sure of four; that of its own was of nearly all."""
_OWN = 0.5
"""The share of a line's letters that must be of the script it was read in."""
_LATIN, _UNLIKE = 0.6, 0.2
"""Where PP-OCR read so many Latin letters for every letter of Tesseract, the line is Latin, the surer of it PP-OCR was
(`_DOUBT`), and where a script has letters that look like Latin ones unless so many of the letters do not. A line of
Cyrillic loses most of its letters when PP-OCR reads it; "Marvin" loses none, and is "Магуіп" to a model of Cyrillic."""
_WIDE_END = 2.0
"""In heights of its line, how wide the first or last character that PP-OCR read may be: a wider one stands beside text
of which it knows no letter."""
_TWO_ALPHABETS = re.compile(r"[a-zA-Z][\u0370-\u03ff]|[\u0370-\u03ff][a-zA-Z]")
"""Latin beside Greek in a word: "Mapφa" is Cyrillic."""
_BLANK = 0.2
"""In heights of its crop, the least gap that is a blank between words of a script whose model finds too many."""
_FIGURES = re.compile(r"(?<![^\W\d])\d{2,}(?![^\W\d])")
"""Digits that PP-OCR surely saw: two or more in a row, beside no letter. One alone may be a letter that it does not
know."""
_ADDRESS = re.compile(r"(?<![!-~])[!-~]+@[!-~]+")
_ADDRESS_SURE = 0.9
"""The least mean probability of a mail address within a line when it is read by itself."""
_BEFORE = 1.2
"""How far before a mail address, in heights of its line, the gap is looked for at which it is cut off."""
_FOREGROUND, _LEAST = 60, 0.5
"""Difference from the ground, of 255, that is ink, and the width in heights from which on what stands beside a mail
address has to be read."""
Reader = Callable[[NDArray[np.uint8]], Glyphs]


def doubtful(line: Line | None) -> bool:
    """Whether a line as PP-OCR read it may be in another script."""
    if line is None or line.turned or line.height < _LOW or line.box[2] - line.box[0] < _SHORT * line.height:
        return False
    if line.text == NOT_READ or line.score < _DOUBT or left_unread(line) or _TWO_ALPHABETS.search(line.text):
        return True
    ends = (line.edges[1] - line.edges[0], line.edges[-1] - line.edges[-2])
    return max(ends) > _WIDE_END * line.height


def read_again(crop: NDArray[np.uint8], first: Glyphs, scripts: Sequence[Script], again: Reader) -> Glyphs | None:
    """An h × w × 3 RGB crop of one line, which PP-OCR read as `first`; None where no script is read surely. `again` is
    PP-OCR, asked for a mail address by itself. EngineUnavailable when a model is not installed."""
    part = _ADDRESS.search(first.text)
    if part:
        return _around(crop, first, part.span(), scripts, again)
    read = _in_scripts(crop, first, scripts)
    return read[0] if read else None


def _in_scripts(crop: NDArray[np.uint8], first: Glyphs, scripts: Sequence[Script]) -> tuple[Glyphs, Script] | None:
    """What the first script that is read surely makes of a crop, and which that is."""
    for script in scripts:
        words = [_digits_of(word, first) for word in words_in(crop, script)]
        if _believed(words, script, first):
            return _glyphs(_rejoined(words, crop) if script.loose else words, script), script
    return None


def _believed(words: Sequence[Word], script: Script, first: Glyphs) -> bool:
    text = "".join(word.text for word in words)
    letters = [c for c in text if c.isalpha()]
    own = [c for c in letters if script.has(c)]
    if len(own) < max(script.fewest, _OWN * len(letters)) or sum(word.score for word in words) < _SURE * len(words):
        return False
    if _is_latin(first, letters, script):
        return False
    figures = "".join(c for c in text if c.isdecimal())
    return all(seen in figures for seen in _FIGURES.findall(first.text))


def _is_latin(first: Glyphs, letters: Sequence[str], script: Script) -> bool:
    """Whether a line of which Tesseract read these letters is rather what PP-OCR read: Latin."""
    if sum(c.isascii() and c.isalpha() for c in first.text) < _LATIN * len(letters):
        return False
    if first.score >= _DOUBT:
        return True
    unlike = script.unlike_latin
    return unlike is not None and sum(c.lower() in unlike for c in letters) < _UNLIKE * len(letters)


def _digits_of(word: Word, first: Glyphs) -> Word:
    """A word of figures as PP-OCR read it, where it read figures there: it knows them better."""
    if any(c.isalpha() for c in word.text):
        return word
    places = [i for i, at in enumerate(first.centres) if word.left <= at <= word.right and not first.text[i].isspace()]
    text = "".join(first.text[i] for i in places)
    if not text.isascii() or any(c.isalpha() for c in text) or not any(c.isdigit() for c in text):
        return word
    return Word(tuple(Sign(first.text[i], first.centres[i], first.centres[i]) for i in places), word.score)


def _rejoined(words: Sequence[Word], crop: NDArray[np.uint8]) -> list[Word]:
    """Words between which no blank stands as one word each."""
    ink = _ink(crop)
    height, width = crop.shape[:2]
    out = [words[0]]
    for word in words[1:]:
        start, end = _middle(out[-1].signs[-1]), _middle(word.signs[0])
        gap = _widest_gap(ink[round(start * width) : round(end * width)])
        if gap >= _BLANK * height:
            out.append(word)
        else:
            before = out.pop()
            share = len(before.signs) / (len(before.signs) + len(word.signs))
            out.append(Word(before.signs + word.signs, before.score * share + word.score * (1 - share)))
    return out


def _middle(sign: Sign) -> float:
    return (sign.left + sign.right) / 2


def _widest_gap(ink: NDArray[np.bool_]) -> int:
    """The longest run of empty columns."""
    filled = np.flatnonzero(np.concatenate([[True], ink, [True]]))
    return int(np.diff(filled).max()) - 1


def _glyphs(words: Sequence[Word], script: Script) -> Glyphs:
    text, centres = _in_a_row((word.text, _places(word), word.left) for word in words)
    score = round(sum(word.score for word in words) / len(words), 4)
    if not script.rightward:
        centres = _spread(text, min(word.left for word in words), max(word.right for word in words))
    return Glyphs(text, tuple(centres), score)


def _places(word: Word) -> list[float]:
    """The middle of every character of a word: those of one sign share its width."""
    return [
        sign.left + (sign.right - sign.left) / len(sign.text) * (i + 0.5)
        for sign in word.signs
        for i in range(len(sign.text))
    ]


def _in_a_row(pieces: Iterable[tuple[str, Sequence[float], float]]) -> tuple[str, list[float]]:
    """One text of several, a blank between each two, and the places of its characters. A piece is its text, their
    places and where it begins."""
    text, centres = "", list[float]()
    for piece, places, start in pieces:
        if text:
            text += " "
            centres.append((centres[-1] + start) / 2)
        text += piece
        centres += places
    return text, centres


def _spread(text: str, left: float, right: float) -> list[float]:
    """Places that rise with the order in which characters are read, as all code after this expects. Nothing is told by
    them: a line with letters written from right to left is covered whole (mapper.span_box)."""
    return [left + (right - left) * (i + 0.5) / len(text) for i in range(len(text))]


def _around(
    crop: NDArray[np.uint8], first: Glyphs, span: tuple[int, int], scripts: Sequence[Script], again: Reader
) -> Glyphs | None:
    """A line with a mail address in it: that is PP-OCR's, what stands on either side is Tesseract's."""
    ink = _ink(crop)
    height, width = crop.shape[:2]
    left = _cut(ink, first.centres[span[0]] * width, -_BEFORE * height)
    right = _cut(ink, first.centres[span[1] - 1] * width, _BEFORE * height)
    address = again(np.ascontiguousarray(crop[:, left:right]))
    if address.score < _ADDRESS_SURE or not _ADDRESS.fullmatch(address.text.strip().rstrip(">),;.")):
        return None
    parts = [(address, left, right)]
    script: Script | None = None
    for a, b in ((0, left), (right, width)):
        columns = np.flatnonzero(ink[a:b])
        if columns.size == 0 or columns[-1] + 1 - columns[0] < _LEAST * height:
            continue
        read = _in_scripts(np.ascontiguousarray(crop[:, a:b]), Glyphs("", (), 0.0), scripts)
        if read is None:
            return None
        found, script = read
        parts.append((found, a, b))
    if script is None:
        return None
    parts.sort(key=lambda part: part[1] if script.rightward else -part[1])
    return _joined(parts, width, script)


def _joined(parts: Sequence[tuple[Glyphs, int, int]], width: int, script: Script) -> Glyphs:
    """Pieces of a crop that is so many px wide, in the order in which they are read, as one line."""
    text, centres = _in_a_row(
        (glyphs.text, [(a + at * (b - a)) / width for at in glyphs.centres], a / width) for glyphs, a, b in parts
    )
    if not script.rightward:
        centres = _spread(text, 0.0, 1.0)
    return Glyphs(text, tuple(centres), min(glyphs.score for glyphs, _, _ in parts))


def _ink(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """By column of a crop, whether anything stands there."""
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2GRAY).astype(np.int16)
    return np.asarray((np.abs(grey - int(np.median(grey))) > _FOREGROUND).any(axis=0), dtype=bool)


def _cut(ink: NDArray[np.bool_], at: float, reach: float) -> int:
    """The middle of the widest gap between the sign at `at` px and so many px before (below 0) or behind it; the edge
    of the crop where that is nearer and nothing stands between."""
    low, high = sorted((round(at), round(at + reach)))
    low, high = max(0, low), min(len(ink), high)
    best, start = (0, round(at + reach)), None
    for x in range(low, high + 1):
        empty = x < high and not ink[x]
        if empty and start is None:
            start = x
        elif not empty and start is not None:
            best, start = max(best, (x - start, (x + start) // 2)), None
    return min(len(ink), max(0, best[1]))
