"""Group `release`: one verified bundle from all scrubbed batches, and the report an auditor reads."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field

from assets.metadata import AUDITOR, MAINTAINER, REDACTED, RELEASED_ROWS, Clock, counts, folder, page, size
from assets.partitions import NEXT, from_all_batches, releases
from assets.redaction import canaries, scrubbed_batch
from assets.resources import Reporter, Workspace
from assets.verified import verified
from evaluation.utility import Utility
from redaction.errors import EntrophyError, sealed
from redaction.spread.engine import Engine
from redaction.withdrawal.requests import forgotten_of, load_requests
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from redaction.work.store import BatchStore
from release.bundle.build import BundleInfo, build_bundle
from release.bundle.bundle_format import find_bundle
from release.bundle.certify import Certifier, require_untouched
from release.bundle.found import findings_path
from release.bundle.gate import require_tables, require_unbent, require_valid
from release.bundle.manifest import read_manifest
from release.bundle.similar import similarity_in
from release.bundle.useful import require_useful
from release.bundle.withhold import release_without, withheld_count, withheld_row_count
from release.report.audit import write_report
from release.sign.provenance import links
from release.sign.release_keys import load_release_keys
from release.withdrawal.search import prove_forgotten
from validation.leaks.kept_readings import KeptReadings

GROUP = "release"
CHOSEN = "release.json"
"""In the work folder: what the newest release was made of."""


VERSION = "entrophy/version"
"""The tag of a run that says which version came out of it."""


class ReleaseConfig(dg.Config, extra="forbid"):
    """What to release; its version is the partition. It is said once, to `release_bundle`: what comes after reads it
    from the work folder."""

    previous: str = Field(default="", description="Bundle of the version before; its change log is continued.")
    profile: str = Field(default="", description="Profile file that the data may not drift from.")
    published: str = Field(default="", description="Day of publication, YYYY-MM-DD; empty: none is told.")
    batches: list[str] = Field(default=[], description="Names of the batches; empty: every batch that was scrubbed.")


def remember(workspace: Workspace, config: ReleaseConfig, stores: Sequence[BatchStore]) -> None:
    """Leave what a release is made of, with its batches by name."""
    whole = config.model_copy(update={"batches": [store.name for store in stores]})
    write_whole(workspace.private_work() / CHOSEN, canonical(whole.model_dump()).encode())


def chosen(workspace: Workspace) -> ReleaseConfig:
    """What the release in this workspace is made of; EntrophyError where there is none."""
    try:
        return ReleaseConfig(**json.loads((workspace.private_work() / CHOSEN).read_bytes()))
    except (OSError, ValueError, TypeError):
        raise EntrophyError(
            "what the release was made of cannot be read.", record=CHOSEN, remedy="run `release_bundle` first."
        ) from None


def usefulness(useful: Utility) -> dg.MetadataValue:
    """What the baselines score before and after redaction, as a table."""
    names = (("domain", "string"), ("task", "string"), ("input", "string"), ("baseline", "string"))
    figures = (("before", "float"), ("after", "float"), ("drop_points", "float"))
    records = [
        dg.TableRecord(
            {name: getattr(score, name) for name, _ in names}
            | {"before": score.before, "after": score.after, "drop_points": round(score.drop, 2)}
        )
        for score in useful.scores
    ]
    columns = [dg.TableColumn(name, kind) for name, kind in (*names, *figures)]
    return dg.MetadataValue.table(records=records, schema=dg.TableSchema(columns=columns))


def worst_drop(useful: Utility) -> dict[str, float]:
    """Points of the largest drop among the domains that are judged, for the UI to plot; nothing where none is."""
    drops = [score.drop for score in useful.scores if score.judged]
    return {"usefulness_lost_points": round(max(drops), 2)} if drops else {}


def require_built(workspace: Workspace, partition: str) -> None:
    """EntrophyError unless the bundle in this workspace is the release of this partition: of `next` any is, since what
    was built for it comes before."""
    built = read_manifest(workspace.bundle_path).version
    if partition not in (NEXT, built):
        raise EntrophyError(
            "the release that was built last in this folder has another version.",
            record=f"{partition}, not {built}",
            remedy=f"materialize `release_bundle` of {partition} first, or take the partition {built}.",
        )


def told_as(context: dg.AssetExecutionContext, version: str, told: Mapping[str, Any]) -> None:
    """Say on the run which version it made. What was built as `next` is told of that version, too, whose partition is
    there from then on: it is what gets signed and published."""
    context.instance.add_run_tags(context.run_id, {VERSION: version})
    if context.partition_key == NEXT:
        context.instance.add_dynamic_partitions(releases.name or "", [version])
        context.log_event(dg.AssetMaterialization(context.asset_key, partition=version, metadata=told))


def left_out(workspace: Workspace, names: Sequence[str]) -> list[str]:
    """Names of the capture batches that are known here and not among these."""
    return sorted(set(workspace.sources()) - set(names))


def previous(config: ReleaseConfig) -> Path | None:
    """The bundle of the version before, if one was given."""
    return find_bundle(Path(config.previous)) if config.previous else None


def profile(config: ReleaseConfig) -> Path | None:
    """The profile file, if one was given."""
    return Path(config.profile) if config.profile else None


@dg.asset(
    deps=[dg.AssetDep(one, partition_mapping=from_all_batches) for one in (scrubbed_batch, canaries)],
    group_name=GROUP,
    partitions_def=releases,
    owners=MAINTAINER,
    tags=REDACTED,
    metadata=RELEASED_ROWS,
    kinds={"parquet", "json"},
    description="The flat, deterministic bundle: Parquet and JSON per domain, screenshots, cards, Croissant, Kaggle "
    "metadata, manifest with a SHA-256 of every file and screenshot, signature. Before it appears, every batch is "
    "validated again and an independent reader goes over every byte; a screenshot or the text "
    "of a row with a leak is withheld, too many of them or a leak anywhere else and there is no bundle.",
)
def release_bundle(
    context: dg.AssetExecutionContext,
    config: ReleaseConfig,
    workspace: Workspace,
    reporter: dg.ResourceParam[Reporter],
    engine: dg.ResourceParam[Engine],
) -> dg.MaterializeResult[None]:
    clock, version = Clock(), context.partition_key
    with sealed("release", version):
        policy = workspace.load_policy()
        stores = workspace.scrubbed(config.batches)
        missing = left_out(workspace, [store.name for store in stores])
        if missing:
            context.log.warning(f"{len(missing)} known batches are not in this release: {', '.join(missing)}")
        remember(workspace, config, stores)
        key, ledger = workspace.ledger()
        keys = load_release_keys(workspace.key_path, key)
        batches = [store.scrubbed for store in stores]
        require_untouched(stores)
        verdicts = workspace.verdicts(key)
        require_valid(batches, verdicts)
        require_unbent(stores, policy)
        require_tables(stores)
        progress = reporter.progress(context.log)
        kept = KeptReadings(workspace.checked, key.derive("work/checked"))
        requests = load_requests(workspace.key_path, key)
        forgotten = forgotten_of(requests, key)
        note = findings_path(workspace.private_work())
        certify = Certifier(stores, ledger, policy, progress, kept, engine, forgotten, verdicts, note)

        def build() -> tuple[BundleInfo, Utility]:
            # Inside: what one round withheld is masked for the next, and scored as it is then released.
            useful = require_useful(stores, policy, verdicts, progress)
            info = build_bundle(
                batches,
                workspace.bundle_path,
                version="" if version == NEXT else version,
                policy=policy,
                signing_key=keys.signing_key,
                previous=previous(config),
                profile=profile(config),
                published=config.published or None,
                certify=certify,
                chain=lambda: links(stores, key),
                key_statements=keys.statements(),
                withdrawn=[one.tombstone() for one in requests.requests],
                useful=useful,
                similar=(lambda rows: similarity_in(rows, verdicts, progress)) if policy.release.similarity else None,
            )
            return info, useful

        info, useful = release_without(stores, build)
        prove_forgotten(forgotten, workspace.out_path, workspace.key_path, ledger)
    told: dict[str, Any] = {
        **counts(info.counts),
        "screenshots_withheld": withheld_count(stores),
        "rows_withheld": withheld_row_count(stores),
        "dagster/row_count": info.counts["interactions"],
        "batches": len(stores),
        **worst_drop(useful),
        "usefulness": usefulness(useful),
        "batches_left_out": missing,
        **clock.spent(),
        **size(info.path),
        "version": info.version,
        "digest": info.digest,
        "bundle": folder(info.path),
    }
    told_as(context, info.version, told)
    return dg.MaterializeResult(metadata=told, data_version=dg.DataVersion(info.digest))


@dg.asset(
    deps=[release_bundle],
    group_name=GROUP,
    partitions_def=releases,
    owners=AUDITOR,
    tags=REDACTED,
    kinds={"html"},
    description="One self-contained HTML file: what came in, what was refused and why, findings by kind, application "
    "and process, sample screenshots, validation, policy and versions. It holds no captured value.",
)
def audit_report(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("report", context.partition_key):
        require_built(workspace, context.partition_key)
        config = chosen(workspace)
        stores = workspace.scrubbed(config.batches)
        require_untouched(stores)
        batches = [store.scrubbed for store in stores]
        verification = verified(workspace)
        path = write_report(
            workspace.bundle_path,
            batches,
            [
                *require_valid(batches, workspace.verdicts()),
                *require_unbent(stores, workspace.load_policy()),
                *require_tables(stores),
            ],
            workspace.report_path,
            verification=verification,
            previous=previous(config),
            profile=profile(config),
            policy=workspace.load_policy(),
        )
    told: dict[str, Any] = {"report": page(path), "problems": len(verification.problems), **clock.spent()}
    told_as(context, read_manifest(workspace.bundle_path).version, told)
    return dg.MaterializeResult(metadata=told)
