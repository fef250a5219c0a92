"""Each threshold of the leak check and of the counting beside it, on both sides."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable

import numpy as np
import pytest

from redaction.canaries.figures import figures, wilson
from redaction.canaries.planted_screens import Mark
from redaction.capture.keystrokes import Chord, chord
from redaction.capture.paths import screenshot_name
from redaction.capture.shift import offset_s
from redaction.findings import ImageFinding, Kind
from release.bundle.distinctive import is_distinctive
from validation.files.png import png_problems
from validation.leaks.allowed import without_drawn
from validation.leaks.decoding import readings
from validation.leaks.folding import join
from validation.leaks.known_numbers import Phones
from validation.leaks.name_forms import parse
from validation.leaks.near import Near
from validation.leaks.needles import Matcher
from validation.leaks.search import Alike, Tight
from validation.leaks.spread import pairs
from validation.leaks.unreserved import pattern_hits
from validation.leaks.verdicts import UNREAD_FREE, Verdict, count_unread, findings
from validation.reading.read_words import Part, Word

# -- one wrong letter -----------------------------------------------------------------------------------------------


def near(*names: str) -> Near[str]:
    made: Near[str] = Near()
    for name in names:
        made.add(name.split(), name)
    return made


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("otta brandv", "otta brandx", True),  # ten letters
        ("otta brand", "otta branx", False),  # nine
        ("ottabrandvold", "ottabrandvolx", False),  # one word
        ("otta brandvold", "otta brandvold", False),  # right
        ("otta brandvold", "otta brxndvold", True),
        ("otta brandvold", "otta brxnxvold", False),  # two wrong
        ("otta brandvold", "otta brndvold", True),
        ("otta brandvold", "otta braandvold", True),
        ("otta brandvold", "ottabrandvolx", True),  # run together
        ("otta brandvold", "otta brand volx", True),  # one word more
        ("otta brandvold", "brandvold otta", False),
        ("otta brandvold", "ott xbrandvold", True),
        ("otta brandvold", "the otta brandvolx called", True),
        ("ottå brandvold", "ottå brandvolx", False),
    ],
)
def test_a_name_one_letter_off(name: str, text: str, found: bool) -> None:
    assert list(set(near(name).find(text.split()))) == ([name] if found else [])


def test_nothing_is_near_to_nothing() -> None:
    assert list(near().find(["otta", "brandvold"])) == []
    assert list(near("otta brandvold").find([])) == []


def test_words_at_the_ends_of_two_texts_are_put_together() -> None:
    texts = ["one two three four otta", "brandvold five six seven eight nine", ""]
    assert list(pairs(texts, {"otta", "brandvold"})) == [
        [["two", "three", "four", "otta"], ["brandvold", "five", "six", "seven"]]
    ]
    assert list(pairs(texts, {"otta"})) == list(pairs(texts, {"brandvold"})) == []
    assert list(pairs(["otta otta"], {"otta"})) == [], "a text does not go on in itself"


# -- what could not be read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regions", "unread", "share", "kept"),
    [(10, 10, 0.5, True), (11, 11, 0.5, False), (22, 11, 0.5, True), (21, 11, 0.5, False), (100, 30, 0.3, True)],
)
def test_how_much_of_a_screenshot_may_stay_unread(regions: int, unread: int, share: float, kept: bool) -> None:
    assert UNREAD_FREE == 10
    stated = findings(Verdict((), regions, unread), share)
    assert (stated == ()) is kept
    if not kept:
        assert stated == (("", "unreadable", f"{unread} of {regions} regions that look like text cannot be read on the "
                         "screenshot"),)  # fmt: skip


def test_what_was_found_is_told_beside_what_was_unread() -> None:
    seen = ("person-1", "person", "seen")
    assert findings(Verdict((seen,), 2, 0), 0.5) == (seen,)
    assert findings(Verdict((seen,), 20, 20), 0.5)[0] == seen and len(findings(Verdict((seen,), 20, 20), 0.5)) == 2
    assert findings(None, 0.5) == (("", "unreadable", "Tesseract cannot read it"),)


def test_unread_regions_are_added_up_and_the_most_are_named() -> None:
    verdicts = [(f"s{n:02d}", Verdict((), 30, n)) for n in range(23)]
    counted = count_unread([*verdicts, ("bad", None)])
    assert (counted.regions, counted.unread) == (23 * 30, sum(range(23)))
    assert counted.screens == tuple((n, 1) for n in range(23))
    assert counted.most == tuple((f"s{n:02d}", n) for n in range(22, 2, -1)), "the twenty with most, none without any"
    assert count_unread([("b", Verdict((), 1, 1)), ("a", Verdict((), 1, 1))]).most == (("a", 1), ("b", 1))


# -- which values point at their owner -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "declared", "expected"),
    [
        (Kind.PERSON, "Vexal", False, True),  # five letters alone
        (Kind.PERSON, "Vexa", False, False),
        (Kind.PERSON, "Vexa Quor", False, True),
        (Kind.PERSON, "Vexa", True, True),
        (Kind.PERSON, "Vex", True, False),  # three are no rare word
        (Kind.PERSON, "vexal", False, False),
        (Kind.PERSON, "vexal", True, True),
        (Kind.EMAIL, "ab@quorvex.com", False, True),
        (Kind.EMAIL, "a@quorvex.com", False, False),
        (Kind.EMAIL, "ab@quorvex", False, False),
        (Kind.PHONE, "030 12345", False, True),
        (Kind.PHONE, "030 1234", False, False),
        (Kind.ID, "AB-123", False, True),
        (Kind.ID, "AB-12", False, False),
        (Kind.ID, "AB-12", True, True),
        (Kind.USERNAME, "planet", False, False),  # an ordinary word
    ],
)
def test_from_how_many_letters_on_a_value_is_distinctive(
    kind: Kind, value: str, declared: bool, expected: bool
) -> None:
    assert is_distinctive(kind, value, declared) is expected


# -- canaries -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("caught", "planted", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (9, 10, 0.5958, 0.9821), (81, 100, 0.7222, 0.8749)],
)
def test_wilsons_interval(caught: int, planted: int, low: float, high: float) -> None:
    assert wilson(caught, planted) == pytest.approx((low, high), abs=5e-5)


def cell(planted: int, caught: int, where: str = "text") -> dict[str, object]:
    return {"where": where, "field": "f", "kind": "person", "application": "a", "planted": planted, "caught": caught}


@pytest.mark.parametrize(
    ("planted", "caught", "passed"),
    [
        (30, 27, True),  # the floor itself
        (30, 24, True),  # under the floor, but the interval reaches it
        (30, 23, False),  # the interval ends under it
        (1000, 882, True),
        (1000, 881, False),
        (0, 0, False),  # nothing was planted anywhere
    ],
)
def test_the_floor_of_caught_canaries(planted: int, caught: int, passed: bool) -> None:
    stated = figures([cell(planted, caught)], 0.9)
    assert stated["passed"] is passed
    assert stated["below"] == ([] if passed or not planted else ["text", "text person"])
    assert math.isclose(stated["text"]["share"] or 0.0, round(caught / planted, 4) if planted else 0.0)


# -- keys, names of files, moved times -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "modifiers", "key", "printable"),
    [
        ("Ctrl+C", ("Ctrl",), "C", False),
        ("ctrl + shift + tab", ("Ctrl", "Shift"), "Tab", False),
        ("Ctrl-Shift-Tab", ("Ctrl", "Shift"), "Tab", False),
        ("Ctrl--", ("Ctrl",), "-", False),
        ("Ctrl++", ("Ctrl",), "+", False),
        ("Shift+a", ("Shift",), "a", True),
        ("AltGr+q", ("AltGr",), "q", True),
        ("['Control_L', \"s\"]", ("Ctrl",), "s", False),
        ("Super_L", ("Meta",), "", False),
        ("KP_7", (), "7", True),
        ("space", (), " ", True),
        (" ", (), " ", True),
        ("F24", (), "F24", False),
        ("x" * 80, None, None, None),
        ("F25", None, None, None),
        ("a+b", None, None, None),
        ("", None, None, None),
    ],
)
def test_chords(written: str, modifiers: tuple[str, ...] | None, key: str | None, printable: bool | None) -> None:
    read = chord(written)
    if modifiers is None:
        assert read is None
    else:
        assert read == Chord(modifiers, str(key)) and read.printable is printable


@pytest.mark.parametrize(("spaces", "read"), [(74, True), (75, False)])
def test_a_chord_of_more_than_eighty_characters_is_none(spaces: int, read: bool) -> None:
    assert (chord("Ctrl+" + " " * spaces + "c") is not None) is read


def test_chords_are_written_in_one_way() -> None:
    assert [str(chord(text)) for text in ("shift+ctrl+s", "alt+f4", "meta")] == ["Ctrl+Shift+S", "Alt+F4", "Meta"]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("a.png", "a.png"),
        ("screenshots/a.png", "a.png"),
        ("screenshots/screenshots/a.png", None),
        ("../a.png", None),
        ("a\\b.png", None),
        ("a\u0007.png", None),
        (".", None),
        ("..", None),
        ("", None),
        ("x" * 255, "x" * 255),
        ("x" * 256, None),
    ],
)
def test_names_of_screenshots(value: str, name: str | None) -> None:
    assert screenshot_name(value) == name


def test_times_move_by_a_constant_of_the_participant_within_the_days_both_ways() -> None:
    moved = [offset_s(b"k" * 32, f"p{n}", 1) for n in range(400)]
    assert offset_s(b"k" * 32, "p0", 1) == moved[0] != offset_s(b"o" * 32, "p0", 1)
    assert all(1 <= abs(seconds) <= 86_400 for seconds in moved)
    assert max(map(abs, moved)) > 85_000 and min(map(abs, moved)) < 1_500
    assert 150 < sum(seconds > 0 for seconds in moved) < 250
    assert max(abs(offset_s(b"k" * 32, f"p{n}", 3)) for n in range(400)) > 2 * 86_400


# -- lengths from which a form says something -----------------------------------------------------------------------

NAME = "zqvexobrandimutorplaxen"


def seen(kind: Kind, value: str, text: str, *, ocr: bool = False) -> bool:
    """Whether a text holds a value, last names alone left out."""
    return bool(Matcher([("e", kind, value)], alone=frozenset()).find(text, ocr=ocr))


def spelled(n: int) -> bool:
    looked: Tight[str] = Tight()
    looked.add((NAME[:n],), "x")
    looked.seal()
    return bool(list(looked.find(join(list(NAME[:n])))))


def alike(n: int) -> bool:
    looked: Alike[str] = Alike()
    looked.add("k" * (n - 1) + "e", "x")
    looked.seal()
    return bool(list(looked.find(join(["k" * (n - 1) + "3"]), 0, replaced=False)))


def middle_left_out(n: int) -> bool:
    return seen(Kind.PERSON, f"Bo Ilm Z{NAME[1 : n - 2]}", f"bo z{NAME[1 : n - 2]}")


def turned(n: int) -> bool:
    return seen(Kind.COMPANY, NAME[:n], NAME[:n][::-1])


def captured(n: int) -> bool:
    text = f"zqvexo {NAME[: n - 6]}"
    return bool(Matcher([], [("a row", text)]).find(f"see {text} there"))


def other_groups(n: int) -> bool:
    digits = "7316482059"[:n]
    return seen(Kind.ID, digits, f"no {digits[:4]} {digits[4:]} there")


def dialled(n: int) -> bool:
    number = "2345678902345678"[:n]
    known: Phones[str] = Phones()
    known.add(number, "x")
    return bool(list(known.find(f"+49{number}")))


def buried_address(n: int) -> bool:
    return bool(pattern_hits((b"\x00\xff\x01" + f"jo@{'q' * (n - 7)}.com".encode() + b"\x02\xfe\xff").hex()))


#: name: (the least that counts, whether it counts)
LEAST: dict[str, tuple[int, Callable[[int], bool]]] = {
    "letters that a reader confuses": (6, lambda n: seen(Kind.ID, "l" * n, "see " + "1" * n, ocr=True)),
    "letters that stand one by one": (6, spelled),
    "letters of which one is a digit": (6, alike),
    "letters inside a longer word": (10, lambda n: seen(Kind.COMPANY, NAME[:n], f"xx{NAME[:n]}xx")),
    "letters of a name without its middle one": (6, middle_left_out),
    "letters of a word from its end": (8, turned),
    "letters of a captured text": (12, captured),
    "letters of an address among other bytes": (12, buried_address),
    "digits in other groups": (10, other_groups),
    "digits behind another prefix": (8, dialled),
}


@pytest.mark.parametrize("name", LEAST)
def test_a_form_is_looked_for_from_so_many_letters_on(name: str) -> None:
    least, counts = LEAST[name]
    assert counts(least)
    assert not counts(least - 1)


def test_a_digest_whose_bytes_spell_an_address_by_chance_stops_nothing() -> None:
    spelling = [
        "b04d814cd5ed9b12aea5116d7428c17cf25e51316130243642b404d2e7942f04",
        "7baaf615d3d9277aaf9fa49c3f8522ff507340752e68d29fb4f27a0c033b46fa",
    ]
    assert "@" in readings(spelling[0])[1].text and "@" in readings(spelling[1])[1].text
    assert [hit for digest in spelling for hit in pattern_hits(digest)] == []


@pytest.mark.parametrize(("words", "is_name"), [(6, True), (7, False)])
def test_a_name_of_one_person_has_six_words_at_most(words: int, is_name: bool) -> None:
    assert (parse(" ".join(["Zqvexo"] * words)) is not None) is is_name


@pytest.mark.parametrize(("digits", "found"), [(14, True), (15, False)])
def test_a_number_inside_its_country_has_fourteen_digits_at_most(digits: int, found: bool) -> None:
    assert dialled(digits) is found


@pytest.mark.parametrize(("layers", "read"), [(4, True), (5, False)])
def test_four_wrappings_inside_each_other_are_undone(layers: int, read: bool) -> None:
    text = "jo&" + "amp;" * layers + "mo"
    assert any(reading.text == "jo&mo" for reading in readings(text)) is read


@pytest.mark.parametrize(("read", "drawn", "left"), [("zyvex", "zqvex", 0), ("zyvyxmard", "zqvexmard", 1)])
def test_how_like_a_word_is_to_what_was_drawn_in_its_place(read: str, drawn: str, left: int) -> None:
    """Four of five letters are alike by 80 of 100, seven of nine by 78."""
    word = Word(read, 0, 0, 50, 10, 90.0, 0)
    assert len(without_drawn(Part((word,)), [((0, 0, 50, 10), drawn)]).words) == left


@pytest.mark.parametrize(("wide", "caught"), [(90, True), (89, False)])
def test_a_canary_on_a_screen_is_caught_with_nine_tenths_of_its_foreground(wide: int, caught: bool) -> None:
    mark = Mark(Kind.FACE, (0, 0, 100, 10), np.ones((10, 100), bool))
    assert mark.caught([ImageFinding((0, 0, wide, 10), Kind.FACE, 0.9, "x")]) is caught


@pytest.mark.parametrize(("height", "told"), [(10_000, False), (10_001, True)])
def test_an_image_of_more_than_200_million_pixels_is_not_released(height: int, told: bool) -> None:
    head = b"IHDR" + struct.pack(">IIBBBBB", 20_000, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + head + zlib.crc32(head).to_bytes(4, "big")
    assert any("header announces" in problem for problem in png_problems(data)) is told
