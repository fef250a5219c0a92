"""Does every detector answer? Each is asked about something it must find, on the path that rows and screens take.

Canaries measure how much the detectors catch together; where two nets lie under each other, one may be missing and
nothing planted gets through. So each is asked alone, too. What is asked about is made up here and is nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from redaction.findings import Kind
from redaction.kinds.table import KINDS
from redaction.lexicon.names import name_lists
from redaction.policy import Policy
from redaction.records import DeclaredEntity
from redaction.text import Registry, TextEngine, TextInput
from redaction.text.model import MODEL
from redaction.work.files import file_digest

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine

TEXT_DETECTORS = ("labels", "name lists", "names model", "patterns", "registry")
SCREEN_DETECTORS = ("codes", "faces", "text on screens")

_NAME = "Ottilie Brandvold"
_SIZE = (420, 760)
"""Height and width in px of the screen that is asked about."""


def demanded(policy: Policy, *, screens: bool) -> tuple[str, ...]:
    """The detectors that the policy has not switched off by name, sorted; those of screens only where there are any."""
    off = set()
    if policy.text.engine == "patterns":
        off.add("names model")
    if not policy.vision.faces:
        off.add("faces")
    if not policy.vision.codes:
        off.add("codes")
    return tuple(sorted({*TEXT_DETECTORS, *(SCREEN_DETECTORS if screens else ())} - off))


def ask(policy: Policy, text: TextEngine, screens: Callable[[], ScreenEngine] | None) -> dict[str, dict[str, Any]]:
    """Detector → {"answers": bool, "digest": what it knows by heart, "" where that is code}, for all that are demanded.

    `screens` makes the screen engine; None where the batch has no screenshot. Nothing captured is read or told.
    """
    answers = _text(policy, text) | (_screens(policy, screens()) if screens is not None else {})
    digests = {"name lists": _lists_digest}
    if policy.text.engine == "minilm":
        digests["names model"] = lambda: file_digest(MODEL)
    return {
        name: {"answers": answers[name], "digest": digests[name]() if name in digests else ""}
        for name in demanded(policy, screens=screens is not None)
    }


def silent(answers: Mapping[str, bool], needed: tuple[str, ...]) -> list[str]:
    """The detectors of `needed` that are not told of, or did not answer."""
    return [name for name in needed if not answers.get(name)]


def _text(policy: Policy, engine: TextEngine) -> dict[str, bool]:
    lists = name_lists()
    registry = Registry.declared([DeclaredEntity(Kind.PERSON.value, _NAME)], [])
    pages = [TextInput(f"Please ask {_NAME} to sign it.")]
    return {
        "labels": any(f.kind is Kind.PERSON for f in engine.found_by_rules(TextInput("Zq Vexlor", "Employee"))),
        "name lists": lists.is_first("Maria") and lists.is_last("Schmidt") and lists.is_name("Maria"),
        "names model": bool(engine.found_by_model(pages[0].text)),
        "patterns": all(
            any(f.kind is spec.kind for f in engine.found_by_rules(TextInput(spec.example)))
            for spec in KINDS
            if spec.example
        ),
        "registry": any(f.kind is Kind.PERSON for f in registry.find("brandvold, ottilie: notes", "title")),
    }


def _screens(policy: Policy, engine: ScreenEngine) -> dict[str, bool]:
    import numpy as np

    from redaction.canaries.planted_screens import plant
    from redaction.canaries.planted_values import invent

    blank = np.full((*_SIZE, 3), 250, np.uint8)
    wanted = {Kind.EMAIL: "text on screens", Kind.FACE: "faces", Kind.CODE: "codes"}
    kinds = [kind for kind, name in wanted.items() if name in demanded(policy, screens=True)]
    screen, marks = plant(blank, engine.read_fresh(blank), invent(b"asked", "screen", 0), kinds, b"asked")
    found = engine.find(engine.read_fresh(screen))
    answers = dict.fromkeys(SCREEN_DETECTORS, False)
    for mark in marks:
        answers[wanted[mark.kind]] = mark.caught([f for f in found if (f.kind is mark.kind)])
    return answers


def _lists_digest() -> str:
    lists = name_lists()
    return sha256("\n".join([*sorted(lists.firsts), "", *sorted(lists.lasts)]).encode()).hexdigest()
