"""What a page does not believe teaches nothing about other places.

A menu entry that the names model takes for somebody is withdrawn where it stands, by the vetoes of the page or by the
re-scorer; learned from its text alone it would be hidden in every row and on every other screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.page.boxes import touch
from redaction.page.page import Page
from redaction.page.passage import Passage
from redaction.page.reading import Reading
from redaction.page.words import Word
from redaction.screens.passages import teaching
from redaction.screens.rescorer.rescore import ADD_WORD
from redaction.screens.span_boxes import boxes_for
from redaction.text.inputs import TextInput

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text.engine import TextEngine
    from redaction.text.known.registry import Registry

UNSURE = frozenset((Source.MODEL, Source.FIRST_NAME, Source.PATTERN))
"""Sources of people that may take words beside a name for a part of it."""
_NAMES = written_as(Value.NAME, Value.COMPANY)
Spans = frozenset[tuple[int, int]]
"""Start and end of findings of one text."""
Doubts = Mapping[TextInput, Spans]
"""The texts that a batch registry learns from; of each, what no page with it believes."""


def doubts(engine: ScreenEngine, reading: Reading, asked: MutableMapping[TextInput, Spans]) -> dict[TextInput, Spans]:
    """The texts of a page, each with what the page, asked without a registry, does not believe of it.

    `asked` remembers what was said of the texts of the frames before: most of a recording's stand on many.
    """
    page = Page.of(reading)
    texts = teaching(page)
    fresh = [at for at, (_, item) in enumerate(texts) if item not in asked]
    found = engine.text.find_many([texts[at][1] for at in fresh])
    shown, chances = engine.weighed(reading) if any(found) else ([], {})
    believed = [f.box for f in shown]
    new: dict[TextInput, Spans] = {}
    for at, findings in zip(fresh, found, strict=True):
        passage, item = texts[at]
        withdrawn = frozenset(
            (finding.start, finding.end)
            for finding in findings
            if in_part(passage, finding, own := boxes_for(page, [passage], [[finding]]))
            or stops_short(passage, finding)
            or is_unlikely(passage, finding, chances)
            or not any(touch(f.box, box) for f in own for box in believed)
        )
        new[item] = new.get(item, withdrawn) & withdrawn
    asked.update(new)
    return {item: asked[item] for _, item in texts}


def is_unlikely(passage: Passage, finding: TextFinding, chances: Mapping[Word, float]) -> bool:
    """Whether the re-scorer would find no word of a name by itself: where a label or the names model says so it stays
    hidden, but such names are right in three cases of ten."""
    if finding.kind not in _NAMES or finding.source.known:
        return False
    own = [
        chance
        for piece in passage.under(finding.start, finding.end)
        for word, chance in chances.items()
        if word.start >= piece.offset and word.meets(piece.line, *piece.on_line(finding.start, finding.end))
    ]
    return bool(own) and max(own) < ADD_WORD


def in_part(passage: Passage, finding: TextFinding, own: Sequence[ImageFinding]) -> bool:
    """Whether a names model's person goes on over lines of which the page does not believe one: "Ada Brandt" and the
    "Yesterday" beside it, joined, would be learned as one name."""
    touched = {piece.line for piece in passage.under(finding.start, finding.end)}
    return finding.kind is Kind.PERSON and finding.source is Source.MODEL and len(own) < len(touched)


def stops_short(passage: Passage, finding: TextFinding) -> bool:
    """Whether an unsure person goes on over a line's end and stops before the next line does: a name that a cell is too
    narrow for has the next line to itself, "Ada Brandt" above "Order entry" would teach "Order" as a surname."""
    if finding.kind is not Kind.PERSON or finding.source not in UNSURE:
        return False
    touched = passage.under(finding.start, finding.end)
    return len(touched) > 1 and any(map(str.isalnum, passage.input.text[finding.end : touched[-1].end]))


def merged(some: Iterable[Doubts]) -> dict[TextInput, Spans]:
    """All texts, sorted; what one page believes is believed."""
    out: dict[TextInput, Spans] = {}
    for doubted in some:
        for item, spans in doubted.items():
            out[item] = out.get(item, spans) & spans
    return dict(sorted(out.items(), key=lambda one: (one[0].text, one[0].label or "", one[0].role)))


def learned(registry: Registry, text: TextEngine, texts: Doubts, others: Iterable[TextInput] = ()) -> Registry:
    """A larger registry, with what `others` reveal, and the `texts` of pages without what no page believes."""
    inputs = list(dict.fromkeys(chain(others, texts)))
    found = [
        [f for f in findings if not any(f.start < end and start < f.end for start, end in texts.get(item, ()))]
        for item, findings in zip(inputs, text.find_many(inputs, registry), strict=True)
    ]
    return registry.learn(inputs, found)
