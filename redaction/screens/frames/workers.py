"""Worker processes for screens, fed with recordings: the same results with any number of workers.

On CPUs each process reads one recording at a time, with one thread. On a GPU a process reads several side by side, a
thread each, so that the nets get their lines in batches (see `batches`). Readings lie in the cache folder as soon as
they are made, so a run that was killed continues where it stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import cv2

from redaction.capture.images import Pixels, decode_image
from redaction.errors import EngineUnavailable, ImageRefused
from redaction.findings import Box, ImageFinding
from redaction.lexicon.fold import decoded
from redaction.lexicon.forms import tokens
from redaction.page.reading import Reading
from redaction.page.words import Word
from redaction.policy import Policy
from redaction.screens.cut_lines import cut_lines
from redaction.screens.cut_texts import cut_texts, heard, not_in_clear
from redaction.screens.doubts import Doubts, Spans, doubts, merged
from redaction.screens.frames.cut_rows import cut_rows
from redaction.screens.frames.passing import STEADY, passing, variants
from redaction.screens.frames.placed import DocumentEvidence
from redaction.screens.frames.placed_lines import PlacedTexts
from redaction.screens.frames.pointer import without_pointer
from redaction.screens.frames.propagate import propagated
from redaction.screens.frames.recording import RecordingReader
from redaction.screens.nets.models import pick_device
from redaction.screens.nets.net_batches import FAILURES
from redaction.screens.ocr.unreadable import surely_read
from redaction.screens.passages import inputs_for
from redaction.screens.plain_cells import beside_cells, steady_cells
from redaction.screens.standing import Unhidden, standing
from redaction.spread.engine import Engine, Home, Team
from redaction.spread.home import Here, uncounted
from redaction.spread.local import LOCAL
from redaction.stages.engine_versions import decides
from redaction.text.inputs import TextInput
from redaction.work.progress import Progress
from redaction.work.trouble import out_of_memory

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text.known.registry import Registry

Shots = Sequence[tuple[str, Path]]
_CHUNK = 24
"""A long recording is read in stretches of this many frames, so that the last one does not keep others waiting."""
_SEARCHED, _BESIDE = 240, 4
"""It is searched, which is soon done, in stretches of so many; findings are carried into each from so many frames
before and behind it."""
_GPU_WORKERS, _SIDE_BY_SIDE = 4, 4
"""On a GPU: processes by default (each holds the nets in its memory), and recordings that one reads at a time."""
_HELD = 160_000_000
"""So many bytes of the frames of a stretch, all of them at 1080p, are kept opened to be looked at a second time."""
_POLL = 0.5
"""Seconds between two looks at how many frames the processes have done."""
_T = TypeVar("_T")
_Read = tuple[str, str, Doubts | str]
"""Name of a frame, key of its reading in the cache, texts on it; or name, nothing, reason for its refusal."""
_Found = tuple[str, list[ImageFinding] | str, list[Unhidden]]
"""Name of a frame, findings or the reason for its refusal, what stays standing on it."""
_engine: ScreenEngine | None = None
_policy: Policy | None = None
_home: Home | None = None
_done: Callable[[], None] = uncounted
"""Called after every frame, in the process and thread that did it."""


def _start(policy: Policy, home: Home) -> None:
    """Once per process: one thread, one engine, and where captures and cache lie."""
    global _engine, _policy, _home, _done
    from redaction.screens.engine import ScreenEngine
    from redaction.text.engine import TextEngine

    cv2.setNumThreads(1)
    _policy, _home, _done = policy, home, home.count
    text = TextEngine(policy.text)  # before torch, which Presidio loads far more for (redaction/work/presidio.py)
    if policy.vision.faces:
        import torch

        torch.set_num_threads(1)  # this thread's, and that of every thread to come
    _engine = ScreenEngine(policy.vision, text, home)


def _open(path: Path) -> Pixels:
    assert _home is not None and _policy is not None
    return decode_image(_home.picture(path, _policy.capture.max_image_bytes), path.suffix, _policy.capture)


def _read(stretches: Sequence[Shots]) -> list[_Read]:
    """What is on each frame of some stretches, which are read side by side."""
    if len(stretches) == 1:
        return _read_stretch(stretches[0])
    with ThreadPoolExecutor(len(stretches)) as threads:
        return [read for stretch in threads.map(_read_stretch, stretches) for read in stretch]


def _read_stretch(shots: Shots) -> list[_Read]:
    assert _engine is not None
    reader = RecordingReader(_engine)
    asked: dict[TextInput, Spans] = {}
    out: list[_Read] = []
    for name, path in shots:
        try:
            key, reading = reader.read(_open(path))
            out.append((name, key, doubts(_engine, reading, asked)))
        except ImageRefused as error:
            out.append((name, "", error.reason))
        except FAILURES as error:  # what a detector cannot take is refused; that memory is short is not the frame's
            if out_of_memory(error):
                raise
            out.append((name, "", "detector_failed"))
        _done()
    return out


def _find(
    shots: Sequence[tuple[str, Path, str]],
    registry: Registry,
    own: frozenset[str],
    changed: Registry | None,
    documents: DocumentEvidence | None = None,
) -> list[_Found] | None:
    """What was found on each frame of a stretch, its `own`; readings come from the cache. What was found
    on one frame is carried to the others, also from the frames beside the stretch. Nothing where the stretch was
    searched before and none of what has `changed` in the registry since stands on it. `documents` tell of texts that
    stand there."""
    assert _engine is not None
    words = {word for _, value, _ in changed.entries for word in tokens(value) if len(word) > 1} if changed else set()
    if changed is not None and not any(_mentions(changed, words, key) for _, _, key in shots):
        for _ in own:
            _done()
        return None
    found: dict[str, list[ImageFinding]] = {}
    read: dict[str, list[Box]] = {}
    readings: dict[str, Reading] = {}
    chances: dict[str, dict[Word, float]] = {}
    refused: dict[str, str] = {}
    largest = 0
    for name, path, key in shots:
        try:
            reading = _engine.cached(key) if key else None
            if reading is None:
                reading = _engine.read(_open(path))
            found[name], chances[name] = _engine.weighed(reading, registry)
            if documents and documents.said:
                found[name] = [*heard(found[name], reading, documents.said), *cut_texts(reading, documents.said)]
            read[name] = surely_read(reading, found[name])
            readings[name] = reading
            largest = max(largest, reading.width * reading.height)
        except ImageRefused as error:
            refused[name] = error.reason
        except FAILURES as error:
            if out_of_memory(error):
                raise
            refused[name] = "detector_failed"
        if name in own:
            _done()
    if len(found) > 1:
        lines = [reading.lines for reading in readings.values()]
        cells = steady_cells(lines, list(found.values()))
        found = {n: list(beside_cells(readings[n].lines, readings[n], found[n], cells)) for n in found}
        paths = [path for name, path, _ in shots if name in found]
        opened = lru_cache(held(largest))(_open)
        try:
            judged = without_pointer(lambda i: opened(paths[i]), list(found.values()), list(read.values()))
            found = dict(zip(found, judged, strict=True))
            placed = _placed(documents, readings, lambda i: opened(paths[i]))
            for at, name in enumerate(found):
                image = opened(paths[at])
                found[name] = [*found[name], *cut_rows(image, found[name], read[name])]
                found[name] += cut_lines(image, read[name], found[name])
                if placed:
                    found[name], read[name] = placed.judged(at, found[name], read[name])
                    found[name] = not_in_clear(found[name], image, placed.said, _engine.device)
            staying = passing(lines, list(found.values()))
            again = propagated(lambda i: opened(paths[i]), list(found.values()), list(read.values()), staying)
            found = dict(zip(found, again, strict=True))
        except ImageRefused as error:  # it was there when it was read: what else changed meanwhile nobody knows
            refused.update(dict.fromkeys(found, error.reason))
            found = {}
    out: list[_Found] = [(name, some, standing(chances[name], some)) for name, some in found.items()]
    out += [(name, reason, []) for name, reason in refused.items()]
    return [one for one in out if one[0] in own]


def _placed(
    documents: DocumentEvidence | None, readings: Mapping[str, Reading], images: Callable[[int], Pixels]
) -> PlacedTexts | None:
    """What documents tell of the places of texts on some frames; nothing where they say nothing."""
    if documents is None or not documents.said:
        return None
    states = {i: documents.placed[name] for i, name in enumerate(readings) if name in documents.placed}
    return PlacedTexts(images, list(readings.values()), documents.said, states)


def _mentions(changed: Registry, words: set[str], key: str) -> bool:
    """Whether a form of these values, or one of their `words`, stands on the frame with this reading, or may stand
    there."""
    assert _engine is not None
    reading = _engine.cached(key) if key else None
    if reading is None:
        return True
    return any(
        not words.isdisjoint(tokens(item.text)) or any(changed.find(decoded(item.text).text, item.role))
        for item in inputs_for(reading)
    )


def held(pixels: int) -> int:
    """How many frames of so many pixels are kept opened."""
    return max(2, _HELD // (3 * max(1, pixels)))


@dataclass(frozen=True, slots=True)
class Before:
    """What an earlier search found on all screenshots, with a registry that since `changed` by these entries."""

    found: Mapping[str, list[ImageFinding]]
    changed: Registry


class ScreenPool:
    """Reads and searches the screenshots of a batch; use as a context manager.

    `cache` is a folder inside the work folder. With one worker everything runs in this process. `side_by_side` is how
    many recordings a process reads at a time; by default one on a CPU, several on a GPU.
    """

    def __init__(self, policy: Policy, cache: Path, *, side_by_side: int | None = None, engine: Engine = LOCAL) -> None:
        device = pick_device(policy.vision.device, faces=policy.vision.faces)
        # Settled, and warned of, for all processes.
        policy = policy.model_copy(update={"vision": policy.vision.model_copy(update={"device": device})})
        if device == "cuda" and not engine.here:
            raise EngineUnavailable(
                "other machines read screens on CPUs only.", remedy="set vision.device to cpu, or take --engine local."
            )
        self.policy = policy
        self.engine = engine
        self.device = device
        self.cache = cache
        self.workers = policy.vision.workers or (min(engine.cores, _GPU_WORKERS) if device == "cuda" else engine.cores)
        self.side_by_side = side_by_side or (_SIDE_BY_SIDE if device == "cuda" else 1)
        self.keys: dict[str, str] = {}
        """Under which key the cache knows the reading of each screenshot."""
        self.standing: dict[str, list[Unhidden]] = {}
        """What stays standing on each screenshot that was searched."""
        self._team: Team | None = None
        self._here = False

    def __enter__(self) -> ScreenPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._team is not None:
            self._team.close(hurry=kind is not None)
            self._team = None

    def read_all(
        self,
        shots: Mapping[str, Path],
        recordings: Sequence[Sequence[str]],
        progress: Progress,
        films: Sequence[Sequence[str]] = (),
    ) -> tuple[dict[TextInput, Spans], dict[str, str]]:
        """Read every screenshot. Returns the texts on them (distinct, sorted) with what no page believes of them, and
        name → reason for those refused. `films` are the recordings that are frames of videos: of them only texts are
        returned that stand on several frames (`steady_texts`)."""
        read: dict[str, Doubts] = {}
        refused: dict[str, str] = {}
        jobs = [[(name, shots[name]) for name in part] for part in _stretches(recordings, shots)]
        total = sum(map(len, jobs))
        tell = partial(_tell, progress, "read screens", total)
        for result in self._run(_read, [(group,) for group in self._groups(jobs)], tell):
            for name, key, texts in result:
                if isinstance(texts, str):
                    refused[name] = texts
                else:
                    self.keys[name] = key
                    read[name] = texts
        steady = steady_texts(read, films)
        texts = merged(read.values())
        return {item: spans for item, spans in texts.items() if item in steady}, dict(sorted(refused.items()))

    def find_all(
        self,
        shots: Mapping[str, Path],
        recordings: Sequence[Sequence[str]],
        registry: Registry,
        progress: Progress,
        before: Before | None = None,
        documents: Mapping[str, DocumentEvidence] | None = None,
    ) -> tuple[dict[str, list[ImageFinding]], dict[str, str]]:
        """Findings by name for every screenshot, with the registry of the whole batch; name → reason for the rest.

        With `before`, what was found with another registry, only stretches that mention what changed are searched.
        `documents` has what they tell of a recording, by the name of its first frame.
        """
        found: dict[str, list[ImageFinding]] = dict(before.found) if before else {}
        refused: dict[str, str] = {}
        changed = before.changed if before else None
        told = {
            name: documents[recording[0]]
            for recording in recordings
            for name in recording
            if documents and recording[0] in documents
        }
        jobs = [
            (
                [(name, shots[name], self.keys.get(name, "")) for name in around],
                registry,
                frozenset(own),
                changed,
                told.get(own[0]),
            )
            for around, own in _searched(recordings, shots)
        ]
        tell = partial(_tell, progress, "find on screens", sum(len(job[2]) for job in jobs))
        for result in self._run(_find, jobs, tell):
            for name, findings, stays in result or ():
                found.pop(name, None)
                self.standing[name] = stays
                if isinstance(findings, str):
                    refused[name] = findings
                else:
                    found[name] = findings
        return dict(sorted(found.items())), dict(sorted(refused.items()))

    def _groups(self, stretches: Sequence[Shots]) -> list[Sequence[Shots]]:
        """Stretches that one process reads side by side; fewer where some process would have nothing to do."""
        size = max(1, min(self.side_by_side, -(-len(stretches) // self.workers)))
        return [stretches[i : i + size] for i in range(0, len(stretches), size)]

    def _run(
        self, work: Callable[..., _T], jobs: Sequence[tuple[Any, ...]], tell: Callable[[int], None]
    ) -> Iterator[_T]:
        """Results as they come. The callers collect by name, so that their order does not matter."""
        tell(0)
        if not jobs:
            return  # nothing is loaded for nothing
        if self.engine.here and min(self.workers, len(jobs)) <= 1 and self._team is None:
            yield from self._run_here(work, jobs, tell)
            return
        if self._team is None:
            self._team = self.engine.team(_start, (self.policy,), decides, cache=self.cache, size=self.workers)
        before = self._team.done()
        try:
            waiting = {self._team.submit(work, *job) for job in jobs}
            while waiting:
                over, waiting = wait(waiting, timeout=_POLL, return_when=FIRST_COMPLETED)
                tell(self._team.done() - before)
                for future in over:
                    yield future.result()
        except BrokenProcessPool:
            raise EngineUnavailable(
                "a worker process that reads screens was killed.",
                remedy="run again, it continues where it stopped; if memory is short, set vision.workers lower.",
            ) from None

    def _run_here(
        self, work: Callable[..., _T], jobs: Sequence[tuple[Any, ...]], tell: Callable[[int], None]
    ) -> Iterator[_T]:
        global _done
        if not self._here:
            _start(self.policy, Here(self.cache))
            self._here = True
        frames = count(1)
        lock = Lock()

        def count_one() -> None:
            with lock:
                tell(next(frames))

        _done = count_one
        for job in jobs:
            yield work(*job)


def steady_texts(read: Mapping[str, Doubts], films: Sequence[Sequence[str]]) -> set[TextInput]:
    """The texts that teach: all those of screenshots, and those of a film that stand on so many of its frames that no
    word was being typed, and are no misreading of another (redaction.screens.frames.passing.variants)."""
    framed = {name for film in films for name in film}
    steady = {item for name, texts in read.items() if name not in framed for item in texts}
    for film in films:
        stands = Counter(item for name in film for item in read.get(name, ()))
        wrong = variants(Counter(text for name in film for text in {item.text for item in read.get(name, ())}))
        steady |= {i for i, count in stands.items() if count >= min(STEADY, len(film)) and i.text not in wrong}
    return steady


def _tell(progress: Progress, stage: str, total: int, done: int) -> None:
    progress(stage, done, total)


def _stretches(recordings: Sequence[Sequence[str]], shots: Mapping[str, Path]) -> list[list[str]]:
    """Frames in order, cut into stretches to read."""
    whole = _in_order(recordings, shots)
    return [frames[i : i + _CHUNK] for frames in whole for i in range(0, len(frames), _CHUNK)]


def _searched(recordings: Sequence[Sequence[str]], shots: Mapping[str, Path]) -> list[tuple[list[str], list[str]]]:
    """Stretches to search, each with the frames beside it and without."""
    return [
        (frames[max(0, i - _BESIDE) : i + _SEARCHED + _BESIDE], frames[i : i + _SEARCHED])
        for frames in _in_order(recordings, shots)
        for i in range(0, len(frames), _SEARCHED)
    ]


def _in_order(recordings: Sequence[Sequence[str]], shots: Mapping[str, Path]) -> list[list[str]]:
    """The frames of each recording in order; frames that no recording names come last, each by itself. No frame comes
    twice."""
    out: list[list[str]] = []
    named: set[str] = set()
    for recording in recordings:
        frames = [name for name in recording if name in shots and name not in named]
        named.update(frames)
        out.append(frames)
    out += [[name] for name in sorted(set(shots) - named)]
    return [part for part in out if part]
