"""What each pattern and veto of texts earns on labelled texts: switched off by name, one at a time.

    python -m benchmarks.ablation_texts [--sets synth,wnut,enron] [--only REGEX] [--out FILE]

What the names model and the patterns say of a text is kept, and the registry is learned anew without each row. Told are
gold spans fully covered, clean documents, and letters and digits outside all labelled spans that are covered, as
differences to everything switched on, the sets together.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from benchmarks.kept_texts import KeptTexts
from benchmarks.text import Found, Result, judge, named, ours
from benchmarks.text_sets import DATA, SETS, Doc
from redaction.policy import TextPolicy
from redaction.text.engine import TextEngine, can_be_disabled

Figures = tuple[int, int, int, int]
"""Gold spans covered, people among them, clean documents, letters and digits outside labelled spans covered."""


class Bench:
    """Text sets; documents whose findings did not change are judged once."""

    def __init__(self, sets: list[list[Doc]]) -> None:
        self.sets = [(docs, named(docs)) for docs in sets]
        self._judged: dict[tuple[int, int, tuple[tuple[int, int, str], ...]], Result] = {}

    def measure(self, engine: TextEngine) -> Figures:
        """The figures of all sets together."""
        results = [
            self._judge(at, k, doc, spans, names)
            for at, (docs, names) in enumerate(self.sets)
            for k, (doc, spans) in enumerate(zip(docs, ours(engine, docs), strict=True))
        ]
        full = sum(score.full for result in results for score in result.kinds.values())
        people = sum(result.kinds["person"].full for result in results if "person" in result.kinds)
        return full, people, sum(result.clean for result in results), sum(result.other for result in results)

    def _judge(self, at: int, k: int, doc: Doc, spans: Found, names: frozenset[str]) -> Result:
        key = (at, k, tuple(spans))
        if key not in self._judged:
            self._judged[key] = judge([doc], [spans], names)
        return self._judged[key]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="synth,wnut,enron")
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="rows whose name has this")
    parser.add_argument("--out", type=Path, help="write the table here too")
    args = parser.parse_args()
    texts = KeptTexts(TextPolicy())
    whole = texts.without(frozenset())
    bench = Bench([SETS[name][1](DATA / SETS[name][0]) for name in args.sets.split(",")])
    base = bench.measure(whole)
    lines = ["| switched off | spans | people | clean documents | other letters |", "| --- | --- | --- | --- | --- |"]
    for name in sorted(can_be_disabled()):
        if not args.only.search(name):
            continue
        figures = bench.measure(texts.without(frozenset({name})))
        changes = [after - before for before, after in zip(base, figures, strict=True)]
        lines.append(f"| `{name}` | {' | '.join(f'{n:+d}' if n else '0' for n in changes)} |")
        print(lines[-1], flush=True)
    told = f"Everything on: spans {base[0]}, people {base[1]}, clean documents {base[2]}, other letters {base[3]}."
    print(told)
    if args.out:
        args.out.write_text("\n".join([told, "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
