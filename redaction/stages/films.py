"""The films of demonstrations, as a batch knows them: which frames differ, where they lie, and which of them a state of
the trace shows.

A video is decoded once. Its frames lie in the work folder under the digest of the video, so a second build decodes
nothing; every later stage reads them like screenshots of a recording.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import Pixels, open_image
from redaction.capture.paths import open_regular
from redaction.errors import ImageRefused, VideoRefused
from redaction.policy import Policy
from redaction.records import Demonstration
from redaction.video.decode import Film, VideoFrame, decode_film, nearest_frame
from redaction.work.files import file_digest, private_folder, write_whole
from redaction.work.json_text import digest_of
from redaction.work.stage_records import DEMONSTRATIONS, FILMS
from redaction.work.store import BatchStore, code_digest

Parts = NDArray[np.float32]

LOOKED_FOR_S = 3.0
"""Seconds around the time of a state in which the frame that its captured key frame shows is looked for: recorders
start the video a little before or after the trace."""
ALIKE = 40.0
"""Levels of 255 by which the part of a frame that differs most may differ from a captured key frame that it shows: a
key frame that none comes near to tells nothing."""
_WIDE, _PART = 640, 8
"""Frames are compared with a key frame at this width in px, in square parts of so many px."""
_FILM = "film.json"


@dataclass(frozen=True, slots=True)
class FilmOf:
    """The film of one demonstration: `name` is the demonstration's as it is released, `frames` are (ms from the start,
    path below the work folder), in order; each is shown until the next one, the last until `until_ms`. `shows` tells
    for every state of the trace the index of the frame that shows it."""

    instance: str
    name: str
    width: int
    height: int
    until_ms: int
    frames: tuple[tuple[int, str], ...]
    shows: tuple[int, ...]

    def shot(self, index: int) -> str:
        """The name under which a frame is read and searched, among the names of screenshots."""
        return f"film-{self.instance}-{index:06d}"

    @property
    def shots(self) -> list[str]:
        """The names of all frames, in order."""
        return [self.shot(index) for index in range(len(self.frames))]

    def shown(self, state: int) -> tuple[str, str]:
        """The name of the frame that shows a state, and its path below the work folder."""
        at = self.shows[state]
        return self.shot(at), self.frames[at][1]

    def paths(self, store: BatchStore) -> Iterator[tuple[str, Path]]:
        """Name and file of every frame."""
        for index, (_, file) in enumerate(self.frames):
            yield self.shot(index), store.file(file)


@dataclass(frozen=True, slots=True)
class DemonstrationIn:
    """A demonstration that came in: what it is called when it is released, its film, if it has one, and how many states
    its trace has."""

    instance: str
    name: str
    participant: str
    film: FilmOf | None
    states: int


def load_demonstrations(store: BatchStore) -> list[DemonstrationIn]:
    """The demonstrations that ingest left; none in a batch of another format."""
    if not store.file(DEMONSTRATIONS).is_file():
        return []
    return [_from_dict(item) for item in store.read_lines(DEMONSTRATIONS)]


def load_films(store: BatchStore) -> list[FilmOf]:
    """The films among them."""
    return [one.film for one in load_demonstrations(store) if one.film is not None]


def load_film_boxes(store: BatchStore) -> list[dict[str, Any]]:
    """The lines of FILMS."""
    return list(store.read_lines(FILMS)) if store.file(FILMS).is_file() else []


def complete(store: BatchStore) -> list[dict[str, Any]]:
    """What is released of demonstrations, a line each: those without a film that could not be made are left out as a
    whole."""
    films = {str(line["instance"]): line for line in load_film_boxes(store)}
    lines = []
    for one in load_demonstrations(store):
        film = films.get(one.instance)
        if one.film is None or film is not None:
            lines.append(
                {
                    "instance": one.instance,
                    "name": one.name,
                    "states": one.states,
                    "film": film is not None,
                    "milliseconds": int(film["until_ms"]) if film else 0,
                    "frames": len(film["frames"]) if film else 0,
                }
            )
    return lines


def as_dict(one: DemonstrationIn) -> dict[str, Any]:
    """A line of ingest/demonstrations.jsonl."""
    film = one.film
    told = None if film is None else {name: getattr(film, name) for name in FilmOf.__slots__}
    about = {"instance": one.instance, "name": one.name, "participant": one.participant}
    return {**about, "film": told, "states": one.states}


def _from_dict(item: Mapping[str, Any]) -> DemonstrationIn:
    film = None
    if item["film"] is not None:
        told = dict(item["film"])
        told["frames"] = tuple((int(at), str(file)) for at, file in told["frames"])
        told["shows"] = tuple(told["shows"])
        film = FilmOf(**told)
    return DemonstrationIn(item["instance"], item["name"], item["participant"], film, int(item["states"]))


def take_film(one: Demonstration, name: str, store: BatchStore, policy: Policy) -> FilmOf | None:
    """Decode the video of a demonstration, unless its frames lie there, and find the frames that its states show.

    VideoRefused where the video cannot be used as a whole.
    """
    if one.video is None:
        return None
    home = f"cache/films/{_recipe(one.video, policy)}"
    film = _kept(store.file(home)) or _decoded(one.video, store.file(home), policy)
    shows = tuple(
        _shown(film, store.file(home), round(1000 * at), shot, policy)
        for at, shot in zip(one.states_s, one.screenshots, strict=True)
    )
    frames = tuple((frame.at_ms, f"{home}/{frame.file}") for frame in film.frames)
    return FilmOf(one.instance, name, film.width, film.height, film.until_ms, frames, shows)


def _recipe(video: Path, policy: Policy) -> str:
    """What decides about the frames: the video, the policy and the code."""
    try:
        with open_regular(video):
            digest = file_digest(video)
    except OSError:
        digest = ""  # the decoder tells why it cannot be opened
    limits = (policy.demonstrations, policy.capture)
    return digest_of(code_digest(), digest, [p.model_dump(mode="json") for p in limits])[:32]


def _kept(home: Path) -> Film | None:
    try:
        told = json.loads((home / _FILM).read_bytes())
    except (OSError, ValueError):
        return None
    frames = tuple(VideoFrame(*frame[:3]) for frame in told["frames"])
    if any(_digest(home / frame.file) != told["frames"][at][3] for at, frame in enumerate(frames)):
        return None
    return Film(told["width"], told["height"], told["until_ms"], frames)


def _digest(path: Path) -> str:
    return file_digest(path) if path.is_file() and not path.is_symlink() else ""


def _decoded(video: Path, home: Path, policy: Policy) -> Film:
    shutil.rmtree(home, ignore_errors=True)
    private_folder(home)
    try:
        film = decode_film(video, home, policy.demonstrations, policy.capture)
    except VideoRefused:
        shutil.rmtree(home, ignore_errors=True)
        raise
    frames = [[f.number, f.at_ms, f.file, file_digest(home / f.file)] for f in film.frames]
    told = {"width": film.width, "height": film.height, "until_ms": film.until_ms, "frames": frames}
    write_whole(home / _FILM, json.dumps(told).encode())
    return film


def _shown(film: Film, home: Path, at_ms: int, shot: Path | None, policy: Policy) -> int:
    """The index of the frame that a state shows: the one that looks most like its captured key frame among those that
    stand near its time, or, without a key frame that can be opened, the one that stands at its time."""
    here = nearest_frame(film, at_ms).number - 1
    if shot is None:
        return here
    try:
        wanted = _small(open_image(shot, policy.capture))
    except ImageRefused:
        return here
    near = [here]
    for at, frame in enumerate(film.frames):
        until = film.frames[at + 1].at_ms if at + 1 < len(film.frames) else film.until_ms
        if at != here and frame.at_ms <= at_ms + 1000 * LOOKED_FOR_S and until >= at_ms - 1000 * LOOKED_FOR_S:
            near.append(at)
    unlike = {at: _apart(wanted, _small(open_image(home / film.frames[at].file, policy.capture))) for at in near}
    best = min(near, key=lambda at: (round(unlike[at]), abs(at - here), at))
    return best if unlike[best] <= ALIKE else here


def _small(image: Pixels) -> Parts:
    height = max(_PART, round(image.shape[0] * _WIDE / image.shape[1] / _PART) * _PART)
    return np.asarray(cv2.resize(image, (_WIDE, height), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _apart(one: Parts, other: Parts) -> float:
    """By how much the part differs that differs most."""
    if one.shape != other.shape:
        return 255.0
    unlike = np.abs(one - other).mean(axis=2)
    return float(cv2.resize(unlike, None, fx=1 / _PART, fy=1 / _PART, interpolation=cv2.INTER_AREA).max())
