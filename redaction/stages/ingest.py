"""Stage 1: read a capture batch through the gates, open every image once, and write raw rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from redaction.capture.captures import read_batch_counted
from redaction.capture.images import open_image
from redaction.capture.interactions import interactions
from redaction.capture.paths import batch_digest
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import refusal
from redaction.capture.shift import shifted
from redaction.errors import EntrophyError, ImageRefused
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.records import Batch, DeclaredEntity, Interaction, Participant, Refusal
from redaction.stages.demonstrations import take_demonstrations, with_taken
from redaction.stages.sources import take_sources
from redaction.text.known.public import PublicNames
from redaction.withdrawal.forgotten import NOBODY, Forgotten
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.stage_records import CAPTURES
from redaction.work.store import BatchStore, code_digest


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row before redaction and the absolute path of its screenshot, both captured; `digest` is the SHA-256 that the
    screenshot's file had when it came in. `frame` names the frame of a film that the screenshot is."""

    row: Interaction
    screenshot: Path | None
    digest: str = ""
    frame: str = ""


def ingest(
    source: Path,
    store: BatchStore,
    policy: Policy,
    progress: Progress,
    key: Key | None = None,
    forgotten: Forgotten = NOBODY,
) -> dict[str, Any]:
    """Read `source`; leaves ingest/{batch,declared}.json, ingest/rows.jsonl, quarantine/ingest.jsonl.

    What tells of those who are to be `forgotten` is not in them. Returns the counts for people: nothing captured.
    Raises CaptureError if the batch as a whole cannot be read, KeyProblem if the policy moves times and there is no
    key.
    """
    source_digest = batch_digest(source)
    days = policy.capture.shift_times_days
    bound = digest_of(key.derive("times").hex()) if days and key is not None else ""
    stamp = digest_of(
        code_digest(),
        source_digest,
        policy.capture.model_dump(mode="json"),
        policy.demonstrations.model_dump(mode="json"),
        bound,
        forgotten.stamp,
    )
    store.write_json(CAPTURES, {"folder": str(source.resolve())})
    if store.is_done("ingest", stamp):
        return dict(store.read_json("ingest/batch.json"))
    store.mark_undone("ingest")
    batch, counts = read_batch_counted(source, policy.capture, forgotten.at_the_gate)
    batch = shifted(batch, days, key)
    taken = take_demonstrations(batch, store, policy, progress, key, forgotten)
    batch, counts = with_taken(batch, counts, taken)
    rows, refusals = _with_sound_images(batch, policy, progress, taken.key_frames)
    rows = forgotten.mask_rows(rows)
    summary = _summary(batch, counts, rows, source_digest)
    store.write_lines("ingest/rows.jsonl", (_line(source, store, raw) for raw in rows))
    store.write_json(
        "ingest/declared.json",
        {
            "participants": [asdict(p) for p in batch.participants],
            "entities": [asdict(e) for e in batch.entities],
            "public": {"names": batch.public_names, "hosts": batch.public_hosts},
        },
    )
    refusals += taken.refusals + take_sources(batch, store, policy, progress, forgotten)
    store.write_lines("quarantine/ingest.jsonl", (asdict(r) for r in sorted((*batch.refusals, *refusals))))
    store.write_json("ingest/batch.json", summary)
    store.mark_done("ingest", stamp)
    return summary


def _with_sound_images(
    batch: Batch, policy: Policy, progress: Progress, key_frames: Mapping[Path, tuple[str, Path]]
) -> tuple[list[RawRow], list[Refusal]]:
    """Decode every screenshot once. A row whose image is refused stays without it, and one whose pointer was outside
    the image stays without coordinates; each is told. A key frame of a demonstration is the frame of its film (its
    name, its file) that shows the same."""
    pairs = interactions(batch)
    rows, refusals = [], []
    for done, (row, event) in enumerate(pairs, start=1):
        frame, screenshot = key_frames.get(event.screenshot, ("", event.screenshot)) if event.screenshot else ("", None)
        record = f"{row.process_instance_uuid}/{row.interaction_uuid}"
        size: tuple[int, int] | None = None
        if screenshot is not None:
            try:
                height, width = open_image(screenshot, policy.capture).shape[:2]
                size = width, height
            except ImageRefused as error:
                refusals.append(Refusal(record, "ingest", error.reason, error.remedy))
                frame, screenshot, row = "", None, replace(row, screenshot_name=None)
        if outside(row.interaction_coordinates, size):
            refusals.append(refusal(record, "coordinates_outside"))
            row = replace(row, interaction_coordinates=None)
        rows.append(RawRow(row, screenshot, file_digest(screenshot) if screenshot is not None else "", frame))
        progress("ingest", done, len(pairs))
    return rows, refusals


