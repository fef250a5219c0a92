"""Names go whole: particles, the words beside them that are names, legal forms."""

from __future__ import annotations

from functools import partial

import pytest

from redaction.findings import Kind, Source
from redaction.screens.span_boxes import found_on
from redaction.screens.whole_names import whole, whole_names
from tests.lines import grown_over, line
from tests.pages import page


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("Femke in 't Veld", "Femke", "Femke in 't Veld"),
        ("van mevrouw van den Berg.", "den Berg", "van den Berg"),
        ("Marchetti Ginevra", "Marchetti", "Marchetti Ginevra"),
        ("Miss Nadia Okafor", "Nadia Okafor", "Miss Nadia Okafor"),
        ("Wellington Lacerda", "Wellington", "Wellington Lacerda"),
        ("Nadia Okafor Lda.", "Nadia Okafor", "Nadia Okafor Lda."),
        ("från Vexlo Fastigheter Ekonomisk förening i", "Vexlo Fastigheter", "Vexlo Fastigheter Ekonomisk förening"),
        ("Ägare Vexlo Fastigheter Ek. för.", "Vexlo Fastigheter Ek", "Vexlo Fastigheter Ek. för."),
        ("Vexlo Plåt AB (publ) (org.nr", "Vexlo Plåt AB", "Vexlo Plåt AB (publ)"),
        ("Vexlo Ekonomisk förening", "Vexlo Ekonomisk", "Vexlo Ekonomisk förening"),  # cut within the form
        ("Vexlo Ekonomisk förening", "Vexlo Ekonomi", "Vexlo Ekonomisk förening"),
        ("in 't Veld, Sanne", "Veld, Sanne", "in 't Veld, Sanne"),
        ("in 't Veld, Sanne", "t Veld, Sanne", "in 't Veld, Sanne"),
        ("zu Gast bei van der Zanne", "Zanne", "van der Zanne"),
        # words, prepositions and labels beside a name are none of it
        ("Erstellt von Max", "Max", "Max"),
        ("Anna Settings", "Anna", "Anna"),
        ("Anna Kalender", "Anna", "Anna"),
        ("Maria in Berlin", "Maria", "Maria"),
        ("MAX ANNA", "MAX", "MAX"),
    ],
)
def test_a_name_is_grown_over_what_belongs_to_it(text: str, part: str, expected: str) -> None:
    assert grown_over(partial(whole, person=True), text, part) == expected


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("Cabinet Pont-Vexlo & Fils", "Pont-Vexlo & Fils", "Cabinet Pont-Vexlo & Fils"),
        ("durée, Hausverwaltung Vexlo", "Vexlo", "Hausverwaltung Vexlo"),
        ("Gabinet Stomatologiczny Vexlo", "Vexlo", "Gabinet Stomatologiczny Vexlo"),
        ("Imprimerie de Vexlo", "Vexlo", "Imprimerie de Vexlo"),
        ("imprimerie Vexlo", "Vexlo", "Vexlo"),  # a sentence's word
        ("Dossier Vexlo", "Vexlo", "Vexlo"),
        ("Cabinet vexlo", "vexlo", "vexlo"),
    ],
)
def test_a_firm_is_grown_over_the_trade_before_it(text: str, part: str, expected: str) -> None:
    assert grown_over(partial(whole, person=False), text, part) == expected


@pytest.mark.parametrize(("odds", "expected"), [(-1.0, "Femke Zzyx"), (-0.99, "Femke")])
def test_a_word_beside_a_name_is_one_by_its_spelling(
    monkeypatch: pytest.MonkeyPatch, odds: float, expected: str
) -> None:
    monkeypatch.setattr("redaction.screens.whole_names.as_word", lambda word: odds)
    start, end = whole("Femke Zzyx", 0, 5, person=True)
    assert "Femke Zzyx"[start:end] == expected


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("Bleu Vexlor SASU.", "SASU", "Bleu Vexlor SASU"),
        ("Embalagens EIRELI vence", "EIRELI", "Embalagens EIRELI"),
        ("Amber & Lind Ltd", "Ltd", "Amber & Lind Ltd"),
        ("a new Vexlor Ltd", "Ltd", "Vexlor Ltd"),
        ("One Two Amber Vexlor Ltd", "Ltd", "Two Amber Vexlor Ltd"),  # three words at most
        ("the form of Ltd", "Ltd", "Ltd"),
        ("Vexlor, Ltd", "Ltd", "Ltd"),
    ],
)
def test_a_form_alone_takes_the_words_it_is_the_form_of(text: str, form: str, expected: str) -> None:
    assert grown_over(partial(whole, person=False), text, form) == expected


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("L Amber & Lind", ["Amber", "Lind"], ["Amber & ", "Lind"]),
        ("L Amber & Lind", ["Amber"], ["Amber"]),  # whose the other half is nobody found
        ("Amber and Lind", ["Amber", "Lind"], ["Amber", "Lind"]),
        ("Amber &", ["Amber"], ["Amber &"]),
        ("Amber &…", ["Amber"], ["Amber &"]),
        ("Amber & more", ["Amber"], ["Amber"]),
    ],
)
def test_the_sign_between_two_names_of_a_firm_goes_with_them(text: str, names: list[str], expected: list[str]) -> None:
    at = line(text, 10, 10)
    shown = page([at])
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    found = [found_on(shown, at, span, Kind.COMPANY, 0.9, "test", Source.MODEL) for span in spans]
    assert [f.value for f in whole_names(shown, found)] == expected


def test_a_company_takes_its_legal_form_and_nothing_else() -> None:
    text = "Ginevra Trasporti S.n.c. Milano"
    assert grown_over(partial(whole, person=False), text, "Trasporti") == "Trasporti S.n.c."


@pytest.mark.parametrize(("source", "expected"), [(Source.MODEL, "Femke in 't Veld"), (Source.HEADER, "Femke")])
def test_what_stands_in_a_header_is_left_as_it_is(source: Source, expected: str) -> None:
    at = line("Femke in 't Veld", 10, 10)
    shown = page([at])
    found = found_on(shown, at, (0, 5), Kind.PERSON, 0.9, "test", source)
    assert [f.value for f in whole_names(shown, [found])] == [expected]


@pytest.mark.parametrize(
    ("firm", "below", "form"),
    [
        ("Permit by Juniper Mills", "Ltd. and others", "Ltd."),
        ("Juniper Mills Sp. z", "o.o.", "o.o."),
        ("Juniper Mills", "Limits", None),
        ("Juniper Mills", "Co.", "Co."),
        ("Juniper Mills", "Co. 12", None),  # a form that is a word or a code as well
        ("Juniper Mills, Leeds", "Ltd.", None),  # it goes on behind the firm
    ],
)
def test_a_legal_form_on_the_next_line_goes_with_its_firm(firm: str, below: str, form: str | None) -> None:
    shown = page([line(firm, 40, 40), line(below, 40, 58)])
    start = firm.index("Juniper Mills")
    found = found_on(shown, shown.lines[0], (start, start + 13), Kind.COMPANY, 0.9, "label", Source.LABEL)
    out = [f for f in whole_names(shown, [found]) if f.box[1] > 50]
    assert [f.value for f in out] == ([form] if form else [])
