"""Ids of rows: others of the same form, one for one, and none that was captured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.errors import EntrophyError
from redaction.sources.ids import LEAST_DIGITS, LEAST_SIGNS, Ids, Prefixes, is_telling, prefix_of
from redaction.sources.keys import scratch_database

KEY = b"k" * 32


def assigned(folder: Path, values: list[str], prefixes: tuple[str, ...] = (), key: bytes = KEY) -> dict[str, str]:
    with scratch_database(folder) as connection:
        ids = Ids(connection, key, frozenset(prefixes))
        for value in values:
            ids.note(value)
        ids.assign()
        return {value: str(ids.replacement(value)) for value in values}


def form(value: str) -> str:
    return re.sub(r"[0-9]", "9", re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", value)))


def test_an_id_becomes_another_of_its_form_and_none_that_was_captured(tmp_path: Path) -> None:
    captured = [f"emp_{n:04d}" for n in range(1000, 2260)] + ["CLNT-0007", "B07QX2LM9Z", "alkvi"]
    made = assigned(tmp_path, captured, ("emp_",))
    assert len({*made.values()}) == len(captured)
    assert not {*made.values()} & {*captured}
    assert all(form(one) == form(other) for one, other in made.items())
    assert all(other.startswith("emp_") for one, other in made.items() if one.startswith("emp_"))


def test_what_stands_for_an_id_depends_on_the_key_and_not_on_the_order(tmp_path: Path) -> None:
    captured = [f"T-{n}" for n in range(1000, 1100)]
    made = assigned(tmp_path, captured)
    assert assigned(tmp_path, captured[::-1]) == made
    assert assigned(tmp_path, captured, key=b"o" * 32) != made


def test_a_form_without_room_changes_places_and_stays_one_to_one(tmp_path: Path) -> None:
    captured = [str(n) for n in range(1, 10)]
    made = assigned(tmp_path, captured)
    assert sorted(made.values()) == captured
    assert all(one != other for one, other in made.items())
    with scratch_database(tmp_path) as connection:
        ids = Ids(connection, KEY, frozenset())
        for value in captured:
            ids.note(value)
        ids.assign()
        assert ids.crowded == 9


def test_zeros_in_front_stay_so_that_no_number_takes_the_room_of_another(tmp_path: Path) -> None:
    made = assigned(tmp_path, [str(n) for n in range(1000)] + ["007", "0"])
    assert made["0"] == "0" and made["007"].startswith("00") and made["007"] != "000"
    assert all(len(one) == len(other) and not other.startswith("0") for one, other in made.items() if one[0] != "0")
    assert len({*made.values()}) == 1001


def test_letters_in_front_stay_only_where_half_of_the_ids_of_a_source_begin_so(tmp_path: Path) -> None:
    counted = Prefixes()
    for value in ("emp_1", "emp_2", "joe_3", "joe_4", "ann_5"):
        counted.count("employees", value)
    assert counted.shared() == frozenset()
    counted.count("employees", "emp_6")
    assert counted.shared() == {"emp_"}
    counted.count("owners", "solo_1")
    assert counted.shared() == {"emp_"}, "one id tells of its owner"
    made = assigned(tmp_path, ["emp_1234", "joe_1234"], ("emp_",))
    assert made["emp_1234"].startswith("emp_") and not made["joe_1234"].startswith(("joe_", "emp_"))


def test_a_uuid_stays_one_of_its_version(tmp_path: Path) -> None:
    value = "0d9f2c51-77aa-4e21-9b1c-0a5e6f7b8c9d"
    made = assigned(tmp_path, [value])[value]
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", made)
    assert made != value


def test_ids_in_a_text_are_replaced_at_their_places_and_words_are_left(tmp_path: Path) -> None:
    with scratch_database(tmp_path) as connection:
        ids = Ids(connection, KEY, frozenset(["emp_"]))
        for value in ("emp_0431", "alkvi", "quick", "10248", "1024"):
            ids.note(value)
        ids.assign()
        text = "emp_0431 asked EMP_0431 about invoice_alkvi.pdf, a quick check of 10248 and 1024; xemp_0431y."
        found = {text[a:b]: made for a, b, made in ids.in_text(text)}
        assert set(found) == {"emp_0431", "EMP_0431", "alkvi", "10248"}
        assert found["EMP_0431"] == found["emp_0431"].upper()
        paths = "orders/invoice_quick.pdf"
        assert not list(ids.in_text(paths))
        (one,) = ids.in_text(paths, frozenset(["quick"]))
        assert paths[one[0] : one[1]] == "quick" and one[2] == ids.replacement("quick")


def test_ids_that_the_policy_keeps_stay_and_are_given_to_nobody(tmp_path: Path) -> None:
    with scratch_database(tmp_path) as connection:
        ids = Ids(connection, KEY, frozenset())
        for number in range(5):
            ids.note(str(number + 1), keep=True)
        for number in range(5, 9):
            ids.note(str(number + 1))
        ids.assign()
        made = {str(n): ids.replacement(str(n)) for n in range(1, 10)}
        assert all(made[str(n)] == str(n) for n in range(1, 6))
        assert {made[str(n)] for n in range(6, 10)} == {"6", "7", "8", "9"}


def test_a_form_has_room_up_to_a_quarter_of_its_ids(tmp_path: Path) -> None:
    fits = [f"q-{n:02d}" for n in range(25)]
    made = assigned(tmp_path, fits, ("q-",))
    assert not {*made.values()} & {*fits}
    full = [f"q-{n:02d}" for n in range(26)]
    assert {*assigned(tmp_path, full, ("q-",)).values()} == {*full}


def test_a_form_that_others_have_filled_is_refused(tmp_path: Path) -> None:
    with scratch_database(tmp_path) as connection:
        ids = Ids(connection, KEY, frozenset(["x"]))
        ids.note("x1")
        connection.executemany("INSERT INTO given VALUES (?)", [(f"x{n}",) for n in range(10)])
        with pytest.raises(EntrophyError) as refused:
            ids.assign()
        assert "keep_ids" in refused.value.remedy and "x1" not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "telling"),
    [
        ("9" * LEAST_DIGITS, True),
        ("9" * (LEAST_DIGITS - 1), False),
        ("a" * (LEAST_SIGNS - 2) + "7q", True),
        ("7q" + "z" * (LEAST_SIGNS - 3), False),
        ("maria", False),
        ("quick", False),
        ("wqxzk", True),
    ],
)
def test_an_id_is_looked_for_in_texts_from_a_length_on(value: str, telling: bool) -> None:
    assert is_telling(value) is telling


@pytest.mark.parametrize(
    ("value", "prefix"), [("emp_0431", "emp_"), ("CLNT-7", "CLNT-"), ("B07Q", "B"), ("alkvi", ""), ("431", "")]
)
def test_what_an_id_begins_with(value: str, prefix: str) -> None:
    assert prefix_of(value) == prefix


@settings(max_examples=40, deadline=None)
@given(st.lists(st.from_regex(r"[a-z]{0,3}[_-]?[0-9A-Z]{1,4}", fullmatch=True), min_size=1, max_size=40, unique=True))
def test_any_ids_map_one_to_one_within_their_form(tmp_path_factory: pytest.TempPathFactory, values: list[str]) -> None:
    made = assigned(tmp_path_factory.mktemp("ids"), values)
    assert len({*made.values()}) == len(values)
    assert all(form(one) == form(other) for one, other in made.items())
