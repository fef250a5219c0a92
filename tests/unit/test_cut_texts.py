"""What is left on a screen of an identifier that something cuts is told by documents that say it in full."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.page.reading import Line, Reading
from redaction.screens.cut_texts import BELIEVED, WEAK, cut_texts, heard, not_in_clear
from redaction.screens.document_texts import CLOSE_LETTERS, CONTEXT, Said
from redaction.screens.ocr.mapper import span_box
from redaction.text.model import DETECTOR as NAMES_MODEL

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
    ("line", "value", "spans"),
    [
        ("As agreed with Ada Brandt of Bra…", "Brandt", []),
        ("As agreed with Ada Brandt of Bra…", "Bra…", ["Bra…"]),
        ("As agreed with Ada Brandtof Bra…", "Brandtof Bra", ["Bra"]),
        ("As agreed with Ada Brandt ofBra…", "ofBra", ["Bra"]),
        ("Textiles Inc., delivery is in week 18.", "delivery", []),
        ("Textiles Inc., delivery is in week 18.", "Inc., delivery", ["Inc., "]),
        ("delivery i…", "i", None),  # too little beside it
        ("Inc., delivery i…", "i…", []),
        ("Inc., delivery i… of Inc.", "i… of Inc", None),  # goes on behind the cut
        ("Inc., delivery k…", "k", None),  # not what the document says
        ("Inc., de1ivery is in", "is", []),  # as it is read
        ("Textiles Inc., delivery iss in weck 18", "delivery iss in", None),  # misread
        ("delivery", "delivery", None),
        ("", "", None),
    ],
)
def test_what_documents_have_there(line: str, value: str, spans: list[str] | None) -> None:
    start = line.rindex(value)
    within = said().within(line, start, start + len(value))
    assert (within if within is None else [line[a:b] for a, b in within]) == spans


@pytest.mark.parametrize(
    ("line", "value", "spans"),
    [
        ("As agreed with Ada 8nandt of Brvura Textiles Inc., deli…", "deli…", []),  # misread beside it
        ("As agreed with Ada Brandt of Brvura Textiles Inc., deivery is", "Inc., deivery is", None),
        ("As agred with Ada Brndt ofBra", "ofBra", ["Bra"]),
        ("Textiles Inc., delivery iss in wekk 1", "iss in wekk", None),  # ends in a letter that is not sure
        ("Textiles Inc., delivery iss in weck 18", "delivery iss in", []),
        ("Inc., xelivery i", "i", None),  # too short
    ],
)
def test_what_documents_have_where_a_line_is_misread(line: str, value: str, spans: list[str] | None) -> None:
    start = line.rindex(value)
    within = said().within(line, start, start + len(value), misread=True)
    assert (within if within is None else [line[a:b] for a, b in within]) == spans


def test_how_much_of_a_misread_line_must_be_right() -> None:
    told = Said.of([("ab cd ef gh jk mn pq rs tu vw", [])])  # 20 letters
    line = "ab cd ef gh jk mn pq rs tu vw"
    assert told.within(line.replace("ab cd ef", "23 45 6f"), 18, 20, misread=True) == []
    assert told.within(line.replace("ab cd ef", "23 45 67"), 18, 20, misread=True) is None


def test_a_part_of_a_whole_text_needs_no_more_beside_it() -> None:
    told = Said.of([("Regional Buyer", []), (TEXT, [])])
    assert told.within("Regional Buyer", 0, 10) == [] and told.within("Regional Buyer", 9, 14) == []
    assert told.within("Regional Buyer", 0, 14) is None, "all of it is no part"
    assert told.within("Regional Buyers", 0, 10) is None
    hidden = said("Ada Brandt", "Brandt")
    assert hidden.within("Ada Brandt", 0, 10) is None and hidden.within("Ada Brandt", 1, 7) == [(4, 7)]


def test_which_letters_of_a_whole_text_documents_hide() -> None:
    told = Said.of([("Ada B.", [TextFinding(4, 6, Kind.PERSON, 0.9, "x", Source.MODEL)]), (TEXT, [])])
    assert told.hidden_in("ADA b") == [False, False, False, True]
    assert told.hidden_in("delivery is in week") == [False] * 16, "a piece of a text, long enough"
    assert told.hidden_in("in week 18") is None, "too short"
    assert told.hidden_in("…") is None
    differ = Said.of(
        [("Please ask Marion now", []), ("Let us ask Marion now", [TextFinding(11, 17, Kind.PERSON, 1, "x")])]
    )
    assert differ.hidden_in("ask Marion now") is None and differ.hidden_in("Let us ask Marion now") is not None


def test_documents_that_differ_tell_nothing() -> None:
    found = [TextFinding(28, 34, Kind.PERSON, 0.9, "names-model", Source.MODEL)]
    line = "Please bring the papers for Marion"
    assert Said.of([(line, []), (f"{line} and Jo", [])]).within(line, 28, 34) == []
    assert Said.of([(line, found), (f"{line} and Jo", [])]).within(line, 28, 34) is None
    assert Said.of([(line, found), (f"{line} and Jo", found)]).within(line, 28, 34) == [(28, 34)]
    overlapping = [*found, TextFinding(17, 30, Kind.COMPANY, 0.9, "names-model", Source.MODEL)]
    assert Said.of([(line, overlapping)]).hidden == ((14, 29),)


def heard_of(line: str, value: str, score: float, detector: str = NAMES_MODEL) -> list[str]:
    edges = tuple(range(10, 10 + 8 * (len(line) + 1), 8))
    reading = Reading(800, 60, (Line(line, (10, 20, edges[-1], 36), edges, 0.99),))
    start = line.index(value)
    box = span_box(reading.lines[0], start, start + len(value), 800, 60)
    return [f.value for f in heard([ImageFinding(box, Kind.PERSON, score, detector, value)], reading, said())]


def test_of_weak_findings_stays_what_documents_hide() -> None:
    line = "Textiles Inc., delivery is in week 18."
    for detector in sorted(WEAK):
        assert heard_of(line, "is", 1.0, detector) == []
        assert heard_of(line, "Inc., delivery is", 1.0, detector) == ["Inc., "]
    assert heard_of(line, "is", 0.2, "registry") == ["is"]
    (reading,) = [Reading(800, 60, (Line("is", (10, 20, 26, 36), (10, 18, 26), 0.99),))]
    elsewhere = ImageFinding((600, 18, 620, 38), Kind.PERSON, 0.2, NAMES_MODEL, "is")
    assert heard([elsewhere], reading, said()) == [elsewhere]


def test_against_a_misread_line_a_sure_name_is_believed() -> None:
    line = "Textiles Inc., delivery iss in weck 18"
    assert heard_of(line, "delivery iss in", BELIEVED) == ["delivery iss in"]
    assert heard_of(line, "delivery iss in", BELIEVED - 0.01) == []


def test_a_sure_name_loses_small_words_alone_where_it_is_misread() -> None:
    assert heard_of("As agred with Ada Brndt ofBra", "ofBra", 1.0) == ["Bra"]
    assert heard_of("As agred with Ada Brndt of Bra", "Brndt of Bra", 1.0) == ["Brndt of Bra"]


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


def in_two_lists(*more: str) -> Said:
    """A list of tickets in clear, with who wrote them."""
    clear = [(one, []) for one in ("Licence expires next week", "16:57", "from", *more)]
    names = ["Svetlana Brzezinski", "Priscilla"]
    return Said.of([*clear, *((n, [TextFinding(0, len(n), Kind.PERSON, 0.9, "x", Source.MODEL)]) for n in names)])


@pytest.mark.parametrize(
    ("half", "clear"),
    [
        ("Lisense exnires next week", True),
        ("Licence", False),  # a piece of it, too short for a guess
        ("expires next w", True),
        ("16:57", True),
        ("46:57", False),  # too short for a guess
        ("from", True),
        ("fro", False),
        ("Svetlana Brzezinski", False),
        ("5vetlone Brzezirski", False),
        ("", False),
    ],
)
def test_half_a_line_is_known_for_a_text_in_clear(half: str, clear: bool) -> None:
    assert in_two_lists().shows_clear(half) is clear
    assert not Said().shows_clear(half)


def test_half_a_line_is_no_text_in_clear_where_an_identifier_is_as_like() -> None:
    assert in_two_lists("Princilla").shows_clear("Princilla") is False
    assert in_two_lists("Pressrelease").shows_clear("Prassrelease") is True


def test_initials_are_like_nothing() -> None:
    told = Said.of([("xx abcdefghjk yy", []), ("AB", [TextFinding(0, 2, Kind.PERSON, 0.9, "x", Source.MODEL)])])
    assert told.shows_clear("abcdefgh23") is True
    cdef = Said.of([("xx abcdefghjk yy", []), ("CDEF", [TextFinding(0, 4, Kind.PERSON, 0.9, "x", Source.MODEL)])])
    assert cdef.shows_clear("abcdefgh23") is False


def test_how_close_half_a_line_must_be() -> None:
    told = Said.of([("xx abcdefghjk yy", [])])
    assert told.shows_clear("abcdefgh23") is True  # 8 of 10
    assert told.shows_clear("abcdefg234") is False
    assert told.shows_clear("abcdefg2") is True and len("abcdefg2") == CLOSE_LETTERS
    assert told.shows_clear("abcdef2") is False
    assert Said.of([("abcdefg", [])]).shows_clear("abcdefg") is True


def test_half_a_line_is_read_on_its_frame() -> None:
    image = Image.new("RGB", (400, 40), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 15)
    draw.text((10, 28), "Licence expires next week", font=font, fill=(20, 20, 20))
    draw.text((240, 28), "Priscilla", font=font, fill=(20, 20, 20))
    cut = [
        ImageFinding(box, Kind.PERSON, 1.0, "cut-line", source=Source.UNREAD)
        for box in ((9, 31, 205, 40), (238, 31, 305, 40))
    ]
    assert not_in_clear(cut, np.array(image), in_two_lists(), "cpu-float32") == cut[1:]
    assert not_in_clear(cut, np.array(image), Said(), "cpu-float32") == cut
