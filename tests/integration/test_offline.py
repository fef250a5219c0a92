"""The installed program, without a network and with an empty home: no look-up, and no file that is not on the list.

The program is the built wheel in an environment of its own, so this is also what shows that the wheel is whole: no
checkout is on its path.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.tracing import Trace, missing, traced

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("assets", "entrophy", "evaluation", "pipeline", "redaction", "release", "samples", "validation")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "can be traced")

#: What may be written outside the folders given on the command line, below HOME or TMPDIR, and why.
LISTED = {
    r"HOME/\.(?:cache|config)": "parents of the next two",
    r"HOME/\.(?:cache|config)/matplotlib(?:/fontlist-[\w.-]+)?": "matplotlib's list of fonts; presidio loads it",
    r"TMP/entrophy-plots-\w{8}(?:/.*)?": "matplotlib's list of fonts where we draw, removed with the process",
    r"TMP/torchinductor_\w+": "an empty folder that torch makes when it is imported",
    r"TMP/tmp[a-z0-9_]{8}(?:/.*)?": "Dagster's folder for one run, removed at its end; test_nothing_captured reads it",
    r"TMP/[a-z0-9_]{8}": "a file that shows whether a folder can be written, removed at once",
    r"/dev/(?:null|tty|shm/.*)": "devices, and memory shared between processes",
    r"/proc/self/.*": "the process itself",
    r".*/__pycache__(?:/.*)?": "Python's own compiled modules, beside the modules",
}


def unlisted(trace: Trace, folder: Path, *given: Path) -> list[str]:
    """What was written and is neither below a given folder nor on the list."""
    left = []
    for path in sorted(trace.written):
        if any(path == str(place) or path.startswith(f"{place}/") for place in given):
            continue
        said = path.replace(str(folder / "home"), "HOME").replace(str(folder / "tmp"), "TMP")
        if said not in ("HOME", "TMP") and not any(re.fullmatch(pattern, said) for pattern in LISTED):
            left.append(said)
    return left


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment that holds the built wheel; dependencies are those of here."""
    home = tmp_path_factory.mktemp("wheel")
    source = home / "source"
    source.mkdir()
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = f"from setuptools.build_meta import build_wheel; print(build_wheel({str(home)!r}))"
    built = subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "env"], check=True)
    uv = shutil.which("uv") or str(ROOT / ".venv" / "uv" / "bin" / "uv")
    python = home / "env" / "bin" / "python"
    wheel = home / built.stdout.split()[-1]
    install = [uv, "pip", "install", "-q", "--offline", "--no-deps", "--python", python, wheel]
    subprocess.run(install, check=True, env={**os.environ, "UV_CACHE_DIR": str(home / "cache")})
    shutil.rmtree(source)
    packages = Path(
        subprocess.check_output(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
        ).strip()
    )
    # A line of a .pth file is put on the path without reading the .pth files there: the checkout stays out of it.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "env" / "bin"


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


def test_the_wheel_builds_a_release_and_reaches_for_nothing(installed: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "demo"
    trace = traced([installed / "entrophy", "demo", "--out", out], tmp_path)
    assert trace.status == 0, trace.output[-2000:]
    assert trace.looked_up == frozenset()
    assert unlisted(trace, tmp_path, tmp_path / "made") == []
    assert (out / "bundle" / "manifest.json").is_file() and (out / "report.html").is_file()
    read = "from entrophy import load; import release, sys; print(len(load(sys.argv[1])), release.__file__)"
    loaded = subprocess.run(
        [installed / "python", "-c", read, out], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    rows, place = loaded.stdout.split()
    assert int(rows) > 0 and place.startswith(str(installed.parent))


CONSUMER = """
from entrophy import Policy, build, load, scrub_text, verify

reveal_type(scrub_text("a").findings[0].kind)
reveal_type(load("out").shape)
reveal_type(build(["a"], out="b", policy=Policy()).bundle)
reveal_type(verify("b").problems[0].remedy)
scrub_text(3)
scrub_text("a", "Last name", ())
"""


def test_a_type_checker_reads_the_types_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER)
    config = ["--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path / "cache"]
    command = [sys.executable, "-m", "mypy", *config, "--python-executable", installed / "python", "consumer.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    stated = [
        line.partition(": ")[2] for line in done.stdout.splitlines() if re.match(r"consumer.*(Revealed|error)", line)
    ]
    assert stated == [
        'note: Revealed type is "redaction.findings.Kind"',
        'note: Revealed type is "tuple[int, int]"',
        'note: Revealed type is "pathlib.Path"',
        'note: Revealed type is "str"',
        'error: Argument 1 to "scrub_text" has incompatible type "int"; expected "str"  [arg-type]',
        'error: Too many positional arguments for "scrub_text"  [call-arg]',
    ], done.stdout + done.stderr


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
