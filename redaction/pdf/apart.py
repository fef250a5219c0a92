"""PDFs drawn in a process of its own, which is ended when a document takes too long or too much memory.

A PDF is a program: what its streams unpack to, and how long a page takes to draw, is known only afterwards.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from redaction.capture.images import encode_png
from redaction.capture.paths import read_small
from redaction.documents.refusal import DocumentRefused
from redaction.pdf.limits import PdfLimits
from redaction.pdf.pages import PdfPage, open_pages
from redaction.work.files import write_whole

LINES, PICTURE = "{name}.json", "{name}.{page}.png"
"""What is left of a drawn document: the lines of its pages, and the picture of each."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document: why it was refused ("": it was not), and the texts of its pages."""

    reason: str
    texts: tuple[str, ...] = ()


def draw_apart(
    documents: Sequence[tuple[str, Path]], home: Path | None, limits: PdfLimits | None = None
) -> Iterator[Outcome]:
    """The outcome of each document in order. Drawn pages are left in `home` under the name given with the document
    (LINES, PICTURE); nothing is left without a home. Reasons: those of open_pages, and pdf_too_slow."""
    limits = limits or PdfLimits()
    at = 0
    while at < len(documents):
        for outcome in _until_one_fails(documents[at:], home, limits):
            yield outcome
            at += 1


def _until_one_fails(documents: Sequence[tuple[str, Path]], home: Path | None, limits: PdfLimits) -> Iterator[Outcome]:
    """The outcomes of one process; the last is that of the document on which it had to be ended."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_draw, args=(documents, home, limits, there), daemon=True)
    process.start()
    there.close()
    waited = limits.start_seconds
    try:
        for _ in documents:
            try:
                if not here.poll(waited + limits.seconds):
                    yield Outcome("pdf_too_slow")
                    return
                yield here.recv()
            except EOFError:  # it died over this document: of memory, or of a mistake in a library
                yield Outcome("pdf_too_large")
                return
            waited = 0.0
    finally:
        process.kill()
        process.join()
        here.close()


def _draw(documents: Sequence[tuple[str, Path]], home: Path | None, limits: PdfLimits, out: Connection) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = limits.max_memory if hard == resource.RLIM_INFINITY else min(limits.max_memory, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    for name, path in documents:
        out.send(_one(name, path, home, limits))


def _one(name: str, path: Path, home: Path | None, limits: PdfLimits) -> Outcome:
    try:
        data = read_small(path, limits.max_bytes)
    except OSError:
        return Outcome("pdf_broken")
    if data is None:
        return Outcome("pdf_too_large")
    told: list[Any] = []
    texts: list[str] = []
    try:
        for number, page in enumerate(open_pages(data, limits)):
            texts.append("\n".join(line.text for line in page.lines))
            if home is not None:
                write_whole(home / PICTURE.format(name=name, page=number), encode_png(page.pixels))
                told.append(_told(page))
    except DocumentRefused as refused:
        return Outcome(refused.reason)
    except MemoryError:
        return Outcome("pdf_too_large")
    if home is not None:
        write_whole(home / LINES.format(name=name), json.dumps(told, ensure_ascii=False).encode())
    return Outcome("", tuple(texts))


def _told(page: PdfPage) -> dict[str, Any]:
    lines = [[line.text, [list(box) if box is not None else None for box in line.boxes]] for line in page.lines]
    return {"width": page.width, "height": page.height, "lines": lines}
