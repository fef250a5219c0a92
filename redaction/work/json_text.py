"""JSON as it is written and read everywhere: one text per value, one digest per value, lines, and one way to read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def canonical(value: Any) -> str:
    """One JSON text per value: the order of keys is the caller's, spacing fixed, non-ASCII kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_lines(path: Path) -> Iterator[Any]:
    """The values of a JSON-lines file, one after the other. A captured title may hold U+2028, which ends no line."""
    with path.open(encoding="utf-8", newline="\n") as lines:
        yield from (json.loads(line) for line in lines if line != "\n")


def digest_of(*parts: Any) -> str:
    """SHA-256 over the canonical JSON of the parts, keys sorted."""
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
