"""What the rows of this room's tables are: a name to switch it off by, and what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from redaction.findings import ImageFinding
from redaction.page.labels import PERSON
from redaction.page.language import Language
from redaction.page.page import Page
from redaction.text.known.registry import Registry

LOGIN = "Username"
"""The label given to what a line shows to be a log-in name."""
Labelled = tuple[int, int, str]
"""Characters start..end of a line and the label they deserve."""
GROUPS = {"name": PERSON, "login": LOGIN, "phone": "Phone", "token": "Token"}
"""The groups of a hint's pattern and the label that what they match deserves."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`findings` tells what else on a page identifies somebody, given what was found so far and who is known."""

    name: str
    findings: Callable[[Page, Sequence[ImageFinding], Registry | None], Iterable[ImageFinding]]


@dataclass(frozen=True, slots=True)
class Hint:
    """`spans` tells which parts of one line deserve which label by the line's own form, as `example` does."""

    name: str
    example: str
    spans: Callable[[str, Language], Iterable[Labelled]]


def hint(
    name: str, example: str, pattern: str, when: Callable[[re.Match[str]], bool] = lambda _: True, flags: int = 0
) -> Hint:
    """A hint that labels the groups (see GROUPS) of every match of a pattern for which `when` holds."""
    compiled = re.compile(pattern, flags)
    groups = [group for group in compiled.groupindex if group in GROUPS]

    def spans(text: str, _: Language) -> Iterator[Labelled]:
        for match in compiled.finditer(text):
            if when(match):
                yield from ((*match.span(group), GROUPS[group]) for group in groups)

    return Hint(name, example, spans)
