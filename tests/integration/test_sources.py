"""Company sources from the captured tables to a verified bundle: references agree, nobody comes through, and what is
planted afterwards is found, withheld or stops the release."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import LeakFound
from redaction.work.json_text import canonical
from redaction.work.store import BatchStore
from release.bundle.archive import write_archive
from release.bundle.gate import check_tables
from release.bundle.sources import MASK
from release.difference.difference import difference
from release.difference.page import write_page
from release.difference.snapshot import open_snapshot
from release.difference.versions import changes
from release.sign.signing import signing_key
from release.verify.verify_bundle import verify_bundle
from tests.demonstration_build import Work, small_policy, work_in
from tests.release_fixture import seal_again
from tests.sources_batch import CUSTOMERS, IDS, NAMES, mail, tables, write_company

Rows = list[dict[str, Any]]


def refused(store: BatchStore) -> set[tuple[str, str]]:
    return {(line["record"], line["reason"]) for line in store.read_lines("quarantine/ingest.jsonl")}


def rows(store: BatchStore, name: str) -> Rows:
    return list(store.read_lines(f"scrubbed/sources/{name}.data.jsonl"))


def members(bundle: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(bundle / "Company_sources.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Work, BatchStore, Path]:
    folder = tmp_path_factory.mktemp("company")
    work = work_in(folder / "out", small_policy())
    (store,) = work.scrubbed(write_company(folder / "company-1"))
    return work, store, work.released([store])


def test_nobody_who_was_captured_is_in_any_byte_of_the_archive(built: tuple[Work, BatchStore, Path]) -> None:
    said = b"\n".join(members(built[2]).values()).decode().lower()
    captured = [
        *NAMES,
        *IDS,
        *map(mail, NAMES),
        *(name for _, name in CUSTOMERS),
        "alkvi",
        "borgz",
        "brandvold",
        "T-1001",
    ]
    assert [value for value in captured if value.lower() in said] == []
    assert "invoice_quick" not in said, "an id that is a word is meant in the name of a file of its row"


def test_texts_name_the_surrogate_of_the_row_and_nobody_else(built: tuple[Work, BatchStore, Path]) -> None:
    store = built[1]
    people = {one: row for one, row in zip(IDS, rows(store, "employees"), strict=True)}
    customers = {one: row for (one, _), row in zip(CUSTOMERS, rows(store, "customers"), strict=True)}
    (ticket,), (post,) = rows(store, "it_tickets"), rows(store, "posts")
    raised, solved, head = people[IDS[1]], people[IDS[2]], people[IDS[0]]
    alkvi = customers["alkvi"]
    assert ticket["raised_by_emp_id"] == raised["emp_id"] and ticket["emp_id"] == solved["emp_id"]
    assert ticket["Issue"] == (
        f"Laptop of {raised['Name']} ({raised['emp_id']}) is broken; {alkvi['customer_name']} waits for "
        f"invoice_{alkvi['customer_id']}."
    )
    assert ticket["Resolution"] == f"{solved['Name']} replaced it. Write to {head['email']} for more."
    assert post["author"] == people[IDS[3]]["Name"] and post["Post"].startswith(post["author"])
    first, last = raised["Name"].lower().split()
    assert raised["email"].startswith(f"{first}.{last}@"), "a name and the address made of it are one identity"
    (rule,) = json.loads(members(built[2])["access/employees.json"])["rules"]
    assert rule["when"] == {"person": head["emp_id"]}


def test_references_trees_and_counts_hold_before_and_after(built: tuple[Work, BatchStore, Path]) -> None:
    results = check_tables(built[1])
    assert [r.sentence() for r in results if not r.passed] == []
    told = " ".join(r.name for r in results)
    assert all(what in told for what in ("unique_key", "ids_one_to_one", "_resolves", "_counts", "_tree", "_agrees"))
    people = rows(built[1], "employees")
    assert people[0]["reportees"] == [row["emp_id"] for row in people[1:]]
    assert {row.get("reports_to") for row in people[1:]} == {people[0]["emp_id"]}


def _swap_ids(people: Rows) -> None:
    people[1]["emp_id"], people[2]["emp_id"] = people[2]["emp_id"], people[1]["emp_id"]


def _other_boss(people: Rows) -> None:
    people[2]["reports_to"] = people[1]["emp_id"]


def _same_key(people: Rows) -> None:
    people[3]["emp_id"] = people[2]["emp_id"]


def _other_salary(people: Rows) -> None:
    people[4]["Salary"] += 1


def _lost(people: Rows) -> None:
    people.pop()


@pytest.mark.parametrize(
    ("source", "change", "check"),
    [
        ("employees", _swap_ids, "employees_ids_one_to_one"),
        ("employees", _other_boss, "_tree"),
        ("employees", _same_key, "employees_unique_key"),
        ("employees", _other_salary, "_kept"),
        ("employees", _lost, "employees_rows"),
        ("posts", lambda some: some[0].update(author="Somebody Else"), "_agrees"),
        ("sales", lambda some: some[0].update(customer_id="zzzzz"), "_resolves"),
        ("sales", lambda some: some[0].update(customer_id=some[1]["customer_id"]), "_counts"),
    ],
)
def test_a_release_whose_tables_do_not_agree_is_told(
    built: tuple[Work, BatchStore, Path], source: str, change: Callable[[Rows], None], check: str
) -> None:
    store = built[1]
    path = store.file(f"scrubbed/sources/{source}.data.jsonl")
    before = path.read_bytes()
    some = rows(store, source)
    change(some)
    try:
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in some))
        assert any(check in r.name for r in check_tables(store) if not r.passed)
    finally:
        path.write_bytes(before)


def test_the_bundle_verifies_and_every_part_of_an_archive_is_looked_at(built: tuple[Work, BatchStore, Path]) -> None:
    report = verify_bundle(built[2])
    # built without Dagster: who signed is not known here, and that is all
    assert [p for p in report.problems if "sources" in p.where] == []
    assert report.checked["rows of sources"] == 23 and report.checked["references of sources"] == 6
    assert report.checked["sources"] == 5


def _rewritten(store: BatchStore, name: str, field: str, value: Any) -> None:
    """Change what was scrubbed as if redaction had done so."""
    some = rows(store, name)
    some[0][field] = value
    store.write_lines(f"scrubbed/sources/{name}.data.jsonl", some)
    for stage in ("scrub", "finish", "canaries"):
        record = store.record(stage)
        store.mark_done(stage, record.stamp)


def planted(tmp_path: Path, name: str, field: str, value: Any) -> tuple[Work, BatchStore]:
    work = work_in(tmp_path / "out", small_policy())
    (store,) = work.scrubbed(write_company(tmp_path / "company-1"))
    _rewritten(store, name, field, value)
    return work, store


def test_a_text_with_a_captured_name_is_withheld_and_its_row_stays(tmp_path: Path) -> None:
    work, store = planted(tmp_path, "it_tickets", "Issue", f"ask {NAMES[4]} again")
    bundle = work.released([store])
    row = json.loads(members(bundle)["sources/it_tickets/data.jsonl"])
    assert row["Issue"] == MASK and row["emp_id"] in {r["emp_id"] for r in rows(store, "employees")}
    assert NAMES[4].encode() not in b"".join(members(bundle).values())


def test_a_captured_id_in_a_text_is_withheld_too(tmp_path: Path) -> None:
    work, store = planted(tmp_path, "it_tickets", "Issue", f"ask {IDS[4].upper()} again")
    row = json.loads(members(work.released([store]))["sources/it_tickets/data.jsonl"])
    assert row["Issue"] == MASK


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("employees", "emp_id", IDS[0]), ("employees", "category", NAMES[5]), ("sales", "customer_id", "borgz")],
)
def test_what_stands_where_no_text_stands_stops_the_release(tmp_path: Path, name: str, field: str, value: Any) -> None:
    work, store = planted(tmp_path, name, field, value)
    with pytest.raises(LeakFound) as found:
        work.released([store])
    assert "Company_sources.zip member" in str(found.value) and "declare the missed" in found.value.remedy
    assert str(value) not in str(found.value)


def test_bad_rows_are_refused_one_by_one_and_the_others_go_on(tmp_path: Path) -> None:
    some = tables()
    some["it_tickets"] += [
        {"id": "T-1001", "raised_by_emp_id": IDS[1], "Issue": "twice"},
        {"id": "T-1002", "raised_by_emp_id": "emp_9999", "Issue": "nobody"},
        {"id": "T-1003", "raised_by_emp_id": IDS[1], "Issue": 7.5},
        {"id": "T-1004", "raised_by_emp_id": IDS[1], "emp_id": "emp_9999", "Issue": "emptied"},
        {"id": "T-1005", "raised_by_emp_id": IDS[1], "Issue": "fine", "mood": "x"},
    ]
    folder = write_company(tmp_path / "company-1", some)
    (store,) = work_in(tmp_path / "out", small_policy()).scrubbed(folder)
    assert refused(store) == {
        ("it_tickets[1]", "duplicate_key"),
        ("it_tickets[2]", "reference_broken"),
        ("it_tickets[3]", "wrong_type"),
        ("it_tickets[4]", "reference_emptied"),
        ("it_tickets[5]", "unknown_field"),
        ("sales", "reference_unchecked"),
    }
    kept = rows(store, "it_tickets")
    assert len(kept) == 3 and "emp_id" not in kept[1] and "mood" not in kept[2]


def test_a_row_that_leaves_takes_those_that_must_refer_to_it(tmp_path: Path) -> None:
    some = tables()
    del some["employees"][5]["Name"]
    some["it_tickets"].append({"id": "T-2", "raised_by_emp_id": IDS[5], "Issue": "gone with its row"})
    (store,) = work_in(tmp_path / "out", small_policy()).scrubbed(write_company(tmp_path / "company-1", some))
    assert {("employees[5]", "missing_field"), ("it_tickets[1]", "reference_broken")} <= refused(store)
    assert ("employees[0]", "reference_emptied") in refused(store), "a list loses the one that left"
    assert len(rows(store, "employees")[0]["reportees"]) == 4


@pytest.mark.parametrize(
    ("batch", "reason"),
    [
        ({"legal_basis": " "}, "consent_missing"),
        ({"environment": "production"}, "environment_production"),
        (
            {
                "legal_basis": "",
                "participants": [
                    {
                        "id": "1",
                        "consent": {
                            "status": "granted",
                            "recorded_at": "2026-01-05",
                            "evidence": "e",
                            "scope": ["events"],
                        },
                    }
                ],
            },
            "consent_scope",
        ),
    ],
)
def test_no_source_comes_in_without_a_basis(tmp_path: Path, batch: dict[str, Any], reason: str) -> None:
    (store,) = work_in(tmp_path / "out", small_policy()).scrubbed(write_company(tmp_path / "company-1", **batch))
    assert {(name, reason) for name in tables()} <= refused(store)
    assert not store.file("scrubbed/sources.json").exists()


def test_a_stated_k_is_reached_and_the_price_is_told(tmp_path: Path) -> None:
    policy = small_policy(sources={"k_at_least": 3, "generalise": {"employees": {"Salary": "round 5000"}}})
    (store,) = work_in(tmp_path / "out", policy).scrubbed(write_company(tmp_path / "company-1"))
    (told,) = [
        s["generalised"] for s in store.read_json("scrubbed/sources.json")["sources"] if s["name"] == "employees"
    ]
    assert told["before"]["k"] == 1 and told["after"]["k"] >= 3 and told["after"]["unique_share"] == 0
    assert {row["Salary"] % 5000 for row in rows(store, "employees")} == {0}
    assert told["utility"]["Salary"]["bits_after"] < told["utility"]["Salary"]["bits_before"]
    assert [r.sentence() for r in check_tables(store) if not r.passed] == []


def test_the_same_captures_and_key_give_the_same_tables(tmp_path: Path, built: tuple[Work, BatchStore, Path]) -> None:
    (store,) = work_in(tmp_path / "out", small_policy()).scrubbed(write_company(tmp_path / "company-1"))
    for name in tables():
        assert rows(store, name) == rows(built[1], name)


def test_what_changed_in_tables_from_one_version_to_the_next_is_told(
    built: tuple[Work, BatchStore, Path], tmp_path: Path
) -> None:
    bundle = built[2]
    assert difference(open_snapshot(bundle), open_snapshot(bundle)).sources == ()
    other = Path(shutil.copytree(bundle, tmp_path / "bundle"))
    inside = members(other)
    sales = [json.loads(line) for line in inside["sources/sales/data.jsonl"].splitlines()]
    ticket = json.loads(inside["sources/it_tickets/data.jsonl"])
    sales[0]["actual_price"], sales[1]["actual_price"] = "$9", "$8"
    sales[2]["sales_record_id"] = 999_999
    inside["sources/sales/data.jsonl"] = lines(sales[:-1])
    inside["sources/it_tickets/data.jsonl"] = lines([{**ticket, "Issue": "other <b>words</b>"}])
    inside["sources/posts/schema.json"] = inside["sources/posts/schema.json"].replace(b'"Title"', b'"Head"')
    (other / "Company_sources.zip").unlink()
    write_archive(other / "Company_sources.zip", inside)
    seal_again(other, signing_key(built[0].key))
    found = difference(before := open_snapshot(bundle), now := open_snapshot(other))
    told = changes(found)
    assert told["major"] == ["source Company / posts: fields 1 added, 1 removed"]
    assert told["minor"] == [
        "source Company / sales: rows 1 added, 2 removed",
        "source Company / sales: actual_price is another one in 2 row(s)",
    ]
    assert told["patch"] == ["source Company / it_tickets: Issue is another one in 1 row(s)"]
    page = write_page(bundle, other, before, now, found, tmp_path / "diff.html").read_text()
    assert "Company / sales" in page and "<b>words" not in page


def lines(some: Rows) -> bytes:
    return b"".join(canonical(row).encode() + b"\n" for row in some)


def test_what_was_hidden_is_counted_by_source_and_kind(built: tuple[Work, BatchStore, Path]) -> None:
    said = json.loads((built[2] / "redaction_summary.json").read_text())
    counted = {
        (f["application"], f["kind"], f["detector"]): f["count"] for f in said["findings"] if f["where"] == "source"
    }
    assert counted["employees", "person", "role"] == 6 and counted["employees", "email", "role"] == 6
    assert counted["customers", "person", "role"] == 3 and counted["sales", "id", "source-id"] == 24
    assert sum(n for (source, kind, _), n in counted.items() if (source, kind) == ("it_tickets", "person")) == 3
    assert sum(n for (source, kind, _), n in counted.items() if (source, kind) == ("it_tickets", "email")) == 1
    assert {f["process"] for f in said["findings"]} == {""}
    assert said["kinds"]["person"]["source"] == sum(n for (_, kind, _), n in counted.items() if kind == "person")
    assert said["funnel"]["source_rows_in"] == said["funnel"]["source_rows_released"] == 23
    assert said["entities"]["person"] == len(NAMES) + len(CUSTOMERS)
    card, sheet = ((built[2] / name).read_text() for name in ("README.md", "DATASHEET.md"))
    people = f"{said['kinds']['person']['source']:,}"
    assert f"person {people}" in card and "| Text | Screens | Sources |" in sheet and f"| 0 | 0 | {people} |" in sheet
    everything = json.dumps(said)
    assert not any(value in everything for value in (*NAMES, *IDS))
