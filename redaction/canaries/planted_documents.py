"""Planting canaries in documents of demonstrations: a copy of a trace or guide with invented people in it goes through
the same walk as the original, and what the walk shows of it is searched.

A person stands in a text of a page, in an attribute, under a label as the value of a field, in keys that were typed,
and in a step of the guide.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from redaction.canaries.planted_values import Planted, draws, invent
from redaction.documents.keys import typed_letters, written
from redaction.documents.unit import Unit
from redaction.findings import Kind, TextFinding
from redaction.kinds.table import kinds_where, spec_of
from redaction.ledger.surrogates import below, stream
from redaction.policy import Policy
from redaction.stages.documents import SOP, TRACE, WALKS, documents_of, teaches
from redaction.stages.films import load_demonstrations
from redaction.text import TextInput
from redaction.work.json_text import digest_of
from redaction.work.store import BatchStore

_TRACE, _GUIDE = "trace", "guide"
"""Fields of the report."""
_STEPS = ("Ask {v} about it", "Open the file of {v}", "Send it to {v}")
_TAG = "entrophy-canary"


@dataclass(frozen=True, slots=True)
class DocumentCopy:
    """A value planted in a copy of a document, and the texts that the walk shows of it."""

    application: str
    field: str
    kind: Kind
    value: str
    inputs: tuple[TextInput, ...]

    @property
    def teaching(self) -> list[TextInput]:
        """The texts of which what is found is looked for everywhere, as in the find stage."""
        return [item for item in self.inputs if teaches(item)]

    def caught(self, found: Mapping[TextInput, Sequence[TextFinding]], policy: Policy) -> bool:
        """Whether every letter and digit of it is hidden wherever it is shown. What no walk shows is not caught."""
        return bool(self.inputs) and all(_hidden(item, self.value, found[item], policy) for item in self.inputs)


def _hidden(item: TextInput, value: str, findings: Sequence[TextFinding], policy: Policy) -> bool:
    hidden = [f for f in findings if policy.text.treatment(f.kind) != "keep"]
    begin = item.text.find(value)
    while begin >= 0:
        for at in range(begin, begin + len(value)):
            if item.text[at].isalnum() and not any(f.start <= at < f.end for f in hidden):
                return False
        begin = item.text.find(value, begin + 1)
    return True


def plant_in_documents(
    store: BatchStore, policy: Policy, kinds: Sequence[Kind], seed: bytes, applications: Mapping[str, str]
) -> list[DocumentCopy]:
    """Copies of the documents of at most canaries.rows_per_application demonstrations. `applications` names the
    application of each, by its instance."""
    wanted = [kind for kind in kinds_where(lambda spec: spec.canary.rotates) if kind in kinds]
    instances = [one.instance for one in load_demonstrations(store)]
    order = sorted(instances, key=lambda instance: digest_of(seed.hex(), "document", instance))
    there = {path.name: path for path in documents_of(store)}
    copies: list[DocumentCopy] = []
    for number, instance in enumerate(order[: policy.canaries.rows_per_application] if wanted else ()):
        values = _Values(instance, number, wanted, seed)
        application = applications.get(instance, "")
        for ending in (TRACE, SOP):
            path = there.get(f"{instance}{ending}")
            if path is not None:
                copies += _copies(path, ending, application, values)
    return copies


@dataclass(frozen=True, slots=True)
class _Values:
    """What is planted in one demonstration: another person in every place; kinds take turns."""

    instance: str
    number: int
    kinds: Sequence[Kind]
    seed: bytes

    def kind(self, nth: int) -> Kind:
        return self.kinds[(self.number + nth) % len(self.kinds)]

    def value(self, nth: int) -> str:
        make = spec_of(self.kind(nth)).canary.value
        assert make is not None
        planted: Planted = invent(self.seed, f"document {self.instance}", nth)
        return make(planted, draws(self.seed, self.instance, str(nth)))

    def turn(self, nth: int, of: Sequence[str]) -> str:
        return of[below(stream(self.seed, "documents", self.instance, str(nth)), len(of))]


def _copies(path: Path, ending: str, application: str, values: _Values) -> Iterator[DocumentCopy]:
    data = path.read_bytes()
    if ending == SOP:
        nth = len(_PLANT)
        step = values.turn(nth, _STEPS).format(v=values.value(nth))
        lines = data.decode().splitlines()
        copy = "\n".join([*lines, f"{len(lines) + 1}. {step}.", ""]).encode()
        yield _shown(copy, SOP, application, _GUIDE, values, nth)
        return
    whole = json.loads(data)
    for nth, planted in enumerate(_PLANT.values()):
        copy = json.dumps(planted(whole, values, nth), ensure_ascii=False).encode()
        yield _shown(copy, TRACE, application, _TRACE, values, nth)


def _shown(copy: bytes, ending: str, application: str, field: str, values: _Values, nth: int) -> DocumentCopy:
    value = values.value(nth)
    seen: dict[TextInput, None] = {}

    def note(unit: Unit) -> tuple[str, ...]:
        if value in unit.input.text:
            seen[unit.input] = None
        return unit.pieces

    WALKS[ending](copy, note)
    return DocumentCopy(application, field, values.kind(nth), value, tuple(seen))


def _in_page(whole: Mapping[str, Any], html: str) -> dict[str, Any]:
    """The trace with more at the end of the page of its first state that has one."""
    trace = [{**entry, "data": dict(entry["data"])} for entry in whole["trace"]]
    state = next((e["data"] for e in trace if e["type"] == "state" and e["data"].get("html")), trace[0]["data"])
    head, end, tail = (state.get("html") or "<html><body></body></html>").rpartition("</body>")
    state["html"] = f"{head}{html}{end}{tail}" if end else f"{tail}{html}"
    return {**whole, "trace": trace}


def _sentence(values: _Values, nth: int) -> str:
    return values.turn(nth, _STEPS).format(v=escape(values.value(nth)))


def _label(values: _Values, nth: int) -> str:
    return values.turn(nth, spec_of(values.kind(nth)).canary.labels)


def _text(whole: Mapping[str, Any], values: _Values, nth: int) -> dict[str, Any]:
    return _in_page(whole, f"<p>{_sentence(values, nth)}</p>")


def _attribute(whole: Mapping[str, Any], values: _Values, nth: int) -> dict[str, Any]:
    return _in_page(whole, f'<a title="{_sentence(values, nth)}">…</a>')


def _field(whole: Mapping[str, Any], values: _Values, nth: int) -> dict[str, Any]:
    label, value = escape(_label(values, nth)), escape(values.value(nth))
    return _in_page(whole, f'<input type="text" aria-label="{label}" value="{value}">')


def _keys(whole: Mapping[str, Any], values: _Values, nth: int) -> dict[str, Any]:
    """Typed at the end, under a label, in the last state as it stands."""
    last = whole["trace"][-1]
    typed = written(typed_letters(values.value(nth)))
    element = {"tag": "input", "type": "text", "label": _label(values, nth), "text": "", "xpath": f"//*[@id='{_TAG}']"}
    data = {"type": "keystroke", "timestamp": last["data"]["timestamp"], "key": typed}
    action = {"type": "action", "data": {**data, "element_attributes": {"element": element}}}
    return {**whole, "trace": [*whole["trace"], action, last]}


_PLANT: Mapping[str, Callable[[Mapping[str, Any], _Values, int], dict[str, Any]]] = {
    "text": _text,
    "attribute": _attribute,
    "field": _field,
    "keys": _keys,
}
"""Of a trace: how each place gets its value."""
