"""What the files of company sources say: every value of every row, every key, the lists and rules beside them, and the
text and the picture of every page of every document.

Read by Python's own parser, not by the one that redaction reads with. Of a table one row is in memory.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from redaction.capture.images import encode_png
from validation.files.pdf import pdf_pictures, pdf_problems, pdf_texts
from validation.files.source_layout import source_place
from validation.leaks.leak_items import Item, Raw, Said, Screen, Wrong

LONGEST_ROW = 10_000_000
"""Bytes of a row that are read; one that has more is a finding."""


def source_items(where: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Item]:
    """All items of one member of an archive of sources; what cannot be read is an item, too."""
    place = source_place(info.filename)
    if place is None:
        yield Wrong(where, "is no part of a company source")
        return
    try:
        if place.part == "rows":
            with archive.open(info) as rows:
                yield from _rows(where, rows)
        elif place.part == "document":
            yield from _document(where, archive.read(info))
        else:
            data = archive.read(info)
            yield Raw(where, data)
            yield from _values(f"{where} value", json.loads(data.decode("utf-8"), object_pairs_hook=_Pairs))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, RecursionError) as error:
        yield Wrong(where, f"cannot be read ({type(error).__name__})")


def _document(where: str, data: bytes) -> Iterator[Item]:
    """The text layer of a PDF page by page, the picture of each, and what of its form a released one has not."""
    problems = pdf_problems(data)
    for problem in problems:
        yield Wrong(where, problem)
    if problems:
        yield Raw(where, data)
        return
    for page, text in pdf_texts(data):
        yield Said(f"{where} {page}", text)
        yield Said(f"{where} {page} over its lines", " ".join(text.split()))
    for number, (width, height, pixels) in enumerate(pdf_pictures(data), 1):
        picture = np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
        yield Screen(f"{where} page {number}", encode_png(picture))


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with all its pairs, in order: a key that is there twice is read twice."""


def _rows(where: str, rows: Any) -> Iterator[Item]:
    number = 0
    while line := rows.readline(LONGEST_ROW + 1):
        number += 1
        if len(line) > LONGEST_ROW:
            yield Wrong(f"{where} line {number}", "is too long to be read")
            return
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_Pairs)
        if not isinstance(value, _Pairs):
            yield Wrong(f"{where} line {number}", "is no row")
        yield from _values(f"{where} line {number}", value)


def _values(where: str, value: Any) -> Iterator[Item]:
    if isinstance(value, _Pairs):
        for number, (key, part) in enumerate(value, 1):
            yield Said(f"{where} key {number}", key)
            yield from _values(f"{where} field {number}", part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _values(f"{where}[{number}]", part)
    elif isinstance(value, str):
        yield Said(where, value)
    elif value is not None and not isinstance(value, bool):
        yield Said(where, repr(value))
