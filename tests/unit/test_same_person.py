"""One word of somebody whom the page names in full is somebody where it stands as a name."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.languages import Language
from redaction.page.page import Page
from redaction.page.reading import Reading
from redaction.screens.rules.same_person import NAMED, same_person
from tests.lines import line


def told(
    text: str, name: str = "Rusty Quillmoor", score: float = 0.95, language: str = "", kind: Kind = Kind.PERSON
) -> list[str]:
    """What is found on a line below one that names somebody."""
    lines = (line(name, 40, 40), line(text, 40, 80))
    shown = Page(Reading(1200, 300, lines), lines, Language(language))
    named = ImageFinding(lines[0].box, kind, score, "names-model", name, Source.MODEL)
    return [f.value for f in same_person(shown, [named])]


@pytest.mark.parametrize(
    "text",
    [
        "Rusty, can you zoom in a little?",
        "Late arrival, Rusty called at 4",
        "please ask Rusty.",
        "and then Rusty's phone rang",
        "Engagement letter Rusty.docx",
        "statement_Rusty (2).pdf",
    ],
)
def test_where_a_name_stands(text: str) -> None:
    assert told(text) == ["Rusty"]


@pytest.mark.parametrize(
    "text",
    [
        "Rusty",
        "Rusty Nails",
        "the rusty nail",
        "Colour: Rusty",
        "Rusty.docx",
        "Rusty nails for sale",
        "RUSTY, come",
        "Type Rusty",
    ],
)
def test_where_it_may_be_a_word(text: str) -> None:
    assert told(text) == []


def test_the_end_of_a_title_is_a_name_if_it_is_no_word() -> None:
    assert told("Desk 2 · Quillmoor") == ["Quillmoor"] and told("Desk 2 · Rusty") == []


def test_a_title_and_what_screens_say_are_no_names_but_in_a_file() -> None:
    assert told("ask Major to call", "Christian Major") == []
    assert told("Engagement letter Major.docx", "Christian Major") == ["Major"]
    assert told("we met in May, again", "May Quillmoor") == []


def test_where_nouns_have_capitals_a_sentence_tells_nothing() -> None:
    assert told("sie hat Rusty gesehen", language="de") == [] and told("zij heeft Rusty gezien", language="nl") == [
        "Rusty"
    ]


@pytest.mark.parametrize(("score", "sure"), [(NAMED, True), (NAMED - 0.01, False)])
def test_the_name_is_sure(score: float, sure: bool) -> None:
    assert bool(told("please ask Rusty.", score=score)) is sure


def test_one_word_names_nobody_in_full_nor_does_a_firm() -> None:
    assert told("please ask Rusty.", "Rusty") == [] and told("please ask Rusty.", kind=Kind.COMPANY) == []


def test_what_is_hidden_already_is_left() -> None:
    lines = (line("Rusty Quillmoor", 40, 40), line("ask Rusty.", 40, 80))
    shown = Page(Reading(1200, 300, lines), lines, Language(""))
    found = [ImageFinding(one.box, Kind.PERSON, 0.95, "names-model", one.text, Source.MODEL) for one in lines]
    assert list(same_person(shown, found)) == []
