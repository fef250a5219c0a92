"""Kills builds with SIGKILL at moments spread over their whole length, and runs the same command again: is the bundle,
to the byte, that of a build nobody disturbed?

    python -m benchmarks.kills [--kills 20] [--captures DIR ...] [--in-a-row]

Each kill meets a build in an empty folder (`--in-a-row`: the same folder again and again, until it is done), the whole
process group at once, so that nobody can tidy up. Prints what each kill left: stages done, files half written, and
whether the build that followed gave the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
POLICY = "vision: {workers: 1, device: cpu}\n"
KEY = bytes(range(32))
LIMIT_S = 900
"""A build that takes longer than this hangs."""


class Builds:
    """Builds of the same captures with the same key, each in a folder of its own with its own ledger."""

    def __init__(self, home: Path, captures: list[Path], policy: str = POLICY, version: str = "1.0.0") -> None:
        self.home, self.version = home, version
        self.policy = home / "policy.yaml"
        self.policy.write_text(policy, encoding="utf-8")
        self.captures = captures

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """The command line at work in a folder, in a process group of its own."""
        out = self.home / name
        key = out / "key"
        if not key.exists():
            from redaction.ledger.ledger_files import accept_ledger

            out.mkdir()
            key.write_bytes(KEY)
            key.chmod(0o600)
            accept_ledger(key)[1].close()
        sources = [part for path in self.captures for part in ("--captures", str(path))]
        options = ["--out", str(out), "--key", str(key), "--policy", str(self.policy), "--version", self.version]
        return subprocess.Popen(
            [sys.executable, "-m", "pipeline.cli", "build", *sources, *options],
            cwd=ROOT,
            env={**os.environ, "HOME": str(self.home), "OMP_NUM_THREADS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def finish(self, name: str) -> None:
        """Build to the end; SystemExit with what it said if it does not get there."""
        child = self.start(name)
        _, said = child.communicate(timeout=LIMIT_S)
        if child.returncode:
            raise SystemExit(said.decode(errors="replace")[-2000:])

    def kill(self, name: str, after: float) -> bool:
        """Kill a build so many seconds after its start; False if it was done before."""
        child = self.start(name)
        try:
            child.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return True
        return False

    def bundle(self, name: str) -> str:
        """SHA-256 over every file of the bundle."""
        total = hashlib.sha256()
        for path in sorted((self.home / name / "bundle").iterdir()):
            total.update(f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
        return total.hexdigest()

    def left(self, name: str) -> str:
        """What a kill left: stages done in all batches, and half-written files."""
        work = self.home / name / "work"
        done = [path.stem for path in sorted(work.glob("batches/*/*.done"), key=lambda path: path.stat().st_mtime_ns)]
        half = sum(1 for path in (self.home / name).rglob("*") if path.name.endswith(".part"))
        bundle = "a bundle" if (self.home / name / "bundle").exists() else "no bundle"
        return f"{len(done):2d} stages done, last {done[-1] if done else '-'}, {half} files half written, {bundle}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--captures", type=Path, nargs="+", default=[ROOT / "samples/captures/hr-demo"])
    parser.add_argument("--in-a-row", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        builds = Builds(Path(temp), [path.resolve() for path in args.captures])
        start = time.monotonic()
        builds.finish("undisturbed")
        whole = time.monotonic() - start
        expected = builds.bundle("undisturbed")
        print(f"undisturbed {whole:.0f} s", flush=True)
        same = met = 0
        for number in range(args.kills):
            name = "again" if args.in_a_row else f"killed-{number}"
            after = whole * (number + 0.5) / args.kills
            killed = builds.kill(name, after)
            met += killed
            left = builds.left(name)
            if not args.in_a_row:
                builds.finish(name)
                alike = builds.bundle(name) == expected
                same += alike
                left += "; then the same bytes" if alike else "; then OTHER bytes"
                shutil.rmtree(builds.home / name)
            print(f"{after:5.1f} s: {left if killed else 'was done before'}", flush=True)
        if args.in_a_row:
            builds.finish("again")
            same = args.kills if builds.bundle("again") == expected else 0
        print(f"{met} killed, {same} of {args.kills} the same bytes")


if __name__ == "__main__":
    main()
