"""From text findings on passages to boxes on the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import name_like
from redaction.page.headings import heads_positions
from redaction.page.label_lines import announced, plain
from redaction.page.page_language import common, foreign
from redaction.page.passage import Passage, Piece
from redaction.page.reading import Line, Reading
from redaction.screens.ocr.mapper import span_box
from redaction.screens.rules.hints import greeting
from redaction.text.overlaps import around, checked
from redaction.text.patterns.places import has_street


def boxes_for(
    reading: Reading, passages: Sequence[Passage], found: Sequence[Sequence[TextFinding]]
) -> list[ImageFinding]:
    """One finding per line that a text finding touches; on each line, overlapping findings of a kind become one."""
    spans: dict[int, list[tuple[int, int, TextFinding]]] = {}
    for passage, findings in zip(passages, found, strict=True):
        for finding in findings:
            for piece in _own(passage, finding):
                start, end = max(finding.start, piece.start), min(finding.end, piece.end)
                if start < end:
                    shift = piece.offset - piece.start
                    spans.setdefault(piece.line, []).append((start + shift, end + shift, finding))
    out: list[ImageFinding] = []
    for index in sorted(spans):
        line = reading.lines[index]
        for start, end, best in merged(line, [widened(line.text, *span) for span in spans[index]]):
            out.append(found_on(reading, line, (start, end), best.kind, best.score, best.detector))
    return out


def found_on(
    reading: Reading, line: Line, span: tuple[int, int] | None, kind: Kind, score: float, detector: str
) -> ImageFinding:
    """The finding for characters start..end of a line, or for all of it."""
    start, end = span or (0, len(line.text))
    box = span_box(line, start, end, reading.width, reading.height)
    return ImageFinding(box, kind, score, detector, line.text[start:end])


_COLUMN = 4
"""A number is not written on so many lines below each other."""
_HYPHENS = ("-", "‐", "‑")
_DROPPED = (Kind.PERSON, Kind.ADDRESS, Kind.EMAIL)
_DAY = re.compile(
    r"\d{1,2}[. -][^\W\d_]{3,9}[.,]?[ -]\d{4}|[^\W\d_]{3,9} \d{1,2},? \d{4}|\d{1,4}([./-])\d{1,2}\1\d{1,4}"
)
_WORD = re.compile(r"[^\W\d_]+")


def _own(passage: Passage, finding: TextFinding) -> list[Piece]:
    """The pieces of a passage that a finding is about. Lines are joined before anybody knows whether they belong
    together: of a name, an address or a mail address that goes on over two ordinary words or more of another line
    ("Out of office", "Credit Limit") only the rest is kept, and of nothing but a birth date a day is part."""
    pieces = [piece for piece in passage.pieces if piece.start < finding.end and finding.start < piece.end]
    if len(pieces) < 2 or finding.kind is Kind.DATE_OF_BIRTH or finding.source is Source.DECLARED:
        return pieces
    if any(_broken(passage.input.text, one, two) for one, two in pairwise(pieces)):
        return pieces
    if _figures(passage, pieces, finding.kind):
        return []
    texts = [(piece, passage.input.text[piece.start : piece.end]) for piece in pieces]
    rest = [piece for piece, text in texts if not _DAY.fullmatch(text.strip())]
    if finding.kind in _DROPPED:
        rest = [piece for piece, text in texts if piece in rest and not _aside(text, finding.kind)]
    if finding.kind in (Kind.PERSON, Kind.COMPANY):
        rest = [piece for at, (piece, text) in enumerate(texts) if piece in rest and not _caption(text, at, finding)]
    if finding.kind is Kind.PERSON and _begins_another(texts[-1], texts[:-1], finding):
        rest = [piece for piece in rest if piece is not pieces[-1]]
    return rest or pieces


def _broken(text: str, one: Piece, two: Piece) -> bool:
    """Whether a word is cut in two by a hyphen between two lines: it is one word, whatever its second half says."""
    before, after = text[one.start : one.end].rstrip(), text[two.start : two.end].lstrip()
    return before.endswith(_HYPHENS) and before[-2:-1].isalpha() and after[:1].islower()


def _figures(passage: Passage, pieces: Sequence[Piece], kind: Kind) -> bool:
    """Whether what was read as one number or address is figures of their own: four numbers or more below each other; a
    number under or over ordinary words without a street, as on tiles ("Open orders" "123")."""
    texts = [passage.input.text[piece.start : piece.end].strip() for piece in pieces]
    bare = [text for text in texts if text.isdigit() and len(text) <= _COLUMN]
    if kind is Kind.PHONE:
        return len(texts) >= _COLUMN and len(bare) == len(texts)
    rest = [text for text in texts if text not in bare]
    words = bool(bare) and bool(rest) and all(plain(text) and not has_street(text) for text in rest)
    return kind is Kind.ADDRESS and words and not any(c.isdigit() for text in rest for c in text)


def _caption(text: str, at: int, finding: TextFinding) -> bool:
    """Whether a whole line is the label of another: of a company only the first, or somebody's position behind it."""
    told = announced(text)
    if any(name_lists().is_name(word) for word in _WORD.findall(text)):
        return False
    if not plain(text) and (told is None or told.kind in (Kind.PERSON, Kind.COMPANY)):
        return False
    if finding.kind is Kind.PERSON:
        return told is not None or heads_positions(text)
    return told is not None and ((at == 0 and not told.shape) or (at > 0 and told.position))


