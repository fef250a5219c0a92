"""The data card of a bundle of before, which names no configs, with a header for Hugging Face that does. The header is
marked, so that whoever fetches the card can take it out and has the signed file again, to the byte."""

from __future__ import annotations

import re
from pathlib import Path

from release.bundle.bundle_models import Manifest
from release.bundle.hub_fields import hub_fields

_BEGIN, _END = b"# entrophy: for this host\n", b"# entrophy: end\n"
_FENCE = b"---\n"
_HEADER = re.compile(rb"\A---\n" + re.escape(_BEGIN) + rb".*?" + re.escape(_END), re.DOTALL)


def with_header(readme: bytes, manifest: Manifest) -> bytes:
    """The card as the host gets it: as it is, if it names its configs itself, else with the header."""
    import yaml

    if readme.startswith(_FENCE) and b"\nconfigs:\n" in readme.removeprefix(_FENCE).partition(b"\n" + _FENCE)[0]:
        return readme
    tables = {Path(table).stem: [table] for _, table, _ in manifest.domains.values()}
    said = hub_fields(tables, manifest.counts.get("interactions", 0))
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
