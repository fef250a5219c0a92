"""What screens, OCR and people in a hurry do to text. Labels travel with the characters."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.training.grammar import NONE, Tagged

CONFUSED = {
    "l": "I1|",
    "I": "l1|",
    "1": "lI",
    "O": "0Q",
    "0": "O",
    "o": "0c",
    "S": "5",
    "5": "S",
    "B": "8",
    "8": "B",
    "e": "c",
    "c": "e",
    "a": "o",
    "u": "v",
    "v": "u",
    "n": "ri",
    "m": "rn",
    "r": "n",
    "h": "b",
    "g": "q",
    "q": "g",
    "i": "l1",
    "t": "f",
    "f": "t",
    "Z": "2",
    "z": "2",
    "G": "6",
    "D": "O",
    "E": "F",
    "w": "vv",
    "d": "cl",
    ".": ",",
    ",": ".",
}


def _map(t: Tagged, change: Callable[[str], str]) -> Tagged:
    out = Tagged()
    for char, tag, start in zip(t.chars, t.tags, t.starts, strict=True):
        for i, c in enumerate(change(char)):
            out.chars.append(c)
            out.tags.append(tag)
            out.starts.append(start and i == 0)
    return out


def lower(t: Tagged) -> Tagged:
    return _map(t, str.lower)


def upper(t: Tagged) -> Tagged:
    return _map(t, str.upper)


def title(t: Tagged) -> Tagged:
    out = Tagged(list(t.chars), list(t.tags), list(t.starts))
    for i, char in enumerate(out.chars):
        if char.isalpha() and (i == 0 or not out.chars[i - 1].isalnum()) and len(char.upper()) == 1:
            out.chars[i] = char.upper()
    return out


def names_lower(t: Tagged) -> Tagged:
    out = Tagged(list(t.chars), list(t.tags), list(t.starts))
    for i, tag in enumerate(out.tags):
        if tag != NONE and len(out.chars[i].lower()) == 1:
            out.chars[i] = out.chars[i].lower()
    return out


def ocr(t: Tagged, rng: random.Random, rate: float) -> Tagged:
    """Confused, dropped and doubled characters and lost spaces, at `rate` per character."""

    def change(char: str) -> str:
        if rng.random() >= rate:
            return char
        if char == " ":
            return rng.choice(("", "  ", " "))
        if char in CONFUSED and rng.random() < 0.85:
            options = CONFUSED[char]
            return options if len(options) == 2 and options in ("ri", "rn", "vv", "cl") else rng.choice(options)
        return rng.choice(("", char + char, char, char))

    return _map(t, change)


def glue(t: Tagged, rng: random.Random, rate: float) -> Tagged:
    """Spaces lost between words: `JohnSmith`, `Name:John`."""
    return _map(t, lambda c: "" if c == " " and rng.random() < rate else c)


def breaks(t: Tagged, rng: random.Random) -> Tagged:
    """Line breaks read as spaces, or spaces as breaks, as OCR lines are joined and cut."""
    mode = rng.random()
    if mode < 0.5:
        return _map(t, lambda c: " " if c == "\n" else c)
    return _map(t, lambda c: "\n" if c == " " and rng.random() < 0.08 else c)


def spread(t: Tagged, rng: random.Random) -> Tagged:
    """Punctuation set apart, as tokenised text has it: `John , who`."""
    return _map(t, lambda c: f" {c}" if c in ",.!?:;)'" else f"{c} " if c in "(@" else c)


def disturb(t: Tagged, rng: random.Random) -> Tagged:
    """One draw of disturbances; about half of the texts stay clean."""
    pick = rng.random()
    if pick < 0.09:
        t = lower(t)
    elif pick < 0.14:
        t = upper(t)
    elif pick < 0.16:
        t = title(t)
    elif pick < 0.18:
        t = names_lower(t)
    pick = rng.random()
    if pick < 0.10:
        t = ocr(t, rng, rng.choice((0.01, 0.03, 0.05)))
    elif pick < 0.13:
        t = glue(t, rng, rng.choice((0.1, 0.3, 1.0)))
    elif pick < 0.20:
        t = breaks(t, rng)
    elif pick < 0.26:
        t = spread(t, rng)
    return t
