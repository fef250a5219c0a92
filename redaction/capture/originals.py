"""What an authorised auditor may look at beside the redacted release: raw rows and raw image bytes, in memory only."""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redaction.errors import EntrophyError, ImageRefused
from redaction.policy import CapturePolicy
from redaction.work.json_text import json_lines
from redaction.work.stage_records import CAPTURES

#: What a browser shows as it is; anything else is decoded and encoded again in memory.
_SHOWN = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"BM": "image/bmp"}


@dataclass(frozen=True, slots=True, repr=False)
class Original:
    """A row before redaction, the file of its screenshot and that file's SHA-256 at ingest. Captured: never log one."""

    row: Mapping[str, Any]
    screenshot: Path | None
    digest: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class OriginalImage:
    """The bytes of a raw image for a browser, their media type, and the SHA-256 of the file they come from."""

    data: bytes
    media_type: str
    digest: str


def read_originals(work: Path) -> dict[str, Original]:
    """Raw rows of every batch under a work folder (`<work>/batches/*/ingest/rows.jsonl`) by interaction_uuid."""
    found: dict[str, Original] = {}
    for path in sorted(work.glob("batches/*/ingest/rows.jsonl")):
        try:
            items = list(json_lines(path))
            shown = any(item["screenshot"] for item in items)
            captures = Path(json.loads((path.parents[1] / CAPTURES).read_bytes())["folder"] if shown else "")
            for item in items:
                # a screenshot that is a frame of a film lies in the work folder itself
                home = path.parents[1] if item.get("frame") else captures
                shot = home / item["screenshot"] if item["screenshot"] else None
                found[str(item["row"]["interaction_uuid"])] = Original(item["row"], shot, str(item.get("sha256", "")))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EntrophyError(
                f"the raw rows of a batch cannot be read ({type(error).__name__}).",
                record=path.parent.parent.name,
                remedy="build the release again; the review needs its work folder.",
            ) from None
    if not found:
        raise EntrophyError(
            "there are no raw rows in the work folder.",
            remedy="give the folder that `entrophy build` wrote, with its work/ folder still there.",
        )
    return found


def read_boxes(work: Path) -> dict[str, dict[str, Any]]:
    """Drawn boxes by screenshot name (`<work>/batches/*/scrubbed/boxes.jsonl`): width, height, boxes."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(work.glob("batches/*/scrubbed/boxes.jsonl")):
        try:
            for item in json_lines(path):
                found[str(item["screenshot_name"])] = item
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EntrophyError(
                f"the boxes of a batch cannot be read ({type(error).__name__}).",
                record=path.parent.parent.name,
                remedy="build the release again; the review needs its work folder.",
            ) from None
    return found


def read_image(path: Path, policy: CapturePolicy | None = None) -> OriginalImage:
    """The raw image at `path`, read once, kept nowhere. ImageRefused when it is not an ordinary, sound image file."""
    limit = (policy or CapturePolicy()).max_image_bytes
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        raise ImageRefused(
            "the raw image cannot be opened.", reason="image_missing", remedy="put the captures back where they were."
        ) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise ImageRefused(
            "the raw image is not a regular file.", reason="image_not_file", remedy="put the file itself there."
        )
    with os.fdopen(handle, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ImageRefused(
            "the raw image has more bytes than the policy allows.",
            reason="image_too_large",
            remedy="raise capture.max_image_bytes in the policy.",
        )
    digest = hashlib.sha256(data).hexdigest()
    for magic, media_type in _SHOWN.items():
        if data.startswith(magic):
            return OriginalImage(data, media_type, digest)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return OriginalImage(data, "image/webp", digest)
    return OriginalImage(_as_png(data, policy or CapturePolicy()), "image/png", digest)


def _as_png(data: bytes, policy: CapturePolicy) -> bytes:
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > policy.max_image_pixels:
                raise ImageRefused(
                    "the raw image has more pixels than the policy allows.",
                    reason="image_bomb",
                    remedy="raise capture.max_image_pixels in the policy.",
                )
            out = io.BytesIO()
            ImageOps.exif_transpose(image).convert("RGB").save(out, "PNG")
            return out.getvalue()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError):
        raise ImageRefused(
            "the raw image cannot be decoded.", reason="image_corrupt", remedy="export the image again."
        ) from None
