"""HTML pages from templates that lie beside the code: what is filled in is escaped, and a value that a template misses
is an error."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import Any


def page(package: str, template: str, *, script: str = "", **values: Any) -> str:
    """The page of a template in the `data` folder of a package. Numbers are written by the filter `count`; the one
    `script`, a file beside the template, comes with the digest by which a content security policy lets it run."""
    import jinja2

    if script:
        code = _data(package, script)
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        values |= {"script": code, "script_digest": digest}

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["count"] = lambda number: "–" if number is None else f"{number:,}"
    return environment.from_string(_data(package, template)).render(**values)


def _data(package: str, name: str) -> str:
    return (files(package) / "data" / name).read_text(encoding="utf-8")
