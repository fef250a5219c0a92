"""Hiding: outside the boxes nothing changes, inside nothing depends on what was there."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.findings import ImageFinding, Kind
from redaction.pixels import WIDTH_STEP, final_box, hide

STYLES = ("fill", "blur", "pixelate", "substitute")


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
    out, [(x0, y0, x1, y1)] = hide(image, [NAME], style, lambda kind, value: "Bo Day")
    assert np.array_equal(image, screen()), "the input must not change"
    left = out.copy()
    left[y0:y1, x0:x1] = image[y0:y1, x0:x1]
    assert np.array_equal(left, image)
    assert not np.array_equal(out[y0:y1, x0:x1], image[y0:y1, x0:x1])


@pytest.mark.parametrize("kind", [Kind.PERSON, Kind.FACE, Kind.CODE])
@pytest.mark.parametrize("style", STYLES)
def test_the_result_is_no_function_of_what_was_there(style: str, kind: Kind) -> None:
    finding = ImageFinding(NAME.box, kind, 0.9, "test", "Ann Lee")
    first, _ = hide(screen(inside=2), [finding], style, lambda kind, value: "Bo Day")
    second, _ = hide(screen(inside=3), [finding], style, lambda kind, value: "Bo Day")
    assert np.array_equal(first, second)


def test_neighbouring_findings_do_not_colour_each_other() -> None:
    """The ring of one box must not sample pixels that another box hides."""
    other = ImageFinding((94, 20, 126, 36), Kind.EMAIL, 0.9, "test", "x")
    first, second = screen(inside=2), screen(inside=3)
    assert np.array_equal(hide(first, [NAME, other])[0], hide(second, [NAME, other])[0])


@pytest.mark.parametrize("width", [1, 15, 16, 17, 63, 64, 65])
def test_widths_are_rounded_up(width: int) -> None:
    x0, _, x1, _ = final_box(ImageFinding((30, 20, 30 + width, 36), Kind.PERSON, 1, "t"), 1000, 60)
    assert (x1 - x0) % WIDTH_STEP == 0 and x0 <= 30 and x1 >= 30 + width and x1 - x0 < width + WIDTH_STEP


def test_boxes_stay_inside_the_image_and_still_cover() -> None:
    assert final_box(ImageFinding((90, 0, 99, 10), Kind.PERSON, 1, "t"), 100, 20) == (84, 0, 100, 10)
    assert final_box(ImageFinding((-5, -5, 300, 300), Kind.PERSON, 1, "t"), 100, 20) == (0, 0, 100, 20)
    assert final_box(ImageFinding((3, 3, 10, 10), Kind.FACE, 1, "t"), 100, 20) == (3, 3, 10, 10)


@pytest.mark.parametrize("style", STYLES)
def test_same_input_same_bytes_in_any_order(style: str) -> None:
    findings = [
        NAME,
        ImageFinding((80, 18, 140, 40), Kind.FACE, 0.8, "test"),
        ImageFinding((60, 22, 110, 50), Kind.EMAIL, 0.7, "test", "a@example.com"),
    ]
    first, boxes = hide(screen(), findings, style)
    second, turned = hide(screen(), findings[::-1], style)
    assert np.array_equal(first, second) and boxes == turned[::-1]


def test_fill_takes_the_colour_of_its_surroundings() -> None:
    out, [(x0, y0, x1, y1)] = hide(screen(), [NAME])
    assert (out[y0:y1, x0:x1] == 245).all()


def test_the_surrogate_is_drawn_where_asked() -> None:
    asked: list[tuple[Kind, str]] = []

    def replace(kind: Kind, value: str) -> str:
        asked.append((kind, value))
        return "Bo Day"

    out, [(x0, y0, x1, y1)] = hide(screen(), [NAME], "substitute", replace)
    assert asked == [(Kind.PERSON, "Ann Lee")]
    assert (out[y0:y1, x0:x1] < 128).any()


@pytest.mark.parametrize("text", ["", "   ", "名前", "Zoë Müller-Łukasz" * 20])
def test_odd_surrogates_are_drawn_or_left_out(text: str) -> None:
    out, _ = hide(screen(), [NAME], "substitute", lambda kind, value: text)
    assert out.shape == (60, 200, 3)


@pytest.mark.parametrize("box", [(5, 5, 5, 9), (9, 9, 4, 4), (500, 500, 600, 600)])
def test_empty_boxes_change_nothing(box: tuple[int, int, int, int]) -> None:
    assert np.array_equal(hide(screen(), [ImageFinding(box, Kind.PERSON, 1, "t")])[0], screen())


def test_an_image_that_is_all_box_is_still_hidden() -> None:
    image = np.random.default_rng(0).integers(0, 256, (20, 40, 3)).astype(np.uint8)
    out, _ = hide(image, [ImageFinding((0, 0, 40, 20), Kind.PERSON, 1, "t", "x")])
    assert len(np.unique(out.reshape(-1, 3), axis=0)) == 1
