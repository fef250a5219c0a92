"""Surrogates: what stands in for a real value. Pure functions of a key, so the same key gives the same surrogate.

Names are invented (letter chains learned from Faker's lists, kept only when no list and no dictionary holds them): a
surrogate is never somebody's listed name. Everything else lands in space reserved for documentation: example.com and
example.org, telephone numbers 555-01xx, RFC 5737 and RFC 3849 addresses, ids whose check digits cannot be right.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from redaction.lexicon.names import name_lists
from redaction.lexicon.scripts import all_of, script_of, spelled
from redaction.lexicon.words import is_word

Chain = dict[str, str]


def stream(key: bytes, *parts: str) -> Iterator[int]:
    """Endless pseudo-random bytes bound to key and parts."""
    seed = hmac.new(key, "\x1f".join(parts).encode("utf-8"), hashlib.sha256).digest()
    counter = 0
    while True:
        yield from hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        counter += 1


def below(source: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1."""
    return int.from_bytes(bytes(next(source) for _ in range(4)), "big") % limit


@lru_cache(maxsize=64)
def _chain(pool: str, script: str) -> tuple[Chain, int]:
    """Which letters may follow which, in names of a pool (f, m, last) and script; letters repeat as often as seen."""
    lists = name_lists()
    if script == "LATIN":
        names = sorted(lists.models[pool])
    else:
        names = sorted(lists.lasts if pool == "last" else (n for n, g in lists.firsts.items() if g == pool or not g))
    names = [
        n
        for n in names
        if all_of(n, script) and spelled(n) and (script != "LATIN" or (n.isascii() and 3 <= len(n) <= 11))
    ]
    order = 3 if len(names) > 2000 else 2 if len(names) > 300 else 1
    chain: dict[str, list[str]] = {}
    for name in names:
        padded = "^" * order + name + "$"
        for i in range(len(padded) - order):
            chain.setdefault(padded[i : i + order], []).append(padded[i + order])
    return {state: "".join(letters) for state, letters in chain.items()}, order


def invent_name(key: bytes, token: str, pool: str, attempt: int) -> str:
    """A name-like word in lower case for a folded token: same script, like length, on no list and in no dictionary."""
    script = script_of(token)
    chain, order = _chain(pool, script)
    if not chain and script in ("HIRAGANA", "KATAKANA"):  # names of Japan, which the lists have in kanji
        script = "CJK"
        chain, order = _chain(pool, script)
    if not chain:
        script = "LATIN"
        chain, order = _chain(pool, script)
    source = stream(key, "name", token, str(attempt))
    wanted = min(max(len(token), 4), 10) if script == "LATIN" else max(len(token), 2)
    word = ""
    for slack in (1, 1, 1, 2, 2, 2, 3, 3) * 12:
        word = _walk(chain, order, source, wanted + slack)
        if abs(len(word) - wanted) <= slack and len(word) >= (4 if script == "LATIN" else 2) and acceptable(word):
            return word
    if script != "LATIN":
        word = word.rstrip("$")
        word = word if spelled(word) and script_of(word) == script else ""
        letters = sorted({c for seen in chain.values() for c in seen if c.isalpha() and script_of(c) == script})
        while not acceptable(word) or len(word) < 2:
            word += letters[below(source, len(letters))]
        return word
    while not acceptable(word) or len(word) < 4:
        word = (word or "v") + "aeiou"[below(source, 5)] + "lnrst"[below(source, 5)]
    return word


def _walk(chain: Chain, order: int, source: Iterator[int], limit: int) -> str:
    state, word = "^" * order, ""
    while len(word) <= limit:
        letters = chain[state]
        letter = letters[below(source, len(letters))]
        if letter == "$":
            return word
        word += letter
        state = state[1:] + letter
    return word + "$$$$"


def acceptable(word: str) -> bool:
    """Whether a word can be a surrogate: letters only, no listed name, no ordinary word."""
    return spelled(word) and not name_lists().is_name(word) and not is_word(word)


