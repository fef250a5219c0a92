"""Where things are unless told otherwise. Every default can be set by an environment variable."""

from __future__ import annotations

import os
from pathlib import Path

from release.verify.origin import default_key_path

#: the project's own sample recordings, used by the demo and by a fresh `dagster dev`
SAMPLES = Path(__file__).resolve().parent.parent / "samples" / "captures"
DEMONSTRATION_SAMPLES = SAMPLES.parent / "demonstrations" / "recorded"


def captures_root() -> Path:
    """Folder whose subfolders with a batch.json are capture batches (ENTROPHY_CAPTURES)."""
    return Path(os.environ.get("ENTROPHY_CAPTURES", SAMPLES)).expanduser()


def out_root() -> Path:
    """Folder for bundle, report and work files (ENTROPHY_OUT)."""
    return Path(os.environ.get("ENTROPHY_OUT", Path.cwd() / "out" / "ui")).expanduser()


def default_key() -> Path:
    """The key that makes surrogates (ENTROPHY_KEY); outside every bundle, made on first use with mode 0600."""
    return default_key_path()


def policy_path() -> Path | None:
    """The policy file (ENTROPHY_POLICY); None means the defaults."""
    given = os.environ.get("ENTROPHY_POLICY")
    return Path(given).expanduser() if given else None
