"""Canaries: invented values, drawing on empty parts, counting, the floor, and the bound of a sample."""

from __future__ import annotations

import numpy as np
import phonenumbers
import pytest

from redaction.canaries.figures import figures, wilson
from redaction.canaries.plant import _cell, _copies, require_caught
from redaction.canaries.planted_screens import _letters, plant
from redaction.canaries.planted_values import invent
from redaction.errors import LeakFound
from redaction.findings import ImageFinding, Kind, TextFinding
from redaction.lexicon.names import name_lists
from redaction.page.reading import Line, Reading
from redaction.policy import Policy
from redaction.records import Interaction
from tests.scrubbed_fixture import make_rows, picture
from validation.leaks.leak_report import Sample

KEY = bytes(range(32))
ROW = Interaction(**make_rows("a", ["Invoice creation"])[0])


def cell(where: str = "text", kind: str = "person", planted: int = 10, caught: int = 10, field: str = "title") -> dict:
    return {
        "where": where,
        "field": field,
        "kind": kind,
        "application": "Mail",
        "planted": planted,
        "caught": caught,
    }


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20)[1] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("cells", "below"),
    [
        ([cell()], []),
        ([cell(caught=9)], []),
        ([cell(caught=8)], []),  # 8 of 10 may be chance: the interval ends at .94
        ([cell(caught=6)], ["text", "text person"]),
        ([cell(planted=48, caught=43)], []),  # what chance did to one build of 30
        ([cell(planted=48, caught=38)], ["text", "text person"]),
        ([cell(planted=400, caught=345)], ["text", "text person"]),  # the more is planted, the nearer to the floor
        ([cell(planted=90, caught=90), cell(kind="email", planted=5, caught=4)], []),  # too few to say so
        ([cell(planted=90, caught=90), cell(kind="email", planted=10, caught=6)], ["text email"]),
        ([cell(planted=90, caught=90), cell("screen"), cell("screen", "face", 1, 0)], ["screen face"]),
        ([cell(), cell("screen", planted=4, caught=3)], []),
        ([cell(), cell("screen", planted=4, caught=1)], ["screen", "screen person"]),
    ],
)
def test_the_floor_holds_for_places_and_kinds(cells: list[dict], below: list[str]) -> None:
    stated = figures(cells, 0.9)
    assert stated["below"] == below
    assert stated["passed"] is not bool(below)
    if below:
        with pytest.raises(LeakFound, match=below[0]):
            require_caught(stated, "batch")


def test_figures_add_up_over_batches_in_any_order() -> None:
    cells = [cell(), cell(kind="email", caught=9), cell()]
    assert figures(cells, 0.5) == figures(cells[::-1], 0.5)
    assert figures(cells, 0.5)["text"] == {"planted": 30, "caught": 29, "share": 0.9667} | {
        k: figures(cells, 0.5)["text"][k] for k in ("low", "high")
    }


def test_people_differ_by_key_and_place_and_half_are_on_no_list() -> None:
    people = [invent(KEY, f"row {n}", n) for n in range(40)]
    assert people == [invent(KEY, f"row {n}", n) for n in range(40)]
    assert len({p.person for p in people}) == 40
    assert not {p.person for p in people} & {invent(bytes(32), f"row {n}", n).person for n in range(40)}
    lists = name_lists()
    unlisted = [p for p in people if not any(lists.is_name(w) for w in p.person.split())]
    assert 10 <= len(unlisted) <= 30
    for p in people:
        assert phonenumbers.is_valid_number(phonenumbers.parse(p.phone, "US"))
        assert p.email.isascii() and p.flat.isascii() and "@" in p.email


def test_a_copy_holds_its_value_and_counts_it_only_when_all_of_it_is_hidden() -> None:
    kinds = [Kind.PERSON, Kind.EMAIL, Kind.PHONE, Kind.ID]
    copies = [c for number in range(3) for c in _copies(ROW, "Mail", number, kinds, KEY)]
    assert {c.kind for c in copies} == set(kinds)
    assert {c.field for c in copies} == {
        "title",
        "typed value",
        "labelled value",
        "description",
        "known name",
        "known number",
    }
    for copy in copies:
        value = copy.item.text[copy.start : copy.end]
        assert value and not value[0].isspace()
        whole = TextFinding(copy.start, copy.end, copy.kind, 0.9, "x")
        assert copy.caught([whole], Policy())
        assert not copy.caught([TextFinding(copy.start, copy.end - 1, copy.kind, 0.9, "x")], Policy())
        kept = Policy.model_validate({"text": {"kinds": {copy.kind.value: "keep"}}})
        assert not copy.caught([whole], kept)


