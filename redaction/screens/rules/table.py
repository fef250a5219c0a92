"""RULES: what else on a page identifies somebody, once its texts were searched. Each sees what those above found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.screens.cut_lines import DETECTOR as CUT_LINE
from redaction.screens.cut_lines import unjudged
from redaction.screens.ocr.unreadable import surely_read, unreadable
from redaction.screens.rules.birth import birth_dates
from redaction.screens.rules.initials import initials
from redaction.screens.rules.labelled_rows import labelled_rows
from redaction.screens.rules.row_ids import person_numbers
from redaction.screens.rules.rule import Rule
from redaction.screens.rules.same_person import SAME_PERSON, same_person
from redaction.screens.rules.unread_cells import unread_cells
from redaction.text.known.registry import Registry


def _seen(kind: Kind, found: Iterable[tuple[Box, float, str]]) -> Iterator[ImageFinding]:
    return (ImageFinding(box, kind, score, by, source=Source.PICTURE) for box, score, by in found)


def _cut_off(page: Page, found: Sequence[ImageFinding]) -> Sequence[ImageFinding]:
    if not page.read.cut:  # as on most screens: nothing else need be looked at
        return ()
    return unjudged(page.read.cut, surely_read(page.read, found), found)


UNREADABLE = "unreadable"
UNREAD_RULES = frozenset({UNREADABLE, CUT_LINE})
"""The rules that a policy may switch off (`vision.unreadable: keep`)."""

TEXT_RULES: tuple[Rule, ...] = (
    Rule("birth-date", birth_dates),
    Rule("labelled-row", labelled_rows),
    Rule("person-number", person_numbers),
    Rule("unread-cell", unread_cells),
    Rule(SAME_PERSON, same_person),
)
PICTURE_RULES: tuple[Rule, ...] = (
    Rule("faces", lambda page, _, __: _seen(Kind.FACE, page.read.faces)),
    Rule("codes", lambda page, _, __: _seen(Kind.CODE, page.read.codes)),
    Rule(UNREADABLE, lambda page, found, _: unreadable(page.read, found)),
    Rule("initials", initials),
    Rule(CUT_LINE, lambda page, found, _: _cut_off(page, found)),
)
"""They come last: behind the re-scorer, which judges what was found in texts."""
RULES = (*TEXT_RULES, *PICTURE_RULES)


def apply_rules(
    page: Page,
    found: Sequence[ImageFinding],
    registry: Registry | None,
    disabled: frozenset[str],
    rules: Sequence[Rule] = RULES,
) -> Iterator[ImageFinding]:
    """What those of some rules that are not `disabled` by name add to what was found."""
    known = list(found)
    for rule in rules:
        if rule.name not in disabled:
            more = list(rule.findings(page, known, registry))
            known += more
            yield from more
