"""Great Expectations over the released rows, as results that carry counts and never a captured value.

Great Expectations gives the verdict (BOOLEAN_ONLY, because its richer results quote offending values); the number of
failures is counted here. A check passes only if both agree and the expectation ran without an exception.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from validation.table.derived import DERIVED_CHECKS, derived_columns
from validation.table.schema import COLUMNS, SCREENSHOT_NAME, TIMESTAMP, UUID, Row, has_type

if TYPE_CHECKING:
    import pandas as pd

MOST_SHOWN = 20
"""How many records a failed check names."""
REMEDY = (
    "build these batches again; if it fails again, leave these records out and report the check's name: "
    "what a recording can hold is settled at ingest, so this is a mistake of ours or a changed work folder."
)


@dataclass(frozen=True, slots=True, order=True)
class CheckResult:
    """One check: how many of `total` rows (or files) failed, and what the check is about, without any value.

    `records` names the first MOST_SHOWN that failed: `<process_instance_uuid>/<interaction_uuid>`, or the place of a
    row whose ids are not sound, or of a file in its folder.
    """

    name: str
    passed: bool
    failed_count: int
    total: int
    detail: str
    records: tuple[str, ...] = ()

    def sentence(self) -> str:
        """The check in one sentence: its name, what does not hold, and of which records."""
        more = self.failed_count - len(self.records)
        which = ", ".join(self.records) + (f" and {more} more" if self.records and more > 0 else "")
        what = f"{self.name}: not so for {self.failed_count} of {self.total}: {self.detail}"
        return f"{what} ({which})" if which else what


@dataclass(frozen=True, slots=True)
class Check:
    """A check before it runs: the expectation's class and arguments, and our own count of failures."""

    name: str
    detail: str
    expectation: str
    arguments: dict[str, Any]
    failed: list[int]
    """Places of the rows that failed, by our own count."""


def validate(rows: Sequence[Row], screenshots_dir: Path) -> list[CheckResult]:
    """Check rows (16 fields each) against the schema, one another and the PNG files of `screenshots_dir`.

    Results are in a fixed order. Reads only; Great Expectations runs in memory with analytics off and writes no file.
    """
    names = [column.name for column in COLUMNS]
    complete = [row for row in rows if list(row) == names]
    structure = _structure(rows, complete, names)
    if not structure.passed:
        # Without the columns every further check would fail for the same reason; say the one reason.
        return [structure]
    if not rows:
        # A batch of which everything was refused is sound; how few rows a release may have is the policy's to say.
        return [structure, _orphans(rows, screenshots_dir)]
    frame = _frame(complete, screenshots_dir)
    checks = _column_checks(complete) + [
        Check(
            name,
            detail,
            "ExpectColumnValuesToBeInSet",
            {"column": name, "value_set": [True]},
            [place for place, holds in enumerate(frame[name]) if not holds],
        )
        for name, detail in DERIVED_CHECKS.items()
    ]
    orphans = _orphans(complete, screenshots_dir)
    return [structure, *run_checks(frame, checks, lambda places: records_of(complete, places)), orphans]


def default_vocabulary() -> dict[str, tuple[str, ...]]:
    """Class → subclasses of the interaction rule table."""
    from redaction.capture.interaction_rules import CLASSES

    return {str(name): tuple(map(str, subclasses)) for name, subclasses in CLASSES.items()}


def _structure(rows: Sequence[Row], complete: Sequence[Row], names: Sequence[str]) -> CheckResult:
    failed = [place for place, row in enumerate(rows) if list(row) != list(names)]
    detail = f"every row has the {len(names)} fields of the schema, in order"
    return CheckResult("columns", not failed, len(failed), len(rows), detail, records_of(rows, failed))


def records_of(rows: Sequence[Row], places: Sequence[int]) -> tuple[str, ...]:
    """Opaque names of the rows at these places: their ids where these have the published form, else the place."""
    return tuple(_record(rows[place], place) for place in places[:MOST_SHOWN])


def _record(row: Row, place: int) -> str:
    ids = [row.get(name) for name in ("process_instance_uuid", "interaction_uuid")]
    sound = all(isinstance(one, str) and UUID.fullmatch(one) for one in ids)
    return "/".join(map(str, ids)) if sound else f"interactions.jsonl:{place + 1}"


def _frame(rows: Sequence[Row], screenshots_dir: Path) -> pd.DataFrame:
    import pandas as pd

    data: dict[str, Any] = {}
    for column in COLUMNS:
        values = [row[column.name] for row in rows]
        if column.python == (str,) and all(isinstance(v, str | None) for v in values):
            data[column.name] = pd.array(values, dtype="str")
        else:
            data[column.name] = pd.Series(values, dtype="object" if column.python == (dict,) else None)
    data.update(derived_columns(rows, screenshots_dir, default_vocabulary()))
    return pd.DataFrame(data)


