"""Lines that the edge of a frame cuts through are hidden, since nobody can judge them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.reading import Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.cut_lines import DETECTOR, cut_lines
from redaction.screens.engine import ScreenEngine
from redaction.screens.ocr.cut_pieces import HIGHEST, LEAST, LOW, ROW, SHORTEST, STROKES, cut_off, cut_pieces
from redaction.text.engine import TextEngine

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
TALL, LEFT, TOP = 15, 40, 60
LINE = (LEFT, 20, LEFT + 120, 20 + TALL)


def page(text: str, shows: int, paper: int = 250, ink: int = 30) -> np.ndarray:
    """A whole line, and one of which so many px show before the frame ends."""
    image = Image.new("RGB", (420, 200), (paper,) * 3)
    draw = ImageDraw.Draw(image)
    draw.text((LEFT, 20), "Order of the week", font=FONT, fill=(ink,) * 3)
    top = draw.textbbox((LEFT, TOP), text, font=FONT)[1]
    draw.text((LEFT, TOP), text, font=FONT, fill=(ink,) * 3)
    return np.ascontiguousarray(np.array(image)[: int(top) + shows])


def boxes(image: np.ndarray, lines: tuple[Box, ...] = (LINE,)) -> list[Box]:
    return [f.box for f in cut_lines(image, lines, ())]


@pytest.mark.parametrize(("paper", "ink"), [(250, 30), (25, 220), (250, 150)])
@pytest.mark.parametrize("text", ["Søren Østerløkke of Compass", "澹台修远 of Compass"])
def test_what_the_lower_edge_leaves_of_a_line_is_hidden(text: str, paper: int, ink: int) -> None:
    image = page(text.replace("澹台修远", "ЖШФЩ"), 7, paper, ink)
    (found,) = cut_lines(image, (LINE,), ())
    assert found.kind is Kind.PERSON and found.source is Source.UNREAD and found.detector == DETECTOR
    assert found.box[0] <= LEFT + 2 and found.box[2] >= LEFT + FONT.getlength(text) - 30
    assert found.box[3] == image.shape[0] and image.shape[0] - 12 <= found.box[1] <= image.shape[0] - 7


def test_the_upper_edge_cuts_too_and_other_lines_and_discs_stay() -> None:
    turned = np.ascontiguousarray(page("Helena Marsh", 8)[::-1])
    height = turned.shape[0]
    (box,) = boxes(turned, ((LINE[0], height - LINE[3], LINE[2], height - LINE[1]),))
    assert box[1] == 0 and box[3] <= 12
    image = page("Helena Marsh", 8)
    image[-30:, 8:36] = (140, 60, 40)
    assert [b[0] >= LEFT - 4 for b in boxes(image)] == [True], "a disc beside it is another thing"


@pytest.mark.parametrize(("shows", "hidden"), [(LEAST - 3, False), (LEAST, True), (TALL + 10, False)])
def test_so_much_of_it_shows(shows: int, hidden: bool) -> None:
    assert bool(boxes(page("Helena Marsh", shows))) == hidden


def test_what_is_read_and_what_is_no_text_is_not_hidden() -> None:
    image = page("Helena Marsh", 8)
    height = image.shape[0]
    assert boxes(image, (LINE, (LEFT, height - 9, LEFT + 110, height))) == []
    assert boxes(image, ()) == [], "a page without lines tells no height"
    hidden = ImageFinding((0, height - 20, 420, height), Kind.FACE, 0.9, "test")
    assert cut_lines(image, (LINE,), (hidden,)) == []
    rule = page("", 8)
    rule[-5:, LEFT : LEFT + 200] = 30
    assert boxes(rule) == []
    tile = page("", 8)
    tile[-8:, LEFT:300] = (200, 220, 240)
    tile[-6:, LEFT + 4 : 296] = (250, 250, 250)
    assert boxes(tile) == []
    photo = page("Helena Marsh", 8)
    photo[-round(HIGHEST * TALL) - 4 :, LEFT:180] = np.random.default_rng(1).integers(0, 255, (1, 180 - LEFT, 3))
    assert boxes(photo) == []


def test_it_is_long_and_has_strokes() -> None:
    """At the boundaries: bars of one px, so many px apart."""
    for long, hidden in ((round(SHORTEST * TALL) - 4, False), (round(SHORTEST * TALL) + 2, True)):
        image = page("", 8)
        image[-8:, LEFT : LEFT + long : 4] = 30
        assert bool(boxes(image)) == hidden, long
    every = 2 * TALL / STROKES  # px from bar to bar, each of which has two borders
    for apart, hidden in ((int(every) - 4, True), (int(every) + 2, False)):
        image = page("", 8)
        image[-8:, LEFT : LEFT + 300 : apart] = 30
        assert bool(boxes(image)) == hidden, apart


@pytest.mark.parametrize("colour", [250, 232])
def test_the_edge_of_a_tile_cuts_too(colour: int) -> None:
    """A tile of a little other colour than the page, and one that only hides what stands below it."""
    image = np.full((200, 420, 3), 250, dtype=np.uint8)
    image[:68] = colour
    text = page("Krishnaswamyan", 8, colour)
    image[: text.shape[0]] = text
    ((x0, y0, x1, y1),) = boxes(image)
    assert x0 <= LEFT + 2 and x1 >= LEFT + FONT.getlength("Krishnaswamyan") - 4
    assert abs(y1 - text.shape[0]) <= 2 and y1 - y0 >= 8


def test_inside_a_frame_a_whole_line_is_no_cut_one() -> None:
    for high, hidden in ((int(LOW * TALL), True), (int(LOW * TALL) + 2, False)):
        image = page("", 120)
        image[100 : 100 + high - 2, LEFT : LEFT + 100 : 4] = 30  # edges reach a px beyond on both sides
        assert bool(boxes(image)) == hidden, high


@pytest.mark.parametrize(
    ("value", "heading", "hidden"),
    [("Cormac O'Dunlavey", True, False), ("Devendranath", True, True), ("Cormac O'Dunlavey", False, True)],
)
def test_under_a_whole_name_under_a_heading_stands_no_other_name(value: str, heading: bool, hidden: bool) -> None:
    image = page("Room Birch", 8)
    top = image.shape[0] - 8
    name = ImageFinding((LEFT - 4, top - 22, 200, top - 4), Kind.PERSON, 0.9, "test", value, Source.MODEL)
    lines = [(LEFT, top - 20, 196, top - 5), *([(LEFT, top - 42, 150, top - 29)] if heading else [])]
    assert bool(cut_lines(image, ((250, 20, 370, 35), *lines), (name,))) is hidden


@pytest.mark.parametrize(("accent", "hidden"), [(4, False), (10, False), (20, True)])
def test_lines_of_a_tile_are_held_against_each_other_by_their_middles(accent: int, hidden: bool) -> None:
    image = page("Room Birch", 8)
    top = image.shape[0] - 8
    name = ImageFinding((LEFT - 4, top - 21 - accent, 200, top - 4), Kind.PERSON, 0.9, "test", "Ś Brzo", Source.MODEL)
    lines = [(LEFT, top - 19, 196, top - 6), (LEFT, top - 42, 150, top - 29)]
    assert bool(cut_lines(image, ((250, 20, 370, 35), *lines), (name,))) is hidden


@pytest.mark.parametrize(("higher", "hidden"), [(0, True), (ROW, True), (ROW + 1, False)])
def test_a_row_that_the_edge_of_a_screen_cuts_is_cut_whole(higher: int, hidden: bool) -> None:
    """A text too short to be told for one by itself goes with the longer ones of its row."""
    image = page("Helena Marsh", 8)
    ((_, top, _, bottom),) = boxes(image)
    image[-(bottom - top - 1 + higher) :, 330:340:4] = 30  # edges reach a px beyond
    found = boxes(image)
    assert any(box[0] > 300 for box in found) is hidden
    alone = page("", 8)
    alone[-8:, 330:340:4] = 30
    assert boxes(alone) == [], "nothing tells it for a text"


def test_on_a_single_screen_only_its_edges_cut() -> None:
    """What is left of a line inside a screen is only looked for on recordings; a photograph has what looks so."""
    image = page("Helena Marsh", 120)
    image[100:106, LEFT : LEFT + 100 : 4] = 30
    assert cut_pieces(image, (LINE,)) and cut_off(image, (LINE,)) == []
    below = page("Helena Marsh", 7)
    assert cut_off(below, (LINE,)) == cut_pieces(below, (LINE,)) != []
    above = np.ascontiguousarray(below[::-1])
    line = (LINE[0], above.shape[0] - LINE[3], LINE[2], above.shape[0] - LINE[1])
    assert cut_off(above, (line,)) == cut_pieces(above, (line,)) != []


def test_a_screen_is_read_with_what_its_edge_cuts_and_a_policy_may_keep_it() -> None:
    text = TextEngine(TextPolicy())
    image = page("Helena Marsh", 7)
    for unreadable, hidden in (("hide", 1), ("keep", 0)):
        engine = ScreenEngine(VisionPolicy(device="cpu", unreadable=unreadable), text)
        reading = engine.read_fresh(image)
        assert len(reading.cut) == 1 and Reading.from_json(reading.to_json()) == reading
        assert sum(f.detector == DETECTOR for f in engine.find(reading)) == hidden
