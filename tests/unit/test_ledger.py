"""The ledger: one identity, one surrogate; bound to its key; nothing readable on disk."""

from __future__ import annotations

import random
import stat
from pathlib import Path

import pytest

from redaction.entities import Ledger
from redaction.errors import EntrophyError, KeyProblem
from redaction.findings import Kind
from redaction.keys import Key, load_or_make_key

KEY = Key(b"k" * 32)
MENTIONS = [
    (Kind.PERSON, "Ilse Brandvold"),
    (Kind.PERSON, "BRANDVOLD, ILSE"),
    (Kind.PERSON, "Ilse"),
    (Kind.PERSON, "Dr. I. Brandvold"),
    (Kind.EMAIL, "ilse.brandvold@zentrix-labs.com"),
    (Kind.USERNAME, "ibrandvold"),
    (Kind.COMPANY, "Zentrix Labs GmbH"),
    (Kind.URL, "zentrix-labs.com"),
    (Kind.PERSON, "ilse%20brandvold"),
    (Kind.PHONE, "+1 (415) 227-2671"),
    (Kind.PHONE, "415.227.2671"),
    (Kind.ID, "4111 1111 1111 1111"),
    (Kind.ID, "DE89 3704 0044 0532 0130 00"),
    (Kind.ID, "10.24.3.77"),
    (Kind.DATE_OF_BIRTH, "12/03/1984"),
    (Kind.PERSON, "Анна Смирнова"),
    (Kind.ADDRESS, "12 Abbott Rapids, Lindsaymouth, DE 50116"),
    (Kind.CHANNEL, "customer-zentrix"),
    (Kind.ID, "EMP-00123"),
]


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    made = Ledger.open(KEY, tmp_path / "ledger")
    made.resolve(MENTIONS)
    return made


def test_forms_of_one_person_agree(ledger: Ledger) -> None:
    first, last = ledger.replacement(Kind.PERSON, "Ilse Brandvold").split()
    assert ledger.replacement(Kind.PERSON, "BRANDVOLD, ILSE") == f"{last.upper()}, {first.upper()}"
    assert ledger.replacement(Kind.PERSON, "Ilse") == first
    assert ledger.replacement(Kind.PERSON, "Dr. I. Brandvold") == f"Dr. {first[0]}. {last}"
    assert ledger.replacement(Kind.PERSON, "ilse%20brandvold") == f"{first}%20{last}".lower()
    assert ledger.replacement(Kind.USERNAME, "ibrandvold") == (first[0] + last).lower()
    company = ledger.replacement(Kind.COMPANY, "Zentrix Labs GmbH")
    assert company.endswith(" Labs GmbH")
    label = company.split()[0].lower()
    assert (
        ledger.replacement(Kind.EMAIL, "ilse.brandvold@zentrix-labs.com")
        == f"{first}.{last}@{label}-labs.example.com".lower()
    )
    assert ledger.replacement(Kind.URL, "zentrix-labs.com") == f"{label}-labs.example.com"
    assert ledger.replacement(Kind.CHANNEL, "customer-zentrix") == f"customer-{label}"


def test_reserved_space_and_shape(ledger: Ledger) -> None:
    phone = ledger.replacement(Kind.PHONE, "+1 (415) 227-2671")
    assert phone.startswith("+1 (") and "555-01" in phone and len(phone) == len("+1 (415) 227-2671")
    assert ledger.replacement(Kind.PHONE, "415.227.2671")[-8:] == phone[-8:].replace("-", ".")
    assert ledger.replacement(Kind.ID, "10.24.3.77").rsplit(".", 1)[0] in {"192.0.2", "198.51.100", "203.0.113"}
    assert ledger.replacement(Kind.ID, "DE89 3704 0044 0532 0130 00").startswith("DE00 ")
    assert (
        ledger.replacement(Kind.ID, "EMP-00123").startswith("EMP-")
        and ledger.replacement(Kind.ID, "EMP-00123") != "EMP-00123"
    )
    birth = ledger.replacement(Kind.DATE_OF_BIRTH, "12/03/1984")
    assert birth != "12/03/1984" and abs(int(birth[-4:]) - 1984) <= 1
    assert all("\u0400" <= c <= "\u04ff" or c == " " for c in ledger.replacement(Kind.PERSON, "Анна Смирнова"))


