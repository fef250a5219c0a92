"""Without a network and with an empty home: no look-up, and no file that is not on the list. What the installed wheel
does when it builds a release is in test_build_samples.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.tracing import missing, traced, unlisted

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "can be traced")

TALKATIVE = """
import pathlib, socket
pathlib.Path.home().joinpath("id").write_text("x")
try:
    socket.getaddrinfo("telemetry.example.org", 443)
except OSError:
    pass
"""


def test_the_tracer_sees_look_ups_and_files(tmp_path: Path) -> None:
    trace = traced([sys.executable, "-c", TALKATIVE], tmp_path)
    assert trace.status == 0 and trace.looked_up
    assert unlisted(trace, tmp_path) == ["HOME/id"]


SINGLE = """
import sys
from pathlib import Path
from presidio_analyzer import AnalyzerEngine  # a stranger's program loads Presidio, then our parts
from redaction.policy import Policy
from redaction.text.engine import TextEngine
from redaction.screens.engine import ScreenEngine
from redaction.screens.presidio_plugin import image_analyzer
from presidio_image_redactor import ImageRedactorEngine
from PIL import Image
policy = Policy()
engine = ScreenEngine(policy.vision, TextEngine(policy.text))
image = Image.open(sys.argv[1])
assert ImageRedactorEngine(image_analyzer_engine=image_analyzer(engine)).redact(image).size == image.size
from validation.leaks.read_screens import Part, Word
from validation.leaks.second_reader import SecondReader
words = tuple(Word(text, 40 * n, 0, 30, 10, 90.0, 0) for n, text in enumerate(["mail", "jo@harbour-mills.co.uk"]))
assert SecondReader([]).analyze(Part(words)), "the address is found, with the list of suffixes inside the package"
import great_expectations as gx, dagster, mlcroissant, huggingface_hub, openvino, rapidocr, torchvision, kagglesdk
gx.get_context(mode="ephemeral").data_sources.add_pandas("rows")
"""


def test_parts_in_another_program_reach_for_nothing(tmp_path: Path) -> None:
    screen = sorted((ROOT / "samples" / "captures").rglob("*.png"))[0]
    trace = traced([sys.executable, "-c", SINGLE, screen], tmp_path, {"PYTHONPATH": str(ROOT)})
    assert trace.status == 0, trace.output[-2000:]
    assert trace.looked_up == frozenset()
    assert unlisted(trace, tmp_path) == []


UI = """
import os, signal, subprocess, sys, time, urllib.request
command = [sys.executable, "-m", "pipeline.cli", "ui", "--out", sys.argv[1], "--key", sys.argv[2], "--port", "3917"]
child = subprocess.Popen(command, start_new_session=True)
try:
    for _ in range(240):
        try:
            said = urllib.request.urlopen("http://127.0.0.1:3917/server_info", timeout=5).read()
            break
        except OSError:
            time.sleep(0.5)
    else:
        sys.exit("the page never came up")
    time.sleep(3)  # its daemon and code server have started, too
finally:
    os.killpg(child.pid, signal.SIGINT)
    try:
        child.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
"""


def test_the_ui_reaches_for_nothing(tmp_path: Path) -> None:
    out = tmp_path / "made" / "ui"
    command = [sys.executable, "-c", UI, out, tmp_path / "made" / "key"]
    trace = traced(command, tmp_path, {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"})
    assert trace.status == 0, trace.output[-2000:]
    assert trace.looked_up == frozenset()
    assert unlisted(trace, tmp_path, tmp_path / "made") == []


KAGGLE = """
import os, sys
from pathlib import Path
from release.publish.kaggle_process import HostError, KaggleProcess
from release.publish.publish_types import PublishSettings
try:
    with KaggleProcess(os.environ, Path(sys.argv[1]), PublishSettings(attempts=1), print) as client:
        client.call("hello", seconds=60)
except HostError as error:
    print("told:", error)
"""


def test_the_kaggle_client_reaches_only_for_its_host(tmp_path: Path) -> None:
    """Publishing is the one command that leaves the machine; here its host is this machine, and is not there."""
    settings = {"KAGGLE_USERNAME": "nobody", "KAGGLE_KEY": "0" * 32, "KAGGLE_API_ENVIRONMENT": "LOCALHOST"}
    command = [sys.executable, "-c", KAGGLE, tmp_path / "made"]
    trace = traced(command, tmp_path, {"PYTHONPATH": str(ROOT), **settings})
    assert trace.status == 0, trace.output[-2000:]
    assert trace.looked_up <= {
        "name service"
    }  # "localhost" is looked up by name; no address but this machine's is asked
    assert unlisted(trace, tmp_path, tmp_path / "made") == []


S3 = """
import os, sys
from pathlib import Path
from release.publish.host_process import HostError, HostProcess
from release.publish.object_store import STORE, child_environment
from release.publish.publish_types import PublishSettings
work = Path(sys.argv[1])
work.mkdir(parents=True)
try:
    with HostProcess(STORE, child_environment(os.environ, work), work, PublishSettings(attempts=1), print) as client:
        client.call("listing", seconds=60, place="bucket/place")
except HostError as error:
    print("told:", error)
"""

HUB = """
import os, sys
from pathlib import Path
from release.publish.host_process import HostError, HostProcess
from release.publish.huggingface import HUB, child_environment
from release.publish.publish_types import PublishSettings
work = Path(sys.argv[1])
work.mkdir(parents=True)
try:
    with HostProcess(HUB, child_environment(os.environ, work), work, PublishSettings(attempts=1), print) as client:
        client.call("hello", seconds=60)
except HostError as error:
    print("told:", error)
"""

MODEL = """
import os, sys
from evaluation.models.endpoint import Endpoint, Unanswered
try:
    with Endpoint("http://127.0.0.1:9/v1", os.environ["OPENAI_API_KEY"], retries=1) as endpoint:
        endpoint.ask("m", [{"role": "user", "content": "x"}], temperature=0, max_tokens=1)
except Unanswered as error:
    print("told: there is", error.reason)
"""


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        (MODEL, {"OPENAI_API_KEY": "nobody", "OPENAI_BASE_URL": "http://models.example.org/v1"}),
        (HUB, {"HF_TOKEN": "hf_nobody", "HF_ENDPOINT": "http://127.0.0.1:9"}),
        (
            S3,
            {"AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "x", "AWS_ENDPOINT_URL": "http://127.0.0.1:9"},
        ),
    ],
    ids=["model", "huggingface", "s3"],
)
def test_other_clients_reach_only_for_their_host(code: str, settings: dict[str, str], tmp_path: Path) -> None:
    """As the Kaggle client: their host is this machine, and is not there."""
    command = [sys.executable, "-c", code, tmp_path / "made"]
    trace = traced(command, tmp_path, {"PYTHONPATH": str(ROOT), **settings})
    assert trace.status == 0 and "there is no connection" in trace.output, trace.output[-2000:]
    assert trace.looked_up == frozenset()
    assert unlisted(trace, tmp_path, tmp_path / "made") == []
