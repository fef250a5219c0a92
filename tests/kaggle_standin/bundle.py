"""A very small bundle in the released format, sealed by the real manifest code."""

from __future__ import annotations

import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from release.bundle.archive import write_archive
from release.bundle.manifest import seal


def make_bundle(
    parent: Path,
    *,
    version: str = "0.1.0",
    owner: str = "testhouse",
    rows: int = 3,
    mark: str = "",
    key: Ed25519PrivateKey | None = None,
) -> Path:
    """Write parent/bundle and return it; `mark` changes the content but not the size of any file of equal length."""
    bundle = parent / "bundle"
    bundle.mkdir(parents=True)
    shots = {f"Screen-{n}.png": parent / f"shot-{n}" for n in range(rows)}
    for n, path in enumerate(shots.values()):
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes([n]) * 500 + mark.encode())
    entries = write_archive(bundle / "Finance_screenshots.zip", shots)
    (bundle / "Finance.json").write_text(json.dumps([{"row": n, "mark": mark} for n in range(rows)]))
    (bundle / "README.md").write_text("# Test\n")
    columns = [{"name": "row", "type": "integer"}, {"name": "mark", "type": "string"}]
    metadata = {
        "id": f"{owner}/entrophy-test",
        "title": "Entrophy test",
        "subtitle": "Redacted recordings for a test",
        "description": "Made by a test.",
        "licenses": [{"name": "CC-BY-NC-SA-4.0"}],
        "keywords": ["business"],
        "resources": [{"path": "Finance.json", "description": "Rows", "schema": {"fields": columns}}],
    }
    (bundle / "dataset-metadata.json").write_text(json.dumps(metadata))
    seal(bundle, {"version": version}, {"Finance_screenshots.zip": entries}, key)
    return bundle
