"""Benchmark tasks: what is drawn, what a sample holds, and that all of it follows from the rows."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from evaluation.tasks.build import SHOTS_OF_A_SEGMENT, SHOTS_OF_AN_INSTANCE, task_files
from evaluation.tasks.draws import FEWEST, FOLDS, MOST, MOST_WITH_IMAGES, SAMPLES, folds_of, samples_of
from evaluation.tasks.instances import instances, spread
from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SCHEMA_FILE,
    SEED,
    SEGMENTATION_FILE,
    SEGMENTATION_IMAGES_FILE,
    TASKS_FILE,
    Tasks,
)
from evaluation.tasks.records import SAMPLES as FORMS
from release.bundle.processes import process_list
from release.verify.problems import VerifyReport
from release.verify.verify_bundle import verify_bundle
from release.verify.verify_tasks import _compare
from tests.release_fixture import build, chained, copy, make_batches, seal_again, sentences

Rows = dict[str, list[dict[str, Any]]]


def rows_of(counts: Mapping[str, int], *, shots: int = 7) -> Rows:
    """So many instances a domain, of three to nine interactions each, of three processes in turn; the first `shots`
    interactions of an instance have a screenshot, but in every fourth instance none has."""
    return {
        domain: [
            {
                "process_instance_uuid": f"{domain}-{number:03d}",
                "process_name": f"Process {number % 3}",
                "description": f"Step {step} of {number}",
                "screenshot_name": f"{domain}-{number:03d}-{step}.png" if step < shots and number % 4 else None,
            }
            for number in range(count)
            for step in range(Random(number).randint(3, 9))
        ]
        for domain, count in counts.items()
    }


def made(rows: Rows) -> dict[str, bytes]:
    names = {domain: sorted({row["process_name"] for row in of}) for domain, of in rows.items()}
    return {name: b"".join(lines) for name, lines in task_files(rows, process_list(names)).items()}


def samples(files: Mapping[str, bytes], name: str) -> list[Any]:
    return [FORMS[name].model_validate_json(line) for line in files[name].splitlines()]


ROWS = rows_of({"HR": 40, "Finance": 23, "Legal": 1})
FILES = made(ROWS)


@pytest.mark.parametrize(
    ("number", "folds"), [(1, 1), (2, 1), (3, 1), (4, 2), (9, 4), (10, FOLDS), (11, FOLDS), (200, FOLDS)]
)
def test_a_fold_has_two_instances_at_least(number: int, folds: int) -> None:
    sizes = Counter(folds_of("HR", {f"i{n}": f"p{n % 2}" for n in range(number)}).values())
    assert sorted(sizes) == list(range(folds))
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_each_process_is_dealt_over_the_folds() -> None:
    processes = {f"i{n}": f"p{n % 4}" for n in range(40)}
    folds = folds_of("HR", processes)
    for process in set(processes.values()):
        assert Counter(folds[uuid] for uuid in processes if processes[uuid] == process) == dict.fromkeys(range(5), 2)
    assert folds != folds_of("Legal", processes), "each domain is dealt for itself"


def test_a_hundred_samples_of_two_to_five_instances_of_one_fold() -> None:
    folds = folds_of("HR", {f"i{n:02d}": f"p{n % 6}" for n in range(73)})
    drawn = samples_of("segmentation", "HR", folds)
    assert len(drawn) == len({uuids for _, uuids in drawn}) == SAMPLES == 100
    assert {len(uuids) for _, uuids in drawn} == {2, 3, 4, 5}
    per_fold = Counter(fold for fold, _ in drawn)
    assert len(per_fold) == FOLDS and max(per_fold.values()) - min(per_fold.values()) <= 2, (
        "a repeated draw is left out"
    )
    for fold, uuids in drawn:
        assert len(set(uuids)) == len(uuids)
        assert {folds[uuid] for uuid in uuids} == {fold}
    assert {len(uuids) for _, uuids in samples_of("segmentation", "HR", folds, MOST_WITH_IMAGES)} == {2, 3}
    assert drawn != samples_of("another", "HR", folds) and drawn != samples_of("segmentation", "Legal", folds)


def test_few_instances_make_few_samples() -> None:
    assert samples_of("segmentation", "HR", {}) == samples_of("segmentation", "HR", {"a": 0}) == []
    assert {uuids for _, uuids in samples_of("segmentation", "HR", {"a": 0, "b": 0})} == {("a", "b"), ("b", "a")}
    only = samples_of("segmentation", "HR", {"a": 0, "b": 0, "c": 1})
    assert {fold for fold, _ in only} == {0}, "nothing is drawn from a fold with one instance"


def test_the_draw_is_the_published_one() -> None:
    """Whoever has samples of an earlier release compares with them: another draw is another format."""
    assert (SEED, FEWEST, MOST, MOST_WITH_IMAGES) == (2404, 2, 5, 3)
    drawn = samples_of("segmentation", "HR", folds_of("HR", {f"i{n}": f"p{n % 3}" for n in range(12)}))
    assert [drawn[0], drawn[1]] == [(0, ("i4", "i2")), (1, ("i3", "i7", "i8"))]
    assert (
        hashlib.sha256(b"".join(FILES[name] for name in sorted(FORMS))).hexdigest()
        == "ee04c1f1bc35da33e11d386fe3d4bb4a6b333fb93ec453a100ca8e32aa3765a7"
    )


@pytest.mark.parametrize(
    ("number", "most", "places"),
    [
        (0, 5, []),
        (1, 5, [0]),
        (5, 5, [0, 1, 2, 3, 4]),
        (6, 5, [0, 1, 3, 4, 5]),
        (101, 5, [0, 25, 50, 75, 100]),
        (9, 3, [0, 4, 8]),
        (9, 1, [4]),
    ],
)
def test_screenshots_are_spread_from_the_first_to_the_last(number: int, most: int, places: list[int]) -> None:
    assert spread(number, most) == places


def test_one_sample_of_classification_an_instance() -> None:
    found = samples(FILES, CLASSIFICATION_FILE)
    own = [(domain, one) for domain in sorted(ROWS) for one in instances(ROWS[domain])]
    assert [(s.domain, s.instance, s.label, s.sequence) for s in found] == [
        (domain, one.uuid, one.process, one.sequence) for domain, one in own
    ]
    assert len({sample.id for sample in found}) == len(found) == 64


def test_segments_are_inclusive_contiguous_and_cover_the_sequence() -> None:
    told = {one.uuid: one for domain in ROWS for one in instances(ROWS[domain])}
    for sample in [*samples(FILES, SEGMENTATION_FILE), *samples(FILES, SEGMENTATION_IMAGES_FILE)]:
        ends = [segment.end_index for segment in sample.segments]
        assert [segment.start_index for segment in sample.segments] == [0, *(end + 1 for end in ends[:-1])]
        assert ends[-1] == len(sample.sequence) - 1
        for segment in sample.segments:
            one = told[segment.instance]
            assert sample.sequence[segment.start_index : segment.end_index + 1] == one.sequence
            assert segment.process_name == one.process
            assert sample.owner(segment.start_index) == (one.uuid, 0)
            assert sample.owner(segment.end_index) == (one.uuid, len(one.sequence) - 1)


def test_five_screenshots_an_instance_and_three_a_segment() -> None:
    names = {row["screenshot_name"]: row["description"] for of in ROWS.values() for row in of}
    for sample in samples(FILES, CLASSIFICATION_IMAGES_FILE):
        assert 3 <= len(sample.screenshots) <= SHOTS_OF_AN_INSTANCE == 5
        assert all(sample.sequence[shot.index] == names[shot.screenshot] for shot in sample.screenshots)
    for sample in samples(FILES, SEGMENTATION_IMAGES_FILE):
        per = Counter(sample.owner(shot.index)[0] for shot in sample.screenshots)
        assert set(per.values()) == {SHOTS_OF_A_SEGMENT} == {3} and len(per) == len(sample.segments)
        assert all(sample.sequence[shot.index] == names[shot.screenshot] for shot in sample.screenshots)
    assert not any(sample.screenshots for sample in samples(FILES, CLASSIFICATION_FILE))


def test_no_fold_meets_an_instance_of_another() -> None:
    folds = {sample.instance: sample.fold for sample in samples(FILES, CLASSIFICATION_FILE)}
    for name in (SEGMENTATION_FILE, SEGMENTATION_IMAGES_FILE):
        for sample in samples(FILES, name):
            assert {folds[segment.instance] for segment in sample.segments} == {sample.fold}


def test_the_list_of_tasks_counts_what_is_there() -> None:
    tasks = Tasks.model_validate_json(FILES[TASKS_FILE])
    for name in FORMS:
        counted = Counter(sample.domain for sample in samples(FILES, name))
        assert {domain: told.samples[name] for domain, told in tasks.domains.items()} == {
            domain: counted[domain] for domain in ROWS
        }
    assert tasks.domains["HR"].samples[CLASSIFICATION_IMAGES_FILE] == 30, "every fourth has no screenshot"
    assert tasks.domains["Legal"].samples[SEGMENTATION_FILE] == 0, "one instance"
    classes = [one.process_name for one in tasks.domains["HR"].classes]
    assert classes[-3:] == ["Process 0", "Process 1", "Process 2"] and "Job creation" in classes
    assert all(one.definition for one in tasks.domains["HR"].classes[:-3])


def test_a_release_without_screenshots_has_no_multimodal_files() -> None:
    assert set(made(rows_of({"HR": 8}, shots=0))) == {TASKS_FILE, SCHEMA_FILE, CLASSIFICATION_FILE, SEGMENTATION_FILE}


def test_every_line_fits_the_schema_and_what_does_not_is_refused_by_both() -> None:
    schema = json.loads(FILES[SCHEMA_FILE])
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    for name, form in FORMS.items():
        lines = [json.loads(line) for line in FILES[name].splitlines()]
        assert all(map(valid, lines))
        for field in set(lines[0]) - {"screenshots"}:
            without = {key: value for key, value in lines[0].items() if key != field}
            assert not valid(without)
            with pytest.raises(ValidationError):
                form.model_validate_json(json.dumps(without))
        assert not valid({**lines[0], "more": 1}), "a field that nobody described"
        if "segments" in lines[0]:
            one = {**lines[0], "segments": lines[0]["segments"][:1]}
            assert not valid(one)
            with pytest.raises(ValidationError):
                form.model_validate_json(json.dumps(one))
        for changed in ({"fold": -1}, {"fold": "0"}, {"sequence": []}, {"sequence": [1]}, {"screenshots": [{}]}):
            assert not valid({**lines[0], **changed})
            with pytest.raises(ValidationError):
                form.model_validate_json(json.dumps({**lines[0], **changed}))


def test_the_order_of_domains_does_not_matter() -> None:
    assert made(dict(reversed(ROWS.items()))) == FILES


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks")
    batches = make_batches(folder)
    return build(batches, folder / "bundle", **chained(batches)).path


def test_a_bundle_holds_its_tasks_and_they_are_made_again(bundle: Path) -> None:
    report = verify_bundle(bundle)
    assert report.ok, sentences(report)
    lines = sum(path.read_bytes().count(b"\n") for path in bundle.glob("benchmark_*"))
    assert report.checked["lines of tasks"] == lines > 100


def _one_step(text: str) -> str:
    return text.replace('"sequence": ["', '"sequence": ["Not ', 1)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (CLASSIFICATION_FILE, _one_step, "is not the one that follows from the rows"),
        (SEGMENTATION_FILE, lambda text: text.replace('"fold": 0', '"fold": 1', 1), "is not the one that follows"),
        (SEGMENTATION_FILE, lambda text: text[: text.rindex("{")], "is not the one that follows from the rows"),
        (CLASSIFICATION_FILE, lambda text: text + text, "is not the one that follows from the rows"),
        (TASKS_FILE, lambda text: text.replace("2404", "2405"), "is not the one that follows from the rows"),
        (SCHEMA_FILE, lambda text: text.replace('"minimum": 0', '"minimum": 1', 1), "is not the one that follows"),
        (CLASSIFICATION_FILE, None, "is missing"),
        (TASKS_FILE, None, "does not follow from the rows"),
        ("benchmark_more.jsonl", lambda _: "{}\n", "does not follow from the rows"),
    ],
)
def test_tasks_that_do_not_follow_from_the_rows_are_told(
    bundle: Path, tmp_path: Path, name: str, change: Any, said: str
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    path = altered / name
    if change is None:
        path.unlink()
    else:
        path.write_text(change(path.read_text("utf-8") if path.exists() else ""), encoding="utf-8")
    seal_again(altered)
    assert any(said in sentence for sentence in sentences(verify_bundle(altered)))


@pytest.mark.parametrize(
    ("stated", "line"),
    [
        (b"{}\n[]\n", None),
        (b"{}\n[]", 2),
        (b"{}\n", 2),
        (b"", 1),
        (b"{}\n[]\n{}\n", 3),
        (b"{}\n[]\n\n", 3),
        (b"x" * 20_000_000, 1),
        (b"{}\n[]\n" + b"x" * 20_000_000, 3),
    ],
    ids=["right", "torn", "short", "empty", "long", "an empty line more", "one huge line", "a huge line more"],
)
def test_a_task_file_is_held_against_the_rows_line_by_line_and_no_line_is_read_whole(
    tmp_path: Path, stated: bytes, line: int | None
) -> None:
    (tmp_path / "a.jsonl").write_bytes(stated)
    report = VerifyReport(tmp_path)
    tracemalloc.start()
    _compare(report, "a.jsonl", iter([b"{}\n[]\n"]))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.where for one in report.problems] == ([] if line is None else [f"a.jsonl line {line}"])
    assert most < 1_000_000
