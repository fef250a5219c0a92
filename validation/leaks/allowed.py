"""What a release may show: kinds that its policy keeps as they are, and surrogates that were drawn on screenshots.

A surrogate drawn in place is read like anything else, and misread like anything else: "…@mill.example.or(" is no
address in reserved space. What was drawn where is known, so a word counts as drawn, and is no finding, when it stands
in the place and says what was drawn there. Both are asked: if something captured showed through in such a place, it
would say something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from validation.leaks.folding import confuse, fold_words
from validation.reading.read_words import Box, Part, Word

#: A place on a screenshot and the surrogate that was drawn there.
Drawn = tuple[Box, str]

LEAST_LIKE = 80.0
"""Least likeness (0 to 100, rapidfuzz's partial ratio over folded letters) of a word to what was drawn in its place."""
_MORE = 3
"""Characters that a misread word may have more than what was drawn."""
LEAST_INSIDE = 0.8
"""Least share of a word's box that lies in the place: readers cut boxes a little wide."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """`kinds` are kept by the policy; `drawn` maps the SHA-256 of a PNG to what was drawn on it, `films` the name of a
    demonstration to what was drawn on each frame of its video."""

    kinds: frozenset[str] = frozenset()
    drawn: Mapping[str, Sequence[Drawn]] = field(default_factory=dict)
    films: Mapping[str, Sequence[Sequence[Drawn]]] = field(default_factory=dict)

    def on_film(self, frame: tuple[str, int]) -> Sequence[Drawn]:
        """What was drawn on a frame (name of the demonstration, number from 1)."""
        name, number = frame
        frames = self.films.get(name, ())
        return frames[number - 1] if number <= len(frames) else ()


NOTHING = Allowed()


def without_drawn(part: Part, drawn: Sequence[Drawn]) -> Part:
    """The part without the words that say what was drawn in their place."""
    if not drawn:
        return part
    return Part(tuple(word for word in part.words if not _is_drawn(word, drawn)))


def _is_drawn(word: Word, drawn: Sequence[Drawn]) -> bool:
    from rapidfuzz.fuzz import partial_ratio

    shares = [(box, _shared(word, box), text) for box, text in drawn]
    under = sorted((box, shared, text) for box, shared, text in shares if shared)  # a word may run over two places
    if sum(shared for _, shared, _ in under) < LEAST_INSIDE * word.width * word.height:
        return False
    said, meant = (confuse("".join(fold_words(one))) for one in (word.text, "".join(text for _, _, text in under)))
    if not said:
        return True  # a sign without letters or digits says nothing
    # A few characters more than were drawn are a misreading; many more are something else beside it.
    return len(said) <= len(meant) + _MORE and partial_ratio(said, meant) >= LEAST_LIKE


def _shared(word: Word, box: Box) -> int:
    """Pixels that a word's box shares with another."""
    width = min(word.left + word.width, box[2]) - max(word.left, box[0])
    height = min(word.top + word.height, box[3]) - max(word.top, box[1])
    return max(0, width) * max(0, height)
