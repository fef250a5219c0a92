"""A wording of a model counts only if it says all that the task says and no more; a judge marks beside the score."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluation.company.released import read_company
from evaluation.company.sandbox import Sandbox
from evaluation.company_tasks.build import build_tasks
from evaluation.company_tasks.files import read_tasks
from evaluation.company_tasks.judge import MOST_TOLD, judge_prompt, marks
from evaluation.company_tasks.phrasing import MOST_LETTERS, TRIES, phrased, said_values, why_not
from evaluation.company_tasks.records import Call, CompanyTask, Evidence, Prediction
from evaluation.company_tasks.score import score
from evaluation.models.questions import Item
from evaluation.plots.company_scores import company_bars
from evaluation.replies import Parsed
from pipeline.cli import app
from tests.model_standin import Answer, Asked, ModelStandIn
from tests.released_company import released_company

NAME = "Ottilie Brandvold"


def a_task(id_: str = "HR-search-001", text: str = f"On which day did {NAME} join?") -> CompanyTask:
    return CompanyTask(
        id=id_,
        domain="HR",
        kind="search",
        difficulty="easy",
        part="train",
        goal="joined",
        persona="emp_0001",
        role="HR, level 12",
        text=text,
        sub_goals=("find",),
        plan=(Call(tool="employees_find", arguments={"where": {"Name": NAME}}),),
        evidence=(
            Evidence(source="employees", key="emp_0100", field="Name", value=NAME),
            Evidence(source="employees", key="emp_0100", field="DOJ", value="2019-04-01"),
        ),
        entities=("employees:emp_0100",),
        answer=("2019-04-01",),
    )


def test_what_a_wording_must_say_are_the_values_that_the_text_says() -> None:
    assert said_values(a_task()) == (NAME,)
    assert said_values(a_task(text="Who joined?")) == ()


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (f"When did {NAME} start with us?", ""),
        (f"{NAME} joined us when?", ""),
        (f'I need the first day of "{NAME}". Since when is she here?', ""),
        ("", "no wording"),
        (f"Please: when did {NAME} join?" + " " * 3 + "x" * MOST_LETTERS, "is too long"),
        ("When did Ottilie join?", "leaves a value out"),
        (f"When did {NAME}ssen join?", "leaves a value out"),
        (f"{NAME} joined on 2019-04-01, did she not?", "gives the answer away"),
        (f"When did {NAME} (emp_0100) join?", "says a number or an address that is not in the task"),
        (f"When did {NAME} join? Tell pat@example.com.", "says a number or an address that is not in the task"),
        (f"When did {NAME} join Acme?", "names something that is not in the task"),
    ],
)
def test_what_a_wording_may_not_do(said: str, reason: str) -> None:
    assert why_not(a_task(), said) == reason


def test_a_wording_as_long_as_may_be_is_none_too_many() -> None:
    start = f"When did {NAME} join "
    assert why_not(a_task(), start + "x" * (MOST_LETTERS - len(start))) == ""
    assert why_not(a_task(), start + "x" * (MOST_LETTERS - len(start) + 1)) == "is too long"


class Model:
    """Answers in the order of the rounds; keeps what it was asked."""

    def __init__(self, wordings: Sequence[str], same: str = "yes") -> None:
        self.wordings, self.same, self.asked = wordings, same, list[Item]()

    def __call__(self, items: Sequence[Item]) -> Mapping[str, str | None]:
        self.asked += items
        return {
            item.id: f"<answer>{self.same if item.id.endswith('/same') else self.wordings[int(item.id[-1])]}</answer>"
            for item in items
        }


def test_what_is_wrong_is_told_and_asked_for_again() -> None:
    model = Model(["When did she join?", f"Since when is {NAME} here?"])
    made = phrased([a_task()], model)
    assert [task.text for task in made.tasks] == [f"Since when is {NAME} here?"] and not made.dropped
    assert made.tasks[0].plan == a_task().plan and made.tasks[0].answer == a_task().answer
    again = model.asked[1].prompt[1]["content"]
    assert "leaves a value out" in again and "When did she join?" in again


def test_a_task_without_a_wording_is_dropped_and_counted() -> None:
    model = Model(["No."] * TRIES)
    made = phrased([a_task()], model)
    assert made.tasks == [] and made.dropped == {"leaves a value out": 1}
    assert len(model.asked) == TRIES
    made = phrased([a_task()], Model([f"Since when is {NAME} here?"] * TRIES, same="no"))
    assert made.tasks == [] and made.dropped == {"asks for something else": 1}
    made = phrased([a_task()], lambda items: {})
    assert made.dropped == {"no wording": 1}


def test_two_tasks_of_a_persona_never_read_the_same() -> None:
    made = phrased([a_task(), a_task("HR-search-002")], Model([f"Since when is {NAME} here?"] * TRIES))
    assert len(made.tasks) == 1 and made.dropped == {"reads as another task": 1}


def test_a_judge_is_told_the_truth_and_what_was_done_and_its_marks_are_of_the_scale() -> None:
    calls = tuple(Call(tool="employees_find", arguments={"where": {"Name": str(n)}}) for n in range(MOST_TOLD + 2))
    text = judge_prompt(a_task(), Prediction(id="HR-search-001", answer="2020-01-01", calls=calls))[1]["content"]
    assert "the answer is 2019-04-01" in text and "Last words: 2020-01-01" in text and "and 2 more" in text
    assert text.count("employees_find") == MOST_TOLD
    assert "(none)" in judge_prompt(a_task(), None)[1]["content"]
    replies = {"a": "<answer>5</answer>", "b": "<answer>6</answer>", "c": "four"}
    assert marks(replies, ["a", "b", "c", "d"]) == {
        "a": Parsed(5),
        "b": Parsed(None, "out_of_range"),
        "c": Parsed(None, "no_answer"),
        "d": Parsed(None, "missing"),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released_company(tmp_path_factory.mktemp("company"), employees=60)


def reply(number: int, asked: Asked) -> Answer:
    if "First: " in asked.prompt:
        return Answer("<answer>yes</answer>")
    if "Last words: " in asked.prompt:
        return Answer("<answer>4</answer>" if "Last words: (none)" not in asked.prompt else "<answer>1</answer>")
    text = re.findall(r"^The request: (.*)$", asked.prompt, re.MULTILINE)[0]
    return Answer(f"<answer>please: {text}</answer>")


def test_from_the_command_line(folder: Path, tmp_path: Path) -> None:
    run, company, tasks = CliRunner(), ["evaluate", "company"], tmp_path / "tasks"
    assert run.invoke(app, [*company, "build", str(folder), "--out", str(tasks), "--count", "40"]).exit_code == 0
    with ModelStandIn(reply) as model:
        given = ["--base-url", model.base, "--model", "m"]
        out = tmp_path / "phrased"
        told = run.invoke(app, [*company, "rephrase", str(folder), str(tasks), *given, "--out", str(out)])
        assert told.exit_code == 0, told.output
        before, after = read_tasks(tasks), read_tasks(out)
        assert len(after) > 30 and {t.id for t in after} <= {t.id for t in before}
        texts = {task.id: task.text for task in before}
        assert all(task.text == f"please: {texts[task.id]}" for task in after)
        assert (out / "sft_train.jsonl").read_text("utf-8").count("please: ") == sum(t.part == "train" for t in after)
        asked = len(model.asked)
        again = run.invoke(app, [*company, "rephrase", str(folder), str(tasks), *given, "--out", str(out)])
        assert again.exit_code == 0 and len(model.asked) == asked, "what was asked once is kept"

        gold, scores = tmp_path / "gold.jsonl", tmp_path / "scores"
        run.invoke(app, [*company, "baseline", "gold", str(folder), str(out), "--out", str(gold)])
        judge = ["--judge-url", model.base, "--judge-model", "m", "--judge-out", str(tmp_path / "judged")]
        told = run.invoke(app, [*company, "score", str(folder), str(out), str(gold), "--out", str(scores), *judge])
        assert told.exit_code == 0, told.output
    results = json.loads((scores / "results.json").read_bytes())
    assert results["whole"]["success"] == 1.0 and 1.0 < results["whole"]["mark"] <= 4.0
    assert (scores / "results.png").read_bytes().startswith(b"\x89PNG")
    half = run.invoke(app, [*company, "score", str(folder), str(out), str(gold), "--judge-model", "m"])
    assert half.exit_code != 0


def test_a_mark_changes_no_success_and_is_drawn(folder: Path) -> None:
    with Sandbox(read_company(folder)) as box:
        tasks = build_tasks(box, count=20).tasks
        plain = score(box, tasks, {})
        marked = score(box, tasks, {}, {tasks[0].id: 3, tasks[1].id: 4})
    assert plain.whole.mark is None and marked.whole.mark == 3.5 and marked.whole.success == plain.whole.success
    assert company_bars(plain) == company_bars(plain) != company_bars(marked)
