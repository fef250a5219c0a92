"""What raw captures know that a release must not say. Values stay in memory; reports get positions only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from redaction.capture.captures import captured_texts
from redaction.errors import CaptureError
from redaction.findings import Kind
from redaction.records import DeclaredEntity
from redaction.text import Registry
from redaction.work import formats
from release.bundle.distinctive import is_distinctive
from release.verify.verify_tables import Tables
from validation.leaks.folding import fold_words
from validation.leaks.needles import Matcher, Needle

_EMAIL = re.compile(r"[\w.%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}")
_TEXT_FIELDS = ("screenshot_name", "screen_name", "interaction_value", "field_name", "field_value", "description")


def captured_needles(captures: Sequence[Path]) -> tuple[list[Needle], dict[str, str], list[int]]:
    """(needles, captured strings with an identifier in them → where each came from, numbers of unreadable batches)."""
    needles: list[Needle] = []
    strings: dict[str, str] = {}
    unread: list[int] = []
    for number, folder in enumerate(captures):
        try:
            about = json.loads((folder / formats.BATCH).read_bytes())
            found = list(_declared(about, f"captures[{number}]"))
            captured = list(captured_texts(folder, str(about.get("format"))))
        except (OSError, ValueError, AttributeError, TypeError, CaptureError):
            unread.append(number)
            continue
        texts = [(f"captures[{number}] {place}", text) for place, text in captured]
        emails = sorted({match.group() for _, text in texts for match in _EMAIL.finditer(text)})
        found += [(f"captures[{number}] e-mail {i}", Kind.EMAIL, email) for i, email in enumerate(emails)]
        needles += found
        matcher = Matcher(found)
        for where, text in texts:
            if matcher.find(text):
                strings.setdefault("".join(fold_words(text)), where)
    return needles, strings, unread


def repeated_strings(strings: dict[str, str], tables: Tables) -> Iterator[tuple[str, str]]:
    """(place in the released rows, place in the captures) of every captured text that came through unchanged."""
    if not strings:
        return
    for domain in sorted(tables.rows):
        for number, row in enumerate(tables.rows[domain]):
            for field in _TEXT_FIELDS:
                value = row[field]
                source = strings.get("".join(fold_words(value))) if value else None
                if source is not None:
                    yield f"domain {sorted(tables.rows).index(domain)} row {number} {field}", source


def _declared(about: dict[str, Any], where: str) -> Iterator[Needle]:
    for number, person in enumerate(about.get("participants", [])):
        for kind, key in ((Kind.PERSON, "name"), (Kind.EMAIL, "email")):
            if person.get(key):
                yield f"{where} participant {number}", kind, str(person[key])
    for number, entity in enumerate(about.get("entities", [])):
        place = f"{where} entity {number}"
        values = [str(value) for value in (entity.get("value"), *(entity.get("aliases") or ())) if value]
        for value in values:
            # The very kinds that a build takes the format's words for, and whom an address names.
            declared = Registry.declared([DeclaredEntity(str(entity.get("kind")), value, ())], [])
            for name, said, _ in sorted(declared.entries):
                if "@" not in value or Kind(name) is Kind.EMAIL or is_distinctive(Kind(name), said, True):
                    yield place, Kind(name), said
