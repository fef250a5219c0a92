"""The engine `ray`: a cluster of two nodes on this machine, one of which dies, and the same bytes as without it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from assets.resources import Workspace
from pipeline.runner import run_release
from redaction.batch import open_ledger, scrub
from redaction.errors import EngineUnavailable, EntrophyError
from redaction.policy import Policy, TextPolicy, VisionPolicy
from redaction.screens.frames.workers import ScreenPool
from redaction.spread import on_ray
from redaction.spread.engine import Engine, engine_named
from redaction.spread.local import LOCAL
from redaction.stages.find import find
from redaction.stages.ingest import ingest
from redaction.stages.scrub import resolve
from redaction.work.files import remove_parts
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from tests.tiny_batch import SAMPLE
from validation.reading.reader_pool import ReaderPool

# Without the names model and the faces, which cost most of a worker's start.
_TEXT, _LOOK = TextPolicy(engine="patterns"), {"device": "cpu-float32", "faces": False, "rescorer": False}
POLICY = Policy(text=_TEXT, vision=VisionPolicy(**_LOOK))
ALONE = Policy(text=_TEXT, vision=VisionPolicy(**_LOOK, workers=1))
LIMIT_S = 60
"""Seconds after which a machine that died should have been missed."""
LEFT = ("find/text.jsonl", "find/screens.jsonl", "find/registry.json", "scrub/boxes.jsonl", "scrub/drawn.jsonl")


class Cluster:
    """Two nodes of one core each, joined by the engine; `lose` kills the one that is not ours."""

    def __init__(self, folder: Path) -> None:
        from ray.cluster_utils import Cluster as Nodes

        common = {"num_cpus": 1, "num_gpus": 0, "object_store_memory": 10**8, "include_dashboard": False}
        self.logs = folder
        self._nodes = Nodes(initialize_head=True, head_node_args=common)
        self._other = self._nodes.add_node(num_cpus=1, num_gpus=0, object_store_memory=10**8)
        self.address = str(self._nodes.address)

    def lose(self) -> None:
        """Kill a machine with all that runs on it."""
        self._nodes.remove_node(self._other, allow_graceful=False)

    def close(self) -> None:
        self._nodes.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # paths of sockets are short
    before = dict(os.environ)
    os.environ.update(RAY_worker_niceness="0", RAY_AUTH_MODE="token", RAY_AUTH_TOKEN="a" * 64, RAY_TMPDIR=str(folder))
    nodes = Cluster(folder)
    yield nodes
    nodes.close()
    os.environ.clear()
    os.environ.update(before)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def joined(cluster: Cluster) -> Iterator[Engine]:
    with engine_named("ray", cluster.address) as engine:
        assert engine.cores == 2 and not engine.here
        yield engine


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Work folders, all with one key beside them."""
    root = tmp_path_factory.mktemp("work")
    open_ledger(root / "key")[1].close()
    return lambda name: root / name


def batch_of(work: Path, engine: Engine, progress: Any = no_progress) -> BatchStore:
    """The sample through every stage that an engine has part in."""
    key, ledger = open_ledger(work.parent / "key")
    store = BatchStore(work, SAMPLE.name, key)
    policy = ALONE if engine.here else POLICY
    ingest(SAMPLE, store, policy, no_progress, key)
    find(store, policy, progress, engine=engine)
    resolve(store, policy, ledger)
    scrub(store, policy, ledger, progress, engine)
    ledger.close()
    return store


def left(store: BatchStore) -> dict[str, bytes]:
    """What the stages left, by the names of the files."""
    shots = {path.name: path.read_bytes() for path in store.screenshots.iterdir()}
    readings = {path.name: path.read_bytes() for path in store.file("cache/readings").iterdir()}
    assert len(shots) == 9 and len(readings) >= 9
    return {name: store.file(name).read_bytes() for name in LEFT} | shots | readings


def noticed(there: Callable[[], bool]) -> bool:
    """Whether something comes to be: a quick build may end before Ray has missed a machine."""
    end = time.monotonic() + LIMIT_S
    while not there() and time.monotonic() < end:
        time.sleep(0.1)
    return there()


class Stop(Exception):
    """Somebody ends the build."""


def test_a_build_that_was_stopped_goes_on_and_a_machine_that_dies_changes_nothing(
    cluster: Cluster, joined: Engine, place: Callable[[str], Path]
) -> None:
    import ray

    def stopped(stage: str, done: int, total: int) -> None:
        if stage == "read screens" and done:
            raise Stop

    with pytest.raises(Stop):
        batch_of(place("ray"), joined, stopped)
    cache = place("ray") / SAMPLE.name / "cache" / "readings"
    read = {path: path.stat().st_mtime_ns for path in cache.glob("*.json")}
    assert read and all(path.stat().st_mode & 0o077 == 0 for path in (cache, *read))

    told: list[tuple[str, int, int]] = []

    def losing(stage: str, done: int, total: int) -> None:
        if not any(done for _, done, _ in told) and done:
            cluster.lose()
        told.append((stage, done, total))

    remove_parts(place("ray"))  # a build's first step: whoever wrote the cache may have been ended in the middle of it
    store = batch_of(place("ray"), joined, losing)
    assert noticed(lambda: sum(node["Alive"] for node in ray.nodes()) == 1)
    assert {path: path.stat().st_mtime_ns for path in read} == read, "what was read is not read again"
    for stage in ("read screens", "find on screens", "redact screens"):
        counts = [(done, total) for name, done, total in told if name == stage]
        assert counts == sorted(counts) and counts[-1][1] == 9 and counts[-1][0] >= 9, stage

    here = batch_of(place("local"), LOCAL)
    far_left, near_left = left(store), left(here)
    assert sorted(far_left) == sorted(near_left)
    assert [name for name in near_left if far_left[name] != near_left[name]] == []
    pictures = [path.read_bytes() for path in sorted(here.screenshots.iterdir())[:3]] + [b"no picture"]
    with ReaderPool(1, joined) as far, ReaderPool(1) as near:
        readings = list(far.read_all(pictures))
        assert readings == list(near.read_all(pictures)) and readings[-1] is None and None not in readings[:-1]

    values = {entry[1] for entry in json.loads(store.file("find/registry.json").read_text())["entries"]}
    secrets = [value.encode() for value in values if len(value) > 8]
    logs = [path for path in cluster.logs.rglob("*") if path.is_file() and not path.is_symlink()]
    assert len(secrets) > 5 and len(logs) > 5
    assert not [path.name for path in logs for value in secrets if value in path.read_bytes()]


