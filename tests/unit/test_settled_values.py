"""What the re-scorer alone found and its form settles to be nobody's."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source
from redaction.records import DeclaredEntity
from redaction.screens.rescorer.nobodys import is_of_years, of_nobody
from redaction.screens.rescorer.rescore import DETECTOR
from redaction.screens.settled_parts import settled_parts
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry
from tests.lines import line
from tests.pages import page


def left_of(text: str, kind: Kind, detector: str, source: Source = Source.PATTERN) -> list[str]:
    """What is left of a finding over a whole line, where nobody is known."""
    at = line(text, 10, 10)
    shown = page([at])
    return [f.value for f in settled_parts(shown, [found_on(shown, at, None, kind, 0.5, detector, source)], Registry())]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("开始时间", True),
        ("NT$ 4607", True),
        ("₹74,501", True),
        ("12 %", True),
        ("rok, 34 m²", True),
        ("26.01.2025ob6.15", True),
        ("23-09-2025·10:30", True),
        ("143ms", True),
        ("2025-W16", True),
        ("2025-W53", True),
        ("2025-W54", False),
        ("8025-W16", False),
        ("王小明", False),
        ("4607", False),
        ("26.01.2025", False),
        ("Lipowa 34", False),
        ("A$B 12", False),
        ("RR 138/82", True),
        ("PA 169/75 · FC 85 · SpO₂ 98%", True),
        ("T 37,8 · HF 92", True),
        ("FC 112", True),
        ("T 37,8", False),
        ("T15", False),
        ("60295,21zł", True),
        ("60295,2zł", False),
        ("049e947", True),
        ("049e94", False),
        ("049e9470", False),
        ("1234567", False),
        ("0x80070005", True),
        ("DN80", True),
        ("PN16 DN80", True),
        ("Entlüfter 3/8 Zoll", True),
        ("M12x45", True),
        ("DN80 Vexlor", False),
        ("M-XY 123", False),
        ("enoxaparin", True),
        ("Atorvastatina 20 mg", True),
        ("Penicillin", True),
        ("Parin", False),
        ("Vexlorin", False),
        ("138/82", True),
        ("80/40", True),
        ("79/40", False),
        ("138/139", True),
        ("138/140", False),
        ("II C 118/25", False),
        ("20089 kWh", True),
        ("·36h", True),
        ("36 hrs", False),
        ("127.0.0.1:8000", True),
        ("http://localhost:8069/#", True),
        ("127.0.0.2:8000", False),
        ("localhost:8069/web", False),
        ("①04/08/202609:00to04/11/202613:00", True),
        ("04/08/202609:00", True),
        ("04/08/202609:00to", True),
        ("202516:52", True),
    ],
)
def test_amounts_moments_and_chinese_words_are_nobodys(value: str, expected: bool) -> None:
    assert of_nobody(value) is expected


@pytest.mark.parametrize(("detector", "kept"), [(DETECTOR, 0), ("id-context", 1)])
def test_what_a_rule_found_is_not_asked(detector: str, kept: int) -> None:
    assert len(left_of("36h", Kind.ID, detector)) == kept


@pytest.mark.parametrize(
    ("text", "kind", "source", "kept"),
    [
        ("NT$ 4607", Kind.ID, Source.PATTERN, 0),
        ("22 23 24 25", Kind.PHONE, Source.PATTERN, 0),
        ("NT$ 4607", Kind.ID, Source.LABEL, 1),
        ("NT$ 4607", Kind.PERSON, Source.MODEL, 1),
        ("Loader, 07/27/2023", Kind.ADDRESS, Source.MODEL, 0),
        ("Rupert, 07/27/2023", Kind.ADDRESS, Source.MODEL, 1),  # beside somebody
        ("Loader, 7 Vexlor Way", Kind.ADDRESS, Source.MODEL, 1),
        ("Australia", Kind.ADDRESS, Source.MODEL, 0),
        ("Australia", Kind.ADDRESS, Source.LABEL, 1),
        ("Australia", Kind.PERSON, Source.MODEL, 0),
        ("France", Kind.PERSON, Source.MODEL, 1),  # a name, too
        ("France", Kind.ADDRESS, Source.MODEL, 0),
        ("America/Halifax", Kind.ADDRESS, Source.MODEL, 0),
        ("America/Halifax", Kind.COMPANY, Source.MODEL, 1),
        ("Vexlor/Halifax", Kind.ADDRESS, Source.MODEL, 1),
    ],
)
def test_days_amounts_countries_and_zones_are_nobodys_whoever_guesses(
    text: str, kind: Kind, source: Source, kept: int
) -> None:
    assert len(left_of(text, kind, "any", source)) == kept


@pytest.mark.parametrize(
    ("text", "kept"), [("English (Ireland)", 0), ("· Ireland", 0), ("Ireland 560378", 1), ("Cork, Ireland", 1)]
)
def test_a_country_beside_what_else_an_address_has_stays(text: str, kept: int) -> None:
    at = line(text, 10, 10)
    start = text.index("Ireland")
    found = found_on(page([at]), at, (start, start + 7), Kind.ADDRESS, 0.9, "names-model", Source.MODEL)
    assert len(list(settled_parts(page([at]), [found], Registry()))) == kept


@pytest.mark.parametrize(
    ("text", "sure", "left"),
    [
        ("Ilse Vexlorin 22", [], ["Ilse Vexlorin"]),
        ("Ilse Vexlorin 22", ["22"], ["Ilse Vexlorin", "22"]),
        ("Ilse Vexlorin, 73a The Crescent", [], ["Ilse Vexlorin", "73a"]),
        ("Ilse Vexlorin, 73a The Crescent", ["The", "Crescent"], ["Ilse Vexlorin", "73a The Crescent"]),
        ("Ilse Vexlorin, The Crescent", ["Crescent"], ["Ilse Vexlorin", "Crescent"]),
        ("22 Ilse Vexlorin 33", ["22", "33"], ["22", "Ilse Vexlorin", "33"]),
    ],
)
def test_words_that_are_sure_stay_beside_a_name_that_is_known(text: str, sure: list[str], left: list[str]) -> None:
    at = line(text, 10, 10)
    shown = page([at])
    known = Registry.declared([DeclaredEntity("person", "Ilse Vexlorin")], [])
    found = found_on(shown, at, None, Kind.PERSON, 0.9, "names-model", Source.MODEL)
    words = frozenset(word for word in shown.words if word.text.strip(",") in sure)
    assert sorted(f.value for f in settled_parts(shown, [found], known, words)) == sorted(left)


@pytest.mark.parametrize(
    ("value", "source", "kept"),
    [
        ("PA 119/77", Source.MODEL, 0),
        ("PA 119/77", Source.LABEL, 1),
        ("(Enoxaparin.)", Source.MODEL, 0),
        ("PN16 DN80", Source.MODEL, 0),
        ("049e947", Source.MODEL, 1),
    ],
)
def test_vital_signs_drugs_and_sizes_are_nobodys_for_a_model_either(value: str, source: Source, kept: int) -> None:
    assert len(left_of(value, Kind.ADDRESS, "names-model", source)) == kept


@pytest.mark.parametrize(("detector", "left"), [(DETECTOR, ["Vexlorin"]), ("id-context", ["2025-W16", "Vexlorin"])])
def test_what_is_left_of_a_finding_beside_what_is_settled_is_asked_too(detector: str, left: list[str]) -> None:
    assert left_of("2025-W16 Fri 18 April Vexlorin", Kind.PERSON, detector) == left


@pytest.mark.parametrize(
    ("text", "value", "kept"),
    [
        ("1375 kB", "1375 kB", 0),
        ("Minutes.pdf 2044 kB", "2044", 0),
        ("2,4 Mo", "2,4", 0),
        ("14.2 MiB", "14.2 MiB", 0),
        ("905 КБ", "905", 0),
        ("1375 kBx", "1375", 1),
        ("A1375 kB", "A1375", 1),
        ("1375 C-1042", "1375", 1),
        ("2044 kB C-1042", "2044 kB C-1042", 1),
        ("147 000 kr", "147", 0),
        ("-181 450,00 €", "450,00", 0),
        ("Netto: 24592,00 brutto", "24592,00", 0),
        ("1.204.300 HUF", "204", 0),
        ("150 450 km", "150 450", 0),
        ("147 000 krx", "147", 1),
        ("147 000", "147 000", 1),
        ("24592,001", "24592,001", 1),
        ("24592.00", "24592.00", 1),
        ("A147 000 kr", "A147", 1),
        ("1470 000 kr", "1470 000", 1),
    ],
)
def test_how_large_a_file_is_and_an_amount_are_nobodys_number(text: str, value: str, kept: int) -> None:
    at = line(text, 10, 10)
    shown = page([at])
    start = text.index(value)
    for detector, left in ((DETECTOR, kept), ("id-context", 1)):
        found = found_on(shown, at, (start, start + len(value)), Kind.ID, 0.5, detector)
        assert len(list(settled_parts(shown, [found], Registry()))) == left


@pytest.mark.parametrize(
    ("value", "kind", "kept"),
    [
        ("src/vexlor/weeks.py", Kind.URL, 0),
        ("vexlor.begin.astimezone(TIME", Kind.URL, 0),
        ("vpn.vexlor.ro", Kind.URL, 1),
        ("vexlor.py", Kind.USERNAME, 1),
    ],
)
def test_files_and_calls_of_a_program_are_no_hosts(value: str, kind: Kind, kept: int) -> None:
    assert len(left_of(value, kind, DETECTOR)) == kept


@pytest.mark.parametrize(("sure", "left"), [(False, ["佐々木"]), (True, ["佐々木", "修"])])
def test_what_a_sure_word_has_beside_a_known_name_stays(sure: bool, left: list[str]) -> None:
    at = line("佐々木修", 10, 10)
    shown = page([at])
    known = Registry.declared([DeclaredEntity("person", "佐々木")], [])
    found = found_on(shown, at, None, Kind.PERSON, 0.9, DETECTOR)
    words = frozenset(shown.words) if sure else frozenset()
    assert [f.value for f in settled_parts(shown, [found], known, words)] == left


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-2025", True),
        ("A.S. 2025/26", True),
        ("2025/27", False),
        ("2025/2024", False),
        ("2024-25,", True),
        ("1924-1925", False),
        ("sales_2025", True),
        ("year_ends-2025.csv", True),
        ("MCF-2025", False),
        ("2025.xlsx", True),
        ("2025", False),
        ("2051.xlsx", False),
        ("2025-0042", False),
        ("zq7vexlor-2025", False),
    ],
)
def test_a_year_beside_words_is_nobodys_number(value: str, expected: bool) -> None:
    assert is_of_years(value) is expected
    assert left_of(value, Kind.ID, DETECTOR) == ([] if expected else [value])
    assert left_of(value, Kind.USERNAME, DETECTOR) == [value]
    assert left_of(value, Kind.ID, "label", Source.LABEL) == [value]
