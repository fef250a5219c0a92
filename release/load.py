"""For users of a release: `rows = load(REF)` and `image = screenshot(REF, name)`. REF is a folder, the address of an
index, `kaggle:owner/slug` or `hf:owner/slug`; only the last three reach for the network.

What is loaded was held against the signed manifest, file by file. Whether the one who signed is the right one is told
in `rows.attrs["release"]`; where nothing vouches for the key a warning says so. `entrophy verify` checks all else.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from release.fetch.get import no_domain
from release.fetch.opened import Opened, open_release
from release.fetch.screenshots import Screenshots, signed_bytes
from release.sign.signing import fingerprint
from release.verify.origin import require_public_key

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from PIL.Image import Image

_ROWS_AT_ONCE = 10_000
"""Rows of a table that become Python objects at once while instances are read."""


class OriginWarning(UserWarning):
    """Nothing vouches for the key that signed a bundle, a newer version of it was seen before, or it was withdrawn."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One recording: a process carried out once. `rows` hold the published columns, in the order of time."""

    domain: str
    process: str
    uuid: str
    rows: tuple[Mapping[str, Any], ...]
    _opened: Opened = field(repr=False, compare=False)

    def screenshot(self, row: int) -> Image | None:
        """The screenshot of a row, opened now; None where none was taken. BundleError when it is not what was
        signed."""
        name = self.rows[row]["screenshot_name"]
        return None if name is None else _picture(self._opened, str(name))


@overload
def load(
    ref: str | Path,
    domain: str | None = None,
    *,
    form: Literal["pandas"] = "pandas",
    version: str | None = None,
    public_key: str | None = None,
    withdrawn: bool = False,
) -> pd.DataFrame: ...
@overload
def load(
    ref: str | Path,
    domain: str | None = None,
    *,
    form: Literal["arrow"],
    version: str | None = None,
    public_key: str | None = None,
    withdrawn: bool = False,
) -> pa.Table: ...
@overload
def load(
    ref: str | Path,
    domain: str | None = None,
    *,
    form: Literal["instances"],
    version: str | None = None,
    public_key: str | None = None,
    withdrawn: bool = False,
) -> Iterator[Instance]: ...
def load(
    ref: str | Path,
    domain: str | None = None,
    *,
    form: Literal["pandas", "arrow", "instances"] = "pandas",
    version: str | None = None,
    public_key: str | None = None,
    withdrawn: bool = False,
) -> pd.DataFrame | pa.Table | Iterator[Instance]:
    """All interactions of a release: the column `domain`, then the 16 of an interaction.

    `interaction_coordinates` holds {"x", "y"} or None, `timestamp` is UTC. `public_key` (base64) is the key you were
    told; without it the maintainer's own key or the one pinned by `entrophy verify --pin` vouches, and else an
    OriginWarning tells that nothing does. BundleError if there is no such release or domain, if signature, key or file
    is not what it should be, or if the version was withdrawn.

    Args:
        ref: A bundle, a folder of releases or its index.json, the address of one, `kaggle:owner/slug`,
            `hf:owner/slug`. What comes from a host is kept (`ENTROPHY_CACHE`, else `~/.cache/entrophy`).
        domain: One domain; None: all.
        form: `pandas`, a DataFrame whose `attrs["release"]` holds dataset, version, key, its fingerprint,
            `origin_checked` and `withdrawn`; `arrow`, a table with the same as JSON in the metadata of its schema
            (`entrophy.release`); `instances`, one `Instance` after the other, whose screenshots are opened, and where
            need be fetched, when they are asked for.
        version: X.Y.Z; None: the highest that was not withdrawn.
        public_key: The maintainer's public key (base64), told by another way than the release.
        withdrawn: Take a version although it was withdrawn.
    """
    opened = _open(ref, version, public_key, withdrawn)
    domains = opened.manifest.domains
    if domain is not None and domain not in domains:
        raise no_domain(opened.manifest)
    names = sorted(domains) if domain is None else [domain]
    if form == "instances":
        return _instances(opened, names)
    if form == "arrow":
        import pyarrow as pa

        tables = []
        for name in names:
            table = _table(opened, name)
            if "domain" not in table.column_names:  # a bundle of before
                table = table.add_column(0, "domain", pa.array([name] * table.num_rows, pa.string()))
            tables.append(table)
        said = {"entrophy.release": json.dumps(_origin_of(opened))}
        return pa.concat_tables(tables).replace_schema_metadata(said)
    import pandas as pd

    frames = []
    for name in names:
        frame = pd.read_parquet(io.BytesIO(signed_bytes(opened, domains[name][1])))
        if "domain" not in frame:  # a bundle of before
            frame.insert(0, "domain", name)
        frames.append(frame)
    rows = pd.concat(frames, ignore_index=True)
    rows.attrs["release"] = _origin_of(opened)
    return rows


def screenshot(
    ref: str | Path,
    name: str,
    *,
    version: str | None = None,
    public_key: str | None = None,
    withdrawn: bool = False,
) -> Image:
    """One redacted screenshot by the value of `screenshot_name`. BundleError if the release has none of that name, or
    as for `load`. From a host the archive that holds it is fetched once."""
    return _picture(_open(ref, version, public_key, withdrawn), name)


def _open(ref: str | Path, version: str | None, public_key: str | None, withdrawn: bool) -> Opened:
    told = [require_public_key(public_key)] if public_key is not None else []
    opened = open_release(ref, version=version, told=told, withdrawn=withdrawn)
    for remark in opened.remarks:
        warnings.warn(remark, OriginWarning, stacklevel=3)
    return opened


def _table(opened: Opened, domain: str) -> pa.Table:
    import pyarrow.parquet as pq

    return pq.read_table(io.BytesIO(signed_bytes(opened, opened.manifest.domains[domain][1])))


def _instances(opened: Opened, domains: Iterable[str]) -> Iterator[Instance]:
    """The rows of a domain lie in the order of instance and time."""
    for domain in domains:
        batches = _table(opened, domain).to_batches(max_chunksize=_ROWS_AT_ONCE)
        rows = (row for batch in batches for row in batch.to_pylist())
        for uuid, group in groupby(rows, key=lambda row: str(row["process_instance_uuid"])):
            found = tuple(group)
            yield Instance(domain, str(found[0]["process_name"]), uuid, found, opened)


def _picture(opened: Opened, name: str) -> Image:
    from PIL import Image as Pictures

    with Screenshots(opened) as screenshots:
        image = Pictures.open(io.BytesIO(screenshots.read(name)))
    image.load()
    return image


def _origin_of(opened: Opened) -> dict[str, Any]:
    origin, gone = opened.origin, opened.withdrawn
    return {
        "dataset": origin.dataset,
        "version": origin.version,
        "key": origin.signer,
        "fingerprint": fingerprint(origin.signer),
        "origin_checked": origin.how != "unchecked",
        "vouched_by": origin.how,
        "withdrawn": gone.model_dump() if gone is not None else None,
    }
