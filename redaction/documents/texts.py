"""The texts of one document on their way through `each`, and what has to agree wherever it is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from redaction.documents.unit import Each, Unit
from redaction.errors import EntrophyError
from redaction.text.inputs import Role

_SPACE = re.compile(r"[ \t\n\f\r]+")
_NOT_IN_TOKENS = re.compile(r"[\s\"'<>=`]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"\w")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
LONGEST_LABEL = 300
"""Characters of a label: what is longer labels nothing."""


def clean(text: str) -> str:
    """Without what no file may hold: halves of characters, NUL, and CR as a line end."""
    if _SURROGATE.search(text):
        text = _SURROGATE.sub("\ufffd", text)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def collapse(text: str) -> str:
    """With one space for every run of white space, as a browser shows it."""
    return _SPACE.sub(" ", text)


def as_label(text: str | None) -> str | None:
    """What a document calls something, on one line; None for nothing and for what is too long to be a label."""
    line = collapse(text or "").strip()
    return line if line and len(line) <= LONGEST_LABEL else None


def words_of(name: str) -> str | None:
    """A technical name as a label: "data-firstName" is "first Name"."""
    return as_label(re.sub(r"[\W_]+", " ", _CAMEL.sub(" ", name.removeprefix("data-"))))


@dataclass(slots=True)
class Texts:
    """Shows texts to `each`.

    `typed`: what a field showed while somebody typed into it, and what it shall show. Tokens (ids, classes, names) are
    asked once and are the same everywhere. `said` holds every text of the document that was changed, so that other
    records of the same text can follow it. `pages` are those that were walked: states often hold the same one.
    """

    each: Each
    typed: Mapping[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    pages: dict[str, str] = field(default_factory=dict)
    _tokens: dict[str, str] = field(default_factory=dict)

    def pieces(self, pieces: Iterable[str], label: str | None = None, role: Role = "prose") -> tuple[str, ...]:
        """As many pieces as are given, in the same order. A text without a letter or digit is not shown."""
        given = tuple(clean(piece) for piece in pieces)
        if not any(_WORD.search(piece) for piece in given):
            return given
        made = tuple(clean(piece) for piece in self.each(Unit(given, label, role)))
        if len(made) != len(given):
            raise EntrophyError(
                f"{len(made)} pieces were given back for a text of {len(given)}.",
                remedy="nothing was released; report this.",
            )
        return made

    def one(self, text: str, label: str | None = None, role: Role = "prose") -> str:
        """A text of one piece."""
        return self.pieces((text,), label, role)[0]

    def lines(self, lines: Sequence[str], label: str | None = None, role: Role = "prose") -> list[str]:
        """Lines that are read as one text, with the ends of lines between them; as many come back."""
        parted = [part for line in lines for part in ("\n", line)][1:]
        made = list(self.pieces(parted, label, role))
        for nth in range(1, len(made), 2):
            if made[nth].strip():  # what was put in place of an end of line belongs to the line before
                made[nth - 1] += made[nth]
        return made[::2]

    def say(self, text: str, label: str | None = None, role: Role = "prose") -> str:
        """A text that may stand elsewhere in the document, too: what became of it there counts."""
        made = self.one(text, label, role)
        return self.said.get(collapse(text).strip(), made)

    def value(self, text: str, label: str | None, role: Role = "field") -> str:
        """The text of something that can be typed into."""
        made = self.one(text, label, role)
        follows = self.follows(text)
        return made if follows is None else follows

    def follows(self, text: str) -> str | None:
        """What shall stand in place of a text that stood there while somebody typed; None for any other."""
        return self.typed.get(text, self.typed.get(text.strip()))

    def note(self, before: str, after: str) -> None:
        """Remember what became of a text, if it was changed."""
        was = collapse(before).strip()
        if was and collapse(after).strip() != was:
            self.said.setdefault(was, collapse(after).strip())

    def token(self, token: str) -> str:
        """An id, a class, a name: the same in the whole document, and still one word."""
        made = self._tokens.get(token)
        if made is None:
            shown = self.one(token, None, "path")
            made = token if shown == token else _NOT_IN_TOKENS.sub("-", shown.strip()) or "x"
            self._tokens[token] = made
        return made

    def tokens(self, text: str) -> str:
        """Several tokens with white space between them."""
        return " ".join(self.token(token) for token in text.split())
