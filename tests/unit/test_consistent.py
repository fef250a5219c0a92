"""One page, one judgement: what a model claims in one place and the page shows in others is nobody's, and a number, a
log-in or a firm that is hidden in one place is hidden in all."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.screens.consistent import CODED, CONSISTENT, DIGITS, FEWEST, consistent
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from tests.lines import line
from tests.pages import page


def column(*texts: str) -> Page:
    return page([line(text, 40, 40 + 30 * row) for row, text in enumerate(texts)])


def on(shown: Page, row: int, kind: Kind, source: Source = Source.MODEL, by: str = "names-model") -> ImageFinding:
    """The finding over the whole of a row."""
    one = shown.lines[row]
    return ImageFinding(one.box, kind, 0.9, by, one.text, source)


def kept(shown: Page, *found: ImageFinding) -> list[tuple[str, int]]:
    """What is found afterwards, and on which row."""
    return sorted((f.value, (f.box[1] - 30) // 30) for f in consistent(shown, found))


def test_what_a_model_claims_and_the_page_shows_as_often_is_nobodys() -> None:
    shown = column("Sturzrisiko", "Bettruhe", "Sturzrisiko", "Ottilie Brandvold")
    assert kept(shown, on(shown, 0, Kind.COMPANY), on(shown, 3, Kind.PERSON)) == [("Ottilie Brandvold", 3)]
    found = [on(shown, 0, Kind.COMPANY), on(shown, 2, Kind.COMPANY)]
    assert [row for _, row in kept(shown, *found)] == [0, 2]


@pytest.mark.parametrize("times", [CODED - 1, CODED])
@pytest.mark.parametrize("text", ["GRUPASA", "sa4411k"])
def test_codes_and_abbreviations_must_be_shown_more_often(text: str, times: int) -> None:
    shown = column(text, *[text] * times)
    assert (kept(shown, on(shown, 0, Kind.USERNAME)) == []) == (times == CODED)


@pytest.mark.parametrize("length", [FEWEST - 1, FEWEST])
def test_one_letter_means_something_else_in_each_place(length: int) -> None:
    text = "äö"[:length]
    shown = column(text, text)
    assert (kept(shown, on(shown, 0, Kind.PERSON, Source.PATTERN, RESCORER)) == []) == (length == FEWEST)


def test_labels_patterns_and_the_registry_are_believed() -> None:
    shown = column("Sturzrisiko", "Sturzrisiko")
    for source in (Source.LABEL, Source.PATTERN, Source.REGISTRY):
        assert kept(shown, on(shown, 0, Kind.PERSON, source, "other"))
    assert not kept(shown, on(shown, 0, Kind.PERSON, Source.PATTERN, RESCORER))


def test_what_the_registry_knows_stays_whoever_found_it() -> None:
    shown = column("ask Sturzrisiko", "Sturzrisiko", "Sturzrisiko")
    found = on(shown, 1, Kind.PERSON)
    assert list(consistent(shown, [found], lambda text: [(0, 11)] if text == "Sturzrisiko" else [])) == [found]
    assert list(consistent(shown, [found], lambda text: [(0, 3)] if text != "Sturzrisiko" else [])) == []


def test_a_name_of_the_lists_and_what_stands_beside_something_hidden_stay() -> None:
    shown = column("Amelia", "Amelia")
    assert kept(shown, on(shown, 0, Kind.PERSON))
    shown = column("Dove Lane", "Lane")
    edge = shown.lines[0].edges[5]
    first, last = shown.lines[0].box[0], shown.lines[0].box[2]
    halves = [
        ImageFinding((first, 40, edge - 4, 54), Kind.COMPANY, 0.9, "names-model", "Dove", Source.LABEL),
        ImageFinding((edge, 40, last, 54), Kind.COMPANY, 0.9, RESCORER, "Lane"),
    ]
    assert [value for value, _ in kept(shown, *halves)] == ["Dove", "Lane"]


@pytest.mark.parametrize("digits", [DIGITS - 1, DIGITS])
def test_a_long_number_is_the_same_wherever_it_stands(digits: int) -> None:
    number = "4410873"[:digits]
    shown = column(number, "paid", number)
    rows = [row for _, row in kept(shown, on(shown, 0, Kind.ID, Source.PATTERN, "other"))]
    assert rows == ([0, 2] if digits == DIGITS else [0])


def test_a_day_is_no_such_number() -> None:
    shown = column("2024-10-14", "2024-10-14")
    assert [row for _, row in kept(shown, on(shown, 0, Kind.ID, Source.PATTERN, "other"))] == [0]


def test_a_log_in_by_its_form_and_a_firm_by_its_label_are_hidden_wherever_they_stand() -> None:
    shown = column("limbo", "sudo: limbo : TTY", "limbo2")
    found = list(consistent(shown, [on(shown, 0, Kind.USERNAME, Source.PATTERN, "path-user")]))
    assert [(f.value, f.detector) for f in found] == [("limbo", "path-user"), ("limbo", CONSISTENT)]
    shown = column("Paper Kite", "Controller · Paper Kite", "Paper tray")
    assert [row for _, row in kept(shown, on(shown, 0, Kind.COMPANY, Source.LABEL, "label"))] == [0, 1]
    shown = column("Next Action", "Next Action")
    assert [row for _, row in kept(shown, on(shown, 0, Kind.COMPANY, Source.LABEL, "label"))] == [0]


@pytest.mark.parametrize(
    ("name", "source", "rows"),
    [
        ("Zhvexia", Source.POSITION, [0, 1]),
        ("Zhvexia", Source.MODEL, []),  # shown as often as it is hidden
        ("Orange", Source.POSITION, [0]),  # a word
        ("Settings", Source.POSITION, [0]),
    ],
)
def test_the_name_of_a_workspace_that_is_no_word_is_hidden_wherever_it_stands(
    name: str, source: Source, rows: list[int]
) -> None:
    shown = column(name, f"Search {name}")
    assert [row for _, row in kept(shown, on(shown, 0, Kind.COMPANY, source, "label"))] == rows
