"""Captured texts that are looked for whole: hundreds of thousands of them, of which hashes are kept and no letters."""

from __future__ import annotations

from collections.abc import Iterator

from validation.leaks.folding import Folded, unspaced

HEAD = 12
"""Letters of a text by which the places are found where it may begin."""


class WholeTexts:
    """Texts of HEAD folded letters at least, that stand between word edges (in scripts without spaces: anywhere): a
    piece of typing may begin or end inside a name, and in the middle of a surrogate it tells nobody.

    Another text with the hashes of both its head and its whole would be told for it; none is ever missed.
    """

    def __init__(self) -> None:
        self._lengths: dict[int, tuple[int, ...]] = {}
        self._places: dict[int, str] = {}
        self._anywhere = False
        self.longest = 0

    def add(self, letters: str, place: str) -> None:
        """Look for these folded letters; `place` is one line that says where they were captured."""
        head, whole = hash(letters[:HEAD]), hash(letters)
        if len(letters) not in (lengths := self._lengths.get(head, ())):
            self._lengths[head] = (*lengths, len(letters))
        self._places[whole] = f"{self._places[whole]}\n{place}" if whole in self._places else place
        self._anywhere = self._anywhere or unspaced(letters)
        self.longest = max(self.longest, len(letters))

    def find(self, folded: Folded) -> Iterator[tuple[str, str]]:
        """(letters, place) of every text that is there."""
        text, edges = folded.text, folded.edges
        if not self._places:
            return
        for start in range(len(text)) if self._anywhere and unspaced(text) else edges:
            for length in self._lengths.get(hash(text[start : start + HEAD]), ()):
                letters = text[start : start + length]
                if (places := self._places.get(hash(letters))) is None or len(letters) < length:
                    continue
                if (start in edges and start + length in edges) or unspaced(letters):
                    yield from ((letters, place) for place in places.split("\n"))
