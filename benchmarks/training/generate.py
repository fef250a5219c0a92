"""Draws labelled texts from all sources and writes them as token arrays.

python -m benchmarks.training.generate --count 60000 --seed 1 --out data.npz [--show 20]
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.training import (
    harvest,
    noise,
    templates_general,
    templates_mail,
    templates_names,
    templates_native,
    templates_prose,
    templates_quiet,
    templates_screens,
    templates_ui,
)
from benchmarks.training.entities import Filler, World
from benchmarks.training.grammar import Tagged, Template
from benchmarks.training.interface import Interface
from benchmarks.training.names import Culture, People, build_cultures
from benchmarks.training.software import Software, dictionary
from redaction.text.model import BEGIN, END, LABELS, MAX_PIECES, load_tokenizer, shape_ids

_SUBJECT = re.compile(
    r"\b([Tt]he (?:user|caller|client|method|function|object|class)|[Uu]sers|[Yy]ou|[Ww]e|[Ii]t|[Tt]his|someone)\b"
)

#: (source, weight)
MIX = (
    ("titles", 10),
    ("fields", 24),
    ("tables", 12),
    ("mails", 17),
    ("chats", 9),
    ("news", 10),
    ("bio", 8),
    ("legal", 9),
    ("notes", 10),
    ("social", 10),
    ("general", 24),
    ("native", 16),
    ("technical", 6),
    ("named", 5),
    ("salad", 4),
    ("heading", 8),
    ("frames", 34),
    ("software", 22),
    ("office", 20),
    ("codes", 22),
    ("beside", 34),
    ("firms", 26),
)
WOVEN = "woven"
#: "broad": how people, companies and places are written; "whole": that, and the words of screens in many languages.
MIXES = {
    "broad": MIX,
    "whole": (*MIX, ("interface", 170), ("quiet", 60)),
    # most of it those words, and sentences that hold a label or a person
    WOVEN: (*MIX, ("interface", 520), ("quiet", 90)),
}


@dataclass(frozen=True)
class _Pools:
    """What does not depend on the seed."""

    cultures: list[Culture]
    known: set[str]
    headings: list[str]
    identifiers: list[str]
    sentences: list[str]


@lru_cache(maxsize=1)
def _pools() -> _Pools:
    cultures = build_cultures()
    known = {part.lower() for c in cultures for n in (*c.first, *c.last) for part in n.split() if c.name != "invented"}
    ordinary = frozenset(dictionary()) | {"api", "url", "faq", "cli", "json", "csv", "pdf", "python", "linux"}
    return _Pools(
        cultures,
        known,
        harvest.headings(ordinary, known),
        harvest.identifiers(known),
        harvest.sentences(known),
    )


class Source:
    """Endless labelled texts for one seed, of one of MIXES."""

    def __init__(self, seed: int, mix: str) -> None:
        self.r = random.Random(seed)
        self._kinds, self._weights = zip(*MIXES[mix], strict=True)
        pools = _pools()
        self.people = People(self.r, pools.cultures)
        self.world = World(
            self.r,
            pools.cultures,
            Software(self.r, pools.known, pools.headings, pools.identifiers),
        )
        self.sentences = pools.sentences
        self.interface = Interface(self.r, self.world, self.people, pools.cultures, woven=mix == WOVEN)
        self.vocabulary = sorted({w for s in self.sentences for w in re.findall(r"(?<= )[a-z]{3,}", s)})
        self.templates = {
            "titles": [Template(t) for t in templates_ui.TITLES],
            "fields": [Template(t) for t in templates_ui.FIELDS],
            "tables": [Template(t) for t in templates_ui.TABLES],
            "mails": [Template(t) for t in templates_mail.MAILS],
            "chats": [Template(t) for t in templates_mail.CHATS],
            "news": [Template(t) for t in templates_prose.NEWS],
            "bio": [Template(t) for t in templates_prose.BIO],
            "legal": [Template(t) for t in templates_prose.LEGAL],
            "notes": [Template(t) for t in templates_prose.NOTES],
            "social": [Template(t) for t in templates_prose.SOCIAL],
            "general": [Template(t) for t in templates_general.GENERAL],
            "frames": [Template(t) for t in templates_screens.FRAMES],
            "software": [Template(t) for t in templates_screens.SOFTWARE],
            "office": [Template(t) for t in templates_screens.OFFICE],
            "codes": [Template(t) for t in templates_screens.CODES],
            "beside": [Template(t) for t in templates_names.BESIDE],
            "firms": [Template(t) for t in templates_names.FIRMS],
            "body": [Template(t) for t in templates_mail.BODY],
            "quiet": [Template(t) for t in templates_quiet.QUIET],
            "say": [Template(t) for t in templates_mail.SAYINGS],
        }

    def _expand(self, kind: str, filler: Filler | None = None) -> Tagged:
        filler = filler or Filler(self.world, self.people.person)

        def fill(slot: str, style: str) -> list[tuple[str, int]]:
            if slot in {"body", "say"}:
                if slot == "body" and self.r.random() < 0.25:
                    return [(self.r.choice(self.sentences), 0)]
                inner = self._expand(slot, filler)
                return [
                    (c, t if s or t == 0 else -t) for c, t, s in zip(inner.chars, inner.tags, inner.starts, strict=True)
                ]
            return filler(slot, style)

        made = self.r.choice(self.templates[kind]).expand(self.r, fill)
        for i, tag in enumerate(made.tags):
            if tag < 0:
                made.tags[i], made.starts[i] = -tag, False
        return made

    def _technical(self) -> Tagged:
        t = Tagged()
        t.add(self.r.choice(self.sentences))
        return t

    def _named(self) -> Tagged:
        t, sentence = Tagged(), self.r.choice(self.sentences)
        filler, at = Filler(self.world, self.people.person), 0
        for match in _SUBJECT.finditer(sentence):
            if self.r.random() < 0.6:
                t.add(sentence[at : match.start()])
                slot = self.r.choices(
                    (
                        ("p", ""),
                        ("p", "first"),
                        ("p", "lfirst"),
                        ("p", "lower"),
                        ("p1", "last"),
                        ("p1", "first"),
                        ("o", ""),
                    ),
                    (40, 15, 6, 4, 10, 10, 15),
                )[0]
                for text, tag in filler(*slot):
                    t.add(text, tag)
                at = match.end()
        t.add(sentence[at:])
        return t

    def _salad(self) -> Tagged:
        t, filler = Tagged(), Filler(self.world, self.people.person)
        slots = (
            ("p", ""),
            ("p", "full"),
            ("p", "first"),
            ("p", "lower"),
            ("p", "upper"),
            ("o", ""),
            ("l", "city"),
            ("c", ""),
            ("product", ""),
            ("cap", ""),
            ("num", ""),
        )
        for i in range(self.r.randint(4, 16)):
            if i:
                t.add(self.r.choices((" ", ", ", "\n", " - ", " | ", "  "), (70, 10, 8, 4, 4, 4))[0])
            if self.r.random() < 0.2:
                for text, tag in filler(*self.r.choice(slots)):
                    t.add(text, tag)
            else:
                word = self.r.choice(self.vocabulary)
                t.add(word.title() if self.r.random() < 0.15 else word)
        return t

    def _heading(self) -> Tagged:
        t = Tagged()
        words = [
            self.r.choice(self.vocabulary if self.r.random() < 0.7 else templates_general.THINGS)
            for _ in range(self.r.choice((1, 1, 2, 2, 2, 3, 3, 4, 5)))
        ]
        style = self.r.random()
        joined = " ".join(w.title() if style < 0.6 else w.upper() if style < 0.75 else w for w in words)
        t.add(joined[0].upper() + joined[1:] if 0.75 <= style < 0.95 else joined)
        if self.r.random() < 0.3:
            t.add(self.r.choice((":", "...", " *", f" ({self.r.randrange(99)})", "?", f" {self.r.randrange(100)}")))
        return t

    def _native(self) -> Tagged:
        culture = self.r.choice(self.people.native)
        filler = Filler(self.world, lambda: self.people.of(culture))
        made, language = Tagged(), culture.name[:2]
        local = (*templates_native.NATIVE.get(language, ()), *templates_native.PROSE.get(language, ()))
        sources = local if local and self.r.random() < 0.8 else templates_native.NATIVE[""]
        sentences = self.world.foreign_of(language)
        if self.r.random() < 0.4:
            made.add(self.r.choice(sentences) + self.r.choice((" ", ". ", "\n", "")))
        one = Template(self.r.choice(sources)).expand(self.r, filler)
        made.chars += one.chars
        made.tags += one.tags
        made.starts += one.starts
        if self.r.random() < 0.4:
            made.add(self.r.choice((" ", ". ", "\n", "")) + self.r.choice(sentences))
        return made

    def _one(self, kind: str) -> Tagged:
        own = {
            "technical": self._technical,
            "named": self._named,
            "salad": self._salad,
            "heading": self._heading,
            "native": self._native,
            "interface": self.interface.draw,
        }
        return own[kind]() if kind in own else self._expand(kind)

    def text(self) -> Tagged:
        kind = self.r.choices(self._kinds, self._weights)[0]
        made = Tagged()
        parts = 1 if self.r.random() < 0.55 else self.r.randint(2, 4)
        joint = self.r.choice((" ", "\n", " ", "\n\n"))
        for i in range(parts):
            one = self._one(kind)
            if i:
                made.add(joint)
            made.chars += one.chars
            made.tags += one.tags
            made.starts += one.starts
            if self.r.random() < 0.3:
                kind = self.r.choices(self._kinds, self._weights)[0]
        return noise.disturb(made, self.r)


def encode(made: Tagged, tokenizer: object) -> tuple[list[int], list[int], list[int]]:
    """(token ids, shape ids, label ids) with the begin and the end; cut to MAX_PIECES."""
    text = made.text
    coded = tokenizer.encode(text, add_special_tokens=False)  # type: ignore[attr-defined]
    ids, offsets = coded.ids[: MAX_PIECES - 2], coded.offsets[: MAX_PIECES - 2]
    labels = []
    for start, end in offsets:
        tag, begins = 0, False
        for i in range(start, max(end, start + 1)):
            if made.tags[i]:
                tag, begins = made.tags[i], any(made.starts[i:end])
                break
        labels.append(0 if not tag else 2 * tag - 1 if begins else 2 * tag)
    return [BEGIN, *ids, END], [0, *shape_ids(text, offsets), 0], [-100, *labels, -100]


def stream(seed: int, count: int, mix: str, tokenizer: Any) -> Iterator[tuple[list[int], list[int], list[int]]]:
    source = Source(seed, mix)
    made = 0
    while made < count:
        one = source.text()
        if one.text.strip():
            made += 1
            yield encode(one, tokenizer)


def write(path: Path, seed: int, count: int, mix: str, tokenizer: Any) -> None:
    """Token arrays of `count` texts; the file is there whole or not at all."""
    ids: list[int] = []
    shapes: list[int] = []
    labels: list[int] = []
    ends: list[int] = []
    for a, b, c in stream(seed, count, mix, tokenizer):
        ids += a
        shapes += b
        labels += c
        ends.append(len(ids))
    part = path.with_name("part-" + path.name)
    np.savez(
        part,
        ids=np.array(ids, np.int32),
        shapes=np.array(shapes, np.int8),
        labels=np.array(labels, np.int8),
        ends=np.array(ends, np.int64),
    )
    part.replace(path)
    print(f"{path.name}: {len(ends)} texts, {len(ids)} tokens", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", choices=sorted(MIXES), default="whole")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json; the shipped one where none is given")
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    if args.show:
        source = Source(args.seed, args.mix)
        for _ in range(args.show):
            one = source.text()
            print(repr(one.text), [(one.text[a:b], LABELS[2 * t][2:]) for a, b, t in one.spans()])
        return
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(args.tokenizer)) if args.tokenizer else load_tokenizer()
    write(args.out, args.seed, args.count, args.mix, tokenizer)


if __name__ == "__main__":
    main()
