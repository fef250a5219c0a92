"""What each rule earns: every row of the tables of screens and texts switched off by name, one at a time.

    python -m benchmarks.ablation --work DIR [--sets training-a training-b] [--products ../shared/data/screenshots]
                                  [--only REGEX] [--off NAME …] [--rescorer FOLDER] [--out FILE]

The rows are those of PASSAGES, VETOES and RULES, the evidence for labels, and the patterns and vetoes of texts.
Readings, what the names model says and what the patterns find are kept and the registry is learned anew, so a row
costs searching alone; pixels are drawn again only where findings changed. Measured are pages and, with `--products`,
the labelled product screens. `--rescorer` measures the same with a re-scorer (its two files) behind the rules: give
one that was trained without these sets. `--off` measures these rows off together, and the others beside that. Figures
are differences to everything switched on: what is lost without it.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.kept_texts import KeptTexts
from benchmarks.page_readings import PageSet, drawn, read
from benchmarks.screens import Score, judge
from redaction.capture.images import open_image
from redaction.findings import ImageFinding
from redaction.policy import Policy
from redaction.screens.engine import ScreenEngine
from redaction.screens.passages import LABELS, PASSAGES
from redaction.screens.redact.pixels import redact_image
from redaction.screens.rescorer.rescore import Rescorer
from redaction.screens.rules.table import RULES
from redaction.screens.rules.vetoes import VETOES
from redaction.text.recognizers import pattern_names
from redaction.text.vetoes import PIECE_VETOES
from redaction.text.vetoes import VETOES as TEXT_VETOES

TABLES: dict[str, tuple[str, ...]] = {
    "label": LABELS,
    "passage": tuple(row.name for row in PASSAGES),
    "veto": tuple(row.name for row in VETOES),
    "rule": tuple(row.name for row in RULES),
    "pattern": tuple(sorted(pattern_names())),
    "text veto": tuple(row.name for row in (*TEXT_VETOES, *PIECE_VETOES)),
}
"""Table → names of its rows."""


OF_TEXTS = ("pattern", "text veto")


@dataclass(frozen=True, order=True)
class Switch:
    """A row of a table that can be switched off."""

    table: str
    row: str

    @property
    def name(self) -> str:
        return f"{self.table}: {self.row}"


def switches() -> list[Switch]:
    """Every row there is, table by table."""
    return [Switch(table, row) for table, rows in TABLES.items() for row in rows]


@dataclass
class Figures:
    """Scores by "rules" and "with the re-scorer", and CPU seconds of searching."""

    scores: dict[str, Score] = field(default_factory=dict)
    seconds: float = 0.0


class Bench:
    """Page sets, an engine, and what is known of pages whose findings did not change."""

    def __init__(
        self, engine: ScreenEngine, texts: KeptTexts, sets: Sequence[PageSet], rescorer: Rescorer | None
    ) -> None:
        self.engine, self.texts, self.sets, self.rescorer = engine, texts, sets, rescorer
        self._judged: dict[tuple[str, tuple[ImageFinding, ...]], Score] = {}

    def measure(self, off: Sequence[Switch] = ()) -> Figures:
        """Search and judge all pages without these rows."""
        told = Figures({title: Score() for title in ("rules", "re-scorer")[: 1 + (self.rescorer is not None)]})
        self.engine.disabled = frozenset(switch.row for switch in off if switch.table not in OF_TEXTS)
        self.engine.text = self.texts.without(frozenset(switch.row for switch in off if switch.table in OF_TEXTS))
        for pages in self.sets:
            registry = pages.registry(self.engine)
            for name in sorted(pages.readings):
                for title, score in told.scores.items():
                    self.engine.rescorer = self.rescorer if title == "re-scorer" else None
                    start = time.process_time()
                    found = self.engine.find(pages.readings[name], registry)
                    told.seconds += (time.process_time() - start) * (title == "rules")
                    _add(score, self._judge(pages, name, found))
        return told

    def _judge(self, pages: PageSet, name: str, found: list[ImageFinding]) -> Score:
        key = (f"{pages.folder}/{name}", tuple(found))
        if key not in self._judged:
            image = open_image(pages.folder / "images" / name, Policy().capture)
            hidden, boxes = redact_image(image, found, "fill")
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
    parser.add_argument("--off", nargs="*", default=[], help="rows left out throughout, by name")
    parser.add_argument("--rescorer", type=Path, help="folder of rescorer.npz and rescorer.json")
    parser.add_argument("--out", type=Path, help="write the tables here too")
    args = parser.parse_args()
    policy = Policy()
    texts = KeptTexts(policy.text)
    engine = ScreenEngine(policy.vision.model_copy(update={"rescorer": False}), texts.without(frozenset()))
    rescorer = Rescorer(args.rescorer) if args.rescorer else None
    off = [switch for switch in switches() if switch.row in args.off]
    groups: dict[str, list[PageSet]] = {}
    if args.sets:
        groups[f"Pages: {', '.join(args.sets)}"] = [drawn(args.work, name, args.seed, engine) for name in args.sets]
    if args.products:
        groups["Product screens"] = [read(args.products, engine, args.work / "products")]
    text = []
    for title, sets in groups.items():
        bench = Bench(engine, texts, sets, rescorer)
        whole = bench.measure()  # the first run fills what later ones remember
        base = bench.measure(off)
        print("together", *(_difference(whole.scores[t], base.scores[t]) for t in base.scores), flush=True)
        rows = []
        for switch in (switch for switch in switches() if args.only.search(switch.name) and switch not in off):
            idle = switch.table == "pattern" and switch.row not in texts.told
            rows.append((switch, base if idle else bench.measure([*off, switch])))
            print(switch.name, *(_difference(base.scores[t], rows[-1][1].scores[t]) for t in base.scores), flush=True)
        text.append(f"## {title}\n\n{summary(base)}\n\n{table(base, rows)}\n")
        print(text[-1], flush=True)
    if args.out:
        args.out.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
