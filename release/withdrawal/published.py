"""Which published versions held the data of a request, and what can be done about each on its host.

Released rows carry the ids of their recordings, so a version that lies on this machine tells exactly; what is only on a
host is told by the receipt of its publication.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.parquet as pq

from redaction.errors import BundleError
from redaction.withdrawal.requests import Request
from redaction.work import formats
from release.bundle.bundle_models import Receipt
from release.bundle.manifest import read_manifest
from release.publish.publish_types import RECEIPT_NAME
from validation.files.bundle_files import MANIFEST
from validation.files.digests import digest_bytes
from validation.files.file_models import parsed

_REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "folder": "delete the folder of this version: `--remove-from-hosts` does it.",
        "kaggle": "Kaggle has no call that removes one version. Publish the version that leaves the data out, then, on "
        "the page of the dataset, delete the older version in its list of versions, or delete the dataset and publish "
        "anew; until then make it private in its settings. Whoever downloaded it keeps it.",
        "s3": "publish the version that leaves the data out, then delete the objects under this version's prefix, and "
        "their older versions where the bucket keeps them. Whoever downloaded it keeps it.",
        "huggingface": "publish the version that leaves the data out; then delete the tag of this one, squash the "
        "history of the repository (huggingface_hub: delete_tag, super_squash_history) and delete the large files that "
        "no version holds any more (permanently_delete_lfs_files); until then make it private. Whoever downloaded it "
        "keeps it.",
    }
)
_OTHER = "remove this version by the host's own means, after the one that leaves the data out is published."


@dataclass(frozen=True, slots=True)
class Published:
    """A published version. `held` says whether it holds rows of the request's recordings; None: it does not lie here
    and cannot be asked."""

    target: str
    version: str
    location: str
    digest: str
    held: bool | None = None
    dataset: str = ""

    def sentence(self) -> str:
        """For people: what it is, whether it held the data, and what to do."""
        told = {True: "held the data", False: "did not hold the data", None: "may have held the data"}[self.held]
        todo = "" if self.held is False else f" {remedy_of(self.target)}"
        return f"version {self.version} ({self.target}, {self.location}) {told}.{todo}"


def remedy_of(target: str) -> str:
    """What can be done about a version on a host."""
    return _REMEDIES.get(target, _OTHER)


def holds(bundle: Path, request: Request) -> bool | None:
    """Whether a bundle on this machine has rows of the recordings of a request; None when that cannot be read, or no
    recording is known. Rows of company sources carry no id that tells whose they were: with them it may."""
    if not request.recordings:
        return None
    try:
        manifest = read_manifest(bundle)
        tables = [bundle / names[1] for names in manifest.domains.values()]
        columns = [pq.read_table(table, columns=[_ID]).column(_ID) for table in tables]
    except (BundleError, OSError, KeyError, pa.ArrowException):
        return None
    if any(one in request.recordings for column in columns for one in column.unique().to_pylist()):
        return True
    return None if request.left_out.source_rows and manifest.sources else False


_ID = "process_instance_uuid"


def receipts_of(outs: Iterable[Path]) -> list[Published]:
    """What was published from these builds, as the receipts beside the bundles tell it."""
    found = []
    for out in outs:
        try:
            receipt = parsed(Receipt, (out / RECEIPT_NAME).read_bytes())
        except FileNotFoundError:
            continue
        if receipt.format == formats.RECEIPT:
            for target, told in sorted(receipt.targets.items()):
                version, location, digest = (str(told[name]) for name in ("version", "location", "digest"))
                found.append(Published(target, version, location, digest, dataset=str(told.get("dataset", ""))))
    return found


def version_folders(registries: Iterable[Path], receipts: Iterable[Published]) -> list[Path]:
    """The folder of every version in folders of releases: those that are given, and those that receipts tell of."""
    roots = [*registries, *(Path(one.location).parent for one in receipts if one.target == "folder")]
    return sorted({path.parent.resolve() for root in roots for path in root.glob(f"**/{MANIFEST}")})


def published_versions(request: Request, outs: Iterable[Path], registries: Iterable[Path]) -> list[Published]:
    """Every version that receipts beside the bundles and the folders of releases tell of, the folders first."""
    receipts = receipts_of(outs)
    folders = version_folders(registries, receipts)
    here = {digest_bytes((folder / MANIFEST).read_bytes()): folder for folder in folders}
    found = [Published("folder", path.name, str(path), digest, holds(path, request)) for digest, path in here.items()]
    for one in receipts:
        if one.target != "folder":
            copy = here.get(one.digest)
            found.append(replace(one, held=holds(copy, request) if copy is not None else None))
    return found
