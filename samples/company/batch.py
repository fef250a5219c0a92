"""The batch on the disk: batch.json, sources/, access/, and the truth beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from samples.company.access import access_of
from samples.company.rows import Company, Rows
from samples.company.schemas import SOURCES, schema_of
from samples.film import write_json
from samples.truth import fresh

CAPTURE, TRUTH = "entrophy-sources/1", "entrophy-company-truth/1"
#: Who is declared in batch.json: every so-many-th employee; the rest is to be discovered.
_DECLARED = 10


def write_batch(out: Path, seed: int, employees: int, resumes: int = 0) -> Rows:
    """Write <out>/company-<seed>/ and <out>/truth/company-<seed>.json, with so many resumes as PDFs; what was written.
    Resumes need Chromium."""
    name = f"company-{seed}"
    made = Company(seed, employees).made
    folder = fresh(out / name)
    write_json(folder / "batch.json", _header(name, made, resumes))
    (folder / "access").mkdir()
    for source in SOURCES:
        home = folder / "sources" / source
        home.mkdir(parents=True)
        write_json(home / "schema.json", schema_of(source))
        write_json(folder / "access" / f"{source}.json", access_of(source))
        columns = SOURCES[source][1]
        rows = [{field: row[field] for field in columns} for row in made.sources[source]]
        (home / "data.json").write_text(
            "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n", encoding="utf-8"
        )
    if resumes:
        from samples.company.pdfs import write_resumes  # the tables alone need neither Chromium nor reportlab

        write_resumes(folder / "sources" / "resumes" / "documents", made.sources["employees"], resumes)
    entities = [{"source": one.source, "key": one.key, "forms": one.forms} for one in made.entities]
    (out / "truth").mkdir(exist_ok=True)
    truth = {"format": TRUTH, "batch": name, "seed": seed, "entities": entities, "mentions": made.mentions}
    write_json(out / "truth" / f"{name}.json", truth)
    return made


def _header(name: str, made: Rows, resumes: int) -> dict[str, Any]:
    declared = made.sources["employees"][::_DECLARED]
    return {
        "format": CAPTURE,
        "batch": name,
        "domain": "Operations",
        "environment": "staging",
        "recorder": {"name": "Entrophy company generator", "version": "1"},
        "legal_basis": "invented for the sample; nobody works there",
        "sources": [*SOURCES, *(["resumes"] if resumes else [])],
        "entities": [
            {"kind": "company", "value": made.home.name, "aliases": [made.home.short]},
            *({"kind": "person", "value": row["Name"], "aliases": []} for row in declared),
        ],
    }
