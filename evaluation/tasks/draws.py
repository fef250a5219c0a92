"""Which instance is in which fold, and which instances make up a sample of segmentation.

Everything is drawn by SHA-256 over the seed and what it is drawn for, so that it depends on nothing else: not on the
order of rows, the machine or the version of a library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from evaluation.tasks.records import SEED

FOLDS = 5
"""Folds of a domain; fewer where it has fewer than two instances for each."""
SAMPLES = 100
"""Samples of segmentation a domain."""
FEWEST, MOST = 2, 5
"""Instances in a sample of segmentation."""
TRIES = 5
"""Draws for each sample, at most: the samples of few instances are soon all drawn."""
MOST_WITH_IMAGES = 3
"""Instances in one with screenshots."""


def _drawn(*parts: object) -> int:
    """A number that follows from the seed and `parts`, even over 256 bits."""
    return int.from_bytes(sha256("/".join(map(str, (SEED, *parts))).encode()).digest())


def folds_of(domain: str, processes: Mapping[str, str]) -> dict[str, int]:
    """The fold of every instance. `processes` maps an instance to its process. The instances of a process are dealt
    one to each fold in turn, and the next process goes on where the last one ended: folds differ by one instance at
    most."""
    folds = max(1, min(FOLDS, len(processes) // 2))
    order = sorted(processes, key=lambda uuid: (processes[uuid], _drawn("fold", domain, uuid), uuid))
    return {uuid: at % folds for at, uuid in enumerate(order)}


def samples_of(task: str, domain: str, folds: Mapping[str, int], most: int = MOST) -> list[tuple[int, Sequence[str]]]:
    """(fold, instances one after another) of SAMPLES different samples: FEWEST to `most` instances of one fold, each
    fold in turn. `folds` tells the fold of every instance that may be drawn; a fold with fewer than FEWEST is passed
    over. A domain of few instances has fewer samples: what was drawn before is left out."""
    members: dict[int, list[str]] = {}
    for uuid, fold in sorted(folds.items()):
        members.setdefault(fold, []).append(uuid)
    pools = [(fold, own) for fold, own in sorted(members.items()) if len(own) >= FEWEST]
    drawn: dict[tuple[str, ...], int] = {}
    for turn in range(SAMPLES * TRIES if pools else 0):
        fold, own = pools[turn % len(pools)]
        size = FEWEST + _drawn("size", task, domain, turn) % (most - FEWEST + 1)
        order = sorted((_drawn("sample", task, domain, turn, uuid), uuid) for uuid in own)
        drawn.setdefault(tuple(uuid for _, uuid in order[:size]), fold)
        if len(drawn) == SAMPLES:
            break
    return [(fold, uuids) for uuids, fold in drawn.items()]
