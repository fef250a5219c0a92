"""rrweb sessions: the events that `rrweb.record` emits, as a JSON list, {"events": […]} or one a line.

rrweb records the document and what happens to it, no pixels and no keys: rows have no screenshots, and Tab or Enter
leave no trace. What is typed into one field without anything between is one event. Times are the browser's, in UTC.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from redaction.capture.capture_schema import RecordError, parse_object
from redaction.capture.paths import read_small
from redaction.errors import CaptureError
from redaction.importers.addresses import host_of
from redaction.importers.html_elements import Node, part_of, title_of
from redaction.importers.recorders import Found, Recorder, Session, Source, not_of_kind

MOST_BYTES = 1_000_000_000
"""Of one session, which is held in memory as a whole."""
_WHAT = "rrweb session"
_REMEDY = "give the events that rrweb.record emitted, not packed, as JSON: a list, {events: […]}, or one event a line."
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FULL, _INCREMENTAL, _META = 2, 3, 4
_BUTTONS = {2: "LB Down", 3: "RB Down"}
_ELEMENT, _TEXT = 2, 3
_TICKS = frozenset({"checkbox", "radio"})


class RrwebSession:
    """A file is one session."""

    name = "rrweb"
    suffixes: tuple[str, ...] = (".json", ".jsonl", ".ndjson")

    def sessions(self, source: Source) -> Iterator[Session]:
        """Events in their order; those before the first page is known cannot be used."""
        reading = _Reading(source)
        for at, record in enumerate(_events(source)):
            reading.take(at, record)
        yield reading.done()


def _events(source: Source) -> list[Any]:
    """What should be events, unchecked but for the shape of rrweb's: a number `type`, `data`, a `timestamp`."""
    try:
        data = read_small(source.path, MOST_BYTES)
    except OSError as error:
        raise CaptureError(
            f"the source cannot be read ({type(error).__name__}).", record=source.place, remedy=_REMEDY
        ) from None
    if data is None:
        raise CaptureError(
            "the session is larger than what is read at once.", record=source.place, remedy="record shorter sessions."
        )
    try:
        events = _parsed(data.removeprefix(b"\xef\xbb\xbf"))
    except (RecordError, RecursionError, ValueError):
        raise not_of_kind(source, _WHAT, _REMEDY) from None
    if not any(isinstance(e, dict) and e.get("type") == _FULL and "timestamp" in e for e in events):
        raise not_of_kind(source, f"{_WHAT} with a full snapshot of a page", _REMEDY)
    return events


def _parsed(data: bytes) -> list[Any]:
    if data.lstrip().startswith(b"["):
        found = json.loads(data)
        return found if isinstance(found, list) else []
    first, _, rest = data.lstrip().partition(b"\n")
    if rest.strip() and first.rstrip().endswith(b"}"):
        return [_line(line) for line in data.split(b"\n") if line.strip()]
    whole = parse_object(data)
    events = whole.get("events", [whole])
    return events if isinstance(events, list) else []


def _line(line: bytes) -> Any:
    """One event; what is none is refused in its turn."""
    try:
        return parse_object(line)
    except RecordError:
        return None


@dataclass(slots=True)
class _Typing:
    """A run of input into one field that is not over: what was there before, and what is there now."""

    node: Node
    found: Found
    before: str
    now: str


