"""A released video as a second reader sees it: decoded to its end, and of each picture what is new on it.

How videos are made is not known here. Differences that the codec makes are told from others by tolerances of this room,
which are tighter than those of the making: what is not noticed here is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from validation.reading.clean_canvas import find_foreground
from validation.reading.read_lines import find_lines
from validation.reading.read_words import Box

Frame = NDArray[np.uint8]
"""H × W × 3, RGB."""

FLOOR = 8
"""Differences up to this, of 255, are the codec's."""
NEW = 0.2
"""From one picture of a video to a later one, differences up to the floor and this share of the contrast around are the
codec's, too: it says of what stands still that it is as before."""
STILL = 0.15
"""From a still picture to a picture of a video the same, of means of 3 × 3 px: single px beside letters are coded far
off, and means are not."""
LEAST = 3
"""So many px beyond that in a block are no chance."""
_AROUND = np.ones((9, 9), np.uint8)
"""The contrast is that of a square of so many px, in both pictures."""
_BLOCK = 16
"""px."""
_JOIN = (49, 17)
"""px along a row and upright over which changed blocks are one part."""
_MARGIN = (24, 10)
"""px that are shown to the left and right of a part, and above and below."""
_RIM = 4
"""px that are shown around a line."""
_LOOK = 96
"""px above and below a part in which the lines are looked for that it may touch."""
_MOSTLY = 0.5
"""A picture of which more than this is to be shown is shown whole."""


class NoFilm(ValueError):
    """Not a video that can be decoded to its end; the message quotes nothing of it."""