def invent_acronym(key: bytes, token: str, attempt: int) -> str:
    """Consonants for a short all-capitals name such as a company's initials."""
    source = stream(key, "acronym", token, str(attempt))
    return "".join("bcdfghjklmnpqrstvwxz"[below(source, 20)] for _ in range(max(len(token), 3)))


def digits_like(key: bytes, digits: str, attempt: int) -> str:
    """As many digits, the first one not zero unless it was; never the same number."""
    source = stream(key, "digits", digits, str(attempt))
    while True:
        made = "".join(str(below(source, 10)) for _ in digits)
        if digits[0] != "0" and made[0] == "0":
            made = str(1 + below(source, 9)) + made[1:]
        if made != digits:
            return made


def shaped_id(key: bytes, value: str, attempt: int) -> str:
    """Letters for letters and digits for digits; a prefix like "EMP-" stays; check digits are made wrong."""
    source = stream(key, "id", "".join(c for c in value if c.isalnum()).casefold(), str(attempt))
    prefix = re.match(r"[A-Za-z]{1,10}[-_/ #:]++(?=[\w-]*\d)", value)
    kept = prefix.end() if prefix else 0
    iban = (
        re.match(r"[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9]{4})", value) if sum(c.isalnum() for c in value) >= 15 else None
    )
    if iban:
        kept = 2
    made = list(value[:kept])
    for char in value[kept:]:
        if char.isnumeric():
            made.append(str(below(source, 10)))
        elif char.isalnum():
            letter = "ABCDEFGHJKLMNPQRSTUVWXYZ"[below(source, 24)]
            made.append(letter if char.isupper() else letter.lower())
        else:
            made.append(char)
    text = "".join(made)
    if iban:
        return text[:2] + "00" + text[4:]
    if re.fullmatch(r"\d{3}\D\d{2}\D\d{4}", value):
        return "000" + text[3:]
    return _unchecked(text)


def _unchecked(text: str) -> str:
    """Change the last digit of a long number that happens to satisfy the Luhn check."""
    plain = [c for c in text if c.isdigit()]
    if len(plain) < 12 or any(c.isalpha() for c in text):
        return text
    total = sum(sum(divmod(2 * int(d), 10)) if i % 2 else int(d) for i, d in enumerate(reversed(plain)))
    if total % 10:
        return text
    last = max(i for i, c in enumerate(text) if c.isdigit())
    return text[:last] + str((int(text[last]) + 1) % 10) + text[last + 1 :]


def phone_digits(key: bytes, identity: str, attempt: int) -> str:
    """Fifteen digits whose last seven are 55501xx; a number takes as many of them, from the right, as it has."""
    source = stream(key, "phone", identity, str(attempt))
    lead = "".join(str(2 + below(source, 8)) for _ in range(8))
    if attempt >= 100:  # every 55501xx of that shape is taken: stay inside exchange 555
        return lead + f"555{below(source, 10_000):04d}"
    return lead + f"55501{(below(source, 100) + attempt) % 100:02d}"


def machine_identity(text: str) -> str | None:
    """One spelling for all forms of an IPv4, IPv6 or MAC address (twelve hexadecimal digits); None when it is none."""
    plain = text.strip()
    if _MAC.fullmatch(plain):
        return "".join(c for c in plain if c.isalnum()).casefold()
    if re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}", plain, re.ASCII):
        plain = ".".join(str(int(number)) for number in plain.split("."))  # zeros before a number mean nothing
    try:
        return str(ipaddress.ip_address(plain.split("%")[0]))
    except ValueError:
        return None


def machine_address(key: bytes, identity: str, attempt: int) -> str:
    """A documentation address for what `machine_identity` gave, spelled as it spells."""
    source = stream(key, "machine", identity, str(attempt))
    if "." not in identity and ":" not in identity:
        if attempt < 20:
            return f"00005e0053{below(source, 256):02x}"
        return "02" + "".join(f"{below(source, 256):02x}" for _ in range(5))
    if ":" in identity:
        return str(ipaddress.ip_address("2001:db8:" + ":".join(f"{below(source, 65_536):x}" for _ in range(6))))
    if attempt < 40:
        network = ("192.0.2", "198.51.100", "203.0.113")[below(source, 3)]
        return f"{network}.{1 + below(source, 254)}"
    return f"198.{18 + below(source, 2)}.{below(source, 256)}.{1 + below(source, 254)}"


