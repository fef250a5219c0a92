"""Video files: every bad one is refused whole with its reason, every good one comes out as the frames that differ."""

from __future__ import annotations

import gc
import io
import os
import struct
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from redaction.capture.images import Pixels, open_image
from redaction.capture.reasons import REASONS
from redaction.errors import VideoRefused
from redaction.policy import CapturePolicy, DemonstrationPolicy
from redaction.video.decode import Film, VideoFrame, decode_film, nearest_frame
from redaction.video.pictures import rgb
from tests.films import HEIGHT, WIDTH, boxes, film, lossless, resized, screen, turned, with_side_track

SHOWN = [(0, screen("Reference")), (700, screen("Reference", "Remark")), (1900, screen("Customer", "City", "Amount"))]
UNTIL = 4000


def decoded(path: Path, into: Path, **settings: int | str) -> Film:
    demonstrations = {k: v for k, v in settings.items() if k in DemonstrationPolicy.model_fields}
    capture = {k: v for k, v in settings.items() if k in CapturePolicy.model_fields}
    assert len(demonstrations) + len(capture) == len(settings)
    return decode_film(path, into, DemonstrationPolicy(**demonstrations), CapturePolicy(**capture))


def reason(path: Path, **settings: int | str) -> str:
    into = path.parent / "frames"
    with pytest.raises(VideoRefused) as caught:
        decoded(path, into, **settings)
    assert caught.value.remedy == REASONS[caught.value.reason].remedy
    assert path.name not in str(caught.value)
    assert not into.exists() and not list(path.parent.glob(".*.part"))
    return caught.value.reason


def pixels(into: Path, made: Film) -> list[Pixels]:
    return [open_image(into / frame.file) for frame in made.frames]


def times(made: Film) -> list[int]:
    return [frame.at_ms for frame in made.frames]


@pytest.mark.parametrize(
    ("name", "codec", "stored"),
    [
        ("a.mp4", "libx264", "yuv420p"),
        ("a.mov", "libx264", "yuv444p"),
        ("A.MP4", "mpeg4", "yuv420p"),
        ("a.mkv", "libx264", "yuv420p"),
        ("a.webm", "libvpx-vp9", "yuv420p"),
        ("a.webm", "libsvtav1", "yuv420p"),
        ("a.mov", "mjpeg", "yuvj420p"),
        ("a.mp4", "libx265", "yuv420p10le"),
    ],
)
def test_recorders_files_come_out_as_what_they_show(tmp_path: Path, name: str, codec: str, stored: str) -> None:
    options = {"crf": "10", "b": "0"} if codec in ("libx264", "libvpx-vp9") else {"qmax": "3"}
    path = film(tmp_path / name, SHOWN, UNTIL, codec=codec, pixels=stored, options=options)
    made = decoded(path, tmp_path / "frames")
    assert (made.width, made.height, made.until_ms, times(made)) == (WIDTH, HEIGHT, UNTIL, [0, 700, 1900])
    for image, (_, truth) in zip(pixels(tmp_path / "frames", made), SHOWN, strict=True):
        # the header is coloured: colours coded by another matrix, or in another range, would all be off
        assert np.abs(image.astype(int) - truth).mean() < 4
        assert np.abs(image[4:20, 4:-4].astype(int) - truth[4:20, 4:-4]).max() < 24


def test_a_lossless_file_comes_out_to_the_bit_with_private_files(tmp_path: Path) -> None:
    odd = [(at, np.ascontiguousarray(image[:179, :317])) for at, image in SHOWN]
    made = decoded(lossless(tmp_path / "a.mkv", odd, UNTIL), tmp_path / "frames")
    assert (made.width, made.height) == (317, 179)
    assert [frame.number for frame in made.frames] == [1, 2, 3]
    assert sorted(p.name for p in (tmp_path / "frames").iterdir()) == ["000001.png", "000002.png", "000003.png"]
    assert all(np.array_equal(a, b) for a, (_, b) in zip(pixels(tmp_path / "frames", made), odd, strict=True))
    assert (tmp_path / "frames").stat().st_mode & 0o777 == 0o700
    assert {(tmp_path / "frames" / frame.file).stat().st_mode & 0o777 for frame in made.frames} == {0o600}


