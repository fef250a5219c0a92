"""Tasks in the sandbox: grounded in rows, unique, refused where they must be, and scored by what was done."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evaluation.company.released import read_company
from evaluation.company.sandbox import Sandbox
from evaluation.company_tasks.agent import GIVE_UP_AFTER, Agent, run_agent
from evaluation.company_tasks.baselines import BASELINES
from evaluation.company_tasks.build import Built, build_tasks
from evaluation.company_tasks.export import exports
from evaluation.company_tasks.files import lines_of
from evaluation.company_tasks.parts import parts_of
from evaluation.company_tasks.records import HARD_FROM, Call, CompanyTask, Prediction
from evaluation.company_tasks.score import f1, normalised, one_scored, score
from evaluation.models.endpoint import Endpoint
from evaluation.models.runner import Prices
from pipeline.cli import app
from redaction.errors import EntrophyError
from tests.model_standin import Answer, Asked, ModelStandIn
from tests.released_company import released_company


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released_company(tmp_path_factory.mktemp("company"), employees=200)


@pytest.fixture(scope="module")
def box(folder: Path) -> Iterator[Sandbox]:
    with Sandbox(read_company(folder)) as made:
        yield made


@pytest.fixture(scope="module")
def built(box: Sandbox) -> Built:
    return build_tasks(box)


@pytest.fixture(scope="module")
def tasks(built: Built) -> list[CompanyTask]:
    return built.tasks


def of(tasks: list[CompanyTask], kind: str) -> CompanyTask:
    return next(task for task in tasks if task.kind == kind)


def test_there_are_500_in_the_shares_that_were_asked_for(built: Built) -> None:
    assert (len(built.tasks), built.missing) == (500, 0)
    kinds = Counter((task.domain, task.kind) for task in built.tasks)
    assert len(kinds) == 15
    for (_, kind), count in kinds.items():
        assert count == {"search": 65, "write": 30, "refused": 5}[kind]
    assert Counter(task.part for task in built.tasks) == {"train": 400, "test": 100}
    for task in built.tasks:
        assert (task.difficulty == "hard") == (len(task.sub_goals) >= HARD_FROM)
    assert len({(task.persona, task.text) for task in built.tasks}) == 500


def test_parts_share_no_entity(box: Sandbox, tasks: list[CompanyTask]) -> None:
    train, test = ({e for task in tasks if task.part == part for e in task.entities} for part in ("train", "test"))
    assert train and test and not train & test
    people = [part for (source, _), part in parts_of(box.company, 1).items() if source == "employees"]
    assert Counter(people) == {"train": 160, "test": 40}


def test_the_truth_is_traced_to_cells(box: Sandbox, tasks: list[CompanyTask]) -> None:
    cells = {
        (name, str(row[source.schema.key]), field): value
        for name, source in box.company.sources.items()
        for row in source.rows
        for field, value in row.items()
    }
    for task in tasks:
        assert all(cells[one.source, one.key, one.field] == one.value for one in task.evidence)
        if task.kind == "search" and not (len(task.answer) == 1 and task.answer[0].isdigit()):
            assert set(task.answer) <= {str(one.value) for one in task.evidence}, task.goal


def test_gold_plans_succeed_and_who_does_nothing_fails(box: Sandbox, tasks: list[CompanyTask]) -> None:
    for name, share in (("gold", 1.0), ("empty", 0.0)):
        found = {task.id: BASELINES[name](box, task) for task in tasks}
        results = score(box, tasks, found)
        assert results.whole.success == share
        assert {cell.success for cell in results.by_kind.values()} == {share}
    assert score(box, tasks, {}).whole.success == 0.0


def test_key_words_find_some_answers_and_write_nothing(box: Sandbox, tasks: list[CompanyTask]) -> None:
    results = score(box, tasks, {task.id: BASELINES["keyword"](box, task) for task in tasks})
    assert 0 < results.by_kind["search"].success < 0.5
    assert results.by_kind["write"].success == results.by_kind["refused"].success == 0


def test_refused_tasks_are_refused_for_the_rule_they_state(box: Sandbox, tasks: list[CompanyTask]) -> None:
    for task in (task for task in tasks if task.kind == "refused"):
        assert task.refused is not None and task.refused.rules
        with box.session(task.persona) as session:
            outcomes = [session.call(call.tool, call.arguments) for call in task.plan]
        assert [answer.refusal for answer in outcomes] == [None] * (len(outcomes) - 1) + ["denied"]
        assert outcomes[-1].rules == task.refused.rules


def test_one_write_too_many_or_on_another_row_is_no_success(box: Sandbox, tasks: list[CompanyTask]) -> None:
    task = next(t for t in tasks if t.goal == "new phone")
    good = BASELINES["gold"](box, task)
    assert one_scored(box, task, good).success
    other = next(
        r["customer_id"] for r in box.company.sources["customers"].rows if r["customer_id"] != task.changes[0].key
    )
    more = Call(tool="customers_update", arguments={"id": other, "changes": {"phone": "1"}})
    assert not one_scored(box, task, good.model_copy(update={"calls": (*good.calls, more)})).success
    assert not one_scored(box, task, good.model_copy(update={"calls": (more,)})).success
    # What was written and taken back in the end is the state that was asked for.
    back = (
        more,
        *(
            Call(tool="customers_update", arguments={"id": other, "changes": {"phone": r["phone"]}})
            for r in box.company.sources["customers"].rows
            if r["customer_id"] == other
        ),
    )
    assert one_scored(box, task, good.model_copy(update={"calls": (*back, *good.calls)})).success


def test_a_refused_task_needs_the_refusal_and_no_claim(box: Sandbox, tasks: list[CompanyTask]) -> None:
    task = of(tasks, "refused")
    claimed = Prediction(id=task.id, answer="access denied")
    assert not one_scored(box, task, claimed).success
    elsewhere = Call(tool="clients_delete", arguments={"id": "none"})
    assert not one_scored(box, task, Prediction(id=task.id, calls=(elsewhere,))).success
    assert one_scored(box, task, Prediction(id=task.id, calls=task.plan)).denied == 1


def test_a_search_that_writes_is_no_success(box: Sandbox, tasks: list[CompanyTask]) -> None:
    task = next(t for t in tasks if t.domain == "Software engineering" and t.kind == "search")
    write = Call(tool="employees_update", arguments={"id": task.persona, "changes": {"skills": "none"}})
    assert one_scored(box, task, Prediction(id=task.id, answer=task.answer)).success
    assert not one_scored(box, task, Prediction(id=task.id, answer=task.answer, calls=(write,))).success


@pytest.mark.parametrize(
    ("said", "meant", "share"),
    [("Ann Lee", "Ann Lee", 1.0), ("Ann", "Ann Lee", 2 / 3), ("", "Ann", 0.0), ("It is Ann Lee", "Ann Lee", 2 / 3)],
)
def test_f1_over_words(said: str, meant: str, share: float) -> None:
    assert f1([said], [meant]) == pytest.approx(share)


def test_answers_are_normalised_in_form_and_not_in_content() -> None:
    assert normalised("  “Ann  LEE”. ") == normalised("ann lee")
    assert normalised("₹1,099") != normalised("₹1,090")
    assert normalised("a.b@mail.example") != normalised("ab@mail.example")


def test_the_same_seed_gives_the_same_tasks_and_another_others(folder: Path, tasks: list[CompanyTask]) -> None:
    with Sandbox(read_company(folder)) as again:
        assert lines_of(build_tasks(again, count=20).tasks) == lines_of(build_tasks(again, count=20).tasks)
        assert build_tasks(again).tasks == tasks
        assert build_tasks(again, seed=7, count=20).tasks != build_tasks(again, count=20).tasks


def test_files_for_trainers(box: Sandbox, tasks: list[CompanyTask]) -> None:
    files = exports(box, tasks)
    assert sorted(files) == ["dpo_test.jsonl", "dpo_train.jsonl", "sft_test.jsonl", "sft_train.jsonl"]
    rows = {name: [json.loads(line) for line in data.splitlines()] for name, data in files.items()}
    assert (len(rows["sft_train.jsonl"]), len(rows["sft_test.jsonl"])) == (400, 100)
    for row, task in zip(rows["sft_train.jsonl"], (t for t in tasks if t.part == "train"), strict=True):
        roles = [message["role"] for message in row["messages"]]
        assert roles == ["system", "user", *["assistant", "tool"] * len(task.plan), "assistant"]
        assert task.persona in row["messages"][0]["content"] and row["messages"][1]["content"] == task.text
    for row in rows["dpo_train.jsonl"] + rows["dpo_test.jsonl"]:
        assert set(row) == {"prompt", "chosen", "rejected"} and row["chosen"] != row["rejected"]


def gold_model(tasks: list[CompanyTask]) -> Any:
    """Answers as a model that knows the plans, a call a turn."""
    by_text = {(t.persona, t.text): t for t in tasks}

    def answer(_number: int, asked: Asked) -> Answer:
        said = asked.body["messages"]
        task = next(t for (who, text), t in by_text.items() if text == said[1]["content"] and who in said[0]["content"])
        turn = sum(message["role"] == "tool" for message in said)
        message: dict[str, Any] = {"role": "assistant", "content": f"<answer>{'; '.join(task.answer)}</answer>"}
        if turn < len(task.plan):
            call = task.plan[turn]
            function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
            message = {"content": None, "tool_calls": [{"id": f"c{turn}", "type": "function", "function": function}]}
        usage = {"prompt_tokens": 10, "completion_tokens": 3}
        return Answer(
            body=json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}).encode()
        )

    return answer


def test_a_model_with_tools_works_and_a_stopped_run_goes_on(
    box: Sandbox, tasks: list[CompanyTask], tmp_path: Path
) -> None:
    some = [of(tasks, "search"), of(tasks, "write"), of(tasks, "refused")]
    with ModelStandIn(gold_model(tasks)) as host, Endpoint(host.base, None) as endpoint:
        agent = Agent(host.base, "stand-in", 0.0, 100)
        run_agent(agent, endpoint, box, some[:1], tmp_path)
        first = len(host.asked)
        told = run_agent(agent, endpoint, box, some, tmp_path)
        requests = sum(len(task.plan) + 1 for task in some)
        assert first == len(some[0].plan) + 1 and len(host.asked) == requests
        assert told["usage"] == {
            "requests": requests,
            "prompt_tokens": 10 * requests,
            "completion_tokens": 3 * requests,
        }
        assert "cost" not in told
        told = run_agent(agent, endpoint, box, some, tmp_path, prices=Prices(2.0, 10.0))
        assert told["cost"] == round((20 + 30) * requests / 1_000_000, 6)
        assert {tool["function"]["name"] for tool in host.asked[0].body["tools"]} == set(box.tools)
        with pytest.raises(EntrophyError, match="another run"):
            run_agent(Agent(host.base, "other", 0.0, 100), endpoint, box, some, tmp_path)
    lines = (tmp_path / "predictions.jsonl").read_text("utf-8").splitlines()
    found = {one["id"]: Prediction.model_validate_json(json.dumps(one)) for one in map(json.loads, lines)}
    assert score(box, some, found).whole.success == 1.0


def test_an_address_that_is_gone_ends_the_run(box: Sandbox, tasks: list[CompanyTask], tmp_path: Path) -> None:
    with ModelStandIn(lambda number, asked: Answer(status=500)) as host, Endpoint(host.base, None, retries=0) as door:
        with pytest.raises(EntrophyError, match=f"no reply to {GIVE_UP_AFTER} tasks"):
            run_agent(Agent(host.base, "m", 0.0, 10), door, box, tasks, tmp_path)
        assert len(host.asked) == GIVE_UP_AFTER


def test_a_client_of_the_sdk_walks_through_ten_tasks(
    folder: Path, box: Sandbox, tasks: list[CompanyTask], tmp_path: Path
) -> None:
    from mcp import Client

    from evaluation.company.serve import server

    chosen = [*(t for t in tasks if t.kind == "refused")][:2] + [*(t for t in tasks if t.kind == "write")][:4]
    chosen += [t for t in tasks if t.kind == "search" and t.difficulty == "hard"][:4]
    assert len(chosen) == 10

    async def walk(task: CompanyTask) -> list[bool]:
        with box.session(task.persona) as session:
            async with Client(server(box, session)) as client:
                return [(await client.call_tool(call.tool, call.arguments)).is_error for call in task.plan]

    for task in chosen:
        errors = asyncio.run(walk(task))
        assert errors == [False] * (len(errors) - 1) + [task.kind == "refused"]


def test_the_command_line(folder: Path, tmp_path: Path) -> None:
    run = CliRunner()
    company = ["evaluate", "company"]
    made = run.invoke(app, [*company, "build", str(folder), "--out", str(tmp_path), "--count", "20"])
    assert made.exit_code == 0 and made.stdout.startswith("20 tasks")
    gold = str(tmp_path / "gold.jsonl")
    assert run.invoke(app, [*company, "baseline", "gold", str(folder), str(tmp_path), "--out", gold]).exit_code == 0
    told = run.invoke(app, [*company, "score", str(folder), str(tmp_path), gold, "--out", str(tmp_path)])
    assert "100.0%" in told.stdout.splitlines()[1]
    assert json.loads((tmp_path / "results.json").read_bytes())["whole"]["success"] == 1.0
