"""Documents of company sources made anew: on the picture of each page all is hidden that is replaced in its text, and
what only the picture shows; the text layer is what is left of the text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from redaction.capture.images import Pixels, encode_png, open_image
from redaction.errors import EntrophyError
from redaction.findings import Box, ImageFinding, Kind, TextFinding
from redaction.ledger.entities import Ledger
from redaction.page.boxes import touch
from redaction.pdf.pages import PdfLine, union
from redaction.pdf.write import NewPage, Placed, write_pdf
from redaction.policy import Policy
from redaction.sources.ids import Ids
from redaction.sources.schema import PAGES
from redaction.sources.values import Row
from redaction.stages.apply import Scrubbed
from redaction.stages.documents import in_pieces
from redaction.stages.hide_image import hide, places_told, to_hide
from redaction.stages.page_findings import Found
from redaction.stages.source_findings import scrubbed_text
from redaction.stages.sources import TakenSource
from redaction.stages.taken_documents import Page, pages_by_text

_DETECTOR = "text layer"


@dataclass(frozen=True, slots=True)
class Released:
    """A document as it is released: its bytes, the text of each page, and which surrogates were drawn where on the
    picture of each."""

    pdf: bytes
    texts: tuple[str, ...]
    drawn: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Redactor:
    """What decides about the documents of a batch. `seen` are the findings on pages; a page that is not among them
    could not be read."""

    policy: Policy
    ledger: Ledger
    ids: Ids
    seen: Found

    def document(
        self, source: TakenSource, row: Row, found: Mapping[int, Sequence[TextFinding]], own: frozenset[str]
    ) -> Released | None:
        """The document of a row made anew; None where one of its pages could not be read."""
        assert source.documents is not None
        pages = [*scrubbed_pages(source, row, found, own, self.policy, self.ledger, self.ids)]
        if any(page.name not in self.seen for page, *_ in pages):
            return None
        made, texts, drawn = [], [], []
        for page, here, done in pages:
            pixels, places = self._picture(page, done, here)
            lines = released_lines(page, done)
            texts.append("\n".join(lines))
            placed = [
                Placed(text.strip(), box)
                for text, line in zip(lines, page.lines, strict=True)
                if text.strip() and (box := union(line.boxes)) is not None
            ]
            made.append(NewPage(page.width, page.height, pixels, tuple(placed)))
            drawn.append({"sha256": hashlib.sha256(encode_png(pixels)).hexdigest(), "places": places})
        return Released(write_pdf(made), tuple(texts), tuple(drawn))

    def _picture(self, page: Page, done: Scrubbed, found: Sequence[TextFinding]) -> tuple[Pixels, list[dict[str, Any]]]:
        seen = [f for f in self.seen[page.name] if self.policy.text.treatment(f.kind) != "keep"]
        written = list(_written(page, done, found))
        # what was seen over words that are replaced is hidden to its own edges, too
        grown = [replace(f, box=_over(f.box, [s.box for s in seen])) for f, _ in written]
        alone, beside = to_hide(
            [f for f in seen if not any(touch(f.box, g.box) for g in grown)], self.policy, self.ledger
        )
        shown, surrogates = [*grown, *alone], [*(text for _, text in written), *beside]
        pixels, boxes, readable = hide(
            open_image(page.picture, self.policy.capture), shown, surrogates, self.policy.vision.style
        )
        return pixels, places_told(boxes, surrogates, readable)


def scrubbed_pages(
    source: TakenSource,
    row: Row,
    found: Mapping[int, Sequence[TextFinding]],
    own: frozenset[str],
    policy: Policy,
    ledger: Ledger,
    ids: Ids,
) -> Iterator[tuple[Page, Sequence[TextFinding], Scrubbed]]:
    """Every page of the document of a row, with the findings in its text and what scrubbing makes of that text.
    EntrophyError where the pages are not those of the row."""
    assert source.documents is not None
    pages = source.documents.drawn(row)
    if [page.text for page in pages] != row[PAGES]:
        raise EntrophyError(
            "the pages of a document are not those of its row.", record=source.name, remedy="build the batch again."
        )
    in_text = {number: found.get(at, ()) for at, number in pages_by_text(source.schema, row).items()}
    for number, page in enumerate(pages):
        here = in_text.get(number, ())
        yield page, here, scrubbed_text(page.text, [*here], policy.text, ledger, ids, own)


def _written(page: Page, done: Scrubbed, found: Sequence[TextFinding]) -> Iterator[tuple[ImageFinding, str]]:
    """Every replaced span on the lines where it stands, with what stands there instead: on its first line."""
    for start, end, made, until in done.spans:
        kind = next((f.kind for f in found if f.start < end and start < f.end), Kind.ID)
        text = done.text[made:until]
        for line, a, b in _parts(page, start, end):
            box = union(line.boxes[a:b])
            if box is not None:
                yield ImageFinding(box, kind, 1.0, _DETECTOR, line.text[a:b] if text else ""), text
                text = ""


def _parts(page: Page, start: int, end: int) -> Iterator[tuple[PdfLine, int, int]]:
    at = 0
    for line in page.lines:
        a, b = max(start - at, 0), min(end - at, len(line.text))
        if a < b:
            yield line, a, b
        at += len(line.text) + 1


def released_lines(page: Page, done: Scrubbed, mark: str | None = None) -> list[str]:
    """The lines of the page as they are released, or with a mark in place of all that was written there: what stands
    over several lines is put into the first."""
    pieces = [part for line in page.lines for part in ("\n", line.text)][1:]
    written = ((start, end, done.text[a:b] if mark is None else mark) for start, end, a, b in done.spans)
    return list(in_pieces(pieces, written)[::2])


def _over(box: Box, others: Sequence[Box]) -> Box:
    return union([box, *(other for other in others if touch(box, other))]) or box
