"""What a labelled field tells about the other fields of its row."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.text import TextInput, propagate_labels
from redaction.text.patterns.labels import label_kind, labelled


def stated(*row: TextInput) -> list[list[str]]:
    return [[item.text[f.start : f.end] for f in some] for item, some in zip(row, propagate_labels(row), strict=True)]


def test_a_customer_of_ordinary_words_is_hidden_in_its_row() -> None:
    row = (
        TextInput("Building & Construction", "Customer", "field"),
        TextInput("Editing an application field - building & construction", None, "prose"),
        TextInput("Invoice - BUILDING%20%26%20CONSTRUCTION - NetSuite", None, "title"),
        TextInput("The building stands, construction goes on", None, "prose"),
    )
    assert stated(*row)[1:] == [["building & construction"], ["BUILDING%20%26%20CONSTRUCTION"], []]


def test_without_a_telling_label_nothing_is_told() -> None:
    row = (TextInput("Building & Construction", "Category", "field"), TextInput("building & construction"))
    assert stated(*row) == [[], []]


def test_one_ordinary_word_counts_only_with_a_capital() -> None:
    row = (TextInput("Thimble", "Customer", "field"), TextInput("Thimble bought a thimble"))
    assert stated(*row)[1] == ["Thimble"]


def test_a_field_may_hold_a_name_of_ordinary_words_in_capitals() -> None:
    value = "General Training And Education"
    assert [value[f.start : f.end] for f in labelled(value, "Customer", field=True)] == [value]
    assert list(labelled("Enter the name of the person", "Customer", field=True)) == []
    assert list(labelled(value, "Customer")) == [], "beside a label on a screen it may be a heading"


@pytest.mark.parametrize(
    "label",
    [
        "Personnel number",
        "Staff no.",
        "* Employee ID",
        "Badge No",
        "PAYROLL_NUMBER",
        "Matriculation No.",
        "Member ID",
        "Policy number",
        "Claim #",
        "Patient number",
        "AccountNumber",
        "Health insurance number",
    ],
)
def test_numbers_of_people_by_their_labels(label: str) -> None:
    assert label_kind(label) is Kind.ID
    assert [f.kind for f in labelled("00481-7", label)] == [Kind.ID]


@pytest.mark.parametrize("label", ["Number of employees", "Invoice number", "Job number", "Status code", "Policy"])
def test_other_numbers_stay(label: str) -> None:
    assert label_kind(label) is not Kind.ID
