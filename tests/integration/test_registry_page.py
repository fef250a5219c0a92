"""index.html as a person meets it: opened from the disk in a real Chromium, which may not run a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.review_browser import Page
from tests.unit.test_registry import KEYS, add_tombstone, two, withdraw


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    shelf = two(tmp_path)
    withdraw(shelf)
    add_tombstone(shelf, date="2025-06-01", kind="participant", versions=("1.0.0",), keys=KEYS)
    return shelf


def test_withdrawn_versions_are_plain_to_see_and_the_latest_can_be_followed(shelf: Path) -> None:
    with Page() as browser:
        browser.open((shelf / "index.html").as_uri(), width=900, height=1000)
        browser.until("document.querySelectorAll('article').length === 2")
        assert browser.ask("document.querySelector('#v1\\\\.0\\\\.0 .mark').innerText") == "Withdrawn"
        crossed = "getComputedStyle(document.querySelector('#v1\\\\.0\\\\.0 .version')).textDecorationLine"
        assert browser.ask(crossed) == "line-through"
        assert "A telephone number shows on two screenshots." in browser.ask("document.body.innerText")
        # Nothing leads to the files of a version that is not to be used.
        links = browser.ask("[...document.querySelectorAll('a')].map(a => a.getAttribute('href')).join(' ')").split()
        assert [link for link in links if link.startswith("1.0.0")] == []
        for link in links:
            assert link.startswith("#v") or (shelf / link).exists()
        assert browser.ask("document.documentElement.scrollWidth <= innerWidth")
        browser.open((shelf / "index.html").as_uri(), width=360, height=800)
        browser.until("document.querySelectorAll('article').length === 2")
        assert browser.ask("document.documentElement.scrollWidth <= innerWidth")
