"""What the files of a registry say, as types: the index of a dataset's releases, and the notices about them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from release.sign.release_keys import Statements
from validation.files.file_models import FileModel

MOST_WORDS = 500
"""Characters of a reason at most: it is read in a line of a table, by everybody."""

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[str, Field(pattern=r"^\d{1,6}\.\d{1,6}\.\d{1,6}([-+][0-9A-Za-z.-]{1,60})?$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class SignedOff(FileModel, extra="forbid"):
    """Who looked at a release and when (YYYY-MM-DD, UTC)."""

    auditor: str
    date: Day


class Release(FileModel, extra="forbid"):
    """One version, as its own files tell it. `digest` is the SHA-256 of its manifest, `changes` its entry in the change
    log, `key` the public key (base64) that signed it and `fingerprint` that key's SHA-256; both "" where nobody did."""

    version: Version
    digest: Digest
    date: str
    counts: dict[str, int]
    bytes: int
    files: int
    domains: tuple[str, ...]
    changes: str
    signoff: SignedOff | None
    key: str
    fingerprint: str


class Withdrawal(FileModel, extra="forbid"):
    """A version is not to be used any more."""

    date: Day
    reason: Annotated[str, Field(min_length=1, max_length=MOST_WORDS)]
    replaced_by: Version | None


class Withdrawn(FileModel, extra="forbid"):
    """A withdrawal and the release it speaks of, which is told in full: its files may be gone."""

    release: Release
    withdrawal: Withdrawal


class Tombstone(FileModel, extra="forbid"):
    """Somebody or something was taken out of the recordings. Says when and of which published versions it was a part,
    never who or what."""

    date: Day
    kind: Annotated[str, Field(pattern=r"^[a-z][a-z -]{2,39}$")]
    versions: tuple[Version, ...]


class Entry(Release, extra="forbid"):
    """A line of the index. `here` is false where only the notice of a withdrawal still tells of the release."""

    here: bool
    withdrawn: Withdrawal | None


class Index(FileModel, extra="forbid"):
    """index.json: all releases of a dataset (owner/slug), the highest version first. `latest` is the highest one that
    was not withdrawn."""

    format: str
    dataset: str
    title: str
    license: str
    latest: Version | None
    versions: tuple[Entry, ...]
    tombstones: tuple[Tombstone, ...]

    def entry(self, version: str) -> Entry | None:
        """What is told of a version."""
        return next((entry for entry in self.versions if entry.version == version), None)


class Notices(FileModel, extra="forbid"):
    """notices.json: what the maintainer says of versions after they were published. `keys` says how the key that signs
    it came from the keys that signed them."""

    format: str
    dataset: str
    withdrawn: tuple[Withdrawn, ...]
    tombstones: tuple[Tombstone, ...]
    keys: Statements
    signature: str
