"""Which word pieces of the base are kept, and the tokenizer of them.

Of a hundred languages' pieces those stay that the words of this package's own lists and name pools are written with,
the likeliest of all, and every single character, in the scripts named here; a word of other pieces falls into shorter
ones.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.multilingual import SPECIAL, UNKNOWN, Base
from benchmarks.training.names import build_cultures
from redaction.lexicon.lists import packed

#: What the names of characters begin with in the scripts that are kept.
SCRIPTS = (
    "LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "ARABIC", "HEBREW", "DEVANAGARI", "THAI",
    "FULLWIDTH", "HALFWIDTH", "IDEOGRAPHIC", "BENGALI", "GEORGIAN", "ARMENIAN", "TAMIL",
)  # fmt: skip
#: How many words of a list, in their forms, must be written with a piece for it to be kept.
LEAST = {"foreign": 1, "words": 1, "names": 2, "interface": 3, "cities": 3}
#: So many of the likeliest pieces are kept whatever is written with them.
LIKELIEST = 30_000
_AT_ONCE = 50_000
_BLANK = "\u2581"


def tokenizer(pieces: Iterable[tuple[str, float]]) -> Any:
    """The tokenizer of pieces with the logarithms of their odds."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    made = Tokenizer(models.Unigram(list(pieces), unk_id=UNKNOWN))
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Metaspace(replacement=_BLANK, prepend_scheme="always", split=False),
        ]
    )
    return made


def _of(source: Base, ids: Iterable[int]) -> Any:
    return tokenizer((source.pieces[at], float(source.odds[at])) for at in ids)


def _in_scripts(piece: str) -> bool:
    return all(not c.isalpha() or c in "ªº" or unicodedata.name(c, "").startswith(SCRIPTS) for c in piece)


def _words() -> dict[str, set[str]]:
    lists = {
        "foreign": packed("redaction.lexicon", "foreign.txt.gz"),
        "words": packed("redaction.lexicon", "words.txt.gz"),
        "interface": packed("redaction.text", "interface.txt.gz"),
        "cities": packed("redaction.text", "cities.txt.gz"),
    }
    found = {name: {word for word in re.split(r"\s+", text) if word} for name, text in lists.items()}
    pools = [c for c in build_cultures() if c.name != "invented"]
    found["names"] = {name for culture in pools for name in (*culture.first, *culture.last)}
    return found


def kept(source: Base) -> NDArray[np.int64]:
    """The numbers of the pieces that stay, ascending."""
    text = [at for at in range(SPECIAL, len(source.odds) - 1) if _in_scripts(source.pieces[at])]
    likely = sorted(text, key=lambda at: (-float(source.odds[at]), at))
    whole = _of(source, [*range(SPECIAL), *sorted(text)])
    stay = {*likely[:LIKELIEST], *(at for at in text if len(source.pieces[at]) == 1)}
    for name, words in _words().items():
        forms = sorted(words | {word.title() for word in words if word.islower()})
        used: Counter[str] = Counter()
        for start in range(0, len(forms), _AT_ONCE):
            for coded in whole.encode_batch(forms[start : start + _AT_ONCE], add_special_tokens=False):
                used.update(coded.tokens)
        stay |= {at for at in text if used[source.pieces[at]] >= LEAST[name]}
    return np.array([*range(SPECIAL), *sorted(stay)], np.int64)


def write_tokenizer(source: Base, ids: NDArray[np.int64], out: Path) -> None:
    """tokenizer.json of the pieces that are kept, as the library tokenizers reads it."""
    whole = json.loads(_of(source, ids.tolist()).to_str())
    out.write_text(json.dumps(whole, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
