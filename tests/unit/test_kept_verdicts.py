"""What held is not looked at again; whatever is another content, another question, another code or no verdict is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from redaction.work.files import file_digest
from release.bundle import kept_verdicts
from release.bundle.gate import require_valid
from release.bundle.kept_verdicts import KeptVerdicts, content_of
from release.verify.problems import Origin, Problem, VerifyReport
from tests.scrubbed_fixture import make_batch, make_rows
from validation.leaks.leak_report import Leak, LeakReport, Sample
from validation.leaks.verdicts import Unread
from validation.table.expectations import CheckResult

T = TypeVar("T")
KEY, OTHER = b"k" * 32, b"o" * 32
CLEAN = LeakReport(
    "ab" * 32,
    {"files": 20, "texts": 300, "screenshots": 4, "screenshots_by_ocr": 3},
    {"person": 12},
    2,
    {"tesseract": "5"},
    True,
    (),
    Sample(3, 3),
    frozenset(),
    Unread(40, 2, ((1, 2),), (("a.png", 1), ("b.png", 1))),
)
LEAK = Leak("Finance.parquet row 3", "person-1", "person", "word")


def counted(made: T) -> tuple[list[None], Callable[[], T]]:
    asked: list[None] = []

    def make() -> T:
        asked.append(None)
        return made

    return asked, make


def kept(folder: Path, key: bytes = KEY) -> KeptVerdicts:
    return KeptVerdicts(folder / "work" / "verdicts", key)


def test_a_clean_search_is_made_once_for_one_question(tmp_path: Path) -> None:
    asked, search = counted(CLEAN)
    for _ in range(2):
        assert kept(tmp_path).searched("cd" * 32, search) == CLEAN
    assert len(asked) == 1
    kept(tmp_path).searched("ef" * 32, search)
    kept(tmp_path, OTHER).searched("cd" * 32, search)
    assert len(asked) == 3


@pytest.mark.parametrize("made", [
    LeakReport("ab" * 32, {}, {}, 0, {}, True, (LEAK,)),
    LeakReport("ab" * 32, {}, {}, 0, {}, False, ()),
])  # fmt: skip
def test_a_search_that_found_something_or_left_the_screens_out_is_made_again(tmp_path: Path, made: LeakReport) -> None:
    asked, search = counted(made)
    for _ in range(2):
        assert kept(tmp_path).searched("cd" * 32, search) == made
    assert len(asked) == 2


def test_a_verification_is_kept_whole_if_everything_held(tmp_path: Path) -> None:
    good = VerifyReport(tmp_path, [], {"rows": 36}, ["a note"], Origin("key", "own", "o/d", "1.0.0", "ab"), "", True)
    bad = VerifyReport(tmp_path, [Problem("manifest.json", "is gone.", "Fetch it.")])
    for made, times in ((good, 1), (bad, 2)):
        asked, verify = counted(made)
        for _ in range(2):
            assert kept(tmp_path).verified(str(times) * 64, tmp_path, verify) == made
        assert len(asked) == times


def test_a_link_and_a_folder_are_another_content(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "a").write_text("one")
    plain = content_of(here)
    assert plain == [("a", file_digest(here / "a"))]
    (here / "a").rename(there)
    (here / "a").symlink_to(there)
    linked = content_of(here)
    (here / "b").mkdir()
    assert plain != linked != content_of(here) and len(content_of(here)) == 2


def test_a_verdict_that_was_changed_is_none(tmp_path: Path) -> None:
    asked, search = counted(CLEAN)
    kept(tmp_path).searched("cd" * 32, search)
    (file,) = (tmp_path / "work" / "verdicts").iterdir()
    file.write_bytes(file.read_bytes().replace(b'"person":12', b'"person":13'))
    kept(tmp_path).searched("cd" * 32, search)
    assert len(asked) == 2


def test_other_code_looks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, search = counted(CLEAN)
    kept(tmp_path).searched("cd" * 32, search)
    monkeypatch.setattr(kept_verdicts, "_maker", lambda: "another")
    kept(tmp_path).searched("cd" * 32, search)
    assert len(asked) == 2


def test_results_of_a_batch_that_held_are_kept_and_no_others(tmp_path: Path) -> None:
    good = [CheckResult("one", True, 0, 24, "holds"), CheckResult("two", True, 0, 3, "holds, too")]
    bad = [*good, CheckResult("three", False, 1, 24, "does not", ("a/b",))]
    for results, times in ((good, 1), (bad, 2)):
        asked, validate = counted(results)
        for _ in range(2):
            assert kept(tmp_path).validated(str(times) * 64, validate) == results
        assert len(asked) == times


def test_an_unchanged_batch_is_not_validated_again_and_a_changed_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scrubbed = make_batch(tmp_path / "one", "one", processes=("Invoice creation",), size=(120, 160)) / "scrubbed"
    first = require_valid([scrubbed], kept(tmp_path))
    asked, validate = counted(tuple(first))
    monkeypatch.setattr("release.bundle.gate._validated", lambda folder, content: validate())
    assert require_valid([scrubbed], kept(tmp_path)) == first and not asked
    shot = next((scrubbed / "screenshots").iterdir())
    shot.write_bytes(shot.read_bytes() + b"\0")
    require_valid([scrubbed], kept(tmp_path))
    assert len(asked) == 1
    rows = make_rows("two", ("Invoice creation",))
    other = make_batch(tmp_path / "two", "two", rows=rows, size=(120, 160)) / "scrubbed"
    require_valid([other], kept(tmp_path))
    assert len(asked) == 2
