"""What is installed without extras reads, verifies and shows a bundle; who asks for more is told what to install."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.release_fixture import build, make_batches
from tests.strangers import OURS, environment, installed_with, run

COMMAND = """
import sys
sys.argv = ["entrophy", *{arguments!r}]
from pipeline.cli import main
try:
    main()
finally:
    heavy = {{"torch", "dagster", "presidio_analyzer", "onnxruntime", "great_expectations"}} & set(sys.modules)
    print("LOADED", *sorted(heavy))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle, and an environment without extras beside it."""
    made = tmp_path_factory.mktemp("extras")
    build(make_batches(made), made / "bundle")
    environment(made / "packages", installed_with(), (*OURS, "pipeline", "assets", "samples"))
    return made


def entrophy(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in that environment."""
    code = COMMAND.format(arguments=[word.replace("BUNDLE", str(folder / "bundle")) for word in arguments])
    return run(folder / "packages", code, folder, HOME=str(folder), NO_COLOR="1", COLUMNS="500")


def test_without_extras_there_is_neither_dagster_nor_torch() -> None:
    reading, building = set(installed_with()), set(installed_with("all"))
    assert reading < building and {"torch", "dagster", "presidio-analyzer", "kaggle"} <= building - reading
    assert "dagster-webserver" in set(installed_with("ui")) - set(installed_with("build"))
    parts = ("ui", "evaluate", "publish", "sandbox")
    assert installed_with("all") == sorted({name for part in parts for name in installed_with(part)})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify", "BUNDLE", "--unsigned"], "nothing was changed since it was signed"),
        (["get", "BUNDLE", "--out", "got"], "as they were signed"),
        (["browse", "BUNDLE", "--out", "shown"], "shown/index.html"),
        (["diff", "BUNDLE", "BUNDLE"], "nothing changed"),
        (["status", "."], "next"),
        (["policy"], "vision:"),
    ],
)
def test_a_reader_needs_no_extra(folder: Path, arguments: list[str], said: str) -> None:
    done = entrophy(folder, *arguments)
    assert said in done.stdout + done.stderr, done.stdout[-1000:] + done.stderr[-1000:]
    assert done.stdout.splitlines()[-1] == "LOADED"


@pytest.mark.parametrize("arguments", [["demo"], ["build", "--captures", "BUNDLE", "--out", "out"], ["ui"]])
def test_whoever_builds_is_told_what_to_install(folder: Path, arguments: list[str]) -> None:
    done = entrophy(folder, *arguments)
    assert done.returncode == 2
    assert "the package dagster is not installed. Remedy: pip install 'entrophy[all]'." in done.stderr


def test_a_check_that_cannot_be_made_is_told_and_is_no_pass(folder: Path) -> None:
    done = entrophy(folder, "verify", "BUNDLE", "--unsigned", "--read-screens")
    assert done.returncode == 1
    assert "contents: the package tesserocr is not installed. Remedy: pip install 'entrophy[all]'." in done.stderr
