"""Presidio's analyzer, loaded without what it has no use for here.

It loads spaCy, spaCy loads thinc, and thinc loads torch if there is one; it also loads transformers, for recognizers
that nothing here asks: half a gigabyte and two seconds for nothing. In a process that is ours alone they are told that
there is neither; in somebody else's program thinc must find its torch.
"""

from __future__ import annotations

import sys
from importlib import import_module

_OURS = False
_UNUSED = ("torch", "transformers")


def in_our_process() -> None:
    """Say that nobody but Entrophy needs thinc in this process. For the command line and processes that it starts."""
    global _OURS
    _OURS = True


def load_presidio() -> None:
    """Import presidio_analyzer; torch and transformers themselves can be imported afterwards."""
    if not _OURS or "torch" in sys.modules or "presidio_analyzer" in sys.modules:
        return
    hidden = [name for name in _UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import_module("presidio_analyzer")
    finally:
        for name in hidden:
            del sys.modules[name]
