"""Dagster assets and checks: dependencies, one domain call, and what a maintainer wants to know. No logic of their own.

No `from __future__ import annotations` in this package: Dagster reads the annotations at definition time.
"""

import redaction  # noqa: F401 - telemetry of all dependencies off before one of them loads
