"""Thresholds of detection in text, each at its boundary: what holds at the value does not hold just below it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.inputs import TextInput
from redaction.text.known import compiled, registry
from redaction.text.known.registry import Registry
from redaction.text.merge import merge
from redaction.text.patterns import companies, numbers, places
from redaction.text.patterns.headers import HEADER, LONGEST, MOST_WORDS
from redaction.text.vetoes import CODE_SCORE, COMPANY_SCORE, PERSON_SCORE, SENTENCE_WORDS, WORD_SCORE

LETTERS = "zqvexlorbrantimukoshelgiraz"


def kept(text: str, surface: str, kind: Kind, source: Source) -> Callable[[float], bool]:
    start = text.index(surface)
    span = (start, start + len(surface))
    return lambda score: bool(merge(text, [TextFinding(*span, kind, score, "test", source)], 0.4))


def learned(surface: str, kind: Kind, source: Source = Source.PATTERN) -> Callable[[float], bool]:
    item = TextInput(surface)
    return lambda score: bool(
        Registry().learn([item], [[TextFinding(0, len(surface), kind, score, "test", source)]]).values(kind)
    )


SCORES = {
    "person of words": (PERSON_SCORE, kept("see Annual Report", "Annual Report", Kind.PERSON, Source.PATTERN)),
    "company in a sentence": (
        COMPANY_SCORE,
        kept("we have asked Annual Report for some help", "Annual Report", Kind.COMPANY, Source.MODEL),
    ),
    "abbreviation": (CODE_SCORE, kept("the QRX deadline", "QRX", Kind.COMPANY, Source.MODEL)),
    "one common word": (WORD_SCORE, kept("the Report was late", "Report", Kind.PERSON, Source.MODEL)),
    "full name learned": (registry.FULL_NAME_SCORE, learned("Zquell Vexlor", Kind.PERSON)),
    "one word learned": (registry.ONE_WORD_SCORE, learned("Vexlor", Kind.PERSON)),
    "company learned": (registry.COMPANY_SCORE, learned("Vexlor Labs", Kind.COMPANY)),
    "company of a model learned": (
        registry.MODEL_COMPANY_SCORE,
        learned("Vexlor Labs", Kind.COMPANY, Source.MODEL),
    ),
    "value learned": (registry.VALUE_SCORE, learned("EMP-20391", Kind.ID)),
    "day learned": (registry.VALUE_SCORE, learned("3 May 1980", Kind.DATE_OF_BIRTH)),
}


@pytest.mark.parametrize("name", SCORES)
def test_a_score_counts_from_its_threshold_on(name: str) -> None:
    threshold, holds = SCORES[name]
    assert holds(threshold)
    assert not holds(threshold - 0.001)


def swept(kind: Kind, value: str, text: str, *, declared: bool) -> bool:
    return bool(list(Registry([(str(kind), value, declared)]).find(text)))


def header(value: str) -> bool:
    return bool(list(HEADER.find(f"From: {value}\n")))


def sentence(words: int) -> bool:
    text = "Annual Report " + "ab " * words
    return kept(text, "Annual Report", Kind.COMPANY, Source.MODEL)(0.95)


def valid_iban(characters: int) -> bool:
    from stdnum import iban

    country = "NO" if characters == numbers.IBAN_CHARACTERS else "ZZ"
    rest = "1" * (characters - 4)
    return numbers.passes_check(f"{country}{iban.calc_check_digits(country + '00' + rest)}{rest}")


def card(digits: int) -> bool:
    from stdnum import luhn

    body = "6" * (digits - 1)
    return numbers.passes_check(body + luhn.calc_check_digit(body))


#: name: (the least that counts, whether it counts)
LEAST: dict[str, tuple[int, Callable[[int], bool]]] = {
    "card digits": (numbers.CARD_DIGITS, card),
    "iban characters": (numbers.IBAN_CHARACTERS, valid_iban),
    "words of a sentence": (SENTENCE_WORDS, sentence),
    "letters of a company after from": (
        companies.FROM_LEAST,
        lambda n: any(f.detector == "company-from" for f in companies.companies(f"an offer from Z{LETTERS[1:n]}.")),
    ),
    "characters of an address": (
        places.ADDRESS_LEAST,
        lambda n: any(f.end - f.start == n for f in places.addresses(f"{'1' * (n - 5)} A Rd")),
    ),
    "digits of a day": (
        registry.DAY_DIGITS,
        lambda n: learned("9" * n + " May", Kind.DATE_OF_BIRTH)(1.0),
    ),
    "digits of a known number": (
        compiled.NUMBER_DIGITS,
        lambda n: swept(Kind.PHONE, "7" * n, "call 7-" + "7" * (n - 1), declared=False),
    ),
    "letters of another learned value": (
        compiled.OTHER_LEARNED,
        lambda n: swept(Kind.USERNAME, LETTERS[:n], f"as {LETTERS[:n]} here", declared=False),
    ),
    "letters of a company's first word": (
        compiled.COMPANY_LETTERS,
        lambda n: swept(Kind.COMPANY, f"{LETTERS[:n]} brandimu", f"as {LETTERS[:n]} here", declared=False),
    ),
}


@pytest.mark.parametrize("name", LEAST)
def test_a_length_counts_from_its_threshold_on(name: str) -> None:
    least, counts = LEAST[name]
    assert counts(least)
    assert not counts(least - 1)


#: name: (the most that counts, whether it counts)
MOST: dict[str, tuple[int, Callable[[int], bool]]] = {
    "words of a name in a header": (MOST_WORDS, lambda n: header(" ".join(["Vexlor"] * n))),
    "characters of a name in a header": (
        LONGEST,
        lambda n: header("V" + "e" * (n // 2 - 1) + " " + "X" * (n - n // 2 - 1)),
    ),
    "words of a learned name": (
        registry.NAME_WORDS,
        lambda n: learned(" ".join(LETTERS[i : i + 5].title() for i in range(n)), Kind.PERSON)(1.0),
    ),
    "characters of a learned company": (
        registry.COMPANY_CHARACTERS,
        lambda n: learned("Vexlor " + "x" * (n - 7), Kind.COMPANY)(1.0),
    ),
}


@pytest.mark.parametrize("name", MOST)
def test_a_length_counts_up_to_its_threshold(name: str) -> None:
    most, counts = MOST[name]
    assert counts(most)
    assert not counts(most + 1)


@pytest.mark.parametrize(("most", "checked"), [(32, True), (31, False)])
def test_what_is_longer_than_an_iban_can_be_is_not_tried(
    most: int, checked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saint Lucia has the longest, of 32 characters."""
    from stdnum import iban

    assert numbers.CHECKED_MOST == 34
    monkeypatch.setattr(numbers, "CHECKED_MOST", most)
    rest = "ABCD" + "1" * 24
    assert numbers.passes_check(f"LC{iban.calc_check_digits('LC00' + rest)}{rest}") is checked
