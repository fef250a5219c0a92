"""The re-scorer of words: its words, its forests, what it adds and vetoes, and on what it must not depend."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from redaction.errors import EngineUnavailable
from redaction.findings import ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.page.words import words_of
from redaction.policy import TextPolicy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.rescorer.context import NAMES as CONTEXT
from redaction.screens.rescorer.context import context
from redaction.screens.rescorer.evidence import KINDS, Evidence, kind_code
from redaction.screens.rescorer.features import NAMES as FEATURES
from redaction.screens.rescorer.features import covered, features
from redaction.screens.rescorer.forest import Forest, load
from redaction.screens.rescorer.meaning import NAMES as MEANING
from redaction.screens.rescorer.nobodys import CRUMB, SURE_OF_AGE
from redaction.screens.rescorer.rescore import DATA, DETECTOR, NAMES, Rescorer, decided
from redaction.screens.rescorer.token_features import NAMES as TOKENS
from redaction.screens.rescorer.token_features import spellings, token_features
from redaction.screens.span_boxes import found_on
from redaction.text.engine import TextEngine
from redaction.text.known.registry import Registry

GLYPH = 10
FIRST = (*FEATURES, *MEANING)
"""What the first look is told."""


def line(text: str, x: int, y: int, *, score: float = 0.99, turned: bool = False) -> Line:
    """A line of glyphs 10 px wide and 20 px high."""
    edges = tuple(x + GLYPH * i for i in range(len(text) + 1))
    return Line(text, (x, y, edges[-1], y + 20), edges, score, turned)


def screen(*lines: Line) -> Reading:
    return Reading(1200, 800, lines)


def page(*lines: Line) -> Page:
    return Page.of(screen(*lines))


def nothing_known(findings: Sequence[ImageFinding] = (), labels: dict[int, str] | None = None) -> Evidence:
    return Evidence(labels or {}, {}, {}, list(findings))


def kinds_as(*kinds: Kind) -> Callable[[NDArray[np.int64]], NDArray[np.float64]]:
    """Scores that say these kinds of the words of a page, in order."""
    table = np.array([[float(kind is other) for other in KINDS] for kind in kinds])
    return lambda at: table[at]


@pytest.fixture(scope="module")
def text() -> TextEngine:
    return TextEngine(TextPolicy())


@pytest.fixture(scope="module")
def engine(text: TextEngine) -> ScreenEngine:
    return ScreenEngine(VisionPolicy(device="cpu"), text)


@pytest.fixture(scope="module")
def without(text: TextEngine) -> ScreenEngine:
    return ScreenEngine(VisionPolicy(device="cpu", rescorer=False), text)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ("Owner: Nadia Brink", ["Owner", "Nadia", "Brink"]),
        ("Owner:Nadia", ["Owner", "Nadia"]),
        ("at 09:12, 1,204 rows", ["at", "09:12", "1,204", "rows"]),
        ("<nadia.brink@acme.example>", ["nadia.brink@acme.example"]),
        ("Brink, Nadia (C-1042) – …", ["Brink", "Nadia", "C-1042"]),
        ("担当者：田中さんが承認", ["担当者", "田中", "さんが", "承認"]),
        ("O'Neill-Brandt · K_77", ["O'Neill-Brandt", "K_77"]),
    ],
)
def test_words(shown: str, words: list[str]) -> None:
    found = words_of((line(shown, 30, 40),))
    assert [word.text for word in found] == words
    for word in found:
        assert shown[word.start : word.end] == word.text
        assert word.box == (30 + GLYPH * word.start, 40, 30 + GLYPH * word.end, 60)


def test_a_turned_word_is_its_line_and_what_was_not_read_has_none() -> None:
    turned = Line("Nadia Brink", (10, 10, 30, 200), tuple(range(12)), 0.9, True)
    found = words_of((turned, line(NOT_READ, 10, 300)))
    assert [(word.text, word.box) for word in found] == [("Nadia", turned.box), ("Brink", turned.box)]


def test_a_word_is_covered_by_boxes_that_reach_half_of_its_height() -> None:
    (word,) = words_of((line("abcd", 100, 100),))
    shares = covered([word], [(100, 100, 120, 120), (100, 110, 140, 130), (100, 111, 140, 131), (0, 0, 9, 9)])
    assert shares.tolist() == [[0.5, 1.0, 0.0, 0.0]]
    assert covered([word], []).shape == (1, 0)


def test_the_shipped_forests_score_as_their_trainer_did() -> None:
    with np.load(DATA / "rescorer.npz", allow_pickle=False) as arrays:
        told = {"found": FIRST, "found again": NAMES, "kind": FIRST}
        for name, features_told in told.items():
            forest, rows, trainers = load(arrays, name), arrays[f"check.{name}.rows"], arrays[f"check.{name}.scores"]
            assert rows.shape == (64, len(features_told)) and trainers.shape == (64, forest.classes)
            assert forest.classes == (len(KINDS) if name == "kind" else 1)
            assert np.abs(forest.raw(rows) - trainers).max() < 1e-6
            assert trainers.std() > 0.1  # rows that differ
            assert np.allclose(forest.raw(rows[5:6]), trainers[5:6], atol=1e-6)  # no row depends on the others
    assert (DATA / "rescorer.npz").stat().st_size <= 2_000_000


def test_a_forest_goes_left_at_its_threshold_and_sums_its_trees_by_class() -> None:
    def stump(feature: int, at: float, low: float, high: float) -> tuple[list[float], ...]:
        return [feature, 0, 0], [at, 0.0, 0.0], [0.0, low, high]

    trees = [stump(0, 1.5, 10, 20), stump(1, 0.0, 1, 2), stump(1, -1.0, 100, 200), stump(0, 9.0, 0.25, 0.5)]
    feature, threshold, value = (np.concatenate(column) for column in zip(*trees, strict=True))
    children = np.arange(12).reshape(4, 3)
    left, right = children.copy(), children.copy()
    left[:, 0], right[:, 0] = children[:, 1], children[:, 2]
    forest = Forest(
        feature.astype(np.int32), threshold, left.ravel(), right.ravel(), value, children[:, 0].copy(), 1, 2
    )
    rows = np.array([[1.5, 0.0], [np.nextafter(1.5, 2), np.nextafter(0.0, 1)], [10.0, -1.0]])
    assert forest.raw(rows).tolist() == [[210.0, 1.25], [220.0, 2.25], [120.0, 1.5]]
    assert forest.raw(rows[:0]).shape == (0, 2)
    again = load(forest.arrays("any"), "any")
    assert again.raw(rows).tolist() == forest.raw(rows).tolist()
    with pytest.raises(KeyError):
        load(forest.arrays("any"), "other")


def test_a_chance_is_the_logistic_of_the_raw_score() -> None:
    leaf = np.zeros(1, np.int32)
    forest = Forest(leaf, np.zeros(1), leaf, leaf, np.array([np.log(3.0)]), leaf, 0, 1)
    assert forest.chance(np.zeros((2, 4))) == pytest.approx([0.75, 0.75])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not Kind.DATE_OF_BIRTH])
def test_a_word_is_found_from_the_threshold_of_its_kind_on(kind: Kind) -> None:
    shown = page(line("Quill7brook", 100, 100))
    threshold = {Kind.ID: 0.08, Kind.PERSON: 0.20}.get(kind, 0.16)  # somebody who stands alone: see test_among
    for chance, found in ((threshold, True), (threshold - 0.0001, False)):
        out = decided(shown, nothing_known(), np.array([chance]), kinds_as(kind))
        assert [(f.kind, f.value, f.detector) for f in out] == [(kind, "Quill7brook", DETECTOR)][: int(found)]


@pytest.mark.parametrize(
    ("shown", "kind", "found"),
    [
        ("24/05/2025", Kind.ID, False),
        ("(2025-05-24)", Kind.PHONE, False),
        ("09/17/202509:43", Kind.PHONE, False),
        ("02.09.25T15:03:09", Kind.PHONE, False),
        ("1209.53.564", Kind.ID, True),
        ("4/78/435", Kind.ADDRESS, True),
        ("12.05/2025", Kind.ID, True),
        ("2041", Kind.DATE_OF_BIRTH, False),
        ('"2025-05-24T09:41:07Z",', Kind.ID, False),
        ("05-1817:44·", Kind.ID, False),
        ("05-3217:44", Kind.ID, True),
        ("13-1817:44", Kind.ID, True),
        ("08:00-12:00/13:00-17:48", Kind.ID, False),
        ("8:00-9:00-10:00-11:00-12:00", Kind.ID, True),
        ("11:20", Kind.PHONE, False),
        ("10026:1000", Kind.ID, True),
        ("2022-07", Kind.ID, False),
        ("2022-13", Kind.ID, True),
        ("2025-10-05T12:44:00+05:30", Kind.ID, False),
        ("2025-10-05T12:44:00-0400", Kind.ID, False),
        ("2025-10-05T12:44:00+15:30", Kind.ID, True),
        ("+0200", Kind.ID, False),
        ("-0430", Kind.ID, False),
        ("-0431", Kind.ID, True),
        ("-1500", Kind.ID, True),
        ("09/2025", Kind.ID, False),
        ("09/3025", Kind.ID, True),
        ("20-10-33", Kind.ID, True),  # a sort code
        ("20.10.33", Kind.ID, False),
        ("20.30.94", Kind.ID, True),
    ],
)
def test_a_moment_is_nobodys_number_and_that_a_day_is_somebodys_only_a_label_tells(
    shown: str, kind: Kind, found: bool
) -> None:
    one = page(line(shown, 100, 100))
    chances = np.full(len(one.words), 0.9)
    assert bool(decided(one, nothing_known(), chances, kinds_as(*[kind] * len(one.words)))) is found


@pytest.mark.parametrize(
    ("shown", "kind", "found"),
    [
        ("99", Kind.ID, False),  # a count
        ("996", Kind.ID, True),
        ("9A", Kind.ID, True),
        ("DD", Kind.USERNAME, False),  # a direct debit
        ("DQ", Kind.USERNAME, True),
        ("Q", Kind.USERNAME, False),
        ("林", Kind.PERSON, True),
        ("Quillfox", Kind.COMPANY, True),
        ("Firefox", Kind.COMPANY, False),
        ("Firefox", Kind.PERSON, True),
    ],
)
def test_a_number_of_two_digits_and_marks_of_accounts_are_nobodys(shown: str, kind: Kind, found: bool) -> None:
    cells = page(line(shown, 100, 100), line("CR", 100, 140), line("DR", 100, 180), line("CR", 100, 220))
    out = decided(cells, nothing_known(), np.array([0.9, 0, 0, 0]), kinds_as(*[kind] * 4))
    assert [f.value for f in out] == [shown][: int(found)]


@pytest.mark.parametrize(("shown", "chance", "found"), [
    ("2025", 0.5, True), ("2025", np.nextafter(0.5, 0), False), ("1899", 0.2, True), ("20251", 0.2, True),
    ("0612", 0.5, True), ("0612", np.nextafter(0.5, 0), False), ("0042", 0.2, True), ("2460", 0.2, True),
])  # fmt: skip
def test_a_year_or_an_hour_is_nobodys_number_unless_it_is_sure(shown: str, chance: float, found: bool) -> None:
    out = decided(page(line(shown, 100, 100)), nothing_known(), np.array([chance]), kinds_as(Kind.ID))
    assert bool(out) is found


def test_an_hour_in_a_column_of_numbers_is_one_of_them() -> None:
    shown = page(line("1012", 100, 100), line("1061", 100, 130))
    out = decided(shown, nothing_known(), np.array([0.2, 0.3]), kinds_as(Kind.ID, Kind.ID))
    assert [f.value for f in out] == ["1012", "1061"]


@pytest.mark.parametrize(
    ("shown", "found"), [("8721.", True), ("020", True), ("2021", False), ("20", False), ("May", False)]
)
def test_a_number_that_is_no_year_is_no_part_of_a_day(shown: str, found: bool) -> None:
    scores = np.array([[2.0 * (kind is Kind.DATE_OF_BIRTH) + (kind is Kind.ID) for kind in KINDS]])
    out = decided(page(line(shown, 100, 100)), nothing_known(), np.array([0.4]), lambda at: scores[at])
    assert [(f.kind, f.value) for f in out] == [(Kind.ID, shown)][: int(found)]


def test_an_announced_log_in_and_a_firm_by_its_trade_are_no_matter_of_chance() -> None:
    shown = page(line("Approved by vexlaut", 100, 100), line("Iron Vale Drilling", 100, 200))
    chances = np.array([0.0, 0.0, 0.015, 0.005, 0.012, 0.0])
    out = decided(shown, nothing_known(), chances, kinds_as(*[Kind.PERSON] * 6))
    assert [(f.kind, f.value) for f in out] == [(Kind.USERNAME, "vexlaut"), (Kind.COMPANY, "Iron Vale Drilling")]


def test_an_hour_in_a_line_may_be_a_branch_of_a_bank() -> None:
    shown = page(line("Ag. 0930", 100, 100))
    out = decided(shown, nothing_known(), np.array([0.0, 0.4]), kinds_as(Kind.ID, Kind.ID))
    assert [f.value for f in out] == ["0930"]


@pytest.mark.parametrize(
    ("label", "value", "kind", "x", "kept"),
    [
        ("Vendor", "Azure Interior", Kind.COMPANY, 160, True),
        ("Customer", "Azure Interior", Kind.PERSON, 160, True),  # a label of things as well
        ("Vendor", "Azure Number", Kind.COMPANY, 160, False),  # labels are made of it
        ("Vendor", "Azure interior", Kind.COMPANY, 160, False),
        ("Vendor", "Azure", Kind.COMPANY, 160, False),
        ("Vendor", "Azure Interior", Kind.PERSON, 160, False),  # the label says otherwise
        ("Vendor", "Azure Interior", Kind.COMPANY, 40, True),  # below it: a column of firms alone
        ("Customer", "Azure Interior", Kind.PERSON, 40, False),  # of people, or of things as well
        ("Password", "orange period", Kind.SECRET, 160, True),  # any words may be one
        ("Password", "orange period", Kind.SECRET, 40, False),  # below it more is asked
        ("User name", "orange", Kind.USERNAME, 160, True),
        ("User name", "orange", Kind.USERNAME, 40, False),
    ],
)
def test_what_a_label_left_of_several_proper_words_announces_is_no_matter_of_chance(
    label: str, value: str, kind: Kind, x: int, kept: bool
) -> None:
    shown = page(line(label, 40, 100), line(value, x, 100 if x > 40 else 140))
    words = len(shown.words)
    at = next(i for i, one in enumerate(shown.lines) if one.text == value)
    found = ImageFinding(shown.lines[at].box, kind, 0.9, "label", value, Source.LABEL)
    told = Evidence({at: label}, {}, {}, [found])
    out = decided(shown, told, np.zeros(words), kinds_as(*[kind] * words))
    assert out == ([found] if kept else [])


def test_a_secret_behind_a_label_in_its_own_line_is_no_matter_of_chance() -> None:
    shown = page(line("Passphrase: orange period", 40, 100))
    found = found_on(shown, shown.lines[0], (12, 25), Kind.SECRET, 0.9, "label-inline", Source.LABEL)
    assert decided(shown, nothing_known([found]), np.zeros(3), kinds_as(*[Kind.ID] * 3)) == [found]


@pytest.mark.parametrize(("others", "left"), [(2, "LAHM Lisa"), (1, "Lisa")])
def test_a_surname_in_capitals_stays_on_a_page_of_such(others: int, left: str) -> None:
    names = ["LAHM Lisa", *("VEXLOR Anna", "ZQUELL Otto")[:others]]
    shown = page(*[line(name, 40, 100 + 40 * i) for i, name in enumerate(names)])
    found = [ImageFinding(one.box, Kind.PERSON, 0.8, "names-model", one.text, Source.MODEL) for one in shown.lines]
    chances = np.array([0.01 if word.text == "LAHM" else 0.9 for word in shown.words])
    out = decided(shown, Evidence({}, {}, {}, found), chances, kinds_as(*[Kind.PERSON] * len(chances)))
    assert sorted(f.value for f in out) == sorted([left, *names[1:]])


@pytest.mark.parametrize(
    ("shown", "chance", "found"),
    [
        ("w 82", 0.4, False),
        ("w82", 0.4, False),
        ("w 82", 0.5, True),
        ("w 820", 0.4, True),
        ("ww 82", 0.4, True),
        ("w 82, Zq", 0.4, True),
    ],
)
def test_a_letter_and_a_small_number_are_nobodys_unless_they_are_sure(shown: str, chance: float, found: bool) -> None:
    one = page(line(shown, 100, 100))
    out = decided(one, nothing_known(), np.full(len(one.words), chance), kinds_as(*[Kind.USERNAME] * len(one.words)))
    assert bool(out) is found


@pytest.mark.parametrize(
    ("shown", "kind", "found"),
    [
        ("Moncton", Kind.PERSON, False),
        ("Moncton", Kind.COMPANY, False),
        ("Moncton", Kind.ADDRESS, True),  # somebody's town
        ("Regina", Kind.PERSON, True),  # a first name, too
        ("Moncton Ltd", Kind.COMPANY, True),
    ],
)
def test_a_city_that_stands_alone_is_nobody(shown: str, kind: Kind, found: bool) -> None:
    one = page(line(shown, 100, 100))
    out = decided(one, nothing_known(), np.full(len(one.words), 0.9), kinds_as(*[kind] * len(one.words)))
    assert [f.value for f in out] == [shown][: int(found)]


@pytest.mark.parametrize(("others", "found"), [(2, False), (1, True)])
def test_marks_stand_beside_other_marks(others: int, found: bool) -> None:
    shown = page(line("DD", 100, 100), *(line("CR", 100, 140 + 40 * i) for i in range(others)))
    out = decided(shown, nothing_known(), np.array([0.9, *[0.0] * others]), kinds_as(*[Kind.USERNAME] * (1 + others)))
    assert [f.value for f in out] == ["DD"][: int(found)]


@pytest.mark.parametrize(("name", "found"), [("Dana Dover", True), ("Dana V. Dover", True), ("Dana Brink", False)])
def test_a_mark_may_be_the_initials_of_somebody_on_the_page(name: str, found: bool) -> None:
    shown = page(line(name, 100, 100), *(line(mark, 100, 160 + 40 * i) for i, mark in enumerate(("DD", "CR", "CR"))))
    known = found_on(shown, shown.lines[0], None, Kind.PERSON, 0.9, "names", Source.CHECKED)
    chances = np.array([*[0.0] * (len(shown.words) - 3), 0.9, 0.0, 0.0])
    out = decided(shown, nothing_known([known]), chances, kinds_as(*[Kind.USERNAME] * len(shown.words)))
    assert [f.value for f in out] == [name, "DD"][: 1 + found]


def test_what_is_nobodys_by_itself_is_part_of_a_number_beside_it() -> None:
    shown = page(line("NL 747 5931", 100, 100))
    old = found_on(shown, shown.lines[0], (3, 11), Kind.PHONE, 0.5, "phone")
    evidence = nothing_known([old])
    out = decided(shown, evidence, np.array([0.9, 0, 0]), kinds_as(Kind.ID, Kind.ID, Kind.ID))
    assert sorted(f.value for f in out) == ["747 5931", "NL"]


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("Zeleni dol 8", "Zeleni dol 8"),
        ("Zeleni dol 1b/4 now", "Zeleni dol 1b/4"),
        ("Zeleni dol 12345", "Zeleni dol"),
        ("Zeleni dol 8.5", "Zeleni dol"),
    ],
)
def test_the_number_of_the_house_goes_with_the_street(shown: str, value: str) -> None:
    one = page(line(shown, 100, 100))
    chances = np.array([0.9, 0.9, *[0.0] * (len(one.words) - 2)])
    out = decided(one, nothing_known(), chances, kinds_as(*[Kind.ADDRESS] * len(one.words)))
    assert [f.value for f in out] == [value]


def test_neighbours_of_one_kind_are_one_finding() -> None:
    shown = page(line("by Ada Quill, ada7 Ore", 100, 100), line("Ada", 100, 140))
    chances = np.array([0.02, 0.5, 0.6, 0.9, 0.3, 0.8])
    said = kinds_as(Kind.ID, Kind.PERSON, Kind.PERSON, Kind.USERNAME, Kind.PERSON, Kind.PERSON)
    out = decided(shown, nothing_known(), chances, said)
    assert [(f.value, f.kind, f.score) for f in out] == [
        ("Ada Quill", Kind.PERSON, 0.6),
        ("ada7", Kind.USERNAME, 0.9),
        ("Ore", Kind.PERSON, 0.3),
        ("Ada", Kind.PERSON, 0.8),
    ]
    assert out[0] == found_on(shown, shown.lines[0], (3, 12), Kind.PERSON, 0.6, DETECTOR)


@pytest.mark.parametrize(("chance", "whole"), [(0.03, True), (np.nextafter(0.03, 0), False)])
def test_the_rest_of_a_unit_goes_with_what_is_found_of_it(chance: float, whole: bool) -> None:
    shown = page(line("now Vexlor Quill Ore now", 100, 100))
    said = kinds_as(*[Kind.COMPANY] * 5)
    for chances in ([0.0, 0.5, chance, chance, 0.0], [0.0, chance, chance, 0.5, 0.0]):
        found = decided(shown, nothing_known(), np.array(chances), said)
        alone = "Vexlor" if chances[1] == 0.5 else "Ore"
        assert [f.value for f in found] == ["Vexlor Quill Ore" if whole else alone]
    old = found_on(shown, shown.lines[0], (4, 10), Kind.COMPANY, 0.9, "names", Source.CHECKED)
    out = decided(shown, nothing_known([old]), np.array([0.0, 0.0, chance, chance, 0.0]), said)
    assert [f.value for f in out] == ["Vexlor", "Quill Ore"][: 1 + whole]


def test_the_rest_of_what_is_nobodys_is_nobodys() -> None:
    shown = page(line("FV 24/05/2025", 100, 100))
    assert not decided(shown, nothing_known(), np.array([0.05, 0.9]), kinds_as(Kind.ID, Kind.ID))


@pytest.mark.parametrize(
    ("shown", "whole"),
    [
        ("Vexlor Quill", True), ("Vexlor, Quill", True), ("Vexlor-Quill", True), ("Vexlor & Quill", True),
        ("Vexlor: Quill", False), ("Vexlor   Quill", False), ("Vexlor | Quill", False), ("Vexlor · Quill", False),
    ],
)  # fmt: skip
def test_a_unit_ends_at_other_signs(shown: str, whole: bool) -> None:
    one = page(line(shown, 100, 100))
    chances = np.array([0.5, 0.04][: len(one.words)])  # "Vexlor-Quill" is one word
    out = decided(one, nothing_known(), chances, kinds_as(Kind.COMPANY, Kind.COMPANY))
    assert (out[0].value == shown) == whole and len(out) == 1


@pytest.mark.parametrize(("chance", "found"), [(0.8, True), (np.nextafter(0.8, 0), False)])
def test_a_day_is_somebodys_without_a_label_where_it_is_sure(chance: float, found: bool) -> None:
    out = decided(page(line("1987-01-01", 100, 100)), nothing_known(), np.array([chance]), kinds_as(Kind.DATE_OF_BIRTH))
    assert [f.kind for f in out] == [Kind.DATE_OF_BIRTH] * found


@pytest.mark.parametrize(
    ("shown", "left"),
    [("Bleu SASU", "Bleu SASU"), ("Bleu Ltd.", "Bleu Ltd."), ("Bleu Vexlor", "Vexlor"), ("Bleu B Ltd", "Bleu B Ltd")],
)
def test_a_legal_form_alone_is_never_left_of_a_firm(shown: str, left: str) -> None:
    one = page(line(shown, 100, 100))
    old = found_on(one, one.lines[0], None, Kind.COMPANY, 0.9, "names-model", Source.MODEL)
    chances = np.array([*[0.01] * (len(one.words) - 1), 0.9])
    out = decided(one, nothing_known([old]), chances, kinds_as(*[Kind.COMPANY] * len(one.words)))
    assert [f.value for f in out] == [left]


def test_a_unit_does_not_go_on_to_the_next_line() -> None:
    one = page(line("Vexlor", 100, 100), line("Quill", 400, 300))
    out = decided(one, nothing_known(), np.array([0.5, 0.04]), kinds_as(Kind.COMPANY, Kind.COMPANY))
    assert [f.value for f in out] == ["Vexlor"]


@pytest.mark.parametrize(("share", "again"), [(0.5, False), (0.4, True)])
def test_what_the_rules_found_is_not_found_again(share: float, again: bool) -> None:
    shown = page(line("ABCDEFGHIJ", 100, 100))
    old = ImageFinding((100, 98, 100 + round(100 * share), 122), Kind.ID, 0.9, "label", "ABCD")
    out = decided(shown, nothing_known([old]), np.array([0.99]), kinds_as(Kind.ID))
    assert old in out and len(out) == 1 + again


@pytest.mark.parametrize(
    ("shown", "found", "chance", "expected"),
    [
        ("佐木修", 2, 0.16, ["佐木", "佐木修"]),  # two of three signs, seven tenths of its width
        ("佐木修", 2, 0.15, ["佐木"]),
        ("佐木修次郎", 4, 0.16, ["佐木修次"]),  # longer than a name
        ("Vexlorin", 6, 0.16, ["Vexlor"]),
    ],
)
def test_of_a_few_chinese_signs_none_is_left(shown: str, found: int, chance: float, expected: list[str]) -> None:
    one = page(line(shown, 100, 100))
    old = found_on(one, one.lines[0], (0, found), Kind.PERSON, 0.9, "registry", Source.REGISTRY)
    out = decided(one, nothing_known([old]), np.array([chance]), kinds_as(Kind.PERSON))
    assert [f.value for f in out] == expected


LEAST = np.nextafter(0.05, 1)
"""The least probability that is not unlikely."""


@pytest.mark.parametrize(
    ("chances", "source", "left"),
    [
        ((0.05, 0.05, 0.05), Source.MODEL, []),
        ((0.0, LEAST, 0.0), Source.MODEL, ["Grace"]),
        ((0.0, 0.0, 0.9), Source.MODEL, ["Period"]),
        ((0.9, 0.0, 0.9), Source.MODEL, ["Dear Grace Period"]),  # only at the ends: a name has no holes
        ((LEAST, LEAST, LEAST), Source.MODEL, ["Dear Grace Period"]),
    ],
)
def test_unlikely_words_are_taken_from_the_ends_of_what_the_names_model_alone_claims(
    chances: tuple[float, float, float], source: Source, left: list[str]
) -> None:
    shown = page(line("Dear Grace Period", 100, 100), line("Total", 100, 140))
    old = found_on(shown, shown.lines[0], None, Kind.PERSON, 0.9, "names", source)
    out = decided(shown, nothing_known([old]), np.array([*chances, 0.0]), kinds_as(*[Kind.ID] * 4))
    assert [f.value for f in out] == left
    assert {(f.kind, f.score, f.detector, f.source) for f in out} <= {(Kind.PERSON, 0.9, "names", source)}
    assert all(old.box[0] <= f.box[0] and f.box[2] <= old.box[2] for f in out)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", Source)
def test_only_doubtful_findings_are_vetoed(source: Source, kind: Kind) -> None:
    """The names model's; names by their label, a list of first names or their looks; numbers, log-ins and secrets by a
    label that is nowhere near. No number by its looks."""
    shown = page(line("Grace Period", 100, 100))
    old = found_on(shown, shown.lines[0], None, kind, 0.9, "any", source)
    out = decided(shown, nothing_known([old]), np.zeros(2), kinds_as(Kind.ID, Kind.ID))
    name = kind in (Kind.PERSON, Kind.COMPANY, Kind.ADDRESS)
    named = name and source in (Source.LABEL, Source.FIRST_NAME, Source.PATTERN)
    mail = kind is Kind.EMAIL and source is Source.PATTERN  # which has its sign
    labelled = kind in (Kind.ID, Kind.SECRET, Kind.USERNAME) and source is Source.LABEL
    doubtful = source is Source.MODEL or named or mail or labelled
    assert out == [] if doubtful else out == [old]


@pytest.mark.parametrize(
    ("known", "left"),
    [((0, 4), ["Dear"]), ((5, 10), ["Grace"]), ((5, 6), ["Grace"]), ((3, 12), ["Dear Grace Period"]), ((17, 20), [])],
)
def test_what_the_registry_knows_stays_however_unlikely(known: tuple[int, int], left: list[str]) -> None:
    shown = page(line("Dear Grace Period", 100, 100))
    old = found_on(shown, shown.lines[0], None, Kind.COMPANY, 0.9, "names", Source.MODEL)
    out = decided(shown, nothing_known([old]), np.zeros(3), kinds_as(*[Kind.ID] * 3), lambda text: [known])
    assert [f.value for f in out] == left


@pytest.mark.parametrize(
    ("shown", "value", "left"),
    [
        ("See May", "May", []),
        ("See “May”", "May", []),
        ("scan_May.pdf", "May", ["May"]),
        ("See Zhvexia", "Zhvexia", ["Zhvexia"]),
    ],
)
def test_a_common_form_of_a_known_name_is_a_word_where_it_stands_by_itself(
    shown: str, value: str, left: list[str]
) -> None:
    one = page(line(shown, 100, 100))
    start = shown.index(value)
    span = (start, start + len(value))
    old = found_on(one, one.lines[0], span, Kind.PERSON, 0.85, "registry-name", Source.ONE_WORD)
    own = np.array([float(value in word.text) for word in one.words])
    kinds = kinds_as(*[Kind.PERSON] * len(own))
    out = decided(one, nothing_known([old]), 0.07 * own, kinds, lambda text: [span])
    assert [f.value for f in out] == left
    assert decided(one, nothing_known([old]), 0.08 * own, kinds, lambda text: [span]) == [old]


@pytest.mark.parametrize(
    ("rest", "chance", "known", "left"),
    [
        ("1" * CRUMB, 0.4, False, False),
        ("1" * (CRUMB + 1), 0.4, False, True),
        ("1" * CRUMB, 0.4, True, True),  # the registry knows it
        ("1" * CRUMB, SURE_OF_AGE, False, True),  # it is somebody's number
        ("1" * CRUMB, np.nextafter(SURE_OF_AGE, 0), False, False),
        ("9.", 0.4, False, False),
        ("Q", 0.4, False, False),
        ("A6", 0.4, False, True),
        ("堀", 0.4, False, True),
    ],
)
def test_a_letter_or_a_few_digits_that_would_be_left_are_nothing(
    rest: str, chance: float, known: bool, left: bool
) -> None:
    shown = page(line(f"{rest} Grace Period", 100, 100))
    old = found_on(shown, shown.lines[0], None, Kind.ADDRESS, 0.9, "names", Source.MODEL)
    chances = np.array([chance, 0.0, 0.0])
    spans = [(0, len(rest))] if known else []
    out = decided(shown, nothing_known([old]), chances, kinds_as(Kind.ID, Kind.ID, Kind.ID), lambda text: spans)
    assert [f.value for f in out] == [shown.words[0].text] * left


def test_a_title_goes_with_the_name_behind_it() -> None:
    shown = page(line("to Miss Ada Quill", 100, 100))
    old = found_on(shown, shown.lines[0], None, Kind.PERSON, 0.9, "names", Source.MODEL)
    chances = np.array([0.0, 0.02, 0.9, 0.9])
    trimmed = decided(shown, nothing_known([old]), chances, kinds_as(*[Kind.PERSON] * 4))
    added = decided(shown, nothing_known(), chances, kinds_as(*[Kind.PERSON] * 4))
    assert [f.value for f in trimmed] == [f.value for f in added] == ["Miss Ada Quill"]
    company = decided(shown, nothing_known(), chances, kinds_as(*[Kind.COMPANY] * 4))
    assert [f.value for f in company] == ["Ada Quill"]


def test_words_that_only_the_margin_of_a_box_reaches_are_not_its_own() -> None:
    shown = page(line("from Ada Quill? High", 100, 100))
    alone = found_on(shown, shown.lines[0], (5, 14), Kind.PERSON, 0.9, "names", Source.MODEL)
    margin = replace(alone, box=(135, 96, 265, 124), source=alone.source)
    assert (covered(shown.words, [margin.box]) > 0).all()
    for chances in ((0.0, 0.9, 0.9, 0.0), (0.0, 0.9, 0.9, 0.9), (0.9, 0.9, 0.9, 0.9)):
        (left,) = decided(shown, nothing_known([margin]), np.array(chances), kinds_as(*[Kind.ID] * 4))[:1]
        assert (left.value, left.box) == ("Ada Quill", margin.box)
    (less,) = decided(shown, nothing_known([margin]), np.array([0.0, 0.0, 0.9, 0.0]), kinds_as(*[Kind.ID] * 4))
    assert less.value == "Quill", "of a word only what the finding had of it"
    assert decided(shown, nothing_known([margin]), np.array([0.0] * 4), kinds_as(*[Kind.ID] * 4)) == []


def test_a_finding_without_a_word_under_it_stays() -> None:
    shown = page(line("Total", 100, 140))
    face = ImageFinding((500, 500, 540, 540), Kind.PERSON, 0.9, "names-model", "x")
    out = decided(shown, nothing_known([face]), np.array([0.0]), kinds_as(Kind.ID))
    assert out == [face]


@pytest.mark.parametrize("change", ["byte", "absent", "features"])
def test_an_altered_file_is_refused(change: str, tmp_path: Path) -> None:
    for name in ("rescorer.npz", "rescorer.json"):
        shutil.copy(DATA / name, tmp_path)
    assert Rescorer(tmp_path)
    other = tmp_path / "other"
    shutil.copytree(tmp_path, other)
    if change == "byte":
        data = bytearray((other / "rescorer.npz").read_bytes())
        data[len(data) // 2] ^= 1
        (other / "rescorer.npz").write_bytes(data)
    elif change == "absent":
        (other / "rescorer.npz").unlink()
    else:
        card = (other / "rescorer.json").read_text(encoding="utf-8")
        (other / "rescorer.json").write_text(card.replace('"length"', '"width"', 1), encoding="utf-8")
    with pytest.raises(EngineUnavailable, match="re-scorer"):
        Rescorer(other)


ROUNDS = (
    ("HN-01", "Trần Thị Bưởi", "Đang giao"),
    ("HN-02", "Phạm Quốc Ổi", "Hoàn tất"),
    ("HN-03", "Lê Văn Cam", "Chờ lấy hàng"),
    ("HN-04", "Đỗ Kim Me", "Hoàn tất"),
)
#: A courier's board in Vietnamese: who takes a round is said by place alone.
BOARD = screen(
    line("Phân công tuyến giao", 40, 20),
    line("Tuyến", 40, 80),
    line("Tài xế", 240, 80),
    line("Trạng thái", 640, 80),
    *(
        line(text, x, 120 + 40 * row)
        for row, cells in enumerate(ROUNDS)
        for text, x in zip(cells, (40, 240, 640), strict=True)
    ),
    line("Liên hệ: troi_tran07", 40, 400),
)


def hidden(found: Sequence[ImageFinding]) -> set[str]:
    return {word for f in found for word in f.value.split()}


def test_it_adds_words_and_the_policy_switches_it_off(engine: ScreenEngine, without: ScreenEngine) -> None:
    rules, both = without.find(BOARD), engine.find(BOARD)
    assert all(f.detector != DETECTOR for f in rules)
    added = [f for f in both if f.detector == DETECTOR]
    assert set(added).isdisjoint(rules) and (Kind.USERNAME, "troi_tran07") in [(f.kind, f.value) for f in added]
    assert not hidden(added) & {"Hoàn", "tất", "Đang", "giao", "Trạng", "thái"}
    assert engine.rescorer is not None and without.rescorer is None


def test_the_same_whatever_was_read_before_and_in_which_order(engine: ScreenEngine, text: TextEngine) -> None:
    first = engine.find(BOARD)
    engine.find(screen(line("Total amount", 10, 10), line("Nadia Brink", 10, 50)))
    assert engine.find(BOARD) == first
    assert ScreenEngine(VisionPolicy(device="cpu"), text).find(BOARD) == first


def test_it_works_beside_the_shipped_names_model_only() -> None:
    patterns = TextEngine(TextPolicy(engine="patterns"))
    assert ScreenEngine(VisionPolicy(device="cpu"), patterns).rescorer is None
    assert patterns.chances("Nadia Brink") == []


def test_what_it_finds_is_not_learned(engine: ScreenEngine) -> None:
    registry = Registry.declared([], [])
    before = registry.to_json()
    added = [f for f in engine.find(BOARD, registry) if f.detector == DETECTOR]
    assert added and registry.to_json() == before


def test_a_kind_younger_than_the_training_is_told_as_an_id() -> None:
    codes = {kind: kind_code(kind) for kind in Kind}
    assert codes[Kind.FACE] == codes[Kind.CODE] == kind_code(None) == 0.0
    assert [codes[kind] for kind in KINDS] == [float(i) for i in range(1, len(KINDS) + 1)]
    assert {codes[kind] for kind in Kind if kind not in (*KINDS, Kind.FACE, Kind.CODE)} <= {codes[Kind.ID]}


def test_an_empty_page_has_no_words(engine: ScreenEngine) -> None:
    assert engine.find(screen()) == []
    assert features(page(), nothing_known()).shape == (0, len(FEATURES))


def test_features_are_finite_named_once_and_see_the_neighbour_and_the_findings() -> None:
    shown = page(line("Owner: Nadia Brink", 30, 40), line("C-1042", 300, 40))
    finding = found_on(shown, shown.lines[0], (13, 18), Kind.PERSON, 0.9, "registry-name")
    rows = features(shown, nothing_known([finding], {1: "Customer number"}))
    assert rows.shape == (4, len(FEATURES)) and np.isfinite(rows).all() and len(set(NAMES)) == len(NAMES)
    stated = {name: rows[:, i].tolist() for i, name in enumerate(FEATURES)}
    assert stated["covered"][2] == 1.0 and stated["covered"][0] == 0.0 and stated["covered"][3] == 0.0
    assert stated["covered at +1"] == [stated["covered"][1], 1.0, -1.0, -1.0]
    assert stated["first name at -1"] == [-1.0, 0.0, 1.0, -1.0]  # Nadia is on the lists
    assert stated["sign before"] == [0.0, 2.0, 1.0, 0.0] and stated["sign behind"] == [2.0, 1.0, 0.0, 0.0]
    assert stated["label kind"][3] == 6.0 and stated["label weight"][3] == 2.0 and stated["label kind"][0] == 0.0
    assert stated["digits"][3] == 4.0 and stated["word in line"] == [0.0, 1.0, 2.0, 0.0]
    without = features(shown, nothing_known())
    assert not np.array_equal(rows, without)


def test_a_word_is_told_what_its_column_is_like() -> None:
    """Cells at one edge, give or take four px, up to a gap of six heights; kinds and shapes are compared."""
    cells = [("C-1042", 300), ("C-2207", 304), ("Total", 296), ("C-3310", 300)]
    lines = [line(text, x, 100 + 40 * row) for row, (text, x) in enumerate(cells)]
    beside, far, near = line("C-5555", 305, 260), line("C-6666", 300, 361), line("C-7777", 300, 60)
    shown = page(near, *lines, beside, far)
    at = {x.text: i for i, x in enumerate(shown.lines)}
    labels = {at["C-1042"]: "Customer number", at["C-2207"]: "Customer number", at["Total"]: "Owner"}
    rows = features(shown, nothing_known([], labels))
    stated = {
        word.text: {name: rows[i, n] for n, name in enumerate(FEATURES) if name.startswith("column ")}
        for i, word in enumerate(shown.words)
    }
    assert stated["C-1042"]["column cells"] == 5 and stated["C-1042"]["column place"] == 0.25
    assert stated["C-1042"]["column cells of the kind"] == 0.25 and stated["C-1042"]["column cells alike"] == 0.75
    assert stated["C-3310"]["column cells of the kind"] == 0.0, "it has no label"
    assert stated["C-6666"]["column cells"] == 0 and stated["C-6666"]["column place"] == -1, "nothing stands near it"


def stated_context(shown: Page, chances: Sequence[float]) -> list[dict[str, float]]:
    rows = context(shown, np.array(chances))
    assert rows.shape == (len(shown.words), len(CONTEXT)) and np.isfinite(rows).all()
    return [dict(zip(CONTEXT, row, strict=True)) for row in rows.tolist()]


def test_the_second_look_is_told_what_the_first_made_of_the_words_around() -> None:
    shown = page(line("by Ada Quill", 100, 100), line("Ada", 400, 100))
    by, ada, quill, other = stated_context(shown, [0.125, 0.5, 0.75, 0.254])
    assert [one["chance"] for one in (by, ada, quill, other)] == [0.12, 0.5, 0.75, 0.25]
    assert [by[f"chance at {step}"] for step in ("-2", "-1", "+1", "+2")] == [-1, -1, 0.5, 0.75]
    assert [quill[f"chance at {step}"] for step in ("-2", "-1", "+1", "+2")] == [0.12, 0.5, -1, -1]
    assert [one["chance of rest of line"] for one in (by, quill, other)] == [0.62, 0.31, 0]
    assert (ada["chance elsewhere"], other["chance elsewhere"], by["chance elsewhere"]) == (0.25, 0.5, 0)
    assert (by["chance of row"], other["chance of row"]) == (0.25, 0.75), "the best word of the row's other lines"
    assert by["likely words of page"] == 0.25, "one of four is above a half"
    assert by["chance of column"] == by["chance below"] == by["chance above"] == -1 and by["column words"] == 0


def test_a_column_of_words_stands_at_one_edge_in_one_size() -> None:
    """Edges up to 4 px apart, the next cell up to eight word heights away, the column up to 48."""
    rows = [("Ada", 100, 0.9), ("Bea", 104, 0.5), ("Total", 105, 0.3), ("Cid", 100, 0.1)]
    shown = page(*(line(text, x, 100 + 50 * at) for at, (text, x, _) in enumerate(rows)))
    ada, bea, total, cid = stated_context(shown, [chance for *_, chance in rows])
    assert (ada["column words"], ada["chance of column"]) == (2, 0.3)
    assert (bea["column words"], bea["chance above"], bea["chance below"]) == (3, 0.9, 0.3)
    assert (total["column words"], total["chance above"], total["chance below"]) == (1, 0.5, -1)
    assert (cid["chance above"], cid["chance below"]) == (0.5, -1)


@pytest.mark.parametrize(
    ("down", "near", "fellow"), [(159, True, True), (160, False, True), (959, False, True), (960, False, False)]
)
def test_how_far_a_column_reaches(down: int, near: bool, fellow: bool) -> None:
    shown = page(line("Ada", 100, 0), line("Bea", 100, down))
    ada, _ = stated_context(shown, [0.5, 0.9])
    assert ada["chance below"] == (0.9 if near else -1) and ada["column words"] == fellow


@pytest.mark.parametrize(("word", "share"), [("garden", 1.0), ("zqvexl", 0.0), ("garden-zqvexl", 0.5)])
def test_the_share_of_known_words_counts_known_words_alone(word: str, share: float) -> None:
    assert dict(zip(TOKENS, token_features(word, ""), strict=True))["share of words"] == share


def test_words_are_told_from_names_by_their_spelling() -> None:
    """As odds on a word: the mean and the least of a token's parts, and how many of them screens use."""
    mean, least, used = spellings("Suihku")
    assert mean == least > 1 and used == 0
    assert spellings("Keller")[0] < -1 and spellings("Beställning")[2] == 1
    mean, least, used = spellings("Keller-Beställning")
    assert least == spellings("Keller")[0] < mean < spellings("Beställning")[0] and used == 0.5
    assert spellings("12") == spellings("A") == (0.0, 0.0, -1.0)


def test_a_word_is_told_how_its_line_and_its_column_are_spelled() -> None:
    cells = ("Lisboa", "Suihku", "Keller Beställning", "4711")
    shown = page(*(line(text, 100, 100 + 40 * at) for at, text in enumerate(cells)))
    rows = features(shown, nothing_known())
    stated = [dict(zip(FEATURES, row, strict=True)) for row in rows.tolist()]
    city, word, name, order, number = stated
    assert (city["city"], city["line is city"], word["city"]) == (1, 1, 0)
    assert (
        name["line spelling"]
        == order["line spelling"]
        == pytest.approx((name["spelling"] + order["spelling"]) / 2, abs=0.01)
    )
    assert name["line least spelling"] == name["spelling"] and name["line screen words"] == 0.5
    assert (number["line spelling"], number["line screen words"], number["spelling"]) == (0, -1, 0)
    assert name["spelling at +1"] == order["spelling"] and order["screen words at -1"] == 0
    assert word["column cells cities"] == pytest.approx(1 / 3, abs=0.01)
