"""Ordinary words that show on a page, with nothing but what is hidden beside them, are nobody's in other rows either.

"Controller" stands in a column of positions. In one row the line was read as one with the company beside it, and there
the names model takes the word for the end of the name, or the re-scorer finds it by its neighbour. What the same page,
or the frames of one film, show a few rows above is no secret in that row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.forms import LEGAL, parse_person
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.page.boxes import height_in
from redaction.page.reading import Line, Reading
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from redaction.screens.span_boxes import over
from redaction.screens.whole_tokens import placed_on
from redaction.text.interface import says_as_word

PLAIN_CELLS = "plain-cells"
"""The name by which it is switched off, for benchmarks."""
CELL_WORDS = 3
"""Most words of a cell that is looked for."""
HIDDEN = 0.3
"""A finding that has this share of a line's height hides what of the line it reaches."""
_LEAST = 3
"""Fewest letters of a word of such a cell."""
_TOKEN = re.compile(r"[^\W\d_]+")
_BEGINS = re.compile(r"(?<![^\W\d_])(?=[^\W\d_])|(?<=[^\W\d_A-Z])(?=[A-Z])")
"""Where a word begins, also one before which no blank was read ("Ann BarrowHigh")."""
_STATES = word_list(WordList.STATE_VALUES)
_WORD = re.compile(r"\S+")
Span = tuple[int, int]


def plain_cells(lines: Iterable[Line], findings: Sequence[ImageFinding]) -> set[str]:
    """The texts, case aside, of whole lines, and of what of them is left beside findings, that are a few ordinary
    words; and what states and priorities are called."""
    upright = (line for line in lines if not line.turned)
    shown = (line.text[start:end] for line in upright for start, end in _shown(line, findings))
    return {text for text in map(_plain, shown) if text} | _STATES


def _shown(line: Line, findings: Iterable[ImageFinding]) -> list[Span]:
    """The spans of a line, whole words, that no finding hides."""
    across = [f.box for f in findings if height_in(line.box, f.box) >= HIDDEN]
    out: list[Span] = []
    for word in _WORD.finditer(line.text):
        middle = (line.edges[word.start()] + line.edges[word.end()]) / 2
        if any(box[0] <= middle <= box[2] for box in across):
            out.append((word.end(), word.end()))
        elif out:
            out[-1] = out[-1][0], word.end()
        else:
            out.append((0, word.end()))
    return [(start, end) for start, end in out if start < end]


def steady_cells(lines: Sequence[Sequence[Line]], found: Sequence[Sequence[ImageFinding]]) -> set[str]:
    """The same for the frames of a film: texts that show as cells on as many frames as the re-scorer finds them on."""
    shown = Counter(text for some, findings in zip(lines, found, strict=True) for text in plain_cells(some, findings))
    claims = Counter(text for some, findings in zip(lines, found, strict=True) for text in _claims(some, findings))
    return {text for text, frames in shown.items() if frames >= claims[text]}


def beside_cells(
    lines: Sequence[Line], read: Reading, findings: Sequence[ImageFinding], cells: Container[str]
) -> Iterator[ImageFinding]:
    """The findings on a frame, its `lines` as they were `read` or joined, without those of the re-scorer that say one
    of the `cells` and nothing else; names of the model, whole without such words behind them, end there."""
    others = [f for f in findings if not _claimed(f)]
    for finding in findings:
        if _claimed(finding) and _cell(lines, finding, others) in cells:
            continue
        end = _end(finding, cells)
        placed = placed_on(lines, finding) if end else None
        if placed is None:
            yield finding
            continue
        line, (at, _) = placed
        yield over(finding, read, line, (at, at + end))


def _plain(text: str) -> str:
    """A cell's text, case aside; nothing where it is no cell of ordinary words, none of which is a name."""
    words = _TOKEN.findall(text)
    if not 0 < len(words) <= CELL_WORDS or " ".join(words) != text.strip():
        return ""
    ordinary = all(len(w) >= _LEAST and _said(w) and not name_lists().is_name(w) for w in words)
    return text.strip().casefold() if ordinary else ""


def _said(word: str) -> bool:
    return is_word(word) or says_as_word(word)


def _claims(lines: Sequence[Line], findings: Sequence[ImageFinding]) -> set[str]:
    """The texts, case aside, of which the re-scorer finds a part or the whole."""
    others = [f for f in findings if not _claimed(f)]
    return {_cell(lines, f, others) for f in findings if _claimed(f)}


def _cell(lines: Iterable[Line], finding: ImageFinding, others: Iterable[ImageFinding]) -> str:
    """The text, case aside, of which a finding is a part or the whole, beside what the `others` hide on its line."""
    placed = placed_on(lines, finding)
    if placed is None:
        return ""
    line, (start, end) = placed
    return next((line.text[a:b].strip().casefold() for a, b in _shown(line, others) if a <= start and end <= b), "")


def _claimed(finding: ImageFinding) -> bool:
    return finding.detector == RESCORER


def _end(finding: ImageFinding, cells: Container[str]) -> int:
    """Where a name of the model ends that has a cell behind it; 0 where it has none or is no whole name without it."""
    if finding.source is not Source.MODEL or finding.kind not in (Kind.PERSON, Kind.COMPANY):
        return 0
    begins = [match.start() for match in _BEGINS.finditer(finding.value)]
    for start in begins[1:][-CELL_WORDS:]:
        name, cell = finding.value[:start].rstrip(), finding.value[start:].casefold()
        if cell in cells and _whole(name, company=finding.kind is Kind.COMPANY and cell not in _STATES):
            return len(name)
    return 0


def _whole(name: str, *, company: bool) -> bool:
    """Whether a name needs nothing behind it: somebody's first and last name, a company's with its legal form (it may
    have "Logistics" behind it, which is a heading beside)."""
    if company:
        return _TOKEN.findall(name)[-1].casefold() in LEGAL
    person = parse_person(name)
    parts = (*person.firsts, *person.lasts)
    return len(parts) > 1 and all(len(part) > 1 for part in parts)
