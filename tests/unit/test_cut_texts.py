"""What is left on a screen of an identifier that something cuts is told by documents that say it in full."""

from __future__ import annotations

import pytest

from redaction.findings import Box, ImageFinding, Kind, Source, TextFinding
from redaction.page.reading import Line, Reading
from redaction.screens.cut_texts import BELIEVED, CONTEXT, WEAK, Said, cut_texts, not_in_clear

TEXT = "As agreed with Ada Brandt of Bravura Textiles Inc., delivery is in week 18."


def said(text: str = TEXT, *surfaces: str) -> Said:
    spans = [(text.index(one), text.index(one) + len(one)) for one in surfaces or ("Bravura Textiles Inc.",)]
    return Said.of([(text, [TextFinding(a, b, Kind.COMPANY, 0.9, "names-model", Source.MODEL) for a, b in spans])])


def left(line: str, told: Said | None = None) -> list[str]:
    return [line[start:end] for start, end, _ in (told or said()).find(line)]


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ("As agreed with Ada Brandt of Bra…", ["Bra"]),
        ("agreed with Ada Brandt of B...", ["B"]),
        ("As agreed with Ada Brandt of Brav", ["Brav"]),
        ("As agreed with Ada Brandt of Brau", ["Brau"]),  # half a letter
        ("As agreed with Ada 8randt of Bra…", ["Bra"]),  # as it is read
        ("As agreed with Ada Brandt of Bra… 9:46", ["Bra"]),
        ("As agreed with Ada Brandt of B", ["B"]),
        ("As agreed with Ada Brandt of A", []),
        ("As agreed with Ada Brandt of Maple…", []),
        ("Brandt of Bra…", []),  # too little beside it
        ("As agreed with Ada Brandt of Bravura Textiles Inc", []),  # whole: others find it
        ("As agreed with Ada Brandt of…", []),
        ("Textiles Inc., delivery is in week 18.", ["Textiles Inc"]),
        ("… s Inc., delivery is", ["s Inc"]),
        ("Incidentally, delivery is in week 18.", []),
        ("delivery is in week 18.", []),
        ("", []),
    ],
)
def test_what_is_left_beside_a_cut(line: str, hidden: list[str]) -> None:
    assert [one.strip(" .,…") for one in left(line)] == hidden


def test_the_context_is_long_enough_by_a_letter() -> None:
    told = said("x" * CONTEXT + " Bravura", "Bravura")
    assert left("x" * CONTEXT + " Bra", told) == ["Bra"]
    assert left("x" * (CONTEXT - 1) + " Bra", told) == []
    assert not said("x" * (CONTEXT - 1) + " Bravura", "Bravura").before


def test_a_text_without_findings_tells_of_nobody() -> None:
    assert not Said() and not Said.of([])
    told = Said.of([(TEXT, [])])
    assert told and left(TEXT[:-20], told) == []


@pytest.mark.parametrize(
    ("line", "value", "clear"),
    [
        ("As agreed with Ada Brandt of Bra…", "Brandt", True),
        ("As agreed with Ada Brandt of Bra…", "Bra", False),  # of a company
        ("Textiles Inc., delivery is in week 18.", "delivery", True),
        ("delivery i…", "i", False),  # too little beside it
        ("Inc., delivery i…", "i", True),
        ("Inc., delivery i…", "i…", True),  # as it is found
        ("Inc., delivery i… of Inc.", "i… of Inc", False),  # goes on behind the cut
        ("Inc., delivery k…", "k", False),  # not what the document says
        ("Inc., de1ivery is in", "is", True),  # as it is read
        ("delivery", "delivery", False),
        ("", "", False),
    ],
)
def test_what_documents_say_in_clear(line: str, value: str, clear: bool) -> None:
    start = line.rindex(value)
    assert said().in_clear(line, start, start + len(value)) is clear


def test_what_is_hidden_in_one_of_two_places_is_not_in_clear() -> None:
    found = [TextFinding(28, 34, Kind.PERSON, 0.9, "names-model", Source.MODEL)]
    line = "Please bring the papers for Marion"
    assert Said.of([(line, []), (f"{line} and Jo", [])]).in_clear(line, 28, 34)
    assert not Said.of([(line, found), (f"{line} and Jo", [])]).in_clear(line, 28, 34)
    overlapping = [*found, TextFinding(17, 30, Kind.COMPANY, 0.9, "names-model", Source.MODEL)]
    assert Said.of([(line, overlapping)]).hidden == ((14, 29),)


def test_only_weak_findings_give_way_to_what_is_said_in_clear() -> None:
    line = "Inc., delivery is in week 18."
    edges = tuple(range(10, 10 + 8 * (len(line) + 1), 8))
    reading = Reading(800, 60, (Line(line, (10, 20, edges[-1], 36), edges, 0.99),))
    box = (edges[15], 18, edges[17], 38)

    def stays(detector: str, score: float, place: Box = box) -> bool:
        return bool(not_in_clear([ImageFinding(place, Kind.PERSON, score, detector, "is")], reading, said()))

    for detector in sorted(WEAK):
        assert stays(detector, BELIEVED) and not stays(detector, BELIEVED - 0.01)
        assert stays(detector, 0.2, (600, 18, 620, 38))  # not where the line has it
    assert stays("registry", 0.2)


def test_a_line_of_a_screen_is_hidden_from_the_cut_on() -> None:
    text = "As agreed with Ada Brandt of Bra…"
    edges = tuple(range(10, 10 + 8 * (len(text) + 1), 8))
    reading = Reading(800, 60, (Line(text, (10, 20, edges[-1], 36), edges, 0.99),))
    (found,) = cut_texts(reading, said())
    start = edges[text.index("Bra…")]
    assert start - 8 <= found.box[0] <= start and found.box[2] >= edges[-1]
    assert (found.kind, found.source, found.value) == (Kind.COMPANY, Source.CUT_OFF, "Bra…")


def test_a_text_that_a_document_says_in_full_and_in_clear_is_not_cut() -> None:
    texts = [("Delivery dates for AprilThu", [TextFinding(19, 27, Kind.PERSON, 0.9, "names-model", Source.MODEL)])]
    assert left("Delivery dates for April", Said.of(texts)) == ["April"]
    assert left("Delivery dates for April", Said.of([*texts, ("Delivery dates for April", [])])) == []
