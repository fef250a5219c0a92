"""The rehearsal of a release of full size: generated recordings with the published profile, end to end, and what
each stage costs as they grow.

    PYTHONPATH=. .venv/bin/python -m benchmarks.scale --rows 1000 4000 16000 [--screenshots 500 2000] [--scale 1]
        [--out build/scale] [--seed N] [--workers N] [--canaries] [--keep]

`--rows` are rows without screenshots, `--screenshots` recordings of 50 to 300 frames with about so many in all,
`--scale N` is N times the whole table (50,312 rows, about 38,000 screenshots). Each size is built by a process of its
own, with the stages of `entrophy build` but for Dagster, then released once more over its own bundle. What was
measured lies in OUT as JSON, a file a size; without a size the table, the plot and Table 3 of the rehearsal are
written again from all that lies there. A finding is told by how it was found and its kind, never by its value. So that
the later stages are measured whatever is found, `LENIENT` of the screenshots and rows may be withheld; a size at which
the policy's own limits would have stopped the release says so. Where there is no release nevertheless, the bundle is
made with a failed certificate ("release again").
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import floor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.row_batches import ANY_LENGTH, FRAMES, SHARE, write_profile
from benchmarks.row_profile import ROWS
from benchmarks.rows import Built, build
from benchmarks.scale_meter import Meter, on_disk, watch
from benchmarks.scale_report import write_growth
from redaction.policy import Policy
from redaction.work.presidio import in_our_process
from release.bundle.withhold import withheld_count, withheld_row_count
from release.load import load, screenshot
from release.report.audit import write_report
from release.verify.origin import Trust
from release.verify.verify_bundle import verify_bundle
from validation.leaks.leak_report import LeakReport

LENIENT = {"withhold_at_most": 0.2, "withhold_rows_at_most": 0.02}
"""Shares that may be withheld here."""
LOOKED_AT = 5
"""Screenshots that a reader of the bundle opens."""


def rehearse(
    folder: Path, rows: int, frames: tuple[int, int] | None, policy: Policy, seed: int, meter: Meter
) -> dict[str, Any]:
    """Generate, build, release, verify and load in an empty folder; returns counts and findings."""
    with meter("generate"):
        sources = write_profile(folder / "captures", rows, seed, frames=frames)
    captured = on_disk(folder)
    built = build(folder, sources, policy, meter)
    withheld = [withheld_count(built.stores), withheld_row_count(built.stores)]
    told: dict[str, Any] = {
        "rows": built.rows,
        "screenshots": built.screenshots,
        "captures_mb": captured,
        "stopped": built.stopped,
        "needles": built.reports[0].needles,
        "findings": [[*kind, count] for kind, count in sorted(_by_kind(built.reports[0]).items())],
        "refused": sum(store.read_json("scrubbed/batch.json")["refused"] for store in built.stores),
        "withheld": withheld,
        "over": over_limits(withheld, built),
    }
    built.again()
    bundle, scrubbed = folder / "bundle", [store.scrubbed for store in built.stores]
    with meter("verify"):
        verified = verify_bundle(bundle, trust=Trust(frozenset([built.public_key])))
    with meter("report"):
        write_report(bundle, scrubbed, built.checks, folder / "report.html", verification=verified)
    with meter("load"):
        rows_of = load(bundle, public_key=built.public_key)
        names = rows_of["screenshot_name"].dropna()
        for name in names[:: max(1, len(names) // LOOKED_AT)][:LOOKED_AT]:
            screenshot(bundle, name, public_key=built.public_key)
    told["problems"] = [problem.what for problem in verified.problems]
    told["profile"] = {
        process: {
            "apps": int(some["application_name"].nunique()),
            "each": [
                [len(one), float(one["time_spent"].sum())]
                for _, one in some.groupby("process_instance_uuid", sort=False)
            ],
        }
        for process, some in rows_of.groupby("process_name")
    }
    told["applications"] = int(rows_of["application_name"].nunique())
    return told


def over_limits(withheld: Sequence[int], built: Built) -> list[str]:
    """For what the default policy would have made no release."""
    limits = Policy().release
    most = [
        max(1, floor(share * count))
        for share, count in (
            (limits.withhold_at_most, built.screenshots),
            (limits.withhold_rows_at_most, built.rows),
        )
    ]
    return [
        f"{gone} {what} where {allowed} may be withheld"
        for what, gone, allowed in zip(("screenshots", "rows"), withheld, most, strict=True)
        if gone > allowed
    ]


def _by_kind(report: LeakReport) -> Counter[tuple[str, str, str]]:
    """Findings by how they were found, kind and place."""
    return Counter(
        (leak.how, leak.kind, "screenshot" if leak in report.on_screens else "text") for leak in report.findings
    )


def measured(name: str, rows: int, frames: tuple[int, int] | None, args: argparse.Namespace) -> dict[str, Any]:
    """One size in a process of its own: counts, findings, and CPU seconds, peak MB of memory and of disk by stage."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    with _folder(args.out.resolve() / name, keep=args.keep) as folder:
        given = (there, folder, rows, frames, args.seed, args.workers, args.canaries)
        child = context.Process(target=_in_a_process, args=given)
        child.start()
        there.close()
        assert child.pid is not None
        peaks, (told, spent) = watch(child.pid, here, folder)
        child.join()
    stages = {
        name: {"cpu_s": cpu, "memory_mb": peaks[name][0], "disk_mb": peaks[name][1]} for name, cpu in spent.items()
    }
    return {
        **told,
        "asked": rows,
        "filmed": frames is not None,
        "canaries": args.canaries,
        "seed": args.seed,
        "stages": stages,
    }


