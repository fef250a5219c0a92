"""JSON in documents: strings and keys are shown, numbers and truth values stay, HTML and JSON in strings is walked."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from redaction.documents.addresses import is_address, walk_address
from redaction.documents.texts import Texts, clean, words_of
from redaction.documents.unit import Each
from redaction.work.json_text import canonical

DEEPEST_JSON = 64
"""Levels of lists and objects in a JSON value: what lies deeper is dropped."""
DEEPEST_NESTING = 4
"""Documents inside documents (HTML in JSON in an attribute …): what lies deeper is dropped."""
LONGEST_VALUE = 20_000
"""Characters of a string without a space: what is longer is no text but a file or a state of a program, and dropped."""
SHORTEST_NUMBER = 7
"""Digits from which a number may be somebody's (a telephone number, an account) and is shown as a text."""
_MARKUP = re.compile(r"<(?:[a-zA-Z][^>]*|/[a-zA-Z][^>]*|!--)>?")
_CONTAINER = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[\]{\"])")
_SECRET = re.compile(r"(?i)csrf|xsrf|nonce|token|secret|passw|passwd|pwd|authenticity|session|api[_-]?key|credential")
_PLAIN = frozenset({"", "true", "false", "null", "none", "yes", "no", "on", "off", "auto", "mixed", "undefined"})


def rewrite_json(value: Any, each: Each) -> Any:
    """A JSON value with all its texts put through `each`."""
    return walk_json(value, Texts(each))


def walk_json(value: Any, texts: Texts, label: str | None = None, nesting: int = 0, depth: int = 0) -> Any:
    """A JSON value; `label` is the key that it stands under."""
    if isinstance(value, str):
        return walk_string(value, texts, label, nesting)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return _number(value, texts, label)
    if depth >= DEEPEST_JSON:
        return None
    if isinstance(value, list):
        return [walk_json(item, texts, label, nesting, depth + 1) for item in value]
    if isinstance(value, dict):
        made: dict[str, Any] = {}
        for key, item in value.items():
            shown = texts.token(clean(key)) if key.strip() else ""
            while shown in made:
                shown += "_"
            made[shown] = None if is_secret(key) else walk_json(item, texts, words_of(key), nesting, depth + 1)
        return made
    return None


def walk_string(text: str, texts: Texts, label: str | None = None, nesting: int = 0) -> str:
    """A string that may be JSON, HTML, an address or a text; "" where it cannot be understood."""
    text = clean(text)
    if text.strip().lower() in _PLAIN:
        return text
    if _CONTAINER.match(text):
        return walk_json_text(text, texts, label, nesting) or ""
    if _MARKUP.search(text):
        from redaction.documents.html import walk_fragment

        return walk_fragment(text, texts, label, nesting + 1) if nesting < DEEPEST_NESTING else ""
    if is_address(text):
        return walk_address(text, texts, label) or ""
    if len(text) > LONGEST_VALUE and not re.search(r"\s", text):
        return ""
    return texts.one(text, label, "field" if label else "prose")


def walk_json_text(text: str, texts: Texts, label: str | None = None, nesting: int = 0) -> str | None:
    """A string that holds a JSON list or object; None where it is none, or lies too deep."""
    if nesting >= DEEPEST_NESTING:
        return None
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return canonical(walk_json(value, texts, label, nesting + 1))


def is_secret(name: str) -> bool:
    """Whether what is called so opens a door: it is dropped, not shown."""
    return bool(_SECRET.search(name))


def _number(value: int | float, texts: Texts, label: str | None) -> Any:
    written = repr(value)
    if value != value or value in (float("inf"), float("-inf")):
        return None
    if sum(letter.isdigit() for letter in written) < SHORTEST_NUMBER:
        return value
    shown = texts.one(written, label, "field")
    if shown == written:
        return value
    return int(shown) if re.fullmatch(r"-?(?:0|[1-9]\d{0,17})", shown) else shown


def _no_constant(_: str) -> NoReturn:
    raise ValueError
