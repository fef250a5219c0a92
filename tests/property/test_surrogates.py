"""Surrogates of every kind: any two forms, any order, any key; what has a check stays of its kind in any context."""

from __future__ import annotations

import ipaddress
import re
import tempfile
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.findings import Kind, Source
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import TextPolicy
from redaction.stages.apply import scrubbed
from redaction.text import TextEngine
from redaction.text.patterns.numbers import passes_check
from validation.leaks.unreserved import real_phone

SETTINGS = settings(max_examples=40, deadline=None)
POLICY = TextPolicy(engine="patterns")


@lru_cache(maxsize=1)
def engine() -> TextEngine:
    return TextEngine(POLICY)


def url_encoded(text: str) -> str:
    return "".join(f"%{ord(c):02X}" for c in text)


def without_separators(text: str) -> str:
    return "".join(c for c in text if c.isalnum() or c == "+")


#: Ways to write one value of a kind; all are one identity.
ANY = (str, str.upper, str.lower, lambda t: f" {t} ", url_encoded)
HEX = st.integers(0, 255)
FORMS = {
    "mac": (
        st.lists(HEX, min_size=6, max_size=6).map(lambda b: ":".join(f"{x:02x}" for x in b)),
        Kind.ID,
        (
            *ANY,
            lambda t: t.replace(":", "-"),
            lambda t: ".".join(re.findall("....", t.replace(":", ""))),
        ),
    ),
    "ipv4": (st.ip_addresses(v=4).map(str), Kind.ID, ANY),
    "ipv6": (
        st.ip_addresses(v=6).map(str),
        Kind.ID,
        (*ANY, lambda t: ipaddress.ip_address(t).exploded),
    ),
    "id": (
        st.from_regex(r"[A-Z]{2,4}-[0-9]{4,9}", fullmatch=True),
        Kind.ID,
        (*ANY, without_separators, lambda t: t.replace("-", "/")),
    ),
    "phone": (
        st.from_regex(r"\+(?:1|44|49|33|352) [1-9][0-9]{2} [0-9]{3} [0-9]{3,4}", fullmatch=True),
        Kind.PHONE,
        (str, without_separators, lambda t: t.replace("+", "00"), lambda t: t.replace(" ", "-"), lambda t: t + " x12"),
    ),
    "birth": (st.dates().map(str), Kind.DATE_OF_BIRTH, (*ANY, lambda t: t.replace("-", "."))),
    "secret": (st.text("abcXYZ09ßﬁ-", min_size=6, max_size=12), Kind.SECRET, ANY),
    "person": (
        st.from_regex(r"[A-Z][a-z]{4,7} [A-Z][a-z]{4,7}", fullmatch=True),
        Kind.PERSON,
        (*ANY, lambda t: ", ".join(reversed(t.split())), lambda t: t.split()[0], lambda t: t[0] + t.split()[1][0]),
    ),
}


@SETTINGS
@pytest.mark.parametrize("name", sorted(FORMS))
@given(st.data())
def test_any_two_forms_in_any_order_with_any_key(name: str, data: st.DataObject) -> None:
    values, kind, forms = FORMS[name]
    value = data.draw(values)
    one, two = (data.draw(st.sampled_from(forms))(value) for _ in range(2))
    key = Key(data.draw(st.binary(min_size=32, max_size=32)))
    together = data.draw(st.booleans())
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(key, Path(folder) / "ledger")
        for mentions in [[(kind, one), (kind, two)]] if together else [[(kind, one)], [(kind, two)]]:
            ledger.resolve(mentions)
        made = [ledger.replacement(kind, form) for form in (one, two)]
        other = Ledger.open(key, Path(folder) / "other")
        other.resolve([(kind, two), (kind, one)])
        if together:
            assert [other.replacement(kind, form) for form in (one, two)] == made, "the order of mentions matters"
        ledger.close()
        again = Ledger.open(key, Path(folder) / "ledger")
        assert [again.replacement(kind, form) for form in (one, two)] == made
        other.close()
        again.close()
    if name in ("mac", "ipv4", "id") and any(c.isdigit() for c in value):
        plain = [re.sub(r"[^0-9a-z]", "", unquote(text).casefold()) for text in made]
        assert plain[0] == plain[1]
        assert re.sub(r"[^0-9a-z]", "", value.casefold()) not in plain


# -- values with a check ------------------------------------------------------------------------------------------


