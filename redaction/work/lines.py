"""Sequences that lie on disk: a value is read when it is asked for, and one that nobody asks for takes eight bytes."""

from __future__ import annotations

import copy
import json
import os
from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar, overload
from weakref import finalize

T = TypeVar("T")
U = TypeVar("U")


class OnDisk(Sequence[T]):
    """A sequence whose values are made anew each time: whoever changes one changes nobody else's."""

    @abstractmethod
    def _value(self, at: int) -> T:
        """The value at 0 … len - 1."""

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        places = range(len(self))[at]
        return self._value(places) if isinstance(places, int) else [self._value(place) for place in places]


class Lines(OnDisk[T]):
    """The values of a JSON-lines file, each `made` of what stands there. What takes the file's place later changes
    nothing here."""

    def __init__(self, path: Path, made: Callable[[Any], T]) -> None:
        with path.open("rb") as file:
            self._file, self._made = _Opened(os.dup(file.fileno())), made
            self._starts = array("Q", accumulate(map(len, file), initial=0))

    def then(self, change: Callable[[T], U]) -> Lines[U]:
        """The same lines, each value changed once more."""
        other: Any = copy.copy(self)
        made = self._made
        other._made = lambda value: change(made(value))
        return other  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def _value(self, at: int) -> T:
        start, end = self._starts[at], self._starts[at + 1]
        return self._made(json.loads(os.pread(self._file.number, end - start, start)))


class InOrder(OnDisk[T]):
    """The values of several sequences one after the other, by a key; equal ones as they came."""

    def __init__(self, parts: Sequence[Sequence[T]], key: Callable[[T], Any]) -> None:
        self._parts, self._starts = parts, array("Q", accumulate(map(len, parts), initial=0))
        keys = [key(value) for part in parts for value in part]
        self._order = array("Q", sorted(range(len(keys)), key=keys.__getitem__))

    def __len__(self) -> int:
        return len(self._order)

    def _value(self, at: int) -> T:
        place = self._order[at]
        part = bisect_right(self._starts, place) - 1
        return self._parts[part][place - self._starts[part]]


class _Opened:
    """An open file that is closed when nobody has it any more."""

    def __init__(self, number: int) -> None:
        self.number = number
        finalize(self, os.close, number)
