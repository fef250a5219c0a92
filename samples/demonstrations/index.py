"""The index files of a batch, with the columns of WONDERBREAD's: what is there, how good it is, and questions."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

VALID, RANKINGS, QUESTIONS, METADATA = "df_valid.csv", "df_rankings.csv", "qa_dataset.csv", "metadata.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """One demonstration as the index knows it. Texts carry no marks. `quality` is 1 for the straight way."""

    name: str
    task_id: int
    site: str
    intent: str
    person: str
    participant: str
    steps: int
    quality: int


def write_index(folder: Path, entries: list[Entry]) -> None:
    """Write the four files; ranks tell the demonstrations of one task apart, the shorter one is better."""
    _table(folder / VALID, (_valid(entry) for entry in entries))
    _table(folder / RANKINGS, _rankings(entries))
    _table(folder / QUESTIONS, _questions(entries))
    results = [
        {"folder_id": f"local-{i:04d}", "folder_name": e.name, "url": _link(i), "path_to_output": _path(e)}
        for i, e in enumerate(entries)
    ]
    (folder / METADATA).write_text(
        json.dumps({"results": [None, *results]}, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
    )


def _path(entry: Entry) -> str:
    return f"data/demos/{entry.name}"


def _link(number: int) -> str:
    return f"https://files.nordlys.example/demos/{number:04d}"


def _valid(entry: Entry) -> dict[str, object]:
    row: dict[str, object] = {"path_to_demo_folder": _path(entry), "task_id": entry.task_id, "folder_name": entry.name}
    for part in ("trace_json", "sop_txt", "screenshots_dir", "mp4"):
        row |= {f"is_{part}": True, f"is_{part}_empty": False}
    return row | {"is_trace_valid": True}


def _rankings(entries: list[Entry]) -> Iterable[dict[str, object]]:
    for task in sorted({entry.task_id for entry in entries}):
        same = sorted((e.quality, e.steps, i) for i, e in enumerate(entries) if e.task_id == task)
        for rank, (_, _, number) in enumerate(same, 1):
            entry = entries[number]
            yield {
                "rank": rank,
                "task_id": task,
                "gdrive_link": _link(number),
                "path_to_demo_folder": _path(entry),
                "folder_name": entry.name,
            }


def _questions(entries: list[Entry]) -> Iterable[dict[str, object]]:
    """One question a demonstration, in turns of three; the third compares it with another of its site."""
    for i, entry in enumerate(entries):
        other = next((e for e in entries if e.site == entry.site and e.task_id != entry.task_id), None)
        if i % 3 == 2 and other is not None:
            template = "What do these two workflows have in common?"
            yield _question(
                f"{entry.name}, {other.name}",
                template,
                template,
                "SOP",
                f"Both begin on the same page; {entry.person} plays a part in the first.",
            )
        elif i % 3 == 1:
            template = "Who or what is {{object}} in this workflow?"
            asked = template.replace("{{object}}", entry.person)
            yield _question(
                entry.name,
                template,
                asked,
                "Key frames",
                f'{entry.person} is the person whom the task "{entry.intent}" is about.',
            )
        else:
            template = "What would most likely go wrong for somebody who does this for the first time?"
            yield _question(
                entry.name,
                template,
                template,
                "SOP",
                f"Choosing somebody else than {entry.person}, because several names look alike.",
            )


def _question(ids: str, template: str, asked: str, evidence: str, label: str) -> dict[str, object]:
    return {
        "Task ID(s)": ids,
        "Question Instantiation": asked,
        "Evidence": evidence,
        "Human Label": label,
        "Question Template": template,
    }


def _table(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    kept = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(kept[0]) if kept else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
