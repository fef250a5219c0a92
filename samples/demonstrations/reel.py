"""Encodes the video as screen recorders do: H.264 in MP4, with metadata, in some an audio track or a rotation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from samples.demonstrations.stage import Image

FRAME_MS = 100
#: ms after which a recorder of variable rate writes a frame though nothing changed.
_LONGEST_MS = 2_000
_RATE_HZ = 16_000
_GOP = 250


@dataclass(frozen=True, slots=True)
class Format:
    """How a demonstration is recorded. `width` x `height` are px as shown; `turned` (0, 90, 180 or 270 degrees
    clockwise) is done by a flag of the file; `variable` leaves out frames in which nothing changed; `crf` is x264's
    constant rate factor, of which recorders mostly take 23."""

    width: int = 1280
    height: int = 720
    variable: bool = False
    audio: bool = False
    turned: int = 0
    crf: int = 23
    metadata: Mapping[str, str] = field(default_factory=dict)


class Reel:
    """A video that is being written. Use as a context manager; `add` gives the number of the frame that shows it."""

    def __init__(self, path: Path, form: Format) -> None:
        import av

        self._form = form
        self._container: Any = av.open(str(path), "w", options={"movflags": "use_metadata_tags"})
        self._container.metadata.update(form.metadata)
        self._video: Any = self._container.add_stream("libx264", rate=1000 // FRAME_MS)
        swapped = form.turned in (90, 270)
        self._video.width, self._video.height = (form.height, form.width) if swapped else (form.width, form.height)
        # odd sizes cannot halve their colours
        odd = form.width % 2 or form.height % 2
        self._video.pix_fmt = "yuv444p" if odd else "yuv420p"
        self._video.codec_context.time_base = Fraction(1, 1000)
        self._video.codec_context.thread_count = 1
        self._video.codec_context.gop_size = _GOP
        # with its tree of macroblocks, x264 does not give the same bytes for the same pictures (docs/video.md)
        options = {"crf": str(form.crf), "preset": "veryfast", "x264-params": "mbtree=0"}
        self._video.codec_context.options = options
        if form.variable:
            # with frames out of order the declared length would end before the last one
            self._video.codec_context.max_b_frames = 0
        if form.turned:
            self._video.set_display_rotation(-form.turned)
        self._sound: Any = self._container.add_stream("aac", rate=_RATE_HZ) if form.audio else None
        if self._sound is not None:
            self._sound.layout = "mono"
            self._container.streams.audio[0].metadata["handler_name"] = "Microphone"
        self._last: Image | None = None
        self.times: list[float] = []

    def __enter__(self) -> Reel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, image: Image, at_ms: int) -> int:
        """Show `image` (H x W x 3, BGR) from `at_ms` on; the number of the frame in the file, from 0."""
        import av

        still = self._last is not None and np.array_equal(image, self._last)
        if self._form.variable and still and at_ms - self.times[-1] * 1000 < _LONGEST_MS:
            return len(self.times) - 1
        self._last = image
        turned = np.ascontiguousarray(np.rot90(image, self._form.turned // 90)) if self._form.turned else image
        frame = av.VideoFrame.from_ndarray(turned, format="bgr24")
        frame.pts, frame.time_base = at_ms, Fraction(1, 1000)
        self._container.mux(self._video.encode(frame))
        self.times.append(at_ms / 1000)
        return len(self.times) - 1

    def close(self) -> None:
        """Write what is left, and the sound."""
        self._container.mux(self._video.encode(None))
        if self._sound is not None:
            self._speak()
        self._container.close()

    def _speak(self) -> None:
        """A murmur as long as the video: a tone whose pitch and loudness go up and down."""
        import av

        seconds = self.times[-1] + FRAME_MS / 1000
        t = np.arange(int(seconds * _RATE_HZ)) / _RATE_HZ
        wave = np.sin(2 * np.pi * (150 + 40 * np.sin(t * 1.7)) * t) * (0.1 + 0.08 * np.sin(t * 9.0))
        samples = (wave * 32_000).astype(np.int16)
        for start in range(0, len(samples), 1024):
            frame = av.AudioFrame.from_ndarray(samples[None, start : start + 1024], format="s16", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = _RATE_HZ, start, Fraction(1, _RATE_HZ)
            self._container.mux(self._sound.encode(frame))
        self._container.mux(self._sound.encode(None))


def frames(path: Path) -> Iterator[tuple[float, Image]]:
    """(time in s, H x W x 3 in BGR as it is shown) of every frame of the first video stream."""
    import av

    with av.open(str(path)) as container:
        for frame in container.decode(container.streams.video[0]):
            image = np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)
            quarter = round(frame.rotation / 90) % 4
            yield float(frame.time or 0.0), np.ascontiguousarray(np.rot90(image, quarter)) if quarter else image
