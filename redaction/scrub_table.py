"""Redact tables outside a release: CSV and Parquet in, the same out; the name of a column is the label of its cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pyarrow as pa

from redaction.errors import EntrophyError
from redaction.kinds.spec import SHOWN
from redaction.kinds.table import written_as
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import KEY_BYTES, Key
from redaction.ledger.ledger_files import open_ledger
from redaction.lexicon.label_words import words
from redaction.lexicon.vocabulary import part_of_name, spec_of_label
from redaction.lexicon.words import is_word
from redaction.policy import TextPolicy
from redaction.scrub_text import check_target, scrub_inputs, write_quarantine
from redaction.stages.apply import Scrubbed
from redaction.tables.cells import field_names, has_texts, mapped, read_type
from redaction.tables.csv_files import read_csv
from redaction.tables.parquet_files import read_parquet
from redaction.tables.table import Table
from redaction.text import Registry, TextEngine, TextInput
from redaction.work.files import write_whole
from redaction.work.json_text import canonical

FORMATS: dict[str, Callable[[bytes], Table]] = {".csv": read_csv, ".tsv": read_csv, ".parquet": read_parquet}
"""Who reads a table, by the end of its file's name."""
_SUMMARY = ".summary.json"
_VALUES = written_as(SHOWN)
"""Kinds of which a column is never called: under such a name stands the first row of a table without names."""


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """What became of a column. `type` is that of the column as it was written, `was` that of the one that was read."""

    name: str
    type: str
    was: str
    read: bool
    findings: dict[str, int]


@dataclass(frozen=True, slots=True)
class TableCounts:
    """What came out: rows written, rows refused, and the columns in order."""

    rows: int
    refused: int
    columns: tuple[ColumnCounts, ...]

    @property
    def findings(self) -> int:
        """Findings in all columns."""
        return sum(sum(column.findings.values()) for column in self.columns)


@dataclass(frozen=True, slots=True)
class Choice:
    """The columns that are read: those named in `only`, else all but those named in `keep`."""

    only: frozenset[str] | None = None
    keep: frozenset[str] = frozenset()

    @classmethod
    def of(cls, columns: Iterable[str] | None, keep: Iterable[str] | None) -> Choice:
        """As somebody asks for it. EntrophyError when both are given."""
        if columns is not None and keep is not None:
            raise EntrophyError("both --columns and --keep are given.", remedy="give one of them.")
        return cls(None if columns is None else frozenset(columns), frozenset(keep or ()))

    def reads(self, name: str) -> bool:
        """Whether a column is read at all; what is not read is written as it was."""
        return name in self.only if self.only is not None else name not in self.keep


def scrub_table_file(
    source: Path,
    target: Path,
    choice: Choice,
    declared: Registry,
    policy: TextPolicy,
    key_path: Path | None,
    load: Callable[[TextPolicy], TextEngine] = TextEngine,
) -> TableCounts:
    """Replace what identifies somebody in a table; rows, columns and types stay, but for those of numbers and dates
    that are read as text (redaction.tables.cells).

    What one cell reveals is hidden in all, first and last name of a row are one person, and so is what a label says of
    a cell in the other cells of its row. Names of columns are hidden likewise where they identify somebody. Beside the
    target: TARGET.summary.json, and TARGET.quarantine.jsonl for rows that cannot be read. Without a key the surrogates
    hold for this run only. Raises EntrophyError when the source cannot be read as a whole, or the target lies inside a
    bundle.
    """
    check_target(source, target)
    read = _reader(source, "source")
    if _reader(target, "target") is not read:
        raise EntrophyError("a table is written in the format it is read in.", remedy="give both files one ending.")
    try:
        data = source.read_bytes()
    except OSError as error:
        raise EntrophyError(
            f"the table cannot be read ({type(error).__name__}).", remedy="give a readable file."
        ) from None
    table = read(data)
    _check_columns(table.arrow, choice)
    engine = load(policy)
    _check_names(table.arrow, choice, engine, declared)
    # Without a key file the ledger lies in memory: nothing of it can be left behind.
    ledger = open_ledger(key_path)[1] if key_path is not None else Ledger.open(Key(token_bytes(KEY_BYTES)), None)
    try:
        done, columns = _scrubbed(table.arrow, choice, engine, declared, policy, ledger)
    finally:
        ledger.close()
    counts = TableCounts(done.num_rows, len(table.refused), columns)
    write_whole(target, table.written(done))
    write_quarantine(target, table.refused)
    write_whole(target.with_name(target.name + _SUMMARY), (canonical(_summary(counts)) + "\n").encode("utf-8"))
    return counts


def _reader(path: Path, which: str) -> Callable[[bytes], Table]:
    reader = FORMATS.get(path.suffix.lower())
    if reader is None:
        raise EntrophyError(
            f"the {which} has no ending of a table.", remedy=f"name it with one of {', '.join(FORMATS)}."
        )
    return reader


def _check_columns(table: pa.Table, choice: Choice) -> None:
    """Refuses names that no column has (so the table holds none of them), and columns that nobody can read."""
    asked = (choice.only or frozenset()) | choice.keep
    if missing := sorted(asked - set(table.column_names)):
        raise EntrophyError(
            f"the table has no column {', '.join(map(repr, missing))}.", remedy="name columns as the table names them."
        )
    for number, field in enumerate(table.schema, start=1):
        if choice.reads(field.name) and read_type(field.type, field.name) is None:
            raise EntrophyError(
                f"column {number} has a type that cannot be read.", remedy="drop it, or keep it as it is with --keep."
            )


