"""Redact single texts outside a release: JSON lines in, JSON lines out, two passes over the whole file."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from secrets import token_bytes
from typing import Any, TypeVar

from redaction.errors import EntrophyError
from redaction.findings import Kind, TextFinding
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import KEY_BYTES, Key
from redaction.ledger.ledger_files import open_ledger
from redaction.policy import Policy, TextPolicy
from redaction.stages.apply import Scrubbed, already_scrubbed, is_ours, joined, remember, scrubbed
from redaction.text import Registry, TextEngine, TextInput, propagate_labels
from redaction.text.known.entities_file import load_entities
from redaction.work.files import write_whole
from redaction.work.json_text import canonical

_CHUNK = 256
_ROUNDS = 6
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Counts:
    """What came out: rows written, findings in them, rows refused."""

    rows: int
    findings: int
    refused: int


@dataclass(frozen=True, slots=True)
class _Row:
    id: str | int
    text: str
    label: str | None


def scrub_text_file(source: Path, target: Path, entities: Path | None, policy: Policy, key_path: Path | None) -> Counts:
    """Rows {"id", "text"} → {"id", "text", "findings"}, in the order of the input. A row may carry a "label", the name
    of the field that its text stands in: evidence like the label of a field in a recording, and not written.

    Findings are told in code points of the input text. What one row reveals is hidden in all. Rows that cannot be read
    go to TARGET.quarantine.jsonl. Without a key the surrogates hold for this run only. Raises EntrophyError when the
    source cannot be read or the target lies inside a bundle.
    """
    check_target(source, target)
    rows, refused = _read(source)
    engine = TextEngine(policy.text)
    declared = Registry.declared(*(load_entities(entities) if entities is not None else ((), ())))
    # Without a key file the ledger lies in memory: nothing of it can be left behind.
    ledger = open_ledger(key_path)[1] if key_path is not None else Ledger.open(Key(token_bytes(KEY_BYTES)), None)
    written = scrub_inputs([labelled_input(row.text, row.label) for row in rows], engine, declared, policy.text, ledger)
    ledger.close()
    lines = [
        {"id": row.id, "text": done.text, "findings": done.records} for row, done in zip(rows, written, strict=True)
    ]
    write_whole(target, "".join(canonical(row) + "\n" for row in lines).encode("utf-8"))
    write_quarantine(target, refused)
    return Counts(len(lines), sum(len(done.records) for done in written), len(refused))


def labelled_input(text: str, label: str | None) -> TextInput:
    """As the text engine reads it: under a label, like the field of a recording; without one as running text."""
    return TextInput(text, label, "field") if label else TextInput(text)


def scrub_inputs(
    inputs: Sequence[TextInput],
    engine: TextEngine,
    declared: Registry,
    policy: TextPolicy,
    ledger: Ledger,
    rows: Iterable[range] = (),
    names: Iterable[tuple[str, Sequence[int]]] = (),
) -> list[Scrubbed]:
    """Find, replace, and read the result again, until reading it again finds nothing more; in the order of `inputs`.

    A model reads a name differently once its neighbours have changed. What a later reading adds is told in code points
    of the input like everything else; redacting the result once more then changes nothing.

    `rows` are inputs that are cells of one row: what a label says of one is hidden in the others, too. `names` are
    people whose name stands in several inputs, as "last, first" with the positions of these.
    """
    texts, together = [item.text for item in inputs], list(rows)
    found: list[list[TextFinding]] = [[] for _ in texts]
    before = ledger.written(texts)
    written = [Scrubbed(text, ours=list(before.get(i, ()))) for i, text in enumerate(texts)]
    whole = sorted({name for name, at in names if not any(i in before for i in at)})
    people = [TextInput(name, "Full name", "field") for name in whole]
    declared = discover(engine, people, declared)
    for _ in range(_ROUNDS):
        now = [replace(item, text=done.text) for item, done in zip(inputs, written, strict=True)]
        registry = discover(engine, now, declared, partial(_captured, written, ledger))
        more = False
        for i, findings in enumerate(_found(now, engine, registry, together)):
            new = [f for f in findings if not already_scrubbed(written[i], f, policy, ledger)]
            if new:
                more = True
                found[i] = joined(texts[i], [*found[i], *(written[i].back(f) for f in new)])
        if not more:
            break
        mentions = {(f.kind, t[f.start : f.end]) for t, fs in zip(texts, found, strict=True) for f in fs}
        mentions |= {(Kind.PERSON, name) for name in whole}
        ledger.resolve(mentions, registry, policy.surrogates)
        written = [
            scrubbed(text, fs, policy, ledger, before.get(i, ()))
            for i, (text, fs) in enumerate(zip(texts, found, strict=True))
        ]
    remember(written, ledger)
    return written


def _found(
    inputs: Sequence[TextInput], engine: TextEngine, registry: Registry, rows: Iterable[range]
) -> list[list[TextFinding]]:
    """The second pass: findings in every input, and what the labels of a row tell about its other cells."""
    found: list[list[TextFinding]] = []
    for start in range(0, len(inputs), _CHUNK):
        found += engine.find_many(inputs[start : start + _CHUNK], registry)
    for row in rows:
        for i, more in zip(row, propagate_labels([inputs[i] for i in row]), strict=True):
            # what lies inside an address, say, is hidden with it, and was ours with it
            found[i] = sorted([*found[i], *(f for f in more if not _inside(f, found[i]))])
    return found


def _inside(finding: TextFinding, others: Sequence[TextFinding]) -> bool:
    """Whether one of the others, sorted and apart, holds the finding."""
    at = bisect_right(others, finding.start, key=lambda other: other.start)
    return at > 0 and finding.end <= others[at - 1].end


def _captured(written: Sequence[Scrubbed], ledger: Ledger, at: int, finding: TextFinding) -> bool:
    return not is_ours(written[at], finding, ledger)


def discover(
    engine: TextEngine,
    inputs: Sequence[TextInput],
    registry: Registry,
    captured: Callable[[int, TextFinding], bool] = lambda i, finding: True,
) -> Registry:
    """The first pass: what all texts together reveal, added to what is known. `captured` says of a finding in the text
    of a number that it is no surrogate of ours: those teach nothing."""
    for start in range(0, len(inputs), _CHUNK):
        chunk = inputs[start : start + _CHUNK]
        found = enumerate(engine.find_many(chunk), start=start)
        registry = registry.learn(chunk, [[f for f in fs if captured(i, f)] for i, fs in found])
    return registry


def _read(source: Path) -> tuple[list[_Row], list[dict[str, Any]]]:
    """Good rows, and for the others line number, reason and remedy."""
    try:
        lines = source.read_bytes().split(b"\n")
    except OSError as error:
        raise EntrophyError(
            f"the file cannot be read ({type(error).__name__}).",
            record=source.name,
            remedy="give a readable file of JSON lines.",
        ) from None
    rows: list[_Row] = []
    refused: list[dict[str, Any]] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row = _row(line)
        if isinstance(row, _Row) and canonical(row.id) in seen:
            row = ("duplicate_id", "give every row an id of its own.")
        if isinstance(row, _Row):
            seen.add(canonical(row.id))
            rows.append(row)
        else:
            refused.append({"line": number, "reason": row[0], "remedy": row[1]})
    return rows, refused


def _row(line: bytes) -> _Row | tuple[str, str]:
    try:
        raw = json.loads(line.decode("utf-8").lstrip("\ufeff"))
    except UnicodeDecodeError:
        return "not_utf8", "save the file as UTF-8."
    except (ValueError, RecursionError):
        return "broken_json", "write one JSON object a line."
    if not isinstance(raw, dict):
        return "not_an_object", 'write one JSON object a line: {"id": …, "text": …}.'
    if not isinstance(raw.get("text"), str):
        return "text_missing" if "text" not in raw else "text_not_a_string", 'give the row a "text" that is a string.'
    label = raw.get("label")
    if label is not None and not isinstance(label, str):
        return "label_not_a_string", 'give the "label" as a string, or leave it out.'
    if any(0xD800 <= ord(c) <= 0xDFFF for c in raw["text"] + (label or "")):
        return "broken_unicode", "remove lone surrogate code points from the text and its label."
    identity = raw.get("id")
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return (
            "id_missing" if "id" not in raw else "id_of_wrong_type",
            'give the row an "id" that is a string or a number.',
        )
    return _Row(identity, raw["text"], label)


def check_target(source: Path, target: Path) -> None:
    """Raises EntrophyError when the output would overwrite the input or lie inside a bundle."""
    if target.resolve() == source.resolve():
        raise EntrophyError(
            "the output would overwrite the input.", record=target.name, remedy="give another output file."
        )
    for folder in target.resolve().parents:
        if (folder / "SHA256SUMS").exists() and (folder / "manifest.json").exists():
            raise EntrophyError(
                "the output would lie inside a bundle.",
                record=target.name,
                remedy="write it elsewhere; a bundle holds only what was verified.",
            )


def write_quarantine(target: Path, refused: Sequence[Mapping[str, Any]]) -> None:
    """TARGET.quarantine.jsonl: what was refused, a line each; no file where nothing was."""
    path = target.with_name(target.name + ".quarantine.jsonl")
    if refused:
        write_whole(path, "".join(canonical(row) + "\n" for row in refused).encode("utf-8"))
    else:
        path.unlink(missing_ok=True)
