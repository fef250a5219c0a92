"""One decoded picture as RGB pixels, upright."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import Pixels

if TYPE_CHECKING:
    from av.video.frame import VideoFrame as Picture

_UNSAID = 2
"""AVCOL_SPC_UNSPECIFIED."""
_HIGH = 720
"""Pictures of so many lines that do not say how their colours are coded are BT.709, lower ones BT.601, as players take
them."""
_ONE = 1 << 16
"""1 in the display matrix, 16.16."""


def rgb(picture: Picture) -> Pixels:
    """H × W × 3 as the picture was stored, before it is turned."""
    from av.video.reformatter import Colorspace, Interpolation

    space: int | None = None
    if picture.colorspace == _UNSAID and not picture.format.is_rgb:
        space = Colorspace.ITU709 if picture.height >= _HIGH else Colorspace.ITU601
    how = Interpolation.BILINEAR | Interpolation.ACCURATE_RND
    out = picture.reformat(format="rgb24", src_colorspace=space, interpolation=how, threads=1)
    plane = out.planes[0]
    rows = _stored(plane).reshape(picture.height, plane.line_size)
    return np.ascontiguousarray(rows[:, : picture.width * 3].reshape(picture.height, picture.width, 3))


def same_planes(some: Picture, other: Picture) -> bool:
    """Whether two pictures are the same to the bit as they are stored."""
    return all(np.array_equal(_stored(a), _stored(b)) for a, b in zip(some.planes, other.planes, strict=True))


def _stored(plane: Any) -> NDArray[np.uint8]:
    return np.frombuffer(plane, np.uint8)


@dataclass(frozen=True, slots=True)
class Upright:
    """How a stored picture is turned to be seen: columns and rows swapped, then mirrored left to right, or upside
    down."""

    swapped: bool
    mirrored: bool
    flipped: bool

    @classmethod
    def of(cls, picture: Picture) -> Upright | None:
        """What the display matrix of a picture says; None when it is no turn by quarters and no mirror image."""
        from av.sidedata.sidedata import Type

        held: Any = picture.side_data  # its items are told as names
        said = [bytes(data) for data in held if data.type == Type.DISPLAYMATRIX]
        if not said:
            return cls(False, False, False)
        a, b, _, c, d, _, _, _, _ = np.frombuffer(said[-1], np.int32).tolist()
        if abs(a) == abs(d) == _ONE and b == c == 0:
            return cls(False, a < 0, d < 0)
        if abs(b) == abs(c) == _ONE and a == d == 0:
            return cls(True, c < 0, b < 0)
        return None

    def turned(self, image: Pixels) -> Pixels:
        """The H × W × 3 (or, swapped, W × H × 3) pixels as they are seen."""
        seen = image.transpose(1, 0, 2) if self.swapped else image
        seen = seen[:, ::-1] if self.mirrored else seen
        return np.ascontiguousarray(seen[::-1] if self.flipped else seen)
