"""A generated screen recording for benchmarks/recordings.py: somebody works in a customer register at 1080p."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import Pixels
from redaction.page.boxes import touch

WIDTH, HEIGHT, ROW, TOP = 1920, 1080, 34, 150
_NAVIGATION = ("Overview", "Customers", "Orders", "Invoices", "Deliveries", "Returns", "Reports", "Settings")
_COLUMNS = ((250, "Customer"), (470, "E-mail"), (780, "Phone"), (950, "City"), (1110, "Amount"))
_KINDS = ("person", "email", "phone")
"""What the first columns hold."""
_MENU = (440, 90, 700, 300)
_TYPED = "Called back, asks for a later delivery; wants the invoice by post"
Row = tuple[str, ...]
Item = dict[str, Any]


def people(count: int) -> list[Row]:
    """Rows of the register: invented people from Faker with a fixed seed."""
    from faker import Faker

    fake = Faker("en_GB")
    fake.seed_instance(5)
    rows: list[Row] = []
    for i in range(count):
        first, last = fake.first_name(), fake.last_name()
        mail = f"{first}.{last}@example.com".lower()
        rows.append((f"{first} {last}", mail, f"020 7946 {i + 100:04}", fake.city(), f"{fake.random_int(20, 9000)}.00"))
    return rows


def recording() -> Iterator[tuple[str, Pixels]]:
    """(what happened, frame) in order: pauses, cursor moves, typing, a menu, scrolling, another page and back."""
    for what, draw, _ in _script():
        yield what, draw()


def labelled() -> Iterator[tuple[str, Pixels, list[Item]]]:
    """The same with the names, addresses and numbers that each frame shows, as benchmarks/screens.py counts them."""
    for what, draw, stated in _script():
        yield what, draw(), stated()


def _script() -> Iterator[tuple[str, Callable[[], Pixels], Callable[[], list[Item]]]]:
    rows = people(60)

    def listed(what: str, first: int, **looks: Any) -> tuple[str, Callable[[], Pixels], Callable[[], list[Item]]]:
        return what, partial(frame, rows, first, **looks), partial(in_list, rows, first, "menu" in looks)

    def shown(what: str, typed: str) -> tuple[str, Callable[[], Pixels], Callable[[], list[Item]]]:
        return what, partial(detail, rows[20], typed), partial(on_page, rows[20])

    yield listed("first", 0)
    yield listed("pause", 0)
    for x in (700, 900, 1200):
        yield listed("cursor", 0, cursor=(x, 300 + x // 3))
    for end in range(4, 33, 4):
        yield listed("typing", 0, typed=_TYPED[:end])
    for marked in (0, 1, 2):
        yield listed("menu", 0, typed=_TYPED[:32], menu=marked)
    yield listed("menu closed", 0, typed=_TYPED[:32])
    for first in (3, 6, 9, 12, 15, 18):
        yield listed("scrolling", first, typed=_TYPED[:32])
    yield listed("pause", 18, typed=_TYPED[:32])
    yield shown("another page", "")
    for end in range(5, 26, 5):
        yield shown("typing", _TYPED[:end])
    yield listed("back", 18, typed=_TYPED[:32])


def in_list(rows: list[Row], first: int, menu: bool) -> list[Item]:
    """What identifies somebody in the register from row `first` on, but for what an open menu covers."""
    found = []
    for i, row in enumerate(rows[first : first + (HEIGHT - TOP - 40) // ROW]):
        y = TOP + i * ROW
        items = [_item(kind, row[n], _COLUMNS[n][0], y, 13) for n, kind in enumerate(_KINDS)]
        found += [item for item in [*items, _town(row, _COLUMNS[3][0], y, 13)] if not (menu and _under_menu(item))]
    return found


def on_page(row: Row) -> list[Item]:
    """What identifies somebody on the page of one customer."""
    fields = [_item(kind, row[n], 260, 182 + 70 * n, 16) for n, kind in enumerate(_KINDS)]
    start = 250 + round(font(20).getlength("Customer "))
    return [*fields, _town(row, 260, 182 + 70 * 3, 16), _item(_KINDS[0], row[0], start, 78, 20)]


def _town(row: Row, x: int, y: int, size: int) -> Item:
    """A town by itself may be hidden or not."""
    return {**_item("address", row[3], x, y, size), "note": "optional"}


def _under_menu(item: Item) -> bool:
    return touch(item["box"], _MENU)


def _item(kind: str, text: str, x: int, y: int, size: int) -> Item:
    left, top, right, bottom = font(size).getbbox(text)
    return {"kind": kind, "text": text, "box": [x + int(left), y + int(top), x + int(right) + 1, y + int(bottom) + 1]}


def work(count: int) -> Iterator[Pixels]:
    """So many frames of somebody who types, points and scrolls, each a little different, on pages of other people; a
    new page every 25 frames."""
    rows = people(2000)
    for i in range(count):
        page, step = divmod(i, 25)
        first = 7 * page % (len(rows) - 40)
        typed = f"{page} {_TYPED}"[: 3 * step + 3]
        if page % 3 == 2:
            yield detail(rows[first], typed)
        else:
            moved = (600 + 17 * step, 400 + 11 * step)
            yield frame(rows, first + (3 if step > 18 else 0), typed=typed, cursor=moved)


def frame(
    rows: list[Row], first: int, *, typed: str = "", menu: int | None = None, cursor: tuple[int, int] = (640, 420)
) -> Pixels:
    """The register from row `first` on, with a form on the right, perhaps with a menu over it."""
    page, draw = _shell("Customer register")
    for x, name in _COLUMNS:
        draw.text((x, TOP - 30), name, font=font(13), fill=(110, 110, 120))
    for i, row in enumerate(rows[first : first + (HEIGHT - TOP - 40) // ROW]):
        y = TOP + i * ROW
        draw.line((230, y - 8, 1270, y - 8), fill=(228, 228, 232))
        for (x, _), value in zip(_COLUMNS, row, strict=True):
            draw.text((x, y), value, font=font(13), fill=(35, 35, 40))
    _form(draw, typed)
    if menu is not None:
        draw.rectangle(_MENU, fill=(255, 255, 255), outline=(150, 150, 160))
        for i, entry in enumerate(("Export selection", "Print list", "Assign to a colleague", "Archive", "Delete")):
            if i == menu:
                draw.rectangle((442, 98 + 40 * i, 698, 132 + 40 * i), fill=(225, 233, 250))
            draw.text((456, 106 + 40 * i), entry, font=font(14), fill=(35, 35, 40))
    x, y = cursor
    draw.polygon([(x, y), (x, y + 18), (x + 5, y + 14), (x + 12, y + 14)], fill=(0, 0, 0), outline=(255, 255, 255))
    return np.asarray(page, dtype=np.uint8)


def detail(row: Row, typed: str) -> Pixels:
    """The page of one customer."""
    page, draw = _shell("Customer " + row[0])
    for i, ((_, name), value) in enumerate(zip(_COLUMNS, row, strict=True)):
        draw.text((260, 160 + 70 * i), name, font=font(13), fill=(110, 110, 120))
        draw.text((260, 182 + 70 * i), value, font=font(16), fill=(35, 35, 40))
    for i in range(9):
        draw.text(
            (700, 160 + 60 * i), f"2025-0{i + 1}-14  Order {7310 + 17 * i} shipped", font=font(13), fill=(60, 60, 66)
        )
    _form(draw, typed)
    return np.asarray(page, dtype=np.uint8)


def _shell(title: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    page = Image.new("RGB", (WIDTH, HEIGHT), (249, 249, 251))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, WIDTH, 52), fill=(38, 62, 110))
    draw.text((24, 14), "Northgate Office", font=font(17), fill=(255, 255, 255))
    draw.rectangle((0, 52, 210, HEIGHT), fill=(236, 238, 243))
    for i, entry in enumerate(_NAVIGATION):
        draw.text((28, 90 + 44 * i), entry, font=font(14), fill=(50, 50, 60))
    draw.text((250, 78), title, font=font(20), fill=(25, 25, 30))
    return page, draw


def _form(draw: ImageDraw.ImageDraw, typed: str) -> None:
    for i, name in enumerate(("Reference", "Channel", "Priority", "Owner", "Due", "Remark")):
        y = 150 + 84 * i
        draw.text((1330, y), name, font=font(13), fill=(110, 110, 120))
        draw.rectangle((1330, y + 22, 1880, y + 58), fill=(255, 255, 255), outline=(190, 190, 200))
        value = typed if name == "Remark" else ("R-20418", "Telephone", "Normal", "Service desk", "2025-06-30")[i]
        draw.text((1342, y + 31), value, font=font(14), fill=(35, 35, 40))


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The typeface of the frames in so many pixels."""
    return ImageFont.truetype("DejaVuSans.ttf", size)
