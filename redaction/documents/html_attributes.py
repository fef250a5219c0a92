"""The attributes of an element, each by its rule."""

from __future__ import annotations

import re
from collections.abc import Mapping

from redaction.documents.addresses import walk_address, walk_sources
from redaction.documents.html_rules import COLOUR, LANGUAGE, LONGEST_SHAPE, NUMBER, RULES, SHAPE, WORDS, Rule
from redaction.documents.json_values import DEEPEST_NESTING, is_secret, walk_string
from redaction.documents.style import safe_style
from redaction.documents.texts import Texts, clean, words_of

_NAME = re.compile(r"[^\s\"'<>/=\x00-\x1f\x7f\ufffd]{1,100}")
_SECRET_FIELD = re.compile(r"(?i)passw|passcode|passphrase|pwd\b|kennwort|contraseñ|mot de passe|one-time-code|cc-csc")
_NAMESPACES = frozenset({"xmlns", "xmlns:xlink"})
_UNSEEN_INPUTS = frozenset({"password", "hidden"})
_BUTTONS = frozenset({"submit", "button", "reset", "image"})


def walk_attributes(
    tag: str, given: Mapping[str, str | None], label: str | None, texts: Texts, nesting: int
) -> list[tuple[str, str]]:
    """(name, value) of the attributes that stay, in their order. `label` is what the page calls the element."""
    made: list[tuple[str, str]] = []
    for name, value in given.items():
        if not _NAME.fullmatch(name) or name.lower().startswith("on"):
            continue
        rule: Rule | None = RULES.get(name.lower())
        named = rule is not None or name in _NAMESPACES or texts.token(name) == name
        shown = _walked(rule or "open", tag, name, clean(value or ""), given, label, texts, nesting)
        if shown is not None and named:
            made.append((name, clean(shown)))
    return made


def is_secret_field(given: Mapping[str, str | None], label: str | None = None) -> bool:
    """Whether what is typed into a control is a secret: by its type, its name, or what it is called."""
    names = (given.get(name) or "" for name in ("name", "id", "autocomplete", "aria-label", "placeholder"))
    return (given.get("type") or "").lower() == "password" or any(map(_SECRET_FIELD.search, (*names, label or "")))


def _walked(
    rule: Rule,
    tag: str,
    name: str,
    value: str,
    given: Mapping[str, str | None],
    label: str | None,
    texts: Texts,
    nesting: int,
) -> str | None:
    if not value.strip():
        return value
    match rule:
        case "drop":
            return None
        case "text" | "label":
            return texts.say(value)
        case "value":
            return _value(tag, value, given, label, texts)
        case "address":
            return walk_address(value, texts)
        case "sources":
            return walk_sources(value, texts)
        case "token":
            if name in ("id", "name"):
                texts.ids.add(value)
            return texts.token(value)
        case "tokens":
            return texts.tokens(value)
        case "word":
            return value if _is_word(value) else texts.one(value, words_of(name))
        case "number":
            return value if NUMBER.fullmatch(value.strip()) else texts.one(value, words_of(name), "field")
        case "shape":
            return value if len(value) <= LONGEST_SHAPE and SHAPE.fullmatch(value) else None
        case "style":
            return safe_style(value) or None
        case "page":
            if nesting >= DEEPEST_NESTING:
                return None
            from redaction.documents.html import walk_page

            return walk_page(value, texts, nesting + 1)
        case "open":
            return _open(name, value, given, texts, nesting)


def _value(tag: str, value: str, given: Mapping[str, str | None], label: str | None, texts: Texts) -> str | None:
    kind = (given.get("type") or "").lower()
    if tag == "input" and (kind in _UNSEEN_INPUTS or is_secret_field(given, label)):
        return None
    if tag == "button" or (tag == "input" and kind in _BUTTONS):
        return texts.say(value)
    if tag in ("li", "progress", "meter") and NUMBER.fullmatch(value):
        return value
    if tag == "input" and kind not in ("checkbox", "radio"):
        return texts.value(value, label)
    return texts.one(value, label, "field")


def _is_word(value: str) -> bool:
    words = value.lower().split()
    return all(word in WORDS for word in words) or bool(
        LANGUAGE.fullmatch(value) or COLOUR.fullmatch(value) or NUMBER.fullmatch(value)
    )


def _open(name: str, value: str, given: Mapping[str, str | None], texts: Texts, nesting: int) -> str | None:
    called = (given.get("name") or given.get("property") or given.get("itemprop") or "") if name == "content" else name
    if is_secret(called):
        return None
    return walk_string(value, texts, words_of(called), nesting)
