"""Usefulness before and after redaction: the same samples on both sides, a drop that is told, and one that stops."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evaluation import utility as module
from evaluation.utility import LEAST_INSTANCES, Score, Utility, utility
from redaction.errors import BundleError, PolicyError
from redaction.policy import Policy, load_policy
from redaction.work.store import BatchStore
from release.bundle.kept_verdicts import KeptVerdicts
from release.bundle.useful import require_useful
from release.bundle.withhold import masked, withhold
from release.report.audit import write_report
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, chained, copy, make_batches, seal_again, sentences
from tests.scrubbed_fixture import make_batch, make_rows
from tests.task_folder import segmented

PROCESSES = ("Invoice creation", "Invoice dispatch", "Payment collection")
WORK = {
    "Invoice creation": ("Editing an application field - invoice", "Clicking on a button - Create"),
    "Invoice dispatch": ("Writing a mail", "Clicking on a button - Send"),
    "Payment collection": ("Opening the aging report", "Clicking on a button - Receive"),
}
Rows = list[dict[str, Any]]


def rows_of(instances: int = 20, steps: int = 12) -> Rows:
    """`instances` of each process, of `steps` interactions and some more, of which each says what is done."""
    rows = make_rows("batch-a", PROCESSES, instances=instances, steps=2 * steps)
    number = {uuid: at for at, uuid in enumerate(dict.fromkeys(row["process_instance_uuid"] for row in rows))}
    place: Counter[str] = Counter()
    kept = []
    for row in rows:
        uuid = row["process_instance_uuid"]
        place[uuid] += 1
        if place[uuid] <= steps + 5 * number[uuid] % steps:
            kept.append({**row, "description": WORK[row["process_name"]][place[uuid] % 2]})
    return kept


def blanked(rows: Rows) -> Rows:
    """What redaction that hides everything leaves."""
    return [
        {**row, "description": "█", "screen_name": "█", "application_name": "█", "field_name": None} for row in rows
    ]


def told(found: Utility) -> dict[tuple[str, str], Score]:
    return {(one.baseline, one.input): one for one in found.scores}


def test_rows_that_redaction_did_not_bend_score_alike_and_better_than_guessing() -> None:
    found = utility({"Finance": rows_of()}, {"Finance": rows_of()}, 2.0)
    scores = told(found)
    assert set(scores) == {
        ("majority", "descriptions"),
        ("tfidf", "descriptions"),
        ("tfidf", "rows"),
        ("uniform", "descriptions"),
        ("transitions", "descriptions"),
    }
    assert all(one.before == one.after and one.drop == 0 and one.judged for one in found.scores)
    assert scores["tfidf", "descriptions"].after == 1.0 > scores["majority", "descriptions"].after
    assert scores["transitions", "descriptions"].after > scores["uniform", "descriptions"].after
    assert {one.instances for one in found.scores} == {60}
    assert found.bent() == []


def test_blanking_everything_is_told_as_what_it_costs() -> None:
    found = utility({"Finance": rows_of()}, {"Finance": blanked(rows_of())}, 2.0)
    bent = {(one.baseline, one.input) for one in found.bent()}
    assert {("tfidf", "descriptions"), ("tfidf", "rows"), ("transitions", "descriptions")} <= bent
    assert ("majority", "descriptions") not in bent, "what reads nothing loses nothing"


def test_names_of_processes_that_became_others_deal_no_other_folds() -> None:
    renamed = {name: f"Process {9 - at}" for at, name in enumerate(PROCESSES)}
    after = [{**row, "process_name": renamed[row["process_name"]]} for row in rows_of()]
    assert all(one.drop == 0 for one in utility({"Finance": rows_of()}, {"Finance": after}, 2.0).scores)


def test_a_sample_and_its_twin_are_of_one_fold_whatever_processes_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    renamed = {name: f"Process {9 - at}" for at, name in enumerate(PROCESSES)}
    after = [{**row, "process_name": renamed[row["process_name"]]} for row in rows_of(4)]
    dealt: list[dict[str, int]] = []

    def score(name: str, samples: Any) -> float:
        dealt.append({one.id: one.fold for one in samples})
        return 0.5

    monkeypatch.setattr(module, "_score", score)
    utility({"Finance": rows_of(4)}, {"Finance": after}, 2.0)
    assert len(dealt) == 10 and dealt[::2] == dealt[1::2] and len(set(dealt[0].values())) > 1


def test_text_of_the_row_is_read_apart_from_its_description() -> None:
    before = [{**row, "description": "A click", "field_name": row["process_name"]} for row in rows_of()]
    after = [{**row, "field_name": "█"} for row in before]
    before, after = ([{**row, "screen_name": "", "field_value": None} for row in rows] for rows in (before, after))
    found = told(utility({"Finance": before}, {"Finance": after}, 2.0))
    assert found["tfidf", "descriptions"].drop == 0
    assert found["tfidf", "rows"].before == 1.0 > found["tfidf", "rows"].after


def test_all_text_of_a_row_is_each_of_its_texts_and_no_label() -> None:
    row = {**rows_of(1)[0], **{name: f"the {name}" for name in module._ALL_TEXT}}
    assert set(module._all_of_it(row).split("\n")) == {
        "the application_name",
        "the screen_name",
        "the description",
        "the field_name",
        "the field_value",
        "the interaction_value",
    }
    assert module._all_of_it(dict.fromkeys(row)) == ""


@pytest.mark.parametrize(("off", "score"), [(0, 1.0), (5, 1.0), (6, 0.0)])
def test_a_boundary_counts_within_five_interactions(off: int, score: float) -> None:
    """Segments of equal length, of which the true ones are so many longer or shorter."""
    samples = []
    for fold, first in ((0, 20 - off), (1, 20 + off)):
        sample = segmented(fold, "Finance", ("Invoice creation", "Vendor onboarding"), fold, 20)
        one, other = sample.segments
        moved = (
            one.model_copy(update={"end_index": first - 1}),
            other.model_copy(update={"start_index": first}),
        )
        samples.append(sample.model_copy(update={"segments": moved}))
    assert module._score("uniform", samples) == score


def test_a_domain_of_few_instances_is_told_and_not_judged() -> None:
    for instances, judged in ((LEAST_INSTANCES - 1, False), (LEAST_INSTANCES, True)):
        score = _score(0.9, 0.5, instances)
        assert score.judged is judged and score.bent(2.0) is judged
    assert utility({"HR": rows_of(1)}, {"HR": rows_of(1)}, 2.0).scores == (), "three instances make one fold"
    some = utility({"HR": rows_of(2)}, {"HR": blanked(rows_of(2))}, 2.0)
    assert some.scores and some.bent() == []


@pytest.mark.parametrize(("after", "bent"), [(0.88, False), (0.8799, True), (0.95, False)])
def test_a_drop_of_the_bound_itself_holds(after: float, bent: bool) -> None:
    assert _score(0.9, after, 100).bent(2.0) is bent


def _score(before: float, after: float, instances: int) -> Score:
    return Score(
        domain="HR",
        task="classification",
        input="rows",
        baseline="tfidf",
        measure="accuracy",
        instances=instances,
        samples=instances,
        before=before,
        after=after,
    )


def test_of_many_instances_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_INSTANCES", 12)
    found = utility({"Finance": rows_of()}, {"Finance": rows_of()}, 2.0)
    assert {one.instances for one in found.scores} == {12}
    assert {one.samples for one in found.scores if one.task == "classification"} == {12}


def store_of(folder: Path, before: Rows, after: Rows) -> BatchStore:
    store = BatchStore(folder, "batch-a")
    make_batch(store.path, rows=[{**row, "screenshot_name": None} for row in after])
    store.write_lines("ingest/rows.jsonl", [{"row": row} for row in before])
    return store


def test_a_release_that_lost_its_use_is_stopped_with_domain_task_and_figures(tmp_path: Path) -> None:
    store = store_of(tmp_path, rows_of(), blanked(rows_of()))
    with pytest.raises(BundleError, match="cost more than 2 points") as caught:
        require_useful([store], Policy())
    assert "Finance, classification by tfidf on descriptions: accuracy 1.000 before" in caught.value.message
    assert "utility_drop_at_most" in caught.value.remedy
    assert require_useful([store], Policy.model_validate({"release": {"utility_drop_at_most": 100}})).scores


def test_what_held_is_not_scored_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_of(tmp_path / "work", rows_of(), rows_of())
    kept = KeptVerdicts(tmp_path / "verdicts", b"k" * 32)
    first = require_useful([store], Policy(), kept)
    monkeypatch.setattr("release.bundle.useful.utility", lambda *_: pytest.fail("scored again"))
    assert require_useful([store], Policy(), kept) == first
    other = Policy.model_validate({"release": {"utility_drop_at_most": 3}})
    with pytest.raises(pytest.fail.Exception):
        require_useful([store], other, kept)


def test_a_withheld_row_is_scored_as_it_is_released_and_not_as_it_was_kept(tmp_path: Path) -> None:
    """What the bundle says must be what its rows give, and hiding the texts of rows must not pass for no loss."""
    store = store_of(tmp_path / "work", rows_of(), rows_of())
    for stage in ("ingest", "find", "resolve", "scrub", "finish"):
        store.mark_done(stage)
    kept = KeptVerdicts(tmp_path / "verdicts", b"k" * 32)
    whole = require_useful([store], Policy(), kept)
    withhold([store], [], [row["interaction_uuid"] for row in rows_of()])
    some = Policy.model_validate({"release": {"utility_drop_at_most": 100}})
    bundled = {"Finance": [masked(row) for row in rows_of()]}
    assert require_useful([store], some).scores == utility({"Finance": rows_of()}, bundled, 100).scores != whole.scores
    with pytest.raises(BundleError, match="cost more than 2 points"):
        require_useful([store], Policy(), kept)


def test_a_batch_of_another_domain_is_scored_again(tmp_path: Path) -> None:
    kept = KeptVerdicts(tmp_path / "verdicts", b"k" * 32)
    store = store_of(tmp_path / "work", rows_of(), rows_of())
    assert {one.domain for one in require_useful([store], Policy(), kept).scores} == {"Finance"}
    about = store.scrubbed / "batch.json"
    about.write_text(about.read_text("utf-8").replace('"Finance"', '"Sales"'), encoding="utf-8")
    assert {one.domain for one in require_useful([store], Policy(), kept).scores} == {"Sales"}


def test_what_did_not_hold_is_not_kept(tmp_path: Path) -> None:
    store = store_of(tmp_path / "work", rows_of(), blanked(rows_of()))
    kept = KeptVerdicts(tmp_path / "verdicts", b"k" * 32)
    for _ in range(2):
        with pytest.raises(BundleError):
            require_useful([store], Policy(), kept)
    assert not [path for path in (tmp_path / "verdicts").rglob("*") if path.is_file()]


def test_the_policy_refuses_what_is_no_number_of_points(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    for points in (-0.1, 100.1):
        path.write_text(f"release:\n  utility_drop_at_most: {points}\n", encoding="utf-8")
        with pytest.raises(PolicyError):
            load_policy(path)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    folder = tmp_path_factory.mktemp("useful")
    batches = make_batches(folder)
    useful = Utility(
        format="entrophy-utility/1", drop_at_most=2.0, judged_from_instances=LEAST_INSTANCES, scores=(_found(),)
    )
    return build(batches, folder / "bundle", useful=useful, **chained(batches)).path, batches


def _found() -> Score:
    return _score(0.91234, 0.90123, 80).model_copy(update={"domain": "Finance"})


def test_scores_stand_in_bundle_card_and_report(bundle: tuple[Path, list[Path]], tmp_path: Path) -> None:
    path, batches = bundle
    report = verify_bundle(path)
    assert report.ok, sentences(report)
    assert report.checked["scores of usefulness"] == 1
    card = (path / "README.md").read_text(encoding="utf-8")
    assert "| Finance | classification | rows | tfidf | accuracy | 0.901 | 0.912 |" in card
    page = write_report(path, batches, [], tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Usefulness before and after redaction" in page and "0.901" in page and ">1.1</td>" in page


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"after": 0.90123', '"after": 0.80123', "tells of a drop of 11.1 points"),
        ('"domain": "Finance"', '"domain": "Sales"', "a domain that is not in the bundle"),
        ('"before": 0.91234', '"before": 1.91234', "utility.json"),
    ],
)
def test_scores_that_cannot_be_are_told(
    bundle: tuple[Path, list[Path]], tmp_path: Path, old: str, new: str, said: str
) -> None:
    altered = copy(bundle[0], tmp_path / "bundle")
    path = altered / "utility.json"
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    seal_again(altered)
    assert any(said in sentence for sentence in sentences(verify_bundle(altered)))
