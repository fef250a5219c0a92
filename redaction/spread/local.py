"""The engine `local`: worker processes of this machine, which share its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from threading import Thread
from typing import TYPE_CHECKING, Any

from redaction.spread.home import Here
from redaction.work.presidio import in_our_process

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Read by numpy and torch when a process starts."""


class LocalEngine:
    """Processes of this machine."""

    here = True
    cores = os.cpu_count() or 1

    def team(
        self,
        start: Callable[..., None],
        args: tuple[Any, ...],
        about: Callable[..., Mapping[str, str]],
        *,
        cache: Path | None = None,
        size: int = 0,
    ) -> Processes:
        """Processes with the same code and libraries as this one: what they are `about` needs no check."""
        return Processes(start, args, cache, size or self.cores)


LOCAL = LocalEngine()


@contextmanager
def here() -> Iterator[LocalEngine]:
    """LOCAL: it needs no start and no end."""
    yield LOCAL


class Processes:
    """A Team of processes, started when the first job comes."""

    def __init__(self, start: Callable[..., None], args: tuple[Any, ...], cache: Path | None, size: int) -> None:
        for name in THREADS:
            os.environ.setdefault(name, "1")
        context = get_context("spawn")
        self.size = size
        self._count: Synchronized[int] = context.Value("q", 0)
        begin = (start, args, cache, self._count)
        self._pool = ProcessPoolExecutor(size, mp_context=context, initializer=_begin, initargs=begin)

    def submit(self, work: Callable[..., Any], *job: Any) -> Future[Any]:
        """Do `work(*job)` in a process; its result raises BrokenProcessPool when one was killed."""
        with _signals_held():
            return self._pool.submit(work, *job)

    def done(self) -> int:
        """How many screenshots all of them have counted."""
        return int(self._count.value)

    def close(self, *, hurry: bool) -> None:
        """End the processes. In a hurry nobody waits for what is half read: it is read again."""
        if hurry:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin(start: Callable[..., None], args: tuple[Any, ...], cache: Path | None, count: Synchronized[int]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    in_our_process()
    start(*args, Here(cache, partial(_count_up, count)))


def _end_with_parent() -> None:
    """A process that reads ends when the one that asked it is gone, however that ended."""
    parent = parent_process()
    assert parent is not None
    wait_for([parent.sentinel])
    os._exit(1)


def _count_up(count: Synchronized[int]) -> None:
    with count.get_lock():
        count.value += 1


@contextmanager
def _signals_held() -> Iterator[None]:
    """Ctrl+C reaches every process of a terminal: those started in this block leave it to the one that started them."""
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)
