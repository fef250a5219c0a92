"""A stranger's environment: Python and the packages that are named, as they are installed here, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
#: what reads tables and pictures, with what these cannot do without
TABLES = ("pandas", "numpy", "python-dateutil", "six", "pyarrow", "pillow")
#: what `entrophy.load` asks for besides
ENTROPHY = (
    *TABLES, "cryptography", "cffi", "pycparser", "pydantic", "pydantic-core", "annotated-types", "typing-extensions",
    "typing-inspection",
)  # fmt: skip
OURS = ("entrophy", "redaction", "validation", "evaluation", "release")


def installed_with(*extras: str) -> list[str]:
    """What `pip install entrophy[EXTRAS]` brings, as far as it is installed here, sorted; without Entrophy itself."""
    found, todo = set(), [("entrophy", frozenset(extras))]
    seen = set(todo)
    while todo:
        name, wanted = todo.pop()
        try:
            requires = distribution(name).requires or ()
        except PackageNotFoundError:
            continue  # for another system, or left out on purpose (pyproject.toml, overrides)
        found.add(name)
        for one in map(Requirement, requires):
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in (*wanted, "")):
                item = (canonicalize_name(one.name), frozenset(one.extras))
                todo += [item] if item not in seen else []
                seen.add(item)
    return sorted(found - {"entrophy"})


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
