"""What a person may give for a release: a folder, the address of an index, or a dataset of a host."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from redaction.errors import BundleError
from release.bundle.bundle_format import find_bundle
from release.registry.registry import INDEX
from validation.files.bundle_files import MANIFEST

_HOSTED = re.compile(r"(kaggle|hf):([A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)", re.ASCII)
_FORMS = (
    "give a bundle, a folder of releases or its index.json, an address (https://…/index.json), kaggle:owner/slug or "
    "hf:owner/slug."
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a release is to be found. `place` is a path, an address that ends with a slash, or owner/slug."""

    kind: Literal["bundle", "shelf", "web", "kaggle", "hf"]
    place: str


def reference(given: str | Path) -> Reference:
    """What is meant. Only folders of this machine are looked at; BundleError where nothing of the kind is there."""
    text = str(given)
    if re.match(r"https?://", text, re.IGNORECASE):
        return Reference("web", text.removesuffix(INDEX).rstrip("/") + "/")
    if hosted := _HOSTED.fullmatch(text):
        return Reference("kaggle" if hosted[1] == "kaggle" else "hf", hosted[2])
    path = Path(text)
    if path.name == INDEX and path.is_file():
        return Reference("shelf", str(path.parent))
    bundle = find_bundle(path)
    if (bundle / MANIFEST).is_file():
        return Reference("bundle", str(bundle))
    if (path / INDEX).is_file():
        return Reference("shelf", str(path))
    shelves = sorted(one.parent for one in path.glob(f"*/{INDEX}")) if path.is_dir() else []
    if len(shelves) > 1:
        names = ", ".join(shelf.name for shelf in shelves)
        raise BundleError(
            "there are several datasets.", record=path.name, remedy=f"give the folder of one of them: {names}."
        )
    if not shelves:
        raise BundleError("there is no release.", record=path.name, remedy=_FORMS)
    return Reference("shelf", str(shelves[0]))
