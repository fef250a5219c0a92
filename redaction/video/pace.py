"""Which frames of a film are looked at, so that no second has more than so many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

F = TypeVar("F")
K = TypeVar("K")


def paced(
    shown: Iterable[tuple[int, F]], until: Callable[[], int], apart: int, new: Callable[[F], K | None]
) -> Iterator[tuple[int, K]]:
    """(ms, frame) of the frames that are kept, at least `apart` ms after one another.

    `shown` is what appears when (ms, in order), `until` is asked when that is over for the end of the last; `new` gives
    what is kept of a frame, None when it shows nothing that the last kept one did not.

    A frame that appears when the last kept one is `apart` ms old is kept at once, at its own time. One that comes
    sooner waits until then, and is kept if it still stands: the film shows at the times of its frames exactly what was
    on the screen. So a frame that stands for `apart` ms or longer is never skipped, whatever flickers around it, and of
    what flickers faster the one that stands at that moment is kept.
    """
    last: int | None = None
    waiting: list[F] = []
    for at, frame in shown:
        if last is not None and waiting and at > last + apart:
            kept = new(waiting[0])
            if kept is not None:
                last += apart
                yield last, kept
            waiting = []
        if last is not None and at < last + apart:
            waiting = [frame]
            continue
        waiting = []
        kept = new(frame)
        if kept is not None:
            last = at
            yield at, kept
    if last is not None and waiting and until() > last + apart:
        kept = new(waiting[0])
        if kept is not None:
            yield last + apart, kept
