"""Whole builds that are interrupted, run short of something, or meet another: one sentence, nothing half, and the same
command goes on. Real processes, signals and file systems."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tiny_batch import INSTANCE, OTHER, Events, tiny_batch

ROOT = Path(__file__).resolve().parents[2]
#: the parts that take long are left out: what is tested is how a build ends
FAST = "vision: {workers: 1, device: cpu, faces: false, codes: false}\ntext: {engine: patterns}\n"
OFF = "canaries: {enabled: false}\n"
LIMIT_S = 240


class Build:
    """The command line that builds one batch into one folder."""

    def __init__(self, home: Path, batch: Path, out: Path, policy: str = FAST + OFF) -> None:
        self.out, self.key = out, home / "key"
        (home / "policy.yaml").write_text(policy, encoding="utf-8")
        self.command = [sys.executable, "-m", "pipeline.cli", "build", "--captures", str(batch), "--out", str(out)]
        self.command += ["--key", str(self.key), "--policy", str(home / "policy.yaml")]
        places = {"HOME": str(home), "OMP_NUM_THREADS": "1", "COLUMNS": "200"}
        self.environment = {**os.environ, **places}

    def start(self, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=self.environment,
            preexec_fn=before,
        )

    def run(self, before: Callable[[], None] | None = None) -> tuple[int, str]:
        child = self.start(before)
        _, said = child.communicate(timeout=LIMIT_S)
        return child.returncode, said

    @property
    def bundle(self) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in sorted((self.out / "bundle").iterdir())}

    def nothing_half(self) -> None:
        """No bundle, no scratch folder, no file that was being written."""
        assert not (self.out / "bundle").exists()
        assert [p.name for p in self.out.rglob("*") if p.name.endswith(".part") or p.name.startswith(".bundle.")] == []


def sentence(said: str) -> str:
    """What was said at the end, after making sure that it is one sentence with a remedy and no traceback."""
    lines = [line for line in said.splitlines() if line.startswith("entrophy: ")]
    assert len(lines) == 1 and "Traceback" not in said and "Remedy:" in lines[0], said[-3000:]
    return lines[0]


def children(pid: int, words: bytes = b"") -> list[int]:
    """The processes that this one started, with these words in their command line."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and words in (path.parent / "cmdline").read_bytes():
                found.append(int(path.parent.name))
        except (OSError, ValueError, IndexError):
            continue
    return found


def readers(pid: int) -> list[int]:
    """The processes that read screens."""
    return children(pid, b"spawn_main")


