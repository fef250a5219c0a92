"""Profiles and drift: distances by their formulas, chance granted, few recordings not judged, limits at their edges."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.errors import BundleError
from redaction.policy import ReleasePolicy
from release.difference.snapshot import open_snapshot, signed_rows
from tests.difference_fixture import change_rows, first_batch
from tests.release_fixture import build
from tests.scrubbed_fixture import make_batch, make_rows
from validation.table.drift import FEWEST, SURE, distance, drifts, relative_change, require_steady
from validation.table.profile import ALL, Mean, Profile, Shares, profile, read_profile
from validation.table.schema import Row
from validation.table.untouched import compare_redaction, moved_by_renaming

POLICY = ReleasePolicy()


def recording(
    number: int, classes: Sequence[str], *, gap: float = 1.0, hour: int = 9, application: str = "A"
) -> list[Row]:
    """One recording, a row a class, `gap` seconds after one another."""
    instance = str(uuid.uuid5(uuid.NAMESPACE_OID, str(number)))
    return [
        {
            "process_instance_uuid": instance,
            "interaction_uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{number}/{step}")),
            "process_name": "Payment",
            "class_name": name,
            "subclass_name": "Button",
            "interaction_type": "Click",
            "application_name": application,
            "timestamp": f"2025-04-18 {hour:02d}:{int(step * gap) // 60:02d}:{step * gap % 60:06.3f}",
            "time_spent": None,
        }
        for step, name in enumerate(classes)
    ]


def of(recordings: Sequence[list[Row]]) -> Profile:
    return profile({"Finance": [row for rows in recordings for row in rows]})


def alike(count: int, classes: Sequence[str] = ("Click", "Click", "Input", "Key"), **more: Any) -> Profile:
    return of([recording(number, classes, **more) for number in range(count)])


def test_a_profile_holds_table_3_and_the_distributions() -> None:
    made = of([recording(1, ["Click"] * 3, gap=2.0), recording(2, ["Click", "Key"], gap=400.0, hour=10)])
    assert set(made.processes) == {ALL, "Finance / Payment"}
    section = made.processes["Finance / Payment"]
    assert section == made.processes[ALL]
    assert (section.recordings, section.steps, section.seconds) == (
        2,
        Mean(mean=2.5, std=0.707),
        Mean(mean=202.0, std=280.014),
    )
    assert section.shares["class"].counts == {"Click": 4, "Key": 1}
    assert section.shares["subclass"].counts == {"Click / Button": 4, "Key / Button": 1}
    assert section.shares["gap"].counts == {"up to 2 s": 2, "over 300 s": 1}
    assert section.shares["hour"].counts == {"09": 3, "10": 2}
    # p = 4/5: residuals 3 - 2.4 and 1 - 1.6, so sqrt(2 · 0.72) / 5
    assert section.shares["class"].errors == {"Click": 0.24, "Key": 0.24}
    assert of([recording(1, ["Click"])]).processes[ALL].shares["class"].errors == {}


@pytest.mark.parametrize(
    ("gap", "told"), [(0.5, "up to 0.5 s"), (0.501, "up to 1 s"), (300.0, "up to 300 s"), (300.001, "over 300 s")]
)
def test_a_gap_belongs_to_the_class_that_it_ends(gap: float, told: str) -> None:
    assert of([recording(1, ["Click", "Click"], gap=gap)]).processes[ALL].shares["gap"].counts == {told: 1}


def test_distances_are_those_of_their_formulas_beyond_chance() -> None:
    old = Shares(counts={"a": 50, "b": 50}, errors={"a": 0.03, "b": 0.03})
    assert distance(old, old) == 0
    sure = Shares(counts={"a": 80, "c": 20}, errors={})
    assert distance(Shares(counts=old.counts, errors={}), sure) == pytest.approx(0.5), "½ (0.3 + 0.5 + 0.2)"
    # 0.3, 0.5 and 0.2, each less 3 standard errors of the difference
    both = Shares(counts=sure.counts, errors={"a": 0.04, "b": 0.0, "c": 0.1})
    assert distance(old, both) == pytest.approx((0.3 - SURE * 0.05 + 0.5 - SURE * 0.03) / 2)
    assert relative_change(Mean(mean=10, std=0), Mean(mean=15, std=0), 5, 5) == 0.5
    assert relative_change(Mean(mean=10, std=3), Mean(mean=15, std=4), 9, 16) == pytest.approx(
        (5 - SURE * 2**0.5) / 10, abs=1e-6
    )
    assert relative_change(Mean(mean=10, std=None), Mean(mean=90, std=0), 1, 5) == 0
    assert relative_change(Mean(mean=0, std=0), Mean(mean=90, std=0), 5, 5) == 0


def test_limits_hold_at_their_edge_and_stop_beyond() -> None:
    before, now = alike(FEWEST), alike(FEWEST, ("Click", "Input", "Input", "Key"))
    moved = {(d.process, d.measure): d for d in drifts(before, now, POLICY)}
    assert moved[ALL, "the shares by class"].value == 0.25
    edge = POLICY.model_copy(update={"drift_shares_at_most": 0.25})
    require_steady(before, now, edge, "version 1.0.0")
    with pytest.raises(BundleError) as caught:
        require_steady(before, now, edge.model_copy(update={"drift_shares_at_most": 0.2499}), "version 1.0.0")
    words = str(caught.value)
    for part in (
        "drifted from version 1.0.0",
        "the shares by class of Finance / Payment",
        "25.0%",
        "release.drift_shares_at_most",
    ):
        assert part in words
    longer = alike(FEWEST, ("Click", "Click", "Input", "Key") * 2)
    require_steady(before, longer, POLICY.model_copy(update={"drift_means_at_most": 1.4}), "the profile")
    with pytest.raises(BundleError, match=r"the mean of seconds .* release\.drift_means_at_most"):
        require_steady(before, longer, POLICY.model_copy(update={"drift_means_at_most": 1.3}), "the profile")


def test_few_recordings_and_new_processes_are_not_judged() -> None:
    other = ("Key",) * 40
    assert drifts(alike(FEWEST - 1), alike(FEWEST, other), POLICY) == []
    assert drifts(alike(FEWEST), alike(FEWEST - 1, other), POLICY) == []
    assert drifts(alike(FEWEST), alike(FEWEST, other), POLICY) != []
    renamed = profile({"HR": [row for number in range(FEWEST) for row in recording(number, other)]})
    assert {one.process for one in drifts(alike(FEWEST), renamed, POLICY)} == {ALL}


def test_one_strange_recording_is_chance_and_many_are_not() -> None:
    usual = [recording(number, ["Click"] * 8 + ["Key"] * 2) for number in range(20)]
    strange = [recording(100 + number, ["Key"] * 20) for number in range(20)]
    assert all(one.held for one in drifts(of(usual), of([*usual, *strange[:1]]), POLICY))
    assert not all(one.held for one in drifts(of(usual), of([*usual, *strange]), POLICY))


def test_a_profile_file_is_written_and_a_build_held_to_it(tmp_path: Path) -> None:
    released = build([first_batch(tmp_path / "one", steps=4)], tmp_path / "one" / "bundle").path
    path = tmp_path / "profile.json"
    done = CliRunner().invoke(app, ["profile", str(released), "--out", str(path)])
    assert done.exit_code == 0 and "profile of 1 processes" in done.output
    kept = read_profile(path)
    assert (kept.version, kept.processes[ALL].recordings) == ("1.0.0", 1)
    again = first_batch(tmp_path / "again", steps=4)
    build([again], tmp_path / "held" / "bundle", profile=path)
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"format": "other/1"}))
    with pytest.raises(BundleError, match="not of the format entrophy-profile/1"):
        build([again], tmp_path / "other" / "bundle", profile=path)
    path.write_text("{")
    with pytest.raises(BundleError, match=r"profile\.json"):
        build([again], tmp_path / "other" / "bundle", profile=path)


def test_redaction_that_bends_the_data_is_told_by_column_and_record() -> None:
    before = make_rows("one", ("Invoice creation",), 2, 6)
    after = [dict(row) for row in before]
    assert all(result.passed for result in compare_redaction(before, after, 0.0))
    scrubbed = [
        {**row, "description": "x", "application_name": f"to {row['application_name']}", "screenshot_name": None}
        for row in after
    ]
    assert all(result.passed for result in compare_redaction(before, scrubbed, 0.0)), "new names and words are its work"
    for column, value in (("class_name", "X"), ("timestamp", "2025-01-01 00:00:00.000"), ("time_spent", 77.0)):
        bent = [dict(row) for row in after]
        bent[3][column] = value
        failed = [result for result in compare_redaction(before, bent, 1.0) if not result.passed]
        assert [one.name for one in failed] == [f"redaction_keeps_{column}"]
        assert failed[0].records == (f"{bent[3]['process_instance_uuid']}/{bent[3]['interaction_uuid']}",)
    emptied = [{**row, "field_value": None} if row["field_value"] else row for row in after]
    assert [r.name for r in compare_redaction(before, emptied, 1.0) if not r.passed] == ["redaction_keeps_nulls"]
    assert [r.name for r in compare_redaction(before, after[1:], 1.0) if not r.passed] == ["redaction_keeps_rows"]


def test_renaming_may_not_merge_or_split() -> None:
    assert moved_by_renaming(["a", "a", "b"], ["x", "x", "y"]) == 0
    assert moved_by_renaming(["a", "a", "b"], ["x", "x", "x"]) == 1
    assert moved_by_renaming(["a"] * 4, ["x", "x", "y", "y"]) == 2


@pytest.mark.parametrize(
    ("rows", "moved", "limit", "passed"),
    [(12, 1, 0.01, True), (12, 2, 0.01, False), (12, 1, 0.0, False), (12, 2, 0.17, True), (12, 3, 0.24, False)],
)
def test_how_far_names_may_be_merged(rows: int, moved: int, limit: float, passed: bool) -> None:
    before = [
        {**row, "application_name": "A" if n < 6 else "B"} for n, row in enumerate(make_rows("one", ("P",), 2, 6))
    ]
    after = [{**row, "application_name": "A" if n < 6 + moved else "B"} for n, row in enumerate(before)]
    assert len(before) == rows
    told = {result.name: result for result in compare_redaction(before, after, limit)}
    assert told["redaction_bends_application_name"].passed is passed
    assert told["redaction_bends_application_name"].failed_count == moved


def test_rows_of_a_recording_that_stand_apart_are_refused() -> None:
    one, other = recording(0, ("Click", "Input")), recording(1, ("Click",))
    with pytest.raises(BundleError, match="stand apart"):
        of([one[:1], other, one[1:]])


def test_a_profile_of_rows_read_one_by_one_is_that_of_all_at_once(tmp_path: Path) -> None:
    batch = make_batch(tmp_path / "one", "one", rows=make_rows("one", ("Payment", "Letters"), 3, 4), size=(24, 32))
    bundle = build([batch], tmp_path / "bundle").path
    assert profile(signed_rows(bundle)) == profile(open_snapshot(bundle).rows)
    rows = bundle / "Finance.json"
    rows.write_bytes(rows.read_bytes().replace(b"Step 0", b"Step 9"))
    with pytest.raises(BundleError, match="not the ones in the manifest"):
        signed_rows(bundle)


def test_a_build_that_has_drifted_is_stopped(tmp_path: Path) -> None:
    first = make_batch(tmp_path / "one", "one", rows=make_rows("one", ("Payment",), FEWEST, 3), size=(24, 32))
    old = build([first], tmp_path / "before" / "bundle").path
    second = make_batch(tmp_path / "two", "two", rows=make_rows("two", ("Payment",), FEWEST, 3), size=(24, 32))
    change_rows(second, lambda row: row.update(application_name="Spreadsheet"))
    with pytest.raises(BundleError, match=r"drifted from version 1\.0\.0: the shares by application"):
        build([second], tmp_path / "after" / "bundle", version="", previous=old)
    kept = tmp_path / "profile.json"
    kept.write_text(profile(open_snapshot(old).rows).model_dump_json())
    with pytest.raises(BundleError, match=r"drifted from the profile: .*raise release\.drift_shares_at_most"):
        build([second], tmp_path / "after" / "bundle", profile=kept)
    assert not (tmp_path / "after").exists()