def card(digits: str) -> str:
    from stdnum import luhn

    whole = "4" + digits
    whole += luhn.calc_check_digit(whole)
    return " ".join(whole[i : i + 4] for i in range(0, 16, 4))


def german(digits: str) -> str:
    from stdnum import iban

    whole = f"DE{iban.calc_check_digits('DE00' + digits)}{digits}"
    return " ".join(whole[i : i + 4] for i in range(0, 22, 4))


def address(numbers: tuple[int, int, int]) -> str:
    return f"{11 + numbers[0] % 100}.{numbers[1]}.{numbers[2]}.77"


CHECKED = {
    "card": st.from_regex(r"[0-9]{14}", fullmatch=True).map(card),
    "iban": st.from_regex(r"[1-9][0-9]{17}", fullmatch=True).map(german),
    "ssn": st.from_regex(r"[1-5][0-9]{2}-[1-9][0-9]-[1-9][0-9]{3}", fullmatch=True),
    "ip": st.tuples(HEX, HEX, HEX).map(address),
    "mac": FORMS["mac"][0],
}
CONTEXTS = (
    "{0}",
    "see {0} today",
    "root@{0}",
    "Employee ID: {0} and then {1}",
    "SSN: {0} phone {1}",
    "Account no: {0} (closed), contact {1}",
    "Candidate: Ottilie Brandvold {0}",
    "https://{0}/users/obrandvold",
    "call {0} or {1}",
    "ref {0}; {1}",
    "{1} {0}",
    "Customer: {0} {1} Brandvold Freight Ltd",
)
SHAPES = {
    "card": r"\d{4} \d{4} \d{4} \d{4}",
    "iban": r"DE00(?: \d{4}){4} \d\d",
    "ssn": r"000-\d\d-\d{4}",
    "ip": r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}",
    "mac": r"00:00:5e:00:53:[0-9a-f]{2}",
}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(CHECKED)), st.sampled_from(sorted(CHECKED)), st.sampled_from(CONTEXTS), st.data())
def test_what_has_a_check_stays_of_its_kind_beside_anything(
    one: str, two: str, context: str, data: st.DataObject
) -> None:
    values = [data.draw(CHECKED[one]), data.draw(CHECKED[two])]
    text = context.format(*values)
    found = engine().find(text)
    for name, value in zip((one, two), values, strict=True):
        if value not in text:
            continue
        at = text.index(value)
        whole = [f for f in found if (f.start, f.end) == (at, at + len(value))]
        assert [f.kind for f in whole] == [Kind.ID], f"{name} in {context!r} is part of something else"
        assert whole[0].source is Source.CHECKED
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(Key(b"c" * 32), Path(folder) / "ledger")
        ledger.resolve([(f.kind, text[f.start : f.end]) for f in found])
        out = scrubbed(text, found, POLICY, ledger).text
        ledger.close()
    for name, value in zip((one, two), values, strict=True):
        assert value not in out
        if value in text:
            assert re.search(SHAPES[name], out), f"{name} in {context!r} came out in another shape or space"


@SETTINGS
@given(st.sampled_from(["card", "iban", "ssn"]), st.data(), st.binary(min_size=32, max_size=32))
def test_no_surrogate_of_a_number_has_right_check_digits(name: str, data: st.DataObject, key: bytes) -> None:
    value = data.draw(CHECKED[name])
    assert passes_check(value)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(Key(key), Path(folder) / "ledger")
        ledger.resolve([(Kind.ID, value)])
        assert not passes_check(ledger.replacement(Kind.ID, value))
        ledger.close()


def test_no_surrogate_of_a_telephone_number_is_anybodys_in_its_country(tmp_path: Path) -> None:
    """Every country's example number, and nine like it: what takes its place is fiction there, or in no plan."""
    import phonenumbers

    ledger = Ledger.open(Key(b"t" * 32), tmp_path / "ledger")
    numbers = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        example = phonenumbers.example_number(region)
        written = phonenumbers.format_number(example, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
        numbers += [written, written[:-2] + "77"]
    ledger.resolve([(Kind.PHONE, number) for number in numbers])
    made = {number: ledger.replacement(Kind.PHONE, number) for number in numbers}
    assert [number for number in numbers if real_phone(made[number])] == []
    assert [number for number in numbers if made[number] == number] == []
    assert all(len(made[number]) == len(number) for number in numbers)
