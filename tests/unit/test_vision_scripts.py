"""Lines in scripts that PP-OCR does not know: when they are read again, and what of that is believed."""

from __future__ import annotations

import subprocess
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont, features

from pipeline.doctor import Patient, examine
from redaction.errors import EngineUnavailable
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.policy import Policy, VisionPolicy
from redaction.screens.ocr import scripts, second_look, tesseract_lines
from redaction.screens.ocr.mapper import span_box
from redaction.screens.ocr.reader import LineReader
from redaction.screens.ocr.recognise import Glyphs
from redaction.screens.ocr.scripts import SCRIPTS, Script, chosen, model_digests, model_path
from redaction.screens.ocr.second_look import doubtful, read_again
from redaction.screens.ocr.tesseract_lines import Sign, Word
from redaction.screens.ocr.unreadable import unreadable
from redaction.stages.engine_versions import require_engines

BY_NAME = {script.name: script for script in SCRIPTS}
CROP = np.full((20, 200, 3), 255, np.uint8)
NOTHING = Glyphs("", (), 0.0)
TEXTS = [
    ("cyrillic", "ru", "Служба поддержки клиентов"),
    ("cyrillic", "uk", "Налаштування профілю"),
    ("cyrillic", "bg", "Входяща поща и настройки"),
    ("cyrillic", "sr", "Подешавања корисника"),
    ("hangul", "ko", "받은 편지함 설정"),
    ("arabic", "ar", "إعدادات الحساب"),
    ("devanagari", "hi", "भुगतान का तरीका"),
    ("hebrew", "he", "כתובת למשלוח חשבוניות"),
]


def font_for(language: str) -> str:
    """The file of a typeface that has the letters of a language; the test is skipped where there is none."""
    command = ["fc-list", f":lang={language}", "file"]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    files = sorted(line.rstrip(": ") for line in found)
    plain = [f for f in files if "Regular" in f or Path(f).stem in ("DejaVuSans", "NanumGothic")]
    sans = [f for f in plain if "Serif" not in f and "Mono" not in f]
    if not sans:
        pytest.skip(f"no typeface for {language} is installed")
    return next((f for f in sans if "DejaVuSans.ttf" in f), sans[0])


def needs(*names: scripts.Name) -> None:
    for script in chosen(names):
        try:
            model_path(script)
        except EngineUnavailable:
            pytest.skip(f"{script.package} is not installed")


def drawn(text: str, language: str, size: int = 15, dark: bool = False) -> NDArray[np.uint8]:
    if language in ("ar", "hi", "he") and not features.check("raqm"):
        pytest.skip("this Pillow does not shape letters")
    image = Image.new("RGB", (560, 60), "#1b1d21" if dark else "white")
    font = ImageFont.truetype(font_for(language), size)
    ImageDraw.Draw(image).text((20, 20), text, fill="#e3e5e8" if dark else "black", font=font)
    return np.asarray(image)


def letters(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def word(text: str, score: float = 0.9, left: float = 0.1, right: float = 0.9) -> Word:
    step = (right - left) / len(text)
    return Word(tuple(Sign(c, left + step * i, left + step * (i + 1)) for i, c in enumerate(text)), score)


def says(monkeypatch: pytest.MonkeyPatch, *words: Word, script: scripts.Name = "cyrillic") -> tuple[Script, ...]:
    """Let Tesseract read these words in every crop."""
    monkeypatch.setattr(second_look, "words_in", lambda crop, asked: list(words))
    return (BY_NAME[script],)


def again(first: Glyphs, asked: Sequence[Script], crop: NDArray[np.uint8] = CROP) -> str | None:
    found = read_again(crop, first, asked, lambda part: pytest.fail("no address is here"))
    return found.text if found is not None else None


def latin(text: str, score: float) -> Glyphs:
    return Glyphs(text, tuple((i + 0.5) / len(text) for i in range(len(text))), score)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("script", "language", "text"), TEXTS)
