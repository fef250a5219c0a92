"""Versions that were called back after publication, and the way from the auditor's flag to a patched one.

A registry tells readers, signed (release/registry). KEY.recalled.json, beside the maintainer's key, tells `verify` and
`publish` wherever a bundle lies and whatever host it goes to. It holds nothing secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from redaction.errors import BundleError, EntrophyError, PublishError
from redaction.ledger.keys import Key
from redaction.stages.corrections import Corrections, corrections_path
from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_format import find_bundle, json_bytes
from release.bundle.bundle_place import check_date, check_version
from release.bundle.manifest import read_manifest
from release.difference.versions import next_version
from release.publish.publish_types import RECEIPT_NAME, Change, PublishSettings, Say
from release.publish.targets import PUBLISH_TARGETS, TARGETS
from release.registry.notices import NOTICES, parse_notices, said_by
from release.registry.registry import precedence, versions_in, withdraw_version
from release.registry.registry_models import Day, Digest, Index, Version
from release.review.corrections import export_corrections
from release.review.decisions import Decisions, decisions_path
from release.sign.release_keys import load_release_keys
from release.sign.signing import signer_of
from release.withdrawal.published import Published, receipts_of, version_folders
from validation.files.bundle_files import MANIFEST, SIGNATURE
from validation.files.digests import digest_bytes
from validation.files.file_models import FileModel, parsed


class Recalled(FileModel, extra="forbid"):
    """One version that must not be used. `digest` is the SHA-256 of its manifest; `dataset` owner/slug."""

    dataset: str
    version: Version
    digest: Digest
    date: Day
    reason: str
    replaced_by: Version | None


class RecalledFile(FileModel, extra="forbid"):
    """KEY.recalled.json."""

    format: str
    versions: tuple[Recalled, ...]


@dataclass(frozen=True)
class Patch:
    """What follows a recall: the version to build next, what the review carries into it, what is still public, on which
    hosts readers are told, and which refused to tell them, with the reason."""

    version: str
    corrections: Corrections
    flags: int
    elsewhere: Sequence[Published]
    shelves: Sequence[Path]
    announced: Sequence[Published] = ()
    refused: Sequence[tuple[Published, str]] = ()


def recalled_path(key_path: Path) -> Path:
    """Where the recalled versions of a key are listed."""
    return key_path.with_name(key_path.name + ".recalled.json")


def read_recalled(key_path: Path) -> tuple[Recalled, ...]:
    """The recalled versions of a key. EntrophyError for a file that cannot be read: it must not pass for none."""
    path = recalled_path(key_path)
    try:
        listed = parsed(RecalledFile, path.read_bytes())
        if listed.format != formats.RECALLED:
            raise ValueError("format")
    except FileNotFoundError:
        return ()
    except (OSError, ValueError):
        raise EntrophyError(
            "the list of recalled versions cannot be read.", record=path.name, remedy="restore it from a copy."
        ) from None
    return listed.versions


def recall_problems(bundle: Path, key_path: Path) -> list[str]:
    """What speaks against a bundle because it was recalled: by the list beside our key, or by signed notices in the
    folder of releases that it lies in."""
    try:
        manifest, data = read_manifest(bundle), (bundle / MANIFEST).read_bytes()
    except (OSError, BundleError):
        return []  # verification tells what is wrong with it
    digest = digest_bytes(data)
    found = [
        _sentence(one.date, one.replaced_by)
        for one in read_recalled(key_path)
        if digest == one.digest or (manifest.dataset, manifest.version) == (one.dataset, one.version)
    ]
    beside = bundle.resolve().parent / NOTICES
    if not beside.is_file():
        return found
    try:
        notices, history = parse_notices(beside.read_bytes())
        signer = signer_of(data, (bundle / SIGNATURE).read_bytes()) or ""
    except (OSError, ValueError):
        return [*found, "the notices beside it cannot be read, or were edited"]
    if said_by(notices, history, signer):
        told = (one for one in notices.withdrawn if one.release.digest == digest)
        found += [_sentence(one.withdrawal.date, one.withdrawal.replaced_by) for one in told]
    return list(dict.fromkeys(found))


def _sentence(date: str, replaced_by: str | None) -> str:
    return f"was recalled on {date}" + (f"; version {replaced_by} took its place" if replaced_by else "")


def recall(
    version: str,
    *,
    reason: str,
    date: str,
    replaced_by: str | None,
    outs: Sequence[Path],
    registries: Iterable[Path],
    key_path: Path,
    key: Key,
    on_hosts: PublishSettings | None = None,
    say: Say = lambda line: None,
) -> Patch:
    """Mark a version as withdrawn in the list beside the key and in every folder of releases that has it, and carry
    what auditors flagged into the next build; with `on_hosts` also tell readers on the hosts it was published to. Again
    with another reason or successor replaces what was said.

    EntrophyError when neither a folder nor a bundle of these builds is of that version.
    """
    check_version(version)
    check_date(date)
    if not reason.strip() or not reason.isprintable():
        raise EntrophyError("a recall needs a reason, in one line.", remedy="give --reason; it names nobody.")
    receipts = receipts_of(outs)
    shelves = sorted({folder.parent for folder in version_folders(registries, receipts)})
    having = [shelf for shelf in shelves if (shelf / version / MANIFEST).is_file()]
    bundles = [shelf / version for shelf in having] + [
        find_bundle(out) for out in outs if _version_of(find_bundle(out)) == version
    ]
    if not bundles:
        raise EntrophyError(
            "no bundle of this version is here.",
            remedy=f"give --registry the folder of releases, or the folder of the build with its {RECEIPT_NAME}.",
        )
    keys = load_release_keys(key_path, key)
    listed = {(one.dataset, one.version, one.digest): one for one in read_recalled(key_path)}
    for bundle in bundles:
        manifest, digest = read_manifest(bundle), digest_bytes((bundle / MANIFEST).read_bytes())
        listed[manifest.dataset, version, digest] = Recalled(
            dataset=manifest.dataset,
            version=version,
            digest=digest,
            date=date,
            reason=reason,
            replaced_by=replaced_by,
        )
    ordered = tuple(listed[name] for name in sorted(listed))
    file = RecalledFile(format=formats.RECALLED, versions=ordered)
    write_whole(recalled_path(key_path), json_bytes(file.model_dump()))

    def withdraw(shelf: Path) -> Index:
        after = replaced_by if replaced_by is not None and (shelf / replaced_by).is_dir() else None
        return withdraw_version(shelf, version, reason=reason, date=date, replaced_by=after, keys=keys)

    for shelf in having:
        withdraw(shelf)
    decisions = decisions_path(key_path)
    flags, corrections = 0, Corrections()
    if decisions.is_file():
        opened = Decisions(decisions)
        flags = sum(one.verdict == "flag" for one in opened.standing())
        corrections = export_corrections(opened, corrections_path(key_path))
    known = [*(v for shelf in shelves for v in versions_in(shelf)), *(one.version for one in receipts), version]
    elsewhere = [one for one in receipts if one.target != "folder" and one.version == version]
    announced: list[Published] = []
    refused: list[tuple[Published, str]] = []
    if on_hosts is not None:
        for one in elsewhere:
            try:
                if _announced(one, withdraw, on_hosts, say):
                    announced.append(one)
            except PublishError as error:  # the other hosts are told all the same
                refused.append((one, str(error)))
    return Patch(next_patch(known), corrections, flags, elsewhere, having, announced, refused)


def _announced(one: Published, change: Change, settings: PublishSettings, say: Say) -> bool:
    if one.target not in TARGETS:
        return False
    root = one.location.rsplit("/", 2)[0]  # …/<slug>/<version>
    return PUBLISH_TARGETS.open(one.target).announce(one.dataset, change, replace(settings, destination=root), say)


def next_patch(versions: Iterable[str]) -> str:
    """The version after the highest of these, by its last number."""
    highest = max(versions, key=precedence)
    return next_version(highest.partition("-")[0].partition("+")[0], "patch")


def _version_of(bundle: Path) -> str:
    try:
        return read_manifest(bundle).version
    except BundleError:
        return ""
