"""Every small change that cosmic-ray's operators can make to our code, and a sample of them, even over functions."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cosmic_ray.ast import Visitor, ast_nodes, get_ast
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider

#: The first two ask for the names of variables: they stand for faults of measurements, not of programs. The others
#: change nothing where members of an enumeration, None or short strings are compared, as they are here.
UNUSED_OPERATORS = {
    "VariableReplacer",
    "VariableInserter",
    "ReplaceComparisonOperator_Is_Eq",
    "ReplaceComparisonOperator_IsNot_NotEq",
    "ReplaceComparisonOperator_Eq_Is",
    "ReplaceComparisonOperator_NotEq_IsNot",
}
#: Decorators that make a program quicker and nothing else (`@dataclass(slots=True)` is left alone as a whole: without
#: it nothing loads).
_FOR_SPEED = ("lru_cache", "cache", "dataclass")
Place = tuple[int, int]
"""Line (from 1) and column (from 0)."""


@dataclass(frozen=True, order=True)
class Mutant:
    """One change: the operator's `occurrence`-th place in `path` (relative to the repository)."""

    path: str
    line: int
    column: int
    end: Place
    operator: str
    occurrence: int
    function: str
    """Dotted name of the function it lies in; `<module>` outside of all."""

    def apply(self, source: str) -> str:
        """The source with this one change in it."""
        return str(_OnePlace(operators()[self.operator](), self.occurrence).walk(get_ast(source)).get_code())

    def change(self, source: str) -> str:
        """The changed line before and after, for the table."""
        before, after = source.splitlines(), self.apply(source).splitlines()
        pairs = (pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
        old, new = next(pairs, ("", ""))
        return f"{old.strip()}  →  {new.strip()}"


class _OnePlace(Visitor):
    """Changes the `occurrence`-th place of an operator. cosmic-ray has such a visitor, too, but in a module that looks
    for plug-ins when it is loaded and writes what it found into the home folder."""

    def __init__(self, operator: Operator, occurrence: int) -> None:
        self.operator, self.left = operator, occurrence

    def visit(self, node: Any) -> Any:
        for index, _ in enumerate(self.operator.mutation_positions(node)):
            if self.left == 0:
                node = self.operator.mutate(node, index)
            self.left -= 1
        return node


@lru_cache(maxsize=1)
def operators() -> dict[str, type[Operator]]:
    """cosmic-ray's own operators by name."""
    provider = OperatorProvider()
    return {name: provider[name] for name in provider if name not in UNUSED_OPERATORS}


@dataclass(frozen=True)
class _Scopes:
    functions: tuple[tuple[int, int, str], ...]
    unchanging: tuple[tuple[Place, Place], ...]

    def function(self, line: int) -> str:
        """The innermost function around a line."""
        around = [entry for entry in self.functions if entry[0] <= line <= entry[1]]
        return max(around)[2] if around else "<module>"

    def is_unchanging(self, place: Place) -> bool:
        """Nobody can see what stands here: annotations are strings, a cache makes a program quicker only."""
        return any(start <= place < end for start, end in self.unchanging)


def scopes(source: str) -> _Scopes:
    """Where a module's functions lie, and its places that are never run."""
    functions: list[tuple[int, int, str]] = []
    unchanging: list[tuple[Place, Place]] = []

    def skip(node: ast.expr | None) -> None:
        if node is not None and node.end_lineno is not None and node.end_col_offset is not None:
            start = (
                node.col_offset - 1
                if source.splitlines()[node.lineno - 1][node.col_offset - 1] == "@"
                else node.col_offset
            )
            unchanging.append(((node.lineno, start), (node.end_lineno, node.end_col_offset)))

    def walk(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for decorator in child.decorator_list:
                    if ast.unparse(decorator).startswith(_FOR_SPEED):
                        skip(decorator)
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                start = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                functions.append((start, child.end_lineno or start, inner))
                skip(child.returns)
            elif isinstance(child, ast.arg | ast.AnnAssign):
                skip(child.annotation)
            walk(child, inner)

    walk(ast.parse(source), "")
    return _Scopes(tuple(functions), tuple(unchanging))


def mutants(root: Path, path: str) -> Iterator[Mutant]:
    """Every mutant of one module."""
    source = (root / path).read_text(encoding="utf-8")
    where, lines = scopes(source), source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    for name, operator in operators().items():
        places = [place for node in nodes for place in operator().mutation_positions(node)]
        for occurrence, (start, end) in enumerate(places):
            # The star before arguments that are given by name multiplies nothing.
            marks = lines[start[0] - 1].startswith("*,", start[1])
            if not marks and not where.is_unchanging(start):
                yield Mutant(path, start[0], start[1], end, name, occurrence, where.function(start[0]))


def is_valid(mutant: Mutant, source: str) -> bool:
    """Python can compile it, and it is another program: `1 if x else 2` with its parts gone, say, is not."""
    try:
        return ast.dump(ast.parse(mutant.apply(source))) != ast.dump(ast.parse(source))
    except (SyntaxError, AttributeError):  # the latter by cosmic-ray, for `except` with a dotted name
        return False


def modules(root: Path, packages: Iterable[str]) -> list[str]:
    """Paths of the modules of the named packages or folders, sorted."""
    found: set[str] = set()
    for package in packages:
        here = root / package
        found |= {str(p.relative_to(root)) for p in ([here] if here.is_file() else here.rglob("*.py"))}
    return sorted(found)


def sample(root: Path, packages: Iterable[str], size: int, seed: int) -> list[Mutant]:
    """`size` mutants, drawn even over functions: one function, one of its places, one change there.

    Functions (and what stands outside of all, a module each) are gone through in a shuffled order, again from the start
    when all had their turn. Depends on the seed and the code alone, not on the order of files.
    """
    turns = [(path, name) for path in modules(root, packages) for name in _names(root / path)]
    random.Random(seed).shuffle(turns)
    draws = {turn: random.Random(f"{seed} {turn}") for turn in turns}
    places: dict[str, dict[str, _Places]] = {}
    chosen: list[Mutant] = []
    while turns and len(chosen) < size:
        left = []
        for turn in turns:
            path, name = turn
            if path not in places:
                places[path] = _places(root, path)
            mutant = _draw(root, places[path].get(name, {}), draws[turn])
            if mutant is not None:
                chosen.append(mutant)
                left.append(turn)
            if len(chosen) == size:
                break
        turns = left
    return chosen


def _names(path: Path) -> list[str]:
    found = {name for _, _, name in scopes(path.read_text(encoding="utf-8")).functions}
    return ["<module>", *sorted(found)]


_Places = dict[tuple[Place, Place], list[Mutant]]


def _places(root: Path, path: str) -> dict[str, _Places]:
    """Function → place → the mutants of that place, of one module."""
    found: dict[str, _Places] = {}
    for mutant in sorted(mutants(root, path)):
        place = ((mutant.line, mutant.column), mutant.end)
        found.setdefault(mutant.function, {}).setdefault(place, []).append(mutant)
    return found


def _draw(root: Path, places: _Places, rng: random.Random) -> Mutant | None:
    """One valid mutant, taken out of `places`, which lose the place it stood at; None when nothing is left."""
    while places:
        place = rng.choice(sorted(places))
        choices = places.pop(place)
        rng.shuffle(choices)
        source = (root / choices[0].path).read_text(encoding="utf-8")
        for mutant in choices:
            if is_valid(mutant, source):
                return mutant
    return None
