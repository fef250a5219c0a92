"""`entrophy evaluate` as its user runs it: scores, baselines and similarity, from a folder and from a signed bundle."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from evaluation.predictions import predictions_bytes, segments_of
from evaluation.segment import true_starts
from pipeline.cli import app
from pipeline.commands.options import console
from redaction.errors import BundleError, EntrophyError
from release.fetch.bundle_bytes import bundle_bytes
from tests.release_fixture import build, make_batches, seal_again
from tests.strangers import OURS, environment, installed_with, run
from tests.task_folder import classification_samples, segmentation_samples, task_files, write_tasks
from validation.files.digests import digest_bytes


def evaluate(*words: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, words)], env={"COLUMNS": "200"})


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    return write_tasks(tmp_path / "tasks")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signed bundle with benchmark tasks."""
    folder = tmp_path_factory.mktemp("evaluate")
    build(make_batches(folder), folder / "bundle")
    write_tasks(folder / "bundle")
    seal_again(folder / "bundle")
    return folder / "bundle"


def test_replies_of_classification_are_scored(tasks: Path, tmp_path: Path) -> None:
    samples = classification_samples()
    replies = [{"id": one.id, "reply": f"I think it is \\answer{{{one.label}}}"} for one in samples]
    replies[0]["reply"] = "no idea"
    file, out = tmp_path / "replies.jsonl", tmp_path / "scores"
    file.write_text("".join(json.dumps(one) + "\n" for one in replies[:-1]))
    done = evaluate("classification", tasks, "--predictions", file, "--out", out)
    assert done.exit_code == 0, done.output
    assert "0.857 (" in done.output and "0.750 (" in done.output
    assert "1 missing" in done.output and "1 no_answer" in done.output and "nobody vouches" in done.output
    results = json.loads((out / "results.json").read_bytes())
    assert results["overall"]["correct"] == len(samples) - 2
    assert results["each"][0] == {
        "id": "Finance-0", "domain": "Finance", "label": samples[0].label, "answer": None, "reason": "no_answer"
    }  # fmt: skip
    assert results["source"]["predictions_sha256"] == digest_bytes(file.read_bytes())
    assert results["source"]["task_sha256"] == digest_bytes(task_files()["benchmark_classification.jsonl"])
    names = {f"{d}_{what}.png" for d in ("Finance", "HR") for what in ("accuracy", "confusion", "scores")}
    assert {one.name for one in out.iterdir()} == {"results.json", *names}
    before = {one.name: one.read_bytes() for one in out.iterdir()}
    evaluate("classification", tasks, "--predictions", file, "--out", out)
    assert {one.name: one.read_bytes() for one in out.iterdir()} == before


def test_replies_of_segmentation_are_scored_at_a_tolerance(tasks: Path, tmp_path: Path) -> None:
    answers = [
        (one.id, segments_of(tuple(start + 2 for start in true_starts(one)), len(one.sequence)))
        for one in segmentation_samples()
    ]
    file, out = tmp_path / "replies.jsonl", tmp_path / "scores"
    file.write_bytes(predictions_bytes(answers))
    done = evaluate("segmentation", tasks, "--predictions", file, "--tolerance", 2, "--out", out)
    assert done.exit_code == 0, done.output
    boundaries = json.loads((out / "results.json").read_bytes())["overall"]["boundaries"]
    assert [(one["tolerance"], one["f1"]) for one in boundaries] == [(2, 1), (0, 0), (5, 1)]
    assert {one.name for one in out.iterdir()} == {"results.json", "Finance_boundaries.png", "HR_boundaries.png"}
    refused = evaluate("segmentation", tasks, "--predictions", file, "--tolerance", -1)
    assert refused.exit_code == 2 and "tolerance" in refused.output


