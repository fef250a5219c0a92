"""XPaths whose names and texts are those of the rewritten page."""

from __future__ import annotations

import re
from collections.abc import Callable

from redaction.documents.html_rules import RULES, TAGS
from redaction.documents.texts import Texts, clean

_PART = re.compile(
    r"(?P<literal>'[^']*'|\"[^\"]*\")|(?P<name>@?[A-Za-z_][\w.:-]*)|(?P<rest>\d+(?:\.\d+)?|::|[/\[\]()@.,=*|!<>+\s-])"
)
_WORDS_LIST = """ancestor ancestor-or-self and attribute boolean ceiling child comment concat contains count
descendant descendant-or-self div ends-with false floor following following-sibling id last local-name lower-case
matches mod name namespace-uri node normalize-space not number or parent position preceding preceding-sibling
processing-instruction self starts-with string string-length substring substring-after substring-before sum text
translate true upper-case"""
_WORDS = frozenset(_WORDS_LIST.split())
_TOKEN_ATTRIBUTES = frozenset(name for name, rule in RULES.items() if rule in ("token", "tokens"))


def walk_xpath(path: str, texts: Texts, tag: Callable[[str], str]) -> str:
    """The path to the same element; "" where it cannot be read. `tag` gives the name that an element has now."""
    path = clean(path)
    made: list[str] = []
    at, attribute = 0, ""
    while at < len(path):
        part = _PART.match(path, at)
        if part is None:
            return ""
        at = part.end()
        if part["literal"]:
            made.append(_literal(part["literal"], attribute, texts))
        elif part["name"]:
            name = part["name"]
            if name.startswith("@") or made[-1:] == ["@"]:
                attribute = name.removeprefix("@").lower()
                known = attribute in RULES or texts.token(attribute) == attribute
                made.append(name if known else "@*"[-1 if made[-1:] == ["@"] else -2 :])
            elif name in ("text", "normalize-space"):
                attribute = ""
                made.append(name)
            else:
                made.append(name if name in _WORDS or name.lower() in TAGS else tag(name))
        else:
            made.append(part["rest"])
    return "".join(made)


def _literal(literal: str, attribute: str, texts: Texts) -> str:
    mark, text = literal[0], literal[1:-1]
    if not text.strip():
        return literal
    if attribute in _TOKEN_ATTRIBUTES:
        whole = attribute in ("id", "name", "for", "form", "list")
        shown = texts.token(text) if whole else texts.tokens(text)
    else:
        shown = texts.say(text)
    return mark + shown.replace(mark, "") + mark
