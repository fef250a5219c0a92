"""Rebuild redaction/text/data/interface.txt.gz: what screens say in 43 languages, and is nobody's name.

    pip install -r requirements-train.lock and, into DIR, --no-deps wordfreq==3.1.1 msgpack==1.1.2 janome==0.5.1
    PYTHONPATH=.:DIR python scripts/interface_words.py DIR

Words come from the catalogues that benchmarks/training reads (Django, django-oscar, CLDR); what the lists of names know
is dropped. For Chinese, Japanese and Korean, which the catalogues hold too little of to tell a name from a word,
wordfreq's commonest words are added, save those that look like a surname and a given name, and Japanese ones that
IPADIC has as names alone; fewer of other languages.
One line per section: its name, a tab, its entries, a tab between two.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path

from benchmarks.training.catalogues import LANGUAGES, catalogue
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.patterns.caseless import ONE_SIGN
from scripts.foreign_words import anybody, ranked
from scripts.japanese_names import only_names, tags

#: wordfreq's words that are taken of each language; of the first it is taken that all are words, of the others only
#: those of other lengths than most names have.
COMMON, FREQUENT = 25_000, 4_000
#: wordfreq's languages of which the commonest words are added to the catalogues' own, and how many: fewer where a
#: word in Latin letters might be somebody's name in another language.
LATIN = ("ca", "cs", "da", "fi", "hu", "id", "lt", "lv", "nb", "pl", "ro", "sh", "sk", "sl", "sv", "tr", "vi")
OTHER = ("ar", "bg", "bn", "el", "fa", "he", "hi", "mk", "ru", "ta", "uk")
LATIN_WORDS, OTHER_WORDS = 10_000, 15_000
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0dff\u0e00-\u0e7f]+[^\W\d_]*)*")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
_OF_SCRIPT = {
    "zh": re.compile(r"[\u3400-\u9fff]{1,6}"),
    "ja": re.compile(r"[\u3040-\u30ff\u3400-\u9fff々]{1,8}"),
    "ko": re.compile(r"[\uac00-\ud7a3]{1,6}"),
}

#: Signs of the names that are dropped from the less frequent words: Chinese names of two signs are hardly among them.
_NAME_LENGTHS = {"zh": (3, 4), "ja": (3, 4, 5), "ko": (3,)}


def spaced(folder: Path) -> set[str]:
    """Words of languages that part words by blanks, in lower case."""
    found: set[str] = set()
    for language in LANGUAGES:
        words = catalogue(language)
        for text in (*words.labels, *words.sentences, *words.countries, *words.terms, *words.calendar):
            found.update(w for w in _WORD.findall(text.casefold()) if len(w) > 1 and not _UNSPACED.match(w))
    for codes, count in ((LATIN, LATIN_WORDS), (OTHER, OTHER_WORDS)):
        for code in codes:
            found.update([w for w in ranked(folder, code) if len(w) > 2 and _WORD.fullmatch(w)][:count])
    lists, people = name_lists(), anybody()
    return {
        w
        for w in found
        if not is_word(w) and w not in people and not lists.is_name(w) and w not in word_list(WordList.COMMON_NAMES)
    }


def calendar() -> set[str]:
    """Months and days that no list holds as a name."""
    names = {name.casefold().rstrip(".") for language in LANGUAGES for name in catalogue(language).calendar}
    return {n for n in names if len(n) > 1 and not any(c.isdigit() for c in n) and not name_lists().is_first(n)}


def cities() -> set[str]:
    """The cities of time zones in all languages, save those that somebody may be called by."""
    from babel.core import get_global

    lists = name_lists()
    names = {name.split(",")[0].casefold() for language in LANGUAGES for name in catalogue(language).cities}
    # In English, and in languages that write a city as English does, the zone's own name is the city's.
    zones = (zone for zone in get_global("zone_territories") if zone.count("/") == 1 and not zone.startswith("Etc/"))
    names |= {zone.split("/")[1].replace("_", " ").casefold() for zone in zones}
    return {n for n in names if len(n) > 1 and not lists.is_first(n)}


def unspaced(folder: Path, language: str) -> set[str]:
    """Words of a language without blanks, or, Korean, of which names are told by their first syllable."""
    shape, lists = _OF_SCRIPT[language], name_lists()
    codes = [code for code in LANGUAGES if code.split("_")[0] == language]
    found = {
        word
        for code in codes
        for text in (
            *catalogue(code).labels,
            *catalogue(code).sentences,
            *catalogue(code).terms,
            *catalogue(code).countries,
        )
        for word in _UNSPACED.findall(text)
        if shape.fullmatch(word)
    }
    common = [w for w in ranked(folder, language) if shape.fullmatch(w)][:COMMON]
    for place, word in enumerate(common):
        led = word[0] in ONE_SIGN or any(lists.is_last(word[:n]) for n in (1, 2, 3) if n < len(word))
        if place < FREQUENT or not (led and len(word) in _NAME_LENGTHS[language]):
            found.add(word)
    people = only_names(tags()) if language == "ja" else set()
    return {w for w in found if w not in people and not (len(w) > 1 and lists.is_name(w))}


def main() -> None:
    """Command line."""
    folder = Path(sys.argv[1])
    sections = {"words": spaced(folder), "calendar": calendar(), "cities": cities()}
    sections |= {language: unspaced(folder, language) for language in _OF_SCRIPT}
    sections["th"] = {
        run for text in catalogue("th").labels + catalogue("th").sentences for run in _UNSPACED.findall(text)
    }
    text = "".join(f"{name}\t" + "\t".join(sorted(entries)) + "\n" for name, entries in sections.items())
    out = Path(__file__).resolve().parent.parent / "redaction" / "text" / "data" / "interface.txt.gz"
    out.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
    print({name: len(entries) for name, entries in sections.items()}, out.stat().st_size)


if __name__ == "__main__":
    main()
