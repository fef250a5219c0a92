"""A letter or two of a name that is being typed are hidden, and no other letters that are the same by chance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind, Source
from redaction.screens.frames.noise import changed
from redaction.screens.frames.propagate import propagated
from redaction.screens.frames.shortened import DETECTOR, beginning

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
LEFT, TOP, TALL = 60, 38, 16


def field(text: str, behind: str = "") -> np.ndarray:
    image = Image.new("RGB", (400, 100), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    draw.text((LEFT, TOP), text, font=FONT, fill=(30, 30, 30))
    draw.text((LEFT + 50, TOP), behind, font=FONT, fill=(30, 30, 30))
    return np.array(image)


def wide(text: str) -> int:
    return int(FONT.getlength(text))


def found(text: str = "Gisela") -> ImageFinding:
    box = (LEFT - 2, TOP, LEFT + wide(text) + 2, TOP + TALL)
    return ImageFinding(box, Kind.PERSON, 0.9, "test", text, Source.MODEL)


def begun(after: np.ndarray, finding: ImageFinding, whole: str = "Gisela") -> ImageFinding | None:
    return beginning(after, changed(field(whole), after), finding)


@pytest.mark.parametrize("text", ["G", "Gi", "Gis", "Gisel", "Go"])
def test_a_beginning_is_hidden_with_what_is_typed_by_mistake(text: str) -> None:
    some = begun(field(text), found())
    assert some is not None and some.detector == DETECTOR and some.value == "Gisela" and some.kind is Kind.PERSON
    assert some.box[0] == LEFT - 2 and LEFT + wide(text) - 3 <= some.box[2] <= LEFT + wide(text) + 2


@pytest.mark.parametrize("text", ["", "Petra", "Gartenstuhl", "Gabcde"])
def test_other_words_and_none_are_no_beginning(text: str) -> None:
    assert begun(field(text), found()) is None


def test_what_goes_on_or_is_as_long_is_another_text() -> None:
    assert begun(field("Gi", behind="and so on"), found()) is None
    assert begun(field("Giselo"), found()) is None, "a misreading of the whole"
    assert begun(field("Gisela"), found()) is None, "the whole, which was judged by itself"
    assert beginning(field("G"), np.ones((100, 400), bool), found()) is None
    outside = ImageFinding((500, 10, 600, 30), Kind.PERSON, 0.9, "test", "Gisela")
    assert begun(field("G"), outside) is None


def test_a_name_is_hidden_from_its_first_letter_on() -> None:
    texts: Sequence[str] = ("", "G", "Gi", "Gio", "Gi", "Gis", "Gisel", "Gisela")
    frames = [field(text) for text in texts]
    lines = [[(LEFT - 1, TOP, LEFT + wide(text) + 1, TOP + TALL)] if text else [] for text in texts]
    own = [[found(text)] if len(text) > 3 else [] for text in texts]
    out = propagated(lambda i: frames[i], own, lines)
    assert out[0] == []
    for text, some in zip(texts[1:], out[1:], strict=True):
        assert some and max(f.box[2] for f in some) >= LEFT + wide(text) - 3, text


def test_letters_that_change_while_a_name_is_typed_are_hidden_too() -> None:
    """A frame of a film shows the caret, or half a letter, where the next frame shows the name."""
    texts: Sequence[str] = ("N", "No", "Nou", "Nour", "Nour")
    frames = [field(text) for text in texts]
    frames[2][TOP + 4 : TOP + 15, LEFT + wide("Nou") - 5 : LEFT + wide("Nou")] = (140, 140, 140)
    own = [[found(text)] if text == "Nour" else [] for text in texts]
    out = propagated(lambda i: frames[i], own, [[] for _ in texts])
    for text, some in zip(texts, out, strict=True):
        assert some and max(f.box[2] for f in some) >= LEFT + wide(text) - 1, text


def test_a_slip_that_is_longer_than_what_stays_of_it_is_hidden() -> None:
    texts: Sequence[str] = ("M", "Mi", "Miss", "Mis", "Misak", "Misak")
    frames = [field(text) for text in texts]
    own = [[found(text)] if text == "Misak" else [] for text in texts]
    out = propagated(lambda i: frames[i], own, [[] for _ in texts])
    for text, some in zip(texts, out, strict=True):
        assert some and max(f.box[2] for f in some) >= LEFT + wide(text) - 1, text
