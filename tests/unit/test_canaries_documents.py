"""Canaries in documents of demonstrations: planted where they say, shown by the walk, counted when all is hidden."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from redaction.canaries.plant import plant_and_count
from redaction.canaries.planted_documents import DocumentCopy, plant_in_documents
from redaction.findings import Kind, TextFinding
from redaction.policy import Policy
from redaction.stages.documents import documents_of
from redaction.stages.ingest import ingest
from redaction.text import TextInput
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from tests.demonstration_batch import FIRST, SECOND, typed, write_batch
from tests.demonstration_build import Work, small_policy, work_in

SEED = b"s" * 32
KINDS = (Kind.PERSON, Kind.EMAIL, Kind.PHONE)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Work:
    return work_in(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def store(work: Work) -> BatchStore:
    """A batch of two demonstrations that was taken in; the second has no guide."""
    source = write_batch(work.folder / "captures" / "demonstrations-small")
    (source / "demos" / SECOND / f"SOP - {SECOND}.txt").unlink()
    (store,) = work.stores([source])
    ingest(source, store, work.policy, no_progress, work.key)
    return store


def planted(
    store: BatchStore, kinds: tuple[Kind, ...] = KINDS, most: int = 4, seed: bytes = SEED
) -> list[DocumentCopy]:
    return plant_in_documents(store, small_policy(canaries={"rows_per_application": most}), kinds, seed, {})


def test_somebody_else_stands_in_every_place_and_the_walk_shows_each(store: BatchStore) -> None:
    before = {path.name: path.read_bytes() for path in documents_of(store)}
    copies = planted(store)
    assert [copy.field for copy in copies].count("trace") == 8 and [copy.field for copy in copies].count("guide") == 1
    assert len({copy.value for copy in copies}) == 9 and {copy.kind for copy in copies} == set(KINDS)
    for copy in copies:
        assert copy.inputs and all(copy.value in item.text for item in copy.inputs)
        assert not any(copy.value.encode() in data for data in before.values())
    assert {path.name: path.read_bytes() for path in documents_of(store)} == before, "only copies are planted in"
    assert planted(store) == copies and planted(store, seed=b"t" * 32) != copies


def test_where_each_stands(store: BatchStore) -> None:
    text, attribute, field, keys, *_ = [c for c in planted(store, (Kind.PERSON,), 1) if c.field == "trace"]
    for copy in (text, attribute):
        assert [item.role for item in copy.inputs] == ["prose"] and copy.inputs[0].text != copy.value
    for copy in (field, keys):
        assert [item.text for item in copy.inputs] == [copy.value] and copy.inputs[0].label
    assert len(planted(store, (Kind.PERSON,), 1)) in (4, 5), "of one demonstration"


def test_nothing_is_planted_of_kinds_that_stand_nowhere_by_themselves(store: BatchStore) -> None:
    assert planted(store, (Kind.ID, Kind.FACE)) == []


def test_it_is_caught_only_where_all_of_it_is_hidden_wherever_it_is_shown() -> None:
    one, two = TextInput("Ask Ida Lund, Ida Lund"), TextInput("Ida Lund", "Owner", "field")
    copy = DocumentCopy("CRM", "trace", Kind.PERSON, "Ida Lund", (one, two))

    def spans(*places: tuple[int, int]) -> list[TextFinding]:
        return [TextFinding(start, end, Kind.PERSON, 0.9, "x") for start, end in places]

    whole = {one: spans((4, 7), (8, 12), (14, 22)), two: spans((0, 8))}
    assert copy.caught(whole, Policy())
    assert not copy.caught({**whole, two: []}, Policy())
    assert not copy.caught({**whole, one: spans((4, 12), (14, 21))}, Policy())
    assert not copy.caught({**whole, one: spans((4, 12))}, Policy())
    assert not copy.caught(whole, Policy.model_validate({"text": {"kinds": {"person": "keep"}}}))
    assert not replace(copy, inputs=()).caught({}, Policy()), "what no walk shows is hidden by nobody"


def test_the_report_counts_them_and_a_film_without_pictures_of_rows_is_planted_on(work: Work) -> None:
    """Nobody clicks in this one, so no row has a picture; its film shows all the same."""
    source = write_batch(
        work.folder / "captures" / "demonstrations-typed",
        (FIRST,),
        changes={FIRST: lambda trace: trace["trace"][1].update(data=typed(FIRST, 0, "to see"))},
    )
    policy = small_policy(canaries={"enabled": True, "kinds": ["person", "email"], "floor": 0.0})
    typing = Work(work.folder, policy, work.key, work.ledger)
    (store,) = typing.scrubbed(source)
    assert not list(store.screenshots.glob("*.png"))
    report = plant_and_count(store, policy, work.key, no_progress)
    assert report["enabled"] and report["passed"], report["below"]
    cells = {(cell["where"], cell["field"]) for cell in report["cells"]}
    assert {("text", "trace"), ("text", "guide"), ("screen", "picture")} <= cells
    assert sum(cell["planted"] for cell in report["cells"] if cell["field"] == "trace") == 4
    assert report["screen"]["planted"] >= 2
    assert "text on screens" in report["detectors"]
    shutil.rmtree(Path(store.path))
