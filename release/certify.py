"""Connects the leak check with what is known of this release: the identities of its batches become the needles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.canaries import load_report, require_caught
from redaction.canary_figures import figures
from redaction.entities import Ledger
from redaction.errors import BundleError
from redaction.findings import Kind
from redaction.policy import Policy, policy_digest
from redaction.store import BatchStore, Progress
from redaction.text import Registry
from redaction.text.model import MODEL
from redaction.text.words import is_word
from validation.digests import digest_file
from validation.leaks import scan_bundle
from validation.needles import Needle

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NAMES = (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS)


def certifier(
    stores: Sequence[BatchStore], ledger: Ledger, policy: Policy, progress: Progress
) -> Callable[[Path], Mapping[str, Any]]:
    """A function for build_bundle: reads the finished content, raises LeakFound, or returns the certificate."""
    registries = [Registry.from_json(s.file("find/registry.json").read_text(encoding="utf-8")) for s in stores]
    needles = needles_of(registries, ledger, policy)
    inputs = [store.read_json("ingest/batch.json")["source_digest"] for store in stores]
    canaries = canary_figures(stores, policy)
    redaction = redaction_engines(stores, policy)

    def certify(content: Path) -> Mapping[str, Any]:
        share, workers = policy.release.verify_screens, policy.vision.workers
        report = scan_bundle(content, needles, share=share, workers=workers, progress=progress)
        report.require_clean()
        return report.certificate(
            inputs=inputs, policy_digest=policy_digest(policy), redaction=redaction, canaries=canaries
        )

    return certify


def canary_figures(stores: Sequence[BatchStore], policy: Policy) -> dict[str, Any]:
    """What the detectors caught of the canaries of all batches, added up.

    Raises EntrophyError when a batch has no canaries of its own findings, LeakFound below the floor of the policy.
    """
    if not policy.canaries.enabled:
        return {"enabled": False}
    reports = [load_report(store) for store in stores]
    if not all(report["enabled"] for report in reports):
        raise BundleError("a batch was built without canaries.", remedy="build it again with this policy.")
    total = figures([cell for report in reports for cell in report["cells"]], policy.canaries.floor)
    require_caught(total, "all batches")
    return total


def redaction_engines(stores: Sequence[BatchStore], policy: Policy) -> dict[str, str]:
    """The engines that read and hid, with their versions; the shipped names model by the SHA-256 of its weights."""
    engines: dict[str, str] = {}
    for store in stores:
        engines.update(store.read_json("scrubbed/batch.json")["engines"])
    if policy.text.engine == "minilm":
        engines["names-model"] = f"sha256 {digest_file(MODEL)}"
    return dict(sorted(engines.items()))


def needles_of(registries: Iterable[Registry], ledger: Ledger, policy: Policy) -> list[Needle]:
    """Every known identity that can be recognised out of context, with its opaque id.

    A first name that is also a word ("Will") or a part of an address says nothing by itself: such values are hidden
    where they were found, but a word of the same letters elsewhere is no leak.
    """
    entries = {entry for registry in registries for entry in registry.entries}
    return sorted(
        {
            (ledger.entity_id(Kind(kind), value), Kind(kind), value)
            for kind, value, declared in entries
            if policy.text.treatment(Kind(kind)) != "keep" and is_distinctive(Kind(kind), value, declared)
        }
    )


def is_distinctive(kind: Kind, value: str, declared: bool) -> bool:
    """Whether the value points at its owner wherever it stands."""
    if kind in _NAMES:
        words = {w.casefold(): w for w in _WORD.findall(value)}
        rare = [w for w in words.values() if not is_word(w) and (len(w) >= 4 or not w.isascii())]
        # What only a detector takes for a name must also be written like one: "ahref" on a web page is nobody.
        cased = declared or any(w[0].isupper() or not w.isascii() for w in rare)
        return bool(rare) and cased and (declared or len(words) >= 2 or len(rare[0]) >= 5 or not rare[0].isascii())
    if kind is Kind.EMAIL:
        local, _, domain = value.partition("@")
        return len(local) >= 2 and "." in domain
    if kind is Kind.PHONE:
        return sum(c.isdigit() for c in value) >= 8
    return declared or (len(value) >= 6 and not is_word(value))
