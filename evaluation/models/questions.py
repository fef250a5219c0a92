"""Questions to a model, one request each, and what its replies say: a verdict, or a mark of a scale.

They are asked, cached and counted by `evaluation.models.runner`. A reply that does not parse, or that never came, is
nobody's verdict and nobody's mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluation.models.prompts import Messages
from evaluation.replies import Parsed, last_answer, mark_in, verdict_in

TEMPERATURE = 0.0
"""Of a question unless told otherwise: the same answer should get the same mark."""
MAX_TOKENS = 2_000
"""Of a reply unless told otherwise; models that think before they answer need them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question."""

    id: str
    prompt: Messages = field(repr=False)


Replies = Mapping[str, str | None]
"""What the model said, by the id of the item; an item without a reply is not in it."""


def verdict_of(replies: Replies, item: str) -> Parsed[bool]:
    """Yes or no to a question."""
    if item not in replies:
        return Parsed(None, "missing")
    content = last_answer(replies[item] or "")
    return Parsed(None, "no_answer") if content is None else verdict_in(content)


def mark_of(replies: Replies, item: str, scale: range) -> Parsed[int]:
    """The mark that a question asked for."""
    return mark_in(replies[item], scale) if item in replies else Parsed(None, "missing")
