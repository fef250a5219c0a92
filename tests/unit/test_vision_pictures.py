"""Faces, avatars, initials and codes on generated pages, with photographs in the public domain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from skimage import data

from redaction.findings import Box
from redaction.page.reading import Hit, Line
from redaction.screens.ocr.reader import LineReader
from redaction.screens.pictures.codes import codes_again, find_codes
from redaction.screens.pictures.faces import faces_again, find_faces, grow, is_camera
from redaction.screens.pictures.initials import SURE, candidates, completed, find_discs
from redaction.screens.pictures.photos import Picture, is_avatar, islands, lettered_discs, pictures, readable
from redaction.screens.pictures.repeats import shown_again


def page(width: int = 640, height: int = 400) -> np.ndarray:
    image = np.full((height, width, 3), 250, np.uint8)
    image[:40] = (60, 90, 150)
    return image


def avatar(side: int, *, grey: bool = False) -> np.ndarray:
    face = data.astronaut()[0:220, 120:340]
    small = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    return np.repeat(small.mean(axis=2).astype(np.uint8)[:, :, None], 3, axis=2) if grey else small


def faces_on(image: np.ndarray, text: list[Box]) -> list[Hit]:
    return find_faces(image, pictures(image, text))


def with_disc(side: int, x: int = 100, y: int = 120, *, grey: bool = False) -> np.ndarray:
    image = page()
    rows, columns = np.mgrid[0:side, 0:side]
    disc = (rows - side / 2 + 0.5) ** 2 + (columns - side / 2 + 0.5) ** 2 <= side * side / 4
    image[y : y + side, x : x + side][disc] = avatar(side, grey=grey)[disc]
    return image


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("side", [26, 32, 40, 64, 96])
def test_avatar_discs_are_covered_whole(side: int, grey: bool) -> None:
    hits = faces_on(with_disc(side, grey=grey), [])
    covered = np.zeros((400, 640), bool)
    for (x0, y0, x1, y1), _, _ in hits:
        covered[y0:y1, x0:x1] = True
    assert covered[120 : 120 + side, 100 : 100 + side].mean() > 0.75
    assert covered.sum() < 1.6 * side * side


def test_a_page_without_pictures_has_no_faces() -> None:
    image = Image.fromarray(page())
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 14)
    for row in range(8):
        draw.text((30, 60 + 36 * row), f"Order {row} shipped to the warehouse", font=font, fill=(40, 40, 40))
    draw.ellipse((500, 100, 532, 132), fill=(200, 40, 40))
    assert faces_on(np.array(image), []) == []


def test_a_face_in_a_large_photo_is_covered_with_its_hair() -> None:
    image = page(900, 700)
    image[100:612, 200:712] = data.astronaut()
    hits = [hit for hit in faces_on(image, []) if hit[2] == "mtcnn"]
    assert hits
    x0, y0, x1, y1 = hits[0][0]
    assert x0 <= 200 + 185 and x1 >= 200 + 260 and y0 <= 100 + 80 and y1 >= 100 + 160


def test_a_photograph_of_somebody_in_a_text_is_covered_whole() -> None:
    image = page(1400, 900)
    image[100:460, 200:560] = cv2.resize(data.astronaut(), (360, 360), interpolation=cv2.INTER_AREA)
    (hit,) = faces_on(image, [])
    x0, y0, x1, y1 = hit[0]
    assert hit[2] == "mtcnn" and x0 <= 202 and y0 <= 102 and x1 >= 558 and y1 >= 458


def test_growth_stays_in_the_picture_and_the_image() -> None:
    tile = Picture((90, 90, 160, 170), 500, 200, 1.0, 0.95, 0.1)
    assert grow((110, 110, 140, 150), [tile], 400, 400) == tile.box
    x0, y0, x1, y1 = grow((2, 2, 40, 50), [], 60, 60)
    assert (x0, y0) == (0, 0) and x1 <= 60 and y1 <= 60


def test_only_changed_pictures_are_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    image = with_disc(40)
    before = faces_on(image, [])
    monkeypatch.setattr("redaction.screens.pictures.faces._mtcnn_hits", lambda *args: pytest.fail("searched"))
    assert faces_again(image, pictures(image, []), before, [(400, 300, 500, 340)]) == before


def test_shapes_tell_avatars_from_icons() -> None:
    found = [p for p in pictures(with_disc(40), []) if is_avatar(p)]
    assert [p.box for p in found] and abs(found[0].width - 40) <= 2
    icon = page()
    cv2.circle(icon, (120, 140), 16, (220, 60, 60), -1)
    assert not any(is_avatar(p) for p in pictures(icon, []))


def test_a_dark_grey_avatar_is_covered() -> None:
    image = page()
    image[120:160, 100:140] = avatar(40, grey=True) * 0.35
    assert any(box[0] <= 102 and box[2] >= 138 for box, _, _ in faces_on(image, []))


def test_an_avatar_cut_by_the_text_beside_it_is_looked_at_closely() -> None:
    image = page()
    for row in range(3):
        image[100 + 60 * row : 134 + 60 * row, 100:134] = avatar(34)
    text = [(124, 104 + 60 * row, 240, 117 + 60 * row) for row in range(3)]
    found = [box for box, _, _ in faces_on(image, text)]
    assert sum(any(b[1] < 117 + 60 * row < b[3] and b[0] < 117 < b[2] for b in found) for row in range(3)) == 3


@pytest.mark.parametrize("kind", ["colour run", "goods", "line icon"])
def test_what_shows_nobody_is_left_alone(kind: str) -> None:
    image = page()
    thing = cv2.resize(data.coffee(), (44, 44), interpolation=cv2.INTER_AREA)
    for i in range(5):
        x = 60 + 100 * i
        if kind == "goods":
            image[120:164, x : x + 44] = thing
        elif kind == "colour run":
            image[120:164, x : x + 44] = np.linspace((200, 60, 90), (40, 160, 220), 44).astype(np.uint8)[:, None]
            cv2.circle(image, (x + 22, 142), 10, (255, 255, 255), 2, cv2.LINE_AA)
        else:
            for turn in range(4):
                cv2.ellipse(image, (x + 22, 142), (20, 10), 45 * turn, 0, 360, (90, 90, 100), 1, cv2.LINE_AA)
    assert faces_on(image, []) == []


def test_initials_are_read_in_their_disc() -> None:
    image = Image.fromarray(page())
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 100, 100, 140), fill=(90, 110, 190))
    draw.text((80, 120), "NB", font=ImageFont.truetype("DejaVuSans.ttf", 16), fill=(255, 255, 255), anchor="mm")
    [(box, letters)] = find_discs(np.array(image), [], pictures(np.array(image), []), LineReader())
    assert letters == "NB"
    assert np.abs(np.array(box) - (60, 100, 101, 141)).max() <= 3


def test_initials_whose_disc_was_read_as_a_bracket_are_found() -> None:
    image = Image.fromarray(page())
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 100, 90, 130), fill=(180, 80, 40))
    draw.text((75, 115), "SO", font=ImageFont.truetype("DejaVuSans.ttf", 11), fill=(255, 255, 255), anchor="mm")
    line = Line("(so", (60, 110, 84, 120), (60, 64, 74, 84), 0.99)
    seen = pictures(np.array(image), readable((line,)))
    [(box, _)] = find_discs(np.array(image), [line], seen, LineReader())
    assert np.abs(np.array(box) - (60, 100, 91, 131)).max() <= 3


def test_discs_that_touch_rules_are_found_by_their_colour() -> None:
    image = Image.new("RGB", (400, 200), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 10)
    for row in range(5):
        y = 20 + 30 * row
        draw.line((20, y + 14, 380, y + 14), fill=(225, 228, 232))
        draw.ellipse((40, y - 12, 64, y + 12), fill=(15, 118, 110))
        draw.text((52, y), "NB", font=font, fill="white", anchor="mm")
        draw.rectangle((100, y - 12, 124, y + 12), outline=(120, 120, 120))
    boxes = lettered_discs(np.array(image))
    assert [box[1] // 30 for box in boxes] == [0, 1, 2, 3, 4]
    assert all(np.abs(np.array(box)[[0, 2]] - (40, 65)).max() <= 3 for box in boxes)


@pytest.mark.parametrize("letters", ["XO", "OO"])
def test_letters_on_a_disc_are_capitals_where_only_their_height_would_tell(letters: str) -> None:
    image = Image.fromarray(page())
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 100, 100, 140), fill=(90, 110, 190))
    draw.text((80, 120), letters, font=ImageFont.truetype("DejaVuSans.ttf", 14), fill=(255, 255, 255), anchor="mm")
    assert [stated for _, stated in find_discs(np.array(image), [], [], LineReader())] == [letters]


def test_a_sign_between_others_on_open_paper_is_no_disc() -> None:
    image = Image.new("RGB", (400, 120), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 400, 34), fill=(220, 225, 230))
    draw.rectangle((0, 68, 400, 120), fill=(30, 80, 60))
    draw.rounded_rectangle((96, 40, 390, 62), 11, outline=(120, 120, 120))
    font = ImageFont.truetype("DejaVuSans.ttf", 15)
    for x, sign in ((18, "<"), (44, ">"), (71, "C")):
        draw.text((x, 51), sign, font=font, fill=(70, 70, 70), anchor="mm")
    line = Line("C", (66, 45, 77, 57), (66, 77), 0.99)
    assert find_discs(np.array(image), [line], pictures(np.array(image), []), LineReader()) == []
    draw.ellipse((55, 35, 87, 67), fill=(150, 70, 90))
    draw.text((71, 51), "C", font=font, fill="white", anchor="mm")
    [(box, letters)] = find_discs(np.array(image), [line], pictures(np.array(image), []), LineReader())
    assert letters == "C" and np.abs(np.array(box) - (55, 35, 88, 68)).max() <= 3


def test_a_qr_code_is_covered_and_carried() -> None:
    code = cv2.QRCodeEncoder.create().encode("https://example.com/badge/1204")
    large = cv2.resize(code, None, fx=5, fy=5, interpolation=cv2.INTER_NEAREST)
    image = page()
    side = large.shape[0]
    image[100 : 100 + side, 200 : 200 + side] = large[:, :, None]
    [(box, _, name)] = find_codes(image)
    inside = box[0] <= 220 and box[1] <= 120 and box[2] >= 180 + side and box[3] >= 80 + side
    assert name == "opencv-qr" and inside
    assert codes_again(image, [(box, 0.9, name)], [(0, 0, 20, 20)]) == [(box, 0.9, name)]
    assert find_codes(page()) == []


def test_a_code_that_a_menu_uncovered_is_found_where_it_is() -> None:
    code = cv2.resize(cv2.QRCodeEncoder.create().encode("a made-up code"), (168, 168), interpolation=cv2.INTER_NEAREST)
    image = page(1200, 800)
    image[400:568, 700:868] = code[:, :, None]
    covered = image.copy()
    covered[380:500, 640:900] = 240
    before = find_codes(covered)
    whole = find_codes(image)
    again = codes_again(image, before, [(640, 380, 900, 500)])
    assert before == [] and len(whole) == len(again) == 1
    assert np.abs(np.array(whole[0][0]) - np.array(again[0][0])).max() <= 4
    assert codes_again(image, again, [(100, 100, 300, 200)]) == again, "far from what changed it is carried"
    assert codes_again(covered, again, [(640, 380, 900, 500)]) == []
    pointed = image.copy()
    pointed[470:490, 760:775] = 0
    assert codes_again(pointed, again, [(745, 460, 790, 500)]) == again, "a pointer over it does not uncover it"


def as_filmed(image: Image.Image, folder: Path) -> np.ndarray:
    """The picture as H.264 leaves it, coarser than a screen recorder's default."""
    with av.open(folder / "film.mp4", "w") as film:
        stream = film.add_stream("libx264", rate=10, options={"crf": "26"})
        stream.width, stream.height, stream.pix_fmt = image.width, image.height, "yuv420p"
        for frame in [av.VideoFrame.from_image(image)] * 3:
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    with av.open(folder / "film.mp4") as film:
        return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)][-1]


