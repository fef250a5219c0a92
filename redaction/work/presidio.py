"""Presidio's analyzer, loaded without what it has no use for here.

It loads spaCy, spaCy loads thinc, and thinc loads torch if there is one: half a gigabyte and two seconds for nothing.
In a process that is ours alone thinc is told that there is none; in somebody else's program it must find its torch.
"""

from __future__ import annotations

import sys
from importlib import import_module

_OURS = False


def in_our_process() -> None:
    """Say that nobody but Entrophy needs thinc in this process. For the command line."""
    global _OURS
    _OURS = True


def load_presidio() -> None:
    """Import presidio_analyzer; torch itself can be imported afterwards."""
    if not _OURS or "torch" in sys.modules or "presidio_analyzer" in sys.modules:
        return
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        import_module("presidio_analyzer")
    finally:
        del sys.modules["torch"]