def test_names_of_a_bundle_neither_break_nor_steer_what_is_printed_or_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Markup, an escape sequence, a formula that is none, and a domain of the name of the last line."""
    monkeypatch.setattr(console, "_width", 200)  # a name is not folded, whatever the terminal is
    monkeypatch.setattr(console, "_height", 50)
    folder, name = write_tasks(tmp_path / "tasks"), "HR [/x]\\u001b[31m $x^$"
    for path in folder.iterdir():
        text = path.read_text("utf-8").replace('"HR"', f'"{name}"').replace('"Finance"', '"all"')
        path.write_text(text.replace('"Vendor onboarding"', '"Vendor $_$ onboarding"'), encoding="utf-8")
    for task in ("classification", "segmentation"):
        file = tmp_path / f"{task}.jsonl"
        done = evaluate("baseline", "tfidf" if task == "classification" else "uniform", task, folder, "--out", file)
        assert done.exit_code == 0, done.output
        assert "has one fold only" in done.output and "\x1b[31m" not in done.output
        done = evaluate(task, folder, "--predictions", file, "--out", tmp_path / task)
        assert done.exit_code == 0, done.output
        assert "HR [/x]\\u001b[31m $x^$" in done.output and "\x1b[31m" not in done.output
        assert done.output.count("│ all ") == (2 if task == "classification" else 4)


def test_the_variant_with_screenshots_is_another_file(tasks: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    for task, count in (("classification", 3), ("segmentation", 2)):
        name = "tfidf" if task == "classification" else "changepoint"
        done = evaluate("baseline", name, task, tasks, "--out", file, "--multimodal")
        assert done.exit_code == 0, done.output
        assert len(file.read_bytes().splitlines()) == count
        assert evaluate(task, tasks, "--predictions", file, "--multimodal").exit_code == 0


@pytest.mark.parametrize(("name", "task"), [("tfidf", "classification"), ("changepoint", "segmentation")])
def test_a_baseline_is_scored_like_any_model(bundle: Path, tmp_path: Path, name: str, task: str) -> None:
    file = tmp_path / "p.jsonl"
    done = evaluate("baseline", name, task, bundle, "--out", file)
    assert done.exit_code == 0, done.output
    assert "HR has one fold only" in done.output
    first = file.read_bytes()
    evaluate("baseline", name, task, bundle, "--out", file)
    assert file.read_bytes() == first
    out = tmp_path / "scores"
    assert evaluate(task, bundle, "--predictions", file, "--out", out).exit_code == 0
    results = json.loads((out / "results.json").read_bytes())
    finance = results["domains"]["Finance"]
    assert (finance["accuracy"] if task == "classification" else finance["boundaries"][0]["f1"]) == 1
    assert results["domains"]["HR"]["unanswered"] == {"no_answer": 1}


def test_a_baseline_of_another_task_is_refused_with_those_there_are(tasks: Path, tmp_path: Path) -> None:
    done = evaluate("baseline", "tfidf", "segmentation", tasks, "--out", tmp_path / "p.jsonl")
    assert isinstance(done.exception, EntrophyError) and "changepoint, transitions" in str(done.exception)
    assert not (tmp_path / "p.jsonl").exists()


def test_a_task_file_that_was_altered_after_signing_is_refused(bundle: Path, tmp_path: Path) -> None:
    file, name = bundle / "benchmark_segmentation.jsonl", "benchmark_segmentation.jsonl"
    data = file.read_bytes()
    read, remarks = bundle_bytes(bundle)
    assert read(name) == data and any("public_key" in one for one in remarks)
    file.write_bytes(data.replace(b"Open the invoice form", b"Open the invoice farm"))
    try:
        with pytest.raises(BundleError, match="altered"):
            read(name)
    finally:
        file.write_bytes(data)


@pytest.mark.parametrize("signed", [True, False])
def test_a_bundle_without_tasks_says_so(bundle: Path, tmp_path: Path, signed: bool) -> None:
    read, _ = bundle_bytes(bundle if signed else tmp_path)
    with pytest.raises(BundleError, match=r"no such file|cannot be read") as refused:
        read("benchmark_dreams.jsonl")
    assert refused.value.record == "benchmark_dreams.jsonl" and "benchmark tasks" in refused.value.remedy


def test_similarity_of_a_bundle(bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "similarity"
    done = evaluate("similarity", bundle, "--out", out)
    assert done.exit_code == 0, done.output
    results = json.loads((out / "results.json").read_bytes())
    assert set(results["domains"]) == {"Finance", "People & Co"}
    finance = results["domains"]["Finance"]
    matrix = np.load(out / "Finance_similarity.npy")
    count = len(finance["instances"])
    assert matrix.shape == (count, count) and matrix.dtype == np.float32
    assert sum(one["instances"] for one in finance["processes"]) == count
    assert finance["within"]["pairs"] + finance["between"]["pairs"] == count * (count - 1) // 2
    assert {one.suffix for one in out.iterdir()} == {".json", ".npy", ".png"} and len(list(out.iterdir())) == 5
    before = {one.name: one.read_bytes() for one in out.iterdir()}
    evaluate("similarity", bundle, "--out", out)
    assert {one.name: one.read_bytes() for one in out.iterdir()} == before


COMMAND = """
import sys
sys.argv = ["entrophy", *{arguments!r}]
from pipeline.cli import main
main()
"""


def entrophy(packages: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(packages, COMMAND.format(arguments=list(arguments)), home, HOME=str(home), COLUMNS="300")


def test_whoever_lacks_a_package_is_told_the_extra(tasks: Path, tmp_path: Path) -> None:
    packages = environment(tmp_path / "packages", installed_with(), (*OURS, "pipeline", "assets", "samples"))
    home = tmp_path / "home"
    home.mkdir()
    done = entrophy(packages, home, "evaluate", "baseline", "tfidf", "classification", str(tasks), "--out", "p.jsonl")
    assert done.returncode == 2
    assert "the package sklearn is not installed. Remedy: pip install 'entrophy[evaluate]'." in done.stderr
    done = entrophy(packages, home, "evaluate", "--help")
    assert done.returncode == 0, done.stderr[-500:]


def test_nothing_is_written_into_the_home_folder(tasks: Path, tmp_path: Path) -> None:
    """matplotlib would leave a list of fonts there, hub clients a cache."""
    import site
    import sys

    home = tmp_path / "home"
    home.mkdir()
    file = tmp_path / "p.jsonl"
    root = Path(__file__).resolve().parents[2]
    for arguments in (
        ["baseline", "nearest", "classification", str(tasks), "--out", str(file)],
        ["classification", str(tasks), "--predictions", str(file), "--out", str(tmp_path / "scores")],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "pipeline.cli", "evaluate", *arguments],
            cwd=tmp_path,
            env={"HOME": str(home), "PYTHONPATH": ":".join([str(root), *site.getsitepackages()])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-1000:]
    assert list(home.iterdir()) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["home", "p.jsonl", "scores", "tasks"]