@contextmanager
def _folder(folder: Path, *, keep: bool) -> Iterator[Path]:
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        if not keep:
            shutil.rmtree(folder)


def _in_a_process(
    said: Connection, folder: Path, rows: int, frames: tuple[int, int] | None, seed: int, workers: int, canaries: bool
) -> None:
    in_our_process()  # as the command line says
    scratch = folder / "tmp"
    scratch.mkdir()
    os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)  # what is written on the side counts as disk
    os.environ["OMP_THREAD_LIMIT"] = "1"
    policy = Policy.model_validate(
        {"canaries": {"enabled": canaries}, "vision": {"workers": workers, "device": "cpu"}, "release": LENIENT},
    )
    meter = Meter(said.send)
    told = rehearse(folder, rows, frames, policy, seed, meter)
    said.send((told, dict(meter.spent)))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="*", default=[], help="sizes without screenshots")
    parser.add_argument("--screenshots", type=int, nargs="*", default=[], help="sizes with so many screenshots")
    parser.add_argument("--scale", type=float, nargs="*", default=[], help="the whole table so many times")
    parser.add_argument("--out", type=Path, default=Path("build/scale"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, help="processes that read screens")
    parser.add_argument("--canaries", action="store_true", help="plant canaries, too: they cost the same at any size")
    parser.add_argument("--keep", action="store_true", help="leave captures, work folder and bundle in OUT")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    sizes: list[tuple[str, int, tuple[int, int] | None]] = [(f"rows-{rows}", rows, None) for rows in args.rows]
    sizes += [(f"screenshots-{count}", round(count / SHARE), FRAMES) for count in args.screenshots]
    sizes += [(f"scale-{scale:g}", round(ROWS * scale), ANY_LENGTH) for scale in args.scale]
    for name, rows, frames in sizes:
        told = measured(name, rows, frames, args)
        (args.out / f"{name}.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        print(
            f"{name}: {told['rows']} rows, {told['screenshots']} screenshots, "
            f"{sum(stage['cpu_s'] for stage in told['stages'].values()):.0f} CPU s, findings "
            f"{told['findings'] or 'none'}, withheld {told['withheld']}, over the limits {told['over'] or 'none'} "
            f"{told['stopped']}",
            flush=True,
        )
    runs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(args.out.glob("*-*.json"))]
    print(write_growth(runs, args.out))


if __name__ == "__main__":
    main()
