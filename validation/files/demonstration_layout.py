"""Where the files of demonstrations stand in their archive: WONDERBREAD's own layout, and nothing else.

`data/demos/<name>/…` with `<name>` "<task_id> @ <YYYY-MM-DD-HH-MM-SS>", and index tables `data/<table>.csv`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal["trace", "raw", "sop", "video", "key frame"]

NAME = r"(?:0|[1-9][0-9]{0,8}) @ [0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}"
TABLES = ("df_rankings", "df_valid", "qa_dataset")
_MEMBER = re.compile(
    rf"data/demos/(?P<name>{NAME})/"
    r"(?:(?P<raw>\[raw\] (?P=name)\.json)|(?P<trace>(?P=name)\.json)|(?P<video>(?P=name)\.mp4)"
    r"|(?P<sop>SOP - (?P=name)\.txt)|screenshots/(?P<state>0|[1-9][0-9]{0,6})\.png)"
)
_TABLE = re.compile(rf"data/(?P<table>{'|'.join(TABLES)})\.csv")
_ARCHIVE = "_demonstrations.zip"


@dataclass(frozen=True, slots=True)
class Place:
    """What a member is: a part of the demonstration `name`, the key frame of a `state`, or a table."""

    name: str = ""
    part: Part | Literal["table"] = "table"
    state: int = -1
    table: str = ""


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


def table_member(table: str) -> str:
    """The member that holds an index table."""
    return f"data/{table}.csv"


def place_of(member: str) -> Place | None:
    """What a member is; None for one that the layout does not know."""
    if table := _TABLE.fullmatch(member):
        return Place(table=table["table"])
    found = _MEMBER.fullmatch(member)
    if found is None:
        return None
    if found["state"] is not None:
        return Place(found["name"], "key frame", int(found["state"]))
    part: Part = next(part for part in ("raw", "trace", "video", "sop") if found[part] is not None)  # type: ignore[assignment]
    return Place(found["name"], part)
