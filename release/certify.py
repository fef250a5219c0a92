"""Connects the leak check with what is known of this release: the identities of its batches become the needles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.entities import Ledger
from redaction.findings import Kind
from redaction.policy import Policy, policy_digest
from redaction.store import BatchStore, Progress
from redaction.text import Registry
from redaction.text.forms import tokens
from redaction.text.words import is_word
from validation.leaks import scan_bundle
from validation.needles import Needle

_NAMES = (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS)


def certifier(
    stores: Sequence[BatchStore], ledger: Ledger, policy: Policy, progress: Progress
) -> Callable[[Path], Mapping[str, Any]]:
    """A function for build_bundle: reads the finished content, raises LeakFound, or returns the certificate."""
    registries = [Registry.from_json(s.file("find/registry.json").read_text(encoding="utf-8")) for s in stores]
    needles = needles_of(registries, ledger, policy)
    inputs = [store.read_json("ingest/batch.json")["source_digest"] for store in stores]

    def certify(content: Path) -> Mapping[str, Any]:
        report = scan_bundle(content, needles, workers=policy.vision.workers, progress=progress)
        report.require_clean()
        return report.certificate(inputs=inputs, policy_digest=policy_digest(policy))

    return certify


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
        words = tokens(value)
        rare = [w for w in words if not is_word(w) and (len(w) >= 4 or not w.isascii())]
        return bool(rare) and (declared or len(words) >= 2 or len(rare[0]) >= 5 or not rare[0].isascii())
    if kind is Kind.EMAIL:
        local, _, domain = value.partition("@")
        return len(local) >= 2 and "." in domain
    if kind is Kind.PHONE:
        return sum(c.isdigit() for c in value) >= 8
    return declared or (len(value) >= 6 and not is_word(value))
