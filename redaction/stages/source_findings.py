"""What is found in the texts of company sources, and what stands in its place.

Ids and whatever a role hides as a whole need no engine. Running text is read by the engine with the registry of the
batch, which knows every person, company and number of every row; what is kept as it is (categories, days) is asked of
that registry alone. Rows are read a portion at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, TypeVar

from redaction.errors import EntrophyError
from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import masked, written_as
from redaction.ledger.entities import Ledger
from redaction.lexicon.fold import decoded
from redaction.lexicon.forms import tokens
from redaction.policy import TextPolicy
from redaction.sources.ids import Ids
from redaction.sources.rules import rewritten_rules
from redaction.sources.values import Row, hidden_values, kept_texts, row_ids, texts_of
from redaction.stages.apply import Scrubbed, already_scrubbed, joined, replacement_for, spliced
from redaction.stages.kept_texts import finding_of, told
from redaction.stages.page_findings import Found, in_texts
from redaction.stages.sources import TakenSource, taken_sources
from redaction.text import Registry, TextEngine, TextInput
from redaction.text.overlaps import around
from redaction.work.progress import Progress
from redaction.work.stage_records import IN_SOURCES, RESCANNED_SOURCES
from redaction.work.store import BatchStore

T = TypeVar("T")
PORTION = 256
"""Rows whose texts are read together."""
_ROUNDS = 6
_WHOLES = written_as(Value.EMAIL, Value.HOST, Value.SLUG, Value.ANY)
"""Kinds of which an id in them is a part that says nothing by itself."""
_SPELLED = written_as(PROPER, Value.LOGIN)
_ID = "source-id"
_KNOWN = (Source.REGISTRY, Source.DECLARED)
ACCESS_ROW = -1
"""Place of the access rules of a source among its rows."""
Place = tuple[str, int, int]
"""Source, row and number of a text in it."""


@dataclass(frozen=True, slots=True)
class FoundRow:
    """Findings of the texts of one row, by their number."""

    source: str
    row: int
    texts: Mapping[int, Sequence[TextFinding]]


def portions(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items, so many at a time."""
    source = iter(items)
    while some := list(islice(source, size)):
        yield some


def row_texts(source: TakenSource, row: Row) -> list[tuple[TextInput, bool]]:
    """Every text of a row in its order, and whether it is read by the engine or asked of the registry alone."""
    read = [(item, True) for item in texts_of(source.schema, row)]
    return read + [(TextInput(text, name, "field"), False) for name, text in kept_texts(source.schema, row)]


def access_texts(source: TakenSource) -> list[tuple[TextInput, bool]]:
    """Every string of the access rules of a source."""
    if source.access is None:
        return []
    found: list[tuple[TextInput, bool]] = []

    def note(text: str) -> str:
        found.append((TextInput(text, None, "field"), False))
        return text

    rewritten_rules(json.loads(source.access.read_bytes()), note)
    return found


def learn_from_sources(store: BatchStore, engine: TextEngine, registry: Registry) -> Registry:
    """A larger registry with what the texts of the sources reveal. Who is whom in a company its tables tell: of what a
    text reveals besides, a single word ("Yahoo" for a person, "Fiona") is hidden where it stands and teaches nothing
    about other places."""
    larger = registry
    for source in taken_sources(store):
        for rows in portions(source.rows(), PORTION):
            inputs = list(dict.fromkeys(item for row in rows for item in texts_of(source.schema, row)))
            larger = larger.learn(inputs, engine.find_many(inputs, registry)) if inputs else larger
    return larger.only(lambda entry: entry in registry.entries or _teaches(Kind(entry[0]), entry[1]))


def _teaches(kind: Kind, value: str) -> bool:
    return kind not in _SPELLED or len(tokens(value)) > 1


