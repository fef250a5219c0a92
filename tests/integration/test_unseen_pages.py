"""Pages of benchmarks/unseen_pages.py: what the browser measures is where the picture shows it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.unseen_cast import Cast
from benchmarks.unseen_pages import HALVES, LATER, PAGES, layouts, page_html, render
from redaction.capture.images import open_image
from redaction.policy import Policy
from redaction.screens.ocr.foreground import foreground_mask
from samples.browser import CHROMIUM, Browser

SHARED = {"base", "parts", "widgets"}
"""What pages are put together of."""
NUMBERED = (
    *(30, 22, 26, 28, 26, 26, 26, 35, 26, 32, 26, 31, 26, 30),
    *(30, 30, 30, 24, 27, 28, 28, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26),
    *(26, 26, 26, 26),
)
TRAINING = (34, 34, 40, 40, 30, 30, 33, 29, 34, 29, 30, 35, 25, 30)
SIZES = [*NUMBERED, *TRAINING]


def sizes(sets: list[list[str]]) -> list[int]:
    return list(map(len, sets))


def test_halves_and_later_sets_share_no_layout_and_leave_none_out() -> None:
    development, held_out, *later = map(layouts, (*HALVES, *LATER))
    assert abs(len(development) - len(held_out)) <= 1 and sizes(later) == SIZES
    pages = {path.name.removesuffix(".html.j2") for path in PAGES.glob("*.html.j2")} - SHARED
    assert sorted(sum(later, development + held_out)) == sorted(pages) == sorted(layouts("all"))


def test_a_seed_decides_people_and_looks() -> None:
    me = Cast("somebody").people(1)[0]
    assert page_html("kanban", 3, me) == page_html("kanban", 3, me)
    assert page_html("kanban", 3, me) != page_html("kanban", 4, me)


@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Chromium: apt-get install chromium")
@pytest.mark.parametrize(
    "name",
    ["calendar_week", "sharing", "mail_panes", "appointments_fr", "ward_board", "sql_grid", "kintai_attendance_ja"],
)
def test_boxes_lie_on_ink(name: str, tmp_path: Path) -> None:
    with Browser() as browser:
        picture, items = render(browser, name, 2, Cast("somebody").people(1)[0])
    (tmp_path / "page.png").write_bytes(picture)
    image = open_image(tmp_path / "page.png", Policy().capture)
    text = [item for item in items if item["kind"] != "face"]
    assert len(text) > 10
    for item in text:
        x0, y0, x1, y1 = item["box"]
        assert 0 <= x0 < x1 <= image.shape[1] and 0 <= y0 < y1 <= image.shape[0]
        columns = np.flatnonzero(foreground_mask(image[y0:y1, x0:x1]).any(axis=0))
        assert columns.size and columns[0] < (y1 - y0) and columns[-1] > x1 - x0 - (y1 - y0), item


@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Chromium: apt-get install chromium")
def test_what_an_ellipsis_or_a_dialog_hides_is_no_item(tmp_path: Path) -> None:
    page = """<body style="margin:20px;font:16px 'DejaVu Sans'"><div style="width:90px;overflow:hidden;
        text-overflow:ellipsis;white-space:nowrap"><span data-pii="person name">Bartholomea Quillbrook</span></div>
        <p><span data-pii="email">quill@example.org</span></p><p><span data-pii="phone">+49 170 5550</span></p>
        <div style="position:absolute;left:0;top:50px;width:300px;height:40px;background:#ddd"></div></body>"""
    with Browser() as browser:
        browser.show(page, 400, 200, 2)
        found = browser.measure((PAGES / "measure.js").read_text(encoding="utf-8"))
        picture = cv2.imdecode(np.frombuffer(browser.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape[:2] == (400, 800)
    assert [entry["kind"] for entry in found] == ["person name", "phone"]
    assert "Bartholomea".startswith(found[0]["text"]) and 3 <= len(found[0]["text"]) < 10
    assert found[0]["box"][2] < 110
