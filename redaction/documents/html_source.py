"""What is asked of the text of a page before it is parsed: its size, how deep it nests, and its doctype."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from redaction.documents.refusal import DocumentRefused

LARGEST_HTML = 20_000_000
"""Characters of a page."""
LARGEST_NESTING_COST = 50_000_000
"""Sum over all tags of how many elements are open there: what a parser looks through. A page of 500 KB has 300,000."""
LARGEST_FORMATTING_COST = 2_000_000
"""The same of open <b>, <font> and their like, which a parser opens anew in every block."""
MOST_ATTRIBUTES = 1_000
"""Attributes of one element: a parser compares each with all before it."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>?")
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_DOCTYPE = re.compile(r"(?is)\A(?:\s|\ufeff|<!--(?:(?!-->).)*+-->)*+<!doctype[^>]*+>")
_CLOSES_ITSELF_LIST = """area base br col embed hr img input link meta param source track wbr p li dd
dt option optgroup td th tr tbody thead tfoot colgroup rp rt path circle rect line polygon polyline use stop ellipse
image"""
_CLOSES_ITSELF = frozenset(_CLOSES_ITSELF_LIST.split())
_FORMATTING_LIST = """a b big code em font i nobr s small strike strong tt u"""
_FORMATTING = frozenset(_FORMATTING_LIST.split())


def check_size(html: str) -> None:
    """Raises DocumentRefused for a page that would keep a parser busy or fill the memory."""
    if len(html) > LARGEST_HTML:
        raise _too("html_too_large", f"a page has more than {LARGEST_HTML} characters.")
    opened = formatting = cost = formatting_cost = 0
    for found in _TAG.finditer(html):
        end, name, rest = found.groups()
        tag = name.lower()
        if len(rest) > MOST_ATTRIBUTES and len(_QUOTED.sub(" ", rest).replace("/", " ").split()) > MOST_ATTRIBUTES:
            raise _too("html_too_large", f"an element of a page has more than {MOST_ATTRIBUTES} attributes.")
        if tag in _CLOSES_ITSELF:
            formatting_cost += formatting
            continue
        step = -1 if end else 1
        opened = max(0, opened + step)
        if tag in _FORMATTING:
            formatting = max(0, formatting + step)
        cost += opened
        formatting_cost += formatting
        if cost > LARGEST_NESTING_COST or formatting_cost > LARGEST_FORMATTING_COST:
            raise _too("html_too_deep", "the elements of a page are nested past all reason.")


def doctype(html: str) -> str:
    """The doctype as it is written: one form of it, and none where the page's own makes browsers read it the old way,
    which a page without one does, too."""
    found = _DOCTYPE.match(html)
    if found is None:
        return ""
    own = found.group()[found.group().lower().rindex("<!doctype") :]
    old = LexborHTMLParser(own + "<p><table></table>").css_first("p > table") is not None
    return "" if old else "<!DOCTYPE html>"


def without_doctype(html: str) -> str:
    """The page without its doctype and what stands before it."""
    found = _DOCTYPE.match(html)
    return html[found.end() :] if found else html


def _too(reason: str, message: str) -> DocumentRefused:
    return DocumentRefused(message, reason=reason, remedy="record the page anew, or leave its HTML out.")