def test_a_line_is_read_in_its_script(script: scripts.Name, language: str, text: str, dark: bool) -> None:
    needs("cyrillic", "hangul", "arabic", "devanagari", "hebrew")
    (line,) = LineReader().lines(drawn(text, language, dark=dark))
    assert letters(line.text) == letters(text)
    assert line.score >= 0.8 and not unreadable(Reading(560, 60, (line,)), [])


@pytest.mark.parametrize(("script", "language", "text"), TEXTS)
def test_without_its_script_a_line_is_hidden_unread(script: scripts.Name, language: str, text: str) -> None:
    lines = LineReader(scripts=()).lines(drawn(text, language))
    assert unreadable(Reading(560, 60, lines), []), "nobody knows what it says"


def test_a_script_that_nobody_reads_stays_unread() -> None:
    needs("cyrillic", "hangul", "arabic", "devanagari", "hebrew")
    image = drawn("ตั้งค่าบัญชีผู้ใช้งานระบบ", "th")
    assert unreadable(Reading(560, 60, LineReader().lines(image)), [])


def test_characters_stand_where_they_are_drawn() -> None:
    needs("cyrillic")
    text = "Марфа Лозинская, отдел продаж"
    font = ImageFont.truetype(font_for("ru"), 15)
    (line,) = LineReader().lines(drawn(text, "ru"))
    assert line.text == text
    for at in (6, 16):
        assert abs(line.edges[at] - (20 + font.getlength(text[:at]))) <= 5, "px"


def test_a_mail_address_within_a_line_is_read_as_one() -> None:
    needs("cyrillic")
    (line,) = LineReader().lines(drawn("Марфа Лозинская <m.lozinskaya@tverlin.example>", "ru"))
    assert line.text.split() == ["Марфа", "Лозинская", "<m.lozinskaya@tverlin.example>"]


def test_a_line_from_right_to_left_keeps_its_order_and_is_hidden_whole() -> None:
    needs("cyrillic", "hangul", "arabic")
    text = "شارع النخيل الرياض"
    (line,) = LineReader().lines(drawn(text, "ar"))
    assert line.text == text, "as it is read, not as it stands"
    assert all(a <= b for a, b in pairwise(line.edges))
    x0, _, x1, _ = span_box(line, 0, 4, 560, 60)
    assert x0 <= line.box[0] and x1 >= line.box[2]


def test_a_crop_reads_the_same_whatever_was_read_before_and_beside_it() -> None:
    needs("cyrillic", "hangul", "arabic", "devanagari", "hebrew")
    images = [drawn(text, language) for _, language, text in TEXTS if language != "ko"]
    alone = [LineReader().lines(image) for image in images]
    reader = LineReader()
    order = [*range(len(images))[::-1], *range(len(images))]
    assert [reader.lines(images[i]) for i in order] == [alone[i] for i in order]
    fresh = LineReader()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fresh.lines, images * 3)) == alone * 3


