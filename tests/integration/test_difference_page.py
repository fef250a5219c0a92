"""The page of a difference in a real Chromium: it loads nothing, shows before and after, searches, and can be dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.difference.difference import difference
from release.difference.page import MOST_PICTURES, write_page
from release.difference.snapshot import open_snapshot
from tests.difference_fixture import two_releases
from tests.review_browser import Page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("page")
    old, new = two_releases(home)
    before, now = open_snapshot(old), open_snapshot(new)
    return write_page(old, new, before, now, difference(before, now), home / "difference.html")


def test_the_page_shows_before_and_after_and_searches(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<b>Other" not in text and "&lt;b&gt;Other&lt;/b&gt; words" in text, "released words are shown as words"
    with Page() as browser:
        browser.open(page.as_uri())
        browser.until("document.readyState === 'complete'")
        assert (
            browser.ask("performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length") == 0
        )
        # a page may be complete before the pictures inside it are decoded
        browser.until("[...document.images].length && [...document.images].every(i => i.complete && i.naturalWidth)")
        pictures = browser.ask("[...document.images].map(i => [i.alt, i.naturalWidth, i.naturalHeight])")
        assert [size for _, *size in pictures] == [[128, 96], [128, 96]]
        assert "before, 1.0.0" in pictures[0][0] and "now, 1.1.0" in pictures[1][0]
        frame = browser.ask("(i => [i.left, i.top, i.width, i.height])(document.querySelector('.pair i').style)")
        assert frame == ["25%", "41.67%", "25%", "20.83%"], (
            "the pixels that are others: 32 to 64 of 128, 40 to 60 of 96"
        )
        assert "1 of 1, shrunk" in browser.ask("document.querySelector('#pictures + p').textContent")
        shown = "[...document.querySelectorAll('[data-find]')].filter(e => e.offsetHeight).length"
        every = browser.ask(shown)
        browser.ask("document.getElementById('search').focus()")
        browser.type("Other words")
        browser.until("document.getElementById('hits').textContent === '1 shown'")
        assert 0 < browser.ask(shown) < every
        colours = [_background(browser, scheme) for scheme in ("light", "dark")]
        assert colours == ["rgb(251, 251, 249)", "rgb(20, 23, 26)"]


def _background(browser: Page, scheme: str) -> str:
    browser._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    return str(browser.ask("getComputedStyle(document.body).backgroundColor"))


def test_of_many_pictures_an_even_choice_is_shown_and_their_number_told(tmp_path: Path) -> None:
    old, new = two_releases(tmp_path)
    before, now = open_snapshot(old), open_snapshot(new)
    found = difference(before, now)
    name = found.screenshots.changed[0]
    for number, shown in ((MOST_PICTURES, MOST_PICTURES), (MOST_PICTURES + 1, MOST_PICTURES)):
        many = found.model_copy(
            update={"screenshots": found.screenshots.model_copy(update={"changed": (name,) * number})}
        )
        text = write_page(old, new, before, now, many, tmp_path / "page.html").read_text(encoding="utf-8")
        assert text.count("<figure>") == shown and f"{shown} of {number}, shrunk" in text
