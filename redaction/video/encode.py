"""A screen video out: frames as MP4 with H.264, the same bytes for the same frames, and nothing in it but them.

One thread, fixed settings, no B frames (so that no edit list has to undo a delay), no metadata. The encoder writes its
version and settings into the stream as a message for users (SEI); that is cut out like every other message.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from redaction.capture.images import Pixels
from redaction.work.files import private_folder, write_whole

if TYPE_CHECKING:
    from av.packet import Packet
    from av.video.stream import VideoStream

QUALITY = 20
"""x264's constant rate factor: letters of 12 px stay sharp (docs/video.md)."""
_X264 = {
    "preset": "medium",
    "crf": str(QUALITY),
    "profile": "high",
    "bf": "0",
    "g": "60",  # so that a player finds any time by decoding 60 frames at most
    "threads": "1",
    # the tree of macroblocks reads memory that nobody wrote where there is AVX-512: bytes would differ from run to run
    "x264-params": "sliced-threads=0:sync-lookahead=0:mbtree=0:rc-lookahead=10:repeat-headers=0",
}
_MP4 = {
    "movflags": "+faststart",
    "use_editlist": "0",
    "video_track_timescale": "1000",
    "write_tmcd": "0",
    "write_btrt": "0",
    "empty_hdlr_name": "0",
    "fflags": "+bitexact",
}
_RATE = 30
"""Pictures a second by which x264 tells the level that a player must have. Times are in milliseconds all the same."""
_MS = Fraction(1, 1000)
_SEI = 6
"""The type of NAL unit that holds messages."""
_PIECE = 1 << 20


def encode_film(frames: Iterable[tuple[int, Pixels]], until_ms: int, out: Path) -> None:
    """Write an MP4 with H.264 (yuv420p, BT.709) of frames (at_ms, H × W × 3 RGB) of one size, in time order.

    The first frame is at 0 ms; each is shown until the next appears, the last until `until_ms`. Odd sizes are padded by
    their last row and column, for H.264 codes colours two by two. The file is there whole or not at all, private, and
    has the same bytes for the same frames. One frame is held at a time. ValueError for no frame, for times that do not
    rise from 0 or reach `until_ms`, and for another size.
    """
    private_folder(out.parent)
    with TemporaryDirectory(prefix=".film-", dir=out.parent) as scratch:
        made = Path(scratch) / "film.mp4"
        _encode(frames, until_ms, made)
        write_whole(out, _pieces(made))


def _pieces(path: Path) -> Iterator[bytes]:
    """The file without the box for words about it, which is written even when there are none."""
    with path.open("rb") as file:
        while True:
            head = file.read(8)
            if len(head) < 8:
                raise ValueError("no moov box before the pictures")
            body = file.read(int.from_bytes(head[:4], "big") - 8)
            if head[4:] == b"moov":
                break
            yield head + body
        moov = bytearray(body)
        where = next(at for at, kind, _ in _boxes(moov, 0, len(moov)) if kind == b"udta")
        gone = len(moov) - where
        del moov[where:]  # it is the last
        _move_chunks(moov, 0, len(moov), gone)
        yield (len(moov) + 8).to_bytes(4, "big") + b"moov" + bytes(moov)
        while piece := file.read(_PIECE):
            yield piece


def _boxes(data: bytes | bytearray, at: int, end: int) -> Iterator[tuple[int, bytes, int]]:
    """(where it begins, kind, where it ends) of boxes side by side."""
    while at < end:
        size = int.from_bytes(data[at : at + 4], "big")
        yield at, bytes(data[at + 4 : at + 8]), at + size
        at += size


def _move_chunks(data: bytearray, begin: int, end: int, by: int) -> None:
    """Take `by` bytes off the places of all pictures."""
    for at, kind, until in _boxes(data, begin, end):
        if kind in (b"trak", b"mdia", b"minf", b"stbl"):
            _move_chunks(data, at + 8, until, by)
        elif kind in (b"stco", b"co64"):
            width = 4 if kind == b"stco" else 8
            for place in range(at + 16, until, width):
                moved = int.from_bytes(data[place : place + width], "big") - by
                data[place : place + width] = moved.to_bytes(width, "big")


def _encode(frames: Iterable[tuple[int, Pixels]], until_ms: int, made: Path) -> None:
    import av
    from av.bitstream import BitStreamFilterContext

    lasts: deque[int] = deque()
    with av.open(f"file:{made}", "w", format="mp4", options=_MP4) as container:
        stream: VideoStream | None = None
        silent: BitStreamFilterContext | None = None
        shape: tuple[int, ...] = ()

        def put(packets: Iterable[Packet[Any]]) -> None:
            assert silent is not None
            for packet in packets:
                for quiet in silent.filter(packet):
                    quiet.duration = lasts.popleft()
                    container.mux(quiet)

        for (at, image), until in _with_ends(frames, until_ms):
            if stream is None:
                shape = image.shape
                stream = _stream(container, shape)
                silent = BitStreamFilterContext(f"filter_units=remove_types={_SEI}", stream)
            if image.shape != shape:
                raise ValueError("the frames of a film are of one size")
            lasts.append(until - at)
            picture = _picture(image)
            picture.pts, picture.time_base = at, _MS
            put(stream.encode(picture))
        if stream is None or silent is None:
            raise ValueError("a film has at least one frame")
        put(stream.encode(None))
        put([])


def _stream(container: Any, shape: tuple[int, ...]) -> VideoStream:
    stream: VideoStream = container.add_stream("libx264", rate=_RATE, options=dict(_X264))
    context = stream.codec_context
    context.height, context.width = shape[0] + shape[0] % 2, shape[1] + shape[1] % 2
    context.pix_fmt = "yuv420p"
    context.time_base = stream.time_base = _MS
    context.color_range, context.colorspace, context.color_primaries, context.color_trc = 1, 1, 1, 1
    return stream


def _picture(image: Pixels) -> Any:
    from av.video.frame import VideoFrame
    from av.video.reformatter import ColorRange, Colorspace, Interpolation

    height, width, _ = image.shape
    even = np.pad(image, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
    return VideoFrame.from_ndarray(np.ascontiguousarray(even), format="rgb24").reformat(
        format="yuv420p",
        dst_colorspace=Colorspace.ITU709,
        dst_color_range=ColorRange.MPEG,
        interpolation=Interpolation.BILINEAR | Interpolation.ACCURATE_RND,
        threads=1,
    )


def _with_ends(frames: Iterable[tuple[int, Pixels]], until_ms: int) -> Iterator[tuple[tuple[int, Pixels], int]]:
    """Each frame with when it ends. ValueError where times do not rise from 0."""
    before: tuple[int, Pixels] | None = None
    for frame in frames:
        if frame[0] != 0 if before is None else frame[0] <= before[0]:
            raise ValueError("the times of a film rise from 0")
        if before is not None:
            yield before, frame[0]
        before = frame
    if before is not None:
        if until_ms <= before[0]:
            raise ValueError("a film ends after its last frame appears")
        yield before, until_ms
