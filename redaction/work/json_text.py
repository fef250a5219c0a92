"""JSON as it is written and read everywhere: one text per value, one digest per value, lines, and one way to read."""

from __future__ import annotations

import copy
import hashlib
import json
import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, overload

T = TypeVar("T")
U = TypeVar("U")


def canonical(value: Any) -> str:
    """One JSON text per value: the order of keys is the caller's, spacing fixed, non-ASCII kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_lines(path: Path) -> Iterator[Any]:
    """The values of a JSON-lines file, one after the other. A captured title may hold U+2028, which ends no line."""
    with path.open(encoding="utf-8", newline="\n") as lines:
        yield from (json.loads(line) for line in lines if line != "\n")


class Lines(Sequence[T]):
    """A JSON-lines file as a sequence that lies on disk: a value is read and `made` whenever it is asked for, and one
    that nobody asks for takes eight bytes of memory. What takes the file's place later changes nothing here."""

    def __init__(self, path: Path, made: Callable[[Any], T]) -> None:
        with path.open("rb") as file:
            self._file, self._made = _Opened(os.dup(file.fileno())), made
            self._starts = array("Q", [0])
            for line in file:
                self._starts.append(self._starts[-1] + len(line))

    def then(self, change: Callable[[T], U]) -> Lines[U]:
        """The same lines, each value changed once more."""
        other: Any = copy.copy(self)
        made = self._made
        other._made = lambda value: change(made(value))
        return other  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        start, end = self._starts[range(len(self))[at]], self._starts[range(1, len(self) + 1)[at]]
        return self._made(json.loads(os.pread(self._file.number, end - start, start)))


class _Opened:
    """An open file that is closed when nobody has it any more."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __del__(self) -> None:
        os.close(self.number)


def digest_of(*parts: Any) -> str:
    """SHA-256 over the canonical JSON of the parts, keys sorted."""
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
