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
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.row_batches import write_batches
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
from release.sign.provenance import links
from release.sign.signing import signing_key
from validation.leaks.leak_report import LeakReport

POLICY = Policy.model_validate({"canaries": {"enabled": False}, "vision": {"workers": 1, "device": "cpu"}})
STAGES = ("ingest", "find", "resolve", "scrub", "finish", "release", "leak check")


def measure(folder: Path, rows: int, seed: int = 0) -> tuple[dict[str, float], LeakReport, int]:
    """Build `rows` rows in an empty folder: (CPU seconds by stage, report of the leak check, released rows)."""
    spent: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def timed(stage: str) -> Iterator[None]:
        start = time.process_time()
        yield
        spent[stage] += time.process_time() - start

    sources = write_batches(folder / "captures", rows, seed)
    key_path = folder / "key"
    key_path.write_bytes(bytes(range(32)))  # the same key, so the same surrogates, each time
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    key, ledger = open_ledger(key_path)
    stores = [BatchStore(folder / "work", source.name, key) for source in sources]
    built = dict(zip(stores, sources, strict=True))

    def build(store: BatchStore, ledger: Ledger) -> None:
        steps: dict[str, Callable[[], object]] = {
            "ingest": lambda: ingest(built[store], store, POLICY, no_progress, key),
            "find": lambda: find(store, POLICY, no_progress, load_corrections(corrections_path(key_path))),
            "resolve": lambda: resolve(store, POLICY, ledger),
            "scrub": lambda: scrub(store, POLICY, ledger),
            "finish": lambda: finish(store, POLICY, ledger),
        }
        for stage, step in steps.items():
            with timed(stage):
                step()
        plant_and_count(store, POLICY, key, no_progress)

    for store in stores:
        build(store, ledger)
    # As the pipeline does: a surrogate that a later batch showed to be a real name is given up, and its batches change.
    for _ in stores:
        for store in [store for store in stores if not is_current(store, ledger)]:
            build(store, ledger)
    # Whoever releases opens the ledger anew: it must know all that was known when the batches were scrubbed.
    ledger.close()
    key, ledger = open_ledger(key_path)
    released = sum(int(store.read_json("scrubbed/batch.json")["interactions"]) for store in stores)
    reports: list[LeakReport] = []
    start = time.process_time()
    certifier = Certifier(stores, ledger, POLICY, no_progress)

    def certify(content: Path) -> dict[str, object]:
        with timed("leak check"):
            reports.append(certifier.check(content))
        return certifier.certificate(reports[-1])

    try:
        build_bundle(
            [store.scrubbed for store in stores],
            folder / "bundle",
            version="1.0.0",
            policy=POLICY,
            signing_key=signing_key(key),
            certify=certify,
            chain=lambda: links(stores, key),
        )
    except EntrophyError as error:
        if not reports:
            raise
        print(f"no release: {error}")
    spent["release"] = time.process_time() - start - spent["leak check"]
    return dict(spent), reports[-1], released


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
