"""Image files: every bad image is refused with its reason, every good one comes out as the pixels it shows."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from redaction.capture.images import encode_png, open_image
from redaction.errors import ImageRefused
from redaction.policy import CapturePolicy


def picture(width: int = 40, height: int = 30) -> np.ndarray:
    rows, columns = np.mgrid[0:height, 0:width]
    return np.stack([rows * 5 % 256, columns * 3 % 256, (rows + columns) % 256], axis=2).astype(np.uint8)


def saved(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)
    return path


def reason(path: Path, **limits: int) -> str:
    with pytest.raises(ImageRefused) as caught:
        open_image(path, CapturePolicy(**limits))
    assert caught.value.remedy
    assert path.name not in str(caught.value)
    return caught.value.reason


@pytest.mark.parametrize("name", ["a.png", "a.bmp", "a.tiff", "a.webp", "A.PNG"])
def test_lossless_formats_come_out_as_they_are(tmp_path: Path, name: str) -> None:
    options = {"lossless": True} if name.endswith("webp") else {}
    path = saved(tmp_path / name, Image.fromarray(picture()), **options)
    assert np.array_equal(open_image(path), picture())


def test_missing(tmp_path: Path) -> None:
    assert reason(tmp_path / "none.png") == "image_missing"


def test_symlink_even_to_a_good_image(tmp_path: Path) -> None:
    saved(tmp_path / "a.png", Image.fromarray(picture()))
    (tmp_path / "b.png").symlink_to(tmp_path / "a.png")
    assert reason(tmp_path / "b.png") == "image_symlink"


def test_folder_and_pipe(tmp_path: Path) -> None:
    import os

    (tmp_path / "a.png").mkdir()
    os.mkfifo(tmp_path / "b.png")
    assert reason(tmp_path / "a.png") == "image_not_file"
    assert reason(tmp_path / "b.png") == "image_not_file"


def test_too_many_bytes(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", Image.fromarray(picture()))
    assert reason(path, max_image_bytes=100) == "image_too_large"


def test_bomb_is_judged_by_its_header(tmp_path: Path) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    # No pixel data at all: only a reader that trusts the header can say "bomb".
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b""))
    assert reason(tmp_path / "a.png") == "image_bomb"
    path = saved(tmp_path / "b.png", Image.fromarray(picture()))
    assert reason(path, max_image_pixels=40 * 30 - 1) == "image_bomb"
    assert open_image(path, CapturePolicy(max_image_pixels=40 * 30)).shape == (30, 40, 3)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp"])
def test_truncated(tmp_path: Path, name: str, share: float) -> None:
    path = saved(tmp_path / name, Image.fromarray(picture(200, 150)))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert reason(path) == "image_corrupt"


def test_png_without_its_end_or_with_a_damaged_chunk(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", Image.fromarray(picture()))
    data = path.read_bytes()
    path.write_bytes(data[:-12])
    assert reason(path) == "image_corrupt"
    at = data.index(b"IDAT") + 10
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    assert reason(path) == "image_corrupt"


def test_no_image_at_all(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"<html>not an image</html>")
    (tmp_path / "b.png").write_bytes(b"")
    assert reason(tmp_path / "a.png") == "image_corrupt"
    assert reason(tmp_path / "b.png") == "image_corrupt"


@pytest.mark.parametrize("name", ["captured.jpg", "captured.txt", "captured"])
def test_mislabelled(tmp_path: Path, name: str) -> None:
    saved(tmp_path / "real.png", Image.fromarray(picture())).rename(tmp_path / name)
    assert reason(tmp_path / name) == "image_mislabelled"


def test_several_frames(tmp_path: Path) -> None:
    first, second = Image.fromarray(picture()), Image.fromarray(255 - picture())
    assert reason(saved(tmp_path / "a.gif", first, save_all=True, append_images=[second])) == "image_animated"
    assert reason(saved(tmp_path / "a.png", first, save_all=True, append_images=[second])) == "image_animated"


def test_orientation_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90° clockwise
    path = saved(tmp_path / "a.png", Image.fromarray(picture()), exif=exif)
    assert np.array_equal(open_image(path), np.rot90(picture(), 3))


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "1", "CMYK", "I;16"])
def test_every_mode_becomes_rgb(tmp_path: Path, mode: str) -> None:
    if mode == "I;16":
        grey = (picture()[:, :, 0].astype(np.uint16) * 257).astype("<u2")
        image = Image.fromarray(grey)
    else:
        image = Image.fromarray(picture()).convert(mode)
    path = saved(tmp_path / ("a.tiff" if mode == "CMYK" else "a.png"), image)
    out = open_image(path)
    assert out.shape == (30, 40, 3) and out.dtype == np.uint8
    if mode == "I;16":
        assert np.array_equal(out[:, :, 0], picture()[:, :, 0])


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    clear = np.zeros((4, 4, 4), np.uint8)
    assert (open_image(saved(tmp_path / "a.png", Image.fromarray(clear))) == 255).all()


def test_encoded_png_is_whole_and_bare() -> None:
    data = encode_png(picture())
    assert data == encode_png(picture())
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(data))), picture())
    kinds, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kinds.append(data[at + 4 : at + 8])
        at += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"IEND"] and at == len(data)


def test_metadata_does_not_survive(tmp_path: Path) -> None:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Author", "somebody")
    path = saved(tmp_path / "a.png", Image.fromarray(picture()), pnginfo=info)
    path.write_bytes(path.read_bytes() + b"after the end: somebody")
    assert b"somebody" not in encode_png(open_image(path))


@pytest.mark.parametrize("shape", [(3, 3), (3, 3, 4)])
def test_only_rgb_is_encoded(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        encode_png(np.zeros(shape, np.uint8))


# -- shapes, chunks and bombs ----------------------------------------------------------------------------------------


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def with_chunk(path: Path, extra: bytes, *, before: bytes = b"IDAT") -> Path:
    """A sound PNG with one more chunk before another."""
    data = encode_png(picture())
    at = data.index(before) - 4
    path.write_bytes(data[:at] + extra + data[at:])
    return path


def header_only(path: Path, width: int, height: int) -> Path:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b""))
    return path


@pytest.mark.parametrize(("width", "height"), [(20_000, 500), (500, 20_000), (40, 1), (1, 1)])
def test_the_longest_and_the_most_elongated_image_is_opened(tmp_path: Path, width: int, height: int) -> None:
    path = saved(tmp_path / "a.png", Image.fromarray(np.zeros((height, width), np.uint8)))
    assert open_image(path).shape == (height, width, 3)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (20_001, 501),
        (501, 20_001),
        (41, 1),
        (1, 41),
        (39_000_000, 1),
    ],
)
def test_a_longer_one_is_refused_by_its_header(tmp_path: Path, width: int, height: int) -> None:
    assert reason(header_only(tmp_path / "a.png", width, height)) == "image_shape"


def test_an_allowed_image_costs_little_more_than_its_pixels(tmp_path: Path) -> None:
    """Peak memory of a process that opens a large image with transparency: decoded, and as it comes out."""
    import subprocess
    import sys

    side = 6_000
    saved(tmp_path / "a.png", Image.new("RGBA", (side, side), (9, 9, 9, 128)), compress_level=1)
    code = (
        "import resource, sys; from pathlib import Path; from redaction.capture.images import open_image\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "open_image(Path(sys.argv[1])); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.png")], capture_output=True, text=True, check=True, timeout=60
    )
    pixels_kb = side * side * 7 / 1024  # decoded with transparency, and as it comes out
    assert int(done.stdout) < 1.3 * pixels_kb + 20_000


@pytest.mark.parametrize("kind", [b"ABCD", b"IDOT", b"PLTF", b"I\x01AT", b"IHDR"])
def test_a_png_with_a_chunk_that_it_may_not_have_is_refused(tmp_path: Path, kind: bytes) -> None:
    head = struct.pack(">IIBBBBB", 40, 30, 8, 2, 0, 0, 0)
    extra = chunk(kind, head if kind == b"IHDR" else b"\0\0\0\1")
    assert reason(with_chunk(tmp_path / "a.png", extra)) == "image_corrupt"


def test_a_chunk_that_may_be_left_out_is_left_out(tmp_path: Path) -> None:
    assert np.array_equal(open_image(with_chunk(tmp_path / "a.png", chunk(b"teSt", b"x"))), picture())


def test_an_animation_of_one_frame_is_one_too(tmp_path: Path) -> None:
    path = with_chunk(tmp_path / "a.png", chunk(b"acTL", struct.pack(">II", 1, 0)))
    assert reason(path) == "image_animated"


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP"])
def test_a_text_that_unpacks_without_end_costs_nothing(tmp_path: Path, kind: bytes) -> None:
    import tracemalloc

    bomb = zlib.compress(b"\0" * 300_000_000, 9)
    body = {b"zTXt": b"a\0\0", b"iTXt": b"a\0\1\0\0\0", b"iCCP": b"a\0\0"}[kind] + bomb
    path = with_chunk(tmp_path / "a.png", chunk(kind, body))
    tracemalloc.start()
    try:
        open_image(path)
    except ImageRefused as error:
        assert error.reason == "image_corrupt"
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 80_000_000


def test_a_short_of_memory_is_not_the_fault_of_the_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "a.png", Image.fromarray(picture()))

    def none_left(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("redaction.capture.images._to_rgb", none_left)
    with pytest.raises(MemoryError):
        open_image(path)
