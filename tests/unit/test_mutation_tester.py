"""The mutation tester: which changes it makes, how it samples them, which tests it runs for each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.mutation.mutants import Mutant, mutants, sample, scopes
from benchmarks.mutation.reach import Reach

SOURCE = '''"""A module."""

from __future__ import annotations

LIMIT = 3


def few(count: int | None = None) -> bool | None:
    """Whether these are few: 1 or 2."""
    if count is None:
        return None
    return count < LIMIT


class Counter:
    def add(self, one: int, two: int) -> int:
        def inner(three: int) -> int:
            return three + 1

        return one + inner(two)
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "module.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "package" / "empty.py").write_text('"""Nothing."""\n', encoding="utf-8")
    return tmp_path


def everything(tree: Path) -> list[Mutant]:
    return list(mutants(tree, "package/module.py"))


def test_every_change_is_one_line_and_another_program(tree: Path) -> None:
    for mutant in everything(tree):
        changed = mutant.apply(SOURCE)
        pairs = zip(SOURCE.splitlines(), changed.splitlines(), strict=True)
        lines = [n for n, (old, new) in enumerate(pairs, 1) if old != new]
        assert lines == [mutant.line], mutant
        ast.parse(changed)


def test_annotations_and_docstrings_are_left_alone(tree: Path) -> None:
    assert {mutant.line for mutant in everything(tree)} == {5, 10, 12, 18, 20}
    assert any("LIMIT = 4" in mutant.change(SOURCE) for mutant in everything(tree))
    assert any("count <= LIMIT" in mutant.change(SOURCE) for mutant in everything(tree))


def test_the_star_before_named_arguments_is_no_product(tree: Path) -> None:
    source = "def f(a: int, *, b: int) -> int:\n    return a * b\n"
    (tree / "package" / "module.py").write_text(source, encoding="utf-8")
    assert {mutant.line for mutant in everything(tree)} == {2}


def test_a_line_belongs_to_its_innermost_function() -> None:
    where = scopes(SOURCE)
    lines = {5: "<module>", 10: "few", 18: "Counter.add.inner", 20: "Counter.add", 15: "<module>"}
    assert {line: where.function(line) for line in lines} == lines


def test_what_only_makes_it_quicker_is_left_alone(tree: Path) -> None:
    source = "@lru_cache(maxsize=20)\ndef one() -> int:\n    return 1\n\n\n@offered(2)\ndef two() -> None: ...\n"
    (tree / "package" / "quick.py").write_text(source)
    found = {(mutant.line, mutant.operator) for mutant in mutants(tree, "package/quick.py")}
    assert found == {(3, "NumberReplacer"), (6, "NumberReplacer"), (6, "RemoveDecorator")}


def test_functions_have_their_turn_before_one_has_two(tree: Path) -> None:
    first = sample(tree, ["package"], 4, seed=1)
    assert sorted(m.function for m in first) == ["<module>", "Counter.add", "Counter.add.inner", "few"]
    assert sample(tree, ["package"], 4, seed=1) == first
    assert any(sample(tree, ["package"], 4, seed=n) != first for n in range(2, 9))
    everywhere = sample(tree, ["package"], 1000, seed=1)
    assert everywhere[:4] == first
    places = [(m.line, m.column, m.end) for m in everywhere]
    assert len(places) == len(set(places)), "a place is changed once"


def test_the_tests_of_a_constant_are_those_that_reach_its_users(tree: Path) -> None:
    store = tree / "reach"
    store.mkdir()
    (store / "tests__test_a.py.json").write_text(
        '{"tests": {"a::slow": {"seconds": 2.0, "lines": {"package/module.py": [10, 12]}},'
        ' "a::quick": {"seconds": 0.1, "lines": {"package/module.py": [12]}},'
        ' "a::other": {"seconds": 0.2, "lines": {"package/module.py": [20]}}}}'
    )
    reach = Reach(tree, store, ["tests/test_a.py", "tests/test_never_recorded.py"])
    by_line = {mutant.line: reach.tests(mutant) for mutant in everything(tree)}
    assert by_line[5] == by_line[12] == ["a::quick", "a::slow", "a::other"]
    assert by_line[10] == ["a::slow", "a::quick", "a::other"]
    assert by_line[20] == ["a::other", "a::quick", "a::slow"]
