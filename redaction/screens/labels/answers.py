"""Whether a label has its value on its right, so that what stands below is another label's.

Tenant     Rosa Vidal      "Tenant" is answered: "Deposit" is nobody, though it is not known as a label
Deposit    2 months
"""

from __future__ import annotations

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import PROPER
from redaction.kinds.table import written_as
from redaction.lexicon.labels import label_spec
from redaction.lexicon.values import plausible, suits
from redaction.page.neighbours import next_aligned, next_right
from redaction.page.page import Page
from redaction.page.reading import Line
from redaction.text.interface import spelled_as_words
from redaction.text.surnames import unspaced, words_only

FAR = 18
"""In line heights: how far right of its label a value stands that answers it."""
_SHORTEST = 4
"""Letters of the shortest value that answers a label for a name in a script that parts words."""
_NAMES = written_as(PROPER)


def answered(title: Line, page: Page) -> bool:
    """Whether the next text on the right of a label, near enough, is surely what it announces, and the next one below
    it is not, as it is in a table: a name that is not spelled as words are, or something with a digit or an @."""
    value = next_right(title, page.lines)
    if value is None or value.box[0] - title.box[2] > FAR * title.height or not _surely(title, value.text, page):
        return False
    under, _ = next_aligned(title, page.lines, up=False)
    return under is None or not _surely(title, page.lines[under].text, page)


def _surely(title: Line, value: str, page: Page) -> bool:
    spec = label_spec(title.text)
    if spec is None or label_spec(value) is not None:
        return False
    told = plausible(title.text, value, page.language, near=True) and suits(title.text, value, page.language)
    return told and (_proper(value, page) if spec.kind in _NAMES else any(c.isdigit() or c == "@" for c in value))


def _proper(text: str, page: Page) -> bool:
    """Whether a text is a name, and neither words nor spelled as words are."""
    letters = "".join(c for c in text if c.isalpha())
    found = TextFinding(0, len(text), Kind.PERSON, 0.0, "label", Source.LABEL)
    if unspaced(text, found):
        return not words_only(letters)
    return len(letters) >= _SHORTEST and not page.language.plain(text) and not spelled_as_words(text, found)
