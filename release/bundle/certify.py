"""Connects the leak check with what is known of this release: the identities of its batches become the needles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.canaries.detectors import demanded, silent
from redaction.canaries.figures import figures
from redaction.canaries.plant import load_report, require_caught
from redaction.errors import BundleError, LeakFound
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.policy import Policy, policy_digest
from redaction.spread.engine import Engine
from redaction.spread.local import LOCAL
from redaction.stages.find import registry_of
from redaction.stages.scrub import is_current
from redaction.stages.shared import require_shared
from redaction.text import Registry
from redaction.text.model import MODEL
from redaction.withdrawal.forgotten import NOBODY, Forgotten
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.stage_records import RELEASED
from redaction.work.store import BatchStore
from release.bundle.bundle_models import Answer, CanaryReport, Certificate, ScrubbedAbout
from release.bundle.captured import CapturedTexts, found_values
from release.bundle.demonstrations import demonstrations_of
from release.bundle.distinctive import is_distinctive
from release.bundle.drawn import drawn_on, drawn_on_films, kept_kinds
from release.bundle.found import note_findings
from release.bundle.kept_verdicts import KeptVerdicts, content_of
from release.bundle.own_surrogates import without_own_surrogates
from release.bundle.released_rows import ReleasedRows
from release.bundle.source_ids import with_captured_ids, with_spoken_ids
from release.bundle.sources import read_sources
from release.bundle.withhold import (
    Withheld,
    require_few,
    shown_in,
    withheld_count,
    withheld_demonstration_count,
    withheld_row_count,
    withheld_rows,
    withheld_source_rows,
    within_demonstrations,
    within_sources,
)
from release.sign.provenance import source_digest
from release.sign.sbom import without_own_names
from validation.files.bundle_files import CERTIFICATE
from validation.files.file_models import parsed
from validation.leaks.allowed import Allowed
from validation.leaks.kept_readings import KeptReadings
from validation.leaks.leak_report import LeakReport
from validation.leaks.needles import Needle
from validation.leaks.scan import scan_bundle
from validation.leaks.verdicts import Judged


class Certifier:
    """Reads the finished content for build_bundle: returns the certificate, or raises LeakFound or Withheld.

    Several builds may follow one another while screenshots and rows are withheld: no screenshot is read twice. With
    `kept` nothing is read again that an earlier build read, and with `verdicts` the same content is not searched again
    for the same values; who verifies what was built leaves both out. What was found last is written to `note`.
    """

    def __init__(
        self,
        stores: Sequence[BatchStore],
        ledger: Ledger,
        policy: Policy,
        progress: Progress,
        kept: KeptReadings | None = None,
        engine: Engine = LOCAL,
        forgotten: Forgotten = NOBODY,
        verdicts: KeptVerdicts | None = None,
        note: Path | None = None,
    ) -> None:
        self._verdicts, self._note = verdicts, note
        self._stores, self._policy, self._progress, self._kept = stores, policy, progress, kept
        self._engine = engine
        require_untouched(stores)
        require_current(stores, ledger)
        require_shared(stores)
        self._ledger = ledger
        registries = [registry_of(store) for store in stores]
        # Who is to be forgotten is in no registry that was written, and is looked for all the same.
        registries.append(forgotten.registry)
        self.needles = sorted({*needles_of(registries, ledger, policy), *found_values(stores, ledger, policy)})
        #: whose last name is looked for alone: whom the sweep knew by name, too
        self._known = {value for registry in registries for value in registry.people()}
        self.captured = CapturedTexts(stores, policy)
        self._judged: Judged = {}
        self._allowed = Allowed(frozenset(kept_kinds(policy)), drawn_on(stores), drawn_on_films(stores))
        self._detectors = answering_detectors(stores, policy)
        self._canaries = canary_figures(stores, policy)

    def __call__(self, content: Path) -> Mapping[str, Any]:
        """The certificate of one bundle's content. Once more at the end: the content was made from what lay there."""
        certificate = self.certificate(self.scan(content))
        require_untouched(self._stores)
        return certificate

    def scan(self, content: Path) -> LeakReport:
        """Read everything; raises when anything is found."""
        report = self.check(content)
        rows = ReleasedRows(content)
        shown = shown_in(content, report)
        films = within_demonstrations(content, report, self._stores)
        tables = within_sources(content, report)
        if self._note is not None and report.findings:
            note_findings(self._note, report, rows, shown, films)
        texts_gone = {row for store in self._stores for row in withheld_source_rows(store.scrubbed)}
        # What is found in a row whose texts are withheld stands in a field that must not be one: nothing helps.
        tables = {leak: row for leak, row in tables.items() if row not in texts_gone}
        elsewhere = set(report.findings) - shown.keys() - films.keys() - tables.keys()
        found = [rows.interactions(leak) for leak in sorted(elsewhere)]
        gone = {uuid for store in self._stores for uuid in withheld_rows(store.scrubbed)}
        # What is still found in a row whose text is masked, or in no row at all, nothing can be left out for.
        if report.findings and all(uuids and not uuids <= gone for uuids in found):
            names, unsaid = sorted({*shown.values()}), set().union(*found) - gone
            hidden = withheld_count(self._stores)
            require_few(
                (len(names) + hidden, report.read["screenshots"] + hidden),
                (len(unsaid | gone), self._row_count()),
                (
                    len({*films.values()}) + withheld_demonstration_count(self._stores),
                    sum(len(demonstrations_of(store.scrubbed).about) for store in self._stores),
                ),
                self._policy,
                report,
                (len({*tables.values()} | texts_gone), self._source_rows()),
            )
            raise Withheld(names, sorted(unsaid), sorted({*films.values()}), sorted({*tables.values()}))
        report.require_clean()
        return report

    def _row_count(self) -> int:
        return sum(int(store.read_json("scrubbed/batch.json")["interactions"]) for store in self._stores)

    def _source_rows(self) -> int:
        return sum(one.rows for store in self._stores for one in read_sources(store.scrubbed).about)

    def check(self, content: Path) -> LeakReport:
        """Read everything and tell what was found."""
        if self._verdicts is None:
            return self._search(content)
        return self._verdicts.searched(self._asked(content), lambda: self._search(content))

    def _asked(self, content: Path) -> str:
        """The digest of all that a search depends on: the content, what is looked for, and what is let through."""
        return digest_of(
            "search",
            content_of(content),
            policy_digest(self._policy),
            withheld_count(self._stores),
            withheld_demonstration_count(self._stores),
            [sorted(withheld_source_rows(store.scrubbed)) for store in self._stores],
            [[*needle] for needle in self.needles],
            sorted(self._known),
            self._ledger.state,
            [[store.record(stage).digest for stage in RELEASED] for store in self._stores],
        )

    def _search(self, content: Path) -> LeakReport:
        report = scan_bundle(
            content,
            self.needles,
            # A screen that had to go says something about those that were not read.
            share=1.0 if withheld_count(self._stores) else self._policy.release.verify_screens,
            workers=self._policy.vision.workers,
            progress=self._progress,
            captured=self.captured,
            judged=self._judged,
            alone=self._known,
            own=lambda letters: self._ledger.is_own(Kind.PERSON, letters),
            unread_at_most=self._policy.release.unread_at_most,
            allowed=self._allowed,
            kept=self._kept,
            engine=self._engine,
        )
        report = with_captured_ids(without_own_names(report, content), content, self._stores, self._policy)
        return without_own_surrogates(
            report, content, self._stores, self._ledger, self._policy, self.needles, self.captured
        )

    def derived(self, folder: Path) -> LeakReport:
        """What is found in files that were made from a release: databases, tasks, exports."""
        return with_spoken_ids(self._search(folder), folder, self._stores, self._policy)

    def certificate(self, report: LeakReport) -> dict[str, Any]:
        """What is signed about a clean report."""
        return report.certificate(
            inputs=[source_digest(store) for store in self._stores],
            policy_digest=policy_digest(self._policy),
            redaction=redaction_engines(self._stores, self._policy),
            canaries=self._canaries,
            detectors=self._detectors,
            kept=kept_kinds(self._policy),
            withheld=withheld_count(self._stores),
            rows_withheld=withheld_row_count(self._stores),
        )


