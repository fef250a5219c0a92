"""The rows of data/numbers.yaml: numbers that governments, banks and registers give out, country by country."""

from __future__ import annotations

from functools import cache
from importlib import resources

import yaml

#: Letters of the code of a country (ISO 3166-1 alpha-2), with which the name of its rows begins: "us.ssn".
_CODE = 2


@cache
def number_rows() -> dict[str, dict[str, str]]:
    """All rows by their names, in the order of the file."""
    rows: dict[str, dict[str, str]] = yaml.load(
        resources.files("redaction.lexicon").joinpath("data/numbers.yaml").read_bytes(),
        Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),
    )
    return rows


def country_of(name: str) -> str | None:
    """The country that a row is of, by its name ("in_.pan": "in"); None for numbers of no country ("imei")."""
    code, dot, _ = name.partition(".")
    code = code.rstrip("_")  # modules of python-stdnum whose names would be words of Python end with one
    return code if dot and len(code) == _CODE else None


@cache
def countries() -> tuple[str, ...]:
    """The codes of all countries in the file, sorted."""
    return tuple(sorted({code for name in number_rows() if (code := country_of(name))}))
