"""The sample batches: everything planted is refused for the planted reason, everything else is let in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redaction.capture.captures import read_batch, read_batch_counted
from redaction.capture.images import open_image
from redaction.capture.interactions import interactions
from redaction.errors import ImageRefused
from redaction.policy import CapturePolicy

SAMPLES = Path(__file__).parents[2] / "samples"


def test_planted_faults_and_nothing_else_are_refused() -> None:
    truth = json.loads((SAMPLES / "truth" / "faults.json").read_text(encoding="utf-8"))
    batch = read_batch(SAMPLES / "captures" / truth["batch"], CapturePolicy())
    found = [(item.record, item.reason) for item in batch.refusals]
    for row, event in interactions(batch):
        if event.screenshot is None:
            continue
        try:
            open_image(event.screenshot, CapturePolicy())
        except ImageRefused as error:
            found.append((f"{row.process_instance_uuid}/{row.interaction_uuid}", error.reason))
    assert sorted(found) == sorted((fault["record"], fault["reason"]) for fault in truth["faults"])


@pytest.mark.parametrize("name", ["finance-demo", "hr-demo"])
def test_sound_samples_are_let_in_whole(name: str) -> None:
    batch, counts = read_batch_counted(SAMPLES / "captures" / name, CapturePolicy())
    assert batch.refusals == ()
    assert counts.events_accepted == counts.events_in > 0
    assert counts.screenshots_accepted == counts.screenshots_in > 0
    assert counts.recordings_accepted == counts.recordings_in > 0
