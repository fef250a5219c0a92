"""Lists of first and last names of many cultures, from Faker's locale data (installed with the package)."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from redaction.lexicon.fold import fold_token
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.words import is_word

Gender = str  # "f", "m" or ""


@dataclass(frozen=True, slots=True)
class NameLists:
    """Folded single-word names. `firsts` maps a first name to its gender where the lists know it.

    `models` are names of a few related languages, by pool (f, m, last): what invented Latin names are modelled on.
    `of_language` are the first names of each language that has a list of its own, by its code ("pt"); `accented`, case
    aside, all that are written with letters beyond ASCII.
    """

    firsts: dict[str, Gender]
    lasts: frozenset[str]
    models: dict[str, frozenset[str]]
    of_language: dict[str, frozenset[str]]
    accented: frozenset[str]

    def is_first(self, token: str) -> bool:
        return fold_token(token) in self.firsts

    def is_last(self, token: str) -> bool:
        return fold_token(token) in self.lasts

    def is_name(self, token: str) -> bool:
        folded = fold_token(token)
        return folded in self.firsts or folded in self.lasts

    def is_ambiguous(self, token: str) -> bool:
        """A name that is also an ordinary word ("Will", "May", "Rose")."""
        return is_word(token) or is_word(fold_token(token))

    def is_written(self, token: str) -> bool:
        """Whether a first name is one as it is written, accents and all: "Řádek" is "Radek" with other letters."""
        return token.isascii() or token.casefold() in self.accented

    def is_first_in(self, token: str, language: str) -> bool:
        """Whether a first name may be one of a language: its list has it, or there is no list."""
        return language not in self.of_language or fold_token(token) in self.of_language[language]


def _strings(provider: type, prefix: str) -> set[str]:
    found: set[str] = set()
    for attribute in dir(provider):
        if attribute.startswith(prefix) and "romanized" not in attribute and "pair" not in attribute:
            value = getattr(provider, attribute)
            if isinstance(value, (tuple, list, dict, set, frozenset)):
                found.update(item for item in value if isinstance(item, str))
    return found


def _parts(name: str) -> list[str]:
    return name.replace("-", " ").replace("'", " ").replace("’", " ").split()


def _tokens(values: set[str]) -> set[str]:
    tokens: set[str] = set()
    for value in values:
        for part in _parts(value):
            folded = fold_token(part)
            if len(folded) >= 2 + folded.isascii() and not any(c.isdigit() or c == "." for c in folded):
                tokens.add(folded)
    return tokens


NEVER = word_list(WordList.NEVER_NAMES)


SHORT = word_list(WordList.SHORT_NAMES)


def _english(tokens: set[str]) -> set[str]:
    return tokens - NEVER


def _foreign(tokens: set[str]) -> set[str]:
    """Names of other languages that are English words ("Hi", "An", "Data") would blank English text."""
    return {token for token in tokens if not is_word(token)} - NEVER


#: Languages whose names blend into pronounceable inventions.
_MODELS = ("en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL")


@lru_cache(maxsize=1)
def name_lists() -> NameLists:
    """Build the lists once per process (about half a second)."""
    import faker.providers.person as person

    male: set[str] = set()
    female: set[str] = set()
    other: set[str] = set()
    lasts: set[str] = set()
    models: dict[str, set[str]] = {"f": set(), "m": set(), "last": set()}
    of_language: dict[str, set[str]] = {}
    accented: set[str] = set()
    for module in sorted(pkgutil.iter_modules(person.__path__), key=lambda item: item.name):
        provider = import_module(f"faker.providers.person.{module.name}").Provider
        keep = _english if module.name.startswith("en") and module.name != "en" else _foreign
        male_names = _strings(provider, "first_names_male") | _strings(provider, "first_name_male")
        female_names = _strings(provider, "first_names_female") | _strings(provider, "first_name_female")
        names = _strings(provider, "first_names")
        men, women, either = map(_tokens, (male_names, female_names, names))
        written = (part for name in male_names | female_names | names for part in _parts(name))
        accented.update(part.casefold() for part in written if not part.isascii())
        of_language.setdefault(module.name.partition("_")[0], set()).update(men, women, either)
        male |= keep(men)
        female |= keep(women)
        if module.name in _MODELS:
            models["f"] |= _tokens(_strings(provider, "first_names_female"))
            models["m"] |= _tokens(_strings(provider, "first_names_male"))
            models["last"] |= _tokens(_strings(provider, "last_names"))
        other |= keep(either)
        lasts |= keep(_tokens(_strings(provider, "last_names")))
    other |= SHORT
    firsts = {
        name: ("" if (name in male) == (name in female) else "m" if name in male else "f")
        for name in sorted(male | female | other)
    }
    named = {language: frozenset(some) for language, some in of_language.items() if some}
    pools = {pool: frozenset(some) for pool, some in models.items()}
    return NameLists(firsts, frozenset(lasts), pools, named, frozenset(accented))
