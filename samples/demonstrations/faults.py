"""Demonstrations with something wrong: one good one is recorded, and each line of a table spoils a copy of it.

truth/demonstrations/<batch>/faults.json says which demonstration has which fault, and how much of it may be let in:
`nothing`, `without` (what is spoiled is left out and said, the rest is good) or `all`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Literal

from samples.batches import consent
from samples.browser import Browser
from samples.demonstrations.batch import header, record, small
from samples.demonstrations.cast import Cast, make_cast
from samples.demonstrations.index import Entry, write_index
from samples.demonstrations.reel import frames
from samples.demonstrations.trace import Row
from samples.film import write_json
from samples.marks import plain
from samples.truth import fresh

#: What may be let in of a demonstration with a fault.
Kept = Literal["nothing", "without", "all"]
#: Gets the folder of a demonstration, whose name is that of its files.
Fault = Callable[[Path], None]
_TIMES = ("timestamp", "start_timestamp", "end_timestamp")
_WRITTEN = "%Y-%m-%d %H:%M:%S.%f"


def write_faulty(out: Path, seed: int) -> int:
    """Write demonstrations-faulty-<seed>/ and its truth under `out`; the number of demonstrations."""
    name = f"demonstrations-faulty-{seed}"
    cast = make_cast(Random(f"{seed}/cast"))
    folder, truth = fresh(out / name), fresh(out / "truth" / "demonstrations" / name)
    with Browser() as bar:
        plan = small(cast, seed)[0]
        good = folder / "demos" / plan.name
        entry = record(plan, cast, bar, good, truth, seed)
    entries, shown_by, told = [entry], {plan.name: plan.me.id}, []
    for number, (what, kept, fault) in enumerate(TABLE, 1):
        copy = _copy(good, timedelta(minutes=11 * number), plan.started)
        before = set(good.parent.iterdir())
        fault(copy)
        # a fault may rename the folder
        found = next(iter(set(good.parent.iterdir()) - before), copy)
        shown_by[found.name] = _PARTICIPANTS.get(what, plan.me.id)
        entries.append(replace(entry, name=found.name))
        told.append({"record": found.name, "fault": what, "kept": kept})
    write_json(folder / "batch.json", _header(name, cast, shown_by))
    _write(folder, entries, truth, name, told)
    return len(entries)


def _write(folder: Path, entries: list[Entry], truth: Path, name: str, told: list[Row]) -> None:
    write_index(folder, entries)
    write_json(truth / "faults.json", {"format": "entrophy-faults/1", "batch": name, "faults": told})


#: Faults of who shows, not of what: the participant that batch.json names.
_PARTICIPANTS = {"consent_withdrawn": "left", "consent_missing": "silent", "unknown_participant": "stranger"}


def _header(name: str, cast: Cast, shown_by: dict[str, str]) -> dict[str, Any]:
    base = header(name, cast, shown_by)
    left, silent = cast.people[2], cast.people[6]
    about: list[Row] = [
        {"id": id_, "name": plain(who.shown["name"]), "email": plain(who.shown["email"]), "consent": given}
        for id_, who, given in (
            ("left", left, consent("withdrawn")),
            ("silent", silent, {"status": "missing", "recorded_at": None, "scope": [], "evidence": None}),
        )
    ]
    return base | {"participants": [*base["participants"], *about]}


def _copy(good: Path, later: timedelta, started: datetime) -> Path:
    """The demonstration once more, recorded `later`: names and times say so."""
    at = started + later
    name = f"{good.name.split(' @ ')[0]} @ {at:%Y-%m-%d-%H-%M-%S}"
    home = good.parent / name
    shutil.copytree(good, home)
    for path in [p for p in home.iterdir() if p.is_file()]:
        path.rename(home / path.name.replace(good.name, name))
    for path in (home / f"{name}.json", home / f"[raw] {name}.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        for data in (row["data"] for row in content["trace"]):
            for field in [f for f in _TIMES if f in data]:
                data[field] = (datetime.strptime(data[field], _WRITTEN) + later).strftime(_WRITTEN)
        _save(path, content)
    return home


def _save(path: Path, content: Row) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _good(home: Path) -> None:
    """Nothing is wrong."""


def _bytes(change: Callable[[bytes], bytes]) -> Fault:
    """Another content of the video's file."""

    def fault(home: Path) -> None:
        path = home / f"{home.name}.mp4"
        path.write_bytes(change(path.read_bytes()))

    return fault


def _trace(change: Callable[[list[Row]], list[Row]]) -> Fault:
    """Other rows in the trace."""

    def fault(home: Path) -> None:
        path = home / f"{home.name}.json"
        content = json.loads(path.read_text(encoding="utf-8"))
        _save(path, content | {"trace": change(content["trace"])})

    return fault


def _state(number: int, **values: Any) -> Fault:
    """Other values in a state."""

    def change(rows: list[Row]) -> list[Row]:
        rows[2 * number]["data"] |= values
        return rows

    return _trace(change)


