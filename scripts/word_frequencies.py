"""Rebuild redaction/lexicon/data/frequencies.npz: how common words are in 30 languages.

    pip install --no-deps --target DIR wordfreq==3.1.1 msgpack==1.1.2 ftfy==6.3.1 langcodes==3.5.0 locate==1.1.1
    PYTHONPATH=.:DIR python scripts/word_frequencies.py

Words and frequencies are wordfreq's short lists as they are. Words are kept as 32-bit sums, so the file cannot be read
back; the same lists give the same bytes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
from wordfreq import get_frequency_dict

from redaction.lexicon.frequencies import LANGUAGES, LEAST, STEP, key_of

TARGET = Path(__file__).resolve().parent.parent / "redaction" / "lexicon" / "data" / "frequencies.npz"
_PER_BILLION = 9
"""Zipf frequencies count per billion words."""


def main() -> None:
    """Write the table."""
    entries: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for at, language in enumerate(LANGUAGES):
        for word, frequency in get_frequency_dict(language, wordlist="small").items():
            zipf = math.log10(frequency) + _PER_BILLION if frequency else 0.0
            if zipf >= LEAST and any(c.isalpha() for c in word):
                step = min(15, round((zipf - LEAST) / STEP))
                held = entries[key_of(word)]
                held[at] = max(step, held.get(at, 0))
    keys = sorted(entries)
    rows = [[16 * at + step for at, step in sorted(entries[key].items())] for key in keys]
    with TARGET.open("wb") as out:
        np.savez_compressed(
            out,
            keys=np.array(keys, np.uint32),
            counts=np.array([len(row) for row in rows], np.uint8),
            entries=np.array([entry for row in rows for entry in row], np.uint16),
        )
    print(f"{len(keys)} words, {TARGET.stat().st_size} bytes: {TARGET}")


if __name__ == "__main__":
    main()
