"""What was made before, kept by the digest of what it was made from: no work is done twice.

Each file is sealed with a key: a reading or a verdict that somebody changed would hide a leak.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

from redaction.work.files import private_folder, write_whole


class Kept:
    """A folder (0700) of JSON values (0600), one file a digest, made by one version of `maker`: any text that tells
    what made them. `key` seals them. May hold captured or released text: never leaves the work folder."""

    def __init__(self, folder: Path, key: bytes, maker: str) -> None:
        private_folder(folder)
        self._folder, self._key = folder, key
        self._maker = hashlib.sha256(maker.encode()).hexdigest()[:16]

    def get(self, digest: str) -> Any:
        """The value kept for this digest; None where none is, or where what is kept was changed or cut."""
        try:
            body, _, seal = self._path(digest).read_bytes().rpartition(b"\n")
        except FileNotFoundError:
            return None
        return json.loads(body) if hmac.compare_digest(self._seal(digest, body), seal) else None

    def put(self, digest: str, value: Any) -> None:
        """Keep a value. Killed in between it leaves the whole file or none."""
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        write_whole(self._path(digest), body + b"\n" + self._seal(digest, body))

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}-{self._maker}.json"

    def _seal(self, digest: str, body: bytes) -> bytes:
        text = f"{self._maker} {digest}\n".encode() + body
        return hmac.new(self._key, text, hashlib.sha256).hexdigest().encode()
