"""Entrophy."""

import redaction  # noqa: F401 - telemetry of all dependencies off before one of them loads