def _damaged(video: bytes) -> bytes:
    """The third quarter of the pictures overwritten: the file opens, and its decoding fails on the way."""
    start = video.index(b"mdat") + 4
    end = video.find(b"moov", start)
    length = (end if end > 0 else len(video)) - start
    # the first picture is most of a short video: what is spoiled lies behind it
    from_, to = start + length * 3 // 4, start + length * 7 // 8
    return video[:from_] + bytes((i * 73 + 41) % 256 for i in range(to - from_)) + video[to:]


def _without(pattern: str) -> Fault:
    """A file is not there."""

    def fault(home: Path) -> None:
        for path in sorted(home.glob(pattern)):
            path.unlink()

    return fault


def _empty_guide(home: Path) -> None:
    (home / f"SOP - {home.name}.txt").write_text("", encoding="utf-8")


def _no_screenshots(home: Path) -> None:
    shutil.rmtree(home / "screenshots")


def _cut_json(home: Path) -> None:
    path = home / f"{home.name}.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) * 2 // 3], encoding="utf-8")


def _cut_raw(home: Path) -> None:
    path = home / f"[raw] {home.name}.json"
    path.write_text(path.read_text(encoding="utf-8")[:5_000], encoding="utf-8")


def _out_of_order(rows: list[Row]) -> list[Row]:
    early = rows[2]["data"]
    early["timestamp"], early["secs_from_start"] = rows[0]["data"]["timestamp"], -4.0
    return rows


def _state_gone(rows: list[Row]) -> list[Row]:
    return rows[:2] + rows[3:]


def _renamed(home: Path) -> None:
    """Task and time in another form, folder and files alike."""
    name = "103-" + home.name.split(" @ ")[1]
    for path in [p for p in home.iterdir() if p.is_file()]:
        path.rename(home / path.name.replace(home.name, name))
    home.rename(home.parent / name)


def _strange_file(home: Path) -> None:
    """The trace has the name of another demonstration."""
    (home / f"{home.name}.json").rename(home / "103 @ 2025-01-01-00-00-00.json")


def _linked(home: Path) -> None:
    """A link to the video of the good demonstration in place of the video."""
    first = min(p for p in home.parent.iterdir() if p != home)
    path = home / f"{home.name}.mp4"
    path.unlink()
    path.symlink_to(Path("..") / first.name / f"{first.name}.mp4")


def _two_streams(home: Path) -> None:
    """A second video stream: what a second camera saw."""
    import av

    path = home / f"{home.name}.mp4"
    images = list(frames(path))
    with av.open(str(path), "w") as container:
        streams = [container.add_stream("libx264", rate=10) for _ in range(2)]
        for stream in streams:
            stream.width, stream.height, stream.pix_fmt = images[0][1].shape[1], images[0][1].shape[0], "yuv420p"
            stream.codec_context.thread_count = 1
            stream.codec_context.time_base = Fraction(1, 1000)
        for at, image in images:
            for stream, shown in zip(streams, (image, image[:, ::-1].copy()), strict=True):
                frame = av.VideoFrame.from_ndarray(shown, format="bgr24")
                frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
                container.mux(stream.encode(frame))
        for stream in streams:
            container.mux(stream.encode(None))


#: What is wrong, what may be let in, and how it is done.
TABLE: tuple[tuple[str, Kept, Fault], ...] = (
    ("none", "all", _good),
    ("video_cut_short", "nothing", _bytes(lambda video: video[: len(video) * 3 // 5])),
    ("video_damaged", "nothing", _bytes(_damaged)),
    ("video_missing", "nothing", _without("*.mp4")),
    ("video_empty", "nothing", _bytes(lambda video: b"")),
    ("video_is_none", "nothing", _bytes(lambda video: b"<html>The recording has expired.</html>" * 40)),
    ("video_symlink", "nothing", _linked),
    ("video_two_streams", "nothing", _two_streams),
    ("json_broken", "nothing", _cut_json),
    ("raw_trace_broken", "without", _cut_raw),
    ("trace_missing", "nothing", _strange_file),
    ("time_out_of_order", "nothing", _trace(_out_of_order)),
    ("state_missing", "nothing", _trace(_state_gone)),
    ("html_missing", "without", _state(1, html=None)),
    ("path_outside", "without", _state(2, path_to_screenshot="../../../batch.json")),
    ("application_not_allowed", "nothing", _state(2, url="https://news.daily-lantern.example/football")),
    ("consent_withdrawn", "nothing", _good),
    ("consent_missing", "nothing", _good),
    ("unknown_participant", "nothing", _good),
    ("guide_missing", "without", _without("SOP - *.txt")),
    ("guide_empty", "without", _empty_guide),
    ("screenshot_missing", "without", _without("screenshots/2.png")),
    ("screenshots_missing", "without", _no_screenshots),
    ("name_form", "nothing", _renamed),
)