def test_what_a_worker_raises_quotes_nothing_and_over_what_kills_workers_the_build_ends(joined: Engine) -> None:
    # Functions without a module of their own are sent whole: the nodes do not know this file.
    def begin(home: Any) -> None:
        """Nothing to begin with."""

    def quote(value: str) -> None:
        raise ValueError(f"cannot take {value}")

    def die() -> None:
        os._exit(1)

    team = joined.team(begin, (), lambda: {}, size=1)
    try:
        with pytest.raises(EntrophyError, match="ValueError") as raised:
            team.submit(quote, "Helena Marsh").result()
        assert "Helena" not in str(raised.value)
        with pytest.raises(EngineUnavailable, match=f"{on_ray.TRIES} workers in turn died over the same screens"):
            team.submit(die).result()
        assert team.submit(len, "abc").result() == 3, "the next job finds a worker"
    finally:
        team.close(hurry=True)
    with pytest.raises(RuntimeError):
        team.submit(len, "abc")


def test_a_worker_of_another_version_is_refused_by_the_names_of_what_differs(joined: Engine) -> None:
    about = {"code": "1", "numpy": "2"}
    team = joined.team(lambda home: None, (), lambda: about | {"precision": str(os.getpid())}, size=1)
    try:
        with pytest.raises(EngineUnavailable, match=r"it differs in precision\."):
            team.submit(len, "abc").result()
    finally:
        team.close(hurry=True)


def test_ray_that_is_started_here_is_heard_by_this_machine_alone_and_leaves_nothing() -> None:
    program = """
import os, re, subprocess
from pathlib import Path
from redaction.spread.engine import engine_named
with engine_named("ray") as engine:
    team = engine.team(lambda home: None, (), lambda: {}, size=1)
    print(team.submit(len, "abc").result(), os.environ["RAY_USAGE_STATS_ENABLED"])
    team.close(hurry=False)
    import ray
    place = Path(ray._private.worker._global_node.get_session_dir_path()).parent.parent
    print(place, oct(place.stat().st_mode & 0o777))
    token = os.environ["RAY_AUTH_TOKEN"].encode()  # every process of this Ray has it, and no other
    def told(pid):
        try:
            return Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:  # a process of somebody else's that has ended since, or may not be read
            return b""
    for line in subprocess.check_output(["ss", "-ltnpH"], text=True).splitlines():
        if any(token in told(pid) for pid in re.findall("pid=([0-9]+)", line)):
            print(line.split()[3].rpartition(":")[0])
print(place.exists(), "RAY_AUTH_TOKEN" in os.environ)
"""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("RAY_")}
    environment["RAY_ADDRESS"] = "127.0.0.1:1"  # nobody's cluster is joined unasked
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    said, where, *sockets, after = done.stdout.splitlines()
    assert said == "3 0" and where.endswith(" 0o700") and after == "False False"
    assert len(sockets) >= 3 and set(sockets) <= {"127.0.0.1", "[::ffff:127.0.0.1]"}


def test_an_unknown_engine_and_ray_that_is_not_installed_are_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(captures=[str(SAMPLE)], out=str(tmp_path / "out"), key=str(tmp_path / "key"))
    for engine, address, told in (
        ("spark", "", "give one of local, ray"),
        ("local", "10.0.0.1:6379", "leave --address out"),
        ("ray", "ray://10.0.0.1:10001", "make this machine a node"),
        ("ray", "local", "make this machine a node"),
    ):
        with pytest.raises(EngineUnavailable, match=told):
            run_release(workspace, "1.0.0", Console(quiet=True), engine=engine, address=address)
    monkeypatch.setattr(on_ray, "find_spec", lambda name: None)
    with pytest.raises(EngineUnavailable, match=r"pip install 'entrophy\[ray\]'"):
        run_release(workspace, "1.0.0", Console(quiet=True), engine="ray")
    assert not list(tmp_path.iterdir())


def test_other_machines_read_on_cpus_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redaction.screens.frames.workers.pick_device", lambda *asked, **faces: "cuda")
    with pytest.raises(EngineUnavailable, match=r"vision\.device to cpu"):
        ScreenPool(POLICY, tmp_path, engine=on_ray.RayEngine())
