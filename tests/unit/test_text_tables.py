"""Detection in text as tables: a pattern holds its examples; patterns, vetoes and lists are switched off by name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import redaction
from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.policy import TextPolicy
from redaction.text import TextEngine
from redaction.text.engine import can_be_disabled
from redaction.text.merge import merge
from redaction.text.patterns.pattern import Pattern
from redaction.text.recognizers import DETECTORS, make_analyzer, run_analyzer
from redaction.text.vetoes import PIECE_VETOES, VETOES
from redaction.text.whose import NAME as SECOND_OPINION

PACKAGE = Path(redaction.__file__).parent
ROWS = [row for detector in DETECTORS for row in detector.rows]


def named(row: Pattern) -> str:
    return row.name


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_pattern_finds_its_examples_and_nothing_in_its_counterexamples(row: Pattern) -> None:
    assert row.examples and row.counterexamples
    for example in row.examples:
        text = example.replace("«", "").replace("»", "")
        found = [text[f.start : f.end] for f in row.find(text)]
        assert found == re.findall(r"(?s)«(.*?)»", example), example
    for counterexample in row.counterexamples:
        assert not list(row.find(counterexample)), counterexample


def test_scores_are_shares() -> None:
    assert [row.name for row in ROWS if not 0 < row.score <= 1] == []


def test_names_are_borne_once_and_findings_tell_them() -> None:
    names = [row.name for row in ROWS] + [name for d in DETECTORS for name in d.names]
    vetoes = [veto.name for veto in (*VETOES, *PIECE_VETOES)]
    assert len({*names, *vetoes}) == len(names) + len(vetoes)
    assert can_be_disabled() == {*names, *vetoes, SECOND_OPINION}


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_pattern_is_switched_off_by_its_name(row: Pattern) -> None:
    text = row.examples[0].replace("«", "").replace("»", "")
    others = can_be_disabled() - {row.name}
    assert {f.detector for f in run_analyzer(make_analyzer(others), text)} == {row.name}
    assert not run_analyzer(make_analyzer(others | {row.name}), text)


def test_what_nothing_is_called_cannot_be_switched_off() -> None:
    with pytest.raises(ValueError, match="no-such-pattern"):
        TextEngine(TextPolicy(engine="patterns"), frozenset({"no-such-pattern"}))


VETOED = {
    "nobodys-words": ("on Monday", "Monday", Kind.COMPANY, 0.95, Source.PATTERN),
    "listed-city": ("Santo Domingo", "Domingo", Kind.PERSON, 0.7, Source.FIRST_NAME),
    "spelled-as-words": ("Drukarka", "Drukarka", Kind.PERSON, 0.99, Source.MODEL),
    "keyboard-key": ("Moving with Page Down", "Page Down", Kind.PERSON, 0.95, Source.MODEL),
    "small-words": ("the annual report", "annual report", Kind.PERSON, 0.95, Source.MODEL),
    "company-of-words": ("Annual Report", "Annual Report", Kind.COMPANY, 0.95, Source.MODEL),
    "place-of-words": ("in Germany", "Germany", Kind.ADDRESS, 0.95, Source.MODEL),
    "city-of-sentence": (
        "Can you tell me which of the offices in Nairobi is open today",
        "Nairobi",
        Kind.ADDRESS,
        0.95,
        Source.MODEL,
    ),
    "counted-things": ("年假2天", "2天", Kind.ADDRESS, 0.95, Source.MODEL),
    "measured-things": ("Broca de impacto 650W 12 mm", "Broca de impacto 650W 12", Kind.ADDRESS, 0.95, Source.MODEL),
    "label-and-code": ("Passport no. L898902C3", "Passport no. L898902C3", Kind.ADDRESS, 0.95, Source.MODEL),
    "label-of-nobody": ("Kaydet ve kapat", "Kaydet", Kind.PERSON, 0.7, Source.MODEL),
    "person-of-words": ("Annual Report", "Annual Report", Kind.PERSON, 0.61, Source.PATTERN),
    "in-mail-route": ("Zquell Vexlor / QXT/ZRT@QXT", "ZRT", Kind.PERSON, 0.95, Source.MODEL),
    "model-digits": ("3500 MT by June", "3500 MT", Kind.ADDRESS, 0.95, Source.MODEL),
    "model-calendar": ("on August 8th", "August 8th", Kind.PERSON, 0.95, Source.MODEL),
    "model-abbreviation": ("the QRX deadline", "QRX", Kind.COMPANY, 0.89, Source.MODEL),
    "model-in-code": ("hashed = zquell.vexlor(a)", "zquell.vexlor", Kind.COMPANY, 0.95, Source.MODEL),
    "place-of-code": ("Toronto, CA", "CA", Kind.ADDRESS, 0.99, Source.MODEL),
    "project": ("Projekt Vexlor", "Vexlor", Kind.PERSON, 0.9, Source.MODEL),
    "lone-country": ("Poland", "Poland", Kind.COMPANY, 0.99, Source.MODEL),
    "day-of-label": ("Abril - Panel", "Abril", Kind.PERSON, 0.65, Source.PATTERN),
    "common-word-first": ("Nel menu a sinistra c'è un pulsante blu", "Nel", Kind.PERSON, 0.45, Source.FIRST_NAME),
    "word-of-its-language": ("Antal sidor", "Antal", Kind.PERSON, 0.45, Source.FIRST_NAME),
    "accented-word": ("Řádek tabulky", "Řádek", Kind.PERSON, 0.45, Source.FIRST_NAME),
    "model-common-word": ("the Report: done", "Report", Kind.PERSON, 0.66, Source.MODEL),
}


@pytest.mark.parametrize("name", VETOED)
def test_a_veto_drops_its_case_unless_it_is_switched_off(name: str) -> None:
    text, surface, kind, score, source = VETOED[name]
    start = text.index(surface)
    finding = TextFinding(start, start + len(surface), kind, score, "test", source)
    others = frozenset(veto.name for veto in (*VETOES, *PIECE_VETOES)) - {name}
    assert merge(text, [finding], 0.4) == []
    assert merge(text, [finding], 0.4, others) == []
    assert [f.kind for f in merge(text, [finding], 0.4, others | {name})] == [kind]
    if name != "in-mail-route":
        known = TextFinding(start, start + len(surface), kind, score, "test", Source.REGISTRY)
        assert merge(text, [known], 0.4), "what the registry knows is never vetoed"


@pytest.mark.parametrize(
    ("text", "surface", "kept"),
    [
        ("< Abril de 2026", "Abril de", False),
        ("16 de abril, 11:00", "16 de abril", False),
        ("Abril", "Abril", True),
    ],
)
def test_a_month_that_is_a_name_is_one_beside_a_number(text: str, surface: str, kept: bool) -> None:
    start = text.index(surface)
    found = TextFinding(start, start + len(surface), Kind.PERSON, 0.99, "test", Source.MODEL)
    assert bool(merge(text, [found], 0.4)) is kept


@pytest.mark.parametrize("text", ["芝浦3丁目", "漕溪路18号", "Rua Nova 3", "芝浦ハイツ 12号室", "Rua Nova 3, 61 m²"])
def test_a_number_with_a_sign_of_places_beside_it_may_be_an_address(text: str) -> None:
    assert merge(text, [TextFinding(0, len(text), Kind.ADDRESS, 0.95, "test", Source.MODEL)], 0.4)


@pytest.mark.parametrize(
    ("text", "surface", "kept"),
    [
        ("GLUVORSA 1000 MG 100 FILM TB", "GLUVORSA 1000 MG 100", False),
        ("Vexbutamol 100 mcg, 2 puffs", "Vexbutamol 100", False),
        ("GLUVORSA 1000 MGB 100", "GLUVORSA 1000 MGB 100", True),
        ("Vexlor Street 12 5 mg", "Vexlor Street 12", True),  # the dose is behind the address, not in it
        ("9 800 Kč", "9 800 Kč", False),
        ("Vexlor 9 80 Kč", "Vexlor 9 80", True),  # nine of what?
    ],
)
def test_a_medicine_and_an_amount_are_no_place(text: str, surface: str, kept: bool) -> None:
    start = text.index(surface)
    found = TextFinding(start, start + len(surface), Kind.ADDRESS, 0.99, "test", Source.MODEL)
    assert bool(merge(text, [found], 0.4)) is kept


def test_every_veto_has_a_case() -> None:
    assert set(VETOED) == {veto.name for veto in (*VETOES, *PIECE_VETOES)}


def test_lists_are_sorted_without_duplicates_and_commented() -> None:
    text = (PACKAGE / "lexicon/data/lists.yaml").read_text(encoding="utf-8")
    sections = re.findall(r"(?m)((?:^#.*\n)+)^(\w+): >\n((?:^  .*\n?)+)", text)
    assert [name for _, name, _ in sections] == [name.value for name in WordList]
    for _, name, body in sections:
        entries = [entry.strip() for entry in " ".join(body.split()).split(",")]
        assert entries == sorted(set(entries)), name
        assert all(entries), name
        assert word_list(WordList(name)) == set(entries)


def test_every_list_is_read_by_somebody() -> None:
    read = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "WordList":
                read.add(node.attr)
    assert read == {name.name for name in WordList}


def test_alternatives_are_the_entries_longest_first() -> None:
    pattern = any_of(WordList.GREETINGS)
    assert re.match(pattern, "hey there")[0] == "hey there"  # type: ignore[index]
    assert all(re.fullmatch(pattern, entry) for entry in word_list(WordList.GREETINGS))
    assert re.fullmatch(any_of(WordList.GREETINGS, blank="_"), "good_morning")
    assert not re.fullmatch(pattern, "good_morning")


def test_a_list_can_be_left_out_before_it_is_read() -> None:
    code = (
        "from redaction.lexicon.lists import WordList, leave_out, word_list\n"
        "leave_out(WordList.COUNTRIES)\n"
        "from redaction.lexicon.words import CALENDAR, COUNTRIES\n"
        "assert CALENDAR and not COUNTRIES\n"
        "try:\n    leave_out(WordList.CALENDAR)\nexcept RuntimeError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    assert done.stdout.startswith("calendar: read already")


@pytest.mark.parametrize(
    ("text", "surface", "stays"),
    [
        ("key = ZQVEXXXX", "ZQVEXXXX", False),
        ("key: ZQVEXXX", "ZQVEXXX", True),
        ("zq.vexlor = zquell", "zquell", False),
        ("zq.vexlor == zquell", "zquell", True),
        ("key = Zquell", "Zquell", True),
    ],
)
def test_a_placeholder_and_an_assigned_variable_are_nobody(text: str, surface: str, stays: bool) -> None:
    finding = TextFinding(text.index(surface), len(text), Kind.PERSON, 0.95, "test", Source.MODEL)
    assert bool(merge(text, [finding], 0.4)) is stays
