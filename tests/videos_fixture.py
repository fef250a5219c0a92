"""A finished build with demonstrations to review: films, captured videos, and a bundle with both. All is made up."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.capture.demonstrations import instance_of
from redaction.capture.images import Pixels, encode_png, open_image
from redaction.policy import Policy, ReviewPolicy
from redaction.records import INTERACTION_FIELDS, Demonstration
from redaction.stages.documents import SOP, TRACE
from redaction.stages.films import DemonstrationIn, FilmOf, as_dict, take_film
from redaction.stages.redact_films import KEY_FRAME, VIDEO
from redaction.video.encode import encode_film
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from redaction.work.stage_records import CAPTURES, DEMONSTRATIONS, FILMS, RELEASED_DEMONSTRATIONS
from redaction.work.store import BatchStore
from release.bundle.build import build_bundle
from tests.films import film, screen
from tests.release_fixture import chained
from tests.review_fixture import POLICY, clean_certificate
from tests.scrubbed_fixture import make_batch

WIDTH, HEIGHT = 641, 361
SECRET = "Wilhelmina Featherstonehaugh"
NAMES = ("103 @ 2025-04-14-08-17-41", "104 @ 2025-04-14-09-00-00")
#: when a frame appears (ms), its lines, and the boxes found on it: kind, box, score
STORY: tuple[tuple[int, tuple[str, ...], tuple[tuple[str, tuple[int, int, int, int], float], ...]], ...] = (
    (0, ("Accounts", "Open the list"), ()),
    (1000, ("Accounts", SECRET), (("person", (10, 54, 200, 76), 0.93),)),
    (
        2000,
        ("Accounts", SECRET, "Call +44 20 7946 0958"),
        (("person", (10, 54, 200, 76), 0.93), ("phone", (10, 78, 190, 100), 0.41)),
    ),
    (
        3000,
        ("Accounts", SECRET, "Call +44 20 7946 0958", "Saved"),
        (("person", (10, 54, 200, 76), 0.93), ("phone", (10, 78, 190, 100), 0.41)),
    ),
    (4000, ("Accounts", "Badge 55012"), (("employee_id", (10, 54, 120, 76), 0.58),)),
    (5000, ("Accounts", "Done"), ()),
    (6000, ("Accounts", "Really done"), ()),
)
UNTIL = 7000


@dataclass(frozen=True)
class Build:
    """Where a build lies, and the films in it."""

    out: Path
    films: tuple[FilmOf, ...]

    @property
    def store(self) -> BatchStore:
        """The only batch."""
        return BatchStore(self.out / "work" / "batches", "batch-a")

    def raw(self, number: int = 0) -> Path:
        """A captured video."""
        return self.out / "captures" / "demos" / NAMES[number] / f"{NAMES[number]}.mp4"


def frames(number: int) -> list[tuple[int, Pixels]]:
    """What a captured video shows."""
    return [(at, screen(*words, f"Video {number + 1}", width=WIDTH, height=HEIGHT)) for at, words, _ in STORY]


def make_videos(
    out: Path,
    *,
    count: int = 2,
    seconds: int = 0,
    codec: str = "libx264",
    hide: Callable[[int, Pixels], None] = lambda index, image: None,
    certify: Callable[[Path], Mapping[str, Any]] | None = clean_certificate,
    signing_key: Ed25519PrivateKey | None = None,
    shots: bool = True,
    guide: str = "1. Open Accounts.\n2. Read the number.\n",
) -> Build:
    """Write `out`/{bundle,work,captures} with `count` demonstrations. `hide` covers more of frame `index`; without
    `shots` no row has a screenshot."""
    captures = out / "captures" / "demos"
    batch = out / "work" / "batches" / "batch-a"
    names = NAMES[:count]
    rows = [row for name in names for row in _rows(name, shots)]
    make_batch(
        batch, rows=sorted(rows, key=lambda r: (r["process_instance_uuid"], r["timestamp"])), size=(HEIGHT, WIDTH)
    )
    store = BatchStore(out / "work" / "batches", "batch-a")
    films, lines = [], []
    for number, name in enumerate(names):
        raw = captures / name / f"{name}.mp4"
        raw.parent.mkdir(parents=True, exist_ok=True)
        if codec == "libx264":
            encode_film(frames(number), UNTIL, raw)
        else:
            film(raw, frames(number), UNTIL, codec=codec, pixels="yuv420p")
        one = Demonstration(
            instance=instance_of(name),
            name=name,
            participant="p1",
            trace=raw,
            states_s=(0.2, 3.2),
            screenshots=(None, None),
            video=raw,
        )
        taken = take_film(one, name, store, Policy())
        assert taken is not None and len(taken.frames) == len(STORY)
        films.append(taken)
        lines.append(_redact(store, taken, hide))
        write_whole(store.file(f"{RELEASED_DEMONSTRATIONS}/{taken.instance}{SOP}"), guide.encode())
    store.write_lines(DEMONSTRATIONS, (as_dict(DemonstrationIn(f.instance, f.name, "p1", f, 2)) for f in films))
    store.write_lines(FILMS, lines)
    about = (
        {
            "instance": f.instance,
            "name": f.name,
            "states": 2,
            "film": True,
            "milliseconds": UNTIL,
            "frames": len(f.frames),
        }
        for f in films
    )
    store.write_lines(f"scrubbed/{formats.SCRUBBED_DEMONSTRATIONS}", about)
    _ingest(store, out, rows)
    build_bundle(
        [batch],
        out / "bundle",
        version="1.0.0",
        policy=POLICY.model_copy(update={"review": ReviewPolicy(seconds_a_screen_at_least=seconds)}),
        certify=certify,
        signing_key=signing_key,
        **chained([batch]),
    )
    return Build(out, tuple(films))


def _rows(name: str, shots: bool) -> list[dict[str, Any]]:
    instance = instance_of(name)
    made = []
    for step in range(2):
        row: dict[str, Any] = dict.fromkeys(INTERACTION_FIELDS)
        row |= {
            "process_instance_uuid": instance,
            "process_name": "Look up a contact",
            "interaction_uuid": str(uuid.uuid5(uuid.UUID(instance), str(step))),
            "class_name": "Application Click",
            "subclass_name": "Button",
            "description": f"Step {step}",
            "timestamp": f"2025-04-14 08:17:4{step}.000",
            "application_name": "crm.example.com",
            "screenshot_name": f"Screen-{instance[:8]}-{step}.png" if shots else None,
            "screen_name": "Accounts",
            "interaction_type": "Click",
            "interaction_value": "LB Down",
            "interaction_coordinates": {"x": 20, "y": 30} if shots else None,
            "time_spent": 0.5,
        }
        made.append(row)
    return made


def _ingest(store: BatchStore, out: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raw rows beside captured screenshots."""
    lines = []
    for number, row in enumerate(rows):
        path = None
        if row["screenshot_name"]:
            path = out / "captures" / f"{number}.png"
            path.write_bytes(encode_png(screen(SECRET, width=WIDTH, height=HEIGHT)))
        lines.append(
            {"row": dict(row), "screenshot": path.name if path else None, "sha256": file_digest(path) if path else ""}
        )
    store.write_json(CAPTURES, {"folder": str((out / "captures").resolve())})
    store.write_lines("ingest/rows.jsonl", lines)


