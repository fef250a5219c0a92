"""What the stages of one process cost: CPU seconds from inside, memory and disk at their peak watched from outside."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

_LOOK = 0.5
"""Seconds between two looks at the memory of a process."""
_WALK = 20
"""A walk over the disk is followed by a pause so many times as long."""


def cpu_seconds() -> float:
    """CPU seconds of this process and of those it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Meter:
    """CPU seconds by stage; a stage inside another counts for itself only. `tell` hears which is on ("": none)."""

    def __init__(self, tell: Callable[[str], None] = lambda stage: None) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._tell, self._open, self._since = tell, [""], cpu_seconds()

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        """Everything in the block is this stage's."""
        self._turn(lambda: self._open.append(stage))
        try:
            yield
        finally:
            self._turn(self._open.pop)

    def _turn(self, change: Callable[[], object]) -> None:
        now = cpu_seconds()
        if self._open[-1]:
            self.spent[self._open[-1]] += now - self._since
        change()
        self._tell(self._open[-1])
        self._since = cpu_seconds()


def watch(process: int, said: Connection, folder: Path) -> tuple[dict[str, tuple[float, float]], Any]:
    """Look at a process and its children until it sends a result: anything but a string, which is the stage that is on.

    Returns (stage → peak of memory and of `folder` on disk in MB, the result). EOFError if it ends without one.
    """
    peaks: dict[str, tuple[float, float]] = {}
    stage, due = "", 0.0
    while True:
        said_something = said.poll(_LOOK)
        memory, disk = resident(process), 0.0
        if said_something or time.monotonic() > due:
            start = time.monotonic()
            disk = on_disk(folder)
            due = time.monotonic() + max(_LOOK, _WALK * (time.monotonic() - start))
        before = peaks.get(stage, (0.0, 0.0))
        peaks[stage] = max(before[0], memory), max(before[1], disk)
        if said_something:
            heard = said.recv()
            if not isinstance(heard, str):
                return {name: peak for name, peak in peaks.items() if name}, heard
            stage = heard


def resident(process: int) -> float:
    """Memory of a process and all its children in MB; what they share counts once (PSS)."""
    total = 0.0
    with suppress(FileNotFoundError, ProcessLookupError):  # it may end while it is looked at
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) * 1024 / 1e6
        for task in Path(f"/proc/{process}/task").iterdir():
            total += sum(resident(int(child)) for child in (task / "children").read_text(encoding="ascii").split())
    return total


def on_disk(folder: Path) -> float:
    """MB that the files of a folder take."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                total += (Path(parent) / name).lstat().st_blocks * 512
    return total / 1e6
