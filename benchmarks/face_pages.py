"""Generated pages for benchmarks/faces.py: lists of people, video calls, and pages of pictures that show nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import Pixels
from redaction.findings import Box

SIZES = (24, 28, 32, 40, 48, 64, 96)
TREATMENTS = ("round", "square", "grey", "colour", "dark", "turned", "overlapping", "with a status dot")
WIDTH, HEIGHT = 960, 640
_WORDS = ["Quarterly totals", "Reset filters", "Stock on hand", "Open orders", "Shipping label", "Price list"]


@dataclass
class Page:
    """A page, the boxes of its text, the boxes of the pictures on it and what each of those is."""

    image: Pixels
    text: list[Box] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    labels: list[tuple[str, ...]] = field(default_factory=list)

    def write(self, x: int, y: int, words: str, dark: bool, size: int = 13) -> None:
        """Draw a line of text and note its box."""
        page = Image.fromarray(self.image)
        draw = ImageDraw.Draw(page)
        font = ImageFont.truetype("DejaVuSans.ttf", size)
        draw.text((x, y), words, font=font, fill=(225, 225, 225) if dark else (40, 40, 40))
        x0, y0, x1, y1 = (int(v) for v in draw.textbbox((x, y), words, font=font))
        self.image = np.array(page)
        self.text.append((x0, y0, x1, y1))


def ground(dark: bool) -> Page:
    """An empty page with a coloured header bar."""
    image = np.full((HEIGHT, WIDTH, 3), 34 if dark else 250, np.uint8)
    image[:44] = (52, 70, 110)
    page = Page(image)
    page.write(16, 14, "Workspace", True, 15)
    return page


def people_page(faces: Sequence[Pixels], number: int) -> Page:
    """A list of people in columns; every row has its own size and treatment."""
    dark = number % 3 == 2
    page = ground(dark)
    at = number * 29
    for column in range(3):
        y = 60
        while y < HEIGHT - 110:
            size = SIZES[at % len(SIZES)]
            face = faces[at % len(faces)]
            if size > 48 and face.shape[0] < 48:
                size = 40
            treatment = ("plain", "dark", "turned", "overlapping", "with a status dot")[at // 2 % 5]
            x = 24 + column * 310
            count = 3 if treatment == "overlapping" else 1
            for i in range(count):
                picture = faces[(at + 2 * i) % len(faces)]
                _place(page, picture, size, x + i * (size * 3 // 4), y, at % 3 != 0, treatment)
            page.write(x + size * count + 14, y + size // 2 - 8, _WORDS[at % len(_WORDS)], dark)
            y += size + 16
            at += 1
    return page


def video_page(faces: Sequence[Pixels], number: int) -> Page:
    """A video call: tiles of 300 × 200 px, each with somebody before a wall."""
    page = ground(True)
    rng = np.random.default_rng(number)
    sharp = [face for face in faces if face.shape[0] >= 48]
    for tile in range(6):
        x, y = 12 + tile % 3 * 312, 60 + tile // 3 * 230
        face = sharp[(number + tile) % len(sharp)]
        wall = np.linspace(60, 150, 300)[None, :, None] * rng.uniform(0.5, 1.2, 3)[None, None, :]
        scene = np.clip(np.repeat(wall, 200, axis=0) + rng.normal(0, 3, (200, 300, 3)), 0, 255).astype(np.uint8)
        side = (70, 96, 130)[tile % 3]
        small = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
        inside = _disc(side)
        left, top = 40 + 45 * (tile % 4), 40
        scene[top : top + side, left : left + side][inside] = small[inside]
        page.image[y : y + 200, x : x + 300] = scene
        page.write(x + 8, y + 178, _WORDS[tile], True, 12)
        page.boxes.append((x + left, y + top, x + left + side, y + top + side))
        page.labels.append(("video tile",))
    return page


def _place(page: Page, face: Pixels, size: int, x: int, y: int, disc: bool, treatment: str) -> None:
    grey = bool((face[:, :, 0] == face[:, :, 2]).all())
    small = cv2.resize(face, (size, size), interpolation=cv2.INTER_AREA if face.shape[0] > size else cv2.INTER_CUBIC)
    if treatment == "dark":
        small = (small * 0.4).astype(np.uint8)
    if treatment == "turned":
        way = cv2.getRotationMatrix2D((size / 2, size / 2), 20, 1.1)
        small = cv2.warpAffine(small, way, (size, size), borderMode=cv2.BORDER_REPLICATE)
    inside = _disc(size) if disc else np.ones((size, size), bool)
    if treatment == "overlapping":
        rim = _disc(size + 4) if disc else np.ones((size + 4, size + 4), bool)
        page.image[y - 2 : y + size + 2, x - 2 : x + size + 2][rim] = page.image[HEIGHT - 1, WIDTH - 1]
    page.image[y : y + size, x : x + size][inside] = small[inside]
    if treatment == "with a status dot":
        cv2.circle(page.image, (x + size - 5, y + size - 5), 4, (60, 190, 90), -1, cv2.LINE_AA)
    page.boxes.append((x, y, x + size, y + size))
    named = (treatment,) if treatment in TREATMENTS else ()
    page.labels.append((f"{size} px", "round" if disc else "square", "grey" if grey else "colour", *named))


def _disc(side: int) -> np.ndarray:
    rows, columns = np.mgrid[0:side, 0:side]
    return np.asarray((rows - side / 2 + 0.5) ** 2 + (columns - side / 2 + 0.5) ** 2 <= side * side / 4)


def things_pages() -> list[tuple[str, Page]]:
    """Pages without people: charts, maps, icons and logos, pictures of goods, small thumbnails of documents."""
    return [
        ("charts", _charts(False)),
        ("charts (dark)", _charts(True)),
        ("maps", _maps()),
        ("icons and logos", _icons(False)),
        ("icons and logos (dark)", _icons(True)),
        ("goods, 150 px", _goods(150)),
        ("goods, 44 px", _goods(44)),
    ]


def _charts(dark: bool) -> Page:
    page, rng = ground(dark), np.random.default_rng(3)
    for i in range(10):
        colour = tuple(int(v) for v in rng.integers(40, 230, 3))
        cv2.rectangle(page.image, (40 + 34 * i, 300 - int(rng.integers(30, 200))), (66 + 34 * i, 300), colour, -1)
        cv2.ellipse(page.image, (600, 200), (100, 100), 0, 36 * i, 36 * i + 36, colour, -1, cv2.LINE_AA)
        spots = np.cumsum(rng.normal(0, 12, 40)) + 450
        line = np.stack([np.linspace(40, 440, 40), spots], axis=1).astype(np.int32)
        cv2.polylines(page.image, [line], False, colour, 2, cv2.LINE_AA)
        cv2.ellipse(page.image, (800, 500), (24, 24), 0, 36 * i, 36 * i + 36, colour, -1, cv2.LINE_AA)
    heat = cv2.applyColorMap(rng.integers(0, 255, (8, 12), dtype=np.uint8), cv2.COLORMAP_VIRIDIS)
    page.image[380:540, 500:740] = cv2.resize(heat, (240, 160), interpolation=cv2.INTER_NEAREST)
    page.write(40, 320, "Open orders by month", dark)
    return page


def _maps() -> Page:
    page, rng = ground(False), np.random.default_rng(5)
    for x, y, w, h in ((40, 70, 520, 420), (620, 80, 120, 120), (620, 240, 60, 60)):
        part = np.full((h, w, 3), (235, 230, 220), np.uint8)
        for _ in range(14):
            blob = rng.integers(0, (w, h), (5, 2)).astype(np.int32)
            cv2.fillPoly(part, [cv2.convexHull(blob)], tuple(int(v) for v in rng.integers(170, 235, 3)), cv2.LINE_AA)
        for _ in range(18):
            a, b = rng.integers(0, (w, h)), rng.integers(0, (w, h))
            cv2.line(part, tuple(int(v) for v in a), tuple(int(v) for v in b), (250, 215, 130), 3, cv2.LINE_AA)
        page.image[y : y + h, x : x + w] = part
    page.write(620, 330, "Delivery area", False)
    return page


def _icons(dark: bool) -> Page:
    page, rng = ground(dark), np.random.default_rng(7)
    for i in range(36):
        x, y = 30 + i % 9 * 100, 70 + i // 9 * 120
        side = (20, 28, 36, 48)[i // 9]
        colour = tuple(int(v) for v in rng.integers(30, 220, 3))
        other = tuple(int(v) for v in rng.integers(30, 255, 3))
        middle = (x + side // 2, y + side // 2)
        if i % 3 == 0:
            cv2.circle(page.image, middle, side // 2, colour, -1, cv2.LINE_AA)
            cv2.line(
                page.image, (x + side // 4, y + side // 2), (x + 3 * side // 4, y + side // 3), other, 3, cv2.LINE_AA
            )
        elif i % 3 == 1:
            for row in range(side):  # a gradient, as many logos have
                mix = row / side
                page.image[y + row, x : x + side] = [
                    int(a * (1 - mix) + b * mix) for a, b in zip(colour, other, strict=True)
                ]
            cv2.circle(page.image, middle, side // 4, (255, 255, 255), 2, cv2.LINE_AA)
        else:
            for turn in range(4):
                cv2.ellipse(page.image, middle, (side // 2, side // 4), 45 * turn, 0, 360, colour, 1, cv2.LINE_AA)
        page.write(x, y + side + 8, _WORDS[i % len(_WORDS)], dark, 11)
    return page


def _goods(side: int) -> Page:
    from skimage import data

    page = ground(False)
    things = [data.coffee(), data.chelsea(), data.rocket(), data.stereo_motorcycle()[0], data.immunohistochemistry()]
    things += [data.hubble_deep_field(), data.retina(), data.coffee()[100:300, 50:250], data.chelsea()[:150, :200]]
    for i, thing in enumerate(things):
        x, y = 40 + i % 5 * (side + 34), 70 + i // 5 * (side + 60)
        page.image[y : y + side, x : x + side] = cv2.resize(thing, (side, side), interpolation=cv2.INTER_AREA)
        page.write(x, y + side + 10, _WORDS[i % len(_WORDS)], False, 12)
    return page
