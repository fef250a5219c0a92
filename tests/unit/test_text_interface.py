"""Labels of other languages are no people: words of screens, months, days and cities, and what keeps a name one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.interface import is_city, label_of_nobody, says, says_as_word
from redaction.text.merge import merge


def stated(
    text: str, value: str, kind: Kind = Kind.PERSON, source: Source = Source.MODEL, score: float = 0.9
) -> TextFinding:
    start = text.index(value)
    return TextFinding(start, start + len(value), kind, score, "test", source=source)


@pytest.mark.parametrize(
    "word",
    ["Einstellungen", "USTAWIENIA", "пользователь", "Σύνδεση", "Μάρτιος", "إعدادات", "הגדרות", "октябрь", "четвер"],
)
def test_words_of_screens_are_known_in_any_case(word: str) -> None:
    assert says(word)


@pytest.mark.parametrize("word", ["Kettler", "Wiśniewska", "Воронцова", "Παπαγεωργίου", "Maria", "Иван", "Smith"])
def test_names_are_no_words_of_screens(word: str) -> None:
    assert not says(word)


@pytest.mark.parametrize("city", ["Toronto", "Варшава", "東京", "서울", "أثينا"])
def test_cities_are_known_in_their_languages(city: str) -> None:
    assert is_city(city)


@pytest.mark.parametrize("name", ["Florence", "Victoria", "Santiago"])
def test_a_city_that_is_a_first_name_is_none(name: str) -> None:
    assert not is_city(name)


@pytest.mark.parametrize(
    ("text", "value", "nobody"),
    [
        ("Einstellungen", "Einstellungen", True),
        ("Bestellungen - Outlook", "Bestellungen", True),
        ("Настройки пользователя", "Настройки пользователя", True),
        ("Настройки Воронцова", "Настройки Воронцова", False),
        ("Please ask Konto about the invoice", "Konto", False),  # an English sentence: somebody may be called that
        ("Konto", "Konto", True),
        ("Toronto - Sales Report", "Toronto", True),
        ("Toronto Keller", "Toronto Keller", False),
        # nine words: a sentence, in which a place is a place
        ("we met in Toronto after the talk last year", "Toronto", False),
        ("we met in Toronto after the talk today", "Toronto", True),
    ],
)
def test_a_model_alone_makes_nobody_of_a_label(text: str, value: str, nobody: bool) -> None:
    assert label_of_nobody(text, stated(text, value)) is nobody


def test_what_a_label_or_the_registry_tells_stays() -> None:
    text = "Einstellungen"
    assert merge(text, [stated(text, text)], 0.4) == []
    for source in (Source.LABEL, Source.REGISTRY):
        assert [f.kind for f in merge(text, [stated(text, text, source=source)], 0.4)] == [Kind.PERSON]


def test_an_address_with_a_number_stays() -> None:
    text = "Konto 12"
    assert not any(label_of_nobody(text, stated(text, text, Kind.ADDRESS, score=score)) for score in (0.5, 0.9))
    assert label_of_nobody(text, stated(text, "Konto", Kind.ADDRESS, score=0.8))


def test_a_city_is_no_reason_to_drop_a_company() -> None:
    text = "Kwajalein"
    assert label_of_nobody(text, stated(text, text))
    assert not label_of_nobody(text, stated(text, text, Kind.COMPANY))


def test_a_sure_model_is_believed_in_latin_letters_alone() -> None:
    for text, score, nobody in (
        ("Neue Einstellungen", 0.9699, True),
        ("Neue Einstellungen", 0.97, False),
        ("Настройки", 0.99, True),
    ):
        assert label_of_nobody(text, stated(text, text, score=score)) is nobody


def test_a_company_in_a_long_text_stays() -> None:
    short, long = "Konto", "Konto\n12 Long Lane\nSpringfield is where the office of it is"
    assert label_of_nobody(short, stated(short, "Konto", Kind.COMPANY, score=0.8))
    assert not label_of_nobody(long, stated(long, "Konto", Kind.COMPANY, score=0.8))


def test_no_part_of_a_city_is_a_first_name() -> None:
    text = "Santo Domingo"
    first = TextFinding(6, 13, Kind.PERSON, 0.45, "person-first", Source.FIRST_NAME)
    assert merge(text, [first], 0.4) == []
    assert merge("Keller Domingo", [replace(first, start=7, end=14)], 0.4)


@pytest.mark.parametrize(
    ("text", "value", "nobody"),
    [
        ("Drukuj dokument", "Drukuj dokument", True),  # a second word without a capital
        ("Drukuj Wiśniewska", "Drukuj Wiśniewska", False),
        ("Justin przychodzi", "Justin przychodzi", False),  # a first name of the lists
        ("Please call Brightmoor Freight", "Brightmoor Freight", False),
    ],
)
def test_labels_are_written_without_capitals(text: str, value: str, nobody: bool) -> None:
    assert label_of_nobody(text, stated(text, value)) is nobody


def test_an_unsure_place_in_a_label_is_none() -> None:
    text = "Qwertz Quuxplan"
    for score, nobody in ((0.9699, True), (0.97, False)):
        assert label_of_nobody(text, stated(text, text, Kind.ADDRESS, score=score)) is nobody
    room = "Room Quuxplan"  # English: a table may hold a column of them
    assert not label_of_nobody(room, stated(room, room, Kind.ADDRESS, score=0.5))
    company = "Castor Optique"
    for score, nobody in ((0.9699, True), (0.97, False)):
        assert label_of_nobody(company, stated(company, company, Kind.COMPANY, score=score)) is nobody
    sentence = "Bitte kommen Sie heute noch einmal bei uns in Quuxplan vorbei"
    assert not label_of_nobody(sentence, stated(sentence, "Quuxplan", Kind.ADDRESS, score=0.5))


@pytest.mark.parametrize(("length", "nobody"), [(100, True), (300, True), (301, False)])
def test_a_label_has_three_hundred_characters_at_most(length: int, nobody: bool) -> None:
    text = "Kwajalein " + "x" * (length - 10)
    assert label_of_nobody(text, stated(text, "Kwajalein")) is nobody


@pytest.mark.parametrize(
    ("text", "value", "nobody"),
    [
        ("Onayla", "Onayla", True),
        ("[Bireysel]", "Bireysel", True),
        ("Onayla Demir", "Onayla", False),  # it has no text to itself
        ("Petrescu", "Petrescu", False),  # screens say it, and it is spelled as names are
        ("Prima", "Prima", False),  # a list has it as a name
    ],
)
def test_a_lone_word_of_screens_is_nobody_however_sure_the_model_is(text: str, value: str, nobody: bool) -> None:
    assert says(value) or value == "Prima"
    assert label_of_nobody(text, stated(text, value, score=1.0)) is nobody
    assert not label_of_nobody(text, stated(text, value, Kind.COMPANY, score=1.0))


def test_how_a_word_that_screens_say_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redaction.text.interface.as_word", lambda word: -1.5)
    assert says_as_word("Petrescu")
    monkeypatch.setattr("redaction.text.interface.as_word", lambda word: -1.51)
    assert not says_as_word("Petrescu")
    assert not says_as_word("Zyxtrel")