_MAC = re.compile(r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}")


_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_ISO = re.compile(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})")
_SHORT = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})")
_NAMED = re.compile(
    r"(?P<day>\d{1,2})(?P<nth>st|nd|rd|th)?(?P<a>\s+(?:of\s+)?|-)(?P<month>[A-Za-z]{3,9})(?P<dot>\.?)(?P<b>,?\s+|"
    r"-)(?P<year>\d{4}|\d{2})",
    re.I,
)
_MONTH_FIRST = re.compile(
    r"(?P<month>[A-Za-z]{3,9})(?P<dot>\.?)(?P<a>\s+)(?P<day>\d{1,2})(?P<nth>st|nd|rd|th)?(?P<b>,?\s+)(?P<year>\d{4})",
    re.I,
)


def shifted_date(key: bytes, value: str, attempt: int) -> str | None:
    """The date moved by a keyed number of days (at most a year), written the same way; None if unreadable."""
    for read in (_iso, _short, _named):
        made = read(key, value, attempt)
        if made is not None:
            return made
    return None


def _moved(key: bytes, when: date, attempt: int) -> date:
    source = stream(key, "birth", when.isoformat(), str(attempt))
    days = 1 + below(source, 365)
    return when + timedelta(days=days if below(source, 2) else -days)


def _iso(key: bytes, value: str, attempt: int) -> str | None:
    match = _ISO.fullmatch(value)
    if match is None:
        return None
    year, joint, month, day = match.groups()
    made = _on(key, int(year), int(month), int(day), attempt)
    return None if made is None else f"{made.year:04d}{joint}{made.month:0{len(month)}d}{joint}{made.day:0{len(day)}d}"


def _short(key: bytes, value: str, attempt: int) -> str | None:
    match = _SHORT.fullmatch(value)
    if match is None:
        return None
    one, joint, two, year = match.groups()
    month_first = int(two) > 12 or (joint == "/" and int(one) <= 12)
    month, day = (int(one), int(two)) if month_first else (int(two), int(one))
    full = int(year) if len(year) == 4 else (1900 + int(year) if int(year) > 30 else 2000 + int(year))
    made = _on(key, full, month, day, attempt)
    if made is None:
        return None
    first, second = (made.month, made.day) if month_first else (made.day, made.month)
    shown = f"{made.year:04d}"[-len(year) :]
    return f"{first:0{len(one)}d}{joint}{second:0{len(two)}d}{joint}{shown}"


def _named(key: bytes, value: str, attempt: int) -> str | None:
    match = _NAMED.fullmatch(value) or _MONTH_FIRST.fullmatch(value)
    if match is None:
        return None
    word = match["month"].casefold()
    month = next((i for i, name in enumerate(_MONTHS, 1) if name.startswith(word[:3])), 0)
    year = int(match["year"]) if len(match["year"]) == 4 else 1900 + int(match["year"])
    made = _on(key, year, month, int(match["day"]), attempt) if month else None
    if made is None:
        return None
    name = _MONTHS[made.month - 1] if len(word) > 3 else _MONTHS[made.month - 1][:3]
    name = name.upper() if match["month"].isupper() else name.capitalize() if match["month"][0].isupper() else name
    nth = (
        {1: "st", 2: "nd", 3: "rd"}.get(made.day % 10 if made.day not in (11, 12, 13) else 0, "th")
        if match["nth"]
        else ""
    )
    day, shown = f"{made.day}{nth}", f"{made.year:04d}"[-len(match["year"]) :]
    if match.re is _NAMED:
        return f"{day}{match['a']}{name}{match['dot']}{match['b']}{shown}"
    return f"{name}{match['dot']}{match['a']}{day}{match['b']}{shown}"


def _on(key: bytes, year: int, month: int, day: int, attempt: int) -> date | None:
    try:
        return _moved(key, date(year, month, day), attempt)
    except (ValueError, OverflowError):
        return None
