"""Chinese, Japanese, Korean and Thai: a name is a surname and a given name, a label is made of words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redaction.findings import Kind, Source, TextFinding
from redaction.policy import TextPolicy
from redaction.text import TextEngine
from redaction.text.interface import words_of
from redaction.text.merge import merge
from redaction.text.surnames import named, surnamed, unspaced, words_only


def of(text: str, kind: Kind = Kind.PERSON) -> TextFinding:
    """What a model says that takes every such text for a name."""
    return TextFinding(0, len(text), kind, 0.9, "test", source=Source.MODEL)


def people(text: str) -> list[str]:
    return [text[f.start : f.end] for f in named(text, of(text))]


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy())


@pytest.mark.parametrize(
    "text",
    [
        *(
            "新规作成",
            "设置",
            "库存管理",
            "保存",
            "全部订单",
            "金额合计",
            "高级设置",
            "常见问题",
            "于今天完成",
            "北京",
            "周报",
        ),
        *("注文一覧", "売上レポート", "設定を変更", "関連ファイル", "原因", "東京都", "山口県", "ダウンロード"),
        *("주문 정보", "고객 지원", "전체 서비스", "이름", "신규 등록", "회계팀", "서울", "장바구니", "오류 보고서"),
        *("ตั้งค่า", "ใบสั่งซื้อสินค้าทั้งหมด", "รายงานการขาย"),
    ],
)
def test_labels_hold_nobody(text: str) -> None:
    assert people(text) == []
    assert list(surnamed(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王小明", ["王小明"]),
        ("方伟", ["方伟"]),
        ("欧阳文静", ["欧阳文静"]),
        ("请联系高晓松确认", ["高晓松"]),
        ("昨天李建军和陈美玲签了合同", ["李建军", "陈美玲"]),
        ("田中直樹", ["田中直樹"]),
        ("長谷川由美子", ["長谷川由美子"]),
        ("渡辺 翔太", ["渡辺 翔太"]),
        ("小林さくらが担当", ["小林さくら"]),
        ("小林からの連絡", ["小林"]),
        ("김철수", ["김철수"]),
        ("담당자 박서연입니다", ["박서연"]),
        ("이수진에게 전달", ["이수진"]),
        ("คุณสมชาย ใจดี", ["สมชาย ใจดี"]),
        ("วันนี้คุณมาลี รักไทย ลงนาม", ["มาลี รักไทย"]),
        ("ประเสริฐ แก้วมณี", ["ประเสริฐ แก้วมณี"]),
    ],
)
def test_names_are_found_whole(text: str, expected: list[str]) -> None:
    assert people(text) == expected


def test_the_form_alone_tells_no_name_without_a_model() -> None:
    for text in ("คุณภาพสินค้า ดีมาก", "サンプラス"):
        assert people(text) and not list(surnamed(text))


def test_a_name_alone_is_found_without_a_model() -> None:
    for text in ("王小明", "田中直樹", "김철수", "김철수 - Web Desk", "姓名 王小明"):
        assert [text[f.start : f.end] for f in surnamed(text)] in (["王小明"], ["田中直樹"], ["김철수"])


def test_only_what_the_model_touches_is_taken() -> None:
    text = "昨天李建军和陈美玲签了合同"
    at = text.index("陈美玲")
    found = list(named(text, TextFinding(at, at + 2, Kind.PERSON, 0.9, "test", source=Source.MODEL)))
    assert [text[f.start : f.end] for f in found] == ["陈美玲"]


def test_a_name_touched_at_its_first_sign_is_whole_wherever_it_stands() -> None:
    text = "for the attention of nobody else " * 3 + "李小明"
    (found,) = named(text, replace(of("李"), start=len(text) - 3, end=len(text) - 2))
    assert (found.start, found.end) == (len(text) - 3, len(text))


def test_a_long_run_is_cut_too() -> None:
    text = "请" + "打开设置" * 200 + "联系王小明确认"
    assert people(text) == ["王小明"]


def test_other_scripts_are_not_this_rooms() -> None:
    assert not unspaced("Maria", of("Maria"))
    assert not unspaced("王 Maria", of("王 Maria"))
    assert not unspaced("12", of("12"))
    assert unspaced("王小明", of("王小明"))


def test_a_company_of_words_alone_is_a_label() -> None:
    assert words_only("控制面板") and words_only("회계팀") and words_only("서울")
    assert not words_only("鸿腾精工")
    assert merge("控制面板", [of("控制面板", Kind.COMPANY)], 0.4) == []


def test_what_a_label_tells_is_not_weighed() -> None:
    text = "设置"
    stated = TextFinding(0, 2, Kind.PERSON, 0.9, "test", source=Source.LABEL)
    assert [(f.start, f.end) for f in merge(text, [stated], 0.4)] == [(0, 2)]


@pytest.mark.parametrize("text", ["राजेश त्रिपाठी", "ปิยะ วงศ์สว่าง"])
def test_the_model_reads_scripts_whose_vowels_are_marks(engine: TextEngine, text: str) -> None:
    covered = {i for f in engine.find(text) for i in range(f.start, f.end)}
    assert all(i in covered for i, c in enumerate(text) if c.isalpha())


@pytest.mark.parametrize(("sign", "begins"), [("卫", 12), ("尚", 12), ("柏", 2)])
def test_a_rarer_surname_is_one_that_begins_at_most_twelve_words(sign: str, begins: int) -> None:
    assert sum(len(word) > 1 and word[0] == sign for word in words_of("zh")) == begins
    assert people(f"{sign}知夏") == [f"{sign}知夏"]


@pytest.mark.parametrize("text", ["劳务单", "时间表", "公共项", "文件夹", "关联单", "路线图"])
def test_a_surname_that_begins_more_words_than_twelve_is_none(text: str) -> None:
    assert sum(len(word) > 1 and word[0] == text[0] for word in words_of("zh")) > 12
    assert people(text) == []


def test_surnames_of_two_signs_go_with_their_name() -> None:
    assert people("司马梓萱") == ["司马梓萱"]
    assert people("令狐远") == ["令狐远"]


@pytest.mark.parametrize("name", ["瀬名拓海", "六角美波", "有働晴人"])
def test_japanese_surnames_that_are_no_words(name: str) -> None:
    assert people(name) == [name]


@pytest.mark.parametrize("name", ["早乙女 千鶴", "金城 美咲", "堀 健太", "綾瀬　美咲", "金城 美咲 由美"])
def test_a_surname_and_a_given_name_behind_a_blank_are_a_name_though_either_is_a_word(name: str) -> None:
    assert people(name) == [name]


@pytest.mark.parametrize("text", ["氏 名", "合 計", "東 西", "本社 総務", "岡山 支店"])
def test_labels_written_apart_are_none(text: str) -> None:
    assert people(text) == []


@pytest.mark.parametrize(
    ("text", "name"), [("昨日、早乙女 千鶴さんから", "早乙女 千鶴"), ("早乙女 千鶴様", "早乙女 千鶴")]
)
def test_what_is_said_politely_behind_a_name_is_no_part_of_it(text: str, name: str) -> None:
    assert people(text) == [name]


@pytest.mark.parametrize("name", ["남궁 은비", "선우 재민", "남궁은비", "김 민수"])
def test_korean_names_with_a_blank_and_surnames_of_two_syllables(name: str) -> None:
    assert people(name) == [name]


@pytest.mark.parametrize(("score", "found"), [(0.99, ["응우옌"]), (0.989, [])])
def test_a_foreigner_in_korean_letters_needs_a_sure_model(score: float, found: list[str]) -> None:
    stated = TextFinding(0, 3, Kind.PERSON, score, "test", source=Source.MODEL)
    assert ["응우옌"[a.start : a.end] for a in named("응우옌", stated)] == found


def test_a_name_of_another_people_in_chinese_signs_is_parted_by_a_dot() -> None:
    assert people("阿依古丽·买买提") == ["阿依古丽·买买提"]
    assert people("李知夏·经理") == ["李知夏"]
