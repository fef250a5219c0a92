"""People told by where they stand: lists of avatars, log-ins on the same row, forms, address blocks."""

from __future__ import annotations

from typing import Any

import pytest

from redaction.page.reading import Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.column_votes import certain_labels
from redaction.screens.engine import ScreenEngine
from redaction.screens.labels.forms import field_labels
from redaction.screens.passages import passages
from redaction.screens.rules.address_blocks import address_blocks
from redaction.screens.rules.avatars import beside_avatars
from redaction.text.engine import TextEngine
from tests.lines import line
from tests.pages import page, page_of


def test_a_row_of_lettered_avatars_makes_a_list_of_people_of_ordinary_words() -> None:
    names = ("Mark", "Will", "Rose")
    lines = tuple(line(name, 60, 20 + 50 * i) for i, name in enumerate(names))
    discs = tuple(((10, 10 + 50 * i, 44, 44 + 50 * i), name[0]) for i, name in enumerate(names))
    assert set(beside_avatars(page_of(Reading(400, 200, lines, discs=discs)))) == {0, 1, 2}
    other = tuple((box, letter) for (box, _), letter in zip(discs, "MXY", strict=True))
    assert set(beside_avatars(page_of(Reading(400, 200, lines, discs=other)))) == set()


def test_channels_with_lettered_tiles_are_no_people() -> None:
    names = ("development", "design-team", "delivery")
    lines = tuple(line(name, 60, 20 + 50 * i) for i, name in enumerate(names))
    discs = tuple(((10, 10 + 50 * i, 44, 44 + 50 * i), "D") for i in range(3))
    assert set(beside_avatars(page_of(Reading(400, 200, lines, discs=discs)))) == set()


def test_the_log_in_on_a_persons_row_is_theirs() -> None:
    lines = (line("Nadia Brink", 60, 20), line("nadia.brink", 240, 20), line("nadia.brink", 240, 90))
    reading = Reading(400, 120, lines, faces=(((10, 10, 44, 44), 0.9, "mtcnn"),))
    assert set(beside_avatars(page_of(reading))) == {0, 1}


def test_a_small_letter_log_in_beside_a_photo() -> None:
    reading = Reading(400, 120, (line("okafor", 60, 20),), faces=(((10, 10, 44, 44), 0.9, "mtcnn"),))
    assert set(beside_avatars(page_of(reading))) == {0}
    word = Reading(400, 120, (line("settings", 60, 20),), faces=reading.faces)
    assert set(beside_avatars(page_of(word))) == set()


def test_a_button_beside_a_password_label_is_no_password() -> None:
    lines = (line("Password", 10, 10), line("Change password", 140, 10))
    assert field_labels(page(lines)) == {}


def test_an_address_goes_on_below_on_even_rows() -> None:
    rows = ("Address: 12 Kiln Street", "Norwick", "40277", "Remarks: none")
    left = 10 + 8 * rows[0].index("12")
    lines = tuple(line(text, 10 if ":" in text else left, 10 + 30 * i) for i, text in enumerate(rows))
    assert list(address_blocks(lines, {})) == [[(0, 9), (1, 0), (2, 0)]]


def test_people_beside_avatars_vote_for_their_list() -> None:
    names = ("Nadia Brink", "Teo Varga", "Ines Okafor", "Zanvertia")
    lines = tuple(line(name, 60, 20 + 50 * i) for i, name in enumerate(names))
    faces = tuple(((10, 10 + 50 * i, 44, 44 + 50 * i), 0.9, "mtcnn") for i in range(3))
    found = passages(page_of(Reading(400, 240, lines, faces=faces)))
    assert [(p.input.text, p.column, p.corroborated) for p in found if p.input.text in names] == [
        *((name, 0, True) for name in names[:3]),
        ("Zanvertia", 0, False),
    ]
    text: Any = _Silent()
    assert [i.label for i in certain_labels(text, found, None) if i.text == "Zanvertia"] == ["Participant"]


class _Silent:
    """A text engine that finds nothing by itself."""

    def find_many(self, inputs: list[object], registry: object) -> list[list[object]]:
        return [[] for _ in inputs]


@pytest.fixture(scope="module")
def engine() -> ScreenEngine:
    return ScreenEngine(VisionPolicy(device="cpu"), TextEngine(TextPolicy()))


def test_one_value_under_a_label_that_says_little_is_believed_when_it_is_a_name(engine: ScreenEngine) -> None:
    def hidden(label: str, value: str) -> list[str]:
        form = (line("Close date", 10, 10), line(label, 200, 10), line("12 May 2031", 10, 34), line(value, 200, 34))
        return [f.value for f in engine.find(Reading(500, 80, form))]

    assert hidden("Parent account", "Thistleora") == ["Thistleora"]
    assert hidden("Parent account", "Standard") == []
    assert hidden("Owner", "Grace") == ["Grace"]
    assert hidden("Owner", "Closed") == []
