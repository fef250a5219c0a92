"""The work folder was edited between two stages: the next one refuses."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import EntrophyError, LeakFound
from redaction.findings import Kind
from redaction.stages.find import find
from redaction.stages.ingest import ingest, load_rows, require_same_screenshots
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.certify import Certifier
from release.bundle.found import findings_path, note_findings
from release.bundle.kept_verdicts import KeptVerdicts
from release.bundle.released_rows import ReleasedRows
from release.bundle.withhold import shown_in
from release.report.stopped import clear_stopped, write_stopped
from tests.proof_fixture import POLICY, SOURCE, Proof, release
from tests.proof_table import compare_with_docs, no_value, pixels
from tests.scrubbed_fixture import png
from validation.leaks.leak_report import Leak, LeakReport
from validation.leaks.scan import scan_bundle

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


def edited(file: str, change: Callable[[bytes], bytes]) -> Callable[[BatchStore], None]:
    def edit(store: BatchStore) -> None:
        path = store.file(file)
        data = change(path.read_bytes())
        assert data != path.read_bytes()
        path.write_bytes(data)

    return edit


def a_row(data: bytes) -> bytes:
    rows = [json.loads(line) for line in data.decode().split("\n") if line]
    rows[0]["description"] = "Edited by hand"
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def no_findings(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[1:])


def another_screenshot(store: BatchStore) -> None:
    shot = sorted((store.scrubbed / "screenshots").glob("*.png"))[0]
    shot.write_bytes(png(pixels(shot.read_bytes())[:, ::-1]))


def one_more_screenshot(store: BatchStore) -> None:
    shot = sorted((store.scrubbed / "screenshots").glob("*.png"))[0]
    shutil.copy(shot, shot.with_name("Screen-more.png"))


def no_refusals(store: BatchStore) -> None:
    store.file("quarantine/ingest.jsonl").unlink()


def forged_record(store: BatchStore) -> None:
    """Somebody without the key edits a row and writes the records anew."""
    edited("scrubbed/interactions.jsonl", a_row)(store)
    BatchStore(store.path.parent, store.name).mark_done("finish")


def redone_in_between(store: BatchStore) -> None:
    """The findings were made anew, and nothing after them."""
    edited("find/text.jsonl", no_findings)(store)
    store.mark_done("find", store.record("find").stamp)


EDITS: dict[str, tuple[Callable[[BatchStore], None], str]] = {
    "a released row edited in the work folder": (edited("scrubbed/interactions.jsonl", a_row), "stage finish"),
    "a screenshot swapped in the work folder": (another_screenshot, "stage scrub"),
    "a screenshot added in the work folder": (one_more_screenshot, "stage scrub"),
    "a scrubbed row edited in the work folder": (edited("scrub/rows.jsonl", a_row), "stage scrub"),
    "a finding taken out in the work folder": (edited("find/text.jsonl", no_findings), "stage find"),
    "a learned name taken out in the work folder": (edited("find/registry.json", lambda d: d[:-40]), "stage find"),
    "a captured row edited after ingest": (edited("ingest/rows.jsonl", lambda d: d + b"\n"), "stage ingest"),
    "the refusals of ingest taken away": (no_refusals, "stage ingest"),
    "better canary figures in the work folder": (
        edited("canaries/report.json", lambda d: d.replace(b'"passed"', b'"Passed"', 1)),
        "stage canaries",
    ),
    "an edited row with a forged record": (forged_record, "stage finish"),
    "findings made anew without what follows": (redone_in_between, "other outputs of find"),
}


@pytest.mark.parametrize("mutation", EDITS)
def test_what_was_edited_between_two_stages_is_never_released(proof: Proof, tmp_path: Path, mutation: str) -> None:
    change, words = EDITS[mutation]
    shutil.copytree(proof.store.path, tmp_path / "work" / proof.store.name)
    store = BatchStore(tmp_path / "work", proof.store.name, proof.key)
    store.require_released()
    change(store)
    with pytest.raises(EntrophyError, match=words) as refused:
        release(store, tmp_path / "bundle", proof.key, proof.ledger)
    assert not (tmp_path / "bundle").exists() and refused.value.remedy
    no_value(proof, str(refused.value))
    MEASURED[mutation] = "the next stage, with the stage and the file"


def test_what_is_edited_while_it_is_released_is_refused_too(proof: Proof, tmp_path: Path) -> None:
    shutil.copytree(proof.store.path, tmp_path / "work" / proof.store.name)
    store = BatchStore(tmp_path / "work", proof.store.name, proof.key)
    certify = Certifier([store], proof.ledger, POLICY, no_progress)
    content = Path(shutil.copytree(proof.bundle, tmp_path / "content"))
    another_screenshot(store)
    with pytest.raises(EntrophyError, match="stage scrub"):
        certify(content)


def test_a_kept_verdict_holds_for_this_content_and_these_values_only(
    proof: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []

    def counted(*args: Any, **options: Any) -> LeakReport:
        searches.append(1)
        return scan_bundle(*args, **options)

    monkeypatch.setattr("release.bundle.certify.scan_bundle", counted)
    content = Path(shutil.copytree(proof.bundle, tmp_path / "content"))

    def certifier() -> Certifier:
        verdicts = KeptVerdicts(tmp_path / "verdicts", proof.key.derive("work/verdicts"))
        return Certifier([proof.store], proof.ledger, POLICY, no_progress, verdicts=verdicts)

    first = certifier().check(content)
    assert first.passed and certifier().check(content) == first and len(searches) == 1
    card = content / "README.md"
    card.write_text(card.read_text() + f"\n{proof.person[2]}\n")
    assert not certifier().check(content).passed and len(searches) == 2
    card.write_bytes((proof.bundle / "README.md").read_bytes())
    assert certifier().check(content).passed and len(searches) == 2
    # Whom somebody has named since is looked for in what was clean before.
    named = certifier()
    named.needles.append(("company-0", Kind.COMPANY, "Attribution-NonCommercial-ShareAlike"))
    assert not named.check(content).passed and len(searches) == 3


def test_what_stopped_a_release_is_listed_with_its_records(proof: Proof, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(proof.store.path, out / "work" / "batches" / proof.store.name)
    content = Path(shutil.copytree(proof.bundle, tmp_path / "content"))
    rows = json.loads((content / "Finance.json").read_text())
    for row in rows[:3]:
        row["description"] = proof.person[2]
    (content / "Finance.json").write_text(json.dumps(rows))
    note = findings_path(out / "work")
    certify = Certifier([proof.store], proof.ledger, POLICY, no_progress, note=note)
    assert certify.scan(proof.bundle).passed and not note.exists()
    with pytest.raises(LeakFound) as stopped:
        certify.scan(content)
    page = write_stopped(out, str(stopped.value)).read_text()
    assert all(row["interaction_uuid"] in page for row in rows[:3]) and proof.person[0] in page
    assert "<h2>What to do</h2>" in page and stopped.value.remedy in page
    no_value(proof, page)
    # A screenshot is linked where it lies.
    with zipfile.ZipFile(content / "Finance_screenshots.zip") as archive:
        name = archive.namelist()[0]
    seen = Leak("Finance_screenshots.zip member 0", proof.person[0], "person", "word on the screenshot")
    report = replace(certify.check(proof.bundle), findings=(seen,), on_screens=frozenset((seen,)))
    note_findings(note, report, ReleasedRows(content), shown_in(content, report))
    link = re.search(r'href="([^"]+)"', write_stopped(out, "Stopped. Remedy: look.").read_text())
    assert link is not None and (out / link[1]).is_file() and link[1].endswith(f"/{name}")
    clear_stopped(out)
    assert not note.exists() and not (out / "stopped.html").exists()


def test_a_screenshot_that_changes_after_ingest_is_not_read_for_the_old_one(proof: Proof, tmp_path: Path) -> None:
    captures = Path(shutil.copytree(SOURCE, tmp_path / SOURCE.name))
    store = BatchStore(tmp_path / "work", SOURCE.name, proof.key)
    ingest(captures, store, POLICY, no_progress, proof.key)
    moved = load_rows(store)
    # The chain says nothing of where the captures lie.
    assert store.record("ingest").digest == proof.store.record("ingest").digest
    shot = next(r.screenshot for r in moved if r.screenshot is not None)
    shot.write_bytes(png(pixels(shot.read_bytes())[:, ::-1]))
    for stage in (lambda: find(store, POLICY, no_progress), lambda: require_same_screenshots(store, load_rows(store))):
        with pytest.raises(EntrophyError, match="not the one that was ingested") as refused:
            stage()
        no_value(proof, str(refused.value))
    assert not store.file("find").exists()
    MEASURED["a capture swapped between ingest and find"] = "the next stage, with the stage and the file"


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, EDITS)
