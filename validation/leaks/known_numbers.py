"""Known telephone numbers however they are dialled, and numbers of banks and persons that check digits vouch for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")

#: Digits a number must have inside its country to be found behind another prefix.
NATIONAL = 8
_LONGEST = 14
_RUN = re.compile(r"(?<![\w.@])(?:\+|\(\+?)?\d(?:[ \u00a0().\-–/]{0,3}\d){7,18}(?![\w@]|\.\d)")
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"
)
_CARD = re.compile(r"(?<![\w.,-])\d(?:[ \u00a0-]?\d){13,15}(?![\w-]|[.,]\d)")
_SSN = re.compile(r"(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-]|\.\d)")
_LABELLED_SSN = re.compile(
    r"\b(?:ssn|social security(?: (?:number|no\.?|#))?)[\s:=#]{0,4}(\d{3}[ .]?\d{2}[ .]?\d{4})(?![\w-])", re.IGNORECASE
)
#: An account with the check digits 00, which no bank gives (ISO 13616: 02 to 98) and our surrogates have: the digits in
#: it are no card's, though four groups of them may look like one.
_NO_ACCOUNT = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}00(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"
)
#: What cards that somebody holds begin with, by length (ISO/IEC 7812 issuer ranges; the rest is not issued).
_ISSUED = {
    14: re.compile(r"3(?:0[0-5]|[689])"),
    15: re.compile(r"3[47]"),
    16: re.compile(r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])"),
}


class Phones(Generic[T]):
    """Known numbers, found with another prefix than they are known with: national, +49, 0049, with a trunk zero."""

    def __init__(self) -> None:
        self._known: dict[str, set[T]] = {}

    def add(self, value: str, what: T) -> None:
        """Look for this number; too short ones are left out."""
        national = _national(value)
        if NATIONAL <= len(national) <= _LONGEST:
            self._known.setdefault(national, set()).add(what)

    def find(self, text: str) -> Iterator[T]:
        """What is dialled in the text."""
        if not self._known:
            return
        for match in _RUN.finditer(text):
            digits = re.sub(r"\D", "", match[0])
            for size in range(NATIONAL, min(len(digits), _LONGEST) + 1):
                known = self._known.get(digits[-size:])
                if known and digits[:-size] in _prefixes():
                    yield from known


def checked_numbers(text: str) -> bool:
    """Whether a card, an account or a social security number stands there that somebody may have: the check digits are
    right and the number lies in space that is issued. Surrogates never pass (redaction.ledger.surrogates)."""
    if any(_is_account(match[0]) for match in _IBAN.finditer(text)):
        return True
    if any(_is_card(re.sub(r"\D", "", match[0])) for match in _CARD.finditer(_NO_ACCOUNT.sub("", text))):
        return True
    numbers = [match[0] for match in _SSN.finditer(text)]
    numbers += [match[1] for match in _LABELLED_SSN.finditer(text)]
    return any(_is_ssn(re.sub(r"\D", "", number)) for number in numbers)


def _is_account(written: str) -> bool:
    from stdnum import iban

    return bool(iban.is_valid(written.replace("\u00a0", " ")))


def _is_card(digits: str) -> bool:
    from stdnum import luhn

    issued = _ISSUED.get(len(digits))
    return bool(issued and issued.match(digits) and luhn.is_valid(digits))


def _is_ssn(digits: str) -> bool:
    from stdnum.us import ssn

    return bool(ssn.is_valid(digits))


def _national(value: str) -> str:
    """The digits of a number inside its country, without the trunk zero."""
    import phonenumbers

    digits = re.sub(r"\D", "", value)
    plain = value.strip(" (")
    if plain.startswith("00"):
        plain = "+" + digits[2:]
    if plain.startswith("+"):
        try:
            return phonenumbers.national_significant_number(phonenumbers.parse(plain, None))
        except phonenumbers.NumberParseException:
            return digits  # of no country that there is: as it is written
    return digits.removeprefix("0")


@lru_cache(maxsize=1)
def _prefixes() -> frozenset[str]:
    """What may stand before a number inside its country."""
    import phonenumbers

    codes = {str(code) for code in phonenumbers.COUNTRY_CODE_TO_REGION_CODE}
    abroad = {out + code for out in ("", "00", "011") for code in codes}
    return frozenset({"", "0", *abroad, *(code + "0" for code in abroad)})
