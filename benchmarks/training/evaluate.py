"""Scores the exported model alone (no patterns, lists or registry) on development sets that were never trained on.

    python -m benchmarks.training.evaluate [--data ../shared/data] [--model FOLDER] [--each 400] [--threshold 0.4]

`masked`: share of names of which every letter is covered by some finding (a leading Mr, Ms or Dr is not counted).
`other`: share of the letters outside all labelled spans that person findings cover (in brackets: findings of any kind).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from redaction.findings import Kind
from redaction.text import model as runtime
from redaction.text.model import NamesModel

Labelled = tuple[str, list[tuple[int, int, str]]]
_PRONOUNS = set(
    [
        "i",
        "me",
        "my",
        "mine",
        "you",
        "your",
        "yours",
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "we",
        "us",
        "our",
        "ours",
        "they",
        "them",
        "their",
        "theirs",
        "who",
        "whom",
        "whose",
        "it",
        "its",
        "this",
        "that",
        "myself",
        "yourself",
        "himself",
        "herself",
        "themselves",
        "everyone",
        "all",
        "both",
        "one",
        "u",
        "ya",
    ]
)


def _join(tokens: list[str], tags: list[str]) -> Labelled:
    """Tokens with B-/I-/O tags (or bare I- tags) back to text."""
    text, spans, before = "", [], "O"
    for token, tag in zip(tokens, tags, strict=True):
        if text and not (token[0] in ".,;:!?)]'’" and len(token) < 4) and text[-1] not in "([@#":
            text += " "
        kind = tag[2:]
        if tag != "O":
            if spans and tag.startswith("I-") and before != "O" and spans[-1][2] == kind:
                spans[-1] = (spans[-1][0], len(text) + len(token), kind)
            else:
                spans.append((len(text), len(text) + len(token), kind))
        text += token
        before = tag
    return text, spans


def conll(path: Path, separator: str | None = None) -> Iterator[Labelled]:
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        parts = line.split(separator)
        if len(parts) < 2 or not parts[0].strip():
            if tokens:
                yield _join(tokens, tags)
            tokens, tags = [], []
        else:
            tokens.append(parts[0])
            tags.append(parts[-1])


def enron(folder: Path) -> Iterator[Labelled]:
    """Threads; pronouns and e-mail addresses are not counted (the first name nobody, the second have a pattern)."""
    for path in sorted(folder.glob("*.conll")):
        text, spans, open_at = "", [], -1
        for line in path.read_text(encoding="utf-8").splitlines():
            parts = line.split("\t")
            if len(parts) < 4:
                text += "\n" if text and text[-1] != "\n" else ""
                continue
            token, tag = parts[0], parts[2]
            if text and text[-1] not in "\n(" and token not in {",", ".", ":", ";", ")", "!", "?", "'s"}:
                text += " "
            if tag.startswith("(P"):
                open_at = len(text)
            text += token
            if tag.endswith(")") and open_at >= 0:
                value = text[open_at:]
                if "@" in value:
                    spans.append((open_at, len(text), "EMAIL"))
                elif (
                    value.split()[0].lower() not in {"a", "an", "all", "the", "our", "my", "your", "any", "both"}
                    and any(c.isupper() for c in value)
                    and not set(value.lower().split()) <= _PRONOUNS
                ):
                    spans.append((open_at, len(text), "PER"))
                open_at = -1
        yield text, spans


def presidio(path: Path) -> Iterator[Labelled]:
    for row in json.loads(path.read_text(encoding="utf-8")):
        yield row["full_text"], [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]]


def tab(path: Path) -> Iterator[Labelled]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield (
            row["text"],
            [
                (e["start_offset"], e["end_offset"], e["entity_type"])
                for e in row["entities"]
                if e["identifier_type"] != "NO_MASK"
            ],
        )


_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Dr|Prof|Miss|Messrs)\b\.?\s*")
SETS: dict[str, tuple[Callable[[Path], Iterator[Labelled]], dict[str, set[str]], int]] = {
    "Enron train": (lambda d: enron(d / "text/enron_emailcoref/train"), {"person": {"PER"}}, 1),
    "presidio synth v2": (
        lambda d: presidio(d / "text/presidio_research/synth_dataset_v2.json"),
        {"person": {"PERSON"}, "company": {"ORGANIZATION"}, "address": {"STREET_ADDRESS"}, "place": {"GPE"}},
        1,
    ),
    "WNUT dev": (
        lambda d: conll(d / "text/wnut17/emerging.dev.conll", "\t"),
        {"person": {"person"}, "company": {"corporation"}, "place": {"location"}},
        1,
    ),
    "BTC f": (
        lambda d: conll(d / "text/btc/f.conll", "\t"),
        {"person": {"PER"}, "company": {"ORG"}, "place": {"LOC"}},
        3,
    ),
    "TAB train": (
        lambda d: tab(d / "text/tab/tab_train_92.jsonl"),
        {"person": {"PERSON"}, "company": {"ORG"}, "place": {"LOC"}},
        8,
    ),
    "wikigold": (
        lambda d: conll(d / "text/wikigold/wikigold.conll.txt"),
        {"person": {"PER"}, "company": {"ORG"}, "place": {"LOC"}},
        2,
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path)
    parser.add_argument("--each", type=int, default=400, help="texts a set, evenly sampled; 0 takes all")
    parser.add_argument("--threshold", type=float, nargs="+", default=[runtime.THRESHOLD])
    parser.add_argument(
        "--misses", type=int, default=0, help="print that many missed and over-masked places (local eyes only)"
    )
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    if not args.data.is_dir():
        raise SystemExit("the development data is not there; nothing measured.")
    if args.model:
        runtime.DATA = args.model
    for threshold in args.threshold:
        model = NamesModel(threshold)
        print(f"threshold {threshold}")
        for name, (read, kinds, share) in SETS.items():
            if args.only and args.only not in name:
                continue
            texts = list(read(args.data))
            limit = args.each // share if args.each else len(texts)
            texts = texts[:: max(1, len(texts) // max(1, limit))]
            begun = time.process_time()
            found = model.predict([t for t, _ in texts])
            spent = time.process_time() - begun
            print(
                f"  {name:18}",
                _score(texts, found, kinds, args.misses),
                f"{sum(len(t) for t, _ in texts) / spent:,.0f} characters/s {len(texts) / spent:,.0f} texts/s",
                flush=True,
            )


def _score(
    texts: list[Labelled], found: list[list[runtime.TextFinding]], kinds: dict[str, set[str]], misses: int
) -> str:
    hit = dict.fromkeys(kinds, 0)
    total = dict.fromkeys(kinds, 0)
    letters = person = other = 0
    missed: list[str] = []
    extra: list[str] = []
    for (text, spans), findings in zip(texts, found, strict=True):
        covered = {i for f in findings for i in range(f.start, f.end)}
        people = {i for f in findings if f.kind is Kind.PERSON for i in range(f.start, f.end)}
        gold = {i for a, b, _ in spans for i in range(a, b)}
        for a, b, tag in spans:
            a += len(m[0]) if (m := _TITLE.match(text[a:b])) else 0
            for kind, tags in kinds.items():
                if tag in tags:
                    total[kind] += 1
                    if all(i in covered or not text[i].isalpha() for i in range(a, b)):
                        hit[kind] += 1
                    elif kind == "person":
                        missed.append(f"{text[max(0, a - 25) : a]!r}>>{text[a:b]!r}<<{text[b : b + 15]!r}")
        outside = [i for i, c in enumerate(text) if c.isalpha() and i not in gold]
        letters += len(outside)
        person += sum(i in people for i in outside)
        other += sum(i in covered for i in outside)
        extra += [
            f"{text[max(0, f.start - 15) : f.start]!r}>>{text[f.start : f.end]!r}<< {f.kind} {f.score}"
            for f in findings
            if not gold & set(range(f.start, f.end))
        ]
    if misses:
        for title, rows in (("missed", missed), ("over-masked", extra)):
            print(f"    {title}", *rows[:: max(1, len(rows) // misses)][:misses], sep="\n      ")
    scores = " ".join(f"{k} {hit[k] / max(1, total[k]):.3f} ({total[k]})" for k in kinds)
    return f"masked: {scores}; other {person / max(1, letters):.2%} ({other / max(1, letters):.2%})"


if __name__ == "__main__":
    main()
