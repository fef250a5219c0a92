"""What was predicted for a sample, read out of a reply or an answer (`evaluation.predictions`).

A reply's answer stands in `<answer>…</answer>`, of which the last complete one counts. A guide or an answer in words
may stand without it: then it is the whole reply.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from evaluation.demonstrations.wording import steps_of
from evaluation.predictions import Prediction
from evaluation.replies import Parsed, Reason, json_in, last_answer, verdict_in

Letters = Mapping[str, str | None]
"""Frame → letter of its workflow; None, or no entry, leaves it out."""
Groups = tuple[tuple[str, ...], ...]
"""A ranking: groups of letters, the best first; those of one group are equally good."""


def answered_text(prediction: Prediction | None) -> Parsed[str]:
    """An answer in words."""
    text, reason = _content(prediction, whole=True)
    if reason is not None:
        return Parsed(None, reason)
    if not isinstance(text, str):
        return Parsed(None, "wrong_fields")
    return Parsed(text.strip()) if text.strip() else Parsed(None, "empty")


def answered_steps(prediction: Prediction | None) -> Parsed[tuple[str, ...]]:
    """The steps of a guide: of a text its numbered lines, or all lines; of an answer that is a list its texts."""
    value, reason = _content(prediction, whole=True)
    if reason is not None:
        return Parsed(None, reason)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        steps = tuple(" ".join(one.split()) for one in value if one.strip())
    elif isinstance(value, str):
        steps = steps_of(value)
    else:
        return Parsed(None, "wrong_fields")
    return Parsed(steps) if steps else Parsed(None, "empty")


def answered_verdict(prediction: Prediction | None) -> Parsed[bool]:
    """Yes or no; true or false."""
    value, reason = _content(prediction)
    if reason is not None:
        return Parsed(None, reason)
    return Parsed(value) if isinstance(value, bool) else verdict_in(value)


def answered_letters(
    prediction: Prediction | None, frames: Collection[str], letters: Collection[str]
) -> Parsed[Letters]:
    """A letter for each frame: a JSON object, frame → letter or null. Frames that it leaves out are left out."""
    value, reason = _content(prediction)
    if reason is None and isinstance(value, str):
        value, reason = _json(value, "{}")
    if reason is not None:
        return Parsed(None, reason)
    if not isinstance(value, dict) or not all(isinstance(one, str | None) for one in value.values()):
        return Parsed(None, "wrong_fields")
    given = {str(frame): None if letter is None else letter.strip() for frame, letter in value.items()}
    if set(given) - set(frames) or {one for one in given.values() if one is not None} - set(letters):
        return Parsed(None, "unknown_item")
    return Parsed(given)


def answered_ranking(prediction: Prediction | None, letters: Collection[str]) -> Parsed[Groups]:
    """All letters, the best first: a JSON array; letters in an array of their own are equally good."""
    value, reason = _content(prediction)
    if reason is None and isinstance(value, str):
        value, reason = _json(value, "[]")
    if reason is not None:
        return Parsed(None, reason)
    groups = [one if isinstance(one, list) else [one] for one in value] if isinstance(value, list) else [[None]]
    named = [one for group in groups for one in group]
    if not all(isinstance(one, str) for one in named):
        return Parsed(None, "wrong_fields")
    if not named:
        return Parsed(None, "empty")
    if set(named) - set(letters):
        return Parsed(None, "unknown_item")
    if len(set(named)) < len(named):
        return Parsed(None, "doubled")
    if len(named) < len(letters):
        return Parsed(None, "not_all")
    return Parsed(tuple(tuple(group) for group in groups if group))


def places_of(groups: Sequence[Sequence[str]]) -> dict[str, float]:
    """Letter → its place from 1; equally good ones share the mean of their places."""
    places: dict[str, float] = {}
    for group in groups:
        mean = len(places) + (len(group) + 1) / 2
        places.update(dict.fromkeys(group, mean))
    return places


def _content(prediction: Prediction | None, whole: bool = False) -> tuple[Any, Reason | None]:
    """The answer, or what stands in the reply's `<answer>` (`whole`: or the reply), and why there is none."""
    if prediction is None:
        return None, "missing"
    if prediction.reply is not None:
        content = last_answer(prediction.reply)
        if content is None and whole:
            content = prediction.reply
        return content, "no_answer" if content is None else None
    return prediction.answer, "no_answer" if prediction.answer is None else None


def _json(text: str, brackets: str) -> tuple[Any, Reason | None]:
    if not text.strip().strip("`").strip():
        return None, "empty"
    found = json_in(text, brackets)
    return found.value, found.reason
