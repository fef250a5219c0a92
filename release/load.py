"""For users of a bundle: `rows = load("DIR")` and `image = screenshot("DIR", name)`. Nothing is unpacked to disk."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from redaction.errors import BundleError
from release.layout import find_bundle
from release.manifest import read_manifest

if TYPE_CHECKING:
    import pandas as pd
    from PIL.Image import Image


def load(folder: str | Path, domain: str | None = None) -> pd.DataFrame:
    """All interactions as one DataFrame: the column `domain`, then the 16 published columns.

    `interaction_coordinates` holds {"x", "y"} or None, `timestamp` is UTC. BundleError if there is no such domain.
    """
    import pandas as pd

    bundle = find_bundle(Path(folder))
    domains = read_manifest(bundle)["domains"]
    if domain is not None and domain not in domains:
        raise BundleError("there is no such domain.", remedy=f"choose one of: {', '.join(sorted(domains))}.")
    frames = []
    for name in sorted(domains) if domain is None else [domain]:
        frame = pd.read_parquet(bundle / domains[name][1])
        frame.insert(0, "domain", name)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def screenshot(folder: str | Path, name: str) -> Image:
    """One redacted screenshot by the value of `screenshot_name`. BundleError if the bundle has none of that name."""
    from PIL import Image as Pictures

    bundle = find_bundle(Path(folder))
    for archive, members in read_manifest(bundle)["screenshots"].items():
        if name in members:
            path = bundle / archive
            # Hosts may unpack archives into a folder of the archive's name.
            loose = bundle / path.stem / name
            if not path.is_file() and loose.is_file():
                data = loose.read_bytes()
            else:
                with zipfile.ZipFile(path) as opened:
                    data = opened.read(name)
            image = Pictures.open(io.BytesIO(data))
            image.load()
            return image
    raise BundleError("there is no screenshot of that name.", remedy="take a name from the column screenshot_name.")
