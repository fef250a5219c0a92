"""Surface forms: the runs of letters and digits a value is made of, which of them stay, and their case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from redaction.findings import Kind
from redaction.kinds.table import spec_of
from redaction.lexicon.fold import View, decoded, fold_token
from redaction.lexicon.forms import FORM_BESIDE, FORMS_APART, LEGAL
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.words import COUNTRIES, is_word

_REMEMBERED = 50_000
"""Surface forms whose runs are remembered: one is looked at when it is resolved, replaced, and known again."""
_LETTERS = rf"[^\W\d_]+(?:[{MARKS}]+[^\W\d_]*)*"
_SMALL = "a-zß-öø-ÿа-яёα-ωά-ώ"
_RUN = re.compile(
    # spelled out: "J o h n", "j.o.h.n"
    r"(?P<spelled>(?<![^\W_])[^\W\d_](?P<gap>[ .\-_·*])[^\W\d_](?:(?P=gap)[^\W\d_]){2,}(?![^\W_]))"
    # cut in two by the end of a line: "Steven-", "son"
    rf"|(?P<broken>[^\W\d_]+[-‐‑][ \t]*\r?\n[ \t>|]*[{_SMALL}][^\W\d_]*)"
    rf"|{_LETTERS}|\d+"
)
#: Postcodes of letters and digits: the whole or the part before the space.
_CODE = re.compile(
    r"(?<![^\W_])(?:[A-Za-z]{1,2}\d[A-Za-z\d]?[ \u00a0]?\d[A-Za-z]{2}|[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d|"
    r"[A-Z]{1,2}\d[A-Z\d]?)(?![^\W_])"
)
_IN_ADDRESS = re.compile(rf"(?P<code>{_CODE.pattern})|{_RUN.pattern}")
#: A company's name where its legal form stands right beside it: "株式会社星丸製作所" is two runs.
_BESIDE_FORM = re.compile(rf"(?P<form>{FORM_BESIDE.pattern})|(?:(?!{FORM_BESIDE.pattern})[^\W\d_][{MARKS}]*)+|\d+")
_TITLES = word_list(WordList.KEPT_TITLES)
BUSINESS = word_list(WordList.KEPT_BUSINESS)
_STREET = word_list(WordList.KEPT_STREETS)
_PLUMBING = word_list(WordList.KEPT_HOST_WORDS)
_STATES = word_list(WordList.KEPT_STATES)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of letters or digits: folded, as written, and its place in the captured (undecoded) surface."""

    folded: str
    written: str
    start: int
    end: int
    stays: bool
    form: bool = False
    """Whether it is a legal form of another script."""

    @property
    def number(self) -> bool:
        return self.folded.isdigit()


@lru_cache(maxsize=_REMEMBERED)
def runs(kind: Kind, surface: str, *, forms: bool = True) -> Sequence[Run]:
    """The runs of a surface form; those that say nothing about anybody (titles, legal forms, street words) stay.

    Without `forms`, legal forms of other scripts are words like any other, as earlier versions read them.
    """
    view = decoded(surface)
    forms = forms and spec_of(kind).stays == "business"
    beside = forms and FORM_BESIDE.search(view.text)
    pattern = _IN_ADDRESS if kind is Kind.ADDRESS else _BESIDE_FORM if beside else _RUN
    found = [_run(kind, view, m, forms=forms) for m in pattern.finditer(view.text)]
    if found and all(r.stays or (r.number and len(r.folded) < 3) for r in found) and kind is not Kind.PERSON:
        # Nothing but ordinary words ("First National Bank"): they are the name, so the words of letters go.
        legal = [(r.folded in LEGAL or r.form) and len(found) > 1 for r in found]
        found = [replace(r, stays=stays) for r, stays in zip(found, legal, strict=True)]
    elif found and all(r.stays for r in found):
        found = [replace(r, stays=False) for r in found]
    return tuple(found)


def _run(kind: Kind, view: View, match: re.Match[str], *, forms: bool) -> Run:
    written = match.group() if match.group().isalnum() else "".join(c for c in match.group() if _spoken(c))
    folded = fold_token(written) if not written.isdigit() else written
    start, end = view.span(*match.span())
    form = forms and (match.groupdict().get("form") is not None or folded in FORMS_APART)
    return Run(folded, written, start, end, form or _stays(kind, folded), form)


def _spoken(char: str) -> bool:
    """A letter, a digit, or a mark on one."""
    return char.isalnum() or unicodedata.category(char) in ("Mn", "Mc")


def _stays(kind: Kind, folded: str) -> bool:
    match spec_of(kind).stays:
        case "titles":
            return folded in _TITLES
        case "business":
            return folded in LEGAL or folded in BUSINESS or len(folded) == 1
        case "streets":
            return (
                folded in _STREET
                or folded in COUNTRIES
                or (len(folded) <= 2 and (folded in _STATES or len(folded) == 1) and not folded.isdigit())
            )
        case "slugs":
            return len(folded) <= 2 or folded in _PLUMBING
        case "channels":
            return len(folded) <= 2 or folded in _PLUMBING or is_word(folded)
        case "plumbing":
            return folded in _PLUMBING
        case "nothing":
            return False


def in_case_of(made: str, written: str) -> str:
    """`made` (folded) in the case of what was written: MARIA → VELDA, Maria → Velda, maria → velda.

    Folding takes Korean syllables apart and knows one sigma: both are written as they should be.
    """
    if not made.isascii():
        made = unicodedata.normalize("NFC", made)
        made = made[:-1] + "ς" if made.endswith("σ") else made
    if written.isupper() and len(written) > 1:
        return made.upper()
    if written[:1].isupper():
        return made[:1].upper() + made[1:]
    return made
