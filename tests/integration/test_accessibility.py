"""WCAG 2.2 AA by axe-core in a real Chromium: the audit report and the review page, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from redaction.canaries.figures import figures
from release.report.audit import write_report
from samples.browser import CHROMIUM
from tests.release_fixture import build, certify, make_batches
from tests.review_browser import Page
from tests.review_fixture import make_build, running
from validation.table.expectations import CheckResult

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed (apt-get install chromium)")
LOOKS = [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)]
CUT = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.ariaLabel)"
#: longer than a table is before it is folded, and searched
CHECKS = [
    CheckResult(f"check_{n}", n != 3, int(n == 3), 12, f"rule {n} holds for every row of the table") for n in range(60)
]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as browser:
        yield browser


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A bundle with canaries, and its batches."""
    folder = tmp_path_factory.mktemp("report")
    cells = [
        {"where": where, "field": "title", "kind": "person", "application": "Mail", "planted": 10, "caught": 9}
        for where in ("text", "screen")
    ]

    def certified(content: Path) -> Mapping[str, Any]:
        return {**certify(content), "canaries": figures(cells, 0.8)}

    batches = make_batches(folder)
    return build(batches, folder / "bundle", certify=certified).path, batches


@pytest.fixture(scope="module")
def report(made: tuple[Path, list[Path]]) -> Path:
    return write_report(*made, CHECKS, made[0].parent / "report.html")


def open_report(page: Page, report: Path, width: int) -> None:
    page.open(report.as_uri(), width, 900)
    page.until("document.readyState === 'complete' && document.querySelectorAll('.sort').length > 0")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_the_report(page: Page, report: Path, scheme: str, width: int) -> None:
    page.scheme(scheme)
    open_report(page, report, width)
    assert page.accessibility() == []
    assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
    cut = (
        "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.ariaLabel)"
    )
    assert page.ask(cut) == [], "no table is cut"
    page.ask("document.querySelector('.enlarge').click()")
    page.until("document.querySelector('dialog.large').open")
    assert page.accessibility() == []
    assert page.ask("document.querySelector('dialog.large img').naturalWidth") == 128


def test_tables_are_searched_sorted_narrowed_down_and_unfolded(page: Page, report: Path) -> None:
    page.scheme("light")
    open_report(page, report, 1280)
    rows = "[...document.querySelectorAll('#expectations tbody tr')].filter(r => r.offsetHeight)"
    names = f"{rows}.map(r => r.cells[1].textContent)"
    tools = "document.querySelector('#expectations').parentElement.previousElementSibling"
    assert len(page.ask(names)) == 20
    page.ask("document.querySelector('#expectations').parentElement.nextElementSibling.click()")
    assert len(page.ask(names)) == 60
    assert page.ask(f"{tools}.querySelector('output').textContent") == "60 rows"
    # a table of a dozen rows is seen at once, and has no tools
    rows_of = "[...document.querySelectorAll('.scroll')].map(t => [t.querySelectorAll('tbody tr').length, {}])"
    with_tools = page.ask(rows_of.format("t.previousElementSibling.matches('.table-tools')"))
    assert all(tooled == (number > 12) for number, tooled in with_tools)
    search = "(s => {{ s.value = '{}'; s.dispatchEvent(new Event('input')); }})({}.querySelector('input'))"
    page.ask(search.format("RULE 5", tools))
    assert len(page.ask(names)) == 11, "5, and 50 to 59"
    page.ask(search.format("", tools))
    choose = "(s => {{ s.value = '{}'; s.dispatchEvent(new Event('change')); }})({}.querySelector('select'))"
    page.ask(choose.format("✗ fails", tools))
    assert page.ask(names) == ["rule 3 holds for every row of the table"]
    page.ask(choose.format("", tools))
    before = page.ask(names)
    sort = "document.querySelectorAll('#expectations .sort')[{}]"
    page.ask(sort.format(1) + ".click()")
    assert page.ask(names) == [f"rule {n} holds for every row of the table" for n in range(60)], "numbers as numbers"
    assert page.ask(sort.format(1) + ".parentElement.ariaSort") == "ascending"
    page.ask(sort.format(1) + ".click()")
    assert page.ask(names)[0].startswith("rule 59")
    page.ask(sort.format(1) + ".click()")
    assert page.ask(names) == before and before[0].startswith("rule 3 "), "as it was: failures first"
    page.ask(sort.format(2) + ".click()")
    assert page.ask(names)[-1].startswith("rule 3 ")


@pytest.mark.parametrize(("rows", "tools", "shown"), [(12, False, 12), (13, True, 13), (20, True, 20), (21, True, 20)])
def test_short_tables_have_no_tools_and_are_not_folded(
    page: Page, made: tuple[Path, list[Path]], tmp_path: Path, rows: int, tools: bool, shown: int
) -> None:
    open_report(page, write_report(*made, CHECKS[:rows], tmp_path / "report.html"), 1280)
    table = "document.querySelector('#expectations').parentElement"
    assert page.ask(f"{table}.previousElementSibling.matches('.table-tools')") is tools
    assert page.ask(f"[...{table}.querySelectorAll('tbody tr')].filter(r => r.offsetHeight).length") == shown
    assert page.ask(f"{table}.nextElementSibling.textContent") == f"Show all {rows} rows"
    assert page.ask(f"{table}.nextElementSibling.hidden") is (shown == rows)


def test_on_paper_every_row_is_there(page: Page, report: Path) -> None:
    open_report(page, report, 1280)
    rows = "[...document.querySelectorAll('#expectations tbody tr')].filter(r => r.offsetHeight).length"
    assert page.ask(rows) == 20
    page.paper(True)
    assert page.ask(rows) == 60
    assert page.ask("[...document.querySelectorAll('.table-tools, .more')].every(e => !e.offsetHeight)")
    # an A4 sheet without its margins is 718 px wide
    open_report(page, report, 718)
    assert page.ask(CUT) == []
    page.paper(False)


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_the_review_page(tmp_path: Path, scheme: str, width: int) -> None:
    out = make_build(tmp_path / "out")
    # a browser of its own: a page left with marks on it would hold up the next one
    with Page() as page, running(out, tmp_path / "key") as started:
        page.scheme(scheme)
        page.open(started.address, width, 900)
        page.until("document.body.dataset.ready === '0'")
        page.drag(*page.at(200, 60), *page.at(260, 90))
        page.until("document.querySelectorAll('#marks li.missed').length === 1")
        assert page.accessibility() == []
        assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"
        for key, dialog in (("o", "overview"), ("c", "crops"), ("?", "help"), ("s", "sign")):
            page.press(key)
            page.until(f"document.querySelector('#{dialog}-dialog').open")
            page.until("[...document.querySelectorAll('dialog[open] img')].every(i => i.complete)")
            assert page.accessibility() == [], dialog
            page.ask(f"document.querySelector('#{dialog}-dialog').close()")
            page.until("document.querySelector('dialog[open]') === null && document.activeElement.matches('.view')")
        page.ask("document.querySelector('#close').click()")
        started.thread.join(20)
