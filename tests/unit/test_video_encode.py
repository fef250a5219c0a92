"""Videos that go out: what is in them, to the byte, and that they show what was given."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from redaction.capture.images import Pixels
from redaction.policy import CapturePolicy, DemonstrationPolicy
from redaction.video.decode import decode_film
from redaction.video.encode import encode_film
from tests.films import boxes, screen
from validation.files.mp4 import mp4_problems
from validation.reading.film import film_frames, frame_differs

SHOWN = [(0, screen("Reference")), (700, screen("Reference", "Remark")), (60_700, screen("Customer", "City"))]
UNTIL = 61_001


def made(path: Path, shown: list[tuple[int, Pixels]] = SHOWN, until: int = UNTIL) -> Path:
    encode_film(iter(shown), until, path)
    return path


def test_pictures_times_and_lengths_are_those_given(tmp_path: Path) -> None:
    path = made(tmp_path / "a.mp4")
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        told = [(p.pts, p.duration) for p in container.demux(stream) if p.pts is not None]
        assert stream.time_base == Fraction(1, 1000)
        assert (container.duration, stream.duration) == (UNTIL * 1000, UNTIL)
    assert told == [(0, 700), (700, 60_000), (60_700, 301)]
    seen = list(film_frames(path))
    assert [(number, at) for number, at, _ in seen] == [(1, 0), (2, 700), (3, 60_700)]
    for (_, given), (_, _, shown) in zip(SHOWN, seen, strict=True):
        assert not frame_differs(given, shown)
        assert np.abs(given.astype(int) - shown).mean() < 2


def test_it_comes_in_again_as_it_went_out(tmp_path: Path) -> None:
    film = decode_film(made(tmp_path / "a.mp4"), tmp_path / "frames", DemonstrationPolicy(), CapturePolicy())
    assert ([one.at_ms for one in film.frames], film.until_ms) == ([0, 700, 60_700], UNTIL)


def test_nothing_is_in_it_but_the_pictures(tmp_path: Path) -> None:
    data = made(tmp_path / "a.mp4").read_bytes()
    assert mp4_problems(data) == []
    for word in (b"x264", b"Lavc", b"Lavf", b"libx", b"udta", b"meta", b"edts", b"uuid", b"Maria"):
        assert word not in data, word
    assert [kind for kind, _, _ in boxes(data)] == [b"ftyp", b"moov", b"free", b"mdat"]
    with av.open(str(tmp_path / "a.mp4")) as container:
        assert set(container.metadata) <= {"major_brand", "minor_version", "compatible_brands"}
        assert container.streams.video[0].metadata == {"language": "und", "handler_name": "VideoHandler"}


def test_the_same_frames_give_the_same_bytes_and_others_do_not(tmp_path: Path) -> None:
    some = made(tmp_path / "a.mp4").read_bytes()
    assert made(tmp_path / "deeper" / "elsewhere.mp4").read_bytes() == some
    other = [*SHOWN[:2], (60_700, screen("Customer", "Town"))]
    assert made(tmp_path / "b.mp4", other).read_bytes() != some


AMONG_LEFTOVERS = """
import hashlib, sys
import numpy as np
from pathlib import Path
from redaction.video.encode import encode_film
from tests.films import screen
page = screen("Reference", "Customer", "Remark", "City", "Town", "Street", "Phone", "Order")
wide = np.tile(np.concatenate([page, page[::-1], page]), (2, 4, 1))
moved = [wide[7 * i % 50 : 7 * i % 50 + 400, 5 * i % 40 : 5 * i % 40 + 720] for i in range(14)]
shown = [(100 * i, np.ascontiguousarray(image)) for i, image in enumerate(moved)]
encode_film(iter(shown), 1400, Path(sys.argv[1]))
print(hashlib.sha256(Path(sys.argv[1]).read_bytes()).hexdigest())
"""


def test_the_bytes_do_not_depend_on_what_was_in_memory(tmp_path: Path) -> None:
    """glibc fills what is given and freed by MALLOC_PERTURB_; x264's tree of macroblocks reads it with AVX-512."""
    told = set()
    for fill in ("0", "1", "2", "3"):
        asked = [sys.executable, "-c", AMONG_LEFTOVERS, str(tmp_path / f"{fill}.mp4")]
        environment = {**os.environ, "MALLOC_PERTURB_": fill}
        told.add(subprocess.run(asked, env=environment, check=True, capture_output=True, text=True).stdout)
    assert len(told) == 1


@pytest.mark.parametrize(("height", "width"), [(179, 317), (180, 317), (179, 320), (1, 1), (2, 3)])
def test_odd_sizes_are_padded_by_their_last_row_and_column(tmp_path: Path, height: int, width: int) -> None:
    shown = [(at, np.ascontiguousarray(image[:height, :width])) for at, image in SHOWN]
    path = made(tmp_path / "a.mp4", shown)
    assert mp4_problems(path) == []
    for (_, given), (_, _, seen) in zip(shown, film_frames(path), strict=True):
        assert seen.shape == (height + height % 2, width + width % 2, 3)
        assert not frame_differs(given, seen)
        if height % 2 and width > 2:
            assert np.abs(seen[-1].astype(int) - seen[-2]).max() < 24


def test_it_is_private_and_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = made(tmp_path / "new" / "a.mp4")
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    before = path.read_bytes()

    def breaks() -> object:
        yield SHOWN[0]
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        encode_film(breaks(), UNTIL, path)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["a.mp4"]


def test_what_is_no_film(tmp_path: Path) -> None:
    small = SHOWN[0][1][:90]
    for shown, until, why in (
        ([], 100, "at least one"),
        ([(1, SHOWN[0][1])], 100, "rise from 0"),
        ([SHOWN[0], (0, SHOWN[1][1])], 100, "rise from 0"),
        ([SHOWN[0], SHOWN[1], (699, SHOWN[2][1])], 900, "rise from 0"),
        ([SHOWN[0], (700, small)], 900, "one size"),
        ([SHOWN[0], SHOWN[1]], 700, "ends after"),
    ):
        with pytest.raises(ValueError, match=why):
            made(tmp_path / "a.mp4", shown, until)  # type: ignore[arg-type]
        assert not list(tmp_path.iterdir())
    assert mp4_problems(made(tmp_path / "a.mp4", SHOWN[:2], 701)) == []


def test_letters_stay_sharp(tmp_path: Path) -> None:
    words = screen("Maria Keller, Reference 20418", "illegible or not", width=480)
    (_, _, seen), *_ = film_frames(made(tmp_path / "a.mp4", [(0, words)]))
    grey = [image.astype(int).mean(axis=2) for image in (words, seen)]
    steps = [np.abs(np.diff(image[30:80], axis=1)).sum() for image in grey]
    assert steps[1] > 0.97 * steps[0]


def test_a_long_film_keeps_a_key_picture_within_reach(tmp_path: Path) -> None:
    words = [screen(f"Reference {n}") for n in range(130)]
    path = made(tmp_path / "a.mp4", [(200 * n, image) for n, image in enumerate(words)], 26_000)
    with av.open(str(path)) as container:
        packets = [p for p in container.demux(video=0) if p.pts is not None]
    keys = [number for number, packet in enumerate(packets) if packet.is_keyframe]
    assert len(packets) == 130 and keys[0] == 0
    assert max(b - a for a, b in pairwise([*keys, 130])) <= 60
    assert mp4_problems(path) == []
