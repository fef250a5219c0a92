"""Consents that lapsed or were narrowed in batch.json since the build before: they are requests without a command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from redaction.capture.header import read_header
from redaction.ledger.keys import Key
from redaction.policy import CapturePolicy
from redaction.withdrawal.requests import Request, changing, covered_now
from release.withdrawal.concerned import participant_request


def note_lapsed(
    sources: Mapping[str, Path], out: Path, key_path: Path, key: Key, policy: CapturePolicy, today: str
) -> list[Request]:
    """Record a request for everybody whose consent covered more in a build before than it does in these batches, and
    remember what it covers now. Returns the requests that are new. Nobody else's build is held up: what a consent
    covered is known by keyed digests beside the key."""
    found = []
    now = covered_now([read_header(folder) for folder in sources.values()], key)
    with changing(key_path, key) as held:
        for name, (batch, participant, covers) in sorted(now.items()):
            before = {*held[0].covered.get(name, "").split(",")} - {""}
            lost = before - {*covers.split(",")}
            if not lost:
                continue
            whole = bool(lost & {"events", "sources"})
            asked = Request(
                0,
                "participant" if whole else "screenshots",
                today,
                "the consent in batch.json lapsed" if whole else "the consent in batch.json was narrowed",
                batches=(batch,),
            )
            full = participant_request(participant, list(sources.values()), [out], policy, asked)
            held[0], kept = held[0].add(full)
            found.append(kept)
        held[0] = replace(held[0], covered={**held[0].covered, **{name: one[2] for name, one in now.items()}})
    return found
