"""The mapper: whatever the text, a span's box covers the ink of its characters and stays in the image."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.findings import ImageFinding, Kind, TextFinding
from redaction.page.passage import Passage, Piece, joined
from redaction.page.reading import Line, Reading
from redaction.screens.ocr.foreground import empty_columns, foreground_mask
from redaction.screens.ocr.mapper import edges_from_centres, span_box
from redaction.screens.redact.pixels import redact_image
from redaction.screens.span_boxes import boxes_for
from redaction.text.inputs import TextInput
from tests.lines import line
from tests.pages import page_of

LETTERS = "abcXYZmil.,:;()[]\"'@<>-_/ éßﬁмاש名 "


@st.composite
def drawn_lines(draw: st.DrawFn) -> tuple[np.ndarray, Line, list[tuple[int, int]]]:
    """An image with one line of glyphs drawn as an 8, the line as a reader gives it, each glyph's true columns.

    The recogniser's positions are off by up to 15% of the height; scale and cropping vary.
    """
    height = draw(st.integers(8, 48))
    text = draw(st.text(LETTERS, min_size=1, max_size=30)).strip()
    text = text or "a"
    gap = max(1, height // 10)
    x = start = draw(st.integers(0, 40))
    columns, centres = [], []
    for character in text:
        wide = round(height * (0.3 if character in " .,:;'il" else 0.55)) + draw(st.integers(0, 2))
        columns.append((x, x + wide))
        centres.append(x + wide / 2 + draw(st.floats(-0.12, 0.12)) * height)
        x += wide + gap
    end = x - gap
    width = end + draw(st.integers(0, 40))
    top = draw(st.integers(0, 20))
    image = np.full((top + height + draw(st.integers(0, 20)), max(1, width), 3), 250, np.uint8)
    for character, (a, b) in zip(text, columns, strict=True):
        if character != " ":
            image[top : top + height, [a, b - 1]] = 20
            image[[top, top + height // 2, top + height - 1], a:b] = 20
    box = (start, top, end, top + height)
    shares = [(c - start) / (end - start) for c in centres]
    gaps = empty_columns(image[top : top + height, start:end])
    return image, Line(text, box, edges_from_centres(text, shares, box, gaps)), columns


@settings(max_examples=300, deadline=None)
@given(drawn_lines(), st.data())
def test_a_span_covers_its_ink(drawn: tuple[np.ndarray, Line, list[tuple[int, int]]], data: st.DataObject) -> None:
    image, line, columns = drawn
    start = data.draw(st.integers(0, len(line.text) - 1))
    end = data.draw(st.integers(start + 1, len(line.text)))
    x0, y0, x1, y1 = span_box(line, start, end, image.shape[1], image.shape[0])
    assert 0 <= x0 < x1 <= image.shape[1] and 0 <= y0 < y1 <= image.shape[0]
    assert y0 <= line.box[1] and y1 >= line.box[3]
    filled = [columns[i] for i in range(start, end) if line.text[i] != " "]
    if filled:
        assert x0 <= filled[0][0] and x1 >= filled[-1][1]
    out, _ = redact_image(image, [ImageFinding((x0, y0, x1, y1), Kind.PERSON, 1, "test")])
    for a, b in filled:
        assert not foreground_mask(out[line.box[1] : line.box[3], a:b]).any()


@settings(max_examples=200, deadline=None)
@given(drawn_lines())
def test_edges_are_ordered_and_inside(drawn: tuple[np.ndarray, Line, list[tuple[int, int]]]) -> None:
    _, line, _ = drawn
    assert len(line.edges) == len(line.text) + 1
    assert list(line.edges) == sorted(line.edges)
    assert line.edges[0] == line.box[0] and line.edges[-1] == line.box[2]


@pytest.mark.parametrize(
    "text", ["(John Smith)", '"John Smith"', "@John Smith,", "Name:John Smith", "<John Smith>", "[John Smith]."]
)
def test_punctuation_around_a_name_costs_no_letter(text: str) -> None:
    start = text.index("John")
    item = line(text, 50, 20, 16, step=10)
    x0, _, x1, _ = span_box(item, start, start + 10, 400, 60)
    assert x0 <= item.edges[start] and x1 >= item.edges[start + 10]
    assert x0 > item.edges[start] - 10 or start == 0, "no more than the neighbour's edge"


def test_a_name_over_two_lines_is_boxed_on_both() -> None:
    lines = (line("ask Maria", 20, 10, 16, step=10), line("Keller about it", 20, 30, 16, step=10))
    text = "ask Maria Keller about it"
    passage = Passage(TextInput(text, None, "line"), (Piece(0, 9, 0, 0), Piece(10, 25, 1, 0)))
    found = boxes_for(page_of(Reading(300, 60, lines)), [passage], [[TextFinding(4, 16, Kind.PERSON, 0.9, "t")]])
    assert [f.value for f in found] == ["Maria", "Keller"]
    assert found[0].box[0] <= lines[0].edges[4] and found[1].box[2] >= lines[1].edges[6]


def test_turned_text_is_covered_whole() -> None:
    turned = Line("Keller", (10, 10, 26, 90), (10, 12, 15, 18, 20, 23, 26), turned=True)
    x0, y0, x1, y1 = span_box(turned, 0, 3, 100, 100)
    assert (x0, y0) <= (10, 10) and x1 >= 26 and y1 >= 90


@pytest.mark.parametrize("span", [(-1, 2), (2, 2), (3, 2), (0, 99)])
def test_a_span_outside_its_line_is_an_error(span: tuple[int, int]) -> None:
    with pytest.raises(ValueError):
        span_box(line("abc", 0, 0, 16, step=10), *span, 100, 100)


@settings(max_examples=200, deadline=None)
@given(st.lists(drawn_lines(), min_size=2, max_size=4), st.data())
def test_a_span_over_wrapped_lines_covers_its_ink_on_each(
    drawn: list[tuple[np.ndarray, Line, list[tuple[int, int]]]], data: st.DataObject
) -> None:
    lines, width, top = [], max(image.shape[1] for image, _, _ in drawn), 0
    columns = []
    for image, item, places in drawn:
        lines.append(replace(item, box=(item.box[0], item.box[1] + top, item.box[2], item.box[3] + top)))
        columns.append(places)
        top += image.shape[0]
    passage = joined(lines, [(i, 0) for i in range(len(lines))], None)
    text = passage.input.text
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    found = boxes_for(
        page_of(Reading(width, top, tuple(lines))), [passage], [[TextFinding(start, end, Kind.SECRET, 0.9, "test")]]
    )  # a kind of which no line is left out for what it says (rules/pieces.py)
    for piece in passage.pieces:
        item = lines[piece.line]
        for at in range(max(start, piece.start), min(end, piece.end)):
            a, b = columns[piece.line][at - piece.start + piece.offset]
            if not text[at].isspace():
                boxes = [f.box for f in found if f.box[1] <= item.box[1] and f.box[3] >= item.box[3]]
                assert any(x0 <= a and b <= x1 for x0, _, x1, _ in boxes)


@settings(max_examples=200, deadline=None)
@given(drawn_lines(), st.integers(0, 20), st.integers(0, 20))
def test_a_line_cut_by_the_screens_edge_is_covered_to_the_edge(
    drawn: tuple[np.ndarray, Line, list[tuple[int, int]]], left: int, right: int
) -> None:
    image, item, _ = drawn
    y0, y1 = item.box[1], item.box[3]
    width = max(1, image.shape[1] - left - right)
    cut = tuple(min(max(edge - left, 0), width) for edge in item.edges)
    shown = replace(item, box=(cut[0], y0, max(cut[-1], cut[0] + 1), y1), edges=cut)
    box = span_box(shown, 0, len(shown.text), width, image.shape[0])
    assert box[0] <= shown.box[0] and box[2] >= min(width, shown.box[2])


@pytest.mark.parametrize("text", ["محمد عبد الله", "יוסף כהן", "Name: יוסף כהן"])
def test_text_from_right_to_left_is_covered_whole(text: str) -> None:
    item = line(text, 50, 20, 16, step=10)
    for start in range(len(text)):
        box = span_box(item, start, start + 1, 600, 60)
        assert box[0] <= item.box[0] and box[2] >= item.box[2]


def test_words_fall_onto_their_own_ink_when_the_places_come_late() -> None:
    gaps = np.zeros(200, bool)
    gaps[[*range(68, 80), *range(130, 142)]] = True
    gaps[[*range(8, 58, 8)]] = True
    text = "dinner with Nadia"
    late = [min(0.99, (i + 0.9) / len(text)) for i in range(len(text))]
    edges = edges_from_centres(text, late, (100, 10, 300, 24), gaps)
    assert 168 <= edges[6] <= 180 and 230 <= edges[12] <= 242
    assert span_box(Line(text, (100, 10, 300, 24), edges), 12, 17, 400, 50)[0] <= 242


def test_an_underline_that_fills_gaps_moves_nothing_far() -> None:
    gaps = np.zeros(300, bool)
    gaps[[*range(20, 32), *range(60, 72), *range(100, 112)]] = True  # the words behind stand on an underline
    text = "for more information visit us"
    right = [(i + 0.5) / len(text) for i in range(len(text))]
    edges = edges_from_centres(text, right, (0, 10, 300, 24), gaps)
    assert all(abs(edge - 300 * i / len(text)) <= 14 for i, edge in enumerate(edges))


def test_a_cut_between_letters_lies_in_the_gap_within_a_third_of_the_height() -> None:
    gaps = np.zeros(20, bool)
    gaps[12:14] = True
    assert edges_from_centres("ab", [0.25, 0.75], (0, 0, 20, 10), gaps) == (0, 13, 20)
    assert edges_from_centres("ab", [0.25, 0.75], (0, 0, 20, 5), np.roll(gaps, 1)) == (0, 10, 20)


def test_a_gap_between_words_is_not_sought_further_away_than_the_reader_errs() -> None:
    gaps = np.zeros(40, bool)
    gaps[8] = True
    assert edges_from_centres("a b", [0.1, 0.5, 0.9], (0, 0, 40, 10), gaps) == (0, 12, 28, 40)


def test_a_cut_between_letters_is_padded_by_two_pixels_at_least() -> None:
    item = line("abcdef", 50, 20, 8, step=8)
    assert span_box(item, 2, 4, 600, 60)[::2] == (item.edges[2] - 2, item.edges[4] + 2)


def test_a_line_of_signs_is_not_all_that_is_left() -> None:
    lines = (Line(":", (0, 0, 2, 8), (0, 2), 1.0), Line("X:a", (0, 8, 12, 16), (0, 3, 8, 12), 1.0))
    passage = joined(list(lines), [(0, 0), (1, 0)], None)
    finding = TextFinding(0, 3, Kind.EMAIL, 0.9, "test")
    found = boxes_for(page_of(Reading(12, 16, lines)), [passage], [[finding]])
    assert {f.value for f in found} == {":", "X"}
