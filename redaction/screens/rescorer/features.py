"""The numbers by which a word is judged: itself, its neighbours, its line, row, column and page, and what the rules
found on each. One row a word; `NAMES` says which column is what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.lexicon.frequencies import likely_language
from redaction.page.page import Page
from redaction.page.words import Word, beside_on_line, elsewhere
from redaction.screens.rescorer.evidence import Evidence, kind_code, source_code
from redaction.screens.rescorer.page_features import NAMES as PAGE_NAMES
from redaction.screens.rescorer.page_features import page_features
from redaction.screens.rescorer.runs import NAMES as RUN_NAMES
from redaction.screens.rescorer.runs import runs
from redaction.screens.rescorer.token_features import NAMES as TOKEN_NAMES
from redaction.screens.rescorer.token_features import token_features

Matrix = NDArray[np.float64]
_NEIGHBOURS = (-2, -1, 1)
_SHARED = tuple(
    TOKEN_NAMES.index(name)
    for name in (
        "length", "digits", "case", "english", "page language", "first name", "last name", "label word", "particle",
        "legal form", "login", "at", "frequency", "languages", "spelling", "screen words",
    )
)  # fmt: skip
"""Of a word's own numbers those that its neighbours are told, too."""
_FOUND = ("covered", "found kind", "found source", "found score")
_MODEL = ("chance person", "chance company", "chance place")
_RAW = ("raw kind", "raw source", "raw score")
_SIGNS = {sign: code for code, signs in enumerate((":：", ",;", "([<", ")]>", "·•|"), 2) for sign in signs}
"""1 is a letter or a digit, 7 any other sign, 0 the end of the line."""
_SELF = (*TOKEN_NAMES, *_FOUND, *_MODEL, *_RAW, "sign before", "sign behind")
_CONTEXT = (*(TOKEN_NAMES[i] for i in _SHARED), *_FOUND[:2], _MODEL[0])
_ELSEWHERE = ("times on page", "covered elsewhere")

NAMES: tuple[str, ...] = (
    *_SELF,
    *(f"{name} at {step:+d}" for step in _NEIGHBOURS for name in _CONTEXT),
    *_ELSEWHERE,
    *PAGE_NAMES,
    *RUN_NAMES,
)


def features(page: Page, evidence: Evidence) -> Matrix:
    """len(page.words) × len(NAMES)."""
    words = page.words
    if not words:
        return np.zeros((0, len(NAMES)))
    likely = likely_language(line.text for line in page.lines)
    token = np.array([token_features(word.text, page.language.code, likely) for word in words])
    found = _found(words, evidence)
    chances, raw = _chances(words, evidence), _raw(words, evidence)
    signs = np.array([_signs(page, word) for word in words], dtype=float)
    shared = np.hstack([token[:, _SHARED], found[:, :2], chances[:, :1]])
    beside = [beside_on_line(shared, words, step) for step in _NEIGHBOURS]
    around = page_features(page, evidence, found[:, 0], likely)
    person, company, _ = chances.T
    run = runs(page, company, person)
    return np.hstack([token, found, chances, raw, signs, *beside, elsewhere(words, found[:, 0]), around, run])


def covered(words: Sequence[Word], boxes: Sequence[Sequence[int]]) -> Matrix:
    """len(words) × len(boxes): which share of a word's width lies under each box that reaches half of its height."""
    if not boxes:
        return np.zeros((len(words), 0))
    a, b = np.array([word.box for word in words]), np.array(boxes)
    wide = np.minimum(a[:, None, 2], b[:, 2]) - np.maximum(a[:, None, 0], b[:, 0])
    high = np.minimum(a[:, None, 3], b[:, 3]) - np.maximum(a[:, None, 1], b[:, 1])
    tall = (a[:, 3] - a[:, 1])[:, None]
    return np.asarray(np.where(2 * high >= tall, np.maximum(wide, 0) / (a[:, 2] - a[:, 0])[:, None], 0.0))


def _found(words: Sequence[Word], evidence: Evidence) -> Matrix:
    texts = [f for f in evidence.findings if f.kind not in (Kind.FACE, Kind.CODE)]
    out = np.zeros((len(words), len(_FOUND)))
    if not texts:
        return out
    shares = covered(words, [f.box for f in texts])
    best = shares.argmax(axis=1)
    codes = np.array([(kind_code(f.kind), source_code(f.source), f.score) for f in texts])
    out[:, 0] = np.minimum(1.0, shares.sum(axis=1))
    out[:, 1:] = np.where(shares.max(axis=1)[:, None] > 0, codes[best], 0.0)
    return out


def _chances(words: Sequence[Word], evidence: Evidence) -> Matrix:
    out = np.zeros((len(words), len(_MODEL)))
    for at, word in enumerate(words):
        for chance in evidence.chances.get(word.line, ()):
            if chance.start < word.end and word.start < chance.end:
                out[at] = np.maximum(out[at], (chance.person, chance.company, chance.place))
    return np.asarray(np.round(out, 4))


def _raw(words: Sequence[Word], evidence: Evidence) -> Matrix:
    out = np.zeros((len(words), len(_RAW)))
    for at, word in enumerate(words):
        meets = [f for f in evidence.raw.get(word.line, ()) if f.start < word.end and word.start < f.end]
        if meets:
            best = max(meets, key=lambda f: (f.score, f.kind, -f.start))
            out[at] = kind_code(best.kind), source_code(best.source), best.score
    return out


def _signs(page: Page, word: Word) -> tuple[int, int]:
    """What stands right before and right behind a word, spaces aside."""
    text = page.lines[word.line].text
    return _sign(text[: word.start].rstrip()[-1:]), _sign(text[word.end :].lstrip()[:1])


def _sign(char: str) -> int:
    return 1 if char.isalnum() else _SIGNS.get(char, 7) if char else 0
