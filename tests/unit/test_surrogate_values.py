"""Surrogates to the letter: what one key made, every version after it makes again, and every edge of a shape holds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from stdnum import luhn

from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.phones import country_code, dials_somebody, spelled
from redaction.ledger.spelling import in_reserved_domain, laid, machine
from redaction.ledger.surface import in_case_of
from redaction.ledger.surrogates import (
    below,
    digits_like,
    invent_acronym,
    machine_address,
    machine_identity,
    phone_digits,
    shaped_id,
    shifted_date,
    stream,
)
from redaction.text.known.registry import Registry
from validation.leaks.unreserved import pattern_hits

KEY = b"s" * 32


def test_the_stream_goes_on_after_one_digest_and_numbers_are_drawn_from_four_bytes() -> None:
    first = list(islice(stream(KEY, "a", "b"), 34))
    assert first[:6] == [218, 50, 43, 172, 70, 29] and first[30:] == [91, 46, 56, 125]
    assert first != list(islice(stream(KEY, "ab"), 34))
    assert below(iter([1, 2, 3, 4]), 1 << 32) == 0x01020304
    assert (below(iter([255] * 4), 7), below(iter([0, 0, 0, 9]), 10)) == (3, 9)


@pytest.mark.parametrize(
    ("digits", "attempt", "made"),
    [("5", 0, "3"), ("05", 0, "11"), ("1234", 0, "3634"), ("1234", 1, "8829"), ("9999999", 3, "9074256")],
)
def test_digits(digits: str, attempt: int, made: str) -> None:
    assert digits_like(KEY, digits, attempt) == made


def test_digits_are_never_the_same_and_begin_with_zero_only_where_they_did() -> None:
    for digit in range(1, 10):
        made = [digits_like(KEY, str(digit) * 2, attempt) for attempt in range(60)]
        assert str(digit) * 2 not in made and not any(number[0] == "0" for number in made)
    assert "9" in {digits_like(KEY, "12", attempt)[0] for attempt in range(60)}
    assert "0" in {digits_like(KEY, "01", attempt)[0] for attempt in range(60)}
    assert all(digits_like(KEY, digit, attempt) != digit for digit in "0123456789" for attempt in range(30))


def test_acronyms_have_three_letters_at_least() -> None:
    assert (invent_acronym(KEY, "ab", 0), invent_acronym(KEY, "abcd", 1)) == ("wjd", "wwmc")


@pytest.mark.parametrize(
    ("value", "made"),
    [
        ("EMP-00123", "EMP-39142"),
        ("emp/77a", "emp/39r"),
        ("Ref: 12-3456", "Ref: 21-6598"),
        ("12345-abcDE", "66661-hmgBK"),
        ("AB12cd", "LS77vm"),
        ("X1", "V9"),
        ("078-05-1120", "000-01-0446"),
        ("DE89 3704 0044 0532 0130 00", "DE00 8815 8947 3570 2089 70"),
        ("GB29NWBK60161331926819", "GB00BQLA30248117936056"),
        ("DE89 3704 0044 053", "DE00 1777 9619 734"),  # the shortest bank account there is has 15 characters
        ("DE89 3704 0044 05", "HS01 9470 6117 45"),
    ],
)
def test_ids_keep_their_shape(value: str, made: str) -> None:
    assert shaped_id(KEY, value, 0) == made
    assert shaped_id(KEY, value, 1) != made


@pytest.mark.parametrize("length", [11, 12, 13, 16, 19])
def test_a_long_number_never_passes_the_luhn_check(length: int) -> None:
    """One in ten drawn numbers would; from twelve digits on none does, shorter ones are no cards."""
    values = ["4" * length, "-".join(["1"] * length)]
    made = [shaped_id(KEY, value, attempt) for value in values for attempt in range(60)]
    right = [number for number in made if luhn.is_valid(number.replace("-", ""))]
    assert bool(right) is (length < 12)
    assert all(len(number) == len(values[i // 60]) for i, number in enumerate(made))


@pytest.mark.parametrize(
    ("attempt", "made"),
    [
        (0, "434332825550141"),
        (1, "756429575550197"),
        (99, "688727965550154"),
        (100, "234499955553020"),
        (101, "354736935559912"),
    ],
)
def test_telephone_numbers_lie_in_fiction(attempt: int, made: str) -> None:
    assert phone_digits(KEY, "4155550123", attempt) == made


@pytest.mark.parametrize(
    ("identity", "made"),
    [
        ("10.24.3.77", ["192.0.2.164", "192.0.2.89", "203.0.113.250", "192.0.2.17", "192.0.2.54", "198.19.156.159"]),
        (
            "001122334455",
            ["00005e005339", "00005e00533c", "00005e0053bb", "02e76cfea6d6", "02e729e34ab5", "02f9bb5209e1"],
        ),
    ],
)
def test_machine_addresses_lie_in_documentation_space_until_it_is_full(identity: str, made: list[str]) -> None:
    assert [machine_address(KEY, identity, attempt) for attempt in (0, 1, 19, 20, 39, 40)] == made


def test_long_machine_addresses_have_eight_parts() -> None:
    assert machine_address(KEY, "fe80::1", 0) == "2001:db8:89c8:6f03:2531:7684:ee14:149b"
    assert all(1 <= int(machine_address(KEY, "10.0.0.1", n).rpartition(".")[2]) <= 254 for n in range(400))
    third = {machine_address(KEY, "10.0.0.1", n).split(".")[1] for n in range(40, 80)}
    assert third == {"18", "19"}


@pytest.mark.parametrize(
    ("text", "identity"),
    [
        ("10.024.003.7", "10.24.3.7"),
        (" 10.0.0.1 ", "10.0.0.1"),
        ("256.1.1.1", None),
        ("fe80::1%eth0", "fe80::1"),
        ("FE80:0::1", "fe80::1"),
        ("aa:bb:cc:dd:ee:ff", "aabbccddeeff"),
        ("AA-BB-CC-DD-EE-FF", "aabbccddeeff"),
        ("aabb.ccdd.eeff", "aabbccddeeff"),
        ("aa:bb-cc:dd:ee:ff", None),
        ("aa:bb:cc:dd:ee", None),
        ("x", None),
    ],
)
def test_one_machine_has_one_identity(text: str, identity: str | None) -> None:
    assert machine_identity(text) == identity


@pytest.mark.parametrize(
    ("written", "first", "second"),
    [
        ("1984-03-12", "1984-06-26", "1983-11-03"),
        ("1984.3.2", "1983.3.29", "1983.7.28"),
        ("12/03/1984", "10/11/1985", "09/10/1984"),  # with slashes the month comes first where it can
        ("13/03/1984", "12/07/1983", "17/04/1983"),
        ("12/12/1984", "08/04/1985", "08/26/1985"),
        ("3/13/1984", "7/12/1983", "4/17/1983"),
        ("03/12/84", "06/26/84", "11/03/83"),
        ("12.3.84", "26.6.84", "03.11.83"),
        ("01.02.30", "20.12.29", "03.01.31"),  # two digits up to 30 are of this century
        ("01.02.31", "28.12.30", "26.07.30"),
        ("12 March 1984", "26 June 1984", "3 November 1983"),
        ("12th of March 1984", "26th of June 1984", "3rd of November 1983"),
        ("3rd Mar. 84", "26th Feb. 84", "16th May. 83"),
        ("12-MAR-1984", "26-JUN-1984", "3-NOV-1983"),
        ("march 12, 1984", "june 26, 1984", "november 3, 1983"),
        ("Sept 1st, 1990", "May 9th, 1990", "July 4th, 1990"),
        ("11 nov 2001", "17 jan 2001", "18 sep 2002"),
    ],
)
def test_dates_are_moved_and_written_as_they_were(written: str, first: str, second: str) -> None:
    assert [shifted_date(KEY, written, attempt) for attempt in (0, 1)] == [first, second]


@pytest.mark.parametrize(
    "written", ["31/31/1999", "30 Foo 1990", "1984-02-30", "13-13-1990", "1984-03.12", "yesterday", ""]
)
def test_what_is_no_date_is_not_moved(written: str) -> None:
    assert shifted_date(KEY, written, 0) is None


def test_ordinals_of_moved_days() -> None:
    made = {shifted_date(KEY, f"{day}th May {year}", 0) for day in range(1, 29) for year in range(1950, 1990)}
    suffixes = {text.split()[0] for text in made if text}
    ends = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
    assert suffixes == {f"{day}{ends.get(day, 'th')}" for day in range(1, 32)}


def test_a_day_is_moved_by_at_most_a_year_and_never_stays() -> None:
    from datetime import date

    moved = [(date(1984, 3, 12) - date.fromisoformat(str(shifted_date(KEY, "1984-03-12", n)))).days for n in range(900)]
    assert 0 not in moved and min(moved) == -365 and max(moved) in range(360, 366)


@pytest.mark.parametrize(
    ("number", "digits"),
    [("+49 30 123", 2), ("0049 30 123", 4), ("+1 303 98", 1), ("+352 621", 3), ("030 123", 0), ("+", 0), ("00", 2)],
)
def test_country_codes(number: str, digits: int) -> None:
    assert country_code(number) == digits


@pytest.mark.parametrize(
    ("surface", "identity"),
    [
        ("+49 30 2312516", "101"),  # the first draw begins with eight digits that are a number in Germany
        ("0049 30 2312516", "101"),
        *(("+64 27 1578132", str(n)) for n in range(40)),  # more than half of the first draws begin like that
        *(("+66 2 312 2516", str(n)) for n in range(20)),
    ],
)
def test_what_a_telephone_number_begins_with_is_nobodys_either(surface: str, identity: str) -> None:
    made = spelled("", KEY, identity, surface)
    assert [c for c in made if not c.isdigit()] == [c for c in surface if not c.isdigit()]
    shown = [made[:end] for end in range(1, len(made) + 1) if made[end - 1].isdigit()]
    assert not [begun for begun in shown if "phone" in pattern_hits(begun)]


@pytest.mark.parametrize(
    ("text", "reserved"),
    [
        ("velda@example.com", True),
        (" velda.example.org. ", True),
        ("A@B.EXAMPLE.COM", True),
        ("example.com", False),
        ("velda@example.com.net", False),
        ("a@badexample.com", False),
    ],
)
def test_reserved_domains(text: str, reserved: bool) -> None:
    assert in_reserved_domain(text) is reserved


def test_a_surrogate_is_laid_over_the_shape_of_a_value() -> None:
    assert laid("ab12", "XX-9 9x") == "AB-1 2a"
    assert laid("", "A-7") == "0-0"
    assert machine("2001:db8::7", "FE80::A") == "2001:DB8::7"
    assert machine("192.0.2.7", "10.0.0.1") == "192.0.2.7"
    assert machine("00005e005301", "AA:BB:CC:DD:EE:FF") == "00:00:5E:00:53:01"


@pytest.mark.parametrize(
    ("made", "written", "shown"),
    [
        ("velda", "MARIA", "VELDA"),
        ("velda", "Maria", "Velda"),
        ("velda", "maria", "velda"),
        ("velda", "M", "Velda"),
        ("νικοσ", "Άρης", "Νικος"),
        ("\u1100\u1161", "박", "가"),
    ],
)
def test_case_of_what_was_written(made: str, written: str, shown: str) -> None:
    assert in_case_of(made, written) == shown


# -- a surrogate is nobody's real value ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.PERSON, "Svetla"),
        (Kind.ID, "EMP-00123"),
        (Kind.PHONE, "+1 415 227 2671"),
        (Kind.ID, "10.24.3.77"),
        (Kind.ID, "aa:bb:cc:dd:ee:ff"),
    ],
)
@pytest.mark.parametrize("together", [True, False])
def test_a_surrogate_that_somebody_really_bears_is_not_given_out(kind: Kind, value: str, together: bool) -> None:
    """The same key would give `made`: where that is a captured value, before or beside, another one is drawn."""
    key = Key(KEY)
    alone = Ledger.open(key, None)
    alone.resolve([(kind, value)])
    made = alone.replacement(kind, value)
    ledger = Ledger.open(key, None)
    batches = [[(kind, value), (kind, made)]] if together else [[(kind, made)], [(kind, value)]]
    for mentions in batches:
        ledger.resolve(mentions)
    given = [ledger.replacement(kind, surface) for surface in (value, made)]
    assert made not in given and value not in given and len(set(given)) == 2


def test_a_declared_name_is_no_surrogate() -> None:
    alone = Ledger.open(Key(KEY), None)
    alone.resolve([(Kind.PERSON, "Svetla")])
    made = alone.replacement(Kind.PERSON, "Svetla")
    ledger = Ledger.open(Key(KEY), None)
    ledger.resolve([(Kind.PERSON, "Svetla")], Registry([(Kind.PERSON.value, made, True)]))
    assert ledger.replacement(Kind.PERSON, "Svetla") != made


def test_what_cannot_be_read_and_what_is_blank_has_no_surrogate(tmp_path: Path) -> None:
    ledger = Ledger.open(Key(KEY), tmp_path / "ledger")
    ledger.resolve([(Kind.FACE, "x"), (Kind.CODE, "y"), (Kind.PERSON, "  ")])
    assert list(ledger.real_values()) == []
    assert [ledger.replacement(kind, "x") for kind in (Kind.FACE, Kind.CODE)] == ["", ""]
    assert ledger.replacement(Kind.PERSON, " ") == ""
    with pytest.raises(EntrophyError, match="of kind person has no surrogate"):
        ledger.replacement(Kind.PERSON, "Svetla")


@pytest.mark.parametrize(
    ("number", "dials"),
    [
        ("DE00 9029 0049 0955 9588 64", True),
        ("DE00902900490955958864", True),
        ("DE00 9029 0149 0955 9588 64", False),
        ("DE00 9029 0049 0955", False),
        ("212-736-5000", True),
        ("DE00 6639 5537 0049 4164 22", True),
        ("EMP-00123", False),
    ],
)
def test_a_number_of_another_kind_may_read_as_somebodys_telephone_number(number: str, dials: bool) -> None:
    assert dials_somebody(number) is dials


def test_no_surrogate_of_an_account_reads_as_a_telephone_number_whole_or_while_it_is_typed() -> None:
    """A release of 503,120 rows was found to hold two that did."""
    values = [f"DE89 {3704 + n % 9} 0044 {1000 + n} 0130 0{n % 10}" for n in range(400)]
    assert any(dials_somebody(shaped_id(KEY, value, 0)) for value in values), "one in a hundred drawn numbers would"
    ledger = Ledger.open(Key(KEY), None)
    ledger.resolve([(Kind.ID, value) for value in values])
    for number in (ledger.replacement(Kind.ID, value) for value in values):
        plain = number.replace(" ", "")
        for written in (number, plain, *(number[:end] for end in range(8, len(number)))):
            assert "phone" not in pattern_hits(written), number
