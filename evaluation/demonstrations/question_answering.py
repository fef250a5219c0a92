"""Question answering: questions that people asked of demonstrations, with people's answers."""

from __future__ import annotations

from collections import Counter

from evaluation.demonstrations.builder import Built
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.frames import frames_of, moments
from evaluation.demonstrations.records import QuestionSample, Shown
from evaluation.demonstrations.released import Demonstration, Question, Released

FROM_SOP = "SOP"
"""The evidence of a question that is answered from the guide; any other is answered from frames and actions."""


def build(released: Released, draws: Draws) -> Built[QuestionSample]:
    """A sample for each question all of whose demonstrations are released, with a guide where it is asked from one.
    Nothing is drawn."""
    left_out: Counter[str] = Counter()
    samples = []
    for number, question in enumerate(released.questions):
        there = [released.demonstrations[name] for name in question.names if name in released.demonstrations]
        if len(there) < len(question.names):
            left_out["a demonstration of the question is not released"] += 1
        elif len(question.evidence) != len(question.names):
            left_out["it is not told what the question is answered from"] += 1
        elif any(e == FROM_SOP and not one.sop_lines for e, one in zip(question.evidence, there, strict=True)):
            left_out["the question is answered from a guide that there is not"] += 1
        else:
            samples.append(_sample(number, question, there))
    return Built(tuple(samples), left_out)


def _sample(number: int, question: Question, there: list[Demonstration]) -> QuestionSample:
    return QuestionSample(
        id=f"question-answering/{number:03d}",
        site=there[0].site,
        question=question.question,
        template=question.template,
        shown=tuple(
            Shown(
                demonstration=one.name,
                intent=one.intent,
                sop=one.sop_lines if evidence == FROM_SOP else None,
                frames=None if evidence == FROM_SOP else frames_of(moments(one)),
            )
            for evidence, one in zip(question.evidence, there, strict=True)
        ),
        answer=question.answer,
    )