def find_in_sources(
    store: BatchStore,
    engine: TextEngine,
    registry: Registry,
    progress: Progress,
    on_pages: Found = MappingProxyType({}),
) -> dict[str, int]:
    """Leave find/sources.jsonl, with what was found on the pages of documents; returns findings by kind."""
    counts: dict[str, int] = {}
    sources = taken_sources(store)
    if not sources:
        return counts
    total, done = sum(source.count for source in sources), 0

    def lines() -> Iterator[dict[str, Any]]:
        nonlocal done
        for source in sources:
            numbered: Iterator[tuple[int, Row, list[tuple[TextInput, bool]]]] = chain(
                [(ACCESS_ROW, {}, access_texts(source))],
                ((number, row, row_texts(source, row)) for number, row in enumerate(source.rows())),
            )
            for some in portions(numbered, PORTION):
                read = list(dict.fromkeys(item for *_, texts in some for item, whole in texts if whole))
                swept = dict(zip(read, engine.find_many(read, registry), strict=True))
                for number, row, texts in some:
                    found = {}
                    seen = in_texts(source, row, on_pages) if row else {}
                    for at, (item, whole) in enumerate(texts):
                        here = [*(swept[item] if whole else _known(registry, item)), *seen.get(at, ())]
                        if here:
                            found[at] = [told(f) for f in here]
                            for f in here:
                                counts[f.kind.value] = counts.get(f.kind.value, 0) + 1
                    if found:
                        yield {"source": source.name, "row": number, "texts": [[at, f] for at, f in found.items()]}
                done += len(some)
                progress("find in sources", min(done, total), total)

    store.write_lines(IN_SOURCES, lines())
    return counts


_ASKED: dict[tuple[int, str], list[TextFinding]] = {}
_MOST_ASKED = 100_000


def _known(registry: Registry, item: TextInput) -> list[TextFinding]:
    """Whole names, addresses and numbers that the batch knows, in what is kept as it is."""
    asked = (id(registry), item.text)
    if asked not in _ASKED:
        if len(_ASKED) > _MOST_ASKED:
            _ASKED.clear()
        view = decoded(item.text)
        found = [f for f in registry.find(view.text, item.role) if f.source in _KNOWN]
        _ASKED[asked] = joined(item.text, [f.over(*view.span(f.start, f.end)) for f in found])
    return _ASKED[asked]


def load_found(store: BatchStore) -> Iterator[FoundRow]:
    """Of every row in which something was found, in the order of sources and rows; with what was found afterwards."""
    if not store.file(IN_SOURCES).is_file():
        return
    again: dict[tuple[str, int], dict[int, list[TextFinding]]] = {}
    if store.file(RESCANNED_SOURCES).is_file():
        for line in store.read_lines(RESCANNED_SOURCES):
            place = again.setdefault((line["source"], line["row"]), {})
            place[line["text"]] = [finding_of(f) for f in line["findings"]]
    for line in store.read_lines(IN_SOURCES):
        texts = {int(at): [finding_of(f) for f in found] for at, found in line["texts"]}
        for at, more in again.pop((line["source"], line["row"]), {}).items():
            texts[at] = [*texts.get(at, ()), *more]
        yield FoundRow(line["source"], line["row"], texts)


def found_by_row(
    sources: Sequence[TakenSource], found: Iterator[FoundRow]
) -> Iterator[tuple[TakenSource, int, Row, Mapping[int, Sequence[TextFinding]]]]:
    """(source, number, row, findings) of every row, read beside the findings."""
    here = next(found, None)
    for source in sources:
        if here is not None and here.source == source.name and here.row == ACCESS_ROW:
            yield source, ACCESS_ROW, {}, here.texts
            here = next(found, None)
        for number, row in enumerate(source.rows()):
            if here is not None and (here.source, here.row) == (source.name, number):
                yield source, number, row, here.texts
                here = next(found, None)
            else:
                yield source, number, row, {}


def texts_at(source: TakenSource, number: int, row: Row) -> list[tuple[TextInput, bool]]:
    """The texts of a row, or of the access rules."""
    return access_texts(source) if number == ACCESS_ROW else row_texts(source, row)


def source_mentions(store: BatchStore) -> set[tuple[Kind, str]]:
    """Kind and surface of everything that is hidden in the sources."""
    sources = taken_sources(store)
    mentions: set[tuple[Kind, str]] = set()
    for source in sources:
        for row in source.rows():
            mentions.update((kind, value) for _, kind, value in hidden_values(source.schema, row))
    for source, number, row, found in found_by_row(sources, load_found(store)):
        if found:
            texts = texts_at(source, number, row)
            for at, some in found.items():
                text = texts[at][0].text
                mentions.update((f.kind, text[f.start : f.end]) for f in joined(text, some))
    return mentions


