"""Reads scrubbed batches: the only door from redaction to release. What does not fit stops the build."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from redaction.capture.reasons import REASONS
from redaction.errors import BundleError
from redaction.work import formats
from release.bundle.bundle_models import CountedFinding, Refused, ScrubbedAbout
from release.bundle.withhold import REASON, ROW_REASON, masked, withheld, withheld_rows
from validation.files.file_models import M, wrong_fields
from validation.table.schema import SCREENSHOT_NAME, UUID, Row

_REMEDY = "scrub the batch again."
_GIVE_ONCE = "give every batch once."
_TOLD = 5
"""How many of the records that stop a release are named."""


@dataclass(frozen=True, slots=True)
class ScrubbedBatch:
    """One scrubbed batch. `about` is batch.json; findings, refusals and boxes hold no captured value."""

    folder: Path
    about: ScrubbedAbout
    rows: list[Row]
    findings: list[CountedFinding]
    refusals: list[Refused]
    boxes: list[dict[str, Any]]

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
    if not gone and not unsaid:
        return batch
    owners = {row["screenshot_name"]: row for row in batch.rows if row["screenshot_name"] in gone}
    refused = [_refusal(owners[name], REASON) for name in sorted(owners)]
    refused += [_refusal(row, ROW_REASON) for row in batch.rows if row["interaction_uuid"] in unsaid]
    about = batch.about
    funnel = dict(about.funnel)
    funnel["screenshots_released"] = funnel["screenshots_released"] - len(gone)
    rows = [{**row, "screenshot_name": None} if row["screenshot_name"] in gone else row for row in batch.rows]
    return replace(
        batch,
        about=about.model_copy(update={"screenshots": about.screenshots - len(gone), "funnel": funnel}),
        rows=[masked(row) if row["interaction_uuid"] in unsaid else row for row in rows],
        refusals=[*batch.refusals, *refused],
        boxes=[box for box in batch.boxes if box["screenshot_name"] not in gone],
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
    about = _model(ScrubbedAbout, formats.BATCH, _parse(scrubbed / formats.BATCH, _text(scrubbed / formats.BATCH), 0))
    if about.format != formats.SCRUBBED:
        raise BundleError(f"batch.json is not of the format {formats.SCRUBBED}.", record=formats.BATCH, remedy=_REMEDY)
    rows = _lines(scrubbed / formats.INTERACTIONS)
    for number, row in enumerate(rows):
        if not all(isinstance(row.get(k), str) for k in ("interaction_uuid", "process_instance_uuid", "timestamp")):
            raise BundleError("a row lacks its ids.", record=f"interactions.jsonl:{number + 1}", remedy=_REMEDY)
    batch = ScrubbedBatch(
        scrubbed,
        about,
        rows,
        _models(CountedFinding, scrubbed / formats.FINDINGS),
        _models(Refused, scrubbed / formats.QUARANTINE),
        _lines(scrubbed / formats.BOXES),
    )
    _check_screenshots(batch)
    return batch


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


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BundleError(f"cannot be read ({type(error).__name__}).", record=path.name, remedy=_REMEDY) from None


def _parse(path: Path, text: str, line: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        where = f"{path.name}:{line}" if line else path.name
        raise BundleError("is not a JSON object.", record=where, remedy=_REMEDY)
    return value


def _models(model: type[M], path: Path) -> list[M]:
    return [_model(model, f"{path.name}:{number}", line) for number, line in enumerate(_lines(path), 1)]


def _model(model: type[M], where: str, value: dict[str, Any]) -> M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise BundleError(f"{wrong_fields(error)}.", record=where, remedy=_REMEDY) from None


def _lines(path: Path) -> list[dict[str, Any]]:
    lines = _text(path).split("\n")
    return [_parse(path, line, number) for number, line in enumerate(lines, 1) if line.strip()]


def domains_of(batches: Sequence[ScrubbedBatch]) -> dict[str, list[Row]]:
    """Rows of every domain over all batches, by instance and time; rows of one millisecond in recorded order."""
    domains: dict[str, list[Row]] = {}
    for batch in batches:
        domains.setdefault(batch.domain, []).extend(batch.rows)
    for rows in domains.values():
        rows.sort(key=lambda row: (row["process_instance_uuid"], row["timestamp"]))
    return dict(sorted(domains.items()))
