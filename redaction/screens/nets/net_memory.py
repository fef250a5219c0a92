"""What a net said of a piece of a screen, remembered by its pixels: from frame to frame most of it is the same."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_Answer = TypeVar("_Answer")


def key_of(piece: NDArray[np.uint8], *settings: object) -> bytes:
    """A digest of the pixels, the shape and what else decides the answer."""
    parameters = repr((piece.shape, *settings)).encode()
    return hashlib.blake2b(piece.tobytes() + parameters, digest_size=16).digest()


class Memory(Generic[_Answer]):
    """The last `most` answers that were asked for. Threads may share one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[bytes, _Answer] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, keys: Iterable[bytes]) -> dict[bytes, _Answer]:
        """The answers that are known among these."""
        with self._lock:
            return {key: self._known[key] for key in keys if key in self._known}

    def keep(self, answers: Mapping[bytes, _Answer]) -> None:
        """Remember answers, those too that were known before: they are the last that were asked for."""
        with self._lock:
            for key, answer in answers.items():
                self._known[key] = answer
                self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
