"""Released demonstrations: read from a folder or an archive, whatever the order; actions and guides in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.demonstrations.released import read_released
from evaluation.demonstrations.wording import NAME_AT_MOST, action_in_words, pressed, steps_of, typed
from redaction.errors import BundleError
from tests.demonstration_folder import DEMOS, RANKS, Demo, click, files, scroll, typing, write_archive, write_folder

FIRST = "11 @ 2024-03-01-09-00-00"


def test_a_demonstration_is_what_its_trace_and_guide_say(tmp_path: Path) -> None:
    released = read_released(write_folder(tmp_path))
    assert list(released.demonstrations) == sorted(one.name for one in DEMOS)
    one = released.demonstrations[FIRST]
    assert (one.task_id, one.site, one.intent) == ("11", "shopping", "Show the order of last week")
    assert one.start_url == "http://shop.example:7770/"
    assert one.sop_lines == ("Click on My Orders.", "Click on View order 7.")
    assert [(state.seconds, state.tab) for state in one.states] == [
        (0, "Page home"),
        (1.5, "Page orders"),
        (3, "Page 7"),
    ]
    assert one.states[1].screenshot == f"data/demos/{FIRST}/screenshots/2.png"
    assert [[action.words for action in some] for some in one.actions] == [
        ["Click on the My Orders link."],
        ["Click on the View order 7 link."],
        [],
    ]
    assert len(released.rankings) == len(RANKS) and released.rankings[1].name.endswith("(1)")
    assert released.questions[0].names == (FIRST, "11 @ 2024-03-01-10-00-00")


def test_an_archive_a_bundle_and_a_bare_folder_hold_the_same(tmp_path: Path) -> None:
    folder = read_released(write_folder(tmp_path / "folder"))
    archive = write_archive(_made(tmp_path / "bundle") / "Shop_demonstrations.zip", DEMOS[::-1])
    assert read_released(archive) == read_released(tmp_path / "bundle") == folder
    assert read_released(tmp_path / "folder" / "data") == folder


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_several_archives_are_one_release_and_a_name_stands_once(tmp_path: Path) -> None:
    write_archive(tmp_path / "A_demonstrations.zip", DEMOS[:4])
    write_archive(tmp_path / "B_demonstrations.zip", DEMOS[4:], tables=False)
    assert len(read_released(tmp_path).demonstrations) == len(DEMOS)
    write_archive(tmp_path / "C_demonstrations.zip", DEMOS[:1], tables=False)
    with pytest.raises(BundleError, match="another of that name"):
        read_released(tmp_path)


def test_what_is_no_demonstration_is_left_aside_and_links_are_not_followed(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "root", DEMOS[:2])
    (root / "data/demos/notes").mkdir()
    (root / "data/demos/notes/notes.json").write_text("{}")
    outside = write_folder(tmp_path / "outside", DEMOS[4:5])
    (root / "data/demos" / DEMOS[4].name).symlink_to(outside / "data/demos" / DEMOS[4].name)
    assert list(read_released(root).demonstrations) == [one.name for one in DEMOS[:2]]


@pytest.mark.parametrize(
    ("trace", "match"),
    [
        (b"", "not of its form"),
        (b"[]", "not of its form"),
        (b'{"trace": []}', "not of its form"),
        (json.dumps({"trace": [], "webarena": DEMOS[0].trace()["webarena"]}).encode(), "not of its form"),
        (json.dumps({**DEMOS[0].trace(), "trace": DEMOS[0].trace()["trace"][1:]}).encode(), "not of its form"),
        (json.dumps({**DEMOS[0].trace(), "webarena": {}}).encode(), "not of its form"),
        (b"[" * 100_000, "not of its form"),
    ],
)
def test_a_trace_that_is_none_is_told_by_its_demonstration(tmp_path: Path, trace: bytes, match: str) -> None:
    root = write_folder(tmp_path, DEMOS[:1])
    (root / f"data/demos/{FIRST}/{FIRST}.json").write_bytes(trace)
    with pytest.raises(BundleError, match=match) as caught:
        read_released(root)
    assert caught.value.record == FIRST


def test_a_missing_trace_two_guides_and_nothing_at_all_are_told(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "a", DEMOS[:1])
    (root / f"data/demos/{FIRST}/SOP - other.txt").write_text("1. Other")
    with pytest.raises(BundleError, match="more than one guide"):
        read_released(root)
    (root / f"data/demos/{FIRST}/{FIRST}.json").unlink()
    with pytest.raises(BundleError, match="no trace"):
        read_released(root)
    (tmp_path / "b").mkdir()
    with pytest.raises(BundleError, match="no demonstrations"):
        read_released(tmp_path / "b")
    (tmp_path / "c.zip").write_bytes(b"PK nothing")
    with pytest.raises(BundleError, match="cannot be read"):
        read_released(tmp_path / "c.zip")


def test_a_demonstration_may_lack_its_guide_and_several_actions_may_follow_one_state(tmp_path: Path) -> None:
    name = "31 @ 2024-03-05-09-00-00"
    demo = Demo(name, "Do", ("http://a.example/", "http://a.example/b"), (click("B"),), "")
    trace = demo.trace()
    trace["trace"].insert(2, {"type": "action", "data": scroll(-3)})
    root = write_folder(tmp_path, [demo], tables=False)
    (root / f"data/demos/{name}/{name}.json").write_text(json.dumps(trace))
    one = read_released(root).demonstrations[name]
    assert one.sop_lines == ()
    assert [len(some) for some in one.actions] == [2, 0]
    assert one.actions[0][1].words == "Scroll up."
    assert not any(path.endswith(".txt") for path in files([demo]))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (click("Reports", "a"), "Click on the Reports link."),
        (click("Save", "button"), "Click on the Save button."),
        ({**click("Save", "button"), "is_right_click": True}, "Right-click on the Save button."),
        (click("", "input", type="checkbox", label="Agree"), "Click on the Agree checkbox."),
        (click("", "input", type="submit", ariaLabel="Go"), "Click on the Go button."),
        (click("one\ntwo", "div"), "Click on the one element."),
        (click("Tab", "div", role="Tab"), "Click on the Tab tab."),
        ({"type": "mouseup", "element_attributes": {"tag": "a", "text": "Flat"}}, "Click on the Flat link."),
        ({"type": "mouseup", "element_attributes": None}, "Click."),
        (typing("'h' 'i' Key.space Key.shift 'Y' 'o'", "Title"), "Type “hi Yo” into the Title text field."),
        ({"type": "keystroke", "key": "'a'"}, "Type “a”."),
        ({"type": "keypress", "key": "Key.enter"}, "Press Enter."),
        ({**typing("Key.enter", "Search"), "type": "keypress"}, "Press Enter in the Search text field."),
        (scroll(120), "Scroll down."),
        (scroll(-120), "Scroll up."),
        ({"type": "scroll", "dx": 9, "dy": 1}, "Scroll right."),
        ({"type": "scroll", "dx": -9, "dy": 1}, "Scroll left."),
        ({"type": "drag"}, "Drag."),
    ],
)
def test_an_action_in_words(data: dict[str, object], words: str) -> None:
    assert action_in_words(data) == words


def test_a_long_name_is_cut(tmp_path: Path) -> None:
    assert action_in_words(click("x" * NAME_AT_MOST)) == f"Click on the {'x' * NAME_AT_MOST} link."
    assert action_in_words(click("x" * (NAME_AT_MOST + 1))) == f"Click on the {'x' * (NAME_AT_MOST - 1)}… link."


def test_typed_and_pressed_keys() -> None:
    assert typed("'a' 'b' Key.backspace 'c'") == "ac"
    assert typed("\"'\" 's'") == "'s"
    assert typed("Maria writes") == "Maria writes"
    assert pressed("Key.cmd 'a'") == "Cmd+a" and pressed("Key.shift 'A'") == "A" and pressed("") == "a key"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Title\n1. Click.\n2. Type.\n\nDone.", ("Click.", "Type.")),
        ("1) Click\n   on the red one\n2: Type\n- not\n  much", ("Click on the red one", "Type not much")),
        ("Step 1. Click\n**2.** Type", ("Click", "Type")),
        ("Click.\n\n  Type.  ", ("Click.", "Type.")),
        ("3 apples are bought", ("3 apples are bought",)),
        ("1.\n2. Type", ("Type",)),
        ("2.5 inches wide\n10:30 is the time", ("2.5 inches wide", "10:30 is the time")),
        (" \n", ()),
    ],
)
def test_the_steps_of_a_guide(text: str, steps: tuple[str, ...]) -> None:
    assert steps_of(text) == steps
