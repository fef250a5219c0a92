"""What a person's name is made of, as pieces of expressions, and where a name in a text ends."""

from __future__ import annotations

import re

from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.patterns.bounds import ANY_BACK, SOME_BACK

UP = r"[^\W\d_a-z]"
#: Hyphens and apostrophes that one part of a name may hold.
_JOINTS = 4
#: one part of a name: "Keller", "O'Brien", "Jean-Paul", "McDonald", "van", "K."
PART = rf"(?:{UP}[^\W\d_]{ANY_BACK}(?:[’'‘`-][^\W\d_]{SOME_BACK}){{0,{_JOINTS}}})"
#: "J.", "J. R. R.", "J.-P."; blanks between initials are theirs and not given back to the name around them, line ends
#: are: who may take a blank in two ways tries all ways.
INITIAL = rf"(?:{UP}\.(?:[ \u00a0]?-?{UP}\.){{0,4}}+(?:[^\S \u00a0]-?{UP}\.(?:[ \u00a0]?-?{UP}\.){{0,3}}+)?|{UP}(?=\s))"
PARTICLE = (
    r"(?:van der|van den|van de|von der|de la|de los|de las|dos|das|del|della|di|da|de|du|des|van|von|zu|den|ter|ten|"
    r"bin|ibn|al|el|bint|ben|af|la|le|st\.?|y|e)"
)
NAME = rf"(?:{PART}|{INITIAL})(?:[ \u00a0]+(?:{PARTICLE}[ \u00a0]+){{0,4}}(?:{INITIAL}|{PART})){{0,4}}"
TOKEN = re.compile(rf"{PART}|{INITIAL}|[^\W\d_]+")
WORD = re.compile(r"[^\W\d_]+")


def cut(text: str, start: int, end: int) -> tuple[int, int]:
    """End a name before the first ordinary word that follows a proper one ("Mr Keller Please" → "Keller")."""
    seen = False
    for token in TOKEN.finditer(text, start, end):
        word = token.group().rstrip(".")
        if seen and len(word) > 1 and is_word(word) and not name_lists().is_name(word):
            return start, start + len(text[start : token.start()].rstrip(" \u00a0,&"))
        seen = True
    return start, end
