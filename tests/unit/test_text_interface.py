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


@pytest.mark.parametrize(
    ("text", "value", "kind", "nobody"),
    [
        ("Strona Gdynia nie została wczytana.", "Strona Gdynia", Kind.COMPANY, True),
        ("Stránka Srpen se nenačetla.", "Stránka Srpen", Kind.PERSON, True),
        ("Stránka Vexlorová se nenačetla.", "Stránka Vexlorová", Kind.PERSON, False),
        ("Pan Gdynia dzwonił.", "Pan Gdynia", Kind.PERSON, False),  # somebody who is called so
        ("Strona Gdynia", "Strona Gdynia", Kind.COMPANY, False),  # no sentence goes on behind it
        ("„Otwórz: Strona Gdynia nie działa”", "Strona Gdynia", Kind.COMPANY, False),  # nor does one begin with it
    ],
)
def test_what_begins_a_sentence_has_a_capital_anyhow(text: str, value: str, kind: Kind, nobody: bool) -> None:
    assert label_of_nobody(text, stated(text, value, kind, score=0.9995)) is nobody


@pytest.mark.parametrize(("score", "kept"), [(0.999, True), (0.9989, False)])
def test_a_sure_model_is_believed_of_several_words_however_they_are_spelled(score: float, kept: bool) -> None:
    for name in ("Fiammetta Bortolussi", "لمياء الخوري"):
        assert bool(merge(name, [stated(name, name, score=score)], 0.4)) is kept


def test_a_sure_model_is_not_believed_of_one_word() -> None:
    assert merge("Drukarka", [stated("Drukarka", "Drukarka", score=0.9999)], 0.4) == []


@pytest.mark.parametrize(
    ("text", "value", "kept"),
    [
        ("Jan Willem Vexlor", "Jan", True),
        ("Jan Sales Report", "Jan", False),
        ("मीनाक्षी रानी", "मीनाक्षी", True),
    ],
)
def test_a_word_beside_a_name_is_a_part_of_it(text: str, value: str, kept: bool) -> None:
    assert bool(merge(text, [stated(text, value)], 0.4)) is kept


@pytest.mark.parametrize(
    ("text", "value", "score", "kept"),
    [
        ("Domingo", "Domingo", 0.69, False),
        ("Domingo: cerrado", "Domingo", 0.65, False),
        ("Domingo", "Domingo", 0.7, True),  # a pattern that is so sure has a title or a header before it
        ("Dr. Mai", "Mai", 0.65, True),
        ("Hola Domingo", "Domingo", 0.65, True),
        ("Domingo Vexlor", "Domingo", 0.65, True),  # somebody's first name, the model saw no further
        ("Julio", "Julio", 0.65, True),  # too many are called so
        ("hoy el Domingo de la tienda está abierto todo", "Domingo", 0.65, True),  # nine words are no label
    ],
)
def test_days_and_months_of_a_label_are_nobody(text: str, value: str, score: float, kept: bool) -> None:
    assert bool(merge(text, [stated(text, value, source=Source.PATTERN, score=score)], 0.4)) is kept


@pytest.mark.parametrize(
    ("text", "value", "source", "kept"),
    [
        ("Projekt Vexlor", "Projekt Vexlor", Source.MODEL, False),
        ("Yeni Vexlor Projesi", "Vexlor Projesi", Source.MODEL, False),
        ("Project Aurora", "Aurora", Source.FIRST_NAME, False),
        ("Projeto Maré Alta", "Alta", Source.FIRST_NAME, False),
        ("Projekt Müller", "Müller", Source.MODEL, True),  # whom it is built for
        ("Projektleiter Vexlor", "Vexlor", Source.MODEL, True),
    ],
)
def test_projects_and_modules_have_names(text: str, value: str, source: Source, kept: bool) -> None:
    assert bool(merge(text, [stated(text, value, source=source)], 0.4)) is kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [("Nel menu c'è un pulsante", False), ("Nel Menu", True), ("Anna kommt morgen nicht", True)],
)
def test_the_commonest_words_begin_sentences(text: str, kept: bool) -> None:
    value = text.split()[0]
    assert bool(merge(text, [stated(text, value, source=Source.FIRST_NAME, score=0.45)], 0.4)) is kept


@pytest.mark.parametrize(("score", "kept"), [(0.992, True), (0.9919, False)])
def test_a_word_of_screens_among_several_is_one_unless_the_model_is_sure(score: float, kept: bool) -> None:
    assert bool(merge("Serhat Güngörmüş", [stated("Serhat Güngörmüş", "Serhat Güngörmüş", score=score)], 0.4)) is kept


@pytest.mark.parametrize(("score", "kept"), [(0.97, True), (0.9699, False)])
def test_a_day_is_somebody_where_a_model_is_sure(score: float, kept: bool) -> None:
    assert bool(merge("Domingo", [stated("Domingo", "Domingo", score=score)], 0.4)) is kept


@pytest.mark.parametrize(
    ("text", "value", "score", "kept"),
    [
        ("Projekt Zhvexia Brinkel", "Zhvexia Brinkel", 0.97, True),
        ("Projekt Zhvexia Brinkel", "Zhvexia Brinkel", 0.9699, False),
        ("Projekt\nZhvexia Brinkel", "Zhvexia Brinkel", 0.9, True),  # a label and what stands under it
        ("Zhvexia Brinkel Project Manager", "Zhvexia Brinkel", 0.9, True),  # her position
    ],
)
def test_who_stands_beside_a_project_is_somebody(text: str, value: str, score: float, kept: bool) -> None:
    assert bool(merge(text, [stated(text, value, score=score)], 0.4)) is kept
