"""How a name reads in another script: "Анна" as "Anna", "田中" as "Tanaka", "Müller" as "Mueller".

Systems of romanisation, spellings by custom and what sounds alike are rows of data/romanisation.yaml; Japanese names
are read as Faker lists them, all else letter by letter with text-unidecode. Words are read as they are written: folding
(`fold_token`) takes the marks off kana that tell "ga" from "ka".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module, resources
from typing import Any, NamedTuple

import yaml

from redaction.lexicon.fold import fold_token
from redaction.lexicon.scripts import script_of

_STRESS = dict.fromkeys(map(ord, "\u0300\u0301\u0342"))
_HIRAGANA = range(0x3041, 0x3097)
_TO_KATAKANA = 0x60
_OTHER = re.compile(r"[^a-z]+")
_DOUBLED = re.compile(r"(.)\1+")
_REMEMBERED = 50_000
#: Kana are one script to a name: "たなか" and "タナカ".
KANA = ("HIRAGANA", "KATAKANA")


class Listed(NamedTuple):
    """A Japanese name as a list has it, beside its kanji."""

    kana: str
    latin: str


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Any]:
    text = resources.files("redaction.lexicon").joinpath("data/romanisation.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@lru_cache(maxsize=1)
def _japanese() -> Mapping[str, Listed]:
    """Kanji → how it is read, from Faker's lists."""
    provider = import_module("faker.providers.person.ja_JP").Provider
    pairs = (*provider.first_name_pairs, *provider.last_name_pairs)
    return {kanji: Listed(kana, latin) for kanji, kana, latin in pairs}


@lru_cache(maxsize=_REMEMBERED)
def readings(word: str) -> tuple[str, ...]:
    """The Latin spellings of a word as it is written, small letters from a to z: first the one that is shown, then
    those of other systems and customs. A Latin word is its own first reading."""
    plain = unicodedata.normalize("NFC", word.casefold())
    listed = _japanese().get(plain)
    known = [listed.latin] if listed else []
    customary = _data()["customary"].get(plain, ())
    every = [fold_token(name) for name in (*known, *customary)]
    every += [_read(plain, number) for number in range(len(_data()["systems"]))]
    return tuple(dict.fromkeys(reading for reading in every if reading))


def _read(plain: str, system: int) -> str:
    """A word in one system. What the system does not tell, the first one tells."""
    open_ = unicodedata.normalize("NFC", unicodedata.normalize("NFD", plain).translate(_STRESS))
    text = "".join(chr(ord(c) + _TO_KATAKANA) if ord(c) in _HIRAGANA else c for c in open_)
    pattern, letters = _letters(system)
    return _OTHER.sub("", pattern.sub(lambda m: letters.get(m.group()) or _letter(m.group(), letters), text))


def _letter(letter: str, letters: Mapping[str, str]) -> str:
    from text_unidecode import unidecode

    return "" if letter in letters else str(unidecode(letter)).lower()


@lru_cache(maxsize=8)
def _letters(system: int) -> tuple[re.Pattern[str], Mapping[str, str]]:
    first, this = _data()["systems"][0], _data()["systems"][system]
    letters: dict[str, str] = this if script_of(min(this)) == "LATIN" else {**first, **this}
    longest = sorted(letters, key=lambda letter: (-len(letter), letter))
    return re.compile("|".join([*map(re.escape, longest), "."]), re.DOTALL), letters


def romanised(word: str) -> str:
    """The reading that is shown, written as a name: "Анна" → "Anna", "李" → "Li"; "" where there is none."""
    return next(iter(readings(word)), "").capitalize()


@lru_cache(maxsize=_REMEMBERED)
def sound(reading: str) -> str:
    """A Latin spelling as what it sounds like, whatever the system: "Yuliya" and "Iuliia" are one."""
    for spelled, alike in _data()["sounds"]:
        reading = reading.replace(spelled, alike)
    return _DOUBLED.sub(r"\1", reading)


@lru_cache(maxsize=_REMEMBERED)
def keys(word: str) -> frozenset[str]:
    """What two spellings of one name in two scripts have in common: "=" and letters, or "~" and a sound where letters
    differ from writer to writer. A Latin word may be met by either."""
    return frozenset(_keys(word))


def _keys(word: str) -> Iterator[str]:
    script = script_of(word)
    if script in _data()["unvowelled"]:
        return
    listed = unicodedata.normalize("NFC", word) in _japanese()
    loose = listed or script == "LATIN" or script in _data()["loose"]
    exact = script not in _data()["loose"]
    for number, reading in enumerate(readings(word)):
        if exact:
            yield "=" + reading
        if loose and (number == 0 or script in _data()["loose"]):
            yield "~" + sound(reading)


def in_kana(name: str, script: str) -> str:
    """A listed Japanese name in hiragana or katakana; "" for any other."""
    listed = _japanese().get(name)
    if listed is None or script == "KATAKANA":
        return listed.kana if listed else ""
    return "".join(chr(ord(c) - _TO_KATAKANA) if ord(c) - _TO_KATAKANA in _HIRAGANA else c for c in listed.kana)


def in_alphabet(name: str, script: str) -> str:
    """A Latin name in the letters of an alphabet, by the table; "" for a script that has none."""
    table: dict[str, str] = _data()["into"].get(script, {})
    if not table:
        return ""
    text, made = fold_token(name), ""
    while text:
        size = next((n for n in (4, 3, 2, 1) if text[:n] in table), 0)
        made, text = made + table.get(text[:size], ""), text[size or 1 :]
    if script == "GREEK" and made.endswith("σ"):
        made = made[:-1] + "ς"
    return made[:1].upper() + made[1:]
