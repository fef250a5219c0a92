"""Which texts mean something like a question: cosines of the embedding model, loaded at the first question."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.embedding import Embedder


class Meaning:
    """Orders texts by nearness. Keeps the vectors of texts it has seen."""

    def __init__(self) -> None:
        self._embedder: Embedder | None = None

    def nearest(self, question: str, several: Sequence[Sequence[str]]) -> list[int]:
        """The places of `several` (of each the best of its texts counts), the nearest first; equals in their order."""
        if not several:
            return []
        if self._embedder is None:
            self._embedder = Embedder()
        known = self._embedder.sentences([question, *(text for texts in several for text in texts)])
        asked = known[question]
        scores = [max(float(known[text] @ asked) for text in texts) for texts in several]
        return sorted(range(len(several)), key=lambda place: (-round(scores[place], 6), place))
