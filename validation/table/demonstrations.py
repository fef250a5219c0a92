"""Great Expectations over the index files of released demonstrations: which are valid, how they were ranked, what was
asked of them. As for the rows, a check passes only if Great Expectations and our own count agree, and no result holds
a value of a table: records are told by their place.

The names of a demonstration (`<task id> @ <time>`) are opaque and join the three tables.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from redaction.errors import BundleError
from validation.table.expectations import MOST_SHOWN, Check, CheckResult, run_checks

VALID_FILE, RANKINGS_FILE, QUESTIONS_FILE = "df_valid.csv", "df_rankings.csv", "qa_dataset.csv"

NAME = re.compile(r"(?P<task>\d{1,9}) @ \d{4}-\d\d-\d\d-\d\d-\d\d-\d\d(?: \(\d{1,2}\))?", re.ASCII)
"""Of a demonstration: task and time. The published set has some with a number behind, as copies of a folder get it."""
FOLDER = "data/demos/"
"""Where demonstrations lie, in the paths of the tables."""
DEMONSTRATIONS_A_TASK = 4
"""Valid demonstrations that a task of a set of full size has at least; in a small batch fewer are told, not refused."""

VALID_COLUMNS = (
    "path_to_demo_folder",
    "task_id",
    "folder_name",
    "is_trace_json",
    "is_trace_json_empty",
    "is_sop_txt",
    "is_sop_txt_empty",
    "is_screenshots_dir",
    "is_screenshots_dir_empty",
    "is_mp4",
    "is_mp4_empty",
    "is_trace_valid",
)
RANKING_COLUMNS = ("rank", "task_id", "gdrive_link", "path_to_demo_folder", "folder_name")
QUESTION_COLUMNS = ("Task ID(s)", "Question Instantiation", "Evidence", "Human Label", "Question Template")
LINK = "gdrive_link"
"""The column that may be missing: a link to where the demonstration was kept before it was published."""
EVIDENCE = ("SOP", "Trace+Screenshots")
"""What a question is answered from, one for each of its demonstrations."""

Table = Sequence[Mapping[str, str]]
TABLES = (VALID_FILE, RANKINGS_FILE, QUESTIONS_FILE)
FORMS = ("columns", "form_task_id", "form_folder_name", "unique_folder_name", "path")
"""The checks by which tables and folders are joined; the others tell what people said of demonstrations."""


def read_table(data: bytes, name: str) -> list[dict[str, str]]:
    """The rows of a CSV file in UTF-8, with or without a byte order mark; every cell as its text. BundleError where it
    is no such file, or a row has another number of cells than the head."""
    try:
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error):
        raise _no_table("is no CSV file in UTF-8.", name) from None
    if not rows or len(set(rows[0])) != len(rows[0]):
        raise _no_table("has no head, or names a column twice.", name)
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]):
            raise _no_table("the row has another number of cells than the head.", f"{name}:{number}")
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def _no_table(what: str, record: str) -> BundleError:
    return BundleError(what, record=record, remedy="fetch the demonstrations again, or build them again.")


def names_in(cell: str) -> list[str]:
    """The demonstrations that a question is about: one or several, parted by commas."""
    return [name.strip() for name in cell.split(",")]


def task_of(name: str) -> str | None:
    """The task id in a demonstration's name; None for what is no such name."""
    found = NAME.fullmatch(name)
    return found["task"] if found else None


@dataclass(frozen=True, slots=True)
class IndexReport:
    """`checks` must hold; `warnings` are told: what the published set does not keep itself, or a small batch cannot."""

    checks: tuple[CheckResult, ...]
    warnings: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    @property
    def unjoined(self) -> list[CheckResult]:
        """The checks that fail by which tables and folders are joined."""
        forms = {f"{file}_{form}" for file in TABLES for form in FORMS}
        return [check for check in self.checks if not check.passed and check.name in forms]

    @property
    def told(self) -> list[CheckResult]:
        """The others that fail, with the warnings."""
        unjoined = self.unjoined
        return [check for check in (*self.checks, *self.warnings) if not check.passed and check not in unjoined]


