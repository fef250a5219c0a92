"""Where the elements of a state stand on its screen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redaction.documents.places import Place, places_in
from redaction.documents.refusal import DocumentRefused

TIME = "2025-04-14 08:07:22.787623"
BUTTON = {"x": 100.0, "y": 50.0, "width": 40, "height": 20, "text": "Save", "tag": "button"}


def trace(*elements: dict[str, Any], screen: Any = (400, 200)) -> bytes:
    state: dict[str, Any] = {"timestamp": TIME, "json_state": json.dumps(elements)}
    if screen is not None:
        state["screen_size"] = {"width": screen[0], "height": screen[1]}
    action = {"type": "action", "data": {"timestamp": TIME, "type": "scroll"}}
    return json.dumps({"trace": [{"type": "state", "data": state}, action]}).encode()


def test_a_place_is_a_share_of_the_screen() -> None:
    assert places_in(trace(BUTTON)) == [[Place(0.25, 0.25, 0.1, 0.1, "Save")]]


def test_a_field_tells_what_stands_in_it() -> None:
    ((field,),) = places_in(trace({**BUTTON, "text": None, "value": "Minutes"}))
    assert field.text == "Minutes"


@pytest.mark.parametrize("wrong", [{"text": " "}, {"text": None}, {"width": 0}, {"height": -1}, {"x": None}])
def test_an_element_without_text_or_place_tells_nothing(wrong: dict[str, Any]) -> None:
    assert places_in(trace({**BUTTON, **wrong})) == [[]]


@pytest.mark.parametrize("screen", [None, (0, 200), (400, 0), (400, None)])
def test_nor_does_a_state_without_the_size_of_its_screen(screen: Any) -> None:
    assert places_in(trace(BUTTON, screen=screen)) == [[]]


def test_what_is_no_trace_is_refused() -> None:
    with pytest.raises(DocumentRefused):
        places_in(b"{}")
