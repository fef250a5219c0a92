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
    meta, problems = shipment.metadata, []
    for field, least, most in (("title", 6, 50), ("subtitle", 20, 80)):
        value = meta.get(field)
        if not isinstance(value, str) or not least <= len(value) <= most:
            problems.append(f"{field} must have {least} to {most} characters")
    licences = meta.get("licenses")
    if not isinstance(licences, list) or len(licences) != 1 or not isinstance(licences[0], dict):
        problems.append("there must be exactly one licence")
    elif not licences[0].get("name"):
        problems.append("the licence needs a name")
    resources = meta.get("resources") or []
    paths = [str(r.get("path")) if isinstance(r, dict) else "?" for r in resources]
    problems += [f"resource {path} is not in the bundle" for path in sorted(set(paths) - shipment.files.keys())]
    problems += [f"resource {path} is named twice" for path in sorted({p for p in paths if paths.count(p) > 1})]
    return problems
