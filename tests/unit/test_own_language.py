"""A word of a text's own language that is somebody's first name in another."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.frequencies import LANGUAGES, zipf
from redaction.lexicon.names import name_lists
from redaction.text.own_language import OWN, word_of_its_language
from redaction.text.vetoes import veto_of


def found(
    text: str, word: str, kind: Kind = Kind.PERSON, score: float = 0.45, source: Source = Source.FIRST_NAME
) -> TextFinding:
    start = text.index(word)
    return TextFinding(start, start + len(word), kind, score, "test", source)


@pytest.mark.parametrize(
    ("text", "word", "own"),
    [
        ("Antal sidor", "Antal", True),  # Swedish; a first name in Hungary
        ("Antal jövő héten érkezik", "Antal", False),
        ("Brak zakończenia", "Brak", True),
        ("Sim, publicar", "Sim", True),
        ("Maria zadzwoniła wczoraj", "Maria", False),  # a first name there, too
        ("Antal", "Antal", False),  # no word beside it tells the language
        ("Antal called about the invoice", "Antal", False),  # English has a dictionary of its own
        ("Antal QX-17 Vexlorzy", "Antal", False),
    ],
)
def test_the_words_beside_it_tell_whether_a_first_name_is_a_word(text: str, word: str, own: bool) -> None:
    assert word_of_its_language(text, found(text, word)) is own


@pytest.mark.parametrize(("word", "beside", "language"), [("Ruta", "archivo", "es"), ("Brak", "zakończenia", "pl")])
def test_only_a_common_word_is_one(word: str, beside: str, language: str) -> None:
    often = zipf(word.casefold())[LANGUAGES.index(language)]
    assert not name_lists().is_first_in(word, language)
    text = f"{word} {beside}"
    assert word_of_its_language(text, found(text, word)) is (often >= OWN)


def test_a_language_without_a_list_may_have_any_name() -> None:
    assert name_lists().is_first_in("Antal", "hu")
    assert not name_lists().is_first_in("Antal", "sv")
    assert name_lists().is_first_in("Antal", "ca")


@pytest.mark.parametrize(
    ("text", "word", "vetoed"),
    [
        ("Řádek tabulky", "Řádek", True),
        ("José Vexlor", "José", False),  # a list writes it so
        ("Řehoř Vexlor", "Řehoř", False),
        ("Radek zavolal", "Radek", False),
    ],
)
def test_a_name_without_its_accents_is_another_word(text: str, word: str, vetoed: bool) -> None:
    veto = veto_of(text, found(text, word))
    assert (veto is not None and veto.name == "accented-word") is vetoed
