"""What of a style attribute may stay: declarations of a closed list, whose values are numbers and words of CSS."""

from __future__ import annotations

import re

_PROPERTIES_LIST = """align-content align-items align-self background-color border border-bottom border-bottom-color
border-bottom-width border-collapse border-color border-left border-left-width border-radius border-right
border-right-width border-spacing border-style border-top border-top-width border-width bottom box-shadow box-sizing
clear color column-gap cursor display flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float
font-size font-style font-weight gap height inset justify-content left letter-spacing line-height list-style-type margin
margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity order outline
overflow overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top pointer-events position
right row-gap table-layout text-align text-decoration text-indent text-overflow text-transform top transform user-select
vertical-align visibility white-space width word-break word-wrap z-index zoom"""
_WORDS_LIST = """absolute auto baseline black blink block blue bold bolder border-box both bottom break-all break-word
capitalize center circle clip collapse column column-reverse content-box contents cursive dashed decimal default disc
dotted double ellipsis end fixed flex flex-end flex-start flow-root gray green grey grid groove hidden important inherit
initial inline inline-block inline-flex inline-grid inline-table inset inside italic justify large larger left lighter
line-through list-item lowercase max-content medium middle min-content move navy none normal not-allowed nowrap oblique
orange outset outside overline pointer pre pre-line pre-wrap purple red relative revert ridge right row row-reverse
scroll separate silver small smaller solid space-around space-between space-evenly square start static sticky stretch
sub super table table-cell table-column table-row teal text text-bottom text-top thick thin top transparent underline
unset uppercase visible wait wrap yellow white x-large x-small xx-large xx-small"""
_PROPERTIES, _WORDS = frozenset(_PROPERTIES_LIST.split()), frozenset(_WORDS_LIST.split())
_PART = re.compile(
    r"\s+|[,/!]|[+-]?(?:\d{1,7}(?:\.\d{0,7})?|\.\d{1,7})(?:%|px|em|rem|ex|ch|vh|vw|vmin|vmax|pt|pc|cm|mm|in|deg|rad|s|ms|fr)?(?![\w-])|"
    r"#[0-9a-fA-F]{3,8}(?![\w-])|(?:rgba?|hsla?|calc|translate[XYZxyz]?|translate3d|scale[XY]?|rotate|matrix|min|max)\(|\)|"
    r"[a-z][a-z-]*(?![\w-])|[*+-](?=\s)"
)


def safe_style(value: str) -> str:
    """The declarations that may stay, in their order; url(), content, fonts, variables and all else are left out."""
    kept = []
    for declaration in value.split(";"):
        name, _, given = declaration.partition(":")
        name, given = name.strip().lower(), given.strip()
        if name in _PROPERTIES and given and _plain(given):
            kept.append(f"{name}: {given}")
    return "; ".join(kept)


def _plain(value: str) -> bool:
    at = 0
    while at < len(value):
        part = _PART.match(value, at)
        if part is None or (part.group()[0].isalpha() and part.group()[-1] != "(" and part.group() not in _WORDS):
            return False
        at = part.end()
    return True
