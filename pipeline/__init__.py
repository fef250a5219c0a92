"""Dagster wiring and the command line. pipeline.definitions is the one code location."""

import warnings

import redaction  # noqa: F401 - telemetry of all dependencies off before one of them loads

# Two parts of Dagster that we pin and test are still marked as young by their makers; said once in ADR 3 is enough.
warnings.filterwarnings("ignore", message=".*backfill_policy.*currently in beta.*")
warnings.filterwarnings("ignore", message=".*partitions_def on an AssetCheckSpec is currently in preview.*")
