"""What the viewer shows of demonstrations: the video as it is released, key frames made smaller, the guide, and what
was done between the states, as the trace tells it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from redaction.errors import BundleError
from redaction.work.files import write_whole
from release.bundle.bundle_format import domain_files
from release.bundle.bundle_models import Manifest
from validation.files.bundle_files import DEMONSTRATIONS
from validation.files.demonstration_layout import Part, member_of

KEY_FRAME_WIDTH = 640
"""Pixels that a key frame is wide at most."""
QUALITY = 70
"""Of its WebP, 0 to 100."""
_TOLD = ("type", "key", "x", "y", "dx", "dy")
"""What is told of an action."""


class Demonstrated:
    """The demonstrations of a bundle that holds against its manifest, each archive opened once."""

    def __init__(self, bundle: Path, manifest: Manifest) -> None:
        listed: Sequence[Mapping[str, Any]] = ()
        if manifest.demonstrations:
            listed = json.loads((bundle / DEMONSTRATIONS).read_bytes())["demonstrations"]
        self._listed = {str(one["process_instance_uuid"]): one for one in listed}
        self._opened = {name: zipfile.ZipFile(bundle / name) for name in manifest.demonstrations}
        self._members = {name: set(archive.namelist()) for name, archive in self._opened.items()}

    def __enter__(self) -> Demonstrated:
        return self

    def __exit__(self, *_: object) -> None:
        for archive in self._opened.values():
            archive.close()

    def write(self, instance: str, number: int, out: Path) -> dict[str, Any] | None:
        """Write video and key frames of the recording with this process_instance_uuid below `out`, where it is a
        demonstration, and return what the page tells of it. BundleError for a trace that is none."""
        one = self._listed.get(instance)
        if one is None:
            return None
        archive = domain_files(one["domain"]).demonstrations
        video = self._read(archive, one["name"], "video")
        if video is not None:
            write_whole(out / "videos" / f"{number}.mp4", video, private=False)
        guide = self._read(archive, one["name"], "sop")
        states, actions = self._trace(archive, one["name"])
        for state in states:
            data = self._read(archive, one["name"], "key frame", state["state"])
            if data is not None:
                place = f"screenshots/{number}/state-{state['state']}.webp"
                write_whole(out / place, _smaller(data), private=False)
                state["picture"] = place
        return {
            "name": one["name"],
            "video": f"videos/{number}.mp4" if video is not None else None,
            "guide": guide.decode() if guide is not None else None,
            "states": states,
            "actions": actions,
        }

    def _read(self, archive: str, name: str, part: Part, state: int = -1) -> bytes | None:
        member = member_of(name, part, state)
        return self._opened[archive].read(member) if member in self._members[archive] else None

    def _trace(self, archive: str, name: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """States and actions in order; an action comes after the state that it names."""
        data = self._read(archive, name, "trace")
        states: list[dict[str, Any]] = []
        actions: list[dict[str, Any]] = []
        try:
            for entry in json.loads(data or b"")["trace"]:
                about = entry["data"]
                if entry["type"] == "state":
                    at = float(about.get("secs_from_start") or 0.0)
                    states.append({"state": len(states), "at": at, "tab": about.get("tab"), "url": about.get("url")})
                else:
                    told = {what: about[what] for what in _TOLD if about.get(what) is not None}
                    element = (about.get("element_attributes") or {}).get("element") or {}
                    label = element.get("label") or element.get("text") or element.get("tag")
                    actions.append({**told, "after": len(states) - 1, "element": label})
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BundleError("a trace cannot be read.", record=name, remedy="verify the bundle.") from None
        return states, actions


def _smaller(png: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        small = image.convert("RGB")
    if small.width > KEY_FRAME_WIDTH:
        small = small.resize(
            (KEY_FRAME_WIDTH, round(small.height * KEY_FRAME_WIDTH / small.width)), Image.Resampling.LANCZOS
        )
    data = io.BytesIO()
    small.save(data, "WEBP", quality=QUALITY, method=4)
    return data.getvalue()
