"""The definition of a task as WebArena writes it: intent, template, what was filled in, and how it is judged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from redaction.documents.addresses import walk_address
from redaction.documents.json_values import walk_json
from redaction.documents.refusal import DocumentRefused
from redaction.documents.texts import Texts, words_of
from redaction.documents.unit import Each

_KEPT = {
    "task_id": int,
    "intent_template_id": int,
    "require_login": bool,
    "require_reset": bool,
}
_ADDRESSES = frozenset({"start_url", "storage_state"})
_NOTES = frozenset({"intent", "intent_template", "string_note"})
EVAL_TYPES = frozenset({"string_match", "url_match", "program_html"})
_EVAL_LIST = """reference_answers reference_url program_html string_note reference_answer_raw_annotation url_note
annotation_note"""
_EVAL = frozenset(_EVAL_LIST.split())
_ANSWERS = frozenset({"exact_match", "must_include", "fuzzy_match"})
_PROGRAM = frozenset({"url", "locator", "required_contents", "prep_actions"})
KNOWN = frozenset(_KEPT) | _ADDRESSES | _NOTES | {"sites", "geolocation", "instantiation_dict", "eval"}


def rewrite_tasks(data: bytes, each: Each) -> bytes:
    """A list of tasks (`test.raw.json` of WebArena) with all its texts put through `each`; one task likewise.

    Raises DocumentRefused for what is neither.
    """
    try:
        tasks = json.loads(data.decode("utf-8-sig"), parse_constant=lambda _: None)
    except UnicodeDecodeError:
        raise _refused("encoding_broken") from None
    except (ValueError, RecursionError):
        raise _refused("json_broken") from None
    texts = Texts(each)
    if isinstance(tasks, dict):
        return _written(walk_task(tasks, texts))
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise _refused("wrong_type")
    return _written([walk_task(task, texts) for task in tasks])


def walk_task(task: Mapping[str, Any], texts: Texts) -> dict[str, Any]:
    """One task: ids and flags stay, texts are shown, places on a map and fields that the format does not know go."""
    made: dict[str, Any] = {}
    for name, value in task.items():
        if name not in KNOWN:
            continue
        if value is None or name == "geolocation":
            made[name] = None
        elif name in _KEPT:
            made[name] = value if type(value) is _KEPT[name] else None
        elif name in _ADDRESSES:
            made[name] = walk_address(str(value), texts) or ""
        elif name in _NOTES:
            made[name] = texts.one(str(value))
        elif name == "sites":
            made[name] = [texts.one(str(site), None, "host") for site in value] if isinstance(value, list) else []
        elif name == "instantiation_dict" and isinstance(value, dict):
            made[name] = walk_json(value, texts)
        elif name == "eval" and isinstance(value, dict):
            made[name] = _eval(value, texts)
    return made


def unknown_fields(task: Mapping[str, Any]) -> int:
    """How many fields of a task are dropped because the format does not know them."""
    judged = task.get("eval")
    if not isinstance(judged, dict):
        return len(task.keys() - KNOWN)
    programs = judged.get("program_html")
    records = [one for one in programs if isinstance(one, dict)] if isinstance(programs, list) else []
    answers = [judged.get("reference_answers"), *(one.get("required_contents") for one in records)]
    return (
        len(task.keys() - KNOWN)
        + len(judged.keys() - _EVAL - {"eval_types"})
        + sum(len(one.keys() - _PROGRAM) for one in records)
        + sum(len(one.keys() - _ANSWERS) for one in answers if isinstance(one, dict))
    )


def _eval(judged: Mapping[str, Any], texts: Texts) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in judged.items():
        if name == "eval_types":
            kinds = value if isinstance(value, list) else []
            made[name] = [kind for kind in kinds if isinstance(kind, str) and kind in EVAL_TYPES]
        elif name == "reference_answers" and isinstance(value, dict):
            made[name] = {n: walk_json(v, texts, "answer") for n, v in value.items() if n in _ANSWERS}
        elif name == "program_html" and isinstance(value, list):
            made[name] = [_program(one, texts) for one in value if isinstance(one, dict)]
        elif name in _EVAL:
            made[name] = walk_json(value, texts, words_of(name))
    return made


def _program(given: Mapping[str, Any], texts: Texts) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in given.items():
        if name == "url" and isinstance(value, str):
            made[name] = walk_address(value, texts) or ""
        elif name == "locator" and isinstance(value, str):
            made[name] = texts.one(value)
        elif name == "prep_actions" and isinstance(value, list):
            made[name] = [texts.one(one) for one in value if isinstance(one, str)]
        elif name == "required_contents" and isinstance(value, dict):
            made[name] = {n: walk_json(v, texts, "answer") for n, v in value.items() if n in _ANSWERS}
    return made


def _written(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def _refused(reason: str) -> DocumentRefused:
    return DocumentRefused("a list of tasks cannot be read.", reason=reason, remedy="export it again.")
