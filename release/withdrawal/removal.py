"""Removing what is left of a request, in steps that may be stopped anywhere and begun again: the end is the same.

What a step has to know stands in the request, which is written first; a step looks at what is there and does what is
still to be done. A work folder is renamed away before it is deleted, so that half of one is never taken for a whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.ledger_files import ledger_path
from redaction.ledger.ledger_state import backup_path
from redaction.stages.corrections import corrections_path
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import Request, changing, forgotten_of, load_requests
from redaction.work.files import file_digest, private_folder
from release.bundle.bundle_place import clear_stale
from release.review.corrections import export_corrections
from release.review.decisions import Decisions, decisions_path
from release.withdrawal.concerned import batch_folders, batch_named, declared_in, lines_of
from release.withdrawal.published import holds
from release.withdrawal.search import Searched, clear_caches, search, seeker
from validation.files.bundle_files import SIGNOFF
from validation.files.source_layout import is_source_archive

GONE = ".forgotten-"
"""How the name of a work folder begins that is being deleted."""
_KEPT = Path("cache/readings")


@dataclass(frozen=True)
class Removal:
    """One request and the places where something of it may lie: the folders `outs` of builds, the key and its ledger.
    `forgotten` knows everybody who asked, so that nobody comes back by the removal of another."""

    request: Request
    outs: Sequence[Path]
    key_path: Path
    ledger: Ledger
    forgotten: Forgotten

    @property
    def steps(self) -> tuple[Callable[[], str], ...]:
        """What is done, in this order; each says what it did."""
        return self.readings, self.work_folders, self.bundles, self.review, self.ledger_rows

    def readings(self) -> str:
        """Cached readings: those of screens that show the person, and all that were the person's own."""
        gone = clear_caches(self.forgotten, self.outs, self.ledger)
        for batch in batch_folders(self.outs):
            for name in self.request.shots:
                released = batch / "scrubbed" / "screenshots" / name
                if released.is_file():
                    kept = sorted((batch.parents[1] / "checked").glob(f"{file_digest(released)}-*"))
                    gone += _unlinked(kept)
            if self._was_in(batch):  # which reading was of whose screen its name does not tell
                gone += _unlinked(sorted((batch / _KEPT).glob("*")))
        return f"{gone:,} cached readings removed"

    def work_folders(self) -> str:
        """Work files of every batch in which the person is: built again, it knows nothing of the person."""
        seek = seeker(self.forgotten, self.ledger)
        gone = 0
        for batch in batch_folders(self.outs):
            if self._was_in(batch) or any(seek.holds(path) for path in _work_files(batch)):
                aside = batch.parents[1] / f"{GONE}{batch.name}"
                shutil.rmtree(aside, ignore_errors=True)
                batch.rename(aside)
                gone += 1
        for out in self.outs:
            for aside in sorted((out / "work").glob(f"{GONE}*")):
                home = out / "work" / "batches" / aside.name.removeprefix(GONE) / _KEPT
                if any((aside / _KEPT).glob("*")) and not home.exists():
                    private_folder(home.parent)
                    (aside / _KEPT).rename(home)
                shutil.rmtree(aside)
        return f"work files of {gone:,} batches removed"

    def bundles(self) -> str:
        """Built bundles that hold, or may hold, rows of the person, with their reports and sign-offs."""
        gone = 0
        for out in self.outs:
            clear_stale(out / "bundle")
            if self._may_show(out / "bundle"):
                gone += (out / "bundle").is_dir()
                for name in ("report.html", SIGNOFF):
                    (out / name).unlink(missing_ok=True)
                for name in (".publishing", "bundle"):
                    shutil.rmtree(out / name, ignore_errors=True)
        return f"{gone:,} built bundles removed"

    def review(self) -> str:
        """Decisions on the person's screenshots and videos, words that auditors typed, and the corrections made of
        both."""
        path = decisions_path(self.key_path)
        if not path.is_file():
            return "no review decisions are there"
        decisions = Decisions(path)
        shown = {*self.request.shots, *self.request.recordings}
        gone = decisions.forget(self.request.images, shown, lambda text: self.forgotten.concerns(text))
        if corrections_path(self.key_path).exists():
            export_corrections(decisions, corrections_path(self.key_path))
        return f"{gone:,} review decisions and words removed"

    def ledger_rows(self) -> str:
        """Real values and surrogates of the person, also in the backup; an older backup goes."""
        gone = self.ledger.forget(lambda value: self.forgotten.concerns(value))
        before = backup_path(ledger_path(self.key_path))
        before.with_name(before.name + ".before").unlink(missing_ok=True)
        return f"{gone:,} values removed from the ledger"

    def _may_show(self, bundle: Path) -> bool:
        """Whether rows of the person may be in a bundle: an entity has some in company sources alone."""
        if self.request.kind == "entity" and not (self.request.left_out.source_rows and _has_sources(bundle)):
            return False
        return holds(bundle, self.request) is not False

    def _was_in(self, batch: Path) -> bool:
        """Whether a batch was read when the person still took part, or his screenshots did."""
        request = self.request
        if request.kind == "entity":
            return False
        if not (batch / "ingest/batch.json").is_file():
            return True  # what is cached there is of nobody knows whom: it is read again
        whole = request.kind == "participant"
        if whole and batch_named(batch) in request.batches and request.participant in declared_in(batch):
            return True
        rows = (item["row"] for item in lines_of(batch / "ingest/rows.jsonl"))
        return any(r["process_instance_uuid"] in request.recordings and (whole or r["screenshot_name"]) for r in rows)


def remove_all(
    key_path: Path, key: Key, ledger: Ledger, outs: Sequence[Path], say: Callable[[str], None] = lambda line: None
) -> Searched:
    """Remove what is left of every request that is not done, remember that it was, and search. The requests are in
    their file already: stopped anywhere and called again, the end is the same."""
    requests = load_requests(key_path, key)
    forgotten = forgotten_of(requests, key)
    live = [one for one in requests.requests if one.state != "done"]
    removals = [Removal(one, outs, key_path, ledger, forgotten).steps for one in live]
    for steps in zip(*removals, strict=True):  # each for all of them: what tells one what is its own goes in the second
        for request, step in zip(live, steps, strict=True):
            say(f"request {request.number}: {step()}.")
    proof = search(forgotten, outs, key_path, ledger)
    if not proof.found:
        with changing(key_path, key) as held:
            for request in held[0].requests:
                if request.state == "recorded":
                    held[0] = held[0].put(replace(request, state="removed"))
    return proof


def _has_sources(bundle: Path) -> bool:
    return any(is_source_archive(path.name) for path in bundle.glob("*"))


def _work_files(batch: Path) -> Iterator[Path]:
    return (p for p in sorted(batch.rglob("*")) if p.is_file() and _KEPT.parts != p.relative_to(batch).parts[:2])


def _unlinked(paths: Sequence[Path]) -> int:
    for path in paths:
        path.unlink()
    return len(paths)
