"""Words and names are told apart by their letters; what a model alone says of words of a language falls by that."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text import interface
from redaction.text.interface import is_city, spelled_as_words
from redaction.text.merge import merge
from redaction.text.patterns.listed_people import listed
from redaction.text.spelling import as_word, grams


def person(text: str, value: str, source: Source = Source.MODEL) -> TextFinding:
    start = text.index(value)
    return TextFinding(start, start + len(value), Kind.PERSON, 0.99, "test", source)


def test_a_word_is_its_groups_of_letters_and_a_long_one_is_cut() -> None:
    assert (
        len(grams("ab")) == 1 + 3 + 2 + 1 == len(set(grams("ab"))) + 1
    )  # the word, and groups of two, three and four with its ends
    assert grams("a" * 40) == grams("a" * 41)
    assert grams("a" * 39) != grams("a" * 40)


@pytest.mark.parametrize(
    "word", ["Drukarka", "TULOSTIN", "Ledighetsansökan", "Szabadságkérelem", "İnceleme", "Бухгалтерия", "Συνημμένα"]
)
def test_words_are_spelled_as_words(word: str) -> None:
    assert as_word(word) > 1


@pytest.mark.parametrize("name", ["Kettler", "Guarnieri", "Horáčková", "Воронцова", "Παπαγεωργίου", "Nurhayati"])
def test_names_are_not(name: str) -> None:
    assert as_word(name) < 0.3


@pytest.mark.parametrize(
    ("text", "value", "nobody"),
    [
        ("Załączniki", "Załączniki", True),
        ("Tallenna luonnos - Web Desk", "Tallenna luonnos", True),  # a capital in front alone
        ("Nurhan imzaladı", "Nurhan imzaladı", False),
        ("Откройте Бухгалтерия и проверьте данные", "Откройте Бухгалтерия", True),
        ("Откройте Воронцова и проверьте данные", "Откройте Воронцова", False),
        ("Apri Bergamo e controlla i dati", "Apri Bergamo", True),  # a city beside a word
        ("Sabine Drukarka", "Sabine Drukarka", False),  # a first name of the lists
        ("please send Drukarka the report", "Drukarka", False),  # an English sentence
        ("In attesa di approvazione", "attesa di approvazione", True),  # one English word, and small letters
        (
            "\n".join(["one line"] * 4) + "\nDrukarka",
            "Drukarka",
            False,
        ),  # no label, and no word of a language beside it
    ],
)
def test_words_of_a_language_are_nobody(text: str, value: str, nobody: bool) -> None:
    assert spelled_as_words(text, person(text, value)) is nobody
    assert (merge(text, [person(text, value)], 0.4) == []) >= nobody


@pytest.mark.parametrize(("odds", "words", "nobody"), [
    (0.9999, "Quuxa", False), (1.0, "Quuxa", True), (1.0, "Quu", False), (1.0, "Quux", True),
    (0.2999, "Quuxa Vlimp", False), (0.3, "Quuxa Vlimp", True),
    (-0.0001, "Quuxa vlimp", False), (0.0, "Quuxa vlimp", True),
])  # fmt: skip
def test_one_word_must_be_surer_than_each_of_several(
    odds: float, words: str, nobody: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "as_word", lambda word: odds)
    assert spelled_as_words(words, person(words, words)) is nobody


@pytest.mark.parametrize("city", ["Rostock", "Seattle", "Челябинск", "Λάρισα", "कानपुर", "אשדוד", "Zaragoza"])
def test_cities_of_fifty_thousand_are_known(city: str) -> None:
    assert is_city(city)


def test_a_city_that_the_lists_of_names_know_is_nobody_in_a_label() -> None:
    for text, value, kept in (
        ("Zaragoza - Web Desk", "Zaragoza", False),
        ("Thứ Năm", "Năm", False),
        ("Maria Zaragoza", "Maria Zaragoza", True),
        ("Zaragoza told us of it after the long meeting in the office", "Zaragoza", True),
    ):
        listed = person(text, value, Source.PATTERN)
        assert bool(merge(text, [listed], 0.4)) is kept
        assert merge(text, [person(text, value, Source.POSITION)], 0.4)


def test_a_name_without_capitals_is_found_wherever_a_sentence_is_cut() -> None:
    for text in ("על החוזה חתם היום תמר רוזנברג במשרד", "חתם תמר רוזנברג במשרד", "תמר רוזנברג"):
        found = [text[f.start : f.end] for f in listed(text) if f.detector == "person-list"]
        assert found and set(found) == {"תמר רוזנברג"}
