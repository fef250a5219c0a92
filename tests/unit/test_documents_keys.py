"""Typed keys: how they are read, what was typed in the end, and the keys that spell what stands in its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redaction.documents.keys import KEY_NAMES, SECRET, held_after, read_keys, typed_letters, written
from redaction.documents.trace import rewrite_raw_trace, rewrite_trace
from redaction.documents.unit import Each, Unit, as_is
from tests.documents import action, all_x, element, keys_of, presses, state, swapped, trace, units_of


def rewritten(data: bytes, each: Each) -> list[str]:
    return keys_of(rewrite_trace(data, each))


def typed(data: bytes) -> list[Unit]:
    """The units that are typed texts: they come first."""
    return [one for one in units_of(lambda each: rewrite_trace(data, each)) if one.label == "Last name"]


FIELD = element(label="Last name")
OTHER = element(label="Last name", xpath="//*[@id='first']")


# --- reading


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("'M' 'a' Key.space 'K'", [("text", "M"), ("text", "a"), ("text", " "), ("text", "K")]),
        ("Key.shift 'M' Key.caps_lock", [("silent", "Shift"), ("text", "M"), ("silent", "Caps Lock")]),
        ("\"'\" '\\\\' ' '", [("text", "'"), ("text", "\\"), ("text", " ")]),
        ("'t' ''' 'A'", [("text", "t"), ("text", "'"), ("text", "A")]),  # quoted without a look at what
        ("'\\' 'a' \"\"\"", [("text", "\\"), ("text", "a"), ("text", '"')]),
        ("Key.backspace Key.enter Key.tab", [("back", "Backspace"), ("key", "Enter"), ("key", "Tab")]),
        ("Key.cmd 'c' 'x'", [("key", "Meta"), ("key", "Meta+C"), ("text", "x")]),
        ("Key.ctrl_l Key.shift 'z'", [("key", "Ctrl"), ("silent", "Shift"), ("key", "Ctrl+Z")]),
        ("Key.cmd Key.backspace", [("key", "Meta"), ("key", "Meta+Backspace")]),
        ("'\\x03'", [("key", "Ctrl+C")]),
        ("Key.alt 'ö'", [("silent", "Alt"), ("text", "ö")]),
        ("Enter", [("key", "Enter")]),
        ("Ctrl+C", [("key", "Ctrl"), ("key", "Ctrl+C")]),
        ("Maria K", [("text", c) for c in "Maria K"]),
        ("'Mar'", [("text", c) for c in "Mar"]),
        ("Key.maria", []),
        ("<65437>", []),
        ("", []),
    ],
)
def test_keys_are_read_as_recorders_write_them(value: str, told: list[tuple[str, str]]) -> None:
    assert [(key.does, key.text or key.chord) for key in read_keys(value)] == told


def test_a_modifier_of_the_action_before_makes_a_shortcut() -> None:
    assert held_after(read_keys("'a' Key.cmd")) == "Meta"
    assert read_keys("'v'", "Meta")[0].chord == "Meta+V"
    assert rewritten(presses("Key.cmd", "'v'", "'a'"), all_x) == ["Key.cmd", "'v'", "'X'"]


@given(st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=20))
def test_what_letters_are_written_as_is_read_as_those_letters(text: str) -> None:
    read = read_keys(written(typed_letters(text, shift=True)))
    assert "".join(key.text for key in read) == "".join(" " if c.isspace() else c for c in text)


def test_every_name_of_a_key_is_told_by_one() -> None:
    assert all(read_keys(f"Key.{name}")[0].chord for name in KEY_NAMES - {"space"})


# --- what was typed


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["'M' 'a' 'r' 'i' 'a'"], "Maria"),
        (["'M'", "'a'", "'r'", "'i'", "'a'"], "Maria"),
        (["'M' 'a' 'r' 'i' 'q' Key.backspace 'a'"], "Maria"),
        (["'K' 'e' 'l' 'l'", "Key.backspace Key.backspace Key.backspace Key.backspace 'M' 'a'"], "Ma"),
        (["Key.backspace Key.backspace 'M' 'a'"], "Ma"),
        (["Key.shift 'M' 'a' Key.space Key.shift_r 'K'"], "Ma K"),
    ],
)
def test_what_was_typed_is_shown_once_as_it_was_in_the_end(keys: list[str], text: str) -> None:
    assert [one.pieces for one in typed(presses(*keys, into=FIELD))] == [(text,)]


@pytest.mark.parametrize(
    "keys",
    [
        ["'M' 'a'", "Key.enter", "'K' 'e'"],
        ["'M' 'a' Key.left 'K' 'e'"],
        ["'M' 'a' Key.cmd 'a' 'K' 'e'"],
    ],
)
def test_another_key_ends_what_is_typed(keys: list[str]) -> None:
    assert [one.pieces for one in typed(presses(*keys, into=FIELD))] == [("Ma",), ("Ke",)]


def test_a_click_or_another_field_ends_what_is_typed() -> None:
    clicked = trace(
        state(0),
        action(1, "keypress", key="'M'", element_attributes=FIELD),
        state(2),
        action(3, "mouseup", x=1, y=2, element_attributes=FIELD),
        state(4),
        action(5, "keypress", key="'K'", element_attributes=FIELD),
        state(6),
        action(7, "keypress", key="'e'", element_attributes=OTHER),
    )
    assert [one.pieces for one in typed(clicked)] == [("M",), ("K",), ("e",)]


def test_the_page_tells_the_label_of_the_field() -> None:
    page = "<label for=last>Family name</label><input id=last>"
    seen = units_of(lambda each: rewrite_trace(presses("'S' 't'", html=page), each))
    assert seen[0] == Unit(("St",), "Family name", "field")


def test_a_path_through_the_page_leads_to_the_label() -> None:
    page = "<div><input></div><div><label>First <input></label><label>Family name <input></label></div>"
    into = element(xpath="/html/body/div[2]/label[2]/input")
    seen = units_of(lambda each: rewrite_trace(presses("'S' 't'", into=into, html=page), each))
    assert seen[0] == Unit(("St",), "Family name", "field")


# --- what is written


def test_keys_spell_what_stands_in_place_and_nothing_of_what_was_deleted() -> None:
    data = presses("Key.shift 'K' 'e' 'l' 'q' Key.backspace 'l' 'e' 'r'")
    assert rewritten(data, swapped(keller="bergmann")) == ["Key.shift 'B' 'e' 'r' 'g' 'm' 'a' 'n' 'n'"]
    assert rewritten(data, as_is) == ["Key.shift 'K' 'e' 'l' 'l' 'e' 'r'"]


def test_keys_stay_as_they_are_where_nothing_was_replaced_or_deleted() -> None:
    keys = ["Key.caps_lock 'M' Key.caps_lock 'a'", "Key.shift", "Key.enter", "Key.backspace", "Key.cmd 'c'"]
    assert rewritten(presses(*keys), as_is) == keys


def test_a_longer_text_is_typed_to_its_end_by_the_last_action() -> None:
    made = rewrite_trace(presses("'A'", "'n'", "'n'"), lambda u: ("Maria",) if u.pieces == ("Ann",) else u.pieces)
    assert keys_of(made) == ["'M'", "'a'", "'r' 'i' 'a'"]
    kinds = [one["data"]["type"] for one in json.loads(made)["trace"] if one["type"] == "action"]
    assert kinds == ["keypress", "keypress", "keystroke"]


def test_a_shorter_text_ends_earlier_and_leaves_keys_that_type_nothing() -> None:
    data = presses("'M'", "'a'", "'r'", "'i'", "'a'")
    made = rewrite_trace(data, lambda u: ("Jo",) if u.pieces == ("Maria",) else u.pieces)
    assert keys_of(made) == ["'J'", "'o'", "Key.shift", "Key.shift", "Key.shift"]
    before, after = json.loads(data)["trace"], json.loads(made)["trace"]
    assert [(one["type"], one["data"]["id"], one["data"]["timestamp"]) for one in before] == [
        (one["type"], one["data"]["id"], one["data"]["timestamp"]) for one in after
    ]


def test_everything_deleted_leaves_nothing() -> None:
    assert rewritten(presses("'K' 'e' Key.backspace Key.backspace"), as_is) == ["Key.shift"]


def test_what_was_deleted_before_typing_is_deleted_still() -> None:
    assert rewritten(presses("Key.backspace Key.backspace 'K' 'e'"), all_x) == ["Key.backspace Key.backspace 'X'"]


@pytest.mark.parametrize(
    "into",
    [
        element(type="password"),
        element(label="Password"),
        element(placeholder="Enter your passcode"),
        element(xpath="//*[@id='pw']"),
    ],
)
def test_a_password_is_never_shown_and_tells_not_its_length(into: dict[str, object]) -> None:
    page = "<input id=pw type=password value=geheim>"
    data = presses("'g' 'e' 'h'", "'e'", into=into, html=page)
    assert "".join(key.text for keys in rewritten(data, as_is) for key in read_keys(keys)) == SECRET
    seen = units_of(lambda each: rewrite_trace(data, each))
    assert not any(set(one.pieces) & {"geh", "gehe", "e", "geheim"} for one in seen)


def test_a_run_is_secret_when_any_of_its_keys_is() -> None:
    data = trace(
        state(0),
        action(1, "keypress", key="'g'", element_attributes=FIELD),
        state(2, "<input id=last type=password>"),
        action(3, "keypress", key="'e'", element_attributes=FIELD),
    )
    assert "'g'" not in rewritten(data, as_is) and "'e'" not in rewritten(data, as_is)
    assert not any(set(one.pieces) & {"g", "e", "ge"} for one in units_of(lambda each: rewrite_trace(data, each)))


def test_what_a_field_showed_meanwhile_follows_what_was_typed() -> None:
    def page(value: str) -> str:
        return f'<input id=last value="{value}">'

    shown = [{"tag": "input", "xpath": "//*[@id='last']", "text": "Kel", "x": 1, "y": 2, "width": 3, "height": 4}]
    data = trace(
        state(0, page("")),
        action(1, "keystroke", key="'K' 'e' 'l'", element_attributes=element(value="Ke")),
        state(2, page("Kel"), shown),
        action(3, "keystroke", key="'q' Key.backspace 'l' 'e' 'r'", element_attributes=element(value="Kelq")),
        state(4, page("Keller")),
    )
    made = rewrite_trace(data, swapped(keller="bergmann")).decode()
    assert "Kel" not in made
    assert 'value=\\"Berg\\"' in made and 'value=\\"Bergmann\\"' in made
    assert '"value": "Ber"' in made and '"value": "Bergm"' in made


@pytest.mark.parametrize(
    "page",
    ["<div contenteditable><p>Kel</p></div>", "<textarea>Kel</textarea>", "<div contenteditable=''><b>K</b>el</div>"],
)
def test_text_that_is_edited_in_its_place_follows_what_was_typed(page: str) -> None:
    data = presses("'K' 'e' 'l'", "'l' 'e' 'r'", html=page)
    made = rewrite_trace(data, lambda u: ("Bergmann",) if u.pieces == ("Keller",) else u.pieces).decode()
    assert "Berg" in made and "el</" not in made


def test_other_texts_do_not_follow_what_was_typed() -> None:
    page = "<p>Kel</p><select><option value=Kel>Kel</select><input type=checkbox value=Kel><input value=K>"
    data = presses("'K' 'e' 'l'", "'l' 'e' 'r'", html=page)
    made = json.loads(rewrite_trace(data, lambda u: ("Bergmann",) if u.pieces == ("Keller",) else u.pieces))
    body = made["trace"][0]["data"]["html"].partition("<body>")[2]
    assert body.count("Kel") == 4 and 'value="K"' in body


def test_the_key_of_a_page_event_follows_the_keys() -> None:
    into = {"key": "r", **element()}
    made = json.loads(rewrite_trace(presses("'K' 'r'", "Key.enter", into=into), all_x))
    told = [one["data"]["element_attributes"]["key"] for one in made["trace"] if one["type"] == "action"]
    assert told == ["X", "Enter"]


TYPED = st.lists(st.sampled_from(["'z'", "'y'", "'x'", "Key.backspace", "Key.space", "Key.shift"]), min_size=1)


@given(st.lists(TYPED, min_size=1, max_size=6))
def test_no_typed_letter_survives_and_every_action_keeps_its_place(runs: list[list[str]]) -> None:
    data = presses(*(" ".join(run) for run in runs))
    made = rewrite_trace(data, all_x)
    assert not any(letter in "".join(keys_of(made)) for letter in ("'z'", "'y'", "'x'"))
    assert len(keys_of(made)) == len(runs) and all(keys_of(made))
    kept = rewrite_trace(data, as_is)
    assert rewrite_trace(kept, as_is) == kept


def test_releases_of_keys_are_left_out_of_a_raw_trace() -> None:
    data = trace(
        state(0),
        state(1),
        action(2, "mousedown", x=1, y=2, pressed=True),
        state(3),
        action(4, "keypress", key="'K'", element_attributes=FIELD),
        action(5, "keyrelease", key="'K'", element_attributes=FIELD),
        action(6, "keypress", key="'e'", element_attributes=FIELD),
        action(7, "keyrelease", key="'e'", element_attributes=FIELD),
    )
    made = rewrite_raw_trace(data, lambda u: ("Jo",) if u.pieces == ("Ke",) else u.pieces)
    assert keys_of(made) == ["'J'", "'o'"]
    assert [one["data"]["id"] for one in json.loads(made)["trace"]] == [0, 1, 2, 3, 4, 6]
