"""Publish a bundle on Kaggle with the real client, and believe nothing that was not read back.

    look → wait until nothing is being processed → is this digest there already? → upload, one create call
         → wait for READY → compare the listing → download and hash → receipt

Creating a version twice is harmless to nobody's data but confuses everyone: the digest goes into the version notes and
is looked for before every attempt, also after an answer that was lost.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redaction.errors import PublishError
from release.publish.kaggle_compare import hosted_files
from release.publish.kaggle_cover import COVER, cover
from release.publish.kaggle_host import HostedDataset, State, mark
from release.publish.kaggle_metadata import refuse_metadata
from release.publish.kaggle_process import HostError, KaggleProcess
from release.publish.publish_types import Change, PublishSettings, Say
from release.publish.staging import Shipment, copy_verified, not_staged, refuse
from release.publish.targets import Outcome, PublishTarget
from validation.files.bundle_files import METADATA

_SETTINGS = (
    "Then send the dataset's settings, also where the version is there already: title, subtitle, description, licence, "
    "keywords, columns, how often to expect a new version, and a cover picture of released pixels.",
)
_SAME_COMMAND = "run the same command again; if it happens twice, look at the dataset's page."


class KaggleTarget:
    """A dataset on Kaggle."""

    leaves_machine = True

    def plan(self, shipment: Shipment, settings: PublishSettings) -> list[str]:
        """Every file that would be sent."""
        refuse_metadata(shipment)
        kept = hosted_files(shipment)
        total = sum(fact.size for fact in kept.values())
        new = "public" if settings.public else "private"
        return [
            f"Send {len(kept)} files, {total:,} bytes, to Kaggle as {shipment.dataset}: a new {new} dataset, or a "
            "new version of it if it exists. Anyone who may see the dataset can then copy it.",
            *(f"  {fact.size:>15,}  {name}" for name, fact in sorted(kept.items())),
            "Then wait until it is ready" + (", download it and compare every hash." if settings.read_back else "."),
            *(_SETTINGS if settings.update_metadata else ()),
        ]

    def publish(self, shipment: Shipment, settings: PublishSettings, say: Say) -> Outcome:
        """Publish or find the version with this bundle's digest, and check it. PublishError with a remedy otherwise."""
        refuse_metadata(shipment)
        work = settings.work or shipment.bundle.parent / ".publishing"
        with _staged(shipment, work) as folder, KaggleProcess(os.environ, folder, settings, say) as client:
            return _Publication(shipment, settings, say, client, folder).run()

    def announce(self, dataset: str, change: Change, settings: PublishSettings, say: Say) -> bool:
        """Kaggle has no place beside the versions of a dataset."""
        return False


@contextmanager
def _staged(shipment: Shipment, work: Path) -> Iterator[Path]:
    """A folder named by the content with a fresh verified copy in `files`; removed after success.

    After an interruption or a passing fault `tmp` stays, where the client keeps its half-sent uploads: the same content
    resumes there, and other content never sees it. After a refusal nothing stays.
    """
    folder = work / shipment.content_id[:32]
    files = folder / "files"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if files.exists():
            shutil.rmtree(files)
        files.mkdir()
        copy_verified(shipment, files)
    except OSError as error:
        raise not_staged(work, error) from None
    try:
        yield folder
    except PublishError as error:
        passing = isinstance(error, HostError) and error.transient
        shutil.rmtree(files if passing else folder)
        raise
    shutil.rmtree(folder)
    if not any(work.iterdir()):
        work.rmdir()


