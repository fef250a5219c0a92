"""Released rows as workflow instances: what the tasks know of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any


@dataclass(frozen=True, slots=True)
class Instance:
    """One workflow instance: the descriptions of its interactions in order, and the screenshots taken at them, as
    (position of the interaction, file name)."""

    uuid: str
    process: str
    sequence: tuple[str, ...]
    shots: tuple[tuple[int, str], ...]


def description(row: Mapping[str, Any]) -> str:
    """What a sample says of an interaction."""
    return str(row["description"])


def instances(
    rows: Iterable[Mapping[str, Any]], text: Callable[[Mapping[str, Any]], str] = description
) -> Iterator[Instance]:
    """The instances of a domain, one in memory at a time. `rows` stand as they are released: by instance, then time;
    `text` is what is said of one."""
    for uuid, group in groupby(rows, key=lambda row: str(row["process_instance_uuid"])):
        own = list(group)
        shots = ((at, row["screenshot_name"]) for at, row in enumerate(own))
        yield Instance(
            uuid,
            str(own[0]["process_name"]),
            tuple(map(text, own)),
            tuple((at, str(name)) for at, name in shots if name is not None),
        )


def spread(number: int, most: int) -> list[int]:
    """Up to `most` positions of 0 … number-1, spread evenly from the first to the last; fewer where there are fewer."""
    if number <= most:
        return list(range(number))
    if most == 1:
        return [(number - 1) // 2]
    return [(at * (number - 1) + (most - 1) // 2) // (most - 1) for at in range(most)]