def _begins_another(last: tuple[Piece, str], before: Sequence[tuple[Piece, str]], finding: TextFinding) -> bool:
    """Whether a name takes in the first ordinary words of the line below whole ones: "Ref" of "Ref INV-484"."""
    piece, text = last
    if piece.end <= finding.end or any(one.start < finding.start for one, _ in before) or name_like(text):
        return False
    words = _WORD.findall(text[: finding.end - piece.start])
    return bool(words) and all(common(word) and not name_lists().is_name(word) for word in words)


def _aside(line: str, kind: Kind) -> bool:
    """Whether a whole line is dictionary words, two at least of English, and none on a list of names or, in an address,
    what streets are called by."""
    words = _WORD.findall(line)
    if not words or any(c.isdigit() or c in "@," for c in line):
        return False
    if len(words) == 1 and not foreign(words[0]):
        return False
    if kind is Kind.ADDRESS and has_street(line):
        return False
    return all(common(word) and not name_lists().is_name(word) for word in words)


_TITLE = re.compile(
    r"(?:\b(?:mr|mrs|ms|miss|mx|dr|prof|professor|doctor|sir|madam|herr|frau|mme|sr|sra|rev|hon|capt)\.? {1,12})"
    r"{1,6}$|@$",
    re.IGNORECASE,
)
#: What is joined to a name from the left: "Anna-" of a double name, "j_" of a log-in.
_JOINED = re.compile(r"(?:(?<![^\W_])[^\W_]++-|(?<![\w.@-])[a-z]{1,2}[._])$")
_AFTER = re.compile(r"^,? +(?:jr|sr|ii|iii|iv|phd|md|esq)\b\.?", re.IGNORECASE)
#: The postcode before a town; a year is none.
POSTCODE = re.compile(r"(?:^|(?<=[\s,]))(?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d )\d{4,6} $")
_HOUSE = re.compile(r"^ \d{1,4}[a-z]?$")
_SECOND = re.compile(r"^ [^\W\d_a-z][^\W\d_]+")
_NEXT = re.compile(r"^ (?P<word>[^\W\d_a-z][^\W\d_]+)(?![\w@&])")
_BEFORE = re.compile(r"(?:^|(?<=[ (\[]))(?P<word>[^\W\d_a-z][^\W\d_]+) $")


def widened(text: str, start: int, end: int, finding: TextFinding) -> tuple[int, int, TextFinding]:
    """An address's span with the postcode before it; a person's with the title before, the suffix after, the @ of a
    handle, the capitalised word after a lone first name ("Ada Admin - 2 hours ago"), capitalised words beside it that
    no dictionary has (more of the name), and the number behind a street called after somebody."""
    if finding.kind in (Kind.PERSON, Kind.USERNAME):
        joined = _JOINED.search(text[:start])
        start = joined.start() if joined else start
        before = _TITLE.search(text[:start])
        start = before.start() if before else start
        if finding.kind is Kind.PERSON and " " not in text[start:end].strip() and text[start : start + 1].isupper():
            second = _SECOND.match(text[end:])
            end += second.end() if second else 0
        if finding.kind is Kind.PERSON:
            start, end = _with_rest(text, start, end)
            start += greeting(text[start:end])
        after = _AFTER.match(text[end:]) or (_HOUSE.match(text[end:]) if finding.kind is Kind.PERSON else None)
        end += after.end() if after else 0
    if finding.kind is Kind.ADDRESS:
        code = POSTCODE.search(text[:start])
        start = code.start() if code else start
    return start, end, finding


def _with_rest(text: str, start: int, end: int) -> tuple[int, int]:
    while (more := _NEXT.match(text[end:])) and _foreign(more["word"]):
        end += more.end()
    while (more := _BEFORE.search(text[:start])) and _foreign(more["word"]):
        start = more.start()
    return start, end


def _foreign(word: str) -> bool:
    """Capitalised as in a name, and in no dictionary."""
    return word[1:].islower() and not common(word)


def merged(line: Line, spans: list[tuple[int, int, TextFinding]]) -> list[tuple[int, int, TextFinding]]:
    """Non-overlapping spans of one line, trimmed of spaces; the strongest (then longest) finding names the kind, but
    what passed a check keeps span and kind."""
    placed = [finding.over(start, end) for start, end, finding in spans]
    solid = checked(placed)
    loose = [(p.start, p.end, p) for f in placed if f not in solid for p in around(line.text, f, solid)]
    out: list[tuple[int, int, TextFinding]] = []
    for start, end, finding in sorted(loose, key=lambda s: (s[0], -s[1], -s[2].score, s[2].kind, s[2].detector)):
        while start < end and line.text[start].isspace():
            start += 1
        while end > start and line.text[end - 1].isspace():
            end -= 1
        if start >= end:
            continue
        if out and start < out[-1][1]:
            before = out.pop()
            first = (before[2].score, before[1] - before[0]) >= (finding.score, end - start)
            out.append((before[0], max(before[1], end), before[2] if first else finding))
        else:
            out.append((start, end, finding))
    return sorted([*out, *((f.start, f.end, f) for f in solid)])