def test_the_same_file_gives_the_same_bytes_and_replaces_an_earlier_decoding(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mp4", SHOWN, UNTIL)
    some = decoded(path, tmp_path / "frames")
    kept = [(tmp_path / "frames" / frame.file).read_bytes() for frame in some.frames]
    (tmp_path / "frames" / "000099.png").write_bytes(b"of a longer one")
    assert decoded(path, tmp_path / "frames") == some
    assert [p.read_bytes() for p in sorted((tmp_path / "frames").iterdir())] == kept


def test_a_folder_with_anything_else_in_it_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="something else"):
        decoded(film(tmp_path / "a.mp4", SHOWN, UNTIL), tmp_path / "frames")
    assert (tmp_path / "frames" / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_what_lies_beside_the_pictures_does_not_matter(tmp_path: Path) -> None:
    cover = io.BytesIO()
    Image.new("RGB", (16, 16), "red").save(cover, "png")
    plain = decoded(film(tmp_path / "plain.mp4", SHOWN, UNTIL), tmp_path / "frames")
    wanted = [(tmp_path / "frames" / frame.file).read_bytes() for frame in plain.frames]
    said = {"title": "Customer list", "comment": "Reference"}
    for path in (
        film(tmp_path / "sound.mp4", SHOWN, UNTIL, sound=True),
        film(tmp_path / "cover.mp4", SHOWN, UNTIL, cover=cover.getvalue()),
        film(tmp_path / "words.mp4", SHOWN, UNTIL, words=said, chapter="Reference"),
        film(tmp_path / "pieces.mp4", SHOWN, UNTIL, movflags="frag_keyframe+empty_moov+default_base_moof"),
        film(tmp_path / "note.mkv", SHOWN, UNTIL, attachment=b"Reference"),
    ):
        assert decoded(path, tmp_path / "frames") == plain, path.name
        assert [p.read_bytes() for p in sorted((tmp_path / "frames").iterdir())] == wanted, path.name
    for name in ("said.mkv", "data.mp4"):
        path = with_side_track(tmp_path / name, "Reference", tmp_path)
        assert b"Reference" in path.read_bytes()
        assert times(decoded(path, tmp_path / "frames")) == [0]


def test_bytes_after_the_end_do_not_matter(tmp_path: Path) -> None:
    for name in ("a.mp4", "a.mkv"):
        path = film(tmp_path / name, SHOWN, UNTIL)
        path.write_bytes(path.read_bytes() + b"what somebody hung on " * 9)
        assert times(decoded(path, tmp_path / "frames")) == [0, 700, 1900]


def test_times_count_from_the_beginning_of_the_file(tmp_path: Path) -> None:
    made = decoded(film(tmp_path / "a.mp4", SHOWN, UNTIL, delay=1500, sound=True), tmp_path / "frames")
    # The sound begins before the pictures: players show the first picture until the second.
    assert times(made) == [0, 2200, 3400] and made.until_ms == UNTIL + 1500
    made = decoded(film(tmp_path / "a.mkv", SHOWN, UNTIL, delay=1500), tmp_path / "frames")
    assert times(made) == [0, 700, 1900]


@pytest.mark.parametrize(
    ("matrix", "seen"),
    [
        ((0, 1, -1, 0), lambda image: np.rot90(image, -1)),
        ((-1, 0, 0, -1), lambda image: np.rot90(image, 2)),
        ((0, -1, 1, 0), np.rot90),
        ((-1, 0, 0, 1), np.fliplr),
        ((1, 0, 0, -1), np.flipud),
        ((0, 1, 1, 0), lambda image: image.transpose(1, 0, 2)),
        ((1, 0, 0, 1), lambda image: image),
    ],
)
def test_pictures_stand_upright(tmp_path: Path, matrix: tuple[int, int, int, int], seen: object) -> None:
    path = film(tmp_path / "a.mp4", SHOWN[:1], UNTIL, options={"crf": "10"})
    plain = pixels(tmp_path / "frames", decoded(path, tmp_path / "frames"))[0]
    made = decoded(turned(path, matrix), tmp_path / "frames")
    image = pixels(tmp_path / "frames", made)[0]
    assert np.array_equal(image, seen(plain))  # type: ignore[operator]
    assert (made.height, made.width) == image.shape[:2]


def test_a_turn_by_less_than_a_quarter_is_refused(tmp_path: Path) -> None:
    path = turned(film(tmp_path / "a.mp4", SHOWN, UNTIL), (1, 0, 0, 1))
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 44
    struct.pack_into(">2i", data, at, 46341, 46341)
    struct.pack_into(">2i", data, at + 12, -46341, 46341)
    path.write_bytes(bytes(data))
    assert reason(path) == "video_shape"


def test_missing_link_folder_and_pipe(tmp_path: Path) -> None:
    film(tmp_path / "a.mp4", SHOWN, UNTIL)
    (tmp_path / "link.mp4").symlink_to(tmp_path / "a.mp4")
    (tmp_path / "folder.mp4").mkdir()
    os.mkfifo(tmp_path / "pipe.mp4")
    assert reason(tmp_path / "none.mp4") == "video_missing"
    assert reason(tmp_path / "link.mp4") == "video_symlink"
    assert reason(tmp_path / "folder.mp4") == "video_not_file"
    assert reason(tmp_path / "pipe.mp4") == "video_not_file"


def test_limits_of_bytes_pixels_and_length_at_their_boundaries(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mp4", [(0, SHOWN[0][1]), (59_000, SHOWN[1][1])], 60_000)
    size = path.stat().st_size
    fits = {"max_video_bytes": size, "max_image_pixels": WIDTH * HEIGHT, "max_video_minutes": 1}
    assert times(decoded(path, tmp_path / "frames", **fits)) == [0, 59_000]
    (tmp_path / "frames").rename(tmp_path / "done")
    assert reason(path, max_video_bytes=size - 1) == "video_too_large"
    assert reason(path, max_image_pixels=WIDTH * HEIGHT - 1) == "video_bomb"
    path = film(tmp_path / "b.mp4", [(0, SHOWN[0][1]), (59_000, SHOWN[1][1])], 60_001)
    assert reason(path, max_video_minutes=1) == "video_too_long"


def test_a_length_that_the_file_does_not_state_is_seen_on_the_way(tmp_path: Path) -> None:
    live = film(tmp_path / "a.mkv", [(0, SHOWN[0][1]), (61_000, SHOWN[1][1])], 62_000, options={"live": "1"})
    assert reason(live, max_video_minutes=1) == "video_too_long"


def test_more_pictures_than_any_screen_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = film(tmp_path / "a.mp4", [(10 * n, SHOWN[0][1]) for n in range(61)], 610)
    monkeypatch.setattr("redaction.video.decode.MOST_A_SECOND", 1)
    assert reason(path, max_video_minutes=1) == "video_bomb"
    film(path, [(10 * n, SHOWN[0][1]) for n in range(60)], 600)
    assert times(decoded(path, tmp_path / "frames", max_video_minutes=1)) == [0]


def test_shapes_that_no_screen_has(tmp_path: Path) -> None:
    def strip(width: int) -> Path:
        return lossless(tmp_path / "a.mkv", [(0, screen("Reference", width=width, height=2))], 100)

    assert times(decoded(strip(80), tmp_path / "frames")) == [0]
    (tmp_path / "frames").rename(tmp_path / "done")
    assert reason(strip(82)) == "video_shape"

    def long(width: int) -> Path:
        image = np.full((412, width, 3), 250, np.uint8)
        return film(tmp_path / "b.mov", [(0, image)], 100, codec="png", pixels="rgb24")

    assert reason(long(16_385)) == "video_shape"
    assert decoded(long(16_384), tmp_path / "frames").width == 16_384


def test_pictures_that_change_their_size(tmp_path: Path) -> None:
    assert reason(resized(tmp_path / "a.webm", [(320, 180), (400, 300)])) == "video_shape"
    assert reason(resized(tmp_path / "a.webm", [(320, 180), (4000, 3000)]), max_image_pixels=100_000) in (
        "video_shape",
        "video_undecodable",
    )
    assert times(decoded(resized(tmp_path / "a.webm", [(320, 180), (320, 180)]), tmp_path / "frames")) == [0]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95, 0.999])
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("a.mp4", {"movflags": "faststart"}),
        ("a.mp4", {}),
        ("a.mkv", {}),
        ("a.mkv", {"container": "matroska", "live": True}),
    ],
)
def test_cut_short(tmp_path: Path, name: str, how: dict[str, object], share: float) -> None:
    how = dict(how)
    options = {"crf": "10"}
    path = tmp_path / name
    if how.pop("live", False):
        _live(path)
    else:
        film(path, SHOWN, UNTIL, options=options, **how)  # type: ignore[arg-type]
    assert times(decoded(path, tmp_path / "frames")) == [0, 700, 1900]
    (tmp_path / "frames").rename(tmp_path / "done")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert reason(path) == "video_undecodable"


