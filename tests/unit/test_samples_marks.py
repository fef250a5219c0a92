"""Marks: where planted values sit in strings, also when a value is cut in pieces."""

from __future__ import annotations

import pytest

from samples.marks import Span, keep, mark, plain, spans, to_html
from samples.session import slice_marked

TEXT = "From " + mark("person", "Zoë Ångmar") + " & " + mark("company", "Lantern") + ": " + keep("INV-1")


def test_plain_removes_marks_and_spans_point_into_it() -> None:
    flat = plain(TEXT)
    assert flat == "From Zoë Ångmar & Lantern: INV-1"
    found = spans(TEXT)
    assert [s.kind for s in found] == ["person", "company", "harmless"]
    assert [flat[s.start : s.end] for s in found] == [s.value for s in found] == ["Zoë Ångmar", "Lantern", "INV-1"]


def test_html_escapes_text_and_keeps_every_value() -> None:
    made = str(to_html("<b>" + mark("person", "Ann <O'Hara>")))
    assert made == '&lt;b&gt;<span data-kind="person">Ann &lt;O&#39;Hara&gt;</span>'


@pytest.mark.parametrize("cut", range(1, len("From Zoë Ångmar & Lantern: INV-1")))
def test_a_cut_value_keeps_its_mark_on_both_sides_and_remembers_the_whole(cut: int) -> None:
    left, right = slice_marked(TEXT, 0, cut), slice_marked(TEXT, cut, None)
    assert plain(left) + plain(right) == plain(TEXT)
    halves = spans(left) + [Span(s.start + cut, s.end + cut, s.kind, s.value, s.of) for s in spans(right)]
    for whole in spans(TEXT):
        parts = [s for s in halves if whole.start <= s.start < whole.end]
        assert "".join(s.value for s in parts) == whole.value
        assert {s.of for s in parts} == {whole.value}