class _Publication:
    """One run; holds what every step needs."""

    def __init__(
        self, shipment: Shipment, settings: PublishSettings, say: Say, client: KaggleProcess, folder: Path
    ) -> None:
        self.shipment = shipment
        self.settings = settings
        self.say = say
        self.client = client
        self.folder = folder
        self.hosted = HostedDataset(shipment, settings, client, folder)
        self.remarks: list[str] = []
        self.damaged = 0
        """The highest version that has this digest but not these bytes."""

    def run(self) -> Outcome:
        """The way drawn at the top of this module."""
        state = self.hosted.state()
        version = self.already_there(state)
        already = version is not None
        if version is None:
            version = self.send(self.wait_while_processing(state))
            self.say(f"Comparing version {version} with the bundle.")
            refuse(
                self.hosted.problems(version),
                f"version {version} does not hold what was sent",
                "do not announce this version; run the same command again, which sends it anew.",
                record=self.shipment.dataset,
            )
        if self.settings.update_metadata:
            self.update_metadata()
        state = self.hosted.state()
        if state is None:
            raise PublishError("the dataset vanished.", record=self.shipment.dataset, remedy=_SAME_COMMAND)
        if not state.private and not self.settings.public:
            raise PublishError(
                "the dataset is public although a private one was asked for.",
                record=self.shipment.dataset,
                remedy="make it private on its settings page now, or publish with --public.",
            )
        if state.private and self.settings.public:
            self._remark("the dataset is private on the host and stays so; make it public on its settings page.")
        if len(copies := self.hosted.copies(state)) > 1:
            self._remark(f"versions {', '.join(map(str, copies))} all carry this digest.")
        url = state.url or f"https://www.kaggle.com/datasets/{self.shipment.dataset}"
        kept = hosted_files(self.shipment)
        return Outcome(
            location=url,
            files=len(kept),
            bytes=sum(fact.size for fact in kept.values()),
            visibility="private" if state.private else "public",
            already_published=already,
            read_back=self.settings.read_back,
            host_version=version,
            notes=tuple(self.remarks),
        )

    def already_there(self, state: State | None) -> int | None:
        """The version that holds this bundle undamaged, if any."""
        if state is None:
            return None
        if not state.private and not self.settings.public:
            raise PublishError(
                "the dataset is public: a new version would be public at once. Nothing was sent.",
                record=self.shipment.dataset,
                remedy="add --public if that is meant, or make the dataset private first.",
            )
        state = self.wait_while_processing(state)
        version = self.hosted.find(state) if state is not None else None
        if version is not None and (problems := self.hosted.problems(version)):
            self._remark(f"version {version} has this digest but is damaged ({len(problems)} problem(s)); sent anew.")
            self.damaged = version
            return None
        return version

    # --- waiting

    def wait_while_processing(self, state: State | None) -> State | None:
        """Wait until no version is being processed (a second one would be refused); PublishError after the deadline."""
        deadline = time.monotonic() + self.settings.ready_seconds
        while state is not None and state.processing:
            if time.monotonic() > deadline:
                raise self._too_slow(state)
            self.say(f"Kaggle is processing {self.shipment.dataset} ({state.status}).")
            time.sleep(self.settings.poll_seconds)
            state = self.hosted.state()
        return state

    def _too_slow(self, state: State | None) -> PublishError:
        waited = f"after {self.settings.ready_seconds:.0f} seconds"
        what = "Kaggle was still processing" if state is not None and state.processing else "the version did not appear"
        return PublishError(
            f"{what} {waited}.",
            record=self.shipment.dataset,
            remedy="run the same command later; it finds this version by its digest and sends nothing twice.",
        )

    # --- sending

    def send(self, state: State | None) -> int:
        """Upload and ask for a version (or the dataset); the number of the version that is ready."""
        for attempt in range(1, self.settings.attempts + 1):
            try:
                self._push(create=state is None)
                break
            except HostError as fault:
                busy = fault.status == 403 and state is not None
                if not fault.transient and not busy:
                    raise
                if fault.kind == "incomplete":
                    self._forget_uploads()
                elif fault.status != 429:  # the answer may have been lost, not the request
                    state = self.hosted.state()
                    if busy and (state is None or not state.processing):
                        raise
                    state = self.wait_while_processing(state)
                    found = self.hosted.find(state, above=self.damaged) if state is not None else None
                    if found is not None:
                        self._remark("an answer was lost on the way; the version was found by its digest.")
                        return found
                if attempt == self.settings.attempts:
                    raise
                self.client.pause(fault, attempt)
        return self.wait_for_version()

    def _push(self, *, create: bool) -> None:
        shipment = self.shipment
        what = "a new dataset" if create else "a new version"
        self.say(
            f"Sending {len(hosted_files(shipment))} files ({shipment.size:,} bytes) to {shipment.dataset}: {what}."
        )
        answer = self.client.call(
            "push",
            seconds=self.settings.transfer_deadline(shipment.size),
            folder=str(self.folder / "files"),
            metadata=shipment.metadata.as_written(),
            notes=mark(shipment),
            create=create,
            private=not self.settings.public,
            expected=len(hosted_files(shipment)),
        )
        if answer["invalid_tags"]:
            self._remark(f"Kaggle does not know these keywords: {', '.join(map(str, answer['invalid_tags']))}.")

    def _forget_uploads(self) -> None:
        """Drop the client's notes on half-sent files: a session the host has dropped is never taken up again."""
        self.client.stop()
        shutil.rmtree(self.folder / "tmp")
        (self.folder / "tmp").mkdir(mode=0o700)

    def wait_for_version(self) -> int:
        """Wait for READY; the number of the version with our digest. PublishError if it failed or takes too long."""
        deadline = time.monotonic() + self.settings.ready_seconds
        while True:
            state = self.hosted.state()
            if state is not None and state.status in ("failed", "deleted"):
                raise PublishError(
                    f"Kaggle could not process what was sent (status {state.status}).",
                    record=self.shipment.dataset,
                    remedy="look at the dataset's page for the reason, then run the same command again.",
                )
            if state is not None and state.status == "ready":
                version = self.hosted.find(state, above=self.damaged)
                if version is not None:
                    return version
            if time.monotonic() > deadline:
                raise self._too_slow(state)
            time.sleep(self.settings.poll_seconds)

    def update_metadata(self) -> None:
        """Send the settings, with the visibility the host has now: left out, a private dataset may become public. The
        client sends the cover that lies beside them."""
        state = self.hosted.state()
        if state is None:
            raise PublishError("the dataset vanished.", record=self.shipment.dataset, remedy=_SAME_COMMAND)
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            content: dict[str, Any] = {**self.shipment.metadata.as_written(), "isPrivate": state.private}
            (Path(place) / METADATA).write_text(json.dumps(content), encoding="utf-8")
            if (picture := cover(self.shipment)) is not None:
                (Path(place) / COVER).write_bytes(picture)
            self.say(f"Sending the settings of {self.shipment.dataset}{', with a cover' if picture else ''}.")
            self.client.ask("metadata", dataset=self.shipment.dataset, folder=place)
        after = self.hosted.state()
        if after is None or after.private != state.private:
            raise PublishError(
                "the metadata update changed who can see the dataset.",
                record=self.shipment.dataset,
                remedy="correct the visibility on its settings page now.",
            )

    def _remark(self, text: str) -> None:
        self.say(text)
        self.remarks.append(text)


TARGET: PublishTarget = KaggleTarget()
