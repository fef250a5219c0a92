"""`entrophy scrub table` as a function: columns' names as labels, types and shape kept, bad rows aside."""

from __future__ import annotations

import csv
import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redaction.errors import EntrophyError
from redaction.policy import TextPolicy
from redaction.records import DeclaredEntity
from redaction.scrub_table import Choice, TableCounts, scrub_table_file
from redaction.text import Registry

PATTERNS = TextPolicy(engine="patterns")
PEOPLE = (
    "Customer number;First name;Last name;E-mail;Status;Notes\r\n"
    '48213;Maria;Stone;m.stone@zentrix-labs.com;open;"called ""twice"",\r\nwill; call"\r\n'
    "48214;Ilse;Brandvold;;closed;mstone asked for ticket 48213\r\n"
)


def scrub(source: Path, target: Path, choice: Choice | None = None, known: Registry | None = None) -> TableCounts:
    return scrub_table_file(source, target, choice or Choice(), known or Registry(), PATTERNS, target.with_name("key"))


def rows_of(path: Path, delimiter: str = ",") -> list[list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file, delimiter=delimiter))


def test_the_name_of_a_column_is_the_label_of_its_cells(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(b"\xef\xbb\xbf" + PEOPLE.encode())
    counts = scrub(source, target)
    written = target.read_bytes()
    before, after = rows_of(source, ";"), rows_of(target, ";")
    assert (counts.rows, counts.refused) == (2, 0)
    assert written.startswith(b"\xef\xbb\xbf") and written.endswith(b"\r\n")
    assert after[0] == before[0]
    for old, new in zip(before[1:], after[1:], strict=True):
        assert old[4] == new[4] and old[0] != new[0]
    for value in ("48213", "maria", "stone", "brandvold", "zentrix"):
        assert value not in written.decode().lower()
    assert after[1][5] == 'called "twice",\r\nwill; call'
    first, last = after[1][1].lower(), after[1][2].lower()
    assert after[2][5].split()[0] == first[0] + last, "first and last name of a row are one person"
    assert after[2][5].endswith(after[1][0])
    assert [column.findings for column in counts.columns][:2] == [{"id": 2}, {"person": 2}]
    told = json.loads((tmp_path / "out.csv.summary.json").read_text())
    assert [column["name"] for column in told["columns"]] == before[0] and told["rows"] == 2
    assert not (tmp_path / "out.csv.quarantine.jsonl").exists()


def test_the_same_bytes_again_and_nothing_twice(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(PEOPLE, newline="")
    scrub(source, tmp_path / "one.csv")
    scrub(source, tmp_path / "two.csv")
    assert scrub(tmp_path / "one.csv", tmp_path / "three.csv").findings == 0
    one, two, three = ((tmp_path / f"{name}.csv").read_bytes() for name in ("one", "two", "three"))
    assert one == two == three


def typed() -> pa.Table:
    return pa.table(
        {
            "SSN": pa.array([123456789, None], pa.int64()),
            "Phone": pa.array([4152272671.0, float("nan")]),
            "Date of birth": pa.array([date(1980, 5, 3), None]),
            "Born": pa.array([datetime(1980, 5, 3), None], pa.timestamp("ns")),
            "Last name": pa.array(["Stone", None]).dictionary_encode(),
            "Tags": pa.array([["open", None, "mail m.stone@zentrix-labs.com"], None], pa.large_list(pa.string())),
            "Contact": pa.array([{"email": "m.stone@zentrix-labs.com", "phone": 4152272671, "n": 3}, None]),
            "Fields": pa.array([[("Last name", "Stone"), ("Colour", "red")], None], pa.map_(pa.string(), pa.string())),
            "Notes": pa.array(["", "Mr Stone called"], pa.large_string()),
            "Amount": pa.array([Decimal("1.50"), None]),
            "Active": [True, None],
            "Seen": pa.array([datetime(2024, 5, 3, 1, 2, 3), None], pa.timestamp("us", "UTC")),
            "Nothing": pa.nulls(2),
        }
    ).replace_schema_metadata({"author": "Maria Stone"})


def test_parquet_keeps_types_and_nulls(tmp_path: Path) -> None:
    table = typed()
    pq.write_table(table, tmp_path / "in.parquet")
    counts = scrub(tmp_path / "in.parquet", tmp_path / "out.parquet")
    done = pq.read_table(tmp_path / "out.parquet")
    contact = pa.struct([("email", pa.string()), ("phone", pa.string()), ("n", pa.int64())])
    changed = {**dict.fromkeys(("SSN", "Phone", "Date of birth", "Born"), pa.string()), "Contact": contact}
    kept = {field.name: field.type for field in pq.read_schema(tmp_path / "in.parquet")}
    assert {field.name: field.type for field in done.schema} == {**kept, **changed}
    assert {column.name for column in counts.columns if column.type != column.was} == set(changed)
    assert done.schema.metadata is None
    for name in ("Amount", "Active", "Seen", "Nothing"):
        assert done[name].equals(table[name])
        assert not next(column for column in counts.columns if column.name == name).read
    cells = done.to_pylist()
    assert all(value is None for name, value in cells[1].items() if name != "Notes")
    text = str(cells).lower()
    for value in ("stone", "zentrix", "4152272671", "123456789", "1980-05-03"):
        assert value not in text
    assert cells[0]["Tags"][:2] == ["open", None] and cells[0]["Contact"]["n"] == 3
    assert cells[0]["Fields"][0][0] == "Last name" and cells[0]["Fields"][1] == ("Colour", "red")
    assert len(cells[0]["SSN"]) == 9 and len(cells[0]["Born"]) == 10 and cells[0]["Born"] == cells[0]["Date of birth"]


def test_what_is_read_and_what_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text('Last name,"Name, full",Phone\nStone,Ilse Brandvold,4152272671\n')
    scrub(source, tmp_path / "only.csv", Choice.of(["Phone"], None))
    scrub(source, tmp_path / "keep.csv", Choice.of(None, ["Name, full"]))
    only, keep = rows_of(tmp_path / "only.csv")[1], rows_of(tmp_path / "keep.csv")[1]
    assert only[:2] == ["Stone", "Ilse Brandvold"] and only[2] != "4152272671"
    assert keep[1] == "Ilse Brandvold" and keep[0] != "Stone" and keep[2] != "4152272671"
    with pytest.raises(EntrophyError, match="no column 'Nmae'"):
        scrub(source, tmp_path / "x.csv", Choice.of(["Nmae"], None))
    with pytest.raises(EntrophyError, match="both"):
        Choice.of([], [])


def test_names_of_columns_are_hidden_where_they_name_somebody(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("Month,Ilse Brandvold,Price,Blue Sky,Street\nMay,3,4,5,Mr Ilse Price\n")
    counts = scrub(source, tmp_path / "out.csv", known=Registry.declared([DeclaredEntity("company", "Blue Sky")], ()))
    heads = rows_of(tmp_path / "out.csv")[0]
    assert [heads[0], heads[2], heads[4]] == ["Month", "Price", "Street"]
    assert "Brandvold" not in heads[1] and heads[3] != "Blue Sky"
    assert [column.name for column in counts.columns] == heads


def test_rows_that_cannot_be_read_are_set_aside(tmp_path: Path) -> None:
    lines = ["Last name\tNote", "Stone\tfine", "Brandvold", "a\tb\tc", '"x"y\tz', "", 'Keller\t"open', "Marlow\tx"]
    (tmp_path / "in.tsv").write_text("\n".join(lines))
    counts = scrub(tmp_path / "in.tsv", tmp_path / "out.tsv")
    refused = [json.loads(line) for line in (tmp_path / "out.tsv.quarantine.jsonl").read_text().splitlines()]
    assert (counts.rows, counts.refused) == (1, 4)
    assert [(r["line"], r["reason"]) for r in refused] == [
        (3, "cells_missing"),
        (4, "cells_too_many"),
        (5, "broken_row"),
        (8, "broken_row"),
    ]
    assert all(r["remedy"] for r in refused)
    broken = pa.StringArray.from_buffers(
        3, pa.py_buffer(b"\0\0\0\0\2\0\0\0\4\0\0\0\5\0\0\0"), pa.py_buffer(b"ab\xff\xfec")
    )
    pq.write_table(pa.table({"x": broken, "n": [1, 2, 3]}), tmp_path / "in.parquet")
    assert scrub(tmp_path / "in.parquet", tmp_path / "out.parquet").refused == 1
    assert pq.read_table(tmp_path / "out.parquet").to_pydict() == {"x": ["ab", "c"], "n": [1, 3]}
    assert json.loads((tmp_path / "out.parquet.quarantine.jsonl").read_text())["row"] == 2


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("in.csv", b"Name\nJos\xe9\n", r"not UTF-8 \(byte 8\)"),
        ("in.csv", "Name\nx\n".encode("utf-16"), "UTF-16"),
        ("in.csv", b"", "no first line"),
        ("in.csv", b"Maria,m.stone@zentrix-labs.com\n", "column 2 is named by a value"),
        ("in.parquet", b"PAR1", "no Parquet file"),
        ("in.xlsx", b"", r"no ending of a table.*\.csv, \.tsv, \.parquet"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(EntrophyError, match=said) as refused:
        scrub(tmp_path / name, tmp_path / f"out{Path(name).suffix}")
    assert "stone" not in str(refused.value) and "Jos" not in str(refused.value)
    assert not list(tmp_path.glob("out*"))


def test_columns_and_targets_that_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"Name": ["x"], "Blob": pa.array([b"x"])}), tmp_path / "in.parquet")
    with pytest.raises(EntrophyError, match="column 2 has a type"):
        scrub(tmp_path / "in.parquet", tmp_path / "out.parquet")
    assert scrub(tmp_path / "in.parquet", tmp_path / "out.parquet", Choice.of(None, ["Blob"])).rows == 1
    with pytest.raises(EntrophyError, match="one ending"):
        scrub(tmp_path / "in.parquet", tmp_path / "out.csv")
    with pytest.raises(EntrophyError, match="overwrite"):
        scrub(tmp_path / "in.parquet", tmp_path / "in.parquet")
    pq.write_table(pa.table({"x": pa.array([{"Ilse Brandvold": "y"}])}), tmp_path / "deep.parquet")
    with pytest.raises(EntrophyError, match="a field inside column 1"):
        scrub(tmp_path / "deep.parquet", tmp_path / "out.parquet")


@pytest.mark.parametrize(("delimiter"), [",", ";", "\t"])
def test_the_delimiter_is_the_one_that_fits_most_records(tmp_path: Path, delimiter: str) -> None:
    lines = [["Status, old", "Price; net"], ["a, b", "1;2"], ["c", "3"]]
    with (tmp_path / "in.csv").open("w", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(lines)
    scrub(tmp_path / "in.csv", tmp_path / "out.csv")
    assert rows_of(tmp_path / "out.csv", delimiter) == lines
