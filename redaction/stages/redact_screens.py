"""Stage 4, screenshots: hide what was found on each, and write it into scrubbed/screenshots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from redaction.capture.images import decode_image, encode_png
from redaction.errors import ImageRefused
from redaction.findings import Box, ImageFinding
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.screens.standing import once
from redaction.spread.engine import Engine, Home
from redaction.spread.home import Here
from redaction.spread.local import LOCAL
from redaction.stages.engine_versions import decides
from redaction.stages.find import load_screen_findings, load_standing
from redaction.stages.hidden import Hidden
from redaction.stages.hide_image import boxes_told, hide, places_told, to_hide
from redaction.stages.ingest import RawRow, load_rows, require_same_screenshots
from redaction.work.files import write_whole
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.store import BatchStore

DRAWN = "scrub/drawn.jsonl"
"""Which surrogates were drawn where, a row a screenshot that has any: what the leak check knows to be ours."""


def redact_screens(
    store: BatchStore, policy: Policy, ledger: Ledger, progress: Progress, recipe: str, engine: Engine = LOCAL
) -> tuple[int, list[dict[str, str]]]:
    """Hide the screen findings; leaves scrubbed/screenshots/*.png, scrub/boxes.jsonl and DRAWN.

    `recipe` is the digest of what decides about all of them (redaction.stages.scrub.recipe_of). A screenshot that would
    come out as it lies there is not drawn again (redaction.stages.hidden).
    Returns the number of screenshots written and the quarantine rows of those that could not be.
    """
    found, standing = load_screen_findings(store), once(load_standing(store))
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
    for done, (task, outcome) in enumerate(_all_redacted(tasks, hidden, folder, policy, engine), start=1):
        if isinstance(outcome, ImageRefused):
            record = f"{task.raw.row.process_instance_uuid}/{task.raw.row.interaction_uuid}"
            refused.append({"record": record, "stage": "redact", "reason": outcome.reason, "remedy": outcome.remedy})
        else:
            stays = [{"box": one.box, "chance": one.chance} for one in standing.get(task.name, ())]
            boxes.append({**outcome["boxes"], "standing": stays})
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
    shown, surrogates = to_hide(findings, policy, ledger)
    return _Task(raw, shown, surrogates, digest_of(recipe, raw.digest, [asdict(f) for f in shown], surrogates))


def _all_redacted(
    tasks: Sequence[_Task], hidden: Hidden, folder: Path, policy: Policy, engine: Engine
) -> Iterator[tuple[_Task, dict[str, Any] | ImageRefused]]:
    """Every screenshot in order, with its "boxes" and the "places" where surrogates stand that can be read, or why it
    was refused. One that would come out as it lies there is not drawn; the others are, on all cores."""
    kept = {task.name: hidden.get(task.name, task.recipe) for task in tasks}
    fresh = [task for task in tasks if kept[task.name] is None]
    workers = policy.vision.workers or engine.cores
    with _drawing(policy, engine, workers) as draw, ThreadPoolExecutor(workers) as pool:
        drawn = pool.map(lambda task: _redact_one(task, folder, draw), fresh)
        try:
            for task in tasks:
                result = kept[task.name]
                outcome = next(drawn) if result is None else result
                if result is None and not isinstance(outcome, ImageRefused):
                    hidden.put(task.name, task.recipe, outcome)
                yield task, outcome
        finally:  # what is waiting is not begun any more when somebody stops the build
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _drawing(policy: Policy, engine: Engine, workers: int) -> Iterator[_Draw]:
    """What draws a screenshot: in the thread that asks, or on another machine."""
    if engine.here:
        yield partial(_draw, policy, Here(None))
        return
    team = engine.team(_start, (policy,), decides, size=workers)
    try:
        yield lambda *job: team.submit(_draw_there, *job).result()
    except BaseException:
        team.close(hurry=True)
        raise
    team.close(hurry=False)


def _redact_one(task: _Task, folder: Path, draw: _Draw) -> dict[str, Any] | ImageRefused:
    assert task.raw.screenshot is not None
    try:
        drawn = draw(task.raw.screenshot, task.shown, task.surrogates)
    except ImageRefused as error:
        return error
    write_whole(folder / task.name, drawn.png)
    places = places_told(drawn.boxes, task.surrogates, drawn.readable)
    entry = {"screenshot_name": task.name, "width": drawn.width, "height": drawn.height}
    return {"boxes": {**entry, "boxes": boxes_told(task.shown, drawn.boxes)}, "places": places}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A redacted screenshot: where each finding was hidden, and on which of them a readable surrogate stands."""

    png: bytes
    width: int
    height: int
    boxes: tuple[Box, ...]
    readable: tuple[int, ...]


_Draw = Callable[[Path, Sequence[ImageFinding], Sequence[str]], _Drawn]
_drawer: _Draw | None = None
"""Of a worker process."""


def _start(policy: Policy, home: Home) -> None:
    global _drawer
    _drawer = partial(_draw, policy, home)


def _draw_there(path: Path, shown: Sequence[ImageFinding], surrogates: Sequence[str]) -> _Drawn:
    assert _drawer is not None
    return _drawer(path, shown, surrogates)


def _draw(policy: Policy, home: Home, path: Path, shown: Sequence[ImageFinding], surrogates: Sequence[str]) -> _Drawn:
    image = decode_image(home.picture(path, policy.capture.max_image_bytes), path.suffix, policy.capture)
    redacted, boxes, readable = hide(image, shown, surrogates, policy.vision.style)
    height, width = image.shape[:2]
    return _Drawn(encode_png(redacted), int(width), int(height), tuple(boxes), tuple(readable))
