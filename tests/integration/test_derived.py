"""Files made from a release (the sandbox's database, tasks, exports) are read with everything the maintainer knows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from evaluation.company.database import write_database
from evaluation.company.released import Company, read_company
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.certify import Certifier
from tests.demonstration_build import Work, small_policy, work_in
from tests.sources_batch import IDS, NAMES, write_company


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Work, BatchStore, Company]:
    folder = tmp_path_factory.mktemp("company")
    work = work_in(folder / "out", small_policy())
    (store,) = work.scrubbed(write_company(folder / "company-1"))
    bundle = work.released([store])
    return work, store, read_company(bundle)


def _executed(database: Path, *statements: tuple[str, tuple[str, ...]]) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = OFF")
        for statement, values in statements:
            db.execute(statement, values)


def _in_a_cell(folder: Path) -> None:
    _executed(folder / "company.sqlite", ("UPDATE posts SET Post = ?", (f"by {NAMES[2]}",)))


def _in_json_in_a_cell(folder: Path) -> None:
    escaped = json.dumps(["by", NAMES[2]]).replace("a", "\\u0061")
    _executed(folder / "company.sqlite", ("UPDATE posts SET Post = ?", (escaped,)))


def _in_a_free_page(folder: Path) -> None:
    _executed(
        folder / "company.sqlite",
        ("CREATE TABLE gone (a)", ()),
        ("INSERT INTO gone VALUES (?)", (NAMES[2] + " wrote this. " * 400,)),
        ("DROP TABLE gone", ()),
    )


def _as_a_table(folder: Path) -> None:
    _executed(folder / "company.sqlite", (f'CREATE TABLE "{NAMES[2]}" (a)', ()))


def _in_a_ground_truth(folder: Path) -> None:
    (folder / "tasks.jsonl").write_text(json.dumps({"goal": "find", "truth": {"value": NAMES[2]}}) + "\n")


def _an_id_of_the_captured_one(folder: Path) -> None:
    (folder / "tuning.jsonl").write_text(json.dumps({"messages": [{"content": f"look up {IDS[2]}"}]}) + "\n")


def _a_journal(folder: Path) -> None:
    (folder / "company.sqlite-wal").write_bytes(b"")


def _no_database(folder: Path) -> None:
    (folder / "company.sqlite").write_bytes(b"SQLite format 3\0 and nothing else")


def _folder(built: tuple[Work, BatchStore, Company], tmp_path: Path) -> Path:
    folder = tmp_path / "derived"
    folder.mkdir()
    write_database(built[2], folder / "company.sqlite")
    row = built[2].sources["employees"].rows[0]
    (folder / "tasks.jsonl").write_text(json.dumps({"goal": f"find {row['Name']}", "truth": row["emp_id"]}) + "\n")
    return folder


def test_what_a_release_says_is_no_finding(built: tuple[Work, BatchStore, Company], tmp_path: Path) -> None:
    work, store, _ = built
    report = Certifier([store], work.ledger, work.policy, no_progress).derived(_folder(built, tmp_path))
    assert report.findings == () and report.read["files"] == 2 and report.read["texts"] > 100


@pytest.mark.parametrize(
    ("plant", "where"),
    [
        (_in_a_cell, "company.sqlite table "),
        (_in_json_in_a_cell, "company.sqlite table "),
        (_in_a_free_page, "company.sqlite bytes"),
        (_as_a_table, "company.sqlite part "),
        (_in_a_ground_truth, "tasks.jsonl line 1"),
        (_an_id_of_the_captured_one, "tuning.jsonl line 1"),
        (_a_journal, "company.sqlite"),
        (_no_database, "company.sqlite"),
    ],
)
def test_what_was_captured_is_found_wherever_it_lies(
    built: tuple[Work, BatchStore, Company], tmp_path: Path, plant: Callable[[Path], None], where: str
) -> None:
    work, store, _ = built
    folder = _folder(built, tmp_path)
    plant(folder)
    report = Certifier([store], work.ledger, work.policy, no_progress).derived(folder)
    assert any(leak.where.startswith(where) for leak in report.findings)
    assert NAMES[2] not in str(report.findings)
