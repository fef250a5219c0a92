"""For users of a bundle: `rows = load("DIR")` and `image = screenshot("DIR", name)`. Nothing is unpacked to disk.

What is loaded was held against the signed manifest, file by file. Whether the one who signed is the right one is told
in `rows.attrs["release"]`; where nothing vouches for the key a warning says so. `entrophy verify` checks all else.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redaction.errors import BundleError
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import FileEntry, Manifest
from release.bundle.manifest import read_manifest
from release.sign.signing import fingerprint, short, signature_problem
from release.verify.origin import UNCHECKED, judge_origin, require_public_key, trust_here
from release.verify.problems import Origin, VerifyReport
from validation.files.bundle_files import MANIFEST, SIGNATURE
from validation.files.digests import digest_bytes

if TYPE_CHECKING:
    import pandas as pd
    from PIL.Image import Image


class OriginWarning(UserWarning):
    """Nothing vouches for the key that signed a bundle, or a newer version of it was seen before."""


def load(folder: str | Path, domain: str | None = None, *, public_key: str | None = None) -> pd.DataFrame:
    """All interactions as one DataFrame: the column `domain`, then the 16 published columns.

    `interaction_coordinates` holds {"x", "y"} or None, `timestamp` is UTC. `public_key` (base64) is the key you were
    told; without it the maintainer's own key or the one pinned by `entrophy verify --pin` vouches, and else an
    OriginWarning tells that nothing does. `attrs["release"]` holds dataset, version, key, its fingerprint, and
    `origin_checked`. BundleError if there is no such domain, or if signature, key or file is not what it should be.
    """
    import pandas as pd

    bundle = find_bundle(Path(folder))
    manifest = read_manifest(bundle)
    origin = _origin(bundle, manifest, public_key)
    domains = manifest.domains
    if domain is not None and domain not in domains:
        raise BundleError("there is no such domain.", remedy=f"choose one of: {', '.join(sorted(domains))}.")
    frames = []
    for name in sorted(domains) if domain is None else [domain]:
        frame = pd.read_parquet(io.BytesIO(_signed(bundle / domains[name][1], manifest.files)))
        frame.insert(0, "domain", name)
        frames.append(frame)
    rows = pd.concat(frames, ignore_index=True)
    rows.attrs["release"] = _origin_of(origin)
    return rows


def screenshot(folder: str | Path, name: str, *, public_key: str | None = None) -> Image:
    """One redacted screenshot by the value of `screenshot_name`. BundleError if the bundle has none of that name, or as
    for `load`."""
    from PIL import Image as Pictures

    bundle = find_bundle(Path(folder))
    manifest = read_manifest(bundle)
    _origin(bundle, manifest, public_key)
    for archive, members in manifest.screenshots.items():
        if name in members:
            path = bundle / archive
            # Hosts may unpack archives into a folder of the archive's name.
            loose = bundle / path.stem / name
            if not path.is_file() and loose.is_file():
                data = loose.read_bytes()
            else:
                try:
                    with zipfile.ZipFile(path) as opened:
                        data = opened.read(name)
                except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError, RuntimeError):
                    raise _altered(archive) from None
            if digest_bytes(data) != members[name].sha256:
                raise _altered(archive)
            image = Pictures.open(io.BytesIO(data))
            image.load()
            return image
    raise BundleError("there is no screenshot of that name.", remedy="take a name from the column screenshot_name.")


def _origin(bundle: Path, manifest: Manifest, public_key: str | None) -> Origin:
    """Who signed the manifest; raises when that is wrong, warns when nothing vouches for it."""
    signature = bundle / SIGNATURE
    data = signature.read_bytes() if signature.is_file() else b""
    problem = signature_problem((bundle / MANIFEST).read_bytes(), data) if data else "the bundle is not signed"
    if problem:
        raise BundleError(f"{problem}.", record=SIGNATURE, remedy="do not use it; fetch the bundle again.")
    told = [require_public_key(public_key)] if public_key is not None else []
    report = VerifyReport(bundle)
    judge_origin(report, manifest, trust_here(bundle, told=told))
    if report.problems or report.origin is None:
        first = min(report.problems)
        raise BundleError(first.what, record=first.where, remedy=first.remedy)
    if report.origin.how == "unchecked":
        warnings.warn(
            f"the bundle was signed with the key {short(report.origin.signer)}, and {UNCHECKED}; give "
            "load(..., public_key=...) the key you were told by another way, or pin it with `entrophy verify --pin`.",
            OriginWarning,
            stacklevel=3,
        )
    if report.older:
        warnings.warn(f"{report.older}.", OriginWarning, stacklevel=3)
    return report.origin


def _signed(path: Path, files: Mapping[str, FileEntry]) -> bytes:
    data = path.read_bytes()
    if digest_bytes(data) != files[path.name].sha256:
        raise _altered(path.name)
    return data


def _altered(name: str) -> BundleError:
    return BundleError("was altered after it was signed.", record=name, remedy="do not use it; fetch the bundle again.")


def _origin_of(origin: Origin) -> dict[str, Any]:
    return {
        "dataset": origin.dataset,
        "version": origin.version,
        "key": origin.signer,
        "fingerprint": fingerprint(origin.signer),
        "origin_checked": origin.how != "unchecked",
        "vouched_by": origin.how,
    }
