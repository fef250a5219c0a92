"""Character offsets to pixels: where a span of a line's text stands on the screen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box
from redaction.page.reading import Line

PAD = 0.34
"""Positions from the recogniser are off by up to a third of a line's height; without a foreground we pad by that."""

_ERRS = 0.9
"""Nor is any place off by more than this share of the height."""


def edges_from_centres(
    text: str, centres: Sequence[float], box: Box, gaps: NDArray[np.bool_] | None = None
) -> tuple[int, ...]:
    """len(text) + 1 x positions for a line in `box`: halfway between neighbours, moved into an empty column nearby.

    `centres` are fractions of the box width; `gaps[x]` is True where column x of the box holds no foreground.
    """
    x0, y0, x1, y1 = box
    width = x1 - x0
    reach = max(2, round((y1 - y0) * PAD))
    places = [centre * width for centre in centres]
    if gaps is not None:
        places = _on_words(text, places, gaps, y1 - y0)
    edges = [x0]
    for i in range(1, len(text)):
        middle = round((places[i - 1] + places[i]) / 2)
        if gaps is not None:
            space = next((k for k in (i - 1, i) if text[k].isspace()), None)
            if space is None:
                middle = _into_gap(middle, gaps, reach)
            else:
                middle = _into_word_gap(round(places[space]), middle, gaps, 2 * reach)
        edges.append(max(edges[-1], min(x1, x0 + middle)))
    if text:
        edges.append(max(edges[-1], x1))
    return tuple(edges)


def _on_words(text: str, places: list[float], gaps: NDArray[np.bool_], height: int) -> list[float]:
    """The characters' places with every word stretched onto its own foreground.

    That needs as many gaps clearly wider than the others as the text has spaces, and nothing may move by more than the
    reader errs (an underline fills gaps, a space may be overlooked); else the places are left as they are.
    """
    words = [match.span() for match in re.finditer(r"\S+", text)]
    inner = [run for run in _runs(gaps) if run[0] > 0 and run[1] < len(gaps)]
    runs = sorted(inner, key=lambda run: run[0] - run[1])
    cuts, rest = sorted(runs[: len(words) - 1]), runs[len(words) - 1 :]
    if len(words) < 2 or len(cuts) < len(words) - 1:
        return places
    if rest and min(b - a for a, b in cuts) < 1.4 * (rest[0][1] - rest[0][0]):
        return places
    out = list(places)
    starts, ends = [0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(gaps)]
    for at, (first, last) in enumerate(words):
        left, right = starts[at], ends[at]
        half = (places[last - 1] - places[first]) / (2 * (last - first - 1)) if last - first > 1 else 0.0
        low, high = places[first] - half, places[last - 1] + half
        for i in range(first, last):
            share = (places[i] - low) / (high - low) if high > low else 0.5
            out[i] = left + share * (right - left)
        if at + 1 < len(words):
            out[last : words[at + 1][0]] = [(right + starts[at + 1]) / 2] * (words[at + 1][0] - last)
    return out if max(abs(a - b) for a, b in zip(out, places, strict=True)) <= _ERRS * height else places


def _runs(gaps: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last + 1 of every stretch of empty columns."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], gaps, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(steps[::2], steps[1::2], strict=True)]


def _into_gap(at: int, gaps: NDArray[np.bool_], reach: int) -> int:
    """The middle of the empty run nearest to `at`, within `reach`; `at` itself where glyphs touch."""
    if len(gaps) == 0:
        return at
    low, high = max(0, at - reach), min(len(gaps), at + reach + 1)
    empty = np.flatnonzero(gaps[low:high]) + low
    if empty.size == 0:
        return at
    nearest = int(empty[np.abs(empty - at).argmin()])
    first = last = nearest
    while first > 0 and gaps[first - 1]:
        first -= 1
    while last + 1 < len(gaps) and gaps[last + 1]:
        last += 1
    return (first + last + 1) // 2


def _into_word_gap(space: int, at: int, gaps: NDArray[np.bool_], reach: int) -> int:
    """The middle of the gap between two words: the widest empty run within `reach` of the space's own place, the
    nearest of equals. Where no run is wider than the gaps between letters, that of the letters beside."""
    low, high = max(0, space - reach), min(len(gaps), space + reach + 1)
    if low >= high:
        return _into_gap(at, gaps, reach // 2)
    runs = [(low + a, low + b) for a, b in _runs(gaps[low:high])]
    if not runs:
        return _into_gap(at, gaps, reach // 2)
    first, last = max(runs, key=lambda run: (run[1] - run[0], -abs((run[0] + run[1]) // 2 - space)))
    return (first + last) // 2


def span_box(line: Line, start: int, end: int, width: int, height: int) -> Box:
    """The padded box of characters start..end (exclusive) of a line, inside a width × height image.

    The ends of a line get a third of its height as padding. An edge inside a line lies in the gap between glyphs
    when it is next to a space or punctuation, and is padded when it cuts a run of letters. A line with letters written
    from right to left is covered whole: the order of its characters says nothing sure about their places.
    """
    x0, y0, x1, y1 = line.box
    if not 0 <= start < end <= len(line.text):
        raise ValueError("a span must lie inside its line")
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in line.text):
        start, end = 0, len(line.text)
    tall = x1 - x0 if line.turned else line.height
    pad, lift = max(2, round(tall * PAD)), max(2, round(tall * 0.2))
    if line.turned:
        return max(0, x0 - lift), max(0, y0 - lift), min(width, x1 + lift), min(height, y1 + lift)
    left, right = line.edges[start], line.edges[end]
    left -= pad if start == 0 else _slack(line, start, pad)
    right += pad if end == len(line.text) else _slack(line, end, pad)
    left -= 2 * pad if start > 0 and _squeezed(line, start) else 0
    right += 2 * pad if end < len(line.text) and _squeezed(line, end - 1) else 0
    left, right = max(0, left), min(width, right)
    return left, max(0, y0 - lift), max(left + 1, right), min(height, y1 + lift)


def _squeezed(line: Line, at: int) -> bool:
    """A letter squeezed to next to nothing: glyphs touch, and nobody knows where it stands."""
    return line.text[at].isalnum() and line.edges[at + 1] - line.edges[at] < 0.12 * line.height


def _slack(line: Line, at: int, pad: int) -> int:
    """Padding at a cut inside a line: little in a gap between words, more between letters that may touch, and most
    beside a bracket or a point, whose place is less sure than what it would cost to cover it."""
    beside = line.text[at - 1 : at + 1]
    if any(c.isspace() for c in beside):
        return max(2, pad // 3)
    return max(2, pad // 2) if all(c.isalnum() for c in beside) else pad
