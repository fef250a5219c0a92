"""Rebuild validation/leaks/data/lookalikes.txt and nicknames.txt, which the leak check reads.

    pip install confusable-homoglyphs==3.3.1 nicknames==1.0.1   # only here, never at run time
    python scripts/check_lists.py

Look-alikes: Unicode's confusables, in the form confusable-homoglyphs ships them, as far as they end in one ASCII
letter, with the small letters of such capitals; what the names of the characters say themselves (small capitals,
turned, squared, tag and modifier letters); the two letters that generators of small capitals take for q and f. Left out
is what normalisation makes ASCII anyway. Nicknames: pairs of the nicknames package, as they are.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import unicodedata
from collections import defaultdict
from importlib.resources import files
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "validation" / "leaks" / "data"
#: how a character's own name tells which letter it shows
_NAMED = re.compile(
    r"(?:LATIN (?:LETTER SMALL CAPITAL|SMALL LETTER SMALL CAPITAL|SMALL LETTER TURNED|MODIFIER LETTER SMALL CAPITAL)"
    r"|MODIFIER LETTER (?:SMALL|CAPITAL|SMALL CAPITAL)|(?:NEGATIVE )?(?:SQUARED|CIRCLED) LATIN CAPITAL LETTER"
    r"|REGIONAL INDICATOR SYMBOL LETTER|TAG LATIN (?:SMALL|CAPITAL) LETTER|LATIN SMALL LETTER DOTLESS"
    r"|LATIN (?:SMALL|CAPITAL) LETTER) ([A-Z])(?: WITH .*)?"
)


def plain(char: str) -> bool:
    """Whether folding makes the character ASCII without any list."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", char).casefold())
    return "".join(c for c in folded if not unicodedata.combining(c)).isascii()


def lookalikes() -> dict[str, str]:
    """ASCII letter in lower case → the characters that look like it. What may be i or l stands under 1."""
    table = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    found: dict[str, set[str]] = defaultdict(set)
    for char, others in table.items():
        letters = {o["c"] for o in others if len(o["c"]) == 1 and o["c"].isascii() and o["c"].isalpha()}
        if len(char) == 1 and letters and not plain(char):
            lower = {letter.casefold() for letter in letters}
            found["1" if lower <= {"i", "l"} and lower != {"i"} else min(lower)].add(char)
    found["q"].add("ǫ")
    found["f"].add("ғ")
    known = set().union(*found.values())
    for code in range(0x80, sys.maxunicode):
        char = chr(code)
        named = _NAMED.fullmatch(unicodedata.name(char, ""))
        if named and char not in known and not plain(char):
            found[named[1].casefold()].add(char)
    known = set().union(*found.values())
    for chars in found.values():  # the small letters of capitals that look Latin: in small size they look alike, too
        chars |= {c.lower() for c in chars if len(c.lower()) == 1 and c.lower() not in known and not plain(c.lower())}
    return {letter: "".join(sorted(chars)) for letter, chars in sorted(found.items())}


def nicknames() -> list[str]:
    """Lines of a first name and its nicknames."""
    found: dict[str, set[str]] = defaultdict(set)
    with files("nicknames").joinpath("names.csv").open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            if row["relationship"] == "has_nickname":
                found[row["name1"].strip().casefold()].add(row["name2"].strip().casefold())
    return [" ".join((name, *sorted(nicks - {name}))) for name, nicks in sorted(found.items())]


def main() -> None:
    """Write both files."""
    DATA.mkdir(exist_ok=True)
    lines = [f"{letter} {chars}" for letter, chars in lookalikes().items()]
    (DATA / "lookalikes.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (DATA / "nicknames.txt").write_text("\n".join(nicknames()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
