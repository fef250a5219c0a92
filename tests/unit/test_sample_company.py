"""The invented company: references lead somewhere, the tree is one, mentions stand where the truth says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redaction.pdf.limits import PdfLimits
from redaction.pdf.pages import open_pages
from samples.browser import CHROMIUM
from samples.company.__main__ import main
from samples.company.batch import write_batch
from samples.company.schemas import SOURCES


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("company")
    write_batch(out, 5, 40)
    return out


def rows(out: Path, source: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((out / "company-5" / "sources" / source / "data.json").read_bytes())
    return found


def test_references_lead_to_rows(made: Path) -> None:
    keys = {name: [row[key] for row in rows(made, name)] for name, (key, _) in SOURCES.items()}
    assert all(len(set(of)) == len(of) > 0 for of in keys.values())
    for name, (_, fields) in SOURCES.items():
        for field, spec in fields.items():
            if spec["role"] == "reference":
                for row in rows(made, name):
                    values = row[field] if isinstance(row[field], list) else [row[field]]
                    assert {v for v in values if v is not None} <= set(keys[spec["to"]]), (name, field)


def test_employees_are_a_tree_from_level_14_down(made: Path) -> None:
    people = {row["emp_id"]: row for row in rows(made, "employees")}
    assert [row["Level"][2:] for row in people.values() if row["reports_to"] is None] == ["14"]
    for key, row in people.items():
        assert row["reportees"] == [k for k, r in people.items() if r["reports_to"] == key]
        assert 9 <= int(row["Level"][2:]) <= 14
        boss = people.get(row["reports_to"])
        assert boss is None or boss["Level"][2:] > row["Level"][2:]


def test_mentions_stand_where_the_truth_says_and_name_their_entity(made: Path) -> None:
    truth = json.loads((made / "truth" / "company-5.json").read_bytes())
    texts = {
        (name, row[key], field): row[field]
        for name, (key, fields) in SOURCES.items()
        for row in rows(made, name)
        for field in fields
    }
    named = {}
    for one in truth["entities"]:
        named.setdefault((one["source"], one["key"]), set()).update(one["forms"].values())
    assert len({one["form"] for one in truth["mentions"]}) >= 8
    contacts = {row["contact_person_name"] for name in ("clients", "vendors") for row in rows(made, name)}
    assert contacts
    for one in truth["mentions"]:
        text = texts[one["in"], one["row"], one["field"]]
        assert text[one["start"] : one["end"]] == one["text"]
        if one["source"] not in ("clients", "vendors"):  # their contact is an entity of the same row
            assert one["text"] in named[one["source"], one["key"]]


def test_names_and_addresses_are_nobody_elses(made: Path) -> None:
    for source, fields in (("employees", ("Name", "email", "username")), ("customers", ("customer_name", "email"))):
        for field in fields:
            values = [row[field] for row in rows(made, source)]
            assert len(set(values)) == len(values)


def test_the_same_seed_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    main(["--out", str(tmp_path), "--seed", "5"])
    for path in sorted(p for p in made.rglob("*") if p.is_file()):
        assert (tmp_path / path.relative_to(made)).read_bytes() == path.read_bytes()
    main(["--out", str(tmp_path), "--seed", "6"])
    other = (tmp_path / "company-6/sources/employees/data.json").read_bytes()
    assert other != (made / "company-5/sources/employees/data.json").read_bytes()


def test_too_small_a_company_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path), "--employees", "15"])
    main(["--out", str(tmp_path), "--employees", "16"])


@pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed (apt-get install chromium)")
def test_resumes_are_pdfs_of_three_makers(tmp_path: Path) -> None:
    main(["--out", str(tmp_path), "--seed", "5", "--resumes", "10"])
    batch = tmp_path / "company-5"
    assert "resumes" in json.loads((batch / "batch.json").read_bytes())["sources"]
    people = json.loads((batch / "sources" / "employees" / "data.json").read_bytes())[:10]
    pages = {}
    for one in people:
        data = (batch / "sources" / "resumes" / "documents" / f"{one['emp_id']}.pdf").read_bytes()
        pages[one["Name"]] = " ".join(line.text for page in open_pages(data, PdfLimits()) for line in page.lines)
    said = [name in text for name, text in pages.items()]
    assert said == [True] * 8 + [False] * 2, "scans have no text layer"
