"""What each rule earns: every rule, pattern and word list of the screens switched off by name, one at a time.

    python -m benchmarks.ablation --work DIR [--sets training-a training-b] [--products ../shared/data/screenshots]
                                  [--only REGEX] [--rescorer FOLDER] [--out docs/ablation.md]

A switch is a module's own name for a rule: a function that then finds nothing, a pattern that then matches nothing, a
word list that is then empty. Readings are kept in DIR, so a switch costs searching alone (and learning, where the
registry learns through it); pixels are
drawn again only where findings changed. Measured are pages that no rule was written for and, with `--products`, the
labelled product screens. `--rescorer` measures the same with a re-scorer (its two files) behind the rules: give one
that was trained without these sets. Figures are differences to everything switched on: what is lost without it.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.page_readings import PageSet, drawn, read
from benchmarks.screens import Score, judge
from redaction.capture.images import open_image
from redaction.findings import ImageFinding
from redaction.policy import Policy
from redaction.screens.engine import ScreenEngine
from redaction.screens.redact.pixels import hide
from redaction.screens.rescorer.rescore import Rescorer
from redaction.text.engine import TextEngine
from redaction.text.known.registry import Registry

RULES: dict[str, tuple[str, ...]] = {
    "redaction.screens.engine": (
        "card_numbers", "birth_dates", "owner_numbers", "rest_of_columns", "labelled_rows", "person_numbers",
        "unread_in_columns", "links", "wrapped_values", "fragments", "initials", "unreadable",
    ),
    "redaction.page.passages": (
        "beside_avatars", "lists", "field_labels", "hints", "_run_together", "_after_disc", "_wrapped", "_rows",
        "_shared", "_onto_rows", "_broken_addresses", "address_blocks", "full_names",
    ),
}  # fmt: skip
"""Functions that may be switched off, by the module that calls them."""
TABLES = (
    "redaction.screens.rules.hints",
    "redaction.screens.rules.belief",
    "redaction.screens.rules.groups",
    "redaction.screens.rules.row_ids",
    "redaction.screens.rules.owner_ids",
    "redaction.screens.rules.column_rest",
    "redaction.screens.rules.labelled_rows",
    "redaction.screens.rules.links",
    "redaction.screens.span_boxes",
)
"""Modules whose patterns and word lists are switched off one by one. A pattern or list of these that another needs to
be read at all (`_WORD`) changes little: that shows in the table."""
_MANY = 1 << 30
_NEVER = re.compile(r"(?!)")
_EMPTY: dict[str, Any] = {"dict[int, tuple[str, int | None]]": {}, "dict[int, int]": {}, "int": 0}


@dataclass(frozen=True, order=True)
class Switch:
    """Something that can be switched off: the name `attribute` of a module."""

    module: str
    attribute: str

    @property
    def teaches(self) -> bool:
        """Whether the registry learns through it, too; what only the screen engine asks comes after learning."""
        return self.module in (
            "redaction.page.passages",
            "redaction.screens.rules.hints",
            "redaction.screens.rules.groups",
        )

    @property
    def name(self) -> str:
        return f"{self.module.removeprefix('redaction.').replace('screens.rules.', '')}.{self.attribute.lstrip('_')}"


def switches() -> list[Switch]:
    """Every switch there is."""
    found = [Switch(module, name) for module, names in RULES.items() for name in names]
    for module in TABLES:
        for name, value in vars(importlib.import_module(module)).items():
            own = isinstance(value, re.Pattern) or (isinstance(value, frozenset) and name.startswith("_"))
            if own:
                found.append(Switch(module, name))
    return found


@contextmanager
def off(switch: Switch) -> Iterator[None]:
    """Without one rule, pattern or list; what was remembered is forgotten before and after."""
    module = importlib.import_module(switch.module)
    before = getattr(module, switch.attribute)
    with _replaced(module, before, _nothing(before)):
        _forget()
        yield
    _forget()


@contextmanager
def _replaced(module: ModuleType, before: Any, nothing: Any) -> Iterator[None]:
    """A value of a module replaced under its name and in the module's tuples and dicts that hold it."""
    kept = dict(vars(module))
    for name, value in kept.items():
        if value is before:
            setattr(module, name, nothing)
        elif isinstance(value, tuple) and any(one is before for one in value):
            setattr(module, name, tuple(nothing if one is before else one for one in value))
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(module, name, value)


def _nothing(value: Any) -> Any:
    if isinstance(value, re.Pattern):
        return _NEVER
    if isinstance(value, frozenset):
        return frozenset()
    empty = _EMPTY.get(str(getattr(value, "__annotations__", {}).get("return", "")), [])
    return lambda *_, **__: empty


def _forget() -> None:
    """Every lru_cache of our own that is cheap to fill again."""
    for one in gc.get_objects():
        ours = isinstance(one, _lru_cache_wrapper) and (one.__module__ or "").startswith("redaction.")
        if ours and (one.cache_info().maxsize or _MANY) > 2:
            one.cache_clear()


@dataclass
class Figures:
    """Scores by "rules" and "with the re-scorer", and CPU seconds of searching."""

    scores: dict[str, Score] = field(default_factory=dict)
    seconds: float = 0.0


