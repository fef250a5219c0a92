"""Words and sentences of interfaces in many languages, from the translation catalogues of installed packages.

Django and django-oscar (both BSD-3-Clause) carry what their screens say in some ninety languages; Babel (BSD-3-Clause)
carries the CLDR (Unicode licence): months, days, countries, languages, currencies and the cities of time zones.
The packages belong to the training environment alone; their files are read, never imported, save Babel's.
"""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

#: Languages drawn for training, by their CLDR names; catalogues and names are looked up by the part before "_".
LANGUAGES = (
    *("ar", "az", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu", "hy"),
    *("id", "it", "ja", "ka", "ko", "lt", "lv", "ne", "nl", "nb", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "ta", "th"),
    *("tr", "uk", "vi", "zh_Hans", "zh_Hant"),
)
#: What the catalogues call a language, where it is not the CLDR's name for it.
_FOLDERS = {
    "zh_Hans": ("zh_Hans", "zh_CN"),
    "zh_Hant": ("zh_Hant", "zh_TW"),
    "pt": ("pt", "pt_BR", "pt_PT"),
}
#: What stands where a program puts a value.
PLACE = "5"
_PLACEHOLDER = re.compile(r"%\(\w+\)[sdi]|%[sdi]|\{\w*\}")
_ENTRY = re.compile(r'^(msgid|msgid_plural|msgstr|msgstr\[\d\]|msgctxt) "(.*)"$')
_LONGEST = 220
#: A string of so many words or more is a sentence, or as good as one.
_SENTENCE = 4
#: Scripts without spaces: letters of a sentence.
_SPACELESS = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_SENTENCE_LETTERS = 11


@dataclass(frozen=True)
class Catalogue:
    """What screens say in one language, none of it anybody's name."""

    language: str
    labels: tuple[str, ...]
    sentences: tuple[str, ...]
    calendar: tuple[str, ...]
    countries: tuple[str, ...]
    terms: tuple[str, ...]  # languages and currencies
    cities: tuple[str, ...]


def entries(content: str) -> Iterator[tuple[str, str]]:
    """(original, translation) of one catalogue (gettext's .po); entries marked as doubtful are left out."""
    fields: dict[str, str] = {}
    current, doubtful = "", False
    for line in [*content.splitlines(), ""]:
        match = _ENTRY.match(line)
        if match and match[1] in ("msgid", "msgctxt") and "msgstr" in "".join(fields):
            fields = {}
        if match:
            current = match[1]
            fields[current] = match[2]
        elif line.startswith('"') and current:
            fields[current] = fields.get(current, "") + line[1:-1]
        elif line.startswith("#,"):
            doubtful = "fuzzy" in line
        elif not line.strip():
            if fields.get("msgid") and not doubtful:
                yield from ((fields["msgid"], value) for key, value in fields.items() if key.startswith("msgstr"))
            fields, current, doubtful = {}, "", False


def cleaned(text: str) -> str:
    text = text.replace("\\n", " ").replace('\\"', '"').replace("&nbsp;", " ").replace("&", "").strip()
    return re.sub(r"\s+", " ", text)


def _strings(language: str) -> list[str]:
    packages = Path(sysconfig.get_paths()["purelib"])
    found: set[str] = set()
    for folder in _FOLDERS.get(language, (language,)):
        for package in ("django", "oscar"):
            for path in sorted((packages / package).glob(f"**/locale/{folder}/LC_MESSAGES/*.po")):
                for original, translated in entries(path.read_text(encoding="utf-8", errors="replace")):
                    text = _PLACEHOLDER.sub(PLACE, cleaned(translated))
                    if text and text != cleaned(original) and len(text) <= _LONGEST and "<" not in text:
                        found.add(text)
    return sorted(found)


def _is_sentence(text: str) -> bool:
    return len(text.split()) >= _SENTENCE or len(_SPACELESS.findall(text)) >= _SENTENCE_LETTERS


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of LANGUAGES, in a fixed order."""
    from babel import Locale

    locale = Locale.parse(language)
    strings = [s for s in _strings(language) if any(c.isalpha() for c in s)]
    calendar = {
        str(name)
        for table in (locale.months, locale.days)
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for name in table[context][width].values()
    }
    zones = locale.time_zones.items()
    cities = {str(zone["city"]) for name, zone in zones if "city" in zone and "Etc/" not in name}
    return Catalogue(
        language,
        tuple(s for s in strings if not _is_sentence(s)),
        tuple(s for s in strings if _is_sentence(s)),
        tuple(sorted(calendar)),
        tuple(sorted({str(v) for k, v in locale.territories.items() if k.isalpha() and len(k) == 2})),
        tuple(sorted({str(v) for v in locale.languages.values()} | {str(v) for v in locale.currencies.values()})),
        tuple(sorted(cities)),
    )
