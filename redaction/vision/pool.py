"""Worker processes for screens: one thread each, fed with recordings, the same results with any number of workers.

Readings lie in the cache folder as soon as they are made, so a run that was killed continues where it stopped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import cv2

from redaction.errors import EngineUnavailable, ImageRefused
from redaction.findings import ImageFinding
from redaction.images import open_image
from redaction.policy import Policy
from redaction.text.inputs import TextInput
from redaction.vision.layout import inputs_for
from redaction.vision.recording import RecordingReader

if TYPE_CHECKING:
    from redaction.text.registry import Registry
    from redaction.vision.engine import ScreenEngine

Progress = Callable[[str, int, int], None]
Shots = Sequence[tuple[str, Path]]
_CHUNK = 24
"""A long recording is read in stretches of this many frames, so that the last one does not keep others waiting."""
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_engine: ScreenEngine | None = None
_policy: Policy | None = None
_T = TypeVar("_T")


def _start(policy: Policy, cache: Path) -> None:
    """Once per process: one thread, one engine."""
    global _engine, _policy
    from redaction.text.engine import TextEngine
    from redaction.vision.engine import ScreenEngine

    cv2.setNumThreads(1)
    _policy = policy
    _engine = ScreenEngine(policy.vision, TextEngine(policy.text), cache)


def _read(shots: Shots) -> list[tuple[str, str, list[TextInput] | str]]:
    """(name, pixel digest, inputs or reason) for each frame of a stretch of one recording."""
    assert _engine is not None and _policy is not None
    reader = RecordingReader(_engine)
    out: list[tuple[str, str, list[TextInput] | str]] = []
    for name, path in shots:
        try:
            digest, reading = reader.read(open_image(path, _policy.capture))
            out.append((name, digest, inputs_for(reading)))
        except ImageRefused as error:
            out.append((name, "", error.reason))
        except (cv2.error, RuntimeError, MemoryError):  # what a detector cannot take is refused
            out.append((name, "", "detector_failed"))
    return out


def _find(shots: Sequence[tuple[str, Path, str]], registry: Registry) -> list[tuple[str, list[ImageFinding] | str]]:
    """(name, findings or reason) for each frame; readings come from the cache."""
    assert _engine is not None and _policy is not None
    out: list[tuple[str, list[ImageFinding] | str]] = []
    for name, path, digest in shots:
        try:
            reading = _engine.cached(digest) if digest else None
            if reading is None:
                reading = _engine.read(open_image(path, _policy.capture))
            out.append((name, _engine.find(None, reading, registry)))
        except ImageRefused as error:
            out.append((name, error.reason))
        except (cv2.error, RuntimeError, MemoryError):
            out.append((name, "detector_failed"))
    return out


class ScreenPool:
    """Reads and searches the screenshots of a batch; use as a context manager.

    `cache` is a folder inside the work folder. With one worker everything runs in this process.
    """

    def __init__(self, policy: Policy, cache: Path) -> None:
        self.policy = policy
        self.cache = cache
        self.workers = policy.vision.workers or os.cpu_count() or 1
        self._digests: dict[str, str] = {}
        self._processes: ProcessPoolExecutor | None = None
        self._here = False

    def __enter__(self) -> ScreenPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._processes is not None:
            self._processes.shutdown(wait=True, cancel_futures=True)
            self._processes = None

    def read_all(
        self, shots: Mapping[str, Path], recordings: Sequence[Sequence[str]], progress: Progress
    ) -> tuple[list[TextInput], dict[str, str]]:
        """Read every screenshot. Returns the texts on them (distinct, sorted) and name → reason for those refused."""
        inputs: set[TextInput] = set()
        refused: dict[str, str] = {}
        jobs = [[(name, shots[name]) for name in part] for part in _stretches(recordings, shots)]
        done, total = 0, sum(map(len, jobs))
        progress("read screens", 0, total)
        for result in self._run(_read, [(job,) for job in jobs]):
            for name, digest, texts in result:
                if isinstance(texts, str):
                    refused[name] = texts
                else:
                    self._digests[name] = digest
                    inputs.update(texts)
            done += len(result)
            progress("read screens", done, total)
        return sorted(inputs, key=lambda i: (i.text, i.label or "", i.role)), dict(sorted(refused.items()))

    def find_all(
        self,
        shots: Mapping[str, Path],
        recordings: Sequence[Sequence[str]],
        registry: Registry,
        progress: Progress,
    ) -> tuple[dict[str, list[ImageFinding]], dict[str, str]]:
        """Findings by name for every screenshot, with the registry of the whole batch; name → reason for the rest."""
        found: dict[str, list[ImageFinding]] = {}
        refused: dict[str, str] = {}
        jobs = [
            [(name, shots[name], self._digests.get(name, "")) for name in part]
            for part in _stretches(recordings, shots)
        ]
        done, total = 0, sum(map(len, jobs))
        progress("find on screens", 0, total)
        for result in self._run(_find, [(job, registry) for job in jobs]):
            for name, findings in result:
                if isinstance(findings, str):
                    refused[name] = findings
                else:
                    found[name] = findings
            done += len(result)
            progress("find on screens", done, total)
        return dict(sorted(found.items())), dict(sorted(refused.items()))

    def _run(self, work: Callable[..., _T], jobs: Sequence[tuple[Any, ...]]) -> Iterator[_T]:
        """Results as they come. The callers collect by name, so that their order does not matter."""
        if min(self.workers, len(jobs)) <= 1 and self._processes is None:
            if not self._here:
                _start(self.policy, self.cache)
                self._here = True
            for job in jobs:
                yield work(*job)
            return
        pool = self._spawned()
        try:
            for future in as_completed([pool.submit(work, *job) for job in jobs]):
                yield future.result()
        except BrokenProcessPool:
            raise EngineUnavailable(
                "a worker process that reads screens was killed.",
                remedy="run again, it continues where it stopped; if memory is short, set vision.workers lower.",
            ) from None

    def _spawned(self) -> ProcessPoolExecutor:
        if self._processes is None:
            for name in _THREADS:  # read by numpy and torch when a child starts
                os.environ.setdefault(name, "1")
            self._processes = ProcessPoolExecutor(
                self.workers, mp_context=get_context("spawn"), initializer=_start, initargs=(self.policy, self.cache)
            )
        return self._processes


def _stretches(recordings: Sequence[Sequence[str]], shots: Mapping[str, Path]) -> list[list[str]]:
    """Frames in order, cut into stretches; frames that no recording names come last, each by itself."""
    out: list[list[str]] = []
    named: set[str] = set()
    for recording in recordings:
        frames = [name for name in recording if name in shots and name not in named]
        named.update(frames)
        out += [frames[i : i + _CHUNK] for i in range(0, len(frames), _CHUNK)]
    out += [[name] for name in sorted(set(shots) - named)]
    return [part for part in out if part]
