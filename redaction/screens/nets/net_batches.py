"""Batches for a net: what several frames ask of it at about the same time is run together, in fixed shapes.

Threads that read frames ask for rows (one line, one tile) of some shape and wait. Whoever finds the net idle runs it
for all: on the row that has waited longest and those of its shape behind it, up to a full batch. Nobody waits for
anybody to arrive (the next batch gathers while one runs), so a thread that ends or fails never holds up another.

A net may take other kernels for other shapes, and the last digits then differ. So a shape is always run with the same
number of rows, what is missing is blank, and a row says the same whatever stands beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import cv2

_Shape = TypeVar("_Shape", bound=Hashable)
_Row = TypeVar("_Row")
_Out = TypeVar("_Out")

FAILURES = (cv2.error, RuntimeError, MemoryError)
"""What a net raises on input it cannot take. The frame that asked is refused; anything else is a mistake of ours."""


@dataclass(slots=True, eq=False)
class _Asked(Generic[_Shape, _Row, _Out]):
    shape: _Shape
    row: _Row
    answer: list[_Out]
    error: BaseException | None = None

    @property
    def over(self) -> bool:
        return bool(self.answer) or self.error is not None


class Batches(Generic[_Shape, _Row, _Out]):
    """One net shared by threads. `run(shape, rows)` answers each of at most `room(shape)` rows of one shape, and fills
    up with blanks. One batch runs at a time."""

    def __init__(self, run: Callable[[_Shape, Sequence[_Row]], Sequence[_Out]], room: Callable[[_Shape], int]) -> None:
        self._run = run
        self._room = room
        self._changed = threading.Condition()
        self._waiting: list[_Asked[_Shape, _Row, _Out]] = []
        self._busy = False

    def ask(self, rows: Sequence[tuple[_Shape, _Row]]) -> list[_Out]:
        """The answer to each (shape, row), in order. Raises what the net raised on the first of them that failed."""
        asked = [_Asked[_Shape, _Row, _Out](shape, row, []) for shape, row in rows]
        with self._changed:
            self._waiting += asked
        while True:
            with self._changed:
                self._changed.wait_for(lambda: not self._busy or all(one.over for one in asked))
                if all(one.over for one in asked):
                    break
                # Nobody runs and some of ours are not answered: they are among those that wait.
                self._busy, batch = True, self._next()
            try:
                self._answer(batch)
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()
        for one in asked:
            if one.error is not None:
                raise one.error
        return [one.answer[0] for one in asked]

    def _next(self) -> list[_Asked[_Shape, _Row, _Out]]:
        shape = self._waiting[0].shape
        batch = [one for one in self._waiting if one.shape == shape][: self._room(shape)]
        taken = set(map(id, batch))
        self._waiting = [one for one in self._waiting if id(one) not in taken]
        return batch

    def _answer(self, batch: list[_Asked[_Shape, _Row, _Out]]) -> None:
        """Run a batch; when it fails run its rows one by one, so that only those fail that cannot be run. A
        mistake of ours is told once, to the row that has waited longest."""
        try:
            answers = self._run(batch[0].shape, [one.row for one in batch])
            for one, answer in zip(batch, answers, strict=True):
                one.answer.append(answer)
        except FAILURES as error:
            if len(batch) == 1:
                batch[0].error = error
            else:
                for one in batch:
                    self._answer([one])
        except Exception as error:  # noqa: BLE001 - raised by who asked for it, never by who happens to run the net
            batch[0].error = error
        finally:
            for one in batch:
                if not one.over:
                    one.error = RuntimeError("the batch of this row was broken off.")
