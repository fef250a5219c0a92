"""How common names are: Faker's lists with their counts, by script, language and what they are (f, m, last, town).

Where a list has no counts its names share it alike. Last names that a list gives to one gender only ("Novák",
"Nováková") are lists of their own. English names that are ordinary words, too ("Grace", "Hunter"), stand apart, and so
do Latin names that are written with more than the 26 letters ("Jürgen").
"""

from __future__ import annotations

import pkgutil
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from typing import NamedTuple

from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import NEVER
from redaction.lexicon.scripts import all_of, script_of, spelled
from redaction.lexicon.words import is_word

FEMALE, MALE, LAST, LAST_FEMALE, LAST_MALE, TOWN = "f", "m", "last", "last f", "last m", "town"
FIRSTS = (FEMALE, MALE)
LASTS = (LAST, LAST_FEMALE, LAST_MALE)
#: Locales whose names are not those of the language they are written in.
_OWN_NAMES = ("en_IN", "en_KE", "en_NG", "en_PK", "en_TH", "fr_DZ")


#: Scripts in which one sign is a name.
_SHORT = ("CJK", "HANGUL")
_FEWEST = 10
"""Names of a list; shorter ones are placeholders ("John", "Jane") and no names of a language."""

_ALL = 1000
"""Names that a language has at least: a shorter list without counts holds a part of them, each with this share."""

LEANING = 1.5
"""Power of a name's share with which it is drawn. The commonest names are real ones in most batches and so are never
drawn: with their plain shares surrogates would be rarer than originals."""


class Pool(NamedTuple):
    """What names are drawn from."""

    script: str
    language: str
    role: str
    ordinary: bool = False
    accented: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """Names as they are written, and the running sums of their shares (the last is 1)."""

    written: tuple[str, ...]
    upto: tuple[float, ...]

    def at(self, share: float) -> str:
        """The name at a share of 0 to below 1: common ones have more of it."""
        return self.written[min(bisect_right(self.upto, share), len(self.written) - 1)]


@dataclass(frozen=True, slots=True)
class NameCounts:
    """`pools` to draw from, and for every folded name its shares of them."""

    pools: Mapping[Pool, Names]
    shares: Mapping[str, Mapping[Pool, float]]


@lru_cache(maxsize=1)
def name_counts() -> NameCounts:
    """Read the lists once per process (about a second)."""
    written: dict[Pool, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    shares: dict[str, dict[Pool, float]] = defaultdict(lambda: defaultdict(float))
    for language, role, name, share in _listed():
        tokens = [fold_token(part) for part in name.replace("-", " ").replace("'", " ").replace("’", " ").split()]
        for token in tokens:
            ordinary = is_word(token)
            script = script_of(token)
            long = len(token) >= 2 + token.isascii() or script in _SHORT
            foreign = ordinary and not language.startswith("en")
            if not long or foreign or token in NEVER or not spelled(token) or not all_of(token, script):
                continue
            pool = Pool(script, language, role, ordinary, script == "LATIN" and not name.isascii())
            shares[token][pool] += share
            if len(tokens) == 1 and spelled(name) and fold_token(name).isascii() == (script == "LATIN"):
                written[pool][name] += share
    pools = {}
    for pool, names in written.items():
        ordered = sorted(names)
        sums = list(accumulate(names[name] ** LEANING for name in ordered))
        pools[pool] = Names(tuple(ordered), tuple(upto / sums[-1] for upto in sums))
    return NameCounts(pools, {token: dict(of) for token, of in shares.items()})


def _listed() -> Iterator[tuple[str, str, str, float]]:
    """(language, role, name as written, its share of the list)."""
    for module, provider in _providers("person"):
        last_f, last_m = (_weights(provider, f"last_names_{g}") for g in ("female", "male"))
        last_f |= _weights(provider, "last_names_female_only")
        last_m |= _weights(provider, "last_names_male_only") | _weights(provider, "male_last_names")
        lasts = _weights(provider, "last_names") | _weights(provider, "unisex_last_names")
        lasts |= _weights(provider, "last_names_without_suffix")
        both = last_f.keys() & last_m.keys()
        roles = {
            FEMALE: _weights(provider, "first_names_female"),
            MALE: _weights(provider, "first_names_male"),
            LAST_FEMALE: {n: w for n, w in last_f.items() if n not in both},
            LAST_MALE: {n: w for n, w in last_m.items() if n not in both},
            LAST: {n: w for n, w in lasts.items() if n in both or (n not in last_f and n not in last_m)},
        }
        if not roles[FEMALE] and not roles[MALE]:
            roles[FEMALE] = roles[MALE] = _weights(provider, "first_names")
        for role, names in roles.items():
            yield from _shared(module, role, names)
    for module, provider in _providers("address"):
        towns = _weights(provider, "cities") | _weights(provider, "city_names") | _weights(provider, "towns")
        yield from _shared(module, TOWN, towns)


def _shared(module: str, role: str, names: Mapping[str, float]) -> Iterator[tuple[str, str, str, float]]:
    language = module if module in _OWN_NAMES else module[:2]
    counted = len(set(names.values())) > 1
    total = sum(names.values()) if counted else max(len(names), _ALL)
    for name in sorted(names) if len(names) >= _FEWEST else ():
        yield language, role, name, names[name] / total


def _providers(of: str) -> Iterator[tuple[str, type]]:
    package = import_module(f"faker.providers.{of}")
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        yield module.name, import_module(f"faker.providers.{of}.{module.name}").Provider


def _weights(provider: type, attribute: str) -> dict[str, float]:
    value = getattr(provider, attribute, None)
    if isinstance(value, dict):
        return {name: float(weight) for name, weight in value.items()}
    return dict.fromkeys(value, 1.0) if isinstance(value, (list, tuple)) else {}
