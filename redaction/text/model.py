"""The names model: a small fine-tuned token classifier (int8 ONNX) that finds people, companies and places in text.

It was trained on made-up text only; data, limits and scores stand in data/MODEL_CARD.md, the recipe in
benchmarks/training. At run time it needs onnxruntime and tokenizers, one thread, no network.

Every text (or window of a long text) is run alone: the int8 scale of an activation is taken over the whole input
tensor, so texts that share a batch would change each other's scores. Alone, the same text always gives the same answer.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redaction.errors import EngineUnavailable
from redaction.findings import Kind, Source, TextFinding
from redaction.work.files import file_digest

DATA = Path(__file__).parent / "data"
MODEL = DATA / "model.onnx"
DETECTOR = "names-model"

#: Output classes. Countries are learned so that they are told apart; they identify nobody and are not reported.
LABELS = ("O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC", "B-CTY", "I-CTY")
KINDS = (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS)
#: Word pieces of one window, the begin and the end included; the model was trained on windows of this size.
MAX_PIECES = 128
#: The pieces that stand for the begin and the end of a text.
BEGIN, END = 0, 2
#: Word pieces of context on each side of a window that are read but not reported.
CONTEXT = 16
#: Size of the shape vocabulary, see `shape_ids`.
SHAPES = 40
#: Scores from here on count as found, unless the caller says otherwise; the same as the policy's default.
THRESHOLD = 0.4
#: A score is the logistic function of slope * log odds + offset of the model's probability, so that a score says as
#: much as one of another detector: the probability .02 has the score .4, .75 the score .9.
CALIBRATION = (0.52, 1.6)
#: The same for a text of at most SHORT words: a label, a button, a cell. Most such texts on a screen are nobody's
#: name and nothing around them tells, so the probability .15 has the score .4 there.
SHORT_CALIBRATION = (0.75, 0.9)
SHORT = 6
#: Probabilities are kept this far from 0 and 1.
_CERTAIN = 1e-6
#: Texts whose word pieces are remembered, and how many characters each may have: lines of screens, which are asked
#: for their chances after their findings. Prose is never asked again, and its pieces would fill the memory.
_CACHE = 20_000
LINE_MOST = 200
#: Hidden states that the graph tells: its output and the layer behind which they stand, WIDTH numbers a word piece.
HIDDEN = {"middle": 3, "last": 6}
WIDTH = 384
#: Numbers of an embedding: the mean of each of these hidden states over the word pieces of a text.
EMBEDDING = WIDTH * len(HIDDEN)
#: Lines whose hidden states are remembered: those of the screen that is asked for its findings, its chances and them.
_STATES = 2_000
#: Places of word pieces in a text; their class probabilities, shape (pieces, len(LABELS)); the text's embedding.
_Pieces = tuple[Sequence[tuple[int, int]], NDArray[np.float32], NDArray[np.float16]]

_REMEDY = "reinstall the package, or build the model anew with benchmarks/training."


_COMBINING = "".join(c for c in map(chr, range(0x300, 0x3200)) if unicodedata.category(c).startswith("M"))
_MARKS = re.escape(_COMBINING) + "\ufe0f\ufe20-\ufe2f\u200c\u200d"
_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
#: A word: letters, digits and combining marks; one ideograph is a word; scripts without spaces are not joined.
_WORD = re.compile(rf"[{_CJK}]|[{_SPACELESS}]|(?:(?![{_CJK}{_SPACELESS}])[^\W_](?:[{_MARKS}])*)+")
#: Characters that hold the parts of one name together when they stand between two words without spaces.
_JOINED = re.compile(r"['’ʼ`\-‐‑]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
#: What may stand between two words of one entity.
_WITHIN = re.compile(r"[ \t\u00a0]{0,3}[.,'’\"“”&/+\-–()#]{0,2}[ \t\u00a0]{0,3}|,?[ \t]?\r?\n[ \t]?")


def words_of(text: str) -> list[tuple[int, int]]:
    """The words of a text as (start, end) code points; O'Brien and Jean-Luc are one word, `Smith's` ends before 's."""
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        if found and found[-1][1] == start - 1 and _JOINED.fullmatch(text[start - 1]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return [(a, b - 2 if b - a > 2 and _POSSESSIVE.search(text, a, b) else b) for a, b in found]


def _shape(word: str) -> int:
    letters = [c for c in word if c.isalpha()]
    if not letters:
        return 6 if word and word[0].isdigit() else 8
    if len(letters) < len(word) and any(c.isdigit() for c in word):
        return 7
    cased = [c for c in letters if c.isupper() or c.islower()]
    if not cased:
        return 9
    if len(cased) == 1 and cased[0].isupper():
        return 4
    if all(c.isupper() for c in cased):
        return 3
    if all(c.islower() for c in cased):
        return 1
    return 2 if cased[0].isupper() and all(c.islower() for c in cased[1:]) else 5


def shape_ids(text: str, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """What the tokenizer hides, one number per word piece: 4 x case of its word + gap before it.

    Case: 0 special, 1 lower, 2 Title, 3 UPPER, 4 single capital, 5 mixed, 6 digits, 7 letters and digits,
    8 punctuation, 9 script without case. Gap: 0 none, 1 a space, 2 a line break, 3 a tab or several spaces.
    """
    spans = [match.span() for match in _WORD.finditer(text)]
    shapes: dict[int, int] = {}
    out: list[int] = []
    at, before = 0, 0
    for start, end in offsets:
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        shape = 8
        if at < len(spans) and spans[at][0] < end:
            if at not in shapes:
                shapes[at] = _shape(text[spans[at][0] : spans[at][1]])
            shape = shapes[at]
        gap = text[before:start]
        code = 0 if not gap else 2 if "\n" in gap or "\r" in gap else 1 if gap == " " else 3
        out.append(4 * shape + (1 if start == 0 and not out else code))
        before = end
    return out


@lru_cache(maxsize=1)
def load_tokenizer() -> Any:
    """The tokenizer shipped as package data, without truncation and padding."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(DATA / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    kind: int  # index into KINDS
    score: float
    begins: bool  # the model sees a new entity here rather than the inside of one
    sums: tuple[float, float, float]  # the probability of each of KINDS


@dataclass(frozen=True, slots=True)
class Chance:
    """The model's probabilities that characters start..end are a person's, a company's and a place's, found or not."""

    start: int
    end: int
    person: float
    company: float
    place: float


@dataclass(frozen=True, slots=True)
class States:
    """What the model made of a text on its way: places of its word pieces, and the hidden states of each, shape
    (pieces, EMBEDDING)."""

    pieces: Sequence[tuple[int, int]]
    numbers: NDArray[np.float16]

    def of(self, start: int, end: int) -> NDArray[np.float16]:
        """The mean of the pieces that characters start..end meet, shape (EMBEDDING,); all 0 where they meet none."""
        at = [i for i, (first, last) in enumerate(self.pieces) if first < end and start < last]
        if not at:
            return np.zeros(EMBEDDING, np.float16)
        return np.asarray(self.numbers[at].astype(np.float32).mean(axis=0).astype(np.float16))


class NamesModel:
    """Finds names of people, companies and places. Build once per process; not to be shared between threads.

    `threshold` is the score (0 to 1) from which a word counts as found. Raises EngineUnavailable when a shipped file
    is absent or differs from the sha256 recorded for it, or when onnxruntime or tokenizers cannot be loaded.
    """

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self.threshold = threshold
        self._session = _open_session()
        self._tokenizer = load_tokenizer()
        self._seen: OrderedDict[str, _Pieces] = OrderedDict()
        self._states: OrderedDict[str, States] = OrderedDict()

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]:
        """One sorted list of findings for each text. The answer for a text does not depend on the other texts."""
        return [self._find(text) for text in texts]

    def chances(self, text: str) -> list[Chance]:
        """What the model thinks of every word of a text, however little; a line read before costs nothing."""
        offsets, scores, _ = self._read(text)
        hits = _named_words(text, offsets, scores, 0.0)
        return [Chance(hit.start, hit.end, *hit.sums) for hit in hits]

    def embedding(self, text: str) -> NDArray[np.float16]:
        """What a text is about, shape (EMBEDDING,): the mean hidden states of its word pieces (of its first
        window); all 0 for one without a letter. A line read before costs nothing."""
        return self._read(text)[2]

    def states(self, text: str) -> States:
        """The hidden states of a text's word pieces; none for one without a letter or a digit. A line read just before
        costs nothing."""
        found = self._states.get(text)
        if found is None:
            offsets, _, _, numbers = self._told(text, str.isalnum)
            found = self._keep_states(text, States(offsets, numbers))
        return found

    def _keep_states(self, text: str, states: States) -> States:
        if len(text) <= LINE_MOST:
            self._states[text] = states
            if len(self._states) > _STATES:
                self._states.popitem(last=False)
        return states

    def _find(self, text: str) -> list[TextFinding]:
        offsets, scores, _ = self._read(text)
        return _spans(text, _named_words(text, offsets, scores, self.threshold))

    def _read(self, text: str) -> _Pieces:
        """What the model says of a text's word pieces; nothing where nothing can be a name."""
        if len(text) > LINE_MOST:
            return self._read_fresh(text)
        found = self._seen.get(text)
        if found is None:
            found = self._seen[text] = self._read_fresh(text)
            if len(self._seen) > _CACHE:
                self._seen.popitem(last=False)
        return found

    def _read_fresh(self, text: str) -> _Pieces:
        offsets, scores, embedding, numbers = self._told(text, str.isalpha)
        if offsets:
            self._keep_states(text, States(offsets, numbers))
        return offsets, scores, embedding

    def _told(
        self, text: str, asked: Callable[[str], bool]
    ) -> tuple[Sequence[tuple[int, int]], NDArray[np.float32], NDArray[np.float16], NDArray[np.float16]]:
        """All that the model says of a text that has a sign it is `asked` about; nothing of any other."""
        # A lone surrogate (half an emoji, cut by a careless program) is no valid text for the tokenizer.
        text = _SURROGATE.sub("\ufffd", text)
        coded = self._tokenizer.encode(text, add_special_tokens=False) if any(map(asked, text)) else None
        if coded is None or not coded.ids:
            none = np.zeros((0, EMBEDDING), np.float16)
            return [], np.zeros((0, len(LABELS)), np.float32), np.zeros(EMBEDDING, np.float16), none
        return coded.offsets, *self._scores(coded.ids, shape_ids(text, coded.offsets))

    def _scores(
        self, ids: Sequence[int], shapes: Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float16], NDArray[np.float16]]:
        """Class probabilities, shape (pieces, len(LABELS)), the embedding, and the hidden states, shape (pieces,
        EMBEDDING); long texts are read in overlapping windows."""
        room, total = MAX_PIECES - 2, len(ids)
        out, states = np.empty((total, len(LABELS)), np.float32), np.empty((total, EMBEDDING), np.float16)
        done = 0
        embedding = np.zeros(EMBEDDING, np.float16)
        while done < total:
            start = max(0, min(done - CONTEXT, total - room)) if total > room else 0
            stop = min(start + room, total)
            told, *hidden = self._session.run(
                ["logits", *HIDDEN],
                {
                    "input_ids": np.array([[BEGIN, *ids[start:stop], END]], np.int64),
                    "shape_ids": np.array([[0, *shapes[start:stop], 0]], np.int64),
                },
            )
            logits = told[0, 1:-1]
            if not done:
                embedding = np.concatenate([state[0, 1:-1].mean(axis=0) for state in hidden]).astype(np.float16)
            chances = np.exp(logits - logits.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            keep = stop if stop == total else stop - CONTEXT
            out[done:keep] = chances[done - start : keep - start]
            states[done:keep] = np.hstack([state[0, 1:-1] for state in hidden])[done - start : keep - start]
            done = keep
        return out, embedding, states


def calibrated(probability: float, slope: float, offset: float) -> float:
    """The score (0 to 1) of a probability of the model."""
    kept = min(1 - _CERTAIN, max(_CERTAIN, probability))
    return 1 / (1 + math.exp(-slope * math.log(kept / (1 - kept)) - offset))


def _named_words(
    text: str, offsets: Sequence[tuple[int, int]], scores: NDArray[np.float32], threshold: float
) -> list[_Word]:
    """The words of which some piece reaches the threshold. A word takes the best score any of its pieces has."""
    sums = scores[:, 1:7].reshape(-1, 3, 2).sum(axis=2)
    hits: list[_Word] = []
    at = 0
    words = words_of(text)
    calibration = CALIBRATION if len(words) > SHORT else SHORT_CALIBRATION
    for start, end in words:
        while at < len(offsets) and offsets[at][1] <= start:
            at += 1
        last = at
        while last < len(offsets) and offsets[last][0] < end:
            last += 1
        if last == at:
            continue
        best = sums[at:last].max(axis=0)
        score = calibrated(float(sums[at:last].sum(axis=1).max()), *calibration)
        if score >= threshold:
            kind = int(best.argmax())
            begins = bool(scores[at, 2 * kind + 1] > scores[at, 2 * kind + 2])
            hits.append(_Word(start, end, kind, score, begins, (float(best[0]), float(best[1]), float(best[2]))))
    return hits


def _spans(text: str, words: Sequence[_Word]) -> list[TextFinding]:
    """Neighbouring words of one kind become one finding, unless the model saw a new entity begin."""
    found: list[TextFinding] = []
    for word in words:
        kind = KINDS[word.kind]
        if found and found[-1].kind is kind and not word.begins and _WITHIN.fullmatch(text, found[-1].end, word.start):
            last = found[-1]
            found[-1] = TextFinding(last.start, word.end, kind, max(last.score, word.score), DETECTOR, Source.MODEL)
        else:
            found.append(TextFinding(word.start, word.end, kind, word.score, DETECTOR, Source.MODEL))
    return [replace(f, score=round(f.score, 4)) for f in found if any(c.isalpha() for c in text[f.start : f.end])]


def _open_session() -> Any:
    try:
        card = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))
        if tuple(card["labels"]) != LABELS:
            raise EngineUnavailable("the names model has other labels than this version reads.", remedy=_REMEDY)
        for name, digest in sorted(card["sha256"].items()):
            if file_digest(DATA / name) != digest:
                raise EngineUnavailable(f"the model file {name} is not the one that was shipped.", remedy=_REMEDY)
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(str(DATA / MODEL.name), options, providers=["CPUExecutionProvider"])
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise EngineUnavailable(
            f"the names model cannot be loaded ({type(error).__name__}).", remedy=_REMEDY
        ) from error
