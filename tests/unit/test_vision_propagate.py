"""What was found on one frame is hidden on its neighbours wherever its pixels still show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.screens.frames.judged import Judged
from redaction.screens.frames.propagate import RINGING, propagated, shown_again
from redaction.screens.frames.scrolling import differing
from redaction.screens.ocr.foreground import foreground_mask

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
FIRST = ["Helena", "Otto", "Priya", "Wanda", "Carlo", "Signe", "Tomas", "Yara", "Bram"]
LAST = ["Marsh", "Brandt", "Dale", "Quist"]
ROWS = [
    row
    for i, first in enumerate(FIRST)
    for row in (f"{first} {LAST[i % 4]}", f"020 7946 0{913 + i}", f"{first.lower()}@example.com", f"Shipped {i} boxes")
]
KINDS = (Kind.PERSON, Kind.PHONE, Kind.EMAIL)


def frame(by: int = 0, menu: Box | None = None) -> np.ndarray:
    """A list scrolled by some px under a header, perhaps with a menu over it."""
    page = Image.new("RGB", (640, 420), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    for i, text in enumerate(ROWS):
        draw.text((40, 70 + 32 * i - by), text, font=FONT, fill=(30, 30, 30))
    draw.rectangle((0, 0, 640, 50), fill=(40, 70, 140))
    if menu:
        draw.rectangle(menu, fill=(255, 255, 255), outline=(150, 150, 160))
    return np.array(page)


def written(height: int, texts: dict[tuple[int, int], str]) -> np.ndarray:
    """A page of 420 px with texts at their places."""
    page = Image.new("RGB", (420, height), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    for place, text in texts.items():
        draw.text(place, text, font=FONT, fill=(30, 30, 30))
    return np.array(page)


def again(
    before: np.ndarray, after: np.ndarray, found: list[ImageFinding], known: list[ImageFinding]
) -> list[ImageFinding]:
    return list(shown_again(before, after, differing(before, after), found, Judged.of(before.shape[:2], known)))


def findings(by: int = 0) -> list[ImageFinding]:
    """What there is to find on the list, as far as it lies whole on the frame."""
    found = []
    draw = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    for i, text in enumerate(ROWS):
        x0, y0, x1, y1 = (int(v) for v in draw.textbbox((40, 70 + 32 * i - by), text, font=FONT))
        if i % 4 < 3 and y0 > 52 and y1 < 416:
            found.append(ImageFinding((x0 - 2, y0 - 2, x1 + 2, y1 + 2), KINDS[i % 4], 0.9, "test", text))
    return sorted(found)


def bare(image: np.ndarray, whole: np.ndarray, found: list[ImageFinding], known: list[ImageFinding]) -> int:
    """Pixels of ink of the known findings on the whole frame that still show on another and are under none there."""
    covered = np.zeros(image.shape[:2], bool)
    for f in found:
        covered[f.box[1] : f.box[3], f.box[0] : f.box[2]] = True
    shows = (image == whole).all(axis=2) & ~covered
    return sum(
        int((foreground_mask(whole[y0:y1, x0:x1]) & shows[y0:y1, x0:x1]).sum())
        for x0, y0, x1, y1 in (f.box for f in known)
    )


@pytest.mark.parametrize(
    "menu", [(100, 60, 400, 300), (0, 60, 90, 300), (60, 62, 400, 80), (80, 112, 130, 330), (0, 0, 640, 418)]
)
def test_what_a_menu_leaves_of_a_name_is_hidden(menu: Box) -> None:
    whole, under = frame(), frame(menu=menu)
    there = [f for f in findings() if not any(a < b for a, b in ((menu[2], f.box[0]), (menu[3], f.box[1])))]
    assert there and (menu == (0, 0, 640, 418) or bare(under, whole, [], findings()) > 500)
    _, found = propagated(lambda i: (whole, under)[i], [findings(), []])
    # less than a glyph may stay: a hair of a letter beside the menu
    assert bare(under, whole, found, findings()) <= 12 * len(there)
    assert {f.value for f in found} <= set(ROWS) and all(f.kind in KINDS for f in found)
    for x0, y0, x1, y1 in (f.box for f in found):
        assert (under[y0:y1, x0:x1] == whole[y0:y1, x0:x1]).all(), "the menu itself stays as it is"


def test_it_goes_forward_and_backward() -> None:
    frames = [frame(menu=(100, 60, 400, 300)), frame(), frame(), frame(menu=(0, 60, 90, 300))]
    found = propagated(lambda i: frames[i], [[], findings(), [], []])
    assert found[1] == found[2] == findings()
    assert found[0] and found[3] and found[0] != found[3]
    assert all(bare(image, frames[1], some, findings()) <= 60 for image, some in zip(frames, found, strict=True))


def test_a_name_that_scrolled_half_under_the_header_is_hidden() -> None:
    frames = [frame(), frame(by=27)]
    x0, y0, x1, y1 = findings()[0].box
    top = ImageFinding((x0, y0, x1, y1), Kind.PERSON, 0.9, "test", ROWS[0])
    known = [f for f in findings(27) if f.box[1] > 60]
    added = [f for f in propagated(lambda i: frames[i], [findings(), known])[1] if f not in known]
    assert [f.value for f in added] == [top.value]
    (box,) = (f.box for f in added)
    assert box[1] >= 50 and box[3] == y1 - 27 and box[0] == x0 and box[2] == x1


def test_what_is_hidden_already_is_not_hidden_again() -> None:
    wider = [ImageFinding((f.box[0] - 3, f.box[1], f.box[2] + 5, f.box[3]), f.kind, 1, "other") for f in findings()]
    assert again(frame(), frame(), findings(), wider) == []
    assert propagated(lambda i: frame(), [findings()] * 3) == [findings()] * 3


def test_another_page_takes_nothing_over() -> None:
    other = Image.new("RGB", (640, 420), (250, 250, 250))
    draw = ImageDraw.Draw(other)
    for i in range(10):
        draw.text((40, 70 + 32 * i), f"Order {7310 + 31 * i} from the warehouse", font=FONT, fill=(30, 30, 30))
    assert again(frame(), np.array(other), findings(), []) == []
    assert propagated(lambda i: (frame(), frame()[:, :600])[i], [findings(), []])[1] == [], (
        "nor a frame of another size"
    )


def test_half_a_picture_is_hidden_too() -> None:
    face = np.random.default_rng(4).integers(0, 256, (80, 80, 3), dtype=np.uint8)
    whole, under = frame(), frame()
    whole[200:280, 400:480] = under[200:280, 400:480] = face
    under[190:300, 440:600] = 255
    seen = ImageFinding((400, 200, 480, 280), Kind.FACE, 0.9, "mtcnn")
    assert [f.box for f in again(whole, under, [seen], [])] == [(400, 200, 440, 280)]


def test_a_picture_with_the_pointer_on_it_is_hidden_around_it_among_noise() -> None:
    disc = np.full((80, 80, 3), 245, np.uint8)
    cv2.circle(disc, (40, 40), 36, (140, 50, 90), -1)
    cv2.putText(disc, "IL", (24, 48), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (255, 255, 255), 2)
    whole, under = frame(), frame()
    whole[200:280, 400:480] = under[200:280, 400:480] = disc
    under[215:280, 400:480] = np.clip(under[215:280, 400:480].astype(int) + 2, 0, 255)  # as a codec draws it again
    seen = ImageFinding((400, 200, 480, 280), Kind.FACE, 0.9, "mtcnn")
    assert {f.box for f in again(whole, under, [seen], [])} <= {(400, 200, 480, 215)}, "it was judged by itself"
    under[240:270, 430:455] = 0
    hidden = np.zeros((420, 640), bool)
    for f in again(whole, under, [seen], []):
        hidden[f.box[1] : f.box[3], f.box[0] : f.box[2]] = True
    assert hidden[200:240, 400:480].all() and hidden[240:280, 400:430].all()


COLUMN: Box = (38, 66, 52, 300)
"""The first letters of the list, as a menu leaves them."""
MENU: Box = (52, 60, 400, 300)
STRIP = ImageFinding(COLUMN, Kind.PERSON, 0.5, "unreadable", source=Source.UNREAD)


def lines(image: np.ndarray) -> list[Box]:
    """Boxes of what can be read on the whole list."""
    draw = ImageDraw.Draw(Image.fromarray(image))
    boxes = [draw.textbbox((40, 70 + 32 * i), text, font=FONT) for i, text in enumerate(ROWS)]
    return [(int(x0) - 2, int(y0) - 2, int(x1) + 2, int(y1) + 2) for x0, y0, x1, y1 in boxes]


def test_what_a_menu_leaves_unread_is_judged_where_it_can_be_read() -> None:
    frames = [frame(), frame(menu=MENU), frame(menu=(*MENU[:2], 420, 310)), frame()]
    found = [[], [STRIP], [STRIP], []]
    read = [lines(frames[0]), [], [], []]
    assert propagated(lambda i: frames[i], found, read) == [[], [], [], []], "told from frame to frame"
    assert propagated(lambda i: frames[3 - i], found, read[::-1]) == [[], [], [], []], "and backward"
    assert propagated(lambda i: frames[i], found) == [[STRIP]] * 4, "nobody read it: it is hidden wherever it shows"


def test_what_was_never_read_stays_hidden() -> None:
    other = frame()
    other[64:302, 30:60] = 250  # the column came with the menu: no frame tells what it says
    frames = [other, frame(menu=MENU)]
    assert propagated(lambda i: frames[i], [[], [STRIP]], [lines(frame()), []]) == [[], [STRIP]]
    halves = [lines(frame())[:5], []]
    assert propagated(lambda i: (frame(), frames[1])[i], [[], [STRIP]], halves)[1] == [STRIP], "read in part only"


@pytest.mark.parametrize(("edge", "stays"), [(4, False), (5, True)])
def test_a_border_of_the_menu_in_the_box_tells_nothing(edge: int, stays: bool) -> None:
    """Of 14 px across, 4 that changed are less than a third; what stands in more is unknown."""
    under = frame(menu=MENU)
    under[COLUMN[1] : COLUMN[3], COLUMN[2] - edge : COLUMN[2]] = (150, 150, 160)
    found = propagated(lambda i: (frame(), under)[i], [[], [STRIP]], [lines(frame()), []])
    assert bool(found[1]) is stays


def test_a_cell_is_not_hidden_because_two_cells_were_read_as_one_line_elsewhere() -> None:
    image = written(60, {(20, 20): "Marsh Freight Ltd", (220, 20): "Payable Lead"})
    company, other = (18, 18, 160, 40), (218, 18, 330, 40)
    merged = ImageFinding((18, 18, 330, 40), Kind.COMPANY, 0.9, "test", "Marsh Freight Ltd Payable Lead", Source.MODEL)
    own = ImageFinding(company, Kind.COMPANY, 0.9, "test", "Marsh Freight Ltd", Source.MODEL)
    read = [[company, other], [company, other]]
    assert propagated(lambda i: image, [[merged], [own]], read)[1] == [own]
    # where neither cell is known by itself, or they were not read apart, all of it is hidden
    hidden = propagated(lambda i: image, [[merged], []], read)[1]
    assert any(f.box[2] > other[0] for f in hidden)
    hidden = propagated(lambda i: image, [[merged], [own]])[1]
    assert any(f.box[2] > other[0] for f in hidden)


def noisy(image: np.ndarray, seed: int = 3) -> np.ndarray:
    """As a codec draws it once more: a little different beside the letters, most where they are strongest."""
    away = np.random.default_rng(seed).integers(-6, 7, image.shape)
    return np.clip(image + away * foreground_mask(image)[..., None], 0, 255).astype(np.uint8)


def cut_off() -> tuple[list[np.ndarray], ImageFinding]:
    """A list, and one whose first row has scrolled half under the header and was drawn anew by a codec there; and the
    name of that row."""
    frames = [frame(), frame(by=27)]
    frames[1][:64] = noisy(frames[1])[:64]
    return frames, next(f for f in findings() if f.value == ROWS[0])


def test_noise_does_not_show_what_the_edge_of_a_list_cuts() -> None:
    frames, first = cut_off()
    boxes = [f.box for f in propagated(lambda i: frames[i], [[first], []])[1]]
    assert boxes and min(b[1] for b in boxes) >= 51 - RINGING and max(b[3] for b in boxes) == first.box[3] - 27


def test_a_line_that_is_read_is_not_hidden_by_what_is_alike_but_for_noise() -> None:
    frames = [frame(), noisy(frame())]
    found = [findings(), []]
    assert propagated(lambda i: frames[i], found)[1], "nobody read it there"
    assert propagated(lambda i: frames[i], found, [[], lines(frame())])[1] == []
    strip = [STRIP]
    assert propagated(lambda i: frames[i], [strip, []])[1] == [], "and what nobody could read is not carried so"


def test_a_picture_that_stands_still_is_judged_by_itself() -> None:
    face = np.random.default_rng(4).integers(0, 256, (80, 80, 3), dtype=np.uint8)
    whole = frame()
    whole[200:280, 400:480] = face
    seen = ImageFinding((400, 200, 480, 280), Kind.FACE, 0.9, "mtcnn")
    other = noisy(whole)
    assert propagated(lambda i: (whole, other)[i], [[seen], []])[1] == []


def test_a_page_behind_a_backdrop_is_judged_as_it_was_before_it() -> None:
    whole = frame()
    dark = np.clip(np.rint(whole * 0.6), 0, 255).astype(np.uint8)
    dark[100:300, 420:620] = (255, 255, 255)
    name = next(f for f in findings() if f.value == ROWS[0])
    carried = propagated(lambda i: (whole, dark)[i], [[name], []], [[], lines(whole)])
    assert [f.box for f in carried[1]] == [name.box], "though it was read there, and found to be nobody"


def test_what_a_codec_blurs_at_the_edge_of_a_tooltip_is_hidden_with_the_rest() -> None:
    name = next(f for f in findings() if f.value == ROWS[0])
    x0, y0, x1, y1 = name.box
    middle = (y0 + y1) // 2
    tip = noisy(frame(menu=(x0 - 20, y0 - 20, x1 + 20, middle)))
    found = propagated(lambda i: (frame(), tip)[i], [[name], []])[1]
    assert min(f.box[1] for f in found) == middle - 2
    assert max(f.box[3] for f in found) == y1


@pytest.mark.parametrize(("share", "hidden"), [(0.5, True), (0.7, False)])
def test_what_a_menu_leaves_of_a_name_is_hidden_also_where_it_is_read(share: float, hidden: bool) -> None:
    name = next(f for f in findings() if f.value == ROWS[0])
    x0, y0, x1, y1 = name.box
    cut = round(x1 - share * (x1 - x0))
    menu = noisy(frame(menu=(10, y0 - 10, cut, y1 + 10)))
    rest = (cut + 1, y0, x1, y1)
    found = propagated(lambda i: (frame(), menu)[i], [[name], []], [lines(frame()), [rest]])[1]
    assert bool(found) is hidden
    assert not hidden or (found[0].box[0] <= cut + 1 and found[0].box[2] == x1)


@pytest.mark.parametrize(("high", "hidden"), [(8, False), (14, True)])
def test_a_line_that_was_read_too_high_for_a_moment_takes_no_other_line_with_it(high: int, hidden: bool) -> None:
    image = written(90, {(20, 20): "Marsh Freight", (20, 40): "Travel plans for the fair"})
    name, below = (18, 20, 130, 38), (18, 40, 210, 58)
    own = ImageFinding(name, Kind.PERSON, 0.9, "test", "Marsh Freight", Source.MODEL)
    tall = ImageFinding((18, 20, 130, 40 + high), Kind.PERSON, 0.9, "test", "Marsh Freight", Source.MODEL)
    found = propagated(lambda i: image, [[tall], [own]], [[name], [name, below]])[1]
    assert any(f.box[3] > 40 for f in found) is hidden


@pytest.mark.parametrize(("usual", "hidden"), [(18, True), (30, False)])
def test_of_a_line_that_was_read_too_high_half_a_line_is_still_half(usual: int, hidden: bool) -> None:
    whole = written(90, {(20, 20): "Marsh Freight"})
    cut = whole.copy()
    cut[31:] = 255  # a dialog over the lower half
    tall = ImageFinding((18, 20, 130, 60), Kind.COMPANY, 0.9, "test", "Marsh Freight", Source.MODEL)
    known = [(300, 0, 400, usual)]
    found = propagated(lambda i: (whole, whole, cut)[i], [[tall], [tall], []], [known, known, known])[2]
    assert bool(found) is hidden
