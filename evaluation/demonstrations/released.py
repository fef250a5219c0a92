"""Demonstrations as they were released: each read when it is asked for, without its video, pixels or HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from evaluation.demonstrations.layout import Archive, Folder, Place, places
from evaluation.demonstrations.wording import action_in_words, steps_of
from redaction.errors import BundleError
from validation.table.demonstrations import (
    FOLDER,
    NAME,
    QUESTIONS_FILE,
    RANKINGS_FILE,
    names_in,
    read_table,
    task_of,
)

_REMEDY = "fetch the demonstrations again, or build them again."
SEVERAL_SITES = "+"
"""Between the sites of a task that needs more than one."""


@dataclass(frozen=True, slots=True)
class State:
    """What the browser showed, and when in seconds from the start. `screenshot` is the path of its key frame in the
    release, None where the trace names none."""

    seconds: float
    url: str
    tab: str
    screenshot: str | None


@dataclass(frozen=True, slots=True)
class Action:
    """What was done at a state: kind (`mouseup`, `keystroke`, `keypress`, `scroll`) and one sentence."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One demonstration. `actions[n]` is what was done between `states[n]` and the next: one action as a rule, none
    after the last state. `sop_lines` are the steps of its guide, none where it has no guide."""

    name: str
    task_id: str
    site: str
    intent: str
    start_url: str
    sop_lines: tuple[str, ...]
    states: tuple[State, ...]
    actions: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A demonstration among those of a task: 1 is the best."""

    task_id: str
    rank: int
    name: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one or several demonstrations, what it is answered from, and a person's answer."""

    names: tuple[str, ...]
    question: str
    template: str
    evidence: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Released:
    """The demonstrations by name, whatever their order on the disk, and what the index files say of them."""

    demonstrations: Mapping[str, Demonstration]
    rankings: tuple[Rank, ...]
    questions: tuple[Question, ...]


def read_released(path: Path) -> Released:
    """All demonstrations of a folder, an archive or a bundle. In memory is what the dataclasses hold; HTML and the
    state of a page are let go trace by trace. BundleError where something is not of its form."""
    demonstrations: dict[str, Demonstration] = {}
    rankings: list[Rank] = []
    questions: list[Question] = []
    for one in places(path):
        with opened(one) as place:
            for demonstration in read_demonstrations(place):
                if demonstration.name in demonstrations:
                    raise _wrong("there is another of that name.", demonstration.name)
                demonstrations[demonstration.name] = demonstration
            beside = {name for name in place.names() if "/" not in name}
            rankings += read_rankings(place.read(RANKINGS_FILE)) if RANKINGS_FILE in beside else []
            questions += read_questions(place.read(QUESTIONS_FILE)) if QUESTIONS_FILE in beside else []
    if not demonstrations:
        raise BundleError("holds no demonstration.", record=path.name, remedy=_REMEDY)
    by_name = {name: demonstrations[name] for name in sorted(demonstrations)}
    return Released(
        by_name,
        tuple(sorted(rankings, key=lambda one: (one.task_id, one.rank, one.name))),
        # One bundle's domains may each carry all questions: the same question is one.
        tuple(sorted(set(questions), key=lambda one: (one.names, one.question, one.evidence, one.answer))),
    )


@contextmanager
def opened(path: Path) -> Iterator[Place]:
    """A folder, or an archive that is given back."""
    with ExitStack() as stack:
        yield Folder(path) if path.is_dir() else stack.enter_context(Archive(path))


def read_demonstrations(place: Place) -> Iterator[Demonstration]:
    """One after the other, by name."""
    files: dict[str, list[str]] = {}
    for name in place.names():
        parts = PurePosixPath(name).parts
        if len(parts) == 3 and NAME.fullmatch(parts[1]):
            files.setdefault(parts[1], []).append(parts[2])
    for folder in sorted(files):
        if f"{folder}.json" not in files[folder]:
            raise _wrong("the demonstration has no trace.", folder)
        guides = sorted(one for one in files[folder] if one.startswith("SOP") and one.endswith(".txt"))
        if len(guides) > 1:
            raise _wrong("the demonstration has more than one guide.", folder)
        guide = place.read(f"demos/{folder}/{guides[0]}") if guides else b""
        yield demonstration_of(folder, place.read(f"demos/{folder}/{folder}.json"), guide)


def demonstration_of(name: str, trace: bytes, guide: bytes) -> Demonstration:
    """A demonstration by its trace and the text of its guide. BundleError if the trace is none."""
    try:
        value = json.loads(trace)
        items, told = value["trace"], value["webarena"]
        states, actions = _sequence(items)
        sites = told["sites"]
        return Demonstration(
            name=name,
            task_id=str(task_of(name)),
            site=SEVERAL_SITES.join(sorted(map(str, sites))),
            intent=str(told["intent"]),
            start_url=str(told.get("start_url") or ""),
            sop_lines=steps_of(guide.decode("utf-8-sig")),
            states=tuple(_state(name, data) for data in states),
            actions=tuple(tuple(Action(str(one["type"]), action_in_words(one)) for one in some) for some in actions),
        )
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise _wrong("the trace is not of its form.", name) from None


def read_rankings(data: bytes) -> list[Rank]:
    """The rows of `df_rankings.csv`."""
    try:
        return [Rank(row["task_id"], int(row["rank"]), row["folder_name"]) for row in read_table(data, RANKINGS_FILE)]
    except (KeyError, ValueError):
        raise _wrong("a column is missing, or a rank is no number.", RANKINGS_FILE) from None


def read_questions(data: bytes) -> list[Question]:
    """The rows of `qa_dataset.csv`."""
    try:
        return [
            Question(
                tuple(names_in(row["Task ID(s)"])),
                row["Question Instantiation"],
                row["Question Template"],
                tuple(names_in(row["Evidence"])),
                row["Human Label"],
            )
            for row in read_table(data, QUESTIONS_FILE)
        ]
    except KeyError:
        raise _wrong("a column is missing.", QUESTIONS_FILE) from None


def _sequence(items: Sequence[Mapping[str, Any]]) -> tuple[list[Any], list[list[Any]]]:
    """States, and for each what was done before the next. ValueError where an action comes before any state, something
    is neither, or there is no state."""
    states: list[Any] = []
    actions: list[list[Any]] = []
    for item in items:
        if item["type"] == "state":
            states.append(item["data"])
            actions.append([])
        elif item["type"] == "action" and states:
            actions[-1].append(item["data"])
        else:
            raise ValueError
    if not states:
        raise ValueError
    return states, actions


def _state(name: str, data: Mapping[str, Any]) -> State:
    shot = data.get("path_to_screenshot")
    return State(
        seconds=float(data.get("secs_from_start") or 0.0),
        url=str(data.get("url") or ""),
        tab=str(data.get("tab") or ""),
        screenshot=f"{FOLDER}{name}/screenshots/{PurePosixPath(str(shot)).name}" if shot else None,
    )


def _wrong(what: str, record: str) -> BundleError:
    return BundleError(what, record=record, remedy=_REMEDY)
