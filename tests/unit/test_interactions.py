"""The released row from an event: rule table, names, times, runs of typing."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from redaction.capture.interaction_rules import CLASSES, RULES, Step, classify, plain_label
from redaction.capture.interactions import interactions, screenshot_names, typed_runs
from redaction.records import Batch, Element, Event, Interaction, Recording

START = datetime(2025, 4, 18, 17, 1, 16, 466_000, tzinfo=UTC)
INSTANCE = "67262701-6d66-492d-af78-51789e08572e"


def uid(n: int) -> str:
    return f"{n:08x}-0000-4000-8000-000000000000"


def make(n: int, action: str = "click", value: str = "LB Down", **more: Any) -> Event:
    """Event number `n`, one second after the one before it."""
    given = {"event_id": uid(n), "timestamp": START + timedelta(seconds=n), "application": "Outlook", "screen": "Inbox"}
    return Event(action=action, value=value, **{**given, **more})  # type: ignore[arg-type]


def batch_of(*events: Event, instance: str = INSTANCE) -> Batch:
    recording = Recording(instance, "Invoice creation", "p1", events)
    return Batch("b", "Finance", "staging", "r 1", (), (), (recording,))


def rows_of(*events: Event) -> list[Interaction]:
    return [row for row, _ in interactions(batch_of(*events))]


def test_published_example() -> None:
    field = Element("textbox", "INVOICE*", "56202596", (100, 470, 220, 500))
    event = make(
        0,
        event_id="9e2c8808-9a31-4e05-b151-e6d17ec6ae4d",
        application="4814618-sb1.app.netsuite.com",
        screen="Invoice - NetSuite",
        element=field,
        coordinates=(159, 484),
        screenshot=Path("shot.png"),
        duration_s=0.6431,
    )
    ((row, source),) = interactions(batch_of(event))
    assert source is event
    shot = row.screenshot_name
    assert shot is not None and re.fullmatch(r"Screen-2025-04-18T17-01-16\.466E\d{3}\.png", shot)
    assert row.as_dict() == {
        "process_instance_uuid": INSTANCE,
        "process_name": "Invoice creation",
        "interaction_uuid": "9e2c8808-9a31-4e05-b151-e6d17ec6ae4d",
        "class_name": "Application Field Input",
        "subclass_name": "Edit Field",
        "description": "Editing an application field - invoice",
        "timestamp": "2025-04-18 17:01:16.466",
        "application_name": "4814618-sb1.app.netsuite.com",
        "screenshot_name": shot,
        "screen_name": "Invoice - NetSuite",
        "interaction_type": "Click",
        "interaction_value": "LB Down",
        "interaction_coordinates": {"x": 159, "y": 484},
        "field_name": "INVOICE*",
        "field_value": "56202596",
        "time_spent": 0.643,
    }


SINGLE: list[tuple[str, str, str | None, str]] = [
    ("click", "LB Down", "button", "Application Click / Button: Clicking on a button - Reply"),
    ("click", "LB Down", "AXButton", "Application Click / Button: Clicking on a button - Reply"),
    ("click", "LB Down", "push button", "Application Click / Button: Clicking on a button - Reply"),
    ("click", "LB Down", "link", "Application Click / Link: Clicking on a link - Reply"),
    ("click", "LB Down", "tab", "Application Click / Tab: Clicking on a tab - Reply"),
    ("click", "LB Down", "menuitem", "Application Click / Menu: Clicking on a menu item - Reply"),
    ("click", "LB Down", "checkbox", "Application Click / Check Box: Changing a check box - Reply"),
    ("click", "LB Down", "option", "Application Click / Select List: Choosing from a list - Reply"),
    ("click", "LB Down", "row", "Application Click / List Row: Selecting a row"),
    ("click", "LB Down", "img", "Application Click / Image: Clicking on an image"),
    ("click", "LB Down", "canvas", "Application Click / Area: Clicking on the screen"),
    ("click", "LB Down", None, "Application Click / Area: Clicking on the screen"),
    ("click", "LB Double", None, "Application Click / Double Click: Double-clicking on the screen"),
    ("click", "RB Down", None, "Application Click / Context Menu: Opening a context menu"),
    ("click", "RB Down", "textbox", "Application Click / Context Menu: Opening a context menu - Reply"),
    ("click", "Scroll Down", None, "Application Click / Scroll: Scrolling the screen"),
    ("click", "LB Down", "textbox", "Application Field Input / Edit Field: Editing an application field - Reply"),
    ("click", "LB Down", "searchbox", "Application Field Input / Search Field: Searching - Reply"),
    ("click", "LB Down", "gridcell", "Application Field Input / Edit Cell: Selecting a cell to edit"),
    ("type", "typed words", "textbox", "Application Field Input / Edit Field: Editing an application field - Reply"),
    ("type", "typed words", None, "Application Field Input / Edit Field: Editing an application field"),
    ("type", "typed words", "gridcell", "Application Field Input / Edit Cell: Editing a cell"),
    ("type", "typed words", "textarea", "Application Field Input / Edit Text: Writing a text - Reply"),
    ("hotkey", "q", "textbox", "Application Field Input / Character: Typing a character"),
    ("hotkey", "typed words", "textbox", "Application Field Input / Character: Typing a character"),
    ("hotkey", "Ctrl+C", None, "Hotkey / Copy: Copying with Ctrl+C"),
    ("hotkey", "Ctrl+V", "textbox", "Hotkey / Paste: Pasting with Ctrl+V - Reply"),
    ("hotkey", "['Control_L', 's']", None, "Hotkey / Save: Saving with Ctrl+S"),
    ("hotkey", "Ctrl+Z", None, "Hotkey / Undo: Undoing with Ctrl+Z"),
    ("hotkey", "Ctrl+F", None, "Hotkey / Find: Finding with Ctrl+F"),
    ("hotkey", "Return", None, "Hotkey / Submit: Confirming with Enter"),
    ("hotkey", "Tab", None, "Hotkey / Next Field: Going to the next field with Tab"),
    ("hotkey", "Shift+Down", None, "Hotkey / Move: Moving with Shift+Down"),
    ("hotkey", "Backspace", None, "Hotkey / Delete: Deleting with Backspace"),
    ("hotkey", "F7", None, "Hotkey / Function Key: Pressing the function key F7"),
    ("hotkey", "Shift", None, "Hotkey / Modifier: Pressing Shift"),
    ("hotkey", "Ctrl+9", None, "Hotkey / Shortcut: Using the shortcut Ctrl+9"),
    ("hotkey", "Insert", None, "Hotkey / Key: Pressing a key"),
    ("hotkey", "Alt+Tab", None, "Navigation / Switch Application: Switching to another application"),
    ("hotkey", "Ctrl+Tab", None, "Navigation / Switch Tab: Switching to another tab"),
    ("hotkey", "Alt+Left", None, "Navigation / Back: Going back"),
    ("hotkey", "F5", None, "Navigation / Reload: Reloading the screen"),
    ("hotkey", "Ctrl+L", None, "Navigation / Address Bar: Going to the address bar"),
]


@pytest.mark.parametrize(("action", "value", "role", "expected"), SINGLE)
def test_rule_table(action: str, value: str, role: str | None, expected: str) -> None:
    element = None if role is None else Element(role, "Reply", "typed words")
    (row,) = rows_of(make(0, action, value, element=element))
    assert f"{row.class_name} / {row.subclass_name}: {row.description}" == expected
    assert row.interaction_type == ("Click" if action == "click" else "Typing")
    assert "typed" not in row.description


@pytest.mark.parametrize(
    ("action", "role", "said"),
    [
        ("click", "button", "Clicking on a button"),
        ("click", "textbox", "Editing an application field"),
        ("type", "textarea", "Writing a text"),
        ("type", "searchbox", "Searching"),
    ],
)
def test_an_element_without_a_name_is_described_without_one(action: str, role: str, said: str) -> None:
    (row,) = rows_of(make(0, action, "LB Down", element=Element(role, None, None)))
    assert row.description == said


def test_vocabulary_is_what_the_rules_use() -> None:
    used = {(rule.class_name, rule.subclass_name) for rule in RULES}
    assert used == {(name, sub) for name, subs in CLASSES.items() for sub in subs}
    for subs in CLASSES.values():
        assert list(subs) == sorted(subs)


def test_every_rule_can_win() -> None:
    reached = {RULES.index(next(r for r in RULES if r.when(step))) for step in _steps()}
    assert reached == set(range(len(RULES)))


def _steps() -> list[Step]:
    roles = ["", "button", "link", "tab", "menu", "checkbox", "row", "option", "img", "text", "window", "textbox"]
    roles += ["search", "cell", "textarea"]
    chords = "Alt+Tab Ctrl+Tab Alt+Left Alt+Right F5 Ctrl+T Ctrl+W Ctrl+L Ctrl+C Ctrl+X Ctrl+V Ctrl+S Ctrl+Z Ctrl+Y"
    chords += " Ctrl+F Ctrl+A Ctrl+P Ctrl+N Ctrl+O Ctrl+B Enter Tab Escape Delete Up F2 Shift Ctrl+1 Insert"
    clicks = [
        Step("click", role, mouse=mouse, arrives=arrives, leaves=leaves)
        for role in roles
        for mouse in ("lb down", "rb down", "wheel", "double")
        for arrives in (False, True)
        for leaves in (False, True)
    ]
    keys = [Step("hotkey", chord=c) for c in chords.split(" ")]
    return [*clicks, *keys, *(Step("type", role) for role in roles), Step("hotkey", printable=True)]


def test_navigation_from_sequences() -> None:
    link = Element("link", "Invoices", None)
    rows = rows_of(
        make(0, element=link),
        make(1, screen="Invoice list", element=Element("button", "New", None)),
        make(2, screen="(3) Invoice list*", element=link),
        make(3, screen="Invoice list", application="Excel"),
        make(4, "type", "12", screen="Inbox"),
        make(5, "hotkey", "Enter", screen="Inbox"),
        make(6, screen="Sent items"),
    )
    assert [(r.class_name, r.subclass_name) for r in rows] == [
        ("Navigation", "Open Screen"),  # the link that leads to another screen
        ("Application Click", "Button"),  # an unread count and an unsaved mark make no other screen
        ("Application Click", "Link"),  # the next step is in another application: it was not opened by this link
        ("Navigation", "Switch Application"),
        ("Application Field Input", "Edit Field"),  # data entry keeps its class on arrival
        ("Navigation", "Open Screen"),
        ("Application Click", "Area"),
    ]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("INVOICE*", "invoice"),
        ("Invoice No.:", "invoice no."),
        ("Zzyzx Quillfeather", "Zzyzx Quillfeather"),
        ("  two\n lines ", "two lines"),
        ("x" * 81, ""),
        ("{key} {label}", "{key} {label}"),
        ("", ""),
    ],
)
def test_labels(label: str, expected: str) -> None:
    assert plain_label(label) == expected


def test_label_with_braces_stays_text() -> None:
    assert classify(Step("click", "button", label="{key} {0}"))[2] == "Clicking on a button - {key} {0}"


def test_field_value_of_typing_is_what_was_typed_unless_the_element_tells() -> None:
    first, second, third = rows_of(
        make(0, "type", "12"),
        make(1, "type", "3", element=Element("textbox", "Amount", "123")),
        make(2, element=Element("button", "Send", None)),
    )
    assert (first.field_name, first.field_value) == (None, "12")
    assert (second.field_name, second.field_value) == ("Amount", "123")
    assert (third.field_name, third.field_value) == ("Send", None)


def test_time_spent() -> None:
    rows = rows_of(make(0, duration_s=2.5), make(1), make(900), make(901))
    assert [r.time_spent for r in rows] == [2.5, 300.0, 1.0, None]


def test_order_and_ids() -> None:
    second = "00000000-0000-4000-8000-000000000000"
    recordings = (
        Recording(INSTANCE, "p", "p1", (make(0, event_id="a"), make(1))),
        Recording(second, "p", "p1", (make(2, event_id="b"),)),
    )
    rows = [row for row, _ in interactions(Batch("b", "d", "staging", "r", (), (), recordings))]
    assert [r.process_instance_uuid for r in rows] == [second, INSTANCE, INSTANCE]
    assert UUID(rows[1].interaction_uuid).version == 5
    assert rows[2].interaction_uuid == uid(1)
    assert rows == [row for row, _ in interactions(Batch("b", "d", "staging", "r", (), (), recordings[::-1]))]


def test_screenshot_names_are_unique_and_do_not_depend_on_order() -> None:
    shots = [(uid(n), START) for n in range(200)]
    names = screenshot_names(shots)
    assert names == screenshot_names(shots[::-1])
    assert len(set(names.values())) == 200
    digits = {len(name.partition("E")[2].removesuffix(".png")) for name in names.values()}
    assert digits == {3, 9}  # 200 in one millisecond collide in three digits


def test_typed_runs() -> None:
    def field(name: str) -> Element:
        return Element("textbox", name, None)

    rows = rows_of(
        make(0, element=field("Name")),
        make(1, "type", "Zzy", element=field("Name")),
        make(2, "hotkey", "Backspace", element=field("Name")),
        make(3, "hotkey", "Shift", element=field("Name")),
        make(4, "hotkey", "z", element=field("Name")),
        make(5, "type", "x", element=field("Name")),
        make(6, "type", "5", element=field("Amount")),
        make(7, "hotkey", "Tab", element=field("Amount")),
        make(8, "type", "5", element=field("Amount")),
        make(9, "type", "5", element=field("Amount"), screen="Other"),
    )
    # the first row, a click into the field, is data entry by class but nothing was typed
    assert typed_runs(rows) == [[1, 4, 5], [6], [8], [9]]
    assert typed_runs([]) == []
