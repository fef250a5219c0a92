"""What the rows of this room's tables are: a name to switch it off by, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from redaction.findings import ImageFinding
from redaction.page.page import Page
from redaction.text.known.registry import Registry


@dataclass(frozen=True, slots=True)
class Rule:
    """`findings` tells what else on a page identifies somebody, given what was found so far and who is known."""

    name: str
    findings: Callable[[Page, Sequence[ImageFinding], Registry | None], Iterable[ImageFinding]]
