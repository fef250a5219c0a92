"""What was hidden on which screenshot, kept from one run to the next: a screenshot that would come out the same is not
drawn again.

A line is written as soon as its screenshot is, so that a build that was stopped goes on where it stopped. Its seal,
made with the key, covers what it was made from (screenshot, findings, surrogates, look, code) and the redacted file:
what was edited in between, or written without the key, is drawn again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from redaction.work.files import append_line, file_digest
from redaction.work.json_text import canonical
from redaction.work.stage_records import HIDDEN
from redaction.work.store import BatchStore


class Hidden:
    """The screenshots that the last run hid. Results are JSON objects of boxes and surrogates: no captured value."""

    def __init__(self, store: BatchStore) -> None:
        self._store = store
        self._path = store.file(HIDDEN)
        self._kept: dict[str, tuple[str, dict[str, Any]]] = {}
        for line in self._path.read_text(encoding="utf-8").split("\n") if self._path.is_file() else ():
            try:
                entry = json.loads(line)
                self._kept[str(entry["screenshot_name"])] = str(entry["seal"]), dict(entry["result"])
            except (ValueError, KeyError, TypeError):
                continue  # the line that was being written when the run was stopped: its screenshot is drawn again

    def get(self, name: str, recipe: str) -> dict[str, Any] | None:
        """What hiding this screenshot by this recipe led to, if its redacted file is the one that was written then."""
        path = self._store.screenshots / name
        if name not in self._kept or path.is_symlink() or not path.is_file():
            return None
        seal, result = self._kept[name]
        return result if seal == self._seal(name, recipe, result) else None

    def put(self, name: str, recipe: str, result: dict[str, Any]) -> None:
        """Remember what a screenshot that was just written led to."""
        self._kept[name] = self._seal(name, recipe, result), result
        append_line(self._path, canonical(self._entry(name)))

    def close(self, names: Iterable[str]) -> None:
        """Leave the lines of these screenshots alone, sorted."""
        self._store.write_lines(HIDDEN, (self._entry(name) for name in sorted(self._kept.keys() & set(names))))

    def _entry(self, name: str) -> dict[str, Any]:
        seal, result = self._kept[name]
        return {"screenshot_name": name, "seal": seal, "result": result}

    def _seal(self, name: str, recipe: str, result: dict[str, Any]) -> str:
        file = file_digest(self._store.screenshots / name)
        return self._store.seal(canonical(["hidden", name, recipe, file, result]))
