"""Parts of a line that its own form shows to be somebody's. What they teach is found on other screens, too.

Owner: Nadia Brink
Nadia Brink → Ines Calloway (Owner)
Nadia Brink @nbrink         Nadia Brink (nbrink)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind
from redaction.lexicon.fold import fold_token
from redaction.lexicon.labels import PERSON, engine_label, inline_label, label_kind
from redaction.lexicon.languages import Language
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.values import suits
from redaction.text.patterns.network import split_host

Labelled = tuple[int, int, str]
"""Characters start..end of a line and the label they deserve."""
_LOGIN = "Username"
_CHANGE = re.compile(
    r"^[\s•*·–-]{0,12}(?P<old>.{0,200}?)\s{0,12}(?:→|➔|➜|⇒|->|=>|—>)\s{0,12}(?P<new>\S.{0,200}?)\s{0,12}"
    r"\((?P<label>[^()]{2,32})\)\s*$"
)
_PAIR = re.compile(
    r"^(?:[^\W_][^()@|:]{1,30}:[ ]?)?(?P<name>[^\W_][^()@|:]{1,40}?)"
    r"(?:\s+@(?P<handle>[\w.-]{2,30})\b|\s*\(@?(?P<login>[A-Za-z][\w.-]{1,30})\))"
)
_NAMES = (Kind.PERSON, Kind.COMPANY)
_NEXT_LABEL = re.compile(r"(?<!\s)\s{1,40}(?=[^\W\d_][^\s:：]{0,30}[:：](?:\s|$))")
"""What stands before the last word of another label."""
_SHARED = 3
"""Letters of a word that a name and its log-in share, at least."""
_PUT_TOGETHER = 4
"""Letters of a log-in that is put together of beginnings of a name's words, at least."""
_WORDS_OF_A_NAME = 5
"""Words of a name that is looked for such beginnings, at most: of many words alike any sum of letters may be one."""


def value_behind_label(text: str, language: Language) -> Iterator[Labelled]:
    """The value of the label that begins a line; a name holds no colon, and ends before the label of what follows it
    on the line ("Requester: Ada Admin Product: Backup")."""
    label, start = inline_label(text) or ("", 0)
    following = _NEXT_LABEL.search(text, start) if label_kind(label) in _NAMES else None
    end = following.start() if following else len(text)
    if label and suits(label, text[start:end], language):
        yield start, end, engine_label(label)


def changes(text: str, _: Language) -> Iterator[Labelled]:
    """Both sides of a change whose label stands behind it."""
    change = _CHANGE.match(text)
    if change and label_kind(change["label"]):
        yield from ((*change.span(side), engine_label(change["label"])) for side in ("old", "new") if change[side])


def names_with_logins(text: str, _: Language) -> Iterator[Labelled]:
    """A name and the log-in made from it, or from which it is made: a word of one stands in the other."""
    pair = _PAIR.match(text)
    if pair and not ordinary(pair["name"]):
        login = "handle" if pair["handle"] else "login"
        words = [fold_token(word) for word in re.findall(r"[^\W_]+", pair["name"])]
        plain = fold_token(re.sub(r"[\W_]", "", pair[login]))
        host = "." in pair[login] and split_host(pair[login])[2]
        shared = any(len(word) >= _SHARED and word in plain for word in words)
        if not host and (shared or _put_together(plain.rstrip("0123456789"), words)):
            yield *pair.span("name"), PERSON
            yield *pair.span(login), _LOGIN


def _put_together(login: str, words: list[str]) -> bool:
    """Whether a log-in is the beginnings of two or more of a name's words, in any order: "pulmar" of Marjatta
    Pulkkinen."""
    if len(login) < _PUT_TOGETHER or len(words) > _WORDS_OF_A_NAME:
        return False
    ends = {(0, frozenset[int]())}
    for _ in words:
        ends |= {
            (at + length, used | {number})
            for at, used in ends
            for number, word in enumerate(words)
            if number not in used
            for length in range(1, len(word) + 1)
            if login.startswith(word[:length], at)
        }
    return any(at == len(login) and len(used) > 1 for at, used in ends)
