"""The texts of a bundle (data card, datasheet, change log, licence) and the host's metadata, from templates."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files as package_files
from typing import Any

from evaluation.results import Spread
from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SCHEMA_FILE,
    SEGMENTATION_FILE,
    SEGMENTATION_IMAGES_FILE,
    TASKS_FILE,
)
from redaction.errors import BundleError
from redaction.findings import Kind
from redaction.policy import Policy, ReleasePolicy
from release.bundle.bundle_format import LICENSE_NAME, LICENSE_URL, DomainFiles
from release.bundle.hub_fields import hub_fields
from validation.files.bundle_files import (
    CHANGELOG,
    CITATION,
    CROISSANT,
    DATASHEET,
    DEMONSTRATIONS,
    LICENSE,
    PROCESSES,
    PROVENANCE,
    README,
    ROW_SCHEMA,
    SBOM,
    SIMILARITY,
    STARTER,
    STATISTICS,
    SUMMARY,
    UTILITY,
)
from validation.table.schema import PUBLISHED

#: Tags that the host knows; it refuses others.
KEYWORDS = ("business", "image", "tabular", "text")


def data_text(name: str) -> str:
    """A text of release/bundle/data."""
    return (package_files("release.bundle") / "data" / name).read_text(encoding="utf-8")


def render(template: str, **values: Any) -> str:
    """A Markdown template of release/bundle/data with its values; a value that the template misses is an error."""
    import jinja2

    # Markdown, not HTML: nothing to escape in the sense of autoescape. Table cells are escaped by the filter `cell`.
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["cell"] = cell
    environment.filters["bibtex"] = bibtex
    environment.filters["spread"] = spread
    environment.filters["count"] = lambda number: f"{number:,}"
    return environment.from_string(data_text(template)).render(**values)


def spread(value: Spread | None) -> str:
    """Mean and percentiles of cosines."""
    return "–" if value is None else f"{value.mean:.3f} ({value.p10:.3f} to {value.p90:.3f})"


def cell(value: object) -> str:
    """Any value as the text of one Markdown table cell."""
    if value is None:
        return "–"
    text = " ".join((json.dumps(value) if isinstance(value, dict) else str(value)).split())
    for character in "\\|<>`*_[]":
        text = text.replace(character, "\\" + character)
    return text


def bibtex(text: str) -> str:
    """Any text as the value of a BibTeX field."""
    return "".join(f"\\{c}" if c in "&%$#_" else "" if c in "{}\\" else c for c in text)


def citation(release: ReleasePolicy, version: str, published: str | None) -> str:
    """CITATION.cff in the Citation File Format 1.2.0: YAML, whose strings are those of JSON. Without the day of
    publication none is told."""
    fields = {
        "cff-version": "1.2.0",
        "message": "If you use this dataset, please cite it as below.",
        "type": "dataset",
        "title": release.title,
        "abstract": f"{release.subtitle}.",
        "version": version,
        **({"date-released": published} if published is not None else {}),
        "license": LICENSE_NAME,
        "url": address(release),
        "keywords": list(KEYWORDS),
        "authors": [{"name": release.owner}],
    }
    return "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())


def address(release: ReleasePolicy) -> str:
    """Where the dataset is to be found."""
    return f"https://www.kaggle.com/datasets/{release.owner}/{release.slug}"


def front_matter(title: str, tables: Mapping[str, Sequence[str]], interactions: int) -> str:
    """The YAML at the top of a data card, for hosts of repositories; arguments as of `hub_fields`."""
    import yaml

    said = {"license": LICENSE_NAME.lower(), "pretty_name": title, "language": ["en"]}
    fields = said | hub_fields(tables, interactions)
    return str(yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=1000))


def without_front_matter(card: str) -> str:
    """A card without what only hosts of repositories show: front matter, and pictures that lie beside it."""
    text = card.split("---\n", 2)[2].lstrip("\n") if card.startswith("---\n") else card
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("!["))


def policy_in_words(policy: Policy) -> list[str]:
    """What the policy does, as sentences for people."""
    treated = {kind.value: policy.text.treatment(kind) for kind in sorted(Kind)}
    kept = [kind for kind, treatment in treated.items() if treatment == "keep"]
    masked = [kind for kind, treatment in treated.items() if treatment == "mask"]
    words = [
        "Recordings without documented consent, recordings from production systems (unless named in the policy) and "
        "applications outside the allow-list stay out.",
        f"At most {policy.capture.screenshots_per_second} screenshots a second are kept, and only on clicks and "
        "non-printable keys.",
        "Identifiers in text are replaced by consistent surrogates in reserved space.",
        f"Masked instead of replaced: {', '.join(masked) or 'nothing'}.",
        f"Left as they are: {', '.join(kept) or 'nothing'}.",
        f"Text findings below a score of {policy.text.threshold:g} are dropped; names are found by the engine "
        f"{policy.text.engine}.",
        f"Regions on screenshots are hidden by the style {policy.vision.style}, "
        "which draws no pixel of what was there again.",
        f"Faces are {'hidden' if policy.vision.faces else 'NOT looked for'}; QR and bar codes are "
        f"{'hidden' if policy.vision.codes else 'NOT looked for'}.",
    ]
    words.append(
        f"A build in which the detectors catch less than {policy.canaries.floor:.0%} of planted canaries is refused."
        if policy.canaries.enabled
        else "No canaries are planted: what the detectors miss is NOT measured."
    )
    screens, rows = policy.release.withhold_at_most, policy.release.withhold_rows_at_most
    for most, what in ((screens, "A screenshot on which"), (rows, "The captured text of a row in which")):
        if most:
            words.append(f"{what} the leak check finds something is left out, up to {most:.1%} of them (one at least).")
    words.append("Any other finding of the leak check stops the release.")
    if policy.release.verify_screens < 1:
        words.append(f"The leak check reads {policy.release.verify_screens:.0%} of the screenshots again, not all.")
    if policy.review.seconds_a_screen_at_least:
        words.append(
            "Nothing is signed for release before each screen of the review was looked at for "
            f"{policy.review.seconds_a_screen_at_least} s."
        )
    if policy.capture.allow_production:
        words.append(f"{len(policy.capture.allow_production)} batch(es) from production were let in by name.")
    return words


def kaggle_metadata(
    release: ReleasePolicy,
    description: str,
    names: Sequence[str],
    domains: Mapping[str, DomainFiles],
) -> dict[str, Any]:
    """dataset-metadata.json. `names` are the files of the bundle; tables get all columns in order.

    BundleError where the host's rules are broken (title 6–50, subtitle 20–80, slug 6–50 characters).
    """
    for what, text, low, high in (
        ("title", release.title, 6, 50),
        ("subtitle", release.subtitle, 20, 80),
        ("slug", release.slug, 6, 50),
    ):
        if not low <= len(text) <= high:
            raise BundleError(
                f"the {what} has {len(text)} characters.", remedy=f"set release.{what} to {low} to {high} characters."
            )
    tables = {name for files in domains.values() for name in (files.json, files.parquet)}
    fields = [{"name": c.name, "description": c.description, "type": c.kaggle} for c in PUBLISHED]
    often = release.update_frequency
    resources: list[dict[str, Any]] = []
    for name in sorted(names):
        resource: dict[str, Any] = {"path": name, "description": _describe(name, domains)}
        if name in tables:
            resource["schema"] = {"fields": fields}
        resources.append(resource)
    return {
        "title": release.title,
        "id": f"{release.owner}/{release.slug}",
        "subtitle": release.subtitle,
        "description": description,
        "isPrivate": True,
        "licenses": [{"name": LICENSE_NAME}],
        "keywords": list(KEYWORDS),
        **({"expectedUpdateFrequency": often} if often != "not specified" else {}),
        "resources": resources,
    }


def _describe(name: str, domains: Mapping[str, DomainFiles]) -> str:
    for domain, files in domains.items():
        if name == files.json:
            return f"Interactions of the domain {domain}, JSON, one row a line."
        if name == files.parquet:
            return f"Interactions of the domain {domain}, Parquet."
        if name == files.screenshots:
            return f"Redacted screenshots of the domain {domain}, PNG."
        if name == files.demonstrations:
            return (
                f"Demonstrations of the domain {domain}: videos, traces, key frames, guides, in WONDERBREAD's layout."
            )
        if name == files.sources:
            return f"Company sources of the domain {domain}: schemas, rows (JSON lines), access rules."
        if name == files.pictures:
            return f"What follows what in each process of the domain {domain}, drawn, SVG."
    return _DESCRIPTIONS.get(name, "Part of the release.")


_DESCRIPTIONS = {
    README: "Data card: what this is and how to load it.",
    CITATION: "How to cite it, for programs.",
    DATASHEET: "Datasheet: motivation, composition, collection, redaction, uses.",
    LICENSE: "The licence.",
    CHANGELOG: "What changed from version to version.",
    CROISSANT: "Croissant metadata.",
    PROCESSES: "Names and definitions of the recorded workflows.",
    STATISTICS: "Counts per domain and process.",
    DEMONSTRATIONS: "Which demonstration is which instance of the tables.",
    STARTER: "Notebook to start from: loads the rows, shows a recording and a screenshot.",
    ROW_SCHEMA: "JSON Schema of the rows in the JSON files.",
    TASKS_FILE: "Benchmark tasks: classes with definitions, folds, numbers of samples.",
    SCHEMA_FILE: "JSON Schema of the lines of the task files.",
    CLASSIFICATION_FILE: "Workflow classification: one sample an instance.",
    CLASSIFICATION_IMAGES_FILE: "Workflow classification with screenshots.",
    SEGMENTATION_FILE: "Workflow segmentation: instances one after another.",
    SEGMENTATION_IMAGES_FILE: "Workflow segmentation with screenshots.",
    SIMILARITY: "How alike instances are, within and between processes.",
    UTILITY: "What offline baselines score on the rows before and after redaction.",
    PROVENANCE: "How the release came about: inputs, stages, code (in-toto Statement, SLSA provenance).",
    SBOM: "Bill of materials of the environment (CycloneDX).",
    SUMMARY: "How much was redacted, by kind, application, process and detector.",
}


def licence_text() -> str:
    """The licence: a notice and the complete legal code."""
    return data_text("CC-BY-NC-SA-4.0.txt")


def licence_line() -> str:
    """Name and address of the licence."""
    return f"{LICENSE_NAME} ({LICENSE_URL})"
