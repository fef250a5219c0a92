"""The built wheel in an environment of its own: what a user installs, with no checkout on its path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("assets", "entrophy", "evaluation", "pipeline", "redaction", "release", "samples", "validation")


def installed_wheel(home: Path) -> Path:
    """The folder of the programs of an environment in `home` that holds the wheel; dependencies are those of here."""
    source = home / "source"
    source.mkdir()
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = f"from setuptools.build_meta import build_wheel; print(build_wheel({str(home)!r}))"
    built = subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "env"], check=True)
    uv = shutil.which("uv") or str(ROOT / ".venv" / "uv" / "bin" / "uv")
    python = home / "env" / "bin" / "python"
    wheel = home / built.stdout.split()[-1]
    install = [uv, "pip", "install", "-q", "--offline", "--no-deps", "--python", python, wheel]
    subprocess.run(install, check=True, env={**os.environ, "UV_CACHE_DIR": str(home / "cache")})
    shutil.rmtree(source)
    packages = Path(
        subprocess.check_output(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
        ).strip()
    )
    # A line of a .pth file is put on the path without reading the .pth files there: the checkout stays out of it.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "env" / "bin"
