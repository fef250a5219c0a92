"""Parts of a line that the line itself shows to be somebody's: "Label: value", changes, names beside their log-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.findings import Kind
from redaction.lexicon.fold import fold_token
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import first_name, login_word, name_like, ordinary
from redaction.lexicon.vocabulary import occurs
from redaction.lexicon.words import CALENDAR, is_word, listing
from redaction.page.label_lines import PERSON, engine_label, inline_labels, is_weak, label_kind, suits
from redaction.page.page_language import language
from redaction.text.known.registry import ROLE_MAILBOX
from redaction.text.patterns.network import split_host

LOGIN = "Username"
"""The label given to what a line shows to be a log-in name."""
Hint = tuple[int, int, str]
"""Characters start..end of a line and the label they deserve."""

_CHANGE = re.compile(
    r"^[\s•*·–-]{0,12}(?P<old>.{0,200}?)\s{0,12}(?:→|➔|➜|⇒|->|=>|—>)\s{0,12}(?P<new>\S.{0,200}?)\s{0,12}"
    r"\((?P<label>[^()]{2,32})\)\s*$"
)
_AT = re.compile(r"^(?P<name>[^\W_][^()@|:]{1,40}?)\s+@(?P<login>[\w.-]{2,30})\b")
_BRACKETS = re.compile(r"^(?P<name>[^\W_][^()@|:]{1,40}?)\s*\(@?(?P<login>[A-Za-z][\w.-]{1,30})\)")
#: "Name <address>" as mail programs write it, whatever the name looks like; in brackets when it looks like one.
_MAILED = re.compile(
    r"(?:^|[:;,]\s{0,12})(?P<name>[^<>@:;,][^<>@:;]{1,60}?)\s{0,12}(?P<sign>[<(‹])(?P<local>[^\s<>()@]+)@[^\s<>()@]+",
    re.IGNORECASE,
)
_DOTTED = r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+){1,3}"
_CLOCK = r"\d{1,2}:\d\d(?:\s?[AaPp]\.?[Mm]\.?)?$"
_SENDER = re.compile(rf"^(?:\S{{1,2}}\s)?(?P<login>{_DOTTED})\b.*\b{_CLOCK}")
_SPEAKER = re.compile(r"^(?P<name>[^\W\d_a-z][\w'’.-]*?[^\W\d](?: [^\W\d_a-z][\w'’.-]*){0,3}?)[\s,·•–—-]*" + _CLOCK)
_SEGMENT = re.compile(rf"(?:^|\s[|·•–—-]\s)(?P<login>{_DOTTED})(?=$|\s[|·•–—-]\s)")
#: C:\\Users\\jdoe\\..., also where a backslash was read as a letter.
_HOME = re.compile(r"\b[A-Z]:.?Users[\\/|1lI](?P<login>[A-Za-z][\w.-]{1,30}?)[\\/|]")
#: Alone on a line: a telephone number without its spaces, and long random signs.
_DIALLED = re.compile(r"(0[1-9]\d{8,10})(?: \([^()\d]{2,20}\))?")
#: A number with its country that ends with the line: the rest stands on the next one, or is still to be typed.
_BEGUN = re.compile(r"(?<![\w+])\+[1-9]\d{0,2} \(?(?=(?:\d[ ().-]{0,2}){2,9}$)[\d ().-]*\d$")
_RANDOM = re.compile(r"(?=[^a-z]{0,199}[a-z])(?=[^A-Z]{0,199}[A-Z])(?=(?:\D{0,198}\d){2})[A-Za-z0-9+/_-]{24,200}")
_GREETED = re.compile(
    r"\b(?:Hi|Hello|Hey|Dear|Thanks|Welcome)(?: again| back)?,? (?P<name>[^\W\d_a-z][^\W\d_A-Z]+)(?=[!,.:]|$| and\b)"
)
#: "created by jdoe", "jdoe wants to merge", "jdoe Jan 12", "TODO(jdoe)": a log-in where only somebody can stand.
_AS = re.compile(
    r"\b(?i:(?:signed|logged)[ -]in (?:as|by)|log-?in|user ?name):? @?(?P<login>[A-Za-z][\w.-]{1,30}\w)(?=$|[\s,;)·|])"
)
_MADE_BY = re.compile(
    r"\b(?i:[a-z]{2,12}(?:ed|en|un)|run|set|sent) by @?(?P<login>[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3})"
    r"(?=$|[\s.,;:)·|])"
)
_BY = re.compile(r"\bby @?(?P<login>[a-z][a-z0-9._-]{3,30}[a-z0-9])(?=$|[\s,;:)·|]|\.(?:\s|$))")
#: "Approved by Grace Field", a label and its value without a colon.
_DONE = re.compile(
    r"(?P<label>[^\W\d_]+(?: [^\W\d_]+){0,3} (?:by|to|for|with|from|von|durch|an|par|por|da|door)) "
    r"(?P<name>[^\W\d_a-z][\w'’.-]*(?: [^\W\d_][\w'’.-]*){1,4})$"
)
_DOES = re.compile(
    r"^(?P<login>[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3}) (?:wants? to|opened|closed|merged|committed|commented|pushed|"
    r"approved|assigned|added|removed|created|changed|edited|updated|deleted|reviewed|requested|mentioned|joined|left|"
    r"invited|uploaded|shared|renamed|replied|authored|submitted|started|accepted|declined|rejected)\b"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DATED = re.compile(
    r"^(?P<login>[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3})[ ,·•–-]+(?:on )?"
    rf"(?:{_MONTH}\.? \d{{1,2}}\b|\d{{1,2}} {_MONTH}\b|"
    r"\d+ (?:second|minute|min|hour|day|week|month|year)s? ago|yesterday|today)"
)
#: "20 May 2025 · jdoe": who did it, behind the day it was done.
_SINCE = re.compile(
    rf"(?:{_MONTH}\.?,? \d{{4}}|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}|\bago|\d{{1,2}}:\d\d)"
    r" ?[·•|–-] ?(?P<login>[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3})$"
)
#: "Banks v. Stone Ltd": the parties of a case.
_AGAINST = re.compile(r"^(?P<name>[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w.'’-]+){0,3}) vs?\. (?=[^\W\d_a-z])")
_TASK = re.compile(r"\b(?:T[O0o]D[O0o]|FIXME|HACK|XXX|NOTE)\(@?(?P<login>[A-Za-z][\w.-]{1,30})\)")
#: "Rein, Eladio, me", "Marián and Li are typing": where one is a first name, or the reader, so are the others.
_NAMED = r"[^\W\d_a-z][^\W\d_]*(?:[-'’][^\W\d_]+)?"
_SERIES = re.compile(
    rf"(?<![\w'’-]){_NAMED}(?:, {_NAMED}){{0,6}}(?:,| and| &|, and) (?:{_NAMED}|me|you|\d+ others?)(?![\w'’-])"
)
#: Two words with capitals whose space was not read: "IngaVestergren".
_GLUED = re.compile(r"(?<![\w.@/-])[^\W\d_]{6,40}(?![\w.@/-])")
#: "Mare's birthday", "ask Jo about it", "Kind regards, April": a name though short, unknown or a word.
_BORN = re.compile(rf"(?<![\w'’-])(?P<name>{_NAMED})['’]s (?:\d+(?:st|nd|rd|th) )?birthday\b")
_ASKED = re.compile(
    r"\b(?:[Aa]sk|[Tt]ell|[Cc]all|[Pp]ing|[Ee]?-?[Mm]ail|[Cc]ontact|[Ww]ith|[Bb]y|[Ff]rom|[Ff]or|[Cc]c) "
    r"(?P<name>[A-Z][a-z])(?=$|[\s,.;:!?)])"
)
#: First names that are words, where only somebody can stand: "asked by Will", "1:1 Mark", "Grace on leave".
_FIRST = (
    re.compile(
        r"\b(?:[a-z]{2,12}ed|sent|run|set|taken|written|given|done|made|seen|led) by "
        r"(?P<name>[A-Z][a-z]+)(?![\w'’-]| [A-Z])"
    ),
    re.compile(
        r"\b(?:1:1|1-1|[Ii]nterview|[Cc]all|[Cc]offee|[Ll]unch|[Cc]atch-?up|[Ss]ync|[Mm]eeting|[Cc]hat) "
        r"(?:with |w/ ?)(?P<name>[A-Z][a-z]+)(?![\w'’-])"
    ),
    re.compile(r"\b(?:1:1|1-1) (?P<name>[A-Z][a-z]+)(?![\w'’-])"),
    re.compile(
        r"^(?P<name>[A-Z][a-z]+) (?:on (?:leave|vacation|holiday|parental leave)|is (?:typing|away|out|off|sick)|"
        r"out of office|OOO|WFH|off sick|joined|left)\b"
    ),
)
_SIGNED = re.compile(
    r"\b(?i:regards|best wishes|yours|sincerely|cheers),? +"
    rf"(?P<name>{_NAMED}(?: {_NAMED}){{0,2}})\.?$"
)
#: "Hola, Nuria": what somebody is greeted with is none of the name.
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
_CUT_OFF = re.compile(r"(?P<name>[^\W\d_a-z][^\W\d_]+),")
_FILES = listing(
    """
    py js ts tsx jsx java cs cpp hpp go rs rb php html htm css scss json xml yaml yml toml ini cfg conf log md txt csv
    tsv pdf doc docx xls xlsx ppt pptx png jpg jpeg gif svg zip gz tar exe dll msi sh bat sql db ics mp4 mp3 wav iso
    """
)


def greeting(text: str) -> int:
    """How many characters of a greeting a text begins with, in front of whom it greets."""
    found = _GREETING.match(text)
    return found.end() if found else 0


def hints(text: str) -> tuple[Hint, ...]:
    """All hints of one line."""
    return _remembered(text, language())


@lru_cache(maxsize=20_000)
def _remembered(text: str, language: str) -> tuple[Hint, ...]:
    """From frame to frame most lines are the same, and words are ordinary in one language."""
    del language
    return tuple(_hints(text))


def _hints(text: str) -> Iterator[Hint]:
    for label, start, end in inline_labels(text):
        if suits(label, text[start:end]) and not (is_weak(label) and _heading(text[start:end])):
            yield start, end, engine_label(label)
    done = _DONE.match(text)
    if done and _by_somebody(done["label"], done["name"]):
        yield *done.span("name"), PERSON
    change = _CHANGE.match(text)
    if change and label_kind(change["label"]):
        for side in ("old", "new"):
            if change[side]:
                yield *change.span(side), engine_label(change["label"])
    against = _AGAINST.match(text)
    if against:
        yield *against.span("name"), PERSON
    cut = _CUT_OFF.fullmatch(text.strip())
    if cut and name_lists().is_last(cut["name"]):
        yield *cut.span("name"), PERSON
    speaker = _SPEAKER.match(text)
    if speaker and not ordinary(speaker["name"]):
        yield *speaker.span("name"), PERSON
    for pattern, label in ((_DIALLED, "Phone"), (_RANDOM, "Token")):
        alone = pattern.fullmatch(text)
        if alone:
            yield 0, alone.end(alone.lastindex or 0), label
    begun = _BEGUN.search(text)
    if begun and sum(c.isdigit() for c in begun.group()) >= 4:
        yield *begun.span(), "Phone"
    for mailed in _MAILED.finditer(text):
        role = any(part in ROLE_MAILBOX for part in re.split(r"[\W\d_]+", mailed["local"].lower()))
        if not (role and ordinary(mailed["name"])) and (mailed["sign"] != "(" or name_like(mailed["name"])):
            yield *mailed.span("name"), PERSON
    for home in _HOME.finditer(text):
        yield *home.span("login"), LOGIN
    for greeted in _GREETED.finditer(text):
        sure = greeted.group().startswith(("Hi", "Hello", "Hey", "Dear")) and text[greeted.end() :][:1] in ("!", ",")
        if name_lists().is_first(greeted["name"]) or (sure and greeted["name"].casefold() not in _NOBODY):
            yield *greeted.span("name"), PERSON
    for pattern in (_BORN, _ASKED, _SIGNED):
        for named in pattern.finditer(text):
            words = named["name"].casefold().split()
            unlikely = pattern is _ASKED and is_word(words[0])
            dated = pattern is _BORN and words[0] in CALENDAR
            if not unlikely and not dated and not any(word in _NOBODY for word in words):
                yield *named.span("name"), PERSON
    for pattern in _FIRST:
        for named in pattern.finditer(text):
            if first_name(named["name"]):
                yield *named.span("name"), PERSON
    for series in _SERIES.finditer(text):
        yield from _series(text, series.start() + greeting(series.group()), series.end())
    for glued in _GLUED.finditer(text):
        whole = glued.group()
        cuts = [i for i in range(1, len(whole)) if whole[i - 1].islower() and whole[i].isupper()]
        first, last = (whole[: cuts[0]], whole[cuts[0] :]) if len(cuts) == 1 else ("", "")
        shaped = len(first) >= 3 and len(last) >= 3 and last[1:].islower() and first[0].isupper()
        if shaped and name_lists().is_first(first) and not is_word(first) and not is_word(last):
            yield *glued.span(), PERSON
    yield from _logins(text)


def _heading(value: str) -> bool:
    """Whether the value of a label is a word of labels itself: "CUSTOMER : PROJECT" is the header of a column."""
    word = value.strip()
    return word.isalpha() and ordinary(word) and occurs(word) and not name_lists().is_name(word)


def _by_somebody(label: str, name: str) -> bool:
    """Whether what somebody did, in the words of a label, is followed by a name: "Sent to Quick Print" is not."""
    lists = name_lists()
    known = any(lists.is_first(word) for word in name.split())
    return label_kind(label) is Kind.PERSON and name_like(name) and (known or not ordinary(name))


def _series(text: str, start: int, end: int) -> Iterator[Hint]:
    """The names of a series in which one at least is a first name and none an ordinary word."""
    parts = [match for match in re.finditer(_NAMED, text[start:end]) if match.group()]
    words = [match.group() for match in parts]
    reader = text[start:end].endswith(", me")
    told = any(name_lists().is_first(word) and not is_word(word) for word in words)
    if reader or (told and not any(is_word(word) and not name_lists().is_name(word) for word in words)):
        for match in parts:
            yield start + match.start(), start + match.end(), PERSON


def _logins(text: str) -> Iterator[Hint]:
    for pattern in (_AT, _BRACKETS):
        pair = pattern.match(text)
        if pair and not ordinary(pair["name"]) and _agree(pair["name"], pair["login"]) and _login(pair["login"]):
            yield *pair.span("name"), PERSON
            yield *pair.span("login"), LOGIN
    for pattern in (_MADE_BY, _BY, _DOES, _DATED, _SINCE):
        for told in pattern.finditer(text):
            if login_word(told["login"]) and _login(told["login"]):
                yield *told.span("login"), LOGIN
    for pattern in (_AS, _TASK):
        for known in pattern.finditer(text):
            if not is_word(known["login"]):
                yield *known.span("login"), LOGIN
    sender = _SENDER.match(text)
    if sender and _login(sender["login"]):
        yield *sender.span("login"), LOGIN
    for segment in _SEGMENT.finditer(text):
        words = re.findall(r"[a-z]+", segment["login"])
        if _login(segment["login"]) and segment.group() != text and not any(is_word(word) for word in words):
            yield *segment.span("login"), LOGIN


def _agree(name: str, login: str) -> bool:
    """A log-in made from the name, or the name from it: a word of three letters or more of one stands in the other."""
    words = [fold_token(word) for word in re.findall(r"[^\W_]+", name)]
    plain = fold_token(re.sub(r"[\W_]", "", login))
    return any(len(word) >= 3 and word in plain for word in words)


def _login(text: str) -> bool:
    """No file name, no host name."""
    return text.rpartition(".")[2] not in _FILES and not ("." in text and split_host(text)[2])
