"""The values of a JSON array one after the other, whatever its layout: of a table one row is in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_CHUNK = 1 << 20
"""Characters that are read at once; more where a single value is longer."""
_SPACE = re.compile(r"[ \t\n\r]*")


class NoArrayError(ValueError):
    """The file does not begin as a JSON array does."""


def json_items(path: Path, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Iterator[Any]:
    """The values of the array that a file holds; `pairs` makes objects of their pairs. OSError, ValueError."""
    decoder = json.JSONDecoder(object_pairs_hook=pairs)
    with path.open(encoding="utf-8", newline="") as file:
        text, size = file.read(_CHUNK), _CHUNK
        at = _after_space(text, 0)
        if text[at : at + 1] != "[":
            raise NoArrayError("is not a JSON array")
        at, sign = at + 1, "["
        while sign != "]":
            try:
                start = _after_space(text, at)
                if sign == "[" and text[start] == "]":
                    at = start + 1
                    break
                value, end = decoder.raw_decode(text, start)
                end = _after_space(text, end)
                sign = text[end]
            except (ValueError, IndexError):  # cut off, or wrong: the rest of the file tells
                if not (more := file.read(size)):
                    raise ValueError("is not JSON") from None
                text, at, size = text[at:] + more, 0, 2 * size
                continue
            if sign not in ",]":
                raise ValueError("is not JSON")
            yield value
            at, size = end + 1, _CHUNK
        if (text[at:] + file.read()).strip(" \t\n\r"):
            raise ValueError("is not JSON")


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
