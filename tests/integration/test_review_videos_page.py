"""Videos on the review page in a real Chromium: raw beside released as one, frames, marks, verdicts, what is left."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.findings import Kind
from redaction.stages.corrections import load_corrections
from redaction.work.files import file_digest
from release.bundle.archive import member
from release.review.decisions import Decisions
from release.sign.signoff import sign_release
from samples.browser import CHROMIUM
from tests.review_browser import Page
from tests.review_fixture import NOW, Running, running
from tests.videos_fixture import Build, make_videos

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed (apt-get install chromium)")
KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
DIALOG = "document.querySelector('#videos-dialog')"
FILMS = "[...document.querySelectorAll('#videos-dialog video')]"
TEXT = "document.querySelector('{}').textContent"


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return make_videos(tmp_path / "out")


@pytest.fixture
def page() -> Iterator[Page]:
    with Page() as browser:
        yield browser


@pytest.fixture
def review(build: Build, page: Page) -> Iterator[Running]:
    def sign(decision: Literal["release", "stop"], note: str) -> str:
        given = {"auditor": "Pat Auditor", "signing_key": KEY, "now": NOW, "verify": lambda b: []}
        sign_release(build.out / "bundle", build.out.parent / "key.decisions", decision=decision, note=note, **given)
        return f"Signed: {decision}."

    with running(build.out, build.out.parent / "key", sign=sign) as started:
        page.open(started.address)
        page.until("document.body.dataset.ready === '0'")
        yield started
        page.ask("document.querySelector('#close')?.click()")
        started.thread.join(20)
        assert not started.thread.is_alive()


def watch(page: Page, number: int = 0) -> None:
    """Open the videos, and wait until one is shown."""
    if not page.ask(f"{DIALOG}.open"):
        page.press("m")
    ready(page, number)


def ready(page: Page, number: int) -> None:
    page.until(f"{DIALOG}.dataset.ready === '{number}' && {DIALOG}.dataset.frame === '0'")


def frame(page: Page, number: int) -> None:
    """Wait until they stand at a frame."""
    page.until(f"{DIALOG}.dataset.frame === '{number}' && !document.querySelector('#video-still').hidden")


def shown(page: Page, view: str, x: float, y: float) -> np.ndarray:
    """The colour (RGB) of a pixel of a video, as it is on the screen."""
    screen = cv2.imdecode(np.frombuffer(page.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert screen is not None
    left, top, wide = page.ask(
        f"(r => [r.left, r.top, r.width])(document.querySelector('#{view} video').getBoundingClientRect())"
    )
    scale = wide / 642
    return np.asarray(screen[round(top + y * scale), round(left + x * scale), ::-1])


def test_both_play_pause_and_seek_as_one(review: Running, page: Page) -> None:
    assert page.ask(TEXT.format("#counts")).endswith("0 of 2 videos reviewed")
    watch(page)
    assert page.ask(f"{FILMS}.map(v => [v.videoWidth, v.error, v.paused])") == [[642, None, True]] * 2
    assert "0.12 min · 7 frames · lowest 0.41 · phone" not in page.ask(TEXT.format("#video-list"))
    assert "0.12 min · 7 frames · lowest 0.41" in page.ask(TEXT.format("#video-list"))
    page.press(" ")
    page.until(f"{FILMS}.every(v => !v.paused && v.currentTime > 0.4)")
    assert page.ask("document.querySelector('#video-still').hidden")
    apart = page.ask(f"Math.abs({FILMS}[0].currentTime - {FILMS}[1].currentTime)")
    assert apart < 0.2
    page.press("k")
    page.until(f"{FILMS}.every(v => v.paused)")
    page.press("l")
    page.until(f"{FILMS}.every(v => v.currentTime >= 5.4)")
    page.press("j")
    page.until(f"{FILMS}.every(v => v.currentTime < 2)")
    # to the slider with its own keys, and to a frame of the timeline
    # in one go: the time that moves moves the slider
    page.ask("(s => { s.value = 4500; s.dispatchEvent(new Event('input')); })(document.querySelector('#video-seek'))")
    frame(page, 4)
    assert page.ask(TEXT.format("#video-time")) == "0:04.5 of 0:07.0 · frame 5"
    page.press("ArrowRight")
    frame(page, 5)
    page.press("ArrowLeft")
    frame(page, 4)
    # the name of the badge is there in the one, and black in the other
    assert shown(page, "video-raw", 100, 74).min() > 200
    assert shown(page, "video-redacted", 100, 70).max() < 40


def test_the_end_pauses_both_and_play_begins_again(review: Running, page: Page) -> None:
    watch(page)
    page.ask("(s => { s.value = 4; s.dispatchEvent(new Event('change')); })(document.querySelector('#video-speed'))")
    page.press(" ")
    page.until(f"{FILMS}.every(v => v.paused) && {FILMS}[1].currentTime > 6.8", 10)
    assert page.ask(TEXT.format("#video-play")).startswith("Play")
    page.press(" ")
    page.until(f"{FILMS}.every(v => !v.paused && v.currentTime < 5)")


def test_least_certain_frames_marks_and_a_flag(build: Build, review: Running, page: Page) -> None:
    watch(page)
    assert page.ask("document.querySelector('#video-accept').disabled")
    listed = page.ask("[...document.querySelectorAll('#video-least button')].map(b => b.textContent)")
    assert [text[:6] for text in listed] == ["0:02.0", "0:04.0", "0:01.0", "0:03.0", "0:00.0", "0:05.0", "0:06.0"]
    assert listed[0].startswith("0:02.00.41 · phone") and listed[3].startswith("0:03.00.41 · phone · as before")
    page.press("u")
    frame(page, 2)
    assert page.ask("document.querySelectorAll('#video-raw rect.box').length") == 2
    assert page.ask("document.querySelector('#video-raw rect.box title').textContent") == "phone · 0.41 · names"
    assert page.ask("[...document.querySelectorAll('#video-box-list li span')].map(s => s.textContent)") == [
        "phone · 0.41 · at 10, 78",
        "person · 0.93 · at 10, 54",
    ]
    page.click(*page.at(100, 89, "video-raw"))
    page.until("document.querySelectorAll('#video-marks li.wrong').length === 1")
    page.press("u")
    frame(page, 4)
    page.drag(*page.at(20, 110, "video-raw"), *page.at(160, 140, "video-raw"))
    page.until("document.querySelectorAll('#video-marks li.missed').length === 1")
    page.press("t")
    page.type("Ada Invented")
    page.press("Enter")
    page.press("a")
    page.until(f"{TEXT.format('#video-say')}.includes('something is marked as missed')")
    assert Decisions(build.out.parent / "key.decisions").standing() == []
    page.press("f")
    ready(page, 1)
    assert page.ask(TEXT.format("#videos-counts")) == "1 of 2 videos reviewed"
    (flag,) = Decisions(build.out.parent / "key.decisions").standing()
    wrong, missed = flag.marks
    assert (wrong.type, wrong.frame, wrong.box) == ("wrong", 2, (10, 78, 190, 100))
    assert (missed.type, missed.frame, missed.kind, missed.text) == ("missed", 4, Kind.PERSON, "Ada Invented")
    assert missed.box is not None
    assert all(abs(a - b) <= 2 for a, b in zip(missed.box, (20, 110, 160, 140), strict=True))
    film = next(f for f in build.films if f.instance == flag.screenshot)
    made = load_corrections(build.out.parent / "key.corrections.json")
    assert [*made.cover] == [file_digest(build.store.file(film.frames[4][1]))]
    # going back shows what was decided and where
    page.press("p")
    ready(page, 0)
    assert page.ask(TEXT.format("#video-status")) == "Flagged"
    page.ask("document.querySelector('#video-marks li.missed button').click()")
    frame(page, 4)
    assert page.ask("document.querySelectorAll('#video-raw rect.missed').length") == 1
    page.ask("document.querySelector('#video-undo-verdict').click()")
    page.until(f"{TEXT.format('#video-status')} === 'Not decided'")
    assert page.ask("document.querySelectorAll('#video-marks li').length") == 2, "what was marked is still there"


def test_a_mark_needs_a_frame_that_stands(review: Running, page: Page) -> None:
    watch(page)
    drawn = (*page.at(20, 110, "video-raw"), *page.at(160, 140, "video-raw"))
    page.press(" ")
    page.until(f"!{FILMS}[1].paused")
    page.drag(*drawn)
    page.until(f"{TEXT.format('#video-say')}.startsWith('Pause first')")
    assert page.ask("document.querySelectorAll('#video-marks li').length") == 0


def test_all_is_accepted_by_keyboard_and_signed(build: Build, review: Running, page: Page) -> None:
    for index in range(4):
        page.until(f"document.body.dataset.ready === '{index}'")
        page.press("a")
    page.until(f"{TEXT.format('#counts')}.startsWith('4 of 4')")
    page.press("s")
    page.until("document.querySelector('#sign-dialog').open")
    assert page.ask("document.querySelector('#sign-release').disabled")
    assert "0 screen(s) and 2 video(s) to decide" in page.ask(TEXT.format("#sign-state"))
    page.ask("document.querySelector('#sign-cancel').click()")
    for number in range(2):
        watch(page, number)
        for at in (2, 4, 1, 3):
            page.press("u")
            frame(page, at)
        page.until("!document.querySelector('#video-accept').disabled")
        page.press("a")
    page.until(f"{TEXT.format('#videos-counts')} === '2 of 2 videos reviewed'")
    page.press("Escape")
    page.until(f"!{DIALOG}.open")
    page.press("s")
    page.until("!document.querySelector('#sign-release').disabled")
    page.ask("document.querySelector('#sign-release').click()")
    page.until(f"{TEXT.format('#sign-told')} === 'Signed: release.'")
    assert {d.verdict for d in Decisions(build.out.parent / "key.decisions").standing()} == {"accept"}


def test_an_altered_video_is_not_shown(build: Build, review: Running, page: Page) -> None:
    (archive,) = (build.out / "bundle").glob("*_demonstrations.zip")
    with zipfile.ZipFile(archive) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    with zipfile.ZipFile(archive, "w") as made:
        for name, data in members.items():
            made.writestr(member(name), data[:-9] + b"something" if name.endswith(".mp4") else data)
    watch(page)
    page.until(f"{TEXT.format('#video-say')}.startsWith('The released video cannot be played')")
    assert page.ask(f"{FILMS}[1].videoWidth") == 0


def test_a_captured_video_that_no_browser_plays_is_shown_by_its_frames(tmp_path: Path, page: Page) -> None:
    build = make_videos(tmp_path / "out", count=1, codec="mpeg4")
    with running(build.out, tmp_path / "key") as started:
        page.open(started.address)
        page.until("document.body.dataset.ready === '0'")
        watch(page)
        page.until(f"{TEXT.format('#video-say')}.startsWith('This browser cannot play the captured video')")
        page.press(" ")
        page.until("document.querySelector('#video-still').src.endsWith('/frame/1/raw')")
        assert not page.ask("document.querySelector('#video-still').hidden")
        page.ask("document.querySelector('#close').click()")
        started.thread.join(20)


def test_one_or_both(review: Running, page: Page) -> None:
    watch(page)
    seen = "[...document.querySelectorAll('#videos-dialog .view')].filter(v => v.clientWidth).map(v => v.id)"
    assert page.ask(seen) == ["video-raw", "video-redacted"]
    # whatever the screens of the review are shown in
    page.ask("document.body.dataset.layout = 'one'")
    assert page.ask(seen) == ["video-raw", "video-redacted"]
    for views in (["video-raw"], ["video-redacted"], ["video-raw", "video-redacted"]):
        page.press("v")
        assert page.ask(seen) == views


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_videos_can_be_heard(review: Running, page: Page, scheme: str) -> None:
    page.scheme(scheme)
    watch(page)
    page.press("u")
    frame(page, 2)
    page.click(*page.at(100, 89, "video-raw"))
    page.until("document.querySelectorAll('#video-marks li.wrong').length === 1")
    page.drag(*page.at(20, 120, "video-raw"), *page.at(160, 140, "video-raw"))
    page.until("document.querySelectorAll('#video-marks li.missed').length === 1")
    assert page.accessibility() == []
    assert page.ask("document.querySelector('#video-seek').getAttribute('aria-valuetext')") == "0:02.0 of 0:07.0"


def test_nothing_of_a_captured_video_is_left_on_disk(build: Build, review: Running, page: Page) -> None:
    watch(page)
    for at in (2, 4):
        page.press("u")
        frame(page, at)
    page.press(" ")
    page.until(f"{FILMS}[1].currentTime > 4.5 && !{FILMS}[1].paused")
    page.press(" ")
    pieces = []
    for film, number in zip(build.films, range(2), strict=True):
        data = build.raw(number).read_bytes()
        pieces += [data[at : at + 64] for at in range(len(data) // 2, len(data) - 64, len(data) // 8)]
        pieces += [build.store.file(file).read_bytes()[200:264] for _, file in film.frames]
    one = re.compile(b"|".join(map(re.escape, pieces)))
    files = [path for path in page.profile.rglob("*") if path.is_file() and not path.is_symlink()]
    assert files and not [path for path in files if one.search(path.read_bytes())]
