"""Samples of the six tasks: what is asked, what is the truth, and that nothing but the demonstrations has a say."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evaluation.demonstrations.baselines import BASELINES
from evaluation.demonstrations.build import BUILDERS, read_samples, task_bytes, task_files
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.records import SEED, TASKS, TASKS_FILE, file_of
from evaluation.demonstrations.released import Rank, Released, read_released
from evaluation.demonstrations.segmentation import TOGETHER, arranged
from evaluation.demonstrations.sop_ranking import FEWEST
from evaluation.demonstrations.validation import FEWEST_STATES, shuffled, skipped, truncated
from redaction.errors import BundleError
from tests.demonstration_folder import DEMOS, Demo, click, scroll, write_archive, write_folder

DRAWS = Draws(SEED)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    return read_released(write_folder(tmp_path_factory.mktemp("demonstrations")))


def samples(released: Released, task: Any) -> tuple[Any, ...]:
    return BUILDERS[task](released, DRAWS).samples


def long(number: int, length: int) -> Demo:
    """A demonstration of so many states, none like another."""
    paths = tuple(f"http://long.example/{at}" for at in range(length))
    actions = tuple(click(f"Go to {at}") for at in range(1, length))
    return Demo(f"{number} @ 2024-04-01-09-00-00", f"Walk {number}", paths, actions, "1. Walk", ("long",))


def test_the_order_on_the_disk_changes_no_byte_and_the_seed_does(tmp_path: Path) -> None:
    one = task_files(read_released(write_folder(tmp_path / "one")))
    other = task_files(read_released(write_archive(tmp_path / "other.zip", DEMOS[::-1])))
    assert one == other and len(one) == len(TASKS) + 1
    assert task_files(read_released(tmp_path / "one"), 7)[file_of("validation")] != one[file_of("validation")]
    told = json.loads(one[TASKS_FILE])
    assert told["seed"] == SEED and told["demonstrations"] == len(DEMOS)
    assert {task: of["samples"] for task, of in told["tasks"].items()} == {
        task: one[file_of(task)].count(b"\n") for task in TASKS
    }


def test_guides_are_asked_of_the_best_demonstrations_or_of_all_where_none_is_ranked(released: Released) -> None:
    best = samples(released, "sop-generation")
    assert [one.demonstration for one in best] == ["11 @ 2024-03-01-09-00-00", "12 @ 2024-03-01-11-00-00"]
    assert best[0].reference == ("Click on My Orders.", "Click on View order 7.")
    assert [frame.action for frame in best[0].frames] == [
        "Click on the My Orders link.", "Click on the View order 7 link.", None
    ]  # fmt: skip
    assert len(samples(replace(released, rankings=()), "sop-generation")) == len(DEMOS)


def test_a_segmentation_has_three_tasks_of_one_site_and_tells_no_boundary(released: Released) -> None:
    found = samples(released, "segmentation")
    assert found and all(one.site == "shopping" for one in found)
    for one in found:
        names = list(one.demonstrations.values())
        assert len({name.split(" ")[0] for name in names}) == len(names) == TOGETHER
        order = list(one.truth.values())
        assert [order[0]] + [b for a, b in pairwise(order) if a != b] == list(dict.fromkeys(order))
        assert [frame.id for frame in one.frames] == [str(at) for at in range(len(one.frames))] == list(one.truth)
        assert all(frame.action is None for frame in one.frames)
        for frame in one.frames:
            assert frame.screenshot.split("/")[2] == one.demonstrations[one.truth[frame.id]]
        counts = Counter(one.truth.values())
        for letter, name in one.demonstrations.items():
            assert counts[letter] == len(released.demonstrations[name].states)
            assert one.workflows[letter] == released.demonstrations[name].intent
    assert len({frozenset(one.demonstrations.values()) for one in found}) == len(found) == 12  # 4 · 3 · 1
    assert len({next(iter(one.truth.values())) for one in found}) > 1, "A need not come first"
    left = BUILDERS["segmentation"](released, DRAWS).left_out
    assert dict(left) == {"a site has demonstrations of fewer than 3 tasks": 1}


def test_interleaved_frames_keep_the_order_of_each_demonstration(released: Released) -> None:
    found = arranged(released, DRAWS, "interleaved").samples
    together = arranged(released, DRAWS, "concatenated").samples
    assert [set(one.demonstrations.values()) for one in found] == [set(one.demonstrations.values()) for one in together]
    mixed = 0
    for one in found:
        for letter, name in one.demonstrations.items():
            own = [frame.screenshot for frame in one.frames if one.truth[frame.id] == letter]
            assert own == [state.screenshot for state in released.demonstrations[name].states]
        order = list(one.truth.values())
        mixed += sum(a != b for a, b in pairwise(order)) > TOGETHER - 1
    assert mixed > len(found) / 2


def test_questions_are_asked_of_guides_or_of_frames(released: Released) -> None:
    two, one = samples(released, "question-answering")
    assert one.shown[0].sop == ("Type desk lamp.", "Click on Desk lamp.", "Click on Add to wish list.")
    assert one.shown[0].frames is None and one.answer == "To remember a desk lamp."
    assert [len(shown.frames) for shown in two.shown] == [3, 4] and two.shown[0].sop is None
    fewer = {name: demo for name, demo in released.demonstrations.items() if not name.startswith("12 ")}
    built = BUILDERS["question-answering"](replace(released, demonstrations=fewer), DRAWS)
    assert [sample.question for sample in built.samples] == [two.question]
    assert dict(built.left_out) == {"a demonstration of the question is not released": 1}


def test_validation_is_balanced_and_every_change_shows(released: Released) -> None:
    found = samples(released, "validation")
    for kind in ("completion", "trajectory"):
        own = [one for one in found if one.kind == kind]
        right = sum(one.truth for one in own)
        assert right - (len(own) - right) in (0, 1)
        assert len({one.demonstration for one in own}) == len(own)
    assert {one.change for one in found} == {"none", "truncated", "shuffled", "skipped"}
    for one in found:
        whole = [state.screenshot for state in released.demonstrations[one.demonstration].states]
        shown = [frame.screenshot for frame in one.frames]
        assert one.truth is (one.change == "none")
        if one.change == "none":
            assert shown == whole
        elif one.change == "truncated":
            assert 1 <= len(shown) < len(whole) and shown == whole[: len(shown)]
        elif one.change == "shuffled":
            assert sorted(shown) == sorted(whole) and shown != whole and shown[-1] == whole[-1]
        else:
            assert len(shown) < len(whole) and (shown[0], shown[-1]) == (whole[0], whole[-1])
        assert one.frames[-1].action is None and all(frame.action for frame in one.frames[:-1])


def test_how_much_is_cut_skipped_or_shuffled(tmp_path: Path) -> None:
    demos = [long(number, 9) for number in range(40, 100)]
    walks = list(read_released(write_folder(tmp_path, demos, tables=False)).demonstrations.values())
    cut = {len(truncated(one, DRAWS)) for one in walks}
    assert cut == set(range(1, 9))
    left = {len(skipped(one, DRAWS)) for one in walks}
    assert left == {8, 7, 6, 5}
    assert len({tuple(at for _, at in shuffled(one, DRAWS)) for one in walks}) > 50


@pytest.mark.parametrize("kind", ["completion", "trajectory"])
def test_a_demonstration_with_too_few_states_is_left_out(tmp_path: Path, kind: str) -> None:
    fewest = FEWEST_STATES[kind]
    released = read_released(write_folder(tmp_path, [long(1, fewest), long(2, fewest - 1)], tables=False))
    built = BUILDERS["validation"](released, DRAWS)
    assert {one.demonstration[0] for one in built.samples if getattr(one, "kind", None) == kind} == {"1"}
    assert built.left_out[f"{kind}: a demonstration has fewer than {fewest} states"] == 1


def test_states_that_look_alike_are_shuffled_so_that_it_shows(tmp_path: Path) -> None:
    page = "http://long.example/page"
    alike = Demo("1 @ 2024-04-01-09-00-00", "Read", (page,) * 30, (*(scroll(9),) * 28, click("End")), "1. Read")
    same = Demo("2 @ 2024-04-01-09-00-00", "Read", (page,) * 4, (scroll(9),) * 3, "1. Read")
    released = read_released(write_folder(tmp_path, [alike, same], tables=False))
    one = released.demonstrations[alike.name]
    order = [at for _, at in shuffled(one, DRAWS)]
    assert sorted(order) == list(range(30)) and order[-1] == 29
    assert [one.actions[at] for at in order] != list(one.actions)
    built = BUILDERS["validation"](released, DRAWS)
    assert built.left_out["trajectory: all states of a demonstration but the last show the same"] == 1


def test_rankings_have_the_order_of_the_index_and_leave_out_what_is_none(released: Released) -> None:
    first, second = samples(released, "sop-ranking")
    assert [first.demonstrations[letter] for letter in first.truth] == [
        "11 @ 2024-03-01-09-00-00",
        "11 @ 2024-03-02-09-00-00 (1)",
        "11 @ 2024-03-01-10-00-00",
        "11 @ 2024-03-02-09-00-00",
    ]
    assert sorted(first.sops) == list("ABCD") and len(second.truth) == FEWEST
    assert any(list(one.truth) != sorted(one.truth) for one in (first, second)), "letters tell no rank"
    last = max(one.rank for one in released.rankings if one.task_id == "12")
    fewer = tuple(one for one in released.rankings if (one.task_id, one.rank) != ("12", last))
    built = BUILDERS["sop-ranking"](replace(released, rankings=fewer), DRAWS)
    assert [one.task_id for one in built.samples] == ["11"]
    assert built.left_out["a task has fewer than 3 ranked guides"] == 1
    strange = (*released.rankings, Rank("12", 4, "13 @ 2024-03-03-09-00-00"), Rank("12", 5, "12 @ 1999-01-01-00-00-00"))
    built = BUILDERS["sop-ranking"](replace(released, rankings=strange), DRAWS)
    assert built.samples == (first, second)
    assert built.left_out["a demonstration is ranked in another task"] == 1
    assert built.left_out["a ranked demonstration is not released"] == 1


def test_the_worst_guide_is_bettered_by_the_frames_of_the_best(released: Released) -> None:
    one = samples(released, "sop-improvement")[0]
    assert one.sop == ("Look for it.",) and one.reference == ("Click on My Orders.", "Click on View order 7.")
    assert one.demonstration == "11 @ 2024-03-01-09-00-00" and len(one.frames) == 3


def test_task_files_are_read_as_they_were_written(released: Released, tmp_path: Path) -> None:
    for name, data in task_files(released).items():
        (tmp_path / name).write_bytes(data)
    for task in TASKS:
        assert read_samples(task_bytes(tmp_path, task), task) == samples(released, task)
    file = tmp_path / file_of("validation")
    file.write_bytes(file.read_bytes().split(b"\n", 1)[1])
    with pytest.raises(BundleError, match="as many samples"):
        task_bytes(tmp_path, "validation")
    with pytest.raises(BundleError, match="missing or wrong: truth"):
        read_samples(b'{"id": "x", "site": "s", "kind": "completion", "demonstration": "d", "intent": "", "sop": [], '
                     b'"frames": [{"id": "0", "url": "", "tab": "", "action": null, "screenshot": null}], '
                     b'"change": "none"}\n', "validation")  # fmt: skip
    twice = task_files(released)[file_of("sop-ranking")].split(b"\n")[0] + b"\n"
    with pytest.raises(BundleError, match="id stands twice"):
        read_samples(twice * 2, "sop-ranking")


def test_a_task_without_samples_is_told(tmp_path: Path) -> None:
    root = write_folder(tmp_path, DEMOS[:3], tables=False)
    with pytest.raises(BundleError, match="no samples"):
        task_bytes(root, "sop-ranking")


def test_baselines_see_what_is_asked_and_not_the_truth(released: Released) -> None:
    """Whatever the truth, reference and names are, they answer alike."""
    for (task, _), baseline in BASELINES.items():
        for one in samples(released, task):
            blind: dict[str, Any] = {}
            for name in ("truth", "reference", "demonstrations", "change"):
                if name in type(one).model_fields:
                    blind[name] = type(getattr(one, name))()
            assert baseline.answer(one.model_copy(update=blind)) == baseline.answer(one)


def test_what_baselines_answer(released: Released) -> None:
    guide = samples(released, "sop-generation")[1]
    assert BASELINES["sop-generation", "trace"].answer(guide) == [
        "Type “desk lamp” into the Search text field.", "Click on the Desk lamp link.",
        "Click on the Add to wish list button.",
    ]  # fmt: skip
    cut = samples(released, "segmentation")[0]
    by_address = BASELINES["segmentation", "address"].answer(cut)
    truth = list(cut.truth.values())
    starts = [at for at in range(1, len(truth)) if truth[at] != truth[at - 1]]
    given = list(by_address.values())
    assert [at for at in range(1, len(given)) if given[at] != given[at - 1]] == starts
    assert len(set(BASELINES["segmentation", "even"].answer(cut).values())) == TOGETHER
    ranking = samples(released, "sop-ranking")[0]
    groups = BASELINES["sop-ranking", "longest"].answer(ranking)
    assert [sorted(len(ranking.sops[letter]) for letter in group) for group in groups] == [[3], [2, 2], [1]]
    assert BASELINES["sop-ranking", "shortest"].answer(ranking) == groups[::-1]
    tosses = {BASELINES["validation", "coin"].answer(one) for one in samples(released, "validation")}
    assert tosses == {True, False}
    repeated = guide.model_copy(update={"frames": (guide.frames[0],) * 3})
    assert len(BASELINES["sop-generation", "trace"].answer(repeated)) == 1
