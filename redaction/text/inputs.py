"""What the text engine reads: a string with what stands around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: field: the value of a labelled field or column; title: a window title; host: an application's host name;
#: path: a file path or URL; prose: running text; line: one line read from a screenshot.
Role = Literal["field", "title", "host", "path", "prose", "line"]


@dataclass(frozen=True, slots=True)
class TextInput:
    """One string, the label next to it ("Candidate") and the part it plays."""

    text: str
    label: str | None = None
    role: Role = "prose"
