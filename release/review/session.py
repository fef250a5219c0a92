"""One review: a bundle, the originals beside it, the plan, and the auditor who decides."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from redaction.capture.originals import Original, OriginalImage, read_boxes, read_image, read_originals
from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.policy import CapturePolicy
from release.bundle.bundle_format import find_bundle
from release.review import pictures
from release.review.agreement import agreements
from release.review.attention import Attention, looked_of
from release.review.corrections import export_corrections
from release.review.decisions import Decision, Decisions, Mark, Verdict
from release.review.kept import kept_from
from release.review.overview import CROPS_A_PASS, Finding, screens_told, to_look_at
from release.review.plan import Kept, Plan, Screen, bound_of, make_plan, plan_from_json, planned_videos, upper_bound
from release.review.reviewed_bundle import ReviewBundle, Shot, Video, open_review_bundle
from release.review.standing import Standing, flagged_names, flagged_videos, standing_of, videos_standing
from release.review.videos import VideoReview, lowest_scores, read_films

#: what a reviewer reads: the fields that can hold captured text (redaction.stages.text_fields), in the order of the row
_SHOWN = (
    "process_name",
    "application_name",
    "screen_name",
    "field_name",
    "field_value",
    "interaction_value",
    "description",
)
_THUMBNAILS = 2000
"""So many thumbnails are kept in memory, at some 8 kB each."""


def utc_now() -> str:
    """Now, UTC, to the second, as decisions and sign-offs keep it."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


def today() -> str:
    """Today's date in UTC, YYYY-MM-DD."""
    return utc_now()[:10]


def first_plan(
    bundle: ReviewBundle,
    boxes: Mapping[str, Mapping[str, Any]],
    must: Collection[str],
    *,
    fraction: float,
    confidence: float,
    kept: Sequence[Kept] = (),
    videos: Mapping[str, float] | None = None,
) -> Plan:
    """The plan of a bundle that nobody has begun to review; `boxes` are those of its work folder, `must` the names of
    screenshots and videos that are reviewed in any case, `kept` what earlier reviews stand for, `videos` the lowest
    score of each video."""
    scores = {
        name: min((float(box["score"]) for box in one.get("boxes", [])), default=1.0) for name, one in boxes.items()
    }
    screens = [
        Screen(name, str(shot.rows[0]["application_name"]), scores.get(name, 1.0))
        for name, shot in sorted(bundle.shots.items())
    ]
    plan = make_plan(bundle.digest, screens, fraction=fraction, confidence=confidence, must=must, kept=kept)
    if not bundle.videos:
        return plan
    films = [
        Screen(name, video.application, (videos or {}).get(name, 1.0)) for name, video in sorted(bundle.videos.items())
    ]
    of_videos = make_plan(bundle.digest, films, fraction=fraction, confidence=confidence, must=must)
    return replace(plan, videos=of_videos)