class Bench:
    """Page sets, an engine, and what is known of pages whose findings did not change."""

    def __init__(self, engine: ScreenEngine, sets: Sequence[PageSet], rescorer: Rescorer | None) -> None:
        self.engine, self.sets, self.rescorer = engine, sets, rescorer
        self._learned: dict[Path, Registry] = {}
        self._judged: dict[tuple[str, tuple[ImageFinding, ...]], Score] = {}

    def measure(self, *, learn: bool = True) -> Figures:
        """Learn (unless what is switched plays no part in it), search and judge all pages as things are switched."""
        told = Figures({title: Score() for title in ("rules", "re-scorer")[: 1 + (self.rescorer is not None)]})
        if learn:
            self._learned = {pages.folder: pages.registry(self.engine.text) for pages in self.sets}
        for pages in self.sets:
            registry = self._learned[pages.folder]
            for name in sorted(pages.readings):
                self.engine.rescorer = None
                start = time.process_time()
                findings = {"rules": self.engine.find(None, pages.readings[name], registry)}
                told.seconds += time.process_time() - start
                if self.rescorer is not None:
                    self.engine.rescorer = self.rescorer
                    findings["re-scorer"] = self.engine.find(None, pages.readings[name], registry)
                for title, found in findings.items():
                    _add(told.scores[title], self._judge(pages, name, found))
        return told

    def _judge(self, pages: PageSet, name: str, found: list[ImageFinding]) -> Score:
        key = (f"{pages.folder}/{name}", tuple(found))
        if key not in self._judged:
            image = open_image(pages.folder / "images" / name, Policy().capture)
            hidden, boxes = hide(image, found, "fill")
            self._judged[key] = score = Score()
            judge(score, name, image, pages.readings[name], found, boxes, hidden, pages.items[name])
        return self._judged[key]


def _add(total: Score, one: Score) -> None:
    total.hidden += one.hidden
    total.labelled += one.labelled
    total.clean += one.clean
    for name in ("images", "other", "other_hit", "beside", "beside_hit", "false_faces"):
        setattr(total, name, getattr(total, name) + getattr(one, name))


def regions(score: Score) -> int:
    """Text regions hidden."""
    return sum(count for kind, count in score.hidden.items() if not kind.startswith("face"))


def figures(score: Score) -> tuple[int, int, int, int]:
    """Regions hidden, pages without a leak, other lines hit, words beside hit."""
    return regions(score), len(score.clean), score.other_hit, score.beside_hit


def verdict(change: Sequence[int]) -> str:
    """What a rule is worth, from what changes without it: regions, clean pages, other lines, words beside."""
    found, clean, other, near = change
    if found < 0 or clean < 0:
        return "earns"
    if found > 0 or clean > 0 or other + near < 0:
        return "costs only"
    return "keeps lines" if other + near > 0 else "nothing"


def table(base: Figures, rows: Sequence[tuple[Switch, Figures]]) -> str:
    """Markdown: one row a switch, most regions first; what changes when it is off."""
    titles = list(base.scores)
    head = ["switched off", *(f"{what} ({t})" for t in titles for what in ("regions", "zero-leak", "other", "beside"))]
    out = [f"| {' | '.join([*head, 'CPU s', 'verdict'])} |", "| --- " * (len(head) + 2) + "|"]
    changes = [
        (switch, {t: _difference(base.scores[t], told.scores[t]) for t in titles}, told.seconds - base.seconds)
        for switch, told in rows
    ]
    for switch, change, seconds in sorted(changes, key=lambda c: (c[1][titles[0]], c[0])):
        cells = [f"{n:+d}" if n else "0" for t in titles for n in change[t]]
        out.append(f"| {' | '.join([f'`{switch.name}`', *cells, f'{seconds:+.1f}', verdict(change[titles[0]])])} |")
    return "\n".join(out)


def _difference(base: Score, told: Score) -> list[int]:
    return [b - a for a, b in zip(figures(base), figures(told), strict=True)]


def summary(base: Figures) -> str:
    """The figures with everything on."""
    lines = []
    for title, score in base.scores.items():
        found, clean, other, near = figures(score)
        total = sum(count for kind, count in score.labelled.items() if not kind.startswith("face"))
        lines.append(
            f"Everything on, {title}: regions {found} of {total} ({found / total:.3f}), zero-leak {clean} of "
            f"{score.images}, other lines {other} of {score.other} ({other / max(1, score.other):.3f}), beside {near} "
            f"of {score.beside} ({near / max(1, score.beside):.3f})."
        )
    return "\n".join([*lines, f"Searching: {base.seconds:.1f} CPU s."])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="pages and readings are kept here")
    parser.add_argument("--sets", nargs="*", default=["training-a", "training-b"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--products", type=Path, help="a labelled folder; its readings are kept in --work/products")
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="switches whose name has this")
    parser.add_argument("--rescorer", type=Path, help="folder of rescorer.npz and rescorer.json")
    parser.add_argument("--out", type=Path, help="write the tables here too")
    args = parser.parse_args()
    policy = Policy()
    engine = ScreenEngine(policy.vision.model_copy(update={"rescorer": False}), TextEngine(policy.text))
    rescorer = Rescorer(args.rescorer) if args.rescorer else None
    groups = {"Pages no rule was written for": [drawn(args.work, name, args.seed, engine) for name in args.sets]}
    if args.products:
        groups["Product screens"] = [read(args.products, engine, args.work / "products")]
    text = []
    for title, sets in groups.items():
        bench = Bench(engine, sets, rescorer)
        bench.measure()  # the first run fills what later ones remember
        base = bench.measure(learn=False)
        rows = []
        for switch in sorted((s for s in switches() if args.only.search(s.name)), key=lambda s: (s.teaches, s)):
            with off(switch):
                rows.append((switch, bench.measure(learn=switch.teaches)))
            print(switch.name, *(_difference(base.scores[t], rows[-1][1].scores[t]) for t in base.scores), flush=True)
        text.append(f"## {title}\n\n{summary(base)}\n\n{table(base, rows)}\n")
        print(text[-1], flush=True)
    if args.out:
        args.out.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
