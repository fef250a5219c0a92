"""What a session changed: the state it left, held against the released one."""

from __future__ import annotations

from evaluation.company.released import Company
from evaluation.company.sandbox import Session
from evaluation.company_tasks.records import Change


def changes_of(session: Session, company: Company) -> tuple[Change, ...]:
    """Every row that is new, other or gone, by source and key. Only sources that the log has writes to are read."""
    written = {call.source for call in session.calls if call.outcome == "ok" and call.action != "read"}
    found = []
    for name in sorted(written):
        source = company.sources[name]
        key = source.schema.key
        before = {str(row[key]): row for row in source.rows}
        after = {str(row[key]): row for row in session.rows(name)}
        for one in sorted(before.keys() | after.keys()):
            if one not in after:
                found.append(Change(source=name, key=one, fields=None))
            elif one not in before:
                found.append(Change(source=name, key=one, fields=after[one]))
            elif before[one] != after[one]:
                fields = {f: v for f, v in after[one].items() if v != before[one][f]}
                found.append(Change(source=name, key=one, fields=fields))
    return tuple(found)
