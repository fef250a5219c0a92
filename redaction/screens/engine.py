"""The screen engine: read an image once, find what identifies somebody, as often as the registry grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source, TextFinding
from redaction.page.label_lines import PERSON, announced, first_name, name_like, ordinary
from redaction.page.page_language import language, page_of
from redaction.page.passage import Passage, unlabelled
from redaction.page.passages import passages, stacked
from redaction.page.reading import Line, Reading
from redaction.page.rejoin import rejoined
from redaction.policy import VisionPolicy
from redaction.screens.nets.models import pick_device
from redaction.screens.ocr.reader import LineReader
from redaction.screens.ocr.unreadable import unreadable
from redaction.screens.pictures.codes import codes_again, find_codes
from redaction.screens.pictures.faces import faces_again, find_faces
from redaction.screens.pictures.initials import discs_again, find_discs, initials
from redaction.screens.pictures.photos import Picture, pictures
from redaction.screens.reading_cache import ReadingCache, pixel_digest
from redaction.screens.rescorer.evidence import Evidence
from redaction.screens.rescorer.rescore import Rescorer
from redaction.screens.rules.belief import credible
from redaction.screens.rules.birth import birth_dates
from redaction.screens.rules.card_ids import card_numbers
from redaction.screens.rules.column_rest import rest_of_columns, unread_in_columns
from redaction.screens.rules.fragments import fragments
from redaction.screens.rules.labelled_rows import labelled_rows
from redaction.screens.rules.links import links
from redaction.screens.rules.owner_ids import owner_numbers
from redaction.screens.rules.row_ids import person_numbers
from redaction.screens.rules.wrapped_declared import wrapped_values
from redaction.screens.span_boxes import boxes_for

if TYPE_CHECKING:
    from redaction.text.engine import TextEngine
    from redaction.text.inputs import TextInput
    from redaction.text.known.registry import Registry

Seek = Callable[[NDArray[np.uint8], list[Box]], list[Picture]]
_READABLE, _SHORT = 0.8, 4
_SHARE, _LIST_SHARE = 0.4, 0.6
"""Of the cells under a weak header, and of a list without one, this share must be found without the label."""


class ScreenEngine:
    """Reads screens and finds identifiers on them. Build one per process; one thread on a CPU.

    `cache` is a folder inside the work folder for readings by pixel digest; None keeps nothing on disk.
    """

    def __init__(self, policy: VisionPolicy, text: TextEngine, cache: Path | None = None) -> None:
        self.policy = policy
        self.text = text
        self.device = pick_device(policy.device, faces=policy.faces)
        self.reader = LineReader(self.device)
        # It was trained beside the shipped names model and asks it for what it does not say aloud.
        self.rescorer = Rescorer() if policy.rescorer and text.shipped_names else None
        settings = f"faces={policy.faces} codes={policy.codes}"
        self.cache = ReadingCache(cache, settings, self.device) if cache is not None else None

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

    def read_fresh(self, image: NDArray[np.uint8], seek: Seek = pictures) -> Reading:
        """The same without the cache. `seek` looks for pictures."""
        return self.look(image, self.reader.lines(image), seek=seek)

    def look(
        self,
        image: NDArray[np.uint8],
        lines: tuple[Line, ...],
        before: Reading | None = None,
        parts: Sequence[Box] | None = None,
        seek: Seek = pictures,
    ) -> Reading:
        """Complete lines that were read to a reading: faces, codes and discs.

        With the reading of the frame before and the parts that changed since, faces and codes are sought only when a
        part holds a picture or a code; elsewhere they are carried over.
        """
        height, width = image.shape[:2]
        seen = seek(image, readable(lines))
        if before is None or parts is None:
            faces = find_faces(image, seen, self.device) if self.policy.faces else []
            codes = find_codes(image) if self.policy.codes else []
            discs = find_discs(image, lines, seen, self.reader)
        else:
            faces = faces_again(image, seen, before.faces, parts, self.device) if self.policy.faces else []
            codes = codes_again(image, before.codes, parts) if self.policy.codes else []
            discs = discs_again(image, lines, seen, self.reader, before.discs, parts)
        return Reading(width, height, lines, tuple(faces), tuple(codes), tuple(discs))

    def find(
        self, image: NDArray[np.uint8] | None, reading: Reading, registry: Registry | None = None
    ) -> list[ImageFinding]:
        """Findings on an image that was read: text (with layout and registry), initials, faces, codes. Sorted.

        Everything that needs pixels is in the reading already, so `image` may be None.
        """
        del image
        with page_of(reading.lines):
            return self._found(reading, registry)

    def _found(self, reading: Reading, registry: Registry | None) -> list[ImageFinding]:
        read, (reading, evidence) = reading, self._evidence(reading, registry)
        out = self.rescorer.rescored(reading, evidence) if self.rescorer is not None else list(evidence.findings)
        seen = [ImageFinding(box, Kind.FACE, score, name) for box, score, name in reading.faces]
        seen += [ImageFinding(box, Kind.CODE, score, name) for box, score, name in reading.codes]
        unread = unreadable(read, [*out, *seen]) if self.policy.unreadable == "hide" else []
        out += initials(reading, [*out, *unread]) + seen + unread
        return sorted(set(out))

    def evidence(self, reading: Reading, registry: Registry | None = None) -> tuple[Reading, Evidence]:
        """What the rules find in the text of a screen and know of it, and the reading (its split rows rejoined) that
        this is about: what the re-scorer is told, and trained on."""
        with page_of(reading.lines):
            return self._evidence(reading, registry)

    def _evidence(self, reading: Reading, registry: Registry | None) -> tuple[Reading, Evidence]:
        reading = rejoined(reading)
        texts = passages(reading)
        raw = self.text.find_many(self._labelled(texts, registry), registry)
        found = [
            [
                *(known for f in findings for known in _believed(reading, passage, f, registry)),
                *links(passage.input.text, findings),
                *(wrapped_values(passage, registry) if registry is not None else ()),
            ]
            for passage, findings in zip(texts, raw, strict=True)
        ]
        whole: dict[int, tuple[TextInput, list[TextFinding]]] = {}
        for passage, findings in zip(texts, raw, strict=True):
            if _whole(reading, passage):
                whole.setdefault(passage.pieces[0].line, (passage.input, findings))
        if registry is not None and registry.has_declared:
            lower = stacked(reading)
            texts, found = texts + lower, found + [list(wrapped_values(passage, registry)) for passage in lower]
        out = boxes_for(reading, texts, found)
        out += fragments(reading, registry) if registry is not None else ()
        out += card_numbers(reading, out)
        out += birth_dates(reading, out)
        out += owner_numbers(reading, out)
        out += rest_of_columns(reading, out)
        out += labelled_rows(reading, out)
        out += person_numbers(reading, out)
        out += unread_in_columns(reading, out)
        evidence = Evidence(
            labels={at: item.label for at, (item, _) in whole.items() if item.label},
            raw={at: findings for at, (_, findings) in whole.items()},
            chances=(
                {at: self.text.chances(line.text) for at, line in enumerate(reading.lines)}
                if self.text.shipped_names
                else {}
            ),
            findings=out,
            language=language(),
        )
        return reading, evidence

    def _labelled(self, texts: list[Passage], registry: Registry | None) -> list[TextInput]:
        """Inputs with their labels; under a weak header only when enough cells of the column are found without it."""
        cells = [passage for passage in texts if passage.column is not None]
        plain = self.text.find_many([unlabelled(passage) for passage in cells], registry)
        votes: dict[int, list[bool]] = {}
        shares: dict[int, float] = {}
        for passage, findings in zip(cells, plain, strict=True):
            told = announced(passage.input.label or "")
            kind = told.kind if told is not None else None
            hit = passage.vouched or any(f.kind is kind for f in findings)
            hit |= kind is Kind.PERSON and first_name(passage.input.text)
            hit |= kind is Kind.COMPANY and name_like(passage.input.text) and not ordinary(passage.input.text)
            votes.setdefault(passage.column or 0, []).append(hit)
            shares[passage.column or 0] = _LIST_SHARE if passage.input.label == PERSON else _SHARE
        telling = {
            column for column, hits in votes.items() if sum(hits) >= max(min(2, len(hits)), shares[column] * len(hits))
        }
        return [p.input if p.certain or p.column is None or p.column in telling else unlabelled(p) for p in texts]


def _believed(
    reading: Reading, passage: Passage, finding: TextFinding, registry: Registry | None
) -> Iterator[TextFinding]:
    """The finding, where it is believed; else what the registry knows there and the names model, being surer, put its
    own word for."""
    if credible(reading, passage, finding):
        yield finding
    elif registry is not None and finding.source is Source.MODEL:
        for known in registry.find(passage.input.text, passage.input.role):
            meets = known.start < finding.end and finding.start < known.end
            if meets and known.kind in (Kind.PERSON, Kind.COMPANY) and credible(reading, passage, known):
                yield known


def _whole(reading: Reading, passage: Passage) -> bool:
    """Whether a passage is one whole line."""
    piece = passage.pieces[0]
    return len(passage.pieces) == 1 and piece.offset == 0 and piece.end == len(reading.lines[piece.line].text)


def readable(lines: tuple[Line, ...]) -> list[Box]:
    """Boxes of lines that really are text: what the recogniser is sure of, longer than the letters on a disc and its
    rim, which is often read as a bracket."""
    return [line.box for line in lines if line.score >= _READABLE and len(line.text) > _SHORT and not line.turned]