def test_order_and_batches_change_nothing(tmp_path: Path, ledger: Ledger) -> None:
    shuffled = MENTIONS[:]
    random.Random(3).shuffle(shuffled)
    other = Ledger.open(KEY, tmp_path / "other")
    other.resolve(shuffled)
    assert [ledger.replacement(*m) for m in MENTIONS] == [other.replacement(*m) for m in MENTIONS]


def test_it_persists(tmp_path: Path) -> None:
    first = Ledger.open(KEY, tmp_path / "l")
    first.resolve(MENTIONS[:1])
    made = first.replacement(*MENTIONS[0])
    first.close()
    again = Ledger.open(KEY, tmp_path / "l")
    again.resolve([(Kind.PERSON, "Svetla Achterberg"), *MENTIONS])
    assert again.replacement(*MENTIONS[0]) == made
    assert again.counts()[Kind.PERSON] >= 2


def test_another_key_gives_others_and_cannot_open(tmp_path: Path, ledger: Ledger) -> None:
    with pytest.raises(KeyProblem):
        Ledger.open(Key(b"x" * 32), tmp_path / "ledger")
    other = Ledger.open(Key(b"x" * 32), tmp_path / "other")
    other.resolve(MENTIONS)
    assert other.replacement(*MENTIONS[0]) != ledger.replacement(*MENTIONS[0])
    assert other.entity_id(*MENTIONS[0]) != ledger.entity_id(*MENTIONS[0])


def test_nothing_readable_on_disk(tmp_path: Path, ledger: Ledger) -> None:
    ledger.close()
    raw = (tmp_path / "ledger").read_bytes().lower()
    assert stat.S_IMODE((tmp_path / "ledger").stat().st_mode) == 0o600
    for word in (b"ilse", b"brandvold", b"zentrix", b"lindsaymouth", b"4111"):
        assert word not in raw


def test_identities(ledger: Ledger) -> None:
    assert ledger.entity_id(Kind.PERSON, "Ilse Brandvold") == ledger.entity_id(Kind.PERSON, "BRANDVOLD, ILSE")
    assert ledger.entity_id(Kind.PERSON, "Ilse") == ledger.entity_id(Kind.PERSON, "Ilse Brandvold")
    assert {value for _, _, value in ledger.real_values()} == {surface for _, surface in MENTIONS}


def test_surrogates_are_left_alone(ledger: Ledger) -> None:
    for kind, surface in MENTIONS:
        made = ledger.replacement(kind, surface)
        assert made != surface
        assert ledger.is_own(kind, made), kind
        ledger.resolve([(kind, made)])
        assert ledger.replacement(kind, made) == made


def test_surrogates_are_nobody(tmp_path: Path) -> None:
    from redaction.text.names import name_lists

    people = [
        (Kind.PERSON, f"{a} {b}")
        for a in ("Marta", "Omar", "Devika", "Piet")
        for b in ("Ortiz", "Larsen", "Novak", "Rossi", "Haas")
    ]
    ledger = Ledger.open(KEY, tmp_path / "l")
    ledger.resolve(people)
    made = [ledger.replacement(*m) for m in people]
    assert len(set(made)) == len(people)
    assert not any(name_lists().is_name(word) for name in made for word in name.split())


def test_unresolved_is_an_error(ledger: Ledger) -> None:
    with pytest.raises(EntrophyError):
        ledger.replacement(Kind.PERSON, "Nobody Resolved")


def test_keys(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = load_or_make_key(path)
    assert load_or_make_key(path) == key and len(key.derive("a")) == 32 and key.derive("a") != key.derive("b")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert str(key.material) not in repr(key)
    path.chmod(0o640)
    with pytest.raises(KeyProblem):
        load_or_make_key(path)
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(KeyProblem):
        load_or_make_key(path)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(KeyProblem):
        load_or_make_key(tmp_path / "link")


def test_a_key_is_made_where_there_are_no_hard_links_and_never_replaces_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_here(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # what FAT answers

    monkeypatch.setattr("os.link", none_here)
    key = load_or_make_key(tmp_path / "key")
    assert load_or_make_key(tmp_path / "key") == key

    def meanwhile(_: Key) -> None:
        (tmp_path / "other").write_bytes(b"o" * 32)
        (tmp_path / "other").chmod(0o600)

    assert load_or_make_key(tmp_path / "other", meanwhile) == Key(b"o" * 32)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["key", "other"]
