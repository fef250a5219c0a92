"""The tables of rules: every row has a name of its own, does what its example says, and is gone when switched off."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.page.passage import part
from redaction.page.reading import Line, Reading
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.passages import LABELS, PASSAGES, passages
from redaction.screens.rules.table import RULES, apply_rules
from redaction.screens.rules.vetoes import VETOES, Veto, believed
from redaction.text import TextEngine
from tests.pages import page_of

NAMES = [*(row.name for table in (PASSAGES, RULES, VETOES) for row in table), *LABELS]


def line(text: str, x: int = 10, y: int = 10) -> Line:
    edges = tuple(x + 8 * i for i in range(len(text) + 1))
    return Line(text, (x, y, edges[-1], y + 14), edges, 0.99)


def test_a_name_is_a_row_of_one_table_only() -> None:
    assert len(NAMES) == len(set(NAMES))


def finding(text: str, kind: Kind, score: float, source: Source = Source.MODEL) -> tuple[Reading, TextFinding]:
    return Reading(900, 100, (line(text),)), TextFinding(0, len(text), kind, score, "names", source)


@pytest.mark.parametrize(
    ("row", "text", "kind", "score"),
    [
        ("town", "Leeds", Kind.ADDRESS, 0.99),
        ("unsure", "Zhvexia", Kind.PERSON, 0.89),
        ("small-letters", "zhvexia", Kind.PERSON, 0.99),
    ],
)
def test_a_veto_withdraws_what_it_speaks_of_and_nothing_when_disabled(
    row: str, text: str, kind: Kind, score: float
) -> None:
    reading, found = finding(text, kind, score)
    whole = part(reading.lines, 0, 0, len(text), None)
    assert not believed(page_of(reading), whole, found)
    assert believed(page_of(reading), whole, found, frozenset({row}))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("24/04/25", False), ("4/24/2025", False), ("24.04.2025", False), ("2025-04-24", False), ("2025.04.24.", False),
        ("598.87", False), ("11,8", False),
        ("15.01.", False), ("15.01. 09:26 postfix: to=<zhvexia>", False), ("20/09 17:35", False), ("21/0910:40", False),
        ("15.13.", True), ("20/09", True), ("15.01. 99:26", True), ("20/09 1735", True),
        ("12-04-25", True), ("32/13/25", True), ("24/04/251", True), ("598.871", True), ("5988731", True),
    ],
)  # fmt: skip
def test_a_day_or_an_amount_under_the_label_of_a_number_is_none(text: str, kept: bool) -> None:
    for kind in (Kind.ID, Kind.PHONE, Kind.ADDRESS):
        reading, found = finding(text, kind, 0.9, Source.LABEL)
        whole = part(reading.lines, 0, 0, len(text), "Account no.")
        assert believed(page_of(reading), whole, found) is kept
        assert believed(page_of(reading), whole, found, frozenset({"labelled-day"}))
    reading, found = finding(text, Kind.DATE_OF_BIRTH, 0.9, Source.LABEL)
    assert believed(page_of(reading), part(reading.lines, 0, 0, len(text), "Born"), found)


def test_vetoes_say_why_in_one_sentence() -> None:
    assert all(isinstance(row, Veto) and row.reason.endswith(".") for row in VETOES)


def test_a_sure_model_is_believed_from_nine_tenths_on() -> None:
    for score, expected in ((0.89, False), (0.9, True)):
        reading, found = finding("Zhvexia", Kind.PERSON, score)
        assert believed(page_of(reading), part(reading.lines, 0, 0, 7, None), found) is expected


def test_rules_are_asked_in_turn_and_not_when_disabled() -> None:
    lines = (line("Ada Brandt"), line("1974-03-11", y=40))
    page = page_of(Reading(400, 120, lines, faces=(((300, 10, 340, 50), 0.9, "mtcnn"),)))
    found = [ImageFinding(lines[0].box, Kind.PERSON, 0.9, "label", "Ada Brandt")]
    added = [f.detector for f in apply_rules(page, found, None, frozenset())]
    assert added == ["birth-date", "mtcnn"]
    assert [f.detector for f in apply_rules(page, found, None, frozenset({"birth-date"}))] == ["mtcnn"]


def test_what_is_disabled_on_the_engine_is_left_out() -> None:
    reading = Reading(400, 60, (line("Approved by: Grace Field"),))
    text = TextEngine(TextPolicy(engine="patterns"))

    def found(*disabled: str) -> list[str]:
        engine = ScreenEngine.__new__(ScreenEngine)
        engine.policy, engine.text, engine.disabled = VisionPolicy(), text, frozenset(disabled)
        return [f.value for f in engine.find(reading)]

    assert found() == ["Grace Field"]
    assert found("inline-label") == found("lines") == ["Grace Field"]
    assert found("inline-label", "lines") == []


def test_evidence_for_labels_is_left_out_by_name() -> None:
    names = ("Marina Cardoso", "Lucio Ferrandis", "Nuria Taberner", "Olalla Quirós")
    column = tuple(line(name, y=10 + 30 * row) for row, name in enumerate(names))
    page = page_of(Reading(400, 200, (*column, line("Login:", 200, 10), line("nbrinkx", 300, 10))))
    labelled = [p.input.label for p in passages(page) if p.input.label]
    assert labelled == [*["Participant"] * 4, "Login"]
    assert [p.input.label for p in passages(page, frozenset({"lists"})) if p.input.label] == ["Login"]
    assert [p.input.label for p in passages(page, frozenset({"fields", "lists"})) if p.input.label] == []


def test_sources_are_typed() -> None:
    reading, found = finding("zhvexia", Kind.PERSON, 0.5, Source.PATTERN)
    whole = part(reading.lines, 0, 0, 7, None)
    assert found.source is Source.PATTERN and believed(page_of(reading), whole, found)


@pytest.mark.parametrize(
    ("text", "label"),
    [("Candidate: Nadia Brink", "Candidate"), ("Customer: Castor", "Customer"), ("Weather: Castor", None)],
)
def test_the_value_behind_a_label_is_a_passage_of_its_own(text: str, label: str | None) -> None:
    found = {p.input.label for p in passages(page_of(Reading(400, 60, (line(text),))))}
    assert found == ({None, label} if label else {None})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("• None → 7719204 (Passport No)", {"None": "Passport number", "7719204": "Passport number"}),
        ("Teo Varga -> Nadia Brink (Manager)", {"Teo Varga": "Manager", "Nadia Brink": "Manager"}),
        ("Draft → Sent (Stage)", {}),
        ("the Mighty Okafor @okafor", {"the Mighty Okafor": "Participant", "okafor": "Username"}),
        ("Nadia B (nadia.b)", {"Nadia B": "Participant", "nadia.b": "Username"}),
        ("Design Bri (brio)", {"Design Bri": "Participant", "brio": "Username"}),
        ("Design Br (brio)", {}),
        ("Settings (settings.json)", {}),
        ("Design team (design-team)", {}),
        ("Zhvexia (zhvexia.com)", {}),
    ],
)
def test_changes_and_names_beside_their_log_ins(text: str, expected: dict[str, str]) -> None:
    found = {p.input.text: p.input.label for p in passages(page_of(Reading(900, 60, (line(text),)))) if p.input.label}
    assert found == expected
