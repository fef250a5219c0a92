"""How alike the instances of a release are: measured on its released rows, and not again while these stay the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple

from evaluation.release_similarity import sampled, similarity_of
from evaluation.results import SimilarityResults
from redaction.work.json_text import digest_of
from redaction.work.progress import Progress
from release.bundle.kept_verdicts import KeptVerdicts
from validation.table.schema import Row


def similarity_in(domains: Mapping[str, Iterable[Row]], kept: KeptVerdicts, progress: Progress) -> SimilarityResults:
    """The summary by domain and process."""
    some = sampled(domains)
    asked = digest_of("similar", [astuple(one) for one in some])
    return kept.similar(asked, lambda: similarity_of(some, progress))
