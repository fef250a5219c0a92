"""A captured name or id comes back into released company sources, or their tables do not agree any more: the leak
check, verification or an expectation stops it, tells the place and what to do, and no captured value."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import BundleError, LeakFound
from redaction.work.json_text import canonical
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.archive import write_archive
from release.bundle.bundle_format import json_bytes
from release.bundle.certify import Certifier
from release.bundle.gate import require_tables
from release.bundle.sources import MASK
from release.sign.signing import signing_key
from release.verify.verify_bundle import verify_bundle
from tests.demonstration_build import Work, small_policy, work_in
from tests.proof_fixture import recorded_again
from tests.proof_table import compare_with_docs
from tests.release_fixture import seal_again, sentences
from tests.sources_batch import ACCESS, CUSTOMERS, IDS, NAMES, mail, write_company

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""
NAMED, CAPTURED_ID = "leak check, with the entity's id", "leak check, as a captured id"
ARCHIVE = "Company_sources.zip"
CAPTURED = [*NAMES, *IDS, *map(mail, NAMES), *(one for pair in CUSTOMERS for one in pair if one != "quick")]
Rows = list[dict[str, Any]]


def no_value(said: str) -> None:
    assert [value for value in CAPTURED if value.casefold() in said.casefold()] == []


@dataclass(frozen=True)
class Released:
    """A copy of the bundle whose sources are to be damaged, and the build that it came of."""

    bundle: Path
    work: Work
    store: BatchStore

    def members(self) -> dict[str, bytes]:
        with zipfile.ZipFile(self.bundle / ARCHIVE) as opened:
            return {name: opened.read(name) for name in opened.namelist()}

    def write(self, members: dict[str, bytes]) -> None:
        """The archive in its one form, with these members."""
        (self.bundle / ARCHIVE).unlink()
        write_archive(self.bundle / ARCHIVE, members)

    def change(self, member: str, change: Callable[[bytes], bytes]) -> None:
        members = self.members()
        made = change(members[member])
        assert made != members[member]
        self.write({**members, member: made})

    def rows(self, source: str, change: Callable[[Rows], Any]) -> None:
        """Change the rows of a source and write them in their form."""

        def changed(data: bytes) -> bytes:
            some = [json.loads(line) for line in data.splitlines()]
            change(some)
            return b"".join(canonical(row).encode() + b"\n" for row in some)

        self.change(f"sources/{source}/data.jsonl", changed)

    def json(self, member: str, change: Callable[[Any], Any]) -> None:
        def changed(data: bytes) -> bytes:
            whole = json.loads(data)
            change(whole)
            return json_bytes(whole)

        self.change(member, changed)

    def place(self, member: str) -> str:
        """How the leak check calls a member."""
        return f"{ARCHIVE} member {[*self.members()].index(member)}"


CONDITIONS = {"hers": {"person": IDS[2]}, "theirs": {"any": [{"department": "HR"}, {"role": "executive"}]}}
"""Besides the rule of tests.sources_batch."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Released:
    folder = tmp_path_factory.mktemp("company")
    policy = small_policy(sources={"generalise": {"employees": {"Age": "round 5"}}})
    work, captured = work_in(folder / "out", policy), write_company(folder / "company-1")
    rules = ACCESS["rules"] + [{**ACCESS["rules"][0], "id": one, "when": when} for one, when in CONDITIONS.items()]
    (captured / "access" / "employees.json").write_text(json.dumps(ACCESS | {"rules": rules}))
    (store,) = work.scrubbed(captured)
    return Released(work.released([store]), work, store)


@pytest.fixture
def released(built: Released, tmp_path: Path) -> Released:
    return Released(Path(shutil.copytree(built.bundle, tmp_path / "bundle")), built.work, built.store)


def put(source: str, field: str, value: Any) -> Callable[[Released], None]:
    return lambda of: of.rows(source, lambda some: some[0].update({field: value}))


def of_a_source(source: str) -> str:
    return f"sources/{source}/data.jsonl"


