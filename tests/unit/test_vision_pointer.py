"""What the pointer makes of a button is told by the frames without it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.screens.frames.pointer import AROUND, HIGH, LOOKS, WIDE, without_pointer
from redaction.screens.pictures.faces import SHAPE

LINE = (84, 55, 116, 67)
"""Where "Save" stands."""
SEEN = (80, 48, 110, 78)


def button(pointer: Box | None = None) -> np.ndarray:
    image = Image.new("RGB", (240, 140), (240, 244, 246))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((70, 46, 130, 76), 6, fill=(170, 70, 20))
    draw.text((84, 53), "Save", font=ImageFont.truetype("DejaVuSans.ttf", 13), fill=(255, 255, 255))
    made = np.array(image)
    if pointer is not None:
        made[pointer[1] : pointer[3], pointer[0] : pointer[2]] = (20, 200, 90)
    return made


POINTER = (92, 60, 92 + 14, 60 + 20)


def guess(box: Box = SEEN, detector: str = SHAPE, source: Source = Source.PICTURE) -> ImageFinding:
    return ImageFinding(box, Kind.FACE, 0.6, detector, source=source)


def left(
    frames: list[np.ndarray], found: list[list[ImageFinding]], read: list[list[Box]] | None = None
) -> list[ImageFinding]:
    """What stays on the first frame."""
    read = read if read is not None else [[], *([LINE] for _ in frames[1:])]
    return without_pointer(frames.__getitem__, found, read)[0]


@pytest.mark.parametrize("one", [guess(), guess(detector="unreadable", source=Source.UNREAD)])
def test_a_guess_about_what_stands_there_whole_on_another_frame_goes(one: ImageFinding) -> None:
    assert left([button(POINTER), button()], [[one], []]) == []


@pytest.mark.parametrize(
    "one",
    [
        guess(detector="mtcnn"),
        guess(detector="label", source=Source.LABEL),
        replace(guess(detector="initials"), kind=Kind.PERSON),
    ],
)
def test_what_is_more_than_a_guess_stays(one: ImageFinding) -> None:
    assert left([button(POINTER), button()], [[one], []]) == [one]


@pytest.mark.parametrize(
    ("wide", "high", "stays"), [(WIDE, 20, False), (WIDE + 1, 20, True), (14, HIGH, False), (14, HIGH + 1, True)]
)
def test_what_comes_is_no_larger_than_a_pointer(wide: int, high: int, stays: bool) -> None:
    pointed = button((90, 58, 90 + wide, 58 + high))
    assert bool(left([pointed, button()], [[guess((80, 48, 130, 96))], []])) is stays


def test_nothing_else_changes_around_it_and_something_does() -> None:
    far, near = button(POINTER), button(POINTER)
    far[:, SEEN[2] + AROUND :] = 0
    near[:, SEEN[2] + AROUND - 1 - 4 :] = 0
    assert left([far, button()], [[guess()], []]) == []
    assert left([near, button()], [[guess()], []]) == [guess()]
    assert left([button(), button()], [[guess()], []]) == [guess()], "the pointer is not why it was found"


@pytest.mark.parametrize(
    "line",
    [
        (84, 55, 84 + 19, 67),  # initials: less than 1.6 heights
        (101, 55, 140, 67),  # another line beside it
        (84, 100, 116, 112),
    ],
)
def test_a_line_is_read_there(line: Box) -> None:
    assert left([button(POINTER), button()], [[guess()], []], [[], [line]]) == [guess()]


def test_a_word_may_be_read_as_high_as_its_button() -> None:
    assert left([button(POINTER), button()], [[guess()], []], [[], [(80, 46, 80 + 48, 76)]]) == []


def test_on_the_other_frame_nothing_is_hidden_there() -> None:
    other = ImageFinding((100, 60, 120, 66), Kind.PERSON, 0.9, "label", "Save", Source.LABEL)
    assert left([button(POINTER), button()], [[guess()], [other]]) == [guess()]
    assert left([button(POINTER), button(), button()], [[guess()], [other], []]) == []


def test_what_could_not_be_read_is_hidden_as_on_the_frame_without_the_pointer() -> None:
    unread = guess(detector="unreadable", source=Source.UNREAD)
    name = ImageFinding((84, 55, 100, 67), Kind.PERSON, 0.9, "label", "Sa", Source.LABEL)
    aside = ImageFinding((200, 55, 220, 67), Kind.PERSON, 0.9, "label", "Xu", Source.LABEL)
    frames = [button(POINTER), button()]
    assert left(frames, [[unread], [name, aside]]) == [name]
    assert left(frames, [[name, unread], [name]]) == [name], "once"
    assert left(frames, [[unread], [name, unread]]) == [unread], "a guess there, too"
    assert left(frames, [[unread], [name, guess()]]) == [unread]


def test_the_nearest_frames_alone_are_looked_at_and_frames_of_another_size_tell_nothing() -> None:
    elsewhere = [button((84 - 30, 60, 84 - 16, 80)) for _ in range(LOOKS)]
    assert left([button(POINTER), *elsewhere[1:], button()], [[guess()], *([] for _ in elsewhere)]) == []
    assert left([button(POINTER), *elsewhere, button()], [[guess()], [], *([] for _ in elsewhere)]) == [guess()]
    assert left([button(POINTER), button()[:-2]], [[guess()], []]) == [guess()]
