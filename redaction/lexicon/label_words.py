"""The words that a field label is made of, as they are compared: folded, without marks, numbers and articles."""

from __future__ import annotations

import re

from redaction.lexicon.fold import fold_token

_WORD = re.compile(r"[^\W_]+|[#№]")
_JOINED = (
    (re.compile(r"\be[- ](?=mail|post)"), "e"),
    (re.compile(r"\blog[- ](?=in\b|on\b)"), "log"),
    (re.compile(r"\bsign[- ](?=in\b|on\b)"), "sign"),
    (re.compile(r"\buser[- ](?=name\b)"), "user"),
    (re.compile(r"(?<=\w)['’]s\b|\(s\)"), ""),
    (re.compile(r"(?<=\w)/(?:in|innen)\b|(?<=\w)[*:_](?:in|innen)\b"), ""),
    (re.compile(r"[№°º]"), "o "),
)
_DOTTED = re.compile(r"\b(?:[^\W\d_]\.\s?){2,}(?:[^\W\d_]\b)?|\b(?:[^\W\d_]\.)+[^\W\d_]\b")
_NUMBERED = re.compile(r"(?<=[^\W\d_]{3})\d{1,2}$")


def words(label: str) -> list[str]:
    """The words of a label that count, folded: "* Approver's name(s) (optional):" is "approver name"."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label.strip().replace("_", " "))
    text = _DOTTED.sub(lambda found: re.sub(r"[.\s]", "", found.group()) + " ", text)
    text = fold_token(text.replace("№", "#"))
    for pattern, plain in _JOINED:
        text = pattern.sub(plain, text)
    found = [word for word in _WORD.findall(text) if word not in ("the", "a", "an")]
    while len(found) > 1 and found[-1].isdigit():
        found.pop()
    return [*found[:-1], _NUMBERED.sub("", found[-1])] if found else found