NAME, HER_ID = NAMES[4], IDS[4]
QUANTITY = {"type": "integer", "role": "quantity", "optional": True}
LEAKS: dict[str, tuple[Callable[[Released], None], str, str]] = {
    "name in a text of a source": (put("it_tickets", "Issue", f"ask {NAME}"), of_a_source("it_tickets"), NAMED),
    "name in a text of a source, URL-encoded": (
        put("it_tickets", "Issue", "https://a.example/?q=Tomas%20Ekdahl"),
        of_a_source("it_tickets"),
        NAMED,
    ),
    "name where a name stands in a source": (put("employees", "Name", NAME), of_a_source("employees"), NAMED),
    "mail address where one stands in a source": (
        put("employees", "email", mail(NAME)),
        of_a_source("employees"),
        NAMED,
    ),
    "name in a category of a source": (put("employees", "category", NAME), of_a_source("employees"), NAMED),
    "name in a field that the schema of a source does not know": (
        put("employees", f"of {NAME}", 1),
        of_a_source("employees"),
        NAMED,
    ),
    "name in the schema of a source": (
        lambda of: of.json("sources/sales/schema.json", lambda told: told["fields"].update({NAME: QUANTITY})),
        "sources/sales/schema.json",
        NAMED,
    ),
    "name in the access rules of a source": (
        lambda of: of.json("access/employees.json", lambda told: told["rules"][0].update(id=NAME)),
        "access/employees.json",
        NAMED,
    ),
    "name in the list of sources": (
        lambda of: of.json("sources.json", lambda told: told.update(note=NAME)),
        "sources.json",
        NAMED,
    ),
    "captured id where an id stands in a source": (
        put("employees", "emp_id", HER_ID),
        of_a_source("employees"),
        CAPTURED_ID,
    ),
    "captured id in a reference of a source": (
        put("sales", "customer_id", CUSTOMERS[1][0]),
        of_a_source("sales"),
        CAPTURED_ID,
    ),
    "captured id in a text of a source, in capitals": (
        put("it_tickets", "Issue", f"ask {HER_ID.upper()}"),
        of_a_source("it_tickets"),
        CAPTURED_ID,
    ),
    "captured id in the access rules of a source": (
        lambda of: of.json("access/employees.json", lambda told: told["rules"][0]["when"].update(actor=HER_ID)),
        "access/employees.json",
        CAPTURED_ID,
    ),
}


@pytest.mark.parametrize("mutation", LEAKS)
def test_what_was_captured_is_found_in_sources(released: Released, mutation: str) -> None:
    change, member, outcome = LEAKS[mutation]
    change(released)
    certify = Certifier([released.store], released.work.ledger, released.work.policy, no_progress)
    report = certify.check(released.bundle)
    place = released.place(member)
    assert report.findings and all(f"{f.where} ".startswith(f"{place} ") for f in report.findings), mutation
    found = {entity for entity, _, value in certify.needles if value in (NAME, mail(NAME))}
    ours = [f for f in report.findings if (f.entity_id in found if outcome is NAMED else f.entity_id == "")]
    assert ours and (outcome is NAMED or {f.kind for f in ours} == {"id"})
    with pytest.raises(LeakFound) as stopped:
        report.require_clean()
    assert place in str(stopped.value) and "declare the missed" in stopped.value.remedy
    no_value(str(stopped.value))
    MEASURED[mutation] = outcome


def without(member: str) -> Callable[[Released], None]:
    return lambda of: of.write({name: data for name, data in of.members().items() if name != member})


def twice(some: Rows) -> None:
    some[2] = dict(some[1])


def other_schema(of: Released) -> None:
    members = of.members()
    of.change("sources/sales/schema.json", lambda _: members["sources/posts/schema.json"])


VERIFIED: dict[str, tuple[Callable[[Released], None], str]] = {
    "a row taken out of a source": (
        lambda of: of.rows("sales", lambda some: some.pop()),
        "holds 11 rows where the list says 12",
    ),
    "a row twice in a source": (lambda of: of.rows("sales", twice), "has the key of an earlier row"),
    "a reference of a source that leads nowhere": (
        put("sales", "customer_id", "zzzzz"),
        "field number 3 leads nowhere in 1 row(s)",
    ),
    "a field that the schema of a source does not know": (
        put("sales", "mood", "fine"),
        "has not the fields of its schema",
    ),
    "a name that is a list in a source": (put("customers", "customer_name", ["x"]), "is not what its schema says"),
    "a name taken out of a row of a source": (
        lambda of: of.rows("customers", lambda some: some[0].pop("customer_name")),
        "is not what its schema says",
    ),
    "a row of a source in another written form": (
        lambda of: of.change(of_a_source("sales"), lambda data: data.replace(b",", b", ", 1)),
        "is not in the written form",
    ),
    "a file among sources that the list does not tell": (
        lambda of: of.write({**of.members(), "access/sales.json": b"{}"}),
        "lists other files than the archive holds",
    ),
    "access rules taken out of sources": (without("access/employees.json"), "lists other files than the archive holds"),
    "the schema of another source": (other_schema, "has the schema of another source"),
    "a source called otherwise in the list": (
        lambda of: of.json("sources.json", lambda told: told["sources"][0].update(name="people")),
        "lists a file of another source",
    ),
    "a list of sources in another form": (
        lambda of: of.change("sources.json", lambda data: data.replace(b"{", b"{ ", 1)),
        "is no list of sources in the written form",
    ),
}


