"""Planted values in the texts of released demonstrations, and whether the references between the files still join."""

from __future__ import annotations

import csv
import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

Row = dict[str, Any]
#: Letters that are no accents on others.
_PLAIN = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "ı": "i", "ß": "ss", "æ": "ae"})
#: Values of fewer letters and digits are not looked for: too much reads like them.
SHORTEST = 3
#: Fields of a trace whose text is a document of its own.
_JSON_FIELDS, _HTML_FIELDS = ("json_state",), ("html",)


def folded(text: str) -> str:
    """Lower case, without accents, white space single."""
    low = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN))
    return " ".join("".join(c for c in low if not unicodedata.combining(c)).translate(_PLAIN).split())


def typed(keys: list[str]) -> str:
    """The text that pressed keys leave, corrections done."""
    text: list[str] = []
    for key in keys:
        if key == "Key.backspace":
            del text[-1:]
        elif key == "Key.space":
            text.append(" ")
        elif not key.startswith("Key."):
            text.append(key[1:-1] if len(key) > 2 and key[0] == key[-1] == "'" else key)
    return "".join(text)


def texts_of_trace(content: Row) -> Iterator[tuple[str, str]]:
    """(place, text) of everything in a trace's JSON; what is typed in a row is one text more."""
    run: list[str] = []
    for row in content.get("trace", []):
        data = row.get("data", {})
        if row.get("type") == "action" and data.get("type") in ("keypress", "keystroke"):
            run += str(data.get("key", "")).split(" ")
        elif row.get("type") == "action" and data.get("type") != "keyrelease":
            yield "typed keys", typed(run)
            run = []
        yield from _strings(data, "")
    yield "typed keys", typed(run)
    yield from _strings(content.get("webarena", {}), "task")


def _strings(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if place in _JSON_FIELDS:
            yield from _strings(json.loads(value), "elements")
        else:
            yield place, html.unescape(value) if place in _HTML_FIELDS else value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield place or "names of fields", str(name)
            yield from _strings(inner, place or str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, place)


def texts_of_demonstration(home: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of all text files of a demonstration's folder, and the metadata of its video."""
    for path in sorted(home.rglob("*")):
        if path.suffix == ".json":
            raw = "raw trace, " if path.name.startswith("[raw]") else ""
            for place, text in texts_of_trace(json.loads(path.read_text(encoding="utf-8"))):
                yield raw + place, text
        elif path.suffix == ".txt":
            yield "guide", path.read_text(encoding="utf-8")
        elif path.suffix == ".mp4":
            for text in _metadata(path):
                yield "metadata of the video", text


def _metadata(path: Path) -> list[str]:
    import av

    with av.open(str(path)) as container:
        return [*container.metadata.values(), *(v for stream in container.streams for v in stream.metadata.values())]


class Needles:
    """Planted values, searched for as whole words in folded text, percent escapes undone."""

    def __init__(self, rows: list[Row]) -> None:
        kinds = {folded(row["value"]): row["kind"] for row in rows}
        self._kinds = {value: kind for value, kind in kinds.items() if sum(c.isalnum() for c in value) >= SHORTEST}
        longest = sorted(self._kinds, key=len, reverse=True)
        inner = "|".join(re.escape(value) for value in longest)
        self._pattern = re.compile(rf"(?<![^\W_])(?:{inner})(?![^\W_])") if longest else None

    def __len__(self) -> int:
        return len(self._kinds)

    def found(self, text: str) -> Counter[tuple[str, str]]:
        """(kind, value) and how often."""
        if self._pattern is None:
            return Counter()
        low = folded(unquote(text) if "%" in text else text)
        return Counter((self._kinds[m], m) for m in self._pattern.findall(low))


def joins(data: Path) -> list[str]:
    """What does not join in a folder of WONDERBREAD's layout, one sentence each; empty where everything does."""
    wrong: list[str] = []
    names = {path.name for path in (data / "demos").iterdir()}
    valid = _table(data / "df_valid.csv")
    listed = {row["folder_name"] for row in valid}
    if listed != names:
        wrong.append(
            f"df_valid.csv lists {len(listed - names)} folders that are not there, and lacks {len(names - listed)}."
        )
    for file in ("df_valid.csv", "df_rankings.csv"):
        for row in _table(data / file):
            if row["folder_name"] not in names or not row["path_to_demo_folder"].endswith(row["folder_name"]):
                wrong.append(f"{file}: a row names no folder.")
            if row["folder_name"].split(" @ ")[0] != row["task_id"]:
                wrong.append(f"{file}: a row's task is not its folder's.")
    for row in _table(data / "qa_dataset.csv"):
        if not all(name.strip() in names for name in row["Task ID(s)"].split(",")):
            wrong.append("qa_dataset.csv: a question is about no folder.")
    for name in sorted(names):
        wrong += [f"{name}: {what}" for what in _trace_joins(data / "demos" / name, name)]
    return wrong


def _trace_joins(home: Path, name: str) -> Iterator[str]:
    missing = [f for f in (f"{name}.json", f"{name}.mp4", f"SOP - {name}.txt") if not (home / f).is_file()]
    if missing:
        yield f"{len(missing)} file(s) are missing or named otherwise."
        return
    content = json.loads((home / f"{name}.json").read_text(encoding="utf-8"))
    rows = content["trace"]
    if [row["type"] for row in rows] != ["state" if i % 2 == 0 else "action" for i in range(len(rows))]:
        yield "states and actions do not alternate."
    if [row["data"]["id"] for row in rows] != list(range(len(rows))):
        yield "the numbers of the trace have gaps."
    times = [row["data"]["secs_from_start"] for row in rows]
    if times != sorted(times):
        yield "times run backwards."
    pictures = [row["data"]["path_to_screenshot"] for row in rows if row["type"] == "state"]
    there = {path.name for path in (home / "screenshots").iterdir()}
    if {Path(picture).name for picture in pictures if picture} != there or None in pictures:
        yield "states and screenshots do not match."
    if str(content["webarena"]["task_id"]) != name.split(" @ ")[0]:
        yield "the task block is of another task."


def _table(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
