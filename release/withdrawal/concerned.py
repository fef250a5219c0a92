"""What a request concerns: recordings, rows, screenshots, batches, as far as captures and work folders tell."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from redaction.capture.captures import captured_texts
from redaction.capture.gates import Consent, Header
from redaction.capture.header import read_header
from redaction.capture.readers import CAPTURE_READERS
from redaction.errors import EntrophyError
from redaction.policy import CapturePolicy
from redaction.records import Batch, DeclaredEntity, Interaction, Participant
from redaction.stages.ingest import RawRow
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import LeftOut, Request
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import json_lines
from redaction.work.stage_records import CAPTURES
from release.withdrawal.in_tables import Rows, captured_rows, taken_rows, with_rows

_ALL = Consent("granted", frozenset(("events", "screenshots", "sources")))


@dataclass(frozen=True, slots=True)
class Held:
    """A batch in the captures that still holds somebody: by its name, the recordings of the person, and the number of
    texts of others' recordings and of batch.json that tell of the person."""

    batch: str
    recordings: int
    texts: int


def capture_folders(given: Iterable[Path], outs: Iterable[Path]) -> list[Path]:
    """The capture folders that were given, and those that the work folders of builds know and that are still there."""
    found = [path.resolve() for path in given]
    for out in outs:
        for path in sorted(out.glob(f"work/batches/*/{CAPTURES}")):
            found.append(Path(json.loads(path.read_bytes())["folder"]))
    return [path for path in dict.fromkeys(found) if (path / formats.BATCH).is_file()]


def participant_request(
    participant: str, folders: Sequence[Path], outs: Sequence[Path], policy: CapturePolicy, asked: Request
) -> Request:
    """The request with everything that is known of a participant. `asked` says since when and why, and its `batches`
    which batches are meant (none: all in which the id is). EntrophyError when nobody or more than one person is."""
    known: dict[str, Participant] = {}
    recordings, images, rows, screenshots = [], [], 0, 0
    for folder in folders:
        header = read_header(folder)
        him = [p for p in header.participants if p.id == participant]
        if not him or (asked.batches and header.batch not in asked.batches):
            continue
        known[header.batch] = him[0]
        for recording in whatever_the_consent(folder, header, policy).recordings:
            if recording.participant == participant:
                recordings.append(recording.process_instance_uuid)
                rows += len(recording.events)
                shots = [event.screenshot for event in recording.events if event.screenshot is not None]
                screenshots += len(shots)
                images += [file_digest(shot) for shot in shots]
    for batch in batch_folders(outs):  # they know the participants also where the captures are gone
        name, people = batch_named(batch), declared_in(batch)
        if participant in people and name not in known and (not asked.batches or name in asked.batches):
            known[name] = people[participant]
    if not known:
        raise EntrophyError(
            "no batch knows a participant of this id.",
            remedy="give --captures the batches, or the folders that `build` wrote.",
        )
    if len({(p.name, p.email) for p in known.values()}) > 1:
        raise EntrophyError(
            f"the id is another person's in another batch: {', '.join(sorted(known))}.",
            remedy="say with --batch which one is meant.",
        )
    person = next(iter(known.values()))
    entities = [DeclaredEntity("person", person.name)] if person.name else []
    entities += [DeclaredEntity("email", person.email)] if person.email else []
    found = sorted({*recordings})
    left_out = LeftOut(len(found), rows, screenshots) if asked.kind == "participant" else LeftOut(0, 0, screenshots)
    full = replace(
        asked,
        participant=participant,
        batches=tuple(sorted(known)),
        entities=tuple(entities) if asked.kind == "participant" else (),
        recordings=tuple(found),
        images=tuple(sorted({*images})),
        shots=tuple(sorted(_shots_of(found, outs))),
        left_out=left_out,
    )
    return with_rows(full, _tables(folders, outs, policy)) if full.entities else full