def _column_checks(rows: Sequence[Row]) -> list[Check]:
    checks: list[Check] = []

    def count(test: Callable[[Row], bool]) -> list[int]:
        return [place for place, row in enumerate(rows) if not test(row)]

    def add(name: str, detail: str, expectation: str, failed: list[int], **arguments: Any) -> None:
        checks.append(Check(name, detail, expectation, arguments, failed))

    for column in COLUMNS:
        values = [row[column.name] for row in rows]
        wrong = [place for place, value in enumerate(values) if value is not None and not has_type(column, value)]
        kind = {"str": "str", "dict": "dict", "float": "float64"}[column.python[0].__name__]
        # A column that is null throughout has no type of its own; there is nothing to check in it.
        if any(value is not None for value in values):
            detail = f"{column.name} holds values of its type"
            add(f"type_{column.name}", detail, "ExpectColumnValuesToBeOfType", wrong, column=column.name, type_=kind)
        if not column.nullable:
            nulls = [place for place, value in enumerate(values) if value is None]
            add(
                f"not_null_{column.name}",
                f"{column.name} is never null",
                "ExpectColumnValuesToNotBeNull",
                nulls,
                column=column.name,
            )
    for name, pattern in (
        ("interaction_uuid", UUID),
        ("process_instance_uuid", UUID),
        ("timestamp", TIMESTAMP),
        ("screenshot_name", SCREENSHOT_NAME),
    ):
        failed = count(lambda row, n=name, p=pattern: row[n] is None or bool(p.fullmatch(str(row[n]))))  # type: ignore[misc]
        detail = f"{name} has the published form"
        add(
            f"form_{name}",
            detail,
            "ExpectColumnValuesToMatchRegex",
            failed,
            column=name,
            regex=f"^(?:{pattern.pattern})$",
        )
    for name in ("interaction_uuid", "screenshot_name"):
        times = _times([row[name] for row in rows])
        repeated = [place for place, n in enumerate(times) if n > 1 and rows[place][name] is not None]
        add(f"unique_{name}", f"{name} occurs once", "ExpectColumnValuesToBeUnique", repeated, column=name)
    failed = count(lambda row: row["interaction_type"] in ("Click", "Typing"))
    add(
        "domain_interaction_type",
        "interaction_type is Click or Typing",
        "ExpectColumnValuesToBeInSet",
        failed,
        column="interaction_type",
        value_set=["Click", "Typing"],
    )
    failed = count(lambda row: row["time_spent"] is None or _at_least_zero(row["time_spent"]))
    add(
        "range_time_spent",
        "time_spent is a number of seconds, 0 or more",
        "ExpectColumnValuesToBeBetween",
        failed,
        column="time_spent",
        min_value=0,
        max_value=1e9,
    )
    for name in ("process_name", "application_name", "class_name", "subclass_name", "description"):
        failed = count(lambda row, n=name: isinstance(row[n], str) and bool(row[n].strip()))  # type: ignore[misc]
        add(
            f"filled_{name}", f"{name} is not empty", "ExpectColumnValuesToMatchRegex", failed, column=name, regex=r"\S"
        )
    return checks


def _at_least_zero(value: object) -> bool:
    return isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value <= 1e9


def _times(values: Sequence[Any]) -> list[int]:
    """For every value how often it occurs among the values."""
    counts: dict[Any, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return [counts[value] for value in values]


def _orphans(rows: Sequence[Row], screenshots_dir: Path) -> CheckResult:
    named = {row["screenshot_name"] for row in rows}
    files = sorted(path.name for path in screenshots_dir.iterdir()) if screenshots_dir.is_dir() else []
    failed = [place for place, name in enumerate(files) if name not in named]
    detail = "every screenshot file belongs to a row"
    records = tuple(f"screenshots[{place}]" for place in failed[:MOST_SHOWN])
    return CheckResult("no_orphan_screenshots", not failed, len(failed), len(files), detail, records)


def run_checks(
    frame: pd.DataFrame, checks: Sequence[Check], records: Callable[[Sequence[int]], tuple[str, ...]]
) -> list[CheckResult]:
    """Each check by Great Expectations over `frame`, held against our own count; `records` names the rows at places."""
    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    import great_expectations as gx
    import great_expectations.expectations as gxe

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = {"globally": False}
    asset = context.data_sources.add_pandas("released").add_dataframe_asset("rows")
    batch = asset.add_batch_definition_whole_dataframe("all").get_batch(batch_parameters={"dataframe": frame})
    # `meta` carries our name through, so that results are matched by name and not by position.
    suite = gx.ExpectationSuite(
        name="released rows",
        expectations=[getattr(gxe, c.expectation)(**c.arguments, meta={"check": c.name}) for c in checks],
    )
    validated = batch.validate(suite, result_format="BOOLEAN_ONLY")
    verdicts: dict[str, bool] = {}
    for result in validated.results:
        verdicts[str(result.expectation_config.meta["check"])] = bool(result.success) and not _raised(
            result.exception_info
        )
    outcome = []
    for check in checks:
        agreed = verdicts.get(check.name, False)
        detail = check.detail
        if not agreed and not check.failed:
            detail += "; Great Expectations disagrees with our count or could not run"
        number = len(check.failed)
        outcome.append(
            CheckResult(check.name, agreed and not number, number, len(frame), detail, records(check.failed))
        )
    return outcome


def _raised(information: object) -> bool:
    """Whether exception_info reports an exception; it is one dict, or a dict of them by metric."""
    if not isinstance(information, Mapping):
        return False
    if "raised_exception" in information:
        return bool(information["raised_exception"])
    return any(_raised(part) for part in information.values())
