"""An XES log (IEEE 1849-2016): a trace for each instance, an event for each interaction.

Attributes without a prefix bear the names of the released columns. Nobody is named: rows say nothing of who worked, so
there is no `org:resource`. What was typed stays in the table, where `identity:id` (the interaction_uuid) leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from evaluation.mining.events import Case, activity, cases, plain, write_log

_EXTENSIONS = (("Concept", "concept"), ("Identity", "identity"), ("Lifecycle", "lifecycle"), ("Time", "time"))
_ALWAYS = ("class_name", "subclass_name", "application_name", "screen_name", "interaction_type")
"""Columns that every event has."""
_SOMETIMES = ("field_name", "screenshot_name")
"""Columns that are null where there is none; the event then lacks the attribute."""
_CLASSIFIERS = (
    ("Activity", "concept:name"),
    ("Class", "class_name"),
    ("Subclass", "subclass_name"),
    ("Application", "application_name"),
)
_UNKNOWN = "unknown"
"""Value of a global attribute for whoever leaves it out, as the standard asks for one; no event here does."""


def write_xes(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write one domain's rows as a log, packed if the name ends in .gz. Same rows, same bytes.

    BundleError as for `evaluation.mining.events.cases`, and nothing is written then. Holds one instance at a time.
    """
    write_log(path, _log(rows))


def _log(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    found = iter(rows)
    first = next(found, None)
    yield _head("" if first is None else str(first["domain"])).encode()
    for case in cases(found if first is None else chain((first,), found)):
        yield _trace(case).encode()
    yield b"</log>\n"


def _head(domain: str) -> str:
    """In no namespace, as the schema of the standard has none."""
    of_events = "".join(_string(name, _UNKNOWN, 4) for name in _ALWAYS)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<log xes.version="1849.2016" xes.features="">\n'
        + "".join(
            f'  <extension name="{name}" prefix="{prefix}" uri="http://www.xes-standard.org/{prefix}.xesext"/>\n'
            for name, prefix in _EXTENSIONS
        )
        + '  <global scope="trace">\n'
        + _string("concept:name", _UNKNOWN, 4)
        + _string("process_name", _UNKNOWN, 4)
        + '  </global>\n  <global scope="event">\n'
        + _string("concept:name", _UNKNOWN, 4)
        + _string("lifecycle:transition", "complete", 4)
        + _attribute("date", "time:timestamp", "1970-01-01T00:00:00.000Z", 4)
        + _attribute("id", "identity:id", "00000000-0000-0000-0000-000000000000", 4)
        + of_events
        + "  </global>\n"
        + "".join(f'  <classifier name="{name}" scope="event" keys="{keys}"/>\n' for name, keys in _CLASSIFIERS)
        + _string("concept:name", domain, 2)
        + _string("lifecycle:model", "standard", 2)
    )


def _trace(case: Case) -> str:
    head = _string("concept:name", case.uuid, 4) + _string("process_name", case.process, 4)
    return f"  <trace>\n{head}{''.join(map(_event, case.rows))}  </trace>\n"


def _event(row: Mapping[str, Any]) -> str:
    """An interaction has one moment, which is when it was done: its transition is "complete"."""
    lines = [
        _string("concept:name", activity(row)),
        _string("lifecycle:transition", "complete"),
        _attribute("date", "time:timestamp", row["timestamp"]),
        _attribute("id", "identity:id", row["interaction_uuid"]),
        *(_string(name, row[name]) for name in _ALWAYS),
        *(_string(name, row[name]) for name in _SOMETIMES if row[name] is not None),
    ]
    if row["time_spent"] is not None:
        lines.append(_attribute("float", "time_spent", repr(float(row["time_spent"]))))
    return f"    <event>\n{''.join(lines)}    </event>\n"


def _string(key: str, value: str, indent: int = 6) -> str:
    return _attribute("string", key, value, indent)


def _attribute(kind: str, key: str, value: str, indent: int = 6) -> str:
    """Lines and tabs in a value are written as references, or a reader would make blanks of them."""
    return f"{' ' * indent}<{kind} key={quoteattr(key)} value={quoteattr(plain(value))}/>\n"
