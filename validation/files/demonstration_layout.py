"""Where the files of demonstrations stand in their archive: WONDERBREAD's own layout, and nothing else.

`data/demos/<name>/…` with `<name>` "<task_id> @ <YYYY-MM-DD-HH-MM-SS>", and index files `data/<file>`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal["trace", "raw", "sop", "video", "key frame"]

NAME = r"(?:0|[1-9][0-9]{0,8}) @ [0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}(?: \([1-9][0-9]?\))?"
INDEX_FILES = (
    "df_rankings.csv",
    "df_valid.csv",
    "metadata.json",
    "qa_dataset.csv",
    "sop_sample.csv",
    "sop_sample_human_eval.csv",
)
_MEMBER = re.compile(
    rf"data/demos/(?P<name>{NAME})/"
    r"(?:(?P<raw>\[raw\] (?P=name)\.json)|(?P<trace>(?P=name)\.json)|(?P<video>(?P=name)\.mp4)"
    r"|(?P<sop>SOP - (?P=name)\.txt)|screenshots/(?P<state>0|[1-9][0-9]{0,6})\.png)"
)
_ARCHIVE = "_demonstrations.zip"


@dataclass(frozen=True, slots=True)
class Place:
    """What a member is: a part of the demonstration `name`, the key frame of a `state`, or an index file."""

    name: str = ""
    part: Part | Literal["index"] = "index"
    state: int = -1
    index: str = ""


def is_archive(name: str) -> bool:
    """Whether a file of a bundle is an archive of demonstrations."""
    return name.endswith(_ARCHIVE)


def archive_name(stem: str) -> str:
    """The archive of a domain, by the stem of its files."""
    return stem + _ARCHIVE


def member_of(name: str, part: Part, state: int = -1) -> str:
    """The member that holds a part of a demonstration."""
    file = {
        "trace": f"{name}.json",
        "raw": f"[raw] {name}.json",
        "sop": f"SOP - {name}.txt",
        "video": f"{name}.mp4",
        "key frame": f"screenshots/{state}.png",
    }[part]
    return f"data/demos/{name}/{file}"


def index_member(name: str) -> str:
    """The member that an index file is."""
    return f"data/{name}"


def place_of(member: str) -> Place | None:
    """What a member is; None for one that the layout does not know."""
    if member.removeprefix("data/") in INDEX_FILES and member.startswith("data/"):
        return Place(index=member.removeprefix("data/"))
    found = _MEMBER.fullmatch(member)
    if found is None:
        return None
    if found["state"] is not None:
        return Place(found["name"], "key frame", int(found["state"]))
    part: Part = next(part for part in ("raw", "trace", "video", "sop") if found[part] is not None)
    return Place(found["name"], part)
