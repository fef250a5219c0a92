"""The videos of demonstrations in a review: what is played, which frames come first, and what is decided.

The auditor sees the captured video beside the released one, and every frame that differs as the picture that was
searched: a mark belongs to that picture, so that the next build hides it wherever its pixels show.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from typing import Any

from redaction.capture.demonstrations import instance_of, is_name
from redaction.capture.originals import OriginalImage, read_image
from redaction.capture.paths import entries, open_regular
from redaction.errors import EntrophyError
from redaction.policy import CapturePolicy
from redaction.stages.films import FilmOf, load_film_boxes, load_films
from redaction.work.files import file_digest
from redaction.work.stage_records import CAPTURES
from redaction.work.store import BatchStore
from release.review.attention import Attention, to_be_shown
from release.review.decisions import Decision, Mark, Verdict
from release.review.reviewed_bundle import ReviewBundle, Video

LISTED = 200
"""So many frames are listed, the least certain first; the others are on the timeline."""
_BUILD_AGAIN = "build the release again; bundle and work folder do not belong together."

Boxes = Sequence[Mapping[str, Any]]
Doubt = tuple[int, float, str, bool]
"""A frame, the score (0-1) and kind of the least certain finding on it (1.0 and "" without any), and whether an earlier
frame of the list shows the same."""


@dataclass(frozen=True, slots=True, repr=False)
class Filmed:
    """The film of a demonstration before redaction: its frames, where they lie, what was hidden on each, and the video
    as it was captured (None where the captures are gone). Captured: never log one."""

    film: FilmOf
    files: tuple[Path, ...]
    boxes: tuple[Boxes, ...]
    raw: Path | None


def read_films(work: Path) -> dict[str, Filmed]:
    """The films of every batch under a work folder by process_instance_uuid; those that were not redacted are left
    out."""
    found: dict[str, Filmed] = {}
    for path in sorted((work / "batches").glob("*/ingest/demonstrations.jsonl")):
        store = BatchStore(work / "batches", path.parents[1].name)
        try:
            lines = {str(line["instance"]): line for line in load_film_boxes(store)}
            videos = _captured(store) if lines else {}
            for film in load_films(store):
                if film.instance in lines:
                    boxes = tuple(tuple(frame["boxes"]) for frame in lines[film.instance]["frames"])
                    files = tuple(file for _, file in film.paths(store))
                    found[film.instance] = Filmed(film, files, boxes, videos.get(film.instance))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EntrophyError(
                f"the films of a batch cannot be read ({type(error).__name__}).",
                record=store.name,
                remedy="build the release again; the review needs its work folder.",
            ) from None
    return found


def _captured(store: BatchStore) -> dict[str, Path]:
    """Where the captured videos lie; nowhere, where the captures are gone: their frames are still there."""
    home = Path(json.loads(store.file(CAPTURES).read_bytes())["folder"]) / "demos"
    names = [name for name in entries(home) if is_name(name)] if home.is_dir() else []
    return {instance_of(name): home / name / f"{name}.mp4" for name in names}


def lowest_scores(films: Mapping[str, Filmed]) -> dict[str, float]:
    """The score of the least certain finding of each film (1.0 without any)."""
    return {
        name: min((float(box["score"]) for boxes in filmed.boxes for box in boxes), default=1.0)
        for name, filmed in films.items()
    }


def doubts(boxes: Sequence[Boxes]) -> list[Doubt]:
    """The frames to look at first. Of frames that follow each other with the same least certain finding the first one
    stands for all; once every such finding had its turn, the others come."""
    least = [min(((float(b["score"]), str(b["kind"]), tuple(b["box"])) for b in some), default=None) for some in boxes]
    told: list[Doubt] = []
    others: list[Doubt] = []
    for index, one in enumerate(least):
        new = one is not None and (index == 0 or least[index - 1] != one)
        score, kind = one[:2] if one is not None else (1.0, "")
        (told if new else others).append((index, score, kind, one is not None and not new))
    return [frame for some in (told, others) for frame in sorted(some, key=lambda d: (d[1], d[0]))]


class VideoReview:
    """What the page shows of videos and records of them. `names` are those that are asked for, in the order of the
    plan; `all` those and every other one. `record` keeps a decision, and `given` tells of those on a piece of evidence;
    `first` is the number that stands for the first video on the auditor's clock."""

    def __init__(
        self,
        bundle: ReviewBundle,
        films: Mapping[str, Filmed],
        names: Sequence[str],
        attention: Attention,
        record: Callable[[Decision], None],
        *,
        auditor: str,
        first: int,
        now: Callable[[], str],
        policy: CapturePolicy | None = None,
    ) -> None:
        self.bundle, self.names, self._films, self._record = bundle, names, films, record
        self.all: Sequence[str] = (*names, *sorted(bundle.videos.keys() - {*names}))
        self._attention, self._auditor, self._first, self._now, self._policy = attention, auditor, first, now, policy
        self._shown: dict[str, set[int]] = {}
        self._order = lru_cache(maxsize=8)(lambda name: doubts(self._filmed(name).boxes))
        # a player asks for one video piece by piece
        self._mp4 = lru_cache(maxsize=1)(lambda name: bundle.mp4(bundle.videos[name]))

    def name(self, index: int) -> str:
        """The video at a place of `all`; IndexError beyond it."""
        if not 0 <= index < len(self.all):
            raise IndexError(index)
        return self.all[index]

    def video(self, index: int) -> Video:
        """The released video at a place of `all`."""
        return self.bundle.videos[self.name(index)]

    def _filmed(self, name: str) -> Filmed:
        filmed = self._films.get(name)
        if filmed is None or len(filmed.boxes) != len(filmed.files):
            raise EntrophyError("the work folder has no film of this demonstration.", record=name, remedy=_BUILD_AGAIN)
        return filmed

    def told(self) -> list[dict[str, Any]]:
        """The list of videos: nothing captured."""
        lowest = lowest_scores(self._films)
        return [
            {
                "title": video.title,
                "application": video.application,
                "milliseconds": video.milliseconds,
                "frames": video.frames,
                "lowest": lowest.get(name, 1.0),
                "looked": len(self._seen(name)),
                "to_be_shown": to_be_shown(video.frames),
            }
            for name in self.all
            for video in [self.bundle.videos[name]]
        ]

    def item(self, index: int, decision: Mapping[str, Any] | None) -> dict[str, Any]:
        """One video with its frames, (ms, lowest score, number of boxes) each, and those to look at first."""
        name = self.name(index)
        filmed, order = self._filmed(name), self._order(name)
        self._attention.opened(self._first + index)
        frames = [
            [at, min((float(b["score"]) for b in boxes), default=1.0), len(boxes)]
            for (at, _), boxes in zip(filmed.film.frames, filmed.boxes, strict=True)
        ]
        return {
            "index": index,
            "title": self.video(index).title,
            "application": self.video(index).application,
            "width": filmed.film.width,
            "height": filmed.film.height,
            "milliseconds": filmed.film.until_ms,
            "frames": frames,
            "least": [list(one) for one in order[:LISTED]],
            "shown": sorted(self._shown.get(name, ())),
            "to_be_shown": to_be_shown(len(frames)),
            "decision": decision,
        }

    def boxes(self, index: int, frame: int) -> list[dict[str, Any]]:
        """What was hidden on a frame, the least certain first."""
        boxes = self._filmed(self.name(index)).boxes
        if not 0 <= frame < len(boxes):
            raise IndexError(frame)
        return [dict(box) for box in sorted(boxes[frame], key=lambda b: (b["score"], b["box"]))]

    def frame(self, index: int, frame: int) -> OriginalImage:
        """A frame as it was captured; whoever asks has it shown."""
        name = self.name(index)
        files = self._filmed(name).files
        if not 0 <= frame < len(files):
            raise IndexError(frame)
        image = read_image(files[frame], self._policy)
        self._shown.setdefault(name, set()).add(frame)
        return image

    def raw(self, index: int) -> BufferedReader:
        """The captured video, open. EntrophyError where it is not there, or no regular file."""
        path = self._filmed(self.name(index)).raw
        try:
            if path is None:
                raise OSError
            opened = open_regular(path)
        except OSError:
            raise EntrophyError(
                "the captured video cannot be opened.",
                record=self.name(index),
                remedy="put the captures back where they were; its frames are shown without it.",
            ) from None
        self._attention.sent(self._first + index, "raw")
        return opened

    def redacted(self, index: int) -> bytes:
        """The released video, checked against the manifest."""
        data = self._mp4(self.name(index))
        self._attention.sent(self._first + index, "redacted")
        return data

    def _seen(self, name: str) -> set[int]:
        """Which of the frames that have to be shown were."""
        order = self._order(name)
        return {frame for frame, *_ in order[: to_be_shown(len(order))]} & self._shown.get(name, set())

    def decide(self, index: int, verdict: Verdict, marks: Sequence[Mark], note: str) -> None:
        """Record a verdict on a video; each of the `marks` names its frame."""
        video, filmed = self.video(index), self._filmed(self.name(index))
        if verdict == "accept":
            if any(mark.type != "wrong" for mark in marks):
                raise EntrophyError(
                    "something is marked as missed.", remedy="flag the video, or take the marks back, then accept."
                )
            if (left := to_be_shown(len(filmed.files)) - len(self._seen(video.name))) > 0:
                raise EntrophyError(
                    f"{left} of its least certain frames were not shown.",
                    remedy="press U until each of them was shown, then accept.",
                )
        for mark in marks:
            if mark.type == "field" or mark.frame is None or not 0 <= mark.frame < len(filmed.files):
                raise EntrophyError("a mark names no frame of this video.", remedy="load the page again.")
            if mark.box is None or not _inside(mark.box, filmed.film.width, filmed.film.height):
                raise EntrophyError("a marked box lies outside the video.", remedy="draw it again.")
        self._record(
            Decision(
                bundle=self.bundle.digest,
                screenshot=video.name,
                auditor=self._auditor,
                decided_at=self._now(),
                verdict=verdict,
                image=self._raw_digest(index),
                screen=video.digest,
                rows=video.row_digest,
                note=note,
                marks=tuple(self._on_frame(mark, filmed) for mark in marks),
                seconds=self._attention.seconds(self._first + index),
            )
        )

    def _raw_digest(self, index: int) -> str:
        """The SHA-256 of the captured video; "" where it is gone."""
        path = self._filmed(self.name(index)).raw
        return "" if path is None or path.is_symlink() or not path.is_file() else file_digest(path)

    def _on_frame(self, mark: Mark, filmed: Filmed) -> Mark:
        assert mark.frame is not None
        image = read_image(filmed.files[mark.frame], self._policy).digest
        size = (filmed.film.width, filmed.film.height)
        return Mark(mark.type, mark.kind, mark.box, *size, "", "", mark.text, image, mark.frame)


def _inside(box: Sequence[int], width: int, height: int) -> bool:
    x0, y0, x1, y1 = box
    return 0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height
