"""The application of a page of the web: its host."""

from __future__ import annotations

from urllib.parse import urlsplit

from redaction.capture.capture_schema import RecordError


def host_of(url: str) -> str:
    """The host of an http(s) address. A page of anything else has no application that could be allowed: RecordError."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"}:
        raise RecordError("missing_field", "application")
    return host
