"""Connects the leak check with what was found: the real values of this release become its needles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.entities import Ledger
from redaction.policy import Policy, policy_digest
from redaction.stages.scrub import mentions_of
from redaction.store import BatchStore, Progress
from validation.leaks import scan_bundle


def certifier(
    stores: Sequence[BatchStore], ledger: Ledger, policy: Policy, progress: Progress
) -> Callable[[Path], Mapping[str, Any]]:
    """A function for build_bundle: reads the finished content, raises LeakFound, or returns the certificate."""
    mentions = sorted({mention for store in stores for mention in mentions_of(store)})
    needles = [
        (ledger.entity_id(kind, value), kind, value)
        for kind, value in mentions
        if policy.text.treatment(kind) != "keep"
    ]
    inputs = [store.read_json("ingest/batch.json")["source_digest"] for store in stores]

    def certify(content: Path) -> Mapping[str, Any]:
        report = scan_bundle(content, needles, workers=policy.vision.workers, progress=progress)
        report.require_clean()
        return report.certificate(inputs=inputs, policy_digest=policy_digest(policy))

    return certify
