"""Can a reader who knows names pick out the ones that were missed? A release with a leak rate, and who attacks it.

    python -m benchmarks.surrogates_attack [--sets cast,enron,…] [--names common,invented] [--rate 0.05]

Of the mentions of people in a set a share (`rate`) stays as it was captured; all others show their surrogates. The
attacker has our code and lists, real names and a key of his own: he learns from his own release of them how originals
and surrogates differ, and ranks the mentions of the one that he attacks. His names are those of all the other sets, or
(`theirs`, the best of the four) of half of the very people; then he attacks those with whom these share no word. Told
is how many of his first k mentions are originals, k being the number of leaks, over the base rate (1 is guessing):

- lists: is the word on a name list, a dictionary word, neither;
- counts: how common the name is by the counts of the lists, in classes of a power of four;
- letters: a model of three letters with back-off, trained on originals against surrogates;
- all of them added up.

`length r`: correlation of the lengths of original and surrogate words. Made-up people, and sets for scores only.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from statistics import correlation, mean

from benchmarks.text_sets import DATA, SETS
from benchmarks.unseen_cast import Cast
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

RATE = 0.05
"""Share of the mentions that stay as they were captured."""
_TRIALS = 40
"""Releases that are drawn of each half; told is their mean."""
_CASTS, _CAST = 12, 40
"""Casts of made-up people, and people of each; every one is met up to four times."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_ORDER = 3
BENCHES = ("cast", "enron", "synth", "wnut", "wikigold")

Pair = tuple[str, str]
"""A mention as captured, and its surrogate."""
Feature = Callable[[str], str]


def people(name: str) -> list[str]:
    """The mentions of people in a set, as they are written."""
    if name == "cast":
        draw = random.Random(11)
        met = [one.plain for seed in range(_CASTS) for one in Cast(f"attack {seed}").people(_CAST)]
        return [m for one in met for m in [one] * draw.randint(1, 4)]
    place, read = SETS[name]
    spans = [doc.text[a:b] for doc in read(DATA / place) for a, b, kind in doc.gold if kind == "person"]
    return [" ".join(s.split()) for s in spans if s[:1].isupper() and _WORD.search(s)]


def pairs(mentions: Sequence[str], names: str, key: Key) -> list[Pair]:
    """Every mention with its surrogate; those that stay whole are left out."""
    ledger = Ledger.open(key, None)
    ledger.resolve([(Kind.PERSON, m) for m in mentions], names=names)
    made = [(m, ledger.replacement(Kind.PERSON, m)) for m in mentions]
    return [pair for pair in made if pair[0] != pair[1]]


@lru_cache(maxsize=100_000)
def _words(mention: str) -> tuple[str, ...]:
    return tuple(fold_token(w) for w in _WORD.findall(mention))


def listed(word: str) -> str:
    """On a list of names, in the dictionary, both, or neither."""
    return f"{name_lists().is_name(word)} {is_word(word)}"


@lru_cache(maxsize=1)
def _counts() -> Counter[str]:
    """How common names are by the counts of Faker's lists (a share of a locale's names, by ten thousand)."""
    import pkgutil
    from importlib import import_module

    import faker.providers.person as person

    found: Counter[str] = Counter()
    for module in pkgutil.iter_modules(person.__path__):
        provider = import_module(f"faker.providers.person.{module.name}").Provider
        for field in ("first_names_female", "first_names_male", "first_names", "last_names"):
            names = getattr(provider, field, ())
            if not isinstance(names, (dict, list, tuple)):
                continue
            weights = names if isinstance(names, dict) else dict.fromkeys(names, 1.0)
            total = sum(weights.values()) or 1.0
            for one, weight in weights.items():
                for part in one.split():
                    found[fold_token(part)] += weight / total * 10_000
    return found


def common(word: str) -> str:
    """The class of a name's count: powers of four."""
    count = _counts()[word]
    return str(int(math.log(count, 4))) if count else "-"


class Letters:
    """The log likelihood of a word's letters, by the three before each, backing off to fewer (Witten-Bell)."""

    def __init__(self, words: Iterable[str]) -> None:
        self._next: dict[str, Counter[str]] = defaultdict(Counter)
        for word in words:
            text = "^" * _ORDER + word + "$"
            for at in range(_ORDER, len(text)):
                for order in range(_ORDER + 1):
                    self._next[text[at - order : at]][text[at]] += 1

    def score(self, word: str) -> float:
        """Natural logarithm of the likelihood."""
        text = "^" * _ORDER + word + "$"
        return sum(math.log(self._likely(text, at)) for at in range(_ORDER, len(text)))

    def _likely(self, text: str, at: int) -> float:
        likely = 1 / 200
        for order in range(_ORDER + 1):
            seen = self._next.get(text[at - order : at])
            if seen:
                total, kinds = sum(seen.values()), len(seen)
                likely = (seen[text[at]] + kinds * likely) / (total + kinds)
        return likely


