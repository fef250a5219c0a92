"""Names typed in pieces are hidden in every state of the field."""

from __future__ import annotations

from redaction.findings import Kind, TextFinding
from redaction.records import Interaction
from redaction.stages.ingest import RawRow
from redaction.stages.row_spans import without_overlaps
from redaction.stages.typing_runs import typing_runs


def typing(number: int, piece: str, state: str | None) -> RawRow:
    row = Interaction(
        process_instance_uuid="67262701-6d66-492d-af78-51789e08572e",
        process_name="Job creation",
        interaction_uuid=f"9e2c8808-9a31-4e05-b151-e6d17ec6a{number:03d}",
        class_name="Application Field Input",
        subclass_name="Edit Field",
        description="Editing an application field - recipient",
        timestamp=f"2025-04-18 17:01:{number:02d}.000",
        application_name="mail.example.com",
        screenshot_name=None,
        screen_name="New message",
        interaction_type="Typing",
        interaction_value=piece,
        interaction_coordinates=None,
        field_name="Recipient",
        field_value=state,
        time_spent=None,
    )
    return RawRow(row, None)


def found(text: str, name: str) -> list[TextFinding]:
    start = text.find(name)
    return [TextFinding(start, start + len(name), Kind.PERSON, 0.9, "test")] if start >= 0 else []


def hidden(rows: list[RawRow], name: str) -> list[tuple[str, str]]:
    """(interaction_value, field_value) of each row with findings cut out."""
    findings = [f for run in typing_runs(rows) for f in run.place(rows, found(run.text, name))]
    out = []
    for i, raw in enumerate(rows):
        shown = {"interaction_value": raw.row.interaction_value, "field_value": raw.row.field_value or ""}
        for f in sorted(without_overlaps(findings), key=lambda f: -f.start):
            if f.row == i:
                shown[f.field] = shown[f.field][: f.start] + "#" * (f.part != "rest") + shown[f.field][f.end :]
        out.append((shown["interaction_value"], shown["field_value"]))
    return out


def test_pieces_that_are_also_the_field_value() -> None:
    rows = [typing(1, "To Ott", "To Ott"), typing(2, "ilie Bra", "ilie Bra"), typing(3, "nd now", "nd now")]
    assert hidden(rows, "Ottilie Brand") == [("To #", "To #"), ("", ""), (" now", " now")]


def test_a_field_that_grows_is_hidden_in_every_state() -> None:
    rows = [typing(1, "Ott", "Ott"), typing(2, "ilie Bra", "Ottilie Bra"), typing(3, "nd", "Ottilie Brand")]
    assert [state for _, state in hidden(rows, "Ottilie Brand")][:2] == ["#", "#"]
    assert [piece for piece, _ in hidden(rows, "Ottilie Brand")] == ["#", "", ""]


def test_a_field_that_held_text_before_is_read_by_its_last_value() -> None:
    rows = [typing(1, "Ott", "Dear Ott"), typing(2, "ilie", "Dear Ottilie")]
    assert [state for _, state in hidden(rows, "Ottilie")] == ["Dear #", "Dear #"]


def test_pieces_are_read_as_a_whole_and_not_alone() -> None:
    rows = [typing(1, "Ott", "Dear Ott"), typing(2, "ilie", "Dear Ottilie")]
    runs = typing_runs(rows)
    assert set().union(*(run.covers(rows) for run in runs)) == {
        (i, name) for i in (0, 1) for name in ("interaction_value", "field_value")
    }
    edited = [typing(1, "Ott", "x"), typing(2, "ilie", "Dear Ottilie")]
    uncovered = {(0, "field_value")} - set().union(*(run.covers(edited) for run in typing_runs(edited)))
    assert uncovered == {(0, "field_value")}, "a state that is no beginning of the last is read alone"
