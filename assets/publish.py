"""Group `publish`: the last step. `release/` verifies every digest again, whatever Dagster skipped."""

from typing import Literal

import dagster as dg
from pydantic import Field

from assets.release import audit_report, release_bundle
from pipeline.resources import Workspace
from redaction.errors import sealed
from release.publish import publish
from release.signing_gate import signoff_check


class PublishConfig(dg.Config, extra="forbid"):
    """Where to publish."""

    to: Literal["folder", "kaggle"] = Field(default="folder", description="folder, or kaggle with the real client.")
    yes: bool = Field(default=False, description="Needed for kaggle: really let the data leave this machine.")


@dg.asset(
    deps=[release_bundle, audit_report],
    group_name="publish",
    kinds={"kaggle"},
    description="The bundle at its destination, read back and compared with the manifest byte for byte.",
)
def published_release(
    context: dg.AssetExecutionContext, config: PublishConfig, workspace: Workspace
) -> dg.MaterializeResult[None]:
    with sealed("publish"):
        receipt = publish(
            workspace.bundle_path,
            config.to,
            yes=config.yes,
            signoff=signoff_check(workspace.key_path),
            say=context.log.info,
        )
    return dg.MaterializeResult(
        metadata={"summary": receipt.summary(), "digest": receipt.digest, "location": receipt.location}
    )
