"""All forms of what is known, compiled for the sweep: parts, orders, initials and log-ins of people, companies with and
without their legal form, numbers, and every declared value as it was declared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from redaction.findings import Kind, Source
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import (
    FORM_BESIDE,
    TOKEN,
    company_core,
    initials,
    login_forms,
    parse_person,
    slugged,
    tokens,
    written_together,
)
from redaction.lexicon.languages import is_word_of_any
from redaction.lexicon.lists import WordList, nobodys, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.interface import says, words_of
from redaction.text.known.sweep import Hit, Matcher, spelled_apart

_LETTER = re.compile(r"[^\W\d_]")
#: A declared value of fewer letters and digits counts only where it stands as such.
_SHORT = 3
_NUMBERS = written_as(Value.NUMBER, Value.TELEPHONE)
#: Words run together are looked for as one word from so many letters on.
SQUASHED = 6
#: Scores of what was declared and of what was learned; an unsure part and a company's first word score a little less.
DECLARED_SCORE, LEARNED_SCORE, INITIALS_SCORE = 0.95, 0.85, 0.8
_UNSURE, _FIRST_WORD = 0.1, 0.05
#: Shorter parts of names and companies, in letters, count in name position only; shorter ones still, not at all.
PART_LETTERS, COMPANY_LETTERS, _PART_LEAST, _COMPANY_LEAST = 3, 4, 2, 3
#: A log-in of fewer letters is hidden as a log-in, a longer one as its owner.
LOGIN_LETTERS = 6
#: Fewest digits of a number that is looked for, and the digits of a telephone number without its country code.
NUMBER_DIGITS, _NATIONAL_DIGITS = 6, 10
#: Fewest letters and digits of any other value that is looked for, declared or learned.
OTHER_DECLARED, OTHER_LEARNED = 3, 4


def compile_forms(entries: Iterable[tuple[str, str, bool]]) -> Matcher:
    """All forms of the entries (kind, value, declared), in one matcher; the order of the entries does not matter."""
    matcher = Matcher()
    for kind_name, value, declared in sorted(entries):
        kind = Kind(kind_name)
        score = DECLARED_SCORE if declared else LEARNED_SCORE
        matcher.unspaced.add(kind, value, score)
        matcher.values.add(kind, value, declared, score)
        if kind is Kind.COMPANY and (short := _short_unspaced(value)):
            matcher.unspaced.add(kind, short, score - _FIRST_WORD)
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
    matcher.phrase(words, Hit(kind, score, Source.REGISTRY, ordinary, declared=True, value=value))
    if len(words) > 1 and len(squashed) >= SQUASHED and squashed.isalnum() and not squashed.isdigit():
        unsure = is_word(squashed)
        matcher.phrase((squashed,), Hit(kind, score, Source.REGISTRY, unsure, declared=True, value=value))


def _add_person(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    name = parse_person(value)
    everything = (*name.firsts, *name.lasts)
    ordinary = all(is_word(w) for w in everything)
    hit = Hit(Kind.PERSON, score, Source.REGISTRY, ordinary)
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
                form,
                Hit(Kind.USERNAME if len(form) < LOGIN_LETTERS else Kind.PERSON, score, Source.LOGIN, is_word(form)),
            )
        for letters in initials(name):
            if declared or len(letters) > 1:
                matcher.initials.setdefault(letters.upper(), Hit(Kind.PERSON, INITIALS_SCORE, Source.INITIALS))
    folded_away = {fold_token(m.group()) for m in TOKEN.finditer(value) if spelled_apart(m.group())}
    said = _said(value, declared)
    for part in everything:
        if len(part) < _PART_LEAST or part in _SMALL:
            continue
        unsure = is_word(part) or len(part) < PART_LETTERS
        known = declared or part in folded_away or name_lists().is_name(part)
        if unsure and not known and not (part in firsts and _told_by(lasts, part)):
            continue
        filed = part in said and not known
        if len(everything) > 1 or not (filed or (unsure and not declared)):
            less = _UNSURE if unsure else 0
            matcher.single(part, Hit(Kind.PERSON, score - less, Source.ONE_WORD, unsure, filed=filed))
    for slug in slugged(value) if firsts and lasts else ():
        left = parse_person(slug)
        unlike = replace(hit, ambiguous=all(is_word(word) for word in (*left.firsts, *left.lasts)))
        matcher.phrase((*left.firsts, *left.lasts), unlike)
        matcher.phrase((*left.lasts, *left.firsts), unlike)
    together = written_together(value)
    if together:
        _add_person(matcher, together, declared, score)


def _said(value: str, declared: bool) -> frozenset[str]:
    """The words of a value, unless it was declared, that screens in some language use: where one stands by itself
    ("Toplam", "Caută") it is that, whatever was learned from one label."""
    spelled = () if declared else (match.group() for match in TOKEN.finditer(value))
    return frozenset(fold_token(word) for word in spelled if says(word))


def _told_by(lasts: Iterable[str], first: str) -> bool:
    """Whether a first name is known by a last name that is no word: "Rim Qasimiyeh" has told of "Rim"."""
    proper = any(len(last) > PART_LETTERS and not is_word(last) for last in lasts)
    return proper and len(first) >= PART_LETTERS and first not in nobodys()


_SMALL = word_list(WordList.NAME_PARTICLES)


_GROUP = word_list(WordList.GROUP_WORDS)


def _short_unspaced(value: str) -> str:
    """A company's name without the legal form right beside it ("株式会社星丸製作所"), if that is long enough and no
    ordinary word; "" where it has none."""
    short = FORM_BESIDE.sub(" ", value).strip()
    ordinary = any(short in words_of(language) for language in ("zh", "ja", "ko"))
    return short if short != value.strip() and len(short) >= _COMPANY_LEAST and not ordinary else ""


def _add_company(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    words, core = tuple(tokens(value)), company_core(value)
    if not words:
        return
    matcher.together.add(value, score - _FIRST_WORD)
    said = _said(value, declared)
    for form in {words, core}:
        ordinary = all(map(is_word_of_any if len(form) > 1 else is_word, form))
        if len(form) == 1 and (len(form[0]) < _COMPANY_LEAST or (ordinary and not declared and form[0] in nobodys())):
            continue
        if len(form) == 1 and form[0] in said:
            continue
        unsure = ordinary or (len(form) == 1 and len(form[0]) < COMPANY_LETTERS)
        matcher.phrase(form, Hit(Kind.COMPANY, score, Source.REGISTRY, unsure, declared))
    squashed = "".join(core)
    if len(core) > 1 and len(squashed) >= SQUASHED and not is_word(squashed):
        matcher.single(squashed, Hit(Kind.COMPANY, score, Source.REGISTRY))
    proper = next((word for word in core if word not in _GROUP), core[0])
    if len(core) > 1 and len(proper) >= COMPANY_LETTERS and not is_word(proper) and proper not in said:
        matcher.single(proper, Hit(Kind.COMPANY, score - _FIRST_WORD, Source.ONE_WORD))


def _add_other(matcher: Matcher, kind: Kind, value: str, declared: bool, score: float) -> None:
    digits = re.sub(r"\D", "", value)
    letters = sum(c.isalpha() for c in value)
    if kind in _NUMBERS and len(digits) >= NUMBER_DIGITS and letters == 0:
        hit = Hit(kind, score, Source.REGISTRY)
        matcher.numbers[digits] = hit
        if kind is Kind.PHONE and len(digits) > _NATIONAL_DIGITS:
            matcher.numbers.setdefault(digits[-_NATIONAL_DIGITS:], hit)
        return
    words = tuple(tokens(value))
    if not words or sum(len(w) for w in words) < (OTHER_DECLARED if declared else OTHER_LEARNED):
        return
    ordinary = all(is_word(w) for w in words)
    said = _said(value, declared)
    if not declared and all(is_word(w) or w in said for w in words):
        return
    matcher.phrase(words, Hit(kind, score, Source.REGISTRY, ordinary))
