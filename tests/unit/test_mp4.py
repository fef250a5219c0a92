"""The reader of a released video's boxes: nothing that can be hidden in one passes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from redaction.video.encode import encode_film
from tests.films import film, screen
from tests.mp4_boxes import PARENTS, box, in_first_picture, put_in
from validation.files import mp4
from validation.files.mp4 import mp4_problems

SHOWN = [(0, screen("Reference")), (700, screen("Reference", "Remark")), (1900, screen("Customer", "City"))]
WORDS = b"Maria Keller"


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("film") / "a.mp4"
    encode_film(SHOWN, 4000, path)
    assert mp4_problems(path) == []
    return path.read_bytes()


def without(data: bytes, kind: bytes) -> bytes:
    """A box of the sample table taken out, so that everything else fits."""
    at = data.index(kind) - 4
    size = int.from_bytes(data[at : at + 4], "big")
    out = bytearray(data[:at] + data[at + size :])
    for name in PARENTS[b"stbl"]:
        begin = bytes(out).index(name) - 4
        out[begin : begin + 4] = struct.pack(">I", int.from_bytes(out[begin : begin + 4], "big") - size)
    if b"stco" in out:
        place = bytes(out).index(b"stco") + 12
        out[place : place + 4] = struct.pack(">I", int.from_bytes(out[place : place + 4], "big") - size)
    return bytes(out)


@pytest.mark.parametrize("kind", [b"uuid", b"udta", b"meta", b"free", b"skip", b"emsg", b"edts", b"xxxx"])
@pytest.mark.parametrize("where", [None, *PARENTS])
def test_no_box_can_be_added_anywhere(clean: bytes, kind: bytes, where: bytes | None) -> None:
    extra = box(kind, bytes(16) + WORDS)
    found = mp4_problems(put_in(clean, PARENTS[where], extra) if where else clean + extra)
    assert len(found) == 1 and WORDS.decode() not in found[0]
    if where is None:
        at = len(box(b"ftyp", mp4._FTYP))
        assert mp4_problems(clean[:at] + extra + clean[at:])


def test_the_tool_that_puts_boxes_in_leaves_a_clean_file_clean(clean: bytes) -> None:
    for way in PARENTS.values():
        assert mp4_problems(put_in(clean, way, b"")) == []


@pytest.mark.parametrize("kind", [b"stsd", b"stts", b"stss", b"stsc", b"stsz", b"stco"])
def test_no_table_can_be_missing_or_there_twice(clean: bytes, kind: bytes) -> None:
    assert mp4_problems(without(clean, kind))
    at = clean.index(kind) - 4
    table = clean[at : at + int.from_bytes(clean[at : at + 4], "big")]
    assert mp4_problems(put_in(clean, PARENTS[b"stbl"], table))


def test_every_byte_of_every_header_is_fixed_or_checked(clean: bytes) -> None:
    """Each byte before the pictures is changed in turn: what is not noticed is only what decides of the pictures."""
    begin = clean.index(b"mdat") + 4
    free = set()
    for kind, first, last in (
        (b"avcC", 3, None),  # the parameters of the coding, which the pictures are decoded by
        (b"mvhd", 16, 20),
        (b"tkhd", 20, 24),
        (b"mdhd", 16, 20),
    ):
        at = clean.index(kind) + 4
        size = int.from_bytes(clean[at - 8 : at - 4], "big") - 8
        free |= set(range(at + first, at + (size if last is None else last)))
    unnoticed = []
    for at in range(begin):
        for flip in (0x01, 0x80):
            changed = bytearray(clean)
            changed[at] ^= flip
            if not mp4_problems(bytes(changed)) and at not in free:
                unnoticed.append((at, clean[max(0, at - 8) : at + 8]))
    assert unnoticed == []


def test_the_parameters_of_the_coding_cannot_be_padded(clean: bytes) -> None:
    at = clean.index(b"avcC") + 4
    sps = int.from_bytes(clean[at + 6 : at + 8], "big")

    def longer(by: int) -> bytes:
        out = clean[: at + 8 + sps] + bytes([7]) * by + clean[at + 8 + sps :]
        changed = bytearray(out)
        changed[at + 6 : at + 8] = struct.pack(">H", sps + by)
        for kind in (*PARENTS[b"stsd"], b"avc1", b"avcC"):
            begin = bytes(changed).rindex(kind, 0, at) - 4  # the type of the file names avc1, too
            changed[begin : begin + 4] = struct.pack(">I", int.from_bytes(changed[begin : begin + 4], "big") + by)
        place = bytes(changed).index(b"stco") + 12
        changed[place : place + 4] = struct.pack(">I", int.from_bytes(changed[place : place + 4], "big") + by)
        return bytes(changed)

    assert mp4_problems(longer(mp4.LONGEST_SPS - sps)) == []
    assert mp4_problems(longer(mp4.LONGEST_SPS - sps + 1)) == ["a set of parameters is longer than its parameters"]


@pytest.mark.parametrize(
    "unit", [b"\x06\x05\x0c" + WORDS + b"\x80", b"\x0c\xff\xff\x80", b"\x09\x10", b"\x67\x64", b"\x0b", b"\x18" + WORDS]
)
@pytest.mark.parametrize("last", [False, True])
def test_a_picture_is_slices_and_no_message(clean: bytes, unit: bytes, last: bool) -> None:
    assert mp4_problems(in_first_picture(clean, unit, last=last)) == [
        "a picture holds something else than its slices, such as a message"
    ]


def test_bytes_that_belong_to_no_picture(clean: bytes) -> None:
    begin = clean.index(b"mdat") - 4
    grown = struct.pack(">I", len(clean) - begin + len(WORDS))
    assert mp4_problems(clean[:begin] + grown + clean[begin + 4 :] + WORDS) == [
        "there are bytes that belong to no picture"
    ]
    between = bytearray(clean[:begin] + grown + clean[begin + 4 : begin + 8] + WORDS + clean[begin + 8 :])
    assert mp4_problems(bytes(between))
    place = bytes(between).index(b"stco") + 12
    between[place : place + 4] = struct.pack(">I", begin + 8 + len(WORDS))
    assert mp4_problems(bytes(between)) == ["a picture lies elsewhere than behind the one before"]
    for tail in (b"\0", WORDS, bytes(8), box(b"mdat", b"")):
        assert mp4_problems(clean + tail), tail


@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.7, 0.999])
def test_cut_short(clean: bytes, share: float) -> None:
    assert mp4_problems(clean[: int(len(clean) * share)])


def test_what_other_tools_write_is_not_taken_for_ours(tmp_path: Path) -> None:
    makers: list[Callable[[Path], Path]] = [
        lambda path: film(path, SHOWN, 4000),
        lambda path: film(path, SHOWN, 4000, movflags="faststart"),
        lambda path: film(path, SHOWN, 4000, sound=True, words={"title": "Maria Keller"}),
        lambda path: film(path, SHOWN, 4000, movflags="frag_keyframe+empty_moov"),
    ]
    for make in makers:
        assert mp4_problems(make(tmp_path / "a.mp4"))
    (tmp_path / "a.mp4").write_bytes(b"")
    assert mp4_problems(tmp_path / "a.mp4")


def test_the_free_box_cannot_be_filled(clean: bytes) -> None:
    at = clean.index(b"free") - 4
    filled = bytearray(clean[:at] + box(b"free", WORDS) + clean[at + 8 :])
    place = clean.index(b"stco") + 12
    filled[place : place + 4] = struct.pack(">I", clean.index(b"mdat") + 4 + len(WORDS))
    assert mp4_problems(bytes(filled)) == ["there is a free box with content"]


def test_large_places_and_one_size_for_all_are_read(clean: bytes, tmp_path: Path) -> None:
    # as the list of places is written for films of more than 4 GB
    at = clean.index(b"stco") - 4
    place = int.from_bytes(clean[at + 16 : at + 20], "big") + 4
    long = clean[:at] + struct.pack(">I4sIIQ", 24, b"co64", 0, 1, place) + clean[at + 20 :]
    changed = bytearray(long)
    for kind in PARENTS[b"stbl"]:
        begin = long.index(kind) - 4
        changed[begin : begin + 4] = struct.pack(">I", int.from_bytes(long[begin : begin + 4], "big") + 4)
    assert mp4_problems(bytes(changed)) == []
    encode_film(SHOWN[:1], 100, tmp_path / "one.mp4")
    assert mp4_problems(tmp_path / "one.mp4") == []
