"""Text typed key by key: read as what stood there in the end, and typed anew as what shall stand there.

A run is what is typed into one field until another key, a click or another field ends it. Backspaces are carried out:
what was deleted stands nowhere afterwards. Every action keeps its place, so that states and actions still alternate: a
shorter text leaves presses of Shift, which type nothing; of a longer one the last action types the rest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from redaction.documents.keys import BACKSPACE, SECRET, Key, held_after, read_keys, typed_letters
from redaction.documents.texts import Texts

SHORTEST_STATE = 2
"""Characters from which what a field shows while somebody types is taken for that: a single letter may be a choice."""


@dataclass(frozen=True, slots=True)
class KeyAction:
    """The keys of one action of a trace. `place` is where it stands, `into` the element, `follows` whether no other
    action stands between it and the key action before."""

    place: int
    keys: str
    into: Hashable
    follows: bool
    label: str | None = None
    secret: bool = False


@dataclass(slots=True)
class _Run:
    """Keys of one run, each with the index of its action."""

    label: str | None
    secret: bool
    keys: list[tuple[int, Key]] = field(default_factory=list)

    @property
    def types(self) -> bool:
        return any(key.does == "text" for _, key in self.keys)

    def states(self) -> tuple[list[str], int]:
        """What stood there after every key, and how many characters were deleted that had stood there before."""
        states, now, before = [""], "", 0
        for _, key in self.keys:
            if key.does == "back":
                before += not now
                now = now[:-1]
            elif key.does == "text":
                now += key.text
            states.append(now)
        return states, before


def rewrite_keys(actions: Sequence[KeyAction], texts: Texts) -> tuple[dict[int, list[Key]], dict[str, str]]:
    """The keys of every action by its place; and what fields showed while something was typed that others shall show.

    Every text that was typed is shown once, as it was in the end, except into password fields.
    """
    made: dict[int, list[Key]] = {action.place: [] for action in actions}
    shown: dict[str, str] = {}
    for run in _runs(actions):
        if isinstance(run, tuple):
            made[run[0]].append(run[1])
            continue
        new = _typed_anew(run, texts, shown)
        for place, keys in _spread(new, [place for place, _ in run.keys]):
            made[place].extend(keys)
    for keys in made.values():
        if not keys:
            keys.extend(read_keys("Key.shift"))
    return made, shown


def _runs(actions: Sequence[KeyAction]) -> Iterator[_Run | tuple[int, Key]]:
    """Runs and the single keys between them, in their order."""
    run: _Run | None = None
    into: Hashable = None
    held = ""
    for action in actions:
        goes_on = action.follows and action.into == into
        if run is not None and not goes_on:
            yield from _closed(run)
            run = None
        keys = read_keys(action.keys, held if goes_on else "")
        held, into = held_after(keys), action.into
        for key in keys:
            if key.does == "key":
                if run is not None:
                    yield from _closed(run)
                    run = None
                yield action.place, key
                continue
            if run is None:
                run = _Run(action.label, action.secret)
            run.secret |= action.secret
            run.keys.append((action.place, key))
    if run is not None:
        yield from _closed(run)


def _closed(run: _Run) -> Iterator[_Run | tuple[int, Key]]:
    if run.types:
        yield run
    else:
        yield from run.keys


def _typed_anew(run: _Run, texts: Texts, shown: dict[str, str]) -> list[Key]:
    states, before = run.states()
    text = states[-1]
    made = SECRET if run.secret else texts.one(text, run.label, "field") if text.strip() else text
    corrected = any(key.does == "back" for _, key in run.keys)
    if not run.secret:
        for state in filter(None, states):
            if (state == text or len(state) >= SHORTEST_STATE) and (made != text or not text.startswith(state)):
                shown.setdefault(state, made if state == text else _beginning(made, len(state), len(text)))
    if made == text and not corrected:
        return [key for _, key in run.keys]
    shift = any(key.written.startswith("Key.shift") for _, key in run.keys)
    return read_keys(" ".join([BACKSPACE] * before)) + typed_letters(made, shift=shift)


def _beginning(made: str, typed: int, of: int) -> str:
    """As much of a text as stood there when so many of its characters were typed, at least one."""
    return made[: max(1, round(len(made) * min(1.0, typed / max(1, of))))]


def _spread(keys: Sequence[Key], places: Sequence[int]) -> Iterator[tuple[int, Sequence[Key]]]:
    """As many keys to every action as it had, at least one where there are enough; the last one gets what is left."""
    order = list(dict.fromkeys(places))
    at = 0
    for nth, place in enumerate(order):
        later = len(order) - nth - 1
        count = len(keys) - at if not later else max(1, min(places.count(place), len(keys) - at - later))
        yield place, keys[at : at + count]
        at = min(len(keys), at + count)
