"""For every test: telemetry of all dependencies is off before one of them loads, as in the program itself."""

import os

from hypothesis import settings

import redaction  # noqa: F401

# A machine that tests a change tries the same examples each time; people's machines go on looking for new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
