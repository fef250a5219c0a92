"""A misreading of one moment is hidden where it stands and carried nowhere."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source
from redaction.page.reading import Line
from redaction.screens.frames.passing import STEADY, passing, variants


def line(text: str, x1: int = 300) -> Line:
    return Line(text, (20, 100, x1, 116), ())


def person(text: str, source: Source = Source.LABEL) -> ImageFinding:
    return ImageFinding((20, 100, 120, 116), Kind.PERSON, 0.9, "test", text, source)


def frames(
    steady: int, *, other: str = "Changes are logged and take effect", moment: str = "Changes are lS"
) -> list[list[Line]]:
    return [[line(moment, 130)], *([line(other)] for _ in range(steady))]


def test_what_the_pointer_makes_of_a_line_stays_on_its_frame() -> None:
    wrong = person("Changes are lS")
    assert passing(frames(STEADY), [[wrong], *([] for _ in range(STEADY))]) == [
        {wrong},
        *(set() for _ in range(STEADY)),
    ]


def test_one_frame_fewer_is_not_steady() -> None:
    few = STEADY - 1
    assert passing(frames(few), [[person("Changes are lS")], *([] for _ in range(few))])[0] == set()


def test_another_text_in_the_place_is_no_misreading() -> None:
    toast = person("Ana Silva")
    shown = frames(9, moment="Saved by Ana Silva")
    assert passing(shown, [[toast], *([] for _ in range(9))])[0] == set()


@pytest.mark.parametrize("typed", ["Thanks, B", "Thanks, Bartlo", "thanks, bartłomi"])
def test_a_name_that_is_being_typed_is_no_misreading_of_the_whole(typed: str) -> None:
    shown = frames(9, other="Thanks, Bartłomiej, so much", moment=typed)
    assert passing(shown, [[person(typed[8:], Source.MODEL)], *([] for _ in range(9))])[0] == set()
    other = frames(9, other="Thanks, Bartłomiej, so much", moment=f"{typed}#")
    assert passing(other, [[person(typed[8:], Source.MODEL)], *([] for _ in range(9))])[0] != set()


def test_a_name_that_is_found_where_its_line_is_read_right_is_carried_from_a_misread_line_too() -> None:
    shown = frames(9, other="Ada knows the details of +33 1 99 00", moment="Ada knows the details of +33 199")
    name = ImageFinding((20, 100, 46, 116), Kind.PERSON, 0.9, "test", "Ada", Source.MODEL)
    surer = ImageFinding((20, 100, 46, 116), Kind.PERSON, 0.95, "test", "Ada", Source.MODEL)
    assert passing(shown, [[name], *([surer] for _ in range(9))])[0] == set()
    assert passing(shown, [[name], *([] for _ in range(9))])[0] == {name}


def test_what_is_known_is_carried_whatever_it_was_read_from() -> None:
    for source in (Source.REGISTRY, Source.CHECKED, Source.UNREAD):
        assert passing(frames(9), [[person("Changes are lS", source)], *([] for _ in range(9))])[0] == set()


def test_a_steady_line_is_carried() -> None:
    name = person("Changes are logged")
    assert passing(frames(9), [[], *([name] for _ in range(9))]) == [set() for _ in range(10)]


def test_a_text_that_a_steadier_one_explains_is_a_variant_of_it() -> None:
    stands = {"Head of Operations": 3 * STEADY, "Head of Oper": STEADY, "Maria Keller": 30, "Maria Keller Low": 4}
    assert variants(stands) == {"Head of Oper", "Maria Keller Low"}
    assert variants({**stands, "Head of Operations": 3 * STEADY - 1}) == {"Maria Keller Low"}
    assert variants({"Ana Silva": 3, "Rosa Lindqvist": 90}) == variants({}) == set()
    # two letters explain nothing
    assert variants({"To": 90, "Tomas Brandt": 3}) == set()


def below_each_other(count: int, *, here: bool = False) -> list[list[Line]]:
    """A frame on which two lines are read as one, and frames on which they stand."""
    two = [Line("Address", (20, 100, 80, 112), ()), Line("64 Harbour Road", (20, 120, 140, 132), ())]
    return [[Line("A lledu", (15, 96, 150, 136), ()), *(two if here else [])], *(two for _ in range(count))]


def test_lines_below_each_other_that_are_read_as_one_are_no_name_on_other_frames() -> None:
    for source in Source:
        merged = ImageFinding((12, 94, 153, 138), Kind.PERSON, 0.3, "test", "lledu", source)
        assert passing(below_each_other(STEADY), [[merged], *([] for _ in range(STEADY))])[0] == {merged}
        few = STEADY - 1
        assert passing(below_each_other(few), [[merged], *([] for _ in range(few))])[0] == set()
        assert passing(below_each_other(9, here=True), [[merged], *([] for _ in range(9))])[0] == {merged}


def test_a_part_of_lines_that_are_read_as_one_is_as_high_as_they_are() -> None:
    two = [Line("Access to it", (20, 100, 80, 112), ()), Line("As agreed with Ada Brandt of…", (20, 120, 240, 132), ())]
    shown = [[Line("Asagreedwith Ada B", (15, 96, 150, 136), ())], *(two for _ in range(9))]
    aside = ImageFinding((120, 94, 153, 138), Kind.PERSON, 0.3, "test", "B", Source.CUT_OFF)
    assert passing(shown, [[aside], *([] for _ in range(9))])[0] == {aside}, "right of where the first of them ends"
    beyond = [[Line("Ada B", (120, 96, 150, 136), ())], *(two for _ in range(9))]
    assert passing(beyond, [[aside], *([] for _ in range(9))])[0] == set()


def test_a_line_as_long_as_another_is_not_typed() -> None:
    for long, stays in ((270, True), (269, False)):
        shown = [[line("Thanks, B", 20 + long)], *([line("Thanks, Bartłomiej, so much", 320)] for _ in range(9))]
        assert bool(passing(shown, [[person("B", Source.MODEL)], *([] for _ in range(9))])[0]) is stays


def test_a_picture_over_lines_and_a_line_among_them_are_carried() -> None:
    picture = ImageFinding((12, 94, 153, 138), Kind.FACE, 0.6, "test", "", Source.PICTURE)
    one = ImageFinding((12, 117, 153, 138), Kind.PERSON, 0.3, "test", "lledu", Source.PATTERN)
    for finding in (picture, one):
        assert passing(below_each_other(9), [[finding], *([] for _ in range(9))])[0] == set()


def test_a_line_read_too_high_is_the_line_that_stands_there() -> None:
    high = Line("As agreed ith Ada Brandt ofQu", (20, 91, 180, 121), ())
    shown = [[high], *([Line("As agreed with Ada Brandt of Quarry…", (20, 100, 220, 113), ())] for _ in range(9))]
    wrong = ImageFinding((150, 85, 190, 127), Kind.PERSON, 0.2, "test", "ofQu", Source.PATTERN)
    assert passing(shown, [[wrong], *([] for _ in range(9))])[0] == {wrong}
    aside = ImageFinding((240, 85, 280, 127), Kind.PERSON, 0.2, "test", "ofQu", Source.PATTERN)
    assert passing(shown, [[aside], *([] for _ in range(9))])[0] == set()


@pytest.mark.parametrize(
    ("tall", "count", "carried"), [(30, STEADY, False), (29, STEADY, True), (30, STEADY - 1, True)]
)
def test_a_name_on_a_line_read_too_high_is_carried_from_where_it_was_not(tall: int, count: int, carried: bool) -> None:
    low = ImageFinding((20, 100, 66, 120), Kind.PERSON, 0.9, "test", "Misaki", Source.MODEL)
    high = ImageFinding((20, 100, 66, 100 + tall), Kind.PERSON, 0.9, "test", "Misaki", Source.MODEL)
    other = ImageFinding((20, 100, 66, 100 + tall), Kind.PERSON, 0.9, "test", "Kenji", Source.MODEL)
    found = [[high, other], *([low] for _ in range(count))]
    assert passing([[] for _ in found], found)[0] == (set() if carried else {high})
    scrolled = ImageFinding((20, 300, 66, 320), Kind.PERSON, 0.9, "test", "Misaki", Source.MODEL)
    found = [[high, other], *([scrolled] for _ in range(count))]
    assert passing([[] for _ in found], found)[0] == (set() if carried else {high}), "wherever it stands"


@pytest.mark.parametrize(("wide", "carried"), [(52, False), (55, True)])
def test_the_same_name_in_larger_letters_is_carried(wide: int, carried: bool) -> None:
    heading = ImageFinding((20, 100, 20 + wide, 140), Kind.PERSON, 0.9, "test", "Misaki", Source.MODEL)
    cell = ImageFinding((20, 300, 66, 320), Kind.PERSON, 0.9, "test", "Misaki", Source.MODEL)
    found = [[heading], *([cell] for _ in range(STEADY))]
    assert passing([[] for _ in found], found)[0] == (set() if carried else {heading})
