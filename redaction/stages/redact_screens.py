"""Stage 4, screenshots: hide what was found on each, and write it into scrubbed/screenshots."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from redaction.capture.images import encode_png, open_image
from redaction.errors import ImageRefused
from redaction.findings import ImageFinding
from redaction.kinds.table import is_picture
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.screens.redact.pixels import redact_image
from redaction.screens.redact.styles import HIDING_STYLES
from redaction.stages.find import load_screen_findings
from redaction.stages.hidden import Hidden
from redaction.stages.ingest import RawRow, load_rows, require_same_screenshots
from redaction.work.files import write_whole
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.store import BatchStore

DRAWN = "scrub/drawn.jsonl"
"""Which surrogates were drawn where, a row a screenshot that has any: what the leak check knows to be ours."""


def redact_screens(
    store: BatchStore, policy: Policy, ledger: Ledger, progress: Progress, recipe: str
) -> tuple[int, list[dict[str, str]]]:
    """Hide the screen findings; leaves scrubbed/screenshots/*.png, scrub/boxes.jsonl and DRAWN.

    `recipe` is the digest of what decides about all of them (redaction.stages.scrub.recipe_of). A screenshot that would
    come out as it lies there is not drawn again (redaction.stages.hidden).
    Returns the number of screenshots written and the quarantine rows of those that could not be.
    """
    found = load_screen_findings(store)
    shots = [raw for raw in load_rows(store) if raw.row.screenshot_name in found]
    require_same_screenshots(store, shots)
    folder = store.screenshots
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    wanted = {raw.row.screenshot_name for raw in shots}
    for stale in folder.iterdir():
        if stale.name not in wanted:
            stale.unlink()
    boxes, written, refused = [], [], []
    hidden = Hidden(store)
    tasks = [_task(raw, found[str(raw.row.screenshot_name)], recipe, policy, ledger) for raw in shots]
    for done, (task, outcome) in enumerate(_all_redacted(tasks, hidden, folder, policy), start=1):
        if isinstance(outcome, ImageRefused):
            record = f"{task.raw.row.process_instance_uuid}/{task.raw.row.interaction_uuid}"
            refused.append({"record": record, "stage": "redact", "reason": outcome.reason, "remedy": outcome.remedy})
        else:
            boxes.append(outcome["boxes"])
            if outcome["places"]:
                written.append({"screenshot_name": task.name, "places": outcome["places"]})
        progress("redact screens", done, len(shots))
    hidden.close(entry["screenshot_name"] for entry in boxes)
    store.write_lines("scrub/boxes.jsonl", boxes)
    store.write_lines(DRAWN, written)
    return len(boxes), refused


@dataclass(frozen=True, slots=True)
class _Task:
    """A screenshot to hide `shown` on, with the surrogate of each; `recipe` is the digest of all that decides how it
    comes out."""

    raw: RawRow
    shown: tuple[ImageFinding, ...]
    surrogates: tuple[str, ...]
    recipe: str

    @property
    def name(self) -> str:
        return str(self.raw.row.screenshot_name)


def _task(raw: RawRow, findings: Iterable[ImageFinding], recipe: str, policy: Policy, ledger: Ledger) -> _Task:
    shown = tuple(f for f in findings if policy.text.treatment(f.kind) != "keep")
    surrogates = tuple(
        ledger.replacement(f.kind, f.value) if f.value and policy.text.treatment(f.kind) == "substitute" else ""
        for f in shown
    )
    return _Task(raw, shown, surrogates, digest_of(recipe, raw.digest, [asdict(f) for f in shown], surrogates))


def _all_redacted(
    tasks: Sequence[_Task], hidden: Hidden, folder: Path, policy: Policy
) -> Iterator[tuple[_Task, dict[str, Any] | ImageRefused]]:
    """Every screenshot in order, with its "boxes" and the "places" where surrogates stand that can be read, or why it
    was refused. One that would come out as it lies there is not drawn; the others are, on all cores."""
    kept = {task.name: hidden.get(task.name, task.recipe) for task in tasks}
    with ThreadPoolExecutor(policy.vision.workers or os.cpu_count() or 1) as pool:
        drawn = pool.map(lambda task: _redact_one(task, folder, policy), [t for t in tasks if kept[t.name] is None])
        try:
            for task in tasks:
                result = kept[task.name]
                outcome = next(drawn) if result is None else result
                if result is None and not isinstance(outcome, ImageRefused):
                    hidden.put(task.name, task.recipe, outcome)
                yield task, outcome
        finally:  # what is waiting is not begun any more when somebody stops the build
            pool.shutdown(wait=True, cancel_futures=True)


def _redact_one(task: _Task, folder: Path, policy: Policy) -> dict[str, Any] | ImageRefused:
    assert task.raw.screenshot is not None
    try:
        image = open_image(task.raw.screenshot, policy.capture)
        by_value = {(f.kind, f.value): made for f, made in zip(task.shown, task.surrogates, strict=True)}
        style = policy.vision.style
        redacted, drawn = redact_image(image, task.shown, style, lambda kind, value: by_value[kind, value])
        write_whole(folder / task.name, encode_png(redacted))
    except ImageRefused as error:
        return error
    readable = HIDING_STYLES.open(style).surrogate == "readable"
    places = [
        {"box": list(box), "text": made}
        for f, box, made in zip(task.shown, drawn, task.surrogates, strict=True)
        if readable and not is_picture(f) and made
    ]
    boxes = [
        {"kind": f.kind.value, "box": list(box), "score": round(f.score, 4), "detector": f.detector}
        for f, box in zip(task.shown, drawn, strict=True)
    ]
    entry = {"screenshot_name": task.name, "width": int(image.shape[1]), "height": int(image.shape[0])}
    return {"boxes": {**entry, "boxes": boxes}, "places": places}
