"""Pictures of frames that follow one another are those that each frame by itself would give."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from skimage import data

from redaction.findings import Box
from redaction.screens.frames import picture_tracks as seen
from redaction.screens.frames.picture_tracks import SeenPictures
from redaction.screens.pictures.photos import pictures

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)


def frame(typed: str, *, cursor: tuple[int, int] | None = None, face: bool = True) -> tuple[np.ndarray, list[Box]]:
    """A form beside a profile picture and a badge; the boxes of what is written."""
    page = Image.new("RGB", (900, 500), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 900, 46), fill=(40, 70, 140))
    draw.rectangle((300, 200, 700, 240), fill=(255, 255, 255), outline=(180, 180, 190))
    draw.ellipse((60, 100, 108, 148), fill=(120, 60, 160))
    if face:
        page.paste(Image.fromarray(data.astronaut()[0:220, 120:340]).resize((64, 64)), (60, 200))
    text = []
    for at, words in (((310, 210), typed), ((310, 170), "Remark")):
        draw.text(at, words, font=FONT, fill=(30, 30, 30))
        if words:
            x0, y0, x1, y1 = draw.textbbox(at, words, font=FONT)
            text.append((int(x0), int(y0), int(x1), int(y1)))
    if cursor:
        x, y = cursor
        draw.polygon([(x, y), (x, y + 18), (x + 5, y + 14), (x + 12, y + 14)], fill=(0, 0, 0))
    return np.array(page), text


FRAMES = [
    frame(""),
    frame("Call"),
    frame("Called back"),
    frame("Called back", cursor=(500, 300)),
    frame("Called", cursor=(70, 210)),
    frame("Called", face=False),
    frame("Called"),
]


def test_a_frame_shows_the_pictures_it_would_show_alone() -> None:
    memory = SeenPictures()
    for image, text in FRAMES:
        assert memory.on(image, text) == pictures(image, text)


def test_typing_alone_does_not_start_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = SeenPictures()
    memory.on(*FRAMES[0])
    searched: list[int] = []
    monkeypatch.setattr(seen, "pictures", lambda image, text: searched.append(1) or pictures(image, text))
    for image, text in FRAMES[1:3]:
        assert memory.on(image, text) == pictures(image, text)
    assert searched == []
    memory.on(*FRAMES[4])
    assert searched == [1], "the pointer over the face"


def test_a_picture_that_was_under_a_line_is_found() -> None:
    """Nothing but the text boxes differ: a line that is no longer read uncovers what it hid from the search."""
    image, text = FRAMES[0]
    hiding = [*text, (50, 190, 140, 280)]
    memory = SeenPictures()
    assert len(memory.on(image, hiding)) < len(memory.on(image, text))
