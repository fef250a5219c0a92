"""Surface forms: the runs of letters and digits a value is made of, which of them stay, and their case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from redaction.findings import Kind
from redaction.kinds.table import spec_of
from redaction.lexicon.fold import View, decoded, fold_token
from redaction.lexicon.forms import LEGAL
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.words import COUNTRIES, is_word, listing

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
_TITLES = listing(
    """
    mr mrs ms miss mx dr prof professor sir dame lady lord herr frau hr mme mlle monsieur madame sig signor signora
    sr sra srta senor senora shri smt jr ii iii iv phd md esq mba cpa dipl ing rev hon capt captain lt col sgt judge
    justice attorney van der den de la los las dos das del della di da du des von zu ter ten bin ibn al el bint ben
    le y e and und et
    """
)
#: Words of company names that say what it does; surrogates keep them.
BUSINESS = listing(
    """
    bank group holding holdings labs lab laboratories technologies technology solutions systems software consulting
    partners associates industries services logistics pharma pharmaceuticals enterprises ventures capital foods
    motors airlines insurance electronics energy trading international global university institute school college
    hospital foundation sons brothers bros media networks network digital data health care healthcare retail stores
    store club department ministry office agency council union society association centre center studio studios
    works
    """
)
_STREET = listing(
    """
    street st avenue ave road rd lane ln drive dr boulevard blvd court ct place pl square sq terrace way highway hwy
    parkway pkwy circle cir trail crescent close row alley plaza suite ste apt apartment unit floor fl room rm flat
    building bldg block house no po box north south east west ne nw se sw rue via calle avenida platz strasse straße
    weg gasse allee p o of the de la del fpo apo dpo psc city town county state province district
    """
)
_PLUMBING = listing(
    """
    com org net edu gov io co uk de fr www http https html php aspx pdf api app admin info mail support sales
    customer client team project proj account acct ext deal vendor partner incident candidate hiring git repo main
    user users id
    """
)
_STATES = listing(
    """
    al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or
    pa ri sc sd tn tx ut vt va wa wv wi wy dc on qc bc ab mb sk ns nb nl pe nsw vic qld tas act
    """
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of letters or digits: folded, as written, and its place in the captured (undecoded) surface."""

    folded: str
    written: str
    start: int
    end: int
    stays: bool

    @property
    def number(self) -> bool:
        return self.folded.isdigit()


def runs(kind: Kind, surface: str) -> list[Run]:
    """The runs of a surface form; those that say nothing about anybody (titles, legal forms, street words) stay."""
    view = decoded(surface)
    pattern = _IN_ADDRESS if kind is Kind.ADDRESS else _RUN
    found = [_run(kind, view, m) for m in pattern.finditer(view.text)]
    if found and all(r.stays or (r.number and len(r.folded) < 3) for r in found) and kind is not Kind.PERSON:
        # Nothing but ordinary words ("First National Bank"): they are the name, so the words of letters go.
        found = [Run(r.folded, r.written, r.start, r.end, r.folded in LEGAL and len(found) > 1) for r in found]
    elif found and all(r.stays for r in found):
        found = [Run(r.folded, r.written, r.start, r.end, False) for r in found]
    return found


def _run(kind: Kind, view: View, match: re.Match[str]) -> Run:
    written = match.group() if match.group().isalnum() else "".join(c for c in match.group() if _spoken(c))
    folded = fold_token(written) if not written.isdigit() else written
    start, end = view.span(*match.span())
    return Run(folded, written, start, end, _stays(kind, folded))


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


def words_of(found: list[Run]) -> Iterator[str]:
    """Folded letter runs that are replaced."""
    for run in found:
        if not run.stays and not run.number:
            yield run.folded
