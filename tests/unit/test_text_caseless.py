"""Names in scripts without capitals, told by the form of address."""

from __future__ import annotations

import pytest

from redaction.text.patterns.caseless import caseless


def names(text: str) -> list[str]:
    return sorted({text[f.start : f.end] for f in caseless(text)})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("田中太郎様 お世話になっております。", ["田中太郎"]),
        ("山本です。よろしくお願いします。", ["山本"]),
        ("マリア・ケラーさんから連絡", ["マリア・ケラー"]),
        ("鈴木部長に確認", ["鈴木"]),
        ("김민수 대리님께 전달", ["김민수"]),
        ("박지영님이 댓글을 남겼습니다", ["박지영"]),
        ("林女士您好", ["林"]),
        ("1王明月華先生", ["王明月華"]),  # a given name has three signs at most
        ("1王明月華子先生", []),
    ],
)
def test_a_form_of_address_tells_a_name(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "お客様各位",
        "皆様へ",
        "担当者様",
        "営業部長",
        "产品经理",
        "고객님께 안내드립니다",
        "氏名を入力",
        "注文を確認する",
        "お疲れ様です",
        "订单总计",
    ],
)
def test_roles_and_ordinary_words_are_left_alone(text: str) -> None:
    assert names(text) == []
