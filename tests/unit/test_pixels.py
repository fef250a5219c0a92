"""Hiding: outside the boxes nothing changes, inside no pixel of what was there is drawn again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from benchmarks.attack import PLACES, blurred, candidates, ours, recovered, rendered
from redaction.capture.images import encode_png
from redaction.findings import ImageFinding, Kind, Source
from redaction.screens.redact.pixels import drawn_as, redact_image
from redaction.screens.redact.styles import STYLES
from validation.leaks.read_screens import read_screen


def screen(seed: int = 1, inside: int = 2) -> np.ndarray:
    """A light page with a strip of noise where the finding is; `inside` changes only that strip."""
    image = np.full((60, 200, 3), 245, np.uint8)
    image[:5] = np.random.default_rng(seed).integers(0, 256, (5, 200, 3))
    image[20:36, 30:94] = np.random.default_rng(inside).integers(0, 256, (16, 64, 3))
    return image


NAME = ImageFinding((30, 20, 94, 36), Kind.PERSON, 0.9, "test", "Ann Lee")


@pytest.mark.parametrize("style", STYLES)
def test_pixels_outside_the_boxes_are_identical(style: str) -> None:
    image = screen()
    out, [(x0, y0, x1, y1)] = redact_image(image, [NAME], style, lambda kind, value: "Bo Day")
    assert np.array_equal(image, screen()), "the input must not change"
    left = out.copy()
    left[y0:y1, x0:x1] = image[y0:y1, x0:x1]
    assert np.array_equal(left, image)
    assert not np.array_equal(out[y0:y1, x0:x1], image[y0:y1, x0:x1])


@pytest.mark.parametrize("kind", [Kind.PERSON, Kind.FACE, Kind.CODE])
@pytest.mark.parametrize("style", STYLES)
def test_the_result_is_no_function_of_what_was_there(style: str, kind: Kind) -> None:
    finding = ImageFinding(NAME.box, kind, 0.9, "test", "Ann Lee")
    first, _ = redact_image(screen(inside=2), [finding], style, lambda kind, value: "Bo Day")
    second, _ = redact_image(screen(inside=3), [finding], style, lambda kind, value: "Bo Day")
    assert np.array_equal(first, second)


def test_neighbouring_findings_do_not_colour_each_other() -> None:
    """The ring of one box must not sample pixels that another box hides."""
    other = ImageFinding((94, 20, 126, 36), Kind.EMAIL, 0.9, "test", "x")
    first, second = screen(inside=2), screen(inside=3)
    assert np.array_equal(redact_image(first, [NAME, other])[0], redact_image(second, [NAME, other])[0])


def blank(width: int = 400, height: int = 60) -> np.ndarray:
    return np.full((height, width, 3), 245, np.uint8)


def drawn(box: tuple[int, int, int, int], image: np.ndarray, kind: Kind = Kind.PERSON) -> tuple[int, int, int, int]:
    return redact_image(image, [ImageFinding(box, kind, 1, "t")])[1][0]


@pytest.mark.parametrize("width", [1, 55, 62, 63, 120, 130])
@pytest.mark.parametrize("tall", [12, 16, 23])
def test_boxes_grow_to_a_coarse_grid_where_nothing_else_is(width: int, tall: int) -> None:
    x0, y0, x1, y1 = drawn((30, 21, 30 + width, 21 + tall), blank(400, 80))
    assert (x0, y0, y1) == (24, 20, 48) and x1 - x0 == 192


@pytest.mark.parametrize("style", STYLES)
def test_text_beside_and_below_a_box_is_left_alone(style: str) -> None:
    image = blank()
    image[22:34, 100:140:3] = 20
    image[38:50, 30:140:3] = 20
    out, [(x0, y0, x1, y1)] = redact_image(image, [NAME], style)
    assert (x0, y0) == (24, 20) and 94 <= x1 <= 100 and 36 <= y1 <= 38
    assert np.array_equal(out[:, 100:], image[:, 100:]) and np.array_equal(out[38:], image[38:])


def test_a_rule_beside_a_box_is_left_alone() -> None:
    image = blank()
    image[:, [29, 94]] = 120
    image[[19, 36]] = 120
    assert drawn(NAME.box, image) == NAME.box


def test_boxes_stay_inside_the_image_and_still_cover() -> None:
    assert drawn((90, 0, 99, 10), blank(100, 20)) == (88, 0, 100, 14)
    assert drawn((-5, -5, 300, 300), blank(100, 20)) == (0, 0, 100, 20)
    assert drawn((3, 3, 10, 10), blank(100, 20), Kind.FACE) == (3, 3, 10, 10)
    disc = ImageFinding((20, 10, 52, 42), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
    assert redact_image(blank(), [disc])[1] == [disc.box]


@pytest.mark.parametrize("style", STYLES)
def test_on_plain_ground_one_look_hides_every_name(style: str) -> None:
    """Given one surrogate, nothing of 150 names shows: not their width, nor their height, nor their first letter."""
    for place in PLACES:
        looks = set()
        for name in candidates(150):
            page, finding = rendered(name, place, False)
            looks.add(redact_image(page, [finding], style, lambda kind, value: "Bo Day")[0].tobytes())
        # A line may fall on two rows of the grid, a surrogate in letters also on two sizes.
        assert len(looks) <= (4 if style == "substitute" else 2)


def test_a_rough_ground_shows_coarse_boxes_only() -> None:
    looks = {
        redact_image(page, [finding], "fill")[0].tobytes()
        for page, finding in (rendered(name, PLACES[0], True) for name in candidates(150))
    }
    assert len(looks) <= 2


def test_an_attacker_with_all_candidates_gets_no_further_than_chance() -> None:
    names = candidates(150)
    assert recovered(blurred(2.0), names, 150, PLACES[0]) == 1.0
    for style in STYLES:
        redact = ours(style, candidates(450)[150:])
        for striped in (False, True):
            assert recovered(redact, names, 150, PLACES[0], striped) <= 4 / 150


@pytest.mark.parametrize("style", STYLES)
def test_what_a_hidden_picture_holds_is_not_drawn_over_it(style: str) -> None:
    disc = ImageFinding((20, 10, 52, 42), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
    letters = ImageFinding((28, 20, 44, 32), Kind.PERSON, 0.9, "names", "NB")
    image = blank()
    image[10:42, 20:52] = (120, 60, 160)
    alone, _ = redact_image(image, [disc], style)
    both, boxes = redact_image(image, [letters, disc], style)
    assert np.array_equal(alone, both) and boxes == [letters.box, disc.box]


def test_the_paper_is_a_colour_that_is_there() -> None:
    """Between white, peach and blue the median of each channel is pink."""
    image = np.full((40, 300, 3), 255, np.uint8)
    image[30:, 20:60], image[30:, 60:100] = (249, 214, 199), (186, 214, 248)
    out, [(x0, y0, x1, y1)] = redact_image(image, [ImageFinding((24, 10, 96, 29), Kind.PHONE, 1, "t")])
    assert (out[y0:y1, x0:x1] == 255).all()


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
def test_tesseract_reads_a_surrogate_only_where_it_is_written() -> None:
    """The leak check reads released screens with it: the default look must give it nothing to read."""
    page = np.full((260, 420, 3), 250, np.uint8)
    sizes = [(20, 12), (50, 16), (84, 22), (124, 34), (180, 52)]
    findings = [ImageFinding((20, y, 300, y + h), Kind.PERSON, 1, "t", str(y)) for y, h in sizes]
    read = {
        style: read_screen(encode_png(redact_image(page, findings, style, lambda kind, value: "Orvin Salderra")[0]))
        for style in ("blur", "pixelate", "substitute")
    }
    assert "Salderra" in str(read["substitute"])
    assert read["blur"] is not None and read["blur"].split() == []
    assert "Salderra" not in str(read["pixelate"]) and "Orvin" not in str(read["pixelate"])


@pytest.mark.parametrize("style", STYLES)
def test_turned_text_is_covered(style: str) -> None:
    image = blank(60, 300)
    image[40:140, 20:34] = np.random.default_rng(2).integers(0, 256, (100, 14, 3))
    out, [(x0, y0, x1, y1)] = redact_image(image, [ImageFinding((18, 38, 36, 142), Kind.PERSON, 1, "t", "x")], style)
    assert x0 <= 18 and y0 <= 38 and x1 >= 36 and y1 >= 142
    left = out.copy()
    left[y0:y1, x0:x1] = 245
    assert (left == 245).all()


def test_a_drawn_box_leads_back_to_its_finding() -> None:
    inner = ImageFinding((40, 22, 60, 34), Kind.PERSON, 0.9, "test", "Ann")
    other = ImageFinding((30, 44, 94, 58), Kind.PERSON, 0.9, "test", "Ann Lee")
    face = ImageFinding((150, 5, 190, 45), Kind.FACE, 0.9, "test")
    found = [NAME, inner, other, face]
    for style in STYLES:
        _, boxes = redact_image(blank(), found, style)
        assert [drawn_as(found, box, 400, 60) for box in boxes if box != boxes[1]] == [[NAME], [other], [face]]
    assert drawn_as(found, (0, 0, 400, 60), 400, 60) == []


@pytest.mark.parametrize("style", STYLES)
def test_same_input_same_bytes_in_any_order(style: str) -> None:
    findings = [
        NAME,
        ImageFinding((80, 18, 140, 40), Kind.FACE, 0.8, "test"),
        ImageFinding((60, 22, 110, 50), Kind.EMAIL, 0.7, "test", "a@example.com"),
    ]
    first, boxes = redact_image(screen(), findings, style)
    second, turned = redact_image(screen(), findings[::-1], style)
    assert np.array_equal(first, second) and boxes == turned[::-1]


def test_fill_takes_the_colour_of_its_surroundings() -> None:
    out, [(x0, y0, x1, y1)] = redact_image(screen(), [NAME])
    assert (out[y0:y1, x0:x1] == 245).all()


def test_the_surrogate_is_drawn_where_asked() -> None:
    asked: list[tuple[Kind, str]] = []

    def replace(kind: Kind, value: str) -> str:
        asked.append((kind, value))
        return "Bo Day"

    out, [(x0, y0, x1, y1)] = redact_image(screen(), [NAME], "substitute", replace)
    assert asked == [(Kind.PERSON, "Ann Lee")]
    assert (out[y0:y1, x0:x1] < 128).any()


@pytest.mark.parametrize("text", ["", "   ", "名前", "Zoë Müller-Łukasz" * 20])
def test_odd_surrogates_are_drawn_or_left_out(text: str) -> None:
    out, _ = redact_image(screen(), [NAME], "substitute", lambda kind, value: text)
    assert out.shape == (60, 200, 3)


@pytest.mark.parametrize("box", [(5, 5, 5, 9), (9, 9, 4, 4), (500, 500, 600, 600)])
def test_empty_boxes_change_nothing(box: tuple[int, int, int, int]) -> None:
    assert np.array_equal(redact_image(screen(), [ImageFinding(box, Kind.PERSON, 1, "t")])[0], screen())


def test_an_image_that_is_all_box_is_still_hidden() -> None:
    image = np.random.default_rng(0).integers(0, 256, (20, 40, 3)).astype(np.uint8)
    out, _ = redact_image(image, [ImageFinding((0, 0, 40, 20), Kind.PERSON, 1, "t", "x")])
    assert len(np.unique(out.reshape(-1, 3), axis=0)) == 1


def lettered(text: str, ground: Sequence[int], ink: Sequence[int], size: int = 14, bold: bool = False) -> np.ndarray:
    """A screen of one line of text from (30, 20) on."""
    page = Image.new("RGB", (420, 60), tuple(ground))
    font = ImageFont.truetype("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf", size)
    ImageDraw.Draw(page).text((30, 20), text, font=font, fill=tuple(ink))
    return np.array(page, np.uint8)


@pytest.mark.parametrize("style", STYLES)
def test_no_ink_of_a_hidden_line_survives(style: str) -> None:
    """Also where a rule, a stripe or a letter touches the box."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        image = lettered("Ann Leeming", (250, 250, 250), (190, 20, 30))
        image[[18, 37]] = 215
        image[38:] = (235, 240, 250)
        x0, x1 = int(rng.integers(26, 29)), int(rng.integers(128, 134))
        out, [(a, b, c, d)] = redact_image(
            image, [ImageFinding((x0, 19, x1, 37), Kind.PERSON, 1, "t", "Ann Leeming")], style, lambda *_: "Bo Day"
        )
        red = out[b:d, a:c].astype(int)
        assert (red[..., 0] - red[..., 1]).max() < 8, "the palette outside has no red"
        kept = np.ones(image.shape[:2], bool)
        kept[b:d, a:c] = False
        assert np.array_equal(out[kept], image[kept])