def _redact(store: BatchStore, taken: FilmOf, hide: Callable[[int, Pixels], None]) -> dict[str, Any]:
    """The released video, key frames and documents, and the line about it."""
    folder = store.file(RELEASED_DEMONSTRATIONS)
    redacted: list[tuple[int, Pixels]] = []
    told = []
    for index, ((at, file), (_, _, boxes)) in enumerate(zip(taken.frames, STORY, strict=True)):
        image = np.array(open_image(store.file(file), Policy().capture))
        for _, (x0, y0, x1, y1), _ in boxes:
            image[y0:y1, x0:x1] = 0
        hide(index, image)
        redacted.append((at, image))
        told.append(
            {
                "at_ms": at,
                "boxes": [{"kind": k, "box": list(b), "score": s, "detector": "names"} for k, b, s in boxes],
                "places": [],
            }
        )
    encode_film(redacted, taken.until_ms, folder / VIDEO.format(instance=taken.instance))
    for state, index in enumerate(taken.shows):
        write_whole(folder / KEY_FRAME.format(instance=taken.instance, state=state), encode_png(redacted[index][1]))
    write_whole(folder / f"{taken.instance}{TRACE}", json.dumps(_trace(taken)).encode())
    about = {name: getattr(taken, name) for name in ("instance", "name", "width", "height", "until_ms", "shows")}
    return {**about, "recipe": "", "files": {}, "frames": told}


def _trace(taken: FilmOf) -> dict[str, Any]:
    """Two states with a click between them."""
    size = {"width": taken.width, "height": taken.height}
    states = [
        {
            "type": "state",
            "data": {
                "id": 2 * number,
                "step": 2 * number,
                "timestamp": f"2025-04-14 08:17:4{number}.000000",
                "secs_from_start": 3.0 * number,
                "url": "https://crm.example.com/accounts",
                "tab": "Accounts",
                "json_state": "[]",
                "html": "<html><body><p>Accounts</p></body></html>",
                "path_to_screenshot": f"./screenshots/{number}.png",
                "window_size": size,
                "screen_size": size,
                "active_application_name": "Chromium",
            },
        }
        for number in range(2)
    ]
    click = {
        "type": "action",
        "data": {
            "id": 1,
            "step": 1,
            "type": "mouseup",
            "timestamp": "2025-04-14 08:17:40.500000",
            "secs_from_start": 0.5,
            "x": 20,
            "y": 30,
            "is_right_click": False,
            "element_attributes": {
                "element": {"tag": "button", "text": "Open", "label": "Open"},
                "xpath": "/html/body/p",
            },
        },
    }
    return {"trace": [states[0], click, states[1]], "webarena": {"task_id": 103, "intent": "Look up a contact"}}
