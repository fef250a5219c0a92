"""Written guides (SOPs) rewritten step by step, with their numbers and lines kept."""

from __future__ import annotations

import re

from redaction.documents.refusal import DocumentRefused
from redaction.documents.texts import Texts, clean, collapse
from redaction.documents.unit import Each

LARGEST_SOP = 1_000_000
"""Bytes of a guide."""
_MARK = re.compile(r"\s*(?:(?:[Ss]tep\s+)?\d{1,3}(?:\.\d{1,3})*\s?[.):]|[A-Za-z][.)]|[-*•–])\s+|\s+")


def rewrite_sop(data: bytes, each: Each) -> bytes:
    """A guide with all its texts put through `each`: UTF-8, lines as they were, ends of lines and spaces at them
    normalised. Raises DocumentRefused for another encoding or size."""
    if len(data) > LARGEST_SOP:
        raise DocumentRefused(
            f"a guide has more than {LARGEST_SOP} bytes.",
            reason="value_out_of_range",
            remedy="put the guide alone into the file.",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentRefused(
            "a guide is not UTF-8.", reason="encoding_broken", remedy="save it as plain text in UTF-8."
        ) from None
    made = walk_sop(text, Texts(each)).rstrip("\n")
    return (made + "\n").encode() if made else b""


def walk_sop(text: str, texts: Texts) -> str:
    """A guide as a text. A step, with the lines that go on with it, is read as one."""
    made: list[str] = []
    step: list[tuple[str, str]] = []
    for line in [line.rstrip() for line in clean(text).split("\n")] + [""]:
        found = _MARK.match(line)
        mark = found.group() if found else ""
        if step and (not line or mark.strip()):
            made.extend(_step(step, texts))
            step = []
        if line:
            step.append((mark, line[len(mark) :]))
        else:
            made.append("")
    return "\n".join(made[:-1])


def _step(lines: list[tuple[str, str]], texts: Texts) -> list[str]:
    shown = texts.lines([text for _, text in lines])
    return [(mark + collapse(text).strip()).rstrip() for (mark, _), text in zip(lines, shown, strict=True)]