def _live(path: Path) -> None:
    """As recorders write that cannot go back: segment and clusters of unknown size, no length."""
    with av.open(str(path), "w", format="matroska", options={"live": "1"}) as out:
        stream = out.add_stream("libx264", rate=30, options={"bf": "0", "crf": "10"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for at, image in SHOWN:
            picture = av.VideoFrame.from_ndarray(image, format="rgb24")
            picture.pts = at * 30 // 1000
            out.mux(stream.encode(picture))
        out.mux(stream.encode(None))


def test_damaged_pictures(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mp4", SHOWN, UNTIL, movflags="faststart", options={"crf": "10"})
    data = path.read_bytes()
    begin, end = next((begin, end) for kind, begin, end in boxes(data) if kind == b"mdat")
    for part in (0.4, 0.6, 0.8, 0.95):
        at = begin + int((end - begin) * part)
        path.write_bytes(data[:at] + bytes(40) + data[at + 40 :])
        assert reason(path) == "video_undecodable", part


def test_damage_that_a_decoder_would_mend_unasked(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mov", SHOWN, UNTIL, codec="mjpeg", pixels="yuvj420p")
    data = path.read_bytes()
    at = int(len(data) * 0.6)
    path.write_bytes(data[:at] + bytes(40) + data[at + 40 :])
    assert reason(path) == "video_undecodable"


def test_a_damaged_block_of_a_matroska_file(tmp_path: Path) -> None:
    """Readers go on behind it, at the next cluster, and say nothing of what they lost."""
    path = film(tmp_path / "a.mkv", SHOWN, UNTIL, options={"crf": "10"})
    data = bytearray(path.read_bytes())
    blocks = [at for at in range(len(data)) if data[at] == 0xA3 and data[at + 1] & 0xF0 in (0x40, 0x50, 0x60, 0x70)]
    assert blocks
    data[blocks[-1]] = 0
    path.write_bytes(bytes(data))
    assert reason(path) == "video_undecodable"


def test_a_picture_that_is_only_padding(tmp_path: Path) -> None:
    """The last picture overwritten by a unit of padding, which decoders pass over unless they are told not to."""
    path = film(tmp_path / "a.mp4", SHOWN, 3000)
    data = bytearray(path.read_bytes())
    sizes = data.index(b"stsz") + 16
    last = int.from_bytes(data[sizes + 8 : sizes + 12], "big")
    end = next(end for kind, _, end in boxes(bytes(data)) if kind == b"mdat")
    data[end - last : end] = struct.pack(">IB", last - 4, 12) + b"\xff" * (last - 6) + b"\x80"
    path.write_bytes(bytes(data))
    assert reason(path) == "video_undecodable"


@pytest.mark.parametrize(
    ("height", "matrix"), [(718, (1.596, -0.392, -0.813, 2.017)), (720, (1.793, -0.213, -0.533, 2.112))]
)
def test_colours_that_do_not_say_how_they_are_coded(height: int, matrix: tuple[float, float, float, float]) -> None:
    picture = av.VideoFrame(64, height, "yuv420p")
    for plane, value in zip(picture.planes, (120, 100, 170), strict=True):
        plane.update(bytes([value]) * plane.buffer_size)
    light, blue, red = 1.164 * (120 - 16), 100 - 128, 170 - 128
    wanted = (light + matrix[0] * red, light + matrix[1] * blue + matrix[2] * red, light + matrix[3] * blue)
    assert np.abs(rgb(picture)[height // 2, 32] - np.array(wanted)).max() < 4


def test_a_film_that_ends_long_before_its_container_says(tmp_path: Path) -> None:
    """A file in pieces may be cut between two of them: only the length in its header tells."""
    path = film(tmp_path / "a.mp4", SHOWN, UNTIL, movflags="frag_keyframe+empty_moov+default_base_moof")
    data = path.read_bytes()

    def told(ms: int) -> Path:
        out = bytearray(data)
        for kind in (b"mvhd", b"mdhd"):
            at = out.index(kind) + 4
            scale = int.from_bytes(out[at + 12 : at + 16], "big")
            struct.pack_into(">I", out, at + 16, ms * scale // 1000)
        path.write_bytes(bytes(out))
        return path

    assert decoded(told(UNTIL + 2000), tmp_path / "frames").until_ms == UNTIL
    (tmp_path / "frames").rename(tmp_path / "done")
    assert reason(told(UNTIL + 2001)) == "video_undecodable"


def test_no_video_at_all(tmp_path: Path) -> None:
    picture = io.BytesIO()
    Image.fromarray(SHOWN[0][1]).save(picture, "png")
    for data, wanted in (
        (b"", "video_undecodable"),
        (b"words, and no film " * 99, "video_mislabelled"),
        (picture.getvalue(), "video_mislabelled"),
        (b"#EXTM3U\n#EXTINF:4,\nother.mp4\n", "video_mislabelled"),
        (b"ffconcat version 1.0\nfile other.mp4\n", "video_mislabelled"),
        (struct.pack(">I", 16) + b"ftypisom" + bytes(4), "video_undecodable"),
    ):
        (tmp_path / "a.mp4").write_bytes(data)
        assert reason(tmp_path / "a.mp4") == wanted, data[:16]


def test_a_container_that_is_not_what_its_name_says(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mkv", SHOWN, UNTIL)
    for name in ("film.mp4", "film.txt", "film"):
        path = path.rename(tmp_path / name)
        assert reason(path) == "video_mislabelled"
        assert times(decoded(path, tmp_path / "frames", mislabelled_images="accept")) == [0, 700, 1900]
        (tmp_path / "frames").rename(tmp_path / f"{name}-done")


def test_no_picture_one_too_many_and_sound_alone(tmp_path: Path) -> None:
    assert reason(film(tmp_path / "two.mp4", SHOWN, UNTIL, second=True)) == "video_streams"
    with av.open(str(tmp_path / "none.mkv"), "w") as out:
        stream = out.add_stream("libx264", rate=30)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        out.start_encoding()
    assert reason(tmp_path / "none.mkv") == "video_undecodable"
    with av.open(str(tmp_path / "sound.mp4"), "w") as out:
        heard = out.add_stream("aac", rate=16000, layout="mono")
        quiet = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        quiet.sample_rate, quiet.pts = 16000, 0
        out.mux(heard.encode(quiet))
        out.mux(heard.encode(None))
    assert reason(tmp_path / "sound.mp4") == "video_streams"


@pytest.mark.parametrize("codec", ["jpeg2000", "ffv1"])
def test_a_codec_that_screens_are_not_recorded_in_is_handed_nothing(tmp_path: Path, codec: str) -> None:
    path = film(tmp_path / "a.mkv", SHOWN, UNTIL, codec=codec)
    assert reason(path) == "video_undecodable"


def test_pictures_do_not_pile_up_in_memory(tmp_path: Path) -> None:
    """Without Python's search for circles of references no more than the pictures at hand are held."""
    words = [screen(f"Order {n}") for n in range(24)]
    path = film(tmp_path / "a.mp4", [(250 * n, image) for n, image in enumerate(words)], 6000)
    gc.collect()
    gc.disable()
    try:
        assert len(decoded(path, tmp_path / "frames").frames) == 24
        assert sum(isinstance(one, av.VideoFrame) for one in gc.get_objects()) <= 3
    finally:
        gc.enable()


def test_nearest_frame() -> None:
    frames = tuple(VideoFrame(n + 1, at, f"{n + 1:06d}.png") for n, at in enumerate((0, 700, 1900)))
    made = Film(4, 4, 4000, frames)
    for at, number in ((-5, 1), (0, 1), (699, 1), (700, 2), (1899, 2), (1900, 3), (9999, 3)):
        assert nearest_frame(made, at).number == number
