"""Which form of a known entity was met, by the detector of its finding: what vetoes and rules ask."""

from __future__ import annotations

from enum import StrEnum


class KnownForm(StrEnum):
    """The detectors of findings that rest on one form of a known entity; all others are `registry`."""

    NAME = "registry-name"
    """One word of a name, or of a company's."""
    LOGIN = "registry-login"
    INITIALS = "registry-initials"
    CUT = "registry-cut"
    """The beginning or the end of a value that was cut off."""
    WHOLE = "registry-declared"
    """A declared value that is all of a cell or of wrapped lines."""
