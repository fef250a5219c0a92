"""What is noise and what is a change, at the boundaries of each threshold; and which frames are kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from benchmarks.recording_frames import font, frame, people
from redaction.capture.images import Pixels, open_image
from redaction.policy import CapturePolicy, DemonstrationPolicy
from redaction.screens.frames.scrolling import differing, distance
from redaction.video.decode import decode_film
from redaction.video.slide import OVERLAP, TALL, slid
from redaction.video.steady import BLOCK, FLOOR, LEAST, steadied
from tests.films import film, screen


def plain(value: int = 250, height: int = 96, width: int = 128) -> Pixels:
    return np.full((height, width, 3), value, np.uint8)


def dotted(image: Pixels, by: int, count: int, y: int = 40, x: int = 40) -> Pixels:
    """`count` px in a row darker in one channel, all within the block that begins at (32, 32)."""
    out = image.copy()
    out[y, x : x + count, 1] -= by
    return out


def test_a_plain_ground_changes_beyond_the_floor_and_its_share_of_contrast() -> None:
    # On plain ground the contrast is the difference itself: 11 <= 8 + 0.3 * 11 and 12 > 8 + 0.3 * 12.
    assert steadied(plain(), dotted(plain(), 11, 8)) is None
    made = steadied(plain(), dotted(plain(), 12, 8))
    assert made is not None and np.array_equal(made, dotted(plain(), 12, 8))
    assert FLOOR == 8 and steadied(plain(), plain(250 - FLOOR)) is None


def test_so_many_pixels_of_one_block_are_a_change() -> None:
    assert LEAST == 4 and BLOCK == 16
    assert steadied(plain(), dotted(plain(), 90, 3)) is None
    assert steadied(plain(), dotted(plain(), 90, 4)) is not None
    # three px here and three there are two blocks with three each
    assert steadied(plain(), dotted(dotted(plain(), 90, 3), 90, 3, x=72)) is None


def test_beside_an_edge_a_change_stands_out_from_the_contrast_around() -> None:
    edge = plain()
    edge[:, 44:] = 50  # a contrast of 200: up to 8 + 60 are noise
    for by, noticed in ((68, False), (69, True)):
        near = dotted(edge, by, 4, x=40)
        assert (steadied(edge, near) is not None) is noticed
    # Four px further the edge is out of sight.
    far = edge.copy()
    far[:, 44:], far[:, 60:] = 250, 50
    assert steadied(far, dotted(far, 12, 4, x=52)) is not None
    assert steadied(far, dotted(far, 12, 4, x=53)) is None


def test_only_blocks_that_changed_are_taken_and_the_rest_stays_to_the_bit() -> None:
    rng = np.random.default_rng(1)
    noisy = (plain().astype(int) + rng.integers(-4, 5, plain().shape)).clip(0, 255).astype(np.uint8)
    noisy[34:46, 34:46] = 20
    made = steadied(plain(), noisy)
    assert made is not None
    inside = np.zeros(made.shape[:2], bool)
    inside[32:48, 32:48] = True
    assert np.array_equal(made[inside], noisy[inside]) and np.array_equal(made[~inside], plain()[~inside])


def test_what_reaches_into_the_next_block_is_taken_with_it() -> None:
    word = plain()
    word[36:44, 36:49] = 20  # one column of eight px lies in the next block
    word[36:44, 48, :] = 236  # ... and is pale
    made = steadied(plain(), word)
    assert made is not None and np.array_equal(made, word)


def test_another_page_is_taken_whole() -> None:
    # 6 × 8 blocks: of 24 changed ones half is not more than half
    for rows, whole in ((48, False), (64, True)):
        other = plain(247)
        other[:rows] = 90
        made = steadied(plain(), other)
        assert made is not None
        assert bool((made == other).all()) is whole


def test_odd_rims_are_blocks_too() -> None:
    small = plain(height=37, width=41)
    other = small.copy()
    other[33:36, 34:40] = 90
    made = steadied(small, other)
    assert made is not None and np.array_equal(made, other)


def test_a_slow_fade_adds_up_against_the_last_kept_frame() -> None:
    kept = plain()
    noticed = []
    for step in range(1, 40):
        made = steadied(kept, plain(250 - step))
        if made is not None:
            noticed.append(step)
            kept = made
    assert noticed == [12, 24, 36]


def _moving() -> list[tuple[int, Pixels]]:
    """Ten seconds of a 1080p desktop: three steps of typing, all else still."""
    rows = people(30)
    return [(at, frame(rows, 0, typed="Called back, asks"[: 4 * (1 + at // 2500)])) for at in range(0, 10_000, 500)]


@pytest.mark.parametrize(
    ("name", "codec", "options"),
    [
        ("a.mp4", "libx264", {"crf": "18", "g": "4"}),
        ("a.mp4", "libx264", {"crf": "28", "g": "4"}),
        ("a.mp4", "libx264", {"crf": "23", "g": "4"}),
        ("a.webm", "libvpx-vp9", {"crf": "33", "b": "0", "deadline": "realtime", "cpu-used": "8", "g": "4"}),
    ],
)
def test_key_frames_of_a_still_screen_are_no_news(
    tmp_path: Path, name: str, codec: str, options: dict[str, str]
) -> None:
    path = film(tmp_path / name, _moving(), 10_000, codec=codec, options=options)
    made = decode_film(path, tmp_path / "frames", DemonstrationPolicy(), CapturePolicy())
    assert [one.at_ms for one in made.frames] == [0, 2500, 5000, 7500]
    images = [open_image(tmp_path / "frames" / one.file) for one in made.frames]
    for before, after in pairwise(images):
        rows, columns = np.nonzero((before != after).any(axis=2))
        # the box that is typed into, to whole blocks
        assert rows.min() >= 570 and rows.max() < 640 and columns.min() >= 1328 and columns.max() < 1480


def _list(first: int) -> Pixels:
    """A page with a list of 12 px lines that begins with a number, beside a column that does not scroll."""
    image = Image.fromarray(screen("Reference", "Customer", "Shipped", width=640, height=480))
    draw = ImageDraw.Draw(image)
    for row in range(16):
        number = first + row
        draw.text(
            (240, 60 + 24 * row),
            f"Order {7310 + 17 * number} {'of the week' * (number % 3)}",
            font=font(12),
            fill=(30,) * 3,
        )
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("crf", ["18", "28"])
def test_what_scrolls_moves_to_the_bit(tmp_path: Path, crf: str) -> None:
    shown = [(400 * n, _list(first)) for n, first in enumerate((0, 1, 3, 2))]
    path = film(tmp_path / "a.mp4", shown, 1600, options={"crf": crf})
    made = decode_film(path, tmp_path / "frames", DemonstrationPolicy(), CapturePolicy())
    images = [open_image(tmp_path / "frames" / one.file) for one in made.frames]
    assert [one.at_ms for one in made.frames] == [0, 400, 800, 1200]
    moves = [distance(a, b, differing(a, b)) for a, b in pairwise(images)]
    assert moves == [-24, -48, 24]
    for (a, b), by in zip(pairwise(images), moves, strict=True):
        inside = slice(120, 380), slice(240, 400)
        above = slice(120 - by, 380 - by), slice(240, 400)
        assert (a[above] == b[inside]).all(axis=2).mean() > 0.9
        assert np.array_equal(a[:, :200], b[:, :200])


def test_only_tall_parts_that_fit_much_better_elsewhere_have_slid() -> None:
    rng = np.random.default_rng(2)
    rows = np.repeat(rng.integers(0, 255, (400, 1, 1), dtype=np.uint8), 64, axis=1).repeat(3, axis=2)
    for by in (1, 37, -37, TALL - OVERLAP):
        kept, frame = rows[100 : 100 + TALL], rows[100 - by : 100 - by + TALL]
        assert slid(kept, frame) == by
        assert slid(kept[1:], frame[1:]) == 0  # one row too few
    kept = rows[100 : 100 + TALL]
    too_far = 100 - (TALL - OVERLAP + 1)
    assert slid(kept, rows[too_far : too_far + TALL]) == 0  # too few rows are seen twice
    assert slid(kept, kept) == 0
    # Beside the list something else may change, but not as much as moved.
    other = np.repeat(rng.integers(0, 255, (2, TALL, 1, 3), dtype=np.uint8), 96, axis=2)
    for width, by in ((32, 20), (96, 0)):
        both = [
            np.concatenate([part, beside[:, :width]], axis=1)
            for part, beside in zip((kept, rows[80:200]), other, strict=True)
        ]
        assert slid(both[0], both[1]) == by, width
    assert slid(kept, rng.integers(0, 255, kept.shape, dtype=np.uint8)) == 0


@pytest.mark.parametrize("ink", [16, 30, 100])
@pytest.mark.parametrize("crf", ["18", "28", "33"])
def test_a_pale_name_that_appears_is_news(tmp_path: Path, crf: str, ink: int) -> None:
    before = screen("Reference", "Customer", width=480, height=320, paper=255)
    image = Image.fromarray(before)
    ImageDraw.Draw(image).text((40, 200), "Maria Keller", font=font(12), fill=(255 - ink,) * 3)
    path = film(tmp_path / "a.mp4", [(0, before), (1000, np.asarray(image))], 3000, options={"crf": crf})
    made = decode_film(path, tmp_path / "frames", DemonstrationPolicy(), CapturePolicy())
    assert [one.at_ms for one in made.frames][:2] == [0, 1000]
    some, other = (open_image(tmp_path / "frames" / one.file) for one in made.frames[:2])
    rows, columns = np.nonzero((some != other).any(axis=2))
    assert rows.min() >= 184 and rows.max() < 224 and columns.min() >= 32 and columns.max() < 144
