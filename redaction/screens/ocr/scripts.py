"""The scripts that Tesseract reads for PP-OCR, which does not know them, and the models it reads them with."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from redaction.errors import EngineUnavailable
from redaction.work.files import file_digest
from redaction.work.tesseract import model_file

Name = Literal["cyrillic", "hangul", "arabic", "devanagari", "hebrew"]


@dataclass(frozen=True, slots=True)
class Script:
    """A script: the file of its model, the Debian package that has it, how Unicode calls its letters (the first word
    of their names), those of them that nobody takes for Latin ones where not all do, the fewest letters of a line, and
    whether its model puts blanks within words."""

    name: Name
    model: str
    package: str
    letters: str
    unlike_latin: str | None = None
    fewest: int = 3
    loose: bool = False

    @property
    def rightward(self) -> bool:
        """Whether it is written from left to right."""
        return self.name not in ("arabic", "hebrew")

    def has(self, character: str) -> bool:
        """Whether a letter or a sign on one is of this script."""
        return unicodedata.name(character, "").startswith(self.letters)


# Two are models of a script (Russian, Ukrainian, Bulgarian, Serbian and more in one), the others of its one language:
# whichever read the pages of benchmarks/other_scripts.py better.
SCRIPTS = (
    Script(
        "cyrillic",
        "Cyrillic.traineddata",
        "tesseract-ocr-script-cyrl",
        "CYRILLIC ",
        "бджзлфцчшщъыьэюяєїґђћљњџѓќ",
    ),
    Script("hangul", "kor.traineddata", "tesseract-ocr-kor", "HANGUL ", fewest=2, loose=True),
    Script("arabic", "ara.traineddata", "tesseract-ocr-ara", "ARABIC "),
    Script("devanagari", "Devanagari.traineddata", "tesseract-ocr-script-deva", "DEVANAGARI "),
    Script("hebrew", "heb.traineddata", "tesseract-ocr-heb", "HEBREW "),
)
"""In the order in which they are tried: the cheapest first."""


def chosen(names: Sequence[Name]) -> tuple[Script, ...]:
    """The scripts of these names, in the order in which they are tried."""
    return tuple(script for script in SCRIPTS if script.name in names)


def model_path(script: Script) -> Path:
    """Where the script's model lies. EngineUnavailable when its Debian package is not installed."""
    path = model_file(script.model)
    if path is None:
        raise EngineUnavailable(
            f"a line on a screenshot may be {script.name}, and Tesseract's model for that is not installed.",
            remedy=f"install the package {script.package} (make setup does it), or leave {script.name} out of "
            "vision.scripts: such lines are hidden unread.",
        )
    return path


@cache
def model_digests(names: tuple[Name, ...]) -> dict[str, str]:
    """The models of these scripts by their SHA-256, `missing` where there is none: part of every cache key."""
    found = {script.model: model_file(script.model) for script in chosen(names)}
    return {name: file_digest(path) if path is not None else "missing" for name, path in found.items()}
