"""The values of a JSON array one after the other, whatever its layout: of a table one row is in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

_CHUNK = 1 << 20
"""Characters that are read at once; more where a single value is longer."""
_EXPONENT = 3
"""Characters behind a number that may still be part of it where it was cut off: "1" of "1e-5"."""
_SPACE = re.compile(r"[ \t\n\r]*")


class NoArrayError(ValueError):
    """The file does not begin as a JSON array does."""


def json_items(path: Path, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Iterator[Any]:
    """The values of the array that a file holds; `pairs` makes objects of their pairs. OSError, ValueError."""
    decoder = json.JSONDecoder(object_pairs_hook=pairs)
    with path.open(encoding="utf-8", newline="") as file:
        read = _Read(file)
        if read.next() != "[":
            raise NoArrayError("is not a JSON array")
        read.at += 1
        if read.next() == "]":
            read.at += 1
        else:
            while True:
                value = read.value(decoder)
                sign = read.next()
                if sign not in (",", "]"):
                    raise ValueError("is not JSON")
                read.at += 1
                yield value
                if sign == "]":
                    break
        if read.next():
            raise ValueError("is not JSON")


class _Read:
    """What of a file was read and not yet used: from `at` on."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._text, self.at = file, "", 0

    def next(self) -> str:
        """The next sign that is no white space, which stays; "" at the end."""
        while True:
            found = _SPACE.match(self._text, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self._text) or not self._more(_CHUNK):
                return self._text[self.at : self.at + 1]

    def value(self, decoder: json.JSONDecoder) -> Any:
        """The next value. One that ends where the text does may go on behind it, and one that cannot be read may be
        cut off: the rest of the file tells."""
        self.next()
        size = _CHUNK
        while True:
            try:
                value, end = decoder.raw_decode(self._text, self.at)
                if end + _EXPONENT < len(self._text) or not self._more(size):
                    self.at = end
                    return value
            except ValueError:
                if not self._more(size):
                    raise ValueError("is not JSON") from None
            size *= 2

    def _more(self, size: int) -> bool:
        if more := self._file.read(size):
            self._text, self.at = self._text[self.at :] + more, 0
        return bool(more)
