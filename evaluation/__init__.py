"""What the released data is for: benchmark tasks over interactions, evaluation, baselines, and views for miners."""

import redaction  # noqa: F401 - telemetry of all dependencies off before one of them loads
