"""Where a word that is also an ordinary word stands as a name: capitalised inside a sentence, after "from", alone."""

from __future__ import annotations

import re

from redaction.lexicon.words import CALENDAR
from redaction.text.patterns.network import FILE_ENDINGS

_LEAD = re.compile(
    r"(?:\b(?:from|by|with|to|for|and|or|dear|hi|hello|hey|thanks|thank you|ask|tell|told|mr|mrs|ms|dr|cc|attn|met|"
    r"meet|see|call|called|candidate|employee|customer|client|manager|contact|owner|named|name is|am|this is|"
    r"assigned|via|than|that|when|if)\b[.:]?|[@&/(\[\"“])\s*$",
    re.IGNORECASE,
)
_DATE_LEAD = re.compile(
    r"\b(?:in|on|by|of|since|until|till|last|next|early|mid|late|this|from|through|between|before|after|and|to|"
    r"during|\d{1,2}(?:st|nd|rd|th)?)\s+$",
    re.IGNORECASE,
)
#: "Mark all as read", "Grant the request": what follows a verb, not a name.
_OBJECT = re.compile(r"[ ](?:all|as|the|this|these|those|every|selected)\b")
#: What somebody does who begins a sentence: "Rim knows the details"; a thing that bears an ordinary word does not.
_DOES = (
    r"(?:agree[sd]|ask(?:s|ed)|call(?:s|ed)|confirm(?:s|ed)|kn[eo]ws?|repli(?:es|ed)|said|says|sen(?:ds|t)|t(?:ells|old)|"
    r"th(?:inks|ought)|want(?:s|ed)|writes|wrote|[a-z]{3,}ed (?:an?|h[ei][rs]|its|my|our|the|their|us|your?))\b"
)
_OPENS_LINE = re.compile(rf"[ \t]?(?:,|:|--|–|—)|[ \t]*(?:\n|\Z)|[ ]{_DOES}")
_OPENS_SENTENCE = re.compile(rf"\s?(?:,|{_DOES})")
#: What a name inside a line stands behind: a comma, or a word that does not end in a capital, of any script.
_BEHIND = re.compile(r"([^\W\d_]|,)\s+$")
#: A window title is made of segments ("Thimble | Account | CRM"): one of them alone stands where a name stands.
_NEAR = 40
#: Recognition loses the blanks around a dot or a bar, but seldom those around a dash.
_SEGMENT_BEFORE = re.compile(r"(?:^|\s[–—:>/-]\s|[|·•\t\n])\s{0,40}$")
_SEGMENT_AFTER = re.compile(r"[ \u00a0]*(?:$|[|·•\t\n]|\s[–—:>/-]\s)")
#: A word of a file's name, and the rest of the name behind it.
_FILED_BEFORE = re.compile(r"[^\W_](?:[_-]|[ ][–—-][ ])\Z")
_FILED_AFTER = re.compile(r"(?:[_-][\w-]*+|[ ]?\(\d{1,3}\))?\.(?P<ending>[A-Za-z][A-Za-z0-9]{1,7})(?![\w.])")


def cased(surface: str) -> bool:
    """Names made of ordinary words count when capitalised, or joined like a log-in."""
    return any(c.isupper() for c in surface) or bool(re.search(r"[._]", surface))


def name_position(text: str, start: int, end: int) -> bool:
    """Whether a word that may be a name ("Will") is capitalised, and not because a sentence begins."""
    word = text[start:end]
    if not (word[0].isupper() and (word[1:].islower() or len(word) == 2)):
        return False
    if len(text) < 100 and text.strip(" \t.,;:()[]\"'") == word:
        return True
    if word.casefold() not in CALENDAR and _segment(text, start, end):
        return True
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    if word.casefold() in CALENDAR and (re.match(r"[\s,]*\d", after) or _DATE_LEAD.search(before)):
        return False
    if after.startswith(("'s", "’s")):
        return True
    if _OBJECT.match(after) and not _LEAD.search(before):
        return False
    line_start = not before.strip(" \t>*-•") or before.rstrip(" \t>*-•").endswith("\n")
    if line_start:
        return bool(_OPENS_LINE.match(after))
    if re.search(r"[.!?:·•]\s*[\"“]?$", before) and not re.search(r"\b(?:Mr|Mrs|Ms|Dr)\.\s*$", before):
        return bool(_OPENS_SENTENCE.match(after))
    if re.match(r"\s+[A-Z][a-z]", after) and not _LEAD.search(before):
        return False
    behind = _BEHIND.search(before)
    return bool(behind and not behind[1].isupper()) or bool(_LEAD.search(before))


def _segment(text: str, start: int, end: int) -> bool:
    """Whether a word is a segment of a title by itself. A few characters around it are looked at."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    cut = ("." if start > _NEAR else "") + before, after + ("." if len(text) - end > _NEAR else "")
    return bool(_SEGMENT_BEFORE.search(cut[0]) and _SEGMENT_AFTER.match(cut[1]))


def in_file_name(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital stands behind another in the name of a file: "Handover_Bishop.docx", "Statement –
    Lynch (2).pdf". The first word has a capital whatever it is."""
    behind = text[start].isupper() and _FILED_BEFORE.search(text[max(0, start - _NEAR) : start])
    return bool(behind) and before_ending(text, end)


def before_ending(text: str, end: int) -> bool:
    """Whether the name of a file goes on from here to its ending: ".docx", "_v2.pdf", " (2).pdf"."""
    ending = _FILED_AFTER.match(text[end : end + _NEAR])
    return ending is not None and ending["ending"].casefold() in FILE_ENDINGS


def written_as_name(text: str, start: int, end: int) -> bool:
    """A declared company whose name is a word ("Thimble"): capitalised within a line, or part of a file name."""
    if text[max(0, start - 1) : start] == "_" or text[end : end + 1] == "_":
        return True
    before = text[max(0, start - _NEAR) : start].rstrip()
    return text[start].isupper() and bool(before) and before[-1] not in ".!?:\n"


def tight(text: str, start: int, end: int, role: str) -> bool:
    """Initials count only alone in their field or line, in brackets, or after a word that announces a person."""
    if len(text) < 100 and text.strip(" \t()[]") == text[start:end]:
        return role in ("line", "field")
    if (
        role == "prose"
        and re.search(r"\n[ \t>–—-]*$", text[max(0, start - 8) : start])
        and re.match(r"[ \t.]*(?:\n|$)", text[end : end + 8])
    ):
        return True  # a signature: alone on its line
    return text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")"
