"""What a released PDF may hold: pages of one picture each, text that is not drawn, and not one byte more.

The form is read here from the bytes alone, the text by pdfminer: neither knows the libraries that redaction uses.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from io import BytesIO

_LARGEST = 200_000_000
"""Bytes of one unpacked stream."""
_NUMBER = r"-?\d{1,9}(?:\.\d{3})?"
_FORMS = [
    re.compile(form.encode())
    for form in (
        r"<</Type/Catalog/Pages 2 0 R>>",
        r"<</Type/Pages/Count \d+/Kids\[(?:\d+ 0 R ?)*\]>>",
        r"<</Type/Font/Subtype/Type0/BaseFont/Released/Encoding/Identity-H/DescendantFonts\[4 0 R\]/ToUnicode 5 0 R>>",
        r"<</Type/Font/Subtype/CIDFontType2/BaseFont/Released/CIDSystemInfo<</Registry\(Adobe\)/Ordering\(Identity\)"
        r"/Supplement 0>>/DW 500/CIDToGIDMap/Identity/FontDescriptor<</Type/FontDescriptor/FontName/Released/Flags 4"
        r"/FontBBox\[0 -200 500 800\]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>",
        rf"<</Type/Page/Parent 2 0 R/MediaBox\[0 0 {_NUMBER} {_NUMBER}\]/Contents \d+ 0 R"
        r"/Resources<</Font<</F 3 0 R>>/XObject<</I \d+ 0 R>>>>>>",
    )
]
_STREAM = re.compile(
    rb"<</Length (\d+)/Filter/FlateDecode(/Type/XObject/Subtype/Image/Width (\d+)/Height (\d+)/ColorSpace/DeviceRGB"
    rb"/BitsPerComponent 8)?>>stream\n"
)
_MAP = re.compile(
    rb"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Released def\n/CMapType 2 def\n"
    rb"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
    rb"(?:\d+ beginbfchar\n(?:<[0-9A-F]{4}> <[0-9A-F]{4,8}>\n)*endbfchar\n)*endcmap\nend\nend\n"
)
_CONTENT = re.compile(
    rf"q {_NUMBER} 0 0 {_NUMBER} 0 0 cm /I Do Q\nBT 3 Tr\n"
    rf"(?:/F {_NUMBER} Tf {_NUMBER} Tz 1 0 0 1 {_NUMBER} {_NUMBER} Tm <[0-9A-F]*> Tj\n)*ET".encode()
)
_START = b"%PDF-1.7\n"


class NoPdf(ValueError):
    """Not a PDF as they are released; the message quotes nothing of it."""


def pdf_problems(data: bytes) -> list[str]:
    """Everything in the file that a released PDF does not need, in English, without any content. [] if clean."""
    try:
        _walk(data)
    except NoPdf as error:
        return [str(error)]
    return []


def pdf_texts(data: bytes) -> Iterator[tuple[str, str]]:
    """(where, text): the text layer of each page. NoPdf for what has not the closed form of a released PDF; the
    caller then searches the bytes."""
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTTextContainer

    _walk(data)
    for number, page in enumerate(extract_pages(BytesIO(data)), 1):
        yield f"page {number}", "".join(part.get_text() for part in page if isinstance(part, LTTextContainer))


def pdf_pictures(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(width, height, RGB bytes) of each page's picture, in order; NoPdf as pdf_texts."""
    return iter(_walk(data))


def _walk(data: bytes) -> list[tuple[int, int, bytes]]:
    if not data.startswith(_START):
        raise NoPdf("does not begin as a released PDF")
    at, number, places, pictures = len(_START), 0, list[int](), list[tuple[int, int, bytes]]()
    while not data.startswith(b"xref\n", at):
        number += 1
        places.append(at)
        head = f"{number} 0 obj\n".encode()
        if not data.startswith(head, at):
            raise NoPdf("objects do not follow one another")
        at += len(head)
        stream = _STREAM.match(data, at)
        if stream is None:
            form = _FORMS[number - 1 if number < 5 else 4]
            plain = form.match(data, at)
            if plain is None:
                raise NoPdf("has an object that a released PDF does not need")
            at = plain.end()
        else:
            at = stream.end() + int(stream[1])
            body = _unpacked(data[stream.end() : at])
            part = (number - 6) % 3 if number > 5 else -1
            if stream[2] is not None and part == 2:
                width, height = int(stream[3]), int(stream[4])
                if len(body) != 3 * width * height:
                    raise NoPdf("a picture has too few or too many pixels")
                pictures.append((width, height, body))
            elif stream[2] is not None or not (
                (number == 5 and _MAP.fullmatch(body)) or (part == 1 and _CONTENT.fullmatch(body))
            ):
                raise NoPdf("has a stream that a released PDF does not need")
            if not data.startswith(b"\nendstream", at):
                raise NoPdf("a stream has not the length it says")
            at += len(b"\nendstream")
        if not data.startswith(b"\nendobj\n", at):
            raise NoPdf("an object goes on behind its end")
        at += len(b"\nendobj\n")
    pages = max(0, (number - 5) // 3)
    if not pages or number != 5 + 3 * pages or len(pictures) != pages:
        raise NoPdf("has not three objects a page")
    kids = " ".join(f"{6 + 3 * n} 0 R" for n in range(pages))
    end = f"xref\n0 {number + 1}\n0000000000 65535 f \n" + "".join(f"{place:010d} 00000 n \n" for place in places)
    end += f"trailer\n<</Size {number + 1}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n"
    if data[at:] != end.encode() or f"/Count {pages}/Kids[{kids}]".encode() not in data[: places[2]]:
        raise NoPdf("ends otherwise than a released PDF")
    return pictures


def _unpacked(packed: bytes) -> bytes:
    inflate = zlib.decompressobj()
    try:
        body = inflate.decompress(packed, _LARGEST)
    except zlib.error:
        raise NoPdf("a stream cannot be unpacked") from None
    if not inflate.eof or inflate.unused_data:
        raise NoPdf("a stream is too large, or followed by other bytes")
    return body