def film_frames(path: Path | bytes) -> Iterator[tuple[int, int, Frame]]:
    """(number from 1, ms at which it appears, pixels) of every picture of a video, in order, to its end.

    Raises NoFilm for what is no MP4 with one video track and nothing beside it, and where anything cannot be decoded or
    is missing: a picture that is damaged, fewer or more pictures than are listed, times that do not rise.
    """
    try:
        yield from _decoded(path)
    except (NoFilm, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever a library raises may quote the file: it is told as unreadable
        raise NoFilm(f"the video cannot be decoded to its end ({type(error).__name__})") from None


def _decoded(path: Path | bytes) -> Iterator[tuple[int, int, Frame]]:
    import av

    with (
        BytesIO(path) if isinstance(path, bytes) else path.open("rb") as file,
        av.open(file, "r", format="mov", options={"codec_whitelist": "h264"}, io_open=_nothing_else) as container,
    ):
        if len(container.streams) != 1 or len(container.streams.video) != 1:
            raise NoFilm("there is not one track of pictures")
        stream = container.streams.video[0]
        stream.codec_context.options = {"err_detect": "explode"}
        stream.codec_context.thread_count = 1
        number, before = 0, -1
        for picture in container.decode(stream):
            if picture.is_corrupt or picture.pts is None or stream.time_base is None:
                raise NoFilm("a picture is damaged, or has no time")
            at = int(picture.pts * stream.time_base * 1000)
            if at <= before:
                raise NoFilm("the times of the pictures do not rise")
            number, before = number + 1, at
            image = picture.to_ndarray(format="rgb24", src_colorspace="ITU709", threads=1)
            yield number, at, np.asarray(image, dtype=np.uint8)
        if number != stream.frames or not number:
            raise NoFilm("there are not as many pictures as are listed")


def _nothing_else(url: str, flags: int, options: dict[str, Any]) -> Any:
    raise PermissionError("a video leads to another file")


def changed_canvases(path: Path | bytes) -> Iterator[tuple[int, bytes]]:
    """(number of the picture, PNG) for every picture on which something is new: what is new stands in its place, with
    the whole lines of text that it touches; all else is the commonest colour of the picture.

    New is what differs from what was shown last in its place, here or on a canvas before: a slow fade adds up. The
    first picture is shown whole. Raises NoFilm as film_frames does.
    """
    shown: Frame | None = None
    for number, _, frame in film_frames(path):
        if shown is None or shown.shape != frame.shape:
            shown = frame
            yield number, _png(frame)
            continue
        changed = _parts(changed_blocks(shown, frame, NEW))
        if not changed:
            continue
        new = _with_lines(frame, changed)
        if new.mean() > _MOSTLY:
            shown = frame
            yield number, _png(frame)
            continue
        canvas = np.empty_like(frame)
        canvas[:] = _commonest(frame)
        mask = new.view(np.uint8)
        canvas = np.asarray(cv2.copyTo(frame, mask, canvas), dtype=np.uint8)
        shown = np.asarray(cv2.copyTo(frame, mask, shown.copy()), dtype=np.uint8)
        yield number, _png(canvas)


def frame_differs(image: Frame, shown: Frame) -> bool:
    """Whether a still picture shows anything else than a picture of a video, by more than coding may change.

    A size that differs by more than the one row or column by which odd ones are padded is a difference. Colours are
    compared by their light alone, since H.264 keeps one colour for four px: another name is another light.
    """
    height, width, _ = image.shape
    if shown.shape[0] not in (height, height + height % 2) or shown.shape[1] not in (width, width + width % 2):
        return True
    grey = [cv2.cvtColor(np.ascontiguousarray(one), cv2.COLOR_RGB2GRAY) for one in (image, shown[:height, :width])]
    means = [cv2.blur(one, (3, 3))[..., None] for one in grey]
    return bool(changed_blocks(means[0], means[1], STILL).any())


def changed_blocks(some: Frame, other: Frame, share: float) -> NDArray[np.bool_]:
    """Which blocks of 16 × 16 px of two H × W × C pictures differ by more than the floor and a share of the contrast
    around (rows × columns)."""
    height, width, _ = some.shape
    out = np.zeros((-(-height // _BLOCK), -(-width // _BLOCK)), dtype=bool)
    away = _widest(cv2.absdiff(some, other), some.shape)
    left, top, wide, high = cv2.boundingRect((away > FLOOR).view(np.uint8))
    if not wide:
        return out
    x0, y0, x1, y1 = left // _BLOCK * _BLOCK, top // _BLOCK * _BLOCK, left + wide, top + high
    rim = len(_AROUND) // 2
    a, b = max(0, x0 - rim), max(0, y0 - rim)
    one, two = (np.ascontiguousarray(whole[b : y1 + rim, a : x1 + rim]) for whole in (some, other))
    shape = one.shape
    lightest = cv2.dilate(cv2.max(one, two), _AROUND)
    darkest = cv2.erode(cv2.min(one, two), _AROUND)
    contrast = _widest(cv2.subtract(lightest, darkest), shape)
    limit = (FLOOR + share * np.arange(256))[contrast[y0 - b : y1 - b, x0 - a : x1 - a]]
    beyond = away[y0:y1, x0:x1] > limit
    rows = np.add.reduceat(beyond, range(0, y1 - y0, _BLOCK), axis=0, dtype=np.int64)
    blocks = np.add.reduceat(rows, range(0, x1 - x0, _BLOCK), axis=1) >= LEAST
    row, column = y0 // _BLOCK, x0 // _BLOCK
    out[row : row + blocks.shape[0], column : column + blocks.shape[1]] = blocks
    return out


def _widest(away: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """H × W: the most of any channel of an H × W × C picture."""
    channels = away.reshape(shape)
    most = channels[..., 0]
    for number in range(1, shape[2]):
        most = np.maximum(most, channels[..., number])
    return most


def _parts(blocks: NDArray[np.bool_]) -> list[Box]:
    """Boxes in px around changed blocks, near ones together."""
    if not blocks.any():
        return []
    joined = cv2.dilate(blocks.view(np.uint8), np.ones((_JOIN[1] // _BLOCK | 1, _JOIN[0] // _BLOCK | 1), np.uint8))
    _, marks, stats, _ = cv2.connectedComponentsWithStats(joined)
    parts = []
    for mark in range(1, len(stats)):
        rows, columns = np.nonzero((marks == mark) & blocks)
        x0, y0, x1, y1 = (int(v) * _BLOCK for v in (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))
        parts.append((x0, y0, x1, y1))
    return sorted(parts)


def _with_lines(frame: Frame, parts: list[Box]) -> NDArray[np.bool_]:
    """H × W: the parts with a margin, and the whole of every line of text that they then touch; of other lines, which
    a margin may reach into, nothing, for half a line reads as nonsense."""
    height, width, _ = frame.shape
    out = np.zeros((height, width), dtype=bool)
    around = [(a - _MARGIN[0], b - _MARGIN[1], c + _MARGIN[0], d + _MARGIN[1]) for a, b, c, d in parts]
    for top, bottom in _bands(parts, height):
        found = find_lines(find_foreground(np.ascontiguousarray(frame[top:bottom])))
        lines = [(a, b + top, c, d + top) for a, b, c, d in (line.box for line in found)]
        inside = [box for box in around if box[3] > top and box[1] < bottom]
        touched = {line for line in lines if any(_touch(line, box) for box in inside)}
        for line in touched:
            _fill(out, (line[0] - _RIM, line[1] - _RIM, line[2] + _RIM, line[3] + _RIM), True)
        for line in lines:
            if line not in touched:
                _fill(out, line, False)
        for box in (*inside, *touched):
            _fill(out, box, True)
    return out


def _bands(parts: list[Box], height: int) -> list[tuple[int, int]]:
    """Rows to look at around the parts, joined where they meet."""
    bands: list[tuple[int, int]] = []
    for top, bottom in sorted((max(0, b - _LOOK), min(height, d + _LOOK)) for _, b, _, d in parts):
        if bands and top <= bands[-1][1]:
            bands[-1] = bands[-1][0], max(bottom, bands[-1][1])
        else:
            bands.append((top, bottom))
    return bands


def _touch(some: Box, other: Box) -> bool:
    return some[0] < other[2] and other[0] < some[2] and some[1] < other[3] and other[1] < some[3]


def _fill(mask: NDArray[np.bool_], box: Box, value: bool) -> None:
    mask[max(0, box[1]) : max(0, box[3]), max(0, box[0]) : max(0, box[2])] = value


def _commonest(frame: Frame) -> NDArray[np.uint8]:
    """The colour that most pixels have, as far as every fourth row and column tell."""
    some = frame[::4, ::4].reshape(-1, 3).astype(np.int64)
    colour = int(np.bincount((some[:, 0] >> 3) << 10 | (some[:, 1] >> 3) << 5 | some[:, 2] >> 3).argmax())
    near = (some >> 3 == [colour >> 10, colour >> 5 & 31, colour & 31]).all(axis=1)
    return np.asarray(np.median(some[near], axis=0), dtype=np.uint8)


def _png(frame: Frame) -> bytes:
    done, data = cv2.imencode(".png", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not done:
        raise NoFilm("a picture cannot be handed to the reader")
    return bytes(data)
