"""The viewer of a bundle as a reader meets it: opened from the disk in a real Chromium."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.errors import BundleError
from release.browse.plots import colour, plots
from release.browse.viewer import WIDTH, write_viewer
from tests.release_fixture import build, key, make_batches
from tests.review_browser import Page
from tests.review_fixture import clean_certificate
from tests.scrubbed_fixture import make_batch, make_rows
from tests.videos_fixture import make_videos


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("browse")
    hostile = make_rows("h", ["</script><script>document.title='taken'</script>"], instances=1)
    hostile[0]["description"] = '<img src=x onerror=alert(1)>\u2028 & "quotes"'
    wide = make_batch(home / "wide", "h", rows=hostile, size=(90, 1400))
    return build([*make_batches(home / "batches"), wide], home / "out" / "bundle").path


@pytest.fixture(scope="module")
def page(bundle: Path) -> Path:
    return write_viewer(bundle, bundle.parent / "browse")


def test_a_reader_finds_a_recording_and_walks_through_its_steps(page: Path) -> None:
    with Page() as browser:
        browser.open(page.as_uri(), width=1200, height=900)
        browser.until("document.querySelectorAll('#rows tr').length === 7")
        assert "taken" not in browser.ask("document.title")
        shown = "[...document.querySelectorAll('#rows tr')].filter(r => !r.hidden).length"
        browser.ask("document.querySelector('#search').focus()")
        browser.type("tidy spreadsheet")
        browser.until(f"{shown} === 2 && document.querySelector('#hits').innerText === '2 of 7'")
        browser.ask("document.querySelector('#rows tr:not([hidden]) button').click()")
        browser.until("document.querySelectorAll('#film button').length === 6")
        browser.until("document.querySelector('#shot img').naturalWidth === 128")
        assert browser.ask("document.querySelector('#head').innerText") == "Quarterly tidy-up"
        left = browser.ask("document.querySelector('#shot i').style.left")
        browser.press("ArrowRight")
        browser.until("[...document.querySelectorAll('#film button')][1].getAttribute('aria-current') === 'true'")
        assert "Quarterly tidy-up" in browser.ask("document.querySelector('#row').innerText") and left.endswith("%")
        browser.press("Escape")
        browser.until("!document.querySelector('#list').hidden && document.activeElement.tagName === 'BUTTON'")
        assert browser.ask("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_seen_before_anything_is_read(page: Path) -> None:
    with Page() as browser:
        browser.open(page.as_uri(), width=1200, height=900)
        browser.until("document.querySelectorAll('figure').length === 4")
        # One mark a recording in three of the plots, a line a process in all.
        assert browser.ask("document.querySelectorAll('[data-recording]').length") == 3 * 7
        titles = "[...document.querySelectorAll('figure')].map(f => f.querySelectorAll('g').length)"
        assert browser.ask(titles) == [4, 4, 4, 4]
        shares = "[...document.querySelectorAll('figure')[1].querySelectorAll('rect title')].map(t => t.textContent)"
        assert any(told.endswith("of 12 steps") for told in browser.ask(shares))
        browser.ask("document.querySelector('[data-recording=\"3\"]').dispatchEvent(new MouseEvent('click'))")
        browser.until("!document.querySelector('#one').hidden")
        opened = browser.ask("document.querySelector('#facts').innerText")
        data = json.loads(browser.ask("document.querySelector('#data').textContent"))
        assert data["recordings"][2]["id"] in opened


@pytest.mark.parametrize(
    ("last", "ends"),
    [
        ("2025-04-14 23:59:00.000", ["2025-04-14 08:41", "2025-04-14 23:59"]),
        ("2025-04-15 00:00:00.000", ["2025-04-14", "2025-04-15"]),
    ],
)
def test_the_axis_tells_what_differs(last: str, ends: list[str]) -> None:
    one = {"process": "p", "domain": "d", "seconds": 1.0, "steps": 1, "strip": [[0, 1]]}
    drawn = dict(plots([one | {"start": "2025-04-14 08:41:00.000"}, one | {"start": last}], ["a"]))
    assert re.findall(r'class="soft"[^>]*>([^<]*)<', drawn["When they were made"]) == ends


@pytest.mark.parametrize(("place", "of", "expected"), [(0, 3, "hsl(210 55% 52%)"), (2, 3, "hsl(90 55% 52%)")])
def test_an_application_has_one_colour_everywhere(place: int, of: int, expected: str) -> None:
    assert colour(place, of) == expected


def test_what_a_row_says_is_text_and_nothing_else(page: Path) -> None:
    with Page() as browser:
        browser.open(page.as_uri(), width=400, height=900)
        browser.until("document.querySelectorAll('#rows tr').length === 7")
        browser.ask("[...document.querySelectorAll('#rows button')].find(b => b.innerText.includes('script')).click()")
        browser.until("document.querySelectorAll('#film button').length === 6")
        assert browser.ask("document.querySelector('#row').innerText.includes('<img src=x onerror=alert(1)>')")
        assert browser.ask("document.querySelectorAll('#row img, #film span img').length") == 0
        assert browser.ask("document.title") == "Entrophy interactions 1.0.0"
        assert browser.ask("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_the_same_each_time_smaller_and_of_the_released_pixels(bundle: Path, page: Path, tmp_path: Path) -> None:
    again = write_viewer(bundle.parent, tmp_path / "again").parent
    first = {p.relative_to(page.parent): p.read_bytes() for p in page.parent.rglob("*") if p.is_file()}
    assert first == {p.relative_to(again): p.read_bytes() for p in again.rglob("*") if p.is_file()}
    sizes = set()
    for path in first:
        if path.suffix == ".webp":
            with Image.open(page.parent / path) as image:
                sizes.add(image.size)
    assert sizes == {(128, 96), (WIDTH, round(90 * WIDTH / 1400))}
    write_viewer(bundle, again)
    assert {p.relative_to(again) for p in again.rglob("*") if p.is_file()} == set(first)


def test_a_bundle_that_was_changed_and_a_folder_of_something_else_are_refused(bundle: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    with pytest.raises(BundleError, match="something else than a viewer"):
        write_viewer(bundle, other)
    assert [path.name for path in other.iterdir()] == ["thesis.txt"]
    copy = Path(shutil.copytree(bundle, tmp_path / "copy"))
    rows = json.loads((copy / "Finance.json").read_text())
    rows[0]["description"] = "changed"
    (copy / "Finance.json").write_text(json.dumps(rows))
    with pytest.raises(BundleError):
        write_viewer(copy, tmp_path / "out")


def test_the_command_writes_it_beside_the_bundle(bundle: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(bundle, tmp_path / "out" / "bundle"))
    done = CliRunner().invoke(app, ["browse", str(copy.parent)], catch_exceptions=False, env={"COLUMNS": "300"})
    assert done.exit_code == 0 and str(copy.parent / "browse" / "index.html") in done.stdout
    assert (copy.parent / "browse" / "recordings" / "7.js").is_file()


def test_a_demonstration_is_watched_with_its_guide_key_frames_and_actions(tmp_path: Path) -> None:
    made_ = make_videos(tmp_path / "out", signing_key=key(), certify=clean_certificate)
    page = write_viewer(made_.out / "bundle", tmp_path / "browse")
    made = sorted(p.relative_to(page.parent).as_posix() for p in page.parent.rglob("*") if p.is_file())
    assert [name for name in made if "videos/" in name] == ["videos/1.mp4", "videos/2.mp4"]
    assert sum("state-" in name for name in made) == 4
    with Page() as browser:
        browser.open(page.as_uri(), width=1200, height=900)
        browser.until("document.querySelectorAll('#rows tr').length === 2")
        assert browser.ask("document.querySelector('#rows td').innerText") == "Look up a contact · video"
        browser.ask("document.querySelector('#rows button').click()")
        browser.until("document.querySelector('#video').readyState >= 1")
        assert browser.ask(
            "[document.querySelector('#video').duration, document.querySelector('#video').videoWidth]"
        ) == [7, 642]
        assert browser.ask("document.querySelector('#guide').innerText").startswith("1. Open Accounts.")
        browser.until("[...document.querySelectorAll('#states img')].every(i => i.naturalWidth === 640)")
        assert browser.ask("[...document.querySelectorAll('#states > li')].map(l => l.innerText.split('\\n').at(-1))")[
            0
        ] == ("mouseup · 20, 30 · Open")
        browser.ask("document.querySelectorAll('#states button')[1].click()")
        browser.until("document.querySelector('#video').currentTime === 3")
        assert browser.accessibility() == []
        browser.press("Escape")
        browser.until("!document.querySelector('#list').hidden && document.querySelector('#video').paused")
