"""Thresholds of detection in text, each at its boundary: what holds at the value does not hold just below it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.inputs import TextInput
from redaction.text.known.registry import Registry
from redaction.text.merge import merge
from redaction.text.patterns import numbers, places, secret
from redaction.text.patterns.headers import HEADER

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
    "person of words": (0.62, kept("see Annual Report", "Annual Report", Kind.PERSON, Source.PATTERN)),
    "company in a sentence": (
        0.9,
        kept("we have asked Annual Report for some help", "Annual Report", Kind.COMPANY, Source.MODEL),
    ),
    "abbreviation": (0.9, kept("the QRX deadline", "QRX", Kind.COMPANY, Source.MODEL)),
    "one common word": (0.67, kept("the Report was late", "Report", Kind.PERSON, Source.MODEL)),
    "full name learned": (0.7, learned("Zquell Vexlor", Kind.PERSON)),
    "one word learned": (0.8, learned("Vexlor", Kind.PERSON)),
    "company learned": (0.75, learned("Vexlor Labs", Kind.COMPANY)),
    "company of a model learned": (
        0.9,
        learned("Vexlor Labs", Kind.COMPANY, Source.MODEL),
    ),
    "value learned": (0.7, learned("EMP-20391", Kind.ID)),
    "day learned": (0.7, learned("3 May 1980", Kind.DATE_OF_BIRTH)),
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


def masked(text: str) -> bool:
    return bool(list(secret.secrets(text)))


#: name: (the least that counts, whether it counts)
LEAST: dict[str, tuple[int, Callable[[int], bool]]] = {
    "card digits": (12, card),
    "iban characters": (15, valid_iban),
    "words of a sentence": (3, sentence),
    "digits of a token that is a number": (8, lambda n: masked("token: " + "8146207935"[:n])),
    "digits of a password that is a number": (4, lambda n: masked("password: " + "81462"[:n])),
    "signs of an unknown vendor's token": (20, lambda n: masked("vex_" + ("q8" * n)[:n])),
    "signs of a token that nothing announces": (8, lambda n: masked(("zQ8" * n)[:n])),
    "characters of an address": (
        6,
        lambda n: any(f.end - f.start == n for f in places.addresses(f"{'1' * (n - 5)} A Rd")),
    ),
    "digits of a day": (
        5,
        lambda n: learned("9" * n + " May", Kind.DATE_OF_BIRTH)(1.0),
    ),
    "digits of a known number": (
        6,
        lambda n: swept(Kind.PHONE, "7" * n, "call 7-" + "7" * (n - 1), declared=False),
    ),
    "letters of another learned value": (
        4,
        lambda n: swept(Kind.USERNAME, LETTERS[:n], f"as {LETTERS[:n]} here", declared=False),
    ),
    "letters of a company of one word": (
        4,
        lambda n: swept(Kind.COMPANY, f"{LETTERS[:n]} ltd", f"as {LETTERS[:n]} here", declared=False),
    ),
    "letters of a company's first word": (
        4,
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
    "words of a name in a header": (6, lambda n: header(" ".join(["Vexlor"] * n))),
    "characters of a name in a header": (
        60,
        lambda n: header("V" + "e" * (n // 2 - 1) + " " + "X" * (n - n // 2 - 1)),
    ),
    "words of a learned name": (
        5,
        lambda n: learned(" ".join(LETTERS[i : i + 5].title() for i in range(n)), Kind.PERSON)(1.0),
    ),
    "characters of a learned company": (
        60,
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


@pytest.mark.parametrize(("changes", "found"), [(5, True), (4, False)])
def test_a_token_was_drawn_from_so_many_changes_of_its_signs_on(changes: int, found: bool) -> None:
    """26 signs, 25 neighbours: five of them are a fifth."""
    runs = ["z" * 5, "8" * 4, "q" * 4, "7" * 4, "v" * 4, "6" * 5][: changes + 1]
    token = "".join(runs)
    token += token[-1] * (26 - len(token))
    assert (secret.changes(token) >= 0.2) is found
    assert masked(f"vex_{token}") is found


@pytest.mark.parametrize(("signs", "found"), [(15, True), (16, False)])
def test_a_model_names_no_part_of_a_token_of_so_many_signs(signs: int, found: bool) -> None:
    token = ("zQ8xV7" * signs)[: signs - 7] + "+Zquell"
    finding = kept(f"see {token} there", "Zquell", Kind.PERSON, Source.MODEL)
    assert finding(0.95) is found
