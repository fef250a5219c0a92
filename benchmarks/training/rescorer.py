"""Trains the re-scorer of words (redaction/screens/rescorer) on drawn pages, in one run.

    python -m benchmarks.training.rescorer --work DIR [--seed 1] [--without fourth …] [--jobs N] [--out DATA]

Draws the layouts of benchmarks/pages into DIR (kept: a second run reads nothing again), reads the pages, lets the rules
search them, fits nets to what the names model makes of their words and lines (torch), and boosts trees on the words:
LightGBM, one thread, deterministic. The trees are written as plain arrays, which redaction/screens/rescorer/forest.py
evaluates to the same scores. `--without` leaves
sets out, to measure on them what was trained on the others. `--jobs` read and boost side by side, to the same bytes.
Nothing reads ../shared/data.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.page_readings import PageSet, drawn
from benchmarks.training.meaning import Told, heads_of, stacked
from benchmarks.unseen_pages import HALVES, LATER
from redaction.findings import Kind
from redaction.page.page import Page
from redaction.page.words import Word
from redaction.policy import Policy
from redaction.screens.engine import ScreenEngine
from redaction.screens.rescorer.context import context
from redaction.screens.rescorer.evidence import KINDS, Evidence
from redaction.screens.rescorer.features import covered, features
from redaction.screens.rescorer.forest import Forest
from redaction.screens.rescorer.meaning import TOLD, Heads, spread_to_words, states_on
from redaction.screens.rescorer.rescore import DATA, NAMES
from redaction.text.engine import TextEngine

EXAMINATION = ("thirtyeighth", "thirtyninth", "fortieth", "fortyfirst")
"""Sets that what ships is not trained on: what is measured on them is no memory."""
OWN_CASTS = (
    *("twentyseventh", "twentyeighth", "twentyninth", "thirtieth", "thirtyfirst", "thirtysecond"),
    *("thirtythird", "thirtyfourth", "thirtyfifth", "thirtysixth", "thirtyseventh"),
)
"""Sets that are drawn with the next seed, too: their authors brought people and firms of their own, the firms of
ordinary words among them."""
SETS = tuple(name for name in (*HALVES, *LATER) if name not in EXAMINATION)
FOLDS = 6
"""Authors fall into so many parts; what is to know no author of a part is trained on the others."""
TREES, LEAVES, DEPTH, RATE, LEAST_WORDS = 150, 127, 14, 0.1, 40
KIND_TREES, KIND_LEAVES = 40, 15
COMMON: dict[str, Any] = {
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "seed": 7,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}
LABELLED, TOUCHED = 0.5, 0.05
"""A word is labelled when this share of its width is; between the two it is left out of training."""
LOST = 0.15
"""In the second copy of every page so many of what the rules found, column by column, is taken away: on pages nobody
wrote a rule for they find less than on those they were written on."""
CHECKED = 64
"""Rows kept with their scores."""
_KINDS = {
    "person_name": Kind.PERSON,
    "iban": Kind.ID,
    "card": Kind.ID,
    **{kind.value: kind for kind in KINDS},
}


@dataclass(frozen=True)
class Examples:
    """A page; its set; rows of features; 0 for no identifier or 1 + index into KINDS; which rows count; the embeddings
    of its lines; the hidden states of its words; whether evidence was taken away."""

    page: Page
    author: str
    rows: NDArray[np.float64]
    kinds: NDArray[np.int64]
    counted: NDArray[np.bool_]
    embeddings: NDArray[np.float16]
    states: NDArray[np.float16]
    thin: bool = False


def labels_of(words: Sequence[Word], items: Sequence[dict[str, Any]]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """For each word 1 + index of its kind in KINDS (0: identifies nobody), and whether it counts. What may be hidden or
    not ("optional") is taught as what must: a number of an invoice is the nearest thing to a number of a customer."""
    kinds, counted = np.zeros(len(words), dtype=np.int64), np.ones(len(words), dtype=bool)
    texts = [item for item in items if item["kind"] != "face"]
    shares = covered(words, [item["box"] for item in texts])
    for at, item in enumerate(texts):
        here, cut = shares[:, at] >= LABELLED, (shares[:, at] > TOUCHED) & (shares[:, at] < LABELLED)
        counted[cut & (kinds == 0)] = False
        if "optional" in item.get("note", ""):
            here &= kinds == 0
        kinds[here], counted[here] = 1 + KINDS.index(_KINDS[item["kind"]]), True
    return kinds, counted


def thinned(page: Page, evidence: Evidence, name: str) -> Evidence:
    """The evidence without LOST of the findings and labels of each column, drawn from the page's name."""
    rng = random.Random(name)
    lost: dict[tuple[Any, ...], bool] = {}

    def is_lost(*key: Any) -> bool:
        if key not in lost:
            lost[key] = rng.random() < LOST
        return lost[key]

    findings = [f for f in evidence.findings if not is_lost(f.kind, f.box[0] // 8) and not is_lost(f)]
    labels = {at: text for at, text in evidence.labels.items() if not is_lost(text)}
    raw = {
        at: [f for f in found if not is_lost(f.kind, page.lines[at].box[0] // 8)] for at, found in evidence.raw.items()
    }
    return replace(evidence, findings=findings, labels=labels, raw=raw)


def examples(engine: ScreenEngine, pages: PageSet) -> Iterator[Examples]:
    """The words of every page of a set, once with all evidence and once with part of it taken away."""
    registry = pages.registry(engine)
    for name in sorted(pages.readings):
        page, evidence = engine.evidence(pages.readings[name], registry)
        words = page.words
        kinds, counted = labels_of(words, pages.items[name])
        author = pages.name.rpartition("-")[0]
        told = stacked([evidence.embeddings.get(at) for at in range(len(page.lines))])
        states = states_on(page, evidence.states)
        yield Examples(page, author, features(page, evidence), kinds, counted, told, states)
        less = thinned(page, evidence, f"{pages.name}/{name}")
        yield Examples(page, author, features(page, less), kinds, counted, told, states, thin=True)


@lru_cache(maxsize=1)
def _engine() -> ScreenEngine:
    """The rules alone: what the re-scorer is to learn is what they leave."""
    policy = Policy()
    return ScreenEngine(policy.vision.model_copy(update={"rescorer": False}), TextEngine(policy.text))


def _of_set(work: Path, seed: int, name: str) -> list[Examples]:
    """The examples of one set, drawn and read where that was not done."""
    parts = list(examples(_engine(), drawn(work, name, seed, _engine())))
    print(f"{name}, seed {seed}: {len(parts) // 2} pages", flush=True)
    return parts


def train(parts: Sequence[Examples], jobs: int = 1) -> tuple[Heads, dict[str, tuple[Any, NDArray[np.float64]]]]:
    """The heads of lines; and by the name of its forest a LightGBM booster and some of the rows it was trained on:
    whether a word identifies, the same at the second look, and of those that do, as what.

    The first look is trained on what heads say that never saw the author of a page, the second look on what such a
    first look says: as it will be in use.
    """
    parts = [part for part in parts if len(part.rows)]
    folds = folds_of(parts)
    rows = strange_rows(parts, folds)
    with ThreadPoolExecutor(jobs) as pool:  # boosting needs no interpreter
        told = pool.map(partial(second_rows, parts, rows, folds), sorted(set(folds)))
        first, kind = pool.submit(whether, parts, rows), pool.submit(as_what, parts, rows)
        second = {at: row for fold in told for at, row in fold.items()}
        again = [second[at] for at in range(len(parts))]
        return heads_of(_told(parts)), {
            "found": (first.result(), _some(rows)),
            "found again": (whether(parts, again), _some(again)),
            "kind": (kind.result(), _some(rows)),
        }


def folds_of(parts: Sequence[Examples]) -> list[int]:
    """The fold of each part: all parts of an author are in one."""
    authors = sorted({part.author for part in parts})
    return [authors.index(part.author) % FOLDS for part in parts]


def strange_rows(parts: Sequence[Examples], folds: Sequence[int]) -> list[NDArray[np.float64]]:
    """The features of each part, and what heads say of its lines that were trained on the other folds."""
    rows: dict[int, NDArray[np.float64]] = {}
    for fold in sorted(set(folds)):
        heads = heads_of(_told([part for part, its in zip(parts, folds, strict=True) if its != fold]))
        for at, part in enumerate(parts):
            if folds[at] == fold:
                rows[at] = np.hstack([part.rows, _meant(part, heads)])
    return [rows[at] for at in range(len(parts))]


def second_rows(
    parts: Sequence[Examples], rows: Sequence[NDArray[np.float64]], folds: Sequence[int], fold: int
) -> dict[int, NDArray[np.float64]]:
    """By their places what the second look is told of the parts of one fold: by a first look at the others."""
    there = [at for at in range(len(parts)) if folds[at] != fold]
    stranger = whether([parts[at] for at in there], [rows[at] for at in there])
    return {
        at: np.hstack([rows[at], context(part.page, np.asarray(stranger.predict(rows[at])))])
        for at, part in enumerate(parts)
        if folds[at] == fold
    }


def _told(parts: Sequence[Examples]) -> Iterator[Told]:
    return ((part.page, part.kinds, part.counted, part.embeddings, part.states) for part in parts if not part.thin)


def _meant(part: Examples, heads: Heads) -> NDArray[np.float64]:
    lines = np.full((len(part.embeddings), TOLD), -1.0)
    read = part.embeddings.any(axis=1)
    lines[read] = heads.lines.told(part.embeddings[read])
    return spread_to_words(part.page, lines, heads.words.told(part.states))


def _some(rows: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The first row of every second example, CHECKED at most."""
    return np.vstack([some[:1] for some in rows[::2]])[:CHECKED]


def whether(parts: Sequence[Examples], rows: Sequence[NDArray[np.float64]]) -> Any:
    """Trees that tell whether a word identifies, by these rows."""
    import lightgbm

    counted = [part.counted for part in parts]
    chosen = np.vstack([some[counts] for some, counts in zip(rows, counted, strict=True)])
    target = np.concatenate([part.kinds[part.counted] > 0 for part in parts])
    names = list(map(str, range(chosen.shape[1])))
    return lightgbm.train(
        {
            **COMMON,
            "objective": "binary",
            "num_leaves": LEAVES,
            "max_depth": DEPTH,
            "learning_rate": RATE,
            "min_data_in_leaf": LEAST_WORDS,
        },
        lightgbm.Dataset(chosen, target, feature_name=names),
        TREES,
    )


def as_what(parts: Sequence[Examples], rows: Sequence[NDArray[np.float64]]) -> Any:
    """Trees that tell the kind of a word that does."""
    import lightgbm

    hits = [part.counted & (part.kinds > 0) for part in parts]
    chosen = np.vstack([some[hit] for some, hit in zip(rows, hits, strict=True)])
    target = np.concatenate([part.kinds[hit] - 1 for part, hit in zip(parts, hits, strict=True)])
    return lightgbm.train(
        {
            **COMMON,
            "objective": "multiclass",
            "num_class": len(KINDS),
            "num_leaves": KIND_LEAVES,
            "learning_rate": 0.15,
        },
        lightgbm.Dataset(chosen, target, feature_name=list(map(str, range(chosen.shape[1])))),
        KIND_TREES,
    )


def forest_of(booster: Any) -> Forest:
    """A booster's trees as arrays: every node once, leaves pointing to themselves."""
    dumped = booster.dump_model()
    nodes: list[tuple[int, float, int, int, float]] = []
    roots, deepest = [], 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(nodes)
        nodes.append((0, 0.0, at, at, float(node.get("leaf_value", 0.0))))
        if "split_feature" in node:
            if node["decision_type"] != "<=" or node["missing_type"] not in ("None", "Zero"):
                raise SystemExit("the trainer made a split that forest.py does not evaluate.")
            left, right = add(node["left_child"], depth + 1), add(node["right_child"], depth + 1)
            nodes[at] = (int(node["split_feature"]), float(node["threshold"]), left, right, 0.0)
        return at

    for tree in dumped["tree_info"]:
        roots.append(add(tree["tree_structure"], 0))
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Forest(
        np.array(feature, np.int32),
        np.array(threshold),
        np.array(left, np.int32),
        np.array(right, np.int32),
        np.array(value),
        np.array(roots, np.int32),
        deepest,
        int(dumped["num_tree_per_iteration"]),
    )


def write(
    heads: Heads, boosters: Mapping[str, tuple[Any, NDArray[np.float64]]], folder: Path, stated: dict[str, Any]
) -> None:
    """rescorer.npz and rescorer.json (features, sha256, what it was trained on) in a folder. Some rows are kept with
    the trainer's own scores: wherever the file is used, it can be seen that they are the same."""
    arrays: dict[str, NDArray[np.generic]] = heads.arrays()
    for name, (booster, rows) in boosters.items():
        scores = np.asarray(booster.predict(rows, raw_score=True)).reshape(len(rows), -1)
        arrays |= {**forest_of(booster).arrays(name), f"check.{name}.rows": rows, f"check.{name}.scores": scores}
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "rescorer.npz"
    with file.open("wb") as out:
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    card = {"features": NAMES, "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), **stated}
    (folder / "rescorer.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def arguments(description: str | None, out: Path) -> argparse.ArgumentParser:
    """What says on which pages to train, and where to; the work is kept in --work."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="pages and readings are kept here")
    parser.add_argument("--seed", type=int, default=1, help="of the people on the pages")
    parser.add_argument("--without", nargs="*", default=[], choices=SETS, help="sets not trained on")
    parser.add_argument("--jobs", type=int, default=1, help="sets and folds side by side")
    parser.add_argument("--out", type=Path, default=out)
    return parser


def read_pages(args: argparse.Namespace) -> tuple[list[str], list[int], list[Examples]]:
    """The sets that `arguments` asked for, the seeds of their casts, and the examples of both casts."""
    sets = [name for name in SETS if name not in args.without]
    again = [name for name in sets if name in OWN_CASTS]
    seeds = [args.seed] * len(sets) + [args.seed + 1] * len(again)
    with ProcessPoolExecutor(args.jobs) as pool:
        read = pool.map(_of_set, repeat(args.work), seeds, sets + again)
        return sets, sorted(set(seeds)), [part for one in read for part in one]


def main() -> None:
    """Command line."""
    import lightgbm

    args = arguments(__doc__, DATA).parse_args()
    sets, seeds, parts = read_pages(args)
    pages = sum(not part.thin for part in parts)
    heads, boosters = train(parts, args.jobs)
    stated = {
        "trainer": f"lightgbm {lightgbm.__version__}",
        "sets": sets,
        "seeds": seeds,
        "pages": pages,
        "words": int(sum(p.counted.sum() for p in parts)),
    }
    write(heads, boosters, args.out, stated)
    print(f"{pages} pages, {stated['words']} rows: {args.out / 'rescorer.npz'}")


if __name__ == "__main__":
    main()
