"""Reading text through its encodings: decoded views and folded tokens, each with a map back to code points.

A person is the same person as `Maria Keller`, `maria%20keller`, `M&aacute;ria`, with a soft hyphen inside, in
full-width
letters or with `rn` read for `m`. Detectors look at the decoded view; findings are mapped back to the captured text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

_ENCODED = re.compile(
    r"(?P<url>(?:%[0-9A-Fa-f]{2})+)"
    r"|(?P<html>&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<unicode>\\u[0-9A-Fa-f]{4})"
    "|(?P<invisible>[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff])"
    "|(?P<wide>[\uff01-\uff5e])"
    "|(?P<marks>[^\\W\\d_][\u0300-\u036f]+)"
)
_NEEDS_VIEW = re.compile("[%&\\\\\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\uff01-\uff5e\u0300-\u036f]")


class Put(Protocol):
    """Appends a decoded piece that stands for the captured span."""

    def __call__(self, piece: str, start: int, end: int, *, each: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class View:
    """Decoded text. `starts[i]` and `ends[i]` are the code points of the captured text behind character i."""

    text: str
    starts: array[int] | None = None
    ends: array[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The captured span behind decoded characters start to end (exclusive, not empty)."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """The decoded span that covers a captured span."""
        if self.starts is None or self.ends is None:
            return start, end
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


def decoded(text: str) -> View:
    """Undo URL encoding, HTML entities, JSON escapes, invisible and full-width characters; compose marks."""
    if not _NEEDS_VIEW.search(text):
        return View(text)
    pieces: list[str] = []
    starts, ends = array("l"), array("l")

    def put(piece: str, start: int, end: int, *, each: bool) -> None:
        pieces.append(piece)
        if each:
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            starts.extend([start] * len(piece))
            ends.extend([end] * len(piece))

    last = 0
    changed = False
    for match in _ENCODED.finditer(text):
        if match.start() > last:
            put(text[last : match.start()], last, match.start(), each=True)
        last = match.end()
        raw = match.group()
        if match.lastgroup == "url":
            _put_url(raw, match.start(), put)
        elif match.lastgroup == "html":
            plain = html.unescape(raw)
            put(" " if plain == "\xa0" else plain, match.start(), match.end(), each=plain == raw)
        elif match.lastgroup == "unicode":
            put(chr(int(raw[2:], 16)), match.start(), match.end(), each=False)
        elif match.lastgroup == "marks":
            composed = unicodedata.normalize("NFC", raw)
            put(composed if len(composed) == 1 else raw[0], match.start(), match.end(), each=False)
        elif match.lastgroup == "wide":
            put(chr(ord(raw) - 0xFEE0), match.start(), match.end(), each=False)
        changed = True
    if not changed:
        return View(text)
    if last < len(text):
        put(text[last:], last, len(text), each=True)
    return View("".join(pieces), starts, ends)


def _put_url(raw: str, start: int, put: Put) -> None:
    """Decode a run of %XX as UTF-8, character by character; bytes that are no UTF-8 stay as they are written."""
    data = bytes.fromhex(raw.replace("%", ""))
    position = 0
    while position < len(data):
        for size in (1, 2, 3, 4):
            try:
                char = data[position : position + size].decode("utf-8")
            except UnicodeDecodeError:
                continue
            if len(char) == 1:
                break
        else:
            char, size = "\ufffd", 1
        put(char, start + 3 * position, start + 3 * (position + size), each=False)
        position += size


@lru_cache(maxsize=200_000)
def fold_token(token: str) -> str:
    """Case and accents folded: "Müller" and "MULLER" are both "muller"; "ß" is "ss", "ø" is "o", "ł" is "l"."""
    if token.isascii():
        return token.lower()
    plain = unicodedata.normalize("NFKD", token.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_STROKES)


_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_CONFUSED = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "5": "s", "8": "b", "q": "g", "é": "e"})


def skeleton(token: str) -> str:
    """What optical character recognition may confuse made equal: l/I/1, O/0, S/5, B/8, rn/m, vv/w, cl/d."""
    return fold_token(token).translate(_CONFUSED).replace("rn", "m").replace("vv", "w").replace("cl", "d")
