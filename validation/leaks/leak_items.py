"""What the leak check is given to read of a file: texts, screenshots, bytes, and what is wrong with its form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from validation.files.png import png_problems
from validation.leaks.row_context import Together


@dataclass(frozen=True, slots=True)
class Said:
    """A text found at a place."""

    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something about the form of a file that must not be, in English, without content."""

    where: str
    how: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The bytes of one screenshot, or of what changed on a frame of a film: `film` is the name of its demonstration and
    the frame's number."""

    where: str
    data: bytes
    film: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that are searched as they are, besides what is read of them."""

    where: str
    data: bytes


Item = Said | Wrong | Screen | Together | Raw


def screen_items(where: str, data: bytes) -> Iterator[Item]:
    """The screenshot, and what of its file is no pixel."""
    problems = png_problems(data)
    for problem in problems:
        yield Wrong(where, problem)
    if problems:
        # A clean file has no text of its own; in any other, bytes around the pixels are read as they are.
        yield Said(f"{where} bytes", readable(data))
    yield Screen(where, data)


def readable(data: bytes) -> str:
    """Bytes as text, whatever they are."""
    return data.decode("utf-8", errors="replace")
