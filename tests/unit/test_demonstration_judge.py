"""A model as the judge: the real client, a stand-in for the model on this machine, and the commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from evaluation.demonstrations.judge import answer_marks, guide_marks, step_items, step_matches
from evaluation.demonstrations.prompts import ANSWER_SCALE, GUIDE_SCALE, RESPECTS, RUBRIC
from evaluation.demonstrations.records import TASKS
from evaluation.demonstrations.released import read_released
from evaluation.demonstrations.results import DemonstrationResults
from evaluation.replies import Parsed, mark_in
from pipeline.cli import app
from redaction.errors import BundleError, EntrophyError
from tests.demonstration_folder import write_archive, write_folder
from tests.model_standin import Answer, Asked, ModelStandIn
from tests.release_fixture import build, make_batches, seal_again


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-pat-4711")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "demonstrations")


def command(*words: object) -> Result:
    done = CliRunner().invoke(
        app, ["evaluate", "demonstrations", *map(str, words)], env={"COLUMNS": "200"}, catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return done


def predicted(path: Path, answers: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps({"id": key, "answer": value}) + "\n" for key, value in answers.items()))
    return path


def found(out: Path) -> DemonstrationResults:
    return DemonstrationResults.model_validate_json((out / "results.json").read_bytes())


def judge(host: ModelStandIn, out: Path) -> tuple[object, ...]:
    return ("--judge-url", host.base, "--judge-model", "m", "--judge-out", out)


@pytest.mark.parametrize(
    ("reply", "scale", "expected"),
    [
        ("I say <answer>2</answer>", ANSWER_SCALE, Parsed(2)),
        ("<answer>1</answer> no, <answer> 3. </answer>", ANSWER_SCALE, Parsed(3)),
        ("<answer>3</answer>", ANSWER_SCALE, Parsed(3)),
        ("<answer>4</answer>", ANSWER_SCALE, Parsed(None, "out_of_range")),
        ("<answer>0</answer>", ANSWER_SCALE, Parsed(None, "out_of_range")),
        ("<answer>5</answer>", GUIDE_SCALE, Parsed(5)),
        ("<answer>6</answer>", GUIDE_SCALE, Parsed(None, "out_of_range")),
        ("<answer>2.5</answer>", ANSWER_SCALE, Parsed(None, "no_verdict")),
        ("<answer>2 of 3</answer>", ANSWER_SCALE, Parsed(None, "no_verdict")),
        ("<answer>²</answer>", ANSWER_SCALE, Parsed(None, "no_verdict")),
        ("<answer>two</answer>", ANSWER_SCALE, Parsed(None, "no_verdict")),
        ("<answer> </answer>", ANSWER_SCALE, Parsed(None, "empty")),
        ("2", ANSWER_SCALE, Parsed(None, "no_answer")),
        ("<answer>2", ANSWER_SCALE, Parsed(None, "no_answer")),
        (None, ANSWER_SCALE, Parsed(None, "no_answer")),
    ],
)
def test_a_mark_is_read_strictly(reply: str | None, scale: range, expected: Parsed[int]) -> None:
    assert mark_in(reply, scale) == expected


def test_each_step_is_asked_for_in_the_other_guide_and_one_missing_judgement_is_missing() -> None:
    items = step_items("s", ("Click", "Type"), ("Press",))
    assert [one.id for one in items] == ["s/predicted/0", "s/predicted/1", "s/reference/0"]
    asked = [one.prompt[1]["content"] for one in items]
    assert "Click" in asked[0] and "1. Press" in asked[0] and "Type" not in asked[0]
    assert "1. Click\n2. Type" in asked[2] and "Press" in asked[2]
    replies: dict[str, str | None] = {one.id: "<answer>Yes</answer>" for one in items}
    replies["s/predicted/1"] = "<answer>no</answer>"
    assert step_matches("s", 2, 1, replies) == Parsed(((True, False), (True,)))
    assert step_matches("s", 2, 1, {**replies, "s/reference/0": "perhaps"}) == Parsed(None, "no_answer")
    assert step_matches("s", 2, 1, {**replies, "s/reference/0": "<answer>maybe</answer>"}) == Parsed(None, "no_verdict")
    del replies["s/predicted/0"]
    assert step_matches("s", 2, 1, replies) == Parsed(None, "missing")


def test_marks_are_whole_or_none() -> None:
    replies: dict[str, str | None] = {f"s/{name}": "<answer>3</answer>" for name in RESPECTS}
    assert answer_marks("s", replies) == Parsed(dict.fromkeys(RESPECTS, 3))
    assert answer_marks("s", {**replies, "s/clarity": None}) == Parsed(None, "no_answer")
    assert guide_marks("s", {"s/original": "<answer>2</answer>"}) == Parsed(None, "missing")


def test_guides_are_judged_step_by_step_once_and_scored(folder: Path, tmp_path: Path) -> None:
    first, second = "11 @ 2024-03-01-09-00-00", "12 @ 2024-03-01-11-00-00"
    file = predicted(
        tmp_path / "p.jsonl",
        {f"sop-generation/{first}": ["Click on My Orders.", "Dance."], f"sop-generation/{second}": None},
    )

    def answer(number: int, asked: Asked) -> Answer:
        step = asked.prompt.split("\n\n")[1]
        return Answer(f"Well. <answer>{'no' if step in ('Dance.', 'Click on View order 7.') else 'yes'}</answer>")

    with ModelStandIn(answer) as host:
        words = ("sop-generation", folder, file, "--out", tmp_path / "scores", *judge(host, tmp_path / "judge"))
        told = command(*words).output
        assert len(host.asked) == 4 and host.asked[0].body["temperature"] == 0
        assert command(*words).output.count("4 of 4") == 1 and len(host.asked) == 4, "what was asked is not asked again"
    scores = found(tmp_path / "scores")
    assert scores.each[0].figures == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "steps": 2, "reference_steps": 2}
    assert scores.each[1].figures == {"precision": 0, "recall": 0, "f1": 0, "steps": 0, "reference_steps": 3}
    assert scores.unanswered == {"no_answer": 1} and scores.unjudged == {}
    assert scores.measures["f1"].value == 0.25 and not any(name.startswith("offline") for name in scores.measures)
    assert scores.judged_by.startswith("model m at http://127.0.0.1") and "go to the judge: http://127.0.0.1" in told
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"sk-secret" not in everything and "sk-secret" not in told


def test_answers_are_marked_in_four_respects_and_what_the_judge_left_open_is_in_no_figure(
    folder: Path, tmp_path: Path
) -> None:
    file = predicted(
        tmp_path / "p.jsonl",
        {"question-answering/000": "The first.", "question-answering/001": "To remember it."},
    )

    marks = {"completeness": 3, "soundness": 2, "clarity": 1, "compactness": 3}

    def answer(number: int, asked: Asked) -> Answer:
        if "The first." in asked.prompt:
            return Answer("I cannot say.")
        respect = re.search(r"respect alone: (\w+)", asked.prompt)
        assert respect is not None
        return Answer(f"<answer>{marks[respect[1]]}</answer>")

    with ModelStandIn(answer) as host:
        told = command(
            "question-answering", folder, file, "--out", tmp_path / "scores", *judge(host, tmp_path / "judge")
        ).output
        prompts = [one.prompt for one in host.asked]
    assert len(prompts) == 8
    for prompt in prompts:
        asked_for = re.search(r"respect alone: (\w+)", prompt)
        assert asked_for is not None
        knows = "To remember a desk lamp." in prompt or "The first, since" in prompt
        assert knows is (asked_for[1] in ("completeness", "soundness"))
    scores = found(tmp_path / "scores")
    assert scores.unjudged == {"no_answer": 1} and "not judged, in no figure" in told
    assert {name: of.value for name, of in scores.measures.items()} == {
        "completeness": 3, "soundness": 2, "clarity": 1, "compactness": 3, "mean": 2.25
    }  # fmt: skip


def test_guides_are_marked_before_and_after(folder: Path, tmp_path: Path) -> None:
    file = predicted(tmp_path / "p.jsonl", {"sop-improvement/11": ["Click on the orders.", "View the last."]})

    def answer(number: int, asked: Asked) -> Answer:
        assert all(point in asked.prompt for point in RUBRIC)
        return Answer(f"<answer>{2 if '1. Look for it.' in asked.prompt else 4}</answer>")

    with ModelStandIn(answer) as host:
        command("sop-improvement", folder, file, "--out", tmp_path / "scores", *judge(host, tmp_path / "judge"))
        assert len(host.asked) == 2
    scores = found(tmp_path / "scores")
    assert scores.each[0].figures == {"original": 2, "improved": 4, "gain": 2}
    assert scores.each[1].figures == {"improved": 1} and scores.unanswered == {"missing": 1}


def test_a_judge_that_does_not_answer_leaves_samples_unjudged_and_is_asked_for_these_alone(
    folder: Path, tmp_path: Path
) -> None:
    file = predicted(tmp_path / "p.jsonl", {"sop-improvement/11": ["Click."], "sop-improvement/12": ["Type."]})
    broken = [True]

    def answer(number: int, asked: Asked) -> Answer:
        bad = broken[0] and "desk lamp" in asked.prompt
        return Answer("<answer>3</answer>", status=400 if bad else 200)

    with ModelStandIn(answer) as host:
        words = ("sop-improvement", folder, file, "--out", tmp_path / "scores", *judge(host, tmp_path / "judge"))
        assert "no reply: 2 × HTTP 400" in command(*words).output
        assert found(tmp_path / "scores").unjudged == {"missing": 1}
        broken[0] = False
        before = len(host.asked)
        command(*words)
        assert len(host.asked) - before == 2
    scores = found(tmp_path / "scores")
    assert scores.unjudged == {} and scores.measures["gain"].value == 0


def test_a_folder_of_replies_is_for_these_predictions_alone_and_a_judge_is_named_whole(
    folder: Path, tmp_path: Path
) -> None:
    one = predicted(tmp_path / "one.jsonl", {"sop-improvement/11": ["Click."]})
    other = predicted(tmp_path / "other.jsonl", {"sop-improvement/11": ["Type."]})
    with ModelStandIn(lambda number, asked: Answer("<answer>3</answer>")) as host:
        command("sop-improvement", folder, one, *judge(host, tmp_path / "judge"))
        with pytest.raises(EntrophyError, match="replies to another"):
            command("sop-improvement", folder, other, *judge(host, tmp_path / "judge"))
        with pytest.raises(EntrophyError, match="address, a model and a folder"):
            command("sop-improvement", folder, one, "--judge-url", host.base)


def test_build_baseline_and_score_go_together(folder: Path, tmp_path: Path) -> None:
    tasks = tmp_path / "tasks"
    told = command("build", folder, "--out", tasks).output
    assert "segmentation: 12 samples" in told and "left out, 1 times" in told and "nobody vouches" in told
    guides = tmp_path / "guides.jsonl"
    assert "the address changes most" in command("baseline", "address", "segmentation", tasks, "--out", guides).output
    for place in (tasks, folder, write_archive(tmp_path / "some.zip")):
        done = command("segmentation", place, guides, "--out", tmp_path / f"of {place.stem}")
        assert "adjusted_rand │ 1.000" in done.output
        assert found(tmp_path / f"of {place.stem}") == found(tmp_path / "of tasks")
    with pytest.raises(EntrophyError, match="no such baseline"):
        command("baseline", "trace", "segmentation", tasks, "--out", guides)
    with pytest.raises(EntrophyError, match="no sample of this task"):
        command("validation", tasks, guides)
    with pytest.raises(EntrophyError, match="cannot be read"):
        command("validation", tasks, tmp_path / "none.jsonl")


def test_every_task_has_its_command() -> None:
    told = command("--help").output
    assert all(task in told for task in TASKS)


def test_demonstrations_of_a_signed_bundle_are_held_against_its_manifest(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    build(make_batches(tmp_path), bundle)
    archive = write_archive(bundle / "Finance_demonstrations.zip")
    with pytest.raises(BundleError, match="does not list"):
        command("build", bundle, "--out", tmp_path / "tasks")
    seal_again(bundle)
    assert "nobody vouches" not in command("build", bundle, "--out", tmp_path / "tasks").output
    write_archive(archive, tables=False)
    with pytest.raises(BundleError, match="altered"):
        command("build", bundle, "--out", tmp_path / "tasks")
    assert read_released(archive).rankings == ()
