"""Known names that are cut off by the edge of the screen, a menu or a narrow column."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.page.reading import Line, Reading
from redaction.screens.rules.fragments import fragments
from redaction.text.known.registry import Registry
from tests.pages import page_of

KNOWN = Registry([(str(Kind.PERSON), "Karthika Bhattamishran", False), (str(Kind.PERSON), "Ottokar Brenning", False)])


def cut(text: str) -> list[str]:
    edges = tuple(10 + 8 * i for i in range(len(text) + 1))
    line = Line(text, (10, 10, edges[-1], 24), edges, 0.99)
    return [finding.value for finding in fragments(page_of(Reading(900, 60, (line,))), [], KNOWN)]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Purchase order 24 - Karthika Bhattam", ["Bhattam"]),
        ("Assigned to Bhattamish…", ["Bhattamish"]),
        ("tamishran", ["tamishran"]),
        ("nning wrote a note", ["nning"]),
        ("Bhattam is in the middle", []),
        ("bhattam", []),
        ("Bhatt", ["Bhatt"]),
        ("Bren", []),
        ("Brenner", []),
    ],
)
def test_pieces_of_known_names_at_the_ends_of_a_line(text: str, hidden: list[str]) -> None:
    assert cut(text) == hidden
