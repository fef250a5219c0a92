"""The only code that reads raw captures: ingest, find, resolve, hide. Knows nothing of Dagster."""

from redaction.offline import go_offline

go_offline()
