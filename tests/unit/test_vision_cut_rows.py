"""Rows that the edge of a frame cuts through are told by the list that they go on."""

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


def names(shifts: tuple[int, ...] = (0, 0, 0)) -> list[ImageFinding]:
    """The first three, found."""
    return [
        ImageFinding((LEFT, y, LEFT + 100, y + TALL), Kind.PERSON, 0.9, "test", NAMES[i], Source.MODEL)
        for i, y in enumerate(TOP + PITCH * i + shift for i, shift in enumerate(shifts))
    ]


DISCS = [
    ImageFinding((20, y, 49, y + 29), Kind.PERSON, 0.9, "initials", "X", Source.PICTURE)
    for y in (TOP + PITCH * i - 6 for i in range(3))
]
NEXT = TOP + PITCH * 3


def boxes(height: int, found: list[ImageFinding]) -> list[Box]:
    return [f.box for f in cut_rows(page(height), found)]


def test_what_the_edge_leaves_of_a_name_and_of_a_disc_is_hidden() -> None:
    found = cut_rows(page(NEXT + 10), [*names(), *DISCS])
    disc, name = sorted(found)
    assert disc.box[0] == 20 and disc.box[2] == 49 and disc.source is Source.PICTURE and not disc.value
    assert name.box[0] == LEFT and LEFT + 80 < name.box[2] < LEFT + 120, "as far as the name goes, not to the hour"
    assert name.source is Source.UNREAD and not name.value
    assert all(f.box[3] == NEXT + 10 and f.box[1] <= NEXT for f in found)


def test_the_upper_edge_cuts_as_the_lower_one_does() -> None:
    image = page(NEXT + 10)[::-1]
    height = image.shape[0]
    turned = [replace(f, box=(f.box[0], height - f.box[3], f.box[2], height - f.box[1])) for f in [*names(), *DISCS]]
    found = cut_rows(np.ascontiguousarray(image), turned)
    assert len(found) == 2 and all(f.box[1] == 0 and f.box[3] >= 10 for f in found)


@pytest.mark.parametrize(("shows", "hidden"), [(LEAST - 1, False), (LEAST, True), (TALL - 1, True), (TALL, False)])
def test_only_a_row_that_is_cut_is_told_so(shows: int, hidden: bool) -> None:
    image = page(400)[: NEXT + shows]
    image[NEXT:, LEFT : LEFT + 90] = 30  # ink from its first row on
    assert bool(cut_rows(image, names())) == hidden


@pytest.mark.parametrize(("shift", "hidden"), [(UNEVEN // 2, True), (UNEVEN // 2 + 1, False)])
def test_items_stand_at_one_distance(shift: int, hidden: bool) -> None:
    assert bool(boxes(NEXT + 10, names((0, shift, 0)))) == hidden


def test_fewer_items_other_edges_and_other_kinds_are_no_list_of_people() -> None:
    assert boxes(NEXT + 10, names()[-ITEMS + 1 :]) == []
    one, *rest = names()
    assert boxes(NEXT + 10, [replace(one, box=(LEFT + 30, *one.box[1:])), *rest]) == []
    assert boxes(NEXT + 10, [replace(f, kind=Kind.ID) for f in names()]) == []
    assert boxes(NEXT + 10, [replace(f, source=Source.UNREAD) for f in names()]) == []


def test_where_nothing_stands_or_all_is_hidden_nothing_is_added() -> None:
    image = page(NEXT + 10)
    image[NEXT - 8 :] = 250
    assert cut_rows(image, [*names(), *DISCS]) == []
    (name,) = boxes(NEXT + 10, names())
    assert boxes(NEXT + 10, [*names(), ImageFinding(name, Kind.COMPANY, 0.9, "test", "Marsh")]) == []
