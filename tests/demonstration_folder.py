"""Demonstrations of invented work in WONDERBREAD's layout, small enough to be checked by hand."""

from __future__ import annotations

import base64
import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.demonstrations.records import Frame
from validation.table.demonstrations import QUESTION_COLUMNS, RANKING_COLUMNS, VALID_COLUMNS

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one point."""
FRAMES = tuple(Frame(id=str(at), url="", tab="", action=None, screenshot=None) for at in range(4))
"""Frames of which nothing is known."""
HOST = "http://shop.example:7770"
FORUM = "http://forum.example:9999"


def click(text: str, tag: str = "a", **more: Any) -> dict[str, Any]:
    """A click on an element of this text."""
    return {"type": "mouseup", "x": 5, "y": 7, "element_attributes": {"element": {"tag": tag, "text": text, **more}}}


def typing(key: str, label: str) -> dict[str, Any]:
    """Keystrokes into a labelled field."""
    return {"type": "keystroke", "key": key, "element_attributes": {"element": {"tag": "input", "label": label}}}


def scroll(dy: int) -> dict[str, Any]:
    return {"type": "scroll", "dx": 0, "dy": dy, "element_attributes": None}


@dataclass(frozen=True)
class Demo:
    """One demonstration: path of each state (with its host), what was done at each but the last, and a guide."""

    name: str
    intent: str
    paths: tuple[str, ...]
    actions: tuple[dict[str, Any], ...]
    guide: str
    site: tuple[str, ...] = ("shopping",)

    def trace(self) -> dict[str, Any]:
        """The trace as it is recorded, HTML and all."""
        items: list[dict[str, Any]] = []
        for at, path in enumerate(self.paths):
            items.append(
                {
                    "type": "state",
                    "data": {
                        "id": 2 * at,
                        "step": 2 * at,
                        "timestamp": f"2024-03-01 09:00:{at:02d}.000001",
                        "secs_from_start": 1.5 * at,
                        "url": path,
                        "tab": f"Page {path.rsplit('/', 1)[-1] or 'home'}",
                        "json_state": "[]",
                        "html": "<html>" + "x" * 1000 + "</html>",
                        "path_to_screenshot": f"./{self.name}/screenshots/{2 * at}.png",
                    },
                }
            )
            if at < len(self.actions):
                items.append({"type": "action", "data": {"id": 2 * at + 1, "step": 2 * at + 1, **self.actions[at]}})
        task = {"task_id": int(self.name.split(" ")[0]), "intent": self.intent, "sites": list(self.site)}
        return {"trace": items, "webarena": {**task, "start_url": self.paths[0]}}


def _guide(*steps: str) -> str:
    return "How it is done\n" + "".join(f"{n}. {step}\n" for n, step in enumerate(steps, start=1))


def _orders(name: str, guide: str, detour: bool = False) -> Demo:
    paths = (f"{HOST}/", f"{HOST}/orders", f"{HOST}/orders/view/7", *((f"{HOST}/orders",) if detour else ()))
    actions = (click("My Orders"), click("View order 7"), *((click("Back", "button"),) if detour else ()))
    return Demo(name, "Show the order of last week", paths, actions, guide)


def _wish(name: str, guide: str) -> Demo:
    paths = (f"{HOST}/", f"{HOST}/search", f"{HOST}/desk-lamp.html", f"{HOST}/wishlist/index")
    actions = (
        typing("'d' 'e' 's' 'k' Key.space 'l' 'a' 'm' 'p'", "Search"),
        click("Desk lamp"),
        click("Add to wish list", "button"),
    )
    return Demo(name, "Put a desk lamp on the wish list", paths, actions, guide)


def _review(name: str, guide: str) -> Demo:
    paths = (f"{HOST}/", f"{HOST}/kettle.html", f"{HOST}/kettle.html#reviews")
    return Demo(name, "Read what buyers say of the kettle", paths, (click("Kettle"), scroll(300)), guide)


def _post(name: str, guide: str) -> Demo:
    paths = (f"{FORUM}/", f"{FORUM}/submit")
    return Demo(name, "Open a new post", paths, (click("Submit", "button"),), guide, ("reddit",))


DEMOS: tuple[Demo, ...] = (
    _orders("11 @ 2024-03-01-09-00-00", _guide("Click on My Orders.", "Click on View order 7.")),
    _orders("11 @ 2024-03-01-10-00-00", _guide("Open the orders.", "View it.", "Go back."), detour=True),
    _orders("11 @ 2024-03-02-09-00-00", _guide("Look for it.")),
    _orders("11 @ 2024-03-02-09-00-00 (1)", _guide("Go to the orders.", "View the order of last week.")),
    _wish("12 @ 2024-03-01-11-00-00", _guide("Type desk lamp.", "Click on Desk lamp.", "Click on Add to wish list.")),
    _wish("12 @ 2024-03-01-12-00-00", _guide("Find a lamp.", "Wish for it.")),
    _wish("12 @ 2024-03-01-13-00-00", _guide("Search.")),
    _review("13 @ 2024-03-03-09-00-00", _guide("Click on Kettle.", "Scroll down to the reviews.")),
    _post("21 @ 2024-03-04-09-00-00", _guide("Click on Submit.")),
)
RANKS: tuple[tuple[int, str, str], ...] = (
    (1, "11", "11 @ 2024-03-01-09-00-00"),
    (2, "11", "11 @ 2024-03-02-09-00-00 (1)"),
    (3, "11", "11 @ 2024-03-01-10-00-00"),
    (4, "11", "11 @ 2024-03-02-09-00-00"),
    (1, "12", "12 @ 2024-03-01-11-00-00"),
    (2, "12", "12 @ 2024-03-01-12-00-00"),
    (3, "12", "12 @ 2024-03-01-13-00-00"),
)
QUESTIONS: tuple[tuple[str, str, str, str], ...] = (
    ("12 @ 2024-03-01-11-00-00", "What is the purpose of this?", "SOP", "To remember a desk lamp."),
    (
        "11 @ 2024-03-01-09-00-00, 11 @ 2024-03-01-10-00-00",
        "Which of the two is shorter, and why?",
        "Trace+Screenshots, Trace+Screenshots",
        "The first, since it does not go back.",
    ),
)


@dataclass(frozen=True)
class Index:
    """The three index files as rows, to be spoiled."""

    valid: list[dict[str, str]] = field(default_factory=list)
    rankings: list[dict[str, str]] = field(default_factory=list)
    questions: list[dict[str, str]] = field(default_factory=list)


def index(demos: Iterable[Demo] = DEMOS) -> Index:
    """What the index files say of these demonstrations."""
    valid = []
    for demo in demos:
        row = {name: "False" if name.endswith("_empty") else "True" for name in VALID_COLUMNS}
        row |= {
            "path_to_demo_folder": f"data/demos/{demo.name}",
            "task_id": demo.name.split(" ")[0],
            "folder_name": demo.name,
        }
        valid.append(row)
    rankings = [
        dict(zip(RANKING_COLUMNS, (str(rank), task, "", f"data/demos/{name}", name), strict=True))
        for rank, task, name in RANKS
    ]
    questions = [
        dict(zip(QUESTION_COLUMNS, (names, asked, evidence, answer, "What …?"), strict=True))
        for names, asked, evidence, answer in QUESTIONS
    ]
    return Index(valid, rankings, questions)


def csv_bytes(rows: Sequence[Mapping[str, str]]) -> bytes:
    """A table as a file, with the mark that the published one of questions begins with."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def files(demos: Sequence[Demo] = DEMOS, tables: bool = True) -> dict[str, bytes]:
    """Path → bytes of everything but videos, in the order of `demos`."""
    made: dict[str, bytes] = {}
    for demo in demos:
        folder = f"data/demos/{demo.name}"
        made[f"{folder}/{demo.name}.json"] = json.dumps(demo.trace()).encode()
        made[f"{folder}/{demo.name}.mp4"] = b""
        for at in range(len(demo.paths)):
            made[f"{folder}/screenshots/{2 * at}.png"] = PIXEL
        if demo.guide:
            made[f"{folder}/SOP - {demo.name}.txt"] = demo.guide.encode()
    if tables:
        rows = index(demos)
        made["data/df_valid.csv"] = csv_bytes(rows.valid)
        made["data/df_rankings.csv"] = csv_bytes(rows.rankings)
        made["data/qa_dataset.csv"] = csv_bytes(rows.questions)
    return made


def write_folder(root: Path, demos: Sequence[Demo] = DEMOS, tables: bool = True) -> Path:
    """The folder with `data` in it."""
    for name, data in files(demos, tables).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def write_archive(path: Path, demos: Sequence[Demo] = DEMOS, tables: bool = True) -> Path:
    """The same as an archive."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files(demos, tables).items():
            archive.writestr(name, data)
    return path
