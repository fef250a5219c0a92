"""Values made coarser until nobody is told by them: what the policy says of each field of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from redaction.sources.schema import SourceSchema
from redaction.sources.values import Row

if TYPE_CHECKING:
    from redaction.policy import SourcePolicy

Generalised = Callable[[Row], Row]
"""A row as it is released, given the row."""


def _as_is(row: Row) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done with the rows of one source."""

    rows: Generalised = _as_is
    figures: Mapping[str, Any] = field(default_factory=dict)

    def released(self, schema: SourceSchema) -> SourceSchema:
        """The schema as its rows are released."""
        return schema

    def told(self) -> dict[str, Any]:
        """Counts for the report."""
        return dict(self.figures)


def plan_for(
    schema: SourceSchema,
    rows: Callable[[], Iterator[Row]],
    policy: SourcePolicy,
    sources: Mapping[str, Any],
) -> Plan:
    """What the policy asks for of this source."""
    return Plan()
