"""Record one short piece of invented work: `python -m samples.record --out DIR [--rrweb SCRIPT]`.

Playwright drives Debian's Chromium over two local pages and writes its trace; rrweb, whose script is no dependency and
is given as a file (`rrweb.umd.min.cjs` of the npm package), writes its session beside it. No network is used: every
address is answered from `pages/`. The smartRPA log is no recording: it is written by the logger's published columns.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samples.browser import CHROMIUM
from samples.smartrpa import write_smartrpa

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

HOST = "crm.example.com"
PIN = "4711-Klabautermann"
"""Typed into a password field: an import that takes it over is wrong."""
_PAGES = Path(__file__).parent / "pages"
_WIDTH, _HEIGHT = 640, 440
"""In CSS px. Playwright's screencast shows larger pages smaller."""


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Record invented work with Playwright and rrweb.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--rrweb", type=Path, help="rrweb's script, to record with it too")
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    record_trace(chosen.out / "playwright-trace.zip", pause_ms=550)
    write_smartrpa(chosen.out / "smartrpa-log.csv")
    if chosen.rrweb:
        events = record_rrweb(chosen.rrweb, pause_ms=550)
        (chosen.out / "rrweb-session.json").write_text(json.dumps(events, ensure_ascii=False) + "\n", encoding="utf-8")


def record_trace(path: Path, *, pause_ms: int = 0, snapshots: bool = True, screenshots: bool = True) -> None:
    """Write the trace of the work; between two actions the browser waits `pause_ms`."""
    with _context() as context:
        context.tracing.start(screenshots=screenshots, snapshots=snapshots, sources=False)
        _work(context.new_page(), pause_ms)
        context.tracing.stop(path=path)


def record_rrweb(script: Path, *, pause_ms: int = 0) -> list[Any]:
    """The events of the same work as rrweb's script tells them, from both pages."""
    # kept by the tab: a page that is left takes what it holds with it
    keep = "event => sessionStorage.setItem('rr', (sessionStorage.getItem('rr') || '') + JSON.stringify(event) + '\\n')"
    with _context() as context:
        record = f"if (location.host) rrweb.record({{emit: {keep}}})"
        context.add_init_script(
            f"{script.read_text(encoding='utf-8')}\nwindow.addEventListener('DOMContentLoaded', () => {{ {record} }})"
        )
        page = context.new_page()
        _work(page, pause_ms)
        return [json.loads(line) for line in page.evaluate("sessionStorage.getItem('rr')").splitlines()]


@contextmanager
def _context() -> Iterator[BrowserContext]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            context = browser.new_context(viewport={"width": _WIDTH, "height": _HEIGHT})
            context.route("**/*", _answer)
            yield context
        finally:
            browser.close()


def _answer(route: Route) -> None:
    page = "contacts.html" if route.request.url.endswith("/contacts") else "contact.html"
    route.fulfill(body=(_PAGES / page).read_text(encoding="utf-8"), content_type="text/html; charset=utf-8")


def _work(page: Page, pause_ms: int) -> None:
    """A contact gets a number, a city and a note, is saved, and the list is opened."""
    page.goto(f"https://{HOST}/contacts/1")
    steps = (
        lambda: page.get_by_label("Phone").click(),
        lambda: page.keyboard.press("End"),
        lambda: page.get_by_label("Phone").press_sequentially(" 50 12 34"),
        lambda: page.get_by_label("City").select_option("Oslo"),
        lambda: page.get_by_label("Note").fill("Silje Aarhaug asked to be called back."),
        lambda: page.get_by_label("PIN of approval").press_sequentially(PIN),
        lambda: page.get_by_role("button", name="Save contact").click(),
        lambda: page.get_by_role("link", name="All contacts").click(),
        lambda: page.get_by_role("link", name="Silje Aarhaug").click(button="right"),
    )
    for step in steps:
        page.wait_for_timeout(pause_ms)
        step()
    page.wait_for_timeout(pause_ms)


if __name__ == "__main__":
    main()
