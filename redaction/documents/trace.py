"""A trace rewritten: every text of its states and actions put through `each`; order, ids, numbers and boxes stay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from redaction.documents.addresses import walk_address
from redaction.documents.html import tag_of, walk_page
from redaction.documents.html_rules import WORDS
from redaction.documents.keys import Key, written
from redaction.documents.page import Page
from redaction.documents.tasks import walk_task
from redaction.documents.texts import Texts, as_label, clean
from redaction.documents.trace_schema import Trace, moved_time, read_trace
from redaction.documents.typing_keys import KeyAction, rewrite_keys
from redaction.documents.unit import Each
from redaction.documents.xpath import walk_xpath

UNMOVED = timedelta(0)
_TIMES = frozenset({"timestamp", "start_timestamp", "end_timestamp"})
_CONTROLS = frozenset({"input", "textarea", "select"})
_BUTTONS = frozenset({"submit", "button", "reset", "image", "checkbox", "radio"})
KEY_ACTIONS = frozenset({"keystroke", "keypress"})


def rewrite_trace(data: bytes, each: Each, *, shift: timedelta = UNMOVED) -> bytes:
    """The trace of a demonstration. Every time is moved by `shift`. Screenshots are named by their place
    ("screenshots/0.png"). Raises DocumentRefused for what is no trace to work with."""
    return _rewritten(read_trace(data), each, shift)


def rewrite_raw_trace(data: bytes, each: Each, *, shift: timedelta = UNMOVED) -> bytes:
    """The trace as it was recorded, key by key. Releases of keys are left out: they tell what was typed once more."""
    trace = read_trace(data, raw=True)
    trace.entries = [
        (kind, entry) for kind, entry in trace.entries if kind == "state" or entry.get("type") != "keyrelease"
    ]
    return _rewritten(trace, each, shift)


def _rewritten(trace: Trace, each: Each, shift: timedelta) -> bytes:
    texts = Texts(each)
    typed, texts.typed = rewrite_keys(list(key_actions(trace)), texts)
    entries: list[dict[str, Any]] = []
    page, shots = Page(None), 0
    for at, (kind, given) in enumerate(trace.entries):
        if kind == "state":
            page = Page(given.get("html"))
            made = _state(given, shots, page, texts)
            shots += 1
        else:
            made = _action(given, typed.get(at), page, texts)
        for name in _TIMES & made.keys():
            if made[name] is not None:
                made[name] = moved_time(made[name], shift)
        entries.append({"type": kind, "data": made})
    whole: dict[str, Any] = {"trace": entries}
    if trace.task is not None:
        whole["webarena"] = walk_task(trace.task, texts)
    return (json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def key_actions(trace: Trace) -> Iterator[KeyAction]:
    """The actions with keys in their order, each with the element that it went to."""
    page: Page | None = None
    html, application, follows = None, None, False
    for at, (kind, given) in enumerate(trace.entries):
        if kind == "state":
            html, application, page = given.get("html"), given.get("active_application_name"), None
        elif given.get("type") in KEY_ACTIONS:
            element = element_of(given)
            path = element.get("xpath")
            page = page or Page(html)
            label = page.label(path) or as_label(element.get("label")) or as_label(element.get("placeholder"))
            secret = page.secret(path) or is_secret(element)
            yield KeyAction(at, given.get("key") or "", (application, path), follows, label, secret)
            follows = True
        elif given.get("type") != "keyrelease":
            follows = False


def element_of(action: Mapping[str, Any]) -> dict[str, Any]:
    """What an action tells of its element, wherever the recorder put it."""
    attributes = action.get("element_attributes") or {}
    return {**{k: v for k, v in attributes.items() if k not in ("x", "y")}, **(attributes.get("element") or attributes)}


def is_secret(element: Mapping[str, Any]) -> bool:
    """Whether an element of a trace is one for passwords."""
    from redaction.documents.html_attributes import is_secret_field

    given = {"type": element.get("type"), "placeholder": element.get("placeholder"), "id": element.get("xpath")}
    return is_secret_field(given, element.get("label"))


def _state(given: Mapping[str, Any], shot: int, page: Page, texts: Texts) -> dict[str, Any]:
    made = dict(given)
    # the page comes first: what becomes of its ids and texts holds for the elements that are told beside it
    html = given.get("html")
    if html is not None:
        if html not in texts.pages:
            texts.pages[html] = walk_page(html, texts)
        made["html"] = texts.pages[html]
    for name, value in given.items():
        if value is None:
            continue
        if name == "url":
            made[name] = walk_address(value, texts) or ""
        elif name == "tab":
            made[name] = texts.say(value, None, "title")
        elif name == "active_application_name":
            made[name] = texts.one(value, None, "host")
        elif name == "path_to_screenshot":
            made[name] = f"screenshots/{shot}.png"
        elif name == "screenshot_base64":
            made[name] = None
        elif name == "json_state":
            made[name] = json.dumps([_element(one, page, texts) for one in value], ensure_ascii=False, allow_nan=False)
    return made


def _action(given: Mapping[str, Any], keys: list[Key] | None, page: Page, texts: Texts) -> dict[str, Any]:
    made = dict(given)
    if keys is None:
        made.pop("key", None)
    elif given.get("key") is not None:
        made["key"] = written(keys)
        if given["key"] != made["key"] and given["type"] == "keypress" and len(keys) > 1:
            made["type"] = "keystroke"
    attributes = given.get("element_attributes")
    if attributes is not None:
        made["element_attributes"] = shown = _element(attributes, page, texts)
        if "key" in shown:
            shown["key"] = _event_key(keys[-1]) if keys else None
        if attributes.get("element") is not None:
            shown["element"] = _element(attributes["element"], page, texts)
    return made


def _event_key(key: Key) -> str:
    """The key as a page's own events call it."""
    return key.text or key.chord.rpartition("+")[2] or "Unidentified"


def _element(given: Mapping[str, Any], page: Page, texts: Texts) -> dict[str, Any]:
    """What a trace tells of an element: as of the same element in the page."""
    path, tag = given.get("xpath"), (given.get("tag") or "").lower()
    kind = (given.get("type") or "").lower()
    field = tag in _CONTROLS and kind not in _BUTTONS
    typed = (field and tag != "select") or page.editable(path)
    secret = is_secret(given) or page.secret(path)
    label = (page.label(path) or as_label(given.get("label")) or as_label(given.get("placeholder"))) if field else None
    made = dict(given)
    for name, value in given.items():
        if not isinstance(value, str) or name == "key":
            continue
        text = clean(value)
        if name == "xpath":
            made[name] = walk_xpath(text, texts, lambda one: tag_of(one, texts))
        elif name == "tag":
            made[name] = tag_of(text, texts)
        elif name in ("text", "value"):
            if secret or kind == "hidden":
                made[name] = ""
            elif typed:
                made[name] = texts.value(text, label, "field" if field else "prose")
            else:
                made[name] = texts.one(text, label, "field") if field else texts.say(text)
        elif name == "label" and text.split() and all(part in texts.ids for part in text.split()):
            made[name] = texts.tokens(text)
        elif name in ("type", "role") and text.lower() in WORDS:
            made[name] = text
        else:
            made[name] = texts.say(text)
    return made
