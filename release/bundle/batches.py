"""Reads scrubbed batches: the only door from redaction to release. What does not fit stops the build."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from sys import intern
from typing import Any, TypeVar

from pydantic import ValidationError

from redaction.capture.reasons import REASONS
from redaction.errors import BundleError
from redaction.work import formats
from redaction.work.lines import InOrder, Lines
from release.bundle.bundle_models import CountedFinding, Refused, ScrubbedAbout, ScrubbedDemonstration
from release.bundle.demonstrations import Demonstrations, read_demonstrations
from release.bundle.sources import Sources, read_sources
from release.bundle.withhold import (
    DEMONSTRATION_REASON,
    REASON,
    ROW_REASON,
    SOURCE_REASON,
    masked,
    withheld,
    withheld_demonstrations,
    withheld_rows,
    withheld_source_rows,
)
from validation.files.file_models import wrong_fields
from validation.table.schema import SCREENSHOT_NAME, UUID, Row

T = TypeVar("T")

_REMEDY = "scrub the batch again."
_GIVE_ONCE = "give every batch once."
_TOLD = 5
"""How many of the records that stop a release are named."""


@dataclass(frozen=True, slots=True)
class ScrubbedBatch:
    """One scrubbed batch. `about` is batch.json; findings, refusals and boxes hold no captured value. Rows and findings
    stay on disk."""

    folder: Path
    about: ScrubbedAbout
    rows: Lines[Row]
    findings: Lines[CountedFinding]
    refusals: list[Refused]
    boxes: list[dict[str, Any]]
    demonstrations: Demonstrations
    sources: Sources

    @property
    def domain(self) -> str:
        """The domain that the batch belongs to."""
        return self.about.domain

    @property
    def screenshots(self) -> Path:
        """Folder of the redacted screenshots."""
        return self.folder / formats.SCREENSHOTS


def read_batches(folders: Iterable[Path]) -> list[ScrubbedBatch]:
    """Read `<folder>/scrubbed` (or the scrubbed folder itself) of every batch, in an order that does not depend on the
    caller's. BundleError for anything missing, broken or claimed twice."""
    batches = sorted(
        (_without_withheld(_read(folder)) for folder in folders),
        key=lambda b: (b.about.source_digest, b.about.batch),
    )
    if not batches:
        raise BundleError("there is no batch to bundle.", remedy="give at least one scrubbed batch.")
    _once(((b.about.source_digest, "") for b in batches), "two batches have the same source_digest", _GIVE_ONCE)
    _once(
        (
            (uuid, uuid if UUID.fullmatch(str(uuid)) else "")
            for b in batches
            for uuid in sorted({row["process_instance_uuid"] for row in b.rows})
        ),
        "a process instance is in two batches",
        "a recording belongs to one batch; leave the copy out.",
    )
    _once(
        ((row["interaction_uuid"], _record(row)) for b in batches for row in b.rows),
        "an interaction_uuid occurs twice",
        "a recording belongs to one batch; leave the copy out.",
    )
    _once(
        (
            (row["screenshot_name"].casefold(), _record(row))
            for b in batches
            for row in b.rows
            if row["screenshot_name"] is not None
        ),
        "a screenshot name occurs twice (capital letters apart)",
        "hosts unpack archives into one folder: names must differ; " + _REMEDY,
    )
    return batches


def _without_withheld(batch: ScrubbedBatch) -> ScrubbedBatch:
    """The batch as it is released: rows keep everything but a withheld screenshot or text, the quarantine says why it
    is gone."""
    gone, unsaid = withheld(batch.folder), withheld_rows(batch.folder)
    films, texts = withheld_demonstrations(batch.folder), withheld_source_rows(batch.folder)
    if not gone and not unsaid and not films and not texts:
        return batch
    owners = {row["screenshot_name"]: row for row in batch.rows if row["screenshot_name"] in gone}
    refused = [_refusal(owners[name], REASON) for name in sorted(owners)]
    refused += [_refusal(row, ROW_REASON) for row in batch.rows if row["interaction_uuid"] in unsaid]
    refused += [
        Refused(
            record=f"{instance}/demonstration",
            stage="leak check",
            reason=DEMONSTRATION_REASON,
            remedy=REASONS[DEMONSTRATION_REASON].remedy,
        )
        for instance in sorted(films)
    ]
    refused += [
        Refused(record=row, stage="leak check", reason=SOURCE_REASON, remedy=REASONS[SOURCE_REASON].remedy)
        for row in sorted(texts)
    ]
    about = batch.about
    funnel = dict(about.funnel)
    funnel["screenshots_released"] = funnel["screenshots_released"] - len(gone)

    def released(row: Row) -> Row:
        row = {**row, "screenshot_name": None} if row["screenshot_name"] in gone else row
        return masked(row) if row["interaction_uuid"] in unsaid else row

    return replace(
        batch,
        about=about.model_copy(update={"screenshots": about.screenshots - len(gone), "funnel": funnel}),
        rows=batch.rows.then(released),
        refusals=[*batch.refusals, *refused],
        boxes=[box for box in batch.boxes if box["screenshot_name"] not in gone],
        demonstrations=batch.demonstrations.without(films),
        sources=replace(batch.sources, withheld=frozenset(texts)),
    )


