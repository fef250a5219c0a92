"""Labels that end where figures begin, as on Chinese and Japanese forms."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.text.patterns.labels import inline


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("出生日期1974-05-26", Kind.DATE_OF_BIRTH, "1974-05-26"),
        ("性别女 电话13900139000", Kind.PHONE, "13900139000"),
        ("電話092-555-0134緊急連絡先", Kind.PHONE, "092-555-0134"),
        ("住院号0048213 男", Kind.ID, "0048213"),
    ],
)
def test_a_number_right_behind_its_label_is_of_its_kind(text: str, kind: Kind, value: str) -> None:
    (found,) = inline(text)
    assert (found.kind, text[found.start : found.end], found.detector) == (kind, value, "label-inline")


@pytest.mark.parametrize(
    "text",
    ["订单日期2025-03-01", "床号12", "出生日期未知", "病人出生日期是1974-05-26", "姓名4711"],
)
def test_other_words_and_names_have_none(text: str) -> None:
    assert list(inline(text)) == []
