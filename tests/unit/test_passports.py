"""Passport numbers: labels of many languages, shapes of many countries, the zone that machines read."""

from __future__ import annotations

from importlib import resources

import pytest
import yaml

from redaction.findings import Kind, Source
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import TextPolicy
from redaction.stages.apply import scrubbed
from redaction.text import TextEngine, TextInput
from redaction.text.patterns.passports import MENTIONED, SHAPES, check_digit, checked_zone, passports

#: The specimen of ICAO Doc 9303-4, of a state that there is not.
NAMES = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
ZONE = "L898902C36UTO7408122F1204159ZE184226B<<<<<10"


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy())


def numbers(text: str) -> list[str]:
    return [text[f.start : f.end] for f in passports(text) if f.kind is Kind.PASSPORT]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Passport C01X00T47 (German)", "C01X00T47"),
        ("her passport number is 512345678.", "512345678"),
        ("Passport No.: AB 1234567 issued", "AB 1234567"),
        ("passport no. c01x00t47", "c01x00t47"),
        ("Passport number\nC01X00T47", "C01X00T47"),
        ("travel document no. K1234567", "K1234567"),
        ("Reisepass-Nr. C01X00T47", "C01X00T47"),
        ("Die Passnummer lautet C01X00T47", "C01X00T47"),
        ("N° de passeport : 12AB34567", "12AB34567"),
        ("Nº de pasaporte XDA123456", "XDA123456"),
        ("pasaporte número: AAB123456", "AAB123456"),
        ("Numero di passaporto YA1234567", "YA1234567"),
        ("paspoortnummer: NXR1B2C34", "NXR1B2C34"),
        ("Número do passaporte: AB123456", "AB123456"),
    ],
)
def test_it_is_found_behind_a_label(engine: TextEngine, text: str, number: str) -> None:
    assert numbers(text) == [number]
    assert (Kind.PASSPORT, number) in [(f.kind, text[f.start : f.end]) for f in engine.find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "C01X00T47",
        "Passport expires 2031-04-12",
        "Passport valid to 12122031",
        "Passport office 12345678",
        "boarding pass no 12345678",
        "passenger no 12345678",
        "password: C01X00T47",
        "passport no NO 1234567",
        "the passport was lost; order C01X00T47",
        "passport\n\nnumber of rows\n\n512345678",
    ],
)
def test_it_is_not_found_without_one(text: str) -> None:
    assert numbers(text) == []


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_the_shapes_of_countries(shape: str) -> None:
    number = shape.replace("A", "K").replace("9", "7")
    assert numbers(f"passport no. {number} was shown") == [number]
    assert numbers(f"order no. {number} was shown") == []
    assert SHAPES[shape] and all(len(state) == 2 for state in SHAPES[shape])


@pytest.mark.parametrize("number", ["7777777", "7777777777", "K77777", "KKKK777777", "K777777777", "KKKKKKKKK"])
def test_other_shapes_are_left_to_other_rules(number: str) -> None:
    assert numbers(f"passport no. {number} was shown") == []


def test_every_label_is_mentioned() -> None:
    """A label without one of the words that are asked for first would never be looked at."""
    text = resources.files("redaction.lexicon").joinpath("data/labels.yaml").read_text(encoding="utf-8")
    entries = [entry.strip() for entry in yaml.safe_load(text)["passports"].split(",")]
    assert len(entries) == len(set(entries)) > 60
    assert [entry for entry in entries if not MENTIONED.search(entry)] == []
    assert [entry for entry in entries if numbers(f"{entry}: C01X00T47") != ["C01X00T47"]] == []


@pytest.mark.parametrize("label", ["Passport number", "Applicant passport no.", "Reisepass", "Passport No (if any)"])
@pytest.mark.parametrize("role", ["field", "line"])
def test_a_labelled_value_of_any_shape_is_one(engine: TextEngine, label: str, role: str) -> None:
    found = engine.find_many([TextInput("ZZ-7 719 204", label, role)])[0]  # type: ignore[arg-type]
    assert [(f.kind, f.start, f.end) for f in found] == [(Kind.PASSPORT, 0, 12)]


def test_check_digits_are_those_of_the_standard() -> None:
    assert [check_digit(part) for part in ("L898902C3", "740812", "120415", "ZE184226B<<<<<", "<<<<<<<<<")] == list(
        "62910"
    )
    assert checked_zone(ZONE)
    for at in (0, 9, 13, 19, 21, 27, 28, 43):
        other = {"L": "M", "Z": "Y"}.get(ZONE[at]) or str((int(ZONE[at]) + 1) % 10)
        assert not checked_zone(ZONE[:at] + other + ZONE[at + 1 :]), at


def test_a_zone_is_hidden_whole_and_a_misread_one_too(engine: TextEngine) -> None:
    misread = ZONE[:20] + "M" + ZONE[21:27] + "1" + ZONE[28:]
    for line, source in ((ZONE, Source.CHECKED), (misread, Source.PATTERN)):
        found = engine.find(line)
        assert {f.kind for f in found} == {Kind.PASSPORT} and {f.source for f in found} == {source}
        covered = {i for f in found for i in range(f.start, f.end)}
        assert all(i in covered for i, sign in enumerate(line) if sign.isalnum())
    assert passports_of(ZONE) == passports_of("x " + ZONE) and not passports_of("9" + ZONE)


def passports_of(text: str) -> list[str]:
    return [text[f.start : f.end] for f in passports(text)]


def test_number_and_names_are_those_of_the_form(engine: TextEngine) -> None:
    """The zone, a form and a sentence speak of one person and one passport, so they get one surrogate."""
    page = f"Eriksson, Anna Maria\nPassport no. L898902C3\n{NAMES}\n{ZONE}"
    found = engine.find(page)
    ledger = Ledger.open(Key(b"k" * 32), None)
    ledger.resolve([(f.kind, page[f.start : f.end]) for f in found])
    out = scrubbed(page, found, TextPolicy(), ledger).text.splitlines()
    assert not any(word in "\n".join(out).casefold() for word in ("eriksson", "anna", "maria", "l898902c3"))
    number = out[1].removeprefix("Passport no. ")
    assert len(number) == 9 and out[3].startswith(number)
    assert not checked_zone(out[3])
    names = ledger.replacement(Kind.PERSON, "Anna Maria Eriksson").upper().split()
    assert all(name in out[2] for name in names)
