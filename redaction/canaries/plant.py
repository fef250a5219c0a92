"""Planting canaries: invented people in copies of real rows, documents and screens, read by the same engines on the
same path.

A copy is read, counted and dropped: no canary enters the ledger, the rows, the registry, a screenshot or a bundle. The
people come from the project's key, so that no detector can be made for them, and none of them is declared anywhere.
What is counted as caught is hidden by the policy: every letter and digit of a text, nearly all foreground of a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from redaction.canaries.detectors import ask, demanded, silent
from redaction.canaries.figures import Cell, figures
from redaction.canaries.planted_documents import plant_in_documents
from redaction.canaries.planted_screens import Mark, plant
from redaction.canaries.planted_sources import plant_in_sources
from redaction.canaries.planted_values import Planted, draws, invent
from redaction.capture.images import open_image
from redaction.errors import EntrophyError, LeakFound
from redaction.findings import Kind, TextFinding
from redaction.kinds.table import PICTURES, kinds_where, spec_of
from redaction.ledger.keys import Key
from redaction.ledger.surrogates import below, stream
from redaction.policy import Policy
from redaction.records import Interaction
from redaction.screens.doubts import Doubts, doubts, learned, merged
from redaction.stages.films import load_films
from redaction.stages.find import registry_of
from redaction.stages.ingest import RawRow, load_rows
from redaction.stages.text_fields import text_input
from redaction.text import Registry, TextEngine, TextInput
from redaction.work import formats
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.store import BatchStore, code_digest

REPORT = "canaries/report.json"
REMEDY = (
    "switch every detector on, or correct the one that misses; canaries.kinds says what is planted, canaries.floor how "
    "many must be caught."
)
_TITLES = ("{v} | {t}", "{t} - {v}", "{t}: {v}", "{v} - {t}")
_SENTENCES = ("{t} for {v}", "{t} ({v})", "{t}: {v}")


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy of a row with one value planted in it: the field as the engine reads it, and where the value stands."""

    application: str
    field: str
    kind: Kind
    item: TextInput
    start: int
    end: int

    def caught(self, findings: Sequence[TextFinding], policy: Policy) -> bool:
        """Whether every letter and digit of the value lies in a finding that the policy hides."""
        hidden = [f for f in findings if policy.text.treatment(f.kind) != "keep"]
        return all(
            any(f.start <= i < f.end for f in hidden)
            for i in range(self.start, self.end)
            if self.item.text[i].isalnum()
        )


def plant_and_count(store: BatchStore, policy: Policy, key: Key, progress: Progress) -> dict[str, Any]:
    """Plant canaries in one batch after `scrub_rows`; leaves canaries/report.json: counts by place, kind, application.

    Returns the report, see canary_figures.figures; `passed` is false below the floor, {"enabled": False, …} where the
    policy plants none, and false where a detector does not answer (redaction.canaries.detectors). It names the
    applications as they are released and holds no value.
    """
    found = store.require("ingest", "find", "scrub")[1].digest
    seed = key.derive("canaries")
    # What is in the batch decides, never how its folder is called.
    source = str(store.read_json("ingest/batch.json")["source_digest"])
    settings = (policy.canaries, policy.text, policy.vision)
    stamp = digest_of(code_digest(), found, seed.hex(), [s.model_dump(mode="json") for s in settings])
    if store.is_done("canaries", stamp):
        return dict(store.read_json(REPORT))
    store.mark_undone("canaries")
    report: dict[str, Any] = {"enabled": False, "passed": True, "below": []}
    text = TextEngine(policy.text)  # one of its own, that remembers nothing of before
    kinds = [k for k in policy.canaries.kinds if policy.text.treatment(k) != "keep"]
    screens = _Screens(store, policy, text, kinds, digest_of(seed.hex(), source).encode())
    if policy.canaries.enabled:
        report = figures(_cells(store, policy, screens, progress), policy.canaries.floor)
    shown = bool(load_films(store)) or any(row.screenshot is not None for row in load_rows(store))
    detectors = ask(policy, text, (lambda: screens.engine) if shown else None)
    answers = {name: told["answers"] for name, told in detectors.items()}
    missing = [f"detector {name}" for name in silent(answers, demanded(policy, screens=shown))]
    report |= {"passed": report["passed"] and not missing, "below": [*report["below"], *missing]}
    report = {"format": formats.CANARIES, "findings": found, **report, "detectors": detectors}
    store.write_json(REPORT, report)
    store.mark_done("canaries", stamp)
    return report


def load_report(store: BatchStore) -> dict[str, Any]:
    """The report of one batch. Raises EntrophyError when there is none, or one of other findings."""
    report = dict(store.read_json(REPORT))
    if report.get("findings") != store.record("find").digest:
        raise EntrophyError(
            "the canaries were planted for other findings.", record=store.name, remedy="run the stage canaries again."
        )
    return report


