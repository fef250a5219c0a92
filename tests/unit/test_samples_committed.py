"""The committed batches are what the generator writes; truth fits pixels; the planted faults are all there."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from samples.film import Truth, event_rows
from samples.generate import SEED, plans
from samples.spoil import TABLE

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
BATCHES = ("finance-demo", "hr-demo", "faulty-demo")
AGAIN = "Run: python -m samples.generate --out samples"


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def events(recording: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (recording / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def without_geometry(row: dict[str, Any]) -> dict[str, Any]:
    element = row["element"] and {k: v for k, v in row["element"].items() if k != "box"}
    return {k: v for k, v in row.items() if k != "coordinates"} | {"element": element}


@pytest.mark.parametrize("number", [0, 1])
def test_committed_events_and_text_truth_are_what_the_generator_writes(number: int) -> None:
    batch = plans(SEED)[number]
    folder = SAMPLES / "captures" / batch.name
    assert load(folder / "batch.json") == batch.header, AGAIN
    truth = Truth()
    for script in batch.scripts:
        made = [without_geometry(r) for r in event_rows(script, truth)]
        assert [without_geometry(r) for r in events(folder / "recordings" / script.recording)] == made, AGAIN
    assert load(SAMPLES / "truth" / f"{batch.name}.json")["text"] == truth.text, AGAIN
    assert len(list((folder / "recordings").iterdir())) == len(batch.scripts)


@pytest.mark.parametrize("name", BATCHES)
def test_every_box_lies_in_its_screenshot_and_holds_ink(name: str) -> None:
    truth = load(SAMPLES / "truth" / f"{name}.json")
    pictures: dict[Path, np.ndarray] = {}
    assert len(truth["pixels"]) > 20
    for row in truth["pixels"] + truth["harmless_pixels"]:
        path = SAMPLES / "captures" / name / "recordings" / row["recording"] / "screenshots" / row["screenshot"]
        if path not in pictures:
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            assert picture is not None
            pictures[path] = picture
        height, width = pictures[path].shape[:2]
        x0, y0, x1, y1 = row["box"]
        assert 0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height
        crop = pictures[path][y0:y1, x0:x1].astype(int)
        contrast = int(crop.sum(axis=2).max() - crop.sum(axis=2).min())
        assert contrast > 150, (row["screenshot"], row["kind"], row["box"])


@pytest.mark.parametrize("name", ["finance-demo", "hr-demo"])
def test_clicks_hit_their_elements(name: str) -> None:
    for recording in (SAMPLES / "captures" / name / "recordings").iterdir():
        for event in events(recording):
            if event["action"] == "click":
                x0, y0, x1, y1 = event["element"]["box"]
                assert x0 <= event["coordinates"]["x"] < x1 and y0 <= event["coordinates"]["y"] < y1


@pytest.mark.parametrize("name", ["finance-demo", "hr-demo"])
def test_consecutive_frames_of_a_recording_mostly_repeat(name: str) -> None:
    shares = []
    for recording in (SAMPLES / "captures" / name / "recordings").iterdir():
        pictures = [cv2.imread(str(p)) for p in sorted((recording / "screenshots").iterdir())]
        for before, after in pairwise(pictures):
            if before.shape == after.shape:
                shares.append(float((before == after).all(axis=2).mean()))
    assert np.mean(np.array(shares) > 0.9) >= 0.4


def test_the_samples_cover_what_they_should() -> None:
    truths = [load(SAMPLES / "truth" / f"{name}.json") for name in BATCHES[:2]]
    kinds = {r["kind"] for t in truths for r in t["pixels"]}
    wanted = {"person", "email", "phone", "company", "address", "username", "url", "id", "secret"}
    assert wanted | {"date_of_birth", "face", "code"} <= kinds
    assert wanted | {"date_of_birth"} <= {r["kind"] for t in truths for r in t["text"]}
    names = [r["text"] for t in truths for r in t["pixels"] if r["kind"] == "person"]
    assert any("'" in n for n in names)
    assert any("-" in n for n in names)
    assert any(not n.isascii() and min(map(ord, n.replace(" ", ""))) > 0x3000 for n in names)
    assert any("of" in r for t in truths for r in t["pixels"]), "text wrapped over two lines"


def test_the_faults_are_listed_and_there() -> None:
    faults = load(SAMPLES / "truth" / "faults.json")["faults"]
    assert len(faults) == 3 + sum(reason is not None for reason, _ in TABLE)
    home = SAMPLES / "captures" / "faulty-demo" / "recordings"
    known = {p.name: (p / "events.jsonl").read_text(encoding="utf-8").splitlines() for p in home.iterdir()}
    for fault in faults:
        recording, _, rest = fault["record"].partition("/")
        if rest.startswith("events.jsonl:"):
            with pytest.raises(json.JSONDecodeError):
                json.loads(known[recording][int(rest.split(":")[1]) - 1])
        else:
            assert any(rest in line for line in known[recording])
    assert not any(path.is_symlink() for path in SAMPLES.rglob("*"))


def test_the_samples_stay_small() -> None:
    assert sum(p.stat().st_size for p in SAMPLES.rglob("*") if p.is_file() and p.suffix != ".pyc") < 5_000_000
