"""`entrophy evaluate company`: tasks in the sandbox, baselines, a model with tools, scores, files for trainers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.asking import JudgeModel, JudgeOut, JudgeUrl, KeyEnv, Questions, judge_asked
from pipeline.commands.evaluate_model import KEY_VARIABLE, BaseUrl, ModelName, PriceIn, PriceOut, prices_of
from pipeline.commands.options import complain, say, stoppable_command
from redaction.errors import EntrophyError, sealed

if TYPE_CHECKING:
    from evaluation.company_tasks.records import CompanyTask, Prediction
    from evaluation.company_tasks.score import Cell, CompanyResults

Released = Annotated[Path, typer.Argument(help="A bundle, its <Domain>_sources.zip, or that archive unpacked.")]
TaskFile = Annotated[Path, typer.Argument(help="company_tasks.jsonl, or the folder that `build` wrote.")]


def build(
    bundle: Released,
    out: Annotated[Path, typer.Option("--out", help="Folder for tasks and files for trainers.")],
    seed: Annotated[int | None, typer.Option("--seed", help="From which tasks are drawn. Default: 1905.")] = None,
    count: Annotated[int | None, typer.Option("--count", help="How many tasks. Default: 500.")] = None,
) -> None:
    """Make tasks of a released company, each checked by running its gold plan in the sandbox."""
    from evaluation.company.access_check import lost_names
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox
    from evaluation.company_tasks.build import TASKS, build_tasks
    from evaluation.company_tasks.export import exports
    from evaluation.company_tasks.files import TASKS as FILE
    from evaluation.company_tasks.files import lines_of
    from evaluation.company_tasks.records import SEED
    from redaction.work.files import write_whole

    with stoppable_command(), sealed("evaluate company"), Sandbox(read_company(bundle)) as box:
        for lost in lost_names(box.company):
            complain(f"note: {lost}")
        built = build_tasks(box, SEED if seed is None else seed, TASKS if count is None else count)
        write_whole(out / FILE, lines_of(built.tasks), private=False)
        for name, data in exports(box, built.tasks).items():
            write_whole(out / name, data, private=False)
    say(f"{len(built.tasks)} tasks, {built.missing} could not be made; {out / FILE}")
    for reason, drafts in built.dropped.most_common():
        say(f"  drafts dropped, {drafts} times: {reason}")


def baseline(
    name: Annotated[str, typer.Argument(help="gold, empty, keyword.")],
    bundle: Released,
    tasks: TaskFile,
    out: Annotated[Path, typer.Option("--out", help="The file of predictions, JSON lines.")],
) -> None:
    """Predict without a model."""
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox
    from evaluation.company_tasks.baselines import BASELINES
    from evaluation.company_tasks.files import lines_of, read_tasks
    from redaction.work.files import write_whole

    if name not in BASELINES:
        raise EntrophyError("there is no such baseline.", remedy=f"take one of these: {', '.join(BASELINES)}.")
    with stoppable_command(), sealed("evaluate company"), Sandbox(read_company(bundle)) as box:
        found = [BASELINES[name](box, task) for task in read_tasks(tasks)]
        write_whole(out, lines_of(found), private=False)
    say(f"{len(found)} predictions: {out}")


def score(
    bundle: Released,
    tasks: TaskFile,
    predictions: Annotated[Path, typer.Argument(help='JSON lines: {"id", "answer", "calls"}.')],
    out: Annotated[Path | None, typer.Option("--out", help="Write results.json and results.png here.")] = None,
    judge_url: JudgeUrl = None,
    judge_model: JudgeModel = None,
    judge_out: JudgeOut = None,
    key_env: KeyEnv = KEY_VARIABLE,
) -> None:
    """Score predictions: their calls are made again in a fresh sandbox, and what they left is read back."""
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox
    from evaluation.company_tasks.files import lines_of, read_predictions, read_tasks
    from evaluation.company_tasks.score import score as scored
    from evaluation.plots.company_scores import company_bars
    from redaction.work.files import write_whole
    from validation.files.digests import digest_bytes

    asks = judge_asked(judge_url, judge_model, judge_out, key_env)
    with stoppable_command(), sealed("evaluate company"), Sandbox(read_company(bundle)) as box:
        asked, said = read_tasks(tasks), read_predictions(predictions)
        marks = None
        if asks is not None:
            marks = _marks(asks, asked, said, digest_bytes(lines_of(asked) + lines_of([*said.values()])))
        found = scored(box, asked, said, marks)
        if out is not None:
            write_whole(out / "results.json", (found.model_dump_json(indent=1) + "\n").encode(), private=False)
            write_whole(out / "results.png", company_bars(found), private=False)
    _table(found)


def _marks(
    asks: Questions, tasks: Sequence[CompanyTask], said: Mapping[str, Prediction], digest: str
) -> dict[str, int]:
    from evaluation.company_tasks.judge import judge_item, marks

    say(f"Tasks, their truth and the predictions go to the judge: {asks.address}")
    items = [judge_item(task, said.get(task.id)) for task in tasks]
    replies = asks.replies("judge of company tasks", "company", digest, items)
    found = marks(replies, [item.id for item in items])
    lost = Counter(one.reason for one in found.values() if one.value is None)
    for reason, count in lost.items():
        say(f"  no mark, {count} times: {reason}")
    return {id_: one.value for id_, one in found.items() if one.value is not None}


def rephrase(
    bundle: Released,
    tasks: TaskFile,
    base_url: BaseUrl,
    name: ModelName,
    out: Annotated[Path, typer.Option("--out", help="Folder for tasks in other words, and files for trainers.")],
    temperature: Annotated[float, typer.Option("--temperature")] = 0.7,
    key_env: KeyEnv = KEY_VARIABLE,
) -> None:
    """Let a model put tasks into other words; what says less or more than the task is asked for again, or dropped."""
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox
    from evaluation.company_tasks.export import exports
    from evaluation.company_tasks.files import TASKS as FILE
    from evaluation.company_tasks.files import lines_of, read_tasks
    from evaluation.company_tasks.phrasing import phrased
    from evaluation.models.questions import Item, Replies
    from redaction.work.files import write_whole
    from validation.files.digests import digest_bytes

    asks = Questions(base_url, name, out / "asked", key_env)
    with stoppable_command(), sealed("evaluate company"), Sandbox(read_company(bundle)) as box:
        say(f"The tasks, with released names and values, go to {asks.address}")
        given = read_tasks(tasks)
        digest = digest_bytes(lines_of(given))

        def ask(items: Sequence[Item]) -> Replies:
            return asks.replies("phrasing", "company", digest, items, temperature) if items else {}

        made = phrased(given, ask)
        write_whole(out / FILE, lines_of(made.tasks), private=False)
        for file, data in exports(box, made.tasks).items():
            write_whole(out / file, data, private=False)
    say(f"{len(made.tasks)} tasks in other words: {out / FILE}")
    for reason, count in made.dropped.most_common():
        say(f"  dropped, {count}: {reason}")


def model(
    bundle: Released,
    tasks: TaskFile,
    base_url: BaseUrl,
    name: ModelName,
    out: Annotated[Path, typer.Option("--out", help="Folder for predictions; a run that was stopped goes on.")],
    temperature: Annotated[float, typer.Option("--temperature")] = 0.0,
    max_tokens: Annotated[int, typer.Option("--max-tokens", help="Of one reply.")] = 1_024,
    limit: Annotated[int | None, typer.Option("--limit", help="Only so many tasks, the first ones.")] = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    key_env: Annotated[str, typer.Option("--key-env", help="Environment variable that holds the key.")] = KEY_VARIABLE,
) -> None:
    """Let a model with tools do the tasks."""
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox
    from evaluation.company_tasks.agent import PREDICTIONS, Agent, run_agent
    from evaluation.company_tasks.files import read_tasks
    from evaluation.models.endpoint import Endpoint, checked_address

    prices = prices_of(price_in, price_out)
    address = checked_address(base_url)
    with (
        stoppable_command(),
        sealed("evaluate company"),
        Sandbox(read_company(bundle)) as box,
        Endpoint(address, os.environ.get(key_env)) as endpoint,
    ):
        say(f"Tasks and the released rows that the tools answer with go to {address}")
        agent = Agent(address, name, temperature, max_tokens)
        told = run_agent(agent, endpoint, box, read_tasks(tasks)[:limit], out, prices=prices)
    usage = told["usage"]
    say(
        f"{told['tasks']} tasks done, {usage['requests']:,} requests, {usage['prompt_tokens']:,} tokens asked, "
        f"{usage['completion_tokens']:,} answered"
        + (f", {told['cost']:.2f} at these prices" if prices is not None else "")
    )
    for reason, times in told["failed"].items():
        say(f"no reply: {times} × {reason}; run again")
    say(f"{out / PREDICTIONS}")


def _table(found: CompanyResults) -> None:
    groups: list[tuple[str, Cell]] = [("all", found.whole)]
    for cells in (found.by_domain, found.by_kind, found.by_difficulty):
        groups += cells.items()
    marked = found.whole.mark is not None
    say(f"{'':<22}{'tasks':>6}{'success':>9}{'F1':>7}" + (f"{'mark':>7}" if marked else ""))
    for name, cell in groups:
        words = "" if cell.f1 is None else f"{cell.f1:.3f}"
        mark = "" if cell.mark is None else f"{cell.mark:>7.2f}"
        say(f"{name:<22}{cell.tasks:>6}{cell.success:>9.1%}{words:>7}{mark}")
