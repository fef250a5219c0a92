"""People in the headers of mails and forms: "From: Keller, Maria; Ortiz, Juan <j@x>"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.patterns.name_parts import INITIAL, PART, WORD
from redaction.text.patterns.pattern import Pattern

_HEADER_LABELS = any_of(WordList.HEADER_LABELS)
LABEL_WORDS = word_list(WordList.HEADER_WORDS)
_NEXT_LABEL = re.compile(r"\b(?:subject|sent|date|to|cc|bcc)[ \t]{0,8}:", re.IGNORECASE)
_REVERSED = re.compile(rf"{PART}(?:[ ]{PART})?[ ]?,[ ]{PART}(?:[ ](?:{INITIAL}|{PART}))?")
#: Addresses and remarks beside people.
_ASIDE = re.compile(r"<[^>]{0,400}>|\[mailto:[^\]]{0,400}\]|\S{1,64}@\S+|\([^)]{0,400}\)")
#: Headers that hold names of files and folders.
_NO_PEOPLE = frozenset(("folder", "filename", "origin"))
#: A piece of a list with more words, or more characters, is no name.
MOST_WORDS, LONGEST = 6, 60


def _listed(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Every person of a list, addresses aside (those are the e-mail pattern's): "Keller, Maria; Ortiz, Juan <j@x>" or
    "Maria Keller, Juan Ortiz"."""
    if match["label"].casefold() in _NO_PEOPLE:
        return
    value = _NEXT_LABEL.split(match["value"])[0]
    value = _ASIDE.sub(lambda aside: "\0" * len(aside.group()), value)
    for chunk in re.finditer(r"[^;|\0]+", value):
        piece, base = chunk.group(), match.start("value") + chunk.start()
        for start, end in _people_of(piece, semicolons=";" in value):
            person = _person(piece[start:end])
            if person is not None:
                yield base + start + person[0], base + start + person[1]


def _people_of(piece: str, *, semicolons: bool) -> Iterator[tuple[int, int]]:
    if "," in piece and not semicolons and piece.count(",") != 1:
        yield from _pairs(piece)
    elif "," in piece and _REVERSED.fullmatch(piece.strip(" \t'\"*,")) is None:
        yield from (m.span() for m in re.finditer(r"[^,]+", piece))
    else:
        yield 0, len(piece)


def _pairs(piece: str) -> Iterator[tuple[int, int]]:
    """Commas both inside "Last, First" and between people: one word before and after the comma makes a pair."""
    parts = list(re.finditer(r"[^,]+", piece))
    index = 0
    while index < len(parts):
        current = parts[index]
        following = parts[index + 1] if index + 1 < len(parts) else None
        if following and len(current.group().split()) == 1 and 1 <= len(following.group().split()) <= 2:
            yield current.start(), following.end()
            index += 2
        else:
            yield current.start(), current.end()
            index += 1


def _person(raw: str) -> tuple[int, int] | None:
    """Where in a piece of a list a name stands; None when it is none."""
    left = len(raw) - len(raw.lstrip(" \t'\"*,<>[]-:._"))
    core = raw.strip(" \t'\"*,<>[]-:_")
    words, lists = WORD.findall(core), name_lists()
    if not words or len(words) > MOST_WORDS or any(c.isdigit() for c in core) or len(core) > LONGEST:
        return None
    if not any((len(w) > 1 and not is_word(w)) or lists.is_first(w) for w in words):
        return None
    if len(words) == 1 and core != core.title() and core.casefold() in LABEL_WORDS:
        return None
    if all(map(is_word, words)) and not any(map(lists.is_first, (words[0], words[-1]))):
        return None
    return left, left + len(core)


HEADER = Pattern(
    "person-header",
    Kind.PERSON,
    re.compile(
        rf"(?im)^[ \t>|*_-]{{0,8}}(?:x ?- ?)?(?P<label>{_HEADER_LABELS})"
        rf"\*?[ \t]{{0,8}}:\**[ \t]{{0,8}}(?P<value>[^\n]{{2,2000}})$"
    ),
    0.85,
    Source.HEADER,
    spans=_listed,
    examples=(
        "From: «Maria Keller» <m@x.example>",
        "To: «Keller, Maria»; «Ortiz, Juan»",
        "Cc: «Ann Vexlor», «Bo Zentrix», «Cy Lux»",
    ),
    counterexamples=("Subject: Maria Keller", "To: sales", "Folder: Maria Keller", "From: 4711"),
)
