"""Pictures that the edge of a frame cuts through are told by the list that they go on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.screens.frames.cut_rows import ITEMS, LEAST, UNEVEN, cut_rows

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
NAMES = ["Helena Marsh", "Otto Brandt", "Priya Dale", "Wanda Quist"]
PITCH, TALL, TOP, LEFT = 46, 18, 40, 60


def page(height: int) -> np.ndarray:
    """Four names below each other, with a disc before each, on a frame that ends after so many px."""
    image = Image.new("RGB", (400, height), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    for i, name in enumerate(NAMES):
        y = TOP + PITCH * i
        draw.ellipse((20, y - 6, 48, y + 22), fill=(140, 60, 40))
        draw.text((LEFT, y), name, font=FONT, fill=(30, 30, 30))
        draw.text((LEFT + 250, y), "13:20", font=FONT, fill=(30, 30, 30))
    return np.array(image)


def names() -> list[ImageFinding]:
    """The first three, found."""
    return [
        ImageFinding((LEFT, y, LEFT + 100, y + TALL), Kind.PERSON, 0.9, "test", NAMES[i], Source.MODEL)
        for i, y in enumerate(TOP + PITCH * i for i in range(3))
    ]


DISC = 29


def discs(shifts: tuple[int, ...] = (0, 0, 0)) -> list[ImageFinding]:
    """The discs of the first three, found."""
    return [
        ImageFinding((20, y, 20 + DISC, y + DISC), Kind.PERSON, 0.9, "initials", "X", Source.PICTURE)
        for y in (TOP + PITCH * i - 6 + shift for i, shift in enumerate(shifts))
    ]


NEXT = TOP + PITCH * 3 - 6


def boxes(height: int, found: list[ImageFinding]) -> list[Box]:
    return [f.box for f in cut_rows(page(height), found)]


def test_what_the_edge_leaves_of_a_disc_is_hidden() -> None:
    (disc,) = cut_rows(page(NEXT + 16), [*names(), *discs()])
    assert (disc.box[0], disc.box[2], disc.box[3]) == (20, 20 + DISC, NEXT + 16) and disc.box[1] <= NEXT
    assert disc.source is Source.PICTURE and not disc.value


def test_the_upper_edge_cuts_as_the_lower_one_does() -> None:
    image = page(NEXT + 16)[::-1]
    height = image.shape[0]
    turned = [replace(f, box=(f.box[0], height - f.box[3], f.box[2], height - f.box[1])) for f in discs()]
    (found,) = cut_rows(np.ascontiguousarray(image), turned)
    assert found.box[1] == 0 and found.box[3] >= 16


@pytest.mark.parametrize(("shows", "hidden"), [(LEAST - 1, False), (LEAST, True), (DISC - 1, True), (DISC, False)])
def test_only_a_row_that_is_cut_is_told_so(shows: int, hidden: bool) -> None:
    image = page(400)[: NEXT + shows]
    image[NEXT:, 24:44] = 30  # a picture from its first row on
    assert bool(cut_rows(image, discs())) == hidden


@pytest.mark.parametrize(("shift", "hidden"), [(UNEVEN // 2, True), (UNEVEN // 2 + 1, False)])
def test_items_stand_at_one_distance(shift: int, hidden: bool) -> None:
    assert bool(boxes(NEXT + 16, discs((0, shift, 0)))) == hidden


def test_fewer_items_other_edges_texts_and_other_kinds_are_no_list_of_pictures() -> None:
    assert boxes(NEXT + 16, discs()[-ITEMS + 1 :]) == []
    one, *rest = discs()
    assert boxes(NEXT + 16, [replace(one, box=(50, *one.box[1:])), *rest]) == []
    assert boxes(NEXT + 16, [replace(f, kind=Kind.ID) for f in discs()]) == []
    assert boxes(NEXT + 16, [replace(f, source=Source.UNREAD) for f in discs()]) == []
    assert boxes(NEXT + 16, names()) == []


def test_where_nothing_stands_or_all_is_hidden_nothing_is_added() -> None:
    image = page(NEXT + 16)
    image[NEXT - 8 :] = 250
    assert cut_rows(image, discs()) == []
    (disc,) = boxes(NEXT + 16, discs())
    assert boxes(NEXT + 16, [*discs(), ImageFinding(disc, Kind.FACE, 0.9, "test")]) == []


@pytest.mark.parametrize("shows", [LEAST - 1, LEAST, 16, DISC - 1])
def test_the_edge_of_a_list_cuts_as_that_of_a_frame_does(shows: int) -> None:
    image = page(400)
    image[NEXT + shows :] = (40, 70, 140)  # a bar below the list
    image[NEXT : NEXT + shows, 24:44] = (140, 60, 40)
    found = cut_rows(image, discs())
    assert [f.box[3] for f in found] == ([NEXT + shows] if shows >= LEAST else [])
    assert cut_rows(np.ascontiguousarray(page(400)), discs()) == [], "a list without an edge"


@pytest.mark.parametrize(
    ("row", "to", "hidden"),
    [
        (LEAST - 1, 400, False),
        (LEAST, 400, True),
        (16, 400, True),  # on one side of the column alone
        (DISC - UNEVEN - 1, 400, True),
        (DISC - UNEVEN, 400, False),
        (16, 20 + 2 * DISC, True),
        (16, 20 + 2 * DISC - 1, False),  # what is shorter is no rule, but part of a letter
    ],
)
def test_a_rule_through_the_place_of_a_picture_is_the_edge_of_a_list(row: int, to: int, hidden: bool) -> None:
    image = page(400)
    image[NEXT + row :] = 250  # a bar of the same ground below the rule
    image[NEXT : NEXT + row, 24:44] = (140, 60, 40)
    image[NEXT + row, 20 + DISC : to] = 210
    assert [f.box[3] for f in cut_rows(image, discs())] == [NEXT + row] * hidden


@pytest.mark.parametrize(("left", "hidden"), [(24, False), (60, True)])
def test_a_heading_over_a_list_is_no_picture(left: int, hidden: bool) -> None:
    image = page(NEXT + 16)
    assert bool(cut_rows(image, discs(), [(left, NEXT + 2, left + 100, NEXT + 14)])) is hidden


def test_a_column_as_wide_as_the_frame_is_cut_by_the_frame_alone() -> None:
    narrow = np.ascontiguousarray(page(NEXT + 16)[:, 20 : 20 + DISC])
    found = [replace(f, box=(0, f.box[1], DISC, f.box[3])) for f in discs()]
    assert [f.box[3] for f in cut_rows(narrow, found)] == [NEXT + 16]
