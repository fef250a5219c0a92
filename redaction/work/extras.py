"""The extras of this package (pyproject.toml): what reading a bundle does not need."""

from __future__ import annotations

EXTRAS = ("build", "ui", "publish")
"""Together `all`: what takes part in a release."""
_RAY = "ray"
"""A package that comes with an extra of its own."""


def missing_package(error: ModuleNotFoundError) -> tuple[str, str]:
    """(sentence, remedy) for a package that is not installed."""
    package = (error.name or "of an unknown name").partition(".")[0]
    extra = _RAY if package == _RAY else "all"
    return f"the package {package} is not installed.", f"pip install 'entrophy[{extra}]'."
