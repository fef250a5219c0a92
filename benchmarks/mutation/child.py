"""Runs pytest in forks of a process that has loaded the slow packages once, but no module of ours."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: What takes seconds to load and holds nothing of ours; none of them starts a thread when it is loaded.
SLOW_PACKAGES = (
    *("pytest", "hypothesis", "coverage", "numpy", "pandas", "pyarrow.parquet", "PIL.Image", "cv2", "yaml", "pydantic"),
    *("jinja2", "rapidfuzz", "ahocorasick", "phonenumbers", "tldextract", "faker", "tokenizers", "typer"),
    *("cryptography.hazmat.primitives.asymmetric.ed25519", "starlette.testclient"),
)
OURS = ("redaction", "validation", "evaluation", "release", "assets", "pipeline", "samples", "tests")
#: Wall time, as a multiple of the CPU time allowed: the machine may be shared.
PATIENCE = 12
#: CPU seconds that one test may take beyond three times what it took when recorded: whichever comes first pays for the
#: lists and models that all of them load.
TEST_SPARE_S = 20.0
DENIED, PASSED, OVER_LIMIT = 1, 0, 124


def load_slow_packages(tree: Path) -> None:
    """Load them as a program of ours would: with every switch of `redaction/offline.py` set first."""
    script = "import redaction, os, json; print(json.dumps(dict(os.environ)))"
    stated = subprocess.run([sys.executable, "-c", script], cwd=tree, check=True, capture_output=True, text=True).stdout
    os.environ.update(json.loads(stated))
    os.environ["PYTHONPATH"] = str(tree)
    os.environ["CI"] = "true"  # the same examples each time
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    for name in SLOW_PACKAGES:
        importlib.import_module(name)
    # The package this file lies in loads them from the working tree: forks load them anew, from the copy.
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]


def in_fork(
    work: Callable[[], int], cpu_limit_s: float, log: Path, *, keep_bytecode: bool = False
) -> tuple[int, float]:
    """(exit code, CPU seconds) of `work` in a child process of its own; OVER_LIMIT when it was stopped. With
    `keep_bytecode` it leaves compiled tests for those that come after it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = os.fork()
    if child == 0:
        _be_child(work, cpu_limit_s, log, keep_bytecode)
    until = time.monotonic() + cpu_limit_s * PATIENCE
    status: int | None = None
    while status is None and time.monotonic() < until:
        done, state = os.waitpid(child, os.WNOHANG)
        status = state if done else None
        time.sleep(0 if done else 0.02)
    if status is None:
        os.killpg(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (OVER_LIMIT if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)), seconds


def _be_child(work: Callable[[], int], cpu_limit_s: float, log: Path, keep_bytecode: bool) -> None:
    code = DENIED
    try:
        os.setsid()
        with log.open("ab") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        limit = int(cpu_limit_s) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
        sys.dont_write_bytecode = not keep_bytecode
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        code = work()
        sys.stdout.flush()
    finally:
        os._exit(code)


class Trial:
    """A pytest plugin: the tests in the given order, each with a limit, and no search for the least failing example."""

    def __init__(self, tests: list[str], seconds: dict[str, float]) -> None:
        self.place = {test: place for place, test in enumerate(tests)}
        self.seconds = seconds

    def pytest_collection(self) -> None:
        """After conftest.py has chosen its profile of hypothesis."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutation", derandomize=True, database=None, phases=phases)
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items.sort(key=lambda item: self.place.get(item.nodeid, len(self.place)))

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        """Whatever loops for ever is ended: nobody handles this signal, which counts CPU time."""
        signal.setitimer(signal.ITIMER_PROF, 3 * self.seconds.get(nodeid, 0) + TEST_SPARE_S)


def run_pytest(arguments: list[str], plugins: list[Any]) -> int:
    """pytest's exit code; nothing is cached beside the tree."""
    import pytest

    return int(pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", *arguments], plugins=plugins))
