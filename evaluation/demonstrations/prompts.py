"""What a judge is asked, in our own words: is a step contained in a guide, what is an answer worth, what is a guide
worth. Scales have 1 as the worst mark. Of a release a judge is sent guides, questions and answers, and no pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluation.models.prompts import Messages

ANSWER_SCALE = range(1, 4)
"""Marks of an answer, 3 the best."""
GUIDE_SCALE = range(1, 6)
"""Marks of a guide, 5 the best."""


@dataclass(frozen=True, slots=True)
class Respect:
    """In which respect an answer is marked; with the reference beside it or on its own."""

    name: str
    reference: bool
    meaning: str
    three: str
    two: str
    one: str


RESPECTS: Mapping[str, Respect] = {
    one.name: one
    for one in (
        Respect(
            "completeness",
            True,
            "whether all that the question asks for is there, as the right answer has it.",
            "everything that the right answer says is said",
            "the main point is there, something that belongs to it is not",
            "the main point is missing",
        ),
        Respect(
            "soundness",
            True,
            "whether what is said is so, follows from the recording, and does not contradict the right answer.",
            "nothing in it is wrong or merely supposed",
            "a detail is wrong or supposed, and the main point holds",
            "the main point is wrong, or much of it is supposed",
        ),
        Respect(
            "clarity",
            False,
            "whether it can be understood in one way only, and at once.",
            "one reading, and no word that has to be explained",
            "understandable, with a place that leaves a doubt",
            "vague, or open to several readings",
        ),
        Respect(
            "compactness",
            False,
            "whether it says what it says without words that could go.",
            "nothing could go",
            "something could go without loss",
            "most of it could go without loss",
        ),
    )
}
"""The four respects of the published benchmark."""

RUBRIC = (
    "elements: each is told by its name and where it is",
    "verbs: each step is a click, typing, a key, a deletion or a scroll",
    "surprises: what may look otherwise for somebody else is told, with what to do then",
    "single steps: one action a step",
    "purpose: each step serves this piece of work",
    "generality: it holds for other values and other sizes of window, too",
)
"""What a guide is marked by: the six points of the published rubric, in short."""


def step_prompt(step: str, others: Sequence[str]) -> Messages:
    """Is the step contained in the other guide?"""
    return _messages("step", step=step, others=others)


def answer_prompt(respect: Respect, question: str, reference: str, answer: str) -> Messages:
    """A mark of ANSWER_SCALE in one respect."""
    return _messages("answer", respect=respect, question=question, reference=reference, answer=answer)


def guide_prompt(intent: str, steps: Sequence[str], reference: Sequence[str]) -> Messages:
    """A mark of GUIDE_SCALE."""
    return _messages("guide", intent=intent, steps=steps, reference=reference, rubric=RUBRIC)


def _messages(name: str, **told: Any) -> Messages:
    return [
        {"role": "system", "content": _template(f"{name}_system").render().strip()},
        {"role": "user", "content": _template(name).render(told).strip()},
    ]


@cache
def _environment() -> Environment:
    # Text for a model, not for a browser: nothing in it is escaped.
    loader = FileSystemLoader(Path(__file__).parent / "data")
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)


def _template(name: str) -> Any:
    return _environment().get_template(f"{name}.j2")
