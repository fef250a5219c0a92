"""The only code that reads raw captures: ingest, find, resolve, hide. Knows nothing of Dagster."""
