"""The independent reader of screenshots: recall by colour, size and turn, what it tells as unread, its processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from benchmarks.reader_grid import COLOURS, FONTS, HARD, Drawn, as_png, colour_pages, lines_page, turned_page
from redaction.findings import Kind
from validation.leaks.needles import Matcher
from validation.leaks.verdicts import Verdict, count_unread, findings
from validation.reading.clean_canvas import find_foreground
from validation.reading.line_looks import Look, Looker, credible, plausible, times_for, unstruck
from validation.reading.read_lines import reading_orders
from validation.reading.read_words import ScreenReading, Word
from validation.reading.reader_pool import ReaderPool, Worker
from validation.reading.rest import _turned, find_angle, looks_like_text
from validation.reading.screen_reader import _inside, read_image
from validation.reading.tesseract import reader_versions

DEJAVU, ROBOTO = FONTS["DejaVu Sans"], FONTS["Roboto"]


@pytest.fixture(scope="module")
def looker() -> Looker:
    return Looker()


def recall(drawn: Drawn, looker: Looker) -> tuple[dict[str, list[bool]], ScreenReading]:
    reading = read_image(drawn.image, looker)
    found: dict[str, list[bool]] = {}
    for label, name, _ in drawn.names:
        matcher = Matcher([("x", Kind.PERSON, name)])
        found.setdefault(label, []).append(any(matcher.find(part.text, ocr=True) for part in reading.parts))
    return found, reading


def share(found: dict[str, list[bool]]) -> float:
    every = [hit for hits in found.values() for hit in hits]
    return sum(every) / len(every)


@pytest.mark.parametrize("font", ["DejaVu Sans", "Open Sans"])
def test_names_are_read_in_every_colour(looker: Looker, font: str) -> None:
    (page,) = colour_pages(fonts={font: FONTS[font]}, sizes=(11, 13, 16))
    found, reading = recall(page, looker)
    assert found.keys() == COLOURS.keys() and set(HARD) <= found.keys()
    # Six names a class: of each at least five, and of all 96%.
    assert not {label: hits for label, hits in found.items() if sum(hits) < 5}
    assert share(found) >= 0.96
    assert reading.regions >= 100


@pytest.mark.parametrize(("size", "floor"), [(9, 0.75), (8, 0.5), (12, 1.0)])
def test_small_names_are_read_down_to_eight_px(looker: Looker, size: int, floor: float) -> None:
    found, _ = recall(lines_page("small", size, DEJAVU, 12), looker)
    assert share(found) >= floor


def test_most_names_too_small_to_read_are_told_as_unread(looker: Looker) -> None:
    page = lines_page("small", 5, ROBOTO, 12)
    found, reading = recall(page, looker)
    stated = [
        any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in reading.unread)
        for _, _, (x0, y0, x1, y1) in page.names
    ]
    assert sum(hit or out for hit, out in zip(found["small"], stated, strict=True)) >= 6


@pytest.mark.parametrize("size", [11, 13, 16, 20])
def test_a_rule_through_the_letters_is_taken_out(looker: Looker, size: int) -> None:
    found, _ = recall(lines_page("struck", size, ROBOTO, 8, struck=True), looker)
    assert share(found) >= 0.85


def test_a_line_without_a_rule_stays_as_it_is() -> None:
    crop = np.full((14, 60), 255, np.uint8)
    crop[3:11, ::4] = 0
    assert unstruck(crop) is crop
    ruled = crop.copy()
    ruled[7] = 0
    assert (unstruck(ruled) == crop).all()
    underlined = crop.copy()
    underlined[12] = 0
    assert (unstruck(underlined) == underlined).all()


@pytest.mark.parametrize("angle", [-90, -45, 15, 30, 75, 90, 180])
def test_turned_names_are_read(looker: Looker, angle: int) -> None:
    found, _ = recall(turned_page("turned", angle, 14, DEJAVU, 8), looker)
    assert share(found) >= (0.6 if abs(angle) == 15 else 0.85)


@pytest.mark.parametrize("angle", [-60, -20, 0, 35, 80])
def test_the_angle_is_the_one_at_which_edges_lie_in_rows(angle: int) -> None:
    mask = np.zeros((160, 160), np.uint8)
    mask[40:120:20, 20:140] = 1
    matrix = cv2.getRotationMatrix2D((80, 80), angle, 1.0)
    turned = np.asarray(cv2.warpAffine(mask, matrix, (160, 160), flags=cv2.INTER_NEAREST), np.uint8)
    assert abs(find_angle(turned) + angle) <= 2


def test_cells_of_a_table_with_rules_on_all_sides_are_read(looker: Looker) -> None:
    page, font = Image.new("RGB", (460, 230), "white"), ImageFont.truetype(str(DEJAVU), 12)
    pen = ImageDraw.Draw(page)
    names = [name for _, name, _ in lines_page("x", 12, DEJAVU, 20, skip=40).names]
    for n, name in enumerate(names):
        pen.rectangle((20 + n % 2 * 210, 4 + n // 2 * 21, 230 + n % 2 * 210, 25 + n // 2 * 21), outline="#d0d0d0")
        pen.text((26 + n % 2 * 210, 7 + n // 2 * 21), name, font=font, fill="#222222")
    drawn = Drawn(np.asarray(page)[..., ::-1].copy(), tuple(("cell", name, (0, 0, 1, 1)) for name in names))
    assert share(recall(drawn, looker)[0]) == 1.0


def test_words_stand_where_they_are_and_in_both_orders(looker: Looker) -> None:
    page, font = Image.new("RGB", (420, 120), "white"), ImageFont.truetype(str(DEJAVU), 14)
    pen = ImageDraw.Draw(page)
    for x, y, text in ((20, 20, "Zorvan"), (20, 40, "Quellmaris"), (220, 20, "Ostermark"), (220, 40, "Logistik")):
        pen.text((x, y), text, font=font, fill="#222222")
    reading = read_image(np.asarray(page), looker)
    rows, columns = (" ".join(part.text.split()) for part in reading.parts[:2])
    assert "Zorvan Ostermark" in rows and "Quellmaris Logistik" in rows
    assert "Zorvan Quellmaris" in columns and "Ostermark Logistik" in columns
    word = next(w for w in reading.parts[0].words if w.text == "Logistik")
    assert abs(word.left - 220) <= 4 and abs(word.top - 43) <= 4 and 40 <= word.width <= 80
    assert (reading.regions, reading.unread) == (4, ())


def test_orders_hold_every_line_once() -> None:
    boxes = [(0, 0, 50, 10), (100, 2, 150, 12), (0, 14, 40, 24), (100, 16, 160, 26), (300, 300, 340, 310)]
    assert [sorted(order) for order in reading_orders(boxes)] == [[0, 1, 2, 3, 4]] * 2


def test_a_look_depends_on_its_pixels_alone() -> None:
    pages = [lines_page("x", 12, DEJAVU, 6, skip=6 * n) for n in range(3)]
    used = Looker()
    first = [read_image(page.image, used) for page in pages]
    again = [read_image(page.image, used) for page in reversed(pages)][::-1]
    fresh = [read_image(page.image, Looker()) for page in pages]
    assert first == again == fresh


def word(text: str, width: int, confidence: float) -> Word:
    return Word(text, 0, 0, width, 10, confidence, 0)


def test_where_a_reading_is_credible() -> None:
    assert credible((word("Anna", 50, 60.0),), 100)
    assert not credible((word("Anna", 49, 60.0),), 100)
    assert not credible((word("Anna", 50, 59.9),), 100)
    assert not credible((word("~~", 100, 99),), 100)
    assert plausible((word("Anna", 50, 90),), 100) and plausible((word("+353", 50, 90),), 100)
    assert not plausible((word("UOSIiy", 100, 99),), 100) and not plausible((word("No", 100, 99),), 100)
    assert [times_for(height) for height in (9, 10, 40, 41)] == [3, 2, 2, 1]


def test_letters_look_like_text_and_an_icon_does_not() -> None:
    line = lines_page("x", 14, DEJAVU, 1).image[8:34, 16:140]
    assert looks_like_text(line)
    icon = np.full((32, 32, 3), 255, np.uint8)
    cv2.circle(icon, (16, 16), 12, (20, 20, 20), 2)
    cv2.line(icon, (10, 16), (22, 16), (20, 20, 20), 2)
    assert not looks_like_text(icon)


def test_too_much_unread_keeps_a_screenshot_out_and_less_is_counted() -> None:
    assert findings(Verdict((), 30, 15), 0.5) == ()
    ((who, kind, how),) = findings(Verdict((), 30, 16), 0.5)
    assert (who, kind) == ("", "unreadable") and "16 of 30 regions" in how
    assert findings(Verdict((), 10, 10), 0.0) == ()
    assert findings(Verdict((), 11, 11), 0.0) != ()
    assert findings(None, 1.0) == (("", "unreadable", "Tesseract cannot read it"),)
    counted = count_unread(
        [("a", Verdict((), 30, 2)), ("b", None), ("c", Verdict((), 10, 0)), ("d", Verdict((), 9, 7))]
    )
    assert counted.as_json() == {
        "regions": 49,
        "unread": 9,
        "screens_by_unread_regions": {"0": 1, "2": 1, "7": 1},
        "most_unread": [{"where": "d", "unread": 7}, {"where": "a", "unread": 2}],
    }


def test_a_process_that_dies_or_hangs_costs_one_screen() -> None:
    page = lines_page("x", 14, DEJAVU, 2)
    data, name = as_png(page), page.names[0][1]
    worker = Worker(seconds=20)
    try:
        first = worker.read(data)
        assert first is not None and name in first.parts[0].text
        assert worker.read(b"no picture") is None and worker.pid is not None
        before = worker.pid
        os.kill(before, signal.SIGKILL)
        assert worker.read(data) is None
        assert worker.read(data) == first and worker.pid != before
        impatient = worker.pid
        assert impatient is not None
        worker._seconds = 0.5
        os.kill(impatient, signal.SIGSTOP)
        assert worker.read(data) is None and worker.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(impatient, 0)
    finally:
        worker.close()


def test_what_is_read_does_not_depend_on_the_number_of_processes() -> None:
    screens = [as_png(lines_page("x", 12, DEJAVU, 3, skip=3 * n)) for n in range(3)]
    with ReaderPool(1) as one, ReaderPool(2) as two:
        assert list(one.read_all(screens)) == list(two.read_all(screens))


def test_the_tesseract_that_reads_is_named_with_its_model() -> None:
    stated = reader_versions()
    assert stated["tesseract"].startswith("5.") and stated["tesserocr"] == "2.13.0"
    assert len(stated["tesseract-model"].rpartition(" ")[2]) == 64


def test_a_missing_model_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from redaction.errors import EngineUnavailable
    from validation.reading import tesseract

    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", (str(tmp_path),))
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    tesseract.model_path.cache_clear()
    with pytest.raises(EngineUnavailable, match="not installed"):
        tesseract.model_path()
    tesseract.model_path.cache_clear()


@pytest.mark.parametrize(("credible_lines", "sure"), [(2, True), (1, True), (0, False)])
def test_a_turned_region_is_read_from_half_of_it_on(credible_lines: int, sure: bool) -> None:
    class Half:
        looks = 0

        def look(self, image: object, canvas: object, line: object) -> Look:
            self.looks += 1
            return Look((), (), self.looks <= credible_lines, True)

    page = np.full((80, 300, 3), 255, np.uint8)
    for y in (30, 60):
        cv2.putText(page, "Orders of May", (20, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    left = find_foreground(page).mask
    assert _turned(page, left, (10, 5, 290, 75), Half())[1] is sure  # type: ignore[arg-type]


def test_the_part_of_a_mask_inside_a_box() -> None:
    mask = np.arange(200, dtype=np.uint8).reshape(10, 20)
    assert _inside(mask, (12, 1, 16, 9)).tolist() == [[20 * y + x for x in range(12, 16)] for y in range(1, 9)]
