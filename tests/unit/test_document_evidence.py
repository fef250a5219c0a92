"""What the documents of a demonstration leave in clear is not hidden on its frames on weak evidence alone."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.records import DeclaredEntity
from redaction.stages.document_evidence import BELIEVED, MISREAD_BELOW, only_hidden, vetoed
from redaction.text import Registry, TextInput

NOTHING = Registry()
DOCUMENTS = {
    TextInput("Handover to the office"): [],
    TextInput("Invoice 20431 for Marlow and Trent"): [TextFinding(18, 24, Kind.COMPANY, 0.9, "names-model")],
}


def on_frame(value: str, score: float = 0.3, detector: str = "rescorer") -> ImageFinding:
    return ImageFinding((0, 0, 9, 9), Kind.COMPANY, score, detector, value, Source.PATTERN)


def stays(finding: ImageFinding, registry: Registry = NOTHING) -> bool:
    kept, out = vetoed({"frame": [finding]}, ["frame"], DOCUMENTS, registry)
    assert sorted([*kept["frame"], *out.get("frame", [])]) == [finding], "nothing is lost"
    return bool(kept["frame"])


@pytest.mark.parametrize("value", ["Handover", "20431", "handover office", "·Office", "offie"])
def test_a_word_in_clear_in_the_documents_is_not_hidden(value: str) -> None:
    assert not stays(on_frame(value))
    assert not stays(on_frame(value, detector="names-model"))


@pytest.mark.parametrize(
    "value",
    [
        "Marlow",  # hidden in a document
        "Marlov",  # a misreading of it
        "Marlow office",  # a part of it is hidden
        "Vexlor",  # in no document
        "to",  # too short
        "fir",
        "Offi…",  # cut: how it goes on nobody knows
        "Office..",
        "Office⋯",
        "20432",  # a number is no misreading of another
        "Hando",
        "",
    ],
)
def test_what_the_documents_hide_or_do_not_have_stays_hidden(value: str) -> None:
    assert stays(on_frame(value))


def test_a_misreading_of_four_letters_is_none_and_one_of_five_is() -> None:
    documents = {TextInput("Save all notes"): []}
    four = vetoed({"frame": [on_frame("Sane")]}, ["frame"], documents, NOTHING)[0]
    five = vetoed({"frame": [on_frame("Nores")]}, ["frame"], documents, NOTHING)[0]
    assert four["frame"] and not five["frame"]
    assert not vetoed({"frame": [on_frame("Save")]}, ["frame"], documents, NOTHING)[0]["frame"]
    assert vetoed({"frame": [on_frame("all")]}, ["frame"], documents, NOTHING)[0]["frame"]


def test_scores_at_their_boundaries() -> None:
    assert stays(on_frame("Handover", BELIEVED)) and not stays(on_frame("Handover", BELIEVED - 0.01))
    assert stays(on_frame("offie", MISREAD_BELOW)) and not stays(on_frame("offie", MISREAD_BELOW - 0.01))


def test_other_evidence_is_no_business_of_documents() -> None:
    assert stays(on_frame("Handover", detector="label"))
    assert stays(on_frame("Handover", detector="registry"))


def test_what_the_registry_knows_is_hidden_though_no_document_hides_it() -> None:
    known = Registry.declared([DeclaredEntity("company", "Handover Partners")], ())
    assert stays(on_frame("Handover"), known)
    assert stays(on_frame("Handove"), known), "and its misreadings"


def test_screenshots_and_batches_without_documents_are_left_alone() -> None:
    found = {"frame": [on_frame("Handover")], "shot": [on_frame("Handover")]}
    kept, out = vetoed(found, ["frame"], DOCUMENTS, NOTHING)
    assert kept["shot"] and not kept["frame"] and list(out) == ["frame"]
    assert vetoed(found, ["frame"], {}, NOTHING) == (found, {})
    assert vetoed(found, [], DOCUMENTS, NOTHING) == (found, {})


def company(text: str, surface: str, kind: Kind = Kind.COMPANY) -> tuple[TextInput, list[TextFinding]]:
    start = text.index(surface)
    return TextInput(text), [TextFinding(start, start + len(surface), kind, 0.9, "names-model", Source.MODEL)]


def words_of(*texts: tuple[TextInput, list[TextFinding]], registry: Registry = NOTHING) -> list[str]:
    return sorted(value for _, value, _ in only_hidden(dict(texts), registry).entries)


def test_words_that_stand_within_companies_alone_are_looked_for() -> None:
    one, other = (
        company("Call Falcon Analytics Inc. today", "Falcon Analytics Inc"),
        (TextInput("Analytics of May"), []),
    )
    assert words_of(one) == ["Analytics", "Falcon", "Inc"]
    assert words_of(one, other) == ["Falcon", "Inc"], "a word that the documents also say in clear is a word"


def test_words_of_people_of_one_word_and_of_addresses_are_not() -> None:
    assert words_of(company("Ada Fields left", "Ada Fields", Kind.PERSON)) == []
    assert words_of(company("Meridian left", "Meridian")) == []
    assert words_of(company("the falcon trust", "falcon trust")) == [], "not written as a name"
    assert words_of(company("Falcon AG left", "Falcon AG")) == ["Falcon"], "two letters"
    item, found = company("Falcon Trust", "Falcon Trust")
    assert words_of((TextInput(item.text, None, "path"), found)) == []


def test_what_the_registry_finds_by_itself_is_not_added() -> None:
    known = Registry.declared([DeclaredEntity("company", "Falcon")], ())
    assert words_of(company("Call Falcon Trust", "Falcon Trust"), registry=known) == ["Trust"]
