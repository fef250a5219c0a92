"""What was found on the frames of films: kept apart from the findings on screenshots, and carried to other frames where
an auditor has covered something on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

from redaction.capture.images import Pixels, open_image
from redaction.findings import ImageFinding
from redaction.policy import Policy
from redaction.screens.frames.propagate import propagated
from redaction.screens.frames.workers import held
from redaction.stages.films import FilmOf
from redaction.stages.ingest import RawRow
from redaction.work.store import BatchStore

Screens = dict[str, list[ImageFinding]]


def apart(
    films: Sequence[FilmOf],
    rows: Sequence[RawRow],
    screens: Mapping[str, list[ImageFinding]],
    failed: Mapping[str, str],
) -> tuple[Screens, Screens, dict[str, str]]:
    """Findings on the screenshots of rows, findings on the frames of films, and why others could not be read.

    A screenshot that is a frame has the findings of that frame, so both show the same. A film of which one frame could
    not be read is left out as a whole, and so are the screenshots that show it: its name in what `failed` is that of
    its first bad frame.
    """
    of_films: Screens = {}
    bad: dict[str, str] = {}
    told = dict(failed)
    for film in films:
        reasons = [told.pop(shot) for shot in film.shots if shot in told]
        if reasons:
            bad |= dict.fromkeys(film.shots, reasons[0])
            told[f"{film.instance}/film"] = reasons[0]
        else:
            of_films |= {shot: screens[shot] for shot in film.shots}
    on_rows = {name: found for name, found in screens.items() if name not in of_films and name not in bad}
    for raw in rows:
        if raw.frame and raw.row.screenshot_name is not None:
            if raw.frame in bad:
                told[raw.row.screenshot_name] = bad[raw.frame]
            else:
                on_rows[raw.row.screenshot_name] = of_films[raw.frame]
    return dict(sorted(on_rows.items())), dict(sorted(of_films.items())), told


def carried(
    films: Sequence[FilmOf],
    store: BatchStore,
    policy: Policy,
    before: Mapping[str, Sequence[ImageFinding]],
    corrected: Mapping[str, list[ImageFinding]],
) -> Screens:
    """The corrected findings; what an auditor covered on one frame of a film is hidden on its others, too, wherever its
    pixels show."""
    out = dict(corrected)
    for film in films:
        shots = [shot for shot in film.shots if shot in corrected]
        if len(shots) < len(film.shots) or all(set(corrected[s]) <= set(before[s]) for s in shots):
            continue
        paths = [path for _, path in film.paths(store)]
        opened = lru_cache(held(film.width * film.height))(partial(_frame, paths, policy))
        again = propagated(opened, [corrected[s] for s in shots])
        out |= dict(zip(shots, again, strict=True))
    return out


def _frame(paths: Sequence[Path], policy: Policy, index: int) -> Pixels:
    return open_image(paths[index], policy.capture)
