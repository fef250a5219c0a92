"""Ordinary words that a batch has told to be somebody's first name or a company, and where they are believed."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.inputs import TextInput
from redaction.text.interface import says
from redaction.text.known.positions import in_file_name
from redaction.text.known.registry import Registry

ADDRESS = "haddad.rim@juniper-hq.com"


def learned(text: str, kind: Kind) -> Registry:
    found = [[TextFinding(0, len(text), kind, 0.95, "label", Source.LABEL)]]
    return Registry().learn([TextInput(text, None, "line")], found)


def found(registry: Registry, text: str) -> list[str]:
    return [text[f.start : f.end] for f in registry.find(text)]


@pytest.mark.parametrize(
    "text",
    ["Please ask Rim for the figures.", "Rim, the figures?", "Call Rim", "Rim knows it", "It is late. Rim said so"],
)
def test_a_first_name_that_is_a_word_is_known_by_a_last_name_that_is_none(text: str) -> None:
    assert found(learned("Rim Qasimiyeh", Kind.PERSON), text) == ["Rim"]


@pytest.mark.parametrize("text", ["at the rim of the wheel", "The rim is bent", "Rim size 17", "Rim sizes"])
def test_the_word_itself_stays(text: str) -> None:
    assert found(learned("Rim Qasimiyeh", Kind.PERSON), text) == []


@pytest.mark.parametrize("name", ["Rim House", "Search Qasimiyeh", "At Qasimiyeh"])
def test_a_word_beside_a_word_an_interface_word_and_two_letters_tell_nothing(name: str) -> None:
    word = name.split()[0]
    assert word not in found(learned(name, Kind.PERSON), f"Please ask {word} for it.")


@pytest.mark.parametrize(
    "text",
    [
        "Controller · Juniper · full time",
        "Controller ·Juniper ·full time",
        "Office Coordinator, Juniper",
        "the offer of Juniper",
        "澹台修远 Juniper · by e-mail",
        "the offer André Juniper made",
    ],
)
def test_an_address_tells_of_a_company_that_is_a_word(text: str) -> None:
    assert found(learned(ADDRESS, Kind.EMAIL), text) == ["Juniper"]


@pytest.mark.parametrize(
    "text", ["a juniper hedge", "Juniper bushes grow here", "ABC Juniper bushes", "НОВЫЙ Juniper here"]
)
def test_the_plant_stays(text: str) -> None:
    assert found(learned(ADDRESS, Kind.EMAIL), text) == []


@pytest.mark.parametrize("domain", ["search-hq.com", "ink-hq.com", "juniper-berry.com", "gmail.com"])
def test_interface_words_short_words_and_other_endings_tell_of_no_company(domain: str) -> None:
    core = domain.partition(".")[0].partition("-")[0].capitalize()
    assert core not in found(learned(f"haddad.rim@{domain}", Kind.EMAIL), f"the offer of {core}")


@pytest.mark.parametrize(
    ("name", "kind", "word"),
    [
        ("Zquexlor Toplam", Kind.PERSON, "Toplam"),
        ("Hizmet Vexlorova", Kind.PERSON, "Hizmet"),
        ("Společnost", Kind.COMPANY, "Společnost"),
        ("Smlouva Vexlor", Kind.COMPANY, "Smlouva"),
        ("smlouva", Kind.USERNAME, "smlouva"),
    ],
)
def test_a_word_that_screens_use_in_some_language_tells_nothing_by_itself(name: str, kind: Kind, word: str) -> None:
    registry = learned(name, kind)
    assert found(registry, f"KDV {word} 40,00") == []
    if name != word:
        assert found(registry, f"KDV {name} 40,00") == [name]
    declared = Registry([(kind.value, name, True)])
    assert set(found(declared, word)) == {word}, "what was declared is believed"


def test_a_listed_name_is_one_though_screens_use_the_word() -> None:
    assert says("Maggio") and found(learned("Maggio Vexlorova", Kind.PERSON), "Call Maggio now") == ["Maggio"]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Handover_Bishop.docx", True),
        ("Payroll_May_Bishop_checked_v3.xlsx", True),
        ("Household statement – Bishop.pdf", True),
        ("statement-Bishop (2).pdf", True),
        ("Bishop_notes.pdf", False),  # the first word has a capital whatever it is
        ("notes_bishop.pdf", False),
        ("Handover_Bishop.final", False),
        ("Handover_Bishop.docx.enc", False),
        ("the Bishop.pdf", False),
    ],
)
def test_a_surname_that_is_a_word_counts_in_the_name_of_a_file(text: str, counts: bool) -> None:
    start = text.casefold().index("bishop")
    assert in_file_name(text, start, start + len("bishop")) is counts


def test_a_surname_that_screens_use_counts_in_the_name_of_a_file_alone() -> None:
    registry = learned("Sabine Tappe", Kind.PERSON)
    assert says("Tappe")
    assert found(registry, "1 kfink 175K Elternzeit_Tappe.pdf") != []
    assert found(registry, "Tappe") == []
    assert found(registry, "openTappeReport") == []


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Green Lane Roofing Ltd", True),
        ("Green Lane Roofing", False),
        ("Green Ltd", False),  # one ordinary word is none
        ("green lane roofing ltd", False),
        ("Dock 1 Ltd", False),
        ("Go On Ltd", False),
        ("Terms and Conditions", False),  # a connecting word is no legal form
        ("Bank of Green Lane", False),
        ("Green and Lane Ltd", True),
        ("Zevlo Lane", True),
    ],
)
def test_ordinary_words_are_a_firm_by_the_legal_form_behind_them(name: str, known: bool) -> None:
    item = TextInput(name, None, "line")
    entries = Registry().learn([item], [[TextFinding(0, len(name), Kind.COMPANY, 0.95, "names", Source.MODEL)]]).entries
    assert bool(entries) is known