class ReviewSession:
    """What the page shows and records. Everything raw is read when asked for and kept nowhere.

    `out` is the folder of a build (`bundle/` and `work/` in it), `corrections` the file written after each decision,
    `previous` the folder of the version before, whose signed review a plan that is not made yet builds on.
    `independent`: two auditors decide about this bundle, and neither is shown what the other decided before both are
    done; a bundle that was once begun so stays so.
    `names` are the screens that are asked for, in the order of the plan; `all` those and every other one.
    """

    def __init__(
        self,
        out: Path,
        decisions: Decisions,
        corrections: Path,
        auditor: str,
        *,
        fraction: float,
        confidence: float,
        policy: CapturePolicy | None = None,
        now: Callable[[], str] = utc_now,
        previous: Path | None = None,
        independent: bool = False,
        attention: Attention | None = None,
    ) -> None:
        if not auditor.strip():
            raise EntrophyError("a review needs the name of the auditor.", remedy="give --auditor NAME.")
        self.auditor, self.decisions, self.corrections = auditor.strip(), decisions, corrections
        self._policy, self._now, self._lock = policy, now, Lock()
        self.bundle = open_review_bundle(find_bundle(out))
        if not self.bundle.shots and not self.bundle.videos:
            raise EntrophyError("the bundle holds no screenshot to review.", remedy="sign it without a review page.")
        self._originals: dict[str, Original] = read_originals(out / "work")
        self._boxes = read_boxes(out / "work")
        films = read_films(out / "work") if self.bundle.videos else {}
        self.plan = self._plan(out, fraction, confidence, previous, lowest_scores(films))
        extra = flagged_names(self.bundle, decisions.flagged_before()) - set(self.plan.screenshots)
        self.names: Sequence[str] = (*self.plan.screenshots, *sorted(extra))
        self.all: Sequence[str] = (*self.names, *sorted(self.bundle.shots.keys() - {*self.names}))
        self.findings: list[Finding] = to_look_at(self.all, self._boxes)
        self.attention = attention or Attention()
        planned = planned_videos(self.plan)
        flagged = flagged_videos(self.bundle, decisions.flagged_before()) - set(planned)
        self.videos = VideoReview(
            self.bundle,
            films,
            (*planned, *sorted(flagged)),
            self.attention,
            self._record,
            auditor=self.auditor,
            first=len(self.all),
            now=now,
            policy=policy,
        )
        self.thumbnail = lru_cache(_THUMBNAILS)(self._thumbnail)
        if independent:
            decisions.convene(self.bundle.digest)
        self.independent = decisions.needed(self.bundle.digest) > 1

    def _plan(
        self, out: Path, fraction: float, confidence: float, previous: Path | None, videos: Mapping[str, float]
    ) -> Plan:
        stored = self.decisions.plan(self.bundle.digest)
        if stored is None:
            flags = self.decisions.flagged_before()
            must = flagged_names(self.bundle, flags) | flagged_videos(self.bundle, flags)
            kept = kept_from(previous, self.bundle, out / "work", self.decisions) if previous is not None else ()
            plan = first_plan(
                self.bundle, self._boxes, must, fraction=fraction, confidence=confidence, kept=kept, videos=videos
            )
            stored = self.decisions.keep_plan(self.bundle.digest, json.dumps(plan.as_json()))
        plan = plan_from_json(json.loads(stored))
        if (plan.fraction, plan.confidence) != (fraction, confidence):
            raise EntrophyError(
                "this bundle is already being reviewed under another plan.",
                remedy=f"give the fraction {plan.fraction:g} and the confidence {plan.confidence:g} it was begun with.",
            )
        return plan

    def shot(self, index: int) -> Shot:
        """The screenshot at a place of `all`; IndexError beyond it."""
        if not 0 <= index < len(self.all):
            raise IndexError(index)
        return self.bundle.shots[self.all[index]]

    def size(self, index: int) -> tuple[int, int]:
        """Width and height in pixels of a screenshot; EntrophyError when the work folder does not know it."""
        boxes = self._drawn(index)
        return int(boxes["width"]), int(boxes["height"])

    def _drawn(self, index: int) -> dict[str, Any]:
        try:
            return self._boxes[self.shot(index).name]
        except KeyError:
            raise EntrophyError(
                "the boxes of this screenshot are not in the work folder.",
                record=f"screenshot {index + 1} of the plan",
                remedy="build the release again; bundle and work folder do not belong together.",
            ) from None

    def _mine(self) -> Standing:
        """What this page shows as decided: by this auditor alone where two decide."""
        return standing_of(self.bundle, self.plan, self.decisions, self.auditor if self.independent else None)

    def state(self) -> dict[str, Any]:
        """Progress and plan: nothing captured."""
        standing = self._mine()
        seen = sum(n in standing.accepted or n in standing.flagged for n in self.names)
        missed = len(standing.flagged & set(self.names))
        together = standing_of(self.bundle, self.plan, self.decisions) if self.independent else standing
        videos = videos_standing(self.bundle, self.plan, self.decisions, self.auditor if self.independent else None)
        all_videos = videos_standing(self.bundle, self.plan, self.decisions) if self.independent else videos
        return {
            "auditor": self.auditor,
            "bundle": self.bundle.digest,
            "version": self.bundle.version,
            "plan": self.plan.text(),
            "whole": len(self.plan.screenshots) == self.plan.total,
            "fraction": self.plan.fraction,
            "confidence": self.plan.confidence,
            "strata": [
                [
                    s.application + (f" (as before, {s.seen} accepted)" if s.origin else ""),
                    s.screens,
                    s.certain + s.random,
                ]
                for s in self.plan.strata
            ],
            "bound": bound_of(self.plan, sum(n in standing.accepted for n in self.plan.screenshots), missed)
            if self.plan.kept
            else upper_bound(seen, missed, max(self.plan.total, seen), self.plan.confidence),
            "open_flags": len(standing.flagged) + len(videos.flagged),
            "todo": len(standing.todo),
            "videos_todo": len(videos.todo),
            "videos_due": len(self.videos.names),
            "videos": _statuses(self.videos.all, self.videos.names, videos),
            "unready": len(together.todo) + len(together.flagged) + len(all_videos.todo) + len(all_videos.flagged),
            "kinds": [kind.value for kind in Kind],
            "due": len(self.names),
            "items": _statuses(self.all, self.names, standing),
            "independent": self.independent,
            "agreement": self._agreement(together) if self.independent else None,
            "looked": looked_of(self.bundle, self.plan, self.decisions).text(),
            "crops": [*self.decisions.crops(self.bundle.digest, self.auditor)],
        }

    def _finished(self) -> bool:
        """Whether two auditors have each decided every screen that is asked for: only then may one see the other's."""
        everybody = {decision.auditor for decision in self.decisions.standing()}
        given = [(self.bundle, self.plan, self.decisions, one) for one in everybody]
        return sum(not standing_of(*one).todo and not videos_standing(*one).todo for one in given) > 1

    def _agreement(self, together: Standing) -> dict[str, Any]:
        """How far two auditors agree, once both are done."""
        if not self._finished():
            return {"told": "What the other auditor decided is shown when both have decided all.", "disputed": []}
        found = agreements(self.bundle, self.decisions)
        disputed = {name for one in found for name in one.disputed}
        return {
            "told": " ".join(f"{' and '.join(one.auditors)} {one.text()}." for one in found),
            "disputed": [index for index, name in enumerate(self.all) if name in disputed],
        }

    def screens(self) -> dict[str, Any]:
        """What thumbnails are chosen by: nothing captured."""
        return screens_told(self.all, self.bundle, self._boxes)

    def crops_told(self) -> dict[str, Any]:
        """What was left and may be somebody's, and the findings that were least certain, as crops to look through:
        kinds, scores and places."""
        told = []
        for index, box, kind, score in self.findings:
            size = self.size(index)
            told.append({"index": index, "kind": kind, "score": score, "box": box, "shown": pictures.window(box, size)})
        return {"findings": told, "a_pass": CROPS_A_PASS}

    def crop(self, number: int, side: str) -> bytes:
        """What surrounds one of `findings` on the `raw` or the `redacted` screen, as PNG."""
        if not 0 <= number < len(self.findings):
            raise IndexError(number)
        index, box, _, _ = self.findings[number]
        picture = self.raw(index).data if side == "raw" else self.redacted(index)
        return pictures.crop(picture, pictures.window(box, self.size(index)), self.size(index))

    def look_at_crops(self, first: int) -> None:
        """The page shows the crops from `first` on."""
        self._crops_from(first)
        self.attention.opened(_crops_place(first))

    def pass_crops(self, first: int) -> None:
        """Record that nobody is to be seen in the crops from `first` on."""
        seconds = self.attention.spent(_crops_place(first))
        number = self._crops_from(first)
        self.decisions.record_crops(self.bundle.digest, self.auditor, self._now(), first, number, seconds)

    def _crops_from(self, first: int) -> int:
        number = len(self.findings[max(0, first) : first + CROPS_A_PASS])
        if first % CROPS_A_PASS or not number:
            raise IndexError(first)
        return number

    def _thumbnail(self, index: int) -> bytes:
        return pictures.thumbnail(self.redacted(index))

    def item(self, index: int) -> dict[str, Any]:
        """One screenshot with its boxes and rows, raw beside released, and this auditor's decision. Captured."""
        shot = self.shot(index)
        boxes = self._drawn(index)
        first = shot.rows[0]
        given = self.decisions.about(shot.digest, shot.row_digest)
        mine = [d for d in given if d.auditor == self.auditor]
        others = [d for d in given if d.auditor != self.auditor] if self.independent and self._finished() else []
        return {
            "index": index,
            "name": shot.name,
            "application": first["application_name"],
            "process": first["process_name"],
            "reason": self._reason(index),
            "width": boxes["width"],
            "height": boxes["height"],
            "boxes": boxes["boxes"],
            "rows": [self._row(row) for row in shot.rows],
            "decision": _decision_json(mine[-1]) if mine else None,
            "others": [{"auditor": d.auditor, **_decision_json(d)} for d in others],
        }

    def _reason(self, index: int) -> str:
        if index < self.plan.certain:
            return "lowest confidence or flagged before"
        if index < len(self.plan.screenshots):
            return "drawn at random"
        return "flagged before" if index < len(self.names) else "not in the plan"

    def _row(self, row: dict[str, Any]) -> dict[str, Any]:
        raw = self._original(row).row
        fields = [
            {"name": name, "raw": _text(raw.get(name)), "released": _text(row[name])}
            for name in _SHOWN
            if row[name] is not None or raw.get(name) is not None
        ]
        return {"interaction": row["interaction_uuid"], "time": row["timestamp"], "fields": fields}

    def _original(self, row: dict[str, Any]) -> Original:
        try:
            return self._originals[row["interaction_uuid"]]
        except KeyError:
            raise EntrophyError(
                "a released row has no original in the work folder.",
                record=str(row["interaction_uuid"]),
                remedy="build the release again; bundle and work folder do not belong together.",
            ) from None

    def raw(self, index: int) -> OriginalImage:
        """The raw screenshot, read from where it was captured."""
        path = self._original(self.shot(index).rows[0]).screenshot
        if path is None:
            raise EntrophyError(
                "a released screenshot has no original.",
                record=f"screenshot {index + 1} of the plan",
                remedy="build the release again; bundle and work folder do not belong together.",
            )
        return read_image(path, self._policy)

    def redacted(self, index: int) -> bytes:
        """The released PNG, checked against the manifest."""
        return self.bundle.png(self.shot(index))

    def decide(self, index: int, verdict: Verdict, marks: Sequence[Mark], note: str) -> None:
        """Record a verdict and write the corrections that follow from all verdicts."""
        shot = self.shot(index)
        if verdict == "accept" and any(mark.type != "wrong" for mark in marks):
            raise EntrophyError(
                "something is marked as missed.", remedy="flag the screen, or take the marks back, then accept."
            )
        fields = {(row["interaction_uuid"], name) for row in shot.rows for name in _SHOWN}
        size = self.size(index)
        for mark in marks:
            if mark.type == "field" and (mark.interaction, mark.field) not in fields:
                raise EntrophyError("a mark names a field that is not here.", remedy="load the page again.")
            if (mark.type == "field") != (mark.box is None) or (mark.box is not None and not _inside(mark, size)):
                raise EntrophyError("a marked box lies outside the screenshot.", remedy="draw it again.")
        self._record(
            Decision(
                bundle=self.bundle.digest,
                screenshot=shot.name,
                auditor=self.auditor,
                decided_at=self._now(),
                verdict=verdict,
                image=self.raw(index).digest,
                screen=shot.digest,
                rows=shot.row_digest,
                note=note,
                marks=tuple(marks),
                seconds=self.attention.seconds(index),
            )
        )

    def _record(self, decision: Decision) -> None:
        with self._lock:
            self.decisions.record(decision)
            export_corrections(self.decisions, self.corrections)

    def video_item(self, index: int) -> dict[str, Any]:
        """One video with this auditor's decision on it. Captured: what an auditor typed."""
        given = self.decisions.about(*_evidence(self.videos.video(index)))
        mine = [d for d in given if d.auditor == self.auditor]
        return self.videos.item(index, _decision_json(mine[-1]) if mine else None)

    def undo(self, index: int) -> None:
        """Take back this auditor's last verdict on a screen: the one before counts again, if there is one."""
        self._take_back(self.shot(index))

    def undo_video(self, index: int) -> None:
        """The same of a video."""
        self._take_back(self.videos.video(index))

    def _take_back(self, shot: Shot | Video) -> None:
        if self.independent and self._finished():
            raise EntrophyError(
                "both auditors have decided, and each may know the other's verdict by now.",
                remedy="decide anew: a changed mind is a verdict of its own.",
            )
        with self._lock:
            if not self.decisions.withdraw(self.auditor, *_evidence(shot), self._now()):
                raise EntrophyError("there is no verdict of yours to take back.", remedy="load the page again.")
            export_corrections(self.decisions, self.corrections)


