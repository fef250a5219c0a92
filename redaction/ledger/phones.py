"""Telephone numbers: the digits of a surrogate in the shape of a surface form, and nobody's number in its country.

555-01xx is set aside in North America only. Elsewhere digits are drawn that no numbering plan gives to anybody, as
phonenumbers knows the plans: of the country that is written, or of all countries whose number it might be. Where the
country is written no beginning of it is somebody's either: rows show numbers while they are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.ledger.surrogates import stream
from redaction.text.patterns.contact import valid_in

#: Countries whose plans a number written without a country code may follow. A surrogate is nobody's in any of them, and
#: the leak check (validation.leaks.unreserved) asks for no others.
COUNTRIES = (
    *("US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "CH", "AT", "IE", "PL", "SE", "NO", "DK", "FI", "PT", "CZ", "HU"),
    *("RO", "GR", "TR", "RU", "UA", "IN", "CN", "JP", "KR", "SG", "MY", "ID", "TH", "VN", "PH", "AU", "NZ", "ZA", "NG"),
    *("KE", "EG", "IL", "AE", "SA", "BR", "MX", "AR", "CL", "CO"),
)

_EXTENSION = re.compile(r"(?<![ ,])[ ,]*+(?:ext|x|#|poste|dw|durchwahl)", re.IGNORECASE)
_DIALLED = re.compile(
    r"(?<![\w.@-])(?:(?:\+|00(?=[1-9]))\d[\d ().-]{7,18}\d|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4})(?![\w@-]|\.\d)"
)
"""A number with its country code, and one as it is written in North America, wherever digits may begin one."""
_MAY_DIAL = re.compile(r"(?<!\w)(?:\+|00)[1-9]|\d{3}\)?[-. ]\d{3}[-. ]\d{4}")
"""What every such number has."""
_FICTION = re.compile(r"1?\d{3}55501\d\d|55501\d\d")
_FICTION_REGION = "US"
_BEGUN = 6
"""Digits, those of the country code among them, from which a number that is being typed may be a whole one."""
_ATTEMPTS = 60
"""Draws before a number is begun with zeros, which no plan does."""


def dials_somebody(text: str) -> bool:
    """Whether a run of digits in a number of another kind reads as somebody's telephone number, as it is written or in
    groups of four, whole or while it is typed: "DE00 9029 0049 0955 9588 64" does, from the third group on."""
    plain = "".join(c for c in text if c.isalnum())
    grouped = " ".join(plain[at : at + 4] for at in range(0, len(plain), 4))
    return any(
        valid_in(re.sub("^00", "+", found.group()), None if found.group().startswith(("+", "00")) else _FICTION_REGION)
        for written in (text, grouped)
        if _MAY_DIAL.search(written)
        for end in range(_BEGUN, len(written) + 1)
        for found in _DIALLED.finditer(written[:end])
    )


@lru_cache(maxsize=20_000)
def spelled(made: str, key: bytes, identity: str, surface: str) -> str:
    """Digits of a surrogate from the right; the country code and a trunk zero stay, an extension is drawn anew."""
    main, extension = surface, ""
    found = _EXTENSION.search(surface)
    if found and found.start() > 5:
        main, extension = surface[: found.start()], surface[found.start() :]
    kept = country_code(main)
    lead = "".join(str(2 + b % 8) for b, _ in zip(stream(key, "lead", identity), main, strict=False))
    out = _laid(main, lead + made, kept)
    plans = _plans(main, kept)
    for attempt in range(_ATTEMPTS):
        if _nobodys(out, plans):
            break
        drawn = stream(key, "plan", identity, str(attempt))
        out = _laid(main, "".join(str(next(drawn) % 10) for _ in main), kept)
    else:
        drawn = stream(key, "plan", identity)
        digits = "".join(str(next(drawn) % 10) for _ in main)
        out = _laid(main, ("0" * (kept + 3) + digits)[: sum(c.isdigit() for c in main)], kept)
    drawn = stream(key, "extension", identity)
    return out + "".join(str(next(drawn) % 10) if c.isdigit() else c for c in extension)


def country_code(number: str) -> int:
    """How many leading digits are the country code ("+49 30 …" → 2, "0049 …" → 4)."""
    import phonenumbers

    plain = number.strip(" (")
    lead = 2 if plain.startswith("00") else 0
    if not plain.startswith(("+", "00")):
        return 0
    digits = "".join(c for c in plain if c.isdigit())[lead:]
    for size in (1, 2, 3):
        if digits[:size] and int(digits[:size]) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE:
            return lead + size
    return lead


def _laid(main: str, fill: str, kept: int) -> str:
    places = [i for i, c in enumerate(main) if c.isdigit()]
    out = list(main)
    for n, (place, digit) in enumerate(zip(places, fill[len(fill) - len(places) :], strict=True)):
        if n >= kept and not (n == kept and main[place] == "0"):
            out[place] = digit
    return "".join(out)


def _plans(main: str, kept: int) -> tuple[str | None, ...]:
    """The regions whose numbering plans the surface may follow: None for the one that its country code names."""
    if kept or valid_in(main, _FICTION_REGION):
        return (None,) if kept else (_FICTION_REGION,)
    return COUNTRIES


def _nobodys(number: str, plans: tuple[str | None, ...]) -> bool:
    digits = "".join(c for c in number if c.isdigit())
    plus = re.sub(r"^\s*\(?00", "+", number)
    for region in plans:
        if region == _FICTION_REGION or (region is None and digits.removeprefix("00").startswith("1")):
            if not _FICTION.fullmatch(digits.removeprefix("00")):
                return False
        elif any(valid_in(one, region) for one in (_begun(plus) if region is None else (number,))):
            return False
    return True


def _begun(number: str) -> Iterator[str]:
    """The number, and every beginning of it that ends with a digit."""
    places = [i for i, c in enumerate(number) if c.isdigit()]
    return (number[: place + 1] for place in reversed(places[_BEGUN - 1 :]))