def require_caught(report: dict[str, Any], record: str) -> None:
    """Raise LeakFound unless the report is at or above the floor."""
    if not report["passed"]:
        raise LeakFound(
            f"too few planted canaries were caught, or a detector does not answer: {', '.join(report['below'])}.",
            record=record,
            remedy=REMEDY,
        )


def _cells(store: BatchStore, policy: Policy, screens: _Screens, progress: Progress) -> list[Cell]:
    rows = load_rows(store)
    released = [str(item["application_name"]) for item in store.read_lines("scrub/rows.jsonl")]
    by_application: dict[str, list[int]] = {}
    for i, raw in enumerate(rows):
        by_application.setdefault(raw.row.application_name, []).append(i)
    kinds = [k for k in policy.canaries.kinds if policy.text.treatment(k) != "keep"]
    engine, seed = screens.text, screens.seed
    registry = registry_of(store)
    copies = []
    for members in by_application.values():
        order = sorted(members, key=lambda i: digest_of(seed.hex(), rows[i].row.interaction_uuid))
        for number, i in enumerate(order[: policy.canaries.rows_per_application]):
            copies += _copies(rows[i].row, released[i], number, kinds, seed)
    shots = screens.plant_all(rows, released, by_application, progress)
    shown_in = {raw.row.process_instance_uuid: name for raw, name in zip(rows, released, strict=True)}
    documents = plant_in_documents(store, policy, kinds, seed, shown_in)
    documents += plant_in_sources(store, policy, kinds, seed)
    # As in the find stage: what one place reveals is learned first, then everything is swept with it.
    teaching = [c.item for c in copies if not c.field.startswith("known")]
    teaching += [item for document in documents for item in document.teaching]
    registry = learned(registry, engine, merged(shot.texts for shot in shots), teaching)
    cells: list[Cell] = []
    for copy, found in zip(copies, engine.find_many([c.item for c in copies], registry), strict=True):
        cells.append(_cell("text", copy.field, copy.kind, copy.application, copy.caught(found, policy)))
    inputs = list(dict.fromkeys(item for document in documents for item in document.inputs))
    swept = dict(zip(inputs, engine.find_many(inputs, registry), strict=True))
    for one in documents:
        cells.append(_cell("text", one.field, one.kind, one.application, one.caught(swept, policy)))
    return cells + [cell for shot in shots for cell in screens.count(shot, registry)]


def _cell(where: str, field: str, kind: Kind, application: str, caught: bool) -> Cell:
    return {
        "where": where,
        "field": field,
        "kind": kind.value,
        "application": application,
        "planted": 1,
        "caught": int(caught),
    }


def _copies(row: Interaction, application: str, number: int, kinds: Sequence[Kind], seed: bytes) -> list[_Copy]:
    """Copies of one row: kinds that stand anywhere take turns in the title, typed, in a labelled field and in the
    description, and the person found by name stands there once more by the log-in made of it. The others are planted
    where something tells what they are: under a label, in a sentence; and typed alone, where only a registry that
    learned them there can tell."""
    source = stream(seed, "copies", row.interaction_uuid)
    wanted = [k for k in kinds_where(lambda spec: spec.canary.rotates) if k in kinds]
    copies: list[_Copy] = []
    for nth, field in enumerate(("title", "typed value", "labelled value", "description") if wanted else ()):
        planted = invent(seed, row.interaction_uuid, nth)
        kind = wanted[(number + nth) % len(wanted)]
        value = _value(kind, planted, seed, row)
        copies.append(_copy(row, application, field, kind, value, below(source, 12)))
        if kind is Kind.PERSON:
            copies.append(_copy(row, application, "known name", kind, planted.login, below(source, 12)))
    planted = invent(seed, row.interaction_uuid, 0)
    for kind in kinds_where(lambda spec: spec.kind in kinds):
        for place in spec_of(kind).canary.places:
            value = _value(kind, planted, seed, row)
            copies.append(_copy(row, application, place, kind, value, below(source, 12)))
    return copies


def _value(kind: Kind, planted: Planted, seed: bytes, row: Interaction) -> str:
    make = spec_of(kind).canary.value
    assert make is not None, kind
    return make(planted, draws(seed, row.interaction_uuid, kind.value))


