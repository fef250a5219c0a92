"""Pages of many kinds of software that no rule was written for, with the places of everything that names somebody.

    python -m benchmarks.unseen_pages --out DIR [--seed N] [--half development|held-out|third|…|all]
    python -m benchmarks.screens DIR --misses

DIR gets images/*.png, labels.json and known.json as benchmarks/screens.py reads them. The first layouts of
benchmarks/pages (order.txt) lie in two fixed halves: what is missed on the development half may be looked at, the
held-out half is only counted. The third set (order-third.txt) was written later, without a look at the other two's
misses, and the fourth (order-fourth.txt) after that by an author who knew no figures at all; training-a to training-d
are by four more authors, half of them not in English, the fifth, sixth and seventh by three who saw neither code nor
other sets, training-e to training-j (half of them not in English) by six more, the eighth to the thirteenth (the ninth
in eight languages other than English, the eleventh and the thirteenth in six) by another six. The fourteenth, the
fifteenth (six languages other than English), training-k (six) and training-l are by four more such authors, the
sixteenth, the seventeenth (six), training-m (five) and training-n by another four, the eighteenth and the nineteenth
(six) by two, the twentieth (whole desktops and browsers) and the twentyfirst (six) by another two, the twentysecond,
the twentythird (six) and the twentyfourth, all three whole screens, by three, the twentyfifth and the twentysixth
(six), which are as dense, and the twentyseventh and the twentyeighth (six), with 16 to 33 regions a page, by another
four, the twentyninth (six) and the thirtieth, which show as much, by two, and so are the thirtyfirst (six), the
thirtysecond, the thirtythird (six), the thirtyfourth, the thirtyfifth, the thirtysixth (six) and the thirtyseventh
(six) by seven more. The re-scorer is trained on all of these, and what is missed was looked at on all but the
twentyfifth and the twentysixth. The thirtyeighth, the thirtyninth (six), the fortieth and the fortyfirst (six) are by
four more, and for examination: on the first two what is hidden for nothing was looked at, on the others nothing.
`all` is all of them.
People, typeface, size, colours, zoom and viewport depend on the seed. Boxes come from the browser: one for every line
on which a marked value is laid out, clipped to what can be seen, in image px.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import random
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from benchmarks.unseen_cast import Cast, Somebody
from samples.browser import Browser

PAGES = Path(__file__).parent / "pages"
PHOTOS = Path(__file__).resolve().parent.parent / "samples" / "photos"
HALVES = ("development", "held-out")
_NUMBERED = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth twentyfirst twentysecond twentythird twentyfourth twentyfifth "
    "twentysixth twentyseventh twentyeighth twentyninth thirtieth thirtyfirst thirtysecond "
    "thirtythird thirtyfourth thirtyfifth thirtysixth thirtyseventh thirtyeighth thirtyninth "
    "fortieth fortyfirst"
)
LATER = {
    name: f"order-{name}.txt" for name in (*_NUMBERED.split(), *(f"training-{letter}" for letter in "abcdefghijklmn"))
}
FONTS = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Roboto", "Open Sans", "Lato", "DejaVu Serif"]
VIEWPORTS = [(1280, 800), (1366, 768), (1440, 900), (1600, 900), (1680, 1050), (1920, 1080)]
SCALES = [1.0, 1.0, 1.25, 1.5]
ACCENTS = ["#2563eb", "#0f766e", "#7c3aed", "#b91c1c", "#c2410c", "#166534", "#0e7490", "#9d174d", "#334155"]
LIGHTS = [
    {"bg": "#ffffff", "panel": "#f5f6f8", "text": "#1f2328", "mute": "#6b7280", "line": "#dfe3e8", "zebra": "#f3f6fa"},
    {"bg": "#f4f5f7", "panel": "#ffffff", "text": "#172b4d", "mute": "#7a869a", "line": "#dfe1e6", "zebra": "#eef1f5"},
    {"bg": "#fbf9f4", "panel": "#ffffff", "text": "#33302a", "mute": "#8d877a", "line": "#e5dfd0", "zebra": "#f5f0e3"},
]
DARKS = [
    {"bg": "#1b1d21", "panel": "#24272c", "text": "#e3e5e8", "mute": "#8b929c", "line": "#393e46", "zebra": "#20232a"},
    {"bg": "#0f172a", "panel": "#1e293b", "text": "#e2e8f0", "mute": "#8596b0", "line": "#334155", "zebra": "#152036"},
]


@dataclass(frozen=True)
class Look:
    """How one page is drawn; sizes in CSS px."""

    font: str
    size: int
    colours: dict[str, str]
    accent: str
    bar: str
    spacing: float
    row: int
    zebra: bool
    width: int
    height: int
    scale: float
    dark: bool


def layouts(half: str) -> list[str]:
    """Names of the layouts of a half, of a later set or of all.

    Related ones are neighbours in order.txt, so the halves are alike.
    """
    order = (PAGES / "order.txt").read_text(encoding="utf-8").split()
    later = {name: (PAGES / file).read_text(encoding="utf-8").split() for name, file in LATER.items()}
    if half == "all":
        return sum(later.values(), order)
    return later[half] if half in later else order[HALVES.index(half) :: 2]


def look_of(rng: random.Random) -> Look:
    """A look, drawn from `rng`."""
    dark = rng.random() < 0.25
    scale = rng.choice(SCALES)
    width, height = rng.choice(VIEWPORTS if scale == 1 else VIEWPORTS[:3])
    accent = rng.choice(ACCENTS)
    return Look(
        font=rng.choice(FONTS),
        size=rng.choice([12, 13, 13, 14, 14, 15]) if scale == 1 else rng.choice([11, 12, 13, 14]),
        colours=rng.choice(DARKS if dark else LIGHTS),
        accent=accent,
        bar=rng.choice([accent, accent, "#1f2937", "#e8eaed"]),
        spacing=rng.choice([0, 0, 0, 0.2, 0.5]),
        row=rng.choice([26, 30, 36, 44]),
        zebra=rng.random() < 0.4,
        width=round(width / scale),
        height=round(height / scale),
        scale=scale,
        dark=dark,
    )


def page_html(name: str, seed: int, signed_in: Somebody) -> tuple[str, Look]:
    """The page `name` of a seed, and how it is drawn."""
    import jinja2

    rng = random.Random(f"{seed}/{name}")
    look = look_of(rng)
    cast = Cast(f"{seed}/{name}/cast")
    people = cast.people(30)
    day = date(2025, 1, 6) + timedelta(days=rng.randrange(300))
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    environment.globals.update(
        avatar=partial(_avatar, look=look),
        photo=_photo,
        money=lambda top=9000: f"{rng.uniform(3, top):,.2f}",
        number=lambda low, high: rng.randrange(low, high),
        day=lambda offset=0, form="%d %b %Y": (day + timedelta(days=offset)).strftime(form),
        clock=lambda: f"{rng.randrange(7, 20):02d}:{rng.randrange(60):02d}",
        pick=rng.choice,
    )
    html = environment.get_template(f"{name}.html.j2").render(p=people, c=cast.firms, me=signed_in, look=look)
    return html, look


def _photo(person: Somebody, style: str) -> Markup:
    """A picture of somebody; which one depends on the person."""
    files = sorted(PHOTOS.glob("*.jpg"))
    data = base64.b64encode(files[person.number % len(files)].read_bytes()).decode()
    return Markup('<img data-pii="face" style="{}" src="data:image/jpeg;base64,{}">').format(style, data)


def _avatar(person: Somebody, size: int = 28, square: bool = False, *, look: Look) -> Markup:
    """A picture where the person has one, else initials on a coloured ground."""
    shape = f"width:{size}px;height:{size}px;border-radius:{'4px' if square else '50%'};flex:none;object-fit:cover"
    if person.photo:
        return _photo(person, shape)
    ground = ACCENTS[person.number % len(ACCENTS)]
    return Markup('<span class="av" style="{};font-size:{}px;background:{}">{}</span>').format(
        shape, max(9, round(size * 0.4)), ground, person.initials
    )


def render(browser: Browser, name: str, seed: int, signed_in: Somebody) -> tuple[bytes, list[dict[str, Any]]]:
    """The picture of a page as PNG bytes, and its items as in labels.json (boxes in image px)."""
    html, look = page_html(name, seed, signed_in)
    browser.show(html, look.width, look.height, look.scale)
    items = []
    for value in browser.measure((PAGES / "measure.js").read_text(encoding="utf-8")):
        x0, y0, x1, y1 = (edge * look.scale for edge in value["box"])
        item = {
            "kind": value["kind"]
            .replace("person name", "person_name")
            .replace(" ", "_")
            .replace("user_name", "username"),
            "text": value["text"],
            "box": [math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)],
        }
        items.append(item | ({"note": value["note"]} if value["note"] else {}))
    return browser.picture(), items


def draw(out: Path, half: str, seed: int) -> None:
    """Draw the layouts of a half with a seed: images/*.png, and known.json and labels.json, written last."""
    (out / "images").mkdir(parents=True, exist_ok=True)
    me = Cast(f"{seed}/signed in").people(1)[0]
    labels = {}
    with Browser() as browser:
        for name in layouts(half):
            picture, items = render(browser, name, seed, me)
            (out / "images" / f"{name}.png").write_bytes(picture)
            labels[f"{name}.png"] = {"items": items}
    participant = {"id": "signed-in", "name": me.plain, "email": me.mail, "consent": {"status": "granted"}}
    known = {"entities": [], "participants": [participant]}
    for file, content in (("known.json", known), ("labels.json", labels)):
        (out / file).write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder to write, made where it is missing")
    parser.add_argument("--seed", type=int, default=1, help="other people, typefaces, colours and sizes")
    parser.add_argument("--half", choices=[*HALVES, *LATER, "all"], default="all")
    args = parser.parse_args()
    draw(args.out, args.half, args.seed)


if __name__ == "__main__":
    main()
