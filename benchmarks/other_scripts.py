"""Screens in Cyrillic, Korean, Arabic and Hindi: what is hidden of people, and how many ordinary labels with it.

    python -m benchmarks.other_scripts --out DIR [--half development|held-out] [--only ru,ko] [--misses] [--pictures]
    python -m benchmarks.other_scripts --out DIR --without-scripts      (the reader of the other scripts left out)

Each language has five screens (`benchmarks/pages/scripts`: mail, a customer, orders, users, a chat), light or dark,
in several typefaces of 12 to 16 px. Korean needs a typeface with Hangul (Debian's fonts-nanum): installed, or its file
named by the variable HANGUL_FONT; without one its screens are left out. Development and held-out halves have other
screens of each language in turn; thresholds were settled on the first. Boxes come from the browser: of what is marked,
and of every other line of text. A region counts as hidden as in benchmarks/screens.py; another line is hit when more
than a tenth of its box is covered.
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import math
import os
import re
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.screens import HIT_SHARE, Score, declared, judge
from benchmarks.unseen_pages import PAGES
from redaction.capture.images import encode_png, open_image
from redaction.policy import Policy, VisionPolicy
from redaction.screens.redact.pixels import redact_image
from samples.browser import Browser

TEXTS = PAGES / "scripts"
HALVES = ("development", "held-out")
KINDS = {"n": "person_name", "m": "email", "p": "phone", "i": "id", "a": "address", "c": "company"}
FONTS = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Open Sans", "Roboto"]
SIZES = [12, 13, 14, 15, 16]
WIDTH, HEIGHT = 1366, 768
LIGHT = {"bg": "#ffffff", "panel": "#f3f5f8", "text": "#1f2328", "mute": "#5d6673", "line": "#dfe3e8"}
DARK = {"bg": "#1b1d21", "panel": "#24272c", "text": "#e3e5e8", "mute": "#9aa3ae", "line": "#393e46"}
OTHER = "other"
_MARK = re.compile(r"\{([nmpiac]) ([^}]*)\}")
_CSS = """*{box-sizing:border-box}body{margin:0;background:%(bg)s;color:%(text)s;
font:%(size)dpx '%(font)s',Hangul,sans-serif}
header{background:%(panel)s;border-bottom:1px solid %(line)s;padding:10px 18px;display:flex;gap:26px;align-items:center}
header b{font-size:1.25em}main{display:flex}nav{width:230px;background:%(panel)s;padding:10px 0;height:720px}
nav div{padding:8px 18px}section{flex:1;padding:14px 22px}td,th{padding:9px 16px 9px 0;text-align:start;
border-bottom:1px solid %(line)s;white-space:nowrap}th,.m{color:%(mute)s;font-weight:normal}
.f{display:flex;padding:8px 0}.f .m{width:260px}.s{padding:9px 0}"""
_LOAD = """Promise.all(['', 'bold '].map(s => document.fonts.load(s + '16px Hangul', '가')))
.then(faces => JSON.stringify(faces.length))"""
# Every line of text that is not marked becomes a marked one of the kind "other".
_WRAP = """(() => { const w = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const all = [];
for (let n = w.nextNode(); n; n = w.nextNode())
if (/\\S/.test(n.data) && !n.parentElement.closest("[data-pii]")) all.push(n);
for (const n of all) { const s = document.createElement("span"); s.dataset.pii = "other";
n.replaceWith(s); s.append(n); }
return JSON.stringify(all.length); })();"""


@dataclass(frozen=True)
class Screen:
    """One screen of a language, and how it is drawn."""

    language: str
    name: str
    body: str
    font: str
    size: int
    dark: bool
    half: str

    @property
    def html(self) -> str:
        """The whole page."""
        css = _face(self.language) + _CSS % {**(DARK if self.dark else LIGHT), "size": self.size, "font": self.font}
        way = "rtl" if self.language in ("ar", "he") else "ltr"
        head = f"<html dir={way} lang={self.language}><meta charset=utf-8><style>{css}</style>"
        return f"{head}<body>{self.body}</body></html>"


@dataclass
class Counts:
    """Of one language."""

    score: Score = field(default_factory=Score)
    others: int = 0
    others_hit: int = 0


def screens() -> Iterator[Screen]:
    """All screens of all languages."""
    for place, path in enumerate(sorted(TEXTS.glob("*.txt"))):
        if path.stem == "ko" and hangul_font() is None:
            continue  # the others keep their looks and halves
        parts = [part for part in re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.M) if part.strip()]
        for at, part in enumerate(parts):
            first, *lines = part.strip().split("\n")
            name, kind = first.split()
            turn = place + at
            yield Screen(
                path.stem,
                name,
                _body(kind, lines),
                FONTS[turn % len(FONTS)],
                SIZES[(turn * 2) % len(SIZES)],
                turn % 3 == 2,
                HALVES[turn % 2],
            )


@cache
def hangul_font() -> Path | None:
    """A file of a typeface with Hangul (Debian's fonts-nanum, say, wherever it was unpacked), None where none is."""
    named = os.environ.get("HANGUL_FONT")
    if named:
        return Path(named)
    done = subprocess.run(["fc-list", ":lang=ko", "file"], capture_output=True, text=True, check=False)
    return next((Path(one.rstrip(": ")) for one in sorted(done.stdout.splitlines())), None)


@cache
def _face(language: str) -> str:
    file = hangul_font() if language == "ko" and os.environ.get("HANGUL_FONT") else None
    if file is None:  # the browser finds what is installed by itself
        return ""
    data = base64.b64encode(file.read_bytes()).decode()
    return f"@font-face{{font-family:Hangul;font-weight:100 900;src:url(data:font/ttf;base64,{data})}}"


def _body(kind: str, lines: list[str]) -> str:
    title, *rest = lines
    parts: dict[str, list[list[str]]] = defaultdict(list)
    for line in rest:
        name, _, cells = line.partition(": ")
        parts[name].append([_marked(cell.strip()) for cell in cells.split(" | ")])
    menu = "".join(f"<div>{x}</div>" for x in parts["menu"][0])
    tabs = "".join(f"<span>{x}</span>" for x in parts["tabs"][0])
    header = f"<header><b>{_marked(title)}</b>{tabs}</header>"
    return f"{header}<main><nav>{menu}</nav><section>{_inner(kind, parts)}</section></main>"


def _inner(kind: str, parts: dict[str, list[list[str]]]) -> str:
    if kind == "form":
        return "".join(f"<div class=f><div class=m>{a}</div><div>{b}</div></div>" for a, b in parts["field"])
    if kind == "chat":
        said = parts["say"]
        return "".join(f"<div class=s><b>{a}</b> &nbsp; <span class=m>{b}</span><br>{c}</div>" for a, b, c in said)
    head = "".join(f"<th>{x}</th>" for x in parts["head"][0])
    rows = "".join("<tr>" + "".join(f"<td>{x}</td>" for x in row) + "</tr>" for row in parts["row"])
    return f"<table><tr>{head}</tr>{rows}</table>"


def _marked(text: str) -> str:
    return _MARK.sub(lambda m: f'<bdi data-pii="{KINDS[m[1]]}">{m[2]}</bdi>', html.escape(text, quote=False))


def draw(out: Path, chosen: list[Screen]) -> dict[str, list[dict[str, Any]]]:
    """Draw screens to out/images; by file name the marked lines and all others, boxes in image px."""
    (out / "images").mkdir(parents=True, exist_ok=True)
    measure = (PAGES / "measure.js").read_text(encoding="utf-8")
    labels = {}
    with Browser() as browser:
        for screen in chosen:
            browser.show(screen.html, WIDTH, HEIGHT, 1.0)
            if screen.language == "ko" and os.environ.get("HANGUL_FONT"):
                browser.measure(_LOAD)
            browser.measure(_WRAP)
            name = f"{screen.language}-{screen.name}.png"
            labels[name] = [
                {"kind": v["kind"], "text": v["text"], "note": "", "box": _whole(v["box"])}
                for v in browser.measure(measure)
            ]
            (out / "images" / name).write_bytes(browser.picture())
    (out / "labels.json").write_text(json.dumps(labels, ensure_ascii=False, indent=1), encoding="utf-8")
    return labels


def _whole(box: list[float]) -> list[int]:
    return [math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3])]


