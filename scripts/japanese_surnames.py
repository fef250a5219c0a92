"""Write redaction/text/data/surnames-japanese.txt: the surnames of IPADIC that are no word and no city.

    pip install janome==0.5.1          (anywhere; it carries IPADIC 2.7.0, see surnames-japanese.LICENSE.txt)
    PYTHONPATH=. python scripts/japanese_surnames.py

A surname that is also a word of the shipped lists is left out: surnames.txt has the commonest of those.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from redaction.text.interface import is_city, words_of
from redaction.text.patterns.caseless import HAN

OUT = Path("redaction/text/data/surnames-japanese.txt")
HEAD = """\
# Japanese surnames of two and three signs in IPADIC that are no word of the lists here and no city.
# Licence: surnames-japanese.LICENSE.txt. Rebuild: scripts/japanese_surnames.py.
"""


def surnames() -> set[str]:
    """Every surname of the dictionary, as written."""
    from janome.tokenizer import Tokenizer  # type: ignore[import-not-found, unused-ignore]

    dictionary = Tokenizer().sys_dic
    entries = (dictionary.lookup_extra(i) for i in range(sum(len(r) for r in _ranges(dictionary))))
    return {entry[3] for entry in entries if "人名" in entry[0] and "姓" in entry[0]}


def _ranges(dictionary: object) -> list[range]:
    return [range(*bounds) for bounds in dictionary.bucket_ranges]  # type: ignore[attr-defined]


def main() -> None:
    words = words_of("ja") | words_of("zh")
    kept = sorted(s for s in surnames() if re.fullmatch(f"[{HAN}]{{2,3}}", s) and s not in words and not is_city(s))
    OUT.write_text(HEAD + "\n".join(textwrap.wrap(" ".join(kept), 60)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
