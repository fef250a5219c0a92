"""Files of a bundle as types: strict, frozen, and read in one way. Who reads one is told which fields are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from redaction.errors import BundleError


class FileModel(BaseModel):
    """Strict about types; never shows what it was given. What a file holds besides is left aside."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", hide_input_in_errors=True)


class WrongFields(ValueError):
    """The message names our own fields that are missing or wrong, and nothing that was found in the file."""


M = TypeVar("M", bound=FileModel)


def parsed(model: type[M], data: bytes) -> M:
    """The model of a JSON text; WrongFields for anything else."""
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise WrongFields(wrong_fields(error)) from None


def read_file(model: type[M], path: Path, remedy: str) -> M:
    """The model of a JSON file; BundleError, with the file and its wrong fields, where it cannot be read."""
    try:
        return parsed(model, path.read_bytes())
    except OSError as error:
        what = f"cannot be read ({type(error).__name__})."
    except WrongFields as error:
        what = f"{error}."
    raise BundleError(what, record=path.name, remedy=remedy)


def wrong_fields(error: ValidationError) -> str:
    """Which fields are missing or wrong, in a phrase."""
    errors = error.errors(include_input=False, include_url=False)
    # A field too many at the top is not ours: its name stands in nobody's report.
    ours = (e["loc"] for e in errors if e["loc"] and (e["type"] != "extra_forbidden" or len(e["loc"]) > 1))
    names = sorted({str(loc[0]) for loc in ours})
    return f"these fields are missing or wrong: {', '.join(names)}" if names else "it is not JSON of its form"
