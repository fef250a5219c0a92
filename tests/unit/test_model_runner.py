"""Asking a model for the benchmark tasks: a bundle, the real client, and a stand-in for the model on this machine."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from evaluation.models.endpoint import Endpoint, Unanswered, checked_address, told_address
from evaluation.models.prompts import IMAGE_SIDE_AT_MOST, data_url, messages
from evaluation.models.runner import GIVE_UP_AFTER
from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SEGMENTATION_FILE,
    TASKS_FILE,
    ClassificationSample,
    ProcessClass,
    SegmentationSample,
)
from pipeline.commands.evaluate_model import model
from redaction.errors import EntrophyError
from tests.model_standin import Answer, Asked, ModelStandIn
from tests.release_fixture import build, copy, make_batches, seal_again

KEY = "sk-secret-of-pat-4711"
SAMPLES = 5
ROOT = Path(__file__).resolve().parents[2]

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(model)


def rows_of(bundle: Path) -> list[dict[str, Any]]:
    return list(json.loads((bundle / "Finance.json").read_text(encoding="utf-8")))


def with_tasks(bundle: Path, samples: int = SAMPLES) -> Path:
    """A sealed bundle with samples: classification of `samples` instances (two with one sequence), one to segment."""
    shots = [row["screenshot_name"] for row in rows_of(bundle) if row["screenshot_name"]][:2]
    steps = [f"Button {number} - Total" for number in range(4)]
    made = [
        {
            "id": f"c-{number}",
            "domain": "Finance",
            "fold": 0,
            "instance": f"i-{number}",
            "sequence": [*steps, f"Ends with {max(number, 1)}"],
            "label": "Invoice creation",
        }
        for number in range(samples)
    ]
    segments = [
        {"start_index": start, "end_index": end, "process_name": "Invoice creation", "instance": str(start)}
        for start, end in ((0, 1), (2, 3))
    ]
    files = {
        CLASSIFICATION_FILE: made,
        CLASSIFICATION_IMAGES_FILE: [
            made[0] | {"screenshots": [{"index": n, "screenshot": shot} for n, shot in enumerate(shots)]}
        ],
        SEGMENTATION_FILE: [{"id": "s-0", "domain": "Finance", "fold": 0, "sequence": steps, "segments": segments}],
    }
    for path in bundle.glob("benchmark_*.jsonl"):
        path.unlink()  # its own samples
    for name, lines in files.items():
        (bundle / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    classes = [
        {"process_name": "Invoice creation", "definition": "An invoice is made."},
        {"process_name": "Tidy-up", "definition": None},
    ]
    domain = {"folds": 1, "classes": classes, "samples": {name: len(lines) for name, lines in files.items()}}
    told = {"format": "entrophy-tasks/1", "seed": 2404, "domains": {"Finance": domain}}
    (bundle / TASKS_FILE).write_text(json.dumps(told), encoding="utf-8")
    seal_again(bundle)
    return bundle


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asked")
    build(make_batches(folder), folder / "bundle")
    return with_tasks(folder / "bundle")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key, and what a shell might say besides."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "somebody-else")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Tracker: somebody-else")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")


def ask(bundle: Path, host: ModelStandIn, out: Path, *more: str, task: str = "classification") -> tuple[Any, str]:
    """run.json and what was said."""
    words = [task, str(bundle), "--base-url", host.base, "--model", "m", "--out", str(out), *more]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads((out / "run.json").read_text(encoding="utf-8")), done.output


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_sample_is_asked_and_its_reply_kept(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn(lambda number, asked: Answer(rf"It ends.\n\answer{{{asked.prompt.count('Ends')}}}")) as host:
        told, said = ask(bundle, host, tmp_path, "--price-in", "2", "--price-out", "10")
    assert "go to this machine" in said and host.base in said and "5 of 5 answered" in said
    found = lines(tmp_path / "predictions.jsonl")
    assert [line["id"] for line in found] == [f"c-{number}" for number in range(SAMPLES)]
    assert all(line["reply"] == r"It ends.\n\answer{1}" and line["finish_reason"] == "stop" for line in found)
    # c-0 and c-1 are one prompt: asked and paid once
    assert len(host.asked) == 4 and told["from_cache"] == 1 and sum(line["cached"] for line in found) == 1
    assert told["usage"] == {"prompt_tokens": 400, "completion_tokens": 40}
    assert told["cost"] == pytest.approx((400 * 2 + 40 * 10) / 1e6)
    assert (told["answered"], told["failed"], told["cut_off"], told["empty"]) == (5, {}, 0, 0)
    assert lines(tmp_path / "failures.jsonl") == []


def test_a_request_holds_the_parameters_the_prompt_and_nothing_of_this_machine(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as host:
        ask(bundle, host, tmp_path, "--limit", "1")
        (asked,) = host.asked
        assert asked.path == "/v1/chat/completions"
        assert {name: asked.body[name] for name in ("model", "temperature", "max_tokens")} == {
            "model": "m",
            "temperature": 0.6,
            "max_tokens": 5000,
        }
        assert set(asked.body) == {"model", "temperature", "max_tokens", "messages"}
        assert [part["role"] for part in asked.body["messages"]] == ["system", "user"]
        assert "- Invoice creation\n- Tidy-up\n" in asked.prompt and r"inside \answer{}" in asked.prompt
        assert "Button 0 - Total\nButton 1 - Total\n" in asked.prompt and "An invoice is made" not in asked.prompt
        told = asked.headers
        assert told["authorization"] == f"Bearer {KEY}"
        assert "somebody-else" not in json.dumps(told)
        assert {name for name in told if name.startswith("x-stainless")} <= {
            "x-stainless-raw-response",
            "x-stainless-retry-count",
            "x-stainless-read-timeout",
        }
        ask(bundle, host, tmp_path / "s", task="segmentation")
        asked = host.asked[-1]
        assert asked.body["max_tokens"] == 8000
        assert "- Invoice creation: An invoice is made.\n- Tidy-up\n" in asked.prompt
        assert "\n0: Button 0 - Total\n1: Button 1" in asked.prompt and "the last is 3" in asked.prompt
        assert "<answer>" in asked.prompt and '"start_index"' in asked.prompt
        ask(bundle, host, tmp_path / "o", "--temperature", "0", "--max-tokens", "7", "--limit", "1")
        assert (host.asked[-1].body["temperature"], host.asked[-1].body["max_tokens"]) == (0, 7)


def test_the_key_is_written_nowhere(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANOTHER_KEY", KEY + "-2")
    with ModelStandIn(lambda number, asked: Answer(status=500, body=json.dumps(asked.headers).encode())) as host:
        _, said = ask(bundle, host, tmp_path, "--key-env", "ANOTHER_KEY", "--retries", "0")
        assert host.asked[0].headers["authorization"] == f"Bearer {KEY}-2"
    assert KEY not in said
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(kept) == 3 and not any(KEY.encode() in path.read_bytes() for path in kept)


def test_a_missing_variable_is_told_and_no_key_is_no_problem(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with ModelStandIn() as host:
        ask(bundle, host, tmp_path, "--limit", "1")
        assert host.asked[0].headers["authorization"] == "Bearer none"
        with pytest.raises(EntrophyError, match="no such environment variable"):
            ask(bundle, host, tmp_path, "--key-env", "NOT_SET")


def test_nobody_is_asked_without_an_address(bundle: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["classification", str(bundle), "--model", "m", "--out", str(tmp_path)])
    assert done.exit_code == 2 and "--base-url" in done.output and not list(tmp_path.iterdir())


def test_too_many_requests_are_waited_for_as_long_as_asked(bundle: Path, tmp_path: Path) -> None:
    def answer(number: int, asked: Asked) -> Answer:
        return Answer(status=429, headers={"Retry-After": "2"}) if number == 0 else Answer()

    began = time.monotonic()
    with ModelStandIn(answer) as host:
        told, _ = ask(bundle, host, tmp_path, "--limit", "1")
    assert time.monotonic() - began >= 2 and len(host.asked) == 2 and told["answered"] == 1


def test_a_sample_that_fails_is_told_and_the_rest_goes_on(bundle: Path, tmp_path: Path) -> None:
    """Errors of the server, other answers than completions, silence: each of one sample, with its reason."""
    faults = {
        "Ends with 1": Answer(status=503, body=b'{"error": {"code": "overloaded", "message": "Pat Miller"}}'),
        "Ends with 2": Answer(body=b'{"choices": [{"mess'),
        "Ends with 3": Answer(body=b"<html>Log in</html>", headers={"Content-Type": "text/html"}),
        "Ends with 4": Answer(pause=3),
    }

    def answer(number: int, asked: Asked) -> Answer:
        return next(fault for words, fault in faults.items() if words in asked.prompt)

    with ModelStandIn(answer) as host:
        told, said = ask(bundle, host, tmp_path, "--retries", "0", "--timeout", "0.5", "--concurrency", "1")
        assert told["answered"] == 0
        assert told["failed"] == {"HTTP 503 overloaded": 2, "no completion": 2, "timeout": 1}
        assert {line["id"]: line["reason"] for line in lines(tmp_path / "failures.jsonl")} == {
            "c-0": "HTTP 503 overloaded",
            "c-1": "HTTP 503 overloaded",
            "c-2": "no completion",
            "c-3": "no completion",
            "c-4": "timeout",
        }
        assert "2 × HTTP 503 overloaded" in said and "Pat Miller" not in said
        for path in tmp_path.rglob("*.json*"):
            assert b"Pat Miller" not in path.read_bytes()
        # the next run asks for those alone
        host.answer = lambda number, asked: Answer()
        before = len(host.asked)
        told, _ = ask(bundle, host, tmp_path)
        assert told["answered"] == SAMPLES and told["failed"] == {} and len(host.asked) == before + 4


def test_server_errors_are_tried_again_before_they_count(bundle: Path, tmp_path: Path) -> None:
    def answer(number: int, asked: Asked) -> Answer:
        return Answer(status=500, headers={"retry-after-ms": "1"})

    with ModelStandIn(answer) as host:
        told, _ = ask(bundle, host, tmp_path, "--limit", "1")
        assert told["failed"] == {"HTTP 500": 1} and len(host.asked) == 6


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_would_meet_every_sample_stops_the_run(bundle: Path, tmp_path: Path, status: int) -> None:
    with ModelStandIn(lambda number, asked: Answer(status=status, body=b"{}")) as host:
        with pytest.raises(EntrophyError, match=f"refuses .HTTP {status}."):
            ask(bundle, host, tmp_path, "--concurrency", "1")
        assert len(host.asked) == 1


def test_an_address_that_is_gone_is_given_up(bundle: Path, tmp_path: Path) -> None:
    many = with_tasks(copy(bundle, tmp_path / "bundle"), 2 * GIVE_UP_AFTER)
    more = ("--retries", "0", "--concurrency", "1")

    def sometimes(number: int, asked: Asked) -> Answer:
        return Answer(status=200 if number % GIVE_UP_AFTER == GIVE_UP_AFTER - 1 else 500)

    with ModelStandIn(sometimes) as host:
        assert ask(many, host, tmp_path / "sometimes", *more)[0]["answered"] == 2
    with ModelStandIn(lambda number, asked: Answer(status=500)) as host:
        told, _ = ask(many, host, tmp_path / "few", "--limit", str(GIVE_UP_AFTER - 1), *more)
        assert told["failed"] == {"HTTP 500": GIVE_UP_AFTER - 1}
        with pytest.raises(EntrophyError, match=f"{GIVE_UP_AFTER} samples in a row"):
            ask(many, host, tmp_path / "all", *more)
        assert len(lines(tmp_path / "all" / "failures.jsonl")) == GIVE_UP_AFTER


def test_a_redirect_is_not_followed(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as elsewhere:
        there = Answer(status=307, headers={"Location": f"{elsewhere.base}/chat/completions"})
        with ModelStandIn(lambda number, asked: there) as host:
            told, _ = ask(bundle, host, tmp_path, "--limit", "1", "--retries", "0")
        assert told["failed"] == {"HTTP 307": 1} and elsewhere.asked == []


@pytest.mark.parametrize(
    ("answer", "counted"), [(Answer("It is", finish="length"), "cut_off"), (Answer(None, finish="length"), "empty")]
)
def test_a_reply_that_was_cut_off_is_a_reply_and_counted(
    bundle: Path, tmp_path: Path, answer: Answer, counted: str
) -> None:
    with ModelStandIn(lambda number, asked: answer) as host:
        told, _ = ask(bundle, host, tmp_path, "--limit", "1")
    (line,) = lines(tmp_path / "predictions.jsonl")
    assert line["reply"] == answer.text and line["finish_reason"] == "length" and told[counted] == told["cut_off"] == 1


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on_and_asks_only_what_is_missing(
    bundle: Path, tmp_path: Path, sent: signal.Signals
) -> None:
    def answer(number: int, asked: Asked) -> Answer:
        return Answer() if number < 2 else Answer(pause=60)

    with ModelStandIn(answer) as host:
        out = tmp_path / "out"
        code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom tests.unit.test_model_runner import app\napp()"
        words = ["classification", bundle, "--base-url", host.base, "--model", "m", "--out", out, "--concurrency", "1"]
        child = subprocess.Popen(
            [sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT
        )
        try:
            deadline = time.monotonic() + 60
            while len(host.asked) < 3 and time.monotonic() < deadline and child.poll() is None:
                time.sleep(0.05)
        finally:
            child.send_signal(sent)
            child.wait(20)  # not for the reply that comes after 60 s
        assert [line["id"] for line in lines(out / "predictions.jsonl")] == ["c-0", "c-1", "c-2"]
        with (out / "predictions.jsonl").open("a", encoding="utf-8") as file:
            file.write('{"id": "c-3"}\n{"id": "c-3", "rep')  # of another form, and cut off
        host.answer = lambda number, asked: Answer()
        before = len(host.asked)
        told, _ = ask(bundle, host, out)
    assert len(host.asked) - before == 2 and told["answered"] == SAMPLES
    assert told["usage"] == {"prompt_tokens": 400, "completion_tokens": 40}
    assert [line["id"] for line in lines(out / "predictions.jsonl")] == [f"c-{number}" for number in range(SAMPLES)]


def test_replies_that_were_lost_come_from_the_cache_unless_another_thing_is_asked(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as host:
        ask(bundle, host, tmp_path)
        (tmp_path / "predictions.jsonl").unlink()
        told, _ = ask(bundle, host, tmp_path)
        assert len(host.asked) == 4 and told["from_cache"] == SAMPLES and told["usage"]["prompt_tokens"] == 0
        for more in (["--temperature", "1"], ["--max-tokens", "9"]):
            with pytest.raises(EntrophyError, match="replies to another model"):
                ask(bundle, host, tmp_path, *more)
        spoiled = next((tmp_path / "cache").iterdir())
        spoiled.write_text("{", encoding="utf-8")
        (tmp_path / "predictions.jsonl").unlink()
        ask(bundle, host, tmp_path)
        assert len(host.asked) == 5


def test_a_cache_answers_the_same_request_alone(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as host:
        ask(bundle, host, tmp_path / "a", "--limit", "1")
        other: dict[str, tuple[str, ...]] = {"same": (), "warm": ("--temperature", "1"), "long": ("--max-tokens", "9")}
        for name, more in other.items():
            shutil.copytree(tmp_path / "a" / "cache", tmp_path / name / "cache")
            told, _ = ask(bundle, host, tmp_path / name, "--limit", "1", *more)
            assert told["from_cache"] == (name == "same")
        assert len(host.asked) == 3


def test_the_file_is_the_same_whoever_answers_first(bundle: Path, tmp_path: Path) -> None:
    made = []
    for name, slow in (("a", "Ends with 2"), ("b", "Ends with 4")):
        with ModelStandIn(lambda number, asked, slow=slow: Answer(pause=0.4 if slow in asked.prompt else 0)) as host:  # type: ignore[misc]
            ask(bundle, host, tmp_path / name, "--limit", "5")
        found = lines(tmp_path / name / "predictions.jsonl")
        made.append([{key: line[key] for key in ("id", "reply")} for line in found])
    assert made[0] == made[1] == [{"id": f"c-{n}", "reply": Answer().text} for n in range(SAMPLES)]


def test_images_arrive_as_they_were_released(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as host:
        ask(bundle, host, tmp_path, "--multimodal")
    content = host.asked[0].body["messages"][1]["content"]
    assert [part["type"] for part in content] == ["text", "text", "image_url", "text", "image_url"]
    assert content[3]["text"] == "The screen at interaction 1 (the first is 0):"
    from release.load import screenshot

    shots = [row["screenshot_name"] for row in rows_of(bundle) if row["screenshot_name"]][:2]
    for shot, part in zip(shots, content[2::2], strict=True):
        head, _, data = part["image_url"]["url"].partition(",")
        assert head == "data:image/png;base64"
        sent = Image.open(io.BytesIO(base64.b64decode(data)))
        with pytest.warns(match="not checked"):
            released = screenshot(bundle, shot)
        assert sent.convert("RGB").tobytes() == released.convert("RGB").tobytes()


@pytest.mark.parametrize(
    ("size", "sent"),
    [
        ((IMAGE_SIDE_AT_MOST, 10), (IMAGE_SIDE_AT_MOST, 10)),
        ((IMAGE_SIDE_AT_MOST + 1, 10), (IMAGE_SIDE_AT_MOST, 10)),
        ((1000, 4096), (250, 1024)),
        ((3, 9000), (1, 1024)),
    ],
)
def test_large_screenshots_are_made_smaller(size: tuple[int, int], sent: tuple[int, int]) -> None:
    data = data_url(Image.new("RGB", size)).partition(",")[2]
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == sent


def test_no_prompt_tells_the_answer_and_a_line_stays_a_line() -> None:
    one = ClassificationSample(
        id="a", domain="F", fold=0, instance="i", sequence=("One {{ x }}\n two",), label="SECRET"
    )
    segments = [{"start_index": n, "end_index": n, "process_name": "SECRET", "instance": "i"} for n in (0, 1)]
    other = SegmentationSample.model_validate(
        {"id": "b", "domain": "F", "fold": 0, "sequence": ("One\n two", "Three"), "segments": tuple(segments)},
        strict=False,
    )
    classes = [ProcessClass(process_name="A & <B>", definition=None)]
    for made in (messages("classification", one, classes), messages("segmentation", other, classes)):
        assert "SECRET" not in json.dumps(made) and "A & <B>" in made[1]["content"]
    assert "One {{ x }} two\n" in messages("classification", one, classes)[1]["content"]
    assert "0: One two\n1: Three\n" in messages("segmentation", other, classes)[1]["content"]


@pytest.mark.parametrize(
    "address",
    ["", "host/v1", "ftp://host/v1", "https://pat:word@host/v1", "https://host/v1?key=1", "https://host:x/v1"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(EntrophyError, match="no address"):
        checked_address(address)


def test_where_the_data_goes_is_told() -> None:
    assert "go to this machine: http" in told_address("http://127.0.0.1:8000/v1")
    assert "go to api.example.org: https" in told_address("https://api.example.org/v1")
    assert "go to api.example.org, unencrypted: http" in told_address("http://api.example.org/v1")


def test_a_bundle_without_the_task_and_one_that_was_altered_are_refused(bundle: Path, tmp_path: Path) -> None:
    with ModelStandIn() as host:
        with pytest.raises(EntrophyError, match="no such file"):
            ask(bundle, host, tmp_path / "o", "--multimodal", task="segmentation")
        changed = copy(bundle, tmp_path / "b")
        with (changed / CLASSIFICATION_FILE).open("a", encoding="utf-8") as file:
            file.write("\n")
        with pytest.raises(EntrophyError, match="altered after it was signed"):
            ask(changed, host, tmp_path / "o")
        doubled = copy(bundle, tmp_path / "d")
        path = doubled / CLASSIFICATION_FILE
        path.write_text(path.read_text("utf-8").replace('"c-1"', '"c-0"'), encoding="utf-8")
        seal_again(doubled)
        with pytest.raises(EntrophyError, match="its id stands twice"):
            ask(doubled, host, tmp_path / "o")
        assert host.asked == []


def test_nobody_there_is_no_connection() -> None:
    with (
        Endpoint("http://127.0.0.1:9/v1", None, retries=0) as endpoint,
        pytest.raises(Unanswered, match="no connection"),
    ):
        endpoint.ask("m", [{"role": "user", "content": "x"}], temperature=0, max_tokens=1)
    assert os.environ["OPENAI_ORG_ID"] == "somebody-else"  # the shell's own are as they were