def _refusal(row: Row, reason: str) -> Refused:
    record = f"{row['process_instance_uuid']}/{row['interaction_uuid']}"
    return Refused(record=record, stage="leak check", reason=reason, remedy=REASONS[reason].remedy)


def _once(values: Iterable[tuple[Any, str]], message: str, remedy: str) -> None:
    """`values` with the record that each belongs to; those of repeated ones are told."""
    seen: set[Any] = set()
    repeated: list[str] = []
    for value, record in values:
        if value in seen:
            repeated.append(record)
        seen.add(value)
    if repeated:
        raise BundleError(
            f"{message} ({len(repeated)} time(s)).", record=", ".join(filter(None, repeated[:_TOLD])), remedy=remedy
        )


def _record(row: Row) -> str:
    """The ids of a row, if they are of the published form: others are not quoted."""
    ids = (str(row["process_instance_uuid"]), str(row["interaction_uuid"]))
    return "/".join(ids) if all(UUID.fullmatch(one) for one in ids) else ""


def _read(folder: Path) -> ScrubbedBatch:
    scrubbed = folder / "scrubbed" if (folder / "scrubbed").is_dir() else folder
    about = _about(scrubbed / formats.BATCH)
    if about.format != formats.SCRUBBED:
        raise BundleError(f"batch.json is not of the format {formats.SCRUBBED}.", record=formats.BATCH, remedy=_REMEDY)
    rows = _lines(scrubbed / formats.INTERACTIONS, dict[str, Any])
    for number, row in enumerate(rows):
        if not all(isinstance(row.get(k), str) for k in ("interaction_uuid", "process_instance_uuid", "timestamp")):
            raise BundleError("a row lacks its ids.", record=f"interactions.jsonl:{number + 1}", remedy=_REMEDY)
    batch = ScrubbedBatch(
        scrubbed,
        about,
        rows,
        _lines(scrubbed / formats.FINDINGS, CountedFinding.model_validate),
        list(_lines(scrubbed / formats.QUARANTINE, Refused.model_validate)),
        list(_lines(scrubbed / formats.BOXES, dict[str, Any])),
        read_demonstrations(scrubbed, _demonstrations(scrubbed / formats.SCRUBBED_DEMONSTRATIONS)),
        read_sources(scrubbed),
    )
    _check_screenshots(batch)
    return batch


def _demonstrations(path: Path) -> Sequence[ScrubbedDemonstration]:
    return _lines(path, ScrubbedDemonstration.model_validate) if path.is_file() else ()


def _check_screenshots(batch: ScrubbedBatch) -> None:
    names = [row.get("screenshot_name") for row in batch.rows]
    for number, name in enumerate(names):
        if name is None:
            continue
        path = batch.screenshots / name if isinstance(name, str) and SCREENSHOT_NAME.fullmatch(name) else None
        if path is None or path.is_symlink() or not path.is_file():
            raise BundleError(
                "the screenshot of a row is absent, not a plain file, or has an unusable name.",
                record=f"interactions.jsonl:{number + 1}",
                remedy=_REMEDY,
            )
    present = sum(1 for _ in batch.screenshots.iterdir()) if batch.screenshots.is_dir() else 0
    named = len({name for name in names if name is not None})
    if present != named:
        raise BundleError(f"{present} screenshot files for {named} named ones.", record="screenshots", remedy=_REMEDY)


def _about(path: Path) -> ScrubbedAbout:
    try:
        return ScrubbedAbout.model_validate(_object(json.loads(path.read_bytes().decode())))
    except (OSError, ValueError) as error:
        raise _unreadable(error, path.name, path.name) from None


def _lines(path: Path, made: Callable[[dict[str, Any]], T]) -> Lines[T]:
    """The lines of a file; each is looked at here."""
    read = 0
    try:
        lines = Lines(path, lambda value: made(_object(value)))
        for _ in lines:
            read += 1
    except (OSError, ValueError) as error:
        raise _unreadable(error, path.name, f"{path.name}:{read + 1}") from None
    return lines


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


def _unreadable(error: Exception, name: str, where: str) -> BundleError:
    """What is wrong with a file, or with a line of it."""
    if isinstance(error, ValidationError):
        return BundleError(f"{wrong_fields(error)}.", record=where, remedy=_REMEDY)
    if isinstance(error, OSError | UnicodeDecodeError):
        return BundleError(f"cannot be read ({type(error).__name__}).", record=name, remedy=_REMEDY)
    return BundleError("is not a JSON object.", record=where, remedy=_REMEDY)


def domains_of(batches: Sequence[ScrubbedBatch]) -> dict[str, Sequence[Row]]:
    """Rows of every domain over all batches, by instance and time; rows of one millisecond in recorded order."""
    domains: dict[str, list[Sequence[Row]]] = {}
    for batch in batches:
        domains.setdefault(batch.domain, []).append(batch.rows)
    return {
        name: InOrder(parts, lambda row: (intern(row["process_instance_uuid"]), row["timestamp"]))
        for name, parts in sorted(domains.items())
    }
