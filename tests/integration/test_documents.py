"""Documents of company sources from captured PDFs of several makers to a verified bundle: pages with surrogates, a text
layer of released text, and nobody in either; what is planted afterwards is withheld, what is no good refused."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from evaluation.company.released import read_company
from redaction.pdf.limits import PdfLimits
from redaction.pdf.pages import open_pages, union
from redaction.pdf.write import NewPage, Placed, write_pdf
from redaction.records import CompanySource, DeclaredEntity
from redaction.sources.schema import shipped_schemas
from redaction.stages.redact_documents import Redactor
from redaction.stages.scrub_sources import ids_of
from redaction.stages.sources import taken_sources
from redaction.stages.taken_documents import take_documents
from redaction.withdrawal.forgotten import Forgotten
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.sources import MASK
from release.verify.problems import VerifyReport
from release.verify.verify_bundle import verify_bundle
from release.verify.verify_documents import check_documents
from release.withdrawal.in_tables import captured_rows
from samples.browser import CHROMIUM
from samples.company.pdfs import Printer, form, resume_html, scanned
from tests.demonstration_build import Work, small_policy, work_in
from tests.sources_batch import IDS, NAMES, mail, tables, write_company
from validation.files.pdf import pdf_problems, pdf_texts
from validation.leaks.read_screens import read_screen

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed (apt-get install chromium)")
PRINTED, FORM, SCAN = IDS[1], IDS[2], IDS[3]


@pytest.fixture(scope="module")
def captured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_company(tmp_path_factory.mktemp("captured") / "company-1", also=["resumes"])
    home = folder / "sources" / "resumes" / "documents"
    home.mkdir(parents=True)
    with Printer() as printer:
        html = resume_html(NAMES[1], mail(NAMES[1]), NAMES[0], f"Asked {NAMES[4]} for {SCAN}.")
        (home / f"{PRINTED}.pdf").write_bytes(printer.pdf(html))
    (home / f"{FORM}.pdf").write_bytes(form(NAMES[2]))
    lines = ["Resume", f"Name: {NAMES[3]}", f"Mail: {mail(NAMES[3])}", "Knows customs law."]
    (home / f"{SCAN}.pdf").write_bytes(scanned(lines))
    (home / f"{IDS[5]}.pdf").write_bytes(b"%PDF-1.4 nonsense")
    (home / "emp_9999.pdf").write_bytes(form(NAMES[2]))
    (home / "notes.txt").write_text("x")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, captured: Path) -> tuple[Work, BatchStore, Path]:
    work = work_in(tmp_path_factory.mktemp("out"), small_policy(vision={"style": "substitute"}))
    (store,) = work.scrubbed(captured)
    return work, store, work.released([store])


def people(store: BatchStore) -> dict[str, dict[str, str]]:
    """The released row of each captured employee."""
    return dict(zip(IDS, store.read_lines("scrubbed/sources/employees.data.jsonl"), strict=True))


def released(bundle: Path) -> tuple[dict[str, list[str]], dict[str, bytes]]:
    """Texts of the pages and bytes of each released resume, by released key."""
    with zipfile.ZipFile(bundle / "Company_sources.zip") as archive:
        rows = [json.loads(line) for line in archive.read("sources/resumes/data.jsonl").splitlines()]
        files = {Path(n).stem: archive.read(n) for n in archive.namelist() if n.endswith(".pdf")}
    return {row["emp_id"]: row["pages"] for row in rows}, files


def seen(pdf: bytes) -> str:
    """What Tesseract reads on all pages."""
    said = []
    for page in pypdfium2.PdfDocument(pdf):
        drawn = io.BytesIO()
        page.render(scale=150 / 72).to_pil().save(drawn, "PNG")
        said.append(read_screen(drawn.getvalue()) or "")
    return "\n".join(said)


def test_nobody_is_in_text_layer_picture_or_bytes(built: tuple[Work, BatchStore, Path]) -> None:
    _, files = released(built[2])
    assert len(files) == 3
    names = [part.lower() for name in NAMES for part in name.split()]
    for pdf in files.values():
        assert pdf_problems(pdf) == []
        shown = seen(pdf).lower() + " ".join(text for _, text in pdf_texts(pdf)).lower() + pdf.decode("latin-1").lower()
        assert [part for part in names if part in shown] == []
        assert "brandvold" not in shown and "555 014" not in shown
        assert not any(one in shown for one in IDS)


def test_pages_show_the_surrogates_of_their_rows(built: tuple[Work, BatchStore, Path]) -> None:
    texts, files = released(built[2])
    known = people(built[1])
    own, head, asked = known[PRINTED], known[IDS[0]], known[IDS[4]]
    first, second = texts[own["emp_id"]]
    assert first.split("\n")[0] == own["Name"] and f"E-mail {own['email']}" in first
    assert f"Reports to {head['Name']}." in first and f"Asked {asked['Name']} for {known[SCAN]['emp_id']}." in first
    assert second == f"References\n{head['Name']} recommends {own['Name'].split()[0]} warmly."
    shown = seen(files[own["emp_id"]])
    assert "Tariffs and customs in freight since 2019" in shown, "what identifies nobody stays"
    assert head["Name"].split()[1] in shown and own["Name"].split()[1] in shown
    assert known[FORM]["Name"] in texts[known[FORM]["emp_id"]][0], "the value of a field is part of the page"
    assert texts[known[SCAN]["emp_id"]] == [""], "a scan has no text layer"
    scan = seen(files[known[SCAN]["emp_id"]])
    assert known[SCAN]["Name"].split()[1] in scan and "Knows customs law" in scan


def test_what_is_no_good_is_refused_one_by_one(built: tuple[Work, BatchStore, Path]) -> None:
    told = {(line["record"], line["reason"]) for line in built[1].read_lines("quarantine/ingest.jsonl")}
    assert told == {
        ("resumes/documents[5]", "document_name"),
        ("resumes[3]", "pdf_broken"),
        ("resumes[4]", "reference_broken"),
        ("sales", "reference_unchecked"),
    }


def test_rows_beside_documents_are_met_by_their_keys(tmp_path: Path) -> None:
    rows = [{"policy_id": "P-100", "Title": "Leave"}, {"policy_id": "P-200"}, {"policy_id": "P-300"}]
    folder = write_company(tmp_path / "company-1", {**tables(), "policies": rows})
    home = folder / "sources" / "policies" / "documents"
    home.mkdir()
    (home / "P-100.pdf").write_bytes(form(NAMES[2]))
    (home / "P-400.pdf").write_bytes(form(NAMES[2]))
    (home / "P-300.pdf").write_bytes(b"")
    (store,) = work_in(tmp_path / "out", small_policy()).scrubbed(folder)
    (kept,) = store.read_lines("scrubbed/sources/policies.data.jsonl")
    assert kept["Title"] == "Leave" and "Days: 14" in kept["pages"][0] and NAMES[2] not in kept["pages"][0]
    told = {(line["record"], line["reason"]) for line in store.read_lines("quarantine/ingest.jsonl")}
    assert {
        ("policies[1]", "document_missing"),
        ("policies[2]", "pdf_broken"),
        ("policies/documents[2]", "document_unlisted"),
    } <= told


def test_the_bundle_verifies_and_the_same_captures_give_the_same_bytes(
    tmp_path: Path, captured: Path, built: tuple[Work, BatchStore, Path]
) -> None:
    report = verify_bundle(built[2])
    assert [p for p in report.problems if "sources" in p.where] == []
    assert report.checked["documents of sources"] == 3
    (again,) = work_in(tmp_path, built[0].policy).scrubbed(captured)
    for number in range(3):
        name = f"scrubbed/sources/resumes.{number}.pdf"
        assert again.file(name).read_bytes() == built[1].file(name).read_bytes()


def _text_of_another(files: dict[str, bytes]) -> None:
    names = sorted(n for n in files if n.endswith(".pdf"))
    files[names[0]], files[names[1]] = files[names[1]], files[names[0]]


def _with_a_title(files: dict[str, bytes]) -> None:
    name = next(n for n in sorted(files) if n.endswith(".pdf"))
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(files[name])) as pdf:
        pdf.docinfo["/Title"] = "Somebody"
        pdf.save(out)
    files[name] = out.getvalue()


def _without_one(files: dict[str, bytes]) -> None:
    del files[next(n for n in sorted(files) if n.endswith(".pdf"))]


def _for_nobody(files: dict[str, bytes]) -> None:
    name = next(n for n in sorted(files) if n.endswith(".pdf"))
    files["sources/resumes/documents/stranger.pdf"] = files[name]


def _withheld(files: dict[str, bytes]) -> None:
    rows = [json.loads(line) for line in files["sources/resumes/data.jsonl"].splitlines()]
    rows[0]["pages"] = [MASK for _ in rows[0]["pages"]]
    files["sources/resumes/data.jsonl"] = "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_text_of_another, "says something else than its row"),
        (_with_a_title, "objects do not follow one another"),
        (_without_one, "has no document"),
        (_for_nobody, "belongs to no row"),
        (_withheld, "has a document that is withheld"),
    ],
)
def test_a_document_that_is_not_that_of_its_row_is_told(
    tmp_path: Path,
    built: tuple[Work, BatchStore, Path],
    change: Callable[[dict[str, bytes]], None],
    says: str,
) -> None:
    with zipfile.ZipFile(built[2] / "Company_sources.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist() if "/resumes/" in name}
    change(files)
    with zipfile.ZipFile(tmp_path / "Company_sources.zip", "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    report = VerifyReport(tmp_path)
    with zipfile.ZipFile(tmp_path / "Company_sources.zip") as archive:
        check_documents(report, archive, "source 0", shipped_schemas()["resumes"], sorted(files))
    assert any(says in problem.what for problem in report.problems), [p.what for p in report.problems]


@pytest.mark.parametrize("where", ["text layer", "picture"])
def test_a_document_with_a_captured_name_is_withheld_with_its_row(
    tmp_path: Path, built: tuple[Work, BatchStore, Path], where: str
) -> None:
    """Planted as if redaction had left it."""
    shutil.copytree(built[0].folder, tmp_path / "out")
    work = work_in(tmp_path / "out", built[0].policy)
    store = BatchStore(work.folder / "work", built[1].name, work.key)
    path = store.file("scrubbed/sources/resumes.0.pdf")
    pages = []
    for page in open_pages(path.read_bytes(), PdfLimits()):
        placed = [Placed(line.text, box) for line in page.lines if (box := union(line.boxes)) is not None]
        pages.append(NewPage(page.width, page.height, page.pixels, tuple(placed)))
    if where == "text layer":
        pages[0] = NewPage(
            pages[0].width, pages[0].height, pages[0].pixels, (*pages[0].texts, Placed(NAMES[5], (9, 9, 99, 30)))
        )
    else:
        (other,) = open_pages(scanned([f"Agreed with {NAMES[5]} last week."]), PdfLimits())
        pages[0] = NewPage(other.width, other.height, other.pixels, pages[0].texts)
    path.write_bytes(write_pdf(pages))
    for stage in ("scrub", "finish", "canaries"):
        store.mark_done(stage, store.record(stage).stamp)
    texts, files = released(work.released([store], "again"))
    gone = people(store)[PRINTED]["emp_id"]
    assert gone not in files and len(files) == 2, "the document stays out"
    assert set(texts[gone]) == {MASK} and gone in texts, "its row stays with its id"


def test_a_document_of_which_a_page_could_not_be_read_has_neither_text_nor_file(
    built: tuple[Work, BatchStore, Path],
) -> None:
    work, store, _ = built
    (source,) = [one for one in taken_sources(store) if one.documents is not None]
    row = next(source.rows())
    assert source.documents is not None
    first, second = source.documents.pages(row)
    with ids_of(store, work.policy, work.ledger) as ids:
        some = Redactor(work.policy, work.ledger, ids, {first[0]: []})
        assert some.document(source, row, {}, frozenset()) is None
        every = Redactor(work.policy, work.ledger, ids, {first[0]: [], second[0]: []})
        assert every.document(source, row, {}, frozenset()) is not None


def test_a_document_that_speaks_of_somebody_forgotten_is_not_taken(tmp_path: Path, captured: Path) -> None:
    home = captured / "sources" / "resumes" / "documents"
    source = CompanySource("resumes", shipped_schemas()["resumes"], None, documents=home)
    gone = Forgotten(entities=(DeclaredEntity("person", NAMES[4]),), stamp="one")
    taken = take_documents(source, BatchStore(tmp_path, "company-1"), no_progress, gone)
    reasons = {name: taken.of(name).reason for _, name in taken.names()}
    assert reasons[PRINTED] == "document_forgotten" and reasons[FORM] == ""
    assert not list((tmp_path / "company-1" / "ingest" / "pages").glob("resumes.0.*"))
    assert list((tmp_path / "company-1" / "ingest" / "pages").glob("resumes.1.*"))


def test_the_sandbox_serves_the_texts_of_documents(built: tuple[Work, BatchStore, Path]) -> None:
    served = {row["emp_id"]: row["pages"] for row in read_company(built[2]).sources["resumes"].rows}
    assert served == released(built[2])[0]


def test_whoever_asks_to_be_forgotten_is_looked_for_in_a_batch_with_documents(captured: Path) -> None:
    found = {rows.schema.name: len(list(rows.read())) for rows in captured_rows(captured, small_policy().capture)}
    assert found["employees"] == len(NAMES) and found["resumes"] == 0
