"""Boundaries of reading screens that need no net: scrolling, stretches, tiles, contrast, batches, mosaics, faces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from redaction.findings import Kind, TextFinding
from redaction.page.boxes import area, common
from redaction.page.reading import Line
from redaction.screens.frames.scrolling import distance, remains, scrolled
from redaction.screens.frames.workers import _searched, _stretches
from redaction.screens.ocr.detect import Spot, _merge
from redaction.screens.ocr.foreground import _within
from redaction.screens.ocr.reader import _lift, without_nested
from redaction.screens.ocr.recognise import _net, _room
from redaction.screens.pictures.codes import _striped
from redaction.screens.pictures.faces import _small, _windows, grow
from redaction.screens.pictures.photos import Picture, is_avatar, is_badge
from redaction.screens.presidio_plugin import pixels_of
from redaction.screens.redact.ground import ground, paper
from redaction.screens.redact.pixelate import Pixelate
from redaction.screens.span_boxes import merged


def noise(height: int, width: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(("rows", "by"), [(112, 0), (113, 7), (160, 7)])
def test_changes_of_120_rows_may_be_scrolling(rows: int, by: int) -> None:
    """What moved by seven rows changes so many rows more than it is high."""
    before, after = np.full((2, 300, 64, 3), 200, np.uint8)
    before[60 : 60 + rows] = after[67 : 67 + rows] = noise(rows, 64)
    assert distance(before, after, (before != after).any(axis=2)) == by


@pytest.mark.parametrize(
    ("x", "y", "carried"),
    [
        (203, 98, False), (204, 98, True), (96, 98, False), (95, 98, True),
        (150, 109, False), (150, 110, True), (150, 86, False), (150, 85, True),
    ],
)  # fmt: skip
def test_a_line_is_carried_with_four_pixels_around_it(x: int, y: int, carried: bool) -> None:
    before = noise(300, 400)
    after = np.concatenate([before[60:], noise(60, 400, 2)])
    after[y, x] ^= 255
    line = Line("x", (100, 150, 200, 166), (100, 200))
    found = scrolled(before, after, np.ones((300, 400), bool), [line], [(0, 0, 400, 300)])
    assert found is not None and found.by == -60
    assert [moved.box for moved in found.lines] == [(100, 90, 200, 106)] * carried
    assert found.near == () if carried else found.near == ((100, 90, 200, 106),)


def test_every_frame_is_in_one_stretch_and_is_searched_beside_its_neighbours() -> None:
    names = [f"{n:03d}" for n in range(250)]
    shots = {name: Path(name) for name in [*names, "alone"]}
    read = _stretches([names, names[:3]], shots)
    assert [name for part in read for name in part] == [*names, "alone"]
    assert [len(part) for part in read] == [24] * 10 + [10, 1]
    searched = _searched([names], shots)
    assert [own for _, own in searched] == [names[:240], names[240:], ["alone"]]
    assert [beside for beside, _ in searched] == [names[:244], names[236:], ["alone"]]


@pytest.mark.parametrize(
    ("box", "one"),
    [
        ((94, 0, 200, 10), True), ((95, 0, 200, 10), False),  # columns: more than half of the lower height
        ((50, 3, 200, 13), True), ((50, 4, 200, 14), False),  # rows: more than six tenths of it
        ((50, 0, 200, 17), True), ((50, 0, 200, 18), False),  # heights: less than 1.8 times
    ],
)  # fmt: skip
def test_what_two_tiles_saw_of_one_line_is_one(box: tuple[int, int, int, int], one: bool) -> None:
    spots = _merge([Spot((0, 2, 100, 8), (0, 0, 100, 10)), Spot(box, box)])
    assert len(spots) == (1 if one else 2)
    if one:
        assert spots[0].box == (0, 0, 200, max(10, box[3]))


@pytest.mark.parametrize(("contrast", "stretched"), [(7, False), (8, True), (109, True), (110, False)])
def test_pale_text_is_stretched(contrast: int, stretched: bool) -> None:
    crop = np.full((20, 60, 3), 220, np.uint8)
    crop[5:9, 5:50] -= contrast
    lifted = _lift(crop)
    assert (int(lifted.min()), int(lifted.max())) == ((0, 255) if stretched else (220 - contrast, 220))


def test_lines_go_to_a_gpu_together_and_to_a_cpu_alone() -> None:
    assert [_room("cuda", width) for width in (64, 256, 320, 3200, 9000)] == [32, 32, 25, 2, 1]
    assert _room("cpu", 64) == 1
    assert _net("cpu") is _net("cpu"), "recordings that read at the same time share one queue"


def test_a_grey_image_is_taken_as_rgb() -> None:
    grey = noise(4, 6)[..., 0]
    assert pixels_of(grey).shape == (4, 6, 3) and (pixels_of(grey) == grey[..., None]).all()
    assert (pixels_of(np.dstack([noise(4, 6), grey])) == noise(4, 6)).all()


@pytest.mark.parametrize(("side", "cell"), [(48, 8), (96, 16), (12, 4)])
def test_a_picture_becomes_a_mosaic_of_six_cells_a_side(side: int, cell: int) -> None:
    tile = np.arange(side * side, dtype=np.int64).reshape(side, side) * 255 // (side * side)
    made = Pixelate().picture(tile.astype(np.uint8)).astype(int)
    cells = made.reshape(side // cell, cell, side // cell, cell)
    assert (cells == cells[:, :1, :, :1]).all()
    assert (np.diff(cells[:, 0, 0, 0]) > 0).all(), "each row of cells is another one"


@pytest.mark.parametrize(("side", "whole"), [(180, True), (181, False)])
@pytest.mark.parametrize("tall", [True, False])
def test_a_face_grows_to_a_picture_of_four_and_a_half_faces(side: int, whole: bool, tall: bool) -> None:
    box = (100, 100, 140, 100 + side) if tall else (100, 100, 100 + side, 140)
    face = (100, 100, 140, 140)
    grown = grow(face, [Picture(box, 500, 200, 0.5, 0.95, 0.1)], 400, 400)
    assert grown == (box if whole else (86, 84, 154, 150)), "else the head with its hair"


@pytest.mark.parametrize(
    ("right", "fill", "whole"), [(300, 0.6, True), (301, 0.6, False), (300, 0.59, False), (301, 1.0, False)]
)
def test_a_face_grows_to_a_photograph_of_an_eighth_of_the_screen(right: int, fill: float, whole: bool) -> None:
    box = (100, 100, right, 300)
    grown = grow((110, 120, 130, 140), [Picture(box, 500, 200, fill, 0.95, 0.1)], 800, 400)
    assert grown == (box if whole else (103, 112, 137, 145)), "else the head with its hair"


@pytest.mark.parametrize(("side", "whole"), [(96, False), (97, True)])
def test_a_photograph_is_larger_than_avatars_in_a_column(side: int, whole: bool) -> None:
    box = (100, 100, 100 + side, 300)
    grown = grow((110, 120, 130, 140), [Picture(box, 500, 200, 1.0, 0.95, 0.1)], 800, 400)
    assert grown == (box if whole else (103, 112, 137, 145)), "else the head with its hair"


@pytest.mark.parametrize(("gap", "shows"), [(2, False), (3, True)])
def test_foreground_within_three_pixels_of_a_line_is_the_lines(gap: int, shows: bool) -> None:
    """Left of a line that moved here stands a stroke, one pixel wide, that did not change."""
    after = np.full((60, 200, 3), 255, np.uint8)
    line = Line("x", (100, 20, 140, 36), (100, 140))
    after[20:36, 100 - gap - 1] = 0
    gone = (80, 16, 100, 40)
    assert remains(after, np.zeros((60, 200), bool), [gone], [line]) == [gone] * shows


@pytest.mark.parametrize(("bottom", "together"), [(1140, True), (1141, False)])
def test_pictures_are_searched_together_up_to_640_pixels_a_side(bottom: int, together: bool) -> None:
    assert _small((0, 500, 600, 700), (100, 900, 640, bottom)) is together


def test_of_a_large_picture_what_is_like_a_photo_in_the_changed_part_is_searched_again() -> None:
    image = np.full((600, 600, 3), 90, np.uint8)
    image[200:300, 200:300] = noise(100, 100)
    wallpaper = Picture((0, 0, 600, 600), 500, 200, 1.0, 0.95, 0.1)
    (window,) = _windows(image, wallpaper.box, [wallpaper], [(180, 180, 320, 320)])
    assert common(window, (200, 200, 300, 300)) == (200, 200, 300, 300) and area(window) < area(wallpaper.box)
    assert _windows(image, wallpaper.box, [wallpaper], [(400, 400, 520, 520)]) == []


@pytest.mark.parametrize(("side", "badge"), [(17, False), (18, True), (180, True), (181, False)])
def test_a_badge_has_18_to_180_pixels_a_side(side: int, badge: bool) -> None:
    assert is_badge(Picture((0, 0, side, side), 3, 3, 1.0, 0.1, 0.8)) is badge


@pytest.mark.parametrize(("height", "code"), [(11, False), (12, True)])
def test_a_bar_code_is_twelve_pixels_high(height: int, code: bool) -> None:
    bars = np.tile(np.repeat(np.array([0, 255], np.uint8), 3), (height, 20))
    assert _striped(bars, (0, 0, 120, height)) is code


@pytest.mark.parametrize(("rise", "plain"), [(8, True), (9, False)])
def test_a_row_beside_a_box_is_plain_ground_up_to_a_difference_of_eight(rise: int, plain: bool) -> None:
    image = np.full((10, 60, 3), 100, np.uint8)
    image[:, ::2] += np.uint8(rise)
    paper_colour = np.full(3, 112, np.uint8)
    out = ground(image, np.zeros((10, 60), bool), (20, 2, 40, 8), (20, 2, 40, 8), paper_colour, 20)
    assert (out == (100 + rise // 2 if plain else 112)).all()


@pytest.mark.parametrize(("box", "colour"), [((60, 30, 160, 40), 200), ((60, 20, 70, 60), 120)])
def test_the_paper_of_a_box_is_what_is_beside_it_where_it_is_around_it_too(
    box: tuple[int, int, int, int], colour: int
) -> None:
    """A band of 120 is as high as the box: of the ring around a wide one it is a twelfth, around a high one a half."""
    image = np.full((80, 240, 3), 200, np.uint8)
    image[box[1] : box[3]] = 120
    assert (paper(image, np.zeros((80, 240), bool), box) == colour).all()


@pytest.mark.parametrize(("x", "boxes"), [(214, 1), (215, 2)])
def test_a_box_of_which_more_than_85_hundredths_lie_in_another_is_none_of_its_own(x: int, boxes: int) -> None:
    assert len(without_nested([(100, 10, 300, 30), (x, 12, x + 100, 28)])) == boxes


def test_foreground_may_end_at_the_edge_of_the_screen() -> None:
    assert _within(np.ones(5, bool), 2, 5) == (0, 5)
    assert _within(np.array([1, 0, 1, 1, 0, 1], bool), 2, 4) == (2, 4)


def test_of_findings_equally_sure_the_longer_one_names_the_kind() -> None:
    item = Line("a" * 20, (0, 0, 200, 20), tuple(range(0, 210, 10)))
    company, person = (TextFinding(0, 1, kind, 0.9, "test") for kind in (Kind.COMPANY, Kind.PERSON))
    for end, kind in ((12, Kind.COMPANY), (20, Kind.PERSON)):
        ((_, _, finding),) = merged(item, [(0, 10, company), (5, end, person)])
        assert finding.kind is kind


@pytest.mark.parametrize(("pair", "smooth", "avatar"), [(0.3, 0.21, True), (0.3, 0.22, False), (0.51, 0.0, False)])
def test_what_two_colours_and_colour_runs_make_up_is_no_photo(pair: float, smooth: float, avatar: bool) -> None:
    shape = Picture((0, 0, 30, 30), 200, 120, 1.0, 0.95, 0.1, pair=pair, smooth=smooth)
    assert is_avatar(shape) is avatar
