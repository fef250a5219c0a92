"""What a bundle says to programs of others, as types: the host's metadata and Croissant.

What the host's rules judge has a default, so that it is told in the words of the rule that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from validation.files.file_models import FileModel


class Licence(FileModel, extra="forbid"):
    """A licence by the host's name for it."""

    name: str = ""


class HostColumn(FileModel, extra="forbid"):
    """A column of a table."""

    name: str
    description: str = ""
    type: str = ""


class HostSchema(FileModel, extra="forbid"):
    """The columns of a table in their order."""

    fields: list[HostColumn]


class Resource(FileModel, extra="forbid"):
    """A file of the bundle; a table with its columns."""

    path: str
    description: str = ""
    table: HostSchema | None = Field(None, alias="schema")


class HostMetadata(FileModel, extra="forbid"):
    """dataset-metadata.json."""

    id: str = ""
    title: str | None = None
    subtitle: str | None = None
    description: str = ""
    private: bool | None = Field(None, alias="isPrivate")
    licenses: list[Licence] = Field(default_factory=list)
    keywords: list[str] = Field(default_factory=list)
    resources: list[Resource] = Field(default_factory=list)

    def as_written(self) -> dict[str, Any]:
        """What the file says, by the host's names."""
        return self.model_dump(by_alias=True, exclude_unset=True)


class Reference(FileModel, extra="forbid"):
    """Something of Croissant by its id."""

    id: str = Field(alias="@id")


class Source(FileModel, extra="forbid"):
    """Where a field is read from. Anything else could make a loader unpack archives or read other files."""

    file: Reference = Field(alias="fileObject")
    extract: dict[str, str] = Field(default_factory=dict)
    transform: dict[str, str] = Field(default_factory=dict)


class CroissantField(FileModel, extra="forbid"):
    """A field of a record, or a part of one."""

    type: str = Field(alias="@type")
    id: str = Field(alias="@id")
    name: str
    description: str
    data_type: str = Field("", alias="dataType")
    source: Source | None = None
    parts: list[CroissantField] = Field(default_factory=list, alias="subField")

    def sources(self) -> Iterator[Source]:
        """Its own and those of its parts."""
        if self.source is not None:
            yield self.source
        for part in self.parts:
            yield from part.sources()


class RecordSet(FileModel, extra="forbid"):
    """The rows of a domain."""

    type: str = Field(alias="@type")
    id: str = Field(alias="@id")
    name: str
    description: str
    key: Reference
    fields: list[CroissantField] = Field(alias="field")


class Distributed(FileModel, extra="forbid"):
    """A file, or a set of files in an archive (which has neither address nor digest of its own)."""

    type: str = Field(alias="@type")
    id: str = Field(alias="@id")
    name: str
    description: str = ""
    url: str = Field("", alias="contentUrl")
    size: str = Field("", alias="contentSize")
    encoding: str = Field(alias="encodingFormat")
    sha256: str = ""
    archive: Reference | None = Field(None, alias="containedIn")
    includes: str = ""


class Croissant(FileModel, extra="forbid"):
    """croissant.json."""

    context: dict[str, Any] = Field(alias="@context")
    type: str = Field(alias="@type")
    name: str
    description: str
    form: str = Field(alias="conformsTo")
    license: str
    url: str
    version: str
    published: str = Field(alias="datePublished")
    creator: dict[str, str]
    cite_as: str = Field(alias="citeAs")
    live: bool = Field(alias="isLiveDataset")
    distribution: list[Distributed]
    record_sets: list[RecordSet] = Field(alias="recordSet")
