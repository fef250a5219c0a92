"""The machine's troubles in one sentence each; a lock names its owner; a scratch folder of a dead process is known."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.preflight import LEAST_MEMORY, check_memory
from pipeline.signals import Stopped, stop_if_asked, stoppable
from redaction.errors import EntrophyError, MachineProblem, plain, sealed
from redaction.work.files import private_folder, remove_parts, write_whole
from redaction.work.lock import Held, only_one
from redaction.work.scratch import scratch_folder, stale_folders
from redaction.work.trouble import near_memory_limit, trouble

ROOT = Path(__file__).resolve().parents[2]
SECRET = "Ilse Brandvold"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "may not read or write"),
        (errno.EFBIG, "larger than"),
        (errno.EMFILE, "open no more files"),
        (errno.ENOMEM, "no memory left"),
        (errno.EIO, "disk reports an error"),
    ],
)
def test_what_the_system_refuses_is_told_without_its_path(number: int, words: str) -> None:
    with pytest.raises(MachineProblem) as caught, sealed("find", "b1"):
        try:
            raise OSError(number, "no", f"/home/{SECRET}")
        except OSError as error:
            raise ValueError(SECRET) from error  # libraries wrap it
    assert words in str(caught.value) and SECRET not in str(caught.value) and "Remedy:" in str(caught.value)


def test_what_a_database_says_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    only = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        only.execute("INSERT INTO t VALUES (1)")
    assert "read-only" in (trouble(caught.value) or ("",))[0]
    only.close()
    full = sqlite3.connect(path)
    full.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as caught:
        full.executemany("INSERT INTO t VALUES (?)", [("x" * 4000,)] * 50)
    assert "disk is full" in (trouble(caught.value) or ("",))[0]
    full.close()


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        ImportError("libx.so: failed to map segment from shared object"),
        RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"),
    ],
)
def test_memory_has_many_names(error: Exception) -> None:
    assert "no memory left" in (trouble(error) or ("",))[0]


@pytest.mark.parametrize("error", [ValueError("memory"), KeyError("cannot allocate memory"), RuntimeError("wrong")])
def test_what_is_not_the_machines_is_not_called_so(error: Exception) -> None:
    assert trouble(error) is None
    with pytest.raises(EntrophyError) as caught, sealed("find"):
        raise error
    assert not isinstance(caught.value, MachineProblem) and type(error).__name__ in str(caught.value)


def test_an_error_near_the_limit_of_memory_is_put_down_to_it() -> None:
    code = (
        "import resource; from redaction.work.trouble import trouble\n"
        "peak = int(open('/proc/self/status').read().partition('VmPeak:')[2].split()[0]) * 1024\n"
        "for times, near in ((1.5, True), (4, False)):\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (int(peak * times), resource.RLIM_INFINITY))\n"
        "    assert (trouble(ImportError('x')) is not None) is near, times\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=60)


def test_a_build_is_not_begun_with_less_memory_than_it_needs() -> None:
    check_memory(resource.RLIM_INFINITY)
    check_memory(LEAST_MEMORY)
    with pytest.raises(MachineProblem, match="MB of memory"):
        check_memory(LEAST_MEMORY - 1)


def test_what_steers_a_terminal_is_shown_by_its_number() -> None:
    said = str(EntrophyError("a\nb\x1b[2J\u202e", record="r\r", remedy="\udcff"))
    assert said == "r\\u000d: a\\u000ab\\u001b[2J\\u202e Remedy: \\udcff"
    assert plain("Zoë – 記録 …") == "Zoë – 記録 …"


# -- files -----------------------------------------------------------------------------------------------------------


def test_a_write_beyond_the_limit_of_a_file_leaves_nothing(tmp_path: Path) -> None:
    write_whole(tmp_path / "f", b"old")
    code = (
        "import resource, sys; from pathlib import Path; from redaction.work.store import write_whole\n"
        "from redaction.errors import sealed\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with sealed('find'): write_whole(Path(sys.argv[1]), b'x' * 1001)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "f")],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (
        done.returncode == 1 and "MachineProblem" in done.stderr and "larger than this process may write" in done.stderr
    )
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"f": b"old"}


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277, 0o777])
def test_folders_and_files_are_private_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "a" / "b" / "f", b"x")
        private_folder(tmp_path / "c" / "d")
    finally:
        os.umask(before)
    for name in ("a", "a/b", "c", "c/d"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700, name
    assert stat.S_IMODE((tmp_path / "a/b/f").stat().st_mode) == 0o600


def test_what_a_killed_write_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    for name in ("x/.rows.jsonl.77.part", ".f.1.part", "x/rows.part", ".hidden"):
        write_whole(tmp_path / name, b"x")
    assert remove_parts(tmp_path) == 2
    assert sorted(p.name for p in tmp_path.rglob("*") if p.is_file()) == [".hidden", "rows.part"]


# -- locks -----------------------------------------------------------------------------------------------------------

HOLD = (
    "import sys, time; from pathlib import Path; from redaction.work.lock import only_one\n"
    "with only_one(Path(sys.argv[1]), 'busy', 'wait.'):\n    print('held', flush=True); time.sleep(60)"
)


def holder(path: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    return child


def test_a_second_one_is_told_who_is_first_and_a_killed_owner_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "lock"
    child = holder(path)
    with (
        pytest.raises(Held, match=rf"^busy \(process {child.pid}\)\. Remedy: wait\.$"),
        only_one(path, "busy", "wait."),
    ):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    child.kill()
    child.wait()
    with only_one(path, "busy", "wait."):
        assert json.loads(path.read_text())["pid"] == os.getpid()


def test_a_number_given_to_another_process_is_not_named(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    child = holder(path)
    stated = json.loads(path.read_text())
    for changed in ({**stated, "started": "1"}, {**stated, "boot": "another"}, {"pid": 1}, [], "x"):
        path.write_text(json.dumps(changed))
        with pytest.raises(Held, match=r"^busy\. Remedy"), only_one(path, "busy", "wait."):
            pass
    child.kill()
    child.wait()


def test_what_a_dead_process_wrote_does_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text(json.dumps({"pid": os.getpid(), "started": "1", "boot": "x"}))
    with only_one(path, "busy", "wait."):
        pass


def test_a_lock_can_be_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    child = holder(path)
    child.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(Held), only_one(path, "busy", "wait.", wait_s=0.3):
        pass
    assert 0.3 <= time.monotonic() - began < 5
    child.kill()
    with only_one(path, "busy", "wait.", wait_s=10):
        pass
    child.wait()


def test_a_link_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("precious")
    (tmp_path / "lock").symlink_to(tmp_path / "real")
    with pytest.raises(MachineProblem), only_one(tmp_path / "lock", "busy", "wait."):
        pass
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(MachineProblem), only_one(tmp_path / "pipe", "busy", "wait."):
        pass
    assert (tmp_path / "real").read_text() == "precious"


# -- scratch folders -------------------------------------------------------------------------------------------------

SCRATCH = (
    "import sys, time; from pathlib import Path; from redaction.work.scratch import scratch_folder\n"
    "with scratch_folder(Path(sys.argv[1]), '.bundle.') as f:\n"
    "    (f / 'unchecked').write_text('x'); print('made', flush=True); time.sleep(60)"
)


def test_a_scratch_folder_is_stale_when_its_process_is_gone_and_not_before(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SCRATCH, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert child.stdout is not None and child.stdout.readline() == "made\n"
    (tmp_path / ".bundle.mine").mkdir()
    (tmp_path / ".bundle.12345678").symlink_to(tmp_path / ".bundle.mine")
    with scratch_folder(tmp_path, ".bundle.") as mine:
        assert list(stale_folders(tmp_path, ".bundle.")) == []
        child.kill()
        child.wait()
        (stale,) = stale_folders(tmp_path, ".bundle.")
        assert stale != mine and (stale / "unchecked").exists()
        assert stat.S_IMODE(mine.stat().st_mode) == 0o700
    assert not mine.exists()
    assert list(stale_folders(tmp_path / "nowhere", ".bundle.")) == []


def test_a_scratch_folder_that_was_removed_already_is_no_trouble(tmp_path: Path) -> None:
    with scratch_folder(tmp_path, ".bundle.") as mine:
        mine.rename(tmp_path / "version")
    assert [path.name for path in tmp_path.iterdir()] == ["version"]


# -- signals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_becomes_a_sentence_and_the_handlers_come_back(number: signal.Signals) -> None:
    before = [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    with pytest.raises(Stopped) as caught, stoppable():
        os.kill(os.getpid(), number)
        time.sleep(5)
    assert caught.value.status == 128 + number and number.name in str(caught.value)
    assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def test_a_signal_that_a_library_took_is_found_all_the_same() -> None:
    for raised in (None, RuntimeError("a worker was killed")):
        with pytest.raises(Stopped) as caught, stoppable():
            signal.signal(signal.SIGTERM, lambda *_: None)  # as Dagster does while a step runs
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.05)
            if raised is not None:
                raise raised
            stop_if_asked()
        assert caught.value.number == signal.SIGTERM


def test_without_a_signal_errors_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError), stoppable():
        raise RuntimeError("x")
    with stoppable():
        stop_if_asked()


@pytest.mark.parametrize(("times", "near"), [(1.0, True), (1.9, True), (2.2, False), (None, False)])
def test_a_process_is_near_its_memory_from_half_of_it_on(
    monkeypatch: pytest.MonkeyPatch, times: float | None, near: bool
) -> None:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    peak = int(status.partition("VmPeak:")[2].split()[0]) * 1024
    limit = resource.RLIM_INFINITY if times is None else int(times * peak)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (limit, limit))
    assert near_memory_limit() is near
