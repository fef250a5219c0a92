"""Progress bars of the command line: what is done, how much of it, how many a second, how long it still takes."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from redaction.work.progress import Progress as Report


class Rate(ProgressColumn):
    """How many a second, as measured of late."""

    def render(self, task: Task) -> Text:
        """Empty until there is something to tell."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def bars(console: Console, *, transient: bool = False, clock: Callable[[], float] | None = None) -> Progress:
    """One line a stage; `transient` ones go when all is done. `clock` stands in for the clock."""
    columns = (TextColumn("{task.description:<22}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=transient, get_time=clock)


def reporter(bar: Progress) -> Report:
    """What long stages call with (stage, done, total): a line of the bar for each stage, `total` 0 while not known."""
    tasks: dict[str, TaskID] = {}

    def report(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total or None)
        bar.update(tasks[stage], completed=done, total=total or None)

    return report
