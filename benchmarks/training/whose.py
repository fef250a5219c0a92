"""Trains the net of redaction/text/whose.py: whose a word is, on the words of drawn pages and of made-up sentences.

    python -m benchmarks.training.whose --work DIR [--seed 1] [--without fourth …] [--jobs N] [--texts N] [--out DATA]

Pages are those of benchmarks/training/rescorer.py, kept in the same DIR; sentences those of the names model's mix
"broad", drawn anew (the model was not trained on these), as far as they are short enough to be asked. Of words that the
model takes for no name a part is enough. Nothing reads ../shared/data.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.generate import Source
from benchmarks.training.grammar import LOC, ORG, PER, Tagged
from benchmarks.training.meaning import CLASS_OF
from benchmarks.training.perceptron import fitted
from benchmarks.training.rescorer import Examples, arguments, read_pages
from redaction.text.model import LINE_MOST, NamesModel, words_of
from redaction.text.perceptron import Perceptron
from redaction.text.whose import CARD, CLASSES, DATA, NET
from redaction.work.files import file_digest

Rows = tuple[NDArray[np.float16], NDArray[np.int64]]
"""Hidden states of words, shape (words, EMBEDDING), and the class of each."""
MIX, SEED = "broad", 901
_CLASS_OF_TAG = {PER: 1, ORG: 2, LOC: 3}
_KEPT = {False: 0.05, True: 0.3}
"""Of words that the model takes for no name, by whether they are one."""


def of_pages(parts: Iterable[Examples]) -> Rows:
    """The words that count of pages with all their evidence."""
    pages = [part for part in parts if not part.thin]
    states = np.concatenate([part.states[part.counted] for part in pages])
    return states, np.concatenate([CLASS_OF[part.kinds[part.counted]] for part in pages])


def of_texts(count: int, seed: int = SEED) -> Rows:
    """Words of so many drawn texts."""
    model, rng = NamesModel(), random.Random(seed)
    states: list[NDArray[np.float16]] = []
    classes: list[int] = []
    for drawn in _short(Source(seed, MIX), count):
        text, named = drawn.text, model.predict([drawn.text])[0]
        told = model.states(text)
        for start, end in words_of(text):
            kind = _CLASS_OF_TAG.get(max(drawn.tags[start:end]), 0)
            found = any(f.start < end and start < f.end for f in named)
            if found or rng.random() <= _KEPT[kind > 0]:
                states.append(told.of(start, end))
                classes.append(kind)
    return np.array(states, np.float16), np.array(classes, np.int64)


def _short(source: Source, count: int) -> Iterator[Tagged]:
    made = 0
    while made < count:
        one = source.text()
        if one.text.strip() and len(one.text) <= LINE_MOST:
            made += 1
            yield one


def trained(*rows: Rows) -> Perceptron:
    """The net, on all rows together."""
    states, classes = (np.concatenate(part) for part in zip(*rows, strict=True))
    return fitted(states, classes, np.zeros(len(classes), np.int64), 1, CLASSES)


def write(net: Perceptron, folder: Path, stated: dict[str, object]) -> None:
    """The net and its card in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NET).open("wb") as out:
        np.savez_compressed(out, **net.arrays("words"))  # type: ignore[arg-type]
    model = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))["sha256"]["model.onnx"]
    card = {"sha256": file_digest(folder / NET), "model": model, **stated}
    (folder / CARD).write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = arguments(__doc__, DATA)
    parser.add_argument("--texts", type=int, default=20_000)
    args = parser.parse_args()
    sets, seeds, parts = read_pages(args)
    pages, texts = of_pages(parts), of_texts(args.texts)
    stated = {"sets": sets, "seeds": seeds, "words": len(pages[1]), "texts": args.texts, "mix": MIX}
    write(trained(pages, texts), args.out, {**stated, "words of texts": len(texts[1])})
    print(f"{len(pages[1])} words of pages, {len(texts[1])} of texts: {args.out / NET}")


if __name__ == "__main__":
    main()
