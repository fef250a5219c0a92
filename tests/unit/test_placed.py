"""Texts that a trace places on a frame: what documents hide there is hidden, what they have in clear is not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Box, ImageFinding, Kind, Source, TextFinding
from redaction.page.reading import Line, Reading
from redaction.screens.cut_lines import DETECTOR as CUT_LINE
from redaction.screens.cut_texts import BELIEVED
from redaction.screens.document_texts import Said
from redaction.screens.frames.placed import DocumentEvidence, Placed
from redaction.screens.frames.placed_lines import AGREE, DETECTOR, DOUBTED, NEIGHBOURS, STATES, PlacedTexts
from redaction.text.model import DETECTOR as NAMES_MODEL

WIDTH, HEIGHT, TALL = 640, 300, 14
FONT = ImageFont.truetype("DejaVuSans.ttf", 14)
BLOCK: Box = (40, 100, 240, 146)
"""The third line of a block of this height is cut."""
AROUND = ["Appointments", "Team absences", "Public holidays", "Meeting rooms", "New appointment", "Weekly update"]
NAMES = ("Ada Brandt-", "Vial", "Sune Holm")


def said(*texts: str) -> Said:
    """Documents with some texts, each of its lines a text of its own; they hide NAMES."""
    lines = [line for text in (*texts, *AROUND) for line in text.splitlines()]
    return Said.of(
        (
            line,
            [
                TextFinding(line.index(n), line.index(n) + len(n), Kind.PERSON, 0.9, NAMES_MODEL, Source.MODEL)
                for n in NAMES
                if n in line
            ],
        )
        for line in lines
    )


def drawn(*shown: tuple[str, int, int], cut: Box = BLOCK) -> np.ndarray:
    """A frame with texts at (x, y); what reaches below `cut` beside its columns is not drawn."""
    image = Image.new("RGB", (WIDTH, HEIGHT), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    for text, x, y in shown:
        draw.text((x, y), text, font=FONT, fill=(20, 20, 20))
    draw.rectangle((cut[0], cut[3], cut[2], cut[3] + 30), fill=(255, 255, 255))
    return np.array(image)


def line(text: str, x: int, y: int, high: int = TALL) -> Line:
    wide = int(FONT.getlength(text))
    edges = tuple(x + round(wide * i / len(text)) for i in range(len(text) + 1))
    return Line(text, (x, y, x + wide, y + high), edges, 0.99)


def around(read: int = len(AROUND)) -> tuple[list[Placed], list[Line]]:
    """Texts beside the block, of which so many are read in their place."""
    placed = [Placed((400, 20 + 40 * i, 560, 40 + 40 * i), text) for i, text in enumerate(AROUND)]
    return placed, [line(text, 402, 22 + 40 * i) for i, text in enumerate(AROUND[:read])]


def on_frame(text: str, shown: Sequence[str], *, read: int = len(AROUND), more: Sequence[Placed] = ()) -> PlacedTexts:
    """A block of a text, the `shown` of whose lines are read, and the third one half drawn."""
    placed, lines = around(read)
    lines += [line(one, 42, 102 + 18 * i) for i, one in enumerate(shown)]
    image = drawn(*((one, 42, 100 + 18 * i) for i, one in enumerate(text.splitlines())))
    reading = Reading(WIDTH, HEIGHT, tuple(lines))
    frames = [image, image]
    return PlacedTexts(lambda i: frames[i], [reading, reading], said(text), {0: [Placed(BLOCK, text), *placed, *more]})


HALF: Box = (41, 138, 100, 146)
NAME = ImageFinding((40, 118, 140, 136), Kind.PERSON, 0.9, NAMES_MODEL, "Ada Brandt")


def cut(box: Box = HALF) -> ImageFinding:
    return ImageFinding(box, Kind.PERSON, 1.0, CUT_LINE, source=Source.UNREAD)


def read_boxes(texts: PlacedTexts) -> list[Box]:
    return [one.box for one in texts.readings[0].lines]


def test_half_a_line_that_documents_have_in_clear_is_not_hidden() -> None:
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"])
    kept, known = texts.judged(0, [NAME, cut()], read_boxes(texts))
    assert kept == [NAME] and known[-1] == HALF, "and nothing unread is carried onto it"
    kept, _ = texts.judged(1, [cut()], read_boxes(texts))
    assert kept == [], "nor on a frame with the same pixels"


def test_half_a_line_that_documents_hide_stays_hidden_and_is_found_where_nothing_hides_it() -> None:
    texts = on_frame("Interview\nAda Brandt-\nVial", ["Interview", "Ada Brandt-"])
    assert cut() in texts.judged(0, [cut()], read_boxes(texts))[0]
    kept, _ = texts.judged(0, [NAME], read_boxes(texts))
    (left,) = [one for one in kept if one.detector == DETECTOR]
    assert left.box[1] >= 134 and 36 <= left.box[0] <= 46 and 60 <= left.box[2] <= 80 and left.kind is Kind.PERSON
    assert texts.hidden(1, [], read_boxes(texts)) == [], "what is found on the frame of the state is carried from there"


def test_a_trace_may_tell_corners_for_centres() -> None:
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"])
    told = [
        Placed((x0 - (x1 - x0) // 2, y0 - (y1 - y0) // 2, x1 - (x1 - x0) // 2, y1 - (y1 - y0) // 2), one.text)
        for one in texts.placed[0]
        for x0, y0, x1, y1 in [one.box]
    ]
    corners = PlacedTexts(texts.images, texts.readings, texts.said, {0: told})
    assert corners.in_clear(0, cut()) is not None


def test_a_misread_line_above_tells_where_it_ends() -> None:
    for read, clear in (("5une Halm", True), ("Something", False)):
        texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", read])
        assert (texts.in_clear(0, cut()) is not None) is clear


@pytest.mark.parametrize(("read", "believed"), [(AGREE, True), (AGREE - 1, False)])
def test_as_many_texts_beside_it_are_read_where_they_should_be(read: int, believed: bool) -> None:
    assert len(AROUND) == NEIGHBOURS
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"], read=read)
    assert (texts.in_clear(0, cut()) is not None) is believed


def test_what_stands_over_a_text_is_judged_by_itself() -> None:
    menu = Placed((30, 130, 300, 200), "Open\nMove")
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"], more=[menu])
    assert texts.in_clear(0, cut()) is None


def test_a_text_of_several_elements_tells_nothing_of_its_lines() -> None:
    parts = [Placed((40, 100, 240, 118), "Interview"), Placed((40, 118, 240, 136), "Sune Holm")]
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"], more=parts)
    assert texts.in_clear(0, cut()) is None
    badge = [Placed((10, 100, 60, 118), "SH")]
    texts = on_frame("SH\nInterview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"], more=badge)
    assert texts.in_clear(0, cut()) is not None, "initials beside it do not matter"


def test_where_there_are_columns_nobody_knows_what_comes_next() -> None:
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"])
    beside = Reading(WIDTH, HEIGHT, (*texts.readings[0].lines, line("Fjord", 150, 120)))
    assert PlacedTexts(texts.images, [beside], texts.said, texts.placed).in_clear(0, cut()) is None


def test_other_pixels_are_another_text() -> None:
    texts = on_frame("Interview\nSune Holm\nRoom Fjord", ["Interview", "Sune Holm"])
    frames = [texts.images(0), drawn(("Room Quarry", 42, 138))]
    other = PlacedTexts(lambda i: frames[i], texts.readings, texts.said, texts.placed)
    assert other.in_clear(0, cut()) is not None and other.in_clear(1, cut()) is None
    small = PlacedTexts(lambda i: frames[i][: 150 + 150 * (i == 0)], texts.readings, texts.said, texts.placed)
    assert small.in_clear(1, cut()) is None, "nor does a frame of another size tell"


def test_of_half_a_line_only_the_identifier_is_hidden() -> None:
    text = "Interview\nSune Holm knows the details of the contract"
    image = drawn(("Interview", 42, 120), (text.splitlines()[1], 42, 138))
    placed, lines = around()
    reading = Reading(WIDTH, HEIGHT, (*lines, line("Interview", 42, 120)))
    wide: Box = (41, 138, 380, 146)
    texts = PlacedTexts(lambda _: image, [reading], said(text), {0: [Placed((40, 118, 400, 160), text), *placed]})
    (part,), _ = texts.judged(0, [cut(wide)], read_boxes(texts))
    name = FONT.getlength("Sune Holm")
    assert part.box[0] == wide[0] and 42 + name <= part.box[2] <= 42 + 1.6 * name
    unknown = PlacedTexts(texts.images, [reading], said("Interview"), texts.placed)
    assert unknown.judged(0, [cut(wide)], read_boxes(texts))[0] == [cut(wide)]


def weak(value: str, score: float, box: Box, detector: str = NAMES_MODEL) -> ImageFinding:
    return ImageFinding(box, Kind.COMPANY, score, detector, value, Source.MODEL)


def single(text: str, read: str) -> PlacedTexts:
    placed, lines = around()
    lines.append(line(read, 42, 102))
    image = drawn((text, 42, 100))
    reading = Reading(WIDTH, HEIGHT, tuple(lines))
    return PlacedTexts(lambda _: image, [reading], said(text), {0: [Placed((40, 100, 200, 120), text), *placed]})


def test_a_part_of_a_text_in_clear_is_nobody_however_sure_a_model_is() -> None:
    texts, box = single("Regional Buyer", "Regional Buyer"), (42, 100, 110, 120)
    assert texts.in_clear(0, weak("Regional B", 1.0, box)) is not None
    assert texts.in_clear(0, weak("Regional B", 1.0, box, "registry")) is None
    assert texts.in_clear(0, weak("Quarry", 1.0, box)) is None, "another text was read there"
    assert texts.in_clear(0, weak("Quarry", DOUBTED, box)) is None
    assert texts.in_clear(0, weak("Quarry", DOUBTED - 0.01, box)) is not None
    assert texts.in_clear(0, weak("Regional B", 1.0, (42, 130, 110, 150))) is None, "elsewhere"


def test_all_of_a_text_in_clear_may_be_somebody_of_whom_documents_know_nothing() -> None:
    texts, box = single("Regional Buyer", "Regional Buyer"), (42, 100, 150, 120)
    assert texts.in_clear(0, weak("Regional Buyer", BELIEVED, box)) is None
    assert texts.in_clear(0, weak("Regional Buyer", BELIEVED - 0.01, box)) is not None


def test_a_line_of_a_hidden_text_is_hidden() -> None:
    texts = single("Sune Holm", "Sune Ho")
    (found,) = texts.hidden(0, [], read_boxes(texts))
    assert found.value == "Sune Ho" and found.source is Source.CUT_OFF and found.box == texts.readings[0].lines[-1].box
    assert texts.hidden(0, [found], read_boxes(texts)) == []
    assert [f for f in single("Sune Holm", "Menu").hidden(0, [], read_boxes(texts)) if f.value] == []
    assert single("Regional Buyer", "Regional").hidden(0, [], read_boxes(texts)) == []


def test_a_hidden_text_of_which_nothing_is_read_is_hidden_as_far_as_it_shows() -> None:
    texts = single("Sune Holm", "Sune Holm")
    blind = Reading(WIDTH, HEIGHT, texts.readings[0].lines[:-1])
    unread = PlacedTexts(texts.images, [blind], texts.said, texts.placed)
    (found,) = unread.hidden(0, [], read_boxes(unread))
    wide = 42 + FONT.getlength("Sune Holm")
    assert 36 <= found.box[0] <= 42 and wide - 4 <= found.box[2] <= wide + 4 and found.value == ""
    assert unread.hidden(0, [found], read_boxes(unread)) == []
    over = (*read_boxes(unread), (40, 100, 180, 120))
    assert unread.hidden(0, [], over) == [], "something else is read there"
    header = Placed((40, 90, 300, 112), "Name")
    covered = PlacedTexts(texts.images, [blind], texts.said, {0: [header, *texts.placed[0]]})
    assert covered.hidden(0, [], read_boxes(covered)) == [], "and where another text reaches in nobody knows"


def test_without_texts_nothing_is_told() -> None:
    texts = PlacedTexts(lambda _: drawn(), [Reading(WIDTH, HEIGHT, ())], said("Interview"), {})
    assert texts.judged(0, [cut()], []) == ([cut()], [])


def test_a_digest_of_all_of_it() -> None:
    some, other = (DocumentEvidence(said("Interview"), {"a": [Placed(box, "Interview")]}) for box in (BLOCK, HALF))
    assert some.told() != other.told() and some.told()[:-1] == said("Interview").told()


def tall_block(text: str, *shown: str, more: Sequence[Placed] = ()) -> PlacedTexts:
    """A block of which more shows than its lines need: only places tell."""
    placed, lines = around()
    lines += [line(one, 42, 102 + 18 * i) for i, one in enumerate(shown)]
    reading = Reading(WIDTH, HEIGHT, tuple(lines))
    block = Placed((40, 100, 240, 250), text)
    return PlacedTexts(lambda _: drawn(), [reading], said(text), {0: [block, *placed, *more]})


@pytest.mark.parametrize(
    ("x", "down", "follows"),
    [(42, 16, True), (42, 17, False), (56, 4, True), (57, 4, False), (40, 4, True)],
)
def test_how_near_the_next_line_of_a_text_stands(x: int, down: int, follows: bool) -> None:
    texts = tall_block("Interview\nRoom Fjord", "Interview")
    half = (x, 116 + down, x + 60, 124 + down)
    assert (texts.in_clear(0, cut(half)) is not None) is follows


@pytest.mark.parametrize(("down", "first"), [(16, True), (17, False)])
def test_how_near_the_first_line_of_a_text_stands(down: int, first: bool) -> None:
    texts = tall_block("Room Fjord")
    assert (texts.in_clear(0, cut((42, 100 + down, 110, 108 + down))) is not None) is first


@pytest.mark.parametrize(("badge", "alone"), [("ABC", True), ("ABCD", False)])
def test_how_much_of_a_text_may_stand_in_elements_of_its_own(badge: str, alone: bool) -> None:
    text = f"{badge}\nInterview\nRoom"  # of 16 and 17 letters
    texts = tall_block(text, "Interview", more=[Placed((10, 100, 60, 118), badge)])
    assert (texts.in_clear(0, cut((42, 120, 80, 128))) is not None) is alone


@pytest.mark.parametrize(("below", "hidden"), [(122, False), (123, True)])
def test_another_line_over_a_hidden_one_is_no_part_of_it(below: int, hidden: bool) -> None:
    text = "Interview\nVial"
    image = drawn(("Interview", 42, 100), ("Vial", 42, 118), cut=(40, 100, 240, 240))
    placed, lines = around()
    reading = Reading(WIDTH, HEIGHT, (*lines, line("Interview", 42, 102)))
    texts = PlacedTexts(lambda _: image, [reading], said(text), {0: [Placed((40, 100, 240, 140), text), *placed]})
    over = (42, below, 70, below + 20)  # half of it or less lies above 132, where the hidden line ends
    assert bool(texts.hidden(0, [], [*read_boxes(texts), over])) is hidden


def test_a_letter_is_no_part_of_a_hidden_text_and_two_are() -> None:
    assert [f.value for f in single("Sune Holm", "Su").hidden(0, [], [(40, 20, 90, 34)]) if f.value] == ["Su"]
    assert [f.value for f in single("Sune Holm", "S").hidden(0, [], [(40, 20, 90, 34)]) if f.value] == []


def test_only_the_nearest_states_are_asked() -> None:
    texts = single("Regional Buyer", "Regional Buyer")
    part = weak("Regional B", 1.0, (42, 100, 110, 120))
    far: dict[int, Sequence[Placed]] = {state: () for state in range(1, STATES)}
    others = PlacedTexts(texts.images, [*texts.readings] * 9, texts.said, {**far, 0: texts.placed[0]})
    assert others.in_clear(STATES, part) is not None
    others.placed = {**far, STATES: (), 0: texts.placed[0]}
    assert others.in_clear(STATES, part) is None
