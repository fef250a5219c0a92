"""The documents of demonstrations in the stages of a batch: taken in, searched with the registry of the batch, written
anew with surrogates.

One walk (redaction.documents) shows every text of a document. What is searched is what the walk shows, and what is
replaced is what it shows the second time, so nothing in between can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from redaction.documents.index_files import INDEX_FILES, rewrite_index
from redaction.documents.sop import rewrite_sop
from redaction.documents.trace import rewrite_raw_trace, rewrite_trace
from redaction.documents.unit import Each, Unit
from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.kinds.table import masked
from redaction.ledger.entities import Ledger
from redaction.lexicon.forms import tokens
from redaction.policy import Policy
from redaction.stages.apply import already_scrubbed, joined, scrubbed, spliced
from redaction.stages.films import complete, load_demonstrations
from redaction.stages.kept_texts import finding_of, told
from redaction.text import Registry, TextEngine, TextInput
from redaction.withdrawal.forgotten import Forgotten
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.stage_records import DOCUMENTS, IN_DOCUMENTS, RELEASED_DEMONSTRATIONS, RESCANNED_DOCUMENTS
from redaction.work.store import BatchStore

T = TypeVar("T")
Found = Mapping[TextInput, Sequence[TextFinding]]
"""The texts of documents in which something was found."""

TRACE, RAW, SOP = formats.TRACE, formats.RAW_TRACE, formats.GUIDE
WALKS: dict[str, Callable[[bytes, Each], bytes]] = {
    TRACE: rewrite_trace,
    RAW: rewrite_raw_trace,
    SOP: rewrite_sop,
}
_ROUNDS = 6
_SHOWN = 0.8
"""Score of a text that as a whole says what a label has told on a frame."""


def walk(path: Path, each: Each, names: Iterable[str]) -> bytes:
    """One document of a batch with what `each` gives back for its texts. Rows of index files that refer to
    demonstrations other than those of these `names` leave."""
    if path.name in INDEX_FILES:
        return rewrite_index(path.name, path.read_bytes(), each, {name: name for name in names}).data
    (ending,) = (ending for ending in WALKS if path.name.endswith(ending))
    return WALKS[ending](path.read_bytes(), each)


def documents_of(store: BatchStore) -> list[Path]:
    """The documents that ingest left, by name."""
    home = store.file(DOCUMENTS)
    return sorted(home.iterdir()) if home.is_dir() else []


def hiding(forgotten: Forgotten) -> Each:
    """Masks those who are to be forgotten and leaves all else as it is."""

    def each(unit: Unit) -> tuple[str, ...]:
        text = unit.input.text
        found = forgotten.find(text, unit.role)
        return in_pieces(unit.pieces, [(f.start, f.end, masked(f.kind)) for f in found])

    return each


def inputs_of(store: BatchStore) -> dict[str, list[TextInput]]:
    """Every different text of each document, as the engine reads it, by the document's name, in the order of the
    documents."""
    names = [one.name for one in load_demonstrations(store)]
    return {path.name: _inputs_in(path, names) for path in documents_of(store)}


def _inputs_in(path: Path, names: Iterable[str]) -> list[TextInput]:
    inputs: dict[TextInput, None] = {}

    def note(unit: Unit) -> tuple[str, ...]:
        if any(c.isalnum() for piece in unit.pieces for c in piece):
            inputs[unit.input] = None
        return unit.pieces

    walk(path, note, names)
    return list(inputs)


def teaches(item: TextInput) -> bool:
    """Whether what the names model finds in a text of a document may be looked for everywhere else. Ids, classes and
    addresses are no sentences, and a word that stands alone under no label is as often a button as a person."""
    return item.role != "path" and (item.label is not None or len(item.text.split()) > 1)


def confirmed(lines: Mapping[TextInput, T], documents: Sequence[TextInput]) -> dict[TextInput, T]:
    """Of the texts on frames those that stand in a document, word for word: the page of a trace tells what a screen
    said, so a line that the pointer cut, or two that were read as one, teach nothing. All of them without documents."""
    if not documents:
        return dict(lines)
    corpus = " | ".join(" ".join(tokens(item.text)) for item in documents)
    corpus = f" {corpus} "
    return {item: told for item, told in lines.items() if f" {' '.join(tokens(item.text))} " in corpus}


def shown_too(
    swept: Mapping[TextInput, Sequence[TextFinding]],
    inputs: Iterable[TextInput],
    screens: Iterable[Iterable[ImageFinding]],
) -> Found:
    """What was swept in documents, and every text that as a whole says what a label has told on a frame: a cell
    "Harvest" under "Company" has no label in the HTML of its page, where the header stands in another branch."""
    labelled = {(f.value.strip(), f.kind) for found in screens for f in found if f.source is Source.LABEL and f.value}
    kinds = {value: kind for value, kind in sorted(labelled)}
    out: dict[TextInput, Sequence[TextFinding]] = {}
    for item in inputs:
        text = item.text.strip()
        found = swept[item]
        if not found and item.role != "path" and (kind := kinds.get(text)) is not None:
            start = item.text.index(text)
            found = [TextFinding(start, start + len(text), kind, _SHOWN, "shown", Source.LABEL)]
        out[item] = found
    return out


def keep_found(
    store: BatchStore, swept: Mapping[TextInput, Sequence[TextFinding]], inputs: Iterable[TextInput]
) -> Found:
    """Leave find/documents.jsonl: the texts in which something was found."""
    found = {item: swept[item] for item in inputs if swept[item]}
    _write(store, IN_DOCUMENTS, found)
    return found


def load_found(store: BatchStore, *, rescanned: bool = True) -> dict[TextInput, list[TextFinding]]:
    """The inverse, with what reading the scrubbed documents again has added."""
    found: dict[TextInput, list[TextFinding]] = {}
    for name in (IN_DOCUMENTS, RESCANNED_DOCUMENTS) if rescanned else (IN_DOCUMENTS,):
        if store.file(name).is_file():
            for item in store.read_lines(name):
                about = TextInput(item["text"], item["label"], item["role"])
                found.setdefault(about, []).extend(finding_of(written) for written in item["findings"])
    return found


def _write(store: BatchStore, name: str, found: Found) -> None:
    store.write_lines(
        name,
        (
            {"text": item.text, "label": item.label, "role": item.role, "findings": [told(f) for f in some]}
            for item, some in found.items()
        ),
    )


def mentions(found: Found) -> Iterator[tuple[Kind, str]]:
    """Kind and surface of everything found in documents."""
    for item, some in found.items():
        for f in joined(item.text, some):
            yield f.kind, item.text[f.start : f.end]


def rescan_documents(store: BatchStore, policy: Policy, ledger: Ledger, engine: TextEngine, registry: Registry) -> None:
    """After `resolve`: read what was changed again, until nothing more is found; leaves scrub/documents.jsonl."""
    base = load_found(store, rescanned=False)
    if not base:
        return
    more: dict[TextInput, list[TextFinding]] = {}
    for _ in range(_ROUNDS):
        done = {
            item: scrubbed(item.text, joined(item.text, [*some, *more.get(item, ())]), policy.text, ledger)
            for item, some in base.items()
        }
        again = {item: TextInput(one.text, item.label, item.role) for item, one in done.items()}
        new: dict[TextInput, list[TextFinding]] = {}
        for (item, one), found in zip(done.items(), engine.find_many(list(again.values()), registry), strict=True):
            fresh = [f for f in found if not already_scrubbed(one, f, policy.text, ledger)]
            if fresh:
                new[item] = [one.back(f) for f in fresh]
        if not new:
            break
        for item, some in new.items():
            more.setdefault(item, []).extend(some)
        ledger.resolve(sorted(set(mentions(new))), registry, policy.text.surrogates)
    _write(store, RESCANNED_DOCUMENTS, more)


def scrub_documents(store: BatchStore, policy: Policy, ledger: Ledger) -> None:
    """Write every document of the demonstrations that are complete anew into scrubbed/demonstrations/: called when
    their films are made."""
    found = load_found(store)

    def each(unit: Unit) -> tuple[str, ...]:
        item = unit.input
        some = found.get(item)
        if not some:
            return unit.pieces
        records = scrubbed(item.text, joined(item.text, some), policy.text, ledger).records
        return in_pieces(unit.pieces, ((r["start"], r["end"], r["replacement"]) for r in records))

    whole = {str(line["instance"]): str(line["name"]) for line in complete(store)}
    documents = [p for p in documents_of(store) if p.name in INDEX_FILES or p.name.partition(".")[0] in whole]
    home = store.file(RELEASED_DEMONSTRATIONS)
    if home.is_dir():
        known = {path.name for path in documents}
        for stale in home.iterdir():
            if stale.suffix not in (".mp4", ".png") and stale.name not in known:
                stale.unlink()
    for path in documents:
        write_whole(home / path.name, walk(path, each, whole.values()))


def in_pieces(pieces: Sequence[str], replaced: Iterable[tuple[int, int, str]]) -> tuple[str, ...]:
    """Pieces of a text with (start, end, replacement) of the whole put in, sorted and apart: what stands over several
    pieces is put into the first, and taken out of the others."""
    bounds, at = [], 0
    for piece in pieces:
        bounds.append((at, at + len(piece)))
        at += len(piece)
    own: list[list[tuple[int, int, str]]] = [[] for _ in pieces]
    for start, end, made in replaced:
        first = True
        for number, (a, b) in enumerate(bounds):
            if start < b and a < end:
                own[number].append((max(start, a) - a, min(end, b) - a, made if first else ""))
                first = False
    return tuple(spliced(piece, some).text if some else piece for piece, some in zip(pieces, own, strict=True))