def scrubbed_text(
    text: str,
    findings: Sequence[TextFinding],
    policy: TextPolicy,
    ledger: Ledger,
    ids: Ids,
    own: frozenset[str] = frozenset(),
) -> Scrubbed:
    """The text with ids and findings replaced; `own` are the ids of its row, which are meant even where they are words.
    What is left of a finding around an id is hidden for itself."""
    spans = {(start, end): made for start, end, made in ids.in_text(text, own)}
    whole = joined(text, findings)
    kept = [f for f in whole if f.kind in _WHOLES]
    spans = {at: made for at, made in spans.items() if not any(f.start < at[1] and at[0] < f.end for f in kept)}
    solid = [TextFinding(start, end, Kind.ID, 1.0, _ID, Source.CHECKED) for start, end in spans]
    pieces = [piece for f in whole for piece in (around(text, f, solid) if solid else [f])]
    replaced = [(f.start, f.end, spans[f.start, f.end]) for f in solid]
    for f in pieces:
        try:
            made = replacement_for(f.kind, text[f.start : f.end], policy, ledger)
        except EntrophyError:  # what is left around an id was never a mention of its own
            made = masked(f.kind)
        replaced.append((f.start, f.end, made))
    return spliced(text, sorted((a, b, made) for a, b, made in replaced if made != text[a:b]))


def rescan_sources(
    store: BatchStore, policy: TextPolicy, ledger: Ledger, engine: TextEngine, registry: Registry, ids: Ids
) -> int:
    """After `resolve`: read what was changed again, until nothing more is found; leaves scrub/sources-found.jsonl and
    returns how much was added. A model reads a name differently once its neighbours have changed."""
    more: dict[Place, list[TextFinding]] = {}
    only: set[tuple[str, int]] | None = None
    sources = taken_sources(store)
    for _ in range(_ROUNDS):
        fresh: dict[Place, list[TextFinding]] = {}
        mentions: set[tuple[Kind, str]] = set()
        rows = (r for r in found_by_row(sources, load_found(store)) if r[3] and r[1] != ACCESS_ROW)
        for some in portions((r for r in rows if only is None or (r[0].name, r[1]) in only), PORTION):
            asked: list[tuple[Place, TextInput, Sequence[TextFinding], Scrubbed]] = []
            for source, number, row, found in some:
                texts = row_texts(source, row)
                own = frozenset(value for _, _, value in row_ids(source.schema, row))
                for at, findings in found.items():
                    item, whole = texts[at]
                    if whole:
                        place = (source.name, number, at)
                        done = scrubbed_text(item.text, [*findings], policy, ledger, ids, own)
                        asked.append((place, item, findings, done))
            again = [TextInput(done.text, item.label, item.role) for _, item, _, done in asked]
            for (place, item, base, done), found_again in zip(asked, engine.find_many(again, registry), strict=True):
                new = [done.back(f) for f in found_again if not already_scrubbed(done, f, policy, ledger)]
                if new:
                    fresh[place] = new
                    # what was found joins what it meets: its surface may be a longer one
                    every = joined(item.text, [*base, *new])
                    mentions.update((f.kind, item.text[f.start : f.end]) for f in every)
        if not fresh:
            break
        for place, new in fresh.items():
            more.setdefault(place, []).extend(new)
        only = {place[:2] for place in fresh}
        _keep_more(store, more)
        ledger.resolve(sorted(mentions), registry, policy.surrogates)
    _keep_more(store, more)
    return sum(map(len, more.values()))


def _keep_more(store: BatchStore, more: Mapping[Place, Sequence[TextFinding]]) -> None:
    store.write_lines(
        RESCANNED_SOURCES,
        (
            {"source": source, "row": row, "text": at, "findings": [told(f) for f in found]}
            for (source, row, at), found in sorted(more.items())
        ),
    )
