"""A PDF written from nothing: one picture a page, and over it text that is not drawn. Same input, same bytes."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box


@dataclass(frozen=True, slots=True)
class Placed:
    """Released text and where it stands, in px of the page's picture."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page to write: points, H × W × 3 RGB pixels, its text."""

    width: float
    height: float
    pixels: NDArray[np.uint8]
    texts: tuple[Placed, ...]


def write_pdf(pages: Sequence[NewPage]) -> bytes:
    """Neither information, dates nor ids; the font has no letters, only what its codes mean."""
    letters = sorted({c for page in pages for placed in page.texts for c in placed.text})
    codes = {letter: number for number, letter in enumerate(letters, 1)}
    kids = " ".join(f"{6 + 3 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(),
        b"<</Type/Font/Subtype/Type0/BaseFont/Released/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 5 0 R>>",
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Released/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        b"/Supplement 0>>/DW 500/CIDToGIDMap/Identity/FontDescriptor<</Type/FontDescriptor/FontName/Released/Flags 4"
        b"/FontBBox[0 -200 500 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>",
        _stream(_meanings(codes)),
    ]
    for number, page in enumerate(pages):
        height, width = page.pixels.shape[:2]
        first = 6 + 3 * number
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {page.width:.3f} {page.height:.3f}]/Contents {first + 1} 0 R"
            f"/Resources<</Font<</F 3 0 R>>/XObject<</I {first + 2} 0 R>>>>>>".encode(),
            _stream(_content(page, codes)),
            _stream(
                page.pixels.tobytes(),
                f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8",
            ),
        ]
    out, places = bytearray(b"%PDF-1.7\n"), []
    for at, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{at} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def _stream(data: bytes, more: str = "") -> bytes:
    packed = zlib.compress(data, 6)
    return f"<</Length {len(packed)}/Filter/FlateDecode{more}>>stream\n".encode() + packed + b"\nendstream"


def _meanings(codes: dict[str, int]) -> bytes:
    rows = [f"<{code:04X}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, code in codes.items()]
    parts = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    blocks = "".join(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar\n" for part in parts)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Released def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{blocks}endcmap\nend\nend\n"
    ).encode()


def _content(page: NewPage, codes: dict[str, int]) -> bytes:
    height, width = page.pixels.shape[:2]
    across, up = page.width / width, page.height / height
    out = [f"q {page.width:.3f} 0 0 {page.height:.3f} 0 0 cm /I Do Q", "BT 3 Tr"]
    for placed in page.texts:
        x0, y0, x1, y1 = placed.box
        size = max(1.0, (y1 - y0) * up)
        wide = 100 * (x1 - x0) * across / (0.5 * size * len(placed.text))
        text = "".join(f"{codes[c]:04X}" for c in placed.text)
        at = f"1 0 0 1 {x0 * across:.3f} {page.height - y1 * up + 0.2 * size:.3f} Tm"
        out.append(f"/F {size:.3f} Tf {max(1.0, wide):.3f} Tz {at} <{text}> Tj")
    return "\n".join([*out, "ET"]).encode()