def check_index(
    valid: Table, rankings: Table = (), questions: Table = (), tasks: Collection[str] | None = None
) -> IndexReport:
    """The three index files against one another. `tasks` are the ids of the tasks that there are, where that is known.
    A table without rows is not looked into. In memory throughout; nothing is written."""
    names = frozenset(row.get("folder_name", "") for row in valid)
    checks = _checked(VALID_FILE, valid, VALID_COLUMNS, lambda: _valid(valid, tasks))
    checks += _checked(RANKINGS_FILE, rankings, RANKING_COLUMNS, lambda: _rankings(rankings, names))
    checks += _checked(QUESTIONS_FILE, questions, QUESTION_COLUMNS, lambda: _questions(questions, names))
    return IndexReport(tuple(checks), tuple(_warnings(valid, rankings)))


def check_files(files: Mapping[str, bytes]) -> IndexReport:
    """The index files of one folder or archive, by their names, against one another; those that are not there are not
    looked into. BundleError where one is no table."""
    valid, rankings, questions = (read_table(files[name], name) if name in files else [] for name in TABLES)
    return check_index(valid, rankings, questions)


def demonstrations_named(files: Mapping[str, bytes]) -> dict[str, set[str]]:
    """Which demonstrations each of the three tables speaks of."""
    named: dict[str, set[str]] = {}
    for name in TABLES:
        rows = read_table(files[name], name) if name in files else []
        column = "Task ID(s)" if name == QUESTIONS_FILE else "folder_name"
        named[name] = {one for row in rows for one in names_in(row.get(column, "")) if one}
    return named


def _checked(file: str, rows: Table, columns: Sequence[str], checks: Callable[[], list[Check]]) -> list[CheckResult]:
    import pandas as pd

    if not rows:
        return []
    needed = [name for name in columns if name != LINK]
    wrong = [place for place, row in enumerate(rows) if [name for name in row if name != LINK] != needed]
    structure = CheckResult(
        f"{file}_columns", not wrong, len(wrong), len(rows), "the columns are the published ones", _places(file, wrong)
    )
    if wrong:
        return [structure]  # every other check would fail for the same reason
    told = checks()
    frame = pd.DataFrame([{name: row[name] for name in needed} for row in rows], dtype="str")
    for check in told:
        if check.arguments["column"] not in frame:
            frame[check.arguments["column"]] = True
            frame.loc[check.failed, check.arguments["column"]] = False
    return [structure, *run_checks(frame, told, lambda places: _places(file, places))]


def _places(file: str, places: Sequence[int]) -> tuple[str, ...]:
    """Rows of the file, from 0; no lines, as a cell may hold line ends."""
    return tuple(f"{file}[{place}]" for place in places[:MOST_SHOWN])


def _form(file: str, rows: Table, column: str, pattern: str, detail: str) -> Check:
    """Every cell of a column is of a form, by regular expression."""
    failed = [place for place, row in enumerate(rows) if not re.fullmatch(pattern, row[column])]
    arguments = {"column": column, "regex": rf"^(?:{pattern})\Z"}
    return Check(f"{file}_form_{column}", detail, "ExpectColumnValuesToMatchRegex", arguments, failed)


def _unique(file: str, rows: Table, column: str) -> Check:
    counts = Counter(row[column] for row in rows)
    failed = [place for place, row in enumerate(rows) if counts[row[column]] > 1]
    arguments = {"column": column}
    return Check(f"{file}_unique_{column}", f"{column} occurs once", "ExpectColumnValuesToBeUnique", arguments, failed)


def _is_in(file: str, rows: Table, column: str, allowed: Iterable[str], what: str) -> Check:
    values = sorted(allowed)
    known = frozenset(values)
    failed = [place for place, row in enumerate(rows) if row[column] not in known]
    arguments = {"column": column, "value_set": values}
    return Check(f"{file}_{what}", f"{column}: {what}", "ExpectColumnValuesToBeInSet", arguments, failed)


def _holds(file: str, name: str, detail: str, failed: list[int]) -> Check:
    """What no single column tells: a column of its own says for each row whether it holds."""
    arguments = {"column": f"({name})", "value_set": [True]}
    return Check(f"{file}_{name}", detail, "ExpectColumnValuesToBeInSet", arguments, failed)


