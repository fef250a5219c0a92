"""What readers of hosts' formats make of a bundle as it lies: JSON Schema, older bundles."""

from __future__ import annotations

import json
import warnings
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from release.load import load
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, copy, key, make_batches, seal_again, sentences
from validation.files.bundle_files import ROW_SCHEMA
from validation.table.schema import PUBLISHED

BEFORE = Path(__file__).parents[1] / "golden" / "bundle-before-domain.zip"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("hosts")
    return build(make_batches(home / "batches"), home / "bundle").path


# --- JSON Schema -----------------------------------------------------------------------------------------------------


def problems_of(rows: Any, bundle: Path) -> list[str]:
    """Paths of what a validator of JSON Schema finds wrong."""
    schema = json.loads((bundle / ROW_SCHEMA).read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    found = jsonschema.Draft202012Validator(schema, format_checker=checker).iter_errors(rows)
    return [error.json_path for error in found]


@pytest.mark.parametrize("name", ["Finance.json", "People_Co.json"])
def test_the_rows_are_valid_by_the_schema_beside_them(bundle: Path, name: str) -> None:
    assert problems_of(json.loads((bundle / name).read_bytes()), bundle) == []


@pytest.mark.parametrize(
    ("column", "value", "place"),
    [
        ("timestamp", "2025-04-18 10:00:00.000", "$[0].timestamp"),
        ("interaction_uuid", "X", "$[0].interaction_uuid"),
        ("interaction_type", "Swipe", "$[0].interaction_type"),
        ("interaction_coordinates", {"x": 1}, "$[0].interaction_coordinates"),
        ("interaction_coordinates", {"x": 2**31, "y": 1}, "$[0].interaction_coordinates.x"),
        ("time_spent", -0.1, "$[0].time_spent"),
        ("time_spent", "1", "$[0].time_spent"),
        ("screenshot_name", "../a.png", "$[0].screenshot_name"),
        ("process_name", None, "$[0].process_name"),
        ("more", "x", "$[0]"),
    ],
)
def test_the_schema_refuses_what_is_no_row(bundle: Path, column: str, value: Any, place: str) -> None:
    rows = json.loads((bundle / "Finance.json").read_bytes())
    rows[0][column] = value
    assert place in problems_of(rows, bundle)
    del rows[1]["domain"]
    assert "$[1]" in problems_of(rows, bundle)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (ROW_SCHEMA, '"format": "uuid"', '"format": "guid"', "rows.schema.json: is not the schema of these columns"),
        ("Finance.json", '"domain": "Finance"', '"domain": "Legal"', "Finance.json row 0: says another domain"),
        ("Finance.json", '.000Z"', '.000"', "Finance.json row 0: timestamp is not of its type or form"),
    ],
)
def test_a_row_or_schema_that_says_something_else_is_refused(
    bundle: Path, tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    text = (altered / name).read_text(encoding="utf-8")
    assert old in text
    (altered / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    seal_again(altered, key())
    assert any(said in sentence for sentence in sentences(verify_bundle(altered)))


def test_rows_that_say_their_domain_need_their_schema(bundle: Path, tmp_path: Path) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    (altered / ROW_SCHEMA).unlink()
    seal_again(altered, key())
    assert any("has not the 16 fields" in sentence for sentence in sentences(verify_bundle(altered)))


# --- bundles of before -----------------------------------------------------------------------------------------------


def test_a_bundle_of_before_still_holds_and_loads(tmp_path: Path) -> None:
    with zipfile.ZipFile(BEFORE) as packed:
        packed.extractall(tmp_path / "before")
    report = verify_bundle(tmp_path / "before")
    assert report.problems == [] and report.checked["rows"] == report.checked["croissant records"] == 36
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame, table = load(tmp_path / "before"), load(tmp_path / "before", form="arrow")
        (one,) = {
            type(instance.rows[0]["timestamp"]).__name__ for instance in load(tmp_path / "before", form="instances")
        }
    assert list(frame.columns) == table.column_names == [column.name for column in PUBLISHED]
    assert set(frame.domain) == {"Finance", "People & Co"} and len(frame) == table.num_rows == 36 and one == "datetime"
