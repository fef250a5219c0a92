"""Every regular expression of our packages, and texts made from it that would show how its time grows.

The attack on a pattern is drawn from its own parse tree: long runs of members of each class that it repeats, what it
repeats with what stands before it, whole matches again and again, each with an end that fails. No pattern needs to be
named: what is compiled at the top of a module, lies in a table there, or is written in a call of `re` is found.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import random
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from re import _constants as const  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

PACKAGES = ("redaction", "validation", "evaluation", "release", "pipeline", "assets")
_CALLS = {"compile": 1, "search": 2, "match": 2, "fullmatch": 2, "findall": 2, "finditer": 2, "split": 9, "sub": 9}
_REPEATS = (const.MAX_REPEAT, const.MIN_REPEAT, const.POSSESSIVE_REPEAT)
_ALPHABET = "aAxO1 \t\n.-_/',:;@#\"()[]<>=+&*~%|\\!?é’–王ァ가"
#: Runs that every pattern is asked about.
_COMMON = (
    *"aA1 \t\n.-_/',:@#=([<\"&*\\%|é王",
    *(
        "a ",
        "A ",
        "A. ",
        "A.",
        "O'",
        "a-",
        "A-",
        "Aa ",
        "Aa, ",
        "Aa-",
        "a.",
        "a@",
        "a/",
        "1 ",
        "1-",
        "1.",
        " \n",
        "\r\n",
    ),
)
#: A character that no pattern asks for: what comes before it has to be given up.
_STOP = "\x01"
#: Lengths in characters at which a text is tried, from small: what explodes is seen before it takes hours.
SIZES = (16, 24, 32, 48, 64, 96, 128, 256, 1024, 4096)
#: CPU seconds a character may take before the growth is looked at.
CHEAP = 5e-7
#: CPU seconds a character may never take.
DEAR = 1e-3
#: CPU seconds below which nothing is said of a small text: the clock and other work on the machine.
LEAST = 0.1
#: Characters from which bounded repeats have reached their bounds, so that growth tells.
GROWN = 4096
#: The most that four times the text may cost, as a multiple: 4 is linear, 16 quadratic.
GROWTH = 8.0
#: Texts drawn for one pattern.
DRAWN = 30


@dataclass(frozen=True)
class Known:
    """A pattern, where it was met, and whether it is only ever tried at one place (`match`, `fullmatch`)."""

    where: str
    pattern: re.Pattern[str]
    anchored: bool


def modules() -> Iterator[ModuleType]:
    """Every module of our packages."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        yield package
        for info in pkgutil.walk_packages(package.__path__, name + "."):
            if not info.name.endswith("__main__"):
                yield importlib.import_module(info.name)


def _inside(value: Any, path: str, depth: int = 0) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield path, value
    elif depth < 4 and type(value) in (tuple, list, set, frozenset) and len(value) < 500:
        for index, item in enumerate(value):
            yield from _inside(item, f"{path}[{index}]", depth + 1)
    elif depth < 4 and type(value) is dict and len(value) < 500:
        for index, pair in enumerate(value.items()):
            yield from _inside(pair, f"{path}[{index}]", depth + 1)
    elif depth < 4 and hasattr(value, "__dataclass_fields__") and type(value).__module__.startswith(PACKAGES):
        for name in value.__dataclass_fields__:
            yield from _inside(getattr(value, name, None), f"{path}.{name}", depth + 1)


def _written(module: ModuleType) -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Patterns in calls of `re` whose pattern stands there or is made of names of the module."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        method, owner = node.func.attr, node.func.value
        if not (isinstance(owner, ast.Name) and owner.id == "re" and method in _CALLS):
            continue
        flags = node.args[_CALLS[method]] if len(node.args) > _CALLS[method] else None
        flags = next((k.value for k in node.keywords if k.arg == "flags"), flags)
        for source in _branches(node.args[0]):
            try:
                text = eval(compile(ast.Expression(source), "pattern", "eval"), dict(vars(module)))
                flag = eval(compile(ast.Expression(flags), "flags", "eval"), dict(vars(module))) if flags else 0
            except NameError:
                continue  # made of a local name
            pattern = text if isinstance(text, re.Pattern) else re.compile(text, flag)
            yield f"{module.__name__}:{method}({pattern.pattern[:40]})", pattern, method


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node


def _asked(module: ModuleType, name: str) -> set[str]:
    """The methods that a module calls on a name of its own; "passed" where it is used in another way."""
    methods: set[str] = set()
    tree = ast.parse(inspect.getsource(module))
    owners = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            methods.add(owners.get(id(node), "passed"))
    return methods


def collect() -> list[Known]:
    """Every pattern once, sorted by where it was met."""
    found: dict[tuple[Any, int], tuple[str, re.Pattern[Any]]] = {}
    used: dict[tuple[Any, int], set[str]] = {}
    for module in modules():
        for name, value in list(vars(module).items()):
            if name.startswith("__"):
                continue
            for path, pattern in _inside(value, name):
                found.setdefault((pattern.pattern, pattern.flags), (f"{module.__name__}.{path}", pattern))
                asked = _asked(module, name) if path == name else {"passed"}
                used.setdefault((pattern.pattern, pattern.flags), set()).update(asked)
        for where, pattern, method in _written(module):
            found.setdefault((pattern.pattern, pattern.flags), (where, pattern))
            used.setdefault((pattern.pattern, pattern.flags), set()).update({method} - {"compile"})
    return sorted(
        (
            Known(where, pattern, bool(used[key]) and used[key] <= {"match", "fullmatch"})
            for key, (where, pattern) in found.items()
        ),
        key=lambda known: known.where,
    )


