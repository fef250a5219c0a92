"""Numbers of many countries: rows of a file, each with a check or a shape, found beside words for them."""

from __future__ import annotations

import random
import string

import pytest
import yaml

from redaction.findings import Kind, Source
from redaction.policy import TextPolicy
from redaction.text import TextEngine
from redaction.text.patterns import government
from redaction.text.patterns.contact import phones
from redaction.text.patterns.government import NAMED_DIGITS, NUMBERS, government_numbers
from redaction.text.patterns.numbers import accounts_by_shape, numbers

#: The most of random digits that the check of a row without a shape may pass, of any length.
LOOSE = 0.2
#: The most of random digits that may pass where they are the whole text.
ALONE = 0.015
COUNTRIES = 30
WORDED = {number for numbers in government._NUMBERS_OF.values() for number in numbers}


def drawn(length: int, rng: random.Random) -> str:
    return "".join(rng.choice(string.digits) for _ in range(length))


def found(text: str) -> list[str]:
    return sorted({text[f.start : f.end] for f in government_numbers(text)})


def test_rows_have_a_check_or_a_shape_and_say_nothing_else() -> None:
    rows = yaml.safe_load(government.resources.files("redaction.lexicon").joinpath("data/numbers.yaml").read_bytes())
    assert {key for row in rows.values() for key in row} <= {
        "bare",
        "alone",
        "shape",
        "words",
        "module",
        "flags",
        "drop",
        "case",
    }
    for number in NUMBERS:
        words = [word.strip() for word in rows[number.name].get("words", "").split(",") if word.strip()]
        assert number.valid or number.shape or number.bare, number.name
        assert words or number.bare or number.alone, number.name
        assert words == [word.lower() for word in dict.fromkeys(words)], number.name
    assert len({number.name.split(".")[0] for number in NUMBERS if "." in number.name}) >= COUNTRIES


@pytest.mark.parametrize("number", [n for n in NUMBERS if n.valid and n in WORDED], ids=lambda n: n.name)
def test_a_check_that_most_numbers_pass_has_a_shape_beside_it(number: government.Number) -> None:
    rng = random.Random(number.name)
    for length in range(NAMED_DIGITS, 23):
        tried = [drawn(length, rng) for _ in range(120)]
        if number.shape is None:
            assert sum(map(number.passes, tried)) <= 1.5 * LOOSE * len(tried)


@pytest.mark.parametrize("number", [n for n in NUMBERS if n.alone], ids=lambda n: n.name)
def test_few_numbers_that_are_a_whole_text_pass(number: government.Number) -> None:
    rng = random.Random(number.name)
    for length in (11, 12, 13, 14, 22):
        tried = [drawn(length, rng) for _ in range(2_000)]
        passed = sum(bool(number.alone and number.alone.fullmatch(n)) and number.passes(n) for n in tried)
        assert passed <= ALONE * len(tried)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ABN 83914571673", "83914571673"),
        ("ABN 83 914 571 673 and 12", "83 914 571 673"),
        ("Contribuinte: 501964843", "501964843"),
        ("Krankenkasse, KVNR A123456780", "A123456780"),
        ("T.C. Kimlik No: 17291716060", "17291716060"),
        ("身份证号11010519491231002X", "11010519491231002X"),
        ("NPI: 1245319599", "1245319599"),
        ("RUT 12.531.909-2", "12.531.909-2"),
        ("partita iva 00743110157", "00743110157"),
        ("83914571673", "83914571673"),
        ("pay to 16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ", "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ"),
        ("0501964843 is no NIF, 501964843 is a contribuinte", "501964843"),
        ("hetu of a guest 240385W917D", "240385W917D"),
        ("240385w917d", "240385w917d"),
        ("issued as S8140711H here", "S8140711H"),
        ("G8140711N", "G8140711N"),
        ("M8140711P", "M8140711P"),
        ("cheque 0814-0711-4", "0814-0711-4"),
        ("from 850324-2718391", "850324-2718391"),
        ("RRN 8503242718391", "8503242718391"),
        ("8503242718395", "8503242718395"),
        ("USt DE 814 071 143", "DE 814 071 143"),
        ("by DE.814.071.143 on", "DE.814.071.143"),
        ("MH 12 AB 4711", "MH 12 AB 4711"),
    ],
)
def test_a_number_is_found_beside_a_word_for_it_or_by_its_own_writing(text: str, value: str) -> None:
    assert found(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "order 83914571673 was shipped",
        "ABN 83914571674",
        "Contribuinte: 501964842",
        "see 501964843 in row 4",
        "KVNR: page 12, then A123456780",
        "ein Teil 123456789",
        "12345678",
        "2025-04-18 17:01:16",
        "VERSION 20261123 OF THE FILE",
        "240385W917E",
        "S8140711J",
        "0814-0711-5",
        "851324-2718391",
        "8503242718391",
        "DE 814 071 144",
        "1111111111111",
        "000000000",
        "XX 12 AB 4711",
    ],
)
def test_plain_numbers_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(("gap", "hidden"), [(24, True), (25, False)])
def test_a_number_without_a_check_stands_right_behind_its_word(gap: int, hidden: bool) -> None:
    assert bool(found("KVNR" + " " * gap + "A123456780")) is hidden


