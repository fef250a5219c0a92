"""Traces rewritten: closed list of fields, one outcome for a text wherever it is told, and plain records of actions."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from redaction.documents import trace_schema
from redaction.documents.refusal import DocumentRefused
from redaction.documents.trace import rewrite_raw_trace, rewrite_trace
from redaction.documents.trace_actions import TraceAction, actions_of, states_of
from redaction.documents.trace_schema import read_trace
from redaction.documents.unit import Unit, as_is
from tests.documents import PLANTED, action, all_x, element, presses, state, swapped, trace, units_of

PAGE = """<html><head></head><body><label for="last-maria">Last name</label><input id="last-maria" value="Keller">
<button class="b">Maria Keller</button></body></html>"""
BOX = {"x": 5, "y": 6, "height": 10, "width": 20}
ELEMENTS = [
    {
        **BOX,
        "text": "Maria Keller",
        "label": None,
        "role": None,
        "type": None,
        "tag": "button",
        "xpath": "/html/body/button",
    },
    {**BOX, "text": "Keller", "label": "last-maria", "tag": "input", "xpath": "//*[@id='last-maria']"},
]
CLICK = element(tag="button", type="submit", text="Maria Keller", xpath="//button[text()='Maria Keller']")


def whole() -> bytes:
    return trace(
        state(0, PAGE, ELEMENTS),
        action(1, "mouseup", x=10.4, y=20.6, is_right_click=False, pressed=False, element_attributes=CLICK),
        state(2, PAGE),
        action(3, "scroll", x=1, y=2, dx=0, dy=-3, element_attributes={"xpath": "//*[@id='last-maria']"}),
        state(4),
        webarena={"task_id": 7, "intent": "Call Maria Keller", "sites": ["crm"], "start_url": "__CRM__/maria"},
    )


def datas(data: bytes) -> list[dict[str, Any]]:
    return [one["data"] for one in json.loads(data)["trace"]]


# --- rewriting


def test_somebody_is_the_same_wherever_a_trace_tells_of_her() -> None:
    made = rewrite_trace(whole(), swapped(maria="anna", keller="berg"))
    first, click, _, scroll, _ = datas(made)
    assert first["tab"] == "Anna Berg - CRM"
    assert first["url"] == "http://crm.example/contacts?q=anna+berg"
    assert '<input id="last-anna" value="Berg">' in first["html"]
    button, field = json.loads(first["json_state"])
    assert (button["text"], field["text"], field["label"]) == ("Anna Berg", "Berg", "last-anna")
    assert field["xpath"] == scroll["element_attributes"]["xpath"] == "//*[@id='last-anna']"
    assert click["element_attributes"]["element"]["xpath"] == "//button[text()='Anna Berg']"
    assert json.loads(made)["webarena"]["intent"] == "Call Anna Berg"
    assert b"aria" not in made.replace(b"aria-", b"") and b"eller" not in made


def test_a_text_that_reads_otherwise_elsewhere_follows_the_page() -> None:
    each = lambda u: ("Anna Berg",) if u.pieces == ("Maria Keller",) and u.label is None else u.pieces  # noqa: E731
    page = "<table><tr><th>Owner<tr><td>Maria Keller</table><p>Maria Keller</p>"
    made = datas(rewrite_trace(trace(state(0, page, [{"tag": "p", "text": "Maria\n Keller", **BOX}])), each))
    assert json.loads(made[0]["json_state"])[0]["text"] == "Anna Berg"


def test_ids_numbers_times_and_boxes_stay() -> None:
    before, after = datas(whole()), datas(rewrite_trace(whole(), all_x))
    for name in (
        "id",
        "step",
        "timestamp",
        "secs_from_start",
        "window_position",
        "window_size",
        "screen_size",
        "x",
        "dy",
    ):
        assert [one.get(name) for one in before] == [one.get(name) for one in after]
    assert [one["x"] for one in json.loads(after[0]["json_state"])] == [5, 5]
    assert after[1]["element_attributes"]["element"]["width"] == 100


def test_screenshots_are_named_by_their_state() -> None:
    made = datas(rewrite_trace(whole(), as_is))
    assert [one["path_to_screenshot"] for one in made[::2]] == [f"screenshots/{n}.png" for n in range(3)]


def test_times_are_moved_and_written_as_they_were() -> None:
    given = action(
        1, "keystroke", key="'a' 'b'", start_timestamp="2023-12-31T23:59:59.5", end_timestamp="2024-01-01T00:00:01Z"
    )
    made = datas(rewrite_trace(trace(state(0), given), as_is, shift=timedelta(seconds=2)))
    assert made[0]["timestamp"] == "2023-12-25 15:10:02.000000"
    assert (made[1]["start_timestamp"], made[1]["end_timestamp"]) == ("2024-01-01T00:00:01.5", "2024-01-01T00:00:03Z")


def test_times_beyond_the_calendar_are_refused() -> None:
    with pytest.raises(DocumentRefused) as caught:
        rewrite_trace(whole(), as_is, shift=timedelta(days=3_000_000))
    assert caught.value.reason == "value_out_of_range"


def test_both_walks_show_the_same_units_and_the_second_changes_nothing() -> None:
    seen: list[Unit] = []

    def replaced(unit: Unit) -> tuple[str, ...]:
        seen.append(unit)
        return all_x(unit)

    rewrite_trace(whole(), replaced)
    assert seen == units_of(lambda each: rewrite_trace(whole(), each))
    kept = rewrite_trace(whole(), as_is)
    assert rewrite_trace(kept, as_is) == kept


def test_nothing_planted_in_any_field_survives() -> None:
    planted = {"text": PLANTED, "label": PLANTED, "role": PLANTED, "type": PLANTED, "tag": PLANTED, "unknown": PLANTED}
    inside = {
        **planted,
        "placeholder": PLANTED,
        "value": PLANTED,
        "xpath": f"//*[@id='{PLANTED}']/{PLANTED}[@{PLANTED}]",
    }
    first = state(0, f"<p title={PLANTED}>{PLANTED}", [{**BOX, **inside, "owner": PLANTED}])
    first["data"].update(url=PLANTED, tab=PLANTED, active_application_name=PLANTED, screenshot_base64=PLANTED)
    first["data"].update(path_to_screenshot=PLANTED, owner=PLANTED)
    first["data"]["window_size"][PLANTED] = 1
    first["more"] = PLANTED
    pressed = action(
        1, "keypress", key=PLANTED, owner=PLANTED, element_attributes={"key": PLANTED, "element": inside, **inside}
    )
    scrolled = action(
        3, "scroll", x=1, y=2, dx=0, dy=1, key=PLANTED, element_attributes={"xpath": f"//a[.='{PLANTED}']"}
    )
    task: dict[str, Any] = {
        "task_id": 1,
        "sites": [PLANTED],
        "storage_state": PLANTED,
        "start_url": PLANTED,
        "geolocation": PLANTED,
        "intent": PLANTED,
        "intent_template": PLANTED,
        "instantiation_dict": {PLANTED: [PLANTED]},
        "eval": {
            "eval_types": [PLANTED],
            "reference_answers": {"must_include": [PLANTED], PLANTED: PLANTED},
            "reference_url": PLANTED,
            "program_html": [{"url": PLANTED, "locator": PLANTED, "required_contents": {"exact_match": PLANTED}}],
            "string_note": PLANTED,
            PLANTED: PLANTED,
        },
        PLANTED: PLANTED,
    }
    data = trace(first, pressed, state(2), scrolled, webarena=task, owner=PLANTED)
    made = rewrite_trace(data, all_x).decode()
    assert PLANTED.lower() not in made.lower()
    assert read_trace(data).dropped == 12


def test_an_xpath_that_cannot_be_read_is_left_out() -> None:
    for path in (f"//*[@id='it's {PLANTED}']", f"{PLANTED}§", f'//a[@title="{PLANTED}'):
        made = rewrite_trace(trace(state(0), action(1, "scroll", element_attributes={"xpath": path})), all_x)
        assert datas(made)[1]["element_attributes"]["xpath"] == ""


@pytest.mark.parametrize(
    "path",
    [
        "/html/body/div[2]/table/tbody/tr[10]/td[1]",
        "//*[@id='a']",
        "//a[contains(@class, 'x') and not(@href)]/following-sibling::p[last()]",
        "/html/body//my-card[position() > 2]/@title",
    ],
)
def test_a_path_stays_where_nothing_in_it_is_replaced(path: str) -> None:
    given = trace(state(0), action(1, "scroll", element_attributes={"xpath": path}))
    assert datas(rewrite_trace(given, as_is))[1]["element_attributes"]["xpath"] == path


# --- what is refused


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff", "encoding_broken"),
        (b"{", "json_broken"),
        (b"[]", "wrong_type"),
        (b"{}", "missing_field"),
        (b'{"trace": {}}', "wrong_type"),
        (trace({"type": "note", "data": {}}), "wrong_type"),
        (trace({"type": "state", "data": {}}), "missing_field"),
        (trace(state(0), action(1, "drag")), "wrong_type"),
        (trace(state(0), state(1)), "trace_order"),
        (trace(action(0, "scroll")), "trace_order"),
        (trace(state(0), action(1, "keypress", key=5)), "wrong_type"),
        (trace(state(0), action(1, "mouseup", x="1")), "wrong_type"),
        (trace(state(0), action(1, "mouseup", timestamp="yesterday")), "wrong_type"),
        (trace(state(0), action(1, "mouseup", timestamp="2023-02-30 10:00:00")), "wrong_type"),
        (trace(state(0, None, []), webarena=[]), "wrong_type"),
        (b'{"trace": [], "trace": []}', "json_broken"),
    ],
)
def test_what_is_no_trace_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(DocumentRefused) as caught:
        rewrite_trace(data, as_is)
    assert caught.value.reason == reason


def test_a_json_state_that_is_none_is_refused() -> None:
    broken = state(0)
    broken["data"]["json_state"] = f'[{{"text": "{PLANTED}"'
    with pytest.raises(DocumentRefused) as caught:
        rewrite_trace(trace(broken), as_is)
    assert caught.value.reason == "json_broken" and PLANTED not in str(caught.value)


def test_a_trace_may_be_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace_schema, "MOST_ENTRIES", 2)
    assert read_trace(trace(state(0), action(1, "scroll")))
    with pytest.raises(DocumentRefused):
        read_trace(trace(state(0), action(1, "scroll"), state(2)))


def test_a_trace_may_be_so_large_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    data = trace(state(0))
    monkeypatch.setattr(trace_schema, "LARGEST_TRACE", len(data))
    assert read_trace(data)
    with pytest.raises(DocumentRefused) as caught:
        read_trace(data + b" ")
    assert caught.value.reason == "value_out_of_range"


def test_a_raw_trace_need_not_alternate() -> None:
    data = trace(state(0), state(1), action(2, "mousedown", x=1, y=2))
    assert [one["id"] for one in datas(rewrite_raw_trace(data, all_x))] == [0, 1, 2]


def test_halves_of_characters_are_no_obstacle() -> None:
    data = trace(state(0, "<p>a\ud83d</p>"), action(1, "keypress", key="'\ud83d'"))
    assert "\ufffd" in datas(rewrite_trace(data, as_is))[0]["html"]


# --- plain records


def test_actions_are_told_as_rows_are_made_of_them() -> None:
    data = trace(
        state(0, PAGE),
        action(1, "mouseup", x=10.4, y=20.6, is_right_click=True, element_attributes=CLICK),
        state(2, PAGE),
        action(
            3,
            "keystroke",
            key="Key.enter Key.shift 'K' 'e' 'q' Key.backspace 'l' Key.cmd 'v'",
            start_timestamp="2023-12-25 15:10:01",
            element_attributes=element(xpath="//*[@id='last-maria']", value="Keq"),
        ),
        state(4, PAGE),
        action(5, "scroll", x=1, y=2, dx=0, dy=-3, element_attributes={"xpath": "/html"}),
    )
    actions = actions_of(read_trace(data))
    assert [(one.index, one.part, one.kind, one.value, one.state, one.shot) for one in actions] == [
        (1, 0, "click", "RB Down", 0, 0),
        (3, 0, "hotkey", "Enter", 2, 1),
        (3, 1, "type", "Kel", 2, 1),
        (3, 2, "hotkey", "Meta+V", 2, 1),
        (5, 0, "scroll", "Scroll Down", 4, 2),
    ]
    assert actions[0] == TraceAction(
        1,
        0,
        datetime(2023, 12, 25, 15, 10, 1, 500_000, tzinfo=UTC),
        "click",
        "RB Down",
        0,
        0,
        role="button",
        name="Maria Keller",
        box=(10, 20, 110, 50),
        coordinates=(10, 21),
    )
    assert (actions[2].role, actions[2].name, actions[2].element_value) == ("textbox", "Last name", None)
    assert actions[1].at == datetime(2023, 12, 25, 15, 10, 1, tzinfo=UTC) < actions[3].at


def test_text_over_several_actions_is_told_in_its_pieces() -> None:
    told = actions_of(read_trace(presses("'K'", "'q'", "Key.backspace", "'e' 'l'")))
    assert [(one.kind, one.value) for one in told] == [
        ("type", "K"),
        ("type", "e"),
        ("type", "l"),
        ("hotkey", "Shift"),
    ]


@pytest.mark.parametrize(("dx", "dy", "value"), [(0, 2, "Up"), (0, -2, "Down"), (3, 0, "Right"), (-3, 2, "Left")])
def test_directions_are_those_of_pynput(dx: int, dy: int, value: str) -> None:
    given = trace(state(0), action(1, "scroll", x=1, y=1, dx=dx, dy=dy))
    assert actions_of(read_trace(given))[0].value == f"Scroll {value}"


def test_a_password_is_told_by_stars_alone() -> None:
    given = presses("'g' 'e' 'h'", into=element(type="password", value="geh"))
    told = actions_of(read_trace(given))[0]
    assert (told.value, told.element_value) == ("********", None)


def test_states_are_told_with_their_times_and_screens() -> None:
    states = states_of(read_trace(whole()))
    assert [(one.index, one.shot) for one in states] == [(0, 0), (2, 1), (4, 2)]
    assert states[0].at == datetime(2023, 12, 25, 15, 10, tzinfo=UTC)
    assert (states[0].tab, states[0].application, states[0].screen_size) == (
        "Maria Keller - CRM",
        "Google Chrome",
        (1440, 900),
    )
