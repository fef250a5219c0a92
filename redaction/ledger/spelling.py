"""Surrogates in the shape of a surface form: letters and digits laid over it, notations and encodings kept."""

from __future__ import annotations

from itertools import cycle

from redaction.lexicon.fold import decoded

RESERVED = ("example.com", "example.org")
"""Domains under which surrogates stand: nobody can own them."""
_RESERVED = tuple(joint + domain for joint in ".@" for domain in RESERVED)


def in_reserved_domain(text: str) -> bool:
    """Whether an address lies under a domain under which surrogates stand."""
    return text.strip().rstrip(".").casefold().endswith(_RESERVED)


def laid(made: str, surface: str) -> str:
    """The letters and digits of a surrogate laid over the shape of a surface form; where the form has more of them, as
    a ligature in another spelling, the surrogate begins again."""
    letters = cycle(made or "0")
    return "".join((c.upper() if s.isupper() else c) if s.isalnum() and (c := next(letters)) else s for s in surface)


def machine(made: str, text: str) -> str:
    """A machine address in the notation of a surface form."""
    if "." in made or ":" in made:
        return made.upper() if text.upper() == text and text.lower() != text else made
    return laid(made, text)


def encoded(surface: str, made: str) -> str:
    """A surrogate of the decoded surface in the captured one: what was encoded and stays, stays encoded."""
    view = decoded(surface)
    if view.starts is None or view.ends is None:
        return made
    if len(made) != len(view.text):
        return made
    pieces: list[str] = []
    last = -1
    for at, (was, now) in enumerate(zip(view.text, made, strict=True)):
        start, end = view.starts[at], view.ends[at]
        if was != now or was.isalnum():
            pieces.append(now)
        elif start != last:
            pieces.append(surface[start:end])
        last = start
    return "".join(pieces)
