r"""What a model's reply says: a class in `\answer{…}`, or segments as JSON in `<answer>…</answer>`.

Lenient in form, because how a model sets its answer off is not what is measured; strict in content, because a guess of
ours would be scored as the model's. What does not parse has a reason, and is scored as wrong.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, Literal, TypeVar

Reason = Literal[
    "missing",
    "no_answer",
    "empty",
    "unknown_class",
    "not_json",
    "wrong_fields",
    "out_of_range",
    "not_contiguous",
    "not_covering",
    "unknown_item",
    "doubled",
    "not_all",
    "no_verdict",
]
"""Why there is no answer to score."""
REASONS: Mapping[Reason, str] = {
    "missing": "the file of predictions has no line for the sample",
    "no_answer": "no complete answer in the reply, or none was given",
    "empty": "the answer holds nothing",
    "unknown_class": "the answer is no class of the domain",
    "not_json": "the answer is not JSON, or has an object with a key twice",
    "wrong_fields": "not an array of objects with whole numbers as start_index and end_index",
    "out_of_range": "an index below 0 or behind the last interaction",
    "not_contiguous": "a segment that ends before it starts, a gap, an overlap, or another order",
    "not_covering": "the first segment does not start at 0, or the last not end at the last interaction",
    "unknown_item": "it names a frame, a workflow or a guide that the sample has not",
    "doubled": "it names one thing twice",
    "not_all": "a ranking that leaves something out",
    "no_verdict": "neither yes nor no, or no number of the scale",
}

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[V]):
    """An answer, or None and why there is none."""

    value: V | None
    reason: Reason | None = None


Starts = tuple[int, ...]
"""Where segments start, ascending, the first start (always 0) left out: the boundaries of a segmentation."""

_BRACE = re.compile(r"(?P<answer>(?<!\\)\\+answer\s*\\*\{)|[{}]", re.IGNORECASE)
"""Looks behind, as does the next: of many backslashes in a row each would else be tried as the first of all others."""
_COMMAND = re.compile(r"(?<!\\)\\+[A-Za-z]+\s*(?=\\*\{)")
"""Of LaTeX, with an argument: \\text{…}, \\textbf{…}."""
_MARKS = str.maketrans(dict.fromkeys("{}*`\"'$\\“”„‘’‚«»", "") | {"_": " ", "~": " "})
"""What sets a name off and is no part of it; underscores and ties stand for spaces."""


def plain_name(text: str) -> str:
    """A class name without what is form alone: markup, quotes, case, width of characters, spaces, a full stop."""
    text = _COMMAND.sub("", unicodedata.normalize("NFKC", text)).translate(_MARKS)
    return " ".join(text.split()).rstrip(".,;:! ").casefold()


def class_of(text: str, classes: Sequence[str]) -> Parsed[str]:
    """The class that a text names: the one of the same plain name; where several have it, the one of the very text."""
    if not plain_name(text):
        return Parsed(None, "empty")
    found = [one for one in classes if plain_name(one) == plain_name(text)]
    if len(found) > 1:
        found = [one for one in found if one == text.strip()]
    return Parsed(found[0]) if found else Parsed(None, "unknown_class")


def parse_class(reply: str, classes: Sequence[str]) -> Parsed[str]:
    r"""The class in the last complete `\answer{…}` of a reply. One that is cut off before its closing brace is none."""
    open_braces: list[tuple[bool, int]] = []
    last: tuple[int, str] | None = None
    for brace in _BRACE.finditer(reply):
        if brace[0] != "}":
            open_braces.append((brace["answer"] is not None, brace.end()))
        elif open_braces:
            is_answer, start = open_braces.pop()
            # The outer one of two closes later but began before: the inner one is what was meant.
            if is_answer and (last is None or start > last[0]):
                last = start, reply[start : brace.start()]
    return class_of(last[1], classes) if last is not None else Parsed(None, "no_answer")


_CLOSE = re.compile(r"<\s*/\s*answer\s*>", re.IGNORECASE)
_OPEN = re.compile(r"<\s*answer\s*>", re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",(?=\s*[\]}])")


def parse_segments(reply: str, length: int) -> Parsed[Starts]:
    """The boundaries in the last complete `<answer>…</answer>` of a reply about `length` interactions.

    Of its content the JSON array counts, from the first bracket to the last: a code fence or words around it do not
    matter. Also taken: a comma too many at the end, single quotes where there are no double ones, and doubled braces,
    which the example in the published prompt has.
    """
    content = last_answer(reply)
    if content is None:
        return Parsed(None, "no_answer")
    if not content.strip().strip("`").strip():
        return Parsed(None, "empty")
    found = json_in(content, "[]")
    return starts_of(found.value, length) if found.reason is None else Parsed(None, found.reason)


def last_answer(reply: str) -> str | None:
    """What stands in the last complete `<answer>…</answer>` of a reply; None where there is none."""
    closed = list(_CLOSE.finditer(reply))
    opened = [one for one in _OPEN.finditer(reply) if closed and one.end() <= closed[-1].start()]
    return reply[opened[-1].end() : closed[-1].start()] if opened else None


def json_in(content: str, brackets: str) -> Parsed[Any]:
    """The JSON from the first of two brackets ("[]", "{}") to the last; taken are also a comma too many at the end,
    single quotes where there are no double ones, and doubled braces."""
    start, end = content.find(brackets[0]), content.rfind(brackets[1])
    text = content[start : end + 1] if 0 <= start < end else ""
    for attempt in (text, _repaired(text)):
        try:
            return Parsed(json.loads(attempt, object_pairs_hook=said_once))
        except (ValueError, RecursionError):
            continue
    return Parsed(None, "not_json")


def _repaired(text: str) -> str:
    if '"' not in text:
        text = text.replace("'", '"')
    return _TRAILING_COMMA.sub("", text.replace("{{", "{").replace("}}", "}"))


def said_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON for `json.loads`; ValueError for one that has a key twice: which of the two counts would be a
    guess."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError
    return made


def starts_of(value: Any, length: int) -> Parsed[Starts]:
    """The boundaries of a list of {start_index, end_index} over `length` interactions; other fields are left aside."""
    if not isinstance(value, list):
        return Parsed(None, "wrong_fields")
    if not value:
        return Parsed(None, "empty")
    pairs: list[tuple[int, int]] = []
    for one in value:
        pair = (one.get("start_index"), one.get("end_index")) if isinstance(one, dict) else (None, None)
        # True is an int of Python and no index.
        if type(pair[0]) is not int or type(pair[1]) is not int:
            return Parsed(None, "wrong_fields")
        pairs.append((pair[0], pair[1]))
    if any(not 0 <= place < length for pair in pairs for place in pair):
        return Parsed(None, "out_of_range")
    gaps = any(after[0] != before[1] + 1 for before, after in pairwise(pairs))
    if gaps or any(start > end for start, end in pairs):
        return Parsed(None, "not_contiguous")
    if pairs[0][0] != 0 or pairs[-1][1] != length - 1:
        return Parsed(None, "not_covering")
    return Parsed(tuple(start for start, _ in pairs[1:]))


_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "false"})
_AROUND = " \t\r\n.!`'\"*"
"""What may stand around one word."""


def verdict_in(value: Any) -> Parsed[bool]:
    """Yes or no in one word, whatever its case and marks around it."""
    word = value.strip(_AROUND).casefold() if isinstance(value, str) else ""
    if word in _YES or word in _NO:
        return Parsed(word in _YES)
    return Parsed(None, "no_verdict" if word or not isinstance(value, str) else "empty")


def mark_in(reply: str | None, scale: range) -> Parsed[int]:
    """The whole number in the last complete `<answer>…</answer>`, if it is one of the scale; nothing is rounded, and of
    several numbers none is chosen."""
    content = last_answer(reply or "")
    if content is None:
        return Parsed(None, "no_answer")
    text = content.strip(" \t\r\n.`*")
    if not text:
        return Parsed(None, "empty")
    if not text.isascii() or not text.isdigit():
        return Parsed(None, "no_verdict")
    return Parsed(int(text)) if int(text) in scale else Parsed(None, "out_of_range")
