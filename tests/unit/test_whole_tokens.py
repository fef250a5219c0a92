"""A token of which a part is hidden goes whole, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import ImageFinding, Kind, Source
from redaction.page.page import Page
from redaction.page.reading import Reading
from redaction.screens.ocr.mapper import span_box
from redaction.screens.whole_tokens import grown, whole_tokens
from tests.lines import grown_over, line


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("host LT-YUSUF.LHOSTIS up", "YUSUF", "LT-YUSUF.LHOSTIS"),
        ("Polis18-447044", "Polis18", "Polis18-447044"),
        ("Gate code 9470#. Ring", "9470", "9470#"),
        ("b. L'Hostis", "Hostis", "L'Hostis"),
        ("see Keller's desk", "Keller", "Keller's"),
        ("user=jkeller,ou=hr", "jkeller", "jkeller"),
        ("/home/j_keller/x", "keller", "j_keller"),
        ("Maria Keller - Outlook", "Maria Keller", "Maria Keller"),
        ("(Keller)", "Keller", "Keller"),
        ("call Keller.", "Keller", "Keller"),
        ("ask @e_kuiper now", "e_kuiper", "@e_kuiper"),
        ("to jo@kuiper.io", "kuiper.io", "kuiper.io"),
        ("from 198.51.100.7/32", "198.51.100.7", "198.51.100.7/32"),
        ("4711/32", "4711", "4711"),
        ("R.G.2816/2024 Giudice", "R.G.2816", "R.G.2816/2024"),
        ("R.G.2816/2124", "R.G.2816", "R.G.2816"),
        ("Vexlor/2024", "Vexlor", "Vexlor"),
        ("with VEXLOR\\xia96? If", "VEXLOR", "VEXLOR\\xia96"),
        ("C:\\VEXLOR\\xia96", "VEXLOR", "VEXLOR"),
        ("VEXLOR\\xia\\y", "VEXLOR", "VEXLOR"),
        ("P<UTOVEXLOR<<ANNA<<<<<<<", "ANNA", "P<UTOVEXLOR<<ANNA<<<<<<<"),
        ("P<UTOVEXLOR<<ANNA<<<<<<", "ANNA", "ANNA"),  # a sign too short
        ("GF/43912-25, DNI", "43912", "43912-25"),
        ("Keller: 5", "Keller:", "Keller:"),
        ("from NORTHWIND\\h_sommer today", "h_sommer", "NORTHWIND\\h_sommer"),
        ("C:\\Users\\keller\\x", "keller", "keller"),  # folders, and a server's share
        ("\\\\files\\keller", "keller", "keller"),
        ("名義ミノリデンソウ", "ミノリ", "ミノリ"),
        ("佐藤さん", "佐藤", "佐藤"),
        ("김민준은", "김민준", "김민준"),
        ("from王小明High", "王小明", "王小明"),
        ("Brandt Components Inc.Head of Sales", "Inc", "Inc"),
        ("Brandt Components Inc.head", "Inc", "Inc.head"),
        ("Brandt Components Ink.Head", "Ink", "Ink.Head"),
        ("Inc.Head of Sales", "Inc", "Inc.Head"),  # a company has a name before it
    ],
)
def test_a_token_goes_whole(text: str, found: str, whole: str) -> None:
    assert grown_over(grown, text, found) == whole


def finding(text: str, value: str, kind: Kind = Kind.PERSON, source: Source = Source.PATTERN) -> ImageFinding:
    start = text.index(value)
    return ImageFinding(span_box(line(text), start, start + len(value), 900, 60), kind, 0.8, "test", value, source)


TEXT = "host LT-YUSUF.LHOSTIS up"


@pytest.mark.parametrize(
    ("kind", "source", "grows"),
    [
        (Kind.PERSON, Source.REGISTRY, True),
        (Kind.ID, Source.PATTERN, True),
        (Kind.EMAIL, Source.PATTERN, False),
        (Kind.URL, Source.HOST, False),
        (Kind.DATE_OF_BIRTH, Source.PATTERN, False),
        (Kind.PERSON, Source.PICTURE, False),
    ],
)
def test_the_box_grows_and_the_value_stays(kind: Kind, source: Source, grows: bool) -> None:
    page = Page.of(Reading(900, 60, (line(TEXT),)))
    part = finding(TEXT, "YUSUF", kind, source)
    [left] = whole_tokens(page, [part])
    assert (left.value, left.kind, left.source) == (part.value, kind, source)
    assert left.box == (finding(TEXT, "LT-YUSUF.LHOSTIS").box if grows else part.box)


@pytest.mark.parametrize(
    ("text", "value", "kind", "whole"),
    [
        ("78 95 05", "95", Kind.PHONE, "78 95 05"),
        ("+45 33-78-95", "78", Kind.PHONE, "45 33-78-95"),
        ("78 95 05", "95", Kind.ID, "95"),
        ("78 95.05", "95.05", Kind.PHONE, "95.05"),
        ("78  95", "95", Kind.PHONE, "95"),
    ],
)
def test_a_telephone_number_goes_with_its_other_groups(text: str, value: str, kind: Kind, whole: str) -> None:
    page = Page.of(Reading(900, 60, (line(text),)))
    [left] = whole_tokens(page, [finding(text, value, kind)])
    assert left.box == finding(text, whole, kind).box


def test_it_grows_on_its_own_line_where_it_stands() -> None:
    twice = "K-77 and L-77"
    page = Page.of(Reading(900, 60, (line("77-K", y=40), line(twice))))
    second = replace(finding(twice, "77"), box=span_box(line(twice), 11, 13, 900, 60))
    [left] = whole_tokens(page, [second])
    assert left.box == span_box(line(twice), 9, 13, 900, 60)
    half = line(TEXT).box[3] - line(TEXT).box[1]
    for covers, grows in ((half // 2, False), (half // 2 + 1, True)):
        low = finding(TEXT, "YUSUF")
        low = replace(low, box=(*low.box[:3], line(TEXT).box[1] + covers))
        [kept] = whole_tokens(Page.of(Reading(900, 60, (line(TEXT),))), [low])
        assert (kept.box != low.box) is grows