def test_stripes_and_rules_go_on_through_a_box() -> None:
    image = np.full((60, 300, 3), 255, np.uint8)
    image[30:] = (238, 241, 246)
    image[29] = (200, 205, 210)
    before = image.copy()
    image[22:38, 100:180:2] = 20
    out, _ = redact_image(image, [ImageFinding((98, 20, 182, 40), Kind.PERSON, 1, "t", "x")])
    assert np.array_equal(out, before)


def test_the_stripe_of_a_row_is_its_ground_and_not_its_neighbours() -> None:
    image = np.full((60, 300, 3), 255, np.uint8)
    image[20:38] = (225, 232, 240)
    before = image.copy()
    image[23:35, 100:180:2] = 20
    assert np.array_equal(redact_image(image, [ImageFinding((98, 20, 182, 38), Kind.PERSON, 1, "t", "x")])[0], before)


@pytest.mark.parametrize(("beside", "block"), [(10, True), (9, False)])
def test_a_block_that_ends_beside_its_text_is_its_ground(beside: int, block: bool) -> None:
    """An appointment in a calendar: its colour is above, below and on one side; most of what is right and left is not
    of it."""
    image = np.full((60, 300, 3), 255, np.uint8)
    image[10:50, 98:182] = (19, 56, 151)
    image[20 : 20 + 18 - beside, 98:100] = 255
    image[22:36, 102:178:2] = 250
    out, _ = redact_image(image, [ImageFinding((100, 20, 182, 38), Kind.PERSON, 1, "t", "x")])
    assert (out[30:35, 101:181] == (19, 56, 151)).all() == block


