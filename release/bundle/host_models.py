"""What a bundle says to programs of others, as types: the host's metadata and Croissant.

What the host's rules judge has a default, so that it is told in the words of the rule that it breaks.
"""

from __future__ import annotations

from typing import Any, Literal

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
    update_frequency: Literal["never", "annually", "quarterly", "monthly"] | None = Field(
        None, alias="expectedUpdateFrequency"
    )
    resources: list[Resource] = Field(default_factory=list)

    def as_written(self) -> dict[str, Any]:
        """What the file says, by the host's names."""
        return self.model_dump(by_alias=True, exclude_unset=True)


class Organization(FileModel, extra="forbid"):
    """Who made or publishes a dataset."""

    type: str = Field(alias="@type")
    name: str


class Croissant(FileModel, extra="forbid"):
    """croissant.json. What only Croissant 1.1 has is empty in 1.0; files and record sets follow from the bundle."""

    context: dict[str, Any] = Field(alias="@context")
    type: str = Field(alias="@type")
    name: str
    description: str
    form: str | list[str] = Field(alias="conformsTo")
    license: str
    url: str
    version: str
    published: str = Field(alias="datePublished")
    covers: str = Field("", alias="temporalCoverage")
    creator: Organization
    publisher: Organization | None = None
    keywords: list[str] = Field(default_factory=list)
    cite_as: str = Field(alias="citeAs")
    live: bool = Field(alias="isLiveDataset")
    time_frame: list[str] = Field(default_factory=list, alias="rai:dataCollectionTimeFrame")
    collection: str = Field("", alias="rai:dataCollection")
    collection_type: list[str] = Field(default_factory=list, alias="rai:dataCollectionType")
    missing: str = Field("", alias="rai:dataCollectionMissingData")
    raw: str = Field("", alias="rai:dataCollectionRawData")
    preprocessing: list[str] = Field(default_factory=list, alias="rai:dataPreprocessingProtocol")
    annotation: list[str] = Field(default_factory=list, alias="rai:dataAnnotationProtocol")
    uses: list[str] = Field(default_factory=list, alias="rai:dataUseCases")
    biases: list[str] = Field(default_factory=list, alias="rai:dataBiases")
    limits: list[str] = Field(default_factory=list, alias="rai:dataLimitations")
    sensitive: list[str] = Field(default_factory=list, alias="rai:personalSensitiveInformation")
    impact: str = Field("", alias="rai:dataSocialImpact")
    maintenance: str = Field("", alias="rai:dataReleaseMaintenancePlan")
    distribution: list[dict[str, Any]]
    record_sets: list[dict[str, Any]] = Field(alias="recordSet")
