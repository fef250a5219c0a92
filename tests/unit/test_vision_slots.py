"""The name of a workspace over its list of channels."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source
from redaction.page.reading import Line, Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.labels.slots import workspaces
from redaction.text import TextEngine
from tests.lines import line
from tests.pages import page

CHANNELS = ("# general", "# night-shift", "# random 2")


def sidebar(name: str, channels: tuple[str, ...] = CHANNELS, x: int = 10, indent: int = 0) -> list[Line]:
    top = [line(name, x, 10), line("Threads", x, 50)]
    return top + [line(text, x + indent, 90 + 26 * i) for i, text in enumerate(channels)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Vexlora", True),
        ("Vexlor Crew ⌄", True),
        ("Threads", False),  # the screen's own word
        ("Slack", False),  # a product
        ("Company", False),  # a label
        ("V.", False),  # an owner's initials
        ("Vexlora has moved to another server since", False),
    ],
)
def test_what_heads_a_list_of_channels_is_the_workspace(name: str, told: bool) -> None:
    assert workspaces(page(sidebar(name))) == ({0: ("Company", None)} if told else {})


@pytest.mark.parametrize(
    ("channels", "told"),
    [
        (CHANNELS[:3], True),
        (CHANNELS[:2], False),
        (("#", "#", "＃"), True),  # their names were read by themselves
        (("# load the settings", "# then restart it", "# and wait for it"), False),  # comments
        (("#1042", "#1043", "#1044"), False),
    ],
)
def test_three_channels_are_a_list(channels: tuple[str, ...], told: bool) -> None:
    assert bool(workspaces(page(sidebar("Vexlora", channels)))) is told


@pytest.mark.parametrize(("indent", "told"), [(28, True), (29, False)])
def test_it_begins_within_two_line_heights_of_the_channels(indent: int, told: bool) -> None:
    above = [line("Vexlora", 10, 10), *sidebar("Threads", indent=0, x=10 + indent)[2:]]
    assert bool(workspaces(page(above))) is told


def test_no_word_of_it_doubts_its_place() -> None:
    texts = TextEngine(TextPolicy())
    reading = Reading(800, 600, (*sidebar("Vexlora"), line("Search Vexlora", 300, 10)), (), (), ())
    for policy in (VisionPolicy(), VisionPolicy(rescorer=False)):
        found = ScreenEngine(policy, texts).find(reading)
        assert (Kind.COMPANY, "Vexlora", Source.POSITION) in {(f.kind, f.value, f.source) for f in found}
    off = ScreenEngine(VisionPolicy(rescorer=False), texts, disabled=frozenset({"slots"})).find(reading)
    assert not any(f.source is Source.POSITION for f in off)
