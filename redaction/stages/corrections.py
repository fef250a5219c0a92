"""What an auditor corrected by hand, in the form that the next build applies.

Boxes are tied to the SHA-256 of the raw image file, so that they follow the picture and not its name; words that were
missed become declared entities and are hidden wherever they appear. The file holds captured values: it lies beside
the key, mode 0600, and never in a bundle. `release/review/` writes it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from redaction.errors import EntrophyError
from redaction.findings import Box, ImageFinding, Kind
from redaction.records import DeclaredEntity
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from redaction.work.json_text import digest_of

DETECTOR = "auditor"


@dataclass(frozen=True, slots=True, order=True)
class Uncover:
    """A box that an auditor found wrong, as it was drawn on an image of width × height pixels (pixels.redact_image)."""

    box: Box
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Corrections:
    """Per raw image (SHA-256 of its file): boxes to cover and to uncover; and entities for the registry."""

    cover: Mapping[str, tuple[ImageFinding, ...]] = field(default_factory=dict)
    uncover: Mapping[str, tuple[Uncover, ...]] = field(default_factory=dict)
    entities: tuple[DeclaredEntity, ...] = ()


def corrections_path(key_path: Path) -> Path:
    """Where the corrections of the maintainer's key lie."""
    return key_path.with_name(key_path.name + ".corrections.json")


def apply_corrections(
    findings: Sequence[ImageFinding], image_digest: str, corrections: Corrections
) -> list[ImageFinding]:
    """The findings of one image without those marked wrong and with those marked missed.

    Covering comes last: where both were marked, the place is covered.
    """
    from redaction.screens.redact.pixels import drawn_as

    marked = corrections.uncover.get(image_digest, ())
    wrong = {f for u in marked for f in drawn_as(findings, u.box, u.width, u.height)}
    kept = [f for f in findings if f not in wrong]
    return [*kept, *corrections.cover.get(image_digest, ())]


def correct_screens(
    screens: Mapping[str, Sequence[ImageFinding]],
    images: Mapping[str, Path],
    corrections: Corrections,
    hidden: Iterable[str] = (),
) -> dict[str, list[ImageFinding]]:
    """The findings of a batch, corrected. `images` are the raw files by screenshot name, `hidden` the values found in
    its rows.

    A box marked wrong stays covered while its value is hidden anywhere else: showing in one place what is hidden in
    another would tell it, and the leak check would refuse the bundle. EntrophyError if an image cannot be read.
    """
    found = {name: list(findings) for name, findings in screens.items()}
    if not (corrections.cover or corrections.uncover):
        return found
    digests = {name: _digest_or_refuse(images[name]) for name in sorted(found)}
    corrected = {name: apply_corrections(found[name], digests[name], corrections) for name in found}
    known = {_fold(value) for value in hidden}
    known |= {_fold(f.value) for findings in corrected.values() for f in findings}
    known.discard("")
    for name, findings in corrected.items():
        kept = set(findings)
        back = [f for f in found[name] if f not in kept and _fold(f.value) in known]
        if back:
            corrected[name] = sorted([*back, *findings])
    return corrected


def _digest_or_refuse(path: Path) -> str:
    try:
        return file_digest(path)
    except OSError as error:
        raise EntrophyError(
            f"a raw image cannot be read to correct it ({type(error).__name__}).",
            remedy="put the captures back where they were.",
        ) from None


def _fold(value: str) -> str:
    return "".join(value.casefold().split())


def corrections_digest(corrections: Corrections) -> str:
    """One digest over everything in the corrections; part of the stamp of the find stage."""
    return digest_of(formats.CORRECTIONS, _as_json(corrections))


def load_corrections(path: Path | None) -> Corrections:
    """Read a corrections file; None or no file gives none. EntrophyError if it is there and cannot be followed."""
    if path is None or not (path.exists() or path.is_symlink()):
        return Corrections()
    remedy = "run `entrophy review` again: it writes the file anew from the decisions."
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise EntrophyError(f"the corrections cannot be read ({type(error).__name__}).", remedy=remedy) from None
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise EntrophyError("the corrections are not a regular file.", remedy="put the file itself there.")
    with os.fdopen(handle, "rb") as file:
        if mode & 0o077:
            raise EntrophyError("the corrections are open to other users.", remedy="run `chmod 600` on the file.")
        data = file.read()
    try:
        return _from_json(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise EntrophyError(f"the corrections are not of the format {formats.CORRECTIONS}.", remedy=remedy) from None


def save_corrections(corrections: Corrections, path: Path) -> None:
    """Write the corrections whole, mode 0600."""
    text = json.dumps(_as_json(corrections), ensure_ascii=False, indent=1, allow_nan=False)
    write_whole(path, text.encode() + b"\n")


def _as_json(corrections: Corrections) -> dict[str, Any]:
    return {
        "format": formats.CORRECTIONS,
        "cover": {
            digest: [
                {"box": list(f.box), "kind": f.kind.value, "value": f.value} for f in sorted(corrections.cover[digest])
            ]
            for digest in sorted(corrections.cover)
        },
        "uncover": {
            digest: [
                {"box": list(u.box), "width": u.width, "height": u.height} for u in sorted(corrections.uncover[digest])
            ]
            for digest in sorted(corrections.uncover)
        },
        "entities": sorted(
            ({**asdict(e), "aliases": list(e.aliases)} for e in corrections.entities),
            key=lambda e: (e["kind"], e["value"]),
        ),
    }


def _from_json(data: dict[str, Any]) -> Corrections:
    if data["format"] != formats.CORRECTIONS or set(data) != {"format", "cover", "uncover", "entities"}:
        raise ValueError("format")
    return Corrections(
        cover={
            digest: tuple(
                ImageFinding(_box(item["box"]), Kind(item["kind"]), 1.0, DETECTOR, str(item["value"])) for item in items
            )
            for digest, items in data["cover"].items()
        },
        uncover={
            digest: tuple(Uncover(_box(i["box"]), int(i["width"]), int(i["height"])) for i in items)
            for digest, items in data["uncover"].items()
        },
        entities=tuple(
            DeclaredEntity(Kind(e["kind"]).value, str(e["value"]), tuple(map(str, e["aliases"])))
            for e in data["entities"]
        ),
    )


def _box(values: Sequence[Any]) -> Box:
    x0, y0, x1, y1 = (int(v) for v in values)
    if not (0 <= x0 < x1 and 0 <= y0 < y1):
        raise ValueError("box")
    return x0, y0, x1, y1