@pytest.mark.parametrize("mutation", VERIFIED)
def test_sources_that_are_not_what_they_say_are_told_by_verify(released: Released, mutation: str) -> None:
    change, said = VERIFIED[mutation]
    change(released)
    seal_again(released.bundle, signing_key(released.work.key))
    report = verify_bundle(released.bundle)
    told = [p for p in report.problems if p.where.startswith(ARCHIVE)]
    assert told and all(said in p.what for p in told), [p.what for p in told]
    assert all(p.remedy.startswith("Build it again") for p in told)
    no_value("\n".join(sentences(report)))
    MEASURED[mutation] = "verify"


def rows_of(store: BatchStore, name: str) -> Rows:
    return list(store.read_lines(f"scrubbed/sources/{name}.data.jsonl"))


def swapped(people: Rows) -> None:
    people[1]["emp_id"], people[2]["emp_id"] = people[2]["emp_id"], people[1]["emp_id"]


BY_ID = ("employees_ids_one_to_one", "it_tickets_ids_one_to_one")
EXPECTED: dict[str, tuple[str, Callable[[Rows], Any], set[str], str]] = {
    "a released row of a source lost": ("employees", lambda some: some.pop(), {"employees_rows"}, ""),
    "two ids of a source that share one": (
        "employees",
        lambda some: some[3].update(emp_id=some[2]["emp_id"]),
        {"employees_unique_key", *BY_ID, "posts_ids_one_to_one", "resolves", "counts", "agrees"},
        "employees[2]",
    ),
    "two ids of a source that changed places": (
        "employees",
        swapped,
        {*BY_ID, "counts"},
        "employees[1]",
    ),
    "a reference of a source to nobody": (
        "sales",
        lambda some: some[0].update(customer_id="zzzzz"),
        {"customers_ids_one_to_one", "sales_ids_one_to_one", "resolves", "counts"},
        "sales[0]",
    ),
    "a reference of a source to another row": (
        "sales",
        lambda some: some[0].update(customer_id=some[1]["customer_id"]),
        {"customers_ids_one_to_one", "sales_ids_one_to_one", "counts"},
        "sales[0]",
    ),
    "somebody under another manager": (
        "employees",
        lambda some: some[2].update(reports_to=some[1]["emp_id"]),
        {*BY_ID, "counts", "tree"},
        "employees[2]",
    ),
    "a name that is not that of the row it refers to": (
        "posts",
        lambda some: some[0].update(author="Somebody Else"),
        {"agrees"},
        "posts[0]",
    ),
    "another figure in a source": (
        "employees",
        lambda some: some[4].update(Salary=some[4]["Salary"] + 1),
        {"kept"},
        "employees[4]",
    ),
    "a figure made coarser that is out of order": (
        "employees",
        lambda some: some[0].update(Age=some[5]["Age"] + 5),
        {"order"},
        "employees[",
    ),
}


def required(store: BatchStore) -> BundleError:
    with pytest.raises(BundleError) as stopped:
        require_tables([store])
    no_value(f"{stopped.value} {stopped.value.remedy}")
    assert "build the batch again" in stopped.value.remedy
    return stopped.value


def checks_in(said: str) -> set[str]:
    """The checks that an error names, those of one field by what they ask."""
    named = re.findall(r"\b([a-z_0-9]+): not so for", said)
    return {re.sub(r"^.*field_[0-9]+_", "", name) for name in named}


@pytest.mark.parametrize("mutation", EXPECTED)
def test_tables_that_do_not_agree_stop_the_release(built: Released, mutation: str) -> None:
    source, change, checks, record = EXPECTED[mutation]
    path = built.store.file(f"scrubbed/sources/{source}.data.jsonl")
    before = path.read_bytes()
    some = rows_of(built.store, source)
    change(some)
    try:
        built.store.write_lines(f"scrubbed/sources/{source}.data.jsonl", some)
        said = str(required(built.store))
    finally:
        path.write_bytes(before)
    assert checks_in(said) == checks and record in said
    MEASURED[mutation] = "the expectations " + ", ".join(sorted(checks))