def require_untouched(stores: Sequence[BatchStore]) -> None:
    """EntrophyError unless every stage of every batch was done and its outputs are still what it left."""
    for store in stores:
        store.require_released()


def require_current(stores: Sequence[BatchStore], ledger: Ledger) -> None:
    """BundleError unless every batch was scrubbed with the surrogates that the ledger has now."""
    for store in stores:
        if not is_current(store, ledger):
            raise BundleError(
                "a surrogate in this batch turned out to be a real name in one that was read later.",
                record=store.name,
                remedy="build the batch again: it gets another, and nothing is read twice.",
            )


def answering_detectors(stores: Sequence[BatchStore], policy: Policy) -> dict[str, Any]:
    """Which detectors were on when the batches were read, and answered. LeakFound when one that the policy demands
    did not."""
    answers: dict[str, Answer] = {}
    for store in stores:
        detectors = _canary_report(store).detectors
        films = any(one.film for one in demonstrations_of(store.scrubbed).about)
        shown = films or any(True for _ in store.screenshots.glob("*.png"))
        answering = {name: told.answers for name, told in detectors.items()}
        missing = silent(answering, demanded(policy, screens=shown))
        if missing:
            raise LeakFound(
                f"these detectors do not answer: {', '.join(missing)}.",
                record=store.name,
                remedy="switch them on in the policy, or repair the installation, and build the batch again.",
            )
        answers |= detectors
    return {name: told.model_dump() for name, told in answers.items()}


