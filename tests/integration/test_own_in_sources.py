"""A finding in a row or a document of a company source that is a surrogate of ours in its place withholds nothing; the
same words anywhere else do."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.pdf.write import NewPage, Placed, write_pdf
from redaction.policy import TextPolicy
from redaction.work.store import BatchStore
from release.bundle.archive import write_archive
from release.bundle.own_surrogates import without_own_surrogates
from samples.company.pdfs import form
from tests.demonstration_build import Work, small_policy, work_in
from tests.sources_batch import IDS, NAMES, write_company
from validation.leaks.leak_report import LeakReport
from validation.leaks.needles import Needle
from validation.leaks.scan import scan_bundle

ARCHIVE = "Company_sources.zip"
Members = dict[str, bytes]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Work, BatchStore, Path]:
    folder = write_company(tmp_path_factory.mktemp("captured") / "company-1", also=["resumes"])
    home = folder / "sources" / "resumes" / "documents"
    home.mkdir(parents=True)
    (home / f"{IDS[2]}.pdf").write_bytes(form(NAMES[2]))
    work = work_in(tmp_path_factory.mktemp("out"), small_policy(vision={"style": "substitute"}))
    (store,) = work.scrubbed(folder)
    return work, store, work.released([store])


def people(store: BatchStore) -> list[dict[str, str]]:
    return list(store.read_lines("scrubbed/sources/employees.data.jsonl"))


def look(
    built: tuple[Work, BatchStore, Path],
    folder: Path,
    value: str,
    change: Callable[[Members], None] = lambda members: None,
) -> tuple[LeakReport, LeakReport]:
    """The archive as it would be released, changed: what the check finds of a person called so, and what is left."""
    work, store, bundle = built
    with zipfile.ZipFile(bundle / ARCHIVE) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    folder.mkdir()
    write_archive(folder / ARCHIVE, members)
    needles: list[Needle] = [("person-1", Kind.PERSON, value)]
    report = scan_bundle(folder, needles, read_screens=False)
    return report, without_own_surrogates(report, folder, [store], work.ledger, work.policy, needles, ())


def places(report: LeakReport) -> set[str]:
    return {leak.where for leak in report.findings}


def changed(member: str, field: str, text: Callable[[str], str], row: int = 0) -> Callable[[Members], None]:
    def change(members: Members) -> None:
        rows = [json.loads(line) for line in members[member].splitlines()]
        rows[row][field] = text(rows[row][field])
        members[member] = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows).encode()

    return change


def test_a_surrogate_that_reads_like_somebody_who_was_captured_is_no_finding(
    built: tuple[Work, BatchStore, Path], tmp_path: Path
) -> None:
    drawn = people(built[1])[2]["Name"]
    before, after = look(built, tmp_path / "a", drawn)
    found = places(before)
    assert any(" page 1" in where for where in found), "the text layer of the document has it"
    assert any(" line 3 field" in where for where in found), "its own row"
    assert any("line 1 field" in where for where in found), "running text"
    assert places(after) == set()


def test_the_same_words_in_a_place_that_is_not_as_it_was_written_are_one(
    built: tuple[Work, BatchStore, Path], tmp_path: Path
) -> None:
    drawn = people(built[1])[2]["Name"]
    posts, tickets = "sources/posts/data.jsonl", "sources/it_tickets/data.jsonl"
    _, elsewhere = look(built, tmp_path / "a", drawn, changed(posts, "Title", lambda text: f"{text} {drawn}"))
    assert len(places(elsewhere)) == 1
    _, twice = look(built, tmp_path / "b", drawn, changed(tickets, "Resolution", lambda text: f"{text} {drawn}"))
    assert len(places(twice)) == 1
    _, field = look(built, tmp_path / "c", drawn, changed("sources/employees/data.jsonl", "category", lambda _: drawn))
    assert len(places(field)) == 1, "a field that is kept as it is"


def test_a_document_that_says_something_else_than_was_written_is_one(
    built: tuple[Work, BatchStore, Path], tmp_path: Path
) -> None:
    drawn = people(built[1])[2]["Name"]

    def another_document(members: Members) -> None:
        (name,) = [name for name in members if name.endswith(".pdf")]
        white = np.full((842, 595, 3), 255, np.uint8)
        page = NewPage(595.0, 842.0, white, (Placed(f"Seen {drawn}", (72, 72, 300, 90)),))
        members[name] = write_pdf([page])

    _, after = look(built, tmp_path / "a", drawn, another_document)
    assert {where.partition(" page ")[1] for where in places(after)} == {" page "}


@pytest.mark.parametrize("name", [NAMES[2], NAMES[1]])
def test_what_was_captured_there_is_one_whoever_calls_it_a_surrogate(
    built: tuple[Work, BatchStore, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def unchanged(kind: Kind, surface: str, policy: TextPolicy, ledger: Ledger) -> str:
        return surface  # a redaction that is broken: what it writes is what it read

    for module in ("scrub_sources", "source_findings"):
        monkeypatch.setattr(f"redaction.stages.{module}.replacement_for", unchanged)
    before, after = look(built, tmp_path / "a", name, changed("sources/employees/data.jsonl", "Name", lambda _: name))
    assert places(before) == places(after) != set()
