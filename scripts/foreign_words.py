"""Rebuild redaction/lexicon/data/foreign.txt.gz: common words of six languages that are not English and nobody's name.

    pip install --target DIR --no-deps wordfreq==3.1.1 pyspellchecker==0.9.1 german-nouns==1.2.5 msgpack==1.1.2
    PYTHONPATH=.:DIR python scripts/foreign_words.py DIR

Of wordfreq's words by frequency those are kept that pyspellchecker's dictionary of the language has too; German nouns
must be plain nouns in german-nouns, where Wiktionary tells them from names. What the lists of names know is dropped,
and so are the towns of Faker's addresses.
One line per language: its code, a tab, the words.
"""

from __future__ import annotations

import csv
import gzip
import json
import pkgutil
import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from redaction.lexicon.fold import fold_token
from redaction.lexicon.words import is_word

WORDS = 20_000
LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
_RARE = 50
"""The count that pyspellchecker gives to words that its corpus lacks, all German nouns and names among them."""


def ranked(folder: Path, language: str) -> list[str]:
    """The words of a language, the most frequent first."""
    import msgpack  # type: ignore[import-not-found, unused-ignore]

    large, small = (folder / "wordfreq" / "data" / f"{size}_{language}.msgpack.gz" for size in ("large", "small"))
    packed = gzip.decompress((large if large.exists() else small).read_bytes())
    return list(dict.fromkeys(word.casefold() for level in msgpack.unpackb(packed)[1:] for word in sorted(level)))


def german(folder: Path, counts: dict[str, int]) -> set[str]:
    """German words: what is a plain noun, in all its forms, and what is written small and counted."""
    plain: set[str] = set()
    names: set[str] = set()
    with (folder / "german_nouns" / "nouns.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            forms = [form.casefold() for key, form in row.items() if key and key != "pos" and isinstance(form, str)]
            (plain if row["pos"] == "Substantiv" else names).update(form for form in forms if form.isalpha())
    return plain | {word.casefold() for word, count in counts.items() if count > _RARE} - names


@lru_cache(maxsize=1)
def anybody() -> frozenset[str]:
    """Every name of Faker's lists, those among them that are words."""
    import faker.providers.person as person

    modules = sorted(module.name for module in pkgutil.iter_modules(person.__path__))
    providers = [import_module(f"faker.providers.person.{name}").Provider for name in modules]
    return frozenset(token for one in providers for kind in ("first_name", "last_name") for token in tokens(one, kind))


def tokens(provider: type, prefix: str) -> set[str]:
    """The folded words of the lists of a provider that begin so."""
    lists = (getattr(provider, key) for key in dir(provider) if key.startswith(prefix) and "romanized" not in key)
    names = (str(item) for values in lists if isinstance(values, (tuple, list, dict, set)) for item in values)
    return {fold_token(word) for name in names for word in name.replace("-", " ").split()}


def towns(language: str) -> set[str]:
    """Folded names of places, of one word, in Faker's addresses of the countries of a language."""
    import faker.providers.address as address

    places: set[str] = set()
    modules = (module.name for module in pkgutil.iter_modules(address.__path__))
    for name in sorted(name for name in modules if name.startswith(f"{language}_")):
        provider = import_module(f"faker.providers.address.{name}").Provider
        for attribute in ("cities", "city_names", "states", "provinces", "regions", "departments", "towns", "comuni"):
            places |= {str(item) for item in getattr(provider, attribute, ())}
    return {fold_token(place) for place in places if place.isalpha()}


def several(word: str, counts: dict[str, int]) -> bool:
    """Whether a Spanish word is a plural, which the dictionary lacks."""
    return (word.endswith("s") and word[:-1] in counts) or (word.endswith("es") and word[:-2] in counts)


def words_of(folder: Path, language: str) -> list[str]:
    """The words kept for a language, sorted."""
    packed = gzip.decompress((folder / "spellchecker" / "resources" / f"{language}.json.gz").read_bytes())
    counts: dict[str, int] = json.loads(packed)
    known = german(folder, counts) if language == "de" else set(counts)
    people, places = anybody(), towns(language)
    kept = [
        word
        for word in ranked(folder, language)
        if len(word) > 2
        and word.isalpha()
        and (word in known or (language == "es" and several(word, counts)))
        and not is_word(word)
        and fold_token(word) not in people
        and fold_token(word) not in places
    ]

    return sorted(kept[:WORDS])


def main() -> None:
    """Command line."""
    folder = Path(sys.argv[1])
    text = "".join(f"{language}\t{' '.join(words_of(folder, language))}\n" for language in LANGUAGES)
    out = Path(__file__).resolve().parent.parent / "redaction" / "lexicon" / "data" / "foreign.txt.gz"
    out.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


if __name__ == "__main__":
    main()
