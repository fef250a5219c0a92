"""For every test: telemetry of all dependencies is off before one of them loads, as in the program itself."""

import hashlib
import os
from collections import Counter

from hypothesis import settings

import redaction  # noqa: F401
from redaction.ledger import keys

# A machine that tests a change tries the same examples each time; people's machines go on looking for new ones.
settings.register_profile("ci", derandomize=True)

_drawn: Counter[str] = Counter()


def _of_this_file(size: int) -> bytes:
    """The next key of the file whose tests run."""
    file = os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]
    _drawn[file] += 1
    return hashlib.shake_256(f"{file} {_drawn[file]}".encode()).digest(size)


if os.environ.get("CI"):
    settings.load_profile("ci")
    keys.token_bytes = _of_this_file  # which surrogates a test meets is no matter of luck either
