"""Names such as many people bear: script, gender and language of the original, any length, nobody who is there."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from redaction.findings import Kind
from redaction.ledger.common_names import NO_EVIDENCE, Evidence, common_name
from redaction.ledger.entities import Ledger
from redaction.ledger.issued import as_borne, as_written, letters_of
from redaction.ledger.keys import Key
from redaction.ledger.making import NEAR_LETTERS, too_near
from redaction.ledger.part_kinds import PartKind, kind_of
from redaction.lexicon.fold import fold_token
from redaction.lexicon.name_counts import FEMALE, FIRSTS, LASTS, MALE, name_counts
from redaction.lexicon.names import name_lists
from redaction.lexicon.scripts import all_of
from redaction.lexicon.words import is_word

KEY = Key(b"n" * 32)
SECRET = b"n" * 32


def shown(*mentions: tuple[Kind, str], key: Key = KEY) -> list[str]:
    ledger = Ledger.open(key, None)
    ledger.resolve(mentions)
    return [ledger.replacement(*m) for m in mentions]


def roles(name: str) -> set[str]:
    return {pool.role for pool in name_counts().shares.get(fold_token(name), {})}


@pytest.mark.parametrize(
    ("name", "script"),
    [("Анна Смирнова", "CYRILLIC"), ("Ελένη Παπαδοπούλου", "GREEK"), ("王伟", "CJK"), ("김민준", "HANGUL")],
)
def test_the_script_stays(name: str, script: str) -> None:
    (made,) = shown((Kind.PERSON, name))
    assert made != name and all(all_of(word, script) for word in made.split())


@pytest.mark.parametrize(("title", "gender"), [("Mr.", MALE), ("Ms.", FEMALE), ("Frau", FEMALE), ("Herr", MALE)])
def test_a_title_tells_the_gender_of_the_first_name(title: str, gender: str) -> None:
    for first in ("Robin", "Kim", "Andrea"):
        (made,) = shown((Kind.PERSON, f"{title} {first} Keller"))
        assert made.split()[0] == title and gender in roles(made.split()[1])


@pytest.mark.parametrize(("token", "gender"), [("maria", FEMALE), ("thomas", MALE), ("olga", FEMALE), ("henry", MALE)])
def test_a_first_name_keeps_its_gender_whatever_is_drawn(token: str, gender: str) -> None:
    made = [common_name(SECRET, token, Evidence(first=True), attempt) for attempt in range(40)]
    assert all(gender in roles(name) for name in made) and len(set(made)) > 10


def test_a_listed_name_is_drawn_for_a_listed_one_and_an_unlisted_one_for_one_that_is_not() -> None:
    listed = [common_name(SECRET, "keller", NO_EVIDENCE, attempt) for attempt in range(40)]
    assert all(roles(name) & set(LASTS) for name in listed)
    coined = [common_name(SECRET, "brandvold", NO_EVIDENCE, attempt) for attempt in range(40)]
    assert not any(name_lists().is_name(name) or is_word(name) for name in coined)
    ordinary = [common_name(SECRET, "hunter", NO_EVIDENCE, attempt) for attempt in range(40)]
    assert all(is_word(name) and roles(name) & set(LASTS) for name in ordinary)


def test_accents_are_drawn_for_accents_only() -> None:
    assert any(common_name(SECRET, "muller", NO_EVIDENCE, n).isascii() for n in range(40) if n < 60) is not False
    accented = [common_name(SECRET, "muller", Evidence(accented=True), n) for n in range(40)]
    plain = [common_name(SECRET, "keller", NO_EVIDENCE, n) for n in range(40)]
    assert not any(map(str.isascii, accented)) and all(map(str.isascii, plain))


@pytest.mark.parametrize(
    ("address", "made"),
    [
        ("Lindsaymouth", r"[A-Z][a-z]+mouth"),
        ("Brandvoldstrasse", r"[A-Z][a-z]+strasse"),
        ("12 Abbott Rapids", r"\d\d [A-Z][a-z]+ [A-Z][a-z]+"),
    ],
)
def test_streets_and_towns_read_like_ones(address: str, made: str) -> None:
    (drawn,) = shown((Kind.ADDRESS, address))
    assert re.fullmatch(made, drawn) and drawn != address


def test_a_town_is_drawn_for_a_town() -> None:
    (drawn,) = shown((Kind.ADDRESS, "Augsburg"))
    assert "town" in roles(drawn)


def test_the_length_of_a_name_says_nothing() -> None:
    from statistics import correlation

    words = sorted(t for t, of in name_counts().shares.items() if t.isascii() and any(p.language == "en" for p in of))
    words = random.Random(3).sample(words, 600)
    made = [common_name(SECRET, word, NO_EVIDENCE, 0) for word in words]
    assert abs(correlation([len(w) for w in words], [len(m) for m in made])) < 0.25


def test_when_the_names_of_a_language_are_given_out_others_and_double_names_follow() -> None:
    """Hungarian has a hundred last names on the lists; four hundred people need as many."""
    made = {common_name(SECRET, "kovacs", Evidence(accented=True), n) for n in (59, 60, 119)}
    assert not any("-" in name for name in made)
    assert "-" in common_name(SECRET, "kovacs", Evidence(accented=True), 120)


def test_hundreds_of_people_get_as_many_surrogates() -> None:
    draw = random.Random(4)
    pools = name_counts().pools
    firsts = sorted({n for p, names in pools.items() if p.language == "en" and p.role in FIRSTS for n in names.written})
    lasts = sorted({n for p, names in pools.items() if p.language == "hu" and p.role in LASTS for n in names.written})
    people = sorted({f"{draw.choice(firsts)} {last}" for last in lasts for _ in range(3)})
    made = shown(*((Kind.PERSON, name) for name in people))
    assert len(set(made)) == len(people) and not set(made) & set(people)


def test_every_form_of_a_person_and_a_company_agrees() -> None:
    name, turned, mail, login, letters, genitive, firm, site = shown(
        (Kind.PERSON, "Maria Keller"),
        (Kind.PERSON, "KELLER, MARIA"),
        (Kind.EMAIL, "maria.keller@lakeshore-tools.de"),
        (Kind.USERNAME, "mkeller"),
        (Kind.PERSON, "MK"),
        (Kind.PERSON, "Keller’s"),
        (Kind.COMPANY, "Lakeshore Tools GmbH"),
        (Kind.URL, "lakeshore-tools.de"),
    )
    first, last = name.split()
    assert turned == f"{last}, {first}".upper()
    short = "-".join(firm.split()[:2]).lower()
    assert mail == f"{first}.{last}@{short}.example.org".lower()
    assert login == (first[0] + last).lower() and letters == first[0] + last[0]
    assert genitive.startswith(last) and site == f"{short}.example.org" and firm.endswith(" GmbH")


def given_up(ledger: Ledger) -> int:
    """How many names a ledger will give to nobody again."""
    return sum(kind_of(name) is PartKind.RETIRED for name in ledger._made)


def test_a_name_that_turns_out_to_be_real_is_given_up_for_ever(tmp_path: Path) -> None:
    people = [(Kind.PERSON, "Maria Keller"), (Kind.USERNAME, "mkeller"), (Kind.PERSON, "MK")]
    ledger = Ledger.open(KEY, tmp_path / "ledger")
    ledger.resolve(people)
    before = [ledger.replacement(*m) for m in people]
    last = before[0].split()[1]
    ledger.resolve([(Kind.PERSON, f"Ottilie {last}")])
    after = [ledger.replacement(*m) for m in people]
    assert given_up(ledger) == 1 and last not in after[0].split() and after[0].split()[0] == before[0].split()[0]
    assert after[1] == "".join((after[0][0], after[0].split()[1])).lower()
    assert ledger.replacement(Kind.PERSON, last) not in (last, after[0].split()[1])
    ledger.close()
    again = Ledger.open(KEY, tmp_path / "ledger")
    assert [again.replacement(*m) for m in people] == after and given_up(again) == 1


def test_nothing_is_given_up_for_a_surrogate_that_was_learned_from_a_text_of_ours() -> None:
    from redaction.text.known.registry import Registry

    ledger = Ledger.open(KEY, None)
    ledger.resolve([(Kind.PERSON, "Maria Keller")])
    made = ledger.replacement(Kind.PERSON, "Maria Keller")
    ledger.resolve([(Kind.PERSON, "Ada Brandvold")], Registry([(Kind.PERSON.value, made, False)]))
    assert given_up(ledger) == 0 and ledger.replacement(Kind.PERSON, "Maria Keller") == made
    ledger.resolve([(Kind.PERSON, "Ada Brandvold")], Registry([(Kind.PERSON.value, made, True)]))
    assert given_up(ledger) == 2


def test_what_an_invented_ledger_has_issued_stays() -> None:
    ledger = Ledger.open(KEY, None)
    ledger.resolve([(Kind.PERSON, "Maria Keller")], names="invented")
    made = ledger.replacement(Kind.PERSON, "Maria Keller")
    ledger.resolve([(Kind.PERSON, "Maria Keller"), (Kind.PERSON, "Thomas Lang")])
    assert ledger.replacement(Kind.PERSON, "Maria Keller") == made and ledger.is_own(Kind.PERSON, made)
    other = ledger.replacement(Kind.PERSON, "Thomas Lang")
    assert all(map(name_lists().is_name, other.split())) and not ledger.is_own(Kind.PERSON, other)


@pytest.mark.parametrize(
    ("word", "near"),
    [
        *(("meier", True), ("meyers", True), ("meyerx", True), ("mayera", False), ("meye", True), ("tom", False)),
        *(("tams", True), ("tam", False), ("tim", True), ("timss", True)),
    ],
)
def test_a_letter_off_is_too_near_from_four_letters(word: str, near: bool) -> None:
    assert too_near(word, {"meyer", "tims"}) is near
    assert len("tam") < NEAR_LETTERS <= len("tams")


@pytest.mark.parametrize(
    ("made", "written", "said"),
    [
        ("=Müller-Lüdenscheidt", "Brandvold", "Muller-Ludenscheidt"),
        ("=Müller", "Brändvold", "Müller"),
        ("=Müller", "brandvold", "muller"),
        ("=McDonald", "Keller", "McDonald"),
        ("=McDonald", "keller", "mcdonald"),
        ("velda", "Keller", "velda"),
    ],
)
def test_a_surrogate_is_written_as_the_word_was(made: str, written: str, said: str) -> None:
    assert as_written(made, written) == said


def test_how_the_ledger_keeps_a_borne_name() -> None:
    assert as_borne("Keller-Brandt") == "=Keller-Brandt" and letters_of("=Keller-Brandt") == "kellerbrandt"
    assert letters_of("velda") == "velda"
    assert re.fullmatch(r"[a-z]+", letters_of(as_borne("Müller")))
