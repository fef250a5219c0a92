"""A name that shines through what fades over it is found; other text in its place is not taken for it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind, Source
from redaction.screens.frames.fading import ALIKE, FADED, FAINTEST, LEAST, LONG, shining
from redaction.screens.frames.propagate import propagated

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
TALL = 18


def line(text: str, paper: int = 250, ink: int = 30) -> np.ndarray:
    """A line of text, 18 px high."""
    image = Image.new("RGB", (round(FONT.getlength(text)) + 4, TALL), (paper,) * 3)
    ImageDraw.Draw(image).text((2, 0), text, font=FONT, fill=(ink,) * 3)
    return np.array(image)


def under(image: np.ndarray, opacity: float, other: int = 255) -> np.ndarray:
    """What is left of it under something of one colour."""
    return np.rint(image * (1 - opacity) + other * opacity).astype(np.uint8)


NAME = line("Nour al-Huda Al-Zahrouni")
WIDE = NAME.shape[1]


@pytest.mark.parametrize("opacity", [0.2, 0.5, 0.9])
def test_a_name_under_a_dialog_that_fades_in_is_found(opacity: float) -> None:
    assert list(shining(NAME, under(NAME, opacity))) == [(0, WIDE)]
    assert list(shining(under(NAME, 0.3), under(NAME, max(0.5, opacity)))) == [(0, WIDE)]


def test_what_stays_what_gets_stronger_and_what_is_gone_is_judged_elsewhere() -> None:
    assert list(shining(NAME, NAME)) == []
    assert list(shining(NAME, under(NAME, (1 - FADED) / 2))) == []
    assert list(shining(under(NAME, 0.5), NAME)) == []
    assert list(shining(NAME, under(NAME, 1.0))) == []
    level = FAINTEST / float(NAME.mean(axis=2).std())
    assert list(shining(NAME, under(NAME, 1 - 0.4 * level))) == []
    assert list(shining(NAME, under(NAME, 1 - 3 * level))) == [(0, WIDE)]
    assert list(shining(np.full_like(NAME, 250), under(NAME, 0.5))) == []
    assert list(shining(NAME[:0], NAME[:0])) == list(shining(NAME[:, :0], NAME[:, :0])) == []


def test_other_text_and_a_letter_or_two_are_not_taken_for_it() -> None:
    other = np.full_like(NAME, 250)
    words = line("Office Coordinator, Treasury")[:, :WIDE]
    other[:, : words.shape[1]] = words
    assert list(shining(NAME, other)) == list(shining(NAME, under(other, 0.4))) == []
    piece = round(WIDE / max(1, round(WIDE / (LONG * TALL))))
    for pieces, found in ((LEAST - 1, False), (LEAST, True)):
        begun = np.full_like(NAME, 250)
        begun[:, : pieces * piece + 1] = under(NAME, 0.4)[:, : pieces * piece + 1]
        assert bool(list(shining(NAME, begun))) is found
    short = line("Rim")
    assert list(shining(short, under(short, 0.4))) == [(0, short.shape[1])], "all that there is of it"


def test_letters_on_letters_are_told_by_how_they_correlate() -> None:
    rng = np.random.default_rng(5)
    for share, found in ((0.3, True), (1.5, False)):
        noise = rng.normal(0, share * float(under(NAME, 0.5).std()), NAME.shape[:2])[..., None]
        mixed = np.clip(under(NAME, 0.5, 128) + noise, 0, 255).astype(np.uint8)
        there = np.corrcoef(NAME.mean(axis=2).ravel(), mixed.mean(axis=2).ravel())[0, 1]
        assert bool(there > ALIKE) is found
        assert bool(list(shining(NAME, mixed))) is found


def test_it_is_carried_over_the_frames_of_a_fading_dialog_and_no_further() -> None:
    frames = [np.full((60, WIDE + 40, 3), 250, dtype=np.uint8) for _ in range(5)]
    for image, opacity in zip(frames, (0.0, 0.0, 0.4, 0.8, 1.0), strict=True):
        image[20 : 20 + TALL, 20 : 20 + WIDE] = under(NAME, opacity, 250)
    box = (20, 20, 20 + WIDE, 20 + TALL)
    own = [ImageFinding(box, Kind.PERSON, 0.9, "test", "Nour al-Huda Al-Zahrouni", Source.REGISTRY)]
    found = propagated(lambda i: frames[i], [own, own, [], [], []])
    assert [[f.box for f in some] for some in found] == [[box], [box], [box], [box], []]
    found = propagated(lambda i: frames[4 - i], [[], [], [], own, own])
    assert [[f.box for f in some] for some in found] == [[], [box], [box], [box], [box]]
