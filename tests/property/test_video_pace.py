"""Which frames of a film are kept, for any film."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from redaction.video.pace import paced

films = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 3)), min_size=1, max_size=40)


def kept_of(lasts: list[tuple[int, int]], apart: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int]:
    """(what appears when, what is kept when, when the film ends) of pictures that last so long."""
    shown, at = [], 0
    for last, picture in lasts:
        shown.append((at, picture))
        at += last
    now: list[int] = []

    def new(picture: int) -> int | None:
        if now[-1:] == [picture]:
            return None
        now.append(picture)
        return picture

    return shown, list(paced(iter(shown), lambda: at, apart, new)), at


@given(films, st.integers(1, 300))
def test_no_two_are_closer_and_each_shows_what_was_on_the_screen(lasts: list[tuple[int, int]], apart: int) -> None:
    shown, kept, until = kept_of(lasts, apart)
    starts = [at for at, _ in shown]
    assert kept[0] == shown[0]
    assert all(b - a >= apart for (a, _), (b, _) in pairwise(kept))
    assert all(some != other for (_, some), (_, other) in pairwise(kept))
    for at, picture in kept:
        assert 0 <= at < until
        assert shown[bisect_right(starts, at) - 1][1] == picture


@given(films, st.integers(1, 300))
def test_what_stands_for_so_long_is_never_skipped(lasts: list[tuple[int, int]], apart: int) -> None:
    shown, kept, until = kept_of(lasts, apart)
    times = [at for at, _ in kept]
    ends = [at for at, _ in shown[1:]] + [until]
    for (at, picture), end in zip(shown, ends, strict=True):
        if end - at >= apart:
            # From when the last kept one was old enough until its own end it is what the film shows.
            assert kept[bisect_right(times, end - 1) - 1][1] == picture


def test_by_hand() -> None:
    def kept(*lasts: tuple[int, int]) -> list[tuple[int, int]]:
        return kept_of(list(lasts), 200)[1]

    assert kept((1000, 1), (1000, 2)) == [(0, 1), (1000, 2)]
    # One that comes too soon waits, and is kept if it still stands then.
    assert kept((100, 1), (101, 2), (500, 3)) == [(0, 1), (200, 2), (400, 3)]
    assert kept((100, 1), (100, 2), (500, 3)) == [(0, 1), (200, 3)]
    # At the end likewise.
    assert kept((100, 1), (101, 2)) == [(0, 1), (200, 2)]
    assert kept((100, 1), (100, 2)) == [(0, 1)]
    # What is no news does not make the next wait.
    assert kept((1000, 1), (100, 1), (100, 2)) == [(0, 1), (1100, 2)]
