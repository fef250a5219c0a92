"""Hints at log-ins: beside their name, or where only somebody can stand ("created by jdoe", "jdoe Jan 12")."""

from __future__ import annotations

import re

from redaction.lexicon.fold import fold_token
from redaction.lexicon.shapes import login_word, ordinary
from redaction.lexicon.words import is_word, listing
from redaction.screens.rules.hints_people import CLOCK
from redaction.screens.rules.rule import Hint, hint
from redaction.text.patterns.network import split_host

_DOTTED = r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+){1,3}"
_WORD = r"(?P<login>[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3})"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_FILES = listing(
    """
    py js ts tsx jsx java cs cpp hpp go rs rb php html htm css scss json xml yaml yml toml ini cfg conf log md txt csv
    tsv pdf doc docx xls xlsx ppt pptx png jpg jpeg gif svg zip gz tar exe dll msi sh bat sql db ics mp4 mp3 wav iso
    """
)


def _pair(match: re.Match[str]) -> bool:
    return not ordinary(match["name"]) and _agree(match["name"], match["login"]) and _login(match["login"])


def _agree(name: str, login: str) -> bool:
    """A log-in made from the name, or the name from it: a word of three letters or more of one stands in the other."""
    words = [fold_token(word) for word in re.findall(r"[^\W_]+", name)]
    plain = fold_token(re.sub(r"[\W_]", "", login))
    return any(len(word) >= 3 and word in plain for word in words)


def _login(text: str) -> bool:
    """No file name, no host name."""
    return text.rpartition(".")[2] not in _FILES and not ("." in text and split_host(text)[2])


def _shaped(match: re.Match[str]) -> bool:
    return login_word(match["login"]) and _login(match["login"])


def _no_word(match: re.Match[str]) -> bool:
    return not is_word(match["login"])


def _segment(match: re.Match[str]) -> bool:
    words = re.findall(r"[a-z]+", match["login"])
    return _login(match["login"]) and match.group() != match.string and not any(is_word(word) for word in words)


LOGINS: tuple[Hint, ...] = (
    # A backslash may have been read as a letter.
    hint("home-folder", r"C:\Users\jdoe\notes", r"\b[A-Z]:.?Users[\\/|1lI](?P<login>[A-Za-z][\w.-]{1,30}?)[\\/|]"),
    hint(
        "name-at-login", "Nadia Brink @nbrink", r"^(?P<name>[^\W_][^()@|:]{1,40}?)\s+@(?P<login>[\w.-]{2,30})\b", _pair
    ),
    hint(
        "name-and-login",
        "Nadia Brink (nbrink)",
        r"^(?P<name>[^\W_][^()@|:]{1,40}?)\s*\(@?(?P<login>[A-Za-z][\w.-]{1,30})\)",
        _pair,
    ),
    hint(
        "made-by",
        "created by nbrink",
        rf"\b(?i:[a-z]{{2,12}}(?:ed|en|un)|run|set|sent) by @?{_WORD}(?=$|[\s.,;:)·|])",
        _shaped,
    ),
    hint(
        "by",
        "12 files by nbrink",
        r"\bby @?(?P<login>[a-z][a-z0-9._-]{3,30}[a-z0-9])(?=$|[\s,;:)·|]|\.(?:\s|$))",
        _shaped,
    ),
    hint(
        "does",
        "nbrink wants to merge",
        rf"^{_WORD} (?:wants? to|opened|closed|merged|committed|commented|pushed|approved|assigned|added|removed|"
        r"created|changed|edited|updated|deleted|reviewed|requested|mentioned|joined|left|invited|uploaded|shared|"
        r"renamed|replied|authored|submitted|started|accepted|declined|rejected)\b",
        _shaped,
    ),
    hint(
        "dated",
        "nbrink Jan 12",
        rf"^{_WORD}[ ,·•–-]+(?:on )?(?:{_MONTH}\.? \d{{1,2}}\b|\d{{1,2}} {_MONTH}\b|"
        r"\d+ (?:second|minute|min|hour|day|week|month|year)s? ago|yesterday|today)",
        _shaped,
    ),
    hint(
        "since",
        "20 May 2025 · nbrink",
        rf"(?:{_MONTH}\.?,? \d{{4}}|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}|\bago|\d{{1,2}}:\d\d)"
        rf" ?[·•|–-] ?{_WORD}$",
        _shaped,
    ),
    hint(
        "signed-in-as",
        "Signed in as nbrink",
        r"\b(?i:(?:signed|logged)[ -]in (?:as|by)|log-?in|user ?name):? @?(?P<login>[A-Za-z][\w.-]{1,30}\w)"
        r"(?=$|[\s,;)·|])",
        _no_word,
    ),
    hint(
        "task", "TODO(nbrink)", r"\b(?:T[O0o]D[O0o]|FIXME|HACK|XXX|NOTE)\(@?(?P<login>[A-Za-z][\w.-]{1,30})\)", _no_word
    ),
    hint(
        "sender",
        "nadia.brink Re: the draft 09:14",
        rf"^(?:\S{{1,2}}\s)?(?P<login>{_DOTTED})\b.*\b{CLOCK}",
        lambda m: _login(m["login"]),
    ),
    hint("segment", "nadia.okafor | edited", rf"(?:^|\s[|·•–—-]\s)(?P<login>{_DOTTED})(?=$|\s[|·•–—-]\s)", _segment),
)
