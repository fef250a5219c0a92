"""What assets need from outside: the workspace (folders, key, policy) and a reporter of progress."""

import os
from pathlib import Path

import dagster as dg
from pydantic import Field

from assets import config
from redaction.batch import open_ledger
from redaction.capture.preflight import batch_folders, named
from redaction.errors import CaptureError
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key, load_key
from redaction.policy import Policy, load_policy
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import load_forgotten
from redaction.work.files import private_folder
from redaction.work.progress import Progress
from redaction.work.store import BatchStore
from release.bundle.kept_verdicts import KeptVerdicts


class Workspace(dg.ConfigurableResource[None], extra="forbid"):
    """Folders, key and policy of this project. Empty strings mean the defaults of assets/config.py."""

    captures: list[str] = Field(
        default=[], description="Capture batch folders. Empty: every subfolder of ENTROPHY_CAPTURES with a batch.json."
    )
    out: str = Field(default="", description="Folder for bundle, report and work files.")
    key: str = Field(default="", description="Key file; made on first use, mode 0600, outside the bundle.")
    policy: str = Field(default="", description="Policy file (YAML); empty means the defaults.")

    @property
    def out_path(self) -> Path:
        """Where bundle, report and work folder go."""
        return Path(self.out) if self.out else config.out_root()

    @property
    def work_path(self) -> Path:
        """The work folder: the only place that may hold captured values besides the captures themselves."""
        return self.out_path / "work"

    @property
    def bundle_path(self) -> Path:
        """The bundle of the newest release."""
        return self.out_path / "bundle"

    @property
    def report_path(self) -> Path:
        """The audit report of the newest release."""
        return self.out_path / "report.html"

    @property
    def key_path(self) -> Path:
        """The key file."""
        return Path(self.key) if self.key else config.default_key()

    def load_policy(self) -> Policy:
        """The policy; PolicyError names every key that cannot be followed."""
        return load_policy(Path(self.policy) if self.policy else config.policy_path())

    def sources(self) -> dict[str, Path]:
        """Batch name → capture folder, sorted by name. CaptureError for names that cannot stand in a log."""
        folders = batch_folders([Path(p) for p in self.captures]) or sorted(
            p.parent for p in config.captures_root().glob("*/batch.json")
        )
        return named(folders)

    def source(self, name: str) -> Path:
        """The capture folder of one partition."""
        try:
            return self.sources()[name]
        except KeyError:
            raise CaptureError(
                "no capture folder of this name is known.",
                record=name,
                remedy="set ENTROPHY_CAPTURES to the folder that holds it, or delete the partition.",
            ) from None

    def store(self, name: str) -> BatchStore:
        """The work folder of one batch."""
        os.umask(0o077)
        return BatchStore(self.private_work() / "batches", name, self._made_key())

    def scrubbed(self, names: list[str]) -> list[BatchStore]:
        """The stores of the named batches, or of every batch that was scrubbed, sorted by name."""
        root = self.work_path / "batches"
        chosen = names or [p.parent.parent.name for p in root.glob("*/scrubbed/batch.json")]
        if not chosen:
            raise CaptureError("no batch was scrubbed yet.", remedy="run the job `build` for at least one batch first.")
        return [self.store(name) for name in sorted(chosen)]

    def private_work(self) -> Path:
        """The work folder, made or corrected to mode 0700: captured values lie in it."""
        self.out_path.mkdir(parents=True, exist_ok=True)
        private_folder(self.work_path)
        self.work_path.chmod(0o700)
        return self.work_path

    @property
    def checked(self) -> Path:
        """Where the leak check keeps what it read on released screenshots."""
        return self.private_work() / "checked"

    def verdicts(self, key: Key | None = None) -> KeptVerdicts:
        """What the checks of earlier builds said."""
        return KeptVerdicts(self.private_work() / "verdicts", (key or self._made_key()).derive("work/verdicts"))

    def _made_key(self) -> Key:
        """The key; made together with its ledger when there is none, since a key without one is refused later."""
        if not self.key_path.exists():
            self.ledger()[1].close()
        return load_key(self.key_path)

    def ledger(self) -> tuple[Key, Ledger]:
        """Key and ledger; the key is made on first use."""
        return open_ledger(self.key_path)

    def forgotten(self) -> Forgotten:
        """Who is to be forgotten, by the requests beside the key."""
        return load_forgotten(self.key_path, self._made_key())


class Reporter:
    """Progress of long stages as log lines, about ten a stage. The command line puts a bar in its place."""

    def progress(self, log: dg.DagsterLogManager) -> Progress:
        """A Progress that logs counts, never values."""
        logged: dict[str, int] = {}

        def report(stage: str, done: int, total: int) -> None:
            tenth = 10 * done // total if total else 0
            if logged.get(stage) != tenth:
                logged[stage] = tenth
                log.info(f"{stage}: {done} of {total}")

        return report
