"""What people look at before they read: when recordings were made, with which applications, how long they are.

One line a process in each; SVG without a script or a font, with a title on every mark. A mark with `data-recording`
is one recording: the page opens it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from markupsafe import Markup

from validation.table.schema import parse_time

WIDTH, LABELS, LINE = 600, 220, 26
"""Of a plot, of its labels and the height of a line, in units of the drawing."""
_ROOM = WIDTH - LABELS - 16
_LETTERS = 30
"""Of a label that is shown; the rest is told by its title."""
_DAY, _MINUTE = 10, 16
"""Letters of a time that tell the day, and the minute: of what was made in one day the day alone says nothing."""
Recording = Mapping[str, Any]
"""As the page tells it: process, domain, start, seconds, steps, strip."""


def plots(recordings: Sequence[Recording], applications: Sequence[str]) -> list[tuple[str, Markup]]:
    """(heading, SVG) of every plot; none of a bundle without recordings."""
    if not recordings:
        return []
    return [
        ("When they were made", _when(recordings)),
        ("Applications by process, in steps", _applications(recordings, applications)),
        ("Steps of each recording", _spread(recordings, "steps", lambda n: f"{n:,.0f} steps")),
        ("Time of each recording", _spread(recordings, "seconds", lambda n: f"{n:,.0f} s")),
    ]


def colour(place: int, of: int) -> str:
    """The colour of an application, here and in the list: equal lightness, as far apart as their number allows."""
    return f"hsl({round(place * 360 / max(1, of) + 210) % 360} 55% 52%)"


def _when(recordings: Sequence[Recording]) -> Markup:
    starts = [parse_time(one["start"]).timestamp() for one in recordings]
    first, last = min(starts), max(start + one["seconds"] for start, one in zip(starts, recordings, strict=True))
    room = max(last - first, 1.0)

    def marks(some: Sequence[int]) -> Iterator[Markup]:
        for n in some:
            one = recordings[n]
            x, width = _ROOM * (starts[n] - first) / room, max(3.0, _ROOM * one["seconds"] / room)
            yield Markup(
                '<rect data-recording="{}" x="{:.1f}" y="5" width="{:.1f}" height="16" rx="1.5">{}</rect>'
            ).format(n + 1, LABELS + min(x, _ROOM - width), width, _told(one))

    days = [min(one["start"] for one in recordings), max(one["start"] for one in recordings)]
    letters = _DAY if days[0][:_DAY] != days[1][:_DAY] else _MINUTE
    ends = [day[:letters] for day in days]
    return _lines("When recordings were made, by process", recordings, marks, ends)


def _applications(recordings: Sequence[Recording], applications: Sequence[str]) -> Markup:
    def marks(some: Sequence[int]) -> Iterator[Markup]:
        steps: Counter[int] = Counter()
        for n in some:
            for place, many in recordings[n]["strip"]:
                steps[place] += many
        left, total = float(LABELS), sum(steps.values())
        for place, many in sorted(steps.items(), key=lambda item: (-item[1], item[0])):
            width = _ROOM * many / total
            yield Markup('<rect x="{:.1f}" y="5" width="{:.1f}" height="16" fill="{}"><title>{}</title></rect>').format(
                left, width, colour(place, len(applications)), f"{applications[place]}: {many:,} of {total:,} steps"
            )
            left += width

    return _lines("Steps in each application, by process", recordings, marks, ["0%", "100%"])


def _spread(recordings: Sequence[Recording], field: str, words: Callable[[float], str]) -> Markup:
    most = max(max(one[field] for one in recordings), 1)

    def marks(some: Sequence[int]) -> Iterator[Markup]:
        for n in some:
            x = LABELS + _ROOM * recordings[n][field] / most
            yield Markup('<circle data-recording="{}" cx="{:.1f}" cy="13" r="5">{}</circle>').format(
                n + 1, x, _told(recordings[n])
            )
        middle = median(recordings[n][field] for n in some)
        x = LABELS + _ROOM * middle / most
        yield Markup('<line x1="{x:.1f}" x2="{x:.1f}" y1="2" y2="24" class="median"><title>{}</title></line>').format(
            f"median: {words(middle)}", x=x
        )

    return _lines(
        f"{field.capitalize()} of recordings, by process, with the median", recordings, marks, ["0", words(most)]
    )


def _told(one: Recording) -> Markup:
    words = f"{one['process']}, {one['start'][:16]} UTC: {one['steps']:,} steps in {one['seconds']:,} s"
    return Markup("<title>{}</title>").format(words)


def _lines(
    title: str,
    recordings: Sequence[Recording],
    marks: Callable[[Sequence[int]], Iterator[Markup]],
    ends: Sequence[str],
) -> Markup:
    """A line a process, by domain and name: its label and the marks of its recordings; what the axis begins and ends
    with stands below."""
    groups: dict[tuple[str, str], list[int]] = {}
    for n, one in enumerate(recordings):
        groups.setdefault((one["domain"], one["process"]), []).append(n)
    body = []
    for line, ((domain, process), some) in enumerate(sorted(groups.items())):
        short = process if len(process) <= _LETTERS else process[: _LETTERS - 1] + "…"
        label = Markup('<text x="0" y="18">{}<title>{}</title></text>').format(short, f"{domain}: {process}")
        drawn = Markup("").join([label, *marks(some)])
        body.append(Markup('<g transform="translate(0 {})">{}</g>').format(line * LINE, drawn))
    below = len(groups) * LINE
    axis = Markup('<line x1="{}" x2="{}" y1="{y}" y2="{y}" class="axis"/>').format(LABELS, LABELS + _ROOM, y=below + 2)
    words = Markup(
        '<text x="{}" y="{y}" class="soft">{}</text><text x="{}" y="{y}" class="soft" text-anchor="end">{}</text>'
    ).format(LABELS, ends[0], LABELS + _ROOM, ends[1], y=below + 20)
    return Markup(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title>{}{}{}</svg>'
    ).format(WIDTH, below + 26, title, title, Markup("").join(body), axis, words)
