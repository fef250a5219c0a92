"""What a place alone tells: the name of a workspace, on top of the sidebar that lists its channels.

Vexlor Crew ⌄      the topmost text of the column, of which a word is in no dictionary
Threads
# general          three lines or more below each other that are a channel's sign and its name
# night-shift
# random
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from redaction.lexicon.labels import label_spec
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.shapes import ordinary
from redaction.page.measures import EDGE, same_edge
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.text.interface import says_as_word

_CHANNEL = re.compile(r"[#＃](?:\s?[^\W\d_][\w-]{1,40}(?:\s\d{1,3})?)?")
"""A channel with the number of what is unread in it, or its sign, where the name was read by itself."""
_CHANNELS = 3
"""So many channels below each other are a list of channels; a comment or a heading has more words."""
_INDENT = 2.0
"""In line heights: how far the workspace's name begins from the signs of the channels."""
_WORDS = 5
"""Words of a workspace's name, at most."""
_LETTERS = 3
"""Letters of a workspace's name, at least: fewer are its owner's initials."""
_WORD = re.compile(r"[^\W\d_]+")
_COMPANY = "Company"


def workspaces(page: Page) -> dict[int, tuple[str, int | None]]:
    """Line index → the label of a company, for the names of workspaces."""
    found: dict[int, tuple[str, int | None]] = {}
    for column in _channels(page.lines):
        above = [i for i, line in enumerate(page.lines) if _heads(line, column)]
        top = min(above, key=lambda i: page.lines[i].box[1], default=None)
        if top is not None and _named(page.lines[top].text):
            found[top] = (_COMPANY, None)
    return found


def _channels(lines: Sequence[Line]) -> list[list[Line]]:
    """Lists of channels: their lines, each list from the top down."""
    columns: list[list[Line]] = []
    for line in sorted((o for o in lines if _CHANNEL.fullmatch(o.text.strip())), key=lambda o: o.box[1]):
        column = next((c for c in columns if same_edge(c[0], line, within=EDGE)), None)
        if column is None:
            columns.append([line])
        else:
            column.append(line)
    return [c for c in columns if len(c) >= _CHANNELS]


def _heads(line: Line, column: Sequence[Line]) -> bool:
    first = column[0]
    near = abs(line.box[0] - first.box[0]) <= _INDENT * max(line.height, first.height)
    return near and line.box[3] <= first.box[1] and bool(_WORD.search(line.text))


def _named(text: str) -> bool:
    """Whether a text may be a workspace's own name: neither the screen's words, nor a label, nor a public product."""
    words = _WORD.findall(text)
    if len(words) > _WORDS or len("".join(words)) < _LETTERS or ordinary(text) or label_spec(text) is not None:
        return False
    return "".join(words).casefold() not in _products() and not all(map(says_as_word, words))


@lru_cache(maxsize=1)
def _products() -> frozenset[str]:
    """Names of products, as their public hosts are called."""
    hosts = word_list(WordList.TENANT_HOSTS) | word_list(WordList.PUBLIC_SITES)
    return frozenset(part for host in hosts for part in host.split(".")[:-1])
