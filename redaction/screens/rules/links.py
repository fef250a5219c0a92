"""Web addresses on a screen that are hidden whole: to private and internal hosts, and shortened ones.

In text the structure of an address is kept and only what identifies is replaced. On a screen the rest of an address
whose host names its owner tells no more than the box over it would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.words import word_set
from redaction.text.patterns.network import split_host

_URL = re.compile(r"\b(?:https?|ftp|wss?)://(?P<host>[^\W_][\w.-]*[^\W_])(?::\d{1,5})?(?:[/?#][^\s<>\"'“”|]*)?")
#: The same without its protocol, as calendars and address bars show it.
_BARE = re.compile(r"(?<![\w@./:-])(?P<host>[^\W_][\w-]*(?:\.[\w-]+){2,})(?![\w@.-])(?::\d{1,5})?(?:/[^\s<>\"'“”|]*)?")
_SHORT = word_set("tinyurl.com bit.ly goo.gl t.co ow.ly is.gd buff.ly rebrand.ly cutt.ly tiny.cc lnkd.in youtu.be t.me")
_NOT_LAST = ".,;:!?)]}'\""
DETECTOR = "screen-url"


def links(text: str, found: Iterable[TextFinding]) -> Iterator[TextFinding]:
    """Whole addresses in `text` whose host is found as private, has no public suffix, or hides where it leads."""
    private = [f for f in found if f.source is Source.HOST]
    for match in _BARE.finditer(text) if private else ():
        start, end = match.start(), match.start() + len(match.group().rstrip(_NOT_LAST))
        if any(start <= f.start and f.end <= end for f in private):
            yield TextFinding(start, end, Kind.URL, 0.7, DETECTOR)
    if "://" not in text:
        return
    for match in _URL.finditer(text):
        start, end = match.start(), match.start() + len(match.group().rstrip(_NOT_LAST))
        _, domain, suffix = split_host(match["host"])
        internal = not suffix and "." in match["host"] and not match["host"].replace(".", "").isdigit()
        owned = any(start <= f.start and f.end <= end for f in private)
        if internal or owned or f"{domain}.{suffix}" in _SHORT:
            yield TextFinding(start, end, Kind.URL, 0.7, DETECTOR)
