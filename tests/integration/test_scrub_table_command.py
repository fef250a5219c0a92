"""`entrophy scrub table` and labels of `entrophy scrub text` as a user types them, with the engine that ships."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = {
    "Customer number": [48213, 48214, 48215],
    "First name": ["Maria", "Grace", "Will"],
    "Last name": ["Stone", "Field", None],
    "Amount": [17.5, 3.0, 99.0],
    "Product": ["Long table, white", "Office chair", "Street lamp"],
    "Notes": ["call back on Monday", "spoke to M. Stone today", "Ms Stone has paid"],
}


def scrub(*command: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "pipeline.cli", "scrub", *map(str, command)]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_from_the_command_line(form: str, tmp_path: Path) -> None:
    source, target, table = tmp_path / f"in.{form}", tmp_path / f"out.{form}", pd.DataFrame(PEOPLE)
    table.to_csv(source, index=False) if form == "csv" else table.to_parquet(source)
    done = scrub("table", source, target, "--keep", "Product", "--key", tmp_path / "key")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"3 rows, 10 findings, 0 refused: {target}\n")
    assert ("column 'Customer number': int64 is now string" in done.stdout) is (form == "parquet")
    after = pd.read_csv(target) if form == "csv" else pd.read_parquet(target)
    assert list(after.columns) == list(table.columns) and len(after) == len(table)
    assert after["Product"].equals(table["Product"]) and after["Amount"].equals(table["Amount"])
    assert after["Last name"].isna().tolist() == [False, False, True]
    assert not set(map(str, after["Customer number"])) & {"48213", "48214", "48215"}
    first, last = after["First name"][0], after["Last name"][0]
    assert after["Notes"].tolist() == [
        "call back on Monday",
        f"spoke to {first[0]}. {last} today",
        f"Ms {last} has paid",
    ]
    told = json.loads((tmp_path / f"out.{form}.summary.json").read_text())
    assert told["columns"][1]["findings"] == {"person": 3} and not told["columns"][4]["read"]
    assert "Stone" not in done.stdout + done.stderr + json.dumps(told)


def test_refused_rows_and_labels_of_texts(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("Last name,Status\nStone,open\nField\n")
    done = scrub("table", tmp_path / "in.csv", tmp_path / "out.csv", "--key", tmp_path / "key")
    assert done.returncode == 3 and "1 rows, 1 findings, 1 refused" in done.stdout
    (tmp_path / "in.jsonl").write_text(
        '{"id": 1, "text": "48213", "label": "Customer number"}\n{"id": 2, "text": "48213"}'
    )
    done = scrub("text", tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--key", tmp_path / "key")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert done.returncode == 0 and len(rows[0]["findings"]) == 1 and rows[0]["text"] != "48213"
    done = scrub("table", tmp_path / "in.csv", tmp_path / "out.xlsx")
    assert done.returncode == 2 and ".csv, .tsv, .parquet" in done.stderr
