"""Stages 3 and 4: resolve every mention in the ledger, then write scrubbed rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.ledger.entities import Ledger, Places
from redaction.policy import Policy
from redaction.records import Interaction
from redaction.stages.apply import Scrubbed, lies_in, replacement_for, spliced
from redaction.stages.documents import load_found
from redaction.stages.documents import mentions as in_documents
from redaction.stages.engine_versions import hiding_engines
from redaction.stages.find import (
    RESCANNED,
    load_film_findings,
    load_page_findings,
    load_screen_findings,
    load_text_findings,
    registry_of,
)
from redaction.stages.ingest import RawRow, load_rows
from redaction.stages.row_spans import RowFinding
from redaction.stages.source_findings import source_mentions
from redaction.stages.text_fields import TEXT_FIELDS
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from redaction.work.stage_records import (
    IN_DOCUMENTS,
    IN_FILMS,
    IN_PAGES,
    IN_SOURCES,
    RESCANNED_DOCUMENTS,
    RESCANNED_SOURCES,
    SOURCES,
)
from redaction.work.store import BatchStore, code_digest

_NAMES = tuple(TEXT_FIELDS)
_MENTIONED = (
    "ingest/rows.jsonl",
    "find/text.jsonl",
    "find/screens.jsonl",
    RESCANNED,
    IN_FILMS,
    IN_PAGES,
    IN_DOCUMENTS,
    RESCANNED_DOCUMENTS,
    SOURCES,
    IN_SOURCES,
    RESCANNED_SOURCES,
)
"""What the mentions of a batch depend on."""


def resolve(store: BatchStore, policy: Policy, ledger: Ledger) -> dict[str, int]:
    """Give every mention of the batch its surrogate, in an order that does not depend on where it stood."""
    store.require("find")
    store.mark_undone("resolve")
    registry = registry_of(store)
    mentions = mentions_of(store, ledger)
    ledger.resolve(sorted(mentions), registry, policy.text.surrogates)
    store.mark_done("resolve")
    return dict(sorted(Counter(kind.value for kind, _ in mentions).items()))


def mentions_of(store: BatchStore, ledger: Ledger) -> set[tuple[Kind, str]]:
    """Every captured surface that was found in the batch, with its kind; without what the ledger itself wrote."""
    mentions = {(f.kind, f.value) for f in captured_rows(load_rows(store), load_text_findings(store), ledger)}
    on_images = (load_screen_findings(store), load_film_findings(store), load_page_findings(store))
    for findings in chain.from_iterable(found.values() for found in on_images):
        mentions |= {(f.kind, f.value) for f in findings if f.value}
    return mentions.union(in_documents(load_found(store)), source_mentions(store))


def surrogates_digest(store: BatchStore, ledger: Ledger) -> str:
    """SHA-256 of everything that stands in for something in this batch: another one once a name was given up. It is
    asked for several times a build, and taken anew when a file or the ledger has changed."""
    files = [store.file(name) for name in _MENTIONED]
    known = (str(store.path), ledger.state, *(file_digest(path) if path.is_file() else "" for path in files))
    if known not in _DIGESTS:
        made = sorted(ledger.replacement(kind, surface) for kind, surface in mentions_of(store, ledger))
        _DIGESTS[known] = digest_of(made)
        if len(_DIGESTS) > _MOST_DIGESTS:
            del _DIGESTS[next(iter(_DIGESTS))]
    return _DIGESTS[known]


_DIGESTS: dict[tuple[str, ...], str] = {}
_MOST_DIGESTS = 1000
"""Batches, each with its files and the ledger at some time, of which the digest of surrogates is remembered."""


def recipe_of(policy: Policy) -> str:
    """What decides about the outputs of scrubbing besides captures, findings and ledger."""
    parts = (policy.text, policy.capture, policy.sources)
    return digest_of(code_digest(), hiding_engines(), policy.vision.style, [p.model_dump(mode="json") for p in parts])


def is_scrubbed(store: BatchStore, ledger: Ledger, recipe: str) -> bool:
    """Whether scrubbing again would leave what lies there."""
    if not store.is_as_left("scrub") or store.record("scrub").stamp.partition(" ")[2] != recipe:
        return False
    try:
        return store.is_done("scrub", f"{surrogates_digest(store, ledger)} {recipe}")
    except EntrophyError:  # a mention that the ledger does not know: it is another ledger than the one of that time
        return False


def is_current(store: BatchStore, ledger: Ledger) -> bool:
    """Whether the ledger still has the surrogates with which the batch was scrubbed. One that turns out to be a real
    name in a batch that is read later is given up for another (`Ledger.resolve`)."""
    return store.record("scrub").stamp.partition(" ")[0] == surrogates_digest(store, ledger)


def captured_rows(rows: Sequence[RawRow], findings: Iterable[RowFinding], ledger: Ledger) -> list[RowFinding]:
    """The findings but those that lie where the ledger wrote: a batch that was scrubbed before comes back."""
    before = written_before(rows, ledger)
    places = [(f, before.get((f.row, f.field))) for f in findings]
    return [f for f, at in places if not (at and _ours(rows[f.row].row, f, at))]


def written_before(rows: Sequence[RawRow], ledger: Ledger) -> dict[tuple[int, str], Places]:
    """Where the ledger wrote, by row and field, when these rows are, letter for letter, what it left of a batch."""
    found = ledger.written(_texts(raw.row for raw in rows))
    return {(at // len(_NAMES), _NAMES[at % len(_NAMES)]): places for at, places in found.items()}


def _texts(rows: Iterable[Interaction]) -> Iterator[str]:
    """Every field that can hold captured text, row by row."""
    return (_text(row, name) for row in rows for name in _NAMES)


def scrub_rows(store: BatchStore, policy: Policy, ledger: Ledger) -> int:
    """Apply the text findings; leaves scrub/rows.jsonl. Returns the number of rows."""
    rows = load_rows(store)
    before = written_before(rows, ledger)
    by_row: dict[int, list[RowFinding]] = {}
    for finding in load_text_findings(store):
        by_row.setdefault(finding.row, []).append(finding)
    ours: dict[int, Places] = {}

    def written() -> Iterator[dict[str, Any]]:
        for i, raw in enumerate(rows):
            done = scrubbed_fields(i, raw.row, by_row.get(i, []), policy, ledger, before)
            for at, name in enumerate(_NAMES, start=i * len(_NAMES)):
                if places := done[name].ours if name in done else before.get((i, name), ()):
                    ours[at] = places
            yield raw.row.as_dict() | {name: one.text for name, one in done.items()}

    store.write_lines("scrub/rows.jsonl", written())
    ledger.remember(_texts(Interaction(**row) for row in store.read_lines("scrub/rows.jsonl")), ours)
    return len(rows)


def scrubbed_fields(
    at: int,
    row: Interaction,
    findings: Iterable[RowFinding],
    policy: Policy,
    ledger: Ledger,
    before: Mapping[tuple[int, str], Places],
) -> dict[str, Scrubbed]:
    """Every field of row `at` that findings change: its new text, and how its places map back to the captured one.
    What the ledger wrote `before` is left alone."""
    by_field: dict[str, list[RowFinding]] = {}
    for f in sorted(findings):
        by_field.setdefault(f.field, []).append(f)
    done = {}
    for field, some in sorted(by_field.items()):
        places = before.get((at, field), ())
        fresh = [f for f in some if not _ours(row, f, places)]
        replaced = [(f.start, f.end, _replacement(f, policy, ledger)) for f in fresh]
        done[field] = spliced(_text(row, field), replaced, places)
    return done


def _ours(row: Interaction, finding: RowFinding, places: Places) -> bool:
    return bool(places) and lies_in(_text(row, finding.field), finding.start, finding.end, places)


def _text(row: Interaction, name: str) -> str:
    return str(getattr(row, name) or "")


def _replacement(finding: RowFinding, policy: Policy, ledger: Ledger) -> str:
    if finding.part == "rest":
        return ""
    return replacement_for(finding.kind, finding.value, policy.text, ledger)