def test_a_bar_of_a_letter_is_no_rule() -> None:
    """Only what is longer than letters of this size class are high, goes on through it."""
    for reach, through in ((23, False), (24, True)):
        image = np.full((60, 300, 3), 255, np.uint8)
        image[29, 98 - reach : 182 + reach] = 60
        out, _ = redact_image(image, [ImageFinding((98, 20, 182, 38), Kind.PERSON, 1, "t", "x")])
        assert bool((out[29, 98:182] == 60).all()) == through


@pytest.mark.parametrize("size", [11, 14, 18, 24])
def test_a_surrogate_stands_on_the_line_in_size_and_colour_of_what_was_there(size: int) -> None:
    image = lettered("Hannah Dent", (24, 26, 30), (220, 225, 230), size)
    image[:8, 300:380] = (220, 225, 230)
    rows, columns = np.nonzero((image[10:] > 150).any(axis=2))
    top, bottom = int(rows.min()) + 10, int(rows.max()) + 11
    box = (int(columns.min()) - 2, top - 2, int(columns[columns < 290].max()) + 3, bottom + 2)
    out, _ = redact_image(
        image, [ImageFinding(box, Kind.PERSON, 1, "t", "Hannah Dent")], "substitute", lambda *_: "Bert Hill"
    )
    drawn = np.nonzero((out[10:] > 110).any(axis=2))[0] + 10
    assert abs(int(drawn.max()) + 1 - bottom) <= 1
    assert abs((drawn.max() - drawn.min()) - (bottom - 1 - top)) <= 0.15 * (bottom - top) + 1
    assert out[10:].max() <= 230 + 8


