"""Tasks in other words: a model phrases, and a wording counts if it says all that the task says and no more.

What is checked needs no model: every value of the plan and of the evidence that stands in the text stands in the
wording, letter for letter; no number, address or name comes in that was not there; the answer does not stand in it; no
other task of that persona reads the same. Then the model is asked whether both ask for the same. A wording that fails
is asked for again with what is wrong with it, TRIES times; a task without one is dropped, and counted by reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.company_tasks.records import CompanyTask
from evaluation.models.prompts import Messages
from evaluation.models.questions import Item, Replies, verdict_of
from evaluation.replies import last_answer

TRIES = 3
"""Wordings that are asked for of one task."""
MOST_LETTERS = 400
"""Letters of a wording."""
_DIGIT_OR_AT = re.compile(r"[\d@]")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE = re.compile(r"(?:^|[.!?:]\s+[\"'“„]?)$")


Ask = Callable[[Sequence[Item]], Replies]
"""Asks all of them; the replies by id, without those that never came."""


@dataclass(slots=True)
class Phrased:
    """Tasks with their new wordings, in their order; how many were dropped, by the reason of their last try."""

    tasks: list[CompanyTask] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


def phrased(tasks: Sequence[CompanyTask], ask: Ask) -> Phrased:
    """Every task in other words, as far as a wording holds."""
    found: dict[str, str] = {}
    wrong: dict[str, tuple[str, str]] = {}
    taken: set[tuple[str, str]] = set()
    for attempt in range(TRIES):
        waiting = [task for task in tasks if task.id not in found]
        replies = ask([Item(f"{t.id}/{attempt}", phrase_prompt(t, *wrong.get(t.id, ("", "")))) for t in waiting])
        holding: dict[str, str] = {}
        for task in waiting:
            said = " ".join((last_answer(replies.get(f"{task.id}/{attempt}") or "") or "").split())
            reason = why_not(task, said)
            if not reason and (task.persona, said.casefold()) in taken:
                reason = "reads as another task"
            if reason:
                wrong[task.id] = said, reason
            else:
                holding[task.id] = said
                taken.add((task.persona, said.casefold()))
        asked = [task for task in waiting if task.id in holding]
        verdicts = ask([Item(f"{t.id}/{attempt}/same", same_prompt(t.text, holding[t.id])) for t in asked])
        for task in asked:
            if verdict_of(verdicts, f"{task.id}/{attempt}/same").value:
                found[task.id] = holding[task.id]
            else:
                wrong[task.id] = holding[task.id], "asks for something else"
                taken.discard((task.persona, holding[task.id].casefold()))
    made = Phrased([task.model_copy(update={"text": found[task.id]}) for task in tasks if task.id in found])
    made.dropped.update(wrong[task.id][1] for task in tasks if task.id not in found)
    return made


def why_not(task: CompanyTask, said: str) -> str:
    """Why a wording does not hold; "" for one that does."""
    if not said:
        return "no wording"
    if len(said) > MOST_LETTERS:
        return "is too long"
    if any(not _stands(value, said) for value in said_values(task)):
        return "leaves a value out"
    if task.kind == "search" and any(_stands(one, said) for one in task.answer if not one.isdigit()):
        return "gives the answer away"
    if set(_telling(said)) - set(_telling(task.text)):
        return "says a number or an address that is not in the task"
    if set(_names(said)) - {word.casefold() for word in _WORD.findall(task.text)}:
        return "names something that is not in the task"
    return ""


def said_values(task: CompanyTask) -> tuple[str, ...]:
    """What the text says of the plan and of the evidence: the values that a wording must say, too."""
    values = {str(one.value) for one in task.evidence}
    values |= {text for call in task.plan for text in _texts(call.arguments)}
    return tuple(sorted(value for value in values if value.strip() and _stands(value, task.text)))


def _texts(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _texts(one)]
    return [str(value)]


def _stands(value: str, text: str) -> bool:
    """Whether a value stands in a text as a whole."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _telling(text: str) -> list[str]:
    return [word.strip(".,;:!?()[]\"'“”„") for word in text.split() if _DIGIT_OR_AT.search(word)]


def _names(text: str) -> list[str]:
    """Words with a capital that begin no sentence."""
    return [
        found[0].casefold()
        for found in _WORD.finditer(text)
        if found[0][0].isupper() and found[0] != "I" and not _SENTENCE.search(text[: found.start()].lstrip("\"'“„"))
    ]


def phrase_prompt(task: CompanyTask, before: str, wrong: str) -> Messages:
    """Asks for a wording; what was said `before`, and what is wrong with it."""
    system = (
        "You put what people ask of their company's assistant into other words, as a colleague would write it in a "
        "chat: one or two sentences, polite or curt. Say all that the request says and nothing else. Copy every name, "
        "number, address, date and text in quotation marks letter for letter. Do not answer the request. "
        "Put the new wording in <answer>…</answer>."
    )
    text = f"The request: {task.text}"
    if wrong:
        text += f"\n\nYour last wording was: {before or '(none)'}\nIt does not do: {wrong}. Write another one."
    return [{"role": "system", "content": system}, {"role": "user", "content": text}]


def same_prompt(text: str, said: str) -> Messages:
    """Asks whether two requests ask for the same."""
    system = (
        "You compare two requests to a company's assistant. Would somebody who does exactly what the first says have "
        "done exactly what the second says, no more and no less? Put yes or no in <answer>…</answer>."
    )
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": f"First: {text}\nSecond: {said}"},
    ]
