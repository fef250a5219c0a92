"""What a labelled field tells about the other fields of its row.

A customer called "Building & Construction" cannot be swept through a whole batch, where the same words are words; in
the description and the title of the row whose field "Customer" holds them they are the customer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import decoded, fold_token
from redaction.lexicon.forms import TOKEN, company_core, tokens
from redaction.lexicon.words import is_word
from redaction.text.inputs import TextInput
from redaction.text.merge import MASKED
from redaction.text.patterns.labels import labelled

_KINDS = written_as(PROPER, Value.LOGIN)
_LONGEST = 12
_GAP = 4
Form = tuple[tuple[str, ...], Kind]


def propagate_labels(inputs: Sequence[TextInput]) -> list[list[TextFinding]]:
    """Per field of one row: where the values that labels of this row tell stand in it, as findings `label-row`.

    Values are compared word by word, case, accents and encodings aside. A value of one ordinary word counts only where
    it is written with a capital.
    """
    forms = sorted({form for item in inputs for form in _forms(item)})
    if not forms:
        return [[] for _ in inputs]
    return [list(_in_field(item, forms)) for item in inputs]


def _forms(item: TextInput) -> Iterator[Form]:
    if item.label is None or item.role != "field":
        return
    text = MASKED.sub(lambda mask: " " * len(mask.group()), decoded(item.text).text)
    for finding in labelled(text, item.label, field=True):
        if finding.kind in _KINDS:
            surface = text[finding.start : finding.end]
            words = tuple(tokens(surface))
            for form in (words, company_core(surface)) if finding.kind is Kind.COMPANY else (words,):
                if len(form) <= _LONGEST and sum(map(len, form)) >= 4:
                    yield form, finding.kind


def _in_field(item: TextInput, forms: Sequence[Form]) -> Iterator[TextFinding]:
    view = decoded(item.text)
    spans = [match.span() for match in TOKEN.finditer(view.text)]
    words = [fold_token(view.text[start:end]) for start, end in spans]
    for form, kind in forms:
        for at in range(len(words) - len(form) + 1):
            if words[at] != form[0] or tuple(words[at : at + len(form)]) != form:
                continue
            stop = at + len(form) - 1
            if any(spans[i + 1][0] - spans[i][1] > _GAP for i in range(at, stop)):
                continue
            start, end = spans[at][0], spans[stop][1]
            if len(form) == 1 and is_word(form[0]) and not view.text[start].isupper():
                continue
            yield TextFinding(*view.span(start, end), kind, 0.8, "label-row", Source.LABEL)
