"""A screen video in: judged before it is decoded, decoded to its end, and kept as the frames that differ.

A library opens the one file it is given, as the container it was judged to be, and nothing beside it: no playlist, no
reference to another file, no address. Of all streams only the pictures are decoded; sound, subtitles, chapters,
attachments, covers, data and every word of metadata stay where they are. Whatever goes wrong refuses the video whole.
"""

from __future__ import annotations

import shutil
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from redaction.capture.images import MOST_ELONGATED, Pixels, encode_png
from redaction.errors import VideoRefused
from redaction.policy import CapturePolicy, DemonstrationPolicy
from redaction.video.containers import container_of, open_video, refused
from redaction.video.pace import paced
from redaction.video.pictures import Upright, rgb, same_planes
from redaction.video.steady import steadied
from redaction.work.files import private_folder, write_whole

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame as Picture
    from av.video.stream import VideoStream

LONGEST_SIDE = 16_384
"""In px: H.264, in which films go out, has no larger pictures."""
MOST_A_SECOND = 240
"""Pictures a second, over the whole length that the policy allows. No screen shows more."""
SHORT_MS = 2_000
"""A film that ends so much before its container says was cut."""
CODECS = (
    "h264",
    "hevc",
    "libdav1d",
    "av1",
    "vp8",
    "vp9",
    "libvpx-vp9",
    "mpeg4",
    "mjpeg",
    "png",
    "qtrle",
    "prores",
    "rawvideo",
)
"""What screens are recorded in, as FFmpeg names the decoders. No other is handed a byte: FFV1, for one, is decoded with
the picture before in place of what is damaged, and no word of it."""


@dataclass(frozen=True, slots=True)
class VideoFrame:
    """One frame that differs from the one before: `file` is its PNG's name, `at_ms` when it appears."""

    number: int
    at_ms: int
    file: str


@dataclass(frozen=True, slots=True)
class Film:
    """`width` × `height` px; `frames` in time order, the first at 0 ms, each on the screen until the next appears, the
    last until `until_ms`."""

    width: int
    height: int
    until_ms: int
    frames: tuple[VideoFrame, ...]


def decode_film(path: Path, into: Path, policy: DemonstrationPolicy, limits: CapturePolicy) -> Film:
    """Decode a video to its end and write the frames that differ into the folder `into`: PNG files 000001.png and on,
    private, the same bytes for the same file.

    At most `policy.frames_per_second` frames of any second are kept (see redaction.video.pace), with the codec's noise
    taken out (redaction.video.steady). Two or three frames are held at a time, however long the video is.

    `into` is there as a whole or not at all; frames of an earlier decoding are replaced. Raises VideoRefused with one
    of the codes video_missing, video_symlink, video_not_file, video_too_large, video_mislabelled, video_streams,
    video_shape, video_bomb, video_too_long (all judged before anything is decoded), video_times, video_undecodable.
    Messages never name the file. OSError for `into`, ValueError where it holds anything else, MemoryError are let
    through.
    """
    made = into.with_name(f".{into.name}.part")
    _only_frames(into)
    shutil.rmtree(made, ignore_errors=True)
    private_folder(made)
    try:
        with open_video(path, policy.max_video_bytes) as file:
            film = _written(file, path.suffix, made, policy, limits)
        if into.exists():
            shutil.rmtree(into)
        made.replace(into)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return film


def nearest_frame(film: Film, at_ms: int) -> VideoFrame:
    """The frame that is on the screen at a time: the last one that appeared until then; of times before the film the
    first, of times after it the last."""
    return film.frames[max(0, bisect_right(film.frames, at_ms, key=lambda frame: frame.at_ms) - 1)]


def _only_frames(folder: Path) -> None:
    if folder.exists() and any(not (p.suffix == ".png" and p.stem.isdigit()) for p in folder.iterdir()):
        raise ValueError("the folder for frames holds something else")