def run(
    out: Path, labels: dict[str, list[dict[str, Any]]], vision: VisionPolicy, pictures: bool, misses: bool
) -> tuple[dict[str, Counts], Counter[str]]:
    """Read, learn from each screen alone, find, hide and count, by language; CPU seconds by stage."""
    from redaction.screens.doubts import doubts, learned, merged
    from redaction.screens.engine import ScreenEngine
    from redaction.text.engine import TextEngine

    policy = Policy()
    engine = ScreenEngine(vision, TextEngine(policy.text), None)
    counts: dict[str, Counts] = defaultdict(Counts)
    seconds: Counter[str] = Counter()
    for name, items in labels.items():
        image = open_image(out / "images" / name, policy.capture)
        start = time.process_time()
        reading = engine.read(image)
        seconds["read"] += time.process_time() - start
        known = learned(declared(out), engine.text, merged([doubts(engine, reading, {})]))
        found = engine.find(reading, known)
        hidden, boxes = redact_image(image, found, policy.vision.style)
        if pictures:
            (out / "hidden").mkdir(exist_ok=True)
            (out / "hidden" / name).write_bytes(encode_png(hidden))
        own = counts[name.split("-")[0]]
        judge(own.score, name, image, reading, found, boxes, hidden, [i for i in items if i["kind"] != OTHER])
        covered = np.zeros(image.shape[:2], dtype=bool)
        for x0, y0, x1, y1 in boxes:
            covered[y0:y1, x0:x1] = True
        for item in (i for i in items if i["kind"] == OTHER):
            x0, y0, x1, y1 = item["box"]
            hit = bool(covered[y0:y1, x0:x1].mean() > HIT_SHARE)
            own.others += 1
            own.others_hit += hit
            if hit and misses:
                print(f"hit {name} {item['text']}")
        texts = {tuple(i["box"]): i["text"] for i in items}
        for file, kind, box, share in own.score.misses if misses else []:
            if file == name:
                print(f"missed {name} {kind} {texts.get(box, '')} covered {share:.2f}")
    return counts, seconds


