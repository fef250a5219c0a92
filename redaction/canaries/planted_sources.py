"""Planting canaries in company sources: a copy of a text of a row with an invented person in it is read as the find
stage reads texts of sources."""

from __future__ import annotations

from collections.abc import Sequence

from redaction.canaries.planted_documents import DocumentCopy
from redaction.canaries.planted_values import draws, invent
from redaction.findings import Kind
from redaction.kinds.table import kinds_where, spec_of
from redaction.ledger.surrogates import below, stream
from redaction.policy import Policy
from redaction.sources.values import text_input, texts_of
from redaction.stages.sources import TakenSource, taken_sources
from redaction.work.store import BatchStore

_SENTENCES = ("{t} Please ask {v} about it.", "{t} It was agreed with {v} yesterday.", "{t} Copy to {v}.")
_FIELD = "source text"
_LOOKED_AT = 1_000
"""Rows of a source among which those are chosen whose texts are copied."""


def plant_in_sources(store: BatchStore, policy: Policy, kinds: Sequence[Kind], seed: bytes) -> list[DocumentCopy]:
    """Copies of texts of at most canaries.rows_per_application rows of every source, and one value under its label for
    each kind. A source without texts gets the latter alone."""
    copies: list[DocumentCopy] = []
    for source in taken_sources(store):
        copies += _of(source, policy.canaries.rows_per_application, kinds, seed)
    return copies


def _of(source: TakenSource, rows: int, kinds: Sequence[Kind], seed: bytes) -> list[DocumentCopy]:
    anywhere = [kind for kind in kinds_where(lambda spec: spec.canary.rotates) if kind in kinds]
    texts = []
    for number, row in zip(range(_LOOKED_AT), source.rows(), strict=False):
        items = list(texts_of(source.schema, row))
        if items:
            order = next(stream(seed, "source row", source.name, str(number)))
            texts.append((order, number, max(items, key=lambda item: len(item.text))))
    copies = []
    for nth, (_, number, item) in enumerate(sorted(texts, key=lambda one: one[:2])[:rows] if anywhere else ()):
        kind = anywhere[nth % len(anywhere)]
        value = _value(kind, f"source {source.name} {number}", nth, seed)
        sentence = _SENTENCES[below(stream(seed, "source sentence", source.name, str(number)), len(_SENTENCES))]
        copy = text_input(item.label or "text", sentence.format(t=item.text, v=value))
        copies.append(DocumentCopy(source.name, _FIELD, kind, value, (copy,)))
    for nth, kind in enumerate(kinds_where(lambda spec: spec.kind in kinds and bool(spec.canary.labels))):
        labels = spec_of(kind).canary.labels
        value = _value(kind, f"source {source.name} label", nth, seed)
        copies.append(DocumentCopy(source.name, _FIELD, kind, value, (text_input(labels[nth % len(labels)], value),)))
    return copies


def _value(kind: Kind, place: str, nth: int, seed: bytes) -> str:
    make = spec_of(kind).canary.value
    assert make is not None, kind
    return make(invent(seed, place, nth), draws(seed, place, str(nth)))