def _check_names(table: pa.Table, choice: Choice, engine: TextEngine, declared: Registry) -> None:
    """Refuses a first line that holds values, and identifiers where only columns are renamed."""
    for number, field in enumerate(table.schema, start=1):
        if not choice.reads(field.name):
            continue
        if any(f.kind in _VALUES for f in engine.find(field.name)):
            raise EntrophyError(
                f"column {number} is named by a value.", remedy="give the table a first line that names its columns."
            )
        for name in field_names(field.type):
            if _names_somebody(name, declared) and engine.find(name, role="field", registry=declared):
                raise EntrophyError(
                    f"a field inside column {number} is named by an identifier.",
                    remedy="rename it, or drop the column.",
                )


def _names_somebody(name: str, declared: Registry) -> bool:
    """Whether the name of a column may be an identifier: no known label, not made of words alone, or declared."""
    ordinary = spec_of_label(name) is not None or all(is_word(word) for word in words(name))
    return not ordinary or any(declared.find(name, "field"))


def _scrubbed(
    table: pa.Table, choice: Choice, engine: TextEngine, declared: Registry, policy: TextPolicy, ledger: Ledger
) -> tuple[pa.Table, tuple[ColumnCounts, ...]]:
    schema = table.schema
    chosen = [i for i, f in enumerate(schema) if choice.reads(f.name) and has_texts(f.type, f.name)]
    cells = {i: table.column(i).to_pylist() for i in chosen}
    named = [i for i, f in enumerate(schema) if choice.reads(f.name) and _names_somebody(f.name, declared)]
    inputs = [TextInput(schema.names[i], None, "field") for i in named]
    owners = list(named)
    rows: list[range] = []
    people: list[tuple[str, tuple[int, int]]] = []
    pairs = _name_pairs([(i, schema.names[i]) for i in chosen])
    for row in range(table.num_rows):
        start, at = len(inputs), {}
        for i in chosen:
            at[i] = len(inputs)
            mapped(cells[i][row], schema.types[i], schema.names[i], _collector(inputs))
            owners += [i] * (len(inputs) - at[i])
        rows.append(range(start, len(inputs)))
        for first, last in pairs:
            both = (cells[last][row], cells[first][row])
            if all(isinstance(part, str) and any(map(str.isalpha, part)) for part in both):
                people.append((f"{both[0].strip()}, {both[1].strip()}", (at[last], at[first])))
    done = scrub_inputs(inputs, engine, declared, policy, ledger, rows, people)
    names = [*schema.names]
    for i, one in zip(named, done, strict=False):
        names[i] = one.text
    texts = iter([one.text for one in done[len(named) :]])
    fresh: dict[int, list[Any]] = {i: [] for i in chosen}
    for row in range(table.num_rows):
        for i in chosen:
            fresh[i].append(mapped(cells[i][row], schema.types[i], schema.names[i], _putter(texts)))
    kinds = [read_type(f.type, f.name) if i in fresh else f.type for i, f in enumerate(schema)]
    columns = [
        pa.chunked_array([pa.array(fresh[i], kind)]) if i in fresh else table.column(i) for i, kind in enumerate(kinds)
    ]
    fields = [pa.field(n, k, f.nullable) for n, k, f in zip(names, kinds, schema, strict=True)]
    counts = _counts(names, kinds, schema.types, fresh, owners, done)
    return pa.Table.from_arrays(columns, schema=pa.schema(fields)), counts


def _collector(inputs: list[TextInput]) -> Callable[[str, str], str]:
    def collect(text: str, label: str) -> str:
        if text.strip():
            inputs.append(TextInput(text, label or None, "field"))
        return text

    return collect


def _putter(texts: Iterator[str]) -> Callable[[str, str], str]:
    return lambda text, label: next(texts) if text.strip() else text


def _name_pairs(columns: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
    """The columns that hold first and last name of one person, where there is one of each for them."""
    parts: dict[tuple[str, bool], list[int]] = {}
    for i, name in columns:
        part = part_of_name(name)
        if part is not None:
            parts.setdefault(part, []).append(i)
    whose = sorted({owner for owner, _ in parts})
    both = [(parts.get((owner, True), []), parts.get((owner, False), [])) for owner in whose]
    return [(firsts[0], lasts[0]) for firsts, lasts in both if len(firsts) == len(lasts) == 1]


def _counts(
    names: Sequence[str],
    kinds: Sequence[pa.DataType],
    was: Sequence[pa.DataType],
    read: Collection[int],
    owners: Sequence[int],
    done: Sequence[Scrubbed],
) -> tuple[ColumnCounts, ...]:
    found: list[Counter[str]] = [Counter() for _ in names]
    for i, one in zip(owners, done, strict=True):
        found[i].update(record["kind"] for record in one.records)
    return tuple(
        ColumnCounts(name, str(kinds[i]), str(was[i]), i in read, dict(sorted(found[i].items())))
        for i, name in enumerate(names)
    )


def _summary(counts: TableCounts) -> dict[str, Any]:
    return {
        "format": "entrophy-table-summary/1",
        "rows": counts.rows,
        "refused": counts.refused,
        "columns": [asdict(column) for column in counts.columns],
    }
