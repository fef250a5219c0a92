"""Where a word stands: what its line, the lines around it, its column and its page are like."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.lexicon.frequencies import zipf
from redaction.lexicon.words import is_word
from redaction.page.cards import on_rows
from redaction.page.columns import PITCH, at_one_edge, unbroken
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.page.words import shape_of
from redaction.screens.rescorer.evidence import Evidence, kind_code, label_codes
from redaction.screens.rescorer.token_features import spellings
from redaction.text.interface import is_city

Matrix = NDArray[np.float64]
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FAR = 12.0
"""Distances count up to so many line heights."""
_LINE = (
    "line words", "line characters", "line score", "line label kind", "line label weight", "line english",
    "line small", "line digits", "line height", "line x", "line y", "line ends with colon", "line found", "line common",
    "line spelling", "line least spelling", "line screen words", "line is city",
)  # fmt: skip
_PEER = ("label kind", "label weight", "found", "english", "colon", "gap")
_COLUMN = (
    "cells", "cells found", "cells of the kind", "cells alike", "cells distinct", "cells english", "place",
    "cells spelling", "cells screen words", "cells cities",
)  # fmt: skip
_PLACE, _SAYS = _COLUMN.index("place"), _COLUMN.index("cells screen words")
NAMES: tuple[str, ...] = (
    "label kind", "label weight", "word in line", "rest of line found",
    *_LINE,
    *(f"{side} {name}" for side in ("left", "right", "above", "below") for name in _PEER),
    *(f"column {name}" for name in _COLUMN),
    "row lines", "row found", "avatar before",
    "page words", "page found", "page lines", "page in a known language", "page people", "page in English",
)  # fmt: skip


def page_features(page: Page, evidence: Evidence, share: NDArray[np.float64], likely: int) -> Matrix:
    """len(page.words) × len(NAMES); `share` is how much of each word the rules found, `likely` the index of the page's
    language in `frequencies.LANGUAGES`."""
    lines, words = page.lines, page.words
    at = np.array([word.line for word in words])
    count = np.bincount(at, minlength=len(lines)).astype(float)
    hits = np.bincount(at, weights=share, minlength=len(lines))
    found = hits / np.maximum(1, count)
    boxes = np.array([line.box for line in lines], dtype=float)
    heights = np.maximum(1.0, boxes[:, 3] - boxes[:, 1])
    codes = np.array([label_codes(line.text) for line in lines])
    english = np.array([_english(line.text) for line in lines])
    colon = np.array([float(line.text.rstrip().endswith((":", "："))) for line in lines])
    line = np.column_stack(
        [
            count,
            [len(x.text) for x in lines],
            [round(x.score, 2) for x in lines],
            codes,
            english,
            [sum(map(str.islower, x.text)) / max(1, len(x.text)) for x in lines],
            [sum(map(str.isdigit, x.text)) / max(1, len(x.text)) for x in lines],
            heights / np.median(heights),
            boxes[:, 0] / page.read.width,
            boxes[:, 1] / page.read.height,
            colon,
            found,
            [_common(x.text, likely) for x in lines],
            spelled := _spelled(page),
        ]
    )
    peers = np.column_stack([codes, found, english, colon])
    around = [_peer(peers, *side) for side in page.sides]
    label = np.array([label_codes(evidence.labels.get(i)) for i in range(len(lines))])
    row = page.rows
    rest = np.column_stack([row.sum(axis=1) - 1.0, ((row @ found) - found) / np.maximum(1, row.sum(axis=1) - 1)])
    by_line = np.column_stack(
        [line, *around, _columns(lines, boxes, heights, found, evidence, spelled), rest, _avatars(page)]
    )
    firsts = np.concatenate([[0], np.cumsum(count)]).astype(int)
    own = np.column_stack(
        [label[at], np.arange(len(words)) - firsts[at], (hits[at] - share) / np.maximum(1, count[at] - 1)]
    )
    people = float(sum(kind_code(f.kind) == 1 for f in evidence.findings))
    whole = (
        min(400.0, len(words)) // 50,
        round(8 * float(share.mean())) / 8,
        min(300, len(lines)) // 50,
        float(bool(page.language.code)),
        min(20.0, people) // 4,
        float(likely == 0),
    )
    return np.hstack([own, by_line[at], np.tile(whole, (len(words), 1))])


def _english(text: str) -> float:
    tokens = [t for t in text.replace("/", " ").split() if t.isalpha()]
    return sum(is_word(t) for t in tokens) / len(tokens) if tokens else -1.0


def _common(text: str, likely: int) -> float:
    """The share of a text's words that are common in the page's language; -1 without a word."""
    tokens = _LETTERS.findall(text)
    return round(sum(zipf(t)[likely] > 0 for t in tokens) / len(tokens), 2) if tokens else -1.0


def _spelled(page: Page) -> Matrix:
    """For each line the mean and the least of its words' spellings and the share of them that screens use
    (token_features.spellings), and whether it is a city."""
    words: list[list[tuple[float, float, float]]] = [[] for _ in page.lines]
    for word in page.words:
        numbers = spellings(word.text)
        if numbers[2] >= 0:
            words[word.line].append(numbers)
    out = np.array([(0.0, 0.0, -1.0, float(is_city(line.text.strip()))) for line in page.lines])
    for at, rows in enumerate(words):
        if rows:
            mean, least, used = zip(*rows, strict=True)
            out[at, :3] = round(sum(mean) / len(mean), 2), min(least), round(sum(used) / len(used), 2)
    return out


def _peer(values: Matrix, nearest: NDArray[np.int64], distance: Matrix) -> Matrix:
    there = np.where((nearest >= 0)[:, None], values[nearest], -1.0)
    return np.column_stack([there, np.round(np.minimum(_FAR, distance), 1)])


def _columns(
    lines: Sequence[Line], boxes: Matrix, heights: Matrix, found: Matrix, evidence: Evidence, spelled: Matrix
) -> Matrix:
    """Of the cells at a line's left edge, row below row: how many, found, of its label's kind, alike, distinct …"""
    kinds = np.array([label_codes(evidence.labels.get(i))[0] for i in range(len(lines))])
    shapes = [shape_of(line.text) for line in lines]
    english = np.array([_english(line.text) for line in lines])
    out = np.zeros((len(lines), len(_COLUMN)))
    one, two = at_one_edge(boxes)
    tops = boxes[:, 1].tolist()
    for i, cells in enumerate(np.split(two, np.searchsorted(one, range(1, len(lines))))):
        column = np.array(unbroken(cells, tops, i, PITCH * heights[i]))
        others = column[column != i]
        if not len(others):
            out[i, [_PLACE, _SAYS]] = -1.0
            continue
        out[i] = (
            min(20, len(column)),
            found[others].mean(),
            (kinds[others] == kinds[i]).mean() if kinds[i] else 0.0,
            np.mean([shapes[k] == shapes[i] for k in others]),
            len({lines[k].text for k in column}) / len(column),
            english[others].mean(),
            float((boxes[others, 1] < boxes[i, 1]).mean()),
            *spelled[others][:, [0, 2, 3]].mean(axis=0),
        )
    return np.asarray(np.round(out, 2))


def _avatars(page: Page) -> Matrix:
    """How far left of each line, in line heights, a face or a disc ends on its rows; _FAR where there is none."""
    out = np.full(len(page.lines), _FAR)
    for box in page.pictures:
        for i, line in enumerate(page.lines):
            if on_rows(line, box) and box[0] < line.box[0]:
                out[i] = min(out[i], round(max(0.0, (line.box[0] - box[2]) / max(1, line.height)), 1))
    return out
