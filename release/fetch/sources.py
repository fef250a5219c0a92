"""Where the files of one version come from: a web host, Hugging Face or Kaggle. None of them is believed: what a file
must be is known from the signed manifest, which comes first."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urljoin

from redaction.errors import BundleError
from release.bundle.bundle_models import Manifest
from release.fetch.references import Reference
from release.fetch.web import Web
from release.registry.notices import NOTICES
from release.registry.registry import INDEX, parse_index
from release.registry.registry_models import Index

MOST_BYTES = 1 << 28
"""The largest index, manifest or seal that is read, in bytes: 256 MiB, a manifest of a million screenshots."""


class Source(Protocol):
    """One version of a dataset at some place."""

    index: Index | None
    """What its registry tells of it, where there is one."""
    lacks: frozenset[str]
    """Files of every bundle that the place does not keep."""

    def read(self, name: str) -> bytes | None:
        """The bytes of a small file, None where there is none."""
        ...

    def notices(self) -> bytes | None:
        """notices.json, None where there is none."""
        ...

    def fetch(self, name: str, to: Path, manifest: Manifest) -> None:
        """Bring a file that the manifest lists to a path. BundleError unless its hash is right."""
        ...


def source(ref: Reference, version: str | None, *, withdrawn: bool, web: Web) -> tuple[Source, str | None]:
    """The place of a version and which version that is (None: that its manifest tells). Without `version` the highest
    that was not withdrawn, or with `withdrawn` the highest. BundleError when there is none."""
    if ref.kind == "web":
        return _web(ref.place, version, withdrawn, web)
    if ref.kind == "hf":
        from release.fetch.hub import hub_source

        return hub_source(ref.place, version, web)
    from release.fetch.kaggle_source import kaggle_source

    return kaggle_source(ref.place, version)


def choose(index: Index, version: str | None, *, withdrawn: bool) -> str:
    """The version that is meant."""
    names = [entry.version for entry in index.versions]
    if version is None:
        version = index.latest or (names[0] if withdrawn and names else None)
        if version is None:
            raise BundleError(
                "every version was withdrawn.", record=index.dataset, remedy="ask the publisher for a new one."
            )
    if version not in names:
        raise no_version(index.dataset, names)
    return version


def no_version(dataset: str, names: list[str]) -> BundleError:
    """The error that lists which versions there are."""
    return BundleError(
        "there is no such version.", record=dataset, remedy=f"give one of: {', '.join(names) or 'none'}."
    )


class WebSource:
    """A folder on a web host."""

    lacks: frozenset[str] = frozenset()

    def __init__(self, web: Web, base: str, index: Index | None, notices_at: str = "") -> None:
        self._web, self._base, self._notices_at = web, base, notices_at
        self.index = index

    def read(self, name: str) -> bytes | None:
        """From the version's folder."""
        return self._web.read(self._base + quote(name), MOST_BYTES)

    def notices(self) -> bytes | None:
        """From the folder above."""
        return self._web.read(self._notices_at + NOTICES, MOST_BYTES) if self._notices_at else None

    def fetch(self, name: str, to: Path, manifest: Manifest) -> None:
        """With what has arrived before."""
        entry = manifest.files[name]
        self._web.download(self._base + quote(name), to, entry.bytes, entry.sha256)


def _web(base: str, version: str | None, withdrawn: bool, web: Web) -> tuple[Source, str | None]:
    data = web.read(base + INDEX, MOST_BYTES)
    if data is None:  # a bundle by itself; the index of its dataset, if any, lies above it
        return WebSource(web, base, None, urljoin(base, "../")), None
    try:
        index = parse_index(data)
    except ValueError:
        raise BundleError("the index cannot be read.", record=INDEX, remedy="check the address.") from None
    chosen = choose(index, version, withdrawn=withdrawn)
    return WebSource(web, f"{base}{quote(chosen)}/", index, base), chosen
