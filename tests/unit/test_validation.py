"""The checks over released rows: what is good passes, and each thing that is bad fails the check made for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from redaction.errors import BundleError
from release.bundle.gate import require_valid
from tests.scrubbed_fixture import make_batch, make_rows, picture, png
from validation.files.png import png_problems, png_size
from validation.table.expectations import Check, CheckResult, run_checks, validate
from validation.table.schema import PUBLISHED, as_made, from_table, parse_time, published, to_table
from validation.table.statistics import compare, statistics

PROCESSES = ("Invoice creation", "Vendor onboarding")


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_batch(tmp_path_factory.mktemp("batch"), processes=PROCESSES, size=(120, 160))
    return folder / "scrubbed" / "screenshots"


def rows() -> list[dict[str, Any]]:
    return make_rows("batch-a", PROCESSES)


def failed(results: list[CheckResult]) -> dict[str, int]:
    return {r.name: r.failed_count for r in results if not r.passed}


def test_good_rows_pass_every_check(shots: Path) -> None:
    results = validate(rows(), shots)
    assert failed(results) == {}
    assert len(results) > 40
    assert {r.total for r in results if r.name.startswith("not_null_")} == {24}


def test_batches_that_fail_a_check_are_named_before_a_bundle_is_made(tmp_path: Path) -> None:
    sound = make_batch(tmp_path / "sound", "sound", processes=PROCESSES[:1], size=(120, 160)) / "scrubbed"
    assert all(result.passed for result in require_valid([sound]))
    broken = make_rows("broken", PROCESSES[:1])
    broken[0]["interaction_type"] = "Tap"
    wrong = make_batch(tmp_path / "wrong", "wrong", rows=broken, size=(120, 160)) / "scrubbed"
    with pytest.raises(BundleError, match="1 expectation") as caught:
        require_valid([sound, wrong])
    assert "wrong: " in caught.value.message and "sound: " not in caught.value.message
    assert "Tap" not in str(caught.value) and caught.value.remedy


@pytest.mark.parametrize(
    ("field", "value", "check"),
    [
        ("interaction_type", "Tap", "domain_interaction_type"),
        ("time_spent", -0.5, "range_time_spent"),
        ("time_spent", "long", "type_time_spent"),
        ("description", None, "not_null_description"),
        ("description", "  ", "filled_description"),
        ("class_name", "Invented", "class_is_known"),
        ("subclass_name", "Edit Field", "class_is_known"),
        ("timestamp", "2025-04-18T09:00:00Z", "form_timestamp"),
        ("timestamp", "2031-01-01 00:00:00.000", "time_order"),
        ("interaction_uuid", "not-a-uuid", "form_interaction_uuid"),
        ("interaction_coordinates", {"x": 160, "y": 5}, "coordinates_on_screen"),
        ("interaction_coordinates", {"x": -1, "y": 5}, "coordinates_on_screen"),
        ("interaction_coordinates", {"x": 1.5, "y": 5}, "type_interaction_coordinates"),
        ("interaction_coordinates", "12,5", "type_interaction_coordinates"),
        ("screenshot_name", "Screen-that-is-not-there.png", "screenshot_exists"),
        ("screenshot_name", "../escape.png", "form_screenshot_name"),
        ("process_name", "Another process", "one_process_per_instance"),
        ("application_name", 5, "type_application_name"),
    ],
)
def test_each_bad_value_fails_its_check(shots: Path, field: str, value: object, check: str) -> None:
    bad = rows()
    bad[0][field] = value
    found = failed(validate(bad, shots))
    assert found.get(check, 0) >= 1


def test_repeated_ids_and_names_are_counted(shots: Path) -> None:
    bad = rows()
    bad[1]["interaction_uuid"] = bad[0]["interaction_uuid"]
    bad[1]["screenshot_name"] = bad[0]["screenshot_name"]
    found = failed(validate(bad, shots))
    assert found["unique_interaction_uuid"] == 2
    assert found["unique_screenshot_name"] == 2
    assert found["no_orphan_screenshots"] == 1


def test_a_missing_column_fails_once_with_a_reason(shots: Path) -> None:
    bad = rows()
    del bad[3]["field_name"]
    assert failed(validate(bad, shots)) == {"columns": 1}


def test_an_empty_batch_is_sound_but_its_screenshots_are_orphans(shots: Path, tmp_path: Path) -> None:
    assert failed(validate([], tmp_path)) == {}
    assert failed(validate([], shots)) == {"no_orphan_screenshots": 16}


def test_results_never_quote_a_value(shots: Path) -> None:
    bad = rows()
    for row in bad:
        row["class_name"] = "Marker-Q7"
        row["time_spent"] = -41.75
    text = repr(validate(bad, shots))
    assert "Marker-Q7" not in text
    assert "41.75" not in text


def test_validation_writes_nothing(shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    validate(rows(), shots)
    assert list(tmp_path.rglob("*")) == []


def test_arrow_round_trip_keeps_every_value() -> None:
    original = rows()
    assert from_table(to_table(original, "HR")) == [published(row, "HR") for row in original]
    assert [as_made(published(row, "HR")) for row in original] == original
    assert [field.name for field in to_table(original, "HR").schema] == [column.name for column in PUBLISHED]
    before = to_table(original, "HR").drop_columns(["domain"])
    assert from_table(before) == original == [as_made(row) for row in original]
    with pytest.raises(BundleError, match="columns differ"):
        from_table(before.drop_columns(["time_spent"]))


def test_a_published_time_says_its_zone() -> None:
    row = published(rows()[0], "HR")
    assert datetime.fromisoformat(row["timestamp"]) == parse_time(rows()[0]["timestamp"])
    assert datetime.fromisoformat(row["timestamp"]).tzinfo is UTC and next(iter(row)) == "domain"


def test_a_row_that_does_not_fit_is_named_without_its_value() -> None:
    bad = rows()
    bad[2]["timestamp"] = "Marker-Q7"
    with pytest.raises(BundleError) as caught:
        to_table(bad, "HR")
    assert "row 2" in str(caught.value)
    assert "Marker-Q7" not in str(caught.value)


def test_png_problems_name_what_does_not_belong() -> None:
    image = picture(1, (24, 32))
    clean = png(image)
    assert png_problems(clean) == []
    assert png_size(clean) == (32, 24)
    assert png_problems(png(image, [(b"tEXt", b"Author\0somebody")]))
    assert png_problems(png(image, [(b"eXIf", b"MM\0*")]))
    assert png_problems(png(image, tail=b"x"))
    assert png_problems(png(image, [(b"IDAT", b"")])) == []
    assert png_problems(clean[:-5])
    assert png_problems(b"not an image")
    flipped = bytearray(clean)
    flipped[60] ^= 1
    assert png_problems(bytes(flipped))


def test_bytes_hidden_behind_the_pixels_are_a_problem() -> None:
    import zlib

    image = picture(1, (24, 32))
    clean = png(image)
    lines = b"".join(b"\0" + line.tobytes() for line in image)
    hidden = zlib.compress(lines, 6) + b"hidden words"
    at = clean.index(b"IDAT")
    length = int.from_bytes(clean[at - 4 : at], "big")
    body = len(hidden).to_bytes(4, "big") + b"IDAT" + hidden + zlib.crc32(b"IDAT" + hidden).to_bytes(4, "big")
    assert png_problems(clean[: at - 4] + body + clean[at + 8 + length :])


def test_statistics_count_what_is_there() -> None:
    figures = statistics({"Finance": rows()}, {"Finance": 2})
    total = figures.total
    assert (total.instances, total.interactions, total.processes, total.participants) == (4, 24, 2, 2)
    one = figures.domains["Finance"].processes["Invoice creation"]
    assert one.steps_mean == 6.0
    assert one.seconds_mean == 17.5  # five steps of three seconds, and the last one took 2.5
    changed = statistics({"Finance": rows()[:-1]}, {"Finance": 2})
    assert {"where": "all", "measure": "interactions", "before": 24, "now": 23} in compare(changed, figures)
    assert compare(figures, figures) == []
    assert compare(figures, None) == []


@pytest.mark.parametrize(("value", "passed"), [("a", True), (None, False)])
def test_what_great_expectations_finds_and_our_count_does_not_is_told(value: str | None, passed: bool) -> None:
    check = Check("filled", "is filled", "ExpectColumnValuesToNotBeNull", {"column": "one"}, [])
    (result,) = run_checks(pd.DataFrame({"one": ["a", value]}), [check], lambda places: ())
    assert (result.passed, "disagrees" in result.detail) == (passed, not passed)
