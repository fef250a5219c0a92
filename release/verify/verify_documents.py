"""Documents of company sources in a bundle: each is called as the key of a row, has the closed form of a released PDF,
and its text layer says what the row says."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from typing import Any

from redaction.sources.schema import PAGES, SourceSchema
from release.bundle.sources import MASK
from release.verify.problems import VerifyReport
from validation.files.pdf import pdf_problems, pdf_texts
from validation.files.source_layout import source_member, source_place

_ANEW = "Build it again: a document and its row are released together."


def check_documents(
    report: VerifyReport, archive: zipfile.ZipFile, where: str, schema: SourceSchema, files: Sequence[str]
) -> None:
    """Every document of one source, and every row of it that must have one."""
    texts: dict[str, Any] = {}
    with archive.open(source_member(schema.name, "rows")) as lines:
        for line in lines:
            row = json.loads(line)
            texts[str(row.get(schema.key))] = row.get(PAGES)
    there = {}
    for file in files:
        place = source_place(file)
        if place is not None and place.part == "document":
            there[place.document] = file
    for number, (key, pages) in enumerate(texts.items(), start=1):
        withheld = not pages or all(page == MASK for page in pages)
        if withheld == (key in there):
            how = "has a document that is withheld" if withheld else "has no document"
            report.add(f"{where} line {number}", how, _ANEW)
    for number, (key, file) in enumerate(sorted(there.items())):
        report.count("documents of sources")
        problem = _problem(archive.read(file), texts.get(key))
        if problem:
            report.add(f"{where} document {number}", problem, _ANEW)


def _problem(data: bytes, pages: Any) -> str:
    if not isinstance(pages, list):
        return "belongs to no row"
    wrong = pdf_problems(data)
    if wrong:
        return wrong[0]
    said = [_letters(text) for _, text in pdf_texts(data)]
    return "" if said == [_letters(str(page)) for page in pages] else "says something else than its row"


def _letters(text: str) -> list[str]:
    """The letters and signs of a page in no order: readers disagree on where lines stand, not on what they say."""
    return sorted(text.replace(" ", "").replace("\n", ""))
