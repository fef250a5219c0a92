"""Asks a model for every sample of a task, and keeps what it said.

In the folder: `predictions.jsonl`, a line for each reply as it comes ({"id", "reply", "finish_reason", "usage",
"cached"}), `failures.jsonl`, a line for each sample without one ({"id", "reason"}), `run.json`, what was asked and what
it came to, and `cache/`, every reply under the digest of model, prompt and parameters. A run that was stopped goes on.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from evaluation.models.endpoint import Reply, Unanswered
from evaluation.models.prompts import Messages
from redaction.errors import EntrophyError
from redaction.work.files import append_line, bytes_of, write_whole
from redaction.work.progress import Progress

FORMAT = "entrophy-model-run/1"
PREDICTIONS, FAILURES, RUN, CACHE = "predictions.jsonl", "failures.jsonl", "run.json", "cache"
CONCURRENCY = 4
"""Requests under way at once unless told otherwise."""
GIVE_UP_AFTER = 25
"""Samples in a row without a reply after which a run stops: an address that is gone would cost hours of retries."""
_FIELDS = {"id", "reply", "finish_reason", "usage", "cached"}
"""Of a line of predictions.jsonl."""
_MILLION = 1_000_000
"""Tokens that a price is for."""


class Identified(Protocol):
    """A sample, or whatever else is asked about once."""

    @property
    def id(self) -> str:
        """By which its reply is kept."""
        ...


S = TypeVar("S", bound=Identified)


class Asks(Protocol):
    """What answers a prompt."""

    def ask(self, model: str, prompt: Messages, *, temperature: float, max_tokens: int) -> Reply:
        """One reply; Unanswered where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, of whom and of which data: a folder holds the replies to one of these."""

    task: str
    multimodal: bool
    dataset: str
    version: str
    digest: str
    base_url: str
    model: str
    temperature: float
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens, in whatever currency."""

    prompt: float
    completion: float


def cost_of(prompt_tokens: int, completion_tokens: int, prices: Prices) -> float:
    """What so many tokens cost."""
    return (prompt_tokens * prices.prompt + completion_tokens * prices.completion) / _MILLION


def run(
    asked: Asked,
    samples: Sequence[S],
    prompt: Callable[[S], Messages],
    model: Asks,
    out: Path,
    *,
    concurrency: int = CONCURRENCY,
    prices: Prices | None = None,
    progress: Progress = lambda stage, done, total: None,
) -> dict[str, Any]:
    """Ask for every sample that has no reply yet; returns what `run.json` then says.

    EntrophyError if the folder holds replies to something else, if the address refuses, or if GIVE_UP_AFTER samples in
    a row got no reply. What was answered until then is kept.
    """
    _claim(out, asked)
    lines = _lines(out / PREDICTIONS)
    missing = [sample for sample in samples if sample.id not in lines]
    asking = _Asking(asked, prompt, model, out / CACHE)
    failures: dict[str, str] = {}
    write_whole(out / FAILURES, b"")
    try:
        _ask_all(asking, missing, lines, failures, out, concurrency, progress)
    finally:
        told = _told(asked, samples, lines, failures, prices)
        write_whole(out / RUN, _json(told))
    # As they came, and now in the order of the samples: the same file whoever answered first.
    order = {sample.id: number for number, sample in enumerate(samples)}
    ordered = sorted(lines.values(), key=lambda line: order.get(line["id"], len(order)))
    write_whole(out / PREDICTIONS, b"".join(_line(line).encode() + b"\n" for line in ordered))
    return told


class _Asking(Generic[S]):
    """One sample after the other, from any thread."""

    def __init__(self, asked: Asked, prompt: Callable[[S], Messages], model: Asks, cache: Path) -> None:
        self._asked, self._prompt, self._model, self._cache = asked, prompt, model, cache
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._guard = threading.Lock()

    def line(self, sample: S) -> dict[str, Any]:
        """The line of a sample: asked, or from the cache. Two samples with one prompt wait for each other."""
        prompt = self._prompt(sample)
        parameters = {"temperature": self._asked.temperature, "max_tokens": self._asked.max_tokens}
        told = {"base_url": self._asked.base_url, "model": self._asked.model, "prompt": prompt, **parameters}
        key = hashlib.sha256(_line(told).encode()).hexdigest()
        with self._guard:
            lock = self._locks[key]
        with lock:
            kept = _kept(self._cache / f"{key}.json")
            cached = kept is not None
            if kept is None:
                kept = asdict(
                    self._model.ask(
                        self._asked.model,
                        prompt,
                        temperature=self._asked.temperature,
                        max_tokens=self._asked.max_tokens,
                    )
                )
                write_whole(self._cache / f"{key}.json", _json(kept))
        return {
            "id": sample.id,
            "reply": kept["text"],
            "finish_reason": kept["finish_reason"],
            "usage": {name: kept[name] for name in ("prompt_tokens", "completion_tokens")},
            "cached": cached,
        }


