"""All forms of what is known, compiled for the sweep: parts, orders, initials and log-ins of people, companies with and
without their legal form, numbers, and every declared value as it was declared."""

from __future__ import annotations

import re
from collections.abc import Iterable

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.forms import company_core, initials, login_forms, parse_person, tokens
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word, listing
from redaction.text.known.sweep import Hit, Matcher

_LETTER = re.compile(r"[^\W\d_]")
#: A declared value of fewer letters and digits counts only where it stands as such.
_SHORT = 3
_NUMBERS = written_as(Value.NUMBER, Value.TELEPHONE)
#: Words run together are looked for as one word from so many letters on.
_SQUASHED = 6


def compile_forms(entries: Iterable[tuple[str, str, bool]]) -> Matcher:
    """All forms of the entries (kind, value, declared), in one matcher; the order of the entries does not matter."""
    matcher = Matcher()
    for kind_name, value, declared in sorted(entries):
        kind = Kind(kind_name)
        score = 0.95 if declared else 0.85
        matcher.unspaced.add(kind, value, score)
        matcher.values.add(kind, value, declared, score)
        if kind is Kind.PERSON:
            _add_person(matcher, value, declared, score)
        elif kind is Kind.COMPANY:
            _add_company(matcher, value, declared, score)
        else:
            _add_other(matcher, kind, value, declared, score)
        if declared:
            _add_declared(matcher, kind, value, score)
    return matcher.seal()


def _add_declared(matcher: Matcher, kind: Kind, value: str, score: float) -> None:
    """A declared value whole, also one of ordinary words or of two letters, and its words run together."""
    words = tuple(tokens(value))
    if not words:
        return
    squashed = "".join(words)
    ordinary = all(map(is_word, words)) or len(squashed) < _SHORT
    matcher.phrase(words, Hit(kind, score, "registry", ordinary, declared=True, value=value))
    if len(words) > 1 and len(squashed) >= _SQUASHED and squashed.isalnum() and not squashed.isdigit():
        unsure = is_word(squashed)
        matcher.phrase((squashed,), Hit(kind, score, "registry", unsure, declared=True, value=value))


def _add_person(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    name = parse_person(value)
    everything = (*name.firsts, *name.lasts)
    ordinary = all(is_word(w) for w in everything)
    hit = Hit(Kind.PERSON, score, "registry", ordinary)
    firsts, lasts = name.firsts, name.lasts
    if firsts and lasts:
        short = tuple(f for f in firsts if len(f) > 1)[:1]
        for first in {
            firsts,
            short,
            (firsts[0][0],),
            tuple(f[0] for f in firsts),
            short + tuple(f[0] for f in firsts[1:]),
        }:
            if first:
                matcher.phrase((*first, *lasts), hit)
                matcher.phrase((*lasts, *first), hit)
                if len(lasts) > 1:
                    matcher.phrase((*first, lasts[-1]), hit)
        for form in filter(_LETTER.search, login_forms(name)):
            matcher.single(
                form, Hit(Kind.USERNAME if len(form) < 6 else Kind.PERSON, score, "registry-login", is_word(form))
            )
        for letters in initials(name):
            if declared or len(letters) > 1:
                matcher.initials.setdefault(letters.upper(), Hit(Kind.PERSON, 0.8, "registry-initials"))
    for part in everything:
        if len(part) < 2 or part in _SMALL:
            continue
        unsure = is_word(part) or len(part) < 3
        if unsure and not declared and not name_lists().is_name(part):
            continue
        if not unsure or declared or len(everything) > 1:
            matcher.single(part, Hit(Kind.PERSON, score - (0.1 if unsure else 0), "registry-name", unsure))


_SMALL = listing(
    """
    van der den de la los las dos das del della di da du des von zu ter ten bin ibn al el bint ben af le st jr sr ii
    iii and the of
    """
)


#: In other languages these words stand before a company's own name: "Groupe Northwind SARL" is Northwind.
_GROUP = listing("groupe grupo gruppe gruppo groep grupa skupina koncern compagnie societe sociedad societa firma")


def _add_company(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    words, core = tuple(tokens(value)), company_core(value)
    if not words:
        return
    for form in {words, core}:
        ordinary = all(is_word(w) for w in form)
        if len(form) == 1 and (len(form[0]) < 3 or (ordinary and not declared)):
            continue
        unsure = ordinary or (len(form) == 1 and len(form[0]) < 4)
        matcher.phrase(form, Hit(Kind.COMPANY, score, "registry", unsure, declared))
    squashed = "".join(core)
    if len(core) > 1 and len(squashed) >= 6 and not is_word(squashed):
        matcher.single(squashed, Hit(Kind.COMPANY, score, "registry"))
    proper = next((word for word in core if word not in _GROUP), core[0])
    if len(core) > 1 and len(proper) >= 4 and not is_word(proper):
        matcher.single(proper, Hit(Kind.COMPANY, score - 0.05, "registry-name"))


def _add_other(matcher: Matcher, kind: Kind, value: str, declared: bool, score: float) -> None:
    digits = re.sub(r"\D", "", value)
    letters = sum(c.isalpha() for c in value)
    if kind in _NUMBERS and len(digits) >= 6 and letters == 0:
        hit = Hit(kind, score, "registry")
        matcher.numbers[digits] = hit
        if kind is Kind.PHONE and len(digits) > 10:
            matcher.numbers.setdefault(digits[-10:], hit)
        return
    words = tuple(tokens(value))
    if not words or sum(len(w) for w in words) < (3 if declared else 4):
        return
    ordinary = all(is_word(w) for w in words)
    if ordinary and not declared:
        return
    matcher.phrase(words, Hit(kind, score, "registry", ordinary))
