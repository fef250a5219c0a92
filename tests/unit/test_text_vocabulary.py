"""Labels put together of words: what they promise, and what no label promises."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.lexicon.shapes import day, fits, login, person, telephone
from redaction.lexicon.vocabulary import names_people, part_of_name, spec_of_label
from redaction.text.patterns.labels import labelled


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("* Approver's name(s) (optional):", Kind.PERSON),
        ("Name of the insured", Kind.PERSON),
        ("Backup approver", Kind.PERSON),
        ("Witness 2", Kind.PERSON),
        ("Last modified by", Kind.PERSON),
        ("Geändert durch", Kind.PERSON),
        ("Modifié par", Kind.PERSON),
        ("Creado por", Kind.PERSON),
        ("Vorgesetzte(r)", Kind.PERSON),
        ("Mitarbeiter/in", Kind.PERSON),
        ("Nom et prénom", Kind.PERSON),
        ("Parent / guardian", Kind.PERSON),
        ("DOB (age)", Kind.DATE_OF_BIRTH),
        ("Date of birth (DD/MM/YYYY)", Kind.DATE_OF_BIRTH),
        ("Né(e) le", Kind.DATE_OF_BIRTH),
        ("Geb.-Datum", Kind.DATE_OF_BIRTH),
        ("F. nacimiento", Kind.DATE_OF_BIRTH),
        ("SSO ID", Kind.USERNAME),
        ("Benutzerkennung", Kind.USERNAME),
        ("Employee login", Kind.USERNAME),
        ("Policyholder ref. no.", Kind.ID),
        ("Personal-Nr.", Kind.ID),
        ("Kundennummer", Kind.ID),
        ("Raised on behalf of", Kind.PERSON),
        ("N° client", Kind.ID),
        ("staffno", Kind.ID),
        ("Number of the policy", Kind.ID),
        ("Tel. privat", Kind.PHONE),
        ("Emergency tel.", Kind.PHONE),
        ("Approver e-mail", Kind.EMAIL),
        ("Ship-to address", Kind.ADDRESS),
        ("Address line 2", Kind.ADDRESS),
        ("Straße", Kind.ADDRESS),
        ("Sold-to party", Kind.COMPANY),
        ("Raison sociale", Kind.COMPANY),
    ],
)
def test_labels_of_many_forms(label: str, kind: Kind) -> None:
    stated = spec_of_label(label)
    assert stated is not None and stated.kind is kind and not stated.shape


@pytest.mark.parametrize(
    "label",
    [
        *("Sort by", "Sorted by", "Grouped by", "Required by", "Due date", "Created on", "Number of employees"),
        *("Invoice number", "Project name", "File name", "Web address", "Status", "Description"),
        *(
            "Employee of the month",
            "Bank ref",
            "Document number",
            "Happy birthday",
            "Yatan Brink collected by",
            "Language",
        ),
    ],
)
def test_what_no_label_promises(label: str) -> None:
    assert spec_of_label(label) is None


@pytest.mark.parametrize(
    ("label", "value", "other"),
    [
        ("Main", "+44 20 7946 0991", "Dashboard"),
        ("Ext.", "4312", "pdf"),
        ("Actor", "t_varga", "Scheduled job"),
        ("Operator", "Ingvild Hald", "Equals"),
        ("Run as", "mbrink", "Daily"),
        ("Premises", "Quillgasse 12, 1090 Zvolnik", "Second floor"),
        ("Employees", "Ingvild Hald", "Time off"),
        ("Ordered by", "Ingvild Hald", "Date"),
    ],
)
def test_an_ambiguous_label_needs_a_value_of_its_kind(label: str, value: str, other: str) -> None:
    assert list(labelled(value, label, field=True)) and not list(labelled(other, label, field=True))


def test_shapes() -> None:
    assert person("Ingvild de la Cruz") and not person("Time Off") and not person("Route 66")
    assert login("t_varga") and login("CORP\\mbrink") and not login("Ingvild") and not login("report.pdf")
    assert telephone("(06) 85 037-5842") and not telephone("2025-06-30") and not telephone("14 days")
    assert all(day(text) for text in ("12.03.1984", "5 May", "March 5, 1984", "1984-03-05", "12/3/84"))
    assert not any(day(text) for text in ("16:34", "3.0", "unknown"))
    assert fits("address", "Slatinská 4, 063 37 Svrčinovec") and not fits("address", "Room 4, Building B")
    assert fits("company", "Zhvexia Foods") and not fits("company", "Open Orders")


@pytest.mark.parametrize(
    ("label", "logins"),
    [
        ("Owner", True),
        ("Approved by", True),
        ("Name of the insured", False),
        ("Signed on behalf of", False),
        ("Customer ref no", False),
        ("API key", False),
    ],
)
def test_log_ins_stand_under_labels_of_work_only(label: str, logins: bool) -> None:
    spec = spec_of_label(label)
    assert spec is not None and spec.logins is logins


@pytest.mark.parametrize(
    ("label", "part", "people"),
    [
        ("Last name", ("", False), True),
        ("customer_first_name", ("customer", True), True),
        ("Vorname", ("", True), True),
        ("Nom", ("", False), False),
        ("Maiden name", None, True),
        ("Name", None, False),
        ("Customer", None, False),
    ],
)
def test_parts_of_names(label: str, part: tuple[str, bool] | None, people: bool) -> None:
    assert part_of_name(label) == part and names_people(label) is people


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ilse Brandvold · by e-mail", ["Ilse Brandvold"]),
        ("Ilse Brandvold · Omar Fenwright", ["Ilse Brandvold", "Omar Fenwright"]),
        ("· Ilse Brandvold", ["Ilse Brandvold"]),
        ("Gal·la Puigvert", ["Gal·la Puigvert"]),
        ("Mark · Support", ["Mark"]),
    ],
)
def test_under_a_label_a_dot_with_a_blank_beside_it_sets_names_apart(text: str, people: list[str]) -> None:
    assert [text[f.start : f.end] for f in labelled(text, "Participant")] == people
