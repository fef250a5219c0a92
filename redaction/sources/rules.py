"""Access rules of a source (entrophy-access/1): which of their strings say something about rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_FORM = ("format", "source", "allow")
_PERSON = "person"
"""What a condition calls whom it names by id."""


def rewritten_rules(rules: Any, each: Callable[[str], str]) -> Any:
    """Access rules with every string but those of their form (format, source, what may be done) as `each` gives it."""
    if isinstance(rules, dict):
        return {n: v if n in _FORM else rewritten_rules(v, each) for n, v in rules.items()}
    if isinstance(rules, list):
        return [rewritten_rules(one, each) for one in rules]
    return each(rules) if isinstance(rules, str) else rules


def persons_of(rules: Any) -> Iterator[str]:
    """The ids of everybody whom a condition names."""
    if isinstance(rules, dict):
        for name, value in rules.items():
            if _is_person(name, value):
                yield value
            else:
                yield from persons_of(value)
    elif isinstance(rules, list):
        for one in rules:
            yield from persons_of(one)


def with_persons(rules: Any, captured: Any, each: Callable[[str], str]) -> Any:
    """Access rules with everybody whom the captured ones name as `each` gives it: an id is meant there, whatever else
    it may say in a text."""
    if isinstance(rules, dict):
        return {
            n: each(captured[n]) if _is_person(n, captured[n]) else with_persons(v, captured[n], each)
            for n, v in rules.items()
        }
    if isinstance(rules, list):
        return [with_persons(one, other, each) for one, other in zip(rules, captured, strict=True)]
    return rules


def _is_person(name: str, value: Any) -> bool:
    return name == _PERSON and isinstance(value, str)
