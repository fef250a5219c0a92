"""Worker processes that read screens. One that dies or hangs costs the screen it was reading, and nothing else.

Tesseract runs inside of its process and has no time limit of its own, and a damaged image may take it down: so it
never runs in the process of the release. What a worker did not give back was not read.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from redaction.spread.engine import Engine, Home
from redaction.spread.local import LOCAL
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from validation.reading.read_words import ScreenReading
from validation.reading.tesseract import reader_versions

#: Seconds that one screen may take, the start of its process (about one) included.
SECONDS = 180.0
_SPAWN = get_context("spawn")


class Worker:
    """One process, started when it is first needed, and again after it died."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: Any = None
        self._pipe: Connection | None = None

    def read(self, data: bytes) -> ScreenReading | None:
        """What stands on a PNG; None if it cannot be decoded, or the process died or took too long."""
        try:
            return self._ask(data)
        except (EOFError, OSError):
            self.close()  # the next screen gets a new process
            return None

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None

    @property
    def pid(self) -> int | None:
        """The process, where there is one."""
        return None if self._process is None else int(self._process.pid)

    def _ask(self, data: bytes) -> ScreenReading | None:
        """Raises EOFError or OSError (TimeoutError is one) where there is no answer."""
        if self._pipe is None:
            self._pipe, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()  # so that the end of the process is seen here
            self._answer()  # it listens
        self._pipe.send_bytes(data)
        answer = self._answer()
        return answer if isinstance(answer, ScreenReading) else None

    def _answer(self) -> object:
        if self._pipe is None or not self._pipe.poll(self._seconds):
            raise TimeoutError
        return self._pipe.recv()


class ReaderPool:
    """So many workers, kept until the pool is closed. What is read does not depend on their number."""

    def __init__(self, workers: int, engine: Engine = LOCAL) -> None:
        self._size = max(1, workers)
        self._team = None if engine.here else engine.team(_start, (), decides, size=self._size)
        self._workers = [] if self._team is not None else [Worker() for _ in range(self._size)]
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._team is not None:
            self._team.close(hurry=kind is not None)
        while True:
            try:
                self._free.get_nowait()
            except Empty:
                break
        for worker in self._workers:
            worker.close()

    def read_all(self, screens: Iterable[bytes]) -> Iterator[ScreenReading | None]:
        """The readings, in the order of the screens."""
        with ThreadPoolExecutor(self._size) as threads:
            yield from threads.map(self._read, screens)

    def _read(self, data: bytes) -> ScreenReading | None:
        if self._team is not None:
            read: ScreenReading | None = self._team.submit(_read_there, data).result()
            return read
        worker = self._free.get()
        try:
            return worker.read(data)
        finally:
            self._free.put(worker)


def decides() -> dict[str, str]:
    """What decides how a screen is read: our code, Tesseract and its model, the libraries."""
    code = digest_of([file_digest(path) for path in sorted(Path(__file__).parent.glob("*.py"))])
    return {
        "code of validation": code,
        **reader_versions(),
        **{name: version(name) for name in ("opencv-python", "numpy")},
    }


_there: Worker | None = None


def _start(home: Home) -> None:
    """Once per worker of another machine: it has a process of its own, too, that may be killed."""
    global _there
    _there = Worker()


def _read_there(data: bytes) -> ScreenReading | None:
    assert _there is not None
    return _there.read(data)


def _serve(pipe: Connection) -> None:
    """The life of a worker process: read PNGs until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the release, which ends its workers
    # What a library says of a screen could be what stands on it.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    import cv2

    from validation.reading.line_looks import Looker

    cv2.setNumThreads(1)
    looker = Looker()
    pipe.send(None)
    while True:
        try:
            data = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send(_read(data, looker))


def _read(data: bytes, looker: Any) -> ScreenReading | None:
    import cv2
    import numpy as np

    from validation.reading.screen_reader import read_image

    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else read_image(np.asarray(image, np.uint8), looker)
