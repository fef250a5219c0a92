"""What the pattern detectors find, and what looks alike and must be left alone."""

from __future__ import annotations

import re

import pytest

from redaction.findings import Kind, Source
from redaction.policy import TextPolicy
from redaction.stages.row_spans import over_pieces
from redaction.text import TextEngine
from redaction.text.inputs import Role
from redaction.text.patterns.labels import _name_of_company
from redaction.text.patterns.letterhead import letterhead
from redaction.text.patterns.pattern import Near


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


FOUND = [
    (Kind.PERSON, "Order 17\nLast name: Price\nStatus: open", "Price"),
    (Kind.PERSON, "Status: open | Customer first name: Grace | Priority: high", "Grace"),
    (Kind.PERSON, "lastName = Field", "Field"),
    (Kind.PERSON, "Nom de famille: Rose", "Rose"),
    (Kind.EMAIL, "write to juan.ortiz@northwind-labs.com.", "juan.ortiz@northwind-labs.com"),
    (Kind.EMAIL, "<o'hara@brightmoor.co.uk>", "o'hara@brightmoor.co.uk"),
    (Kind.EMAIL, "jane (at) brightmoor (dot) com", "jane (at) brightmoor (dot) com"),
    (Kind.EMAIL, "🙂 mail: zoë@brightmoor.de", "zoë@brightmoor.de"),
    (Kind.EMAIL, "to=ann%40brightmoor.com&x=1", "ann%40brightmoor.com"),
    (Kind.PHONE, "call (415) 227-2671 today", "(415) 227-2671"),
    (Kind.PHONE, "Tel. +49 30 9018 2077", "+49 30 9018 2077"),
    (Kind.PHONE, "Tel. 0004 903 090 182", "0004 903 090 182"),
    (Kind.PHONE, "ring 01632 960 001", "01632 960 001"),
    (Kind.PHONE, "ask for a reference: +90 212 321 71 83", "+90 212 321 71 83"),
    (Kind.PHONE, "ask for a reference: (206) 555-4579", "(206) 555-4579"),
    (Kind.PHONE, "order 206-227-4579", "206-227-4579"),
    (Kind.PHONE, "ref 0049 30 90182077", "0049 30 90182077"),
    (Kind.PHONE, "71-33-52-22 office", "71-33-52-22"),
    (Kind.ID, "IBAN DE89 3704 0044 0532 0130 00.", "DE89 3704 0044 0532 0130 00"),
    (Kind.ID, "card 4111 1111 1111 1111", "4111 1111 1111 1111"),
    (Kind.ID, "SSN: 219-09-9999", "219-09-9999"),
    (Kind.ID, "Card4111111111111111", "4111111111111111"),
    (Kind.ID, "Change of address (customer C-20391)", "C-20391"),
    (Kind.COMPANY, "debit Ostravaix Sp. z 0.0. mandate", "Ostravaix Sp. z 0.0."),
    (Kind.COMPANY, "Nurse at Cobalt Energy AG", "Cobalt Energy AG"),
    (Kind.ID, "PAN ABCPE1234F", "ABCPE1234F"),
    (Kind.ID, "codice RSSMRA85T10A562S", "RSSMRA85T10A562S"),
    (Kind.ID, "Employee ID: E-20391", "E-20391"),
    (Kind.ID, "Account C-49064, depot 7", "C-49064"),
    (Kind.ID, "Called the tenant 2049916 back", "2049916"),
    (Kind.PERSON, "depot Utrecht, driver Matteo", "Matteo"),
    (Kind.PERSON, "RN Adriano Vele · bed 2", "RN Adriano Vele"),
    (Kind.DATE_OF_BIRTH, "Nac.02/02/2011", "02/02/2011"),
    (Kind.ID, "Signature on file, van MZ89 KXZ", "MZ89 KXZ"),
    (Kind.ID, "vehicle L-RL 5556 will be late", "L-RL 5556"),
    (Kind.ID, "Tax reg. FR11096102812", "FR11096102812"),
    (Kind.USERNAME, "sshd[7065]: Accepted publickey for ucarp from 10.192.149.31 port 54351", "ucarp"),
    (Kind.USERNAME, "New session 4471 of user tdale.", "tdale"),
    (Kind.USERNAME, "sudo: tdale : TTY=pts/1 ; USER=root", "tdale"),
    (Kind.USERNAME, "-rw-r--r-- 1 tdale staff 18221 Jun 15 17:40 notes.md", "tdale"),
    (Kind.PASSPORT, "Passport C01X00T47 (German)", "C01X00T47"),
    (Kind.ID, "MRN 00482913, Ward 5", "00482913"),
    (Kind.ID, "DL# D1234567", "D1234567"),
    (Kind.ID, "the plots nos. 312, 45 and 118/5 were sold", "312"),
    (Kind.ID, "the plots nos. 312, 45 and 118/5 were sold", "118/5"),
    (Kind.ID, "NI AB123456C", "AB123456C"),
    (Kind.ID, "Employee: n. n. | Dept: 4410 | ID: E-20391", "E-20391"),
    (Kind.SECRET, "exp 04/27 cvv 123", "123"),
    (Kind.SECRET, "DB_PASSWORD=hunter2x", "hunter2x"),
    (
        Kind.SECRET,
        "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ),
    (Kind.ID, "from 10.24.3.77 via eth0", "10.24.3.77"),
    (Kind.ID, "mac 3c:22:fb:10:aa:7e", "3c:22:fb:10:aa:7e"),
    (Kind.ID, "fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a"),
    (Kind.SECRET, "key AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    (Kind.SECRET, "tok-D4pTn8sQzVb2Xk9LmR7w", "tok-D4pTn8sQzVb2Xk9LmR7w"),
    (Kind.SECRET, "password: hunter2x", "hunter2x"),
    (Kind.SECRET, "ghp_" + "a1B2" * 9, "ghp_" + "a1B2" * 9),
    (Kind.USERNAME, "C:\\Users\\mkellerm\\Desktop", "mkellerm"),
    (Kind.USERNAME, "/home/mkellerm/notes.txt", "mkellerm"),
    (Kind.USERNAME, "thanks @ilse_brand!", "ilse_brand"),
    (Kind.USERNAME, "https://www.linkedin.com/in/ilse-brandvold-77/", "ilse-brandvold-77"),
    (Kind.URL, "4814618-sb1.app.netsuite.com", "4814618-sb1"),
    (Kind.URL, "https://brightmoor.zendesk.com/agent", "brightmoor"),
    (Kind.REPOSITORY, "https://github.com/brightmoor/portal/pull/7", "brightmoor/portal"),
    (Kind.CHANNEL, "posted in #customer-brightmoor", "customer-brightmoor"),
    (Kind.DATE_OF_BIRTH, "DOB: 12/03/1984", "12/03/1984"),
    (Kind.DATE_OF_BIRTH, "born on March 3, 1980 in", "March 3, 1980"),
    (Kind.COMPANY, "from Brightmoor Logistics GmbH in", "Brightmoor Logistics GmbH"),
    (Kind.ADDRESS, "at 51161 Abbott Rapids, Lindsaymouth, DE 50116", "51161 Abbott Rapids, Lindsaymouth, DE 50116"),
    (Kind.ADDRESS, "Hauptstraße 12, 10115 Berlin", "Hauptstraße 12, 10115 Berlin"),
    (Kind.PERSON, "From: Kellermann, Marta\n", "Kellermann, Marta"),
    (Kind.PERSON, "Dear Svetla,\nyour order", "Svetla"),
    (Kind.PERSON, "Mrs Achterberg called", "Mrs Achterberg"),
    (Kind.PERSON, '"Candidate": "Devika Raghunathan",', "Devika Raghunathan"),
]


@pytest.mark.parametrize(
    ("kind", "text", "expected"), FOUND, ids=[f"{k.value}-{i}" for i, (k, _, _) in enumerate(FOUND)]
)
def test_found(engine: TextEngine, kind: Kind, text: str, expected: str) -> None:
    found = [(f.kind, text[f.start : f.end]) for f in engine.find(text)]
    assert (kind, expected) in found


@pytest.mark.parametrize(
    "text",
    [
        "9e2c8808-9a31-4e05-b151-e6d17ec6ae4d",
        "2025-04-18 17:01:16.466",
        '{"x": 159, "y": 484}',
        "version 10.4.3.77",
        "Passport expires 2031-04-12",
        "Employee list, sorted by ID: 12 rows",
        "Case number is required",
        "Invoice 56202596 of 2015 - 2018",
        "https://www.amazon.com/dp/B07JW9H4J1",
        "https://www.linkedin.com/in/garden-report",
        "main.py and README.md",
        "127.0.0.1:8080",
        "07/2010 9/2000 05/2011",
        "0000000000029",
        "Refund 00002-018-0001",
        "#general and #7f7f7f",
        "@property",
        "password: ********",
        "Mark as Read",
        "Will you approve? May 5 works.",
        "Grant Access",
        "Dear Sir or Madam,",
        "C:\\Users\\Public\\Documents",
        "total 1,234,567.89 USD",
        "Page 2 of 14",
        "at 16:35 Release Notes are live",
        "merge 4 commits into main",
        "order 4500001234",
        "account 4000 holds the sales",
        "a member since 2019",
        "session opened for user root(uid=0)",
        "drwxr-xr-x 2 www-data www-data 4096 logs",
        "A new user is created for every tenant",
        "order AB12 CDE and part L-RL 5556",
        "[PERSON] wrote to [EMAIL]",
    ],
)
def test_left_alone(engine: TextEngine, text: str) -> None:
    assert [text[f.start : f.end] for f in engine.find(text)] == []


def test_labels_are_evidence(engine: TextEngine) -> None:
    def kinds(value: str, label: str) -> list[tuple[str, Kind]]:
        return [(value[f.start : f.end], f.kind) for f in engine.find(value, label=label, role="field")]

    assert kinds("Xq Zzyv", "* Candidate Name:") == [("Xq Zzyv", Kind.PERSON)]
    assert kinds("Xq Zzyv; Rrt Oolk", "ASSIGNED_TO") == [("Xq Zzyv", Kind.PERSON), ("Rrt Oolk", Kind.PERSON)]
    assert kinds("Xq Zzyv", "Opened by") == kinds("Xq Zzyv", "Coordinator") == [("Xq Zzyv", Kind.PERSON)]
    assert kinds("q7-Zk", "Portal API token") == kinds("q7-Zk", "New password") == [("q7-Zk", Kind.SECRET)]
    assert kinds("Zzyv Ltd", "Customer") == [("Zzyv Ltd", Kind.COMPANY)]
    assert kinds("56202596", "Invoice*") == []
    assert kinds("All", "Owner") == []


def test_a_feed_tells_a_name_and_a_deed(engine: TextEngine) -> None:
    def person(value: str) -> list[str]:
        return [value[f.start : f.end] for f in engine.find(value, label="Participant", role="line")]

    assert person("Xq Zzyv left a note") == ["Xq Zzyv"]
    assert person("Xq van der Zzyv") == ["Xq van der Zzyv"]


@pytest.mark.parametrize(
    ("value", "is_company"),
    [
        ("Xqzzyv prefers calls before noon.", False),
        ("Xqzzyv prefers calls", True),  # two ordinary words may belong to a name
        ("Xqzzyv Sons and more than rugs", True),
        ("Xqzzyv for the love of rugs", True),
        ("Xqzzyv prefers calls before zzkn", True),
    ],
)
def test_a_sentence_under_the_label_of_a_company_is_none(engine: TextEngine, value: str, is_company: bool) -> None:
    def companies(role: Role) -> list[str]:
        found = engine.find(value, label="Company", role=role)
        return [value[f.start : f.end] for f in found if f.source is Source.LABEL and f.kind is Kind.COMPANY]

    assert bool(companies("line")) is is_company
    assert companies("field"), "a field's label is certain"


def test_offsets_are_code_points(engine: TextEngine) -> None:
    for prefix in ("🙂🙂 ", "e\u0301 ", "日本語 ", "&amp; "):
        text = prefix + "ann@brightmoor.com"
        assert [text[f.start : f.end] for f in engine.find(text)] == ["ann@brightmoor.com"]


def test_typed_pieces_are_one_string(engine: TextEngine) -> None:
    parts = ["ann@bri", "ghtmoor", ".com ok"]
    found = over_pieces(range(3), "field_value", parts, engine.find("".join(parts), role="field"))
    assert sorted((f.row, parts[f.row][f.start : f.end]) for f in found) == [
        (0, "ann@bri"),
        (1, "ghtmoor"),
        (2, ".com"),
    ]


def test_threshold_and_kinds_of_analyzer() -> None:
    from redaction.text.recognizers import make_analyzer

    results = make_analyzer().analyze("mail ann@brightmoor.com", language="en")
    assert [(r.entity_type, r.start, r.end) for r in results if r.entity_type == "EMAIL"] == [("EMAIL", 5, 23)]


@pytest.mark.parametrize(
    ("line", "company"),
    [
        ("Vexlor Zquell", True),
        ("Maria Vexlor", False),
        ("Maria Anna Luisa von Vexlor", False),
        ("Maria Anna Luisa von Vexlor-Zquell", True),  # people have five words at most
    ],
)
def test_the_line_above_a_street_is_a_company_or_a_person(line: str, company: bool) -> None:
    text = f"{line}\n12 Long Lane"
    found = [text[f.start : f.end] for f in letterhead(text, len(line) + 1)]
    assert found == [line] * company


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("code: 4711", True), ("x code:  4711", True), ("x code:   4711", False),
        ("4711 code", True), ("x 4711  code", False),
    ],
)  # fmt: skip
def test_a_word_is_near_within_so_many_characters(text: str, near: bool) -> None:
    (match,) = re.finditer(r"\d+", text)
    assert Near(re.compile("code"), before=7, behind=5).meets(match) is near
    assert Near(re.compile("code"), before=7).meets(match) is (near and not text.endswith("code"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Bank of the North", True),
        ("Bank with Roots", False),  # connecting words have three letters at most
        ("the Northern Bank", False),
        (" ".join(["North"] * 9), True),
        (" ".join(["North"] * 10), False),
    ],
)
def test_ordinary_words_in_capitals_may_be_a_company_s_name(text: str, told: bool) -> None:
    assert _name_of_company("Company name", text, "rest") is told
    assert not _name_of_company("Subject", text, "rest")
    assert _name_of_company("Subject", text, "quoted")
