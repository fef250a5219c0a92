"""The index files of WONDERBREAD: declared columns, texts scrubbed, references to what is not released gone."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from redaction.documents.refusal import DocumentRefused
from redaction.documents.sop import walk_sop
from redaction.documents.texts import Texts, clean
from redaction.documents.unit import Each

Column = Literal[
    "demonstration",  # its folder's name
    "demonstrations",  # several, with commas between
    "path",  # the path of its folder: data/demos/<name>
    "task",  # the id of a task
    "number",
    "flag",
    "link",  # to where the recording lay: emptied
    "text",
    "guide",
    "name",  # of a model, a setting, a kind of evidence: shown like a value
]

_SOPS: dict[str, Column] = {
    "pred_sop": "guide",
    "demo_name": "demonstration",
    "task_id": "task",
    "ablation--model": "name",
    "ablation--is_pairwise": "flag",
    "ablation--is_td": "flag",
    "ablation--is_kf": "flag",
    "ablation--is_act": "flag",
    "ablation": "name",
    "gold_sop": "guide",
    "n_lines_gold_sop": "number",
    "n_lines_pred_sop": "number",
    "ordering": "number",
    "auto_eval_precision": "number",
    "auto_eval_recall": "number",
    "manual_eval_precision": "number",
    "manual_eval_recall": "number",
}
TABLES: Mapping[str, Mapping[str, Column]] = {
    "df_valid.csv": {
        "path_to_demo_folder": "path",
        "task_id": "task",
        "folder_name": "demonstration",
        "is_trace_json": "flag",
        "is_trace_json_empty": "flag",
        "is_sop_txt": "flag",
        "is_sop_txt_empty": "flag",
        "is_screenshots_dir": "flag",
        "is_screenshots_dir_empty": "flag",
        "is_mp4": "flag",
        "is_mp4_empty": "flag",
        "is_trace_valid": "flag",
    },
    "df_rankings.csv": {
        "rank": "number",
        "task_id": "task",
        "gdrive_link": "link",
        "path_to_demo_folder": "path",
        "folder_name": "demonstration",
    },
    "qa_dataset.csv": {
        "Task ID(s)": "demonstrations",
        "Question Instantiation": "text",
        "Evidence": "name",
        "Human Label": "text",
        "Question Template": "text",
    },
    "sop_sample.csv": _SOPS,
    "sop_sample_human_eval.csv": _SOPS,
}
METADATA = "metadata.json"
INDEX_FILES = (*TABLES, METADATA)
"""The files that may lie beside the demonstrations; no other is read."""
_METADATA_FIELDS: Mapping[str, Column] = {
    "folder_id": "link",
    "folder_name": "demonstration",
    "url": "link",
    "path_to_output": "path",
}
LARGEST_INDEX = 100_000_000
"""Bytes of an index file."""
_LONGEST_CELL = 1_000_000
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?")
_FLAG = re.compile(r"(?i)true|false")
_COPY = re.compile(r" \(\d{1,2}\)$")
_REFERENCES = frozenset({"demonstration", "demonstrations", "path"})


@dataclass(frozen=True, slots=True)
class IndexMade:
    """A rewritten index file: rows that stayed; rows that left with a demonstration that is not released; rows that
    are broken; columns or fields that the format does not know; values that were not what their column holds."""

    data: bytes
    rows: int
    rows_left: int
    rows_broken: int
    dropped: int
    emptied: int


class _Left(Exception):
    """A row refers to a demonstration that is not released."""


def rewrite_index(name: str, data: bytes, each: Each, demonstrations: Mapping[str, str]) -> IndexMade:
    """The index file of this name (`INDEX_FILES`), with its texts put through `each`.

    `demonstrations`: the name of every released demonstration as captured → as released. Rows with another one leave.
    Written as UTF-8 without a mark, with LF and the fewest quotation marks. DocumentRefused for what cannot be read.
    """
    if name not in INDEX_FILES or len(data) > LARGEST_INDEX:
        raise _refused("value_out_of_range", "is no index file, or too large.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refused("encoding_broken", "is not UTF-8.") from None
    cells = _Cells(Texts(each), demonstrations)
    return _metadata(text, cells) if name == METADATA else _table(clean(text), TABLES[name], cells)


@dataclass(slots=True)
class _Cells:
    texts: Texts
    demonstrations: Mapping[str, str]
    emptied: int = 0

    def row(self, given: Mapping[str, Any], columns: Mapping[str, Column]) -> dict[str, str]:
        """A row with known columns only. References come first: of a row that leaves no text is shown."""
        known = {name: str(value) for name, value in given.items() if name in columns}
        made = {name: self._reference(known[name], columns[name]) for name in known if columns[name] in _REFERENCES}
        return {
            name: made[name] if name in made else self._cell(value, columns[name], name)
            for name, value in known.items()
        }

    def _reference(self, value: str, column: Column) -> str:
        if column == "path":
            folder, _, name = value.strip().rpartition("/")
            return f"data/demos/{self._demonstration(name)}" if folder else self._demonstration(name)
        parts = value.split(",") if column == "demonstrations" else [value]
        return ", ".join(self._demonstration(part) for part in parts)

    def _demonstration(self, name: str) -> str:
        name = name.strip()
        found = self.demonstrations.get(name) or self.demonstrations.get(_COPY.sub("", name))
        if found is None:
            raise _Left
        return found

    def _cell(self, value: str, column: Column, name: str) -> str:
        if column == "link" or not value.strip():
            return ""
        if column in ("number", "task", "flag"):
            kept = (_FLAG if column == "flag" else _NUMBER).fullmatch(value.strip())
            self.emptied += kept is None
            return kept.group() if kept else ""
        if column == "guide":
            return walk_sop(value, self.texts)
        return self.texts.one(value, name, "field") if column == "name" else self.texts.one(value)


def _table(text: str, columns: Mapping[str, Column], cells: _Cells) -> IndexMade:
    records = _records(text)
    header = next(records, None)
    if header is None:
        raise _refused("missing_field", "has no first line that can be read.")
    names = [name for name in header if name in columns]
    if not any(columns[name] in _REFERENCES for name in names) or len(set(names)) != len(names):
        raise _refused("missing_field", "names no demonstration in any column, or a column twice.")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    rows = left = broken = 0
    for record in records:
        if record is None or len(record) != len(header):
            broken += 1
            continue
        try:
            made = cells.row(dict(zip(header, record, strict=True)), columns)
        except _Left:
            left += 1
            continue
        writer.writerow([made[name] for name in names])
        rows += 1
    return IndexMade(out.getvalue().encode(), rows, left, broken, len(header) - len(names), cells.emptied)


def _records(text: str) -> Iterator[list[str] | None]:
    """The cells of every record but empty lines; None for one that cannot be read."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        while True:
            try:
                record = next(reader)
            except StopIteration:
                return
            except csv.Error:
                yield None
                continue
            if record:
                yield record
    finally:
        csv.field_size_limit(before)


def _metadata(text: str, cells: _Cells) -> IndexMade:
    try:
        whole = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise _refused("json_broken", "is no JSON.") from None
    results = whole.get("results") if isinstance(whole, dict) else None
    if not isinstance(results, list):
        raise _refused("missing_field", "has no list of results.")
    made: list[dict[str, str]] = []
    left = broken = 0
    dropped = len(whole) - 1
    for one in results:
        if one is None:
            continue
        if not isinstance(one, dict) or not isinstance(one.get("folder_name"), str):
            broken += 1
            continue
        try:
            made.append(cells.row(one, _METADATA_FIELDS))
        except _Left:
            left += 1
            continue
        dropped += len(one.keys() - _METADATA_FIELDS.keys())
    data = (json.dumps({"results": made}, ensure_ascii=False, indent=2) + "\n").encode()
    return IndexMade(data, len(made), left, broken, dropped, cells.emptied)


def _refused(reason: str, what: str) -> DocumentRefused:
    return DocumentRefused(f"an index file {what}", reason=reason, remedy="take the file as it was published.")