def badges() -> Image.Image:
    """A list of people with a disc before each."""
    image = Image.new("RGB", (400, 200), (238, 242, 245))
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 10)
    for row in range(5):
        y = 20 + 36 * row
        draw.line((20, y + 17, 380, y + 17), fill=(218, 222, 228))
        draw.ellipse((40, y - 13, 66, y + 13), fill=((15, 118, 110), (170, 80, 30), (120, 80, 170))[row % 3])
        draw.text((53, y), "NB", font=font, fill="white", anchor="mm")
    return image


def test_discs_are_found_where_a_codec_left_no_surface_flat(tmp_path: Path) -> None:
    assert len(lettered_discs(np.array(badges()))) == 5
    boxes = lettered_discs(as_filmed(badges(), tmp_path))
    assert [box[1] // 36 for box in boxes] == [0, 1, 2, 3, 4]
    assert all(np.abs(np.array(box)[[0, 2]] - (40, 67)).max() <= 4 for box in boxes)


def small_discs(size: int, gap: int, letters: str = "MB", *, ground: int = 240) -> Image.Image:
    """A column of four discs of so many px, so many px apart, with letters that reach to their rims."""
    image = Image.new("RGB", (200, 200), (ground, ground, ground))
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans-Bold.ttf", round(size * 0.45))
    for row in range(4):
        y = 20 + row * (size + gap)
        draw.ellipse((40, y, 39 + size, y + size - 1), fill=(91, 106, 191))
        draw.text((40 + size / 2, y + size / 2), letters, font=font, fill="white", anchor="mm")
    return image


@pytest.mark.parametrize(
    ("size", "gap", "found"),
    [(20, 12, 4), (20, 2, 4), (20, 1, 4), (14, 10, 4), (9, 10, 0), (48, 6, 0)],
)
def test_small_discs_are_islands_in_the_paper_also_where_they_touch(size: int, gap: int, found: int) -> None:
    boxes = sorted(islands(np.array(small_discs(size, gap))), key=lambda box: box[1])
    assert len(boxes) == found
    for row, (x0, y0, x1, y1) in enumerate(boxes):
        top = 20 + row * (size + gap)
        assert np.abs(np.array((x0, y0, x1, y1)) - (40, top, 40 + size, top + size)).max() <= 3


def test_what_has_no_letters_and_what_is_as_pale_as_the_ground_is_no_island() -> None:
    assert list(islands(np.array(small_discs(20, 12, "")))) == []
    image = np.array(small_discs(20, 12))
    image[(image == (91, 106, 191)).all(axis=2)] = (226, 226, 226)
    assert list(islands(image)) == []


@pytest.mark.parametrize(("height", "text", "found"), [(15, "Address", 0), (14, "Address", 4), (15, "MB", 4)])
def test_what_is_no_higher_than_the_letters_of_the_word_it_stands_in_is_no_disc(
    height: int, text: str, found: int
) -> None:
    image = np.array(small_discs(18, 12))
    boxes = list(islands(image))
    assert {box[3] - box[1] for box in boxes} <= {19, 20, 21, 22}
    high = max(box[3] - box[1] for box in boxes)
    tall = round(high / 1.3) + height - 15
    lines = [Line(text, (20, (b[1] + b[3]) // 2 - 4, 90, (b[1] + b[3]) // 2 - 4 + tall), ()) for b in boxes]
    assert len(candidates(image, lines)) == found


def column(letters: Sequence[str]) -> tuple[list[Line], list[tuple[Box, str]]]:
    lines = [Line("Somebody", (90, 14 + 36 * row, 160, 26 + 36 * row), ()) for row in range(len(letters))]
    discs = [((40, 7 + 36 * row, 66, 33 + 36 * row), text) for row, text in enumerate(letters) if text]
    return lines, discs


def test_a_column_of_discs_goes_on_where_a_picture_stands_among_letters() -> None:
    lines, discs = column(["NB", "", "KO", "FI", ""])
    image = np.full((200, 400, 3), 240, np.uint8)
    image[43:69, 40:66] = np.random.default_rng(1).integers(20, 120, (26, 26, 3), dtype=np.uint8)
    assert completed(image, lines, discs) == [((40, 43, 66, 69), "")]


@pytest.mark.parametrize(("text", "score", "left"), [("Payr", SURE, 0), ("Pay", SURE, 1), ("Payroll", SURE - 0.01, 1)])
def test_a_place_with_words_is_a_bar_and_no_picture(text: str, score: float, left: int) -> None:
    lines, discs = column(["NB", "", "KO"])
    image = np.full((200, 400, 3), 240, np.uint8)
    image[43:69, 20:300] = (10, 60, 140)
    image[43:69, 40:66] = (180, 60, 140)
    assert len(completed(image, [*lines, Line(text, (42, 50, 64, 62), (), score)], discs)) == left


def test_discs_without_letters_are_no_column_and_no_line_no_place() -> None:
    image = np.full((200, 400, 3), 240, np.uint8)
    image[43:69, 40:66] = 20
    lines, discs = column(["NB", "", "KO"])
    assert completed(image, lines, [(box, "") for box, _ in discs]) == []
    lines, discs = column(["NB", "", "KO", "FI"])
    assert completed(image, [lines[0], *lines[2:]], discs) == []
    assert len(completed(image, lines, discs)) == 1


@pytest.mark.parametrize(
    ("text", "score", "is_text"),
    [
        ("Save", 0.8, True),
        ("Save", 0.79, False),
        ("SAVE", 1.0, False),
        ("Add", 1.0, True),
        ("Am", 1.0, False),
        ("(AB)", 1.0, False),
        ("QVEX", 1.0, False),
        ("Qvexl", 1.0, True),
    ],
)
def test_a_word_as_buttons_have_it_is_text_and_letters_on_a_disc_are_none(
    text: str, score: float, is_text: bool
) -> None:
    line = Line(text, (0, 0, 40, 12), tuple(range(0, 10 * len(text) + 1, 10)), score)
    assert bool(readable((line,))) is is_text


def with_pictures(*places: tuple[int, int], side: int = 40) -> np.ndarray:
    """A page with the same drawn picture, which no detector takes for a face, at these places."""
    image, drawn = page(), np.random.default_rng(7).integers(0, 255, (side, side, 3)).astype(np.uint8)
    for x, y in places:
        image[y : y + side, x : x + side] = drawn
    return image


def again(image: np.ndarray, box: Box = (100, 80, 140, 120)) -> list[Box]:
    return [found for found, _, _ in shown_again(image, [(box, 0.6, "avatar-shape")])]


def test_the_same_picture_further_down_its_column_is_the_same_person() -> None:
    assert again(with_pictures((100, 80), (100, 160), (100, 300))) == [(100, 160, 140, 200), (100, 300, 140, 340)]
    assert again(with_pictures((100, 80))) == []
    assert shown_again(with_pictures((100, 80), (100, 160)), []) == []


@pytest.mark.parametrize(("aside", "same"), [(3, True), (-3, True), (4, False), (-4, False)])
def test_how_far_beside_its_column_it_stands(aside: int, same: bool) -> None:
    assert bool(again(with_pictures((100, 80), (100 + aside, 160)))) is same


@pytest.mark.parametrize(("rows", "same"), [(10, True), (11, False)])
def test_a_dot_may_cover_a_quarter_of_it(rows: int, same: bool) -> None:
    image = with_pictures((100, 80), (100, 160))
    image[160 : 160 + rows, 100:140] = 128
    drawn = with_pictures((100, 80))[80:120, 100:140].astype(int)
    covered = int((np.abs(drawn[:rows] - 128).max(axis=2) > 24).sum())
    assert (covered <= 400) is same, "the noise beneath is of no other colour by chance"
    assert bool(again(image)) is same


@pytest.mark.parametrize(("side", "looked_for"), [(15, False), (16, True), (96, True), (97, False)])
def test_icons_and_large_pictures_are_not_looked_for_again(side: int, looked_for: bool) -> None:
    image = with_pictures((100, 80), (100, 200), side=side)
    assert bool(again(image, (100, 80, 100 + side, 80 + side))) is looked_for


@pytest.mark.parametrize(("wide", "whole"), [(31, True), (32, False)])
def test_a_picture_of_which_only_a_part_was_found_is_found_whole(wide: int, whole: bool) -> None:
    image = with_pictures((100, 80), (100, 160))
    hits: list[Hit] = [((100, 80, 140, 120), 0.6, "avatar-shape"), ((100, 160, 100 + wide, 202), 0.9, "mtcnn")]
    assert [box for box, _, _ in shown_again(image, hits)] == ([(100, 160, 140, 202)] if whole else [])


@pytest.mark.parametrize(("left", "part"), [(130, False), (129, True)])
def test_what_lies_beside_it_for_more_than_a_half_is_no_part_of_it(left: int, part: bool) -> None:
    image = with_pictures((100, 80), (100, 160))
    hits: list[Hit] = [((100, 80, 140, 120), 0.6, "avatar-shape"), ((left, 160, left + 21, 200), 0.9, "mtcnn")]
    assert bool(shown_again(image, hits)) is part


def test_what_is_found_already_is_not_found_twice() -> None:
    image = with_pictures((100, 80), (100, 160))
    hits: list[Hit] = [((100, 80, 140, 120), 0.6, "avatar-shape"), ((98, 158, 142, 202), 0.9, "mtcnn")]
    assert shown_again(image, hits) == []


@pytest.mark.parametrize(
    ("box", "fill", "expected"),
    [
        ((400, 40, 740, 208), 0.6, True),  # beside it
        ((400, 40, 740, 208), 0.59, False),
        ((40, 300, 308, 468), 0.8, True),  # below it
        ((400, 46, 740, 226), 0.8, True),  # 12 px higher, its middle 12 px lower
        ((400, 46, 740, 227), 0.8, False),
        ((400, 53, 740, 221), 0.8, False),
        ((400, 52, 740, 220), 0.8, True),
        ((400, 64, 520, 184), 0.8, False),
        ((40, 240, 308, 620), 0.8, True),  # two in one, below it
        ((40, 240, 320, 620), 0.8, True),
        ((40, 240, 321, 620), 0.8, False),
        ((400, 40, 519, 208), 0.8, False),
        ((400, 40, 520, 208), 0.8, True),
        ((500, 500, 840, 668), 0.8, False),  # elsewhere
    ],
)
def test_a_large_picture_beside_a_camera_is_one(box: Box, fill: float, expected: bool) -> None:
    known = Picture((40, 40, 308, 208), 100, 100, 0.5, 0.5, 0.1)
    other = Picture(box, 30, 30, fill, 0.5, 0.1)
    face: Hit = ((60, 50, 160, 180), 0.99, "mtcnn")
    assert is_camera(other, [known, other], [face]) is expected
    assert not is_camera(other, [known, other], [((60, 50, 160, 180), 0.6, "avatar-shape")])
