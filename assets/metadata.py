"""What a maintainer sees beside an asset and its materializations: who owns it, what its files hold, counts, digests
and links. Never a captured value."""

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from validation.table.schema import COLUMNS, PUBLISHED, Column

MAINTAINER, AUDITOR = ["team:maintainer"], ["team:auditor"]
CAPTURED = {"entrophy/holds": "captured-values"}
REDACTED = {"entrophy/holds": "nothing-captured"}
"""What lies in the files of an asset."""
MODELS = "models"
"""The pool of assets that load models: as many of their runs go side by side as the memory allows."""


def _shown(columns: Iterable[Column]) -> dict[str, dg.TableSchema]:
    # The UI reads a description as Markdown.
    made = [
        dg.TableColumn(
            c.name,
            str(c.arrow),
            c.description.replace("<", "\\<"),
            constraints=dg.TableColumnConstraints(nullable=c.nullable),
        )
        for c in columns
    ]
    return {"dagster/column_schema": dg.TableSchema(columns=made)}


ROWS, RELEASED_ROWS = _shown(COLUMNS), _shown(PUBLISHED)
"""The columns of scrubbed and of released rows, as the UI shows them."""


def counts(summary: Mapping[str, Any]) -> dict[str, dg.MetadataValue]:
    """A summary of counts and digests as Dagster metadata. Nested counts are numbers of their own ("text/person"),
    which the UI plots over runs; other nested things become JSON."""
    shown: dict[str, dg.MetadataValue] = {}
    for key, value in summary.items():
        if isinstance(value, dict) and value and all(isinstance(v, (int, float, dict)) for v in value.values()):
            shown |= {f"{key}/{name}": figure for name, figure in counts(value).items()}
        elif isinstance(value, bool):
            shown[key] = dg.MetadataValue.bool(value)
        elif isinstance(value, int):
            shown[key] = dg.MetadataValue.int(value)
        elif isinstance(value, float):
            shown[key] = dg.MetadataValue.float(value)
        elif isinstance(value, (dict, list)):
            shown[key] = dg.MetadataValue.json(value)
        else:
            shown[key] = dg.MetadataValue.text(str(value))
    return shown


class Clock:
    """Wall seconds since it was made."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def spent(self) -> dict[str, dg.MetadataValue]:
        """The seconds so far, to a tenth."""
        return {"seconds": dg.MetadataValue.float(round(time.monotonic() - self._begun, 1))}


def size(folder: Path) -> dict[str, dg.MetadataValue]:
    """The bytes of all files below a folder."""
    return {"bytes": dg.MetadataValue.int(sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()))}


def page(path: Path) -> dg.MetadataValue:
    """A link that opens a local file in the browser."""
    return dg.MetadataValue.url(path.resolve().as_uri())


def folder(path: Path) -> dg.MetadataValue:
    """A folder on the maintainer's machine."""
    return dg.MetadataValue.path(str(path.resolve()))
