"""From accepted events to the 16 released fields. Values are still as captured: scrubbing comes later."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from redaction.capture.capture_schema import UUID_TEXT
from redaction.capture.interaction_rules import Step, classify
from redaction.capture.keystrokes import chord
from redaction.records import Batch, Event, Interaction

#: A pause longer than this is idle time, not time spent on the step before it (seconds).
LONGEST_STEP_S = 300.0

_ROLE_PREFIX = re.compile(r"^(ax|role|controltype|atspirole)(?=[._: -]?[a-z])")
_UNREAD = re.compile(r"^\(\d+\+?\)\s*|[*●•]")
#: How many decimal digits tell apart screenshots of one millisecond; the longer ones are tried only on a collision.
_DIGITS = (3, 9, 27, 70)
#: Keys in the midst of typing that do not end a run of typed text.
_WITHIN_TYPING = frozenset({"Modifier", "Delete", "Move"})


def interactions(batch: Batch) -> list[tuple[Interaction, Event]]:
    """One row an accepted event, each with its event, by process_instance_uuid and time; events of one millisecond stay
    in the order they were recorded in, so that typed text keeps its order."""
    pairs: list[tuple[Interaction, Event]] = []
    for recording in batch.recordings:
        events = recording.events
        for i, event in enumerate(events):
            before = events[i - 1] if i else None
            after = events[i + 1] if i + 1 < len(events) else None
            row = _row(recording.process_instance_uuid, recording.process_name, event, before, after)
            pairs.append((row, event))
    names = screenshot_names((row.interaction_uuid, event.timestamp) for row, event in pairs if event.screenshot)
    for i, (row, event) in enumerate(pairs):
        if row.interaction_uuid in names:
            pairs[i] = replace(row, screenshot_name=names[row.interaction_uuid]), event
    return sorted(pairs, key=lambda pair: _release_order(pair[0]))


def _release_order(row: Interaction) -> tuple[str, str]:
    return row.process_instance_uuid, row.timestamp


def _row(instance: str, process: str, event: Event, before: Event | None, after: Event | None) -> Interaction:
    element = event.element
    typed = event.action == "type"
    class_name, subclass_name, description = classify(step_of(event, before, after))
    shown = None if element is None else element.value
    point = event.coordinates
    return Interaction(
        process_instance_uuid=instance,
        process_name=process,
        interaction_uuid=interaction_uuid(instance, event.event_id),
        class_name=class_name,
        subclass_name=subclass_name,
        description=description,
        timestamp=_millis(event.timestamp),
        application_name=event.application,
        screenshot_name=None,
        screen_name=event.screen,
        interaction_type="Click" if event.action == "click" else "Typing",
        interaction_value=event.value,
        interaction_coordinates=None if point is None else {"x": point[0], "y": point[1]},
        field_name=None if element is None else element.name,
        field_value=event.value if typed and shown is None else shown,
        time_spent=_time_spent(event, after),
    )


def step_of(event: Event, before: Event | None, after: Event | None) -> Step:
    """What the rule table may see of an event and its neighbours."""
    element = event.element
    pressed = chord(event.value) if event.action == "hotkey" else None
    return Step(
        action=event.action,
        role=_plain_role(element.role) if element is not None and element.role else "",
        label=(element.name or "") if element is not None else "",
        mouse=event.value.casefold() if event.action == "click" else "",
        chord=str(pressed) if pressed is not None else "",
        # an unknown key may put characters into a text, so it is taken for one that does
        printable=event.action == "hotkey" and (pressed is None or pressed.printable),
        arrives=before is not None and before.application != event.application,
        leaves=after is not None
        and after.application == event.application
        and _plain_screen(after.screen) != _plain_screen(event.screen),
    )


def interaction_uuid(instance: str, event_id: str) -> str:
    """The event id itself where it is a UUID, else a UUID made of the recording and the event id."""
    if UUID_TEXT.fullmatch(event_id):
        return event_id.lower()
    return str(uuid5(UUID(instance), event_id))


def screenshot_names(shots: Iterable[tuple[str, datetime]]) -> dict[str, str]:
    """interaction_uuid → "Screen-2025-04-18T17-01-16.466E480.png", unique and independent of the order of `shots`.

    The digits after E come from a hash of the UUID. All that collide get more digits, so no name depends on which of
    them came first.
    """
    names: dict[str, str] = {}
    waiting = sorted(set(shots))
    for digits in _DIGITS:
        groups: dict[str, list[tuple[str, datetime]]] = defaultdict(list)
        for interaction, moment in waiting:
            number = int.from_bytes(hashlib.sha256(interaction.encode()).digest(), "big") % 10**digits
            stamp = _millis(moment).replace(" ", "T").replace(":", "-")
            groups[f"Screen-{stamp}E{number:0{digits}d}.png"].append((interaction, moment))
        names.update({group[0][0]: name for name, group in groups.items() if len(group) == 1})
        waiting = sorted(shot for group in groups.values() if len(group) > 1 for shot in group)
    return names


def typed_runs(rows: Iterable[Interaction]) -> list[list[int]]:
    """Indices of rows that together typed into one field: a name split over several rows is a name only when joined.

    `rows` in release order. A run goes on over modifier, deleting and moving keys, which are not part of it, and ends
    at any other action, another field, screen, application or instance. Every run has at least one index.
    """
    runs: list[list[int]] = []
    place: tuple[str | None, ...] | None = None
    for i, row in enumerate(rows):
        here = (row.process_instance_uuid, row.application_name, row.screen_name, row.field_name)
        if row.interaction_type == "Typing" and row.class_name == "Application Field Input":
            if place == here:
                runs[-1].append(i)
            else:
                runs.append([i])
            place = here
        elif not (row.class_name == "Hotkey" and row.subclass_name in _WITHIN_TYPING):
            place = None
    return runs


def _time_spent(event: Event, after: Event | None) -> float | None:
    """The recorded duration, else the time to the next event of the instance up to LONGEST_STEP_S, else None."""
    if event.duration_s is not None:
        return round(event.duration_s, 3)
    if after is None:
        return None
    return round(min((after.timestamp - event.timestamp).total_seconds(), LONGEST_STEP_S), 3)


def _millis(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 1000:03d}"


def _plain_role(role: str) -> str:
    """ "AXTextField", "ROLE_PUSH_BUTTON" and "push button" without prefix, spaces and case."""
    bare = _ROLE_PREFIX.sub("", role.strip().casefold())
    return re.sub(r"[\s._:-]", "", bare)


def _plain_screen(title: str) -> str:
    """A title without unread counts and marks of unsaved changes, which come and go on one screen."""
    return _UNREAD.sub("", title).strip()
