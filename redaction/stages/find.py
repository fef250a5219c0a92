"""Stage 2: find identifiers, twice. What one place reveals is learned first, then everything is swept with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, groupby
from typing import Any

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.policy import Policy
from redaction.records import DeclaredEntity
from redaction.screens.doubts import learned
from redaction.screens.frames.workers import Before, ScreenPool
from redaction.screens.standing import Unhidden, under
from redaction.spread.engine import Engine
from redaction.spread.local import LOCAL
from redaction.stages.corrections import Corrections, correct_screens, corrections_digest
from redaction.stages.document_evidence import evidence_of, only_hidden, vetoed
from redaction.stages.documents import confirmed, inputs_of, keep_found, mentions, shown_too, teaches
from redaction.stages.engine_versions import screen_engines, text_engines
from redaction.stages.film_findings import apart, carried
from redaction.stages.films import load_films
from redaction.stages.ingest import RawRow, load_declared, load_public, load_rows, require_same_screenshots
from redaction.stages.kept_texts import KeptTexts
from redaction.stages.page_findings import page_shots, unread_values
from redaction.stages.row_spans import RowFinding, alike, in_field, without_overlaps
from redaction.stages.shared import is_asked, keep_own, note_others, own_of, shared_digest, taken_over
from redaction.stages.source_findings import find_in_sources, learn_from_sources
from redaction.stages.sources import source_entities, source_texts
from redaction.stages.text_fields import LABELLED, TEXT_FIELDS, text_input
from redaction.stages.typing_runs import TypingRun, typing_runs
from redaction.text import Registry, TextInput, propagate_labels, text_engine
from redaction.withdrawal.forgotten import NOBODY, Forgotten
from redaction.work.files import write_whole
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.stage_records import (
    HEARD,
    IN_DOCUMENTS,
    IN_FILMS,
    IN_PAGES,
    IN_SOURCES,
    ON_SCREENS,
    READINGS,
    REGISTRY,
    RESCANNED_DOCUMENTS,
    RESCANNED_SOURCES,
    STANDING,
    VETOED,
)
from redaction.work.store import BatchStore, code_digest

NO_CORRECTIONS = Corrections()
#: What reading the scrubbed rows again has found, see `rescan`.
RESCANNED = "scrub/rescanned.jsonl"


def find(
    store: BatchStore,
    policy: Policy,
    progress: Progress,
    corrections: Corrections = NO_CORRECTIONS,
    engine: Engine = LOCAL,
    others: Sequence[BatchStore] = (),
    forgotten: Forgotten = NOBODY,
) -> dict[str, Any]:
    """Read rows and screenshots; leaves find/{text,screens,texts}.jsonl, find/{own,registry}.json and
    quarantine/find.jsonl. `others` are the other batches of the release: what those of them that were searched already
    know, and this one mentions, is searched for, too (redaction.stages.shared).

    Those who are to be `forgotten` are looked for, hidden, and in none of these files. Returns counts by kind: nothing
    captured.
    """
    (ingested,) = store.require("ingest")
    stamp = digest_of(
        code_digest(),
        ingested.digest,
        policy.text.model_dump(mode="json"),
        policy.vision.model_dump(mode="json", exclude={"style", "workers"}),
        corrections_digest(corrections),
        forgotten.stamp,
    )
    searched = store.is_as_left("find") and store.record("find").stamp.startswith(f"{stamp} ")
    # What the others know may have changed, and yet nothing that this batch mentions.
    taken = taken_over(store, others) if searched and not is_asked(store, others) else None
    if searched and (taken is None or store.is_done("find", f"{stamp} {shared_digest(taken)}")):
        note_others(store, others)
        return dict(store.read_json("find/summary.json"))
    # Of those who are to be forgotten nothing was kept: what is known of them is learned anew.
    before = _before(store, corrections) if searched and not forgotten.entities else None
    store.mark_undone("find")
    in_scrub = (RESCANNED, RESCANNED_DOCUMENTS, RESCANNED_SOURCES)
    for name in (IN_DOCUMENTS, IN_FILMS, VETOED, IN_PAGES, IN_SOURCES, *in_scrub):
        store.file(name).unlink(missing_ok=True)
    rows = load_rows(store)
    require_same_screenshots(store, rows)
    texts, kept_texts = text_engine(policy.text), KeptTexts(store, policy.text, "find")
    runs = typing_runs(rows)
    run_inputs = [run.input for run in runs]
    in_pieces = {i for run in runs for i in run.rows}
    covered = covered_by(runs, rows)
    by_document = inputs_of(store)
    in_documents = list(dict.fromkeys(chain.from_iterable(by_document.values())))
    in_rows = (item for *_, item in _inputs(rows, in_pieces, covered))
    inputs = list(dict.fromkeys(chain(in_rows, run_inputs, in_documents)))
    kept_texts.recall(texts, inputs)
    films = load_films(store)
    # A key frame is searched as the frame of its film that it is.
    shots = {str(r.row.screenshot_name): r.screenshot for r in rows if r.screenshot is not None and not r.frame}
    pages = page_shots(store)
    shots |= pages
    recordings = [*_by_recording(rows), *(film.shots for film in films), *([page] for page in pages)]
    for film in films:
        shots |= film.paths(store)
    with ScreenPool(policy, store.file("cache/readings"), engine=engine) as pool:
        if before is not None:
            registry, unread = own_of(store), before.unread
            pool.keys.update(before.keys)
            pool.standing.update(load_standing(store))
        else:
            lines, unread = pool.read_all(shots, recordings, progress, [film.shots for film in films])
            # What was typed in pieces teaches as a whole only: a half-typed name is no name.
            fields = _inputs(rows, in_pieces, covered)
            whole = (item for row, name, item in fields if row not in in_pieces or name not in LABELLED)
            entities, participants = load_declared(store)
            declared = [*entities, *corrections.entities, *source_entities(store)]
            registry = Registry.declared(declared, participants).merge(forgotten.registry)
            registry = registry.merge(Registry(public=load_public(store)))
            lines = confirmed(lines, in_documents)
            registry = learned(registry, texts, lines, chain(whole, run_inputs, filter(teaches, in_documents)))
            registry = learn_from_sources(store, texts, registry)
            kept = forgotten.without_entries(registry)
            said = chain(inputs, lines, source_texts(store))
            keep_own(store, kept, (item for item in said if not forgotten.concerns(item.text)))
        if taken is None or before is None:  # who the batch itself knows was learned anew
            taken = taken_over(store, others)
        registry = registry.merge(Registry(taken))
        progress("find in text", 0, len(inputs))
        swept = dict(zip(inputs, texts.find_many(inputs, registry), strict=True))
        progress("find in text", len(inputs), len(inputs))
        kept_texts.keep(texts, (item for item in inputs if not forgotten.concerns(item.text)))
        on_screens, in_full = registry, evidence_of(films, by_document, swept, store)
        if films:
            on_screens = registry.merge(typed_whole(runs, swept))
            on_screens = on_screens.merge(only_hidden({item: swept[item] for item in in_documents}, registry))
        heard = digest_of({name: one.told() for name, one in in_full.items()})
        screens, unfound = pool.find_all(
            {n: p for n, p in shots.items() if n not in unread},
            recordings,
            on_screens,
            progress,
            before.searched(on_screens) if before is not None and before.heard == heard else None,
            in_full,
        )
        # Readings from the cache are by the same engines: their versions are part of its key.
        engines = text_engines(policy.text) | (screen_engines(pool.device) if shots else {})
    findings = _in_rows(_inputs(rows, in_pieces, covered), swept, [(i, run.input) for run in runs for i in run.rows])
    for run in runs:
        findings += run.place(rows, swept[run.input])
    findings = without_overlaps(alike((raw.row.process_name for raw in rows), "process_name", findings))
    on_pages = {name: found for name, found in screens.items() if name in pages}
    screens = {name: found for name, found in screens.items() if name not in pages}
    in_sources = find_in_sources(store, texts, registry, progress, on_pages)
    shown = shown_too(swept, in_documents, screens.values())
    screens, against = vetoed(screens, [shot for film in films for shot in film.shots], shown, registry)
    found_in_documents = keep_found(store, shown, in_documents) if in_documents else {}
    images = {name: path for name, path in shots.items() if name in screens}
    told = {f.value for found in screens.values() for f in found if forgotten.concerns(f.value)}
    told |= {f.value for f in findings} | {value for _, value in mentions(found_in_documents)}
    corrected = correct_screens(screens, images, corrections, told)
    screens = carried(films, store, policy, screens, corrected) if films else corrected
    screens = {name: forgotten.without_values(found) for name, found in screens.items()}
    screens, of_films, failed = apart(films, rows, screens, {**unread, **unfound})
    owners = {str(r.row.screenshot_name): f"{r.row.process_instance_uuid}/{r.row.interaction_uuid}" for r in rows}
    refused = [
        {
            "record": owners.get(name, name),
            "stage": "find",
            "reason": reason,
            "remedy": "look at the screenshot by hand, or leave it out; it is not released.",
        }
        for name, reason in sorted(failed.items())
    ]
    store.write_lines("find/text.jsonl", (f.as_dict() for f in findings))
    store.write_lines("find/screens.jsonl", screens_as_lines(screens))
    store.write_lines(STANDING, _standing_told(screens, pool.standing, forgotten))
    if films:
        store.write_lines(IN_FILMS, screens_as_lines(of_films))
        store.write_lines(VETOED, screens_as_lines({n: forgotten.without_values(some) for n, some in against.items()}))
    if pages:
        on_pages = {name: forgotten.without_values(found) for name, found in on_pages.items()}
        store.write_lines(IN_PAGES, screens_as_lines(unread_values(store, on_pages)))
    # A word of those who are to be forgotten is no entry that they could be told by, and is kept nowhere.
    for name, known in ((REGISTRY, registry), (ON_SCREENS, registry if forgotten.entities else on_screens)):
        write_whole(store.file(name), forgotten.without_entries(known).to_json().encode())
    store.write_json(HEARD, {"digest": heard})
    store.write_lines("quarantine/find.jsonl", refused)
    store.write_lines(READINGS, _readings(pool.keys, unread))
    store.write_json("find/engines.json", dict(sorted(engines.items())))
    summary = _summary(findings, {**screens, **of_films, **on_pages}, refused)
    if films:
        summary["vetoed"] = sum(map(len, against.values()))
    if in_sources:
        summary["sources"] = dict(sorted(in_sources.items()))
    store.write_json("find/summary.json", summary)
    note_others(store, others)
    store.mark_done("find", f"{stamp} {shared_digest(taken)}")
    return summary


def typed_whole(runs: Sequence[TypingRun], swept: Mapping[TextInput, Sequence[TextFinding]]) -> Registry:
    """What somebody typed and is a name from end to end: a film shows it in its field, where it is read without the
    marks on its letters, and where no label says what it is."""
    whole = [
        DeclaredEntity(f.kind.value, run.text.strip())
        for run in runs
        for f in swept[run.input]
        if f.kind is Kind.PERSON and run.text[f.start : f.end] == run.text.strip()
    ]
    return Registry.declared(sorted(set(whole), key=lambda e: e.value), ())


@dataclass(frozen=True, slots=True)
class _Before:
    """What an earlier search of the same batch left: keys of readings, why others were not read, registry, a
    digest of what documents said, findings."""

    keys: Mapping[str, str]
    unread: Mapping[str, str]
    registry: Registry
    heard: str
    found: Mapping[str, list[ImageFinding]]

    def searched(self, registry: Registry) -> Before:
        """What of it holds with another registry."""
        return Before(self.found, Registry(self.registry.entries ^ registry.entries))


def _before(store: BatchStore, corrections: Corrections) -> _Before | None:
    """What the search before left; nothing where a person has corrected it, or where it failed on a screenshot."""
    if corrections.cover or corrections.uncover:
        return None
    readings = list(store.read_lines(READINGS))
    unread = {item["screenshot_name"]: item["reason"] for item in readings if "reason" in item}
    keys = {item["screenshot_name"]: item["key"] for item in readings if "key" in item}
    found = (
        load_film_findings(store)
        | load_page_findings(store)
        | {name: some for name, some in load_screen_findings(store).items() if name in keys}
    )
    for name, some in (_by_name(store, VETOED) if store.file(VETOED).is_file() else {}).items():
        if name in found:
            found[name] = [*found[name], *some]
    searched = Registry.from_json(store.file(ON_SCREENS).read_text(encoding="utf-8"))
    heard = str(store.read_json(HEARD)["digest"])
    return _Before(keys, unread, searched, heard, found) if found.keys() == keys.keys() else None


def _readings(keys: Mapping[str, str], unread: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for name in sorted({*keys, *unread}):
        yield {"screenshot_name": name, **({"reason": unread[name]} if name in unread else {"key": keys[name]})}


def covered_by(runs: Sequence[TypingRun], rows: Sequence[RawRow]) -> set[tuple[int, str]]:
    """The fields (row, name) that are read as part of a typing run and not alone."""
    return set().union(*(run.covers(rows) for run in runs))


def _inputs(
    rows: Sequence[RawRow], in_pieces: set[int], covered: set[tuple[int, str]]
) -> Iterator[tuple[int, str, TextInput]]:
    """Row and name of every field that can hold captured text, with what it says. The label of a field says nothing
    about a piece typed into it: the run that the piece belongs to is read with the label."""
    for i, raw in enumerate(rows):
        for name in TEXT_FIELDS:
            item = text_input(raw.row, name)
            if item is not None and (i, name) not in covered:
                yield i, name, replace(item, label=None) if i in in_pieces else item


def _in_rows(
    inputs: Iterable[tuple[int, str, TextInput]],
    swept: Mapping[TextInput, Sequence[TextFinding]],
    typed: Sequence[tuple[int, TextInput]],
) -> list[RowFinding]:
    """Findings of all fields, with what the labelled fields of a row (those typed in pieces too) tell about its other
    fields."""
    findings: list[RowFinding] = []
    runs: dict[int, list[TextInput]] = {}
    for i, item in typed:
        runs.setdefault(i, []).append(item)
    for row, some in groupby(inputs, key=lambda entry: entry[0]):
        fields = list(some)
        from_labels = propagate_labels([*(item for *_, item in fields), *runs.get(row, [])])
        for (_, name, item), more in zip(fields, from_labels, strict=False):
            findings += in_field(row, name, item.text, [*swept[item], *more])
    return findings


def _by_recording(rows: Sequence[RawRow]) -> list[list[str]]:
    """Screenshot names per recording in time order: consecutive frames mostly repeat."""
    recordings: dict[str, list[str]] = {}
    for raw in rows:
        if raw.screenshot is not None and not raw.frame:
            recordings.setdefault(raw.row.process_instance_uuid, []).append(str(raw.row.screenshot_name))
    return [recordings[key] for key in sorted(recordings)]


def _summary(
    findings: Sequence[RowFinding], screens: dict[str, list[ImageFinding]], refused: Sequence[Any]
) -> dict[str, Any]:
    kinds: dict[str, dict[str, int]] = {"text": {}, "screen": {}}
    for f in findings:
        kinds["text"][f.kind.value] = kinds["text"].get(f.kind.value, 0) + 1
    for shot in screens.values():
        for s in shot:
            kinds["screen"][s.kind.value] = kinds["screen"].get(s.kind.value, 0) + 1
    return {
        "text": dict(sorted(kinds["text"].items())),
        "screen": dict(sorted(kinds["screen"].items())),
        "screenshots": len(screens),
        "refused": len(refused),
    }


def _standing_told(
    screens: Mapping[str, Sequence[ImageFinding]], standing: Mapping[str, Sequence[Unhidden]], forgotten: Forgotten
) -> Iterator[dict[str, Any]]:
    """A row a screenshot on which something stays, with what later searches and corrections left of it."""
    for name, found in sorted(screens.items()):
        hidden = [finding.box for finding in found]
        stays = [one._asdict() for one in standing.get(name, ()) if not under(one.box, hidden)]
        stays = [one for one in stays if not forgotten.concerns(one["text"])]
        if stays:
            yield {"screenshot_name": name, "standing": stays}


def load_standing(store: BatchStore) -> dict[str, list[Unhidden]]:
    """What stays standing on the screenshots, by name."""
    return {
        item["screenshot_name"]: [Unhidden((*one["box"],), one["chance"], one["text"]) for one in item["standing"]]
        for item in store.read_lines(STANDING)
    }


def registry_of(store: BatchStore) -> Registry:
    """Everything the batch was searched with."""
    return Registry.from_json(store.file(REGISTRY).read_text(encoding="utf-8"))


def load_text_findings(store: BatchStore, *, rescanned: bool = True) -> list[RowFinding]:
    """The text findings that find left, with what reading the scrubbed rows again has added."""
    found = [RowFinding.from_dict(item) for item in store.read_lines("find/text.jsonl")]
    if rescanned and store.file(RESCANNED).exists():
        found = without_overlaps([*found, *(RowFinding.from_dict(item) for item in store.read_lines(RESCANNED))])
    return found


def screens_as_lines(screens: Mapping[str, Sequence[ImageFinding]]) -> Iterator[dict[str, Any]]:
    """The lines of find/screens.jsonl, one a screenshot; the inverse is load_screen_findings."""
    for name, findings in sorted(screens.items()):
        yield {"screenshot_name": name, "findings": [asdict(finding) for finding in findings]}


def load_screen_findings(store: BatchStore) -> dict[str, list[ImageFinding]]:
    """The screen findings that find left, by screenshot name. A screenshot that is not here could not be read."""
    return _by_name(store, "find/screens.jsonl")


def load_film_findings(store: BatchStore) -> dict[str, list[ImageFinding]]:
    """The findings on the frames of films, by the names of frames. A film with a frame that could not be read has none
    here."""
    return _by_name(store, IN_FILMS) if store.file(IN_FILMS).is_file() else {}


def load_page_findings(store: BatchStore) -> dict[str, list[ImageFinding]]:
    """The findings on the pages of documents, by the names of pages. A page that could not be read is not here."""
    return _by_name(store, IN_PAGES) if store.file(IN_PAGES).is_file() else {}


def _by_name(store: BatchStore, name: str) -> dict[str, list[ImageFinding]]:
    return {
        item["screenshot_name"]: [
            ImageFinding(**{**f, "box": tuple(f["box"]), "kind": Kind(f["kind"]), "source": Source(f["source"])})
            for f in item["findings"]
        ]
        for item in store.read_lines(name)
    }
