"""A file of predictions: JSON lines, `{"id", "reply"}` with a model's raw text or `{"id", "answer"}` with its meaning.

An answer is a class name, or a list of {start_index, end_index}; null, and a null reply, say that none was given. Other
fields are left aside. What a line says need not be right: that is scored. Which line is for which sample must be clear:
a line that cannot be read, an id that stands twice and one that no sample has are refused.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.replies import Parsed, Starts, class_of, parse_class, parse_segments, said_once, starts_of
from redaction.errors import EntrophyError
from redaction.work.json_text import canonical


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was predicted for one sample: raw text, or an answer already read out of it."""

    reply: str | None = None
    answer: Any = None


Predictions = Mapping[str, Prediction]
"""By the id of the sample."""


def read_predictions(data: bytes, ids: Collection[str], name: str = "predictions") -> dict[str, Prediction]:
    """The predictions of a file for the samples `ids`. EntrophyError with the line for one that is not of the form,
    doubled, or for a sample that there is not. A sample without a line is no error: it is scored as wrong."""
    found: dict[str, Prediction] = {}
    known = frozenset(ids)
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        record = f"{name}:{number}"
        sample, prediction = _line(line, record)
        if sample not in known:
            raise EntrophyError(
                "no sample of this task has that id.",
                record=record,
                remedy="give the predictions of this task and of this version of the data.",
            )
        if sample in found:
            raise EntrophyError("there is a prediction for this sample already.", record=record, remedy="keep one.")
        found[sample] = prediction
    return found


def _line(line: bytes, record: str) -> tuple[str, Prediction]:
    try:
        value = json.loads(line, object_pairs_hook=said_once)
    except (ValueError, RecursionError):
        raise EntrophyError(
            "is not JSON, or has a key twice.", record=record, remedy="write one JSON object a line, in UTF-8."
        ) from None
    if not isinstance(value, dict) or not isinstance(value.get("id"), str) or ("reply" in value) == ("answer" in value):
        raise EntrophyError(
            "is no prediction.", record=record, remedy='write {"id": …, "reply": …} or {"id": …, "answer": …}.'
        )
    if not isinstance(value.get("reply"), str | None):
        raise EntrophyError("the reply is no text.", record=record, remedy='write a text, or null, as "reply".')
    return value["id"], Prediction(value.get("reply"), value.get("answer"))


def predictions_bytes(answers: Iterable[tuple[str, Any]]) -> bytes:
    """The file for (id, answer): the same form as any model's."""
    return "".join(canonical({"id": sample, "answer": answer}) + "\n" for sample, answer in answers).encode()


def segments_of(starts: Starts, length: int) -> list[dict[str, int]]:
    """The answer that says these boundaries over `length` interactions."""
    begins = [0, *starts]
    return [
        {"start_index": start, "end_index": after - 1} for start, after in zip(begins, [*starts, length], strict=True)
    ]


def answered_class(prediction: Prediction | None, classes: Sequence[str]) -> Parsed[str]:
    """The class that was predicted."""
    if prediction is None:
        return Parsed(None, "missing")
    if prediction.reply is not None:
        return parse_class(prediction.reply, classes)
    if prediction.answer is None:
        return Parsed(None, "no_answer")
    return class_of(prediction.answer, classes) if isinstance(prediction.answer, str) else Parsed(None, "unknown_class")


def answered_starts(prediction: Prediction | None, length: int) -> Parsed[Starts]:
    """The boundaries that were predicted in `length` interactions."""
    if prediction is None:
        return Parsed(None, "missing")
    if prediction.reply is not None:
        return parse_segments(prediction.reply, length)
    return starts_of(prediction.answer, length) if prediction.answer is not None else Parsed(None, "no_answer")
