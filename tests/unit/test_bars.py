"""The bars of the command line tell count, rate and time left."""

from __future__ import annotations

import io

from rich.console import Console

from pipeline.bars import bars, reporter


def test_a_bar_tells_count_rate_and_time_left() -> None:
    now = [100.0]
    console = Console(file=io.StringIO(), width=100, force_terminal=False)
    bar = bars(console, clock=lambda: now[0])
    report = reporter(bar)
    report("read screens", 0, 0)
    report("read screens", 0, 120)
    for done in (10, 20, 30):
        now[0] += 5
        report("read screens", done, 120)
    report("hide", 1, 4)
    with console.capture() as shown:
        console.print(bar.get_renderable())
    first, second = shown.get().splitlines()
    assert first.startswith("read screens") and "30/120" in first and "2.0/s" in first and "0:00:45" in first
    assert second.startswith("hide") and "1/4" in second
