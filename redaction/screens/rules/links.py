"""Web addresses on a screen that are hidden whole: to private and internal hosts, to a tenant's name at a public
one, and shortened ones.

In text the structure of an address is kept and only what identifies is replaced. On a screen the rest of an address
whose host names its owner tells no more than the box over it would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.words import word_set
from redaction.text.patterns.network import split_host

_REST = r"[^\s<>\"'“”|]*"
_URL = re.compile(
    # a digit before it is the sign of a lock or a globe
    rf"(?<![A-Za-z])(?P<scheme>(?:https?|ftp|wss?)://)(?P<host>[^\W_][\w.-]*[^\W_])(?::\d{{1,5}})?(?:[/?#]{_REST})?"
    rf"|(?<![\w@./:-])(?P<bare>[^\W_][\w-]*(?:\.[^\W_][\w-]*)+)(?::\d{{1,5}})?/{_REST}"
)
"""With a scheme, or as browsers show it: a host and a path."""
_BARE = re.compile(r"(?<![\w@./:-])[^\W_][\w-]*(?:\.[\w-]+){2,}(?![\w@./-])")
"""A host of a part of an owner's domain and nothing else, as calendars and address bars show it."""
_SHORT = word_set("tinyurl.com bit.ly goo.gl t.co ow.ly is.gd buff.ly rebrand.ly cutt.ly tiny.cc lnkd.in youtu.be t.me")
_NOT_LAST = ".,;:!?)]}'\""
DETECTOR = "screen-url"
_TENANT = "url-tenant"
"""Who finds the name of a tenant in a public host: alone, the name is hidden and the host is not."""


def links(text: str, found: Iterable[TextFinding]) -> Iterator[TextFinding]:
    """Whole addresses in `text` whose host is found as private or names its tenant, has no public suffix, or hides
    where it leads."""
    private = [f for f in found if f.source is Source.HOST]
    for match in _BARE.finditer(text) if private else ():
        inside = [f for f in private if match.start() <= f.start and f.end <= match.end()]
        if any(f.detector != _TENANT for f in inside):
            yield TextFinding(match.start(), match.end(), Kind.URL, 0.7, DETECTOR)
    if "/" not in text:
        return
    for match in _URL.finditer(text):
        start, end = match.start(), match.start() + len(match.group().rstrip(_NOT_LAST))
        host = match["host"] or match["bare"]
        _, domain, suffix = split_host(host)
        internal = bool(match["scheme"]) and not suffix and "." in host and not host.replace(".", "").isdigit()
        owned = any(start <= f.start and f.end <= end for f in private)
        if internal or owned or f"{domain}.{suffix}" in _SHORT:
            yield TextFinding(start, end, Kind.URL, 0.7, DETECTOR)
