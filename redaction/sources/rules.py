"""Access rules of a source (entrophy-access/1): which of their strings say something about rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_FORM = ("format", "source", "allow")


def rewritten_rules(rules: Any, each: Callable[[str], str]) -> Any:
    """Access rules with every string but those of their form (format, source, what may be done) as `each` gives it."""
    if isinstance(rules, dict):
        return {n: v if n in _FORM else rewritten_rules(v, each) for n, v in rules.items()}
    if isinstance(rules, list):
        return [rewritten_rules(one, each) for one in rules]
    return each(rules) if isinstance(rules, str) else rules
