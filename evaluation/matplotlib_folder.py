"""Where matplotlib may write: else it leaves a list of the fonts in the home folder, and reads settings there."""

from __future__ import annotations

import os
import tempfile

_folders: list[tempfile.TemporaryDirectory[str]] = []


def keep_to_ourselves() -> None:
    """Give it a folder that goes with the process. To be called before it is imported."""
    if not _folders:
        _folders.append(tempfile.TemporaryDirectory(prefix="entrophy-plots-"))
    os.environ["MPLCONFIGDIR"] = _folders[0].name
