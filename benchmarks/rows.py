"""How an honest release grows: generated rows through the whole build, CPU seconds by stage, and what stops it.

    PYTHONPATH=. .venv/bin/python -m benchmarks.rows 1000 [4000 …] [--keep FOLDER] [--seed N]

Recordings without screenshots, in the proportions of a full release: three domains, 24 processes, 19
applications, nine participants, 178 steps a workflow. Invented people whose names resemble each other (stems and
endings), with mails, log-ins, telephone numbers, ids, accounts, typing in pieces, notes in prose, file names. Half of
them are declared. Everything is hidden by the same stages as in a build and read by the leak check with everything
that was captured; canaries are not planted, because they cost the same at any size. A finding is told by how it was
found and its kind, never by its value. CPU seconds of this process, one worker.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.row_batches import write_batches
from benchmarks.scale_meter import Meter
from redaction.batch import open_ledger, scrub
from redaction.canaries.plant import plant_and_count
from redaction.errors import EntrophyError
from redaction.ledger.entities import Ledger
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.stages.corrections import corrections_path, load_corrections
from redaction.stages.find import find
from redaction.stages.finish import finish
from redaction.stages.ingest import ingest
from redaction.stages.scrub import is_current, resolve
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.build import build_bundle
from release.bundle.certify import Certifier
from release.bundle.gate import require_valid
from release.bundle.useful import require_useful
from release.bundle.withhold import release_without
from release.sign.provenance import links
from release.sign.signing import public_key, signing_key
from validation.leaks.kept_readings import KeptReadings
from validation.leaks.leak_report import LeakReport
from validation.table.expectations import CheckResult

POLICY = Policy.model_validate({"canaries": {"enabled": False}, "vision": {"workers": 1, "device": "cpu"}})
STAGES = ("ingest", "find", "resolve", "scrub", "finish", "validate", "usefulness", "release", "leak check")


@dataclass(slots=True)
class Built:
    """A release that was tried: what each leak check found (the first before anything was withheld), and the bundle."""

    rows: int
    screenshots: int
    reports: list[LeakReport]
    stopped: str
    stores: list[BatchStore]
    checks: list[CheckResult]
    public_key: str
    again: Callable[[], object]
    """Release once more; what stopped the first is let through now, with a failed certificate."""


class _Watched(Certifier):
    """The leak check of a release, its costs and reports kept; it stops nothing when `lets` says so."""

    def __init__(
        self, turn: Callable[[], AbstractContextManager[None]], reports: list[LeakReport], lets: bool, *given: Any
    ) -> None:
        super().__init__(*given)
        self._turn, self._reports, self._lets = turn, reports, lets

    def scan(self, content: Path) -> LeakReport:
        return self.check(content) if self._lets else super().scan(content)

    def check(self, content: Path) -> LeakReport:
        with self._turn():
            self._reports.append(super().check(content))
        return self._reports[-1]


def build(folder: Path, sources: list[Path], policy: Policy, meter: Meter) -> Built:
    """The stages of a build over these capture batches, and their release at `folder`/bundle."""
    key_path = folder / "key"
    key_path.write_bytes(bytes(range(32)))  # the same key, so the same surrogates, each time
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    key, ledger = open_ledger(key_path)
    built = {BatchStore(folder / "work", source.name, key): source for source in sources}
    stores = list(built)

    def search(store: BatchStore) -> None:
        with meter("ingest"):
            ingest(built[store], store, policy, no_progress, key)
        others = [other for other in stores if other is not store]
        with meter("find"):
            find(store, policy, no_progress, load_corrections(corrections_path(key_path)), others=others)

    def through_stages(store: BatchStore, ledger: Ledger) -> None:
        search(store)
        steps: dict[str, Callable[[], object]] = {
            "resolve": lambda: resolve(store, policy, ledger),
            "scrub": lambda: scrub(store, policy, ledger),
            "finish": lambda: finish(store, policy, ledger),
        }
        if policy.canaries.enabled:
            steps["canaries"] = lambda: plant_and_count(store, policy, key, no_progress)
        for stage, step in steps.items():
            with meter(stage):
                step()
        plant_and_count(store, policy, key, no_progress)

    for store in stores:
        search(store)
    for store in stores:
        through_stages(store, ledger)
    # As the pipeline does: a surrogate that a later batch showed to be a real name is given up, and its batches change.
    for _ in stores:
        for store in [store for store in stores if not is_current(store, ledger)]:
            through_stages(store, ledger)
    # Whoever releases opens the ledger anew: it must know all that was known when the batches were scrubbed.
    ledger.close()
    key, ledger = open_ledger(key_path)
    abouts = [store.read_json("scrubbed/batch.json") for store in stores]
    signing, reports, stopped = signing_key(key), list[LeakReport](), ""
    with meter("validate"):
        checks = require_valid([store.scrubbed for store in stores])
    with meter("usefulness"):
        useful = require_useful(stores, policy)

    def release(stage: str = "release", check: str = "leak check") -> None:
        kept = KeptReadings(folder / "work/checked", key.derive("work/checked"))
        certify = _Watched(lambda: meter(check), reports, bool(stopped), stores, ledger, policy, no_progress, kept)
        with meter(stage):
            release_without(
                stores,
                lambda: build_bundle(
                    [store.scrubbed for store in stores],
                    folder / "bundle",
                    version="1.0.0",
                    policy=policy,
                    signing_key=signing,
                    certify=certify,
                    chain=lambda: links(stores, key),
                    useful=useful,
                ),
            )

    try:
        release()
    except EntrophyError as error:
        if not reports:
            raise
        stopped = str(error)
    rows, screenshots = (sum(int(about[what]) for about in abouts) for what in ("interactions", "screenshots"))
    again = partial(release, "release again", "release again")
    return Built(rows, screenshots, reports, stopped, stores, checks, public_key(signing), again)


def measure(folder: Path, rows: int, seed: int = 0) -> tuple[dict[str, float], LeakReport, int]:
    """Build `rows` rows in an empty folder: (CPU seconds by stage, report of the leak check, released rows)."""
    meter = Meter()
    built = build(folder, write_batches(folder / "captures", rows, seed), POLICY, meter)
    if built.stopped:
        print(f"no release: {built.stopped}")
    return dict(meter.spent), built.reports[0], built.rows


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int, nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="leave work folder, captures and bundle here")
    args = parser.parse_args()
    for rows in args.rows:
        with tempfile.TemporaryDirectory() as temp:
            folder = args.keep / str(rows) if args.keep else Path(temp)
            folder.mkdir(parents=True, exist_ok=True)
            spent, report, released = measure(folder, rows, args.seed)
            if args.keep:
                stated = [(leak.where, leak.entity_id, leak.kind, leak.how) for leak in report.findings]
                (folder / "findings.json").write_text(json.dumps(stated, indent=0), encoding="utf-8")
        print(f"rows {released} of {rows}, needles {report.needles}")
        print(
            "CPU s: "
            + ", ".join(f"{stage} {spent[stage]:.1f}" for stage in STAGES)
            + f", all {sum(spent.values()):.1f}"
        )
        for (how, kind), count in sorted(Counter((leak.how, leak.kind) for leak in report.findings).items()):
            print(f"  {count:5d} {how} {kind}")
        print(f"findings {len(report.findings)}", flush=True)


if __name__ == "__main__":
    main()
