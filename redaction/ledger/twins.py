"""One person in two scripts: which words of a name follow which others, and how a surrogate reads in another script.

Two people are one when their full names, first and last, read alike (`romanised.keys`) in two scripts, or in one where
letters such as "ü" are spelled out; a lone word never makes anybody the same. Then the words of one name are twins: the
name in the script that tells more (Chinese signs before kana, other alphabets before Latin, "ü" before "ue") leads, and
the surrogate of the other is the same name in its own script.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from redaction.ledger.common_names import unspaced_parts
from redaction.ledger.issued import as_borne, is_borne
from redaction.lexicon.fold import decoded, fold_token
from redaction.lexicon.forms import TOKEN, PersonName, login_forms
from redaction.lexicon.name_counts import name_counts
from redaction.lexicon.romanised import KANA, in_alphabet, in_kana, keys, readings, romanised
from redaction.lexicon.scripts import script_of

Recipe = tuple[tuple[str, int], ...]
_ALPHABET, _KANA, _ACCENTED, _PLAIN = 1, 2, 3, 4
_SIGNS = ("CJK", "HANGUL")


class Twin(NamedTuple):
    """The folded word that another one follows: all of it (`part` -1), or the family (0) or given name (1) of an
    unspaced one; of that, sign `at` when it is spelled sign by sign ("Min-jun"), else all (-1). `script` is the
    follower's."""

    word: str
    script: str
    part: int = -1
    at: int = -1


class _Half(NamedTuple):
    """One of the two parts of a name: its words as written, folded, and what stands for it in an unspaced one."""

    written: str
    words: tuple[str, ...]
    part: int = -1


class _Spelled(NamedTuple):
    name: PersonName
    words: tuple[tuple[str, str], ...]
    halves: tuple[tuple[_Half, _Half], ...]


class Twins:
    """People in the scripts they are written in. `learn` takes in full names; the rest is worked out when it is asked
    for, and only if there are two scripts."""

    def __init__(self, order: Callable[[str], str]) -> None:
        self._order = order
        self._people: dict[int, dict[PersonName, _Spelled]] = defaultdict(dict)
        self._done = True
        self._links: dict[str, Twin] = {}
        self._leaders: dict[PersonName, PersonName] = {}
        self._logins: dict[str, Recipe] = {}
        self._tops: dict[PersonName, frozenset[str]] = {}

    def learn(self, value: str, name: PersonName) -> None:
        """Take in a person's name as it is written, and as it was parsed."""
        spelled = _spelled(value, name)
        if spelled is None:
            return
        known = self._people[_rank("".join(word for word, _ in spelled.words))]
        if name not in known or spelled.words < known[name].words:
            known[name] = spelled
            self._done = False

    @property
    def links(self) -> Mapping[str, Twin]:
        """Folded word → the word that it follows."""
        self._work_out()
        return self._links

    def leader(self, name: PersonName) -> PersonName:
        """The name by which the ledger knows a person of several scripts; the name itself for all others."""
        self._work_out()
        return self._leaders.get(name, name)

    def login(self, word: str) -> Recipe | None:
        """What a Latin log-in is made of when it is that of somebody known in another script only."""
        self._work_out()
        return self._logins.get(word)

    def _work_out(self) -> None:
        if self._done:
            return
        self._done = True
        self._links, self._leaders, self._logins, self._tops = {}, {}, {}, {}
        leading: dict[frozenset[str], list[_Pair]] = defaultdict(list)
        ranks = sorted(rank for rank, people in self._people.items() if people)
        for rank in ranks:
            for spelled in self._people[rank].values() if rank != ranks[0] else ():
                self._follow(spelled, rank, leading)
            for spelled in self._people[rank].values() if rank != _PLAIN else ():
                for halves in spelled.halves:
                    for pair in _pairs(halves):
                        leading[pair].append(_Pair(rank, spelled, halves))
                self._take_logins(spelled)

    def _follow(self, spelled: _Spelled, rank: int, leading: Mapping[frozenset[str], list[_Pair]]) -> None:
        """Link a name to the one that it follows. Where two people read alike ("王伟" and "王薇", both Wang Wei)
        nobody can tell whose it is, and it follows neither."""
        options = {
            (self._order(repr(lead.spelled.name)), lead, halves)
            for halves in spelled.halves
            for pair in _pairs(halves)
            for lead in leading.get(pair, ())
            if lead.rank < rank and lead.spelled.name != spelled.name and _aligned(halves, lead.halves)
        }
        if len({self._top(lead) for _, lead, _ in options}) != 1:
            return
        _, lead, halves = min(options)
        self._tops[spelled.name] = self._top(lead)
        self._leaders[spelled.name] = self._leaders.get(lead.spelled.name, lead.spelled.name)
        for mine, other in _aligned(halves, lead.halves):
            self._link(mine, other)
        self._link_others(spelled, lead.spelled)

    def _top(self, lead: _Pair) -> frozenset[str]:
        """Who a name belongs to: first and last word of the name that leads all others of one person."""
        return self._tops.get(lead.spelled.name) or frozenset(word for half in lead.halves for word in half.words)

    def _link(self, mine: _Half, other: _Half) -> None:
        leader = other.words[0]
        for at, word in enumerate(mine.words):
            place = at if len(mine.words) > 1 else -1
            self._put(word, Twin(leader, script_of(mine.written), other.part, place))

    def _link_others(self, spelled: _Spelled, lead: _Spelled) -> None:
        """Middle names and patronymics that read alike, too."""
        for (written, word), (other, leader) in product(spelled.words, lead.words):
            if word not in self._links and _alike(written, other):
                self._put(word, Twin(leader, script_of(written)))

    def _put(self, word: str, twin: Twin) -> None:
        known = self._links.get(word)
        if word != twin.word and (known is None or self._order(repr(twin)) < self._order(repr(known))):
            self._links[word] = twin

    def _take_logins(self, spelled: _Spelled) -> None:
        first, last = spelled.halves[0]
        if first.part != -1:
            return
        for a, b in zip(*_evenly(readings(first.written), readings(last.written)), strict=True):
            whole = {a: first.words[0], b: last.words[0]}
            for form, recipe in login_forms(PersonName((a,), (b,))).items():
                made = tuple((whole[word], letters) for word, letters in recipe)
                known = self._logins.get(form)
                if known is None or self._order(repr(made)) < self._order(repr(known)):
                    self._logins[form] = made


