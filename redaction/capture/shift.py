"""Moving recorded times: one secret constant per participant, so that no released time is the time it happened.

Whole seconds are added, so order, pauses and durations of everything one participant did stay as they were. Every
released time (rows, screenshot names, statistics, the dates of the manifest) is made from the moved ones.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from redaction.errors import CaptureError, KeyProblem
from redaction.ledger.keys import Key
from redaction.ledger.surrogates import below, stream
from redaction.records import Batch

_DAY_S = 86_400


def offset_s(key: bytes, participant: str, days: int) -> int:
    """Seconds to add for a participant: the same for the same key, from 1 to `days` days, forwards or back."""
    source = stream(key, "participant", participant)
    seconds = 1 + below(source, days * _DAY_S)
    return seconds if below(source, 2) else -seconds


def shifted(batch: Batch, days: int, key: Key | None) -> Batch:
    """The batch with every event moved by its participant's constant; unchanged when `days` is 0.

    Raises KeyProblem without a key, CaptureError where a moved time would leave the calendar.
    """
    if not days:
        return batch
    if key is None:
        raise KeyProblem("times cannot be moved without a key.", remedy="give the key of the project.")
    seed = key.derive("times")
    try:
        recordings = tuple(
            replace(
                recording,
                events=tuple(replace(e, timestamp=e.timestamp + moved) for e in recording.events),
            )
            for recording in batch.recordings
            for moved in (timedelta(seconds=offset_s(seed, recording.participant, days)),)
        )
    except OverflowError:
        raise CaptureError(
            "a recorded time cannot be moved within the calendar.",
            record=batch.batch,
            remedy="correct the clock of the recorder, or leave times as they are (capture.shift_times_days: 0).",
        ) from None
    return replace(batch, recordings=recordings)
