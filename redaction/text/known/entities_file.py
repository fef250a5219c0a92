"""Known entities from a file: a JSON list, JSON lines, or an object such as batch.json with entities, participants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from redaction.errors import EntrophyError
from redaction.records import ConsentStatus, DeclaredEntity, Participant

_REMEDY = (
    'give a JSON list (or JSON lines) of {"kind", "value", "aliases"}, or an object with entities or participants.'
)


def load_entities(path: Path) -> tuple[tuple[DeclaredEntity, ...], tuple[Participant, ...]]:
    """Entities and participants of a UTF-8 file, in file order. EntrophyError (quoting nothing) for anything else."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise EntrophyError(f"the entities file cannot be read ({type(error).__name__}).", remedy=_REMEDY) from None
    raw = _parsed(text)
    people: list[Any] = []
    if isinstance(raw, dict) and ("entities" in raw or "participants" in raw):
        people = _list(raw.get("participants"))
        raw = _list(raw.get("entities"))
    elif isinstance(raw, dict):
        raw = [raw]
    entities = tuple(_entity(item, i) for i, item in enumerate(_list(raw)))
    return entities, tuple(_participant(item, i) for i, item in enumerate(people))


def _parsed(text: str) -> Any:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines] if len(lines) > 1 and _whole(lines[0]) else json.loads(text)
    except (ValueError, RecursionError):
        raise EntrophyError("the entities file is neither JSON nor JSON lines.", remedy=_REMEDY) from None


def _whole(line: str) -> bool:
    """True when the first line is an object by itself: then the file is JSON lines."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _list(raw: Any) -> list[Any]:
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise EntrophyError("the entities file holds something else where a list belongs.", remedy=_REMEDY)
    return raw


def _entity(item: Any, index: int) -> DeclaredEntity:
    if isinstance(item, dict) and isinstance(item.get("kind"), str) and isinstance(item.get("value"), str):
        aliases = item.get("aliases") or []
        if isinstance(aliases, list) and all(isinstance(alias, str) for alias in aliases):
            return DeclaredEntity(item["kind"], item["value"], tuple(aliases))
    raise EntrophyError("an entity is not usable.", record=f"entities[{index}]", remedy=_REMEDY)


def _participant(item: Any, index: int) -> Participant:
    if isinstance(item, dict):
        name, email = item.get("name"), item.get("email")
        if all(value is None or isinstance(value, str) for value in (name, email)):
            consent = item.get("consent")
            raw = consent.get("status") if isinstance(consent, dict) else consent
            status: ConsentStatus = raw if raw in ("granted", "withdrawn") else "missing"
            return Participant(str(item.get("id", index)), name, email, status)
    raise EntrophyError("a participant is not usable.", record=f"participants[{index}]", remedy=_REMEDY)
