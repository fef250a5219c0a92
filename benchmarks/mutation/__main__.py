"""How many small changes of the code do the tests notice?

    python -m benchmarks.mutation [--sample 300] [--seed 1] [--only redaction/ledger ...] [--tests tests/unit ...]
    python -m benchmarks.mutation --record [--tests tests/unit/test_ledger.py ...]

Works on a copy of the tracked files in build/mutation/tree; the working tree is only read. The first run records which
test reaches which line (build/mutation/reach). Then for each mutant the tests that reach its line are run, the
quickest first, until one fails or LIMIT_S of recorded test time are used. A run that was stopped goes on with the same
command; `--again` tries the survivors of the last run anew. The table is build/mutation/<name>.md.
"""

from __future__ import annotations

import argparse
import compileall
import fcntl
import gc
import json
import shutil
import subprocess
import time
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

from benchmarks.mutation.child import OVER_LIMIT, PASSED, Trial, in_fork, load_slow_packages, run_pytest
from benchmarks.mutation.mutants import Mutant, sample
from benchmarks.mutation.reach import MEASURED, Reach, is_fresh, record

ROOT = Path(__file__).parents[2]
HERE = ROOT / "build" / "mutation"
TREE, STORE = HERE / "tree", HERE / "reach"
TESTS = ("tests/unit", "tests/property")
LIMIT_S = 8.0
"""Recorded CPU seconds of tests that are run for one mutant, at most."""
SPARE_S = 40.0
"""CPU seconds a mutant's run may take beyond twice what its tests took when recorded."""
NOT_TESTS = 2
"""pytest's exit codes from here on tell of no failed test, but of tests that could not be run at all."""


def copy_tree() -> None:
    """Make the copy what git tracks or does not ignore, compiled; what is the same already keeps its bytecode."""
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    ).stdout.decode()
    wanted = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for path in [path for path in TREE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]:
        if str(path.relative_to(TREE)) not in wanted:
            path.unlink()
    for name in sorted(wanted):
        source, target = ROOT / name, TREE / name
        # A run that was killed may have left a changed file: times alone would not tell.
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for package in (*MEASURED, "pipeline", "assets", "samples"):
        compileall.compile_dir(TREE / package, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)


def test_files(names: list[str]) -> list[str]:
    """The test files under the named folders or files, sorted."""
    found: set[str] = set()
    for name in names:
        here = TREE / name
        found |= {str(p.relative_to(TREE)) for p in ([here] if here.is_file() else here.rglob("test_*.py"))}
    return sorted(found)


def within_limit(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """The first of the tests, as many as fit into LIMIT_S; never none when there are any."""
    used, chosen = 0.0, []
    for test in tests:
        used += seconds[test]
        if chosen and used > LIMIT_S:
            break
        chosen.append(test)
    return chosen


def try_mutant(mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> dict[str, Any]:
    """What became of one mutant: caught (a test failed, or did not end) or survived."""
    path = TREE / mutant.path
    source = path.read_text(encoding="utf-8")
    stated: dict[str, Any] = {
        "id": name_of(mutant),
        "where": f"{mutant.path}:{mutant.line}",
        "function": mutant.function,
        "change": mutant.change(source),
        "tests": len(tests),
    }
    if not tests:
        return {**stated, "outcome": "survived", "why": "no test reaches it", "seconds": 0.0}
    limit = 2 * sum(seconds[test] for test in tests) + SPARE_S
    try:
        path.write_text(mutant.apply(source), encoding="utf-8")
        arguments = ["-x", "-p", "no:randomly", *tests]
        code, used = in_fork(lambda: run_pytest(arguments, [Trial(tests, seconds)]), limit, HERE / "runs.log")
    finally:
        path.write_text(source, encoding="utf-8")
    why = "did not end" if code == OVER_LIMIT else "could not be loaded" if code >= NOT_TESTS else ""
    outcome = "survived" if code == PASSED else "caught"
    return {**stated, "outcome": outcome, "why": why, "seconds": round(used, 1)}


def name_of(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line}:{mutant.column} {mutant.operator} {mutant.occurrence}"


def write_table(target: Path, rows: list[dict[str, Any]]) -> None:
    """Share, then every survivor with its place and change."""
    caught = sum(row["outcome"] == "caught" for row in rows)
    lines = [
        f"{len(rows)} mutants, {caught} caught, {len(rows) - caught} survived: {caught / max(1, len(rows)):.1%} caught",
        "",
        "| package | mutants | caught | share |",
        "| --- | --- | --- | --- |",
    ]
    for package in MEASURED:
        mine = [row for row in rows if row["where"].startswith(package + "/")]
        held = sum(row["outcome"] == "caught" for row in mine)
        lines += [f"| {package} | {len(mine)} | {held} | {held / len(mine):.1%} |"] if mine else []
    lines += ["", "| survivor | change | tests that reach it |", "| --- | --- | --- |"]
    for row in sorted(rows, key=lambda row: str(row["where"])):
        if row["outcome"] == "survived":
            change = str(row["change"]).replace("|", "\\|")
            lines.append(f"| {row['where']} `{row['function']}` | `{change}` | {row['tests']} |")
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=list(MEASURED), help="packages, folders or files to change")
    parser.add_argument("--tests", nargs="*", default=list(TESTS), help="folders or files of tests")
    parser.add_argument("--record", action="store_true", help="only record which test reaches which line")
    parser.add_argument("--no-record", action="store_true", help="use the records as they are")
    parser.add_argument("--again", action="store_true", help="try the survivors of the last run anew")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long; the same command goes on")
    args = parser.parse_args()
    until = time.monotonic() + 60 * args.minutes
    STORE.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit("another run works in build/mutation; wait for its end.") from None
    copy_tree()
    load_slow_packages(TREE)
    files = test_files(args.tests)
    for file in files:
        if not args.no_record and time.monotonic() < until and not is_fresh(TREE, STORE, file):
            record(TREE, STORE, file)
    if args.record:
        return
    reach = Reach(TREE, STORE, files)
    gc.freeze()  # or each fork would look through these millions of entries for garbage, and so copy them
    print(f"{len(reach.seconds)} tests, {sum(reach.seconds.values()):.0f} s CPU in all", flush=True)
    name = "-".join(part.replace("/", "_").removesuffix(".py") for part in args.only) + f"-{args.sample}-{args.seed}"
    done_file = HERE / f"{name[:150]}.jsonl"
    done = {}
    if done_file.exists():
        done = {row["id"]: row for row in map(json.loads, done_file.read_text().splitlines())}
    rows = []
    for mutant in sample(TREE, args.only, args.sample, args.seed):
        row = done.get(name_of(mutant))
        if row is None or (args.again and row["outcome"] == "survived"):
            if time.monotonic() > until:
                break
            row = try_mutant(mutant, within_limit(reach.tests(mutant), reach.seconds), reach.seconds)
            with done_file.open("a") as out:
                out.write(json.dumps(row) + "\n")
            print(
                f"{row['outcome']:9}{row['seconds']:6.1f} s  {row['where']}  {row['change']}  {row['why']}", flush=True
            )
        rows.append(row)
    write_table(done_file.with_suffix(".md"), rows)
    print(done_file.with_suffix(".md").read_text().split("\n")[0])


if __name__ == "__main__":
    main()
