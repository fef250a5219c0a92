"""Dagster wiring and the command line. pipeline.definitions is the one code location."""