def outside(point: Mapping[str, int] | None, size: tuple[int, int] | None) -> bool:
    """Whether a pointer, in px from the top left, is outside a screenshot of (width, height) px. Without a screenshot
    only what lies left of or above every screen is known to be."""
    if point is None:
        return False
    beyond = size is not None and (point["x"] >= size[0] or point["y"] >= size[1])
    return beyond or point["x"] < 0 or point["y"] < 0


def _summary(batch: Batch, counts: IngestCounts, rows: list[RawRow], source_digest: str) -> dict[str, Any]:
    funnel = asdict(counts)
    funnel["screenshots_accepted"] = sum(r.screenshot is not None for r in rows)
    used = {recording.participant for recording in batch.recordings}
    return {
        "batch": batch.batch,
        "domain": batch.domain,
        "environment": batch.environment,
        "recorder": batch.recorder,
        "source_digest": source_digest,
        "instances": len({r.row.process_instance_uuid for r in rows}),
        "participants": len(used),
        "interactions": len(rows),
        "funnel": funnel,
    }


def _line(source: Path, store: BatchStore, raw: RawRow) -> dict[str, Any]:
    """A row as ingest leaves it: the screenshot below the captures, or a frame below the work folder."""
    home = store.path if raw.frame else source
    place = None if raw.screenshot is None else str(raw.screenshot.resolve().relative_to(home.resolve()))
    told = {"row": raw.row.as_dict(), "screenshot": place, "sha256": raw.digest}
    return {**told, "frame": raw.frame} if raw.frame else told


def load_rows(store: BatchStore) -> Sequence[RawRow]:
    """The raw rows that ingest left, in release order; they stay on disk."""

    @cache
    def captures() -> Path:
        return Path(store.read_json(CAPTURES)["folder"])

    def made(item: dict[str, Any]) -> RawRow:
        frame = str(item.get("frame", ""))
        path = (store.path if frame else captures()) / item["screenshot"] if item["screenshot"] else None
        return RawRow(Interaction(**item["row"]), path, str(item.get("sha256", "")), frame)

    return store.lines("ingest/rows.jsonl", made)


def require_same_screenshots(store: BatchStore, rows: Iterable[RawRow]) -> None:
    """EntrophyError when the file of a screenshot is another one than at ingest: what was found on the one would be
    hidden on the other. A file that is gone is left to the reader, who refuses it."""
    for raw in rows:
        if raw.screenshot is not None and raw.screenshot.is_file() and file_digest(raw.screenshot) != raw.digest:
            raise EntrophyError(
                "the file of a screenshot is not the one that was ingested.",
                record=f"{store.name} {raw.row.process_instance_uuid}/{raw.row.interaction_uuid}",
                remedy="build the batch again: the captures have changed since the stage ingest.",
            )


def load_public(store: BatchStore) -> PublicNames:
    """What batch.json declared as public."""
    told = store.read_json("ingest/declared.json")["public"]
    return PublicNames(frozenset(told["names"]), frozenset(told["hosts"]))


def load_declared(store: BatchStore) -> tuple[tuple[DeclaredEntity, ...], tuple[Participant, ...]]:
    """The entities and participants that batch.json declared."""
    declared = store.read_json("ingest/declared.json")
    entities = tuple(DeclaredEntity(e["kind"], e["value"], tuple(e["aliases"])) for e in declared["entities"])
    return entities, tuple(Participant(**p) for p in declared["participants"])
