"""Declared values on screens, read by the real reader: in any case, cut off, wrapped, confused."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import ImageFinding
from redaction.page.reading import Line, Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.records import DeclaredEntity
from redaction.screens.engine import ScreenEngine
from redaction.text import Registry, TextEngine
from tests.lines import line

SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
#: kind, value of ordinary words
DECLARED = [
    ("customer", "Blue Sky"),
    ("repository", "Snow House"),
    ("channel", "Lunch Break"),
    ("login", "night owl"),
    ("person", "Will Brown"),
    ("project", "Silver Lining"),
    ("address", "Green House"),
    ("email", "will.brown@northern-light.com"),
    ("phone", "+49 30 2271 2671"),
]
KNOWN = Registry.declared([DeclaredEntity(kind, value) for kind, value in DECLARED], [])


@pytest.fixture(scope="module")
def engine() -> ScreenEngine:
    return ScreenEngine(VisionPolicy(device="cpu"), TextEngine(TextPolicy(engine="patterns")))


def drawn(lines: list[tuple[int, int, str]], size: int = 18) -> np.ndarray:
    image = Image.new("RGB", (900, 640), "white")
    pen = ImageDraw.Draw(image)
    for x, y, text in lines:
        pen.text((x, y), text, fill=(30, 30, 30), font=ImageFont.truetype(SANS, size))
    return np.asarray(image)


def covered(found: list[ImageFinding], x: int, y: int, text: str, size: int = 18) -> bool:
    """Whether the boxes hide the text drawn at x, y from its first letter to its last."""
    left, top, right, bottom = ImageFont.truetype(SANS, size).getbbox(text, anchor="la")
    need = (x + left + 1, y + top + 2, x + right - 1, y + bottom - 2)
    boxes = [f.box for f in found]
    return all(
        any(b[0] <= px < b[2] and b[1] <= (need[1] + need[3]) // 2 < b[3] for b in boxes)
        for px in range(need[0], need[2])
    )


def test_declared_values_of_ordinary_words_are_hidden_as_the_reader_reads_them(engine: ScreenEngine) -> None:
    lines, hidden = [], []
    for i, (_, value) in enumerate(DECLARED):
        y = 20 + 60 * i
        low = value.lower()
        cut = low[: max(len(low) * 2 // 3, low.find(" ") + 3)].rstrip() + "…"
        first, _, rest = low.partition(" ")
        if not rest:
            first, rest = low[: len(low) // 2], low[len(low) // 2 :]
        cells = [(20, y, low), (330, y, cut), (600, y, first), (600, y + 24, rest)]
        lines += cells
        hidden += cells
    found = engine.find(engine.read_fresh(drawn(lines)), KNOWN)
    missed = [(text, x) for x, y, text in hidden if not covered(found, x, y, text.rstrip("…"))]
    assert missed == []


def test_the_same_words_apart_or_in_a_sentence_stay(engine: ScreenEngine) -> None:
    lines = [
        (20, 20, "under a blue sky we met"),
        (20, 80, "it will brown in the oven"),
        (20, 140, "the green paint of the house"),
        (20, 200, "house"),
        (20, 260, "Lunch is at noon, a break follows"),
    ]
    assert engine.find(engine.read_fresh(drawn(lines)), KNOWN) == []


def hidden(engine: ScreenEngine, registry: Registry, *lines: Line) -> list[str]:
    return sorted(f.value for f in engine.find(Reading(900, 300, lines), registry))


@pytest.mark.parametrize("read", ["b1ue sky", "bluesky", "blue 5ky", "BLUE SKY", "blue-sky", "blue s..", "blue sk…"])
def test_what_the_reader_confuses_runs_together_or_cuts(engine: ScreenEngine, read: str) -> None:
    assert hidden(engine, KNOWN, line(read, 20, 20)) == [read]


def test_a_declared_value_over_two_lines_of_a_cell(engine: ScreenEngine) -> None:
    assert hidden(engine, KNOWN, line("blue", 20, 20), line("sky", 20, 38)) == ["blue", "sky"]
    assert hidden(engine, KNOWN, line("silver li", 20, 20), line("ning", 20, 38)) == ["ning", "silver li"]
    assert hidden(engine, KNOWN, line("blue", 20, 20), line("sky", 20, 200)) == []
    assert hidden(engine, KNOWN, line("a blue", 20, 20), line("sky above", 20, 38)) == []


def test_a_declared_value_that_is_also_a_label_is_hidden(engine: ScreenEngine) -> None:
    known = Registry.declared([DeclaredEntity("company", "Account Owner")], [])
    assert hidden(engine, known, line("Account Owner", 20, 20)) == ["Account Owner"]
    assert hidden(engine, Registry(), line("Account Owner", 20, 20)) == []


@pytest.mark.parametrize("declared", [True, False])
def test_both_halves_of_a_name_that_a_line_cuts_are_hidden(engine: ScreenEngine, declared: bool) -> None:
    known = Registry([("person", "Ilse Stevenson", declared)])
    found = hidden(engine, known, line("approved by Ilse Steven-", 20, 20), line("son today", 20, 38))
    assert found == ["Ilse Steven-", "son"]
    assert hidden(engine, known, line("the well-", 20, 20), line("known son", 20, 38)) == []
