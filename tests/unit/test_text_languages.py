"""Words of other languages: which language a page is in, and what is a word of it."""

from __future__ import annotations

import pytest

from redaction.lexicon.languages import is_word_of, language_of

GERMAN = ["Übersicht", "Rechnungen", "Aufträge", "Einstellungen", "Offene Posten", "Währung", "Sprache", "Bestand"]
SPANISH = ["Inicio", "Pólizas", "Recibos", "Siniestros", "Vehículo", "Matrícula", "Correo electrónico", "Domicilio"]
ENGLISH = ["Overview", "Invoices", "Orders", "Settings", "Open items", "Currency", "Language", "Stock", "Help"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (GERMAN, "de"),
        (SPANISH, "es"),
        (ENGLISH, ""),
        ([*ENGLISH, "Rechnungen", "Währung"], ""),
        (GERMAN + ENGLISH, ""),
        (["Rechnungen", "Währung"], ""),
        ([], ""),
    ],
)
def test_a_page_is_in_the_language_of_most_of_its_words(texts: list[str], expected: str) -> None:
    assert language_of(texts).code == expected


@pytest.mark.parametrize(
    ("token", "language", "expected"),
    [
        ("Vehículo", "es", True),
        ("VEHÍCULO", "es", True),
        ("Vehículo", "de", False),
        ("Vehículo", "", False),
        ("Größe", "de", True),
        ("Kostenstelle", "de", True),
        ("Buchungskreis", "de", True),
        ("Zimmermann", "de", False),
        ("Sommerfeld", "de", False),
        ("Neuberger", "de", False),
        ("Germán", "es", False),
        ("Flores", "es", False),
        ("Leclerc", "fr", False),
        ("Langenberg", "nl", False),
    ],
)
def test_common_words_are_known_and_names_are_not(token: str, language: str, expected: bool) -> None:
    assert is_word_of(token, language) is expected
