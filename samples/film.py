"""Scripts to captures: render every frame, fill in the geometry, and say where everything planted is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from samples import render
from samples.browser import Browser
from samples.marks import HARMLESS, plain, spans
from samples.session import Script, Step, Target

Row = dict[str, Any]


@dataclass(slots=True)
class Truth:
    """Everything planted in one batch: rows for `text` and `pixels`, and what is harmless in both."""

    text: list[Row] = field(default_factory=list)
    pixels: list[Row] = field(default_factory=list)
    harmless_text: list[Row] = field(default_factory=list)
    harmless_pixels: list[Row] = field(default_factory=list)


def stamp(at: datetime) -> str:
    """UTC to the millisecond, as events write it."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def event_rows(script: Script, truth: Truth) -> list[Row]:
    """The events of a script without geometry, and their text truth. Needs no browser; the same on every machine."""
    rows: list[Row] = []
    for step in script.steps:
        row = _event(step)
        record = f"{script.recording}/{step.event_id}"
        for name, value in _texts(step):
            _note_text(truth, record, name, value)
        rows.append(row)
    return rows


def film(script: Script, browser: Browser, folder: Path, truth: Truth, rng: Random) -> list[Row]:
    """Write recordings/<uuid>/ under `folder` and return its event rows; `truth` grows by text and pixel rows."""
    home = folder / "recordings" / script.recording
    (home / "screenshots").mkdir(parents=True, exist_ok=True)
    rows = event_rows(script, truth)
    for step, row in zip(script.steps, rows, strict=True):
        point = (rng.uniform(0.3, 0.7), rng.uniform(0.35, 0.65))
        if step.action != "click" and not step.shot:
            continue
        look = step.frame.look
        browser.show(render.html(step.frame), look.width, look.height)
        measured = browser.measure()
        if step.target is not None:
            _place(step, row, measured["elements"], point)
        if step.shot:
            (home / "screenshots" / row["screenshot"]).write_bytes(squeeze(browser.picture()))
            _note_pixels(truth, script.recording, row["screenshot"], measured["values"])
    write_recording(home, script, rows)
    return rows


def write_recording(home: Path, script: Script, rows: Iterable[Row]) -> None:
    """Write recording.json and events.jsonl."""
    about = {
        "process_instance_uuid": script.recording,
        "process_name": script.process,
        "participant": script.participant,
        "started_at": stamp(script.started),
    }
    write_json(home / "recording.json", about)
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (home / "events.jsonl").write_text(lines, encoding="utf-8")


def write_json(path: Path, content: Any) -> None:
    """UTF-8 JSON with an indent of one."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def squeeze(png: bytes) -> bytes:
    """The same pixels in a smaller PNG of three channels."""
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("The browser's picture cannot be decoded. Check the Chromium version and try again.")
    # interface pictures repeat letter for letter: without row filters they come out a fifth smaller
    how = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE]
    return cv2.imencode(".png", pixels, how)[1].tobytes()


def _event(step: Step) -> Row:
    target = step.target
    return {
        "event_id": step.event_id,
        "timestamp": stamp(step.at),
        "action": step.action,
        "value": plain(step.value),
        "application": plain(step.application),
        "screen": plain(step.screen),
        "element": None if target is None else _element(target),
        "coordinates": None,
        "screenshot": step.at.strftime("%Y-%m-%d_%H-%M-%S-%f")[:-3] + ".png" if step.shot else None,
        "duration_s": step.duration,
    }


def _element(target: Target) -> Row:
    value = None if target.value is None else plain(target.value)
    return {"role": target.role, "name": plain(target.name), "value": value, "box": None}


def _texts(step: Step) -> Iterable[tuple[str, str]]:
    yield "value", step.value
    yield "application", step.application
    yield "screen", step.screen
    if step.target is not None:
        yield "element.name", step.target.name
        yield "element.value", step.target.value or ""


def _place(step: Step, row: Row, elements: dict[str, list[int]], point: tuple[float, float]) -> None:
    assert step.target is not None
    if step.target.id not in elements:
        raise ValueError(f"Page {step.frame.page} shows no element {step.target.id}. Add data-el to its template.")
    x0, y0, x1, y1 = elements[step.target.id]
    row["element"]["box"] = [x0, y0, x1, y1]
    if step.action == "click":
        row["coordinates"] = {"x": int(x0 + (x1 - x0) * point[0]), "y": int(y0 + (y1 - y0) * point[1])}


def _note_text(truth: Truth, record: str, name: str, value: str) -> None:
    for span in spans(value):
        row: Row = {"record": record, "field": name, "kind": span.kind, "value": span.value}
        row |= {"start": span.start, "end": span.end}
        if span.of != span.value:
            row["of"] = span.of
        if span.kind == HARMLESS:
            truth.harmless_text.append(row)
        else:
            truth.text.append(row)


def _note_pixels(truth: Truth, recording: str, screenshot: str, values: list[Row]) -> None:
    for value in values:
        row: Row = {"recording": recording, "screenshot": screenshot, "kind": value["kind"], "text": value["text"]}
        row["box"] = value["box"]
        if value["note"]:
            row["note"] = value["note"]
        elif " ".join(value["of"].split()) != value["text"]:
            row["of"] = value["of"]
        if value["kind"] == HARMLESS:
            truth.harmless_pixels.append(row)
        else:
            truth.pixels.append(row)
