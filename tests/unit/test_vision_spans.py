"""Which lines a finding on joined lines is about."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, TextFinding
from redaction.vision.passage import joined
from redaction.vision.reading import Line, Reading
from redaction.vision.spans import boxes_for, widened


def line(text: str, top: int) -> Line:
    edges = tuple(float(10 + 8 * i) for i in range(len(text) + 1))
    return Line(text, (10, top, 10 + 8 * len(text), top + 14), edges, 0.99)


def covered(kind: Kind, *texts: str) -> list[str]:
    """What of each line is hidden when a detector takes all of them, joined, for one thing."""
    lines = tuple(line(text, 20 * i) for i, text in enumerate(texts))
    passage = joined(lines, [(i, 0) for i in range(len(lines))], None)
    found = TextFinding(0, len(passage.input.text), kind, 0.9, "names-model")
    return [f.value for f in boxes_for(Reading(900, 200, lines, (), (), ()), [passage], [[found]])]


@pytest.mark.parametrize(
    ("kind", "texts", "kept"),
    [
        (Kind.PERSON, ("Parlan, Igor", "Out of office"), ["Parlan, Igor"]),
        (Kind.ADDRESS, ("42 Ulm Parkway, Talaville", "Credit limit"), ["42 Ulm Parkway, Talaville"]),
        (Kind.EMAIL, ("ada.brandt@nord.example", "Lead attorney"), ["ada.brandt@nord.example"]),
    ],
)
def test_a_line_of_ordinary_words_is_not_part_of_it(kind: Kind, texts: tuple[str, ...], kept: list[str]) -> None:
    assert covered(kind, *texts) == kept


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (Kind.PERSON, ("Ada", "Brandt")),
        (Kind.PERSON, ("Field", "Stone")),
        (Kind.PERSON, ("Grace", "Will Cook")),
        (Kind.ADDRESS, ("12", "Station Road")),
        (Kind.ADDRESS, ("Hauptweg 9", "28072 Reading")),
        (Kind.EMAIL, ("ada.brandt@nord", ".example")),
        (Kind.COMPANY, ("Global Freight", "Solutions Ltd")),
    ],
)
def test_what_may_be_part_of_it_stays(kind: Kind, texts: tuple[str, ...]) -> None:
    assert covered(kind, *texts) == list(texts)


@pytest.mark.parametrize(
    ("text", "found", "kind", "whole"),
    [
        ("18681 Talaville", "Talaville", Kind.ADDRESS, "18681 Talaville"),
        ("D-18681 Talaville", "Talaville", Kind.ADDRESS, "D-18681 Talaville"),
        ("March 2025 Talaville", "Talaville", Kind.ADDRESS, "Talaville"),
        ("Ada-Brandt-Weg 25", "Ada-Brandt-Weg", Kind.PERSON, "Ada-Brandt-Weg 25"),
        ("Ada Brandt 25 minutes ago", "Ada Brandt", Kind.PERSON, "Ada Brandt"),
    ],
)
def test_numbers_that_belong_to_an_address(text: str, found: str, kind: Kind, whole: str) -> None:
    start = text.index(found)
    first, last, _ = widened(text, start, start + len(found), TextFinding(start, start + len(found), kind, 0.9, "x"))
    assert text[first:last] == whole