_ID = r"[0-9]+"


def _named(file: str, rows: Table) -> list[Check]:
    """What both tables with a row a demonstration must keep."""
    paths = [place for place, row in enumerate(rows) if row["path_to_demo_folder"] != FOLDER + row["folder_name"]]
    return [
        _form(file, rows, "task_id", _ID, "task_id is a whole number"),
        _form(file, rows, "folder_name", NAME.pattern.replace("?P<task>", "?:"), "folder_name is a task id and a time"),
        _unique(file, rows, "folder_name"),
        _holds(file, "path", "path_to_demo_folder leads to the folder of that name", paths),
    ]


def _valid(rows: Table, tasks: Collection[str] | None) -> list[Check]:
    others = [place for place, row in enumerate(rows) if task_of(row["folder_name"]) != row["task_id"]]
    checks = [*_named(VALID_FILE, rows), _holds(VALID_FILE, "task", "the name begins with the task's id", others)]
    for column in VALID_COLUMNS[3:]:
        wanted = "False" if column.endswith("_empty") else "True"
        checks.append(_is_in(VALID_FILE, rows, column, [wanted], f"{column}_is_{wanted}"))
    if tasks is not None:
        checks.append(_is_in(VALID_FILE, rows, "task_id", tasks, "is_a_known_task"))
    return checks


def _rankings(rows: Table, names: Collection[str]) -> list[Check]:
    ranks: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        ranks[row["task_id"]].append(row["rank"])
    gaps = [
        place
        for place, row in enumerate(rows)
        if sorted(ranks[row["task_id"]]) != sorted(str(rank) for rank in range(1, len(ranks[row["task_id"]]) + 1))
    ]
    return [
        *_named(RANKINGS_FILE, rows),
        _form(RANKINGS_FILE, rows, "rank", r"[1-9][0-9]*", "rank is a whole number from 1"),
        _holds(RANKINGS_FILE, "ranks", "the ranks of a task are 1, 2, … without a gap or a tie", gaps),
        _is_in(RANKINGS_FILE, rows, "folder_name", names, "is_a_valid_demonstration"),
    ]


def _questions(rows: Table, names: Collection[str]) -> list[Check]:
    lost = [place for place, row in enumerate(rows) if not all(n in names for n in names_in(row["Task ID(s)"]))]
    uneven = [
        place
        for place, row in enumerate(rows)
        if [one for one in names_in(row["Evidence"]) if one not in EVIDENCE]
        or len(names_in(row["Evidence"])) != len(names_in(row["Task ID(s)"]))
    ]
    checks = [
        _holds(QUESTIONS_FILE, "demonstrations", "every demonstration of a question is a valid one", lost),
        _holds(QUESTIONS_FILE, "evidence", "evidence is SOP or Trace+Screenshots, one a demonstration", uneven),
    ]
    for column in ("Question Instantiation", "Human Label", "Question Template"):
        failed = [place for place, row in enumerate(rows) if not row[column].strip()]
        arguments = {"column": column, "regex": r"\S"}
        name = f"{QUESTIONS_FILE}_filled_{column}"
        checks.append(Check(name, f"{column} is not empty", "ExpectColumnValuesToMatchRegex", arguments, failed))
    return checks


def _warnings(valid: Table, rankings: Table) -> list[CheckResult]:
    counts = Counter(row.get("task_id", "") for row in valid)
    few = sorted(task for task, count in counts.items() if count < DEMONSTRATIONS_A_TASK)
    strange = [place for place, row in enumerate(rankings) if task_of(row.get("folder_name", "")) != row.get("task_id")]
    return [
        CheckResult(
            f"{VALID_FILE}_demonstrations_a_task",
            not few,
            len(few),
            len(counts),
            f"a task has at least {DEMONSTRATIONS_A_TASK} valid demonstrations",
            tuple(f"task {task}" for task in few[:MOST_SHOWN] if re.fullmatch(_ID, task)),
        ),
        CheckResult(
            f"{RANKINGS_FILE}_task",
            not strange,
            len(strange),
            len(rankings),
            "a ranked demonstration is one of the task it is ranked in",
            _places(RANKINGS_FILE, strange),
        ),
    ]
