"""Numbers of goods, rooms, accounts of a ledger and programs are nobody's, and others are somebody's as before."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import tests.lines
from redaction.findings import Kind
from redaction.lexicon.vocabulary import CHARACTERS, names_thing, spec_of_label
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.screens.rescorer.evidence import KINDS, Evidence
from redaction.screens.rescorer.rescore import decided
from redaction.screens.rescorer.things import CELL, LONGEST, NEAR, things_on

TALL = 20
line = partial(tests.lines.line, height=TALL, step=10)


def page(*lines: Line) -> Page:
    return Page.of(Reading(1200, 800, lines))


def found(shown: Page, kind: Kind = Kind.ID) -> list[str]:
    """What the re-scorer adds when it takes every word with a digit for a number of somebody."""
    chances = np.array([0.9 * any(c.isdigit() for c in word.text) for word in shown.words])
    said = np.array([[float(kind is other) for other in KINDS] for _ in shown.words])
    return sorted(f.value for f in decided(shown, Evidence({}, {}, {}, []), chances, lambda at: said[at]))


@pytest.mark.parametrize(
    "label",
    [
        "Material",
        "Artikel-Nr.",
        "Item number:",
        "C. N.",
        "SKU",
        "G/L acct",
        "Kod przedmiotu",
        "N° de lot",
        "商品コード",
        "Kostenstelle",
        "Código de barras",
        "品番",
    ],
)
def test_labels_of_things(label: str) -> None:
    assert names_thing(label)


@pytest.mark.parametrize(
    "label", ["Code", "Reference", "Customer no.", "Employee code", "Policy", "Name", "SKU 983046", ""]
)
def test_what_people_are_numbered_by_is_none(label: str) -> None:
    assert not names_thing(label)


def test_a_label_has_so_many_characters() -> None:
    longest = "Material " + "-" * 40
    assert names_thing(longest[: CHARACTERS[-1]]) and not names_thing(longest[: CHARACTERS[-1] + 1])
    assert names_thing("棚番") and not names_thing("棚")


def test_a_listed_label_of_things_is_no_label_of_numbers_and_other_accounts_are() -> None:
    assert spec_of_label("G/L acct") is None
    other = spec_of_label("Acct no")
    assert other is not None and other.kind is Kind.ID


def test_cells_below_a_header_are_nobodys() -> None:
    columns = [("Material", "Customer no."), ("7700412", "4410873"), ("7700413", "4410874")]
    shown = page(*(line(t, 100 + 300 * x, 100 + 30 * y) for y, row in enumerate(columns) for x, t in enumerate(row)))
    assert found(shown) == ["4410873", "4410874"]


@pytest.mark.parametrize(("words", "nobodys"), [(CELL, True), (CELL + 1, False)])
def test_a_sentence_is_no_cell(words: int, nobodys: bool) -> None:
    cell = " ".join(["see"] * (words - 1)) + " L-835"
    shown = page(line("Material", 100, 100), line("Text", 500, 100), line(cell, 100, 130))
    assert found(shown) == ([] if nobodys else ["L-835"])


def test_a_column_of_things_ends_at_the_next_label() -> None:
    texts = ("Grade", "E4", "Passport no.", "107620132371")
    shown = page(*(line(text, 100, 100 + 30 * at) for at, text in enumerate(texts)), line("Team", 400, 100))
    assert found(shown) == ["107620132371"]


def test_a_row_of_a_sheet_has_its_number() -> None:
    shown = page(line("3", 20, 100), line("Unit", 100, 100), line("Tenant", 400, 100), line("A103", 100, 130))
    assert found(shown) == []


def test_what_has_figures_on_its_right_is_no_header() -> None:
    """The fields of a form above a list do not head its columns."""
    shown = page(
        line("Buchungskreis", 100, 100), line("1000", 300, 100), line("109412", 100, 140), line("108655", 100, 170)
    )
    assert found(shown) == ["108655", "109412"]


def test_a_room_with_its_number_heads_nothing() -> None:
    shown = page(line("Zimmer 402", 100, 100), line("Bett 1", 400, 100), line("70606630", 100, 130))
    assert "70606630" in found(shown)


@pytest.mark.parametrize(("beyond", "nobodys"), [(-1, True), (1, False)])
def test_a_value_right_of_its_label_is_near(beyond: int, nobodys: bool) -> None:
    shown = page(line("Cost centre", 100, 100), line("K4710", 210 + round(NEAR * TALL) + beyond, 100))
    assert bool(things_on(shown)) == nobodys
    assert found(shown) == ([] if nobodys else ["K4710"])


def test_a_number_behind_its_label_in_one_line() -> None:
    assert found(page(line("SKU 983046 · VAT", 100, 100))) == []
    assert found(page(line("Blue chair · SKU: 983046", 100, 100))) == []
    assert found(page(line("SKU · 983046", 100, 100))) == ["983046"], "another part of the line"
    assert found(page(line("Member 983046", 100, 100))) == ["983046"]


def test_a_label_in_a_line_has_so_many_words() -> None:
    label = "unit of measure"
    assert len(label.split()) == LONGEST and found(page(line(f"the {label} 4711", 100, 100))) == []


@pytest.mark.parametrize("kind", [Kind.USERNAME, Kind.PHONE])
def test_only_ids_are_taken_away(kind: Kind) -> None:
    assert found(page(line("SKU 983046", 100, 100)), kind) == ["983046"]


@pytest.mark.parametrize(
    ("heads", "number", "nobodys"),
    [
        (("Konto", "Soll", "Haben"), "1876", True),
        (("Account", "Debit", "Credit"), "1876", True),
        (("Konto", "Soll", "Soll"), "1876", False),
        (("Konto", "Soll", "Betrag"), "1876", False),
        (("Konto", "Soll", "Haben"), "18760", False),  # somebody's: a debtor's or a creditor's
    ],
)
def test_four_digits_of_a_ledger_are_an_account_of_it(heads: tuple[str, ...], number: str, nobodys: bool) -> None:
    row = [line(text, 100 + 200 * at, 100) for at, text in enumerate(heads)]
    shown = page(*row, line(number, 100, 140), line(number, 700, 60))
    below = next(at for at, one in enumerate(shown.lines) if one.text == number and one.box[1] > 100)
    assert (below in things_on(shown)) is nobodys
    above = next(at for at, one in enumerate(shown.lines) if one.text == number and one.box[1] < 100)
    assert above not in things_on(shown)
