"""Checks that compare rows with one another and with the screenshots, as one true/false column each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from validation.files.png import png_size
from validation.table.schema import Row, parse_time

#: Column name → what it says when true.
DERIVED_CHECKS: dict[str, str] = {
    "class_is_known": "class_name and subclass_name are a pair of the rule table",
    "time_order": "timestamps within an instance do not go back",
    "one_process_per_instance": "an instance has one process name",
    "screenshot_exists": "the screenshot that is named exists and is a PNG",
    "coordinates_on_screen": "coordinates lie on the screenshot of their row, and are never negative",
    "typing_has_no_button": "a Typing interaction does not claim a mouse button",
}


def derived_columns(
    rows: Sequence[Row], screenshots_dir: Path, vocabulary: Mapping[str, Sequence[str]]
) -> dict[str, list[bool]]:
    """One list of verdicts per entry of DERIVED_CHECKS, as long as `rows`."""
    sizes = {name: _size(screenshots_dir / name) for name in sorted(_names(rows))}
    return {
        "class_is_known": [row["subclass_name"] in vocabulary.get(row["class_name"], ()) for row in rows],
        "time_order": _time_order(rows),
        "one_process_per_instance": _one_process(rows),
        "screenshot_exists": [
            row["screenshot_name"] is None or sizes.get(row["screenshot_name"]) is not None for row in rows
        ],
        "coordinates_on_screen": [_on_screen(row, sizes.get(row["screenshot_name"])) for row in rows],
        "typing_has_no_button": [
            row["interaction_type"] != "Typing" or row["interaction_value"] not in _BUTTONS for row in rows
        ],
    }


_BUTTONS = {f"{side}B {way}" for side in "LMR" for way in ("Down", "Up")}


def _names(rows: Sequence[Row]) -> set[str]:
    # A name with a folder in it is no name; the check of its form reports it, and it is never opened.
    names = {row["screenshot_name"] for row in rows}
    return {name for name in names if isinstance(name, str) and name == Path(name).name and name not in ("", ".", "..")}


def _size(path: Path) -> tuple[int, int] | None:
    if path.is_symlink() or not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return png_size(file.read(64))
    except (OSError, ValueError):
        return None  # reported as a missing screenshot by screenshot_exists


def _time_order(rows: Sequence[Row]) -> list[bool]:
    latest: dict[str, object] = {}
    verdicts = []
    for row in rows:
        try:
            now = parse_time(row["timestamp"])
        except (TypeError, ValueError):
            verdicts.append(False)
            continue
        before = latest.get(row["process_instance_uuid"], now)
        verdicts.append(before <= now)  # type: ignore[operator]
        latest[row["process_instance_uuid"]] = now
    return verdicts


def _one_process(rows: Sequence[Row]) -> list[bool]:
    names: dict[str, str] = {}
    return [names.setdefault(row["process_instance_uuid"], row["process_name"]) == row["process_name"] for row in rows]


def _on_screen(row: Row, size: tuple[int, int] | None) -> bool:
    point = row["interaction_coordinates"]
    if point is None:
        return True
    if not isinstance(point, dict) or not all(type(point.get(axis)) is int for axis in "xy"):
        return False
    if point["x"] < 0 or point["y"] < 0:
        return False
    return size is None or (point["x"] < size[0] and point["y"] < size[1])
