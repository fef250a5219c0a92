"""What a maintainer sees beside a materialization: counts, digests and links. Never a captured value."""

from pathlib import Path
from typing import Any

import dagster as dg


def counts(summary: dict[str, Any]) -> dict[str, dg.MetadataValue]:
    """Flatten a summary of counts and digests into Dagster metadata; nested counts become JSON."""
    shown: dict[str, dg.MetadataValue] = {}
    for key, value in summary.items():
        if isinstance(value, bool):
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


def page(path: Path) -> dg.MetadataValue:
    """A link that opens a local file in the browser."""
    return dg.MetadataValue.url(path.resolve().as_uri())


def folder(path: Path) -> dg.MetadataValue:
    """A folder on the maintainer's machine."""
    return dg.MetadataValue.path(str(path.resolve()))
