"""A table that was read, whatever its file is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

Refused = dict[str, Any]
"""Line or row number, reason and remedy of a row that could not be read; never a value."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that could be read, the others by number, and how a table is written as the file that was read."""

    arrow: pa.Table
    refused: list[Refused]
    written: Callable[[pa.Table], bytes]