def table(counts: dict[str, Counts]) -> str:
    """The figures as Markdown."""
    rows = ["| language | regions hidden | pages without a leak | other lines hit |", "| --- | --- | --- | --- |"]
    total = [0] * 6
    for language, own in sorted(counts.items()):
        figures = [
            sum(own.score.hidden.values()),
            sum(own.score.labelled.values()),
            len(own.score.clean),
            own.score.images,
            own.others_hit,
            own.others,
        ]
        total = [a + b for a, b in zip(total, figures, strict=True)]
        rows.append(_row(language, figures))
    return "\n".join([*rows, _row("**all**", total)])


def _row(name: str, figures: list[int]) -> str:
    a, b, c, d, e, f = figures
    return f"| {name} | {a} of {b} | {c} of {d} | {e} of {f} ({e / max(1, f):.3f}) |"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder to write, made where it is missing")
    parser.add_argument("--half", choices=[*HALVES, "all"], default="all")
    parser.add_argument("--only", default="", help="languages, such as ru,ko")
    parser.add_argument("--without-scripts", action="store_true", help="as it was without the other scripts' reader")
    parser.add_argument("--pictures", action="store_true", help="keep the redacted screens in DIR/hidden")
    parser.add_argument("--misses", action="store_true", help="list what shows and which other lines are hit")
    args = parser.parse_args()
    only = set(filter(None, args.only.split(",")))
    chosen = [s for s in screens() if args.half in (s.half, "all") and (not only or s.language in only)]
    vision = VisionPolicy(scripts=()) if args.without_scripts else VisionPolicy()
    counts, seconds = run(args.out, draw(args.out, chosen), vision, args.pictures, args.misses)
    print(table(counts))
    images = sum(own.score.images for own in counts.values())
    print(f"CPU seconds an image, reading: {seconds['read'] / max(1, images):.2f}")


if __name__ == "__main__":
    main()
