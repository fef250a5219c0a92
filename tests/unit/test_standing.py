"""What stays standing on a screen and may be somebody's: which words are told, and which are not."""

from __future__ import annotations

import pytest

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.words import Word
from redaction.screens.standing import A_SCREEN, COVERED, LIKELY, Unhidden, once, standing, under


def word(line: int, x: int = 0, text: str = "Vexlor") -> Word:
    return Word(line, x, x + len(text), text, (10 * x, 20 * line, 10 * x + 60, 20 * line + 10))


def hides(box: Box) -> ImageFinding:
    return ImageFinding(box, Kind.PERSON, "", 0.9, "test", Source.PATTERN)


@pytest.mark.parametrize(("chance", "told"), [(0.01, True), (0.0099, False)])
def test_a_word_is_told_from_a_chance_on(chance: float, told: bool) -> None:
    assert LIKELY == 0.01
    assert bool(standing({word(0): chance}, [])) is told


@pytest.mark.parametrize(("width", "stands"), [(29, True), (30, False)])
def test_a_word_that_is_half_covered_does_not_stand(width: int, stands: bool) -> None:
    assert COVERED == 0.5
    one = word(0)
    assert bool(standing({one: 0.3}, [hides((0, 0, width, 10))])) is stands
    assert under(one.box, [(0, 0, width, 10)]) is not stands


def test_of_a_line_the_likeliest_word_is_told_and_of_a_screen_the_likeliest_lines() -> None:
    chances = {word(line, x): (line + 1) / 100 + x / 1000 for line in range(A_SCREEN + 2) for x in (0, 10)}
    told = standing(chances, [])
    assert len(told) == A_SCREEN == 5
    assert told[0] == (word(6, 10).box, 0.08, "Vexlor")
    assert [one.chance for one in told] == sorted((one.chance for one in told), reverse=True)
    hidden = standing(chances, [hides(word(6, 10).box)])
    assert hidden[0] == (word(6).box, 0.07, "Vexlor"), "the other word of the line stays"


def test_a_word_is_told_on_one_screen_alone() -> None:
    box = (0, 0, 9, 9)
    standing = {
        "b": [Unhidden(box, 0.2, "Vexlor"), Unhidden(box, 0.1, "tango")],
        "a": [Unhidden(box, 0.2, "VEXLOR"), Unhidden(box, 0.05, "Tango"), Unhidden(box, 0.01, "bravo")],
    }
    told = {"a": [Unhidden(box, 0.2, "VEXLOR"), Unhidden(box, 0.01, "bravo")], "b": [Unhidden(box, 0.1, "tango")]}
    assert once(standing) == told == once(dict(reversed(standing.items())))


def test_the_order_of_the_words_does_not_matter() -> None:
    chances = {word(line): 0.2 for line in range(3)}
    assert standing(chances, []) == standing(dict(reversed(chances.items())), [])
