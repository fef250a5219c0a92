"""The index files of demonstrations: what must hold, what is only told, and that the published ones pass."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluation.demonstrations.released import read_questions, read_rankings
from redaction.errors import BundleError
from tests.demonstration_folder import Index, csv_bytes, index
from validation.table.demonstrations import (
    DEMONSTRATIONS_A_TASK,
    NAME,
    QUESTIONS_FILE,
    RANKINGS_FILE,
    VALID_FILE,
    IndexReport,
    check_files,
    check_index,
    demonstrations_named,
    names_in,
    read_table,
    task_of,
)

SHARED = Path(__file__).parents[2] / "../shared/data/interaction"
PUBLISHED = SHARED / "wonderbread"
needs_shared = pytest.mark.skipif(not PUBLISHED.is_dir(), reason="needs the development data beside the checkout")


def checked(rows: Index, tasks: set[str] | None = None) -> IndexReport:
    return check_index(rows.valid, rows.rankings, rows.questions, tasks)


def failed(report: IndexReport) -> list[str]:
    return [check.name for check in report.checks if not check.passed]


def test_index_files_that_agree_pass() -> None:
    report = checked(index(), {"11", "12", "13", "21"})
    assert report.passed and failed(report) == [] and len(report.checks) == 30
    few = next(one for one in report.warnings if one.name == f"{VALID_FILE}_demonstrations_a_task")
    assert (few.passed, few.failed_count, few.total) == (False, 3, 4)
    assert few.records == ("task 12", "task 13", "task 21")
    assert check_index(index().valid).passed and check_index([]) == check_index([], [], [])


def other(name: str, value: str, table: str = "valid", row: int = 1) -> Callable[[Index], None]:
    def spoil(rows: Index) -> None:
        getattr(rows, table)[row][name] = value

    return spoil


def renamed(rows: Index) -> None:
    rows.valid[0]["colour"] = rows.valid[0].pop("is_mp4")


@pytest.mark.parametrize(
    ("spoil", "names"),
    [
        (renamed, [f"{VALID_FILE}_columns"]),
        (other("task_id", "eleven"), [f"{VALID_FILE}_form_task_id", f"{VALID_FILE}_task"]),
        (other("task_id", "12"), [f"{VALID_FILE}_task"]),
        (other("path_to_demo_folder", "elsewhere/11"), [f"{VALID_FILE}_path"]),
        (other("is_mp4", "False"), [f"{VALID_FILE}_is_mp4_is_True"]),
        (other("is_sop_txt_empty", "True"), [f"{VALID_FILE}_is_sop_txt_empty_is_False"]),
        (other("is_trace_valid", "yes"), [f"{VALID_FILE}_is_trace_valid_is_True"]),
        (other("rank", "0", "rankings"), [f"{RANKINGS_FILE}_form_rank", f"{RANKINGS_FILE}_ranks"]),
        (other("rank", "1", "rankings"), [f"{RANKINGS_FILE}_ranks"]),
        (other("rank", "9", "rankings", 3), [f"{RANKINGS_FILE}_ranks"]),
        (other("Evidence", "Video", "questions", 0), [f"{QUESTIONS_FILE}_evidence"]),
        (other("Evidence", "SOP", "questions", 1), [f"{QUESTIONS_FILE}_evidence"]),
        (other("Human Label", " ", "questions", 0), [f"{QUESTIONS_FILE}_filled_Human Label"]),
        (
            other("Task ID(s)", "12 @ 1999-01-01-00-00-00", "questions", 0),
            [f"{QUESTIONS_FILE}_demonstrations"],
        ),
    ],
)
def test_what_does_not_hold_is_told_by_its_place_and_without_a_value(
    spoil: Callable[[Index], None], names: list[str]
) -> None:
    rows = index()
    spoil(rows)
    report = checked(rows)
    assert failed(report) == names and not report.passed
    for check in report.checks:
        if not check.passed:
            file = check.name.split(".csv")[0] + ".csv"
            assert check.failed_count and check.records and all(one.startswith(f"{file}[") for one in check.records)


def test_a_name_of_another_form_and_one_that_stands_twice() -> None:
    rows = index()
    rows.valid[1] |= {"folder_name": "11 at noon", "path_to_demo_folder": "data/demos/11 at noon"}
    assert f"{VALID_FILE}_form_folder_name" in failed(checked(rows))
    assert f"{RANKINGS_FILE}_is_a_valid_demonstration" in failed(checked(rows)), "the ranked one is gone"
    rows = index()
    rows.valid.append(rows.valid[0])
    assert failed(checked(rows)) == [f"{VALID_FILE}_unique_folder_name"]


def test_a_task_that_there_is_not() -> None:
    report = checked(index(), {"11", "12", "13"})
    assert failed(report) == [f"{VALID_FILE}_is_a_known_task"]


def test_a_demonstration_ranked_in_another_task_is_told_and_does_not_fail() -> None:
    rows = index()
    rows.rankings[-1] |= {"folder_name": "13 @ 2024-03-03-09-00-00"}
    rows.rankings[-1] |= {"path_to_demo_folder": "data/demos/13 @ 2024-03-03-09-00-00"}
    report = checked(rows)
    assert report.passed
    told = next(one for one in report.warnings if one.name == f"{RANKINGS_FILE}_task")
    assert (told.failed_count, told.records) == (1, (f"{RANKINGS_FILE}[6]",))


@pytest.mark.parametrize(("count", "enough"), [(DEMONSTRATIONS_A_TASK, True), (DEMONSTRATIONS_A_TASK - 1, False)])
def test_how_many_demonstrations_a_task_of_a_full_set_has(count: int, enough: bool) -> None:
    report = check_index(index().valid[:count])
    assert report.passed and report.warnings[0].passed is enough


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("11 @ 2024-03-01-09-00-00", "11"),
        ("11 @ 2024-03-01-09-00-00 (2)", "11"),
        ("11 @ 2024-03-01-09-00-00(2)", None),
        ("11 @ 2024-03-01", None),
        ("../11 @ 2024-03-01-09-00-00", None),
        ("11 @ 2024-03-01-09-00-00\n", None),
        ("١١ @ 2024-03-01-09-00-00", None),
    ],
)
def test_the_form_of_a_name(name: str, task: str | None) -> None:
    assert task_of(name) == task


@pytest.mark.parametrize("data", [b"", b"a,a\n1,2\n", b"a,b\n1\n", b"\xff\xfe", b'a,b\n"1,2\n'])
def test_what_is_no_table_is_told(data: bytes) -> None:
    with pytest.raises(BundleError, match=r"df_valid\.csv"):
        read_table(data, VALID_FILE)


def test_tables_are_read_with_line_ends_inside_of_cells_and_with_a_mark() -> None:
    rows = [{"a": "one\ntwo, three", "b": '"'}]
    assert read_table(csv_bytes(rows), "x") == rows
    with pytest.raises(BundleError, match="column is missing"):
        read_rankings(b"rank,task_id\n1,2\n")
    with pytest.raises(BundleError, match="column is missing"):
        read_questions(b"Evidence\nSOP\n")


@pytest.mark.shared_data
@needs_shared
def test_the_published_index_files_pass_and_have_the_published_numbers() -> None:
    valid, rankings, questions = (
        read_table((PUBLISHED / name).read_bytes(), name) for name in (VALID_FILE, RANKINGS_FILE, QUESTIONS_FILE)
    )
    tasks = {str(one["task_id"]): one for one in json.loads((SHARED / "webarena/test.raw.json").read_bytes())}
    report = check_index(valid, rankings, questions, tasks.keys())
    assert failed(report) == []
    assert len(valid) == 2_928 and len({row["task_id"] for row in valid}) == 598 and len(tasks) == 812
    assert len(rankings) == 724 and len({row["task_id"] for row in rankings}) == 162
    assert len(questions) == 120 and len({row["Question Template"] for row in questions}) == 11
    assert sum("(1)" in row["folder_name"] for row in valid) == 26
    # The paper: ranked 1 to 5, and at least four demonstrations a task. The files: 3 to 5 ranked, 4 to 6 there.
    assert Counter(Counter(row["task_id"] for row in rankings).values()) == {5: 83, 4: 72, 3: 7}
    assert Counter(Counter(row["task_id"] for row in valid).values()) == {5: 446, 4: 107, 6: 45}
    assert [(one.passed, one.failed_count) for one in report.warnings] == [(True, 0), (False, 2)]
    sites = Counter("+".join(tasks[task]["sites"]) for task in {row["task_id"] for row in valid})
    assert sites == {"gitlab": 172, "shopping_admin": 172, "shopping": 156, "reddit": 98}
    assert all(NAME.fullmatch(name) for row in questions for name in names_in(row["Task ID(s)"]))


@pytest.mark.shared_data
@needs_shared
def test_the_published_rankings_and_questions_are_read() -> None:
    rankings = read_rankings((PUBLISHED / RANKINGS_FILE).read_bytes())
    questions = read_questions((PUBLISHED / QUESTIONS_FILE).read_bytes())
    assert len(rankings) == 724 and len(set(questions)) == 120
    assert Counter(len(one.names) for one in questions) == {1: 80, 2: 30, 3: 10}
    assert all(len(one.names) == len(one.evidence) for one in questions)


def in_files(rows: Index) -> dict[str, bytes]:
    return {
        VALID_FILE: csv_bytes(rows.valid),
        RANKINGS_FILE: csv_bytes(rows.rankings),
        QUESTIONS_FILE: csv_bytes(rows.questions),
        "metadata.json": b"{}",
    }


@pytest.mark.parametrize(
    ("spoil", "unjoined", "told"),
    [
        (lambda rows: None, [], []),
        (other("folder_name", "11 @ yesterday"), [f"{VALID_FILE}_form_folder_name", f"{VALID_FILE}_path"], None),
        (other("task_id", "eleven"), [f"{VALID_FILE}_form_task_id"], None),
        (lambda rows: rows.valid.append(rows.valid[0]), [f"{VALID_FILE}_unique_folder_name"], []),
        (lambda rows: [row.pop("is_mp4") for row in rows.valid], [f"{VALID_FILE}_columns"], []),
        (other("is_mp4", "False"), [], [f"{VALID_FILE}_is_mp4_is_True"]),
        (other("rank", "3", "rankings"), [], [f"{RANKINGS_FILE}_ranks"]),
        (other("Evidence", "Video", "questions"), [], [f"{QUESTIONS_FILE}_evidence"]),
        (other("Human Label", " ", "questions"), [], [f"{QUESTIONS_FILE}_filled_Human Label"]),
    ],
)
def test_what_joins_tables_is_told_from_what_people_said(
    spoil: Callable[[Index], object], unjoined: list[str], told: list[str] | None
) -> None:
    rows = index()
    spoil(rows)
    report = check_files(in_files(rows))
    assert sorted(check.name for check in report.unjoined) == sorted(unjoined)
    others = [check.name for check in report.told if check.name != f"{VALID_FILE}_demonstrations_a_task"]
    assert others == told or (told is None and not {*others} & {*unjoined})
    assert {check.name for check in (*report.unjoined, *report.told)} >= {*failed(report)}


def test_files_that_are_not_there_are_not_looked_into() -> None:
    files = in_files(index())
    assert [check.passed for check in check_files({}).checks] == []
    only = check_files({RANKINGS_FILE: files[RANKINGS_FILE]})
    assert [check.name for check in only.checks if not check.passed] == [f"{RANKINGS_FILE}_is_a_valid_demonstration"]
    assert demonstrations_named({VALID_FILE: files[VALID_FILE]})[RANKINGS_FILE] == set()
    named = demonstrations_named(files)
    assert len(named[VALID_FILE]) == 9 and len(named[RANKINGS_FILE]) == 7 and len(named[QUESTIONS_FILE]) == 3
    with pytest.raises(BundleError, match="another number of cells"):
        check_files({VALID_FILE: files[VALID_FILE] + b"1,2\n"})
