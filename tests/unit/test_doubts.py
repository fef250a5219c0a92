"""What a page does not believe teaches nothing: which findings are doubted, where, and how pages together decide."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.page.passage import joined
from redaction.page.reading import Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.doubts import Spans, doubts, in_part, is_unlikely, learned, merged, stops_short
from redaction.screens.engine import ScreenEngine
from redaction.screens.span_boxes import boxes_for
from redaction.text.engine import TextEngine
from redaction.text.inputs import TextInput
from redaction.text.known.registry import Registry
from tests.lines import line
from tests.pages import page


@pytest.fixture(scope="module")
def engine() -> ScreenEngine:
    """Without the re-scorer, so that a page decides by its vetoes, which are told by their names."""
    return ScreenEngine(VisionPolicy(device="cpu", rescorer=False), TextEngine(TextPolicy()))


SENTENCE = TextInput("Maria Keller wrote to Thomas Weber", None, "line")


def test_what_the_page_withdraws_is_doubted_and_what_it_believes_is_not(engine: ScreenEngine) -> None:
    shown = Reading(600, 200, (line("Hiring manager", 10, 10), line("Nadia Brink", 10, 28)))
    found = doubts(engine, shown, {})
    assert found[TextInput("Nadia Brink", "Hiring manager", "line")] == frozenset()
    registry = learned(Registry(), engine.text, found)
    assert ("person", "Nadia Brink", False) in registry.entries


def test_a_withdrawn_claim_is_not_learned(engine: ScreenEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Reading(600, 200, (line("Please ask Nadia Brink today", 10, 10),))
    item = TextInput("Please ask Nadia Brink today", None, "line")
    assert doubts(engine, shown, {})[item] == frozenset()
    monkeypatch.setattr(engine, "weighed", lambda reading: ([], {}))  # a page that believes nothing of it
    found = doubts(engine, shown, {})
    assert found[item] == {(11, 22)}
    assert not learned(Registry(), engine.text, found).entries


def test_what_stood_on_the_frame_before_is_not_asked_again(
    engine: ScreenEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Reading(600, 200, (line("Please ask Nadia Brink today", 10, 10),))
    asked: dict[TextInput, Spans] = {}
    first = doubts(engine, shown, asked)
    monkeypatch.setattr(engine, "weighed", lambda reading: pytest.fail("asked again"))
    more = Reading(600, 200, (*shown.lines, line("Qty 40 blorps", 10, 40)))  # what nothing is found in, asks no page
    assert doubts(engine, more, asked) == {**first, TextInput("Qty 40 blorps", None, "line"): frozenset()}


def test_what_one_page_believes_is_learned(engine: ScreenEngine) -> None:
    one = {SENTENCE: frozenset({(0, 12), (22, 34)})}
    other = {SENTENCE: frozenset({(22, 34)})}
    assert merged([one, other]) == merged([other, one]) == {SENTENCE: frozenset({(22, 34)})}
    registry = learned(Registry(), engine.text, merged([one, other]))
    assert registry.values(Kind.PERSON) == ["Maria Keller"]


def test_other_texts_teach_what_they_say(engine: ScreenEngine) -> None:
    row = TextInput("Teo Varga", "Candidate", "field")
    registry = learned(Registry(), engine.text, {SENTENCE: frozenset({(0, 12), (22, 34)})}, [row])
    assert registry.values(Kind.PERSON) == ["Teo Varga"]


def test_texts_come_sorted_however_pages_came() -> None:
    texts = [TextInput(text, label, "line") for text in ("b", "a") for label in ("x", None)]
    assert list(merged({text: frozenset()} for text in texts)) == [texts[3], texts[2], texts[1], texts[0]]


@pytest.mark.parametrize(("below", "doubted"), [("Vehículo", True), ("Okafor", False)])
def test_a_name_that_goes_on_over_a_line_that_is_not_believed_is_doubted(below: str, doubted: bool) -> None:
    shown = page([line("Nadia Brink", 10, 10), line(below, 10, 28)])
    passage = joined(shown.lines, [(0, 0), (1, 0)], None)
    found = TextFinding(0, len(passage.input.text), Kind.PERSON, 0.99, "names-model", Source.MODEL)
    assert in_part(passage, found, boxes_for(shown, [passage], [[found]])) is doubted
    told = replace(found, source=Source.REGISTRY)
    assert not in_part(passage, told, boxes_for(shown, [passage], [[told]]))


@pytest.mark.parametrize(
    ("below", "end", "source", "short"),
    [
        ("Order entry", len("Nadia Brink Order"), Source.MODEL, True),
        ("Order entry", len("Nadia Brink Order"), Source.PATTERN, True),
        ("Order entry", len("Nadia Brink Order"), Source.LABEL, False),
        ("Okafor", len("Nadia Brink Okafor"), Source.MODEL, False),  # the name has the next line to itself
        ("Okafor,", len("Nadia Brink Okafor"), Source.MODEL, False),
        ("Order entry", len("Nadia Brink"), Source.MODEL, False),  # it ends where its line ends
    ],
)
def test_a_name_that_stops_within_the_next_line_teaches_nothing(
    below: str, end: int, source: Source, short: bool
) -> None:
    shown = page([line("Nadia Brink", 10, 10), line(below, 10, 28)])
    passage = joined(shown.lines, [(0, 0), (1, 0)], None)
    found = TextFinding(0, end, Kind.PERSON, 0.99, "names-model", source)
    assert stops_short(passage, found) is short
    assert not stops_short(passage, replace(found, kind=Kind.ADDRESS))


ADD_WORD = 0.16
BELOW = float(np.nextafter(ADD_WORD, 0))


@pytest.mark.parametrize(
    ("chances", "kind", "source", "unlikely"),
    [
        ((BELOW, BELOW, BELOW, 0.9), Kind.PERSON, Source.LABEL, True),  # what is likely stands behind it
        ((BELOW, BELOW, BELOW, BELOW), Kind.COMPANY, Source.MODEL, True),
        ((BELOW, ADD_WORD, BELOW, BELOW), Kind.PERSON, Source.MODEL, False),
        ((BELOW, BELOW, ADD_WORD, BELOW), Kind.PERSON, Source.MODEL, False),  # the name goes on over the line's end
        ((0.9, BELOW, BELOW, BELOW), Kind.PERSON, Source.MODEL, True),  # what is likely stands before it
        ((BELOW, BELOW, BELOW, BELOW), Kind.PERSON, Source.REGISTRY, False),  # known already
        ((BELOW, BELOW, BELOW, BELOW), Kind.ID, Source.LABEL, False),
    ],
)
def test_a_name_of_words_that_nobody_would_find_by_themselves_teaches_nothing(
    chances: tuple[float, ...], kind: Kind, source: Source, unlikely: bool
) -> None:
    shown = page([line("Next: Nadia", 10, 10), line("Brink Close", 10, 28)])
    passage = joined(shown.lines, [(0, 0), (1, 0)], None)
    found = TextFinding(len("Next: "), len("Next: Nadia Brink"), kind, 0.9, "any", source)
    assert is_unlikely(passage, found, dict(zip(shown.words, chances, strict=True))) is unlikely
    assert not is_unlikely(passage, found, {})


def test_words_of_other_lines_do_not_make_a_name_likely() -> None:
    shown = page([line("Physio", 10, 10), line("Nadia Brink", 10, 40)])
    passage = joined(shown.lines, [(0, 0)], None)
    found = TextFinding(0, len("Physio"), Kind.PERSON, 0.9, "label", Source.LABEL)
    assert is_unlikely(passage, found, dict(zip(shown.words, (BELOW, 0.9, 0.9), strict=True)))