class _Pair(NamedTuple):
    rank: int
    spelled: _Spelled
    halves: tuple[_Half, _Half]


def _rank(text: str) -> int:
    """Which script leads: the lower one."""
    script = script_of(text)
    if script in _SIGNS:
        return 0
    if script in KANA:
        return _KANA
    return _ALPHABET if script != "LATIN" else _PLAIN if text.isascii() else _ACCENTED


def _alike(word: str, other: str) -> bool:
    """Whether two words read alike: two Latin ones by their letters alone."""
    shared = keys(word) & keys(other)
    both = script_of(word) == script_of(other) == "LATIN"
    return any(key.startswith("=") for key in shared) if both else bool(shared)


@lru_cache(maxsize=50_000)
def _spelled(value: str, name: PersonName) -> _Spelled | None:
    """A full name, or an unspaced one, in its parts; None for what is neither."""
    everything = (*name.firsts, *name.lasts)
    words = {fold_token(m.group()): m.group() for m in TOKEN.finditer(decoded(value).text)}
    if any(word not in words for word in everything):
        return None
    written = tuple((words[word], word) for word in everything)
    if len(everything) == 1:
        family, given = unspaced_parts(words[everything[0]])
        if not family:
            return None
        return _Spelled(name, written, ((_Half(family, everything, 0), _Half(given, everything, 1)),))
    if not name.full:
        return None
    first = next(word for word in name.firsts if len(word) > 1)
    halves = [(_Half(words[first], (first,)), _Half(words[name.lasts[-1]], name.lasts[-1:]))]
    if len(everything) == 3 and all(len(word) > 1 for word in everything) and script_of(first) == "LATIN":
        halves += [(_joined(written[:cut]), _joined(written[cut:])) for cut in (1, 2)]  # "Kim Min-jun", "Min-jun Kim"
    return _Spelled(name, written, tuple(halves))


def _joined(words: tuple[tuple[str, str], ...]) -> _Half:
    return _Half("".join(written for written, _ in words), tuple(word for _, word in words))


def _pairs(halves: tuple[_Half, _Half]) -> Iterator[frozenset[str]]:
    first, last = halves
    return (frozenset(pair) for pair in product(keys(first.written), keys(last.written)))


def _aligned(mine: tuple[_Half, _Half], other: tuple[_Half, _Half]) -> list[tuple[_Half, _Half]]:
    """Which half is which, in either order; [] where a half of several words meets one that is not spelled by signs."""
    for turned in (other, other[::-1]):
        pairs = list(zip(mine, turned, strict=True))
        if all(_alike(a.written, b.written) and _countable(a, b) for a, b in pairs):
            return pairs
    return []


def _countable(mine: _Half, other: _Half) -> bool:
    return len(mine.words) == 1 or len(unicodedata.normalize("NFC", other.written)) == len(mine.words)


def _evenly(first: tuple[str, ...], last: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both as long as the longer one: system by system. None where no system reads one of them ("ь", a lone mark)."""
    size = max(len(first), len(last)) if first and last else 0
    return tuple((*first, *first[-1:] * size)[:size]), tuple((*last, *last[-1:] * size)[:size])


def followed(made: str, twin: Twin) -> str:
    """The surrogate of a word, as the ledger keeps it, for one that follows it; "" where its script cannot say it."""
    name = made.removeprefix("=") if is_borne(made) else unicodedata.normalize("NFC", made)
    if twin.part >= 0:
        family, given = unspaced_parts(name)
        name = (family or name[:1], given or name[1:] or name)[twin.part]
    if twin.at >= 0:
        signs = unicodedata.normalize("NFC", name)
        name = signs[twin.at % len(signs)]
    said = "-".join(in_script(word, twin.script) for word in name.split("-"))
    if not said.strip("-"):
        return ""
    return as_borne(said) if is_borne(made) else fold_token(said)


def in_script(name: str, script: str) -> str:
    """A name in another script; "" where there is no way to write it."""
    if script == "LATIN":
        return _in_latin(name)
    if script in KANA:
        return in_kana(name, script)
    return _listed(script, name) or in_alphabet(name, script) if script_of(name) == "LATIN" else ""


def _in_latin(name: str) -> str:
    if script_of(name) != "LATIN":
        return romanised(name)
    spelled_out = readings(name)[-1] if not name.isascii() else name
    return spelled_out[:1].upper() + spelled_out[1:] if name[:1].isupper() else spelled_out


@lru_cache(maxsize=2)
def _by_key(script: str) -> Mapping[str, str]:
    """What a listed name of a script reads like → the name."""
    every = sorted({n for pool, names in name_counts().pools.items() if pool.script == script for n in names.written})
    found: dict[str, str] = {}
    for name in every:
        for key in keys(name):
            found.setdefault(key, name)
    return found


def _listed(script: str, name: str) -> str:
    """The listed name of a script that reads like a Latin one; "" for none."""
    listed = _by_key(script)
    return next((listed[key] for key in sorted(keys(name)) if key in listed), "")
