"""The generator with a real browser: a tiny recording, filmed anew."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from samples.browser import CHROMIUM, Browser, BrowserError
from samples.generate import plans, write_batch

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed (apt-get install chromium)"
)


@needs_chromium
def test_two_events_filmed_anew(tmp_path: Path) -> None:
    batch = plans(99)[1]
    script = batch.scripts[1]
    steps = tuple(step for step in script.steps if step.shot)[:2]
    small = replace(batch, scripts=(replace(script, steps=steps),))
    with Browser() as browser:
        assert write_batch(small, browser, tmp_path, 99) == 2
    recording = tmp_path / "captures" / batch.name / "recordings" / script.recording
    rows = [json.loads(line) for line in (recording / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["event_id"] for row in rows] == [step.event_id for step in steps]
    truth = json.loads((tmp_path / "truth" / f"{batch.name}.json").read_text(encoding="utf-8"))
    for row in rows:
        picture = cv2.imread(str(recording / "screenshots" / row["screenshot"]))
        assert picture.shape == (800, 1280, 3)
        boxes = [r for r in truth["pixels"] if r["screenshot"] == row["screenshot"]]
        assert {"person", "email", "face"} <= {r["kind"] for r in boxes}
        assert all(picture[r["box"][1] : r["box"][3], r["box"][0] : r["box"][2]].std() > 3 for r in boxes)


@needs_chromium
def test_nothing_is_left_in_the_folder_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    # not in tmp_path: the path of a socket is short
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", None)
        with Browser() as browser:
            browser.show("<p>Hello</p>", 200, 100)
            assert browser.profile in Path(folder).iterdir()
        assert list(Path(folder).iterdir()) == []


@needs_chromium
def test_measuring_sees_wrapped_hidden_and_clipped_text() -> None:
    page = """<body style="margin:0;font:16px/20px 'Liberation Sans'">
      <div style="width:60px" data-el="narrow"><span data-kind="person">Anna Bolena</span></div>
      <div style="width:30px;overflow:hidden;white-space:nowrap"><span data-kind="company">Northwindmill</span></div>
      <span data-kind="email" style="position:absolute;left:0;top:2000px">far@example.org</span>
      <div style="position:absolute;left:0;top:200px;width:80px;height:20px">
        <span data-kind="phone">123 456</span></div>
      <div style="position:absolute;left:0;top:200px;width:80px;height:20px;background:red"></div></body>"""
    with Browser() as browser:
        browser.show(page, 400, 300)
        measured = browser.measure()
    values = measured["values"]
    assert [v["text"] for v in values if v["kind"] == "person"] == ["Anna", "Bolena"]
    assert [v["of"] for v in values if v["kind"] == "person"] == ["Anna Bolena"] * 2
    clipped = [v for v in values if v["kind"] == "company"]
    assert len(clipped) == 1 and clipped[0]["box"][2] == 30 and clipped[0]["text"] in ("Nort", "Nor")
    assert {v["kind"] for v in values} == {"person", "company"}, "off-screen and covered text is not on the picture"
    assert measured["elements"]["narrow"][2] == 60


def test_a_missing_browser_is_said_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(BrowserError, match="apt-get install chromium"):
        Browser(tmp_path / "none")