class Attacker:
    """What somebody learns from a release of his own."""

    def __init__(self, own: Sequence[Pair]) -> None:
        real = [w for m, _ in own for w in _words(m)]
        made = [w for _, s in own for w in _words(s)]
        self._odds = {f.__name__: _odds(f, real, made) for f in (listed, common)}
        self._real, self._made = Letters(set(real)), Letters(set(made))

    def lists(self, mention: str) -> float:
        return self._highest(mention, lambda w: self._odds["listed"].get(listed(w), 0.0))

    def counts(self, mention: str) -> float:
        return self._highest(mention, lambda w: self._odds["common"].get(common(w), 0.0))

    def letters(self, mention: str) -> float:
        return self._highest(mention, lambda w: self._real.score(w) - self._made.score(w))

    def attacks(self) -> list[Callable[[str], float]]:
        """The columns of the table; what a mention scores is remembered."""
        return [lru_cache(maxsize=None)(attack) for attack in (self.lists, self.counts, self.letters, self.all)]

    def all(self, mention: str) -> float:
        """Letters weigh a third: three in a row overlap."""
        return self.lists(mention) + self.counts(mention) + self.letters(mention) / _ORDER

    def _highest(self, mention: str, score: Callable[[str], float]) -> float:
        words = _words(mention)
        return mean(map(score, words)) if words else 0.0


def _odds(feature: Feature, real: Sequence[str], made: Sequence[str]) -> dict[str, float]:
    """Class → log odds that a word of it is an original, smoothed by one."""
    one, two = Counter(map(feature, real)), Counter(map(feature, made))
    classes = sorted(one.keys() | two.keys())
    return {
        c: math.log((one[c] + 1) / (len(real) + len(classes)) * (len(made) + len(classes)) / (two[c] + 1))
        for c in classes
    }


def lift(score: Callable[[str], float], shown: Sequence[Pair], rate: float, draw: random.Random) -> float:
    """Share of originals among the first k mentions, over the rate; mentions that score alike stand in any order."""
    told = []
    for _ in range(_TRIALS):
        leaks = set(draw.sample(range(len(shown)), max(1, round(rate * len(shown)))))
        seen = [(m if i in leaks else s, i in leaks) for i, (m, s) in enumerate(shown)]
        ranked = sorted(((score(text), draw.random(), leak) for text, leak in seen), reverse=True)
        told.append(mean(leak for *_, leak in ranked[: len(leaks)]) / (len(leaks) / len(shown)))
    return mean(told)


def lengths(shown: Sequence[Pair]) -> float:
    """Correlation of the lengths of words with those of their surrogates."""
    both = {pair for m, s in shown for pair in zip(_words(m), _words(s), strict=False)}
    real, made = zip(*sorted((len(a), len(b)) for a, b in both), strict=True)
    return correlation(real, made)


_ATTACKER, _VICTIM = Key(b"a" * 32), Key(b"r" * 32)


@lru_cache(maxsize=2)
def studied(names: str) -> dict[str, list[Pair]]:
    """What an attacker learns from: every set as it stands in a release of his own."""
    sets = {name: people(name) for name in BENCHES if there(name)}
    made = dict(pairs(sorted({m for mentions in sets.values() for m in mentions}), names, _ATTACKER))
    return {name: [(m, made[m]) for m in mentions if m in made] for name, mentions in sets.items()}


def measure(name: str, names: str, rate: float) -> str:
    """One row of the table."""
    draw = random.Random(5)
    shown = pairs(people(name), names, _VICTIM)
    others = [pair for other, some in studied(names).items() if other != name for pair in some]
    told = [lift(score, shown, rate, draw) for score in Attacker(others).attacks()]
    told += [theirs(name, shown, names, rate, draw), lengths(shown)]
    return f"| {name} ({len(shown):,}) | {names} | " + " | ".join(f"{one:.2f}" for one in told) + " |"


def theirs(name: str, shown: Sequence[Pair], names: str, rate: float, draw: random.Random) -> float:
    """The best attack of somebody who knows half of the people, on those of whose names he knows no word; the mean of
    both ways."""
    persons = sorted({m for m, _ in shown})
    draw.shuffle(persons)
    best = []
    for known in (set(persons[::2]), set(persons[1::2])):
        words = {word for m in known for word in _words(m)}
        attacker = Attacker([pair for pair in studied(names)[name] if pair[0] in known])
        new = [pair for pair in shown if pair[0] not in known and words.isdisjoint(_words(pair[0]))]
        best.append(max(lift(score, new, rate, draw) for score in attacker.attacks()))
    return mean(best)


def there(name: str) -> bool:
    """Whether a set lies beside the checkout."""
    return name == "cast" or (DATA / SETS[name][0]).exists()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(BENCHES))
    parser.add_argument("--names", default="invented,common")
    parser.add_argument("--rate", type=float, default=RATE)
    options = parser.parse_args()
    print("| set (mentions) | surrogates | lists | counts | letters | all | theirs | length r |")
    print("| --- " * 8 + "|")
    for name in options.sets.split(","):
        if there(name):
            for names in options.names.split(","):
                print(measure(name, names, options.rate), flush=True)


if __name__ == "__main__":
    main()
