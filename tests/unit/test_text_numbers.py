"""Numbers of many countries: rows of a file, each with a check or a shape, found beside words for them."""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest
from pydantic import ValidationError

from redaction.findings import Kind, Source
from redaction.lexicon.national import countries, country_of, number_rows
from redaction.policy import TextPolicy
from redaction.text import TextEngine
from redaction.text.patterns import government
from redaction.text.patterns.checks import CHECKS
from redaction.text.patterns.contact import phones
from redaction.text.patterns.government import (
    NAMED_DIGITS,
    NUMBERS,
    UNNAMED_DIGITS,
    government_numbers,
    numbers_of_countries,
)
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
    rows = number_rows()
    assert {key for row in rows.values() for key in row} <= {
        "bare",
        "alone",
        "shape",
        "words",
        "module",
        "flags",
        "drop",
        "case",
        "loose",
        "unnamed",
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
        ("27ABCDE1234F1Z6", "27ABCDE1234F1Z6"),
        ("Aadhaar 2341:2341:2346", "2341:2341:2346"),
        (
            "to bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297",
            "bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297",
        ),
        ("ABN 83914571674", "83914571674"),
        ("Contribuinte: 501964842", "501964842"),
        ("steuer-id no. 12345678903", "12345678903"),
    ],
)
def test_a_number_is_found_beside_a_word_for_it_or_by_its_own_writing(text: str, value: str) -> None:
    assert found(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "order 83914571673 was shipped",
        "ABN of the firm 83914571674",
        "id 501964842",
        "IK 501964842",
        "ABN 839145",
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


#: Of nine wrong digits so many may pass some check of the country.
MOST_WRONG = 3
#: A number of a country that passes its check, with the country, and what of a text is then hidden.
BELIEVED = [
    ("au", "2123 45670 1", "2123 45670 1"),
    ("de", "A123456780", "A123456780"),
    ("de", "as 123456601 told", "123456601"),
    ("de", "L01X00T471", "L01X00T471"),
    ("kr", "104-86-56659", "104-86-56659"),
    ("ng", "12345678902", "12345678902"),
    ("us", "GL0285191", "GL0285191"),
    ("us", "1245319599", "1245319599"),
    ("pt", "see 501964843 in row 4", "501964843"),
]


def of_country(text: str, *codes: str) -> list[str]:
    return [text[f.start : f.end] for f in numbers_of_countries(text, codes)]


@pytest.mark.parametrize(("country", "text", "value"), BELIEVED)
def test_a_number_of_a_country_that_the_policy_names_is_believed_by_its_check(
    country: str, text: str, value: str
) -> None:
    assert of_country(text, country) == [value]
    assert of_country(text) == []
    assert of_country(text, "is") == []
    at = 5  # a digit that counts
    wrong = [text.replace(value, value[:at] + sign + value[at + 1 :]) for sign in string.digits if sign != value[at]]
    assert sum(bool(of_country(other, country)) for other in wrong) <= MOST_WRONG  # a country has several checks


@pytest.mark.parametrize(
    ("country", "text", "hidden"),
    [
        ("gb", "BD62 XYZ", True),
        ("gb", "bd62xyz", True),
        ("gb", "BD62 XYZ is late", False),
        ("gb", "BD49 XYZ", False),
        ("kr", "9111245678901", True),
        ("kr", "9113245678901", False),
        ("za", "GET 103 WP", True),
        ("de", "1111111111", False),
    ],
)
def test_what_is_a_whole_text_in_the_form_of_such_a_country_is_believed(country: str, text: str, hidden: bool) -> None:
    assert (of_country(text, country) == [text]) is hidden


@pytest.mark.parametrize(("text", "hidden"), [("0000007", False), ("1119-0007", True), ("119007", False)])
def test_a_number_that_nothing_announces_has_so_many_digits(
    text: str, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    anything = government.Number("us.any", None, None, None, None, str.isdigit, None)
    monkeypatch.setitem(CHECKS, "us.any", lambda plain: plain.startswith("1"))
    monkeypatch.setattr(government, "NUMBERS", (replace(anything, believed=CHECKS["us.any"]),))
    monkeypatch.setattr(government, "_of", government._of.__wrapped__)  # as it is asked, not as it was
    assert UNNAMED_DIGITS == 7
    assert bool(of_country(text, "us")) is hidden


@pytest.mark.parametrize("number", [n for n in NUMBERS if country_of(n.name)], ids=lambda n: n.name)
def test_a_check_that_most_numbers_pass_is_not_believed_alone(number: government.Number) -> None:
    rng = random.Random(number.name)
    for length in range(UNNAMED_DIGITS, 19):
        tried = [drawn(length, rng) for _ in range(200)]
        assert sum(map(number.believes, tried)) <= 1.5 * LOOSE * len(tried)
        if number.unnamed:
            assert sum(bool(number.unnamed.fullmatch(n)) for n in tried) <= 1.5 * LOOSE * len(tried)


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_every_check_is_of_a_row_and_refuses_other_forms(name: str) -> None:
    assert name in number_rows()
    for other in ("", "1", "A", "12345678901234567890", "ABCDEFGHIJ", "１２３４５６７８９０"):
        assert not CHECKS[name](other)


def test_countries_are_those_of_the_rows() -> None:
    assert {"us", "in", "is", "gb", "sg"} <= set(countries())
    assert all(len(code) == 2 for code in countries())
    assert country_of("imei") is None
    assert country_of("crypto.ethereum") is None
    assert country_of("in_.pan") == "in"


def test_the_policy_names_countries_and_the_engine_asks_for_them() -> None:
    text = "see 501964843 in row 4"
    assert not TextEngine(TextPolicy(engine="patterns")).find(text)
    found = TextEngine(TextPolicy(engine="patterns", countries=("pt",))).find(text)
    assert [(text[f.start : f.end], f.kind, f.detector) for f in found] == [("501964843", Kind.ID, "id-pt.nif")]


def test_a_country_that_no_row_is_of_is_refused() -> None:
    with pytest.raises(ValidationError, match="should be one of ae, al"):
        TextPolicy(countries=("uk",))


@pytest.mark.parametrize(
    ("text", "hidden"), [("ik 7654321", False), ("ptin 7654321", True), ("tfn 654321", False), ("tfn 7654321", True)]
)
def test_a_wrong_check_digit_behind_a_telling_word_is_hidden(text: str, hidden: bool) -> None:
    assert bool(found(text)) is hidden
