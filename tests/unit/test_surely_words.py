"""Words that are spelled as hardly a name is, and Chinese words."""

from __future__ import annotations

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.text.interface import chinese_words, surely_words


@pytest.mark.parametrize(("odds", "expected"), [(2.0, True), (1.99, False)])
def test_a_word_of_no_screen_has_to_be_spelled_as_words_by_far(
    monkeypatch: pytest.MonkeyPatch, odds: float, expected: bool
) -> None:
    monkeypatch.setattr("redaction.text.interface.as_word", lambda word: odds)
    found = TextFinding(0, 7, Kind.PERSON, 0.9, "label", Source.LABEL)
    assert surely_words("Zzyxqua", found) is expected
    assert surely_words("Kaydet.", found), "screens say it"


@pytest.mark.parametrize(
    ("run", "expected"), [("开始时间", True), ("时间", False), ("王小明", False), ("欧阳若曦", False), ("", False)]
)
def test_two_chinese_words_are_longer_than_a_name(run: str, expected: bool) -> None:
    assert chinese_words(run) is expected
