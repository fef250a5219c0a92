"""JSON values: every string and key is shown under its label, what is inside strings is walked, secrets are dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redaction.documents.json_values import DEEPEST_JSON, LONGEST_VALUE, rewrite_json
from redaction.documents.unit import Unit, as_is
from tests.documents import PLANTED, all_x, swapped, units_of


def units(value: Any) -> list[Unit]:
    return units_of(lambda each: rewrite_json(value, each))


def test_strings_are_shown_under_their_key() -> None:
    assert Unit(("Stone",), "last Name", "field") in units({"lastName": "Stone"})
    assert Unit(("Stone",), "last name", "field") in units({"last_name": ["Stone"]})
    assert units(["Stone"]) == [Unit(("Stone",), None, "prose")]


def test_keys_are_shown_and_never_lose_a_value() -> None:
    assert rewrite_json({"maria": 1, "keller": 2}, swapped(maria="anna")) == {"anna": 1, "keller": 2}
    assert list(rewrite_json({"maria": 1, "keller": 2}, all_x).values()) == [1, 2]


def test_json_and_html_and_addresses_in_strings_are_walked() -> None:
    given = {
        "a": '{"b": "[\\"Maria\\"]"}',
        "c": "<b title='Maria'>Maria</b><!-- Maria -->",
        "d": "/u/maria",
        "e": "javascript:maria",
        "f": "data:image/png;base64,maria",
    }
    made = rewrite_json(given, swapped(maria="anna"))
    assert json.loads(json.loads(made["a"])["b"]) == ["Anna"]
    assert made["c"] == '<b title="Anna">Anna</b>'
    assert (made["d"], made["e"]) == ("/u/anna", "")
    assert made["f"].startswith("data:image/png;base64,iVBOR")


def test_numbers_stay_and_long_ones_are_shown() -> None:
    given = {"n": 123456, "x": 1.5, "tel": 491761234567, "ok": True, "none": None}
    assert rewrite_json(given, as_is) == given
    assert [one for one in units(given) if one.label == "tel"] == [Unit(("491761234567",), "tel", "field")]
    assert rewrite_json({"tel": 1234567}, lambda u: ("7654321",) if u.label else u.pieces) == {"tel": 7654321}
    assert rewrite_json({"tel": 1234567}, lambda u: ("[PHONE]",) if u.label else u.pieces) == {"tel": "[PHONE]"}
    assert not [one for one in units({"n": 123456}) if one.label]


@pytest.mark.parametrize("key", ["csrfToken", "X-CSRF", "session_id", "password", "api_key", "nonce", "clientSecret"])
def test_what_opens_a_door_is_dropped_unseen(key: str) -> None:
    assert rewrite_json({key: PLANTED}, as_is) == {key: None}
    assert not any(PLANTED in one.pieces for one in units({key: PLANTED}))


def test_what_cannot_be_understood_is_dropped() -> None:
    assert rewrite_json({"a": '{"b": "Maria'}, as_is) == {"a": ""}
    assert rewrite_json({"a": "x" * LONGEST_VALUE, "b": "x" * (LONGEST_VALUE + 1)}, as_is) == {
        "a": "x" * LONGEST_VALUE,
        "b": "",
    }
    assert rewrite_json({"a": "[draft] Maria"}, as_is) == {"a": "[draft] Maria"}
    assert rewrite_json([float("inf")], as_is) == [None]


def test_a_value_may_lie_so_deep_and_no_deeper() -> None:
    def nested(levels: int) -> Any:
        value: Any = "a"
        for _ in range(levels):
            value = [value]
        return value

    assert rewrite_json(nested(DEEPEST_JSON), as_is) == nested(DEEPEST_JSON)
    assert "a" not in json.dumps(rewrite_json(nested(DEEPEST_JSON + 1), as_is))


VALUES = st.recursive(
    st.sampled_from(
        [PLANTED, f"a {PLANTED}", f"<i>{PLANTED}", f'["{PLANTED}"]', f"#{PLANTED}", f"x:{PLANTED}", 1, None]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([PLANTED, "a", "bC", " "]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_no_planted_text_survives_in_json(value: Any) -> None:
    assert PLANTED.lower() not in json.dumps(rewrite_json(value, all_x)).lower()
    kept = rewrite_json(value, as_is)
    assert rewrite_json(kept, as_is) == kept