def test_a_log_in_and_an_address_are_made_of_the_name() -> None:
    for n in range(40):
        planted = invent(KEY, f"row {n}", n)
        first, last = planted.flat.casefold().split()
        assert planted.login == first[0] + last and len(last) > 1
        assert last in planted.email and planted.number.isdigit() and len(planted.number) == 7
        if planted.person.isascii() and planted.person.replace(" ", "").isalpha():
            assert planted.flat.casefold() == planted.person.casefold()


@pytest.mark.parametrize("caught", [True, False])
def test_one_planted_value_counts_as_one(caught: bool) -> None:
    stated = {
        "where": "text",
        "field": "title",
        "kind": "id",
        "application": "Mail",
        "planted": 1,
        "caught": int(caught),
    }
    assert _cell("text", "title", Kind.ID, "Mail", caught) == stated


def test_each_copy_is_planted_where_it_says() -> None:
    kinds = [Kind.PERSON, Kind.EMAIL, Kind.PHONE, Kind.ID]
    for copy in (c for number in range(3) for c in _copies(ROW, "Mail", number, kinds, KEY)):
        alone = copy.item.text == copy.item.text[copy.start : copy.end]
        assert alone is (copy.field in ("typed value", "labelled value", "known number")), copy.field
        if copy.field == "labelled value":
            assert copy.item.label not in (None, ROW.field_name)
        elif copy.field == "known number":
            assert copy.item.label is None
        assert (copy.item.role == "field") is alone or copy.field in ("title", "known name"), copy.field
        if copy.field == "description":
            assert copy.item.label is None and " " in copy.item.text


def test_of_a_code_the_dark_modules_count_of_a_face_the_whole_tile() -> None:
    image = np.full((300, 400, 3), 120, np.uint8)
    reading = Reading(400, 300, ())
    copy, marks = plant(image, reading, invent(KEY, "screen", 0), [Kind.CODE, Kind.FACE], KEY)
    code, face = sorted(marks, key=lambda mark: mark.kind)
    x0, y0, x1, y1 = code.box
    assert code.kind is Kind.CODE and (code.foreground == (copy[y0:y1, x0:x1, 0] < 128)).mean() > 0.99
    assert 0.1 < code.foreground.mean() < 0.6, "the quiet zone is no ink"
    assert face.foreground.all()


@pytest.mark.parametrize(
    ("heights", "size"),
    [([], 14), ([10], 12), ([16], 12), ([17], 13), ([29], 22), ([60], 22), ([10, 20, 60], 15)],
)
def test_planted_text_is_as_large_as_the_lines_around_it(heights: list[int], size: int) -> None:
    lines = [Line("abc", (10, 10, 40, 10 + height), (10, 20, 30, 40)) for height in heights]
    upright = Line("abc", (10, 10, 40, 300), (10, 20, 30, 40), turned=True)
    assert _letters(Reading(400, 300, (*lines, upright))) == size


def test_items_are_drawn_on_empty_parts_and_judged_by_their_ink() -> None:
    image = picture(3, (600, 900))
    line = Line("Some text", (10, 10, 90, 26), tuple(range(10, 91, 8))[:10])
    reading = Reading(900, 600, (line,))
    kinds = [Kind.PERSON, Kind.EMAIL, Kind.PHONE, Kind.FACE, Kind.CODE]
    before = image.copy()
    copy, marks = plant(image, reading, invent(KEY, "screen", 0), kinds, KEY)
    assert (image == before).all()
    assert {m.kind for m in marks} == set(kinds)
    for m in marks:
        x0, y0, x1, y1 = m.box
        assert (image[y0:y1, x0:x1] == image[y0, x0]).all(), "the place was empty"
        assert (copy[y0:y1, x0:x1] != image[y0:y1, x0:x1]).any()
        assert m.caught([ImageFinding(m.box, m.kind, 0.9, "x")])
        assert not m.caught([ImageFinding((x0, y0, (x0 + x1) // 2, y1), m.kind, 0.9, "x")])
        assert not m.caught([])


def test_the_bound_of_a_sample() -> None:
    assert Sample(10, 10).bound == 0.0 and Sample(0, 5).bound == 1.0
    assert round(Sample(59, 1000).bound, 3) == 0.050
    assert "59 of 1000" in Sample(59, 1000).words() and "5.0%" in Sample(59, 1000).words()
