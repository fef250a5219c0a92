"""The auditor sees rows and documents of company sources as captured beside as released, in one private file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from release.review.source_pages import ROWS, chosen, marked, write_source_page
from samples.company.pdfs import form
from tests.demonstration_build import work_in
from tests.sources_batch import IDS, NAMES, mail, write_company


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build with its work folder as `entrophy build` leaves it."""
    folder = tmp_path_factory.mktemp("captured")
    source = write_company(folder / "company-1", also=["resumes"])
    home = source / "sources" / "resumes" / "documents"
    home.mkdir(parents=True)
    (home / f"{IDS[2]}.pdf").write_bytes(form(NAMES[2]))
    work = work_in(tmp_path_factory.mktemp("out"))
    (store,) = work.scrubbed(source)
    work.released([store])
    (work.folder / "work" / "batches").mkdir()
    store.path.rename(work.folder / "work" / "batches" / source.name)
    return work.folder


def test_captured_stands_beside_released(built: Path) -> None:
    page = write_source_page(built)
    assert page is not None and page == built / "work" / "sources.html"
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    text = page.read_text("utf-8")
    assert f"<del>{NAMES[1]}</del>" in text and f"<del>{mail(NAMES[1])}</del>" in text
    for name in ("employees", "customers", "sales", "it_tickets", "posts", "resumes"):
        assert f'<h2 id="{name}">' in text
    assert text.count('alt="as captured"') == text.count('alt="as released"') == 1
    assert "<script" not in text and 'src="http' not in text and "default-src 'none'" in text


def test_a_build_without_sources_has_none(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    assert write_source_page(tmp_path) is None and not (tmp_path / "work" / "sources.html").exists()


def test_the_least_certain_rows_come_first_and_the_rest_is_spread() -> None:
    few = chosen(3, {1: 0.4}, ROWS)
    assert [(one.number, one.lowest) for one in few] == [(1, 0.4), (0, 1.0), (2, 1.0)]
    many = chosen(10_000, {n: 0.5 + n / 20_000 for n in range(0, 10_000, 2)}, ROWS)
    assert len(many) <= ROWS and [one.number for one in many[:3]] == [0, 2, 4]
    assert len({one.number for one in many}) == len(many) and max(one.number for one in many) > 9_000
    assert chosen(0, {}, ROWS) == []


def test_what_differs_is_marked_on_both_sides_and_nothing_is_markup() -> None:
    assert marked("ask Ann <b> now", "ask Eve <b> now") == (
        "ask <del>Ann</del> &lt;b&gt; now",
        "ask <ins>Eve</ins> &lt;b&gt; now",
    )
    assert marked("", "x") == ("", "<ins>x</ins>")
