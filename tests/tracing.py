"""Runs a command without a network and with an empty home, and tells every look-up it tried and every file it wrote.

Linux tools do the watching, from outside the process: `unshare` takes the network away, `strace` sees what native
libraries do too. Both are Debian packages that set-up installs.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CALLS = (
    "connect,sendto,sendmsg,sendmmsg,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,"
    "rename,renameat,renameat2,symlink,symlinkat,link,linkat"
)
_ADDRESS = re.compile(r'sa_family=AF_INET6?.*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")')
_WRITTEN = re.compile(
    r"^(?:open|openat|openat2|creat|mkdir|mkdirat|rename|renameat|renameat2|symlink|symlinkat|link|linkat|mknod|mknodat)\("
)
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE")
_FOLDER = re.compile(r"^\w+\((?:AT_FDCWD|\d+)<([^>]*)>")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Trace:
    """What one run did. `looked_up` holds addresses outside this machine, "name service" among them."""

    status: int
    output: str
    looked_up: frozenset[str]
    written: frozenset[str]


@functools.cache
def missing() -> str:
    """Why nothing can be traced here, or an empty string."""
    for tool in ("unshare", "strace", "ip"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    tried = subprocess.run([*_alone(), "strace", "-qq", "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else "this machine allows no network namespace or no tracing"


def _alone() -> list[str]:
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *user, "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]


def traced(command: Sequence[str | Path], folder: Path, extra: Mapping[str, str] | None = None) -> Trace:
    """Run `command` with HOME and TMPDIR below `folder`, both empty, in `folder`/cwd, without a network."""
    for name in ("home", "tmp", "cwd"):
        (folder / name).mkdir(parents=True)
    kept = ("PATH", "LANG", "LC_ALL", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "OMP_NUM_THREADS": "1",
        **(extra or {}),
    }
    record = folder / "trace"
    watch = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", f"trace={_CALLS}", "-o", str(record)]
    done = subprocess.run(
        [*_alone(), *watch, *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=environment,
        cwd=folder / "cwd",
        timeout=1500,
    )
    text = record.read_text(encoding="utf-8", errors="replace")
    return Trace(done.returncode, done.stdout, frozenset(_looked_up(text)), frozenset(_written(text)))


def _looked_up(text: str) -> set[str]:
    found: set[str] = set()
    for line in text.splitlines():
        if '"/etc/resolv.conf"' in line:
            found.add("name service")
        for address in _ADDRESS.findall(line):
            host = address[0] or address[1]
            if not host.startswith("127.") and host not in ("::1", "0.0.0.0", "::"):
                found.add(host)
    return found


def _written(text: str) -> set[str]:
    """Absolute paths that a call created, opened for writing or renamed to, whether it succeeded or not."""
    found: set[str] = set()
    for line in text.splitlines():
        call = line.partition(" ")[2].lstrip()
        if not _WRITTEN.match(call) or (call.startswith("open") and not _WRITES.search(call)):
            continue
        quoted = _QUOTED.findall(call)
        if quoted:
            base = _FOLDER.match(call)
            found.add(os.path.normpath(Path(base.group(1) if base else "/") / quoted[-1]))
    return found


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
