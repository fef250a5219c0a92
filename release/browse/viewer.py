"""Writes the viewer of a bundle: index.html lists its recordings, and each of them lies in a file of its own.

FOLDER/index.html            recordings with filters, the applications of each as a strip, and plots of all
FOLDER/recordings/<n>.js     the steps of one, loaded when somebody opens it
FOLDER/screenshots/<n>/…     its screenshots, made smaller
FOLDER/videos/<n>.mp4        the video of a demonstration, as it is released

It shows released rows and pixels only, works from the disk and from any static web host, and asks for nothing else.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from redaction.errors import BundleError
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from redaction.work.progress import Progress, no_progress
from release.browse.demonstrated import Demonstrated
from release.browse.plots import colour, plots
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import Manifest
from release.bundle.manifest import read_manifest
from release.difference.snapshot import Snapshot, open_snapshot
from release.pages import page
from validation.table.schema import Row, parse_time
from validation.table.statistics import duration

WIDTH = 1280
"""Pixels that a screenshot is wide at most."""
QUALITY = 70
"""Of its WebP, 0 to 100."""
_MADE = ("index.html", "recordings", "screenshots", "videos")


def write_viewer(bundle: Path, out: Path, progress: Progress = no_progress) -> Path:
    """Write the viewer of `bundle` (or the folder it was built in) to the folder `out` and return its page.

    `out` is new, empty, or a viewer that was written before, which goes. BundleError for another folder, and for a
    bundle that does not hold against its manifest.
    """
    bundle = find_bundle(bundle)
    recordings = list(_recordings(open_snapshot(bundle)))
    manifest = read_manifest(bundle)
    _clear(out)
    applications = sorted({row["application_name"] for _, rows in recordings for row in rows})
    told = []
    with _Archives(bundle, manifest) as archives, Demonstrated(bundle, manifest) as demonstrations:
        for number, (domain, rows) in enumerate(recordings, start=1):
            shots = [row["screenshot_name"] for row in rows]
            sizes = {name: archives.shrink(domain, name, _shot(out, number, name)) for name in shots if name}
            demonstration = demonstrations.write(rows[0]["process_instance_uuid"], number, out)
            write_whole(
                out / "recordings" / f"{number}.js",
                f"recording({number}, {_script_json(_steps(rows, sizes))}, {_script_json(demonstration)});\n".encode(),
                private=False,
            )
            told.append({**_about(domain, rows, applications), "video": bool(demonstration and demonstration["video"])})
            progress("browse", number, len(recordings))
    colours = [colour(place, len(applications)) for place in range(len(applications))]
    made = page(
        "release.browse",
        "viewer.html.j2",
        script="viewer.js",
        about=manifest,
        plots=plots(told, applications),
        recordings=_script_json({"applications": applications, "colours": colours, "recordings": told}),
    )
    write_whole(out / "index.html", made.encode(), private=False)
    return out / "index.html"


def _clear(out: Path) -> None:
    if out.exists() and {path.name for path in out.iterdir()} - {*_MADE}:
        raise BundleError(
            "the folder holds something else than a viewer.", record=out.name, remedy="give --out a new folder."
        )
    for name in ("recordings", "screenshots", "videos"):
        shutil.rmtree(out / name, ignore_errors=True)
        if name != "videos":
            (out / name).mkdir(parents=True)


def _recordings(release: Snapshot) -> Iterator[tuple[str, list[Row]]]:
    """(domain, rows in time order) of every recording, by domain, process and time."""
    for domain, rows in sorted(release.rows.items()):
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(row["process_instance_uuid"], []).append(row)
        for group in groups.values():
            group.sort(key=lambda row: (row["timestamp"], row["interaction_uuid"]))
        for group in sorted(groups.values(), key=lambda g: (g[0]["process_name"], g[0]["timestamp"])):
            yield domain, group


def _about(domain: str, rows: Sequence[Row], applications: Sequence[str]) -> dict[str, Any]:
    """What the list tells of a recording: `strip` is (place of the application, steps in it) in the order of work."""
    strip: list[list[int]] = []
    for row in rows:
        at = applications.index(row["application_name"])
        if strip and strip[-1][0] == at:
            strip[-1][1] += 1
        else:
            strip.append([at, 1])
    return {
        "id": rows[0]["process_instance_uuid"],
        "domain": domain,
        "process": rows[0]["process_name"],
        "start": rows[0]["timestamp"],
        "seconds": round(duration(rows), 1),
        "steps": len(rows),
        "shots": sum(row["screenshot_name"] is not None for row in rows),
        "strip": strip,
    }


def _steps(rows: Sequence[Row], sizes: dict[str, tuple[int, int]]) -> list[dict[str, Any]]:
    """Rows with the seconds since the first, and of a screenshot its captured width and height in pixels."""
    first = _at(rows[0])
    return [
        {"after": round(_at(row) - first, 3), "size": sizes.get(row["screenshot_name"]), "row": row} for row in rows
    ]


def _at(row: Row) -> float:
    return parse_time(row["timestamp"]).timestamp()


def _shot(out: Path, number: int, name: str) -> Path:
    return out / "screenshots" / str(number) / f"{Path(name).stem}.webp"


class _Archives:
    """The screenshots of a bundle, each archive opened once."""

    def __init__(self, bundle: Path, manifest: Manifest) -> None:
        self._opened = {domain: zipfile.ZipFile(bundle / names[2]) for domain, names in manifest.domains.items()}

    def __enter__(self) -> _Archives:
        return self

    def __exit__(self, *_: object) -> None:
        for archive in self._opened.values():
            archive.close()

    def shrink(self, domain: str, name: str, to: Path) -> tuple[int, int]:
        """Write a screenshot as a smaller WebP; returns its captured width and height in pixels."""
        from PIL import Image

        with Image.open(io.BytesIO(self._opened[domain].read(name))) as image:
            size = image.size
            small = image.convert("RGB")
        if size[0] > WIDTH:
            small = small.resize((WIDTH, round(size[1] * WIDTH / size[0])), Image.Resampling.LANCZOS)
        data = io.BytesIO()
        small.save(data, "WEBP", quality=QUALITY, method=4)
        to.parent.mkdir(exist_ok=True)
        write_whole(to, data.getvalue(), private=False)
        return size


def _script_json(value: Any) -> str:
    """JSON that no HTML parser takes for the end of a script."""
    return canonical(value).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
