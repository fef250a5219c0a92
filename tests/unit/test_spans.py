"""Findings in rows: text typed in pieces, and overlaps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redaction.findings import Kind, TextFinding
from redaction.stages.row_spans import RowFinding, over_pieces, without_overlaps


def whole(row: int, start: int, end: int, score: float = 0.9, text: str = "abcdefghijklmnopqrstuvwxyz") -> RowFinding:
    return RowFinding(row, "field_value", start, end, Kind.PERSON, score, "test", text[start:end])


def test_a_name_typed_in_three_pieces_is_one_finding_on_each_piece() -> None:
    pieces = ["Dear Mar", "ia Kel", "ler, hello"]
    joined = "".join(pieces)
    start = joined.index("Maria")
    found = TextFinding(start, start + len("Maria Keller"), Kind.PERSON, 0.9, "test")
    placed = over_pieces([4, 5, 6], "interaction_value", pieces, [found])
    assert [(f.row, pieces[i][f.start : f.end], f.part) for i, f in enumerate(placed)] == [
        (4, "Mar", "first"),
        (5, "ia Kel", "rest"),
        (6, "ler", "rest"),
    ]
    assert {f.value for f in placed} == {"Maria Keller"}


def test_a_span_inside_one_piece_is_that_piece_s() -> None:
    (placed,) = over_pieces([0, 1], "x", ["went ", "to Maria"], [TextFinding(8, 13, Kind.PERSON, 1.0, "t")])
    assert (placed.row, placed.start, placed.end, placed.value, placed.part) == (1, 3, 8, "Maria", "whole")


def test_the_part_of_a_loser_that_sticks_out_is_still_covered() -> None:
    kept = without_overlaps([whole(0, 0, 10), whole(0, 8, 12)])
    assert [(f.start, f.end, f.value) for f in kept] == [(0, 10, "abcdefghij"), (10, 12, "kl")]


def test_rows_and_fields_do_not_shadow_each_other() -> None:
    assert len(without_overlaps([whole(0, 0, 5), whole(1, 0, 5)])) == 2


spans = st.tuples(st.integers(0, 24), st.integers(1, 25)).map(lambda p: (min(p), max(p))).filter(lambda p: p[0] < p[1])


@given(st.lists(spans, max_size=8), st.randoms())
def test_union_covers_exactly_what_was_found_without_overlap_in_any_order(raw: list[tuple[int, int]], rnd) -> None:  # type: ignore[no-untyped-def]
    findings = [whole(0, s, e) for s, e in raw]
    kept = without_overlaps(findings)
    covered = [i for f in kept for i in range(f.start, f.end)]
    assert len(covered) == len(set(covered))
    assert set(covered) == {i for s, e in raw for i in range(s, e)}
    shuffled = list(findings)
    rnd.shuffle(shuffled)
    assert without_overlaps(shuffled) == kept
