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

from redaction.lexicon.lookalikes import plain

_ENCODED = re.compile(
    r"(?P<url>(?:%[0-9A-Fa-f]{2})+)"
    r"|(?P<html>&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<unicode>\\u[0-9A-Fa-f]{4})"
    "|(?P<invisible>[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff])"
    "|(?P<wide>[\uff01-\uff5e\u24b6-\u24e9\U0001d400-\U0001d7ff])"
    "|(?P<marks>[^\\W\\d_][\u0300-\u036f\u0653-\u0655\u3099\u309a]+)"
    "|(?P<half>[\uff66-\uff9d][\uff9e\uff9f]?)"
    "|(?P<jamo>[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)"
)
_NEEDS_VIEW = re.compile(
    "[%&\\\\\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\uff01-\uff9f"
    "\u0300-\u036f\u0653-\u0655\u3099\u309a\u1100-\u1112\u24b6-\u24e9\U0001d400-\U0001d7ff]"
)


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
    """Undo URL encoding, HTML entities, JSON escapes, invisible, full-width, half-width and decorated letters; compose
    marks and the parts of Korean syllables."""
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
            meant = html.unescape(raw)
            put(" " if meant == "\xa0" else meant, match.start(), match.end(), each=meant == raw)
        elif match.lastgroup == "unicode":
            put(chr(int(raw[2:], 16)), match.start(), match.end(), each=False)
        elif match.lastgroup in ("marks", "jamo"):
            composed = unicodedata.normalize("NFC", raw)
            put(composed if len(composed) == 1 else raw[0], match.start(), match.end(), each=False)
        elif match.lastgroup in ("wide", "half"):
            put(unicodedata.normalize("NFKC", raw), match.start(), match.end(), each=False)
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
    """Case, accents and looks folded: "Müller" and "MULLER" are both "muller"; "ß" is "ss", "ø" is "o", "ᴊ" is "j", and
    a Cyrillic "а" inside a Latin word is an "a"."""
    if token.isascii():
        return token.lower()
    decomposed = unicodedata.normalize("NFKD", token.casefold())
    return plain("".join(c for c in decomposed if not unicodedata.combining(c)).casefold())
