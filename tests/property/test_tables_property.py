"""Tables of any shape: rows, columns, types and nulls survive, in CSV and in Parquet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from redaction.policy import TextPolicy
from redaction.scrub_table import Choice, scrub_table_file
from redaction.tables.csv_files import read_csv
from redaction.text import Registry, TextEngine

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
WORDS = st.sampled_from(
    ("Stone", "Maria Keller", "a.b@zentrix-labs.com", "open", "", " ", "x; y", 'say "no"', "a\r\nb")
)
COLUMNS = st.sampled_from(
    (
        ("Last name", pa.string()),
        ("Notes", pa.large_string()),
        ("Customer", pa.dictionary(pa.int32(), pa.string())),
        ("Tags", pa.list_(pa.string())),
        ("Amount", pa.int64()),
        ("Contact", pa.struct([("email", pa.string()), ("n", pa.int32())])),
    )
)


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


def cell(kind: pa.DataType) -> st.SearchStrategy[object]:
    if pa.types.is_list(kind):
        return st.none() | st.lists(st.none() | WORDS, max_size=3)
    if pa.types.is_struct(kind):
        return st.none() | st.fixed_dictionaries({"email": st.none() | WORDS, "n": st.none() | st.integers(0, 9)})
    return st.none() | (st.integers(0, 9) if pa.types.is_integer(kind) else WORDS)


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    columns = draw(st.lists(COLUMNS, min_size=1, max_size=4))
    count = draw(st.integers(0, 4))
    arrays = [pa.array(draw(st.lists(cell(kind), min_size=count, max_size=count)), kind) for _, kind in columns]
    return pa.Table.from_arrays(arrays, names=[name for name, _ in columns])


def nulls(value: object) -> object:
    """The shape of a cell: where it is empty, and how long its lists are."""
    if isinstance(value, list):
        return [nulls(one) for one in value]
    return {name: nulls(one) for name, one in value.items()} if isinstance(value, dict) else value is None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables())
def test_rows_columns_types_and_nulls_of_parquet_survive(table: pa.Table, tmp_path: Path, engine: TextEngine) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table, source)
    counts = scrub_table_file(
        source, target, Choice(), Registry(), TextPolicy(engine="patterns"), None, lambda policy: engine
    )
    before, done = pq.ParquetFile(source).read(), pq.ParquetFile(target).read()
    assert done.schema.equals(before.schema) and counts.rows == done.num_rows == table.num_rows
    for old, new in zip(before.columns, done.columns, strict=True):
        assert nulls(old.to_pylist()) == nulls(new.to_pylist())


@settings(max_examples=200, deadline=None)
@given(
    rows=st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(TEXT | WORDS, min_size=n, max_size=n), min_size=1)),
    delimiter=st.sampled_from(",;\t"),
)
def test_csv_that_nothing_was_found_in_reads_as_before(rows: list[list[str]], delimiter: str) -> None:
    out = io.StringIO(newline="")
    heads = [f"c{i}" for i in range(len(rows[0]))]
    csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([heads, *rows])
    table = read_csv(out.getvalue().encode())
    assert table.refused == []
    again = read_csv(table.written(table.arrow))
    assert again.arrow.equals(table.arrow)
    if len(heads) > 1:
        assert [list(row.values()) for row in table.arrow.to_pylist()] == rows
