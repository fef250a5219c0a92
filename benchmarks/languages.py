"""Screens in 26 languages: how many ordinary labels are touched, and how many names are found.

    python -m benchmarks.languages [--set held-out|third] [--misses] [--only de,ja] [--model FOLDER]

Each label and each invented name (`languages_words.py`; with `--set` `languages_heldout.py`, on which nothing was
tuned until it was looked at, or `languages_third.py`) stands alone, in a window title, and in a sentence of its
language. A label is touched when any finding covers a letter of it; a name is found when findings cover every letter.
`around`: the letters beside a label or name, in its title or sentence, that some finding covers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.languages_heldout import HELD_OUT
from benchmarks.languages_third import THIRD
from benchmarks.languages_words import LANGUAGES, Language
from redaction.policy import TextPolicy
from redaction.text import TextEngine

TITLE = "{} - Web Desk"
PLACES = ("alone", "title", "sentence")
_SETS = {"tuned": LANGUAGES, "held-out": HELD_OUT, "third": THIRD}


@dataclass(frozen=True)
class Case:
    """One text and where the label or name stands in it."""

    language: str
    person: bool
    place: str
    text: str
    start: int
    end: int


def cases(languages: Mapping[str, Language]) -> Iterator[Case]:
    for code, words in languages.items():
        for person, values, sentence in (
            (False, words.labels, words.about_label),
            (True, words.people, words.about_person),
        ):
            for value in values:
                for place, frame in zip(PLACES, ("{}", TITLE, sentence), strict=True):
                    start = frame.index("{}")
                    yield Case(code, person, place, frame.replace("{}", value), start, start + len(value))


def letters(case: Case, inside: bool) -> set[int]:
    return {i for i, c in enumerate(case.text) if c.isalpha() and (case.start <= i < case.end) is inside}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=sorted(_SETS), default="tuned", help="which words (default: those of tuning)")
    parser.add_argument("--misses", action="store_true", help="print labels touched and names missed")
    parser.add_argument("--only", default="", help="languages, separated by commas")
    parser.add_argument("--model", type=Path, help="folder of another names model")
    args = parser.parse_args()
    if args.model:
        from redaction.text import model

        model.DATA = args.model
    engine = TextEngine(TextPolicy())
    chosen = [c for c in cases(_SETS[args.set]) if not args.only or c.language in args.only.split(",")]
    found = {c: engine.find(c.text) for c in chosen}
    covered = {c: {i for f in found[c] for i in range(f.start, f.end)} for c in chosen}
    for place in PLACES:
        labels = [c for c in chosen if c.place == place and not c.person]
        people = [c for c in chosen if c.place == place and c.person]
        touched = [c for c in labels if covered[c] & letters(c, True)]
        hit = [c for c in people if letters(c, True) <= covered[c]]
        beside = [c for c in (*labels, *people) if place != "alone"]
        around = sum(len(covered[c] & letters(c, False)) for c in beside)
        total = max(1, sum(len(letters(c, False)) for c in beside))
        print(
            f"{place:9} labels touched {_share(touched, labels)}  names found {_share(hit, people)}  "
            f"around {around / total:.1%}"
        )
        if args.misses:
            for title, rows in (("touched", touched), ("missed", [c for c in people if c not in hit])):
                for case in rows:
                    stated = [(case.text[f.start : f.end], str(f.kind), f.score, f.detector) for f in found[case]]
                    print(f"   {title} {case.language} {case.text!r} {stated}")
    for code in sorted({c.language for c in chosen}):
        of = [c for c in chosen if c.language == code]
        touched = [c for c in of if not c.person and covered[c] & letters(c, True)]
        hit = [c for c in of if c.person and letters(c, True) <= covered[c]]
        labels, people = ([c for c in of if c.person is person] for person in (False, True))
        print(f"  {code}: touched {_share(touched, labels)}, found {_share(hit, people)}")


def _share(part: list[Case], whole: list[Case]) -> str:
    return f"{len(part)} of {len(whole)} ({len(part) / max(1, len(whole)):.1%})"


if __name__ == "__main__":
    main()