@dataclass(slots=True)
class _Reading:
    """Goes through a session with the document as it stands."""

    source: Source
    session: Session = field(default_factory=Session)
    _nodes: dict[int, Node] = field(default_factory=dict)
    _values: dict[int, str] = field(default_factory=dict)
    _root: Node | None = None
    _url: str = ""
    _typing: _Typing | None = None

    def take(self, at: int, record: Any) -> None:
        """One event. What is not as rrweb writes it is refused by its place in the list, from 0."""
        try:
            known = self._record(f"events[{at}]", record)
        except RecordError as error:
            self.session.refuse(self.source, f"events[{at}]", error)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            self.session.refuse(self.source, f"events[{at}]", RecordError("wrong_type"))
        else:
            self.session.passed_over += not known

    def done(self) -> Session:
        """The session, once all events are in."""
        self._end_typing()
        return self.session

    def _record(self, at: str, record: Mapping[str, Any]) -> bool:
        """True if the event is, or is part of, a click or typing."""
        kind, data = record["type"], record.get("data", {})
        if kind == _META:
            self._end_typing()
            self._url = data["href"]
        elif kind == _FULL:
            self._end_typing()
            self._nodes, self._values = {}, {}
            self._root = self._built(data["node"])
        elif kind == _INCREMENTAL:
            return self._incremental(at, record, data)
        return False

    def _incremental(self, at: str, record: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
        match data["source"]:
            case 0:
                self._change(data)
            case 2 if data["type"] in _BUTTONS:
                self._end_typing()
                node = self._nodes.get(data["id"])
                part = None if node is None or node is self._root else part_of(node, self._shown(data["id"], node))
                point = (float(data["x"]), float(data["y"])) if "x" in data else None
                event = self._event(at, record)
                self.session.events.append(
                    Found(
                        at, event.moment, "click", _BUTTONS[data["type"]], event.application, event.screen, part, point
                    )
                )
                return True
            case 5:
                return self._input(at, record, data)
        return False

    def _input(self, at: str, record: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
        """Text goes on a run or begins one; a choice of a list is a click; a tick was clicked already."""
        node, text = self._nodes[data["id"]], data["text"]
        if not isinstance(text, str):
            raise RecordError("wrong_type", "value")
        if node.attributes.get("type", "").lower() in _TICKS:
            return False
        before = self._shown(data["id"], node) or ""
        self._values[data["id"]] = text
        if node.tag == "SELECT":
            self._end_typing()
            event = self._event(at, record)
            part = part_of(node, self._shown(data["id"], node))
            self.session.events.append(
                Found(at, event.moment, "click", "LB Down", event.application, event.screen, part)
            )
        elif self._typing is not None and self._typing.node is node:
            self._typing.now = text
        else:
            self._end_typing()
            self._typing = _Typing(node, self._event(at, record), before, text)
        return True

    def _end_typing(self) -> None:
        """What was added to the field, or all of it where what was there is gone. Of a password field: nothing."""
        run, self._typing = self._typing, None
        if run is None:
            return
        typed = run.now.removeprefix(run.before) if run.now.startswith(run.before) else run.now
        value = "" if run.node.secret else typed
        part = part_of(run.node, run.now)
        e = run.found
        self.session.events.append(Found(e.at, e.moment, "type", value, e.application, e.screen, part))

    def _event(self, at: str, record: Mapping[str, Any]) -> Found:
        """Moment and place of an event; raises RecordError where no page of the web is known."""
        moment = _EPOCH + timedelta(milliseconds=int(record["timestamp"]))
        title = "" if self._root is None else title_of(self._root)
        return Found(at, moment, "click", "", host_of(self._url), title)

    def _shown(self, number: int, node: Node) -> str | None:
        """What a field shows: the last input, else what the page gave it."""
        if node.tag == "SELECT":
            options = [n for n in node.walk() if n.tag == "OPTION"]
            wanted = self._values.get(number)
            chosen = [n for n in options if n.attributes.get("value", n.words()) == wanted]
            return next((n.words() for n in chosen or [n for n in options if "selected" in n.attributes]), wanted)
        if node.tag in {"INPUT", "TEXTAREA"}:
            return self._values.get(number, node.attributes.get("value"))
        return None

    def _built(self, given: Mapping[str, Any], parent: Node | None = None, before: Node | None = None) -> Node:
        """A node of a snapshot with all below it, known by their numbers from now on."""
        root: Node | None = None
        stack: list[tuple[Mapping[str, Any], Node | None, Node | None]] = [(given, parent, before)]
        while stack:
            one, above, next_one = stack.pop()
            node = Node("#other")
            if one["type"] == _ELEMENT:
                node = Node(str(one["tagName"]).upper(), _attributes(one["attributes"]))
            elif one["type"] == _TEXT:
                node = Node(text=str(one["textContent"]))
            self._nodes[int(one["id"])] = node
            root = root or node
            if above is not None:
                above.add(node, next_one)
            stack.extend((child, node, None) for child in reversed(one.get("childNodes", ())))
        assert root is not None
        return root

    def _change(self, data: Mapping[str, Any]) -> None:
        """A mutation of the document: what is removed goes, then what was added comes, then texts and attributes."""
        for one in data.get("removes", ()):
            node = self._nodes.pop(one["id"], None)
            if node is not None and node.parent is not None:
                node.parent.children.remove(node)
                node.parent = None
        for one in data.get("adds", ()):
            parent = self._nodes.get(one["parentId"])
            if parent is not None:
                self._built(one["node"], parent, self._nodes.get(one.get("nextId") or -1))
        for one in data.get("texts", ()):
            if one["id"] in self._nodes:
                self._nodes[one["id"]].text = str(one["value"] or "")
        for one in data.get("attributes", ()):
            if one["id"] in self._nodes:
                node = self._nodes[one["id"]]
                gone = {name for name, value in one["attributes"].items() if value is None}
                node.attributes = {n: v for n, v in node.attributes.items() if n not in gone}
                node.attributes |= _attributes(one["attributes"])


def _attributes(given: Mapping[str, Any]) -> dict[str, str]:
    """Texts, and switches as HTML writes them."""
    told = {name: "" if value is True else value for name, value in given.items()}
    return {name: value for name, value in told.items() if isinstance(value, str)}


RECORDER: Recorder = RrwebSession()
