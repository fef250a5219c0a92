"""Company sources for the auditor: rows as captured beside as released, the least certain first, and the pages of
documents. One HTML file in the work folder, for this machine alone: it holds captured values, and needs no network.
"""

from __future__ import annotations

import base64
import html
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nsmallest
from pathlib import Path
from typing import Any

import numpy as np

from redaction.capture.images import encode_png
from redaction.sources.values import Row
from redaction.stages.find import load_page_findings
from redaction.stages.source_findings import ACCESS_ROW, found_by_row, load_found
from redaction.stages.sources import TakenSource, taken_sources
from redaction.work.files import write_whole
from redaction.work.store import BatchStore
from release.bundle.bundle_format import domain_files
from release.review.pictures import smaller
from validation.files.pdf import pdf_pictures
from validation.files.source_layout import source_member

PAGE = "sources.html"
ROWS, DOCUMENTS = 100, 40
"""So many rows of a table, and documents of a source, are shown: half of them the least certain, half spread evenly."""
_WIDTH = 700
"""Width in px of the picture of a page."""
_LONGEST = 1_500
"""Characters of a value that are shown; a longer one is cut, and told so."""
_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#22282b}"
    "table{border-collapse:collapse;margin:0 0 1.5rem}"
    "td,th{border:1px solid #c9d1d5;padding:.25rem .5rem;vertical-align:top;text-align:left;max-width:46rem;"
    "overflow-wrap:anywhere;white-space:pre-wrap}th{background:#eef2f3}del{background:#f8d4cf;text-decoration:none}"
    "ins{background:#cfe8da;text-decoration:none}.pages{display:flex;gap:1rem;flex-wrap:wrap}.pages img{width:46vw;"
    "max-width:700px;border:1px solid #c9d1d5}h3{margin:1.5rem 0 .3rem}.quiet{color:#5b666c}nav a{margin-right:1rem}"
)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A row that is shown: its place, the score of its least certain finding (1.0 without any)."""

    number: int
    lowest: float


def write_source_page(out: Path) -> Path | None:
    """Write work/sources.html of a build, mode 0600; None where it has no sources. Raises OSError, or EntrophyError
    where bundle and work folder do not belong together."""
    work = out / "work"
    parts = [part for store in _stores(work) for part in _batch(store, out)]
    if not parts:
        return None
    path = work / PAGE
    write_whole(path, _page(parts).encode())
    return path


def _stores(work: Path) -> list[BatchStore]:
    home = work / "batches"
    folders = sorted(home.iterdir()) if home.is_dir() else []
    return [BatchStore(home, folder.name) for folder in folders if folder.is_dir()]


def _page(parts: Sequence[tuple[str, str]]) -> str:
    links = "".join(f'<a href="#{html.escape(name)}">{html.escape(name)}</a>' for name, _ in parts)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\"><title>Company sources beside their release</title>"
        f"<style>{_STYLE}</style><h1>Company sources beside their release</h1>"
        "<p>As captured and as it would be released. Captured values: this file stays in the work folder. What was "
        "replaced is marked on both sides; look for names on the right, and for what was replaced for nothing on the "
        f"left.</p><nav>{links}</nav>" + "".join(body for _, body in parts)
    )


def _batch(store: BatchStore, out: Path) -> Iterator[tuple[str, str]]:
    sources = taken_sources(store)
    if not sources:
        return
    archive = out / "bundle" / domain_files(str(store.read_json("scrubbed/batch.json")["domain"])).sources
    lowest = _lowest(store, sources)
    with zipfile.ZipFile(archive) as opened:
        for source in sources:
            yield source.name, "".join(_source(opened, source, lowest.get(source.name, {})))


def _lowest(store: BatchStore, sources: Sequence[TakenSource]) -> dict[str, dict[int, float]]:
    """Source → row → score of its least certain finding."""
    on_pages = load_page_findings(store)
    found: dict[str, dict[int, float]] = {}
    for source, number, row, texts in found_by_row(sources, load_found(store)):
        if number == ACCESS_ROW:
            continue
        scores = [f.score for some in texts.values() for f in some]
        if source.documents is not None:
            scores += [f.score for name, _ in source.documents.pages(row) for f in on_pages.get(name, ())]
        if scores:
            found.setdefault(source.name, {})[number] = min(scores)
    return found


def chosen(count: int, lowest: Mapping[int, float], most: int) -> list[_Chosen]:
    """Which rows of `count` are shown: up to half of `most` by their least certain finding, the others spread evenly;
    the least certain first."""
    first = [number for _, number in nsmallest(most // 2, ((score, number) for number, score in lowest.items()))]
    others = [number for number in range(count) if number not in {*first}]
    step = max(1, -(-len(others) // max(1, most - len(first))))
    return [_Chosen(number, lowest.get(number, 1.0)) for number in (*first, *others[::step])]


def _source(opened: zipfile.ZipFile, source: TakenSource, lowest: Mapping[int, float]) -> Iterator[str]:
    documents = source.documents is not None
    rows = chosen(source.count, lowest, DOCUMENTS if documents else ROWS)
    wanted = {one.number for one in rows}
    before = {number: row for number, row in enumerate(source.rows()) if number in wanted}
    with opened.open(source_member(source.name, "rows")) as lines:
        after = {number: json.loads(line) for number, line in enumerate(lines) if number in wanted}
    title = html.escape(source.name)
    yield f'<h2 id="{title}">{title}</h2><p class="quiet">{len(rows)} of {source.count:,} rows</p>'
    for one in rows:
        doubt = f"least certain finding {one.lowest:.2f}" if one.lowest < 1 else "no finding in its texts"
        yield f'<h3>Row {one.number + 1} <span class="quiet">{doubt}</span></h3>'
        yield "".join(_row(before[one.number], after.get(one.number, {})))
        if source.documents is not None:
            yield _pages(opened, source, before[one.number], after.get(one.number, {}))


def _row(before: Row, after: Mapping[str, Any]) -> Iterator[str]:
    yield "<table><tr><th>Field</th><th>As captured</th><th>As released</th></tr>"
    for name in {**before, **after}:
        raw, made = (_said(row[name]) if name in row else None for row in (before, after))
        left, right = ("", "") if raw is None and made is None else marked(raw or "", made or "")
        yield f"<tr><th>{html.escape(name)}</th><td>{left}</td><td>{right}</td></tr>"
    yield "</table>"


def _said(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        value = "\n".join(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … ({len(text):,} characters)"


def marked(before: str, after: str) -> tuple[str, str]:
    """Both texts as HTML, with what differs between them marked word by word."""
    old, new = (text.replace("\n", " \n ").split(" ") for text in (before, after))
    left, right = [], []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        raw, made = html.escape(" ".join(old[a:b])), html.escape(" ".join(new[c:d]))
        left.append(raw if tag == "equal" else f"<del>{raw}</del>" if raw else "")
        right.append(made if tag == "equal" else f"<ins>{made}</ins>" if made else "")
    return " ".join(filter(None, left)), " ".join(filter(None, right))


def _pages(opened: zipfile.ZipFile, source: TakenSource, before: Row, after: Mapping[str, Any]) -> str:
    assert source.documents is not None
    raw = [picture.read_bytes() for _, picture in source.documents.pages(before)]
    member = source_member(source.name, "document", str(after.get(source.schema.key, "")))
    made: list[bytes] = []
    if member in opened.namelist():
        for width, height, pixels in pdf_pictures(opened.read(member)):
            made.append(encode_png(np.frombuffer(pixels, np.uint8).reshape(height, width, 3)))
    shown = []
    for number, picture in enumerate(raw):
        right = _image(made[number], "as released") if number < len(made) else "<p>Not released.</p>"
        shown.append(f'<div class="pages">{_image(picture, "as captured")}{right}</div>')
    return "".join(shown)


def _image(picture: bytes, told: str) -> str:
    small = smaller(picture, (_WIDTH, 4 * _WIDTH), quality=80)
    return f'<img alt="{told}" src="data:image/jpeg;base64,{base64.b64encode(small).decode()}">'
