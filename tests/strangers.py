"""A stranger's environment: Python and the packages that are named, as they are installed here, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: what reads tables and pictures, with what these cannot do without
TABLES = ("pandas", "numpy", "python-dateutil", "six", "pyarrow", "pillow")
#: what `entrophy.load` asks for besides
ENTROPHY = (
    *TABLES, "cryptography", "cffi", "pycparser", "pydantic", "pydantic-core", "annotated-types", "typing-extensions",
    "typing-inspection",
)  # fmt: skip
OURS = ("entrophy", "redaction", "validation", "release")


def environment(folder: Path, packages: Iterable[str], ours: Iterable[str] = ()) -> Path:
    """A folder that holds these packages (links to them) and these of our own."""
    folder.mkdir()
    for name in packages:
        for file in distribution(name).files or ():
            top = Path(file.parts[0])
            place = Path(str(distribution(name).locate_file(top)))
            if top.name not in ("..", "__pycache__") and place.exists() and not (folder / top).exists():
                (folder / top).symlink_to(place.resolve())
    for name in ours:
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(folder: Path, code: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code where nothing but the standard library and that folder can be imported."""
    begin = f"import sys; sys.path.append({str(folder)!r})\n"
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", begin + code],
        cwd=cwd,
        env={**keep, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
