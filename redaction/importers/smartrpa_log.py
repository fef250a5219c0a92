"""smartRPA logs: the CSV that its logging server writes, and the same log with the names of XES columns.

Read by its published columns and types of events (github.com/bpm-diag/smartRPA). Times are those of the recording
machine's clock, without a zone. What the logger observes beside clicks and keys (programs, files, tabs, the clipboard)
is passed over, and so are selected cells: a selection may come from the mouse or from the keys.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import BinaryIO

from redaction.capture.capture_schema import RecordError
from redaction.capture.paths import lines, open_regular
from redaction.errors import CaptureError
from redaction.importers.addresses import host_of
from redaction.importers.html_elements import Node, part_of
from redaction.importers.recorders import Found, Part, Recorder, Session, Source, not_of_kind
from redaction.records import Action

MOST_LINE_BYTES = 1_000_000
"""Of one line of the file. The csv module bounds a field by itself: 131,072 characters."""
_WHAT = "smartRPA log"
_REMEDY = "give the CSV from its folder logs, with the columns timestamp, category, application and event_type."
_XES = {"time:timestamp": "timestamp", "concept:name": "event_type", "org:resource": "user"}
_NEEDED = frozenset({"timestamp", "category", "application", "event_type"})
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.:,](\d{1,6}))?", re.ASCII)

_LEFT, _RIGHT, _MIDDLE, _DOUBLE = "LB Down", "RB Down", "MB Down", "LB Double Click"
_ON_PAGES = {
    **dict.fromkeys(("mouseClick", "clickButton", "clickCheckboxButton", "clickRadioButton"), _LEFT),
    **dict.fromkeys(("clickTextField", "clickLink", "selectOptions"), _LEFT),
    "contextMenu": _RIGHT,
    "doubleClick": _DOUBLE,
}
_ON_CELLS = {
    **dict.fromkeys(("doubleClickEmptyCell", "doubleClickCellWithValue"), _DOUBLE),
    **dict.fromkeys(("rightClickEmptyCell", "rightClickCellWithValue"), _RIGHT),
}
_BY_CATEGORY = {"MouseClick": _LEFT, "RightClick": _RIGHT, "MiddleClick": _MIDDLE, "DoubleMouseClick": _DOUBLE}
_HOTKEYS = {"paste": "Ctrl+V", "cut": "Ctrl+X", "hotkey": ""}
_CHORD = re.compile(r"(?:(?:CTRL|ALT|WIN) \+ )+\S+")


class SmartRpaLog:
    """A file is one session of one user."""

    name = "smartRPA"
    suffixes: tuple[str, ...] = (".csv",)

    def sessions(self, source: Source) -> Iterator[Session]:
        """Rows in their order. A log of several users is refused: one consent does not cover them."""
        session = Session()
        users: set[str] = set()
        titles: dict[str, str] = {}
        try:
            with open_regular(source.path) as file:
                for line, row in _rows(source, session, file):
                    users.add(row.get("user", "").strip())
                    if len(users - {""}) > 1:
                        raise CaptureError(
                            "the log holds the work of several users.",
                            record=source.place,
                            remedy="split it by the column user, and import each part with that person's consent.",
                        )
                    if row.get("browser_url") and row.get("title"):
                        titles[row["browser_url"]] = row["title"]
                    try:
                        found = _found(line, row, source, titles)
                    except RecordError as error:
                        session.refuse(source, line, error)
                        continue
                    session.passed_over += found is None
                    session.events.extend([found] if found is not None else [])
        except OSError as error:
            raise CaptureError(
                f"the source cannot be read ({type(error).__name__}).", record=source.place, remedy=_REMEDY
            ) from None
        yield session


def _rows(source: Source, session: Session, file: BinaryIO) -> Iterator[tuple[str, Mapping[str, str]]]:
    """(number of its first line, cells by column) of the rows that have as many cells as there are columns."""
    reader = csv.reader(_texts(source, session, file), strict=True)
    columns: list[str] | None = None
    while True:
        first = str(reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error:
            if columns is None:
                raise not_of_kind(source, _WHAT, _REMEDY) from None
            session.refuse(source, first, RecordError("wrong_type"))
            continue
        if cells is None:
            break
        if columns is None:
            columns = [_XES.get(cell.strip(), cell.strip()) for cell in cells]
            if not set(columns) >= _NEEDED or len(set(columns)) != len(columns):
                raise not_of_kind(source, _WHAT, _REMEDY)
            if source.zone is None:
                raise CaptureError(
                    "the times of a smartRPA log have no zone, and nobody may guess it.",
                    record=source.place,
                    remedy="give --timezone, that of the machine that recorded, such as Europe/Oslo.",
                )
        elif len(cells) == len(columns):
            yield first, dict(zip(columns, cells, strict=True))
        elif cells:
            session.refuse(source, first, RecordError("wrong_type"))
    if columns is None:
        raise not_of_kind(source, _WHAT, _REMEDY)


def _texts(source: Source, session: Session, file: BinaryIO) -> Iterator[str]:
    """Lines for the csv module; an empty one for each that is too long. What is no UTF-8 is refused with its row."""
    for number, line in lines(file, MOST_LINE_BYTES):
        if line is None:
            session.refuse(source, str(number), RecordError("line_too_long"))
        yield (line or b"").decode("utf-8", errors="surrogateescape") + "\n"


def _found(line: str, row: Mapping[str, str], source: Source, titles: Mapping[str, str]) -> Found | None:
    """The event of a row, or None for what is no click, typing or hotkey. `titles` are those that tabs had so far, by
    address. Raises RecordError."""
    deed = _deed(row)
    if deed is None:
        return None
    action, value, part = deed
    application, screen = _place(row, titles)
    return Found(line, _moment(row["timestamp"], source), action, value, application, screen, part, _point(row))


def _deed(row: Mapping[str, str]) -> tuple[Action, str, Part | None] | None:
    kind, category = row["event_type"], row["category"]
    if category == "Browser":
        return _on_page(row, kind)
    if kind in _ON_CELLS:
        return "click", _ON_CELLS[kind], _cell(row)
    if kind == "editCellSheet":
        return "type", row.get("cell_content", ""), _cell(row)
    if kind == "click" and category in _BY_CATEGORY:
        return "click", _BY_CATEGORY[category], None
    if kind == "keypress":
        typed = row.get("typed_word", "")
        return ("hotkey", typed.replace(" ", ""), None) if _CHORD.fullmatch(typed) else ("type", typed, None)
    if kind in _HOTKEYS:
        held = row.get("clipboard_content", "")
        return "hotkey", row.get("hotkey", "") or _HOTKEYS[kind], Part(value=held) if held else None
    return None


def _on_page(row: Mapping[str, str], kind: str) -> tuple[Action, str, Part | None] | None:
    if kind not in _ON_PAGES and kind != "changeField":
        return None
    tag = row.get("tag_category", "").upper()
    label = row.get("tag_title", "") or row.get("tag_name", "")
    given = {"type": row.get("tag_type", ""), "title": label, "value": row.get("tag_value", "")}
    node = Node(tag, given | ({"href": ""} if row.get("tag_href") else {}))
    node.add(Node(text=row.get("tag_innerText", "")))
    part = part_of(node, row.get("tag_value") or None) if tag else None
    if kind != "changeField":
        return "click", _ON_PAGES[kind], part
    if tag == "SELECT":
        return "click", _LEFT, part
    return "type", "" if node.secret else row.get("tag_value", ""), part


def _cell(row: Mapping[str, str]) -> Part:
    return Part("cell", row.get("cell_range") or None, row.get("cell_content") or None)


def _place(row: Mapping[str, str], titles: Mapping[str, str]) -> tuple[str, str]:
    """(application, screen). The logger tells the window's title where it knows no application: its end names it."""
    if row["category"] == "Browser":
        address = row.get("browser_url", "")
        return host_of(address), titles.get(address, "")
    if row.get("workbook"):
        return row["application"], " - ".join(filter(None, (row["workbook"], row.get("current_worksheet", ""))))
    if row["event_type"] in {"click", "keypress"}:
        return row["application"].rpartition(" - ")[2].strip(), row["application"]
    return row["application"], row.get("title", "")


def _point(row: Mapping[str, str]) -> tuple[float, float] | None:
    if not row.get("coordX") or not row.get("coordY"):
        return None
    try:
        return float(row["coordX"]), float(row["coordY"])
    except ValueError:
        raise RecordError("wrong_type", "coordinates") from None


def _moment(text: str, source: Source) -> datetime:
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise RecordError("wrong_type", "timestamp")
    day, clock, fraction = found.groups()
    try:
        return datetime.fromisoformat(f"{day}T{clock}.{(fraction or '0').ljust(6, '0')}").replace(tzinfo=source.zone)
    except ValueError:
        raise RecordError("value_out_of_range", "timestamp") from None


RECORDER: Recorder = SmartRpaLog()
