"""Who is to be forgotten: what is found of them, what is somebody else's, and what is masked before it is written."""

from __future__ import annotations

import pytest

from redaction.capture.gates import AllowList, Consent, Header
from redaction.findings import ImageFinding, Kind
from redaction.records import DeclaredEntity, Participant
from redaction.text import Registry, TextInput, propagate_labels
from redaction.withdrawal.forgotten import NEAR_LETTERS, NOBODY, Forgotten, Gone
from tests.unit.test_withdrawal_search import row_of

SHE = Forgotten(
    (Gone("p-1", frozenset({"b"}), "mkeller@northwind-freight.com", "Maria Keller"),),
    (DeclaredEntity("person", "Maria Keller"), DeclaredEntity("email", "mkeller@northwind-freight.com")),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call Maria Keller now", ["Maria Keller"]),
        ("KELLER, MARIA", ["KELLER, MARIA"]),
        ("Maria%20Keller", ["Maria%20Keller"]),
        ("M. Keller", ["M. Keller"]),
        ("/home/mkeller/x", ["mkeller"]),
        ("ask maria.keller@other.example now", ["maria.keller@other.example"]),
        ("Ms Keller", ["Keller"]),
        ("Jonas Keller met Maria", ["Maria"]),
        ("Keller, Jonas", []),
        ("Maria Lopez", []),
        ("northwind-freight.com", []),
        ("", []),
    ],
)
def test_what_tells_of_her_and_what_of_others(text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in SHE.find(text)] == found
    assert SHE.concerns(text) is bool(found)
    assert NOBODY.find(text) == [] and not NOBODY.concerns(text)


def test_a_misread_name_is_hers_from_so_many_letters_on() -> None:
    for letters, hers in ((NEAR_LETTERS, True), (NEAR_LETTERS - 1, False)):
        name = "Quzvibraxol"[:letters]
        forgotten = Forgotten(entities=(DeclaredEntity("company", name),))
        assert forgotten.concerns(name) and forgotten.concerns(name.replace("zv", "xv")) is hers
        assert not forgotten.concerns(name.replace("zv", "xw"))


def test_a_name_typed_in_pieces_is_masked_once() -> None:
    rows = [row_of(0, "Maria Kel"), row_of(1, "ler"), row_of(2, "Maria Lopez", "Owner")]
    masked = SHE.mask_rows(rows)
    assert [one.row.interaction_value for one in masked] == ["[PERSON]", "", "Maria Lopez"]
    assert NOBODY.mask_rows(rows) == rows


def test_screens_and_registry_keep_no_value_of_hers() -> None:
    findings = [
        ImageFinding((0, 0, 9, 9), Kind.PERSON, 0.9, "names", value)
        for value in ("Maria Keller", "Maria Kel1er", "Jonas Keller")
    ]
    assert [f.value for f in SHE.without_values(findings)] == ["", "", "Jonas Keller"]
    assert [f.box for f in SHE.without_values(findings)] == [f.box for f in findings]
    learned = Registry([("person", "Keller, Maria", False), ("person", "Jonas Keller", False)])
    assert SHE.without_entries(learned).people() == ["Jonas Keller"]
    assert SHE.registry.values(Kind.COMPANY) == []  # the employer in her address is no secret of hers


def test_the_gate_knows_her_by_id_in_her_batches_and_by_address_anywhere() -> None:
    def header(batch: str, id_: str, email: str | None, name: str) -> Header:
        people = (
            Participant(id_, name, email, "granted"),
            Participant("p-2", "Jonas Keller", None, "granted"),
        )
        granted = Consent("granted", frozenset({"events"}))
        entities = (DeclaredEntity("person", "KELLER, Maria"), DeclaredEntity("company", "Zentrix"))
        consents = {p.id: granted for p in people}
        return Header("f", batch, "HR", "staging", "r", AllowList([]), people, consents, entities, False)

    for batch, id_, email, name, gone in (
        ("b", "p-1", None, "Ada Lovelace", True),
        ("c", "p-9", "MKeller@northwind-freight.com ", "Ada Lovelace", True),
        ("c", "p-1", None, "maria  keller", True),
        ("c", "p-1", "someone@else.example", "Ada Lovelace", False),
        ("c", "p-9", None, "Maria Keller", False),  # of the same name: masked, and nobody's recording is refused
    ):
        seen = SHE.at_the_gate(header(batch, id_, email, name))
        assert (seen.consents[id_].against_events() == "forgotten") is gone
        assert seen.consents["p-2"].against_events() is None
        kept = ["Ada Lovelace"] if not gone and name == "Ada Lovelace" else []
        assert [p.name for p in seen.participants] == [*kept, "Jonas Keller"]
        assert [e.value for e in seen.entities] == ["Zentrix"]


def test_a_mask_is_no_value_of_a_label() -> None:
    fields = [TextInput("[PERSON]", "Employee", "field"), TextInput("The [PERSON] said", None, "prose")]
    assert propagate_labels(fields) == [[], []]
