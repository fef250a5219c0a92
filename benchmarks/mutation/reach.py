"""Which test reaches which line, and how long each takes: recorded once for each test file, again when it changes."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutation.child import in_fork, run_pytest
from benchmarks.mutation.mutants import Mutant

MEASURED = ("redaction", "validation", "release")
RECORD_LIMIT_S = 900.0
"""CPU seconds for one test file with its lines recorded."""


class Recorder:
    """A pytest plugin: one coverage context for each test, and one for each fixture that several tests share."""

    def __init__(self, tree: Path) -> None:
        import coverage

        measured = [str(tree / name / "*") for name in MEASURED]
        self.coverage = coverage.Coverage(data_file=None, include=measured, config_file=False, messages=False)
        self.tree = tree
        self.seconds: dict[str, float] = {}
        self.fixtures: dict[str, list[str]] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Generator[None, None, None]:
        self.coverage.switch_context(item.nodeid)
        self.fixtures[item.nodeid] = list(item.fixturenames)
        start = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.coverage.switch_context("")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Generator[None, None, None]:
        shared = fixturedef.scope != "function"
        if shared:
            self.coverage.switch_context(f"fixture {fixturedef.argname}")
        yield
        if shared:
            self.coverage.switch_context(request._pyfuncitem.nodeid if hasattr(request, "_pyfuncitem") else "")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def result(self) -> dict[str, Any]:
        """Test → seconds and lines by file; lines run while modules load stand under the empty name."""
        data = self.coverage.get_data()
        lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        users: dict[str, list[str]] = defaultdict(list)
        for test, names in self.fixtures.items():
            for name in names:
                users[f"fixture {name}"].append(test)
        for file in data.measured_files():
            path = str(Path(file).relative_to(self.tree))
            for line, contexts in data.contexts_by_lineno(file).items():
                reaching = {test for context in contexts for test in users.get(context, [context])}
                for test in reaching:
                    lines[test][path].append(line)
        passed = sorted(set(self.seconds) - self.failed)
        return {"tests": {t: {"seconds": round(self.seconds[t], 3), "lines": lines.get(t, {})} for t in passed}}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def is_fresh(tree: Path, store: Path, test_file: str) -> bool:
    """The test file and every module it reached are as they were when they were recorded."""
    record = store / (test_file.replace("/", "__") + ".json")
    if not record.exists():
        return False
    digests = json.loads(record.read_text())["digests"]
    return all(_digest(tree / path) == digest for path, digest in digests.items())


def record(tree: Path, store: Path, test_file: str) -> None:
    """Run one test file with its lines recorded; its tests that fail or are skipped are left out."""
    target = store / (test_file.replace("/", "__") + ".json")

    def work() -> int:
        recorder = Recorder(tree)
        recorder.coverage.start()
        code = run_pytest([test_file], [recorder])
        recorder.coverage.stop()
        result = recorder.result()
        reached = {path for test in result["tests"].values() for path in test["lines"]}
        result["digests"] = {path: _digest(tree / path) for path in sorted({test_file, *reached})}
        target.write_text(json.dumps(result))
        return code

    target.unlink(missing_ok=True)
    code, seconds = in_fork(work, RECORD_LIMIT_S, store / "record.log", keep_bytecode=True)
    outcome = "recorded" if target.exists() else "NOT recorded, see record.log"
    print(f"{test_file}: {outcome}, pytest ended with {code}, {seconds:.0f} s", flush=True)


class Reach:
    """All records: which tests to run for a mutant, and in which order."""

    def __init__(self, tree: Path, store: Path, test_files: Iterable[str]) -> None:
        self.tree = tree
        self.seconds: dict[str, float] = {}
        self.by_line: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.by_module: dict[str, set[str]] = defaultdict(set)
        for test_file in test_files:
            path = store / (test_file.replace("/", "__") + ".json")
            if not path.exists():
                continue
            for test, stated in json.loads(path.read_text())["tests"].items():
                self.seconds[test] = stated["seconds"]
                for module, lines in stated["lines"].items():
                    self.by_module[module].add(test)
                    for line in lines:
                        self.by_line[(module, line)].add(test)

    def tests(self, mutant: Mutant) -> list[str]:
        """Tests that reach the mutant, quickest first; then those that reach its module, for what is held in memory.

        A line that runs when its module is loaded is reached by the tests that reach a line with one of its names.
        """
        direct = self.by_line[(mutant.path, mutant.line)]
        if not direct:
            direct = self._users(mutant)
        later = self.by_module[mutant.path] - direct
        return [*sorted(direct, key=self._cost), *sorted(later, key=self._cost)]

    def _cost(self, test: str) -> tuple[float, str]:
        return self.seconds[test], test

    def _users(self, mutant: Mutant) -> set[str]:
        source = (self.tree / mutant.path).read_text(encoding="utf-8").splitlines()
        top = mutant.line
        while top > 1 and (source[top - 1][:1].isspace() or not re.match(r"[A-Za-z_@]", source[top - 1])):
            top -= 1
        names = re.match(r"(?:def |class )?(\w+)", source[top - 1])
        if mutant.function != "<module>" or names is None:
            # A statement over several lines counts at its first one.
            around = range(max(1, mutant.line - 12), mutant.line)
            near = [self.by_line[(mutant.path, line)] for line in around if self.by_line.get((mutant.path, line))]
            return set(near[-1]) if near else set()
        word = re.compile(rf"\b{re.escape(names[1])}\b")
        found: set[str] = set()
        for (path, line), tests in self.by_line.items():
            if word.search(self._line(path, line)):
                found |= tests
        return found

    def _line(self, path: str, line: int) -> str:
        if not hasattr(self, "_sources"):
            self._sources: dict[str, list[str]] = {}
        if path not in self._sources:
            self._sources[path] = (self.tree / path).read_text(encoding="utf-8").splitlines()
        lines = self._sources[path]
        return lines[line - 1] if line <= len(lines) else ""
