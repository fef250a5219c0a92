"""Who got a bundle does what its card says, with the real command line, and gets the figures that stand in it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evaluation.tasks.records import CLASSIFICATION_FILE, CLASSIFICATION_IMAGES_FILE, SEGMENTATION_FILE
from pipeline.cli import app
from redaction.policy import Policy
from redaction.work.store import BatchStore
from release.bundle.useful import require_useful
from release.verify.verify_bundle import verify_bundle
from tests.model_standin import Answer, Asked, ModelStandIn
from tests.release_fixture import SIZE, build, chained, sentences
from tests.scrubbed_fixture import make_batch, make_rows

DOMAINS = {"Finance": ("Invoice creation", "Invoice dispatch"), "HR": ("Job creation",)}
STEPS = ("Opening the form", "Editing the amount", "Clicking on a button - Send", "Copying", "Closing the form")
FILMED = 2
"""Instances of a domain with screenshots, two each: every one of them is read by the leak check."""
SCORED = {"classification": "tfidf", "segmentation": "transitions"}
"""Task → the baseline that the card runs."""


def rows_of(domain: str) -> list[dict[str, Any]]:
    """Nine instances a process, that differ a little in what is done and in how long it takes: enough to learn from,
    and not enough to be right every time."""
    rows = make_rows(domain, (*DOMAINS[domain], "Left overs"), instances=9, steps=14)
    names = list(dict.fromkeys(row["process_name"] for row in rows))
    number = {uuid: at for at, uuid in enumerate(dict.fromkeys(row["process_instance_uuid"] for row in rows))}
    kept, place = [], dict.fromkeys(number, 0)
    for row in rows:
        uuid = row["process_instance_uuid"]
        at, place[uuid] = place[uuid], place[uuid] + 1
        if at >= 8 + number[uuid] % 7:
            continue
        work = names.index(row["process_name"]) * (number[uuid] % 3 > 0)
        shown = number[uuid] < FILMED and at in (0, 4)
        text = STEPS[0] if at == 0 else STEPS[1 + (at * (1 + work) + number[uuid]) % 4]
        row |= {"description": text, "screenshot_name": row["screenshot_name"] if shown else None}
        kept.append(row)
    return kept


def captured(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was said before redaction: more, so that other figures stand in the column beside."""
    return [{**row, "description": f"{row['description']} for {row['process_name']}"} for row in rows]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("card")
    stores = []
    for domain in DOMAINS:
        store = BatchStore(folder, f"batch-{domain}")
        make_batch(store.path, f"batch-{domain}", domain, rows=rows_of(domain), size=SIZE)
        store.write_lines("ingest/rows.jsonl", [{"row": row} for row in captured(rows_of(domain))])
        stores.append(store)
    batches = [store.path for store in stores]
    useful = require_useful(stores, Policy())
    return build(batches, folder / "bundle", useful=useful, **chained(batches)).path


def card(bundle: Path) -> str:
    return (bundle / "README.md").read_text(encoding="utf-8")


def told(bundle: Path) -> dict[tuple[str, str, str], tuple[str, str]]:
    """(domain, task, baseline) on descriptions → what the card says of the rows as released and as captured."""
    row = r"^\| ([^|]+) \| (\w+) \| descriptions \| (\w+) \| [\w ]+ \| ([\d.]+) \| ([\d.]+) \|$"
    return {(d, t, b): (after, before) for d, t, b, after, before in re.findall(row, card(bundle), re.MULTILINE)}


def commands(bundle: Path) -> list[list[str]]:
    """Those of the block under "Benchmark tasks", word by word."""
    block = card(bundle).partition("## Benchmark tasks")[2].partition("```\n")[2].partition("```")[0]
    return [shlex.split(line) for line in block.splitlines()]


