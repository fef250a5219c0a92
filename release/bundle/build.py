"""Scrubbed batches → one flat bundle. The same inputs, policy, version and key give the same bytes.

Written into a temporary folder beside the target and renamed at the end: a bundle is there whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from evaluation.mining.picture import draw_processes
from evaluation.results import SimilarityResults
from evaluation.tasks.build import task_files
from evaluation.utility import Utility
from redaction.canaries.detectors import demanded
from redaction.errors import BundleError
from redaction.policy import Policy, policy_digest
from redaction.withdrawal.requests import WITHDRAWN
from redaction.work.files import file_digest
from redaction.work.scratch import scratch_folder
from release.bundle import cards
from release.bundle.archive import write_archive
from release.bundle.bundle_format import json_bytes, rows_json
from release.bundle.bundle_place import (
    check_target,
    clear_stale,
    put_in_place,
    read_previous,
)
from release.bundle.card_values import card_values
from release.bundle.contents import Contents, counts_of, read_contents
from release.bundle.croissant import croissant
from release.bundle.demonstrations import archive_members, index_of
from release.bundle.drawn import kept_kinds
from release.bundle.manifest import certify_bundle, seal
from release.bundle.processes import process_list
from release.bundle.responsible import responsible
from release.bundle.sources import source_members
from release.bundle.starter import starter
from release.bundle.summary import redaction_summary
from release.difference.difference import Difference, difference
from release.difference.snapshot import Snapshot, open_snapshot, snapshot_of
from release.difference.source_tables import tables_of
from release.difference.versions import FIRST, changes_told, chosen_version
from release.sign.provenance import Link, statement
from release.sign.sbom import PROJECT, bill_of_materials, code_of_the_house, installed_packages
from validation.files.bundle_files import (
    CHANGELOG,
    CITATION,
    CROISSANT,
    DATASHEET,
    DEMONSTRATIONS,
    LICENSE,
    METADATA,
    PROCESSES,
    PROVENANCE,
    README,
    ROW_SCHEMA,
    SBOM,
    SEALS,
    SIMILARITY,
    STARTER,
    STATISTICS,
    SUMMARY,
    UTILITY,
)
from validation.table.drift import require_steady
from validation.table.profile import profile as profile_of
from validation.table.profile import read_profile
from validation.table.row_schema import row_schema
from validation.table.schema import ROWS_AT_ONCE, SCHEMA, Row, published, to_table

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PARQUET: dict[str, Any] = {
    "version": "2.6",
    "compression": "zstd",
    "compression_level": 9,
    "use_dictionary": True,
    "write_statistics": False,
    "store_schema": True,
}
"""Settings are fixed, and statistics off: minima and maxima would be one more place to search for leaks."""
ROW_GROUP = 50_000
"""Rows of a Parquet file that are compressed, and in memory, together."""


@dataclass(frozen=True, slots=True)
class BundleInfo:
    """A finished bundle. `digest` is the SHA-256 of its manifest; `counts` are totals over all domains."""

    path: Path
    digest: str
    version: str
    counts: dict[str, int]


def build_bundle(
    batches: Sequence[Path],
    out: Path,
    *,
    version: str = "",
    policy: Policy,
    published: str | None = None,
    signing_key: Ed25519PrivateKey | None = None,
    previous: Path | None = None,
    profile: Path | None = None,
    certify: Callable[[Path], Mapping[str, Any]] | None = None,
    chain: Callable[[], Sequence[Link]] = tuple,
    key_statements: bytes | None = None,
    withdrawn: Sequence[str] = (),
    useful: Utility | None = None,
    similar: Callable[[Mapping[str, Iterable[Row]]], SimilarityResults] | None = None,
) -> BundleInfo:
    """Write the bundle of `batches` to `out` and return what was written.

    `version` "" takes the one that follows from what changed since `previous`, the bundle of the version before; one
    that is too small for it is refused, and so is data that has drifted from `previous` or the file `profile` further
    than the policy allows. `published` is the day of publication, YYYY-MM-DD; without it the release is dated
    with the last day in the data;
    `certify` gets the finished content and returns the leak certificate (or raises
    LeakFound, and nothing is left behind); without it the bundle has no certificate and does not pass verification
    until `certify_bundle` adds one. `chain` gives the stages that the batches went through; without
    it the provenance tells of none, and verification misses them. `key_statements` are the bytes of release_keys.json
    (default: the signing key took the place of no other); `withdrawn` are sentences
    for the change log about data that was withdrawn; `useful` is what redaction cost the baselines, and `similar`
    compares the instances of the released rows; without them the bundle says nothing of either. Raises BundleError.
    """
    check_target(out)
    contents = read_contents(batches, version, policy, published)
    before = open_snapshot(previous) if previous is not None else None
    _require_steady(contents, policy, before, profile)
    out.parent.mkdir(parents=True, exist_ok=True)
    clear_stale(out)
    with scratch_folder(out.parent, f".{out.name}.") as scratch:
        folder = scratch / "bundle"
        folder.mkdir()
        screenshots = _write_domains(folder, contents)
        demonstrations = _write_demonstrations(folder, contents)
        sources = _write_sources(folder, contents)
        _write_tasks(folder, contents)
        found = _difference(before, contents, screenshots, policy)
        contents = replace(contents, version=chosen_version(version, found) if found else version or FIRST)
        log = read_previous(previous)[1] if previous is not None else ""
        alike = similar(contents.domains) if similar is not None else None
        _write_texts(folder, contents, policy, found, log, withdrawn, useful, alike)
        about = _about(contents, policy)
        if demonstrations:
            about["demonstrations"] = demonstrations
        if sources:
            about["sources"] = sources
        _write_provenance(folder, about, chain())
        digest = seal(folder, about, screenshots, signing_key, key_statements)
        if certify is not None:
            digest = certify_bundle(folder, certify(folder), signing_key)
        for path in folder.iterdir():
            path.chmod(0o644)
        folder.chmod(0o755)
        put_in_place(folder, out, scratch)
    return BundleInfo(out, digest, contents.version, counts_of(contents.figures))


def _require_steady(contents: Contents, policy: Policy, before: Snapshot | None, profile: Path | None) -> None:
    """BundleError when the data has moved further than the policy allows, from the version before or from a profile."""
    if before is None and profile is None:
        return
    now = profile_of(contents.domains)
    if before is not None:
        require_steady(profile_of(before.rows), now, policy.release, f"version {before.version}")
    if profile is not None:
        require_steady(read_profile(profile), now, policy.release, "the profile")


def _difference(
    before: Snapshot | None,
    contents: Contents,
    screenshots: Mapping[str, Mapping[str, Mapping[str, int | str]]],
    policy: Policy,
) -> Difference | None:
    """What changed since the version before, if there is one."""
    if before is None:
        return None
    words = cards.policy_in_words(policy)
    about, sources = _about(contents, policy), tables_of(contents.batches)
    return difference(before, snapshot_of(about, contents.domains, screenshots, contents.figures, words, sources))


def _new_withdrawals(withdrawn: Sequence[str], older: str) -> list[str]:
    """The sentences that the change log so far does not tell. BundleError when it tells one that nobody knows of any
    more: what was withdrawn then would come back."""
    told = {line.removeprefix("- ") for line in older.split("\n") if line.startswith(f"- {WITHDRAWN}")}
    if told - {*withdrawn}:
        raise BundleError(
            "the version before tells of withdrawn data of which no request beside this key tells.",
            record=CHANGELOG,
            remedy="put KEY.withdrawals back from a copy: without it what was withdrawn would come back.",
        )
    return [sentence for sentence in withdrawn if sentence not in told]


def _write_domains(folder: Path, contents: Contents) -> dict[str, dict[str, dict[str, int | str]]]:
    folders = {
        row["screenshot_name"]: batch.screenshots
        for batch in contents.batches
        for row in batch.rows
        if row["screenshot_name"] is not None
    }
    screenshots = {}
    for domain, rows in contents.domains.items():
        files = contents.files[domain]
        with (folder / files.json).open("wb") as file:
            file.writelines(rows_json(published(row, domain) for row in rows))
        write_parquet(rows, domain, folder / files.parquet)
        names = [row["screenshot_name"] for row in rows if row["screenshot_name"] is not None]
        members = {name: folders[name] / name for name in names}
        screenshots[files.screenshots] = write_archive(folder / files.screenshots, members)
    return screenshots


def _write_demonstrations(folder: Path, contents: Contents) -> dict[str, dict[str, dict[str, int | str]]]:
    """An archive for every domain that has demonstrations; returns archive → member → entry."""
    archives = {}
    for domain, files in contents.files.items():
        members = archive_members([b.demonstrations for b in contents.batches if b.domain == domain])
        if members:
            archives[files.demonstrations] = write_archive(folder / files.demonstrations, members)
    if archives:
        (folder / DEMONSTRATIONS).write_bytes(json_bytes(index_of(contents.batches)))
    return archives


def _write_sources(folder: Path, contents: Contents) -> dict[str, dict[str, dict[str, int | str]]]:
    """An archive for every domain that has company sources; returns archive → member → entry."""
    archives = {}
    for domain, files in contents.files.items():
        if members := source_members(contents.batches, domain):
            archives[files.sources] = write_archive(folder / files.sources, members)
    return archives


def write_parquet(rows: Sequence[Row], domain: str, path: Path, group: int = ROW_GROUP) -> None:
    """Write the table of a domain, `group` rows at a time."""
    with pq.ParquetWriter(path, SCHEMA, **PARQUET) as writer:
        for first in range(0, len(rows), group):
            end = min(first + group, len(rows))
            starts = range(first, end, ROWS_AT_ONCE)
            pieces = [to_table(rows[at : min(at + ROWS_AT_ONCE, end)], domain, at) for at in starts]
            writer.write_table(pa.concat_tables(pieces).combine_chunks(), group)  # as one piece: the same bytes


def _write_tasks(folder: Path, contents: Contents) -> None:
    """The list of processes, the benchmark tasks that ask for them, and pictures of what follows what in them."""
    names = {domain: sorted({r["process_name"] for r in rows}) for domain, rows in contents.domains.items()}
    processes = process_list(names)
    (folder / PROCESSES).write_bytes(json_bytes(processes))
    for name, lines in task_files(contents.domains, processes).items():
        with (folder / name).open("wb") as file:
            file.writelines(lines)
    for domain, rows in contents.domains.items():
        draw_processes((published(row, domain) for row in rows), folder / contents.files[domain].pictures)


def _write_texts(
    folder: Path,
    contents: Contents,
    policy: Policy,
    found: Difference | None,
    older: str,
    withdrawn: Sequence[str],
    useful: Utility | None,
    alike: SimilarityResults | None,
) -> None:
    values = card_values(contents, policy, folder, useful, alike)
    gone = _new_withdrawals(withdrawn, older)
    told = changes_told(found) if found else None
    log = "# Changes\n\n" + cards.render("CHANGELOG.md.j2", **values, told=told, withdrawn=gone).strip() + "\n"
    older = older.partition("\n\n")[2]
    texts: dict[str, bytes] = {
        README: cards.render("README.md.j2", **values).encode(),
        DATASHEET: cards.render("DATASHEET.md.j2", **values).encode(),
        CITATION: cards.citation(policy.release, contents.version, contents.published).encode(),
        LICENSE: cards.licence_text().encode(),
        CHANGELOG: (log + (f"\n{older}" if older else "")).encode(),
        STATISTICS: json_bytes(contents.figures.model_dump()),
        SUMMARY: json_bytes(redaction_summary(contents.batches, values["policy"])),
        ROW_SCHEMA: json_bytes(row_schema()),
        STARTER: starter(),
    }
    if useful is not None:
        texts[UTILITY] = json_bytes(useful.model_dump())
    if alike is not None:
        texts[SIMILARITY] = json_bytes(alike.model_dump())
    texts[SBOM] = bill_of_materials()
    for name, data in texts.items():
        (folder / name).write_bytes(data)
    data_files = [n for n in sorted(p.name for p in folder.iterdir()) if n not in SEALS]
    digests = {name: ((folder / name).stat().st_size, file_digest(folder / name)) for name in data_files}
    release = policy.release
    described = f"{release.subtitle}. {contents.figures.total.interactions} interactions; see README.md."
    crumbs = croissant(
        title=release.title,
        description=described,
        version=contents.version,
        published=contents.created,
        days=(values["first_day"], values["last_day"]),
        digests=digests,
        domains=contents.files,
        dataset=f"{release.owner}/{release.slug}",
        url=cards.address(release),
        keywords=cards.KEYWORDS,
        responsible=responsible(
            figures=contents.figures,
            kinds=[*values["kinds"]],
            **{name: values[name] for name in ("policy", "recorders", "environments", "funnel")},
        ),
    )
    (folder / CROISSANT).write_bytes(json_bytes(crumbs))
    listed = [*data_files, CROISSANT, PROVENANCE]
    metadata = cards.kaggle_metadata(
        release, cards.without_front_matter(texts[README].decode()), listed, contents.files
    )
    (folder / METADATA).write_bytes(json_bytes(metadata))


def _write_provenance(folder: Path, about: Mapping[str, Any], chain: Sequence[Link]) -> None:
    """Last of the content: it names every other file of it."""
    provenance = statement(
        files={path.name: file_digest(path) for path in folder.iterdir()},
        version=about["version"],
        policy_digest=about["policy_digest"],
        inputs=[entry["source_digest"] for entry in about["inputs"]],
        chain=chain,
        engines=about["engines"],
        house=code_of_the_house(),
        entrophy=installed_packages()[PROJECT][0],
    )
    (folder / PROVENANCE).write_bytes(provenance)


def _about(contents: Contents, policy: Policy) -> dict[str, Any]:
    engines: dict[str, str] = {}
    for batch in contents.batches:
        engines.update(batch.about.engines)
    return {
        "title": policy.release.title,
        "dataset": f"{policy.release.owner}/{policy.release.slug}",
        "version": contents.version,
        "created": contents.created,
        "data_until": contents.until,
        **({"review_seconds": seconds} if (seconds := policy.review.seconds_a_screen_at_least) else {}),
        "license": cards.licence_line(),
        "policy_digest": policy_digest(policy),
        "canaries": "required" if policy.canaries.enabled else "off",
        "kinds_kept": kept_kinds(policy),
        # What the certificate must say: each of these was on when the batches were read, and answered.
        "detectors": list(demanded(policy, screens=bool(contents.figures.total.screenshots))),
        # Names of batches stay inside; the digests let the maintainer prove which recordings went in.
        "inputs": [
            {"source_digest": b.about.source_digest, "policy_digest": b.about.policy_digest, "domain": b.domain}
            for b in contents.batches
        ],
        "engines": dict(sorted(engines.items())),
        "domains": {domain: [f.json, f.parquet, f.screenshots] for domain, f in contents.files.items()},
        "counts": counts_of(contents.figures),
    }
