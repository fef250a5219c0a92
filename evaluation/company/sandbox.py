"""The sandbox: a copy of the released rows, and one person who works on it through tools, behind the rules.

Who acts is fixed when a session starts, by the released record of that person; no argument and no write changes it.
Writes touch the session's copy alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from evaluation.company.access import Action, Actor, Grant, asked_for, granted
from evaluation.company.answers import Answer, Call
from evaluation.company.arguments import Wrong, checked
from evaluation.company.database import MOST, PLACE, add_rows, quoted, to_cell, to_row, write_database
from evaluation.company.meaning import Meaning
from evaluation.company.people import actors
from evaluation.company.released import Company, ReleasedSchema, Row
from evaluation.company.tools import ROWS, Tool, tools_of
from redaction.errors import EntrophyError
from validation.table.access_rules import EMPLOYEES

_DENIED = "Access denied: no rule allows this to you."


class Sandbox:
    """The released state of a company, in a database file that nothing writes to again. As a context manager."""

    def __init__(self, company: Company, folder: Path | None = None) -> None:
        """The file goes into `folder`, else into a temporary one that ends with the sandbox."""
        self.company = company
        self.meaning = Meaning()
        self._temporary = TemporaryDirectory(prefix="entrophy-sandbox-") if folder is None else None
        self.database = Path(self._temporary.name if self._temporary else str(folder)) / "released.sqlite"
        write_database(company, self.database)
        staff = company.sources.get(EMPLOYEES)
        self.people: Mapping[str, Actor] = actors(staff.rows, staff.schema.key) if staff else {}
        self.tools: Mapping[str, Tool] = tools_of({name: one.schema for name, one in company.sources.items()})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._temporary:
            self._temporary.cleanup()

    def session(self, person: str, log: Path | None = None, copy: Path | None = None) -> Session:
        """A session of an employee. Calls are appended to `log`, a line each. The copy is in memory, or in the file
        `copy`, where it stays and is gone on with. EntrophyError for somebody who is no employee, and for a file that
        is no such copy."""
        if person not in self.people:
            raise EntrophyError(
                "is no employee of this company.", record="--as", remedy="give an emp_id of the source employees."
            )
        return Session(self, self.people[person], log, copy)


class Session:
    """One person at work. `calls` is the log. Not for several threads at once."""

    def __init__(self, sandbox: Sandbox, actor: Actor, log: Path | None, copy: Path | None) -> None:
        self.actor = actor
        self.calls: list[Call] = []
        self._sandbox, self._log = sandbox, log
        goes_on = copy is not None and copy.is_file()
        # Called from the thread of a server as well; one call after the other.
        self._db = sqlite3.connect(copy or ":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA secure_delete = ON")
        if goes_on:
            self._require_copy()
        else:
            self.reset()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def _require_copy(self) -> None:
        try:
            for name, source in self._sandbox.company.sources.items():
                held = [row[1] for row in self._db.execute(f"PRAGMA table_info({quoted(name)})")]
                if held != [PLACE, *map(source.schema.column, source.schema.fields)]:
                    raise sqlite3.DatabaseError
        except sqlite3.DatabaseError:
            self._db.close()
            raise EntrophyError(
                "is no copy of this company.", record="--copy", remedy="name a file that is not there yet."
            ) from None

    def reset(self) -> None:
        """Back to the released state; the log stays."""
        released = sqlite3.connect(f"{self._sandbox.database.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            released.backup(self._db)
        finally:
            released.close()

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        """Call a tool by its name. Whatever is wrong is an answer, never an error."""
        one = self._sandbox.tools.get(tool)
        if one is None:
            answer = Answer("invalid", "There is no such tool.")
            self._note(Call(len(self.calls) + 1, self.actor.id, "", "", "", None, (), "invalid"))
            return answer
        given: Mapping[str, Any] = {}
        try:
            given = checked(one, arguments or {})
            answer = self._do(one, given)
        except Wrong as error:
            answer = Answer("invalid", error.told)
        fields = given.get("changes") or given.get("row") or given.get("where") or {}
        self._note(
            Call(
                number=len(self.calls) + 1,
                actor=self.actor.id,
                tool=one.name,
                source=one.schema.name,
                action=_action(one),
                key=answer.key,
                fields=tuple(fields),
                outcome=answer.refusal or "ok",
                rules=answer.rules,
                rows=len(answer.rows),
            )
        )
        return answer

    def rows(self, source: str) -> Iterator[Row]:
        """All rows of a source as they are now, for who evaluates: no rule stands before it."""
        schema = self._sandbox.company.sources[source].schema
        for cells in self._db.execute(f"SELECT * FROM {quoted(source)} ORDER BY {quoted(PLACE)}"):
            yield to_row(schema, cells[1:])

    def _note(self, call: Call) -> None:
        self.calls.append(call)
        if self._log is not None:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(call.line())

    def _do(self, tool: Tool, given: Mapping[str, Any]) -> Answer:
        verbs: Mapping[str, Callable[[ReleasedSchema, Mapping[str, Any]], Answer]] = {
            "read": self._read,
            "find": self._find,
            "search": self._search,
            "create": self._create,
            "update": self._update,
            "delete": self._delete,
        }
        return verbs[tool.verb](tool.schema, given)

    def _grant(self, schema: ReleasedSchema, action: Action, row: Row) -> Grant:
        return granted(self._sandbox.company.sources[schema.name].rules, self.actor, action, row)

    def _denied(self, schema: ReleasedSchema, action: Action, key: str | None = None) -> Answer:
        needs = asked_for(self._sandbox.company.sources[schema.name].rules, action)
        return Answer("denied", _DENIED, rules=needs, key=key)

    def _shown(self, schema: ReleasedSchema, row: Row) -> Row:
        """The fields that may be read."""
        grant = self._grant(schema, "read", row)
        return {name: value for name, value in row.items() if grant.covers(name)}

    def _at(self, schema: ReleasedSchema, key: Any) -> Row | None:
        query = f"SELECT * FROM {quoted(schema.name)} WHERE {quoted(schema.column(schema.key))} = ?"
        cells = self._db.execute(query, (key,)).fetchone()
        return None if cells is None else to_row(schema, cells[1:])

    def _read(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        key, row = str(given["id"]), self._at(schema, given["id"])
        if row is None:
            return Answer("not_found", "There is no such row.", key=key)
        grant = self._grant(schema, "read", row)
        if not grant.fields:
            return self._denied(schema, "read", key)
        return Answer(rows=(self._shown(schema, row),), rules=grant.rules, key=key)

    def _find(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        where, limit = given["where"], given.get("limit", ROWS)
        found, rules, readable = [], dict[str, None](), False
        for row in self.rows(schema.name):
            grant = self._grant(schema, "read", row)
            if not all(grant.covers(name) for name in where):
                continue
            readable = True
            if all(_same(row[name], value) for name, value in where.items()):
                found.append({name: value for name, value in row.items() if grant.covers(name)})
                rules |= dict.fromkeys(grant.rules)
        if not readable:
            return self._denied(schema, "read")
        return Answer(rows=tuple(found[:limit]), total=len(found), rules=tuple(rules))

    def _search(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        texts = [name for name, spec in schema.fields.items() if spec.role == "text"]
        seen: list[tuple[Row, list[str]]] = []
        readable = False
        for row in self.rows(schema.name):
            grant = self._grant(schema, "read", row)
            readable = readable or bool(grant.fields)
            said = [row[name] for name in texts if grant.covers(name) and isinstance(row[name], str) and row[name]]
            if said:
                seen.append((row, said))
        if not readable:
            return self._denied(schema, "read")
        order = self._sandbox.meaning.nearest(given["text"], [said for _, said in seen])
        rows = tuple(self._shown(schema, seen[place][0]) for place in order[: given.get("limit", ROWS)])
        return Answer(rows=rows)

    def _create(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        row = {name: given["row"].get(name) for name in schema.fields}
        lost = [name for name, spec in schema.fields.items() if row[name] is None and not spec.optional]
        if row[schema.key] is None or lost:
            raise Wrong(
                f"Missing: {', '.join(dict.fromkeys([*lost, schema.key]) if row[schema.key] is None else lost)}."
            )
        key, grant = str(row[schema.key]), self._grant(schema, "create", row)
        if not all(grant.covers(name) for name in given["row"]):
            return self._denied(schema, "create", key)
        if self._at(schema, row[schema.key]) is not None:
            return Answer("conflict", f"There is a row of that {schema.key}.", key=key)
        if dangling := self._dangling(schema, row):
            return Answer("conflict", f"{dangling} leads to no row.", key=key)
        add_rows(self._db, schema, [row])
        return Answer(rows=(self._shown(schema, row),), rules=grant.rules, key=key)

    def _update(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        changes, key, row = given["changes"], str(given["id"]), self._at(schema, given["id"])
        if row is None:
            return Answer("not_found", "There is no such row.", key=key)
        after, grant = row | changes, self._grant(schema, "update", row)
        # Whoever gives a row away must be allowed to change it then, too.
        again = self._grant(schema, "update", after)
        if not all(grant.covers(name) and again.covers(name) for name in changes):
            return self._denied(schema, "update", key)
        if lost := [n for n, value in changes.items() if value is None and not schema.fields[n].optional]:
            raise Wrong(f"May not be empty: {', '.join(lost)}.")
        if dangling := self._dangling(schema, changes):
            return Answer("conflict", f"{dangling} leads to no row.", key=key)
        sets = ", ".join(f"{quoted(schema.column(name))} = ?" for name in changes)
        cells = [to_cell(schema, name, value) for name, value in changes.items()]
        self._db.execute(
            f"UPDATE {quoted(schema.name)} SET {sets} WHERE {quoted(schema.column(schema.key))} = ?",
            [*cells, given["id"]],
        )
        return Answer(rows=(self._shown(schema, after),), rules=grant.rules, key=key)

    def _delete(self, schema: ReleasedSchema, given: Mapping[str, Any]) -> Answer:
        key, row = str(given["id"]), self._at(schema, given["id"])
        if row is None:
            return Answer("not_found", "There is no such row.", key=key)
        grant = self._grant(schema, "delete", row)
        if not all(grant.covers(name) for name in schema.fields):
            return self._denied(schema, "delete", key)
        if self._referred_to(schema, row):
            return Answer("conflict", "Another row refers to it.", key=key)
        self._db.execute(
            f"DELETE FROM {quoted(schema.name)} WHERE {quoted(schema.column(schema.key))} = ?", (given["id"],)
        )
        return Answer(rules=grant.rules, key=key)

    def _dangling(self, schema: ReleasedSchema, values: Mapping[str, Any]) -> str | None:
        """The first field that refers to a row that there is not."""
        for name, value in values.items():
            spec = schema.fields[name]
            target = self._sandbox.company.sources.get(spec.to or "")
            if target is None or value is None:
                continue
            column = quoted(target.schema.column(spec.by or target.schema.key))
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, list | dict | bool) or (isinstance(one, int) and abs(one) >= MOST):
                    return name
                query = f"SELECT 1 FROM {quoted(target.schema.name)} WHERE {column} = ?"
                if self._db.execute(query, (one,)).fetchone() is None:
                    return name
        return None

    def _referred_to(self, schema: ReleasedSchema, row: Row) -> bool:
        for name, other in self._sandbox.company.sources.items():
            for field, spec in other.schema.fields.items():
                if spec.to != schema.name:
                    continue
                value = row[spec.by or schema.key]
                column, key = quoted(other.schema.column(field)), quoted(other.schema.column(other.schema.key))
                for cells in self._db.execute(f"SELECT {column}, {key} FROM {quoted(name)} WHERE {column} IS NOT NULL"):
                    held = to_row_value(other.schema, field, cells[0])
                    itself = name == schema.name and cells[1] == row[schema.key]
                    if not itself and value in (held if isinstance(held, list) else [held]):
                        return True
        return False


def to_row_value(schema: ReleasedSchema, field: str, cell: Any) -> Any:
    """One value of a row."""
    return to_row(schema.model_copy(update={"fields": {field: schema.fields[field]}}), [cell])[field]


def _action(tool: Tool) -> Action:
    return tool.verb if tool.verb in ("create", "update", "delete") else "read"


def _same(value: Any, asked: Any) -> bool:
    if isinstance(value, str) and isinstance(asked, str):
        return " ".join(value.split()).casefold() == " ".join(asked.split()).casefold()
    if isinstance(value, list) and not isinstance(asked, list):
        return asked in value
    return value is asked or (type(value) is type(asked) and bool(value == asked))