def wait_until(true: Callable[[], bool], seconds: float = 90) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.1)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_two_builds_a_signal_a_kill_and_then_it_goes_on(tmp_path: Path) -> None:
    """One story, because each step needs the state that the one before leaves."""
    batch = tiny_batch(tmp_path / "batch")
    tiny_batch(batch, instance=OTHER)  # a recording for each process
    build = Build(tmp_path, batch, tmp_path / "out", FAST.replace("workers: 1", "workers: 2") + OFF)
    first = build.start()
    wait_until(lambda: len(readers(first.pid)) == 2)
    workers = children(first.pid)
    # a second build in the same folder is told, and disturbs nothing
    status, said = build.run()
    assert status == 2 and f"another build is at work in this output folder (process {first.pid})" in sentence(said)
    assert first.poll() is None and (build.out / "work" / "dagster" / "dagster.yaml").is_file()
    # SIGTERM to the parent alone
    first.send_signal(signal.SIGTERM)
    _, said = first.communicate(timeout=30)
    assert first.returncode == 128 + signal.SIGTERM and "stopped by SIGTERM" in sentence(said)
    wait_until(lambda: not any(map(alive, workers)), 15)
    build.nothing_half()
    # Ctrl+C, which a terminal sends to every process of the group
    second = build.start(os.setsid)
    wait_until(lambda: len(readers(second.pid)) == 2)
    helpers = children(second.pid)
    os.killpg(second.pid, signal.SIGINT)
    _, said = second.communicate(timeout=30)
    assert second.returncode == 128 + signal.SIGINT and "stopped by SIGINT" in sentence(said)
    wait_until(lambda: not any(map(alive, helpers)), 15)
    build.nothing_half()
    # killed: nothing can be said, but nobody survives it
    third = build.start()
    wait_until(lambda: len(readers(third.pid)) == 2)
    workers = children(third.pid)
    third.kill()
    third.communicate()
    wait_until(lambda: not any(map(alive, workers)), 15)
    # what a build that was killed while releasing leaves behind
    stale = build.out / ".bundle.abcd1234" / "bundle"
    stale.mkdir(parents=True)
    (stale / "unchecked.json").write_text("{}")
    shutil.copytree(stale.parent, build.out / "work" / "batches" / ".x.1.part")
    (build.out / "work" / "batches" / ".rows.jsonl.1.part").write_text("captured")
    (build.out / "work").chmod(0o755)
    status, said = build.run()
    assert status == 0, said[-3000:]
    assert not stale.parent.exists() and not (build.out / "work" / "batches" / ".rows.jsonl.1.part").exists()
    assert "manifest.json" in build.bundle
    modes = {p: stat.S_IMODE(p.stat().st_mode) for p in (build.out / "work").rglob("*") if p.is_dir()}
    ours = {p: m for p, m in modes.items() if "dagster" not in p.parts or p.name == "dagster"}
    assert {p: oct(m) for p, m in ours.items() if m & 0o077 and ".x.1.part" not in str(p)} == {}
    assert stat.S_IMODE((build.out / "work").stat().st_mode) == 0o700


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, too small for a build."""
    place = tmp_path / "disk"
    place.mkdir()
    if (
        os.geteuid() != 0
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("mounting needs root")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_and_then_a_read_only_disk_and_then_it_goes_on(small_disk: Path, tmp_path: Path) -> None:
    build = Build(tmp_path, tiny_batch(tmp_path / "batch", screenshots=1), small_disk / "out")
    status, said = build.run()
    assert status == 2 and "disk is full" in sentence(said)
    build.nothing_half()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    status, said = build.run()
    assert status == 2 and "cannot be written" in sentence(said)
    subprocess.run(["mount", "-o", "remount,rw,size=200m", str(small_disk)], check=True)
    status, said = build.run()
    assert status == 0, said[-3000:]
    assert "manifest.json" in build.bundle


def test_limits_of_file_size_and_memory_are_told(tmp_path: Path) -> None:
    build = Build(tmp_path, tiny_batch(tmp_path / "batch"), tmp_path / "out")
    status, said = build.run(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)))
    assert status == 2 and "larger than this process may write" in sentence(said)
    build.nothing_half()
    status, said = build.run(lambda: resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9)))
    assert status == 2 and "MB of memory" in sentence(said)
    # a command that does not ask beforehand comes to its limit in a library
    image = next((tmp_path / "batch").rglob("*.png"))
    build.command = [sys.executable, "-m", "pipeline.cli", "scrub", "images", "--out", str(tmp_path / "x"), str(image)]
    status, said = build.run(lambda: resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9)))
    assert status == 2 and "no memory left" in sentence(said)
    assert not list((tmp_path / "x").rglob("*"))


def test_the_name_of_a_folder_changes_no_byte_of_the_release(tmp_path: Path) -> None:
    policy = FAST + "canaries: {floor: 0.0, kinds: [email, phone]}\n"
    build = Build(tmp_path, tiny_batch(tmp_path / "one"), tmp_path / "out", policy)
    assert build.run()[0] == 0
    shutil.copytree(tmp_path / "one", tmp_path / "zwei 2")
    again = Build(tmp_path, tmp_path / "zwei 2", tmp_path / "out2", policy)
    status, said = again.run()
    assert status == 0, said[-3000:]
    assert b'"planted"' in build.bundle["leak_certificate.json"], "canaries were planted, else this shows nothing"
    assert again.bundle == build.bundle


def test_a_blocking_check_that_fails_is_told_with_its_name_the_records_and_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the terminal and in Dagster. The rule at ingest is switched off, so that the check has something to find."""
    from dagster import DagsterInstance
    from rich.console import Console

    from assets.resources import Workspace
    from pipeline.runner import run_release
    from redaction.errors import EntrophyError

    def outside(events: Events) -> None:
        events[1]["coordinates"] = {"x": -3, "y": 4}

    batch = tiny_batch(tmp_path / "batch", screenshots=0, change=outside)
    (tmp_path / "policy.yaml").write_text(FAST + OFF)
    monkeypatch.setattr("redaction.stages.ingest.outside", lambda *_: False)
    monkeypatch.setenv("DAGSTER_HOME", "")
    out, key = str(tmp_path / "out"), str(tmp_path / "key")
    workspace = Workspace(captures=[str(batch)], out=out, key=key, policy=str(tmp_path / "policy.yaml"))
    with pytest.raises(EntrophyError) as caught:
        run_release(workspace, "1.0.0", Console(quiet=True))
    record = f"{INSTANCE}/49324ea7-1d36-5a5f-8b6f-573e3b76b175"
    said = str(caught.value)
    assert said.startswith("batch: the check expectations_hold of scrubbed_batch does not hold: coordinates_on_screen")
    assert "1 of 3" in said and record in said and "Remedy: build these batches again" in said
    with DagsterInstance.from_config(str(tmp_path / "out" / "work" / "dagster")) as instance:
        (run,) = instance.get_runs()
        shown = [
            event.dagster_event.asset_check_evaluation_data.description
            for event in instance.all_logs(run.run_id)
            if event.dagster_event and event.dagster_event.event_type_value == "ASSET_CHECK_EVALUATION"
        ]
    assert [record in (text or "") for text in shown if text] == [True]
    page = (tmp_path / "out" / "stopped.html").read_text()
    assert record in page and "<li>build these batches again" in page and "What the leak check found" not in page
