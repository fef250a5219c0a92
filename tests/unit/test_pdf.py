"""PDFs made anew: what is in them, what is refused, and what the other reader says of changes to them."""

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from reportlab.pdfgen import canvas

from redaction.documents.refusal import DocumentRefused
from redaction.findings import Box, ImageFinding, Kind
from redaction.pdf.apart import Outcome, draw_apart
from redaction.pdf.folder import documents_in
from redaction.pdf.limits import PdfLimits
from redaction.pdf.pages import PdfLine, composed, open_pages, union
from redaction.pdf.write import NewPage, Placed, write_pdf
from redaction.stages.page_findings import under
from redaction.stages.taken_documents import Page
from samples.company.pdfs import bomb, form, scanned
from validation.files.pdf import pdf_problems, pdf_texts


def _captured() -> bytes:
    out = io.BytesIO()
    page = canvas.Canvas(out)
    page.setTitle("Maria Keller")
    page.drawString(72, 700, "Report by Maria Keller, sales.")
    page.setFillColorRGB(1, 1, 1)
    page.drawString(72, 600, "Hidden Keller")
    page.showPage()
    page.drawString(72, 700, "Second page")
    page.save()
    return out.getvalue()


def _made(data: bytes, hidden: str = "Maria Keller", instead: str = "Jane Miller") -> bytes:
    """The PDF made anew; letters that are no longer said are painted over."""
    pages = []
    for page in open_pages(data, PdfLimits()):
        pixels, placed = page.pixels.copy(), []
        for line in page.lines:
            box = union(line.boxes)
            assert box is not None
            if hidden in line.text:
                pixels[box[1] : box[3], box[0] : box[2]] = 255
            placed.append(Placed(line.text.replace(hidden, instead), box))
        pages.append(NewPage(page.width, page.height, pixels, tuple(placed)))
    return write_pdf(pages)


def test_only_released_text_is_left_and_the_bytes_are_the_same_each_time() -> None:
    made = _made(_captured())
    assert made == _made(_captured())
    assert pdf_problems(made) == []
    texts = dict(pdf_texts(made))
    assert "Report by Jane Miller, sales." in texts["page 1"] and "Second page" in texts["page 2"]
    assert "Keller" not in "".join(texts.values()) and b"Keller" not in made


def _changed(made: bytes, how: str) -> bytes:
    if how == "trailing":
        return made + b"Maria Keller"
    if how == "comment":
        return made.replace(b"%PDF-1.7\n", b"%PDF-1.7\n%Maria Keller\n")
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(made)) as pdf:
        if how == "metadata":
            pdf.docinfo["/Title"] = "Maria Keller"
        elif how == "attachment":
            pdf.attachments["a.txt"] = b"Maria Keller"
        elif how == "annotation":
            note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Contents="Maria Keller")
            pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(note)])
        pdf.save(out)
    return out.getvalue()


@pytest.mark.parametrize("how", ["trailing", "comment", "metadata", "attachment", "annotation"])
def test_what_is_put_into_a_released_pdf_is_noticed(how: str) -> None:
    assert pdf_problems(_changed(_made(_captured()), how))


def test_a_name_left_in_the_text_layer_is_read() -> None:
    made = _made(_captured(), instead="Maria Keller")
    assert "Maria Keller" in "".join(text for _, text in pdf_texts(made))


def test_limits_hold_at_their_boundary() -> None:
    data = _captured()
    fits = PdfLimits(max_bytes=len(data), max_pages=2)
    assert len(list(open_pages(data, fits))) == 2
    for tight in (replace(fits, max_bytes=len(data) - 1), replace(fits, max_pages=1)):
        with pytest.raises(DocumentRefused) as caught:
            list(open_pages(data, tight))
        assert caught.value.reason == "pdf_too_large"


def _spoiled(how: str) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_captured())) as pdf:
        if how == "encrypted":
            pdf.save(out, encryption=pikepdf.Encryption(owner="o", user=""))
        else:
            pdf.Root.Pages.Kids.append(pdf.Root.Pages)
            pdf.save(out)
    return out.getvalue()


def test_encrypted_recursive_and_broken_ones_are_refused() -> None:
    for data, reason in (
        (_spoiled("encrypted"), "pdf_encrypted"),
        (_spoiled("recursive"), "pdf_recursive"),
        (_captured()[:400], "pdf_broken"),
        (b"no pdf", "pdf_broken"),
    ):
        with pytest.raises(DocumentRefused) as caught:
            list(open_pages(data, PdfLimits()))
        assert caught.value.reason == reason


