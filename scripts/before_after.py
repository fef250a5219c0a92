"""Draws docs/images/before-after-*.webp: screens of the samples as captured, and as two builds of them released.

    entrophy build --captures samples/captures --out A                          # the default look
    entrophy build --captures samples/captures --out B --policy substitute.yaml # vision: {style: substitute}
    python scripts/before_after.py A B

The samples are drawn, and everybody on them is invented.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs/images"
PICTURES, WIDE, GAP, HEAD = 10, 620, 8, 22
"""Screens, and px: width of one look, between looks, height of the words above."""
QUALITY = 72


def screens(work: Path) -> dict[tuple[str, str, str], tuple[Path, Path]]:
    """(application, batch, capture) → captured and released file, for every screenshot that was released."""
    found = {}
    for batch in sorted(work.glob("batches/*")):
        folder = Path(json.loads((batch / "ingest/captures.json").read_text(encoding="utf-8"))["folder"])
        for line in (batch / "ingest/rows.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            released = batch / "scrubbed/screenshots" / str(item["row"]["screenshot_name"])
            if item["screenshot"] and released.is_file():
                key = item["row"]["application_name"], batch.name, item["screenshot"]
                found[key] = folder / item["screenshot"], released
    return found


def beside(pictures: list[tuple[str, Path]]) -> Image.Image:
    """Pictures next to each other, each with its words above."""
    shown = [(words, Image.open(path).convert("RGB")) for words, path in pictures]
    parts = [
        (words, one.resize((WIDE, round(one.height * WIDE / one.width)), Image.Resampling.LANCZOS))
        for words, one in shown
    ]
    high = max(one.height for _, one in parts)
    sheet = Image.new("RGB", (len(parts) * (WIDE + GAP) - GAP, HEAD + high), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype("DejaVuSans.ttf", 14)
    for number, (words, one) in enumerate(parts):
        draw.text((number * (WIDE + GAP), 2), words, fill=(60, 60, 60), font=font)
        sheet.paste(one, (number * (WIDE + GAP), HEAD))
    return sheet


def main() -> None:
    """Command line."""
    default, substitute = (screens(Path(folder) / "work") for folder in sys.argv[1:3])
    both = sorted(default.keys() & substitute.keys())
    # As different as they can be: one of each application in turn.
    turns: dict[str, list[tuple[str, str, str]]] = {}
    for key in both:
        turns.setdefault(key[0], []).append(key)
    chosen = [some[turn] for turn in range(len(both)) for some in turns.values() if turn < len(some)][:PICTURES]
    for number, key in enumerate(chosen, 1):
        looks = [
            ("captured", default[key][0]),
            ("released: blur", default[key][1]),
            ("released: substitute", substitute[key][1]),
        ]
        beside(looks).save(OUT / f"before-after-{number:02d}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
