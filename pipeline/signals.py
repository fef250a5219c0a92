"""Ctrl+C, SIGTERM and SIGHUP end a command with one sentence, whatever the libraries in between do with signals."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_pipe: int | None = None
_came: list[int] = []


class Stopped(BaseException):
    """Somebody asked this process to end. Not an Exception: nothing may take it for a failure of its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)

    def __str__(self) -> str:
        name = signal.Signals(self.number).name
        return (
            f"stopped by {name}: what was being made is not there. Remedy: the same command goes on where it stopped."
        )

    @property
    def status(self) -> int:
        """The exit status that shells give to a process ended by this signal."""
        return 128 + self.number


@contextmanager
def stoppable() -> Iterator[None]:
    """Whatever ends the block after one of these signals came is told as Stopped.

    Dagster puts handlers of its own in the place of ours and raises errors of its own; which signal came is read from
    a pipe that the interpreter writes to, whoever handles it. Outside the main thread signals cannot be handled.
    """
    global _pipe
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    before = {number: signal.signal(number, _stop) for number in STOPPING}
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    _pipe = reader
    _came.clear()
    try:
        yield
    except BaseException as error:
        number = error.number if isinstance(error, Stopped) else came()
        if number is None:
            raise
        raise Stopped(number) from None
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        _pipe = None
        os.close(reader)
        os.close(writer)


def came() -> int | None:
    """The first of these signals that came since `stoppable` began, or None."""
    if _pipe is not None:
        with suppress(BlockingIOError):
            _came.extend(number for number in os.read(_pipe, 1024) if number in STOPPING)
    return _came[0] if _came else None


def stop_if_asked() -> None:
    """Raise Stopped if a signal came that a library kept to itself."""
    number = came()
    if number is not None:
        raise Stopped(number)


def _stop(number: int, _: FrameType | None) -> None:
    raise Stopped(number)
