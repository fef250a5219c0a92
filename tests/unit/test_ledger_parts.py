"""What a mention is made of, form by form: the identity of a number, the owner of a host, the parts of a name."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.kinds.table import spec_of
from redaction.ledger.parts import Known, email_pieces, host_pieces, number_identity, parts_of, spell
from redaction.ledger.spelling import encoded
from redaction.ledger.surface import runs

BRANDVOLD = (("w:ilse", True), ("w:brandvold", False))


@pytest.fixture
def known() -> Known:
    made = Known(lambda text: text)
    made.learn(Kind.PERSON, "Ilse Brandvold")
    made.learn(Kind.COMPANY, "Quorvex Vantis Ltd")
    return made


@pytest.mark.parametrize(
    ("kind", "text", "identity"),
    [
        (Kind.PHONE, "+1 (415) 227-2671 x12", "152272671"),
        (Kind.PHONE, "0415 227 2671 ext 9", "152272671"),
        (Kind.PHONE, "12345678901234", "678901234"),
        (Kind.PHONE, "030 1234 Durchwahl 5", "0301234"),
        (Kind.ID, "10.0.0.01", "10.0.0.1"),
        (Kind.SECRET, "10.0.0.1", "10001"),
        (Kind.ID, "Ab-12 ß", "ab12ss"),
    ],
)
def test_the_identity_of_a_number(kind: Kind, text: str, identity: str) -> None:
    assert number_identity(spec_of(kind).identity, text) == identity


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ada@quorvex.com", ("ada", "quorvex", "example.com")),
        ("ada [at] quorvex [dot] co [dot] uk", ("ada", "quorvex", "example.org")),
        ("ada at quorvex dot de", ("ada", "quorvex", "example.org")),
        (" ada @ quorvex . com ", ("ada", "quorvex", "example.com")),
        ("ada@gmail.com", ("ada", "", "gmail.example.com")),
        ("ada@example.com", ("ada", "", "example.com")),
        ("ada@host.corp", ("ada", "host", "example.org")),
        ("ada@nothing", ("ada", "nothing", "example.com")),
    ],
)
def test_the_owner_of_a_mail_domain(text: str, pieces: tuple[str, str, str]) -> None:
    assert tuple(email_pieces(text)) == pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("quorvex.com", ("quorvex", "example.com")),
        (" quorvex.com. ", ("quorvex", "example.com")),
        ("www.quorvex.co.uk", ("quorvex", "example.org")),
        ("mail.example.com", ("mail", "example.com")),
        ("example.com", ("", "example.com")),
        ("srv.lan", ("srv", "example.org")),
        ("a.b.internal", ("b", "example.org")),
        ("localhost", None),
        ("x.y", None),
    ],
)
def test_the_owner_of_a_host(text: str, pieces: tuple[str, str] | None) -> None:
    found = host_pieces(text)
    assert (None if found is None else tuple(found)) == pieces


@pytest.mark.parametrize(
    ("kind", "surface", "parts"),
    [
        (Kind.PERSON, "Ilse Brandvold", BRANDVOLD),
        (Kind.PERSON, "Ilse 42", BRANDVOLD[:1]),
        (Kind.PERSON, "Dr. I. Brandvold", (("i:i|brandvold", False), *BRANDVOLD)),
        (Kind.PERSON, "IB", (("a:ib", False), *BRANDVOLD)),
        (Kind.PERSON, "XQ", (("a:xq", False),)),
        (Kind.PERSON, "XQZ", (("a:xqz", False),)),
        (Kind.PERSON, "XQZW", (("w:xqzw", False),)),  # initials have two or three letters
        (Kind.PERSON, "Xq", (("w:xq", False),)),
        (Kind.USERNAME, "ibrandvold", (("c:ibrandvold", False), *BRANDVOLD)),
        (Kind.USERNAME, "brandvold77", (("w:brandvold", False),)),  # two digits beside letters identify nobody
        (Kind.USERNAME, "brandvold777", (("w:brandvold", False), ("n:777", False))),
        (Kind.USERNAME, "12", (("n:12", False),)),
        (Kind.COMPANY, "Quorvex Vantis Ltd", (("w:quorvex", False), ("w:vantis", False))),
        (
            Kind.CHANNEL,
            "team-quorvexvantis",
            (("c:quorvexvantis", False), ("w:quorvex", False), ("w:vantis", False)),
        ),
        (Kind.EMAIL, "i.brandvold@gmail.com", (("i:i|brandvold", False), *BRANDVOLD)),
        (Kind.EMAIL, "ilse.b@quorvex.com", (("w:ilse", False), ("i:b|ilse", False), ("w:quorvex", False))),
        (Kind.PHONE, "+1 415 227 2671", (("p:152272671", False),)),
        (Kind.PHONE, "x", ()),
        (Kind.ID, "10.0.0.1", (("m:10.0.0.1", False),)),
        (Kind.SECRET, "10.0.0.1", (("x:10001", False),)),
        (Kind.ID, "--", ()),
        (Kind.DATE_OF_BIRTH, " 12/03/1984 ", (("d:12031984", False),)),
        (Kind.ADDRESS, "7 Abbott St", (("n:7", False), ("w:abbott", False))),
    ],
)
def test_the_parts_of_a_mention(kind: Kind, surface: str, parts: tuple[tuple[str, bool], ...], known: Known) -> None:
    assert [(part.name, part.first) for part in parts_of(kind, surface, known)] == list(parts)


@pytest.mark.parametrize(
    ("kind", "surface", "stays"),
    [
        (Kind.COMPANY, "Quorvex Ltd", ["Ltd"]),
        (Kind.COMPANY, "Bank Ltd", ["Ltd"]),  # nothing but words that stay: they are the name
        (Kind.COMPANY, "Ltd", []),
        (Kind.COMPANY, "Bank 24", []),  # two digits tell nobody from anybody
        (Kind.COMPANY, "Bank 240", ["Bank"]),
        (Kind.ADDRESS, "Street 12", []),
        (Kind.PERSON, "Mrs 12", ["Mrs"]),
        (Kind.PERSON, "Dr. Mr.", []),
    ],
)
def test_of_every_mention_something_goes(kind: Kind, surface: str, stays: list[str]) -> None:
    assert [run.written for run in runs(kind, surface) if run.stays] == stays


@pytest.mark.parametrize(("company", "acronym"), [("ACME", True), ("ACMES", False), ("Acme", False)])
def test_short_capitals_are_acronyms(company: str, acronym: bool, known: Known) -> None:
    assert [part.acronym for part in parts_of(Kind.COMPANY, company, known)] in ([acronym], [acronym, acronym])


def test_a_composition_is_spelled_by_its_recipe() -> None:
    recipe = (("a", 0), ("b", 1), ("c", -1), ("d", -2), ("e", 2), ("f", 0))
    assert spell(recipe, {"w:a": "alpha", "w:b": "beta", "w:e": "echo"}, str.upper) == "alphabcDecf"


def test_one_word_tells_a_person_while_nobody_else_bears_it(known: Known) -> None:
    ilse = known.person_with(("ilse", "brandvold"))
    assert ilse is not None and (ilse.firsts, ilse.lasts) == (("ilse",), ("brandvold",))
    assert known.person_with(("brandvold",)) == known.person_with(("brandvold", "i")) == ilse
    assert known.person_with(("nobody",)) is known.person_with(("i",)) is known.person_with(()) is None
    known.learn(Kind.PERSON, "Ivar Brandvold")
    assert known.person_with(("brandvold",)) is None
    assert known.person_with(("ilse",)) == ilse


@pytest.mark.parametrize(
    ("surface", "made", "shown"),
    [
        ("a%20b", "x y", "x%20y"),
        ("a%20b", "x  y", "x  y"),  # of another length: nothing can be laid over it
        ("%41b", "xy", "xy"),
        ("a b", "x y", "x y"),
        ("a%2Fb%2F", "c/d/", "c%2Fd%2F"),
    ],
)
def test_what_was_encoded_and_stays_stays_encoded(surface: str, made: str, shown: str) -> None:
    assert encoded(surface, made) == shown
