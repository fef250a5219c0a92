"""Whether a value is written like what an ambiguous label may stand over: "Main" stands over telephone numbers, too."""

from __future__ import annotations

import re

from redaction.kinds.spec import Shape
from redaction.lexicon.forms import LEGAL, PARTICLES
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import CALENDAR, dictionary, is_word

_LETTERS = re.compile(r"[^\W\d_]+")
_LOGIN = re.compile(r"(?:[A-Za-z0-9]+\\)?@?(?:[A-Za-z]|[01](?=[._]))[A-Za-z0-9]*(?:[._-][A-Za-z0-9]+){0,3}")
_FILE = re.compile(r"\.[a-z0-9]{2,4}$")
_LOGIN_WORD = re.compile(r"(?:[A-Za-z]|[01](?=[._]))[a-z0-9]*(?:[._-][a-z0-9]+){0,3}")
_HANDLE = re.compile(r"^@?[a-z][a-z0-9]*(?:[._-][a-z0-9]+){1,3}$|^@[A-Za-z][\w.-]{2,}$")
_NAME_LIKE = re.compile(
    r"^[^\W\d_a-z][\w'’.-]*(?:[ ,]+(?:[^\W\d_a-z][\w'’.-]*|de|la|van|von|der|den|bin|al|da|dos|del|y)){0,4}$"
)
_CODE = re.compile(r"^[A-Z]{2,4}-[A-Z]{2,6}$")
_PHONE = re.compile(r"(?:tel:?\s*)?\+?[\d(][\d ()./–-]{5,22}\d(?:\s*(?:,|;|x|ext\.?|#)\s*\d{1,6})?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}.*|\d{1,2}([-./ ])\d{1,2}\2\d{4}.*")
_DAY = re.compile(
    r"\d[\dOo]{0,3} ?[./-] ?\d{1,2} ?[./-] ?\d{2,4}|\d{2}[./]\d{2}\b|\d{8}|"
    r"\d{1,4}年 ?\d{1,2}月 ?\d{1,2}日|"
    r"(?:19|20)\d\d-\d{1,2}\W?$|\d{1,2}\.? ?[^\W\d_]{3,}\.?,? ?\d{0,4}|(?<![^\W\d_])[^\W\d_]{3,}+\.? \d{1,2}\b"
)
_EXTENSION = re.compile(r"(?:x|ext\.?|-)?\s*\d{3,6}", re.IGNORECASE)
_HOUSE = re.compile(r"(?<![\w.:/-])\d{1,5}(?:[-/]\d{1,4})?[A-Za-z]?(?![\w:/%-]|\.\d)")
_POSTCODE = re.compile(r"\b(?:\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b")


def fits(shape: Shape, value: str) -> bool:
    """Whether `value` has the shape; anything has the shape ""."""
    text = value.strip()
    match shape:
        case "person":
            return person(text) or login(text)
        case "company":
            return _company(text)
        case "phone":
            return telephone(text)
        case "extension":
            return bool(_EXTENSION.fullmatch(text)) or telephone(text)
        case "address":
            return _address(text)
        case "login":
            return login(text) or ("@" in text and " " not in text)
        case "email":
            return "@" in text
        case "":
            return True


def person(text: str) -> bool:
    """One to five words with capitals, particles aside, at least one of which is no ordinary word or a known name."""
    words = _LETTERS.findall(text)
    capitals = [word for word in words if word.casefold() not in PARTICLES]
    if not capitals or len(words) > 6 or any(c.isdigit() for c in text) or not all(w[0].isupper() for w in capitals):
        return False
    lists = name_lists()
    return any(not is_word(word) or (lists.is_first(word) and len(capitals) > 1) for word in capitals if len(word) > 1)


