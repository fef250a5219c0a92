"""A version of a dataset on Hugging Face, over plain HTTPS: its versions are tags, and a commit never changes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from redaction.errors import BundleError
from release.bundle.bundle_models import Manifest
from release.fetch.sources import MOST_BYTES, Source, WebSource, no_version
from release.fetch.web import Web
from release.publish.huggingface_card import without_header
from release.registry.registry import precedence
from validation.files.bundle_files import README
from validation.files.digests import digest_bytes

_ENDPOINT = "https://huggingface.co"
_TAG = re.compile(r"v(\d+\.\d+\.\d+([-+].*)?)")


class HubSource(WebSource):
    """A commit of a dataset (owner/slug). Its data card has a header for the host, all else is as it was signed."""

    def __init__(self, web: Web, host: str, dataset: str, commit: str) -> None:
        base = f"{host}/datasets/{dataset}/resolve/"
        super().__init__(web, f"{base}{quote(commit)}/", None, f"{base}main/")

    def fetch(self, name: str, to: Path, manifest: Manifest) -> None:
        """The card without that header."""
        if name != README:
            super().fetch(name, to, manifest)
            return
        data = without_header(self.read(name) or b"")
        if digest_bytes(data) != manifest.files[name].sha256:
            raise BundleError(
                "the host has another data card than was signed.",
                record=name,
                remedy="do not use it; tell the publisher.",
            )
        to.write_bytes(data)


def endpoint(environ: Mapping[str, str]) -> str:
    """The host's address (HF_ENDPOINT)."""
    return environ.get("HF_ENDPOINT", _ENDPOINT).rstrip("/")


def hub_token(environ: Mapping[str, str]) -> str:
    """HF_TOKEN, else what `hf auth login` saved, else ""."""
    if environ.get("HF_TOKEN"):
        return environ["HF_TOKEN"].strip()
    home = Path(environ.get("HOME") or Path.home())
    hub = Path(environ.get("HF_HOME") or Path(environ.get("XDG_CACHE_HOME") or home / ".cache") / "huggingface")
    path = Path(environ.get("HF_TOKEN_PATH") or hub / "token")
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def version_of(tag: str) -> str:
    """The version that a tag names; "" where it names none."""
    match = _TAG.fullmatch(tag)
    return match[1] if match else ""


def hub_source(dataset: str, version: str | None, web: Web) -> tuple[Source, str | None]:
    """A version of a dataset, the highest without `version`."""
    host, token = endpoint(os.environ), hub_token(os.environ)
    web = Web({"Authorization": f"Bearer {token}"} if token else {}, web.timeout_s, web.pause_s)
    data = web.read(f"{host}/api/datasets/{dataset}/refs", MOST_BYTES)
    if data is None:
        raise BundleError(
            "the host has no such dataset.", record=dataset, remedy="check the name; for a private one set HF_TOKEN."
        )
    try:
        tags = {str(tag["name"]): str(tag["targetCommit"]) for tag in json.loads(data)["tags"]}
    except (ValueError, KeyError, TypeError):
        raise BundleError("the host's answer cannot be read.", record=dataset, remedy="try again later.") from None
    found = {known: commit for name, commit in tags.items() if (known := version_of(name))}
    names = sorted(found, key=precedence, reverse=True)
    if not names or (version is not None and version not in found):
        raise no_version(dataset, names)
    chosen = version or names[0]
    return HubSource(web, host, dataset, found[chosen]), chosen
