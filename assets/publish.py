"""Group `publish`: the auditor's decision, then the last step. `release/` judges both again, whatever was skipped."""

import dagster as dg
from pydantic import Field

from assets.metadata import AUDITOR, MAINTAINER, REDACTED, Clock
from assets.partitions import NEXT, releases
from assets.release import audit_report, release_bundle, require_built
from assets.resources import Workspace
from redaction.errors import EntrophyError, sealed
from release.publish.publish import publish, verify_as_ours
from release.publish.publish_types import PublishSettings
from release.report.audit_samples import samples
from release.sign.signing_gate import signoff_check
from release.sign.signoff_file import read_signoff

SCREENS = 3
"""Released screenshots that the UI shows."""


class PublishConfig(dg.Config, extra="forbid"):
    """Where to publish."""

    to: str = Field(default="folder", description="folder, or a host with its real client: kaggle, huggingface.")
    yes: bool = Field(default=False, description="Needed for a host: really let the data leave this machine.")
    metadata: bool = Field(
        default=False, description="For kaggle: send title, description, cover and update frequency, too."
    )


@dg.asset(
    deps=[release_bundle, audit_report],
    group_name="publish",
    partitions_def=releases,
    owners=AUDITOR,
    tags=REDACTED,
    kinds={"sqlite"},
    description="What the auditor decided about this bundle: who, when, on which plan, with which bound. Dagster only "
    "reads it; it is made by `entrophy review` and `entrophy sign`.",
)
def sign_off(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult[None]:
    with sealed("sign-off", context.partition_key):
        _require_named(workspace, context.partition_key)
        signed = read_signoff(workspace.bundle_path)
        screens = _screens(workspace) if signed is not None and signed.decision == "release" else {}
    if signed is None:
        return dg.MaterializeResult(metadata={"decision": "none yet"})
    decision = {"decision": signed.decision, "auditor": signed.auditor, "signed_at": signed.signed_at}
    figures = {"reviewed": signed.reviewed, "open_flags": signed.open_flags, "upper_bound": signed.upper_bound}
    return dg.MaterializeResult(metadata={**decision, **figures, **screens, "bundle_digest": signed.bundle_digest})


def _require_named(workspace: Workspace, partition: str) -> None:
    """Nothing is signed or published but the version that was named."""
    if partition == NEXT:
        raise EntrophyError(
            "what is signed and published has a version.",
            record=partition,
            remedy="take the partition of the version that was built; `release_bundle` tells it.",
        )
    require_built(workspace, partition)


def _screens(workspace: Workspace) -> dict[str, dg.MetadataValue]:
    """Some screens that the auditor has released, as a picture each: before that none is shown outside our folders."""
    shown = [
        f"**{one.application}**\n\n![{one.name}]({one.picture})" for one in samples(workspace.bundle_path, [], SCREENS)
    ]
    return {"screens": dg.MetadataValue.md("\n\n".join(shown))} if shown else {}


@dg.asset(
    deps=[sign_off],
    group_name="publish",
    partitions_def=releases,
    owners=MAINTAINER,
    tags=REDACTED,
    kinds={"kaggle"},
    description="The bundle at its destination, read back and compared with the manifest byte for byte.",
)
def published_release(
    context: dg.AssetExecutionContext, config: PublishConfig, workspace: Workspace
) -> dg.MaterializeResult[None]:
    clock = Clock()
    with sealed("publish", context.partition_key):
        _require_named(workspace, context.partition_key)
        receipt = publish(
            workspace.bundle_path,
            config.to,
            yes=config.yes,
            settings=PublishSettings(update_metadata=config.metadata),
            verify=verify_as_ours(workspace.key_path),
            signoff=signoff_check(workspace.key_path),
            say=context.log.info,
        )
    return dg.MaterializeResult(
        metadata={"summary": receipt.summary(), "digest": receipt.digest, "location": receipt.location, **clock.spent()}
    )
