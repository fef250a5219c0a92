"""A page behind a backdrop is the same page in another light."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding, Kind
from redaction.screens.frames.light import WEAKEST, relit
from redaction.screens.frames.noise import changed
from redaction.screens.frames.propagate import RINGING, propagated

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
NAME = (38, 68, 150, 90)
FOUND = ImageFinding(NAME, Kind.PERSON, 0.9, "test", "Helena Marsh")


def page(words: str = "Helena Marsh") -> np.ndarray:
    image = Image.new("RGB", (640, 420), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 640, 50), fill=(40, 70, 140))
    for i in range(10):
        draw.text((40, 70 + 32 * i), words, font=FONT, fill=(30, 30, 30))
        draw.rectangle((300, 64 + 32 * i, 420, 88 + 32 * i), fill=(200, 210, 180))
    return np.array(image)


def behind(image: np.ndarray, left: float = 0.5, colour: int = 0) -> np.ndarray:
    """With a backdrop of a colour that leaves this share of the page."""
    return np.rint(image * left + (1 - left) * colour).astype(np.uint8)


@pytest.mark.parametrize(("left", "colour"), [(0.45, 0), (0.8, 0), (0.6, 120), (WEAKEST + 0.02, 0)])
def test_the_light_behind_a_backdrop_is_told(left: float, colour: int) -> None:
    other = behind(page(), left, colour)
    other[100:300, 200:400] = 255
    lit = relit(page(), other)
    assert lit is not None
    differ = changed(lit, other)
    differ[96:304, 196:404] = False
    assert not differ.any()


def test_the_same_light_another_page_and_a_lighter_one_have_no_rule() -> None:
    assert relit(page(), page()) is None
    assert relit(behind(page()), page()) is None, "what was dark shows less"
    assert relit(page(), behind(page(), WEAKEST - 0.05)) is None, "nothing shows"
    noise = np.random.default_rng(1).integers(0, 256, page().shape, dtype=np.uint8)
    assert relit(page(), noise) is None
    small = page()
    small[:200] = behind(small[:200])
    assert relit(page(), small) is None, "a part that became darker is no backdrop"


@pytest.mark.parametrize("order", [1, -1])
def test_what_a_dialog_leaves_of_a_name_behind_it_is_hidden(order: int) -> None:
    dialog = behind(page())
    dialog[60:400, 70:500] = 255
    frames = [page(), dialog][::order]
    found = [[FOUND], []][::order]
    some = propagated(lambda i: frames[i], found)[order > 0]
    assert [f.box for f in some] and all(NAME[0] <= f.box[0] and f.box[2] <= 70 + RINGING for f in some)
    other = behind(page("Rows of words"))
    assert propagated(lambda i: [page(), other][i], [[FOUND], []])[1] == []


def test_a_picture_behind_a_backdrop_is_hidden() -> None:
    face = np.random.default_rng(4).integers(0, 256, (60, 60, 3), dtype=np.uint8)
    whole = page()
    whole[200:260, 500:560] = face
    seen = ImageFinding((500, 200, 560, 260), Kind.FACE, 0.9, "mtcnn")
    assert [f.box for f in propagated(lambda i: [whole, behind(whole)][i], [[seen], []])[1]] == [seen.box]


def test_a_misreading_of_one_moment_does_not_end_what_is_known() -> None:
    """Behind a dialog that comes slowly a name is misread once: it is hidden there, and so is the name behind it."""
    frames = [page(), page(), behind(page(), 0.8), behind(page(), 0.5)]
    wrong = ImageFinding(NAME, Kind.PERSON, 0.9, "test", "Hclcna Narsb")
    found = propagated(lambda i: frames[i], [[FOUND], [FOUND], [wrong], []], [[], [], [NAME], []])
    assert {f.value for f in found[3]} == {FOUND.value}
    alone = propagated(lambda i: frames[i], [[], [], [wrong], []], [[], [], [NAME], []])
    assert alone[3] == [], "what was found once is not looked for in another light"
