"""scrub images and the worker pool on generated screens: what is refused, what is written, what is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import encode_png, open_image
from redaction.errors import EngineUnavailable, EntrophyError
from redaction.findings import ImageFinding
from redaction.page.reading import Reading
from redaction.page.words import Word
from redaction.policy import Policy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.recording import RecordingReader
from redaction.screens.frames.workers import Before, ScreenPool
from redaction.screens.presidio_plugin import pixels_of
from redaction.scrub_images import scrub_images
from redaction.text import Registry

ONE = Policy(vision=VisionPolicy(device="cpu", workers=1))
FONT = ImageFont.truetype("DejaVuSans.ttf", 16)


def screen(*lines: str) -> np.ndarray:
    page = Image.new("RGB", (560, 60 + 40 * len(lines)), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    for i, text in enumerate(lines):
        draw.text((24, 24 + 40 * i), text, font=FONT, fill=(25, 25, 25))
    return np.array(page)


@pytest.fixture()
def shots(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "one.png").write_bytes(encode_png(screen("Mail jana.novak@example.com today", "Reset filters")))
    (folder / "two.png").write_bytes(encode_png(screen("Quarterly totals", "Project Bluefin review")))
    return folder


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def test_images_are_redacted_and_the_findings_told(shots: Path, tmp_path: Path) -> None:
    entities = tmp_path / "known.json"
    entities.write_text('[{"kind": "company", "value": "Bluefin"}]', encoding="utf-8")
    out = tmp_path / "out"
    counts = scrub_images(sorted(shots.iterdir()), out, entities, ONE, None)
    assert (counts.images, counts.refused) == (2, 0) and counts.findings >= 2
    found = {str(row["image"]): row for row in rows(out / "findings.jsonl")}
    assert sorted(found) == ["one.png", "two.png"]
    assert {f["kind"] for f in found["one.png"]["findings"]} == {"email"}  # type: ignore[attr-defined]
    assert "company" in {f["kind"] for f in found["two.png"]["findings"]}  # type: ignore[attr-defined]
    for name, row in found.items():
        before, after = open_image(shots / name), open_image(out / name)
        outside = np.ones(before.shape[:2], bool)
        for finding in row["findings"]:  # type: ignore[attr-defined]
            x0, y0, x1, y1 = finding["box"]
            outside[y0:y1, x0:x1] = False
            assert not np.array_equal(before[y0:y1, x0:x1], after[y0:y1, x0:x1])
        assert np.array_equal(before[outside], after[outside])
    assert sorted(p.name for p in out.iterdir()) == ["findings.jsonl", "one.png", "two.png"], "nothing captured is left"
    assert b"novak" not in b"".join(p.read_bytes() for p in out.iterdir())


def test_refused_images_are_told_and_not_written(shots: Path, tmp_path: Path) -> None:
    (shots / "bad.png").write_bytes((shots / "one.png").read_bytes()[:200])
    (shots / "wrong.jpg").write_bytes((shots / "one.png").read_bytes())
    out = tmp_path / "out"
    out.mkdir()
    (out / "bad.png").write_bytes(b"of an earlier run")
    counts = scrub_images(sorted(shots.iterdir()), out, None, ONE, None)
    assert (counts.images, counts.refused) == (3, 1)
    assert [(r["image"], r["reason"]) for r in rows(out / "quarantine.jsonl")] == [("bad.png", "image_corrupt")]
    assert not (out / "bad.png").exists()
    assert (out / "wrong.png").exists(), "a wrong extension says nothing about the pixels of a single image"


def test_two_files_of_one_name_are_an_error(shots: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.png").write_bytes((shots / "two.png").read_bytes())
    with pytest.raises(EntrophyError, match="rename"):
        scrub_images([shots / "one.png", other / "one.png"], tmp_path / "out", None, ONE, None)
    with pytest.raises(EntrophyError):
        scrub_images([], tmp_path / "out", None, ONE, None)


def test_a_killed_worker_is_told_with_its_remedy(tmp_path: Path) -> None:
    with (
        ScreenPool(Policy(vision=VisionPolicy(device="cpu", workers=2)), tmp_path / "cache") as pool,
        pytest.raises(EngineUnavailable, match="continues"),
    ):
        list(pool._run(os._exit, [(9,), (9,)], lambda done: None))


def test_a_second_run_reads_nothing_again(shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a run that was killed had read is in the cache; the next one starts from there, with the same result."""
    names = {path.stem: path for path in shots.iterdir()}
    calls: list[tuple[str, int, int]] = []

    def stated(stage: str, done: int, total: int) -> None:
        calls.append((stage, done, total))

    with ScreenPool(ONE, tmp_path / "cache") as pool:
        first = pool.read_all(names, [["one"], ["two"]], stated)
    assert calls[-1] == ("read screens", 2, 2)
    monkeypatch.setattr("redaction.screens.ocr.reader.LineReader.lines", lambda *args: pytest.fail("read again"))
    with ScreenPool(ONE, tmp_path / "cache") as pool:
        assert pool.read_all(names, [["two"], ["one"]], stated) == first


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (("company", "Bluefin Trading"), ["two"]),  # its first word stands there
        (("email", "jana.novak@example.com"), ["one"]),
        (("person", "Ottilie Brandt"), []),
    ],
)
def test_only_what_mentions_what_changed_is_searched_again(
    shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: tuple[str, str], asked: list[str]
) -> None:
    """As one search with everything, at the price of what concerns the screens."""
    names = {path.stem: path for path in shots.iterdir()}
    recordings = [["one"], ["two"]]
    more, searched = Registry([(*known, True)]), []
    weighed = ScreenEngine.weighed

    def counted(
        engine: ScreenEngine, reading: Reading, registry: Registry | None = None
    ) -> tuple[list[ImageFinding], dict[Word, float]]:
        searched.append("one" if any("jana" in line.text for line in reading.lines) else "two")
        return weighed(engine, reading, registry)

    with ScreenPool(ONE, tmp_path / "cache") as pool:
        pool.read_all(names, recordings, lambda *told: None)
        found, _ = pool.find_all(names, recordings, Registry(), lambda *told: None)
        whole = pool.find_all(names, recordings, more, lambda *told: None)
        keys, standing = dict(pool.keys), dict(pool.standing)
    monkeypatch.setattr(ScreenEngine, "weighed", counted)
    with ScreenPool(ONE, tmp_path / "cache") as pool:
        pool.keys.update(keys)
        pool.standing.update(standing)
        assert pool.find_all(names, recordings, more, lambda *told: None, Before(found, more)) == whole
        assert pool.standing == standing
    assert searched == asked and (known[0] != "company" or whole[0] != found)


