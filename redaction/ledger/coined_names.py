"""Words like names, for names that are on no list: of the language whose names theirs look like, of any length."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import lru_cache

from redaction.ledger.surrogates import acceptable, below, invent_name, stream
from redaction.lexicon.fold import fold_token
from redaction.lexicon.name_counts import FIRSTS, LASTS, name_counts
from redaction.lexicon.scripts import script_of

_ORDER = 3
"""Letters that decide which comes next."""
_ENOUGH = 300
"""Names of a language from which its letters are learned."""
_DRAWS = 200
_LONGEST, _SHORTEST = 14, 3
_UNSEEN = 0.1
"""How often letters that were never seen together count."""
_START, _END = "^" * _ORDER, "$"


@lru_cache(maxsize=4)
def _letters(role: str) -> dict[str, dict[str, Counter[str]]]:
    """Language → letters → which follow, in Latin names of a role."""
    roles = LASTS if role in LASTS else (role,)
    names: dict[str, set[str]] = defaultdict(set)
    for pool, listed in name_counts().pools.items():
        if pool.script == "LATIN" and pool.role in roles:
            names[pool.language] |= {fold_token(name) for name in listed.written}
    return {language: _followers(some) for language, some in sorted(names.items()) if len(some) >= _ENOUGH}


def _followers(names: set[str]) -> dict[str, Counter[str]]:
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for name in sorted(names):
        text = _START + name + _END
        for at in range(_ORDER, len(text)):
            seen[text[at - _ORDER : at]][text[at]] += 1
    return dict(seen)


@lru_cache(maxsize=20_000)
def language_like(token: str, role: str) -> str:
    """The language whose names a folded Latin word looks like most."""
    text = _START + token + _END

    def likely(seen: dict[str, Counter[str]]) -> float:
        total = 0.0
        for at in range(_ORDER, len(text)):
            here = seen.get(text[at - _ORDER : at], Counter())
            total += math.log((here[text[at]] + _UNSEEN) / (here.total() + 26 * _UNSEEN))
        return total

    return max(_letters(role).items(), key=lambda item: (likely(item[1]), item[0]))[0]


def coined_name(key: bytes, token: str, role: str, attempt: int) -> str:
    """A word like a name, capitalised, for a folded word that is on no list: on no list and in no dictionary either.
    Another attempt gives another."""
    if script_of(token) != "LATIN":
        word = invent_name(key, token, role, attempt)
        return word[:1].upper() + word[1:]
    seen = _letters(role if role in FIRSTS else LASTS[0])[language_like(token, role)]
    source = stream(key, "coined", token, str(attempt))
    for _ in range(_DRAWS):
        word = ""
        while len(word) <= _LONGEST:
            options = seen[(_START + word)[-_ORDER:]]
            at = below(source, options.total())
            letter = next(c for c in options.elements() if (at := at - 1) < 0)
            if letter == _END:
                break
            word += letter
        if _SHORTEST <= len(word) <= _LONGEST and acceptable(word):
            return word.capitalize()
    return invent_name(key, token, role, attempt).capitalize()
