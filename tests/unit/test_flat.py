"""Tables of any length in the memory of a few rows: what lies on disk is read as it is asked for, and says the same."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.work.files import write_whole
from redaction.work.lines import InOrder
from redaction.work.store import BatchStore
from release.bundle import build
from release.bundle.bundle_format import rows_json
from tests.rows_batch import bare_row
from validation.files import json_items as arrays
from validation.files.json_items import json_items
from validation.leaks import needles
from validation.leaks.folding import fold_words, join
from validation.leaks.leak_sources import read_items
from validation.leaks.needles import Matcher
from validation.leaks.whole_texts import WholeTexts
from validation.table.schema import COLUMNS, to_table

FLAT = 3_000_000
"""Bytes that a pass over a table may take, however long it is: the rows of the longer one below take more than that."""
READ = 6_000_000
"""The same of a JSON table, of which a megabyte of text is read at once."""
ROWS = 9_000


@pytest.fixture
def store(tmp_path: Path) -> BatchStore:
    return BatchStore(tmp_path, "some-rows")


def released_row(number: int) -> dict[str, Any]:
    said: dict[str, Any] = {c.name: None if c.nullable else f"{c.name} {number % 3}" for c in COLUMNS}
    return said | {"timestamp": f"2025-04-14 08:00:{number:02d}.000", "interaction_coordinates": {"x": number, "y": 1}}


def peak(step: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        step()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_lines_are_read_as_they_are_asked_for(store: BatchStore) -> None:
    store.write_lines("rows.jsonl", ({"n": n, "title": "a\u2028b"} for n in range(5)))
    rows = store.lines("rows.jsonl", lambda item: item["n"])
    assert (len(rows), rows[0], rows[-1], rows[1:3], [*rows]) == (5, 0, 4, [1, 2], [0, 1, 2, 3, 4])
    assert [*rows.then(lambda n: n * n)] == [0, 1, 4, 9, 16]
    with pytest.raises(IndexError):
        rows[5]
    store.write_lines("rows.jsonl", [])
    assert rows[4] == 4, "what takes the file's place later changes nothing"
    assert [*store.lines("rows.jsonl", dict)] == []


def test_order_over_several_sequences_keeps_equal_ones_as_they_came() -> None:
    parts = [["b1", "a1"], [], ["a2", "b2", "c2"]]
    assert [*InOrder(parts, lambda value: value[0])] == ["a1", "a2", "b1", "b2", "c2"]
    assert InOrder(parts, lambda value: value[0])[-1] == "c2"


def test_a_file_written_in_pieces_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    def pieces() -> Any:
        yield b"one"
        raise OSError("full")

    write_whole(tmp_path / "file", (piece for piece in (b"one", b" two")))
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "file", pieces())
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"one two"]


def test_rows_of_a_batch_take_no_memory_by_their_number(store: BatchStore) -> None:
    """Written, counted, read in order and here and there."""

    def passes() -> None:
        store.write_lines("rows.jsonl", (bare_row(n) for n in range(ROWS)))
        rows = store.lines("rows.jsonl", dict)
        assert sum(1 for _ in rows) == ROWS == sum(1 for _ in store.read_lines("rows.jsonl"))
        assert rows[ROWS // 2] == bare_row(ROWS // 2)

    assert peak(passes) < FLAT < peak(lambda: [bare_row(n) for n in range(ROWS)])


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1 << 20])
@pytest.mark.parametrize("text", ["[]", " [ ] \n", "[12, 3.5e1,-4]", '[{"a":[1,{"b":"]\\u00e9€"}]} ,\n null,"x" ]\n'])
def test_an_array_is_read_value_by_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, chunk: int
) -> None:
    monkeypatch.setattr(arrays, "_CHUNK", chunk)
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    assert [*json_items(tmp_path / "a.json")] == json.loads(text)


@pytest.mark.parametrize("text", ["", "{}", "[", "[1,]", "[1 2]", "[1", "[,]", "[1]]", '["a', "[1}"])
def test_what_is_no_array_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="JSON"):
        [*json_items(tmp_path / "a.json")]


def test_reading_a_released_table_takes_no_memory_by_its_rows(tmp_path: Path) -> None:
    rows = [bare_row(n) for n in range(ROWS)]
    with (tmp_path / "HR.json").open("wb") as file:
        file.writelines(rows_json(rows))
    assert (tmp_path / "HR.json").read_text() == "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"
    assert peak(lambda: sum(1 for _ in read_items(tmp_path / "HR.json"))) < READ
    assert peak(lambda: json.loads((tmp_path / "HR.json").read_bytes())) > READ


def test_a_table_written_by_row_groups_has_the_bytes_of_one_written_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "ROWS_AT_ONCE", 2)
    rows = [released_row(n) for n in range(7)]
    pq.write_table(to_table(rows, "Finance"), tmp_path / "once.parquet", row_group_size=3, **build.PARQUET)
    build.write_parquet(rows, "Finance", tmp_path / "groups.parquet", 3)
    assert (tmp_path / "groups.parquet").read_bytes() == (tmp_path / "once.parquet").read_bytes()


@pytest.mark.parametrize("raw", [1, 40, 1_000_000])
def test_bytes_are_searched_over_the_borders_of_portions(monkeypatch: pytest.MonkeyPatch, raw: int) -> None:
    monkeypatch.setattr(needles, "RAW", raw)
    text = "Notes on Zorvan's leave - Planner"
    matcher = Matcher([("person-1", Kind.PERSON, "Zorvan Quellmaris")], [("captured screen_name of row-1", text)])
    lines = "nothing here\nZorvan\nQuellmaris\nNotes on\nZorvan's\n\nleave\nPlanner\n" + "nothing\n" * 9
    assert [(h.entity_id, h.how) for h in matcher.find_raw(BytesIO(lines.encode()))] == [
        ("captured screen_name of row-1", "exact"),
        ("person-1", "exact"),
    ]
    assert matcher.find_raw(BytesIO(b"nothing\n" * 50 + b"Planner\nNotes on leave\n")) == []


def test_captured_texts_are_found_whole_at_every_place_where_they_were_captured() -> None:
    texts = WholeTexts()
    for place, text in (
        ("a", "Leave of Quellmaris"),
        ("b", "leave of QUELLMARIS!"),
        ("c", "Leave of Quellmaris, June"),
    ):
        texts.add("".join(fold_words(text)), place)
    texts.add("佐藤さんの休暇についてのメモ", "d")

    def found(text: str) -> list[str]:
        return sorted(place for _, place in texts.find(join(fold_words(text))))

    assert found("On the leave of Quellmaris in May") == ["a", "b"]
    assert found("leave-of-quellmaris (June)") == ["a", "b", "c"]
    assert found("believe of Quellmaris") == found("leave of Quellmariss") == found("Leave of Quell") == []
    assert found("昨日の佐藤さんの休暇についてのメモです") == ["d"]


def test_a_document_given_in_pieces_has_the_name_it_always_had() -> None:
    """A ledger of before knows its documents by the JSON of all their texts."""
    ledger = Ledger.open(Key(bytes(32)), None)
    for texts in ([], ["one"], ["Zorvan", "", 'say "é"\n']):
        whole = ledger._vault.name("document", json.dumps(texts, ensure_ascii=False))
        assert ledger._document(iter(texts)) == f"t:{whole}"