def _members(items: Any) -> list[str]:
    """Some characters of a class."""
    negative = bool(items) and items[0][0] is const.NEGATE
    own = [chr(a) for op, a in items if op is const.LITERAL]
    own += [chr(c) for op, a in items if op is const.RANGE for c in a]
    matcher = re.compile("[" + "".join(map(_class_item, items)) + "]")
    return [c for c in dict.fromkeys([*_ALPHABET, *(() if negative else own)]) if matcher.fullmatch(c)] or ["\u4e01"]


_CATEGORIES = {
    const.CATEGORY_DIGIT: r"\d",
    const.CATEGORY_NOT_DIGIT: r"\D",
    const.CATEGORY_SPACE: r"\s",
    const.CATEGORY_NOT_SPACE: r"\S",
    const.CATEGORY_WORD: r"\w",
    const.CATEGORY_NOT_WORD: r"\W",
}


def _class_item(item: Any) -> str:
    op, value = item
    if op is const.NEGATE:
        return "^"
    if op is const.LITERAL:
        return re.escape(chr(value))
    if op is const.RANGE:
        return re.escape(chr(value[0])) + "-" + re.escape(chr(value[1]))
    return _CATEGORIES[value]


def _sample(sequence: Iterable[Any], rng: random.Random) -> str:
    """A text that the sequence matches, look-arounds aside."""
    out = []
    for op, value in sequence:
        if op is const.LITERAL:
            out.append(chr(value))
        elif op is const.NOT_LITERAL:
            out.append("a" if value != ord("a") else "b")
        elif op is const.ANY:
            out.append(rng.choice("aA 1-"))
        elif op is const.IN:
            out.append(rng.choice(_members(value)))
        elif op is const.BRANCH:
            out.append(_sample(rng.choice(value[1]), rng))
        elif op is const.SUBPATTERN:
            out.append(_sample(value[3], rng))
        elif op is const.ATOMIC_GROUP:
            out.append(_sample(value, rng))
        elif op in _REPEATS:
            times = min(int(value[1]), max(int(value[0]), 1), 40)
            out.extend(_sample(value[2], rng) for _ in range(times))
    return "".join(out)


def _sequences(sequence: Any) -> Iterator[list[Any]]:
    yield list(sequence)
    for op, value in sequence:
        if op is const.BRANCH:
            for branch in value[1]:
                yield from _sequences(branch)
        elif op is const.SUBPATTERN:
            yield from _sequences(value[3])
        elif op is const.ATOMIC_GROUP:
            yield from _sequences(value)
        elif op in _REPEATS:
            yield from _sequences(value[2])
        elif op in (const.ASSERT, const.ASSERT_NOT):
            yield from _sequences(value[1])


def units(pattern: re.Pattern[str], drawn: int = DRAWN) -> list[tuple[str, str]]:
    """(what stands in front once, what is repeated) of the hostile texts for a pattern."""
    rng = random.Random(ascii(pattern.pattern))
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    made: set[tuple[str, str]] = {("", _sample(tree, rng)) for _ in range(4)}
    for sequence in _sequences(tree):
        for at, (op, value) in enumerate(sequence):
            if op not in _REPEATS or value[1] < 16:
                continue
            body = list(value[2])
            pumps = {_sample(body, rng) for _ in range(4)}
            if len(body) == 1 and body[0][0] is const.IN:
                pumps |= set(_members(body[0][1])[:12])
            for pump in sorted(pumps):
                made.add(("", pump))
                made |= {(_sample(sequence[first:at], rng), pump) for first in range(max(0, at - 3), at)}
            for first in range(max(0, at - 3), at + 1):
                made |= {
                    ("", _sample(sequence[first : last + 1], rng)) for last in range(at, min(len(sequence), at + 3))
                }
    own = sorted((lead, pump) for lead, pump in made if pump)
    return [("", pump) for pump in _COMMON] + rng.sample(own, min(drawn, len(own)))


def _cost(known: Known, text: str) -> float:
    """CPU seconds for every match in a text, or for a try at its start."""
    started = time.process_time()
    if known.anchored:
        known.pattern.fullmatch(text)
        known.pattern.match(text)
    else:
        for _ in known.pattern.finditer(text):
            pass
    return time.process_time() - started


def text_of(lead: str, pump: str, size: int, end: str) -> str:
    """A hostile text of about `size` characters."""
    return lead + pump * max(1, size // len(pump)) + end


def explodes(known: Known, lead: str, pump: str, end: str) -> float:
    """By how much the time grows where the text grows fourfold; 0.0 where it is cheap at every length or linear."""
    for size in SIZES:
        text = text_of(lead, pump, size, end)
        first = _cost(known, text)
        if first > max(DEAR * len(text), LEAST):
            return 2 * GROWTH
        if size < GROWN or first < CHEAP * len(text):
            continue
        large = min(first, *(_cost(known, text) for _ in range(4)))
        small = min(_cost(known, text_of(lead, pump, size // 4, end)) for _ in range(4))
        if large >= CHEAP * len(text) and large > GROWTH * small:
            return large / max(small, 1e-9)
    return 0.0


def super_linear(known: Known) -> list[tuple[str, str, str, float]]:
    """The hostile texts (lead, unit, end, growth) on which a pattern's time grows faster than the text."""
    if isinstance(known.pattern.pattern, bytes):
        return []
    bad = []
    for lead, pump in units(known.pattern):
        for end in (_STOP, "") if lead else (_STOP,):
            if (growth := explodes(known, lead, pump, end)) > 0:
                bad.append((lead, pump, end, growth))
                break
        if len(bad) == 3:
            break
    return bad
