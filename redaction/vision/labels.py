"""Which lines of a screen are field labels or column headers. The words are the text engine's own (redaction.text)."""

from __future__ import annotations

import re

from redaction.findings import Kind
from redaction.text.labels import label_kind as text_label_kind

#: Labels that stand over people and things alike: what is under them must itself look like the kind.
_WEAK = re.compile(
    "name|users?|account|to|from|with|contact|customer|client|member|host|owner|lead|leader|partner|entity|people"
    "|resource|references?|guest|driver|pin|token|alias|agency|city|town|address|display name|login|phone|billing"
    "|shipping|bill to|ship to|title|assigned|author|reviewer|signature|pan|subsidiary|mobile|birthday"
)
_TRIM = re.compile(r"^[\s*•\-–>○●□☐#]+|[\s:*?.…▲▼↑↓^~∨∧⌄]+$")
_NAME_LIKE = re.compile(
    r"^[^\W\d_a-z][\w'’.-]*(?:[ ,]+(?:[^\W\d_a-z][\w'’.-]*|de|la|van|von|der|den|bin|al|da|dos|del|y)){0,4}$"
)


def label_kind(text: str) -> Kind | None:
    """The kind of value that a field label or column header announces, or None when the text is no known label."""
    cleaned = clean_label(text)
    return text_label_kind(cleaned) if 2 <= len(cleaned) <= 32 else None


def is_weak(text: str) -> bool:
    """True for labels that name people and things alike ("Name", "To")."""
    return bool(_WEAK.fullmatch(clean_label(text).lower()))


def clean_label(text: str) -> str:
    """The label without its colon, asterisk, question mark or sort arrow."""
    return " ".join(_TRIM.sub("", _TRIM.sub("", text)).split())


def name_like(text: str) -> bool:
    """Shaped like a person's name: one to five capitalised words, no digits."""
    return len(text) >= 3 and bool(_NAME_LIKE.match(text.strip()))