def _ask_all(
    asking: _Asking[S],
    missing: Sequence[S],
    lines: dict[str, dict[str, Any]],
    failures: dict[str, str],
    out: Path,
    concurrency: int,
    progress: Progress,
) -> None:
    """No more prompts are made than are asked at once: those with screenshots are large. The process waits for none of
    the threads, as it would for a pool's: who stops a run is not kept by replies that are still to come."""
    waiting = iter(missing)
    came: SimpleQueue[tuple[str, dict[str, Any] | BaseException]] = SimpleQueue()

    def work(sample: S) -> None:
        try:
            came.put((sample.id, asking.line(sample)))
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            came.put((sample.id, error))

    under_way = in_a_row = done = 0
    while True:
        for sample in islice(waiting, concurrency - under_way):
            threading.Thread(target=work, args=(sample,), daemon=True).start()
            under_way += 1
        if not under_way:
            return
        identity, outcome = came.get()
        under_way, done = under_way - 1, done + 1
        if isinstance(outcome, Unanswered):
            failures[identity] = outcome.reason
            append_line(out / FAILURES, _line({"id": identity, "reason": outcome.reason}))
            in_a_row += 1
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            lines[identity] = outcome
            append_line(out / PREDICTIONS, _line(outcome))
            in_a_row = 0
        progress("asked", done, len(missing))
        if in_a_row >= GIVE_UP_AFTER:
            raise EntrophyError(
                f"{in_a_row} samples in a row got no reply ({failures[identity]}).",
                remedy="see that the address answers, and run the same command again: it goes on from here.",
            )


def _claim(out: Path, asked: Asked) -> None:
    """The folder is for this and no other question."""
    before = bytes_of(out / RUN)
    if before:
        try:
            same = json.loads(before)["asked"] == asdict(asked)
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise EntrophyError(
                "the folder holds replies to another model, task, data or parameters.",
                record=RUN,
                remedy="give an empty folder as --out, or run the same command as before.",
            )
    elif (out / PREDICTIONS).exists():
        raise EntrophyError(
            "the folder holds predictions of which nothing says what was asked.",
            record=PREDICTIONS,
            remedy="give an empty folder as --out.",
        )
    else:
        write_whole(out / RUN, _json({"format": FORMAT, "asked": asdict(asked)}))


def _lines(path: Path) -> dict[str, dict[str, Any]]:
    """The replies that are there. A line that was cut off is left out: its sample is asked again."""
    found: dict[str, dict[str, Any]] = {}
    torn = False
    for data in bytes_of(path).split(b"\n"):
        if not data:
            continue
        try:
            line = json.loads(data)
            whole = isinstance(line, dict) and set(line) == _FIELDS and line["id"] not in found
        except (ValueError, TypeError):
            whole = False
        if whole:
            found[line["id"]] = line
        torn = torn or not whole
    if torn:
        write_whole(path, b"".join(_line(line).encode() + b"\n" for line in found.values()))
    return found


def _kept(path: Path) -> dict[str, Any] | None:
    try:
        return asdict(Reply(**json.loads(bytes_of(path))))
    except (ValueError, TypeError):
        return None


def _told(
    asked: Asked,
    samples: Sequence[Identified],
    lines: dict[str, dict[str, Any]],
    failures: dict[str, str],
    prices: Prices | None,
) -> dict[str, Any]:
    """`usage` and `cost` are of replies that were asked for; one from the cache was paid for by another sample."""
    mine = [lines[sample.id] for sample in samples if sample.id in lines]
    paid = [line["usage"] for line in lines.values() if not line["cached"]]
    usage = {name: sum(one[name] for one in paid) for name in ("prompt_tokens", "completion_tokens")}
    cost = None
    if prices is not None:
        cost = cost_of(usage["prompt_tokens"], usage["completion_tokens"], prices)
    return {
        "format": FORMAT,
        "asked": asdict(asked),
        "samples": len(samples),
        "answered": len(mine),
        "failed": dict(sorted(Counter(failures.values()).items())),
        "cut_off": sum(line["finish_reason"] == "length" for line in mine),
        "empty": sum(line["reply"] is None for line in mine),
        "from_cache": sum(line["cached"] for line in mine),
        "usage": usage,
        "cost": cost,
        "prices_per_million": asdict(prices) if prices is not None else None,
    }


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=True, allow_nan=False, indent=2) + "\n").encode()
