"""Reading the rows of a source: tolerant in the encoding, strict in what is said, one bad row never stops the rest."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import CaptureError
from redaction.findings import Kind
from redaction.sources.readers import Fault, read_rows
from redaction.sources.schema import SourceSchema, check_references, parse_schema, shipped_schemas
from redaction.sources.typed import RowRefused, day_of, is_made_key, typed_row, unknown

LIMIT = 1_000


def read(path: Path, data: bytes, name: str) -> list[Any]:
    (path / name).write_bytes(data)
    return [row.reason if isinstance(row, Fault) else row for _, row in read_rows(path / name, LIMIT)]


def schema(**fields: dict[str, Any]) -> SourceSchema:
    told = {"id": {"type": "string", "role": "id"}, **fields}
    return parse_schema(
        json.dumps({"format": "entrophy-source/1", "name": "things", "key": "id", "fields": told}).encode()
    )


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b'[{"a": 1}, {"a": "]}{,\\""}]', [{"a": 1}, {"a": ']}{,"'}]),
        (b'\xef\xbb\xbf[{"a": "\xc3\xa9"}]', [{"a": "é"}]),
        ('[{"a": "é"}]'.encode("utf-16"), [{"a": "é"}]),
        ('[{"a": "é"}]'.encode("cp1252"), [{"a": "é"}]),
        (b"[]", []),
        (b'[{"a": 1}, 7, {"a": 1, "a": 2}, {"a": NaN}, {"a": 1e999}, {"a": "\\ud800"}, {"a" 1}, {"a": 3}]',
         [{"a": 1}, "source_row_shape", "json_broken", "json_broken", "json_broken", "encoding_broken", "json_broken",
          {"a": 3}]),
        (b'[{"a": 1}, {"a": 2', [{"a": 1}, "json_broken"]),
        (b'[{"a": 1}] x', [{"a": 1}, "json_broken"]),
        (b'{"a": 1}', ["source_shape"]),
        (b'[{"a": "' + b"x" * LIMIT + b'"}, {"a": 1}]', ["line_too_long", {"a": 1}]),
    ],
)  # fmt: skip
def test_an_array_is_read_element_by_element(tmp_path: Path, data: bytes, rows: list[Any]) -> None:
    assert read(tmp_path, data, "data.json") == rows


def test_an_array_longer_than_what_is_read_at_once_is_read_whole(tmp_path: Path) -> None:
    rows = [{"n": n, "text": "[{" * (n % 50)} for n in range(5_000)]
    assert read(tmp_path, json.dumps(rows, indent=2).encode(), "data.json") == rows


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    data = b'{"a": 1}\r\n\n{"a": \n{"a": "\xe9"}\n' + b'{"a": "' + b"x" * LIMIT + b'"}\n{"a": 2}'
    assert read(tmp_path, data, "data.jsonl") == [{"a": 1}, "json_broken", {"a": "é"}, "line_too_long", {"a": 2}]


def test_a_table_of_cells_names_its_fields_in_the_head(tmp_path: Path) -> None:
    data = 'id;name\n1;"a;b\nc"\n2\n3;\n4;é\n'.encode("cp1252")
    assert read(tmp_path, data, "data.csv") == [
        {"id": "1", "name": "a;b\nc"},
        "csv_broken",
        {"id": "3"},
        {"id": "4", "name": "é"},
    ]
    assert read(tmp_path, b"id,id\n1,2\n", "data.csv") == ["source_shape"]


def test_parquet_is_read_as_json_would_have_it(tmp_path: Path) -> None:
    from datetime import date

    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(
        pa.table({"id": ["1", "2"], "day": [date(2024, 1, 2), None], "tags": [["a"], []]}), tmp_path / "data.parquet"
    )
    assert [row for _, row in read_rows(tmp_path / "data.parquet", LIMIT)] == [
        {"id": "1", "day": "2024-01-02", "tags": ["a"]},
        {"id": "2", "tags": []},
    ]
    assert read(tmp_path, b"PAR1 nothing", "data.parquet") == ["source_shape"]


@pytest.mark.parametrize(
    ("kind", "given", "made"),
    [
        ("string", 7, "7"),
        ("integer", "0012", 12),
        ("integer", 3.0, 3),
        ("number", "1.5", 1.5),
        ("boolean", "TRUE", True),
        ("date", "2024-02-29", "2024-02-29"),
        ("date", "29-02-2024", "29-02-2024"),
        ("list", '["a", "b"]', ["a", "b"]),
        ("list", "a; b", ["a", "b"]),
        ("object", '{"a": 1}', {"a": 1}),
    ],
)
def test_a_value_of_another_encoding_is_the_value(kind: str, given: Any, made: Any) -> None:
    row = typed_row(schema(x={"type": kind, "role": "text"}), {"id": "1", "x": given}, 0)
    assert row == {"id": "1", "x": made} and type(row["x"]) is type(made)


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        ("string", 1.5, "wrong_type"),
        ("string", True, "wrong_type"),
        ("string", "a\x00b", "control_character"),
        ("integer", "1.5", "wrong_type"),
        ("integer", True, "wrong_type"),
        ("number", "1,5", "wrong_type"),
        ("boolean", "maybe", "wrong_type"),
        ("boolean", 2, "wrong_type"),
        ("date", "2023-02-29", "wrong_type"),
        ("list", 7, "wrong_type"),
        ("object", "[]", "wrong_type"),
    ],
)
def test_a_value_of_another_type_refuses_its_row(kind: str, given: Any, reason: str) -> None:
    with pytest.raises(RowRefused) as refused:
        typed_row(schema(x={"type": kind, "role": "text"}), {"id": "1", "x": given}, 0)
    assert (refused.value.reason, refused.value.field) == (reason, 2)


def test_what_must_be_there_and_is_not_refuses_its_row() -> None:
    needed = schema(x={"type": "string", "role": "category"})
    for given in ({"id": "1"}, {"id": "1", "x": None}, {"id": "1", "x": "null"}):
        with pytest.raises(RowRefused) as refused:
            typed_row(needed, given, 0)
        assert refused.value.reason == "missing_field"
    assert typed_row(schema(x={"type": "string", "role": "category", "optional": True}), {"id": "1", "x": ""}, 0) == {
        "id": "1"
    }


def test_rows_are_in_the_order_of_the_schema_and_strangers_are_told() -> None:
    known = schema(x={"type": "string", "role": "text"})
    given = {"x": "a", "id": "1", "mood": "b"}
    assert list(typed_row(known, given, 0)) == ["id", "x"] and unknown(known, given)


def test_a_source_whose_rows_have_no_key_gets_one_by_place() -> None:
    posts = shipped_schemas()["posts"]
    row = typed_row(posts, {"Post": "x", "emp_id": "emp_1"}, 41)
    assert row["post_id"] == "posts-000042" and is_made_key(posts, "posts-000042")
    assert not is_made_key(posts, "post-42") and not is_made_key(shipped_schemas()["employees"], "employees-000042")


def test_days_are_read_as_iso_and_day_first() -> None:
    assert str(day_of("31-12-2020")) == "2020-12-31" and str(day_of("2020-12-31T10:00:00")) == "2020-12-31"
    assert day_of("12-31-2020") is None and day_of("Present") is None


def test_the_schemas_of_the_published_sources_ship_and_refer_to_one_another() -> None:
    shipped = shipped_schemas()
    assert {"employees", "customers", "clients", "vendors", "products", "sales", "it_tickets", "customer_support_chats",
            "emails", "conversations", "posts", "resumes", "policies", "orders"} == {*shipped}  # fmt: skip
    assert check_references(shipped) == []
    assert shipped["employees"].fields["email"].hidden_as is Kind.EMAIL
    assert shipped["employees"].references["reportees"].to == "employees"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "entrophy-source/2"},
        {"key": "nothing"},
        {"name": "Things"},
        {"fields": {"id": {"type": "string", "role": "id"}, "x": {"type": "string", "role": "reference"}}},
        {"fields": {"id": {"type": "string", "role": "id"}, "x": {"type": "string", "role": "text", "to": "others"}}},
        {"fields": {"id": {"type": "string", "role": "id"}, "x": {"type": "string", "role": "text", "kind": "email"}}},
        {"fields": {"id": {"type": "string", "role": "id"}, "x": {"type": "number", "role": "person"}}},
        {"fields": {"id": {"type": "string", "role": "identifier", "kind": "face"}}},
        {"fields": {"id": {"type": "string", "role": "text"}}},
        {"more": 1},
    ],
)  # fmt: skip
def test_a_schema_that_does_not_hold_is_refused_without_quoting_it(change: dict[str, Any]) -> None:
    told = {
        "format": "entrophy-source/1",
        "name": "things",
        "key": "id",
        "fields": {"id": {"type": "string", "role": "id"}},
    }
    parse_schema(json.dumps(told).encode())
    with pytest.raises(CaptureError) as refused:
        parse_schema(json.dumps(told | change).encode())
    assert "nothing" not in str(refused.value) and "others" not in str(refused.value)


def test_how_long_a_cell_may_be_is_nobody_elses_limit(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("a,b\n1,2\n")
    before = csv.field_size_limit()
    assert [row for _, row in read_rows(tmp_path / "data.csv", 1_000)] == [{"a": "1", "b": "2"}]
    assert csv.field_size_limit() == before
