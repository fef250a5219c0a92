"""Letters that are drawn like others: small capitals, letters of another alphabet, digits and signs for letters.

`plain` is for the letters only and always safe; what stands for a letter by its looks alone ("0", "$") is made equal on
both sides of a comparison by `skeleton` and `leet`, never shown.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache


def _marks() -> str:
    """Combining marks as ranges, the choice between two looks of one sign (variation selectors) left out."""
    codes = {c: None for c in range(0x0300, 0xFE00) if unicodedata.category(chr(c)) in ("Mn", "Mc")}
    starts = [c for c in codes if c - 1 not in codes]
    ends = [c for c in codes if c + 1 not in codes]
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(starts, ends, strict=True))


#: Combining marks of every script, as the inside of a character class: they belong to the letter before them.
MARKS = _marks()

_SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True))
_STROKES = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
_LATIN = str.maketrans({**_STROKES, **_SMALL_CAPITALS, "ɑ": "a", "ɡ": "g", "ſ": "s", "\u0640": ""})
#: Small letters of other alphabets that print like Latin ones, and capitals (folded to small letters) that do.
_TO_LATIN = dict(
    zip("асеорхуіјѕԁһԛԝвкмнтгпαβεζηικμνορτυχωγաоցհոսօ", "aceopxyijsdhqwbkmhtrnabezhikmvoptuxwywoghnuo", strict=True)
)
_FROM_LATIN = str.maketrans(dict(zip("aceopxyijsbkmht", "асеорхуіјѕвкмнт", strict=True)))
_HOMOGLYPHS = str.maketrans(_TO_LATIN)


@lru_cache(maxsize=200_000)
def plain(token: str) -> str:
    """A folded token in letters without strokes and marks, in one alphabet: a Cyrillic "а" inside a Latin word is an
    "a". A word that is all of one alphabet keeps it."""
    token = token.translate(_LATIN)
    if token.isascii() or not any("a" <= c <= "z" for c in token):
        return token
    latin = token.translate(_HOMOGLYPHS)
    if latin.isascii():
        return latin
    other = token.translate(_FROM_LATIN)
    return token if any("a" <= c <= "z" for c in other) else other


def latin(token: str) -> str:
    """A folded token as the Latin word it prints like, whatever its alphabet; itself where some letter has no twin."""
    made = token.translate(_HOMOGLYPHS)
    return made if made.isascii() else token


_CONFUSED = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "5": "s", "8": "b", "q": "g"})
_LEET = str.maketrans(
    {"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "5": "s", "$": "s", "8": "b", "3": "e", "€": "e", "4": "a"}
    | {"@": "a", "7": "t", "+": "t", "9": "g", "q": "g", "2": "z"}
)


def skeleton(folded: str) -> str:
    """What optical character recognition may confuse made equal: l/I/1, O/0, S/5, B/8, rn/m, vv/w, cl/d."""
    return folded.translate(_CONFUSED).replace("rn", "m").replace("vv", "w").replace("cl", "d")


def leet(folded: str) -> str:
    """Digits and signs that stand for letters made equal to them: "j0hn" and "john", "$m1th" and "smith"."""
    return folded.translate(_LEET)
