"""PDFs made anew: what is in them, what is refused, and what the other reader says of changes to them."""

import io
from dataclasses import replace

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from reportlab.pdfgen import canvas

from redaction.documents.refusal import DocumentRefused
from redaction.findings import ImageFinding, Kind
from redaction.pdf.limits import PdfLimits
from redaction.pdf.rewrite import read_pdf, rewrite_pdf
from validation.files.pdf import pdf_pictures, pdf_problems, pdf_texts
from validation.leaks.read_screens import read_screen


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


def _made(data: bytes) -> bytes:
    return rewrite_pdf(
        data,
        lambda unit: tuple(piece.replace("Maria Keller", "Jane Miller") for piece in unit.pieces),
        lambda pixels: [],
        "substitute",
        lambda kind, value: "somebody",
    )


def test_only_released_text_is_left_and_the_bytes_are_the_same_each_time() -> None:
    made = _made(_captured())
    assert made == _made(_captured())
    assert pdf_problems(made) == []
    texts = dict(pdf_texts(made))
    assert "Report by Jane Miller, sales." in texts["page 1"] and "Second page" in texts["page 2"]
    assert "Keller" not in "".join(texts.values()) and b"Keller" not in made


def test_the_picture_shows_the_surrogate_and_not_the_name() -> None:
    import pypdfium2

    drawn = io.BytesIO()
    pypdfium2.PdfDocument(_made(_captured()))[0].render(scale=150 / 72).to_pil().save(drawn, "PNG")
    read = read_screen(drawn.getvalue()) or ""
    assert "Miller" in read and "Keller" not in read and "Report" in read


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
    made = rewrite_pdf(_captured(), lambda u: u.pieces, lambda p: [], "fill", lambda k, v: v)
    assert "Maria Keller" in "".join(text for _, text in pdf_texts(made))


def test_limits_hold_at_their_boundary() -> None:
    data = _captured()
    fits = PdfLimits(max_bytes=len(data), max_pages=2)
    assert read_pdf(data, lambda u: u.pieces, fits) == 2
    for tight in (replace(fits, max_bytes=len(data) - 1), replace(fits, max_pages=1)):
        with pytest.raises(DocumentRefused) as caught:
            read_pdf(data, lambda u: u.pieces, tight)
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
            read_pdf(data, lambda u: u.pieces)
        assert caught.value.reason == reason


def test_what_only_the_picture_tells_is_gone_from_picture_and_text() -> None:
    pages: list[NDArray[np.uint8]] = []

    def find(pixels: NDArray[np.uint8]) -> list[ImageFinding]:
        pages.append(pixels)
        rows = np.nonzero((pixels < 255).any(axis=(1, 2)))[0]
        box = (0, int(rows[0]), pixels.shape[1], int(rows[-1]) + 1)
        return [ImageFinding(box, Kind.PERSON, 1.0, "test", "all of it")]

    made = rewrite_pdf(_captured(), lambda u: u.pieces, find, "fill", lambda kind, value: "somebody")
    assert len(pages) == 2 and all((page < 128).any() for page in pages)
    assert "".join(text for _, text in pdf_texts(made)).split() == []
    assert all((np.frombuffer(body, np.uint8) == 255).all() for _, _, body in pdf_pictures(made))
