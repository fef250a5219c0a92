"""Pages in another language: its words are no people, the people on it still are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.languages import ENGLISH as ENGLISH_PAGE
from redaction.lexicon.languages import Language, language_of
from redaction.lexicon.values import plausible, suits
from redaction.page.passage import joined, part
from redaction.page.reading import Line, Reading
from redaction.screens.rules import vetoes
from redaction.screens.rules.lists import lists
from redaction.screens.span_boxes import boxes_for
from tests.lines import line
from tests.pages import page_of

SPANISH = Language("es")
MENU = ["Pólizas", "Recibos", "Siniestros", "Vehículo", "Matrícula", "Domicilio", "Conductores", "Mediadores"]
ENGLISH = ["Policies", "Receipts", "Claims", "Vehicle", "Number plate", "Address", "Drivers", "Brokers", "Settings"]


def in_row(text: str, row: int, left: int = 10) -> Line:
    return line(text, left, 10 + 24 * row)


def page(texts: list[str], left: int = 10) -> tuple[Line, ...]:
    return tuple(in_row(text, row, left) for row, text in enumerate(texts))


def believed(texts: list[str], text: str, piece: str, kind: Kind = Kind.PERSON) -> bool:
    reading = Reading(800, 600, (in_row(text, 0, 400), *page(texts)))
    start = text.index(piece)
    finding = TextFinding(start, start + len(piece), kind, 0.98, "names-model", Source.MODEL)
    return vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(text), None), finding)


@pytest.mark.parametrize(
    ("texts", "text", "piece", "expected"),
    [
        (MENU, "Último siniestro", "Último siniestro", False),
        (MENU, "Tipo B, 9 años", "Tipo B", False),
        (MENU, "Marina Cardoso", "Marina Cardoso", True),
        (MENU, "Flores", "Flores", True),
        (MENU, "Zhvexia Vehículo", "Zhvexia Vehículo", True),
        (ENGLISH, "Último siniestro", "Último siniestro", True),
    ],
)
def test_the_model_is_not_believed_on_words_of_the_pages_language(
    texts: list[str], text: str, piece: str, expected: bool
) -> None:
    assert believed(texts, text, piece) is expected


def test_the_language_is_the_pages_own() -> None:
    assert language_of(MENU).plain("Próximo recibo")
    assert not language_of(ENGLISH).plain("Próximo recibo")
    assert language_of(ENGLISH) == ENGLISH_PAGE


def test_words_of_the_language_are_no_list_of_people() -> None:
    words = page(["Vivienda", "Alimentación", "Transporte", "Cosecha"], left=300)
    people = page(["Marina Cardoso", "Lucio Ferrandis", "Nuria Taberner", "Olalla Quirós"], left=300)
    assert len(lists(page_of(Reading(800, 600, words)))) == 4
    assert not lists(page_of(Reading(800, 600, (*page(MENU), *words))))
    assert len(lists(page_of(Reading(800, 600, (*page(MENU), *people))))) == 4


def test_a_plural_over_a_word_of_the_language_is_no_label() -> None:
    assert suits("Clientes", "Descuentos")
    assert not suits("Clientes", "Descuentos", SPANISH)
    assert suits("Clientes", "Marina Cardoso", SPANISH)


@pytest.mark.parametrize(("below", "stays"), [("Coche", False), ("Okafor", True)])
def test_a_word_of_a_language_below_a_name_is_none_of_it(below: str, stays: bool) -> None:
    """Whatever the language of the page is: a word of screens that has a line to itself is nobody."""
    lines = (in_row("Marina Cardoso", 20), in_row(below, 21), *page(MENU))
    passage = joined(lines, [(0, 0), (1, 0)], None)
    found = [[TextFinding(0, len(passage.input.text), Kind.PERSON, 0.99, "names-model", Source.MODEL)]]
    spanish = page_of(Reading(800, 600, lines))
    for shown in (spanish, replace(spanish, language=ENGLISH_PAGE)):
        names = [box.value for box in boxes_for(shown, [passage], found)]
        assert names == (["Marina Cardoso", below] if stays else ["Marina Cardoso"])


def test_a_word_of_a_line_that_the_model_reads_on_into_is_judged_on_its_own_line() -> None:
    lines = (in_row("Marina Cardoso", 20), in_row("Vehículo", 21), *page(ENGLISH))
    passage = joined(lines, [(0, 0), (1, 0)], None)
    whole = TextFinding(0, len(passage.input.text), Kind.PERSON, 0.99, "names-model", Source.MODEL)
    told = replace(whole, source=Source.REGISTRY)
    shown = page_of(Reading(800, 600, lines))
    assert [box.value for box in boxes_for(shown, [passage], [[whole]])] == ["Marina Cardoso"]
    assert [box.value for box in boxes_for(shown, [passage], [[told]])] == ["Marina Cardoso", "Vehículo"]


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("0532 111 22", "52", ["0532 111 22"]),  # nine digits are a whole number
        ("0532 111 2", "52", ["0532 111 2", "52"]),
        ("0532 111 22 33", "Vaccin", ["0532 111 22 33"]),
        ("0532 111 22", "1234", ["0532 111 22", "1234"]),
    ],
)
def test_figures_and_words_beside_a_whole_telephone_number_are_none_of_it(
    above: str, below: str, expected: list[str]
) -> None:
    lines = (in_row(above, 0), in_row(below, 1))
    passage = joined(lines, [(0, 0), (1, 0)], None)
    found = TextFinding(0, len(passage.input.text), Kind.PHONE, 0.9, "registry", Source.REGISTRY)
    shown = page_of(Reading(800, 600, lines))
    assert [box.value for box in boxes_for(shown, [passage], [[found]])] == expected


def test_groups_of_digits_on_three_lines_are_no_card() -> None:
    lines = tuple(in_row("2025", row) for row in range(3))
    numbers = joined(lines, [(0, 0), (1, 0), (2, 0)], None)
    two = joined(lines, [(0, 0), (1, 0)], None)
    shown = page_of(Reading(800, 600, lines))
    card = TextFinding(0, len(numbers.input.text), Kind.ID, 0.6, "card-shape")
    assert boxes_for(shown, [numbers], [[card]]) == []
    assert len(boxes_for(shown, [numbers], [[replace(card, source=Source.CHECKED)]])) == 3
    assert len(boxes_for(shown, [two], [[replace(card, end=len(two.input.text))]])) == 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Documento", False),
        ("Prestador", False),
        ("开始时间", False),
        ("司马", True),
        ("Kowal", True),
        ("Agnieszka", True),
        ("Trottleben", True),
    ],
)
def test_a_label_is_not_believed_over_a_word_that_is_spelled_as_no_name_is(value: str, expected: bool) -> None:
    reading = Reading(800, 600, (in_row(value, 0), *page(ENGLISH)))
    told = TextFinding(0, len(value), Kind.PERSON, 0.9, "label", Source.LABEL)
    found = part(reading.lines, 0, 0, len(value), "Participant")
    assert vetoes.believed(page_of(reading), found, told) is expected


@pytest.mark.parametrize(("left", "expected"), [("241", False), ("Brand", True)])
def test_initials_behind_a_number_may_be_its_unit(left: str, expected: bool) -> None:
    lines = (line(left, 10, 10), line("KB", 70, 10), *page(ENGLISH, 300))
    told = TextFinding(0, 2, Kind.PERSON, 0.8, "registry-initials", Source.INITIALS)
    assert vetoes.believed(page_of(Reading(800, 600, lines)), part(lines, 1, 0, 2, None), told) is expected


def test_ordinary_words_of_the_language_are_no_column_of_companies() -> None:
    assert plausible("Vendor", "Embalaje", near=False)
    assert not plausible("Vendor", "Embalaje", SPANISH, near=False)
    assert plausible("Vendor", "Embalaje", SPANISH, near=True)
    assert plausible("Vendor", "Zhvexia Embalaje", SPANISH, near=False)


@pytest.mark.parametrize(
    ("texts", "piece", "score", "expected"),
    [
        (MENU, "Recibo", 0.85, False),
        (MENU, "Recibo", 0.95, True),
        (MENU, "Cardoso", 0.85, True),
        (ENGLISH, "Recibo", 0.85, True),
    ],
)
def test_one_word_of_a_learned_name_may_be_a_word_of_the_language(
    texts: list[str], piece: str, score: float, expected: bool
) -> None:
    reading = Reading(800, 600, (in_row(piece, 0, 400), *page(texts)))
    finding = TextFinding(0, len(piece), Kind.PERSON, score, "registry-name", Source.ONE_WORD)
    assert vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(piece), None), finding) is expected
