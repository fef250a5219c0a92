"""What a finding rests on is typed: any names model passes the vetoes of screens, and checked values stay whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.ledger.surrogates import machine_identity
from redaction.page.passage import part
from redaction.page.reading import Reading
from redaction.policy import Policy, TextPolicy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.rules import vetoes
from redaction.stages.row_spans import RowFinding, without_overlaps
from redaction.text import TextEngine, TextInput
from redaction.text.hub import SpacyNames
from redaction.text.merge import merge
from redaction.text.overlaps import around, checked
from tests.lines import line
from tests.pages import page_of

PRODUCT, NAME = "OpenHubMeet", "Nadia Zhvexia"


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A spaCy pipeline on disk, as a hub leaves one: it takes a product and a button for people."""
    import spacy

    folder = tmp_path_factory.mktemp("hub") / "pipeline"
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(
        [{"label": "PERSON", "pattern": text} for text in (PRODUCT, NAME, "Save Changes")]
    )
    nlp.to_disk(folder)
    return str(folder)


def test_what_a_hub_model_finds_is_a_models_word(pipeline: str) -> None:
    engine = TextEngine(TextPolicy(engine="spacy", model=pipeline))
    found = engine.found_by_model(f"Ask {NAME} about it")
    assert [(f.source, f.kind) for f in found] == [(Source.MODEL, Kind.PERSON)]


def test_a_hub_model_passes_the_vetoes_of_screens(pipeline: str) -> None:
    engine = ScreenEngine.__new__(ScreenEngine)
    engine.policy = VisionPolicy()
    engine.text = TextEngine(TextPolicy(engine="spacy", model=pipeline))
    reading = Reading(800, 120, (line(PRODUCT), line("Save Changes", y=40), line(f"Call {NAME} today", y=80)))
    assert [f.value for f in engine.find(reading)] == [NAME]
    stated = SpacyNames(pipeline, 0.5).predict([PRODUCT, "Save Changes"])
    assert [len(found) for found in stated] == [1, 1], "the model itself did find them"


@pytest.mark.parametrize("detector", ["ner", "person-ner", "registry-ner", "label"])
def test_a_model_is_a_model_whatever_it_calls_itself(detector: str) -> None:
    class Names:
        def predict(self, texts: list[str]) -> list[list[TextFinding]]:
            return [[TextFinding(0, len(text), Kind.PERSON, 0.85, detector)] for text in texts]

    engine = TextEngine(TextPolicy(engine="patterns"))
    engine._names = Names()
    [finding] = engine.found_by_model(PRODUCT)
    reading = Reading(800, 40, (line(PRODUCT),))
    assert not vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(PRODUCT), None), finding)


@pytest.mark.parametrize("source", list(Source))
def test_a_row_finding_keeps_its_source_in_the_work_folder(source: Source) -> None:
    finding = RowFinding(0, "description", 0, 3, Kind.PERSON, 0.9, "label", "abc", source=source)
    assert RowFinding.from_dict(finding.as_dict()) == finding


def test_what_the_registry_knows_is_told_by_the_source_alone() -> None:
    known = {source for source in Source if source.known}
    assert known == {source for source in Source if source.value.startswith("registry")}
    text = "the Will"
    for source in Source:
        kept = merge(text, [TextFinding(0, 8, Kind.COMPANY, 0.5, "registry", source)], 0.4)
        dropped = source is Source.MODEL
        assert bool(kept) is not dropped, "a model's finding of ordinary words, and nothing else, is vetoed"


TEXT = "root@192.0.2.17, 415-227-2671"
WIDE = TextFinding(0, 15, Kind.EMAIL, 1.0, "email")
ADDRESS = TextFinding(5, 15, Kind.ID, 0.8, "ip", Source.CHECKED)


def test_a_wider_finding_keeps_only_the_rest() -> None:
    assert checked([WIDE, ADDRESS]) == [ADDRESS]
    [rest] = around(TEXT, WIDE, [ADDRESS])
    assert (rest.start, rest.end, rest.kind) == (0, 4, Kind.USERNAME)
    assert list(around(TEXT, WIDE, [])) == [WIDE]
    assert list(around(TEXT, replace(ADDRESS, score=0.5), [ADDRESS])) == []


def test_of_two_checked_the_longer_wins_and_a_secret_keeps_all() -> None:
    longer = TextFinding(3, 15, Kind.ID, 0.5, "iban", Source.CHECKED)
    assert checked([ADDRESS, longer]) == [longer]
    assert checked([ADDRESS, TextFinding(0, 20, Kind.SECRET, 0.5, "secret")]) == []


@pytest.mark.parametrize(("digits", "kind"), [(6, Kind.ID), (7, Kind.PHONE)])
def test_the_rest_of_a_telephone_number_is_one_from_seven_digits(digits: int, kind: Kind) -> None:
    text = "5" * digits + " 192.0.2.17"
    wide = TextFinding(0, len(text), Kind.PHONE, 0.9, "phone")
    address = TextFinding(digits + 1, len(text), Kind.ID, 0.8, "ip", Source.CHECKED)
    assert [f.kind for f in around(text, wide, [address])] == [kind]


def test_in_rows_the_checked_one_wins_over_the_longer() -> None:
    def row(f: TextFinding) -> RowFinding:
        return RowFinding(
            0, "description", f.start, f.end, f.kind, f.score, f.detector, TEXT[f.start : f.end], source=f.source
        )

    kept = without_overlaps([row(WIDE), row(ADDRESS)])
    assert [(f.kind, f.value) for f in kept] == [(Kind.USERNAME, "root"), (Kind.ID, "192.0.2.17")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Employee ID: EMP 00123 and then lunch", "EMP 00123"),
        ("Employee ID: E-00123, on leave", "E-00123"),
        ("Phone: 415-227-2671 after nine", "415-227-2671"),
        ("Email: ilse@zentrix-labs.com in the morning", "ilse@zentrix-labs.com"),
    ],
)
def test_inline_labels_stop_at_the_value(text: str, value: str) -> None:
    found = TextEngine(TextPolicy(engine="patterns")).find_many([TextInput(text)])[0]
    assert [text[f.start : f.end] for f in found] == [value]


def test_an_address_with_zeros_before_its_numbers_stops_nothing() -> None:
    text = "from 68.07.129.46 to 068.7.129.046"
    found = TextEngine(TextPolicy(engine="patterns")).find(text)
    assert [text[f.start : f.end] for f in found] == ["68.07.129.46", "068.7.129.046"]
    assert machine_identity("068.7.129.046") == machine_identity("68.07.129.46") == "68.7.129.46"


def test_a_pipeline_that_is_not_there_stops(tmp_path: Path) -> None:
    from redaction.errors import EngineUnavailable

    with pytest.raises(EngineUnavailable):
        TextEngine(TextPolicy(engine="spacy", model=str(tmp_path / "none")))


def test_two_government_numbers_that_together_pass_the_check_of_a_card_stay_two() -> None:
    text = "342-19-2000 300-14-2274"
    found = TextEngine(Policy.model_validate({"text": {"engine": "patterns"}}).text).find(text)
    assert [text[f.start : f.end] for f in found] == ["342-19-2000", "300-14-2274"]
    for card in ("4111-1111 1111-1111", "4111-1111-1111-1111", "4111 1111 1111 1111"):
        (whole,) = TextEngine(Policy.model_validate({"text": {"engine": "patterns"}}).text).find(card)
        assert (whole.start, whole.end) == (0, len(card))