def _copy(row: Interaction, application: str, field: str, kind: Kind, value: str, turn: int) -> _Copy:
    """A copy of `row` with `value` planted, read as the find stage reads rows."""
    changed: dict[str, str | None]
    if field in ("title", "known name"):
        template = _TITLES[turn % len(_TITLES)]
        name, changed = "screen_name", {"screen_name": template.format(v=value, t=row.screen_name or "Home")}
    elif field == "description":
        template = _SENTENCES[turn % len(_SENTENCES)]
        name, changed = "description", {"description": template.format(v=value, t=row.description or "Entered")}
    elif field == "typed value":
        name, changed = "interaction_value", {"interaction_value": value}
    elif field == "sentence":
        name, changed = "description", {"description": spec_of(kind).canary.sentence.format(v=value)}
    elif field in ("known number", "known value"):
        name, changed = "interaction_value", {"interaction_value": value, "field_name": None}
    else:
        labels = spec_of(kind).canary.labels
        label = labels[turn % len(labels)]
        name, changed = "field_value", {"field_value": value, "field_name": label}
    item = text_input(replace(row, interaction_type="Typing", **changed), name)  # type: ignore[arg-type]
    assert item is not None
    start = item.text.rindex(value) if item.text.endswith(value) else item.text.index(value)
    return _Copy(application, field, kind, item, start, start + len(value))


@dataclass(frozen=True, slots=True)
class _Shot:
    """One planted screen: its reading and its marks."""

    application: str
    reading: Any
    texts: Doubts
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class _Plain:
    """A screen before anything is planted on it: its file and name, the place by which it was chosen, and the
    application that it shows, as it is released."""

    path: Path
    name: str
    place: str
    application: str


class _Screens:
    """Plants on screens and reads them as frames of a recording that follow the real one."""

    def __init__(self, store: BatchStore, policy: Policy, text: TextEngine, kinds: Sequence[Kind], seed: bytes) -> None:
        self.store, self.policy, self.text, self.seed = store, policy, text, seed
        self.kinds = [k for k in kinds if k in PICTURES or spec_of(k).canary.drawn is not None]
        self._engine: Any = None

    @property
    def engine(self) -> Any:
        """The screen engine, made on first use: a batch without screens needs none."""
        if self._engine is None:
            import cv2

            from redaction.screens.engine import ScreenEngine

            cv2.setNumThreads(1)
            self._engine = ScreenEngine(self.policy.vision, self.text, self.store.file("cache/readings"))
        return self._engine

    def plant_all(
        self, rows: Sequence[RawRow], released: Sequence[str], by_application: dict[str, list[int]], progress: Progress
    ) -> list[_Shot]:
        """A planted and read copy of `screens_per_application` screens of every application; where films show and no
        row does, of as many frames of films."""
        most = self.policy.canaries.screens_per_application
        chosen: list[_Plain] = []
        for members in by_application.values():
            shown = [i for i in members if rows[i].screenshot is not None]
            order = sorted(shown, key=lambda i: digest_of(self.seed.hex(), "screen", rows[i].row.interaction_uuid))
            for row, application in ((rows[i], released[i]) for i in order[:most]):
                assert row.screenshot is not None
                name = str(row.row.screenshot_name)
                chosen.append(_Plain(row.screenshot, name, row.row.interaction_uuid, application))
        if not chosen:
            chosen = self._frames(rows, released)[:most]
        shots = []
        for done, plain in enumerate(chosen, start=1):
            shots.append(self._one(plain))
            progress("canaries", done, len(chosen))
        return shots

    def _frames(self, rows: Sequence[RawRow], released: Sequence[str]) -> list[_Plain]:
        """Every frame of every film, in the order in which they are taken."""
        names = {raw.row.process_instance_uuid: name for raw, name in zip(rows, released, strict=True)}
        frames = [
            _Plain(path, shot, shot, names.get(film.instance, ""))
            for film in load_films(self.store)
            for shot, path in film.paths(self.store)
        ]
        return sorted(frames, key=lambda frame: digest_of(self.seed.hex(), "screen", frame.place))

    def _one(self, plain: _Plain) -> _Shot:
        from redaction.screens.frames.recording import RecordingReader

        image = open_image(plain.path, self.policy.capture)
        reader = RecordingReader(self.engine)
        _, before = reader.read(image)
        planted: Planted = invent(self.seed, f"screen {plain.name}", 0)
        copy, marks = plant(image, before, planted, self.kinds, self.seed + plain.place.encode())
        _, reading = reader.read(copy)
        return _Shot(plain.application, reading, doubts(self.engine, reading, {}), tuple(marks))

    def count(self, shot: _Shot, registry: Registry) -> list[Cell]:
        """One cell for every mark of a screen."""
        findings = [f for f in self.engine.find(shot.reading, registry) if self.policy.text.treatment(f.kind) != "keep"]
        return [_cell("screen", "picture", m.kind, shot.application, m.caught(findings)) for m in shot.marks]
