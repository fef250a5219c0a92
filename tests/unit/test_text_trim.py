"""What is kept of a model's finding: the name, not the words and codes around it."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.merge import merge
from redaction.text.patterns.people import people
from redaction.text.patterns.places import addresses


def kept(text: str, surface: str, kind: Kind, score: float = 0.95, source: Source = Source.MODEL) -> list[str]:
    start = text.index(surface)
    found = merge(text, [TextFinding(start, start + len(surface), kind, score, "test", source)], 0.4)
    return [text[f.start : f.end] for f in found]


@pytest.mark.parametrize(
    ("text", "surface", "kind", "names"),
    [
        ("To: Ilse Brandvold / HOU / QXT@QXT", "Ilse Brandvold / HOU", Kind.PERSON, ["Ilse Brandvold"]),
        ("QXT@QXT, Ilse Brandvold / HOU / QXT", "QXT, Ilse Brandvold", Kind.PERSON, ["Ilse Brandvold"]),
        ("Ilse Brandvold < Ilse Brandvold", "Ilse Brandvold < Ilse Brandvold", Kind.PERSON, ["Ilse Brandvold"] * 2),
        ("Ilse Brandvold · by e-mail", "Ilse Brandvold · by e-mail", Kind.PERSON, ["Ilse Brandvold"]),
        ("Ilse Brandvold· Omar", "Ilse Brandvold· Omar", Kind.PERSON, ["Ilse Brandvold", "Omar"]),
        ("Zentrix • Ortizan", "Zentrix • Ortizan", Kind.COMPANY, ["Zentrix", "Ortizan"]),
        ("Hello Ilse and Omar,", "Ilse and Omar", Kind.PERSON, ["Ilse", "Omar"]),
        ("we asked Ortizan & Zentrix for it", "Ortizan & Zentrix", Kind.COMPANY, ["Ortizan & Zentrix"]),
        ("access to Zentrix transmission assets", "Zentrix transmission", Kind.COMPANY, ["Zentrix"]),
        ("Subject: RE: Zentrix Imbalances\nAll,", "Zentrix Imbalances", Kind.COMPANY, ["Zentrix"]),
        ("we met Brightmoor Freight in May", "Brightmoor Freight", Kind.COMPANY, ["Brightmoor Freight"]),
        ("Subject: RE: Brightmoor Freight\nAll,", "Brightmoor Freight", Kind.COMPANY, ["Brightmoor Freight"]),
        ("van der Meer called", "van der Meer", Kind.PERSON, ["van der Meer"]),
        ("2. Re: Mosquitoes\nFrom", "Mosquitoes", Kind.PERSON, []),
        ("3500 MT by June", "3500 MT", Kind.ADDRESS, []),
        ("on Monday, August 8th to", "August 8th", Kind.PERSON, []),
        ("a call from zqvexl today", "zqvexl", Kind.PERSON, ["zqvexl"]),
        ("$ ssh zqvexl@10.1.2.3", "ssh zqvexl", Kind.PERSON, ["zqvexl"]),
        (
            "Invoice INV-44158 Zhvexia Logistik",
            "Invoice INV-44158 Zhvexia Logistik",
            Kind.COMPANY,
            ["Zhvexia Logistik"],
        ),
        ("Order SO10221 Zhvexia Corp", "Order SO10221 Zhvexia Corp", Kind.COMPANY, ["Zhvexia Corp"]),
        ("Invoice NetSuite Zhvexia Logistik", "Invoice NetSuite Zhvexia Logistik", Kind.COMPANY, ["Zhvexia Logistik"]),
        ("Zhvexia AB-123 Logistik", "Zhvexia AB-123 Logistik", Kind.COMPANY, ["Zhvexia AB-123 Logistik"]),
        ("Studio X-12 Zhvexia", "Studio X-12 Zhvexia", Kind.COMPANY, ["Studio X-12 Zhvexia"]),
        ("the Zhvexia 12 report", "Zhvexia 12 report", Kind.COMPANY, ["Zhvexia 12"]),
        ("at 12 Zhvexia report, now", "12 Zhvexia report", Kind.ADDRESS, ["12 Zhvexia report"]),
    ],
)
def test_spans_of_the_model_are_cut_to_the_name(text: str, surface: str, kind: Kind, names: list[str]) -> None:
    assert kept(text, surface, kind) == names


def test_an_abbreviation_alone_needs_a_sure_model() -> None:
    assert kept("the QRX deadline", "QRX", Kind.COMPANY, score=0.7) == []
    assert kept("the QRX deadline", "QRX", Kind.COMPANY, score=0.95) == ["QRX"]
    assert kept("as agreed\nQRX\nsee below", "QRX", Kind.PERSON, score=0.6) == ["QRX"], "a signature"


def test_what_labels_and_registry_tell_stays_whole() -> None:
    text = "Ilse Brandvold and Omar Lindqvist"
    assert kept(text, text, Kind.PERSON, source=Source.LABEL) == [text]
    assert kept(text, text, Kind.PERSON, source=Source.REGISTRY) == [text]


def test_names_joined_by_and_are_told_without_the_and() -> None:
    text = "Dear Ilse and Piet,\n"
    surfaces = {text[f.start : f.end] for f in people(text)}
    assert {"Ilse", "Piet"} <= surfaces
    assert not any("and" in s for s in surfaces)


def test_units_in_notes_addresses() -> None:
    text = "Here is the paper\nIlse Brandvold@ORTIZAN_TRADE\n"
    assert "ORTIZAN_TRADE" in {text[f.start : f.end] for f in people(text)}


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("Ilse Brandvold\nGolden Anchor\n4410 Linden Street\nSpringfield, IL 62701", "Golden Anchor"),
        ("> Zentrixa\n> 4410 Linden Street", "Zentrixa"),
        ("Zentrixa Cargo\n\n4410 Linden Street", "Zentrixa Cargo"),
        ("Head Office\n4410 Linden Street", None),
        ("Ship To\n4410 Linden Street", None),
        ("Ilse Brandvold\n4410 Linden Street", None),
        ("Kind regards\n4410 Linden Street", None),
    ],
)
def test_the_line_above_a_street_is_a_company(text: str, company: str | None) -> None:
    found = [text[f.start : f.end] for f in addresses(text) if f.kind is Kind.COMPANY]
    assert found[:1] == ([company] if company else [])


@pytest.mark.parametrize(("source", "kept"), [(Source.CHECKED, "ILSE"), (Source.PATTERN, "UTOILSE")])
def test_only_what_passed_no_check_grows_to_whole_words(source: Source, kept: str) -> None:
    text = "UTOILSE<<BRANDVOLD"
    found = merge(text, [TextFinding(3, 7, Kind.PERSON, 0.9, "x", source)], 0.4)
    assert [text[f.start : f.end] for f in found] == [kept]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Invoice INV-44158 Zhvexia Logistik GmbH", "Zhvexia Logistik GmbH"),
        ("Invoice NetSuite Zhvexia Logistik GmbH", "Zhvexia Logistik GmbH"),
        ("General Zhvexia Logistik GmbH", "General Zhvexia Logistik GmbH"),
        ("American Zhvexia Logistik GmbH", "American Zhvexia Logistik GmbH"),
    ],
)
@pytest.mark.parametrize(
    ("source", "cut"), [(Source.MODEL, True), (Source.PATTERN, True), (Source.LABEL, False), (Source.REGISTRY, False)]
)
def test_a_company_begins_behind_a_number_whoever_but_a_label_tells_it(
    text: str, left: str, source: Source, cut: bool
) -> None:
    assert kept(text, text, Kind.COMPANY, source=source) == [left if cut else text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("180 WILLOW BEND CT", ["180 WILLOW BEND CT"]),
        ("27 VEXLOR PARADE", ["27 VEXLOR PARADE"]),
        ("Lot 4 Vexlor Rd", ["Lot 4 Vexlor Rd"]),
        ("Lots 4 Vexlor", []),
        ("180 WILLOW BENT", []),
        ("四川省成都市武…", ["四川省成都市武"]),
    ],
)
def test_streets_in_capitals_lots_and_what_a_cell_cuts_off(text: str, expected: list[str]) -> None:
    assert sorted({text[f.start : f.end] for f in addresses(text)}) == expected