def _written(file: IO[bytes], suffix: str, into: Path, policy: DemonstrationPolicy, limits: CapturePolicy) -> Film:
    source = _Source(file, suffix, policy, limits)
    steady = _Steady()
    apart = -(-1000 // policy.frames_per_second)
    frames: list[VideoFrame] = []
    for at, image in paced(source.shown(), lambda: source.until_ms, apart, steady.new):
        frame = VideoFrame(len(frames) + 1, at, f"{len(frames) + 1:06d}.png")
        write_whole(into / frame.file, encode_png(image))
        frames.append(frame)
    height, width, _ = steady.size
    return Film(width, height, source.until_ms, tuple(frames))


class _Steady:
    """What is kept of one frame after the other."""

    def __init__(self) -> None:
        self._kept: Pixels | None = None
        self._judged: Picture | None = None
        # Asked of the first picture alone: whoever asks a picture for what lies beside its pixels ties it into a circle
        # of references, and it stays in memory until Python looks for such circles.
        self._upright: Upright | None = None
        self._rotation = 0

    @property
    def size(self) -> tuple[int, ...]:
        assert self._kept is not None
        return self._kept.shape

    def new(self, picture: Picture) -> Pixels | None:
        """The picture as it is kept; None when it shows nothing new."""
        before, self._judged = self._judged, picture
        # Where nothing moves, codecs say "as before": such a picture need not be converted and compared.
        with _decoding():
            if before is not None and same_planes(before, picture):
                return None
            if self._upright is None:
                self._upright, self._rotation = Upright.of(picture), picture.rotation
            if self._upright is None or picture.rotation != self._rotation:
                raise refused("video_shape", "the video is turned by something else than a quarter, or turns.")
            image = self._upright.turned(rgb(picture))
        if self._kept is not None:
            image_or_none = steadied(self._kept, image)
            if image_or_none is None:
                return None
            image = image_or_none
        self._kept = image
        return image


class _Source:
    """The pictures of one file with their times; `until_ms` is when the last ends, known after the last."""

    def __init__(self, file: IO[bytes], suffix: str, policy: DemonstrationPolicy, limits: CapturePolicy) -> None:
        self._file, self._suffix, self._policy, self._limits = file, suffix, policy, limits
        self.until_ms = 0

    def shown(self) -> Iterator[tuple[int, Picture]]:
        """(ms from the beginning, picture) in the order of time. Raises VideoRefused as decode_film does."""
        import av

        longest = self._policy.max_video_minutes * 60_000
        accept = self._limits.mislabelled_images == "accept"
        kind = container_of(self._file, self._suffix, any_suffix=accept)
        options = {
            "protocol_whitelist": "none",
            "codec_whitelist": ",".join(CODECS),
            "max_pixels": str(self._limits.max_image_pixels),
            "threads": "1",
        }
        with _decoding():
            container = av.open(
                self._file, "r", format=kind, options=options, metadata_errors="replace", io_open=_nothing_else
            )
        with container:
            with _decoding():
                stream, began, announced = self._judged(container, longest)
            count = 0
            at = -1
            size: tuple[int, int] | None = None
            ends: int | None = None
            pictures = _pictures(container, stream, self._limits.max_image_pixels)
            while True:
                with _decoding():
                    picture = next(pictures, None)
                    if picture is None:
                        break
                    if size is None:
                        size = self._allowed(picture.width, picture.height)
                    elif (picture.width, picture.height) != size:
                        raise refused("video_shape", "the pictures of the video change their size.")
                    if picture.pts is None or stream.time_base is None:
                        raise refused("video_times", "a picture of the video has no time.")
                    began = began if began is not None else picture.pts * stream.time_base
                    time = _ms(picture.pts * stream.time_base - began)
                    lasts = _ms(picture.duration * stream.time_base) if picture.duration else None
                count += 1
                time = max(0, time) if count > 1 else 0
                if time < at:
                    raise refused("video_times", "the times of the pictures run backwards.")
                if time > longest:
                    raise refused("video_too_long", "the video lasts longer than the policy allows.")
                if count > MOST_A_SECOND * longest / 1000:
                    raise refused("video_bomb", "the video has more pictures than any screen shows in its time.")
                at, ends = time, None if lasts is None else time + lasts
                yield time, picture
        if not count:
            raise refused("video_undecodable", "the video has no picture.")
        self.until_ms = self._end(kind, at, ends, announced, longest)

    def _end(self, kind: str, last: int, ends: int | None, announced: int | None, longest: int) -> int:
        """When the last picture ends, which begins at `last` ms and by itself ends at `ends`."""
        ends = max(last + 1, ends if ends is not None else announced or 0)
        if announced is not None:
            if kind == "matroska":
                # The file is whole. Its last picture, of which it states no length, stays until its end.
                ends = max(ends, announced)
            elif announced - ends > SHORT_MS:
                raise refused("video_undecodable", "the video ends before its container says.")
        if ends > longest:
            raise refused("video_too_long", "the video lasts longer than the policy allows.")
        return ends

    def _judged(self, container: InputContainer, longest: int) -> tuple[VideoStream, Fraction | None, int | None]:
        """(the stream of pictures, when the file begins in s, how many ms it says it lasts), by what the file says."""
        from av.stream import Disposition

        pinned = Disposition.attached_pic | Disposition.timed_thumbnails
        streams = [stream for stream in container.streams.video if not stream.disposition & pinned]
        if len(streams) != 1:
            raise refused("video_streams", "the file does not hold exactly one stream of moving pictures.")
        stream = streams[0]
        context = stream.codec_context
        if context is None or context.codec.name not in CODECS:
            raise refused("video_undecodable", "the pictures of the video are in a codec that is not read.")
        self._allowed(context.width, context.height)
        told = [Fraction(container.duration, 1_000_000)] if container.duration else []
        if stream.duration and stream.time_base:
            told.append(stream.duration * stream.time_base)
        announced = _ms(min(told)) if told else None
        if announced is not None and announced > longest:
            raise refused("video_too_long", "the video lasts longer than the policy allows.")
        began = container.start_time
        return stream, None if began is None else Fraction(began, 1_000_000), announced

    def _allowed(self, width: int, height: int) -> tuple[int, int]:
        """The size, if pictures may have it."""
        if width < 1 or height < 1 or width * height > self._limits.max_image_pixels:
            raise refused("video_bomb", "the pictures of the video have more pixels than the policy allows.")
        if max(width, height) > LONGEST_SIDE or max(width, height) > MOST_ELONGATED * min(width, height):
            raise refused("video_shape", "the pictures of the video are longer, or more elongated, than any screen.")
        return width, height


def _pictures(container: InputContainer, stream: VideoStream, most: int) -> Iterator[Picture]:
    """Every picture of the stream. What a decoder would mend or leave out is an error."""
    context = stream.codec_context
    context.options = {"err_detect": "explode", "max_pixels": str(most)}
    context.thread_count = 1
    for packet in container.demux(stream):
        if packet.is_corrupt:
            raise refused("video_undecodable", "a part of the video is damaged.")
        for picture in packet.decode():
            if picture.is_corrupt:
                raise refused("video_undecodable", "a picture of the video is damaged.")
            yield picture


def _ms(seconds: Fraction) -> int:
    return int(seconds * 1000 // 1)


def _nothing_else(url: str, flags: int, options: dict[str, Any]) -> NoReturn:
    """A file may not lead to another."""
    raise PermissionError("a video leads to another file")


@contextmanager
def _decoding() -> Iterator[None]:
    """Whatever a library says of a damaged file may quote it: only that it cannot be decoded is told."""
    try:
        yield
    except (VideoRefused, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - a damaged file may raise anything; it is refused, never passed over
        raise refused("video_undecodable", "the video cannot be decoded to its end.") from None
