"""The data card of a bundle with a header for Hugging Face: what its viewer and `load_dataset` read. The header is
marked, so that whoever fetches the card can take it out and has the signed file again, to the byte."""

from __future__ import annotations

import re
from pathlib import Path

from release.bundle.bundle_models import Manifest

_BEGIN, _END = b"# entrophy: for this host\n", b"# entrophy: end\n"
_FENCE = b"---\n"
_HEADER = re.compile(rb"\A---\n" + re.escape(_BEGIN) + rb".*?" + re.escape(_END), re.DOTALL)
_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
"""The host's names for how many rows there are (fewer than that)."""


def with_header(readme: bytes, manifest: Manifest) -> bytes:
    """The card with the header: a config a domain, and what the host's search asks for."""
    import yaml

    said = {
        "configs": [
            # Not the domain itself: the name of a config may not have every character.
            {"config_name": Path(table).stem, "data_files": [{"split": "train", "path": table}]}
            for _, (_, table, _) in sorted(manifest.domains.items())
        ],
        "size_categories": [size_category(manifest.counts.get("interactions", 0))],
        "task_categories": ["other"],
        "tags": ["business-processes", "user-interfaces", "tabular", "image"],
    }
    header = _BEGIN + yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=1000).encode() + _END
    if readme.startswith(_FENCE):
        return _FENCE + header + readme.removeprefix(_FENCE)
    return _FENCE + header + _FENCE + readme


def without_header(card: bytes) -> bytes:
    """The card as it was signed."""
    found = _HEADER.match(card)
    if found is None:
        return card
    rest = card[found.end() :]
    return rest.removeprefix(_FENCE) if rest.startswith(_FENCE) else _FENCE + rest


def size_category(rows: int) -> str:
    """The host's name for a number of rows."""
    return next((name for most, name in _SIZES if rows < most), "n>10M")
