"""A tiny company of invented people: tables that refer to each other, texts that name their rows, access rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NAMES = ("Ottilie Brandvold", "Maria Kellerhoff", "Janos Petrovics", "Ruta Zvirblyte", "Tomas Ekdahl", "Ingrid Sollund")
IDS = tuple(f"emp_{100 + 37 * n:04d}" for n in range(6))
CUSTOMERS = (("alkvi", "Petra Novotna"), ("borgz", "Karl Lindqvist"), ("quick", "Anneke Dijkstra"))


def mail(name: str) -> str:
    """The address of somebody of the company."""
    return name.lower().replace(" ", ".") + "@brandvoldfreight.com"


def employees() -> list[dict[str, Any]]:
    """Six, of whom the first is over all others."""
    return [
        {
            "emp_id": IDS[n],
            "Name": name,
            "email": mail(name),
            "category": ("HR", "Sales")[n % 2],
            "Level": f"EN{9 + n % 3:02d}",
            "description": f"{name} works in freight tariffs since 2019. {name.split()[0]} knows Python.",
            "Salary": str(40_000 + n * 1_111),
            "Age": str(30 + n),
            "reports_to": None if n == 0 else IDS[0],
            "reportees": list(IDS[1:]) if n == 0 else [],
        }
        for n, name in enumerate(NAMES)
    ]


def tables() -> dict[str, list[dict[str, Any]]]:
    """All sources by name."""
    return {
        "employees": employees(),
        "customers": [
            {"customer_id": one, "customer_name": name, "invoice_paths": f"Orders/invoice_{one}.pdf"}
            for one, name in CUSTOMERS
        ],
        "sales": [
            {
                "sales_record_id": n + 1,
                "customer_id": CUSTOMERS[n % 3][0],
                "actual_price": f"$1,0{n:02d}",
                "Date_of_Purchase": f"2024-01-{n + 1:02d}",
            }
            for n in range(12)
        ],
        "it_tickets": [
            {
                "id": "T-1001",
                "priority": "high",
                "raised_by_emp_id": IDS[1],
                "emp_id": IDS[2],
                "assigned_date": "2024-02-01",
                "Issue": f"Laptop of {NAMES[1]} ({IDS[1]}) is broken; {CUSTOMERS[0][1]} waits for invoice_alkvi.",
                "Resolution": f"{NAMES[2]} replaced it. Write to {mail(NAMES[0])} for more.",
            },
        ],
        "posts": [
            {"Title": "Freight news", "Post": f"{NAMES[3]} writes from here.", "emp_id": IDS[3], "author": NAMES[3]}
        ],
    }


ACCESS = {
    "format": "entrophy-access/1",
    "source": "employees",
    "public": False,
    "rules": [{"id": "head", "allow": ["update"], "fields": ["Salary"], "when": {"person": IDS[0]}}],
}


def write_company(folder: Path, sources: dict[str, list[dict[str, Any]]] | None = None, **batch: Any) -> Path:
    """Write the batch; `batch` changes what batch.json says, `also` names sources that are written afterwards."""
    sources = tables() if sources is None else sources
    told = {
        "format": "entrophy-sources/1",
        "batch": folder.name,
        "domain": "Company",
        "environment": "staging",
        "legal_basis": "contract with the company of 2026-01-05",
    }
    folder.mkdir(parents=True)
    told |= {"sources": [*sources, *batch.pop("also", ())]}
    (folder / "batch.json").write_text(json.dumps(told | batch))
    for name, rows in sources.items():
        (folder / "sources" / name).mkdir(parents=True)
        (folder / "sources" / name / "data.json").write_text(json.dumps(rows, ensure_ascii=False))
    (folder / "access").mkdir()
    (folder / "access" / "employees.json").write_text(json.dumps(ACCESS))
    return folder
