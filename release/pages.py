"""HTML pages from templates that lie beside the code: what is filled in is escaped, and a value that a template misses
is an error."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import Any


def page(package: str, template: str, **values: Any) -> str:
    """The page of a template in the `data` folder of a package. Numbers are written by the filter `count`."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["count"] = lambda number: "–" if number is None else f"{number:,}"
    return environment.from_string(page_data(package, template)).render(**values)


def page_data(package: str, name: str) -> str:
    """A text of a package's `data` folder."""
    return (files(package) / "data" / name).read_text(encoding="utf-8")


def script_digest(script: str) -> str:
    """The digest by which a content security policy lets this one script run."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