def test_the_commands_of_the_card_give_the_figures_of_the_card(bundle: Path) -> None:
    figures = told(bundle)
    scored = []
    for words in commands(bundle):
        assert words[0] == "entrophy"
        done = subprocess.run(
            [sys.executable, "-c", "from pipeline.cli import main; main()", *words[1:]],
            cwd=bundle,
            env={"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "120", "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        task = words[2]
        if task == "baseline":
            continue
        scored.append(task)
        results = json.loads((bundle / words[words.index("--out") + 1] / "results.json").read_bytes())
        for domain in DOMAINS:
            after, before = figures[domain, task, SCORED[task]]
            assert after != before, "the fixture must tell the two columns apart"
            of = results["domains"][domain]
            near = {one["tolerance"]: one["f1"] for one in of.get("boundaries", ())}
            assert f"{of['accuracy'] if task == 'classification' else near[5]:.3f}" == after
            line = _line_of(done.stdout, domain, within=None if task == "classification" else "5")
            assert any(cell.startswith(f"{after} (") for cell in line)
    assert scored == list(SCORED)
    report = verify_bundle(bundle)
    assert report.ok, sentences(report)


def _line_of(printed: str, domain: str, within: str | None) -> list[str]:
    """The cells of a domain's line in the first table, or of its line at a tolerance."""
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in printed.splitlines() if "│" in line]
    start = next(number for number, cells in enumerate(lines) if cells[0] == domain)
    return next(cells for cells in lines[start:] if within is None or cells[1] == within)


def samples(bundle: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bundle / name).read_bytes().splitlines()]


def evaluate(*words: object) -> str:
    done = CliRunner().invoke(app, ["evaluate", *map(str, words)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


def test_a_model_goes_the_same_way(bundle: Path, tmp_path: Path) -> None:
    """It says one process always: right as often as that occurs. It parts in the middle: right where that is so."""

    def answer(number: int, asked: Asked) -> Answer:
        if "<answer>" not in asked.prompt:
            return Answer(r"Certainly \answer{\textbf{invoice_dispatch}}")
        last = max(int(found) for found in re.findall(r"^(\d+)[:.]", asked.prompt, re.MULTILINE))
        parts = [{"start_index": 0, "end_index": last // 2}, {"start_index": last // 2 + 1, "end_index": last}]
        return Answer(f"<answer>```json\n{json.dumps(parts)}\n```</answer>")

    found = {}
    with ModelStandIn(answer) as model:
        for name, task, more in (
            (CLASSIFICATION_FILE, "classification", ()),
            (CLASSIFICATION_IMAGES_FILE, "classification", ("--multimodal",)),
            (SEGMENTATION_FILE, "segmentation", ()),
        ):
            run, out = tmp_path / f"run-{name}", tmp_path / f"scores-{name}"
            before = len(model.asked)
            evaluate("model", task, bundle, "--base-url", model.base, "--model", "m", "--out", run, *more)
            pictures = sum(
                part["type"] == "image_url"
                for asked in model.asked[before:]
                for part in asked.body["messages"][1]["content"]
                if isinstance(part, dict)
            )
            assert pictures == sum(len(one.get("screenshots", ())) for one in samples(bundle, name))
            evaluate(task, bundle, "--predictions", run / "predictions.jsonl", "--out", out, *more)
            found[name] = json.loads((out / "results.json").read_bytes())
    for name in (CLASSIFICATION_FILE, CLASSIFICATION_IMAGES_FILE):
        finance = [one for one in samples(bundle, name) if one["domain"] == "Finance"]
        right = sum(one["label"] == "Invoice dispatch" for one in finance)
        assert found[name]["domains"]["Finance"]["correct"] == right
        assert found[name]["domains"]["HR"]["unanswered"] == {
            "unknown_class": sum(one["domain"] == "HR" for one in samples(bundle, name))
        }
    parted = samples(bundle, SEGMENTATION_FILE)
    hits = sum((len(one["sequence"]) - 1) // 2 + 1 in {s["start_index"] for s in one["segments"]} for one in parted)
    exact = found[SEGMENTATION_FILE]["overall"]["boundaries"][0]
    assert hits and exact["tolerance"] == 0 and exact["precision"] == pytest.approx(hits / len(parted), abs=1e-6)
    assert exact["recall"] == pytest.approx(hits / sum(len(one["segments"]) - 1 for one in parted), abs=1e-6)
    assert found[SEGMENTATION_FILE]["overall"]["unanswered"] == {}
