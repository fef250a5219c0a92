"""Beside a name that is known in full ordinary words are no part of it; what is public identifies nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import Box, ImageFinding, Kind, Source, TextFinding
from redaction.page.page import Page
from redaction.page.reading import Line, Reading
from redaction.policy import TextPolicy
from redaction.screens.settled_parts import settled_parts
from redaction.text.engine import TextEngine
from redaction.text.known.composed import without_composed
from redaction.text.known.public import NOTHING_PUBLIC, PublicNames
from redaction.text.known.registry import Registry
from redaction.text.known.wholes import settled

PUBLIC = PublicNames(frozenset({"Nordlys CRM"}), frozenset({"crm.nordlys.example"}))
ANN = ("person", "Ottilie Brandvold", False)
FIRM = ("company", "Quillmoor Logistik GmbH", False)


def model(text: str, part: str, kind: Kind = Kind.PERSON, source: Source = Source.MODEL) -> TextFinding:
    start = text.index(part)
    return TextFinding(start, start + len(part), kind, 0.9, "test", source)


def known(text: str, part: str, kind: Kind = Kind.PERSON) -> TextFinding:
    return model(text, part, kind, Source.REGISTRY)


def parts(
    text: str, findings: list[TextFinding], public: PublicNames = NOTHING_PUBLIC, role: str = "line"
) -> list[str]:
    return [text[f.start : f.end] for f in settled(text, findings, public, role)]


@pytest.mark.parametrize("source", [Source.MODEL, Source.PATTERN])
def test_ordinary_words_beside_a_known_name_are_no_part_of_it(source: Source) -> None:
    text = "Ottilie Brandvold High priority"
    loose = model(text, text, source=source)
    assert parts(text, [loose, known(text, "Ottilie Brandvold")]) == ["Ottilie Brandvold"]
    assert parts(text, [loose]) == [text], "nothing is known"


def test_another_name_beside_it_stays() -> None:
    text = "Ottilie Brandvold of Zvirblyte Freight"
    assert parts(text, [model(text, text), known(text, "Ottilie Brandvold")]) == ["Zvirblyte", "Ottilie Brandvold"]


@pytest.mark.parametrize(
    ("text", "left"),
    [("Ottilie Brandvold K", ["K"]), ("Ottilie Brandvold o...", ["o..."]), ("Ottilie Brandvold a", [])],
)
def test_initials_and_words_that_are_cut_off_stay(text: str, left: list[str]) -> None:
    assert parts(text, [model(text, text), known(text, "Ottilie Brandvold")]) == [*left, "Ottilie Brandvold"]


def test_in_running_text_a_word_that_is_a_name_stays() -> None:
    text = "Ottilie Brandvold Stone writes"
    found = [model(text, "Ottilie Brandvold Stone"), known(text, "Ottilie Brandvold")]
    assert parts(text, found) == ["Ottilie Brandvold"]
    assert parts(text, found, role="prose") == ["Stone", "Ottilie Brandvold"]


@pytest.mark.parametrize(("part", "source"), [("Ottilie", Source.REGISTRY), ("Ottilie Brandvold", Source.ONE_WORD)])
def test_one_word_and_parts_are_no_whole(part: str, source: Source) -> None:
    text = "Ottilie Brandvold High"
    assert text in parts(text, [model(text, text), model(text, part, source=source)])


def test_two_words_joined_by_a_hyphen_are_one() -> None:
    text = "Mary-Kate High"
    assert text in parts(text, [model(text, text), known(text, "Mary-Kate")])
    text = "Mary-Kate Brandvold High"
    assert parts(text, [model(text, text), known(text, "Mary-Kate Brandvold")]) == ["Mary-Kate Brandvold"]


def test_two_cells_under_one_label_are_cut_where_the_first_is_known() -> None:
    text = "Quillmoor Logistik GmbH Treasury Analyst"
    found = [model(text, text, Kind.COMPANY, Source.LABEL), known(text, "Quillmoor Logistik GmbH", Kind.COMPANY)]
    assert parts(text, found) == ["Quillmoor Logistik GmbH"]
    assert text in parts(text, found, role="field"), "a captured field is one value"
    shorter = [found[0], known(text, "Quillmoor Logistik", Kind.COMPANY)]
    assert parts(text, shorter) == ["Quillmoor Logistik GmbH"], "a domain does not tell the legal form"
    person = [found[0], known(text, "Quillmoor Logistik")]
    assert parts(text, person) == ["Quillmoor Logistik"], "a person has none"
    name = "Ottilie Brandvold Stone"
    told = [model(name, name, Kind.PERSON, Source.LABEL), known(name, "Ottilie Brandvold")]
    assert parts(name, told) == ["Stone", "Ottilie Brandvold"], "a word that is somebody's name stays"


def test_a_public_name_may_be_cut_by_the_end_of_a_tab() -> None:
    for text, shown in (
        ("Contacts - Nordlys CR", "Nordlys CR"),
        ("Contacts - nordlys c…", "nordlys c…"),
        ("Contacts - Nordlys C...", "Nordlys C..."),
        ("Nordlys CRM - Nordlys CR", "Nordlys CRM, Nordlys CR"),
    ):
        assert ", ".join(text[start:end] for start, end in PUBLIC.spans(text)) == shown
    for text in ("Contacts - Nordlys", "Nordlys CR for all", "Contacts - Nordlys CA", "my-Nordlys CR"):
        assert PUBLIC.spans(text) == []
    assert PublicNames(frozenset({"Slate"}), frozenset()).spans("Sla") == []


@pytest.mark.parametrize("source", [Source.HEADER, Source.CHECKED, Source.POSITION])
def test_what_is_told_otherwise_is_not_cut(source: Source) -> None:
    text = "Ottilie Brandvold High"
    found = [model(text, text, source=source), known(text, "Ottilie Brandvold")]
    assert text in parts(text, found, role="field")
    assert (text in parts(text, found)) == (source is not Source.LABEL), "a line of a screen may be two cells"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Fri 18 April", []),
        ("18 April 2025", []),
        ("April 18", ["April"]),
        ("18 Aprils", ["Aprils"]),
        ("ORoom Birch", []),
        ("Raum Birch", []),
        ("Darkroom Birch", ["Darkroom Birch"]),
        ("Room Birch with Ottilie", ["Ottilie"]),
    ],
)
def test_days_and_rooms_are_nobody(text: str, left: list[str]) -> None:
    word = left[0] if left else max(text.split(), key=len)
    first = model(text, word)
    assert parts(text, [first]) == left or parts(text, [model(text, text)]) == left
    for source in (Source.LABEL, Source.ONE_WORD):
        assert parts(text, [model(text, word, source=source)], role="field") == [word], "whoever is known is known"


def test_an_address_is_not_cut() -> None:
    text = "Quillmoor Logistik GmbH, 12 Main Street"
    found = [model(text, text, Kind.ADDRESS), known(text, "Quillmoor Logistik GmbH", Kind.COMPANY)]
    assert text in parts(text, found)


def test_a_name_in_a_script_without_spaces_is_a_whole_from_two_signs_on() -> None:
    text = "澹台 Product"
    assert parts(text, [model(text, text), known(text, "澹台")]) == ["澹台"]


def test_a_public_name_is_no_finding_whoever_thinks_so() -> None:
    text = "Contacts - Nordlys CRM"
    for source in (Source.MODEL, Source.PATTERN, Source.REGISTRY, Source.ONE_WORD, Source.LABEL):
        assert parts(text, [model(text, "Nordlys", Kind.COMPANY, source)], PUBLIC) == []
    assert parts(text, [model(text, "Nordlys", Kind.COMPANY, Source.CHECKED)], PUBLIC) == ["Nordlys"]
    assert parts("Nordlys Bank", [model("Nordlys Bank", "Nordlys", Kind.COMPANY)], PUBLIC) == ["Nordlys"]
    assert parts("Nordlys CRMs", [model("Nordlys CRMs", "Nordlys", Kind.COMPANY)], PUBLIC) == ["Nordlys"]
    assert parts("NORDLYSCRM", [model("NORDLYSCRM", "NORDLYSCRM", Kind.COMPANY)], PUBLIC) == []


def test_a_number_or_a_mail_address_is_judged_for_itself() -> None:
    text = "x@crm.nordlys.example"
    assert parts(text, [model(text, text, Kind.EMAIL, Source.CHECKED)], PUBLIC) == [text]
    assert PUBLIC.spans(text) == [] == PUBLIC.spans("my-crm.nordlys.example") == PUBLIC.spans("crm.nordlys.example.org")


def test_of_an_address_on_a_public_host_what_is_private_stays_hidden() -> None:
    for text, left in (
        ("https://crm.nordlys.example/contacts/open", []),
        ("crm.nordlys.example:8443/contacts?id=12", []),
        ("crm.nordlys.example/contacts/brandvold-ottilie/edit", ["brandvold-ottilie"]),
        ("crm.nordlys.example/contacts/4711", ["4711"]),
    ):
        assert parts(text, [model(text, text, Kind.URL, Source.HOST)], PUBLIC) == left


def test_what_is_composed_of_others_is_not_looked_for() -> None:
    composed = [
        ("company", "Ottilie of Quillmoor Logistik GmbH", False),
        ("company", "OB Ottilie Brandvold Quillmoor Logistik GmbH", False),
        ("company", "Peoplebook HR for Quillmoor Logistik GmbH", False),
        ("person", "Ottilie Brandvold High", False),
    ]
    assert without_composed([ANN, FIRM, *composed]) == sorted([ANN, FIRM])
    declared = ("company", "Peoplebook HR for Quillmoor Logistik GmbH", True)
    longer = ("person", "Ottilie Brandvold Zvirblyte", False)
    named = ("person", "Ottilie Brandvold Stone", False)
    assert without_composed([ANN, FIRM, declared, longer, named]) == sorted([ANN, FIRM, declared, longer, named])
    assert without_composed([composed[0]]) == [composed[0]], "of nothing that is known"
    before = ("person", "High Ottilie Brandvold", False)
    assert without_composed([ANN, before]) == sorted([ANN, before]), "a word before a name may be the first of it"
    other = ("person", "Brandvold Quist", False)
    parts_of_names = ("person", "Ottilie Brandvold Quist", False)
    assert parts_of_names in without_composed([ANN, other, parts_of_names]), "a person of several known parts"
    domain = ("company", "quillmoor-logistik", False)
    assert without_composed([domain, FIRM]) == sorted([domain, FIRM]), "a legal form makes a name of its own"


def test_the_engine_and_the_registry_know_both() -> None:
    engine = TextEngine(TextPolicy(engine="patterns"))
    registry = Registry([ANN, FIRM], PUBLIC)
    text = "Nordlys CRM for Quillmoor Logistik GmbH"
    found = engine.find(text, role="line", registry=registry)
    assert [text[f.start : f.end] for f in found] == ["Quillmoor Logistik GmbH"]
    again = Registry.from_json(registry.to_json())
    assert again == registry != Registry([ANN, FIRM]) and again.public == PUBLIC
    assert registry.merge(Registry([("person", "Ruta Zvirblyte", False)])).public == PUBLIC
    assert registry.only(lambda entry: False) == Registry((), PUBLIC)
    assert "public" not in Registry([ANN]).to_json()


def line(text: str, box: Box) -> Line:
    width = box[2] - box[0]
    return Line(text, box, tuple(box[0] + width * i // len(text) for i in range(len(text) + 1)))


def test_on_a_screen_a_box_keeps_what_is_private_of_it() -> None:
    text = "crm.nordlys.example/contacts/brandvold"
    page = Page.of(Reading(800, 100, (line(text, (10, 10, 390, 30)), line("Nordlys CRM", (10, 50, 120, 70)))))
    whole = ImageFinding((10, 10, 390, 30), Kind.URL, 0.5, "rescorer", text, Source.PATTERN)
    name = ImageFinding((10, 50, 80, 70), Kind.COMPANY, 0.9, "names-model", "Nordlys", Source.MODEL)
    face = ImageFinding((10, 50, 80, 70), Kind.FACE, 0.9, "mtcnn", "", Source.PICTURE)
    (left, picture) = settled_parts(page, [whole, name, face], Registry((), PUBLIC))
    assert left.value == "brandvold" and left.box[0] >= 290 and left.box[2] >= 388 and picture == face
    assert list(settled_parts(page, [whole, name, face], Registry())) == [whole, name, face]


def test_on_a_screen_a_known_name_is_cut_from_ordinary_words_that_were_added_to_it() -> None:
    text = "Ottilie Brandvold High"
    page = Page.of(Reading(800, 100, (line(text, (10, 10, 230, 30)),)))
    wide = ImageFinding((10, 10, 230, 30), Kind.PERSON, 0.9, "names-model", text, Source.MODEL)
    (cut,) = settled_parts(page, [wide], Registry([ANN]))
    assert cut.value == "Ottilie Brandvold" and cut.box[2] <= 185
    behind = replace(wide, box=(90, 10, 230, 30), value="Brandvold High", source=Source.MODEL)
    assert [f.value for f in settled_parts(page, [behind], Registry([ANN]))] == ["Brandvold"]
    assert list(settled_parts(page, [wide], Registry())) == [wide]
    firm = "Quillmoor Logistik GmbH"
    page = Page.of(Reading(800, 100, (line(firm, (10, 10, 230, 30)),)))
    (told,) = settled_parts(
        page,
        [ImageFinding((10, 10, 230, 30), Kind.COMPANY, 0.9, "label", firm, Source.LABEL)],
        Registry([("company", "quillmoor-logistik", False)]),
    )
    assert told.box == (10, 10, 230, 30), "the legal form goes with the company"
    page = Page.of(Reading(800, 100, (line(text, (10, 10, 230, 30)),)))
    (same,) = settled_parts(page, [replace(wide, value="Ottilie Brandvold", box=(10, 10, 180, 30))], Registry([ANN]))
    assert same.value == "Ottilie Brandvold" and same.box == (10, 10, 180, 30)


def test_on_a_screen_the_title_stays_with_a_known_name() -> None:
    text = "Miss Ottilie Brandvold High"
    page = Page.of(Reading(800, 100, (line(text, (10, 10, 280, 30)),)))
    wide = ImageFinding((10, 10, 280, 30), Kind.PERSON, 0.9, "names-model", text, Source.MODEL)
    assert [f.value for f in settled_parts(page, [wide], Registry([ANN]))] == ["Miss Ottilie Brandvold"]


@pytest.mark.parametrize(
    ("text", "part", "kind", "source", "whole", "told"),
    [
        ("VEXLORA COACHES LIMITED", "VEXLORA COACHES", Kind.PERSON, Source.MODEL, True, Kind.COMPANY),
        ("Vexlora Coaches, Inc paid", "Vexlora Coaches", Kind.COMPANY, Source.MODEL, True, Kind.COMPANY),
        ("Vexlora Coaches limited", "Vexlora Coaches", Kind.PERSON, Source.MODEL, False, Kind.PERSON),
        ("Vexlora Coaches Ltd", "Vexlora Coaches", Kind.ADDRESS, Source.MODEL, False, Kind.ADDRESS),
        ("Ottilie Brandvold Ltd", "Ottilie Brandvold", Kind.PERSON, Source.REGISTRY, False, Kind.PERSON),
        ("Quillmoor Ltd", "Quillmoor", Kind.COMPANY, Source.REGISTRY, True, Kind.COMPANY),
    ],
)
def test_a_legal_form_goes_with_the_company_before_it(
    text: str, part: str, kind: Kind, source: Source, whole: bool, told: Kind
) -> None:
    (found,) = settled(text, [model(text, part, kind, source)], NOTHING_PUBLIC, "line")
    end = found.end if not whole else len(text.removesuffix(" paid"))
    assert (found.start, found.end, found.kind) == (0, end, told)
    assert whole or text[found.start : found.end] == part


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("陳雅婷", "陳雅婷"),
        ("經手人：陳雅婷", "陳雅婷"),
        ("歐陽雅婷", "歐陽雅婷"),
        ("請雅婷", "雅婷"),  # no surname
        ("由陳雅婷", "雅婷"),  # the surname begins no run: somebody may be called so, too
        ("陳雅婷婷", "陳雅婷"),
    ],
)
def test_the_surname_goes_with_a_known_given_name_of_two_signs(text: str, left: str) -> None:
    assert parts(text, [known(text, "雅婷")]) == [left]
    assert parts(text, [model(text, "雅婷")]) == ["雅婷"], "a model has seen what stands before it"
