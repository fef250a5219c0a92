"""Redaction must leave the data useful: the offline baselines score what was captured and what is released of it.

Captured rows are read here and in the work folder only; what leaves are scores. A row that the leak check withheld is
scored as it is released, masked: the figures are those that whoever has the bundle gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluation.utility import Utility, utility
from redaction.errors import BundleError
from redaction.policy import Policy
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from redaction.work.lines import InOrder
from redaction.work.progress import Progress, no_progress
from redaction.work.store import BatchStore
from release.bundle.bundle_models import ScrubbedAbout
from release.bundle.kept_verdicts import KeptVerdicts
from release.bundle.withhold import masked, withheld_rows
from validation.files.file_models import read_file
from validation.table.schema import Row

_CAPTURED, _RELEASED = "ingest/rows.jsonl", f"scrubbed/{formats.INTERACTIONS}"
REMEDY = (
    "look in the report at what was hidden most in this domain: words that name nobody and tell processes apart belong "
    "on the policy's lists, or raise release.utility_drop_at_most if the loss is meant."
)


def require_useful(
    stores: Sequence[BatchStore],
    policy: Policy,
    kept: KeptVerdicts | None = None,
    progress: Progress = no_progress,
) -> Utility:
    """The scores of all batches together, or BundleError naming domain, task and figures where one fell further than
    the policy allows. Nothing is scored again where `kept` tells that the same rows held."""
    most = policy.release.utility_drop_at_most
    if kept is None:
        found = _scored(stores, most, progress)
    else:
        read = sorted(
            [
                _domain(store),
                *(file_digest(store.path / name) for name in (_CAPTURED, _RELEASED)),
                *withheld_rows(store.scrubbed),
            ]
            for store in stores
        )
        found = kept.useful(digest_of("useful", most, read), lambda: _scored(stores, most, progress))
    if bent := found.bent():
        told = "; ".join(
            f"{one.domain}, {one.task} by {one.baseline} on {one.input}: {one.measure} {one.before:.3f} before and "
            f"{one.after:.3f} after redaction"
            for one in bent
        )
        raise BundleError(f"redaction cost more than {most:g} points of usefulness: {told}.", remedy=REMEDY)
    return found


def _scored(stores: Sequence[BatchStore], most: float, progress: Progress) -> Utility:
    captured: dict[str, list[Sequence[Row]]] = {}
    released: dict[str, list[Sequence[Row]]] = {}
    for store in stores:
        domain = _domain(store)
        captured.setdefault(domain, []).append(store.lines(_CAPTURED, lambda item: dict(item["row"])))
        released.setdefault(domain, []).append(_released(store))
    return utility(_in_order(captured), _in_order(released), most, progress)


def _domain(store: BatchStore) -> str:
    return read_file(ScrubbedAbout, store.scrubbed / formats.BATCH, "scrub the batch again.").domain


def _released(store: BatchStore) -> Sequence[Row]:
    """The rows as they go out."""
    unsaid = withheld_rows(store.scrubbed)
    return store.lines(_RELEASED, lambda row: masked(row) if row["interaction_uuid"] in unsaid else dict(row))


def _in_order(parts: Mapping[str, list[Sequence[Row]]]) -> dict[str, Sequence[Row]]:
    return {
        domain: InOrder(some, lambda row: (row["process_instance_uuid"], row["timestamp"]))
        for domain, some in parts.items()
    }
