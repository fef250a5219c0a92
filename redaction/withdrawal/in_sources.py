"""Who asked to be forgotten, in rows of company sources: a row that is theirs leaves, in all others they are masked.

A row is somebody's where a name of its own (a field of the role person that belongs to no other source) is theirs, or
its key or a number of its own is. A row with a company of its own is the company's, whoever answers the telephone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from redaction.findings import Kind, Source
from redaction.records import DeclaredEntity
from redaction.sources.ids import is_telling
from redaction.sources.rules import rewritten_rules
from redaction.sources.schema import FieldSpec, SourceSchema
from redaction.sources.values import Row, ids_in, rewritten
from redaction.withdrawal.forgotten import Forgotten

_ALONE = (Source.ONE_WORD, Source.INITIALS)


class RowForgotten(Exception):
    """The row leaves: it is about somebody who asked to be forgotten, or cannot be told without them."""


def is_theirs(schema: SourceSchema, row: Row, forgotten: Forgotten) -> bool:
    """Whether a row is about one of them."""
    if not forgotten.entities or any(s.role == "company" and s.of is None for s in schema.fields.values()):
        return False
    for name, value in row.items():
        spec = schema.fields[name]
        if spec.of is None and spec.role == "person" and any(_is_all(forgotten, one) for one in ids_in(spec, value)):
            return True
        own = name == schema.key if spec.role == "id" else spec.role == "identifier" and spec.of is None
        if own and any(tells(forgotten, one) for one in ids_in(spec, value)):
            return True
    return False


def own_values(schema: SourceSchema, row: Row) -> Iterator[DeclaredEntity]:
    """What a row tells of whom it is about, besides the name: its numbers and addresses, and its key, if that is one
    wherever it stands and no number alone."""
    for name, value in row.items():
        spec = schema.fields[name]
        for one in ids_in(spec, value):
            if spec.role == "identifier" and spec.of is None and one.strip():
                yield DeclaredEntity((spec.kind or Kind.ID).value, one)
            elif name == schema.key and spec.role == "id" and is_telling(one) and not one.isdecimal():
                yield DeclaredEntity(Kind.ID.value, one)


def tells(forgotten: Forgotten, value: str) -> bool:
    """Whether an id or a number is, or holds, one of theirs: one word of a name is not enough."""
    return any(f.source not in _ALONE for f in forgotten.find(value))


def without_them(schema: SourceSchema, row: Row, forgotten: Forgotten) -> Row:
    """A row of others with everything masked that tells of them. RowForgotten where the row is theirs, or where
    something of them stands in it that can neither be masked nor be missing. References are left as they are: they
    lead nowhere once their rows have left."""
    if not forgotten.entities:
        return row
    if is_theirs(schema, row, forgotten):
        raise RowForgotten
    mask = _masking(forgotten)
    made: Row = {}
    for name, value in row.items():
        spec = schema.fields[name]
        if spec.role == "reference":
            made[name] = value
        elif spec.role == "id" or _is_number(value):
            if not any(tells(forgotten, one) for one in ids_in(spec, value)):
                made[name] = value
            elif not spec.optional or name == schema.key:
                raise RowForgotten
        else:
            made[name] = rewritten(value, mask)
    return made


def rules_without_them(rules: Any, forgotten: Forgotten) -> Any:
    """Access rules with everything masked that tells of them: a rule of such a person is nobody's."""
    return rewritten_rules(rules, _masking(forgotten)) if forgotten.entities else rules


def _masking(forgotten: Forgotten) -> Callable[[str], str]:
    from redaction.documents.unit import Unit
    from redaction.stages.documents import hiding

    each = hiding(forgotten)
    return lambda text: "".join(each(Unit((text,), None, "field")))


def leads_to_them(spec: FieldSpec, value: Any, forgotten: Forgotten) -> list[str]:
    """The ids of a reference that are theirs, where no row can say so."""
    return [one for one in ids_in(spec, value) if tells(forgotten, one)] if forgotten.entities else []


def _is_all(forgotten: Forgotten, value: str) -> bool:
    """Whether the whole of a name is theirs, from its first letter to its last."""
    inside = [at for at, sign in enumerate(value) if sign.isalnum()]
    covered = {at for f in forgotten.find(value) for at in range(f.start, f.end)}
    return bool(inside) and all(at in covered for at in inside)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