def test_bold_is_drawn_bold() -> None:
    weights = []
    for bold in (False, True):
        image = lettered("Hannah Dent", (250, 250, 250), (30, 30, 30), bold=bold)
        finding = ImageFinding((28, 21, 140, 36), Kind.PERSON, 1, "t", "Hannah Dent")
        out, _ = redact_image(image, [finding], "substitute", lambda *_: "Bert Hill")
        weights.append(int((250 - out[:, :, 0].astype(int)).sum()))
    assert weights[1] > 1.4 * weights[0]


def test_a_surrogate_without_room_is_cut_off() -> None:
    image = blank()
    image[10:50, 140:142] = 20
    image[22:34, 32:136:3] = 20
    finding = ImageFinding((30, 20, 138, 36), Kind.PERSON, 1, "t", "Ann Lee")
    out, [box] = redact_image(image, [finding], "substitute", lambda *_: "Bo Day Longname von der Wiese")
    assert box[2] <= 140 and np.array_equal(out[:, 140:], image[:, 140:])
    assert (out[box[1] : box[3], 120 : box[2]] < 150).any() and (out[box[1] : box[3], box[2] - 1] == 245).all()


@pytest.mark.parametrize("style", STYLES)
def test_a_disc_stays_a_disc_and_a_tile_a_tile(style: str) -> None:
    rows, columns = np.ogrid[:32, :32]
    round_one = (rows - 15.5) ** 2 + (columns - 15.5) ** 2 <= 256
    for shape, corner in ((round_one, True), (np.ones((32, 32), bool), False)):
        image = blank()
        image[10:42, 20:52][shape] = (20, 120, 60)
        disc = ImageFinding((20, 10, 52, 42), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
        out, _ = redact_image(image, [disc], style, lambda *_: "BD")
        assert (out[[10, 10, 41, 41], [20, 51, 20, 51]] == 245).all() == corner
        assert (out[26, 24:48] != 245).all() and (
            abs(out[10:42, 20:52].astype(int) - (20, 120, 60)).max(axis=2) > 8
        ).all()
        letters = (out[18:34, 28:44] < 100).any()
        assert letters == (style == "substitute")


def test_letters_read_over_a_disc_leave_the_disc() -> None:
    image = blank()
    image[10:42, 20:52] = (20, 120, 60)
    disc = ImageFinding((20, 10, 52, 42), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
    for value in ("NB", "x"):
        line = ImageFinding((14, 6, 58, 46), Kind.PERSON, 0.8, "names", value)
        both, _ = redact_image(image, [line, disc], "fill")
        assert np.array_equal(both, redact_image(image, [disc], "fill")[0])


@pytest.mark.parametrize(
    ("size", "left", "clean"),
    [
        (32, 15, True),  # 15 of 20 px lie on the disc
        (32, 12, True),  # 12 of 20
        (32, 11, False),
        (48, 12, True),
        (49, 12, False),
    ],
)
def test_letters_that_stick_out_of_a_disc_are_not_drawn_over_it(size: int, left: int, clean: bool) -> None:
    image = blank()
    image[10 : 10 + size, 20 : 20 + size] = (20, 120, 60)
    disc = ImageFinding((20, 10, 20 + size, 10 + size), Kind.PERSON, 0.8, "initials", "NB", Source.PICTURE)
    line = ImageFinding((left, 18, left + 20, 30), Kind.USERNAME, 0.8, "rescorer", "NE")
    alone, _ = redact_image(image, [disc], "fill")
    both, _ = redact_image(image, [line, disc], "fill")
    inside = np.s_[10 : 10 + size, 20 : 20 + size]
    assert np.array_equal(both[inside], alone[inside]) is clean


def test_a_column_of_names_is_of_one_size_and_begins_at_one_edge() -> None:
    page = Image.new("RGB", (300, 140), (255, 255, 255))
    names = ["Jo Ng", "Anna Lee", "Bert Kay", "mia dorn", "Will Hill"]
    font, findings = ImageFont.truetype("DejaVuSans.ttf", 13), []
    for i, name in enumerate(names):
        ImageDraw.Draw(page).text((40, 10 + 25 * i), name, font=font, fill=(30, 30, 30))
        a, b, c, d = (int(v) for v in font.getbbox(name))
        findings.append(ImageFinding((38 + a, 8 + b + 25 * i, 43 + c, 13 + d + 25 * i), Kind.PERSON, 1, "t", name))
    out, _ = redact_image(np.asarray(page, np.uint8), findings, "substitute", lambda *_: "Hal Dent")
    shapes = {out[25 * i + 5 : 25 * i + 29, 30:140].min(axis=(0, 2)).tobytes() for i in range(len(names))}
    assert len(shapes) == 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("box", [(30, 20, 94, 36), (30, 20, 70, 36), (50, 24, 94, 36)])
def test_a_text_inside_another_goes_with_it(style: str, box: tuple[int, int, int, int]) -> None:
    """Part of an address that is hidden whole: it draws nothing of its own, and its ground is not that around both."""
    image = screen()
    image[:18] = image[38:] = 255  # the address bar is not quite white, and the page around it is
    part = ImageFinding(box, Kind.URL, 0.5, "test", "Ann")
    alone, [whole] = redact_image(image, [NAME], style)
    for found in ([NAME, part], [part, NAME]):
        out, boxes = redact_image(image, found, style)
        assert np.array_equal(out, alone) and whole in boxes


def test_a_text_in_one_that_a_badge_takes_the_place_of_is_hidden() -> None:
    """The text around a badge that says the same is not drawn: what lies in it beside the badge is."""
    image = screen()
    badge = ImageFinding((30, 20, 46, 36), Kind.PERSON, 0.9, "initials", "AL", Source.PICTURE)
    around = ImageFinding((28, 18, 96, 38), Kind.PERSON, 0.9, "test", "AL")
    beside = ImageFinding((60, 20, 94, 36), Kind.PERSON, 0.9, "test", "Lee")
    out, _ = redact_image(image, [badge, around, beside], "fill")
    assert (out[20:36, 60:94] == 245).all()


@pytest.mark.parametrize("style", STYLES)
def test_a_box_without_a_value_around_a_picture_is_covered_whole(style: str) -> None:
    """A face has no value either; that makes the two no badge."""
    image = screen()
    face = ImageFinding((50, 22, 62, 34), Kind.FACE, 0.9, "faces", "", Source.PICTURE)
    unnamed = ImageFinding((30, 20, 94, 36), Kind.PERSON, 0.9, "test", "")
    out, _ = redact_image(image, [unnamed, face], style, lambda kind, value: "")
    assert not (out[20:36, 30:94] == image[20:36, 30:94]).all(axis=2)[:, :18].any()
