"""A video that goes out, as a person meets it: a real Chromium plays it."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from redaction.video.encode import encode_film
from tests.review_browser import Page

COLOURS = ((200, 40, 40), (40, 160, 40), (40, 40, 200))
LONGEST_PAINT = 20.0  # seconds
VIDEO = "document.querySelector('video')"


def test_each_picture_is_shown_at_its_time(tmp_path: Path) -> None:
    plain = [np.full((179, 317, 3), colour, np.uint8) for colour in COLOURS]
    encode_film([(0, plain[0]), (700, plain[1]), (5000, plain[2])], 9000, tmp_path / "a.mp4")
    (tmp_path / "a.html").write_text("<!doctype html><video src=a.mp4 muted></video>", encoding="utf-8")
    with Page() as browser:
        browser.open((tmp_path / "a.html").as_uri())
        browser.until(f"{VIDEO}.readyState >= 2")
        assert browser.ask(f"[{VIDEO}.duration, {VIDEO}.videoWidth, {VIDEO}.videoHeight]") == [9, 318, 180]
        for seconds, wanted in ((0.1, 0), (0.65, 0), (0.75, 1), (4.9, 1), (5.1, 2), (8.9, 2), (0.3, 0)):
            browser.ask(
                f"new Promise(done => {{ {VIDEO}.onseeked = () => done(1); {VIDEO}.currentTime = {seconds}; }})"
            )
            # A busy machine paints late, but a paused video never changes to a right picture by waiting.
            end = time.monotonic() + LONGEST_PAINT
            while (off := _farthest(browser, COLOURS[wanted])) >= 12 and time.monotonic() < end:
                time.sleep(0.1)
            assert off < 12, seconds
        browser.ask(f"{VIDEO}.currentTime = 8.5; {VIDEO}.play().then(() => 1)")
        browser.until(f"{VIDEO}.ended")
        assert browser.ask(f"{VIDEO}.error === null")


def _farthest(browser: Page, colour: tuple[int, int, int]) -> int:
    """How far the middle of what is shown is from a colour; a file's pixels are not its page's to read."""
    seen = cv2.imdecode(np.frombuffer(browser.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    return int(np.abs(seen[60:120, 100:200, ::-1].astype(int) - colour).max())
