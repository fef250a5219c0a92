"""Crops and thumbnails: what they show, and that they keep within the screen."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from redaction.findings import Box
from release.review.overview import STANDING_CROPS, STANDS, least_certain, to_look_at
from release.review.pictures import crop, thumbnail, window
from tests.review_fixture import make_build, open_session
from tests.scrubbed_fixture import picture, png


@pytest.mark.parametrize(
    ("box", "shown"),
    [
        ((400, 300, 420, 310), (280, 257, 540, 353)),  # a small one: the least size, in the middle
        ((400, 300, 700, 310), (360, 257, 740, 353)),  # a wide one: with something on either side
        ((0, 0, 20, 10), (0, 0, 260, 96)),
        ((780, 590, 800, 600), (540, 504, 800, 600)),
        ((0, 0, 800, 600), (0, 0, 800, 600)),
    ],
)
def test_a_crop_shows_what_is_around_and_stays_on_the_screen(box: Box, shown: Box) -> None:
    assert window(box, (800, 600)) == shown


def test_a_crop_is_cut_where_it_says() -> None:
    image = picture(3, (240, 320))
    cut = np.asarray(Image.open(io.BytesIO(crop(png(image), (30, 40, 130, 90), (320, 240)))))
    assert np.array_equal(cut, image[40:90, 30:130])
    half = np.asarray(Image.open(io.BytesIO(crop(png(image), (15, 20, 65, 45), (160, 120)))))
    assert half.shape == (25, 50, 3), "given in the pixels of the screen, whatever the file has"


def test_a_thumbnail_is_small_and_whole() -> None:
    small = Image.open(io.BytesIO(thumbnail(png(picture(1, (480, 800))))))
    assert small.format == "JPEG" and small.size == (240, 144)


def test_the_least_certain_come_first_whatever_the_order() -> None:
    def found(*scores: float) -> dict[str, object]:
        boxes = [{"box": [0, 0, 9, 9 + n], "kind": "person", "score": s} for n, s in enumerate(scores)]
        return {"boxes": boxes}

    boxes = {"a": found(0.9, 0.2), "b": found(0.5), "c": found()}
    assert [(n, score) for n, _, _, score in least_certain(["a", "b", "c"], boxes)] == [(0, 0.2), (1, 0.5), (0, 0.9)]
    turned = least_certain(["c", "b", "a"], boxes)
    assert [(n, score) for n, _, _, score in turned] == [(2, 0.2), (1, 0.5), (2, 0.9)]


def test_what_stands_comes_before_what_was_hidden_the_likeliest_first() -> None:
    hidden = [{"box": [0, 0, 9, 9], "kind": "person", "score": 0.2}]
    boxes = {
        "a": {
            "boxes": hidden,
            "standing": [{"box": [5, 0, 9, 9], "chance": 0.03}, {"box": [1, 0, 9, 9], "chance": 0.2}],
        },
        "b": {"boxes": [], "standing": [{"box": [2, 0, 9, 9], "chance": 0.07}]},
        "c": {"boxes": []},
    }
    told = to_look_at(["c", "b", "a"], boxes)
    assert [(n, kind, score) for n, _, kind, score in told] == [
        (2, STANDS, 0.2),
        (1, STANDS, 0.07),
        (2, STANDS, 0.03),
        (2, "person", 0.2),
    ]
    assert to_look_at(["a", "b"], boxes)[0][1] == (1, 0, 9, 9)


def test_so_many_words_that_stand_are_offered() -> None:
    one = [{"box": [n, 0, 9, 9], "chance": 0.5} for n in range(401)]
    assert STANDING_CROPS == 400
    assert len(to_look_at(["a"], {"a": {"boxes": [], "standing": one}})) == 400


def test_no_more_than_two_thousand_crops_are_offered() -> None:
    boxes = {"a": {"boxes": [{"box": [0, 0, 9, n + 1], "kind": "person", "score": 0.5} for n in range(2001)]}}
    assert len(least_certain(["a"], boxes)) == 2000


def test_passes_are_whole_pages_and_are_kept(tmp_path: Path) -> None:
    session = open_session(make_build(tmp_path / "out", instances=2), tmp_path / "key")
    assert len(session.findings) == 48
    for first in (-40, 1, 39, 41, 80):
        with pytest.raises(IndexError):
            session.pass_crops(first)
        with pytest.raises(IndexError):
            session.look_at_crops(first)
    session.pass_crops(40)
    assert session.decisions.crops(session.bundle.digest) == {40: (8, 0.0)}
    assert open_session(tmp_path / "out", tmp_path / "key").state()["crops"] == [40], "on another day"
    assert open_session(tmp_path / "out", tmp_path / "key", "Kim").state()["crops"] == []
    for number in (-1, 48):
        with pytest.raises(IndexError):
            session.crop(number, "raw")
    assert session.crop(0, "raw") != session.crop(0, "redacted")
