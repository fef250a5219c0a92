"""Recordings read side by side, in any order, by any number of workers, give the same bytes as one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import encode_png
from redaction.policy import Policy, VisionPolicy
from redaction.records import DeclaredEntity
from redaction.screens.frames import workers as pool_module
from redaction.screens.frames.workers import ScreenPool
from redaction.screens.ocr import detect, recognise
from redaction.text.known.registry import Registry

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)
Shots = dict[str, Path]
Recordings = list[list[str]]


def page(title: str, *lines: str, typed: str = "") -> np.ndarray:
    image = Image.new("RGB", (620, 360), (251, 251, 251))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 620, 40), fill=(40, 80, 140))
    draw.text((16, 10), title, font=FONT, fill=(255, 255, 255))
    for i, text in enumerate((*lines, typed)):
        draw.text((30, 60 + 38 * i), text, font=FONT, fill=(30, 30, 30))
    # a picture, so that faces are sought too
    draw.ellipse((520, 60, 580, 120), fill=(200, 150, 120))
    draw.ellipse((535, 75, 565, 110), fill=(120, 70, 50))
    return np.array(image)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Shots, Recordings]:
    """Three recordings that share frames: one carries what another reads whole."""
    folder = tmp_path_factory.mktemp("shots")
    shared = page("Customer register", "Account holder Helena Marsh", "Balance due 1,204.50", typed="Remark: call")
    frames = {
        "a": [
            page("Customer register", "Account holder Helena Marsh", "Balance due 1,204.50"),
            shared,
            page("Customer register", "Account holder Helena Marsh", "Balance due 1,204.50"),
        ],
        "b": [shared, page("Orders", "Order 7310 shipped", "Order 7311 waits", "Otto Brandt signed for it")],
        "c": [
            page("Deliveries", "Delivered to Otto Brandt", "Delivered to Helena Marsh", typed="20"),
            page("Deliveries", "Delivered to Otto Brandt", "Delivered to Helena Marsh", typed="2025-06-30"),
            shared,
        ],
    }
    shots, recordings = {}, []
    for recording, images in frames.items():
        names = [f"{recording}{i}" for i in range(len(images))]
        recordings.append(names)
        for name, image in zip(names, images, strict=True):
            shots[name] = folder / f"{name}.png"
            shots[name].write_bytes(encode_png(image))
    return shots, recordings


def read(shots: Shots, recordings: Recordings, cache: Path, **how: Any) -> tuple[Any, dict[str, bytes]]:
    """What read_all gives, and every reading as it lies in the cache, by the name of its file."""
    policy = Policy(vision=VisionPolicy(device="cpu", workers=how.pop("workers", 1)))
    with ScreenPool(policy, cache, **how) as pool:
        result = pool.read_all(shots, recordings, lambda *stated: None)
        keys = dict(sorted(pool.keys.items()))
    return (result, keys), {path.name: path.read_bytes() for path in sorted(cache.iterdir())}


@pytest.fixture(scope="module")
def plain(recorded: tuple[Shots, Recordings], tmp_path_factory: pytest.TempPathFactory) -> Any:
    return read(*recorded, tmp_path_factory.mktemp("plain"))


def test_side_by_side_gives_the_same_bytes(
    recorded: tuple[Shots, Recordings], plain: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots, recordings = recorded
    ((texts, refused), keys), readings = plain
    assert refused == {} and len(keys) == len(shots) and len(readings) >= 6
    assert {"Account holder Helena Marsh", "Delivered to Otto Brandt"} <= {item.text for item in texts}
    assert read(shots, recordings, tmp_path / "threads", side_by_side=3) == plain
    monkeypatch.setattr(recognise, "_room", lambda device, bucket: 8)
    monkeypatch.setattr(detect, "_room", lambda device, tile: 2 if tile[0] else 1)
    assert read(shots, recordings[::-1], tmp_path / "batches", side_by_side=2) == plain


def test_the_order_of_recordings_and_the_number_of_processes_change_nothing(
    recorded: tuple[Shots, Recordings], plain: Any, tmp_path: Path
) -> None:
    shots, recordings = recorded
    assert read(shots, recordings[::-1], tmp_path / "turned") == plain
    assert read(shots, recordings[1:] + recordings[:1], tmp_path / "processes", workers=2, side_by_side=2) == plain


def test_a_frame_that_no_net_can_take_is_refused_alone(
    recorded: tuple[Shots, Recordings], plain: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots, recordings = recorded
    cut, red = tmp_path / "c0.png", tmp_path / "b1.png"
    cut.write_bytes(shots["c0"].read_bytes()[:300])
    red.write_bytes(encode_png(np.full((360, 620, 3), (255, 0, 0), np.uint8)))
    heat = detect._heat

    def failing(device: Any, tile: Any, rows: Any) -> Any:
        """A net that fails on frames without any green."""
        if any(row[1].max() < -0.99 for row in rows):
            raise RuntimeError("cannot take it")
        return heat(device, tile, rows)

    batches = detect.Batches(lambda tile, rows: failing("cpu", tile, rows), lambda tile: 3)
    monkeypatch.setattr(detect, "_room", lambda device, tile: 3)
    monkeypatch.setattr(detect, "_net", lambda device: batches)
    ((texts, refused), keys), readings = read(
        {**shots, "c0": cut, "b1": red}, recordings, tmp_path / "c", side_by_side=3
    )
    assert refused == {"b1": "detector_failed", "c0": "image_corrupt"}
    assert sorted(keys) == sorted(set(shots) - {"b1", "c0"})
    _, all_readings = plain
    first = [name for name in readings if name.startswith((keys["a0"], keys["a1"], keys["b0"]))]
    assert len(first) == 3 and all(readings[name] == all_readings[name] for name in first)
    assert {"Account holder Helena Marsh", "Delivered to Otto Brandt"} <= {item.text for item in texts}


def test_the_bar_moves_with_every_frame(recorded: tuple[Shots, Recordings], tmp_path: Path) -> None:
    shots, recordings = recorded
    for workers, side in ((1, 1), (1, 3), (2, 2)):
        stated: list[tuple[str, int, int]] = []

        def note(stage: str, done: int, total: int, stated: list[tuple[str, int, int]] = stated) -> None:
            stated.append((stage, done, total))

        policy = Policy(vision=VisionPolicy(device="cpu", workers=workers))
        with ScreenPool(policy, tmp_path, side_by_side=side) as pool:
            pool.read_all(shots, recordings, note)
        counts = [done for _, done, _ in stated]
        assert counts == sorted(counts) and (counts[0], counts[-1]) == (0, len(shots))
        assert {(stage, total) for stage, _, total in stated} == {("read screens", len(shots))}
        if workers == 1:
            assert counts == list(range(len(shots) + 1)), "a step for every frame"


def half_hidden(*covered: bool) -> list[np.ndarray]:
    """Frames of one page, a name on which is half under a flat note where `covered` says so."""
    frames = []
    for under in covered:
        frame = page("Customer register", "Account holder Helena Marsh", "Balance due 1,204.50")
        if under:
            frame[66:100, :] = (251, 251, 251)
        frames.append(frame)
    return frames


def test_findings_are_carried_across_the_borders_of_stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shots = {}
    for i, frame in enumerate(half_hidden(False, True, True, False, True)):
        shots[f"f{i}"] = tmp_path / f"f{i}.png"
        shots[f"f{i}"].write_bytes(encode_png(frame))

    def found(folder: str) -> dict[str, list[Any]]:
        policy = Policy(vision=VisionPolicy(device="cpu-float32", workers=1))  # reads alike on every processor
        with ScreenPool(policy, tmp_path / folder) as pool:
            pool.read_all(shots, [sorted(shots)], lambda *stated: None)
            registry = Registry.declared((DeclaredEntity("person", "Helena Marsh", ()),), ())
            stated: list[tuple[str, int, int]] = []
            findings, refused = pool.find_all(shots, [sorted(shots)], registry, lambda *now: stated.append(now))
            assert not refused and sorted(findings) == sorted(shots)
            assert stated[-1] == ("find on screens", len(shots), len(shots)), "frames beside a stretch count once"
        return findings

    whole = found("whole")
    monkeypatch.setattr(pool_module, "_SEARCHED", 1)
    assert found("cut") == whole
    monkeypatch.setattr(pool_module, "_BESIDE", 0)
    alone = found("alone")
    assert alone["f0"] == whole["f0"] and len(alone["f1"]) < len(whole["f1"]), "what is left of the name is carried"
