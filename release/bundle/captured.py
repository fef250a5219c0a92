"""Captured texts that must not come back: what was found in rows, and whole titles and typed strings that held it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import written_as
from redaction.ledger.entities import Ledger
from redaction.ledger.surface import runs
from redaction.lexicon.words import is_word
from redaction.policy import Policy
from redaction.stages.find import load_text_findings
from redaction.stages.ingest import load_rows
from redaction.stages.row_spans import RowFinding
from redaction.stages.text_fields import TEXT_FIELDS
from redaction.stages.typing_runs import typing_runs
from redaction.work.store import BatchStore
from release.bundle.distinctive import is_distinctive
from validation.leaks.needles import Captured, Needle

#: Below this a detector was guessing; what it guessed may rightly stand somewhere else.
_SURE = 0.8
#: Kinds that are made of words, and how many letters one of them needs, cut as it may be, to tell something.
_SPELLED = written_as(PROPER, Value.EMAIL, Value.LOGIN, Value.HOST)
_FEWEST = 4


def found_values(stores: Sequence[BatchStore], ledger: Ledger, policy: Policy) -> list[Needle]:
    """Every value that was surely found in a row and points at its owner wherever it stands."""
    return sorted(
        {
            (ledger.entity_id(f.kind, f.value), f.kind, f.value)
            for store in stores
            for f in load_text_findings(store)
            if f.part == "whole" and f.score >= _SURE and _hidden(f, policy)
        }
    )


class CapturedTexts(Iterable[Captured]):
    """(place, text) of every window title, field and typed string in which somebody was found; read from the work
    folder whenever they are asked for.

    The place is the interaction's id and the field; the text as a whole must not stand anywhere in the release.
    """

    def __init__(self, stores: Sequence[BatchStore], policy: Policy) -> None:
        self._stores, self._policy = stores, policy

    def __iter__(self) -> Iterator[Captured]:
        return chain.from_iterable(_texts(store, self._policy) for store in self._stores)


def _texts(store: BatchStore, policy: Policy) -> Iterator[Captured]:
    rows = load_rows(store)
    found = [f for f in load_text_findings(store) if f.field in TEXT_FIELDS and _hidden(f, policy)]
    telling = {(f.row, f.field) for f in found}
    for row, some in groupby(found, key=lambda f: f.row):
        captured = rows[row].row
        for field in sorted({f.field for f in some if _shows(f, getattr(captured, f.field) or "")}):
            yield f"captured {field} of {captured.interaction_uuid}", getattr(captured, field)
    for run in typing_runs(rows):
        if any((row, field) in telling for row in run.rows for field in ("interaction_value", "field_value")):
            yield f"captured typing from {rows[run.rows[0]].row.interaction_uuid}", run.text


def _shows(finding: RowFinding, text: str) -> bool:
    """Whether the part of a value that this text holds tells anything. A piece of typing may hold only what stays in
    a surrogate, too, such as a legal form, a title, a country code: it is released as it was captured, and rightly."""
    if finding.part == "whole":
        return True
    shown = text[finding.start : finding.end]
    if finding.kind not in _SPELLED:
        return is_distinctive(finding.kind, shown, False)
    stays = [run.folded for run in runs(finding.kind, finding.value) if run.stays]
    words = [run.folded for run in runs(finding.kind, shown) if not run.number]
    return any(
        len(word) >= _FEWEST and not is_word(word) and not any(word in whole for whole in stays) for word in words
    )


def _hidden(finding: RowFinding, policy: Policy) -> bool:
    return policy.text.treatment(finding.kind) != "keep" and is_distinctive(finding.kind, finding.value, False)
