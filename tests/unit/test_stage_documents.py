"""Texts of documents in the stages: pieces, what teaches, and what frames tell of them."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.stages.documents import confirmed, in_pieces, shown_too, teaches
from redaction.text import TextInput


@pytest.mark.parametrize(
    ("pieces", "replaced", "expected"),
    [
        (("Maria ", "Keller"), [(0, 12, "Ana Ruiz")], ("Ana Ruiz", "")),
        (("to ", "Maria ", "Keller", "!"), [(3, 15, "Ana Ruiz")], ("to ", "Ana Ruiz", "", "!")),
        (("call Mar", "ia now"), [(5, 10, "Ana")], ("call Ana", " now")),
        (("a", "b"), [], ("a", "b")),
        (("Maria", "", "Keller"), [(0, 5, "Ana"), (5, 11, "Ruiz")], ("Ana", "", "Ruiz")),
    ],
)
def test_what_stands_over_several_pieces_goes_into_the_first(
    pieces: tuple[str, ...], replaced: list[tuple[int, int, str]], expected: tuple[str, ...]
) -> None:
    assert in_pieces(pieces, replaced) == expected


def test_ids_and_single_words_without_a_label_teach_nothing() -> None:
    assert teaches(TextInput("Maria Keller"))
    assert teaches(TextInput("Keller", "Owner", "field"))
    assert not teaches(TextInput("Harvest"))
    assert not teaches(TextInput("contact maria", None, "path"))


def test_a_text_that_says_what_a_label_told_on_a_frame_is_hidden_as_a_whole() -> None:
    def on_frame(value: str, source: Source = Source.LABEL) -> ImageFinding:
        return ImageFinding((0, 0, 9, 9), Kind.COMPANY, 0.9, "label", value, source)

    whole, part, other = TextInput(" Harvest "), TextInput("Harvest time"), TextInput("Meridian")
    token = TextInput("Harvest", None, "path")
    known = TextFinding(0, 8, Kind.PERSON, 0.9, "label", Source.LABEL)
    swept = {whole: [], part: [], other: [], token: []}
    found = shown_too(swept, swept, [[on_frame("Harvest"), on_frame("Meridian", Source.MODEL)]])
    assert [(f.start, f.end, f.kind) for f in found[whole]] == [(1, 8, Kind.COMPANY)]
    assert not found[part] and not found[other] and not found[token]
    assert shown_too({other: [known]}, [other], [[on_frame("Meridian")]]) == {other: [known]}


def test_a_line_of_a_film_teaches_when_the_page_says_the_same() -> None:
    page = [TextInput("Head of Operations"), TextInput("Maria Keller", "Owner"), TextInput("Low")]
    lines = {TextInput(text, None, "line"): n for n, text in enumerate(("MARIA  Keller", "Head of Oper", "Keller Low"))}
    assert list(confirmed(lines, page).values()) == [0]
    assert confirmed(lines, []) == lines