def _canary_report(store: BatchStore) -> CanaryReport:
    return CanaryReport.model_validate(load_report(store))


def canary_figures(stores: Sequence[BatchStore], policy: Policy) -> dict[str, Any]:
    """What the detectors caught of the canaries of all batches, added up.

    Raises EntrophyError when a batch has no canaries of its own findings, LeakFound below the floor of the policy.
    """
    if not policy.canaries.enabled:
        return {"enabled": False}
    reports = [_canary_report(store) for store in stores]
    if not all(report.enabled for report in reports):
        raise BundleError("a batch was built without canaries.", remedy="build it again with this policy.")
    total = figures([cell.model_dump() for report in reports for cell in report.cells], policy.canaries.floor)
    require_caught(total, "all batches")
    return total


def redaction_engines(stores: Sequence[BatchStore], policy: Policy) -> dict[str, str]:
    """The engines that read and hid, with their versions; the shipped names model by the SHA-256 of its weights."""
    engines: dict[str, str] = {}
    for store in stores:
        engines.update(ScrubbedAbout.model_validate(store.read_json("scrubbed/batch.json")).engines)
    if policy.text.engine == "minilm":
        engines["names-model"] = f"sha256 {file_digest(MODEL)}"
    return dict(sorted(engines.items()))


def needles_of(registries: Iterable[Registry], ledger: Ledger, policy: Policy) -> list[Needle]:
    """Every known identity that can be recognised out of context, with its opaque id.

    A first name that is also a word ("Will") or a part of an address says nothing by itself: such values are hidden
    where they were found, but a word of the same letters elsewhere is no leak.
    """
    entries = {entry for registry in registries for entry in registry.entries}
    return sorted(
        {
            (ledger.entity_id(Kind(kind), value), Kind(kind), value)
            for kind, value, declared in entries
            if policy.text.treatment(Kind(kind)) != "keep" and is_distinctive(Kind(kind), value, declared)
        }
    )


def leak_check_figures(bundle: Path) -> dict[str, Any]:
    """What the certificate of a bundle tells, as evidence for people: counts only; empty without a readable one."""
    try:
        certificate = parsed(Certificate, (bundle / CERTIFICATE).read_bytes())
    except (OSError, ValueError):
        return {}
    names = {"verdict", "read", "sampling", "needles", "screenshots_withheld", "rows_withheld", "text_on_screens"}
    names |= {"detectors"}
    return certificate.model_dump(include=names)
