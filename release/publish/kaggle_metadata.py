"""What Kaggle would refuse in dataset-metadata.json, found without asking it."""

from __future__ import annotations

from release.publish.staging import Shipment, refuse
from validation.files.bundle_files import METADATA


def refuse_metadata(shipment: Shipment) -> None:
    """PublishError naming what Kaggle would refuse."""
    refuse(
        metadata_problems(shipment), "Kaggle would refuse it", "correct the policy and build again.", record=METADATA
    )


def metadata_problems(shipment: Shipment) -> list[str]:
    """What Kaggle would refuse in dataset-metadata.json, as short phrases; found without asking it."""
    meta = shipment.metadata
    problems: list[str] = []
    for field, value, least, most in (("title", meta.title, 6, 50), ("subtitle", meta.subtitle, 20, 80)):
        if not least <= len(value or "") <= most:
            problems.append(f"{field} must have {least} to {most} characters")
    if len(meta.licenses) != 1:
        problems.append("there must be exactly one licence")
    elif not meta.licenses[0].name:
        problems.append("the licence needs a name")
    paths = [resource.path for resource in meta.resources]
    problems += [f"resource {path} is not in the bundle" for path in sorted(set(paths) - shipment.files.keys())]
    problems += [f"resource {path} is named twice" for path in sorted({p for p in paths if paths.count(p) > 1})]
    return problems
