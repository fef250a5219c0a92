"""Where fetched releases are kept, each in a folder named by its digest: what was fetched once is not fetched again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """ENTROPHY_CACHE, else `entrophy` in XDG_CACHE_HOME, else ~/.cache/entrophy. Nothing is made."""
    if given := os.environ.get("ENTROPHY_CACHE"):
        return Path(given).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base).expanduser().absolute() / "entrophy"
