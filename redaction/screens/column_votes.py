"""Columns and lists vote on their label: a weak header ("Name") or a mere list names its cells when enough of them are
found without it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from redaction.findings import Kind, TextFinding
from redaction.lexicon.labels import PERSON, label_spec
from redaction.lexicon.shapes import first_name, name_like, ordinary
from redaction.page.passage import Passage, unlabelled

if TYPE_CHECKING:
    from redaction.text.engine import TextEngine
    from redaction.text.inputs import TextInput
    from redaction.text.known.registry import Registry

_SHARE, _LIST_SHARE = 0.4, 0.6
"""Of the cells under a weak header, and of a list without one, this share must be found without the label."""
_FEWEST = 2
"""And so many cells, where there are so many."""


def certain_labels(text: TextEngine, passages: Sequence[Passage], registry: Registry | None) -> list[TextInput]:
    """Inputs with their labels; under a weak header only when enough cells of the column are found without it."""
    cells = [passage for passage in passages if passage.column is not None]
    plain = text.find_many([unlabelled(passage) for passage in cells], registry)
    votes: defaultdict[int | None, list[bool]] = defaultdict(list)
    shares: dict[int | None, float] = {}
    for passage, findings in zip(cells, plain, strict=True):
        votes[passage.column].append(_corroborates(passage, findings))
        shares[passage.column] = _LIST_SHARE if passage.input.label == PERSON else _SHARE
    needed = {column: max(min(_FEWEST, len(hits)), shares[column] * len(hits)) for column, hits in votes.items()}
    elected = {column for column, hits in votes.items() if sum(hits) >= needed[column]}
    return [p.input if p.certain or p.column is None or p.column in elected else unlabelled(p) for p in passages]


def _corroborates(passage: Passage, findings: Sequence[TextFinding]) -> bool:
    """Whether a cell, taken by itself, is what its label announces."""
    label = label_spec(passage.input.label or "")
    kind = label.kind if label is not None else None
    if passage.corroborated or any(f.kind is kind for f in findings):
        return True
    cell = passage.input.text
    firm = kind is Kind.COMPANY and name_like(cell) and not ordinary(cell)
    return firm or (kind is Kind.PERSON and first_name(cell))