_KILLED = """
import os, signal, sys
from pathlib import Path
from redaction.policy import Policy, VisionPolicy
from redaction.screens.frames.workers import ScreenPool
shots = {path.stem: path for path in sorted(Path(sys.argv[1]).iterdir())}
side = int(sys.argv[3])
policy = Policy(vision=VisionPolicy(device="cpu", workers=1))
cache = Path(sys.argv[2])
def die(*told):
    if list(cache.glob("*.json")):
        os.kill(os.getpid(), signal.SIGKILL)
with ScreenPool(policy, cache, side_by_side=side) as pool:
    pool.read_all(shots, [sorted(shots)[i::side] for i in range(side)], die)
"""
"""Reads screens until the first one is kept, then is killed: by itself, so that no clock decides how far it came."""


@pytest.mark.parametrize("side", [1, 3])
def test_a_run_that_was_killed_continues_where_it_stopped(
    shots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int
) -> None:
    for number in range(12):
        (shots / f"x{number}.png").write_bytes(encode_png(screen(*(f"Page {number} line {i}" for i in range(9)))))
    names = {path.stem: path for path in shots.iterdir()}
    cache = tmp_path / "cache"
    recordings = [sorted(names)[i::side] for i in range(side)]
    run = subprocess.run([sys.executable, "-c", _KILLED, str(shots), str(cache), str(side)], timeout=240)
    assert run.returncode == -signal.SIGKILL
    kept = len(list(cache.glob("*.json")))
    assert 1 <= kept < len(names), "killed on the way"

    reading = RecordingReader._fresh
    fresh: list[int] = []

    def counted(reader: RecordingReader, image: np.ndarray, digest: str) -> tuple[str, Reading]:
        fresh.append(1)
        return reading(reader, image, digest)

    monkeypatch.setattr(RecordingReader, "_fresh", counted)
    with ScreenPool(ONE, cache, side_by_side=side) as pool:
        resumed = pool.read_all(names, recordings, lambda *stated: None)
    assert len(fresh) == len(names) - kept, "only what was missing is read"
    with ScreenPool(ONE, tmp_path / "another") as pool:
        assert pool.read_all(names, recordings, lambda *stated: None) == resumed


def test_pixels_of_takes_what_presidio_passes(shots: Path) -> None:
    path = shots / "one.png"
    expected = open_image(path)
    for image in (path, str(path), expected, Image.fromarray(expected)):
        assert np.array_equal(pixels_of(image), expected)
    with pytest.raises(TypeError):
        pixels_of(object())
