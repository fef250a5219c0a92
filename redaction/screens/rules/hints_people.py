"""Hints at names: where only somebody can stand in a line, however short, unknown or ordinary the word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import first_name, name_like, ordinary
from redaction.lexicon.words import CALENDAR, is_word, listing
from redaction.page.labels import PERSON, label_kind
from redaction.page.language import Language
from redaction.screens.rules.rule import Hint, Labelled, hint
from redaction.text.known.registry import ROLE_MAILBOX

_NAMED = r"[^\W\d_a-z][^\W\d_]*(?:[-'’][^\W\d_]+)?"
_FIRST = r"(?P<name>[A-Z][a-z]+)"
CLOCK = r"\d{1,2}:\d\d(?:\s?[AaPp]\.?[Mm]\.?)?$"
_SERIES = re.compile(
    rf"(?<![\w'’-]){_NAMED}(?:, {_NAMED}){{0,6}}(?:,| and| &|, and) (?:{_NAMED}|me|you|\d+ others?)(?![\w'’-])"
)
_GLUED = re.compile(r"(?<![\w.@/-])[^\W\d_]{6,40}(?![\w.@/-])")
_GREETING = re.compile(
    r"(?:hola|hallo|bonjour|bonsoir|salut|ciao|buongiorno|buonasera|olá|goedemorgen|goedemiddag|willkommen|bienvenue|"
    r"bienvenid[oa]|benvenut[oa]|bem-vindo|bem-vinda|welkom|hello|hi|hey|welcome),? (?=[^\W\d_])",
    re.IGNORECASE,
)
_NOBODY = listing(
    """
    there all team everyone everybody world customer customers sir madam user users guest guests friend friends folks
    guys colleague colleagues candidate candidates applicant member members again back
    """
)


def greeting(text: str) -> int:
    """How many characters of a greeting a text begins with, in front of whom it greets."""
    found = _GREETING.match(text)
    return found.end() if found else 0


def _by_somebody(match: re.Match[str]) -> bool:
    """Whether what somebody did, in the words of a label, is followed by a name: "Sent to Quick Print" is not."""
    known = any(name_lists().is_first(word) for word in match["name"].split())
    is_label = label_kind(match["label"]) is Kind.PERSON
    return is_label and name_like(match["name"]) and (known or not ordinary(match["name"]))


def _mailed(match: re.Match[str]) -> bool:
    role = any(part in ROLE_MAILBOX for part in re.split(r"[\W\d_]+", match["local"].lower()))
    return not (role and ordinary(match["name"])) and (match["sign"] != "(" or name_like(match["name"]))


def _greeted(match: re.Match[str]) -> bool:
    sure = match.group().startswith(("Hi", "Hello", "Hey", "Dear")) and match.string[match.end() :][:1] in ("!", ",")
    return name_lists().is_first(match["name"]) or (sure and match["name"].casefold() not in _NOBODY)


def _somebody(match: re.Match[str]) -> bool:
    return not any(word in _NOBODY for word in match["name"].casefold().split())


def _first(match: re.Match[str]) -> bool:
    return first_name(match["name"])


def _series(text: str, _: Language) -> Iterator[Labelled]:
    """The names of a series in which one at least is a first name and none an ordinary word."""
    for series in _SERIES.finditer(text):
        start, end = series.start() + greeting(series.group()), series.end()
        parts = list(re.finditer(_NAMED, text[start:end]))
        words = [match.group() for match in parts]
        reader = text[start:end].endswith(", me")
        known = any(name_lists().is_first(word) and not is_word(word) for word in words)
        if reader or (known and not any(is_word(word) and not name_lists().is_name(word) for word in words)):
            yield from ((start + match.start(), start + match.end(), PERSON) for match in parts)


def _glued(text: str, _: Language) -> Iterator[Labelled]:
    for glued in _GLUED.finditer(text):
        whole = glued.group()
        cuts = [i for i in range(1, len(whole)) if whole[i - 1].islower() and whole[i].isupper()]
        first, last = (whole[: cuts[0]], whole[cuts[0] :]) if len(cuts) == 1 else ("", "")
        shaped = len(first) >= 3 and len(last) >= 3 and last[1:].islower() and first[0].isupper()
        if shaped and name_lists().is_first(first) and not is_word(first) and not is_word(last):
            yield *glued.span(), PERSON


PEOPLE: tuple[Hint, ...] = (
    hint(
        "done-by",
        "Approved by Grace Field",
        r"^(?P<label>[^\W\d_]+(?: [^\W\d_]+){0,3} (?:by|to|for|with|from|von|durch|an|par|por|da|door)) "
        r"(?P<name>[^\W\d_a-z][\w'’.-]*(?: [^\W\d_][\w'’.-]*){1,4})$",
        _by_somebody,
    ),
    hint(
        "versus",
        "Banks v. Stone Ltd",
        r"^(?P<name>[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w.'’-]+){0,3}) vs?\. (?=[^\W\d_a-z])",
    ),
    hint("cut-off", "Okafor,", r"\A\s*(?P<name>[^\W\d_a-z][^\W\d_]+),\s*\Z", lambda m: name_lists().is_last(m["name"])),
    hint(
        "speaker",
        "Zhvexia 09:14",
        r"^(?P<name>[^\W\d_a-z][\w'’.-]*?[^\W\d](?: [^\W\d_a-z][\w'’.-]*){0,3}?)[\s,·•–—-]*" + CLOCK,
        lambda m: not ordinary(m["name"]),
    ),
    hint(
        "mailed",
        "Jo <jo@example.org>",
        r"(?:^|[:;,]\s{0,12})(?P<name>[^<>@:;,][^<>@:;]{1,60}?)\s{0,12}(?P<sign>[<(‹])(?P<local>[^\s<>()@]+)"
        r"@[^\s<>()@]+",
        _mailed,
        re.IGNORECASE,
    ),
    hint(
        "greeted",
        "Hi Zhvexia!",
        r"\b(?:Hi|Hello|Hey|Dear|Thanks|Welcome)(?: again| back)?,? (?P<name>[^\W\d_a-z][^\W\d_A-Z]+)"
        r"(?=[!,.:]|$| and\b)",
        _greeted,
    ),
    hint(
        "birthday",
        "Mare's birthday",
        rf"(?<![\w'’-])(?P<name>{_NAMED})['’]s (?:\d+(?:st|nd|rd|th) )?birthday\b",
        lambda m: _somebody(m) and m["name"].casefold().split()[0] not in CALENDAR,
    ),
    hint(
        "asked",
        "ask Jo about it",
        r"\b(?:[Aa]sk|[Tt]ell|[Cc]all|[Pp]ing|[Ee]?-?[Mm]ail|[Cc]ontact|[Ww]ith|[Bb]y|[Ff]rom|[Ff]or|[Cc]c) "
        r"(?P<name>[A-Z][a-z])(?=$|[\s,.;:!?)])",
        lambda m: _somebody(m) and not is_word(m["name"]),
    ),
    hint(
        "signed",
        "Kind regards, April",
        r"\b(?i:regards|best wishes|yours|sincerely|cheers),? +" rf"(?P<name>{_NAMED}(?: {_NAMED}){{0,2}})\.?$",
        _somebody,
    ),
    hint(
        "deed-by-first-name",
        "asked by Will",
        rf"\b(?:[a-z]{{2,12}}ed|sent|run|set|taken|written|given|done|made|seen|led) by {_FIRST}(?![\w'’-]| [A-Z])",
        _first,
    ),
    hint(
        "meeting-with",
        "Coffee with Mark",
        r"\b(?:1:1|1-1|[Ii]nterview|[Cc]all|[Cc]offee|[Ll]unch|[Cc]atch-?up|[Ss]ync|[Mm]eeting|[Cc]hat) "
        rf"(?:with |w/ ?){_FIRST}(?![\w'’-])",
        _first,
    ),
    hint("one-to-one", "1:1 Mark", rf"\b(?:1:1|1-1) {_FIRST}(?![\w'’-])", _first),
    hint(
        "away",
        "Grace on leave",
        rf"^{_FIRST} (?:on (?:leave|vacation|holiday|parental leave)|is (?:typing|away|out|off|sick)|"
        r"out of office|OOO|WFH|off sick|joined|left)\b",
        _first,
    ),
    Hint("series", "Rein, Eladio, me", _series),
    Hint("glued", "IngaVestergren", _glued),
)
