"""Lists of first and last names of many cultures, from Faker's locale data (installed with the package)."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from redaction.text.fold import fold_token
from redaction.text.words import is_word, listing

Gender = str  # "f", "m" or ""


@dataclass(frozen=True, slots=True)
class NameLists:
    """Folded single-word names. `firsts` maps a first name to its gender where the lists know it.

    `models` are names of a few related languages, by pool (f, m, last): what invented Latin names are modelled on.
    """

    firsts: dict[str, Gender]
    lasts: frozenset[str]
    models: dict[str, frozenset[str]]

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


def _strings(provider: type, prefix: str) -> set[str]:
    found: set[str] = set()
    for attribute in dir(provider):
        if attribute.startswith(prefix) and "romanized" not in attribute and "pair" not in attribute:
            value = getattr(provider, attribute)
            if isinstance(value, (tuple, list, dict, set, frozenset)):
                found.update(item for item in value if isinstance(item, str))
    return found


def _tokens(values: set[str]) -> set[str]:
    tokens: set[str] = set()
    for value in values:
        for part in value.replace("-", " ").replace("'", " ").replace("’", " ").split():
            folded = fold_token(part)
            if len(folded) >= 2 + folded.isascii() and not any(c.isdigit() or c == "." for c in folded):
                tokens.add(folded)
    return tokens


#: Words of letters and screens that some list holds as a name; nobody is found by them.
NEVER = listing(
    """
    subject sent date from to cc bcc re fw fwd original message forwarded attachment attachments importance thanks
    thank regards sincerely best cheers hi hello hey dear greetings welcome sorry please note ps yes no ok okay best
    kind warm good great nice fine sure well done all everyone team folks guys internal external re-sent reply
    undisclosed recipients recipient unsubscribe data user admin test default true false null north south east west
    english french german spanish chinese japanese berlin paris london vienna milan rome delhi chicago boston dallas
    phoenix memphis asia india china israel america general case data price value power star code link page home
    sie office major president unsubscribe subscribe imceanotes imceaex imceasmtp
    """
)


#: What people in offices are called and the lists have only in full, or not at all.
SHORT = listing(
    """
    will chuck nick pat rob rod matt jen jo al ed stu kit art rich miles iris pearl wade herb
    """
)


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
    for module in sorted(pkgutil.iter_modules(person.__path__), key=lambda item: item.name):
        provider = import_module(f"faker.providers.person.{module.name}").Provider
        keep = _english if module.name.startswith("en") and module.name != "en" else _foreign
        male |= keep(_tokens(_strings(provider, "first_names_male") | _strings(provider, "first_name_male")))
        female |= keep(_tokens(_strings(provider, "first_names_female") | _strings(provider, "first_name_female")))
        if module.name in _MODELS:
            models["f"] |= _tokens(_strings(provider, "first_names_female"))
            models["m"] |= _tokens(_strings(provider, "first_names_male"))
            models["last"] |= _tokens(_strings(provider, "last_names"))
        other |= keep(_tokens(_strings(provider, "first_names")))
        lasts |= keep(_tokens(_strings(provider, "last_names")))
    other |= SHORT
    firsts = {
        name: ("" if (name in male) == (name in female) else "m" if name in male else "f")
        for name in sorted(male | female | other)
    }
    return NameLists(firsts, frozenset(lasts), {pool: frozenset(names) for pool, names in models.items()})
