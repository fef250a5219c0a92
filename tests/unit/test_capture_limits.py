"""The limits of the capture format, each one on both sides, and the rules that only the kind of an event decides."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from redaction.capture.capture_schema import RecordError, parse_event, parse_object, parse_recording
from redaction.capture.interaction_rules import Step, classify, plain_label
from redaction.capture.paths import DEPTH, batch_digest, lines, read_small
from redaction.capture.preflight import batch_name
from redaction.errors import CaptureError
from redaction.findings import Kind, Source
from redaction.stages.row_spans import RowFinding, without_overlaps
from redaction.stages.typing_runs import typing_runs
from redaction.work.files import private_folder, remove_parts, write_whole
from tests.unit.test_typing_runs import typing

EVENT = {
    "event_id": "e",
    "timestamp": "2025-04-18T09:00:00Z",
    "action": "click",
    "value": "",
    "application": "Mail",
    "screen": "",
}
RECORDING = {"process_instance_uuid": "u", "process_name": "n", "participant": "p"}


def event(path: str, value: object) -> dict[str, Any]:
    """The event with one field, or one of its element or pointer, set."""
    outer, _, inner = path.partition(".")
    return {**EVENT, outer: {inner: value} if inner else value}


@pytest.mark.parametrize(
    ("field", "shortest", "longest"),
    [
        ("event_id", 1, 200),
        ("value", 0, 100_000),
        ("application", 1, 300),
        ("screen", 0, 4_000),
        ("screenshot", 0, 1_000),
        ("element.role", 0, 200),
        ("element.name", 0, 20_000),
        ("element.value", 0, 100_000),
    ],
)
def test_texts_of_an_event(field: str, shortest: int, longest: int) -> None:
    for length in (shortest, longest):
        parse_event(event(field, "x" * length))
    wrong = [longest + 1, *([0] if shortest else [])]
    for length in wrong:
        with pytest.raises(RecordError):
            parse_event(event(field, "x" * length))


@pytest.mark.parametrize(
    ("field", "longest"), [("process_instance_uuid", 100), ("process_name", 500), ("participant", 200)]
)
def test_texts_of_a_recording(field: str, longest: int) -> None:
    parse_recording({**RECORDING, field: "x" * longest})
    for length in (0, longest + 1):
        with pytest.raises(RecordError):
            parse_recording({**RECORDING, field: "x" * length})


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("duration_s", [0.0, 86_400.0], [-0.1, 86_400.1, float("inf"), float("nan")]),
        (
            "timestamp",
            ["1990-01-01T00:00:00Z", "2100-12-31T23:59:59Z"],
            ["1989-12-31T23:59:59Z", "2101-01-01T00:00:00Z", "2025-13-01T00:00:00Z", "2025-04-18T09:00:00+02:00", 1],
        ),
        ("element.box", [[0, 0, 0, 0], [1.5, 1, 2, 3]], [[2, 0, 1, 1], [0, 2, 1, 1], [0, 0, 1], [0, 0, 1, True]]),
        ("action", ["click", "type", "hotkey"], ["tap", "", 1]),
    ],
)
def test_numbers_times_and_boxes(field: str, good: list[object], bad: list[object]) -> None:
    for value in good:
        parse_event(event(field, value))
    for value in bad:
        with pytest.raises(RecordError):
            parse_event(event(field, value))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff", "encoding_broken"),
        (b"{", "json_broken"),
        (b'{"a": 1, "a": 2}', "json_broken"),
        (b'{"a": ' + b"9" * 5000 + b"}", "json_broken"),
        (b"[" * 100_000, "json_broken"),
        (b"[]", "wrong_type"),
        (b'{"a": NaN}', "value_out_of_range"),
    ],
)
def test_what_is_no_object(data: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_object(data)
    assert refused.value.reason == reason


@pytest.mark.parametrize(("length", "taken"), [(100, True), (101, False)])
def test_the_longest_name_of_a_folder(tmp_path: Path, length: int, taken: bool) -> None:
    folder = tmp_path / ("x" * length)
    if taken:
        assert batch_name(folder, 0) == folder.name
    else:
        with pytest.raises(CaptureError, match="more than 100 characters"):
            batch_name(folder, 0)


@pytest.mark.parametrize("name", [".a", "-a", " a", "a ", "a...b", "a:b", "a|b", "a\\b"])
def test_names_that_could_steer_something(tmp_path: Path, name: str) -> None:
    with pytest.raises(CaptureError, match=r"name of the folder"):
        batch_name(tmp_path / name, 0)
    for good in ("a.", "a-", "a b", "a..b", "a.b-"):
        assert batch_name(tmp_path / good, 0) == good


def test_the_digest_reads_as_deep_as_the_format_goes(tmp_path: Path) -> None:
    assert DEPTH == 3
    deep = tmp_path / "recordings" / "one" / "screenshots"
    (deep / "below").mkdir(parents=True)
    digests = [batch_digest(tmp_path)]
    for file in (deep / "a", deep / "below" / "b"):
        file.write_bytes(b"x")
        digests.append(batch_digest(tmp_path))
    assert digests[0] != digests[1] == digests[2]


@pytest.mark.parametrize(("size", "whole"), [(9, True), (10, True), (11, False)])
def test_small_files_and_lines_up_to_a_limit(tmp_path: Path, size: int, whole: bool) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_small(path, 10) == (b"x" * size if whole else None)
    for end in (b"", b"\n", b"\r\n"):
        path.write_bytes(b"\xef\xbb\xbfone\n" + b"x" * size + end + (b"three" if end else b""))
        with path.open("rb") as file:
            read = list(lines(file, 10))
        assert read[:2] == [(1, b"one"), (2, b"x" * size if whole else None)]
        assert read[2:] == ([(3, b"three")] if end else [])


# -- rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chord", ["Ctrl+C", "Alt+Tab", "F5", "Ctrl+Tab", "Enter", "Tab", "Escape", "Up", "Ctrl", "F9"])
def test_what_a_key_means_only_a_key_means(chord: str) -> None:
    assert classify(Step("hotkey", chord=chord))[0] in ("Hotkey", "Navigation")
    assert classify(Step("click", chord=chord))[:2] == ("Application Click", "Area")
    assert classify(Step("type", chord=chord))[:2] == ("Application Field Input", "Edit Field")


def test_a_character_is_typed_by_a_printable_key_only() -> None:
    assert classify(Step("hotkey", chord="A", printable=True))[1] == "Character"
    assert classify(Step("hotkey", chord="A"))[1] == "Key"
    assert classify(Step("click", printable=True))[1] == "Area"


@pytest.mark.parametrize(("length", "stated"), [(80, True), (81, False)])
def test_the_longest_label(length: int, stated: bool) -> None:
    assert (plain_label("X" * length) != "") is stated


# -- spans of rows --------------------------------------------------------------------------------------------------


def span(
    start: int, end: int, *, score: float = 0.9, source: Source = Source.PATTERN, part: str = "whole"
) -> RowFinding:
    value = "x" * (end - start)
    return RowFinding(0, "field_value", start, end, Kind.ID, score, "patterns", value, part, source)


@pytest.mark.parametrize(
    ("spans", "kept"),
    [
        ([(0, 4), (4, 8)], [(0, 4), (4, 8)]),
        ([(0, 4), (3, 9)], [(0, 3), (3, 9)]),  # the longer one stays whole, of the other the rest
        ([(0, 9), (3, 5)], [(0, 9)]),
        ([(0, 3), (5, 9), (2, 7)], [(0, 2), (2, 7), (7, 9)]),
        ([(2, 4), (0, 6), (5, 7)], [(0, 6), (6, 7)]),
    ],
)
def test_nothing_found_is_shown_where_spans_overlap(spans: list[tuple[int, int]], kept: list[tuple[int, int]]) -> None:
    found = without_overlaps([span(a, b) for a, b in spans])
    assert [(f.start, f.end) for f in found] == kept
    assert all(f.value == "x" * (f.end - f.start) for f in found)


def test_what_passed_a_check_comes_before_what_is_longer() -> None:
    found = without_overlaps([span(0, 9), span(3, 5, source=Source.CHECKED)])
    assert [(f.start, f.end) for f in found] == [(0, 3), (3, 5), (5, 9)]
    surer = without_overlaps([span(0, 4, score=0.5), span(0, 4, score=0.8)])
    assert [f.score for f in surer] == [0.8]


def test_a_single_piece_before_it_hides_no_run_of_typing() -> None:
    other = typing(1, "alone", "alone")
    elsewhere = type(other)(other.row.__class__(**{**other.row.as_dict(), "field_name": "Subject"}), None)
    rows = [elsewhere, typing(2, "Ott", "Ott"), typing(3, "ilie", "Ottilie")]
    assert [(run.rows, run.text) for run in typing_runs(rows)] == [((1, 2), "Ottilie")]


# -- files ----------------------------------------------------------------------------------------------------------


def test_files_are_written_whole_and_private(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two" and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(p.stat().st_mode) for p in (path.parent, path.parent.parent)} == {0o700}
    assert [p.name for p in path.parent.iterdir()] == ["file"]
    with pytest.raises(TypeError):
        write_whole(path, "no bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"two" and [p.name for p in path.parent.iterdir()] == ["file"]
    open_before = stat.S_IMODE(tmp_path.stat().st_mode)
    private_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == open_before, "a folder that is there keeps its mode"


def test_only_our_own_half_written_files_are_removed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in (".x.1.part", "a/.y.2.part", "z.part", "a/.keep"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / ".link.part").symlink_to(tmp_path / "z.part")
    assert remove_parts(tmp_path) == 2
    assert sorted(p.name for p in tmp_path.rglob("*")) == [".keep", ".link.part", "a", "z.part"]
