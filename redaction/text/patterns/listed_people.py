"""People whom the lists of names tell: runs of capitalised words, initials before a last name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import CALENDAR, COUNTRIES, is_word
from redaction.text.patterns.name_parts import INITIAL, PART, PARTICLE, TOKEN, UP
from redaction.text.patterns.pattern import Pattern
from redaction.text.spelling import as_word

#: Names of what `listed` finds.
NAMES = ("person-list", "person-first")
_RUN = re.compile(
    rf"(?<![\w@#/\\.-])(?P<name>(?:{PART}|{INITIAL})(?:[ \u00a0]+(?:{PARTICLE}[ \u00a0]+){{0,4}}(?:{INITIAL}|{PART}|"
    rf"[A-Z]{{1,2}}(?=[ ]))){{0,4}})(?:(?![\w@])|(?=['’]s\b))"
)
#: Words that a run of a script without capitals shares with the next.
_SHARED = 2
#: The odds of `as_word` from which on a word behind a name is none of it.
_WORD_ODDS = 1.0
_CODE = re.compile(r"[A-Z]{1,4}")
_UNIT = re.compile(rf"(?m)(?<![\w@])(?P<name>{PART}(?:[ ]{INITIAL}|[ ]{PART}){{1,2}})@(?P<unit>[A-Z][A-Z_]+)(?![\w.-])")


def _initials_and_last(match: re.Match[str]) -> bool:
    word = match["name"].split(".")[-1].strip(" -").split(" ")[-1]
    return len(word) > 1 and not is_word(word) and word.casefold() not in COUNTRIES and not word.isupper()


def _reversed(match: re.Match[str]) -> bool:
    lists, first = name_lists(), match["first"]
    return lists.is_first(first) and not lists.is_ambiguous(first) and not is_word(match["last"].split()[-1])


def _of_unit(match: re.Match[str]) -> bool:
    return name_lists().is_name(match["name"].split()[0])


# fmt: off
ROWS: tuple[Pattern, ...] = (
    Pattern("person-initialed", Kind.PERSON,
        re.compile(rf"(?<![\w.])(?P<name>(?:{UP}\.[ ]?-?){{1,3}}(?:{PARTICLE}[ ])?{PART})(?![\w])"), 0.65,
        group="name", needs=(".",), check=_initials_and_last, examples=("says «G. Vexlor»", "«J.-P. de Zentrix»"),
        counterexamples=("Plan B. Next", "No. VEXLOR", "A. Germany")),
    Pattern("company-notes", Kind.COMPANY, _UNIT, 0.7, group="unit", needs=("@",),
        check=lambda match: _of_unit(match) and not _CODE.fullmatch(match["unit"]),
        examples=("Maria Vexlor@«VEXLORCO»",), counterexamples=("Maria Vexlor@ECT",)),
    Pattern("person-reversed", Kind.PERSON, re.compile(
            rf"(?<![\w])(?P<name>(?P<last>{PART}(?:[ ]{PART})?)[ ]?,[ ](?P<first>{PART})(?:[ ](?:{INITIAL}|"
            rf"{PART}))?)(?![\w])"
        ), 0.7, group="name", check=_reversed, examples=("«Vexlor, Anneliese»",),
        counterexamples=("Report, Maria", "Vexlor, Will", "Vexlor, Report")),
)
# fmt: on


def listed(text: str) -> Iterator[TextFinding]:
    """Runs of capitalised words that the lists know: "Maria Keller", a first name alone."""
    match = _RUN.search(text)
    while match:
        tokens = [(m.start(), m.end(), m.group()) for m in TOKEN.finditer(match.group())]
        yield from _run(text, match.start(), tokens)
        # Without capitals a run is cut anywhere, so the next begins with the last words of this one.
        again = len(tokens) > _SHARED and not any(char.isupper() for char in match.group())
        match = _RUN.search(text, match.start() + tokens[-_SHARED][0] if again else match.end())


def _caseless_word(token: str) -> bool:
    """Whether a word of a script without capitals is no name: there a name ends where the sentence goes on."""
    return not token[0].isupper() and not name_lists().is_name(token) and as_word(token) >= _WORD_ODDS


def _run(text: str, base: int, tokens: list[tuple[int, int, str]]) -> Iterator[TextFinding]:
    lists = name_lists()
    index = 0
    while index < len(tokens):
        start, _, word = tokens[index]
        low = word.casefold()
        upper = len(word) > 3 and word.isupper()
        if (
            not lists.is_first(word)
            or len(word) < 2
            or low in COUNTRIES
            or low in CALENDAR
            or (word.isupper() and len(word) <= 3)
        ):
            index += 1
            continue
        ambiguous = lists.is_ambiguous(word)
        stop = index + 1
        good = 0
        while stop < len(tokens):
            following = tokens[stop][2]
            bare = following.rstrip(".")
            if len(bare) == 1 and (following.endswith(".") or stop + 1 < len(tokens)):
                stop += 1
                continue
            if following[0].islower() and stop + 1 < len(tokens) and following.casefold() in PARTICLES:
                stop += 1
                continue
            if following[0].islower():
                break
            if is_word(following) and not (lists.is_last(following) and not ambiguous):
                break
            if following.casefold() in COUNTRIES or _caseless_word(following):
                break
            good += 1
            stop += 1
        while stop > index + 1 and (tokens[stop - 1][2][0].islower() or (len(tokens[stop - 1][2]) == 1 and not good)):
            stop -= 1
        if good:
            score = 0.6 if ambiguous else 0.7
            if any(lists.is_last(t[2]) for t in tokens[index + 1 : stop]):
                score += 0.15
            yield TextFinding(
                base + start, base + tokens[stop - 1][1], Kind.PERSON, score - (0.1 if upper else 0.0), "person-list"
            )
        elif not ambiguous and (not upper or len(text) > 40) and len(word) > 2:
            end = base + tokens[stop - 1][1]
            yield TextFinding(base + start, end, Kind.PERSON, 0.45, "person-first", Source.FIRST_NAME)
        index = max(stop, index + 1)
