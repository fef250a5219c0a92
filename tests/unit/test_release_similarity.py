"""How alike instances of a release are: what is compared, what the bundle tells of it, and what verification sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation import release_similarity as module
from evaluation.paragraphs import sentence
from evaluation.release_similarity import MOST_SENTENCES, sampled, similarity_of
from evaluation.results import SimilarityResults
from redaction.work.progress import no_progress
from release.bundle.kept_verdicts import KeptVerdicts
from release.bundle.similar import similarity_in
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, chained, copy, make_batches, seal_again, sentences
from tests.scrubbed_fixture import make_rows

PROCESSES = ("Invoice creation", "Invoice dispatch")


def test_instances_are_compared_by_sentences_spread_over_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = make_rows("one", PROCESSES, instances=2, steps=MOST_SENTENCES + 1)
    some = sampled({"Finance": rows})
    assert [(one.domain, one.process) for one in some] == [("Finance", name) for name in PROCESSES for _ in range(2)]
    for one in some:
        own = [sentence(row) for row in rows if row["process_instance_uuid"] == one.instance]
        assert len(one.sentences) == MOST_SENTENCES == 64
        assert (one.sentences[0], one.sentences[-1]) == (own[0], own[-1])
    monkeypatch.setattr(module, "MOST_INSTANCES", 3)
    assert len(sampled({"Finance": rows})) == 3


def test_a_domain_in_which_nothing_was_done_twice_is_left_out() -> None:
    once = make_rows("one", PROCESSES, instances=1)
    assert sampled({"Finance": once}) == []
    assert similarity_of([]).domains == {}
    assert {one.domain for one in sampled({"Finance": once, "HR": make_rows("two", PROCESSES, instances=2)})} == {"HR"}


def test_what_was_compared_is_not_compared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptVerdicts(tmp_path, b"k" * 32)
    rows = {"Finance": make_rows("one", PROCESSES)}
    told: list[tuple[str, int, int]] = []
    first = similarity_in(rows, kept, lambda *step: told.append(step))
    assert told == [("similarity", done, 4) for done in range(1, 5)]
    within, between = first.domains["Finance"].within, first.domains["Finance"].between
    assert within is not None and between is not None and (within.pairs, between.pairs) == (2, 4)
    assert within.mean > between.mean, "screens bear the name of the process"
    monkeypatch.setattr("release.bundle.similar.similarity_of", lambda *_: pytest.fail("compared again"))
    assert similarity_in(rows, kept, no_progress) == first
    rows["Finance"][0]["screen_name"] = "Another"
    with pytest.raises(pytest.fail.Exception):
        similarity_in(rows, kept, no_progress)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alike")
    batches = make_batches(folder)
    return build(batches, folder / "bundle", similar=lambda rows: similarity_of(sampled(rows)), **chained(batches)).path


def test_bundle_and_card_tell_how_alike_instances_are(bundle: Path) -> None:
    report = verify_bundle(bundle)
    assert report.ok, sentences(report)
    stated = SimilarityResults.model_validate_json((bundle / "similarity.json").read_bytes())
    assert stated.model == "all-MiniLM-L6-v2"
    one = stated.domains["Finance"].processes[0]
    assert one.within is not None
    line = f"| Finance | {one.process_name} | {one.instances} | {one.within.mean:.3f} ({one.within.p10:.3f} to "
    assert line in (bundle / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace('"instances": 2', '"instances": 3', 1), "compares other instances"),
        (lambda text: text.replace('"Finance": {', '"Sales": {', 1), "compares other instances"),
        (lambda text: text.replace('"pairs"', '"pair"', 1), "similarity.json"),
    ],
)
def test_a_comparison_of_other_instances_is_told(bundle: Path, tmp_path: Path, change: object, said: str) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    path = altered / "similarity.json"
    assert callable(change)
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    seal_again(altered)
    assert any(said in sentence for sentence in sentences(verify_bundle(altered)))
