"""Recordings: carried and re-read frames give what reading each frame whole gives; the cache never lies."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.findings import Kind, TextFinding
from redaction.page.reading import Line, Reading
from redaction.policy import VisionPolicy
from redaction.screens import reading_cache
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.recording import RecordingReader, changed_parts
from redaction.screens.frames.scrolling import differing, scrolled
from redaction.screens.reading_cache import ReadingCache, pixel_digest
from redaction.text.inputs import TextInput

FONT = ImageFont.truetype("DejaVuSans.ttf", 15)


class Names:
    """Stands in for the text engine: finds the names it was given."""

    shipped_names = False

    def chances(self, text: str) -> list[object]:
        return []

    def __init__(self, *names: str) -> None:
        self.names = names

    def find_many(self, inputs: list[TextInput], registry: object = None) -> list[list[TextFinding]]:
        return [
            [
                TextFinding(at, at + len(name), Kind.PERSON, 0.9, "names")
                for name in self.names
                if (at := item.text.find(name)) >= 0
            ]
            for item in inputs
        ]


def frame(*lines: str, popup: tuple[int, int, int, int] | None = None) -> np.ndarray:
    page = Image.new("RGB", (640, 400), (252, 252, 252))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 640, 34), fill=(40, 80, 140))
    draw.text((14, 8), "Customer register", font=FONT, fill=(255, 255, 255))
    for i, text in enumerate(lines):
        draw.text((30, 60 + 40 * i), text, font=FONT, fill=(30, 30, 30))
    if popup:
        draw.rectangle(popup, fill=(255, 250, 205), outline=(90, 90, 90))
    return np.array(page)


@pytest.fixture(scope="module")
def engine() -> ScreenEngine:
    return ScreenEngine(VisionPolicy(device="cpu"), Names("Helena Marsh", "Helena", "Otto Brandt"))  # type: ignore[arg-type]


FRAMES = [
    frame("Account holder Helena Marsh", "Balance due 1,204.50", "Remark"),
    frame("Account holder Helena Marsh", "Balance due 1,204.50", "Remark: call Otto Brandt"),
    frame("Account holder Helena Marsh", "Balance due 1,204.50", "Remark: call Otto Brandt"),
    frame("Account holder Helena Marsh", "Balance due 1,204.50", "Remark", popup=(206, 50, 420, 90)),
    frame("Account holder Helena Marsh", "Balance due 1,299.00", "Remark"),
]


def test_a_recording_reads_as_its_frames_do(engine: ScreenEngine) -> None:
    reader = RecordingReader(engine)
    for image in FRAMES:
        _, reading = reader.read(image)
        whole = engine.read_fresh(image)
        assert [x.text for x in reading.lines] == [x.text for x in whole.lines]
        ours, theirs = engine.find(reading), engine.find(whole)
        assert [(f.kind, f.value) for f in ours] == [(f.kind, f.value) for f in theirs]
        assert np.abs(np.array([f.box for f in ours]) - np.array([f.box for f in theirs])).max(initial=0) <= 12
    assert (reader.whole, reader.partly, reader.reused) == (1, 3, 1)


def test_a_name_half_covered_is_still_found_where_it_shows(engine: ScreenEngine) -> None:
    reader = RecordingReader(engine)
    found = [engine.find(reader.read(image)[1]) for image in (FRAMES[0], FRAMES[3])]
    assert [f.value for f in found[0]] == ["Helena Marsh"]
    assert [f.value for f in found[1]] == ["Helena"], "the popup covers the last name only"


ROWS = [
    f"Entry {number} {name}" for number, name in enumerate(("Helena Marsh", "pending", "Otto Brandt", "shipped") * 6)
]


def scrolled_list(by: int) -> np.ndarray:
    """A list scrolled by some px under a header, beside a scroll bar that moves the other way."""
    page = Image.new("RGB", (640, 400), (252, 252, 252))
    draw = ImageDraw.Draw(page)
    for i, text in enumerate(ROWS):
        draw.text((30, 60 + 30 * i - by), text, font=FONT, fill=(30, 30, 30))
    draw.rectangle((0, 0, 640, 44), fill=(40, 80, 140))
    draw.text((14, 12), "Customer register", font=FONT, fill=(255, 255, 255))
    draw.rectangle((624, 60 + by // 3, 632, 140 + by // 3), fill=(170, 170, 170))
    return np.array(page)


def test_what_scrolled_is_carried_and_only_the_rest_is_read(
    engine: ScreenEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = RecordingReader(engine)
    asked: list[int] = []
    read = engine.reader.read

    def noted(image: np.ndarray, boxes: list[tuple[int, int, int, int]]) -> tuple[Line, ...]:
        asked.append(len(boxes))
        return read(image, boxes)

    for by in (0, 60, 150, 127):
        image = scrolled_list(by)
        whole = engine.read_fresh(image)
        with monkeypatch.context() as patched:
            patched.setattr(engine.reader, "read", noted)
            _, reading = reader.read(image)
        # The last row may be cut through the middle of its letters, and is then no text.
        texts = [[x.text for x in seen.lines if x.box[3] < 395] for seen in (reading, whole)]
        assert texts[0] == texts[1] != []
        ours, theirs = engine.find(reading), engine.find(whole)
        assert [(f.kind, f.value) for f in ours] == [(f.kind, f.value) for f in theirs] != []
        assert np.abs(np.array([f.box for f in ours]) - np.array([f.box for f in theirs])).max() <= 12
    assert (reader.whole, reader.partly) == (1, 3)
    assert asked[0] >= 12 and all(0 < lines <= 6 for lines in asked[1:]), "most of the list was not read again"


def test_a_page_that_did_not_move_is_not_scrolled() -> None:
    first, second = scrolled_list(0), scrolled_list(0)
    second[100:300, 20:400] = np.random.default_rng(4).integers(0, 256, (200, 380, 3))
    differ = (first != second).any(axis=2)
    assert scrolled(first, second, differ, [], [(20, 100, 400, 300)]) is None


def test_a_line_that_changed_as_it_moved_is_not_carried() -> None:
    first, second = scrolled_list(0), scrolled_list(60)
    line, other = Line("x", (30, 182, 200, 198), (30, 200)), Line("y", (30, 302, 200, 318), (30, 200))
    second[125:130, 100:104] = 0
    differ = (first != second).any(axis=2)
    found = scrolled(first, second, differ, [line, other], [(0, 50, 640, 400)])
    assert found is not None and found.by == -60
    assert [moved.box for moved in found.lines] == [(30, 242, 200, 258)]
    assert found.near == ((30, 122, 200, 138),) and found.rest[125:130, 100:104].all()


def test_what_stays_where_a_list_scrolled_is_read_again(engine: ScreenEngine) -> None:
    """A notice stands still in the middle of the list, half of it was covered by a row that has moved away."""
    frames = []
    for by in (0, 70):
        image = scrolled_list(by)
        image[180:204, 300:560] = frame("", "", "Attended by Otto Brandt")[136:160, 20:280]
        frames.append(image)
    frames[0][180:204, 396:560] = 252
    reader = RecordingReader(engine)
    reader.read(frames[0])
    _, reading = reader.read(frames[1])
    assert "Attended by Otto Brandt" in [line.text for line in reading.lines] and reader.partly == 1


def test_frames_of_another_size_are_read_whole(engine: ScreenEngine) -> None:
    reader = RecordingReader(engine)
    reader.read(FRAMES[0])
    reader.read(FRAMES[0][:300])
    assert (reader.whole, reader.partly) == (2, 0)


def test_changed_parts_hold_every_changed_pixel() -> None:
    rng = np.random.default_rng(5)
    before = np.full((200, 300, 3), 200, np.uint8)
    after = before.copy()
    for _ in range(12):
        y, x = rng.integers(0, 200), rng.integers(0, 300)
        after[y : y + 3, x : x + 9] = rng.integers(0, 199)
    parts = changed_parts(differing(before, after))
    outside = (before != after).any(axis=2)
    for x0, y0, x1, y1 in parts:
        outside[y0:y1, x0:x1] = False
    assert parts and not outside.any()
    assert changed_parts(differing(before, before)) == []


READING = Reading(9, 8, (Line("Ärger", (1, 1, 6, 5), (1, 2, 3, 4, 5, 6), 0.5),), (((0, 0, 2, 2), 0.5, "x"),))


def test_the_cache_gives_back_what_was_put(tmp_path: Path) -> None:
    cache = ReadingCache(tmp_path / "c")
    assert cache.get("ab") is None
    cache.put("ab", READING)
    assert cache.get("ab") == READING
    assert ReadingCache(tmp_path / "c").get("ab") == READING
    assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o700
    assert {stat.S_IMODE(f.stat().st_mode) for f in (tmp_path / "c").iterdir()} == {0o600}


def test_other_settings_have_other_entries(tmp_path: Path) -> None:
    ReadingCache(tmp_path, "faces=True").put("ab", READING)
    assert ReadingCache(tmp_path, "faces=False").get("ab") is None


@pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
def test_a_damaged_entry_is_not_used(tmp_path: Path, damage: str) -> None:
    cache = ReadingCache(tmp_path)
    cache.put("ab", READING)
    (file,) = tmp_path.iterdir()
    data = file.read_bytes()
    changed = data.replace("Ärger".encode(), "Örger".encode())
    file.write_bytes({"cut": data[:-9], "changed": changed, "empty": b""}[damage])
    assert cache.get("ab") is None


def test_the_digest_tells_shapes_and_pixels_apart() -> None:
    flat = np.zeros((4, 6, 3), np.uint8)
    other = flat.copy()
    other[0, 0, 0] = 1
    assert len({pixel_digest(flat), pixel_digest(flat.reshape(6, 4, 3)), pixel_digest(other)}) == 3
    assert pixel_digest(flat[:, ::-1]) == pixel_digest(np.ascontiguousarray(flat[:, ::-1]))


def test_what_was_cached_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ScreenEngine(VisionPolicy(device="cpu"), Names(), tmp_path)  # type: ignore[arg-type]
    first = made.read(FRAMES[0])
    monkeypatch.setattr(made, "read_fresh", lambda image: pytest.fail("read again"))
    assert made.read(FRAMES[0]) == first
    assert json.dumps(first.to_json()) == json.dumps(Reading.from_json(first.to_json()).to_json())


def test_every_module_of_pictures_and_nets_decides_what_a_reading_says() -> None:
    root = Path(reading_cache.__file__).parent
    modules = {
        f"screens/{room}/{path.name}" for room in ("pictures", "nets") for path in (root / room).glob("[!_]*.py")
    }
    assert modules <= set(reading_cache._DECIDES)
