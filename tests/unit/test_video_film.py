"""The second reader of a released video: every picture, what is new on each, and whether a still one is one of them."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from benchmarks.recording_frames import font, frame, people, recording
from redaction.capture.images import Pixels
from redaction.video.encode import encode_film
from tests.films import boxes, film, screen
from tests.unit.test_mp4 import PARENTS, put_in
from validation.files.mp4 import mp4_problems
from validation.leaks.read_screens import read_screen
from validation.reading.film import (
    FLOOR,
    LEAST,
    NEW,
    STILL,
    NoFilm,
    changed_blocks,
    changed_canvases,
    film_frames,
    frame_differs,
)


def made(path: Path, *images: Pixels, each: int = 200) -> Path:
    encode_film([(each * n, image) for n, image in enumerate(images)], each * len(images), path)
    return path


def opened(data: bytes) -> Pixels:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image[..., ::-1], np.uint8)


def written(image: Pixels, words: str, at: tuple[int, int] = (40, 100), ink: int = 20, paper: int = 250) -> Pixels:
    page = Image.fromarray(image)
    draw = ImageDraw.Draw(page)
    draw.rectangle((at[0] - 4, at[1] - 4, at[0] + 140, at[1] + 20), fill=(paper,) * 3)
    draw.text(at, words, font=font(12), fill=(ink,) * 3)
    return np.asarray(page, np.uint8)


PAGE = screen("Reference 20418", "Shipped on Friday", width=480, height=320)


def test_every_picture_to_the_end(tmp_path: Path) -> None:
    images = [written(PAGE, f"Order {n}") for n in range(5)]
    seen = list(film_frames(made(tmp_path / "a.mp4", *images)))
    assert [(number, at) for number, at, _ in seen] == [(n + 1, 200 * n) for n in range(5)]
    assert all(not frame_differs(given, shown) for given, (_, _, shown) in zip(images, seen, strict=True))


def test_what_cannot_be_decoded_to_its_end_is_told(tmp_path: Path) -> None:
    path = made(tmp_path / "a.mp4", *(written(PAGE, f"Order {n}") for n in range(5)))
    data = path.read_bytes()
    begin = next(begin for kind, begin, _ in boxes(data) if kind == b"mdat")
    at = begin + (len(data) - begin) // 2
    bad = {
        "cut": data[: len(data) - 40],
        "damaged": data[:at] + bytes(40) + data[at + 40 :],
        "empty": b"",
        "words": b"Maria Keller" * 99,
    }
    for name, broken in bad.items():
        path.write_bytes(broken)
        with pytest.raises(NoFilm) as caught:
            list(film_frames(path))
        assert "Maria" not in str(caught.value) and path.name not in str(caught.value), name
        with pytest.raises(NoFilm):
            list(changed_canvases(path))
    for beside in (film(path, [(0, PAGE)], 400, sound=True), film(path, [(0, PAGE)], 400, second=True)):
        with pytest.raises(NoFilm, match="one track"):
            list(film_frames(beside))


def test_a_picture_that_is_listed_and_missing_is_told(tmp_path: Path) -> None:
    path = made(tmp_path / "a.mp4", *(written(PAGE, f"Order {n}") for n in range(3)))
    data = bytearray(path.read_bytes())
    # a last picture of padding, which decoders pass over
    sizes = data.index(b"stsz") + 16
    last = int.from_bytes(data[sizes + 8 : sizes + 12], "big")
    data[len(data) - last :] = (last - 4).to_bytes(4, "big") + b"\x0c" + b"\xff" * (last - 6) + b"\x80"
    path.write_bytes(bytes(data))
    with pytest.raises(NoFilm):
        list(film_frames(path))


def test_a_picture_that_is_hidden_from_players_is_told(tmp_path: Path) -> None:
    """An edit list leaves the first picture out: it is in the file, and players do not show it."""
    path = made(tmp_path / "a.mp4", *(written(PAGE, f"Order {n}") for n in range(3)))
    data = path.read_bytes()
    edits = struct.pack(">I4sIIIiI", 28, b"elst", 0, 1, 400, 200, 1 << 16)
    path.write_bytes(put_in(data, PARENTS[b"trak"], struct.pack(">I4s", 8 + len(edits), b"edts") + edits))
    with pytest.raises(NoFilm):
        list(film_frames(path))
    assert mp4_problems(path)


def test_pictures_of_one_time_are_told(tmp_path: Path) -> None:
    path = made(tmp_path / "a.mp4", *(written(PAGE, f"Order {n}") for n in range(3)))
    data = bytearray(path.read_bytes())
    at = data.index(b"stts") + 12
    assert struct.unpack_from(">II", data, at) == (3, 200)
    struct.pack_into(">I", data, at + 4, 0)
    path.write_bytes(bytes(data))
    with pytest.raises(NoFilm):
        list(film_frames(path))


def test_a_canvas_shows_the_whole_line_that_changed_and_nothing_else(tmp_path: Path) -> None:
    images = [written(PAGE, words) for words in ("Mar", "Maria Kel", "Maria Keller", "Maria Keller")]
    canvases = list(changed_canvases(made(tmp_path / "a.mp4", *images)))
    assert [number for number, _ in canvases] == [1, 2, 3]
    first, *others = (opened(data) for _, data in canvases)
    assert not frame_differs(images[0], first)
    for image, canvas in zip(images[1:], others, strict=False):
        assert canvas.shape == image.shape
        # the line, from its first letter on, as the picture shows it
        assert not frame_differs(image[96:124, 36:180].copy(), canvas[96:124, 36:180].copy())
        assert (canvas[:70] == canvas[0, 0]).all() and (canvas[140:] == canvas[0, 0]).all()
    assert "Maria Keller" in (read_screen(canvases[2][1]) or "")
    assert "Reference" in (read_screen(canvases[0][1]) or "") and "Reference" not in (read_screen(canvases[2][1]) or "")


def test_another_page_is_shown_whole(tmp_path: Path) -> None:
    other = screen("Customer", "Amount", width=480, height=320, paper=60, ink=240)
    (_, _), (number, data) = changed_canvases(made(tmp_path / "a.mp4", PAGE, other))
    assert number == 2 and not frame_differs(other, opened(data))


def test_a_slow_fade_adds_up_until_it_is_shown(tmp_path: Path) -> None:
    steps = [written(PAGE, "Maria Keller", ink=250 - 4 * n) for n in range(31)]
    canvases = dict(changed_canvases(made(tmp_path / "a.mp4", *steps)))
    assert 2 not in canvases and len(canvases) > 3
    # The letters are shown before the reader could read them: it sees steps of 20 and more.
    assert min(number for number in canvases if number > 1) <= 5
    assert "Keller" in (read_screen(canvases[max(canvases)]) or "")


def test_key_pictures_of_a_still_screen_show_nothing(tmp_path: Path) -> None:
    """Pictures on which only a small clock runs: the encoder begins anew once."""
    still = frame(people(30), 0)[:540, :960].copy()
    images = []
    for n in range(64):
        image = still.copy()
        image[8:40, 900 : 900 + n % 40] = 220
        images.append(image)
    shown = 0
    for number, data in changed_canvases(made(tmp_path / "a.mp4", *images)):
        canvas = opened(data)
        if number > 1:
            shown += int((np.abs(canvas[80:].astype(int) - canvas[539, 959]).max(axis=2) > 8).any())
    assert shown <= 1


@pytest.mark.parametrize("ink", [50, 150, 200, 220])
def test_a_still_picture_with_another_name_is_not_the_one_that_is_shown(tmp_path: Path, ink: int) -> None:
    pairs = [("Maria Keller", "Maria Kellen"), ("Tim Ochs", "Tom Ochs"), ("Anna Berg", "Otto Frey")]
    for some, other in pairs:
        one, two = (written(PAGE, words, ink=ink, paper=255) for words in (some, other))
        ((_, _, seen),) = film_frames(made(tmp_path / "a.mp4", one))
        assert not frame_differs(one, seen)
        assert frame_differs(two, seen), (some, other)


def test_pages_of_a_desktop_are_what_their_film_shows(tmp_path: Path) -> None:
    images = [image for _, image in recording()][::5]
    for given, (_, _, shown) in zip(images, film_frames(made(tmp_path / "a.mp4", *images)), strict=True):
        assert not frame_differs(given, shown)


def test_sizes_of_still_pictures(tmp_path: Path) -> None:
    odd = np.ascontiguousarray(PAGE[:179, :317])
    ((_, _, seen),) = film_frames(made(tmp_path / "a.mp4", odd))
    assert seen.shape == (180, 318, 3)
    assert not frame_differs(odd, seen)
    for height, width in ((178, 317), (179, 316), (180, 320), (182, 317)):
        assert frame_differs(np.ascontiguousarray(PAGE[:height, :width]), seen), (height, width)


def test_thresholds_at_their_boundaries() -> None:
    plain = np.full((96, 128, 3), 250, np.uint8)
    # On plain ground the contrast is the difference itself: 10 <= 8 + 0.2 * 10 and 11 > 8 + 0.2 * 11.
    assert (FLOOR, NEW, STILL, LEAST) == (8, 0.2, 0.15, 3)
    for by, count, noticed in ((10, 9, False), (11, 3, True), (11, 2, False)):
        other = plain.copy()
        other[40, 36 : 36 + count, 1] -= by
        assert bool(changed_blocks(plain, other, NEW).any()) is noticed, (by, count)
    # Beside an edge of 200 up to 8 + 40 are the codec's.
    edge = plain.copy()
    edge[:, 44:] = 50
    for by, noticed in ((48, False), (49, True)):
        other = edge.copy()
        other[40, 40:43, 1] -= by
        assert bool(changed_blocks(edge, other, NEW).any()) is noticed, by
    where = np.argwhere(changed_blocks(plain, np.where(np.mgrid[:96, :128][1][..., None] < 16, plain - 90, plain), NEW))
    assert set(where[:, 1]) == {0} and set(where[:, 0]) == set(range(6))
    # A still picture is compared by means of 3 × 3 px: 9 <= 8 + 0.15 * 9 and 10 > 8 + 0.15 * 10 ...
    for by, noticed in ((9, False), (10, True)):
        other = plain.copy()
        other[35:45, 35:45] -= by
        assert frame_differs(plain, other) is noticed, by
    # ... and of three rows of so many px, two fewer are means of nothing but them.
    for width, noticed in ((4, False), (5, True)):
        other = plain.copy()
        other[36:39, 36 : 36 + width] = 250 - 13
        assert frame_differs(plain, other) is noticed, width