def test_what_fields_and_notes_show_is_on_the_page_and_in_its_text() -> None:
    (page,) = open_pages(form("Maria Keller"), PdfLimits())
    (line,) = [line for line in page.lines if "Keller" in line.text]
    box = union(line.boxes)
    assert line.text == "Maria Keller" and box is not None
    ink = page.pixels[box[1] : box[3], box[0] : box[2]].min()
    assert ink < 100, "the value of the field is drawn"
    assert "asked by" not in " ".join(line.text for line in page.lines), "a note that is closed shows nothing"


def test_a_page_without_text_layer_has_a_picture_and_no_lines() -> None:
    (page,) = open_pages(scanned(["Maria Keller"]), PdfLimits())
    assert page.lines == () and page.pixels.min() < 100


def test_letters_and_their_marks_become_one_with_one_box() -> None:
    line = composed(
        PdfLine("Zoe\u0308 K", ((0, 0, 5, 9), (5, 0, 9, 9), (9, 0, 12, 9), (10, 0, 13, 3), None, (20, 0, 25, 9)))
    )
    assert line.text == "Zoë K"
    assert line.boxes == ((0, 0, 5, 9), (5, 0, 9, 9), (9, 0, 13, 9), None, (20, 0, 25, 9))
    assert composed(line) is line


def _outcomes(folder: Path, limits: PdfLimits, **documents: bytes) -> dict[str, Outcome]:
    for name, data in documents.items():
        (folder / f"{name}.pdf").write_bytes(data)
    home = folder / "home"
    home.mkdir()
    some = [(name, folder / f"{name}.pdf") for name in documents]
    return dict(zip(documents, draw_apart(some, home, limits), strict=True))


def test_a_document_that_takes_too_much_is_given_up_and_the_next_is_drawn(tmp_path: Path) -> None:
    limits = PdfLimits(max_memory=1_500_000_000)
    told = _outcomes(tmp_path, limits, first=_captured(), bomb=bomb(400), last=_captured(), broken=b"%PDF-1.4")
    assert [(name, one.reason) for name, one in told.items()] == [
        ("first", ""),
        ("bomb", "pdf_too_large"),
        ("last", ""),
        ("broken", "pdf_broken"),
    ]
    assert told["first"].texts == ("Report by Maria Keller, sales.", "Second page") == told["last"].texts
    left = sorted(path.name for path in (tmp_path / "home").iterdir())
    assert left == ["first.0.png", "first.1.png", "first.json", "last.0.png", "last.1.png", "last.json"]


def test_a_document_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    told = _outcomes(tmp_path, PdfLimits(seconds=0.0, start_seconds=0.0), slow=bomb(100))
    assert told["slow"].reason == "pdf_too_slow"


def test_a_link_among_documents_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real.pdf").write_bytes(_captured())
    (tmp_path / "linked.pdf").symlink_to(tmp_path / "real.pdf")
    (tmp_path / "no name.pdf").write_bytes(_captured())
    assert documents_in(tmp_path) == [("", None), ("", None), ("real", tmp_path / "real.pdf")]
    assert [one.reason for one in draw_apart([("linked", tmp_path / "linked.pdf")], None)] == ["pdf_broken"]


def test_words_under_a_finding_are_found_whole_and_line_by_line(tmp_path: Path) -> None:
    def line(text: str, top: int) -> PdfLine:
        return PdfLine(
            text, tuple(None if c == " " else (10 * i, top, 10 * i + 8, top + 9) for i, c in enumerate(text))
        )

    page = Page("x", tmp_path, 100.0, 100.0, (line("by Maria Keller here", 0), line("and Ann too", 20)))

    def under_box(box: Box, kind: Kind = Kind.PERSON) -> list[tuple[str, Kind]]:
        return [(page.text[f.start : f.end], f.kind) for f in under(page, ImageFinding(box, kind, 1.0, "test", "v"))]

    assert under_box((34, 2, 80, 8)) == [("Maria", Kind.PERSON)], "the middle of a letter tells"
    assert under_box((35, 2, 100, 8)) == [("Maria Keller", Kind.PERSON)]
    assert under_box((40, 0, 75, 30)) == [("Maria", Kind.PERSON), ("Ann", Kind.PERSON)]
    assert under_box((40, 0, 75, 8), Kind.FACE) == [("Maria", Kind.ID)]
    assert under_box((15, 11, 80, 19)) == []
