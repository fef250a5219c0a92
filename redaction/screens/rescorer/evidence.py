"""What the rules know of a page, as the re-scorer is told it; and kinds and sources as the numbers it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.kinds.table import PICTURES
from redaction.lexicon.labels import label_spec
from redaction.text.model import Chance, States

KINDS = tuple(map(Kind, (Path(__file__).parent / "data" / "kinds.txt").read_text(encoding="utf-8").split()))
"""The kinds that the shipped model knows, in its order, which training keeps: a model's classes are no list of all."""
_KIND_CODES = {kind: float(code) for code, kind in enumerate(KINDS, 1)}
_PATTERN_CODE = 1.0
_SOURCE_CODES = {Source.LABEL: 3.0, Source.REGISTRY: 4.0, Source.MODEL: 5.0}
"""As in training, where 2 stood for nothing; everything else counts as a pattern."""


StatesOf = Callable[[str], States | None]


def no_states(text: str) -> States | None:
    """Of a names model that tells none."""
    return None


@dataclass(frozen=True, slots=True)
class Evidence:
    """By line (index into Reading.lines): its label, whether or not that was believed; everything the text engine found
    on it, believed or not; the names model's chances for its words and its embedding of the line; by text its hidden
    states, which are asked for where nobody remembers what they told. And what the rules found in the end."""

    labels: Mapping[int, str]
    raw: Mapping[int, Sequence[TextFinding]]
    chances: Mapping[int, Sequence[Chance]]
    findings: Sequence[ImageFinding]
    embeddings: Mapping[int, NDArray[np.float16]] = field(default_factory=dict)
    states: StatesOf = no_states


def kind_code(kind: Kind | None) -> float:
    """1 to 12, kinds that look alike beside each other; 0 for none and for pictures. A kind that is younger than the
    training counts as an id."""
    if kind is None or kind in PICTURES:
        return 0.0
    return _KIND_CODES.get(kind, _KIND_CODES[Kind.ID])


def source_code(source: Source) -> float:
    """1 to 5 for what a finding rests on. What passed a check, headers and positions count as patterns."""
    return _SOURCE_CODES.get(Source.REGISTRY if source.known else source, _PATTERN_CODE)


def label_codes(text: str | None) -> tuple[float, float]:
    """What a text announces as a label: its kind's code, and 2 for certain, 1 for weak or where a shape is asked, 0."""
    spec = label_spec(text) if text else None
    if spec is None:
        return 0.0, 0.0
    return kind_code(spec.kind), 1.0 if spec.weak or spec.shape else 2.0
