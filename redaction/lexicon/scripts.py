"""In which script a word is written."""

from __future__ import annotations

import unicodedata


def script_of(token: str) -> str:
    """LATIN, CYRILLIC, CJK, ARABIC … of the first letter."""
    for char in token:
        if char.isalpha():
            return unicodedata.name(char, "LATIN").split(" ")[0].split("-")[0]
    return "LATIN"


def all_of(name: str, script: str) -> bool:
    """Whether every letter of a name is of one script."""
    if script == "LATIN":
        return script_of(name) == script
    return all(script_of(c) == script or c == "々" for c in name if c.isalpha())


def spelled(word: str) -> bool:
    """Letters, with the vowel signs and marks that some scripts write on them, and nothing else."""
    return word[:1].isalpha() and all(c.isalpha() or unicodedata.category(c) in ("Mn", "Mc") for c in word)