RULES: dict[str, tuple[Callable[[Any], Any], str, int]] = {
    "another condition in a rule of access": (lambda rules: rules[0]["when"].update(level_at_least=9), "form", 1),
    "more allowed by a rule of access": (lambda rules: rules[0].update(allow=["update", "delete"]), "form", 1),
    "a field that there is not in a rule of access": (lambda rules: rules[0].update(fields=["x"]), "resources", 1),
    "a person who is nobody in a rule of access": (lambda rules: rules[1]["when"].update(person="x"), "persons", 2),
    "another department in a rule of access": (
        lambda rules: rules[2]["when"]["any"][0].update(department="Sales"),
        "roles",
        3,
    ),
    "a higher role in a rule of access": (lambda rules: rules[2]["when"]["any"][1].update(role="staff"), "roles", 3),
}


@pytest.mark.parametrize("mutation", RULES)
def test_rules_that_say_otherwise_stop_the_release(built: Released, mutation: str) -> None:
    change, check, number = RULES[mutation]
    path = built.store.file("scrubbed/sources/employees.access.json")
    before = path.read_bytes()
    whole = json.loads(before)
    change(whole["rules"])
    try:
        path.write_text(json.dumps(whole))
        said = str(required(built.store))
    finally:
        path.write_bytes(before)
    assert checks_in(said) == {f"employees_access_{check}"} and f"access/employees.json rule {number}" in said
    MEASURED[mutation] = f"the expectations employees_access_{check}"


def missed(tmp_path: Path, *values: tuple[str, int, str, Any]) -> tuple[Work, BatchStore]:
    """A batch in which detectors left values: (source, row, field, value)."""
    work = work_in(tmp_path / "out", small_policy())
    (store,) = work.scrubbed(write_company(tmp_path / "company-1"))
    for source, row, field, value in values:
        some = rows_of(store, source)
        some[row][field] = value
        store.write_lines(f"scrubbed/sources/{source}.data.jsonl", some)
    recorded_again(store)
    return work, store


def test_a_row_in_which_a_name_was_left_goes_without_its_texts(tmp_path: Path) -> None:
    work, store = missed(tmp_path, ("employees", 2, "description", f"{NAME} helps"))
    copy = Released(work.released([store]), work, store)
    some = [json.loads(line) for line in copy.members()[of_a_source("employees")].splitlines()]
    assert [row["Name"] == MASK for row in some] == [n == 2 for n in range(6)]
    assert some[2]["description"] == MASK and some[2]["emp_id"] == rows_of(store, "employees")[2]["emp_id"]
    assert verify_bundle(copy.bundle).checked["rows of sources"] == 23
    MEASURED["name left in a text of a source by the detectors"] = "the texts of that row are withheld"


@pytest.mark.parametrize(
    ("mutation", "values"),
    [
        ("id left where an id stands in a source", [("employees", 0, "emp_id", HER_ID)]),
        (
            "names left in more rows of sources than may be withheld",
            [("employees", n, "description", f"{NAME} helps") for n in (1, 2)],
        ),
    ],
)
def test_what_nothing_can_be_withheld_for_stops_the_release(
    tmp_path: Path, mutation: str, values: list[tuple[str, int, str, Any]]
) -> None:
    work, store = missed(tmp_path, *values)
    with pytest.raises(LeakFound) as stopped:
        work.released([store])
    assert f"{ARCHIVE} member" in str(stopped.value) and stopped.value.remedy
    no_value(str(stopped.value))
    MEASURED[mutation] = CAPTURED_ID if "id left" in mutation else NAMED


def test_a_schema_that_is_none_is_no_clean_one(released: Released) -> None:
    released.json("sources/sales/schema.json", lambda told: told.update(note="x"))
    certify = Certifier([released.store], released.work.ledger, released.work.policy, no_progress)
    (leak,) = certify.check(released.bundle).findings
    assert (leak.where, leak.kind) == (released.place("sources/sales/schema.json"), "unreadable")


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    done = [*LEAKS, *VERIFIED, *EXPECTED, *RULES]
    done += [
        "name left in a text of a source by the detectors",
        "id left where an id stands in a source",
        "names left in more rows of sources than may be withheld",
    ]
    compare_with_docs(MEASURED, done)
