"""The screen engine: read an image once, find what identifies somebody, as often as the registry grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source, TextFinding
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.page.reading import Line, Reading
from redaction.page.words import Word
from redaction.policy import VisionPolicy
from redaction.screens.code_columns import CODE_COLUMNS, code_columns
from redaction.screens.column_votes import certain_labels
from redaction.screens.consistent import CONSISTENT, consistent
from redaction.screens.nets.models import pick_device
from redaction.screens.ocr.cut_pieces import cut_off
from redaction.screens.ocr.reader import LineReader
from redaction.screens.ocr.scripts import chosen, model_digests
from redaction.screens.ocr.unreadable import surely_read
from redaction.screens.passages import declared_passages, passages
from redaction.screens.pictures.codes import codes_again, find_codes
from redaction.screens.pictures.faces import faces_again, find_faces
from redaction.screens.pictures.initials import discs_again, find_discs
from redaction.screens.pictures.photos import Picture, pictures, readable
from redaction.screens.plain_cells import PLAIN_CELLS, beside_cells, plain_cells
from redaction.screens.reading_cache import ReadingCache, Shelf, pixel_digest
from redaction.screens.rescorer.among import SURE
from redaction.screens.rescorer.evidence import Evidence
from redaction.screens.rescorer.rescore import Rescorer, nobody
from redaction.screens.rules.links import links
from redaction.screens.rules.table import PICTURE_RULES, TEXT_RULES, UNREAD_RULES, apply_rules
from redaction.screens.rules.vetoes import believed
from redaction.screens.rules.wrapped_declared import wrapped_values
from redaction.screens.settled_parts import settled_parts
from redaction.screens.span_boxes import boxes_for
from redaction.screens.whole_addresses import WHOLE_ADDRESSES, whole_addresses
from redaction.screens.whole_codes import WHOLE_CODES, whole_codes
from redaction.screens.whole_names import WHOLE_NAMES, whole_names
from redaction.screens.whole_tokens import WHOLE_TOKENS, whole_tokens
from redaction.text.patterns.numbers import accounts_by_shape

if TYPE_CHECKING:
    from redaction.text.engine import TextEngine
    from redaction.text.inputs import TextInput
    from redaction.text.known.registry import Registry

_Lines = dict[int, "tuple[TextInput, list[TextFinding]]"]
"""By line (index into Page.lines): what was asked of it as a whole, and everything found."""
DetectPictures = Callable[[NDArray[np.uint8], list[Box]], list[Picture]]


class ScreenEngine:
    """Reads screens and finds identifiers on them. Build one per process; one thread on a CPU.

    `cache` is a folder inside the work folder for readings by pixel digest, or the shelf that stands for one on another
    machine; None keeps nothing on disk. `disabled` are names of rows of the tables of `redaction/screens/rules` and
    `passages.py` to leave out: for benchmarks only.
    """

    disabled: frozenset[str] = frozenset()
    rescorer: Rescorer | None = None

    def __init__(
        self,
        policy: VisionPolicy,
        text: TextEngine,
        cache: Path | Shelf | None = None,
        disabled: frozenset[str] = frozenset(),
    ) -> None:
        self.policy = policy
        self.disabled = disabled
        self.text = text
        self.device = pick_device(policy.device, faces=policy.faces)
        self.reader = LineReader(self.device, scripts=chosen(policy.scripts))
        # It was trained beside the shipped names model and asks it for what it does not say aloud.
        self.rescorer = Rescorer() if policy.rescorer and text.shipped_names else None
        self.cache = ReadingCache(cache, settings_of(policy), self.device) if cache is not None else None

    def cached(self, key: str) -> Reading | None:
        """The reading kept under this key: the pixel digest of an image, or what RecordingReader gave."""
        return self.cache.get(key) if self.cache is not None else None

    def keep(self, key: str, reading: Reading) -> None:
        """Remember a reading."""
        if self.cache is not None:
            self.cache.put(key, reading)

    def read(self, image: NDArray[np.uint8]) -> Reading:
        """Everything on an H × W × 3 RGB image that does not depend on a registry: lines, faces, codes. Cached."""
        digest = pixel_digest(image)
        reading = self.cached(digest)
        if reading is None:
            reading = self.read_fresh(image)
            self.keep(digest, reading)
        return reading

    def read_fresh(self, image: NDArray[np.uint8], detect: DetectPictures = pictures) -> Reading:
        """The same without the cache. `detect` finds pictures."""
        return self.complete(image, self.reader.lines(image), detect=detect)

    def complete(
        self,
        image: NDArray[np.uint8],
        lines: tuple[Line, ...],
        before: Reading | None = None,
        parts: Sequence[Box] | None = None,
        detect: DetectPictures = pictures,
    ) -> Reading:
        """Complete lines that were read to a reading: faces, codes and discs.

        With the reading of the frame before and the parts that changed since, faces and codes are detected again only
        where a part holds a picture or a code; elsewhere they are kept.
        """
        height, width = image.shape[:2]
        seen = detect(image, readable(lines))
        if before is None or parts is None:
            faces = find_faces(image, seen, self.device) if self.policy.faces else []
            codes = find_codes(image) if self.policy.codes else []
            discs = find_discs(image, lines, seen, self.reader)
        else:
            faces = faces_again(image, seen, before.faces, parts, self.device) if self.policy.faces else []
            codes = codes_again(image, before.codes, parts) if self.policy.codes else []
            discs = discs_again(image, lines, seen, self.reader, before.discs, parts)
        reading = Reading(width, height, lines, tuple(faces), tuple(codes), tuple(discs))
        return replace(reading, cut=tuple(cut_off(image, surely_read(reading, ()))))

    def find(self, reading: Reading, registry: Registry | None = None) -> list[ImageFinding]:
        """Findings on a screen that was read: text (with layout and registry), initials, faces, codes. Sorted.

        Everything that needs pixels is in the reading already.
        """
        return self.weighed(reading, registry)[0]

    def weighed(
        self, reading: Reading, registry: Registry | None = None
    ) -> tuple[list[ImageFinding], dict[Word, float]]:
        """The findings, and the chance of each word of the page to identify somebody; of none without a re-scorer."""
        page, lines, out = self._by_rules(reading, registry)
        chances: dict[Word, float] = {}
        known = partial(_known_spans, registry) if registry is not None else nobody
        if self.rescorer is not None:
            out, chances = self.rescorer.rescored(page, self._evidence(page, lines, out), known)
        if PLAIN_CELLS not in self.disabled:
            out = list(beside_cells(page.lines, reading, out, plain_cells(page.lines, out)))
        if registry is not None:
            sure = frozenset(word for word, chance in chances.items() if chance >= SURE)
            out = list(settled_parts(page, out, registry, sure))
        if WHOLE_TOKENS not in self.disabled:
            out = list(whole_tokens(page, out))
        if WHOLE_CODES not in self.disabled:
            out = list(whole_codes(page, out))
        if WHOLE_NAMES not in self.disabled:
            out = list(whole_names(page, out))
        if WHOLE_ADDRESSES not in self.disabled:
            out = list(whole_addresses(page, out))
        if registry is not None and CONSISTENT not in self.disabled:
            out = list(consistent(page, out, known))
        off = self.disabled if self.policy.unreadable == "hide" else self.disabled | UNREAD_RULES
        return sorted({*out, *apply_rules(page, out, registry, off, PICTURE_RULES)}), chances

    def evidence(self, reading: Reading, registry: Registry | None = None) -> tuple[Page, Evidence]:
        """What the rules find in the text of a screen and know of it: what the re-scorer is told, and trained on."""
        page, lines, found = self._by_rules(reading, registry)
        return page, self._evidence(page, lines, found)

    def _evidence(self, page: Page, lines: _Lines, found: list[ImageFinding]) -> Evidence:
        embeddings = {at: self.text.embedding(line.text) for at, line in enumerate(page.lines)}
        return Evidence(
            labels={at: item.label for at, (item, _) in lines.items() if item.label},
            raw={at: findings for at, (_, findings) in lines.items()},
            chances={at: self.text.chances(line.text) for at, line in enumerate(page.lines)},
            findings=found,
            embeddings={at: embedding for at, embedding in embeddings.items() if embedding is not None},
            states=self.text.states,
        )

    def _by_rules(self, reading: Reading, registry: Registry | None) -> tuple[Page, _Lines, list[ImageFinding]]:
        """The page, what was asked and found of its whole lines before any veto, and the findings of the rules."""
        page = Page.of(reading)
        texts = passages(page, self.disabled)
        inputs = certain_labels(self.text, texts, registry)
        raw = self.text.find_many(inputs, registry)
        whole: _Lines = {}
        for passage, item, findings in zip(texts, inputs, raw, strict=True):
            if _is_line(page, passage):
                whole.setdefault(passage.pieces[0].line, (item, findings))
        found = self._believed_findings(page, texts, raw, registry)
        if registry is not None and registry.has_declared:
            lower = declared_passages(page)
            texts, found = texts + lower, found + [list(wrapped_values(passage, registry)) for passage in lower]
        boxes = boxes_for(page, texts, found)
        out = [*boxes, *apply_rules(page, boxes, registry, self.disabled, TEXT_RULES)]
        if CODE_COLUMNS not in self.disabled:
            out = list(code_columns(page, out, {at for at, (item, _) in whole.items() if item.label}))
        return page, whole, out

    def _believed_findings(
        self, page: Page, texts: list[Passage], found: list[list[TextFinding]], registry: Registry | None
    ) -> list[list[TextFinding]]:
        """What was found in each passage and no veto withdraws, and what only a screen asks for."""
        return [
            [
                *(kept for f in findings for kept in self._believed(page, passage, f, registry)),
                *links(passage.input.text, findings),
                *accounts_by_shape(passage.input.text),
                *(wrapped_values(passage, registry) if registry is not None else ()),
            ]
            for passage, findings in zip(texts, found, strict=True)
        ]

    def _believed(
        self, page: Page, passage: Passage, finding: TextFinding, registry: Registry | None
    ) -> Iterator[TextFinding]:
        """The finding, where it is believed; else what the registry knows there and the names model, being surer, put
        its own word for."""
        if believed(page, passage, finding, self.disabled):
            placed = passage.placed and finding.source is Source.LABEL
            yield replace(finding, source=Source.POSITION) if placed else finding
        elif registry is not None and finding.source is Source.MODEL:
            for known in registry.find(passage.input.text, passage.input.role):
                meets = known.start < finding.end and finding.start < known.end
                named = known.kind in (Kind.PERSON, Kind.COMPANY)
                if meets and named and believed(page, passage, known, self.disabled):
                    yield known


def settings_of(policy: VisionPolicy) -> str:
    """What of a policy, and which models of Tesseract, decide what is read."""
    return f"faces={policy.faces} codes={policy.codes} scripts={model_digests(policy.scripts)}"


def _known_spans(registry: Registry, text: str) -> list[tuple[int, int]]:
    """Where a line says what the registry knows."""
    return [(finding.start, finding.end) for finding in registry.find(text, "line")]


def _is_line(page: Page, passage: Passage) -> bool:
    """Whether a passage is one whole line."""
    piece = passage.pieces[0]
    return len(passage.pieces) == 1 and piece.offset == 0 and piece.end == len(page.lines[piece.line].text)
