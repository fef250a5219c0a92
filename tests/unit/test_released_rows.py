"""Which rows a finding of the leak check lies in: fields, texts that rows say together, and places that are no row."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evaluation.tasks.build import task_files
from evaluation.tasks.records import CLASSIFICATION_FILE, SAMPLES, ClassificationSample
from redaction.findings import Kind
from release.bundle.released_rows import ReleasedRows
from tests.rows_batch import bare_row as row
from validation.leaks.leak_report import Leak
from validation.leaks.scan import scan_bundle


def write(folder: Path, rows: list[dict[str, object]]) -> None:
    (folder / "HR.json").write_text(json.dumps(rows), encoding="utf-8")
    pq.write_table(pa.Table.from_pylist(rows), folder / "HR.parquet", write_statistics=False)


@pytest.mark.parametrize(
    ("changes", "lies_in"),
    [
        ({1: {"field_value": "see Zorvan Quellmaris"}}, {1}),
        ({1: {"field_name": "Zorvan", "field_value": "Quellmaris"}}, {1}),
        ({1: {"field_value": "for Zorvan"}, 2: {"field_value": "Quellmaris said"}}, {1, 2}),
        (
            {
                n: {"interaction_type": "Typing", "interaction_value": v}
                for n, v in ((0, "Zorv"), (1, "an Que"), (2, "llmaris"))
            },
            {0, 1, 2},
        ),
    ],
)
def test_the_rows_of_a_finding(tmp_path: Path, changes: dict[int, dict[str, object]], lies_in: set[int]) -> None:
    rows = [{**row(n), **changes.get(n, {})} for n in range(4)]
    write(tmp_path, rows)
    report = scan_bundle(tmp_path, [("id", Kind.PERSON, "Zorvan Quellmaris")], read_screens=False, alone=())
    released = ReleasedRows(tmp_path)
    assert {leak.where.split(".")[1][:4].rstrip("[") for leak in report.findings} == {"json", "parq"}
    for leak in report.findings:
        assert released.interactions(leak) == {rows[n]["interaction_uuid"] for n in lies_in}, leak.where


def test_what_a_sample_repeats_lies_in_its_row(tmp_path: Path) -> None:
    """Two instances of which each second one speaks of somebody: samples of segmentation hold both, in some order."""
    rows = [
        {**row(n), "process_instance_uuid": f"instance-{n // 3}", "process_name": "Letters", "screenshot_name": "a.png"}
        for n in range(6)
    ]
    rows[4]["description"] = "Opening the letter of Zorvan Quellmaris"
    write(tmp_path, rows)
    classes = [{"domain": "HR", "process_name": "Letters", "definition": None}]
    for name, lines in task_files({"HR": rows}, classes).items():
        (tmp_path / name).write_bytes(b"".join(lines))
    report = scan_bundle(tmp_path, [("id", Kind.PERSON, "Zorvan Quellmaris")], read_screens=False, alone=())
    released = ReleasedRows(tmp_path)
    assert {leak.where.split(" ")[0].split("[")[0] for leak in report.findings} == {"HR.json", "HR.parquet", *SAMPLES}
    for leak in report.findings:
        assert released.interactions(leak) == {rows[4]["interaction_uuid"]}, leak.where
        cell = released.cell(leak)
        assert cell is not None and cell.field == "description"


def test_what_is_found_beside_the_sequence_of_a_sample_lies_in_no_row(tmp_path: Path) -> None:
    rows = [{**row(0), "process_instance_uuid": "one", "process_name": "Letters"}]
    write(tmp_path, rows)
    sample = ClassificationSample(id="a", domain="HR", fold=0, instance="one", sequence=("b",), label="c")
    (tmp_path / CLASSIFICATION_FILE).write_text(sample.model_dump_json(exclude_none=True) + "\n", encoding="utf-8")
    for value, place in (("4", None), ("5", (rows[0]["interaction_uuid"], "description"))):
        cell = ReleasedRows(tmp_path).cell(
            Leak(f"{CLASSIFICATION_FILE} line 1 value {value}[0]", "p", "person", "exact")
        )
        assert (cell and cell.place) == place


def test_other_places_lie_in_no_row(tmp_path: Path) -> None:
    write(tmp_path, [row(0)])
    (tmp_path / "processes.json").write_text('[{"process_name": "Letters"}]', encoding="utf-8")
    released = ReleasedRows(tmp_path)
    for where in ("processes.json[0].process_name", "README.md line 3", "HR.json bytes", "HR.parquet name of column 3"):
        leak = Leak(where, "person-1", "person", "exact")
        assert released.cell(leak) is None and released.interactions(leak) == frozenset()
