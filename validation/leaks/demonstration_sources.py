"""What the files of a demonstration say: traces with their HTML, guides, tables, key frames, and every part of a video
that changes.

Read by parsers of its own (Python's, not the one that redaction writes with), so that what one of them overlooks the
other may not.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from validation.files.demonstration_layout import Place
from validation.files.mp4 import mp4_problems
from validation.leaks.leak_items import Item, Said, Screen, Wrong, screen_items
from validation.leaks.row_context import Together
from validation.reading.film import NoFilm, changed_canvases

_APART_LIST = """address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption
figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label legend li link main menu meta nav ol
optgroup option p pre script section select style summary table tbody td textarea tfoot th thead title tr ul video"""
_APART = frozenset(_APART_LIST.split())
"""Elements that end a run of text: what stands before and after one of these is not read as one."""
_FORMATTING = frozenset({"b", "code", "em", "font", "i", "mark", "s", "small", "strong", "sub", "sup", "u", "wbr"})
"""Elements that part no word: what stands before and after one of these is read as it stands."""
_KEY = re.compile(r"""'(?P<quoted>.)'|"(?P<double>.)"|Key\.(?P<named>\w+)|(?P<other>\S+)""", re.DOTALL)
"""A key as recorders write it; several stand side by side."""
_STEP = re.compile(r"^[ \t]*\d{1,3}[.)](?=\s)", re.MULTILINE)
"""The number of a step of a guide: it counts lines, and goes on with nothing that stands in the line before."""
_BETWEEN = {"space": " ", "enter": "\n", "tab": "\n"}
"""What keys with names write; others (shift, arrows) write nothing."""
_TAKE_BACK = frozenset({"backspace"})


def demonstration_items(where: str, place: Place, data: bytes) -> Iterator[Item]:
    """All items of one member of an archive of demonstrations. `where` names archive and member by number. Raises
    ValueError for what cannot be read."""
    if place.part == "key frame":
        yield from screen_items(where, data)
    elif place.part == "video":
        yield from _film(where, place.name, data)
    elif place.part == "sop":
        yield from _lines(where, data.decode("utf-8"))
    elif place.part == "index" and place.index.endswith(".csv"):
        yield from _table(where, data.decode("utf-8"))
    else:
        yield from trace_items(where, data.decode("utf-8"))


def _lines(where: str, text: str) -> Iterator[Item]:
    for number, line in enumerate(text.split("\n"), 1):
        yield Said(f"{where} line {number}", line)
    yield Said(f"{where} over its lines", " ".join(_STEP.sub("", text).split()))


def _table(where: str, text: str) -> Iterator[Item]:
    for number, row in enumerate(csv.reader(io.StringIO(text, newline=""))):
        for column, cell in enumerate(row):
            yield Said(f"{where} row {number} column {column}", cell)


def trace_items(where: str, text: str) -> Iterator[Item]:
    """Every string of a trace; HTML and JSON inside strings are read as such; what was typed key by key as one."""
    value = json.loads(text)
    yield from _values(f"{where} value", value)
    steps = value.get("trace", []) if isinstance(value, dict) else value
    for number, typed in enumerate(_typed(steps if isinstance(steps, list) else [])):
        yield Said(f"{where} typed text {number}", typed)


def _values(where: str, value: Any) -> Iterator[Item]:
    if isinstance(value, dict):
        for number, (key, part) in enumerate(value.items()):
            yield Said(f"{where} key {number}", key)
            yield from _values(f"{where}.{number}", part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _values(f"{where}[{number}]", part)
    elif isinstance(value, str):
        yield from _string(where, value)
    elif value is not None and not isinstance(value, bool):
        yield Said(where, repr(value))


def _string(where: str, text: str) -> Iterator[Item]:
    start = text.lstrip()[:1]
    if start in ("[", "{"):
        try:
            inner = json.loads(text)
        except (ValueError, RecursionError):
            inner = None
        if isinstance(inner, dict | list):
            yield from _values(f"{where} json", inner)
            return
    if start == "<":
        reader = _Html()
        reader.feed(text)
        reader.close()
        for number, said in enumerate(reader.said()):
            yield Said(f"{where} html {number}", said)
        for number, pieces in enumerate(reader.pieces()):
            yield Together(f"{where} html pieces {number}", "typing", pieces)
        return
    yield Said(where, text)


class _Html(HTMLParser):
    """Runs of text, attribute values, comments and declarations of a page. Texts of two spans are words of their own,
    and looked at as one as well: an address and the initials beside it are no address."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._runs: list[list[str]] = [[]]
        self._others: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        self._others += [part for name, value in attrs for part in (name, value or "")]

    def handle_endtag(self, tag: str) -> None:
        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag in _APART:
            self._runs.append([])
        elif tag not in _FORMATTING and self._runs[-1] and self._runs[-1][-1] != " ":
            self._runs[-1].append(" ")

    def handle_data(self, data: str) -> None:
        self._runs[-1].append(data)

    def handle_comment(self, data: str) -> None:
        self._others.append(data)

    def handle_decl(self, decl: str) -> None:
        self._others.append(decl)

    def handle_pi(self, data: str) -> None:
        self._others.append(data)

    def unknown_decl(self, data: str) -> None:
        self._others.append(data)

    def said(self) -> Iterator[str]:
        """Every run and every other text, each once."""
        runs = ("".join(run) for run in self._runs)
        yield from dict.fromkeys(text for text in (*runs, *self._others) if text.strip())

    def pieces(self) -> Iterator[tuple[str, ...]]:
        """The texts of every run of several, each once."""
        runs = (tuple(text for text in run if text.strip()) for run in self._runs)
        yield from dict.fromkeys(run for run in runs if len(run) > 1)


def _typed(steps: list[Any]) -> Iterator[str]:
    """What all keys of a trace spell, as it stood in the end and with what was taken back; where a field was left a new
    line begins."""
    written: list[str] = []
    pressed: list[str] = []
    for step in steps:
        if not isinstance(step, dict) or not isinstance(data := step.get("data"), dict):
            continue
        key = data.get("key")
        if not isinstance(key, str):
            if step.get("type") == "action":
                written.append("\n")
                pressed.append("\n")
            continue
        for letter, named in _keys(key):
            if named in _TAKE_BACK:
                del written[-1:]
            elif letter := letter or _BETWEEN.get(named, ""):
                written.append(letter)
                pressed.append(letter)
    yield from dict.fromkeys(text for text in ("".join(written), "".join(pressed)) if text.strip())


def _keys(text: str) -> Iterator[tuple[str, str]]:
    """(what it writes, its name) of every key of an action: 'a', "'", Key.space; of these one is empty."""
    for found in _KEY.finditer(text):
        yield found["quoted"] or found["double"] or found["other"] or "", (found["named"] or "").casefold()


def _film(where: str, name: str, data: bytes) -> Iterator[Item]:
    for problem in mp4_problems(data):
        yield Wrong(where, problem)
    try:
        for number, canvas in changed_canvases(data):
            yield Screen(f"{where} frame {number}", canvas, (name, number))
    except NoFilm as error:
        yield Wrong(where, str(error))
