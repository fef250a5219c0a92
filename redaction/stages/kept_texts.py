"""What single texts gave without the registry, kept from build to build: the names model reads no text twice.

A batch is searched again when another batch tells of somebody whom it mentions, and its scrubbed rows are read again
when a surrogate has changed; most of its texts are the same. What was found in each lies in its work folder: under the
keyed digest of the text, as places, kinds and scores, so that no text stands there. The file is sealed, and is of no
use to other code, libraries or policy.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from redaction.findings import Kind, Source, TextFinding
from redaction.policy import TextPolicy
from redaction.stages.engine_versions import text_engines
from redaction.text import TextEngine, TextInput
from redaction.text.engine import REMEMBERED
from redaction.work.files import write_whole
from redaction.work.json_text import canonical, digest_of
from redaction.work.store import BatchStore, code_digest


class KeptTexts:
    """What `stage` of a batch has read with a policy."""

    def __init__(self, store: BatchStore, policy: TextPolicy, stage: str) -> None:
        self._store = store
        self._file = f"cache/texts-{stage}.jsonl"
        self._stamp = digest_of(code_digest(), policy.model_dump(mode="json"), text_engines(policy))
        self._known: dict[str, str] = {}

    def recall(self, engine: TextEngine, inputs: Iterable[TextInput]) -> None:
        """Let the engine know what it found in these texts in an earlier build. Nothing where the file is missing, of
        another stamp, or not what this batch with this key left."""
        try:
            lines = self._store.file(self._file).read_text(encoding="utf-8").splitlines()
            stated = json.loads(lines[0])
            if stated != self._head(lines[1:]):
                return
            found = dict(map(json.loads, lines[1:]))
        except (OSError, ValueError, IndexError, TypeError):
            return
        asked = islice(dict.fromkeys(inputs), REMEMBERED)
        engine.recall(
            {item: [finding_of(f) for f in some] for item in asked if (some := found.get(self._key(item))) is not None}
        )

    def keep(self, engine: TextEngine, inputs: Iterable[TextInput]) -> None:
        """Leave what the engine found in these texts, as many as it remembers."""
        known = {self._key(item): [told(f) for f in found] for item, found in engine.known(inputs).items()}
        lines = [canonical([key, found]) for key, found in sorted(known.items())]
        head = json.dumps(self._head(lines))
        write_whole(self._store.file(self._file), (f"{line}\n".encode() for line in (head, *lines)))

    def _key(self, item: TextInput) -> str:
        return self._store.seal(canonical([item.text, item.label, item.role]))

    def _head(self, lines: list[str]) -> dict[str, str]:
        body = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        return {"stamp": self._stamp, "seal": self._store.seal(f"{self._stamp} {body}")}


def told(f: TextFinding) -> list[object]:
    """A finding as it is written: places, kind and score, no text."""
    return [f.start, f.end, f.kind.value, f.score, f.detector, f.source.value]


def finding_of(written: Sequence[Any]) -> TextFinding:
    """The inverse."""
    start, end, kind, score, detector, source = written
    return TextFinding(int(start), int(end), Kind(kind), float(score), str(detector), Source(source))