def login(text: str) -> bool:
    """One word without a capital in front that no dictionary has, perhaps with digits, dots, a domain before it."""
    if not 3 <= len(text) <= 40 or not _LOGIN.fullmatch(text) or _FILE.search(text):
        return False
    bare = text.rpartition("\\")[2].lstrip("@")
    if bare[:1].isupper() and not any(c.isdigit() or c in "._" for c in bare) and not bare.isupper():
        return False
    return any(not is_word(word) for word in _LETTERS.findall(bare)) or bool(re.fullmatch(r"[a-z]{3,}\d{2,4}", bare))


def telephone(text: str) -> bool:
    """A telephone number and nothing else: seven to fifteen digits, and no date."""
    digits = sum(c.isdigit() for c in text)
    return 7 <= digits <= 18 and bool(_PHONE.fullmatch(text)) and not _DATE.fullmatch(text)


def day(text: str) -> bool:
    """Whether a day is written in a text, with its year or, as birthdays are, without; no time and no amount."""
    return len(text) <= 40 and bool(_DAY.search(text))


def _company(text: str) -> bool:
    words = _LETTERS.findall(text)
    if not words or len(words) > 8 or not words[0][0].isupper():
        return False
    return any(not is_word(word) for word in words) or (len(words) > 1 and words[-1].casefold() in LEGAL)


def _address(text: str) -> bool:
    """A house number or a postcode beside words of which one is in no dictionary, as streets and towns are."""
    words = _LETTERS.findall(text)
    if not 2 <= len(words) <= 14 or not any(word[0].isupper() for word in words):
        return False
    numbered = len(_HOUSE.findall(text)) == 1 and ("," in text or len(words) <= 4)
    listed = text.count(",") <= 4 and "," in text and bool(_HOUSE.search(text))
    return (numbered or listed or bool(_POSTCODE.search(text))) and any(len(w) > 3 and not is_word(w) for w in words)


def name_like(text: str) -> bool:
    """Shaped like a person's name: one to five capitalised words, no digits."""
    shown = re.sub(r"^l(?=[bcdfghjkmnpqrstvwxz])", "I", text.strip())  # small l for capital I: "lngrid"
    if any(c.isdigit() for c in shown):
        return False
    return len(text) >= 3 and bool(_NAME_LIKE.match(shown)) and not _FILE.search(text) and not _CODE.match(shown)


def known_name(text: str) -> bool:
    """Shaped like a name, and with a word that the lists know."""
    return name_like(text) and any(name_lists().is_name(word) for word in text.split())


def handle_like(text: str) -> bool:
    """Shaped like a log-in name: jane.doe, @jane."""
    return bool(_HANDLE.match(text.strip()))


def login_word(text: str) -> bool:
    """One word in small letters that no dictionary has, perhaps with digits, dots or underscores: a log-in's shape."""
    shown = text.strip()
    if not 3 <= len(shown) <= 32 or not _LOGIN_WORD.fullmatch(shown) or _FILE.search(shown):
        return False
    words = re.findall(r"[A-Za-z]+", shown)
    return not all(is_word(word) for word in words) or bool(re.fullmatch(r"[a-z]{3,}\d{2,4}", shown))


def ordinary(text: str) -> bool:
    """Nothing but dictionary words, none of which is a first name as well: "Send Message"."""
    tokens = re.findall(r"[^\W\d_]+", text)
    return not tokens or all(is_word(t) and not (len(tokens) > 1 and name_lists().is_first(t)) for t in tokens)


def first_name(text: str) -> bool:
    """A first name and nothing else, though it may be a word as well: Will, Grace, Mark. Months and days are none."""
    word = text.strip()
    return word.isalpha() and word.istitle() and word.lower() not in CALENDAR and name_lists().is_first(word)


def common_word(word: str) -> bool:
    """A word of the dictionary, or a plural of one, that no list holds as a name."""
    return not name_lists().is_name(word) and (is_word(word) or plural(word))


def plural(word: str) -> bool:
    """The plural of a word of the dictionary."""
    low = word.casefold()
    return low.endswith("s") and (low[:-1] in dictionary() or low.removesuffix("es") in dictionary())
