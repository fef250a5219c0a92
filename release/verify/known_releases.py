"""What this machine knows of datasets it met before: the key that signed, the auditors, the highest version seen.

One file of the reader's own, mode 0600, by default `~/.config/entrophy/known_releases.json`. It is written only by
`entrophy verify --pin`, and by a later verification that holds of a dataset that is pinned already: it remembers a
higher version, and the newer key that the pinned one has handed over to.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from redaction.errors import EntrophyError
from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_format import json_bytes
from release.bundle.exact import exact_base64
from release.sign.signing import PUBLIC_KEY_BYTES
from validation.files.file_models import FileModel, parsed

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")


class Known(FileModel, extra="forbid"):
    """A pinned dataset. `key` is the public key (base64) of its releases, `version` the highest one seen and `digest`
    the bundle digest of that, `auditors` (key, name) of who signed off."""

    key: str
    version: str
    digest: str
    auditors: tuple[tuple[str, str], ...]


class KnownFile(FileModel, extra="forbid"):
    """known_releases.json: owner/slug → what is known."""

    format: str
    datasets: dict[str, Known]


@dataclass(frozen=True, slots=True)
class KnownReleases:
    """The pin store: owner/slug → what is known."""

    path: Path | None = None
    datasets: Mapping[str, Known] = field(default_factory=dict)

    def get(self, dataset: str) -> Known | None:
        """What is known of a dataset."""
        return self.datasets.get(dataset)

    def remember(self, dataset: str, known: Known, *, anew: bool = False) -> KnownReleases:
        """Write what is known of a dataset; a lower version never takes the place of a higher one, unless all that was
        known is to be forgotten (`anew`)."""
        if self.path is None:
            raise EntrophyError("there is no file to remember releases in.", remedy="set HOME.")
        before = None if anew else self.datasets.get(dataset)
        if before is not None and order(before.version) > order(known.version):
            known = before.model_copy(update={"key": known.key, "auditors": known.auditors})
        datasets = dict(sorted({**self.datasets, dataset: known}.items()))
        document = KnownFile(format=formats.KNOWN_RELEASES, datasets=datasets)
        write_whole(self.path, json_bytes(document.model_dump()))
        return KnownReleases(self.path, datasets)


def known_releases_path() -> Path:
    """Where the pin store lies (ENTROPHY_KNOWN_RELEASES)."""
    default = Path.home() / ".config" / "entrophy" / "known_releases.json"
    return Path(os.environ.get("ENTROPHY_KNOWN_RELEASES", default)).expanduser()


def revoked_keys_path() -> Path:
    """Where the list of revoked keys lies that every command heeds when it is there (ENTROPHY_REVOKED_KEYS)."""
    default = Path.home() / ".config" / "entrophy" / "revoked_keys.json"
    return Path(os.environ.get("ENTROPHY_REVOKED_KEYS", default)).expanduser()


def read_known(path: Path) -> KnownReleases:
    """The pin store at `path`, empty where there is none. EntrophyError when it is damaged or others may write it: a
    pin that cannot be read must not pass for one that was never set."""
    try:
        state = path.lstat()
        data = path.read_bytes()
    except FileNotFoundError:
        return KnownReleases(path)
    except OSError as error:
        raise _damaged(path, type(error).__name__) from None
    if not stat.S_ISREG(state.st_mode) or state.st_mode & 0o022 or state.st_uid not in (0, os.getuid()):
        raise EntrophyError(
            "the file of known releases can be changed by others, or is no regular file.",
            record=path.name,
            remedy="run `chmod 600` on it, and own it.",
        )
    try:
        document = parsed(KnownFile, data)
        if document.format != formats.KNOWN_RELEASES or not all(map(_sound, document.datasets.values())):
            raise ValueError
        return KnownReleases(path, document.datasets)
    except ValueError as error:
        raise _damaged(path, type(error).__name__) from None


def order(version: str) -> tuple[int, ...]:
    """Versions X.Y.Z in their order; whatever follows (-rc1, +build) is left out."""
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[-+]", version, maxsplit=1)[0])[:3])


def _sound(known: Known) -> bool:
    exact_base64(known.key, PUBLIC_KEY_BYTES)
    return _VERSION.match(known.version) is not None and re.fullmatch(r"[0-9a-f]{64}", known.digest) is not None


def _damaged(path: Path, why: str) -> EntrophyError:
    return EntrophyError(
        f"the file of known releases cannot be read ({why}).",
        record=path.name,
        remedy="restore it from a copy, or take it away and pin each dataset again with the key you were told.",
    )
