"""Small video files made for tests with the library that also reads them: every sort that a recorder might leave."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from redaction.capture.images import Pixels

MS = Fraction(1, 1000)
WIDTH, HEIGHT = 320, 180


def screen(*words: str, width: int = WIDTH, height: int = HEIGHT, ink: int = 20, paper: int = 250) -> Pixels:
    """A light page with lines of 12 px text and a coloured header."""
    image = Image.new("RGB", (width, height), (paper, paper, paper))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width, 24), fill=(38, 62, 110))
    for number, text in enumerate(words):
        draw.text((12, 34 + 24 * number), text, font=ImageFont.truetype("DejaVuSans.ttf", 12), fill=(ink, ink, ink))
    return np.asarray(image, dtype=np.uint8)


def lossless(path: Path, frames: Sequence[tuple[int, Pixels]], until: int) -> Path:
    """The frames in a file that changes no pixel."""
    return film(path, frames, until, codec="libx264rgb", pixels="rgb24", options={"qp": "0"})


def film(
    path: Path,
    frames: Iterable[tuple[int, Pixels]],
    until: int,
    *,
    codec: str = "libx264",
    pixels: str = "yuv420p",
    options: dict[str, str] | None = None,
    container: str | None = None,
    movflags: str = "",
    sound: bool = False,
    chapter: str = "",
    cover: bytes = b"",
    attachment: bytes = b"",
    words: dict[str, str] | None = None,
    second: bool = False,
    delay: int = 0,
) -> Path:
    """Frames (ms, pixels) as a file, with whatever else a container may carry; times are as given, the last frame
    lasts until `until` where the container can say so."""
    given = list(frames)
    settings = {"movflags": movflags} if movflags else {}
    with av.open(str(path), "w", format=container, options=settings) as out:
        out.metadata.update(words or {})
        height, width, _ = given[0][1].shape
        stream = out.add_stream(codec, rate=30, options={"g": "1000", "bf": "0", **(options or {})})
        stream.width, stream.height, stream.pix_fmt = width, height, pixels
        stream.codec_context.time_base = MS
        stream.codec_context.thread_count = 1
        if words:
            stream.metadata.update(words)
        other = out.add_stream("mpeg4", rate=30) if second else None
        if other is not None:
            other.width, other.height, other.pix_fmt = width, height, "yuv420p"
        heard = out.add_stream("aac", rate=16000, layout="mono") if sound else None
        pinned = out.add_stream("png", rate=1) if cover else None
        if pinned is not None:
            pinned.width, pinned.height, pinned.pix_fmt = 16, 16, "rgb24"
            pinned.disposition = av.stream.Disposition.attached_pic
        if attachment:
            out.add_attachment("note.txt", "text/plain", attachment)
        if chapter:
            out.set_chapters([{"id": 1, "start": 0, "end": until, "time_base": MS, "metadata": {"title": chapter}}])
        if pinned is not None:
            packet = av.Packet(cover)
            packet.stream, packet.pts, packet.dts, packet.is_keyframe = pinned, 0, 0, True
            out.mux(packet)
        ends = [at for at, _ in given[1:]] + [until]
        lasts = {at + delay: end - at for (at, _), end in zip(given, ends, strict=True)}
        for at, image in given:
            picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")
            picture.pts, picture.time_base = at + delay, MS
            for packet in stream.encode(picture):
                out.mux(_lasting(packet, lasts))
            if other is not None:
                again = av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")
                again.pts, again.time_base = at * 30 // 1000, Fraction(1, 30)
                out.mux(other.encode(again))
        for packet in stream.encode(None):
            out.mux(_lasting(packet, lasts))
        if other is not None:
            out.mux(other.encode(None))
        if heard is not None:
            for start in range(0, 16 * until, 1024):
                quiet = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
                quiet.sample_rate, quiet.pts, quiet.time_base = 16000, start, Fraction(1, 16000)
                out.mux(heard.encode(quiet))
            out.mux(heard.encode(None))
    return path


def _lasting(packet: av.Packet, lasts: dict[int, int]) -> av.Packet:
    packet.duration = round(lasts[round(packet.pts * packet.time_base * 1000)] * MS / packet.time_base)
    return packet


def turned(path: Path, matrix: tuple[int, int, int, int]) -> Path:
    """The MP4 with the first four of its display matrix (a, b, c, d) set, as a telephone that is held upright does."""
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 4 + 36  # version and flags, then what stands before the matrix in version 0
    a, b, c, d = matrix
    struct.pack_into(">9i", data, at, a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30)
    path.write_bytes(bytes(data))
    return path


def boxes(data: bytes, begin: int = 0, end: int | None = None) -> list[tuple[bytes, int, int]]:
    """(kind, where it begins, where it ends) of the boxes of an MP4 side by side."""
    found, at = [], begin
    while at < (len(data) if end is None else end):
        size = int.from_bytes(data[at : at + 4], "big")
        found.append((data[at + 4 : at + 8], at, at + size))
        at += size
    return found


def resized(path: Path, sizes: Sequence[tuple[int, int]]) -> Path:
    """A WebM whose pictures change their size on the way, as when a window is recorded and pulled larger."""
    with av.open(str(path), "w") as out:
        stream, at = None, 0
        for width, height in sizes:
            context = av.CodecContext.create("libvpx-vp9", "w")
            context.width, context.height, context.pix_fmt = width, height, "yuv420p"
            context.time_base, context.framerate = MS, Fraction(30)
            packets = []
            for _ in range(3):
                picture = av.VideoFrame.from_ndarray(screen("Reference", width=width, height=height), format="rgb24")
                picture.pts, picture.time_base = at, MS
                packets += context.encode(picture)
                at += 300
            packets += context.encode(None)
            if stream is None:
                stream = out.add_stream("libvpx-vp9", rate=30)
                stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
                stream.codec_context.time_base = MS
                out.start_encoding()
            for packet in packets:
                packet.stream, packet.time_base = stream, MS
                out.mux(packet)
    return path


def with_side_track(path: Path, words: str, folder: Path) -> Path:
    """One picture, and beside it `words` in a track: subtitles in an MKV, data in an MP4."""
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=30)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        side: list[av.Packet] = []
        if path.suffix == ".mkv":
            (folder / "said.srt").write_text(f"1\n00:00:00,000 --> 00:00:02,000\n{words}\n", encoding="utf-8")
            source = av.open(str(folder / "said.srt"))
            track = out.add_stream_from_template(source.streams.subtitles[0])
            side = [packet for packet in source.demux(source.streams.subtitles[0]) if packet.dts is not None]
        else:
            track = out.add_data_stream("bin_data")
            side = [av.Packet(words.encode())]
            side[0].pts = side[0].dts = 0
            side[0].time_base = MS
        picture = av.VideoFrame.from_ndarray(screen("Reference"), format="rgb24")
        picture.pts, picture.time_base = 0, MS
        out.mux(stream.encode(picture))
        for packet in side:
            packet.stream = track
            out.mux(packet)
        out.mux(stream.encode(None))
    return path
