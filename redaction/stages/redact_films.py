"""Stage 4, films: every frame hidden as it was found, the film made anew of them, and the key frames of the trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from redaction.capture.images import Pixels, encode_png, open_image
from redaction.findings import ImageFinding
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.spread.local import LOCAL
from redaction.stages.films import FilmOf, load_film_boxes, load_films
from redaction.stages.find import load_film_findings
from redaction.stages.hide_image import boxes_told, hide, places_told, to_hide
from redaction.video.encode import encode_film
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from redaction.work.stage_records import FILMS, RELEASED_DEMONSTRATIONS
from redaction.work.store import BatchStore

VIDEO, KEY_FRAME = formats.VIDEO, formats.KEY_FRAME
Kept = Mapping[str, Mapping[str, Any]]
"""Lines of FILMS by instance, of films that lie as they were left."""


def films_as_left(store: BatchStore) -> Kept:
    """What the run before left, asked before the stage is begun again."""
    if not store.is_as_left("scrub"):
        return {}
    return {str(line["instance"]): line for line in load_film_boxes(store)}


def redact_films(store: BatchStore, policy: Policy, ledger: Ledger, progress: Progress, recipe: str, kept: Kept) -> int:
    """Leaves the films and key frames in scrubbed/demonstrations/, and FILMS: a line a film with the boxes of each of
    its frames and the surrogates that can be read there. Returns the number of films.

    `recipe` is the digest of what decides about all of them; a film that would come out as it was `kept` is not made
    again.
    """
    found = load_film_findings(store)
    films = [film for film in load_films(store) if film.shot(0) in found]
    folder = store.file(RELEASED_DEMONSTRATIONS)
    _clear(folder, {film.instance for film in films})
    if not films:
        store.file(FILMS).unlink(missing_ok=True)
        return 0
    total = sum(len(film.frames) for film in films)
    done = 0
    lines = []
    progress("redact films", 0, total)
    with ThreadPoolExecutor(policy.vision.workers or LOCAL.cores) as pool:
        tasks = [_Task(film, found, recipe, policy, ledger) for film in films]
        made = pool.map(lambda task: _redacted(task, store, folder, kept.get(task.film.instance)), tasks)
        for task, line in zip(tasks, made, strict=True):
            lines.append(line)
            done += len(task.film.frames)
            progress("redact films", done, total)
    store.write_lines(FILMS, lines)
    return len(films)


@dataclass(slots=True)
class _Task:
    """A film with what is hidden on each frame."""

    film: FilmOf
    shown: list[tuple[ImageFinding, ...]]
    surrogates: list[tuple[str, ...]]
    policy: Policy
    recipe: str

    def __init__(
        self, film: FilmOf, found: Mapping[str, Sequence[ImageFinding]], recipe: str, policy: Policy, ledger: Ledger
    ) -> None:
        self.film, self.policy = film, policy
        hidden = [to_hide(found[shot], policy, ledger) for shot in film.shots]
        self.shown, self.surrogates = [shown for shown, _ in hidden], [surrogates for _, surrogates in hidden]
        self.recipe = digest_of(
            recipe,
            [list(frame) for frame in film.frames],
            film.until_ms,
            list(film.shows),
            [[asdict(f) for f in some] for some in self.shown],
            self.surrogates,
        )

    def drawn(
        self, store: BatchStore, boxes: list[dict[str, Any]], keep: Mapping[int, Sequence[Path]]
    ) -> Iterator[tuple[int, Pixels]]:
        """(ms, pixels) of every redacted frame; what was hidden where goes into `boxes`, the frames of `keep` also into
        files."""
        for index, (at_ms, file) in enumerate(self.film.frames):
            image = open_image(store.file(file), self.policy.capture)
            shown, surrogates = self.shown[index], self.surrogates[index]
            redacted, drawn, readable = hide(image, shown, surrogates, self.policy.vision.style)
            told = {"boxes": boxes_told(shown, drawn), "places": places_told(drawn, surrogates, readable)}
            boxes.append({"at_ms": at_ms, **told})
            if index in keep:
                png = encode_png(redacted)
                for path in keep[index]:
                    write_whole(path, png)
            yield at_ms, redacted


def _clear(folder: Path, instances: set[str]) -> None:
    """Take away what an earlier run left of films that are none any more."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.suffix in (".mp4", ".png") and path.name.partition(".")[0] not in instances:
            path.unlink()


def _redacted(task: _Task, store: BatchStore, folder: Path, before: Mapping[str, Any] | None) -> dict[str, Any]:
    film = task.film
    video = folder / VIDEO.format(instance=film.instance)
    keep: dict[int, list[Path]] = {}
    for state, index in enumerate(film.shows):
        keep.setdefault(index, []).append(folder / KEY_FRAME.format(instance=film.instance, state=state))
    files = [video, *(path for paths in keep.values() for path in paths)]
    if before is not None and before["recipe"] == task.recipe and before["files"] == _digests(files):
        return dict(before)
    boxes: list[dict[str, Any]] = []
    encode_film(task.drawn(store, boxes, keep), film.until_ms, video)
    about = {name: getattr(film, name) for name in ("instance", "name", "width", "height", "until_ms", "shows")}
    return {**about, "recipe": task.recipe, "files": _digests(files), "frames": boxes}


def _digests(files: Sequence[Path]) -> dict[str, str]:
    return {path.name: file_digest(path) if path.is_file() and not path.is_symlink() else "" for path in sorted(files)}
