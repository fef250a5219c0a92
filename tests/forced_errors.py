"""Builds a release again and again, each time with one part that fails quoting a captured value. Run as a program.

python -m tests.forced_errors CAPTURES OUT KEY VALUE: prints what a user would see. After each run the Dagster storage
is kept under OUT/kept/<part>, because the next run begins with an empty one. The last run is whole.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from unittest.mock import patch

#: where each stage's work is done, in the order of the stages
PARTS = (
    "redaction.stages.ingest.open_image",
    "redaction.text.engine.TextEngine.find_many",
    "redaction.screens.frames.workers._find",
    "redaction.ledger.entities.Ledger.resolve",
    "redaction.stages.hide_image.redact_image",
    "redaction.stages.finish._counts",
    "redaction.canaries.plant.plant",
    "release.bundle.gate._validated",
    "release.bundle.build.to_table",
    "release.bundle.certify.scan_bundle",
    "assets.verified.verify_bundle",
    "release.report.audit._values",
)


def main(captures: str, out: str, key: str, value: str) -> int:
    """Run every part and say what came of it. Returns the number of forced errors that did not stop the build."""
    from rich.console import Console

    from assets.resources import Workspace
    from pipeline.runner import run_release
    from redaction.errors import EntrophyError

    folder = Path(out)
    policy = folder / "policy.yaml"
    folder.mkdir(parents=True)
    policy.write_text("vision: {workers: 1, device: cpu}\n", encoding="utf-8")
    workspace = Workspace(captures=[captures], out=out, key=key, policy=str(policy))
    passed = 0

    def fail(*_: Any, **__: Any) -> None:
        try:
            raise KeyError(value)
        except KeyError as error:
            raise ValueError(f"cannot handle {value!r} at all") from error

    for part in (*PARTS, ""):
        print(f"== {part or 'nothing fails'}")
        shutil.rmtree(folder / "work" / "verdicts", ignore_errors=True)  # what held would not be looked at again
        try:
            if part:
                resolve_name(part.rpartition(".")[0])  # imported before it is patched
                with patch(part, fail):
                    run_release(workspace, "1.0.0", Console())
                passed += 1
                print("!! it was not stopped")
            else:
                run_release(workspace, "1.0.0", Console())
        except EntrophyError as error:
            print(f"stopped: {error}", file=sys.stderr)
            if not part:
                passed += 1
        storage = folder / "work" / "dagster"
        if storage.exists():
            shutil.copytree(storage, folder / "kept" / (part or "whole"))
    return passed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
