"""Task files and predictions: a JSON object a line."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from evaluation.company_tasks.records import CompanyTask, Prediction
from redaction.errors import BundleError
from validation.files.file_models import WrongFields, parsed

TASKS = "company_tasks.jsonl"
M = TypeVar("M", CompanyTask, Prediction)


def read_tasks(path: Path) -> list[CompanyTask]:
    """The tasks in a file, or in the folder that `build` wrote."""
    return list(_read(CompanyTask, path / TASKS if path.is_dir() else path).values())


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Predictions by the id of their task."""
    return _read(Prediction, path)


def lines_of(records: list[M]) -> bytes:
    """As they are written."""
    return "".join(one.model_dump_json() + "\n" for one in records).encode()


def _read(model: type[M], path: Path) -> dict[str, M]:
    found: dict[str, M] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise _wrong(f"cannot be read ({type(error).__name__}).", path.name) from None
    for number, line in enumerate(lines, 1):
        try:
            one: M = parsed(model, line)
        except WrongFields as error:
            raise _wrong(f"is not of its form: {error}", f"{path.name}:{number}") from None
        if one.id in found:
            raise _wrong("is there twice.", f"{path.name}:{number}")
        found[one.id] = one
    return found


def _wrong(what: str, record: str) -> BundleError:
    return BundleError(what, record=record, remedy="docs/company-tasks.md has the form.")
