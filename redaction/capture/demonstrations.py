"""The format `entrophy-demonstrations/1`: demos/<name>/ as WONDERBREAD fills them, and index tables beside.

`<name>` is "<task id> @ <YYYY-MM-DD-HH-MM-SS>". The actions of a trace become events, so a demonstration is a recording
like any other; its video, trace and guide go on beside it (redaction.records.Demonstration). A demonstration comes in
whole or not at all: of a video of which one minute may not be shown nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from uuid import UUID, uuid5

from redaction.capture.gates import Header, ScreenshotPace, against_environment, shows_no_typing
from redaction.capture.interactions import interaction_uuid
from redaction.capture.paths import entries, read_small, sort_of
from redaction.capture.readers import CaptureReader, IngestCounts
from redaction.capture.walk import Walk, files_in
from redaction.documents.index_files import INDEX_FILES, rewrite_index
from redaction.documents.refusal import DocumentRefused
from redaction.documents.sop import rewrite_sop
from redaction.documents.trace import rewrite_trace
from redaction.documents.trace_actions import TraceAction, TraceState, actions_of, states_of
from redaction.documents.trace_schema import Trace, read_trace
from redaction.documents.unit import Each, Unit
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Action, Batch, Demonstration, Element, Event, Recording
from redaction.work import formats

_DEMOS, _SCREENSHOTS = "demos", "screenshots"
_NAME = re.compile(
    r"(?:0|[1-9][0-9]{0,8}) @ (?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2})"
    # a folder that was fetched twice
    r"(?P<copy> \([1-9][0-9]?\))?"
)
_TIME = "%Y-%m-%d-%H-%M-%S"
_SPACE = UUID("6f3c2a52-9d0e-5c11-8f43-5a8d5a7e2b10")
_TEXT_LIMIT = 200_000_000
_LONGEST_PROCESS, _NO_TASK = 500, "Demonstration"


def instance_of(name: str) -> str:
    """The process_instance_uuid of a demonstration, by the name of its folder."""
    return str(uuid5(_SPACE, name))


def is_name(name: str) -> bool:
    """Whether a folder is called as a demonstration is."""
    found = _NAME.fullmatch(name)
    if found is None:
        return False
    try:
        datetime.strptime(found["time"], _TIME)
    except ValueError:
        return False
    return True


def moved_name(name: str, by: timedelta) -> str:
    """The name with its time moved, as the times of its rows are."""
    found = _NAME.fullmatch(name)
    assert found is not None
    task = name.partition(" @ ")[0]
    return f"{task} @ {datetime.strptime(found['time'], _TIME) + by:{_TIME}}{found['copy'] or ''}"


class DemonstrationCapture:
    """One demonstration a folder."""

    def read(self, folder: Path, header: Header, policy: CapturePolicy) -> tuple[Batch, IngestCounts]:
        """Demonstration by demonstration through the gates."""
        home = folder / _DEMOS
        if sort_of(home) != "folder":
            raise CaptureError(
                "there is no folder of demonstrations.",
                record=header.batch,
                remedy="put the demonstrations into demos/<task id> @ <time>/ as folders, not links.",
            )
        walk = _Walk(header, policy)
        with walk.reading():
            walk.refuse_strangers(folder, {formats.BATCH, _DEMOS, *INDEX_FILES}, "files")
            for position, name in enumerate(entries(home)):
                walk.demonstration(home / name, f"demos[{position}]")
        batch = walk.batch(
            demonstrations=tuple(sorted(walk.demonstrations, key=lambda d: d.instance)),
            tables=tuple(folder / name for name in INDEX_FILES if sort_of(folder / name) == "file"),
        )
        return batch, walk.counts

    def recordings(self, folder: Path) -> list[str]:
        """The ids made of the names of the folders."""
        home = folder / _DEMOS
        if not home.is_dir():
            return []
        return [instance_of(n) for n in entries(home) if is_name(n) and sort_of(home / n) == "folder"]

    def texts(self, folder: Path) -> Iterator[tuple[str, str]]:
        """Every text of traces, guides and index tables. What cannot be read was refused at ingest and never came
        in."""
        for number, home in enumerate(sorted(p for p in (folder / _DEMOS).iterdir() if is_name(p.name))):
            for what, path, walk in (
                ("trace", home / f"{home.name}.json", rewrite_trace),
                ("guide", home / f"SOP - {home.name}.txt", rewrite_sop),
            ):
                for text in _shown(path, walk):
                    yield f"demonstration {number} {what}", text
        names = {path.name: path.name for path in (folder / _DEMOS).iterdir()}
        for name in INDEX_FILES:
            for text in _shown(folder / name, partial(_index, name, names)):
                yield name, text


def _index(name: str, names: Mapping[str, str], data: bytes, each: Each) -> bytes:
    return rewrite_index(name, data, each, names).data


def _shown(path: Path, walk: Callable[[bytes, Each], bytes]) -> list[str]:
    texts: dict[str, None] = {}

    def note(unit: Unit) -> tuple[str, ...]:
        texts["".join(unit.pieces)] = None
        return unit.pieces

    if sort_of(path) != "file":
        return []
    try:
        data = read_small(path, _TEXT_LIMIT)
        if data is not None:
            walk(data, note)
    except (DocumentRefused, OSError):
        return []
    return [text for text in texts if text.strip()]


def _process(trace: Trace) -> str:
    """What the rows call the workflow: the template of its task, else the task."""
    task = trace.task or {}
    for name in ("intent_template", "intent"):
        said = task.get(name)
        if isinstance(said, str) and said.strip():
            return " ".join(said.split())[:_LONGEST_PROCESS]
    return _NO_TASK


def _seconds(trace: Trace, state: TraceState, first: TraceState) -> float:
    """When a state was, in seconds from the start of the recording."""
    told = trace.entries[state.index][1].get("secs_from_start")
    return float(told) if told is not None else (state.at - first.at).total_seconds()


@dataclass(slots=True)
class _Walk(Walk):
    """Demonstration by demonstration."""

    demonstrations: list[Demonstration] = field(default_factory=list)

    def demonstration(self, folder: Path, position: str) -> None:
        """Take one entry of demos/ in, or tell why not."""
        sort = sort_of(folder)
        if sort != "folder":
            self.refuse(position, "symlink" if sort == "symlink" else "file_unexpected")
            return
        shots = folder / _SCREENSHOTS
        self.count(recordings_in=1, screenshots_in=files_in(shots))
        if not is_name(folder.name):
            self.refuse(position, "demonstration_name")
            return
        instance = instance_of(folder.name)
        participant = self._participant(folder.name)
        reason = against_environment(self.header.environment, self.header.batch, self.policy)
        consent = self.header.consents.get(participant)
        reason = reason or ("unknown_participant" if consent is None else consent.against_events())
        if reason is not None or consent is None:
            self.refuse(instance, reason or "unknown_participant")
            return
        try:
            trace = self._trace(folder)
        except DocumentRefused as error:
            self.refuse(f"{instance}/trace", error.reason)
            return
        except OSError:
            self.refuse(f"{instance}/trace", "trace_missing")
            return
        states, actions = states_of(trace), actions_of(trace)
        self.count(events_in=len(actions))
        if not states:
            self.refuse(instance, "recording_empty")
            return
        seconds = [_seconds(trace, state, states[0]) for state in states]
        if any(b.at < a.at for a, b in pairwise(states)) or any(b < a for a, b in pairwise(seconds)):
            self.refuse(f"{instance}/trace", "time_out_of_order")
            return
        if any(self._application(state) is None for state in states):
            self.refuse(instance, "application_not_allowed")
            return
        own = {f"{folder.name}.json", f"{folder.name}.mp4", f"SOP - {folder.name}.txt", f"[raw] {folder.name}.json"}
        self.refuse_strangers(folder, own | {_SCREENSHOTS}, f"{instance}/files")
        shown = consent.against_screenshots() is None and "video" in consent.scope
        if not shown:
            self.refuse(f"{instance}/video", "consent_scope")
        events = tuple(self._events(states, actions, folder, instance, shown))
        if not events:
            self.refuse(instance, "recording_empty")
            return
        self.recordings.append(Recording(instance, _process(trace), participant, events))
        self.demonstrations.append(self._beside(folder, instance, participant, states, seconds, shown))
        self.count(
            recordings_accepted=1,
            events_accepted=len(events),
            screenshots_accepted=sum(e.screenshot is not None for e in events),
        )

    def _participant(self, name: str) -> str:
        """Who was recorded: as batch.json says, or the only participant that it lists."""
        if name in self.header.demonstrations:
            return self.header.demonstrations[name]
        known = list(self.header.consents)
        return known[0] if len(known) == 1 else ""

    def _trace(self, folder: Path) -> Trace:
        path = folder / f"{folder.name}.json"
        data = read_small(path, self.policy.max_document_bytes)
        if data is None:
            raise DocumentRefused("the trace is too large.", reason="line_too_long")
        return read_trace(data)

    def _application(self, state: TraceState) -> str | None:
        """The application of a state as it is allowed: the host of its page, or the program in front."""
        return self.header.allowed.match(state.url or state.application or "")

    def _events(
        self,
        states: Sequence[TraceState],
        actions: Sequence[TraceAction],
        folder: Path,
        instance: str,
        shown: bool,
    ) -> Iterator[Event]:
        pace = ScreenshotPace(self.policy.screenshots_per_second)
        before: datetime | None = None
        for action in actions:
            record = f"{instance}/trace[{action.index}]"
            if before is not None and action.at < before:
                self.refuse(record, "time_out_of_order")
                continue
            before = action.at
            if action.kind == "scroll":
                continue
            screenshot = None
            if shown and action.shot is not None and shows_no_typing(action.kind, action.value):
                if pace.admits(action.at):
                    screenshot = folder / _SCREENSHOTS / f"{action.shot}.png"
                else:
                    self.refuse(record, "screenshot_too_fast")
            yield self._event(states[action.shot or 0], action, action.kind, instance, screenshot)

    def _event(
        self, state: TraceState, action: TraceAction, kind: Action, instance: str, screenshot: Path | None
    ) -> Event:
        return Event(
            event_id=interaction_uuid(instance, f"{action.index}.{action.part}"),
            timestamp=action.at.replace(microsecond=action.at.microsecond // 1000 * 1000),
            action=kind,
            value=action.value,
            application=self._application(state) or "",
            screen=state.tab or "",
            element=Element(action.role, action.name, action.element_value, action.box),
            coordinates=action.coordinates,
            screenshot=screenshot,
        )

    def _beside(
        self,
        folder: Path,
        instance: str,
        participant: str,
        states: Sequence[TraceState],
        seconds: Sequence[float],
        shown: bool,
    ) -> Demonstration:
        name = folder.name
        sop, raw = folder / f"SOP - {name}.txt", folder / f"[raw] {name}.json"
        if sort_of(sop) != "file":
            self.refuse(f"{instance}/guide", "sop_missing")
        shots = [folder / _SCREENSHOTS / f"{state.shot}.png" for state in states]
        return Demonstration(
            instance=instance,
            name=name,
            participant=participant,
            trace=folder / f"{name}.json",
            states_s=tuple(seconds),
            screen=next((state.screen_size for state in states if state.screen_size), None),
            screenshots=tuple(shot if sort_of(shot) == "file" else None for shot in shots),
            video=folder / f"{name}.mp4" if shown else None,
            sop=sop if sort_of(sop) == "file" else None,
            raw=raw if sort_of(raw) == "file" else None,
        )


READER: CaptureReader = DemonstrationCapture()
