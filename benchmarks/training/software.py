"""Fills the slots for names of software, features, groups and headings: capitalised words that are nobody's."""

from __future__ import annotations

import random
from functools import lru_cache

from benchmarks.training import words
from benchmarks.training import words_software as w
from benchmarks.training.names import Markov
from redaction.lexicon.lists import packed

_SIMPLE = {
    "dept": w.DEPARTMENTS,
    "meeting": w.MEETINGS,
    "state": w.STATUSES,
    "jargon": w.JARGON,
    "doc": w.DOCUMENTS,
    "plain": w.PLAIN,
    "crumb": w.BREADCRUMBS,
    "head": w.TABLE_HEADS,
    "sort": w.SORTS,
    "term": w.TERMS,
    "button": w.BUTTONS,
}


@lru_cache(maxsize=1)
def dictionary() -> tuple[str, ...]:
    """Lower-case words of the English dictionary shipped with the package."""
    entries = packed("redaction.lexicon", "words.txt.gz").split()
    return tuple(entry for entry in entries if entry.isalpha() and entry.islower())


class Software:
    """Draws such phrases. `names`: lower-case names that a dictionary word must not be."""

    def __init__(self, rng: random.Random, names: set[str], headings: list[str], identifiers: list[str]) -> None:
        self.r = rng
        self._words = tuple(x for x in dictionary() if x not in names and len(x) > 2)
        self._both = tuple(x for x in dictionary() if x in names and len(x) > 2)
        self._headings, self._identifiers = headings, identifiers
        self._brand = Markov([x for x in (*w.COIN_FIRST, *words.PRODUCTS, *words.INVENTED_WORDS) if x.isalpha()])

    def knows(self, kind: str) -> bool:
        return kind in _SIMPLE or hasattr(self, "_" + kind)

    def __call__(self, kind: str) -> str:
        return self.r.choice(_SIMPLE[kind]) if kind in _SIMPLE else str(getattr(self, "_" + kind)())

    def _word(self) -> str:
        return self.r.choice(self._words)

    def _amb(self) -> str:
        """A dictionary word that is also a name, for places where it is a word."""
        return self.r.choice(self._both)

    def _phrase(self) -> str:
        """One to four dictionary words in Title Case, as headings and names of screens are written."""
        r = self.r
        parts = [r.choice(self._words).capitalize() for _ in range(r.choices((1, 2, 3, 4), (30, 40, 20, 10))[0])]
        if len(parts) > 2 and r.random() < 0.4:
            parts[-2] = r.choice(("of", "and", "for", "in", "the", "to", "&", "with", "by"))
        return " ".join(parts)

    def _feature(self) -> str:
        r = self.r
        style = r.random()
        if style < 0.72:
            return f"{r.choice(w.FEATURE_FIRST)} {r.choice(w.FEATURE_LAST)}"
        if style < 0.84:
            return f"{r.choice(w.FEATURE_FIRST)} {r.choice(w.FEATURE_FIRST)} {r.choice(w.FEATURE_LAST)}"
        return r.choice(w.FEATURE_FIRST if style < 0.92 else w.FEATURE_LAST)

    def _coin(self) -> str:
        """A coined name of software."""
        r = self.r
        first, last = r.choice(w.COIN_FIRST), r.choice(w.COIN_LAST)
        style = r.random()
        if style < 0.40:
            return first + last
        if style < 0.58:
            return (first + last).capitalize()
        if style < 0.78:
            return self._brand.make(r)
        if style < 0.86:
            return f"{first} {last.capitalize()}"
        if style < 0.91:
            return (first + last).lower()
        return r.choice((f"{first}{r.choice(('.js', '.io', '-ng', ' Pro', '365', ' One'))}", r.choice(words.PRODUCTS)))

    def _version(self) -> str:
        r = self.r
        major, minor = r.randrange(1, 20), r.randrange(20)
        return r.choice((f"{major}.{minor}", f"v{major}.{minor}.{r.randrange(30)}", str(r.randrange(2010, 2027))))

    def _group(self) -> str:
        r = self.r
        style = r.random()
        if style < 0.6:
            return f"{r.choice(w.GROUP_FIRST)} {r.choice(w.GROUP_LAST)}"
        if style < 0.85:
            return f"{r.choice(w.DEPARTMENTS)} {r.choice(w.GROUP_LAST)}"
        return f"{r.choice(w.GROUP_FIRST)} {r.choice(w.GROUP_FIRST)} {r.choice(w.GROUP_LAST)}"

    def _codename(self) -> str:
        r = self.r
        word = r.choice((r.choice(self._words).capitalize(), r.choice(words.INVENTED_WORDS), self._brand.make(r)))
        return r.choice(("Project ", "Operation ", "Initiative ", "Codename ", "Release ", "Program ")) + word

    def _code(self) -> str:
        """Two to four capitals that stand for a system, a form, a place or a trade."""
        return "".join(self.r.choice("ABCDEFGHIJKLMNOPRSTUVWX") for _ in range(self.r.choice((2, 2, 3, 3, 3, 4))))

    def _run(self) -> str:
        """Two to four dictionary words written together, as hashtags and file names are."""
        r = self.r
        parts = [r.choice(self._words) for _ in range(r.choice((2, 2, 3, 4)))]
        style = r.random()
        return (
            "".join(x.capitalize() for x in parts)
            if style < 0.6
            else "".join(parts)
            if style < 0.8
            else "_".join(parts)
        )

    def _heading(self) -> str:
        return self.r.choice(self._headings) if self._headings else self._phrase()

    def _camel(self) -> str:
        return self.r.choice(self._identifiers) if self._identifiers else self._coin()
