"""More thresholds of detection in text, each asked on both of its sides."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.known.registry import Registry
from redaction.text.overlaps import rest
from redaction.text.patterns.contact import emails
from redaction.text.patterns.machines import ROWS as MACHINES
from redaction.text.patterns.pattern import find_all
from redaction.text.patterns.secret import secrets
from redaction.text.vetoes import headline


def kinds_of(known: tuple[Kind, str], text: str) -> set[Kind]:
    """What is found in a text of one declared value."""
    return {finding.kind for finding in Registry([(str(known[0]), known[1], True)]).find(text)}


@pytest.mark.parametrize(
    ("value", "text", "found"), [("Zq Vexl", "see zqvexl now", True), ("Zq Vex", "see zqvex now", False)]
)
def test_from_six_letters_on_words_run_together_are_looked_for(value: str, text: str, found: bool) -> None:
    assert bool(kinds_of((Kind.COMPANY, value), text)) is found


@pytest.mark.parametrize(
    ("name", "login", "kind"), [("Bo Zqvex", "bzqvex", Kind.PERSON), ("Bo Zqve", "bzqve", Kind.USERNAME)]
)
def test_from_six_letters_on_a_log_in_is_hidden_as_its_owner(name: str, login: str, kind: Kind) -> None:
    assert kinds_of((Kind.PERSON, name), f"by {login} today") == {kind}


@pytest.mark.parametrize(("length", "found"), [(200, True), (201, False)])
def test_a_word_behind_password_is_one_of_prose_in_long_texts(length: int, found: bool) -> None:
    text = "password: garden ".ljust(length, ".")
    assert bool([f for f in secrets(text) if text[f.start : f.end] == "garden"]) is found


@pytest.mark.parametrize(("address", "found"), [("fe80::1", True), ("fe8::1", False)])
def test_how_long_an_ipv6_address_is_at_least(address: str, found: bool) -> None:
    assert bool(list(find_all(MACHINES, f"from {address} on"))) is found


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Zhvexia Meets Board About money", True),  # three of four long words
        ("Zhvexia Meets Board about money", False),
        ("Zhvexia Meets Board money", False),  # two of three
    ],
)
def test_of_which_share_of_capitals_on_a_line_is_a_headline(text: str, is_one: bool) -> None:
    assert headline(text, 0, len("Zhvexia")) is is_one


@pytest.mark.parametrize(("digits", "kind"), [(7, Kind.PHONE), (6, Kind.ID)])
def test_with_how_many_digits_the_rest_of_a_telephone_number_is_one(digits: int, kind: Kind) -> None:
    text = "555 " + "1" * digits
    (left,) = rest(text, TextFinding(0, len(text), Kind.PHONE, 0.9, "phone", Source.CHECKED), 4, len(text))
    assert (left.kind, left.source) == (kind, Source.PATTERN)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("web-shop@8.14.0 e2e", False),  # a package and its version
        ("web-shop@8.14 e2e", False),
        ("root@198.51.100.7", True),
        ("jo@8a.io", True),
    ],
)
def test_a_package_with_its_version_is_no_mail_address(text: str, found: bool) -> None:
    assert bool(list(emails(text))) is found