def _tables(folders: Iterable[Path], outs: Iterable[Path], policy: CapturePolicy) -> list[Rows]:
    """The company sources of all captures that are here; of a batch whose captures are gone, those of its work
    folder."""
    found = {read_header(folder).batch: captured_rows(folder, policy) for folder in folders}
    for batch in batch_folders(outs):
        name = batch_named(batch)
        if name not in found:
            found[name] = taken_rows(batch)
    return [rows for tables in found.values() for rows in tables]


def entity_request(asked: Request, folders: Iterable[Path], outs: Sequence[Path], policy: CapturePolicy) -> Request:
    """The request with the rows and screenshots of the work folders that tell of its entities, and with what rows of
    company sources tell besides."""
    asked = with_rows(asked, _tables(folders, outs, policy))
    forgotten = Forgotten(entities=asked.entities)
    recordings, rows, screens = set(), 0, 0
    for batch in batch_folders(outs):
        raw = [RawRow(Interaction(**item["row"]), None) for item in lines_of(batch / "ingest/rows.jsonl")]
        owner = {one.row.screenshot_name: one.row.process_instance_uuid for one in raw}
        told = [one for one, masked in zip(raw, forgotten.mask_rows(raw), strict=True) if one != masked]
        rows += len(told)
        recordings |= {one.row.process_instance_uuid for one in told}
        for item in lines_of(batch / "find/screens.jsonl"):
            if forgotten.concerns(*(f["value"] for f in item["findings"])):
                screens += 1
                recordings.add(owner.get(item["screenshot_name"], ""))
    left_out = LeftOut(0, rows, screens, asked.left_out.source_rows)
    return replace(asked, recordings=tuple(sorted(recordings - {""})), left_out=left_out)


def still_held(request: Request, forgotten: Forgotten, folders: Iterable[Path], policy: CapturePolicy) -> list[Held]:
    """The batches among these captures that hold somebody still. Screenshots are not read."""
    found = []
    for folder in folders:
        header = read_header(folder)
        his = 0
        if request.participant and header.batch in request.batches:
            batch = whatever_the_consent(folder, header, policy)
            his = sum(recording.participant == request.participant for recording in batch.recordings)
        declared = [text for p in header.participants for text in (p.name, p.email) if text]
        declared += [text for e in header.entities for text in (e.value, *e.aliases)]
        texts = [*declared, *(text for _, text in captured_texts(folder, header.format))]
        told = sum(forgotten.concerns(text) for text in texts)
        if his or told:
            found.append(Held(header.batch, his, told))
    return found


def batch_folders(outs: Iterable[Path]) -> list[Path]:
    """The work folders of all batches of these builds."""
    return [path for out in outs for path in sorted((out / "work" / "batches").glob("*")) if path.is_dir()]


def batch_named(folder: Path) -> str:
    """The name in batch.json of the batch of a work folder; "" before it was ingested."""
    try:
        return str(json.loads((folder / "ingest/batch.json").read_bytes())["batch"])
    except FileNotFoundError:
        return ""


def declared_in(folder: Path) -> dict[str, Participant]:
    """The participants of the batch of a work folder, by their ids."""
    try:
        declared = json.loads((folder / "ingest/declared.json").read_bytes())
    except FileNotFoundError:
        return {}
    return {p["id"]: Participant(**p) for p in declared["participants"]}


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of a work folder; none where there is no such file."""
    if path.is_file():
        yield from json_lines(path)


def whatever_the_consent(folder: Path, header: Header, policy: CapturePolicy) -> Batch:
    """The batch as if everybody had agreed: to count what stays out."""
    everybody = replace(
        header, environment="staging", consents=dict.fromkeys(header.consents, _ALL), legal_basis="of a count alone"
    )
    return CAPTURE_READERS.open(header.format).read(folder, everybody, policy)[0]


def _shots_of(recordings: Iterable[str], outs: Iterable[Path]) -> set[str]:
    """The released names of the screenshots of recordings."""
    wanted = {*recordings}
    rows = (item["row"] for batch in batch_folders(outs) for item in lines_of(batch / "ingest/rows.jsonl"))
    return {r["screenshot_name"] for r in rows if r["process_instance_uuid"] in wanted and r["screenshot_name"]}
