"""PDFs of several makers about invented people: a web page printed by Chromium, a form, a scan, and files that are no
good."""

from __future__ import annotations

import base64
import html
import io
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from samples.browser import Browser

A4 = (595, 842)


class Printer(Browser):
    """Chromium as it prints."""

    def pdf(self, page: str) -> bytes:
        """A page of HTML as a PDF of A4 pages, by Chromium's own printing."""
        self._call("Page.navigate", url="data:text/html;base64," + base64.b64encode(page.encode()).decode())
        self._until_loaded()
        made: dict[str, Any] = self._call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
        return base64.b64decode(made["data"])

    def _until_loaded(self) -> None:
        for _ in range(200):
            if self._evaluate("document.readyState === 'complete' && location.protocol === 'data:'"):
                return


def resume_html(name: str, mail: str, head: str, extra: str = "") -> str:
    """A resume as a web page: heading, a table, a second page."""
    return f"""<!doctype html><meta charset="utf-8"><title>{name}</title><style>body{{font:15px sans-serif}}
td{{padding:3px 18px 3px 0}} .next{{break-before:page}}</style><h1>{name}</h1><table><tr><td>E-mail<td>{mail}
<tr><td>Phone<td>+46 8 555 014 27<tr><td>Manager<td>{head}</table>
<p>Tariffs and customs in freight since 2019. Reports to {head}.</p><p>Languages: Swedish, English. {extra}</p>
<h2 class=next>References</h2><p>{head} recommends <b>{name.split()[0]}</b> warmly.</p>"""


def form(name: str) -> bytes:
    """A form whose field holds a name, which stands nowhere else, and a note that opens on a click."""
    out = io.BytesIO()
    page = canvas.Canvas(out, pagesize=A4)
    page.drawString(72, 760, "Application for leave")
    page.drawString(72, 700, "Applicant")
    page.acroForm.textfield(name="applicant", value=name, x=160, y=692, width=240, height=22, fontSize=12)
    page.drawString(72, 640, "Days: 14")
    page.textAnnotation(f"asked by {name}", Rect=[420, 640, 440, 660])
    page.save()
    return out.getvalue()


def scanned(text: list[str]) -> bytes:
    """Lines of text as a picture on a page without any text layer."""
    drawn = io.BytesIO()
    page = canvas.Canvas(drawn, pagesize=A4)
    page.setFont("Helvetica", 16)
    for number, line in enumerate(text):
        page.drawString(72, 740 - 40 * number, line)
    page.save()
    picture = pypdfium2.PdfDocument(drawn.getvalue())[0].render(scale=2).to_pil().convert("RGB")
    grain = np.random.default_rng(3).normal(0, 6, (picture.height, picture.width, 1))
    noisy = Image.fromarray(np.clip(np.asarray(picture) + grain, 0, 255).astype(np.uint8))
    jpeg = io.BytesIO()
    noisy.save(jpeg, "JPEG", quality=80)
    out = io.BytesIO()
    sheet = canvas.Canvas(out, pagesize=A4)
    sheet.drawImage(ImageReader(io.BytesIO(jpeg.getvalue())), 0, 0, *A4)
    sheet.save()
    return out.getvalue()


def write_resumes(home: Path, employees: Sequence[Mapping[str, Any]], count: int) -> None:
    """<emp_id>.pdf of the first employees: of ten, seven printed by Chromium, one a form and two scans."""
    home.mkdir(parents=True)
    names = {str(one["emp_id"]): str(one["Name"]) for one in employees}
    with Printer() as printer:
        for number, one in enumerate(employees[:count]):
            name, mail = str(one["Name"]), str(one["email"])
            head = names.get(str(one.get("reports_to")), "the owners")
            if number % 10 == 7:
                data = form(name)
            elif number % 10 > 7:
                data = scanned(
                    ["Resume", f"Name: {name}", f"E-mail: {mail}", f"Reports to {head}.", "Knows customs law."]
                )
            else:
                about = html.escape(
                    " ".join(str(one.get(part) or "") for part in ("description", "Experience", "skills"))
                )
                data = printer.pdf(resume_html(html.escape(name), mail, html.escape(head), about))
            (home / f"{one['emp_id']}.pdf").write_bytes(data)


def bomb(megabytes: int) -> bytes:
    """A page whose one stream unpacks to so many megabytes of drawing."""
    packed = zlib.compress(b"0 0 m 9 9 l S\n" * (megabytes * 75_000), 9)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n" % len(packed) + packed + b"\nendstream",
    ]
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start)
