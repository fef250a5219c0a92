"""Names that many people bear, in place of names: of the same script, language and gender, as common, of any length.

A listed name is drawn for a listed one, by the counts of the lists, so that neither being listed nor being common tells
an original from a surrogate. A name on no list has a coined one in its place, and a word of the dictionary another word
that is somebody's name. What a name is follows from the lists and from what stands beside it (`Evidence`).
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from redaction.ledger.coined_names import coined_name
from redaction.ledger.surrogates import below, stream
from redaction.lexicon.fold import fold_token
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.name_counts import FIRSTS, LAST, LASTS, TOWN, Pool, name_counts
from redaction.lexicon.scripts import script_of
from redaction.lexicon.words import is_word

_OWN_LANGUAGE = 60
"""Draws from the names of one language before those of others in its script are drawn from."""
_ONE_NAME = 120
"""Draws of a listed name before two of them are joined ("Keller-Brandt")."""
_NAME_LETTERS = 3
"""Letters before the end of a street or town that make a name ("Lindsaymouth")."""
_SHARES = 1 << 30


class Evidence(NamedTuple):
    """What the mentions of a word tell of it: a first name, of which gender ("f", "m", ""), part of an address, written
    with accents."""

    first: bool = False
    gender: str = ""
    place: bool = False
    accented: bool = False

    def joined(self, other: Evidence) -> Evidence:
        """What two mentions tell together, whichever was read first; a place only if both are."""
        genders = "".join(sorted({*self.gender, *other.gender}))
        accented = self.accented or other.accented
        return Evidence(self.first or other.first, genders, self.place and other.place, accented)

    @property
    def sure_gender(self) -> str:
        """f or m, where all mentions that tell one agree."""
        return self.gender if len(self.gender) == 1 else ""


NO_EVIDENCE = Evidence()


def common_name(key: bytes, token: str, evidence: Evidence, attempt: int) -> str:
    """What stands in for a folded word, as it is written in the middle of a sentence. Another attempt gives another."""
    pools = _pools(token, evidence)
    family = _family(token) if not pools else ""
    if family:  # "王伟": a family name and a given one without a space between them
        given = _given(family, evidence.sure_gender)
        return common_name(key, family, Evidence(), attempt) + _draw(stream(key, "given", token, str(attempt)), given)
    end = _place_end(token) if evidence.place and not any(pool.role == TOWN for pool, _ in pools) else ""
    if end:  # "Hauptstrasse", "Lindsaymouth": somebody else's street or town
        return common_name(key, token.removesuffix(end), evidence._replace(place=False), attempt) + end
    if not pools:
        return coined_name(key, token, role_of(token, evidence), attempt)
    source = stream(key, "common", token, str(attempt))
    if attempt >= _OWN_LANGUAGE:
        pools = _alike(pools[0][0])
    drawn = [_draw(source, pools) for _ in range(1 + (attempt >= _ONE_NAME))]
    return "-".join(dict.fromkeys(drawn))


def role_of(token: str, evidence: Evidence) -> str:
    """f, m or last, for a word on no list."""
    if not evidence.first:
        return LAST
    return evidence.sure_gender or FIRSTS[sum(token.encode()) % 2]


_Weighed = tuple[tuple[Pool, float], ...]


def _draw(source: Iterator[int], pools: _Weighed) -> str:
    """A name: first which pool, by its weight, then which of its names, by its count."""
    upto = list(accumulate(weight for _, weight in pools))
    at = below(source, _SHARES) / _SHARES * upto[-1]
    pool = pools[min(bisect_right(upto, at), len(pools) - 1)][0]
    return name_counts().pools[pool].at(below(source, _SHARES) / _SHARES)


@lru_cache(maxsize=20_000)
def _pools(token: str, evidence: Evidence) -> _Weighed:
    """Where a word may come from, and how likely: the lists that hold it. () when none does."""
    shares = name_counts().shares.get(token, {})
    if not shares:
        ordinary = Pool("LATIN", "en", role_of(token, evidence), ordinary=True)
        return ((ordinary, 1.0),) if is_word(token) and token.isascii() else ()
    firsts = {pool: share for pool, share in shares.items() if pool.role in FIRSTS}
    lasts = {pool: share for pool, share in shares.items() if pool.role in LASTS}
    towns = {pool: share for pool, share in shares.items() if pool.role == TOWN}
    if evidence.place:
        chosen = towns or lasts or firsts
    else:
        chosen = firsts if firsts and (evidence.first or not lasts) else lasts
    if chosen is firsts:
        by_gender = {g: sum(s for p, s in firsts.items() if p.role == g) for g in FIRSTS}
        gender = evidence.sure_gender or max(FIRSTS, key=lambda g: by_gender[g])
        chosen = {p._replace(role=gender): s for p, s in firsts.items() if p.role == gender or not by_gender[gender]}
    if not chosen:  # somebody called as a town is
        chosen = {pool._replace(role=LAST): share for pool, share in towns.items()}
    known = name_counts().pools
    written = {pool._replace(accented=evidence.accented and pool.script == "LATIN"): s for pool, s in chosen.items()}
    there = {pool: share for pool, share in written.items() if pool in known}
    return tuple(sorted(there.items())) or _alike(min(written))


@lru_cache(maxsize=1000)
def _alike(wanted: Pool) -> _Weighed:
    """All pools of the same script and role, alike likely; of any script when there is none."""
    roles = LASTS if wanted.role in LASTS else (wanted.role,)
    every = [p for p in sorted(name_counts().pools) if p.role in roles and p.script == wanted.script]
    same = [p for p in every if p[3:] == wanted[3:]]
    return tuple((pool, 1.0) for pool in same or every)


@lru_cache(maxsize=1)
def _place_ends() -> tuple[str, ...]:
    """What names of streets and towns end with, the longest first."""
    from faker.providers.address.en_US import Provider

    ends = {fold_token(end) for end in (*word_list(WordList.STREET_ENDS), *Provider.city_suffixes)}
    return tuple(sorted((end for end in ends if end.isalpha()), key=lambda end: (-len(end), end)))


def _place_end(token: str) -> str:
    """The end of a word that says that it is a street or a town, if there is a name before it."""
    return next((end for end in _place_ends() if token.endswith(end) and len(token) >= len(end) + _NAME_LETTERS), "")


def _family(token: str) -> str:
    """The family name with which an unspaced name of two to four signs begins, folded; "" for anything else."""
    return fold_token(unspaced_parts(token)[0])


def unspaced_parts(token: str) -> tuple[str, str]:
    """An unspaced name of two to four signs as family name and given name ("王伟"); empty for anything else."""
    signs = unicodedata.normalize("NFC", token)
    if script_of(token) not in ("CJK", "HANGUL") or not 2 <= len(signs) <= 4:
        return "", ""
    shares = name_counts().shares
    for size in (2, 1):
        if size < len(signs) and any(p.role in LASTS for p in shares.get(fold_token(signs[:size]), ())):
            return signs[:size], signs[size:]
    return "", ""


def _given(family: str, gender: str) -> _Weighed:
    """Given names of the languages whose family name it is."""
    of = {(p.script, p.language) for p in name_counts().shares[family] if p.role in LASTS}
    pools = [p for p in sorted(name_counts().pools) if (p.script, p.language) in of and p.role in (gender or FIRSTS)]
    return tuple((pool, 1.0) for pool in pools)
