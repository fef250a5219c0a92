"""A word that is written as log-ins are and that no list of words has: less evidence is enough for it, right behind a
word that announces one, or with figures at its end.

Profil godkänd av vexlaut      P .05        Usuario vexlag      P .06        vexlsz5      P .08

On 25 sets of pages by strangers 6 of 9 such words behind what announces a log-in were somebody's, and 4 of 5 with
figures; of all others 19 of 396.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Kind
from redaction.lexicon.frequencies import zipf
from redaction.lexicon.labels import label_spec
from redaction.lexicon.languages import is_word_of_any
from redaction.lexicon.lists import machines
from redaction.lexicon.vocabulary import leads_to_somebody
from redaction.page.page import Page

ANNOUNCED = 0.015
"""Probability from which such a word is found behind what announces a log-in."""
FIGURED = 0.05
"""The same for one with figures at its end."""
_LOG_IN = re.compile(r"(?P<letters>[a-z]{4,14})(?P<figures>\d{0,4})")
_AROUND = "()[].,;:·\"'"
_BEHIND = " :=\t\u00a0"
"""What stands between a log-in and the word that announces it."""
_WORDS = 4
"""Words that announce one, at most: "on behalf of"."""


def log_ins(page: Page, chances: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which words of a page are written as log-ins, are in no list of words, and likely enough for what stands before
    them."""
    out = np.zeros(len(page.words), dtype=bool)
    for at in np.flatnonzero(chances >= ANNOUNCED):
        word = page.words[at]
        log_in = _LOG_IN.fullmatch(word.text.strip(_AROUND))
        if log_in is None or _is_listed(log_in["letters"]):
            continue
        figured = bool(log_in["figures"]) and chances[at] >= FIGURED
        out[at] = figured or _is_announced(page.lines[word.line].text[: word.start])
    return out


def _is_listed(letters: str) -> bool:
    """Whether any list of words has it, or common texts do."""
    return letters in machines() or is_word_of_any(letters) or any(zipf(letters))


def _is_announced(before: str) -> bool:
    """Whether the last words of a text say that somebody follows: "approved by", "Usuario", "Inloggad som"."""
    last = before.rstrip(_BEHIND).casefold().split()
    said = [" ".join(last[-count:]) for count in range(1, min(_WORDS, len(last)) + 1)]
    specs = map(label_spec, said)
    return any(map(leads_to_somebody, said)) or any(spec is not None and spec.kind is Kind.USERNAME for spec in specs)
