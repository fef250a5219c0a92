"""What a mask already stands for is found no more, whatever a detector takes it for; what is beside it, still."""

from __future__ import annotations

from pathlib import Path

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import Treatment
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import TextPolicy
from redaction.stages.apply import Scrubbed, already_scrubbed, lies_in, spliced
from redaction.text.merge import merge
from redaction.text.overlaps import around, checked

UNWRITTEN = {Kind.FACE, Kind.CODE}
"""Kinds of pictures: no text ever holds their mask."""


def found(text: str, start: int, end: int, kind: Kind = Kind.EMAIL) -> list[str]:
    return [text[f.start : f.end] for f in merge(text, [TextFinding(start, end, kind, 0.9, "lists")], 0.4)]


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in UNWRITTEN])
def test_no_mask_of_any_kind_is_found_again(kind: Kind) -> None:
    mask = f"[{kind.value.upper()}]"
    text = f"see {mask} about it"
    assert found(text, 4, 4 + len(mask)) == found(text, 5, 3 + len(mask)) == []


def test_a_word_in_brackets_is_no_mask() -> None:
    assert found("see [PLANET] about it", 5, 11) == ["PLANET"]
    assert found("see (PERSON) about it", 5, 11) == ["PERSON"]


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [
        (0, 3, True),  # ends where the mask begins
        (0, 4, False),
        (10, 14, False),
        (11, 14, True),  # begins where the mask ends
        (11, 16, True),  # up to the next mask
        (11, 17, False),
        (22, 25, False),
        (23, 26, True),
    ],
)
def test_up_to_a_mask_and_not_into_it(start: int, end: int, kept: bool) -> None:
    text = "abc[PERSON]defgh[EMAIL]xyz"
    assert (text[3], text[10], text[16], text[22]) == ("[", "]", "[", "]")
    assert bool(found(text, start, end)) is kept


@pytest.mark.parametrize(("score", "kept"), [(0.39, False), (0.4, True)])
def test_a_finding_at_the_threshold_counts(score: float, kept: bool) -> None:
    assert bool(merge("a@b.test", [TextFinding(0, 8, Kind.EMAIL, score, "lists")], 0.4)) is kept


def test_an_empty_finding_is_none() -> None:
    assert merge("a@b.test", [TextFinding(3, 3, Kind.EMAIL, 0.9, "lists")], 0.4) == []


def finding(start: int, end: int, kind: Kind = Kind.ID, source: Source = Source.PATTERN) -> TextFinding:
    return TextFinding(start, end, kind, 0.9, "patterns", source=source)


def test_of_checked_findings_that_meet_the_longest_stays_and_a_secret_keeps_what_lies_in_it() -> None:
    short, long, beside = (finding(a, b, source=Source.CHECKED) for a, b in ((2, 6), (4, 12), (12, 14)))
    assert checked([short, beside, long, finding(20, 30)]) == [long, beside]
    secret = finding(11, 12, Kind.SECRET)
    assert checked([short, beside, long, secret]) == [short, beside]


@pytest.mark.parametrize(
    ("text", "whole", "kind", "kept", "left"),
    [
        ("ab 1234 cd", (0, 10), Kind.ADDRESS, [(3, 7)], [("ab", Kind.ADDRESS), ("cd", Kind.ADDRESS)]),
        ("ab 1234", (0, 7), Kind.ADDRESS, [(3, 7)], [("ab", Kind.ADDRESS)]),
        ("ab 1234 cd", (0, 2), Kind.ADDRESS, [(3, 7)], [("ab", Kind.ADDRESS)]),
        ("root@10.0.0.1", (0, 13), Kind.EMAIL, [(5, 13)], [("root", Kind.USERNAME)]),
        ("10.0.0.1@host.test", (0, 18), Kind.EMAIL, [(0, 8)], [("host.test", Kind.URL)]),
        ("1234 567890 x", (0, 11), Kind.PHONE, [(0, 4)], [("567890", Kind.ID)]),
        ("1234 5678901", (0, 12), Kind.PHONE, [(0, 4)], [("5678901", Kind.PHONE)]),
    ],
)
def test_what_is_wider_than_a_checked_value_keeps_the_rest_as_what_it_then_is(
    text: str, whole: tuple[int, int], kind: Kind, kept: list[tuple[int, int]], left: list[tuple[str, Kind]]
) -> None:
    wide = finding(*whole, kind, source=Source.CHECKED)
    rest = list(around(text, wide, [finding(a, b) for a, b in kept]))
    assert [(text[f.start : f.end], f.kind) for f in rest] == left
    cut = [(f.start, f.end) for f in rest] != [whole]
    assert all((f.source is Source.PATTERN) is cut for f in rest), "what is left of a checked value passed no check"


@pytest.mark.parametrize(
    ("start", "end", "places", "ours"),
    [
        (0, 5, [(0, 5)], True),
        (0, 6, [(0, 5)], True),  # the blank at its end tells nothing
        (0, 7, [(0, 5)], False),
        (0, 11, [(0, 5), (6, 11)], True),
        (1, 3, [(2, 5)], False),
        (5, 6, [(0, 11)], False),  # no letter at all
        (0, 5, [], False),
    ],
)
def test_what_lies_where_we_wrote(start: int, end: int, places: list[tuple[int, int]], ours: bool) -> None:
    assert lies_in("velda morin", start, end, places) is ours


@pytest.mark.parametrize(
    ("places", "ours"),
    [
        ([], [(2, 5)]),
        ([(0, 2)], [(0, 2), (2, 5)]),  # up to what is replaced
        ([(0, 3)], [(2, 5)]),  # into it: replaced once more, it is ours by the replacement
        ([(3, 4)], [(2, 5)]),
        ([(4, 6)], [(2, 5), (5, 7)]),  # moved by what is longer now
        ([(3, 6)], [(2, 5)]),
        ([(0, 1), (6, 8)], [(0, 1), (2, 5), (7, 9)]),
    ],
)
def test_what_we_wrote_before_is_still_ours_where_nothing_is_written_over_it(
    places: list[tuple[int, int]], ours: list[tuple[int, int]]
) -> None:
    done = spliced("abcdefgh", [(2, 4, "XYZ")], places)
    assert (done.text, done.spans, done.ours) == ("abXYZefgh", [(2, 4, 2, 5)], ours)


@pytest.mark.parametrize(("treatment", "settled"), [("keep", True), ("mask", False), ("substitute", False)])
def test_what_the_policy_keeps_needs_nothing_more(tmp_path: Path, treatment: Treatment, settled: bool) -> None:
    policy = TextPolicy(kinds={Kind.EMAIL: treatment})
    done = Scrubbed("write to ann@zhvexia.com")
    finding = TextFinding(9, 24, Kind.EMAIL, 0.9, "email", Source.PATTERN)
    assert already_scrubbed(done, finding, policy, Ledger.open(Key(b"k" * 32), tmp_path / "ledger")) is settled
