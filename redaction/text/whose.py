"""A second opinion on what the names model takes for a name in a short text: whether it is anybody's at all.

The model learned names from made-up sentences, in which a word with a capital that no list knows is mostly somebody.
Words of screens, of many languages and of code often are not. A small net, which learned on drawn pages and on such
sentences, says of the model's own hidden states whose a word is. It is not asked of longer texts, nor of English
sentences, which the model knows best and drawn pages hardly have, nor of words that lists hold as a name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from redaction.errors import EngineUnavailable
from redaction.findings import TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.model import EMBEDDING, LINE_MOST, States, words_of
from redaction.text.perceptron import Perceptron
from redaction.work.files import file_digest

DATA = Path(__file__).parent / "data"
NET, CARD = "whose.npz", "whose.json"
NAME = "second-opinion"
"""Switches it off, as the names of vetoes do."""
CLASSES = 6
"""Nobody's, then a person's, a company's, an address's, a number's, a log-in's."""
NOBODYS = 0.1
"""A word of which all classes but the first together are less likely is nobody's. Counted on 34,140 lines of twelve
page sets in other languages than English, by nets that had not seen their authors: 13 of 7,315 names are lost, and 326
of 1,224 findings of nobody fall."""
WORDS_MOST = 16
"""A text of more words is prose, of which drawn pages tell little."""
ENGLISH_LEAST = 3
"""So many English words beside a finding, most of those there, make an English sentence of its text."""
_REMEDY = "reinstall the package, or train it anew with benchmarks/training/whose.py."


class SecondOpinion:
    """The net, loaded once. Raises EngineUnavailable when its file is absent, is not the one that was shipped, or was
    trained on the states of another names model."""

    def __init__(self, folder: Path = DATA) -> None:
        try:
            card = json.loads((folder / CARD).read_text(encoding="utf-8"))
            model = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))["sha256"]["model.onnx"]
            if file_digest(folder / NET) != card["sha256"]:
                raise EngineUnavailable(f"the file {NET} is not the one that was shipped.", remedy=_REMEDY)
            if card["model"] != model:
                raise EngineUnavailable(f"the file {NET} was trained beside another names model.", remedy=_REMEDY)
            with np.load(folder / NET, allow_pickle=False) as arrays:
                self._net = Perceptron.loaded(arrays, "words", EMBEDDING, CLASSES)
        except (OSError, ValueError, KeyError) as error:
            raise EngineUnavailable(
                f"the file {NET} cannot be loaded ({type(error).__name__}).", remedy=_REMEDY
            ) from error

    def nobodys(self, text: str, finding: TextFinding, states: Callable[[str], States]) -> bool:
        """Whether every word of a model's finding is nobody's; `states` tells the hidden states of a text."""
        if len(text) > LINE_MOST:
            return False
        words = words_of(text)
        own = [(start, end) for start, end in words if start < finding.end and finding.start < end]
        if not own or len(words) > WORDS_MOST or any(name_lists().is_name(text[start:end]) for start, end in own):
            return False
        beside = [text[start:end] for start, end in words if (start, end) not in own]
        if _english(beside):
            return False
        told = states(text)
        chances = self._net.told(np.array([told.of(start, end) for start, end in own]))
        return bool(chances.sum(axis=1).max() < NOBODYS)


def _english(words: list[str]) -> bool:
    english = sum(is_word(word) for word in words)
    return english >= ENGLISH_LEAST and 2 * english > len(words)
