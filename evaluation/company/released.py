"""Company sources as they were released: an unpacked folder, `<Domain>_sources.zip`, or a bundle that holds one."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from evaluation.company.access import AccessRules
from redaction.errors import BundleError
from redaction.work import formats
from validation.files.file_models import FileModel, WrongFields, parsed

ARCHIVE = "*_sources.zip"
INDEX = "sources.json"
MOST_MEMBER_BYTES = 2**31
"""Bytes of one member as it is unpacked; a larger one is not read."""
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
Type = Literal["string", "integer", "number", "boolean", "date", "list", "object"]
Row = dict[str, Any]
_REMEDY = "give a bundle with company sources, its <Domain>_sources.zip, or that archive unpacked."


class ReleasedField(FileModel):
    """A field, as far as the sandbox needs to know it. `to` is the source that a reference leads to, `by` the field of
    it, where that is not its key."""

    type: Type
    role: str
    to: str | None = None
    by: str | None = None
    optional: bool = False


class ReleasedSchema(FileModel):
    """schema.json of a released source."""

    format: str = Field(pattern=f"^{formats.SOURCE}$")
    name: Name
    key: str
    fields: dict[str, ReleasedField]

    def column(self, field: str) -> str:
        """What a field is called in a database, whose names have no case: as here, or with a number behind where an
        earlier field is called so."""
        earlier = 0
        for name in self.fields:
            if name == field:
                break
            earlier += name.casefold() == field.casefold()
        return f"{field} {earlier + 1}" if earlier else field


class _Listed(FileModel):
    name: Name
    sort: Literal["table", "documents"] = "table"


class _Index(FileModel):
    format: str = Field(pattern=f"^{formats.RELEASED_SOURCES}$")
    domain: str
    sources: tuple[_Listed, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A source: its schema, its rows in the order of the file, and who may do what (nobody, where nothing says so)."""

    schema: ReleasedSchema
    rows: tuple[Row, ...]
    rules: AccessRules


@dataclass(frozen=True, slots=True)
class Company:
    """The sources of a company by name. Of documents it has the rows, which hold the text of every page."""

    domain: str
    sources: Mapping[str, Source]


def read_company(path: Path) -> Company:
    """The company at `path`, in memory. BundleError where it is none, or several, or not of its form."""
    if path.is_dir() and not (path / INDEX).is_file():
        path = _archive_in(path)
    if path.is_dir():
        return _company(lambda name: _file(path, name))
    try:
        with zipfile.ZipFile(path) as archive:
            return _company(lambda name: _member(archive, name))
    except (OSError, zipfile.BadZipFile) as error:
        raise _wrong(f"cannot be read ({type(error).__name__}).", path.name) from None


def _archive_in(folder: Path) -> Path:
    found = sorted([*folder.glob(ARCHIVE), *folder.glob(f"bundle/{ARCHIVE}")])
    if len(found) != 1:
        what = "holds no company sources." if not found else "holds the sources of several domains."
        raise _wrong(what, folder.name)
    return found[0]


def _file(folder: Path, name: str) -> bytes | None:
    path = folder / name
    # Names are made of checked ones; a link would lead elsewhere.
    if path.is_symlink() or not path.is_file():
        return None
    return path.read_bytes()


def _member(archive: zipfile.ZipFile, name: str) -> bytes | None:
    try:
        info = archive.getinfo(name)
        if info.file_size > MOST_MEMBER_BYTES:
            raise _wrong("is too large to be read.", name)
        return archive.read(info)
    except KeyError:
        return None
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise _wrong(f"cannot be read ({type(error).__name__}).", name) from None


def _company(read: Callable[[str], bytes | None]) -> Company:
    index = _parsed(_Index, read(INDEX), INDEX)
    sources = {}
    for listed in index.sources:
        where = f"sources/{listed.name}"
        schema = _parsed(ReleasedSchema, read(f"{where}/schema.json"), f"{where}/schema.json")
        if schema.name != listed.name or schema.key not in schema.fields or listed.name in sources:
            raise _wrong("is not the schema of this source.", f"{where}/schema.json")
        rows = _rows(read(f"{where}/data.jsonl"), schema, f"{where}/data.jsonl")
        place = f"access/{listed.name}.json"
        data = read(place)
        rules = AccessRules.nothing(listed.name) if data is None else _parsed(AccessRules, data, place)
        if rules.source != listed.name:
            raise _wrong("are the rules of another source.", place)
        sources[listed.name] = Source(schema, rows, rules)
    return Company(index.domain, sources)


def _rows(data: bytes | None, schema: ReleasedSchema, place: str) -> tuple[Row, ...]:
    if data is None:
        raise _wrong("is missing.", place)
    rows = []
    try:
        for line in data.decode("utf-8").removesuffix("\n").split("\n") if data else ():
            row = json.loads(line)
            if not set(row) <= set(schema.fields):
                raise ValueError
            rows.append({name: row.get(name) for name in schema.fields})
    except (ValueError, RecursionError, TypeError):
        raise _wrong("holds a line that is no row of its schema.", place) from None
    return tuple(rows)


def _parsed(model: type[Any], data: bytes | None, place: str) -> Any:
    if data is None:
        raise _wrong("is missing.", place)
    try:
        return parsed(model, data)
    except WrongFields as error:
        raise _wrong(f"is not of its form: {error}", place) from None


def _wrong(what: str, record: str) -> BundleError:
    return BundleError(what, record=record, remedy=_REMEDY)
