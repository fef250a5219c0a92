"""Values made coarser until nobody is told by them: what the policy says of each field, and, where a k is asked for
that this does not reach, further steps that are chosen by what they cost.

Steps of a field: a number is rounded to multiples of 5, 10, 20 … of its own size, a day to its month, year or decade,
a category with few rows joins "other"; the last step drops the field. What is left in classes that are too small loses
its quasi-identifiers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import log2
from typing import TYPE_CHECKING, Any

from redaction.errors import PolicyError
from redaction.ledger.surrogates import below, stream
from redaction.sources.risk import ABSENT, Risk, risk_of
from redaction.sources.schema import FieldSpec, SourceSchema
from redaction.sources.typed import day_of
from redaction.sources.values import Row

if TYPE_CHECKING:
    from redaction.policy import SourcePolicy

OTHER = "other"
SUPPRESSED_AT_MOST = 0.05
"""Share of the rows whose quasi-identifiers may be emptied before a further step is taken instead."""
_ROUNDS = (5, 10, 20, 50, 100)
Value = str | int | float | bool | None
Coarser = Callable[[Value], Value]


@dataclass(frozen=True, slots=True)
class Step:
    """One way to make a field coarser. `said` is how the policy writes it; it changes the type of days to texts."""

    said: str
    make: Coarser
    texts: bool = False


def step_of(said: str, counts: Mapping[str, int]) -> Step:
    """The step that a policy names: `round N`, `month`, `year`, `decade`, `prefix N`, `rare N`, `drop`. `counts` are
    the rows of each value of the field. PolicyError for anything else (`swap` is none: it needs all rows)."""
    name, _, number = said.partition(" ")
    if name in ("round", "prefix", "rare") and number.isdecimal() and int(number):
        size = int(number)
        if name == "round":
            return Step(said, lambda value: _rounded(value, size))
        if name == "prefix":
            return Step(said, lambda value: _prefix(value, size), texts=True)
        few = {value for value, count in counts.items() if count < size}
        return Step(said, lambda value: OTHER if value is not None and str(value) in few else value)
    if said in ("month", "year", "decade"):
        return Step(said, lambda value: _period(value, said), texts=True)
    if said == "drop":
        return Step(said, lambda value: None)
    raise PolicyError(
        "sources.generalise holds a step that there is not.",
        record=name if name.isalpha() else "",
        remedy="use round N, prefix N, rare N, month, year, decade, swap or drop.",
    )


def _rounded(value: Value, size: int) -> Value:
    return value if value is None or isinstance(value, str | bool) else int(size * round(float(value) / size))


def _prefix(value: Value, size: int) -> Value:
    if value is None:
        return None
    text = str(value)
    return text if len(text) <= size else f"{text[:size]}*"


def _period(value: Value, what: str) -> Value:
    if value is None or (day := day_of(str(value))) is None:
        return value
    if what == "decade":
        return f"{day.year // 10 * 10}s"
    return f"{day:%Y-%m}" if what == "month" else f"{day:%Y}"


@dataclass(slots=True)
class Plan:
    """What is done with the rows of one source, made of a look at its quasi-identifiers."""

    steps: dict[str, Step] = field(default_factory=dict)
    swapped: dict[str, list[Value]] = field(default_factory=dict)
    emptied: frozenset[int] = frozenset()
    quasi: tuple[str, ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)

    def apply(self, number: int, row: Row) -> Row:
        """The row of this number (from 0) as it is released."""
        if not (self.steps or self.swapped or self.emptied):
            return row
        made = dict(row)
        for name, values in self.swapped.items():
            _put(made, name, values[number])
        for name, step in self.steps.items():
            if name in made:
                _put(made, name, step.make(made[name]))
        if number in self.emptied:
            for name in self.quasi:
                made.pop(name, None)
        return made

    def released(self, schema: SourceSchema) -> SourceSchema:
        """The schema as its rows are released."""
        fields = {}
        for name, spec in schema.fields.items():
            step = self.steps.get(name)
            if step is not None and step.said == "drop":
                continue
            changed: dict[str, Any] = {"type": "string"} if step is not None and step.texts else {}
            if step is not None or name in self.swapped or (self.emptied and name in self.quasi):
                changed["optional"] = True
            fields[name] = spec.model_copy(update=changed)
        return schema.model_copy(update={"fields": fields})

    def told(self) -> dict[str, Any]:
        """Counts for the report."""
        return dict(self.figures)


def _put(row: Row, name: str, value: Value) -> None:
    if value is None:
        row.pop(name, None)
    else:
        row[name] = value


def plan_for(schema: SourceSchema, rows: Callable[[], Iterator[Row]], policy: SourcePolicy, key: bytes) -> Plan:
    """What the policy asks for of this source, and what its `k_at_least` takes beyond that. PolicyError where a step
    is none of ours, or is for a field that may not be made coarser."""
    asked = dict(policy.generalise.get(schema.name, {}))
    quasi, sensitive = schema.quasi_identifiers, schema.sensitive
    _require_fields(schema, asked)
    looked_at = list(dict.fromkeys(chain(quasi, sensitive, asked)))
    if not looked_at:
        return Plan()
    columns: dict[str, list[Value]] = {name: [] for name in looked_at}
    for row in rows():
        for name in looked_at:
            value = row.get(name)
            columns[name].append(value if isinstance(value, str | int | float | bool) else None)
    plan = Plan(quasi=tuple(quasi))
    before = _risk(columns, quasi, sensitive, policy.k_at_least)
    for name, said in asked.items():
        if said == "swap":
            plan.swapped[name] = _swapped(columns[name], key, f"{schema.name}/{name}")
        else:
            plan.steps[name] = step_of(said, _counts(columns[name]))
    if policy.k_at_least > 1 and quasi:
        _reach(plan, schema, columns, policy.k_at_least, fixed={*asked})
    made = _made(plan, columns)
    after = _risk(made, [q for q in quasi if not _is_dropped(plan, q)], sensitive, policy.k_at_least)
    plan.figures = {
        "k_at_least": policy.k_at_least,
        "before": before.told() if before else None,
        "after": after.told() if after else None,
        "steps": dict.fromkeys(plan.quasi if plan.emptied else (), "emptied")
        | {name: step.said for name, step in sorted(plan.steps.items())}
        | dict.fromkeys(plan.swapped, "swap"),
        "emptied_rows": len(plan.emptied),
        "utility": {name: _utility(columns[name], made[name]) for name in looked_at if columns[name] != made[name]},
        "correlation_lost": _correlation_lost(schema, columns, made),
    }
    return plan


def _require_fields(schema: SourceSchema, asked: Mapping[str, str]) -> None:
    for name in asked:
        spec = schema.fields.get(name)
        if spec is None or spec.role not in ("quantity", "category", "date") or name == schema.key:
            raise PolicyError(
                "sources.generalise names a field that there is not, or that is no quantity, category or day.",
                record=schema.name,
                remedy="name a field of the schema of this source whose role is quantity, category or date.",
            )


def _is_dropped(plan: Plan, name: str) -> bool:
    return name in plan.steps and plan.steps[name].said == "drop"


def _texts(values: Sequence[Value]) -> list[str]:
    return [ABSENT if value is None else str(value) for value in values]


def _counts(values: Sequence[Value]) -> Counter[str]:
    return Counter(str(value) for value in values if value is not None)


def _risk(
    columns: Mapping[str, Sequence[Value]], quasi: Sequence[str], sensitive: Sequence[str], k_at_least: int
) -> Risk | None:
    texts = {name: _texts(columns[name]) for name in (*quasi, *sensitive)}
    return risk_of(texts, quasi, sensitive, max(2, k_at_least))


def _made(plan: Plan, columns: Mapping[str, Sequence[Value]]) -> dict[str, list[Value]]:
    made: dict[str, list[Value]] = {}
    for name, values in columns.items():
        own = list(plan.swapped.get(name, values))
        step = plan.steps.get(name)
        own = [step.make(value) if value is not None else None for value in own] if step else own
        if name in plan.quasi and plan.emptied:
            own = [None if number in plan.emptied else value for number, value in enumerate(own)]
        made[name] = own
    return made


def _swapped(values: Sequence[Value], key: bytes, place: str) -> list[Value]:
    """The same values in an order that the key tells: how often each occurs stays, whose it was does not."""
    order = list(values)
    source = stream(key, "swap", place)
    for at in range(len(order) - 1, 0, -1):
        other = below(source, at + 1)
        order[at], order[other] = order[other], order[at]
    return order


def _ladder(spec: FieldSpec, values: Sequence[Value], k: int) -> list[Step]:
    """The steps of a field, from fine to coarse."""
    counts = _counts(values)
    numbers = [float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if numbers:
        size = max(1, 10 ** max(0, len(str(int(max(map(abs, numbers))))) - 2))
        said = [f"round {size * one}" for one in _ROUNDS]
    elif spec.role == "date" or spec.type == "date":
        said = ["month", "year", "decade"]
    else:
        said = [f"rare {k}", f"rare {5 * k}"]
    return [step_of(one, counts) for one in (*said, "drop")]


def _reach(plan: Plan, schema: SourceSchema, columns: Mapping[str, Sequence[Value]], k: int, fixed: set[str]) -> None:
    """Take steps until every class has k rows, or few enough are left to empty theirs. Each time the one is taken that
    leaves the fewest rows in small classes; of equal ones that of the field with the most values."""
    ladders = {n: _ladder(schema.fields[n], columns[n], k) for n in plan.quasi if n not in fixed}
    texts = {name: _texts(_made(plan, {name: columns[name]})[name]) for name in plan.quasi}
    while True:
        small = _small(texts, plan, k)
        rows = len(next(iter(texts.values())))
        if not small:
            return
        if k <= len(small) <= SUPPRESSED_AT_MOST * rows or not any(ladders.values()):
            plan.emptied = frozenset(small)
            return
        best: tuple[int, int, str] | None = None
        for name in sorted(n for n, left in ladders.items() if left):
            tried = {**texts, name: _texts([ladders[name][0].make(v) for v in columns[name]])}
            cost = (len(_small(tried, plan, k)), -len({*texts[name]}), name)
            best = cost if best is None or cost < best else best
        assert best is not None
        name = best[2]
        plan.steps[name] = ladders[name].pop(0)
        texts[name] = _texts([plan.steps[name].make(v) for v in columns[name]])


def _small(texts: Mapping[str, Sequence[str]], plan: Plan, k: int) -> list[int]:
    """The rows in classes of fewer than k."""
    keys = list(zip(*(texts[name] for name in plan.quasi), strict=True))
    sizes = Counter(keys)
    return [number for number, key in enumerate(keys) if sizes[key] < k]


def _utility(before: Sequence[Value], after: Sequence[Value]) -> dict[str, float]:
    """What is left of a column: bits of its values, how far its mean has moved (relative), how many are still there."""
    told = {
        "bits_before": round(_bits(before), 3),
        "bits_after": round(_bits(after), 3),
        "kept_share": round(sum(v is not None for v in after) / max(1, sum(v is not None for v in before)), 4),
    }
    one, other = _numbers(before), _numbers(after)
    if one and other and (mean := sum(one) / len(one)):
        told["mean_moved"] = round(abs(sum(other) / len(other) - mean) / abs(mean), 4)
    return told


def _numbers(values: Sequence[Value]) -> list[float]:
    return [float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]


def _bits(values: Sequence[Value]) -> float:
    counts = Counter(_texts(values)).values()
    whole = sum(counts)
    return -sum(n / whole * log2(n / whole) for n in counts) if whole else 0.0


def _correlation_lost(
    schema: SourceSchema, before: Mapping[str, Sequence[Value]], after: Mapping[str, Sequence[Value]]
) -> float:
    """The most by which a rank correlation of two quantities has changed."""
    import numpy as np

    names = [n for n in before if schema.fields[n].type in ("integer", "number")]
    lost = 0.0
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            both = [
                i
                for i, values in enumerate(zip(before[one], before[other], after[one], after[other], strict=True))
                if all(isinstance(v, int | float) for v in values)
            ]
            if len(both) > 2:
                pair = [
                    _spearman(np.array([c[one][i] for i in both]), np.array([c[other][i] for i in both]))
                    for c in (before, after)
                ]
                lost = max(lost, abs(pair[0] - pair[1]))
    return round(lost, 4)


def _spearman(one: Any, other: Any) -> float:
    from scipy.stats import spearmanr

    if len({*one.tolist()}) < 2 or len({*other.tolist()}) < 2:
        return 0.0
    return float(spearmanr(one, other).statistic)
