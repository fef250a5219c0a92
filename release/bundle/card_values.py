"""What the cards of a bundle are written from: figures, words of the policy, and what the tasks and baselines tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from evaluation.results import SimilarityResults
from evaluation.tasks.records import TASKS_FILE, Tasks
from evaluation.utility import MOST_INSTANCES, Utility
from redaction.kinds.table import KINDS
from redaction.policy import Policy
from release.bundle import cards
from release.bundle.bundle_format import LICENSE_NAME
from release.bundle.contents import Contents
from release.bundle.demonstrations import archives_told
from release.bundle.sources import sources_told
from release.bundle.summary import funnel, kind_counts, refusal_counts
from validation.files.file_models import parsed
from validation.table.schema import PUBLISHED, Row, published

_EXAMPLE = (
    "domain",
    "process_instance_uuid",
    "process_name",
    "interaction_uuid",
    "class_name",
    "subclass_name",
    "timestamp",
    "application_name",
    "screenshot_name",
    "interaction_type",
    "interaction_coordinates",
    "time_spent",
)
"""Columns of the row that the card shows: of texts, what is ours is known by its place in the rows only."""


def card_values(
    contents: Contents, policy: Policy, folder: Path, useful: Utility | None, alike: SimilarityResults | None
) -> dict[str, Any]:
    """The names that the templates use. `folder` is the bundle being written, with its task files."""
    days: set[str] = set()
    classes: Counter[tuple[str, str]] = Counter()
    for row in chain.from_iterable(contents.domains.values()):
        days.add(row["timestamp"][:10])
        classes[row["class_name"], row["subclass_name"]] += 1
    total = contents.figures.total
    return {
        "title": policy.release.title,
        "front_matter": cards.front_matter(
            policy.release.title,
            # Not the domain itself: the name of a config may not have every character.
            {files.stem: [files.parquet] for files in contents.files.values()},
            total.interactions,
        ),
        "subtitle": policy.release.subtitle,
        "version": contents.version,
        "created": contents.created,
        "published": contents.published,
        "total": total,
        "domains": contents.figures.domains,
        "participants": total.participants or 0,
        "columns": PUBLISHED,
        "classes": dict(sorted(classes.items())),
        "example": _example(contents.domains),
        "slug": policy.release.slug,
        "owner": policy.release.owner,
        "address": cards.address(policy.release),
        "licence_name": LICENSE_NAME,
        "policy": cards.policy_in_words(policy),
        "licence": cards.licence_line(),
        "first": next(iter(contents.files.values())),
        "pictured": {domain: files.pictures for domain, files in contents.files.items()},
        "funnel": funnel(contents.batches),
        "refusals": refusal_counts(contents.batches),
        "kinds": kind_counts(contents.batches),
        "described": {spec.kind.value: spec.description for spec in KINDS},
        "recorders": sorted({b.about.recorder for b in contents.batches if b.about.recorder}),
        "environments": sorted({b.about.environment for b in contents.batches if b.about.environment}),
        "first_day": min(days, default=contents.until),
        "last_day": contents.until,
        "useful": useful,
        "most_instances": MOST_INSTANCES,
        "alike": alike,
        "samples": _sample_counts(folder),
        "demonstrations": archives_told(contents.batches, contents.files),
        "sources": sources_told(contents.batches, contents.files),
    }


def _example(domains: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """What one row looks like: its columns that hold no text of a person, of the first row with a screenshot. Empty
    where a release holds company sources alone."""
    domain, rows = next(((name, rows) for name, rows in domains.items() if rows), ("", ()))
    if not rows:
        return {}
    row = published(next((row for row in rows if row["screenshot_name"] is not None), rows[0]), domain)
    return {name: row[name] for name in _EXAMPLE}


def _sample_counts(folder: Path) -> Counter[str]:
    """Task file → samples of all domains."""
    tasks = parsed(Tasks, (folder / TASKS_FILE).read_bytes())
    return sum((Counter(domain.samples) for domain in tasks.domains.values()), Counter[str]())
