"""schema.json of a source: its fields, what each of them is, and what it refers to.

A source is told by its schema alone: no name of a field means anything to the code. Schemas of the ten sources of
EnterpriseBench ship with this package (data/), under the field names of its published tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from redaction.errors import CaptureError
from redaction.findings import Kind
from redaction.kinds.table import DECLARED_KINDS, PICTURES
from redaction.work import formats

Type = Literal["string", "integer", "number", "boolean", "date", "list", "object"]
Role = Literal["id", "reference", "person", "company", "identifier", "text", "quantity", "category", "date"]
NAME = r"^[a-z][a-z0-9_]{0,40}$"
"""What a source may be called: its folder and its released files are named so."""
FIELD_NAME = r"^[A-Za-z][A-Za-z0-9 _().?/-]{0,60}$"
PAGES = "pages"
"""The field of a source of documents that holds the text of each page. It is read from the documents."""
_NAMED = re.compile(NAME)


def _kind(value: object) -> object:
    if not isinstance(value, str):
        return value
    low = value.strip().casefold().replace(" ", "_")
    try:
        return Kind(low)
    except ValueError:
        return DECLARED_KINDS.get(low, value)


class FieldSpec(BaseModel):
    """One field. `to` names the source that a reference leads to, `by` the field of it that is meant (default: its
    key); `of` the source whose row a name or number belongs to that stands beside a reference to it."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    type: Type
    role: Role
    to: str | None = Field(default=None, pattern=NAME)
    by: str | None = None
    of: str | None = Field(default=None, pattern=NAME)
    kind: Annotated[Kind | None, BeforeValidator(_kind)] = None
    quasi_identifier: bool = False
    sensitive: bool = False
    optional: bool = False

    @model_validator(mode="after")
    def _fits(self) -> FieldSpec:
        if (self.role == "reference") != (self.to is not None) or (self.by is not None and self.to is None):
            raise ValueError("a reference names the source that it leads to, and nothing else does")
        if (self.kind is not None and self.role != "identifier") or self.kind in PICTURES:
            raise ValueError("a kind belongs to an identifier that is written")
        if self.role in ("id", "person", "company", "identifier") and self.type not in ("string", "integer", "list"):
            raise ValueError("who or what somebody is, is a string or a whole number")
        return self

    @property
    def hidden_as(self) -> Kind | None:
        """The kind under which the whole value is replaced, by its role; None where it is not."""
        if self.role == "person":
            return Kind.PERSON
        if self.role == "company":
            return Kind.COMPANY
        return (self.kind or Kind.ID) if self.role == "identifier" else None


class SourceSchema(BaseModel):
    """schema.json. Fields keep their order: rows are released in it. A key that is optional is made of the place of a
    row that has none."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    format: str = Field(pattern=f"^{formats.SOURCE}$")
    name: str = Field(pattern=NAME)
    sort: Literal["table", "documents"] = "table"
    key: str
    fields: dict[Annotated[str, Field(pattern=FIELD_NAME)], FieldSpec] = Field(min_length=1)

    @model_validator(mode="after")
    def _paged(self) -> SourceSchema:
        pages = self.fields.get(PAGES)
        if self.sort == "documents" and (pages is None or (pages.type, pages.role) != ("list", "text")):
            raise ValueError("documents have a field for the texts of their pages")
        return self

    @model_validator(mode="after")
    def _keyed(self) -> SourceSchema:
        key = self.fields.get(self.key)
        if key is None or key.role not in ("id", "reference") or key.type not in ("string", "integer"):
            raise ValueError("the key is a field of its own: an id, or a reference")
        return self

    @property
    def references(self) -> dict[str, FieldSpec]:
        """The fields that lead to other rows."""
        return {name: spec for name, spec in self.fields.items() if spec.role == "reference"}

    @property
    def quasi_identifiers(self) -> list[str]:
        """The fields that together may tell who a row is about."""
        return [name for name, spec in self.fields.items() if spec.quasi_identifier]

    @property
    def sensitive(self) -> list[str]:
        """The fields that nobody shall learn of somebody who was told by the others."""
        return [name for name, spec in self.fields.items() if spec.sensitive]

    def as_json(self) -> dict[str, Any]:
        """As it is released: in the order of the file, without what is not said."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude={"sort"}) | {"sort": self.sort}


def parse_schema(data: bytes) -> SourceSchema:
    """The schema in a file. CaptureError names what is wrong by place and quotes nothing."""
    try:
        return SourceSchema.model_validate(json.loads(data.decode("utf-8-sig")))
    except ValidationError as error:
        places = sorted({_place(e["loc"]) for e in error.errors(include_url=False, include_input=False)})
        raise _wrong(f"{len(places)} part(s) of the schema are wrong: {', '.join(places)}.") from None
    except (ValueError, RecursionError):
        raise _wrong("the schema is no JSON object in UTF-8.") from None


def _place(loc: tuple[int | str, ...]) -> str:
    """A field of somebody's table is told by what its schema says of it, never by its name."""
    told = [str(part) for part in loc if str(part) in {*SourceSchema.model_fields, *FieldSpec.model_fields}]
    return ".".join(told) or "the whole"


def _wrong(what: str) -> CaptureError:
    return CaptureError(what, record="schema.json", remedy="correct it; docs/sources.md has the format.")


def check_references(schemas: Mapping[str, SourceSchema]) -> list[tuple[str, str]]:
    """(source, field) of every reference that leads to a source or a field that there is not."""
    lost = []
    for name, schema in sorted(schemas.items()):
        for field, spec in schema.references.items():
            target = schemas.get(str(spec.to))
            if target is None or (spec.by is not None and spec.by not in target.fields):
                lost.append((name, field))
    return lost


@lru_cache(maxsize=1)
def shipped_schemas() -> Mapping[str, SourceSchema]:
    """The schemas that ship with this package, by the names of their sources."""
    found = {}
    for path in sorted(files("redaction.sources").joinpath("data").iterdir(), key=lambda p: p.name):
        if path.name.endswith(".json"):
            schema = parse_schema(path.read_bytes())
            found[schema.name] = schema
    return found


def is_source_name(name: str) -> bool:
    """Whether a folder is called as a source may be."""
    return _NAMED.fullmatch(name) is not None
