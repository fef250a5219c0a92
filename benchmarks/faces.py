"""How many profile pictures are covered on generated pages, and how many pictures of things are taken for people.

    PYTHONPATH=. .venv/bin/python -m benchmarks.faces [FOLDER] [--pages N]

The faces are the hundred small grey ones and the portrait that scikit-image carries; FOLDER (images/ and boxes.json:
{file: {"faces": [[x0, y0, x1, y1]]}}) adds photographs, which are also searched by themselves. A picture counts as
covered when at least half of its box is. Text is drawn by us, so its boxes are given: only pictures are judged here.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.face_pages import SIZES, TREATMENTS, people_page, things_pages, video_page
from redaction.capture.images import Pixels, open_image
from redaction.findings import Box
from redaction.screens.pictures.faces import find_faces
from redaction.screens.pictures.photos import pictures


def portraits(folder: Path | None) -> list[Pixels]:
    """Square pictures of one face each: the hundred grey ones, the astronaut, those cut out of the folder."""
    from importlib.resources import files

    from skimage import data

    grey = np.load(str(files("skimage.data") / "lfw_subset.npy"))[:100]
    out = [np.repeat((face * 255).astype(np.uint8)[:, :, None], 3, axis=2) for face in grey]
    coloured = [np.asarray(data.astronaut()[0:220, 120:340], dtype=np.uint8)]
    if folder is not None:
        for name, entry in sorted(json.loads((folder / "boxes.json").read_text(encoding="utf-8")).items()):
            image = open_image(folder / "images" / name)
            coloured += [_square(image, box) for box in entry["faces"]]
    # every second picture is a coloured one
    return [p for i, face in enumerate(out) for p in (face, coloured[i % len(coloured)])]


def _square(image: Pixels, face: list[int]) -> Pixels:
    x0, y0, x1, y1 = face
    half = int(0.8 * max(x1 - x0, y1 - y0))
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    half = min(half, x, y, image.shape[1] - x, image.shape[0] - y)
    return image[y - half : y + half, x - half : x + half]


def covered(image: Pixels, text: list[Box], wanted: list[Box]) -> tuple[list[bool], int]:
    """Which of the wanted boxes are covered by half or more, and how many hits touch none of them."""
    hits = [box for box, _, _ in find_faces(image, pictures(image, text))]
    mask = np.zeros(image.shape[:2], dtype=bool)
    for x0, y0, x1, y1 in hits:
        mask[y0:y1, x0:x1] = True
    found = [bool(mask[y0:y1, x0:x1].mean() >= 0.5) for x0, y0, x1, y1 in wanted]
    false = sum(
        not any(min(h[2], b[2]) > max(h[0], b[0]) and min(h[3], b[3]) > max(h[1], b[1]) for b in wanted) for h in hits
    )
    return found, false


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="photographs with boxed faces")
    parser.add_argument("--pages", type=int, default=12, help="pages of people")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    faces = portraits(args.folder)
    hidden: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    false, start, pages = 0, time.process_time(), 0
    for number in range(args.pages):
        make = video_page if number % 6 == 5 else people_page
        page = make(faces, number)
        found, wrong = covered(page.image, page.text, page.boxes)
        false, pages = false + wrong, pages + 1
        for hit, labels in zip(found, page.labels, strict=True):
            for label in (*labels, "all"):
                all_of[label] += 1
                hidden[label] += hit
    print(f"{pages} pages of people, {(time.process_time() - start) / max(1, pages):.2f} CPU seconds a page\n")
    print("| pictures | covered | of | share |\n| --- | --- | --- | --- |")
    for label in [*(f"{s} px" for s in SIZES), "video tile", *TREATMENTS, "all"]:
        if all_of[label]:
            share = hidden[label] / all_of[label]
            print(f"| {label} | {hidden[label]} | {all_of[label]} | {share:.3f} |")
    print(f"\nfalse pictures on pages of people: {false}")
    for title, page in things_pages():
        print(f"false pictures on a page of {title}: {covered(page.image, page.text, [])[1]}")
    if args.folder is not None:
        photographs(args.folder)


def photographs(folder: Path) -> None:
    """The photographs by themselves, and half as large in a document."""
    for whole in (True, False):
        hits = total = 0
        for name, entry in sorted(json.loads((folder / "boxes.json").read_text(encoding="utf-8")).items()):
            image, boxes = open_image(folder / "images" / name), entry["faces"]
            text: list[Box] = []
            if not whole:
                image, boxes, text = in_a_document(image, boxes)
            found, _ = covered(image, text, [(a, b, c, d) for a, b, c, d in boxes])
            hits, total = hits + sum(found), total + len(found)
        print(f"photographs {'by themselves' if whole else 'in a document'}: {hits} of {total} faces")


def in_a_document(image: Pixels, boxes: list[list[int]]) -> tuple[Pixels, list[list[int]], list[Box]]:
    """The photograph at a width of 600 px under a line of text on a white page."""
    scale = 600 / image.shape[1]
    small: NDArray[np.uint8] = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    page = Image.new("RGB", (1000, small.shape[0] + 160), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype("DejaVuSans.ttf", 14)
    draw.text((200, 40), "Figure 3: taken at the yearly meeting of the works council", font=font, fill=(30, 30, 30))
    x0, y0, x1, y1 = (int(v) for v in draw.textbbox((200, 40), "Figure 3: taken at the yearly meeting", font=font))
    out = np.array(page)
    out[100 : 100 + small.shape[0], 200:800] = small
    moved = [[round(v * scale) + (200, 100)[i % 2] for i, v in enumerate(box)] for box in boxes]
    return out, moved, [(x0, y0, x1, y1)]


if __name__ == "__main__":
    main()