def _evidence(shot: Shot | Video) -> tuple[str, str]:
    return shot.digest, shot.row_digest


def _statuses(names: Sequence[str], asked: Sequence[str], standing: Standing) -> list[str]:
    """Of each whether it was accepted or flagged, is still to be decided, or lies outside of the plan."""
    undecided = dict.fromkeys(names, "outside") | dict.fromkeys(asked, "todo")
    decided = dict.fromkeys(standing.flagged, "flagged") | dict.fromkeys(standing.accepted, "accepted")
    return [decided.get(name, undecided[name]) for name in names]


def _crops_place(first: int) -> int:
    """What stands for a page of crops on the auditor's clock; screens are 0 and more."""
    return -1 - first


def _inside(mark: Mark, size: tuple[int, int]) -> bool:
    assert mark.box is not None
    x0, y0, x1, y1 = mark.box
    return 0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1] and (mark.width, mark.height) == size


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _decision_json(decision: Decision) -> dict[str, Any]:
    marks = [
        {
            "type": m.type,
            "kind": m.kind.value,
            "box": list(m.box) if m.box else None,
            "interaction": m.interaction,
            "field": m.field,
            "text": m.text,
            **({} if m.frame is None else {"frame": m.frame}),
        }
        for m in decision.marks
    ]
    return {"verdict": decision.verdict, "decided_at": decision.decided_at, "note": decision.note, "marks": marks}
