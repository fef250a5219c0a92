"""Dagster wiring and the command line. pipeline.definitions is the one code location."""

import warnings

# Two parts of Dagster that we pin and test are still marked as young by their makers; said once in ADR 3 is enough.
warnings.filterwarnings("ignore", message=".*backfill_policy.*currently in beta.*")
warnings.filterwarnings("ignore", message=".*partitions_def on an AssetCheckSpec is currently in preview.*")
