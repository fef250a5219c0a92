"""Where the files of company sources stand in their archive: `sources.json`, `sources/<name>/…`, `access/<name>.json`,
and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Part = Literal["index", "schema", "rows", "document", "access"]

INDEX = "sources.json"
_NAME = r"(?P<name>[a-z][a-z0-9_]{0,40})"
_MEMBER = re.compile(
    rf"sources/{_NAME}/(?:(?P<schema>schema\.json)|(?P<rows>data\.jsonl)"
    r"|documents/(?P<document>[A-Za-z0-9][A-Za-z0-9._-]{0,99})\.pdf)"
)
_ACCESS = re.compile(rf"access/{_NAME}\.json")
_ARCHIVE = "_sources.zip"


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """What a member is: a part of the source `name`, one of its documents, or the list of all sources."""

    part: Part
    name: str = ""
    document: str = ""


def is_source_archive(name: str) -> bool:
    """Whether a file of a bundle is an archive of company sources."""
    return name.endswith(_ARCHIVE)


def source_archive(stem: str) -> str:
    """The archive of a domain, by the stem of its files."""
    return stem + _ARCHIVE


def source_member(name: str, part: Part, document: str = "") -> str:
    """The member that holds a part of a source."""
    return {
        "index": INDEX,
        "schema": f"sources/{name}/schema.json",
        "rows": f"sources/{name}/data.jsonl",
        "document": f"sources/{name}/documents/{document}.pdf",
        "access": f"access/{name}.json",
    }[part]


def source_place(member: str) -> SourcePlace | None:
    """What a member is; None for one that the layout does not know."""
    if member == INDEX:
        return SourcePlace("index")
    if (found := _ACCESS.fullmatch(member)) is not None:
        return SourcePlace("access", found["name"])
    found = _MEMBER.fullmatch(member)
    if found is None:
        return None
    if found["document"] is not None:
        return SourcePlace("document", found["name"], found["document"])
    return SourcePlace("schema" if found["schema"] else "rows", found["name"])
