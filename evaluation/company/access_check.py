"""Do the rules speak of what there is? Every source, field, level, department and person of them is looked up."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.company.access import ALL, LEVELS, Condition
from evaluation.company.released import Company, Source
from validation.table.access_rules import DEPARTMENT, EMPLOYEES


def lost_names(company: Company) -> list[str]:
    """What the rules name and the company has not, as `access/<source>.json rule 2: …`; the values are not repeated."""
    return [one for name in sorted(company.sources) for one in _lost(company, company.sources[name])]


def _lost(company: Company, source: Source) -> Iterator[str]:
    ids = [rule.id for rule in source.rules.rules]
    where = f"access/{source.schema.name}.json"
    if len(set(ids)) != len(ids):
        yield f"{where}: two rules have one id"
    for number, rule in enumerate(source.rules.rules, 1):
        if not set(rule.fields) <= {ALL, *source.schema.fields}:
            yield f"{where} rule {number}: a field that the source has not"
        for part in rule.when.parts():
            for what in _wrong(company, source, part):
                yield f"{where} rule {number}: {what}"


def _wrong(company: Company, source: Source, part: Condition) -> Iterator[str]:
    staff = company.sources.get(EMPLOYEES)
    rows = staff.rows if staff else ()
    if part.level_at_least is not None and part.level_at_least not in LEVELS:
        yield f"a level outside {LEVELS.start} to {LEVELS.stop - 1}"
    if part.department is not None and part.department not in {row.get(DEPARTMENT) for row in rows}:
        yield "a department that nobody belongs to"
    if part.person is not None and (staff is None or part.person not in {row[staff.schema.key] for row in rows}):
        yield "a person who is no employee"
    for field in (part.owner, part.manager_of):
        if field is None:
            continue
        spec = source.schema.fields.get(field)
        own = source.schema.name == EMPLOYEES and field == source.schema.key
        if spec is None or not (own or spec.to == EMPLOYEES):
            yield "a field that leads to no employee"
