"""Text engines without some rows of their tables, which share what model and patterns say of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from redaction.findings import TextFinding
from redaction.policy import TextPolicy
from redaction.text import recognizers
from redaction.text.engine import TextEngine
from redaction.text.model import Chance, NamesModel


class KeptNames(NamesModel):
    """The shipped names model, asked about each text once."""

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[str, list[TextFinding]] = {}
        self._chances: dict[str, list[Chance]] = {}

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]:
        """As the model's own."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._found]
        self._found.update(zip(fresh, super().predict(fresh), strict=True))
        return [self._found[text] for text in texts]

    def chances(self, text: str) -> list[Chance]:
        """As the model's own."""
        if text not in self._chances:
            self._chances[text] = super().chances(text)
        return self._chances[text]


class KeptTexts:
    """Engines of one policy by what is left out. While it lives, the patterns of this process remember every text."""

    def __init__(self, policy: TextPolicy) -> None:
        self._policy, self._names = policy, KeptNames()
        self.told: set[str] = set()  # the detectors of everything patterns found so far
        recognizers.DETECTORS = tuple(replace(d, find=self._remembering(d.find)) for d in recognizers.DETECTORS)

    def without(self, disabled: frozenset[str]) -> TextEngine:
        """An engine without the patterns and vetoes of these names."""
        engine = TextEngine(self._policy, disabled)
        engine._names = self._names
        return engine

    def _remembering(self, find: Callable[[str], Iterable[TextFinding]]) -> Callable[[str], list[TextFinding]]:
        kept: dict[str, list[TextFinding]] = {}

        def found(text: str) -> list[TextFinding]:
            if text not in kept:
                kept[text] = list(find(text))
                self.told |= {finding.detector for finding in kept[text]}
            return kept[text]

        return found