def test_an_ordinary_screen_asks_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_look, "words_in", lambda *args: pytest.fail("Tesseract was asked"))
    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", ())
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    for text in ("Account settings for Henrietta", "Invoice 4711, due on Friday", "mail@velmora.example"):
        assert [line.text for line in LineReader().lines(drawn(text, "en"))] == [text]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_missing_model_is_told_with_its_package(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", ())
    with pytest.raises(EngineUnavailable, match=script.package):
        model_path(script)


def test_a_build_is_refused_in_its_first_second_where_a_script_of_the_policy_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", ())
    with pytest.raises(EngineUnavailable, match="tesseract-ocr-heb"):
        require_engines(Policy(vision=VisionPolicy(scripts=("hebrew",))))
    require_engines(Policy(vision=VisionPolicy(scripts=())))
    told = [(one.verdict, one.remedy) for one in examine(Patient(Path("key"), Path("out"))) if one.check == "scripts"]
    assert told == [("wrong", f"install {script.package}, or see vision.scripts.") for script in SCRIPTS]


def test_readings_are_kept_under_the_models_they_were_read_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    monkeypatch.setattr("redaction.work.tesseract.FOLDERS", ())
    assert model_digests.__wrapped__(("hebrew",)) == {"heb.traineddata": "missing"}
    (tmp_path / "heb.traineddata").write_bytes(b"x")
    first = model_digests.__wrapped__(("hebrew",))
    (tmp_path / "heb.traineddata").write_bytes(b"y")
    assert model_digests.__wrapped__(("hebrew",)) != first and model_digests.__wrapped__(()) == {}


def test_scripts_are_tried_in_one_order_however_they_are_named() -> None:
    assert [script.name for script in chosen(("hebrew", "cyrillic"))] == ["cyrillic", "hebrew"]


def line(text: str, wide: int, high: int = 10, score: float = 0.99, turned: bool = False) -> Line:
    edges = tuple(10 + round(wide * i / len(text)) for i in range(len(text) + 1))
    return Line(text, (10, 10, 10 + wide, 10 + high), edges, score, turned)


@pytest.mark.parametrize(
    ("item", "doubt"),
    [
        (line(NOT_READ, 15), True),
        (line(NOT_READ, 14), False),
        (line(NOT_READ, 40, 8), True),
        (line(NOT_READ, 40, 7), False),
        (line("Mapφa", 40), True),
        (line("Mapfa φ", 50), False),
        (line("abcd", 20, score=0.899), True),
        (line("abcd", 20, score=0.9), False),
        (line("abcd", 20, score=0.5, turned=True), False),
        (line("Zhvx", 101), True),
        (Line("ab", (10, 10, 36, 20), (10, 15, 36), 0.99), True),
        (Line("ab", (10, 10, 35, 20), (10, 15, 35), 0.99), False),
        (Line("ab", (10, 10, 36, 20), (10, 31, 36), 0.99), True),
        (Line("ab", (10, 10, 36, 20), (10, 30, 36), 0.99), False),
        (None, False),
    ],
)
def test_which_lines_are_read_again(item: Line | None, doubt: bool) -> None:
    assert doubtful(item) is doubt


@pytest.mark.parametrize(("scores", "taken"), [((0.8, 0.8), True), ((0.79, 0.8), False), ((0.6, 1.0), True)])
def test_how_sure_tesseract_must_be(scores: tuple[float, float], taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = says(monkeypatch, word("жук", scores[0], 0.1, 0.4), word("лес", scores[1], 0.6, 0.9))
    assert again(NOTHING, asked) == ("жук лес" if taken else None)


@pytest.mark.parametrize(
    ("text", "script", "taken"),
    [
        ("жукabc", "cyrillic", True),
        ("жукabcd", "cyrillic", False),
        ("жук", "cyrillic", True),
        ("жу1", "cyrillic", False),
        ("제목", "hangul", True),
        ("제1", "hangul", False),
        ("جدا", "arabic", True),
        ("لا", "arabic", False),
    ],
)
def test_how_many_letters_must_be_of_the_script(
    text: str, script: scripts.Name, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = says(monkeypatch, word(text), script=script)
    assert again(NOTHING, asked) == (text if taken else None)


@pytest.mark.parametrize(
    ("first", "text", "taken"),
    [
        (latin("Marvi", 0.7), "Магуіпорст", True),  # five of ten letters: PP-OCR lost the others
        (latin("Marvin", 0.7), "Магуіпорст", False),
        (latin("Marvin", 0.7), "Магуіпоржщ", True),  # two of ten look like no Latin letter
        (latin("Marvin", 0.7), "Магуіпоржт", False),
        (latin("Marvin", 0.899), "Магуіпоржщ", True),
        (latin("Marvin", 0.9), "Магуіпоржщ", False),
        (latin("Marvi", 0.9), "Магуіпоржщ", True),
    ],
)
def test_what_is_latin_is_not_read_as_cyrillic(
    first: Glyphs, text: str, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (again(first, says(monkeypatch, word(text))) is not None) is taken


def test_of_a_script_without_letters_like_latin_ones_none_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert again(latin("fachey", 0.57), says(monkeypatch, word("विकल्प"), script="devanagari")) == "विकल्प"


@pytest.mark.parametrize(
    ("seen", "text", "taken"),
    [
        ("12 34", "жук1234", True),
        ("12 34", "жук1243", False),
        ("12", "жук", False),
        ("1", "жук", True),
        ("T12", "жук", True),
        ("", "жук77", True),
    ],
)
def test_digits_that_were_seen_must_be_read(seen: str, text: str, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    first = latin(seen, 0.7) if seen else NOTHING
    assert (again(first, says(monkeypatch, word(text))) is not None) is taken


def test_figures_are_taken_from_the_reader_that_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = says(monkeypatch, word("44,", 0.9, 0.0, 0.2), word("жук", 0.9, 0.4, 0.9))
    assert again(Glyphs("14,", (0.05, 0.1, 0.15), 0.9), asked) == "14, жук"
    assert again(Glyphs("1x", (0.05, 0.1), 0.9), asked) == "44, жук", "letters are no figures"


@pytest.mark.parametrize(("gap", "text"), [(4, "제 목"), (3, "제목")])
def test_syllables_are_one_word_where_no_blank_stands(gap: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    crop = CROP.copy()
    crop[5:15, 20:100] = crop[5:15, 100 + gap : 180] = 0
    asked = says(monkeypatch, word("제", 0.9, 0.1, 0.5), word("목", 0.9, 0.5, 0.9), script="hangul")
    assert again(NOTHING, asked, crop) == text


def around(score: float, beside: int, monkeypatch: pytest.MonkeyPatch, read: str = "<m@x.example>") -> str | None:
    """A crop, 20 px high, with something so many px wide before a mail address of 100 px, a gap of 10 px between."""
    crop = CROP.copy()
    crop[5:15, 80 - beside : 80] = crop[5:15, 90:190] = 0
    first = Glyphs("<m@x.example>", tuple((92 + 8 * i) / 200 for i in range(13)), 0.95)
    asked = says(monkeypatch, word("жук"))
    found = read_again(crop, first, asked, lambda part: latin(read, score))
    return found.text if found is not None else None


@pytest.mark.parametrize(("score", "taken"), [(0.9, True), (0.899, False)])
def test_how_surely_a_mail_address_must_be_read(score: float, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert around(score, 40, monkeypatch) == ("жук <m@x.example>" if taken else None)


@pytest.mark.parametrize(("wide", "taken"), [(10, True), (9, False)])
def test_how_much_must_stand_beside_a_mail_address(wide: int, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less is an icon or nothing, and the line stays what it was."""
    assert (around(0.95, wide, monkeypatch) is not None) is taken


def test_what_reads_as_no_address_by_itself_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert around(0.95, 40, monkeypatch, "m x example") is None


def test_a_crop_that_is_too_wide_is_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    class Never:
        def words(self, *args: object) -> list[Word]:
            return pytest.fail("read")

    monkeypatch.setattr(tesseract_lines, "_model", lambda script: Never())
    assert tesseract_lines.words_in(np.full((36, 3601, 3), 255, np.uint8), SCRIPTS[0]) == []


def test_what_takes_too_long_is_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("cyrillic")
    model = tesseract_lines._model(BY_NAME["cyrillic"])

    class Slow:
        def __getattr__(self, name: str) -> object:
            return lambda *args: False

    monkeypatch.setattr(model, "_api", Slow())
    assert tesseract_lines.words_in(CROP, BY_NAME["cyrillic"]) == []
