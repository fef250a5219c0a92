"""A figure of matplotlib and its bytes: the same values give the same PNG, whatever the settings of whoever draws."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from evaluation.matplotlib_folder import keep_to_ourselves

_DPI = 130
"""Pixels an inch."""
GREEN, LIGHT, GREY, INK = "#2f7d5b", "#cfe3d8", "#9aa3a8", "#22282b"


@contextmanager
def figure(width: float, height: float) -> Iterator[Any]:
    """A matplotlib Figure of so many inches, laid out so that nothing overlaps; drawn in the block with the defaults
    of matplotlib and its own typeface."""
    keep_to_ourselves()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "font.size": 9,
                "text.parse_math": False,  # a dollar in a name begins no formula
                "axes.titlesize": 10,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "text.color": INK,
                "axes.labelcolor": INK,
            }
        )
        yield Figure(figsize=(width, height), dpi=_DPI, layout="constrained")


def png(drawn: Any) -> bytes:
    """The PNG of a figure, without a word of what drew it."""
    out = io.BytesIO()
    drawn.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def wrapped(name: str, letters: int = 22) -> str:
    """A long name on several lines."""
    return "\n".join(textwrap.wrap(name, letters, break_long_words=True)) or name
