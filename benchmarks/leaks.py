"""What the leak check costs on text, and how often it finds somebody who is not there.

    python -m benchmarks.leaks [--people 400] [--texts FOLDER] [--against CHECKOUT]

The needles are people put together from Faker's lists, with an address and a telephone number each, and none of them is
in any of the texts. Texts are those of the sample recordings and, with --texts, every text below a folder (development
data). Told are microseconds a KB and findings a MB by form, ours and, with --against, those of another checkout run the
same way, and the ratio. A last name alone counts as found where the very word stands in the text: those are told apart.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_TEXTS = {".txt", ".conll", ".csv", ".json", ".jsonl", ".md"}
_PIECE = 400
"""Characters of a text, about a field of a row: what is read at once."""


def people(number: int) -> list[tuple[str, str, str]]:
    """(id, kind, value) of people who do not exist: any first name with any last name of the lists."""
    from redaction.lexicon.names import name_lists

    rng = random.Random(7)
    lists = name_lists()
    firsts, lasts = (sorted(n for n in names if n.isascii()) for names in (lists.firsts, lists.lasts))
    made = []
    for n in range(number):
        first, last = rng.choice(firsts), rng.choice(lasts)
        second = f"-{rng.choice(lasts).capitalize()}" if n % 7 == 0 else ""
        name = f"{first.capitalize()} {last.capitalize()}{second}"
        made += [
            (f"person-{n}", "person", name),
            (f"email-{n}", "email", f"{first}.{last}@{rng.choice(lasts)}-works.de"),
            (f"phone-{n}", "phone", f"+49 {rng.randrange(30, 999)} {rng.randrange(10**7, 10**8)}"),
        ]
    return made


def samples() -> list[str]:
    """Every string of the sample recordings."""
    found: list[str] = []
    for path in sorted((ROOT / "samples" / "captures").glob("*/recordings/*/events.jsonl")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            found += re.findall(r'"((?:[^"\\]|\\.)+)"', line)
    return found


def texts_below(folder: Path) -> list[str]:
    """Every text file below a folder in pieces of lines."""
    found: list[str] = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix in _TEXTS):
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".conll":  # a column of words
            text = " ".join(line.split()[0] if line.split() else "\n" for line in text.splitlines())
        found += [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
    return found


def measure(texts: list[str], number: int) -> dict[str, object]:
    """Microseconds a KB of the matcher and of the patterns (best of three), and findings by form."""
    from redaction.findings import Kind
    from validation.leaks.needles import Matcher
    from validation.leaks.unreserved import pattern_hits

    matcher = Matcher((entity, Kind(kind), value) for entity, kind, value in people(number))
    size = sum(len(text.encode()) for text in texts) / 1000
    sample = texts[:: max(1, len(texts) // 3000)]
    sampled = sum(len(text.encode()) for text in sample) / 1000
    best = {"matcher": float("inf"), "patterns": float("inf")}
    for _ in range(3):
        for name, look in (("matcher", matcher.find), ("patterns", pattern_hits)):
            started = time.process_time()
            for text in sample:
                look(text)
            best[name] = min(best[name], (time.process_time() - started) / sampled * 1e6)
    forms: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for text in texts:
        forms.update(hit.how for hit in matcher.find(text))
        kinds.update(f"pattern: {kind}" for kind in pattern_hits(text))
    return {"mb": size / 1000, "us": best, "forms": {**forms, **kinds}}


def main() -> None:
    """Print a table for each set of texts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--json", action="store_true", help="for the other checkout: figures only")
    given = parser.parse_args()
    sets = {"samples": samples()}
    if given.texts:
        sets |= {folder.name: texts_below(folder) for folder in sorted(given.texts.iterdir()) if folder.is_dir()}
    figures = {name: measure(texts, given.people) for name, texts in sets.items()}
    if given.json:
        print(json.dumps(figures))
        return
    other = {}
    if given.against:
        command = [sys.executable, str(Path(__file__).resolve()), "--json", "--people", str(given.people)]
        command += ["--texts", str(given.texts.resolve())] if given.texts else []
        environment = os.environ | {"PYTHONPATH": str(given.against.resolve())}
        done = subprocess.run(command, cwd=given.against, env=environment, capture_output=True, text=True, check=True)
        other = json.loads(done.stdout)
    for name, found in figures.items():
        before = other.get(name, {})
        print(f"\n{name}: {found['mb']:.2f} MB, {given.people} people who are not in it")
        for part, cost in found["us"].items():  # type: ignore[attr-defined]
            was = before.get("us", {}).get(part)
            print(f"  {part:<28}{cost:>9.0f} µs/KB" + (f"   before {was:.0f}, {cost / was:.2f} ×" if was else ""))
        forms = found["forms"]
        for form in sorted({*forms, *before.get("forms", {})}):  # type: ignore[misc]
            was = f"   before {before['forms'].get(form, 0)}" if before else ""
            print(f"  {form:<28}{forms.get(form, 0):>9}{was}")  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