@pytest.mark.parametrize(("digits", "hidden"), [(5, True), (4, False)])
def test_a_named_number_has_so_many_digits(digits: int, hidden: bool) -> None:
    assert bool(found("Handelsregister PR " + "4" * digits)) is hidden


def test_a_check_makes_a_finding_keep_span_and_kind() -> None:
    by_check, by_shape = (next(iter(government_numbers(text))) for text in ("ABN 83914571673", "KVNR A123456780"))
    assert (by_check.kind, by_check.source) == (Kind.ID, Source.CHECKED)
    assert (by_shape.kind, by_shape.source) == (Kind.ID, Source.PATTERN)


def test_a_country_is_switched_off_by_its_name() -> None:
    others = TextEngine(TextPolicy(engine="patterns"), frozenset({"id-au.abn"}))
    assert [f.detector for f in others.find("ABN 83914571673")] != ["id-au.abn"]
    assert [f.detector for f in TextEngine(TextPolicy(engine="patterns")).find("ABN 83914571673")] == ["id-au.abn"]


def test_every_word_for_a_number_is_seen_before_the_expression_is_asked() -> None:
    for word in government._NUMBERS_OF:
        assert government._may_hold_word(f"the {word.lower()}: 1")
        assert list(government._WORDS.finditer(f"the {word}: 1")), word
    assert not government._may_hold_word("a siding of pans 12345")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Tour 417 · MS-TP 691", "MS-TP 691"),
        ("part L-RL 5556", None),  # of one letter are codes of parts, too
        ("part QX-AB 12", None),  # no such district
        ("2-NVR-537·0495", "2-NVR-537"),
        ("4-NVR-537", None),
        ("order AB-123-X", None),  # no vowels on plates
        ("GT-123-X", "GT-123-X"),
        ("AB-123-CD", "AB-123-CD"),
        ("粤B·12345", "粤B·12345"),
        ("京东12345", None),
    ],
)
def test_plates(text: str, number: str | None) -> None:
    found = [text[f.start : f.end] for f in numbers(text)]
    assert (number in found) if number else not found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pay DE56 5005 1553 0015 3169 35 now", "DE56 5005 1553 0015 3169 35"),  # its check digits are wrong
        ("IT45 N 20049 17792 293804758212", "IT45 N 20049 17792 293804758212"),
        ("NL12ABNA0417164301", "NL12ABNA0417164301"),
        ("DE5650051553001531693", None),  # a digit too few
        ("XX56500515530015316935", None),  # no such country
    ],
)
def test_on_a_screen_accounts_are_found_by_their_shape(text: str, number: str | None) -> None:
    assert [text[f.start : f.end] for f in accounts_by_shape(text)] == ([number] if number else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FV 46/10/2025", False),  # the number of an invoice with its month and year
        ("FV 12346-09-2025", False),
        ("FV 46/13/2025", True),
        ("FV 46/10/2125", True),
    ],
)
def test_a_number_with_its_month_and_year_is_no_telephone(text: str, found: bool) -> None:
    assert bool(list(phones(text))) is found
