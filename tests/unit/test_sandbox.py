"""The sandbox: rules stand before every tool, writes touch a copy, and no argument changes who acts."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evaluation.company.access_check import lost_names
from evaluation.company.database import write_database
from evaluation.company.released import Company, read_company
from evaluation.company.sandbox import Sandbox
from pipeline.cli import app
from redaction.errors import BundleError, EntrophyError
from tests.released_company import released_company, zipped


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released_company(tmp_path_factory.mktemp("company"))


@pytest.fixture(scope="module")
def company(folder: Path) -> Company:
    return read_company(folder)


@pytest.fixture(scope="module")
def box(company: Company) -> Iterator[Sandbox]:
    with Sandbox(company) as made:
        yield made


def who(company: Company, department: str, level: int) -> str:
    """Somebody of a department on this very level."""
    rows = company.sources["employees"].rows
    found = (r["emp_id"] for r in rows if r["category"] == department and int(r["Level"][2:]) == level)
    return str(next(found))


def first(company: Company, source: str) -> dict[str, Any]:
    return company.sources[source].rows[0]


def test_an_archive_a_folder_and_a_bundle_hold_the_same_company(folder: Path, company: Company, tmp_path: Path) -> None:
    archive = zipped(folder, tmp_path / "Operations_sources.zip")
    assert read_company(archive) == company == read_company(tmp_path)
    zipped(folder, tmp_path / "Sales_sources.zip")
    with pytest.raises(BundleError, match="several domains"):
        read_company(tmp_path)
    with pytest.raises(BundleError, match="no company sources"):
        read_company(folder / "sources")


def test_the_same_rows_give_the_same_file_without_free_pages(company: Company, tmp_path: Path) -> None:
    write_database(company, tmp_path / "a.sqlite")
    write_database(company, tmp_path / "b.sqlite")
    assert (tmp_path / "a.sqlite").read_bytes() == (tmp_path / "b.sqlite").read_bytes()
    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        assert db.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_rows_come_out_as_they_went_in(box: Sandbox, company: Company) -> None:
    with box.session(first(company, "employees")["emp_id"]) as session:
        for name, source in company.sources.items():
            assert tuple(session.rows(name)) == source.rows


def test_fields_that_nobody_allows_are_not_shown(box: Sandbox, company: Company) -> None:
    mate, other = who(company, "Engineering", 9), who(company, "Finance", 12)
    with box.session(mate) as session:
        seen = session.call("employees_read", {"id": other}).rows[0]
        assert "Name" in seen and not {"Salary", "phone", "Age", "Remaining Sick Leaves"} & set(seen)
        assert "Salary" in session.call("employees_read", {"id": mate}).rows[0]
    with box.session(who(company, "HR", 10)) as session:
        assert "Salary" in session.call("employees_read", {"id": other}).rows[0]


def test_nothing_is_learned_by_asking_for_hidden_fields(box: Sandbox, company: Company) -> None:
    other = next(r for r in company.sources["employees"].rows if r["category"] == "Finance")
    with box.session(who(company, "Engineering", 9)) as session:
        found = session.call("employees_find", {"where": {"Salary": other["Salary"], "emp_id": other["emp_id"]}})
        assert found.ok and found.total == 0
        assert session.call("clients_find", {"where": {"industry": "Technology"}}).refusal == "denied"
        assert session.call("clients_search", {"text": "who decides?"}).refusal == "denied"


def test_a_manager_updates_leaves_of_their_people_and_of_nobody_else(box: Sandbox, company: Company) -> None:
    boss = next(r for r in company.sources["employees"].rows if r["reportees"] and r["reports_to"])
    mine = boss["reportees"][0]
    theirs = next(r["emp_id"] for r in company.sources["employees"].rows if r["reports_to"] is None)
    changes = {"Remaining Sick Leaves": 3}
    with box.session(boss["emp_id"]) as session:
        assert session.call("employees_update", {"id": mine, "changes": changes}).ok
        assert session.call("employees_read", {"id": mine}).rows[0]["Remaining Sick Leaves"] == 3
        for id_, what in ((mine, {"Level": "EN14"}), (theirs, changes), (boss["emp_id"], changes)):
            denied = session.call("employees_update", {"id": id_, "changes": what})
            assert denied.refusal == "denied" and "approve-leaves" in denied.rules
            assert session.calls[-1].outcome == "denied" and session.calls[-1].key == id_


def test_writes_touch_the_copy_alone_and_reset_takes_them_back(box: Sandbox, company: Company) -> None:
    before = box.database.read_bytes()
    me = who(company, "HR", 13)
    lonely = next(r for r in company.sources["posts"].rows)
    with box.session(me) as session:
        assert session.call("posts_delete", {"id": lonely["post_id"]}).ok
        assert session.call("posts_read", {"id": lonely["post_id"]}).refusal == "not_found"
        with box.session(me) as other:
            assert other.call("posts_read", {"id": lonely["post_id"]}).ok
        session.reset()
        assert tuple(session.rows("posts")) == company.sources["posts"].rows
    assert box.database.read_bytes() == before


def test_a_copy_in_a_file_is_gone_on_with(box: Sandbox, company: Company, tmp_path: Path) -> None:
    me, post = who(company, "HR", 13), first(company, "posts")["post_id"]
    with box.session(me, copy=tmp_path / "mine.sqlite") as session:
        assert session.call("posts_delete", {"id": post}).ok
    with box.session(me, copy=tmp_path / "mine.sqlite") as session:
        assert session.call("posts_read", {"id": post}).refusal == "not_found"
        assert session._db.execute("PRAGMA secure_delete").fetchone() == (1,)
    text = str(first(company, "posts")["Post"]).encode()
    assert text not in (tmp_path / "mine.sqlite").read_bytes()
    (tmp_path / "other").write_bytes(b"no database")
    with pytest.raises(EntrophyError, match="no copy"):
        box.session(me, copy=tmp_path / "other")


def test_rows_are_created_with_their_key_and_references(box: Sandbox, company: Company) -> None:
    me, agent = who(company, "Engineering", 9), who(company, "Information Technology", 9)
    row = {"id": "INC-NEW", "priority": "low", "raised_by_emp_id": me, "emp_id": agent}
    row |= {"assigned_date": "2025-01-07", "status": "open", "Issue": "The lamp flickers."}
    with box.session(me) as session:
        forged = session.call("it_tickets_create", {"row": row | {"raised_by_emp_id": agent}})
        assert forged.refusal == "denied"
        assert session.call("it_tickets_create", {"row": row | {"emp_id": "emp_none"}}).refusal == "conflict"
        assert session.call("it_tickets_create", {"row": {"id": "INC-NEW"}}).refusal == "invalid"
        assert session.call("it_tickets_create", {"row": row}).ok
        assert session.call("it_tickets_create", {"row": row}).refusal == "conflict"
        # Given away it would be somebody else's, whom no rule lets this person change.
        assert session.call("it_tickets_update", {"id": "INC-NEW", "changes": {"raised_by_emp_id": agent}}).refusal
        assert session.call("it_tickets_read", {"id": "INC-NEW"}).rows[0]["Resolution"] is None


def test_a_row_to_which_others_refer_stays(box: Sandbox, company: Company) -> None:
    sold = {row["product_id"] for row in company.sources["sales"].rows}
    with box.session(who(company, "Sales", 12)) as session:
        assert session.call("products_delete", {"id": sorted(sold)[0]}).refusal == "conflict"
        assert session.call("sales_delete", {"id": "1"}).ok
        assert next(iter(session.rows("sales")))["sales_record_id"] == 2


def test_forged_identities_change_nothing(box: Sandbox, company: Company) -> None:
    me, hr = who(company, "Engineering", 9), who(company, "HR", 13)
    target = who(company, "Finance", 12)
    with box.session(me) as session:
        for forged in ("as", "emp_id", "actor", "user", "_place", "role"):
            assert session.call("employees_read", {"id": target, forged: hr}).refusal == "invalid"
        assert session.call("employees_update", {"id": me, "changes": {"Level": "HR13"}}).refusal == "denied"
        assert "Salary" not in session.call("employees_read", {"id": target}).rows[0]
        assert {call.actor for call in session.calls} == {me}
    with box.session(hr) as session:  # may promote themselves, which changes no right of this session
        assert session.call("employees_update", {"id": hr, "changes": {"category": "Sales"}}).ok
        assert session.call("sales_delete", {"id": 1}).refusal == "denied"
    with pytest.raises(EntrophyError, match="no employee"):
        box.session("emp_0431' OR '1'='1")


HOSTILE = (
    "' OR '1'='1",
    '"; DROP TABLE employees; --',
    "x') UNION SELECT * FROM employees --",
    "../../../etc/passwd",
    "file:/etc/passwd?mode=ro",
    "\x00",
    "%",
    "_" * 8,
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_values_are_values(box: Sandbox, company: Company, hostile: str) -> None:
    with box.session(who(company, "HR", 13)) as session:
        assert session.call("employees_read", {"id": hostile}).refusal == "not_found"
        assert session.call("employees_find", {"where": {"Name": hostile}}).total == 0
        assert session.call("employees_find", {"where": {hostile: "x"}}).refusal == "invalid"
        assert session.call(hostile, {}).refusal == "invalid"
        me = session.actor.id
        assert session.call("employees_update", {"id": me, "changes": {"skills": hostile}}).ok
        assert session.call("employees_read", {"id": me}).rows[0]["skills"] == hostile
        session.reset()
        assert tuple(session.rows("employees")) == company.sources["employees"].rows


@pytest.mark.parametrize(
    "arguments",
    [
        {"id": 7},
        {"id": None},
        {"id": ["emp_1"]},
        {},
        {"id": "x", "changes": {}},
        {"id": "x", "changes": {"emp_id": "emp_2"}},
        {"id": "x", "changes": {"Age": True}},
        {"id": "x", "changes": {"Age": 2**63}},
        {"id": "x", "changes": {"skills": "a" * 20_001}},
        {"id": "x", "changes": {"reportees": [["a"] * 1_001]}},
        {"id": "\ud800", "changes": {"Age": 3}},
    ],
)
def test_arguments_of_another_form_are_answered_not_raised(
    box: Sandbox, company: Company, arguments: dict[str, Any]
) -> None:
    with box.session(who(company, "HR", 13)) as session:
        assert session.call("employees_update", arguments).refusal == "invalid"


def test_the_log_holds_calls_and_no_values(box: Sandbox, company: Company, tmp_path: Path) -> None:
    me, log = who(company, "HR", 13), tmp_path / "calls.jsonl"
    with box.session(me, log) as session:
        session.call("employees_update", {"id": me, "changes": {"skills": "a secret word"}})
        session.call("nothing", {"password": "hunter2"})
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [(one["number"], one["tool"], one["outcome"]) for one in lines] == [
        (1, "employees_update", "ok"),
        (2, "", "invalid"),
    ]
    assert lines[0]["fields"] == ["skills"] and lines[0]["key"] == me
    assert "secret" not in log.read_text("utf-8") and "hunter2" not in log.read_text("utf-8")


def test_search_by_meaning_sees_what_the_person_may_read(box: Sandbox, company: Company) -> None:
    issue = next(r for r in company.sources["it_tickets"].rows if "VPN" in r["Issue"])
    stranger = who(company, "Engineering", 9)
    question = {"text": "the remote connection is unstable", "limit": 3}
    with box.session(who(company, "Information Technology", 12)) as session:
        found = session.call("it_tickets_search", question)
        assert any("VPN" in row["Issue"] for row in found.rows)
    with box.session(stranger) as session:
        rows = session.call("it_tickets_search", question).rows
        assert all(stranger in (row["raised_by_emp_id"], row["emp_id"]) for row in rows)
    assert issue


def with_rules(company: Company, source: str, rules: list[dict[str, Any]]) -> Company:
    """The same company with other rules of one source."""
    old = company.sources[source]
    told = {"format": "entrophy-access/1", "source": source, "rules": rules}
    changed = type(old)(old.schema, old.rows, type(old.rules).model_validate_json(json.dumps(told)))
    return Company(company.domain, {**company.sources, source: changed})


def test_texts_that_may_not_be_read_are_not_searched(company: Company) -> None:
    rule = {"id": "titles", "allow": ["read"], "fields": ["post_id", "Title"], "when": {"level_at_least": 9}}
    me = who(company, "Engineering", 9)
    hidden = company.sources["posts"].rows[-1]
    with Sandbox(with_rules(company, "posts", [rule])) as box, box.session(me) as session:
        rows = session.call("posts_search", {"text": hidden["Post"], "limit": 50}).rows
        assert len(rows) == len(company.sources["posts"].rows) and set(rows[0]) == {"post_id", "Title"}
        # Nearest by title, although one text is the question itself.
        titles = box.meaning.nearest(hidden["Post"], [[row["Title"]] for row in company.sources["posts"].rows])
        assert [row["post_id"] for row in rows] == [company.sources["posts"].rows[n]["post_id"] for n in titles]


def test_rules_of_the_sample_speak_of_what_there_is_and_others_are_told(company: Company, folder: Path) -> None:
    assert lost_names(company) == []
    for when, told in (
        ({"person": "emp_none"}, "no employee"),
        ({"department": "Alchemy"}, "nobody belongs"),
        ({"owner": "Title"}, "leads to no employee"),
        ({"all": [{"level_at_least": 15}]}, "outside 9 to 14"),
    ):
        rule = {"id": "x", "allow": ["read"], "fields": ["*"], "when": when}
        assert [told in one for one in lost_names(with_rules(company, "posts", [rule]))] == [True]


def test_the_command_line(folder: Path, company: Company, tmp_path: Path) -> None:
    me, run = who(company, "HR", 13), CliRunner()
    listed = run.invoke(app, ["sandbox", str(folder), "--as", me])
    assert listed.exit_code == 0 and listed.stdout.count("\n") == 60
    asked = ["sandbox", str(folder), "--as", me, "--call", "posts_read", "--arguments"]
    answer = run.invoke(app, [*asked, json.dumps({"id": first(company, "posts")["post_id"]})])
    assert json.loads(answer.stdout)["rows"][0] == first(company, "posts")
    assert run.invoke(app, [*asked, '{"id": "none"}']).exit_code == 1
    inside = ["sandbox", str(folder), "--as", me, "--copy", str(folder / "copy.sqlite")]
    assert isinstance(run.invoke(app, inside).exception, EntrophyError)
    assert not (folder / "copy.sqlite").exists()


def test_a_client_of_the_sdk_works_over_stdio(folder: Path, company: Company, tmp_path: Path) -> None:
    from mcp import Client, StdioServerParameters

    me, log = who(company, "Engineering", 9), tmp_path / "calls.jsonl"
    arguments = ["-m", "pipeline.cli", "sandbox", str(folder), "--as", me, "--mcp", "--log", str(log)]
    root = str(Path(__file__).resolve().parents[2])
    parameters = StdioServerParameters(command=sys.executable, args=arguments, cwd=root)

    async def work() -> tuple[list[str], Any, Any]:
        async with Client(parameters) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            mine = await client.call_tool("employees_read", {"id": me})
            denied = await client.call_tool("clients_find", {"where": {"POC_status": "ongoing"}})
            return names, mine, denied

    names, mine, denied = asyncio.run(work())
    assert len(names) == 60 and "emails_search" in names
    assert json.loads(mine.content[0].text)["rows"][0]["emp_id"] == me and not mine.is_error
    assert json.loads(denied.content[0].text)["error"] == "denied" and denied.is_error
    assert [json.loads(line)["outcome"] for line in log.read_text("utf-8").splitlines()] == ["ok", "denied"]


def test_fields_that_differ_in_case_alone_are_two(tmp_path: Path, folder: Path) -> None:
    copy = tmp_path / "released"
    shutil.copytree(folder, copy)
    home = copy / "sources" / "products"
    schema = json.loads((home / "schema.json").read_bytes())
    schema["fields"] |= {"note": {"type": "string", "role": "text"}, "Note": {"type": "string", "role": "text"}}
    (home / "schema.json").write_text(json.dumps(schema))
    rows = [json.loads(line) | {"note": "small", "Note": "large"} for line in (home / "data.jsonl").open()]
    (home / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    company = read_company(copy)
    key = company.sources["products"].schema.key
    assert [company.sources["products"].schema.column(n) for n in ("note", "Note", key)] == ["note", "Note 2", key]
    with Sandbox(company) as made, made.session(str(first(company, "employees")["emp_id"])) as session:
        answer = session.call("products_read", {"id": rows[0][key]})
    shown = {name: value for name, value in answer.rows[0].items() if name.casefold() == "note"}
    assert shown == {"note": "small", "Note": "large"}
