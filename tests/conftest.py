"""For every test: telemetry of all dependencies is off before one of them loads, as in the program itself."""

import redaction  # noqa: F401
