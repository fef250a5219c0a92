"""People in Chinese, Japanese and Korean text: no capitals, often no spaces; the form of address tells the name.

Surnames are those of Faker's locale data (`names.py`); forms of address are common knowledge of the languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.names import name_lists
from redaction.text.patterns.pattern import Pattern, find_all

HAN = "\u3400-\u4dbf\u4e00-\u9fff々〆ヶ"
_ANY = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")
#: What follows a surname that is on the list: a title, "this is …", "from …".
_AFTER_HAN = re.compile(
    r"[ 　]?(?:先生|部長|課長|係長|社長|専務|主任|です|と申し|より|宛|拝|女士|小姐|经理|經理|总(?!部|计|是|共|之)|老师|"
    r"老師|同志|博士|教授|主任|您好)"
)
#: The commonest Chinese surnames of one sign, simplified and traditional.
ONE_SIGN = frozenset(
    "王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜"
    "范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚"
    "張劉陳楊黃趙吳孫馬許鄧蕭馮葉呂蔣鐘盧陸譚韋賈鄒龍閻顧賴嚴錢龔"
)
#: Most signs of a given name.
_GIVEN = 3
_ROLES = word_list(WordList.POLITE_ROLES)


def _surname_first(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """A run of signs that begins with a surname, up to the title or the words behind the name."""
    run, lists = match.group(), name_lists()
    for length in (3, 2, 1):
        surname, after = run[:length], match.start() + length
        if len(surname) == length and (lists.is_last(surname) or surname in ONE_SIGN):
            ends = range(after, min(match.end(), after + _GIVEN) + 1)
            end = next((e for e in ends if _AFTER_HAN.match(match.string, e)), None)
            if end is not None:
                yield match.start(), end
                return


def _korean_name(match: re.Match[str]) -> bool:
    name, lists = match["name"], name_lists()
    return name not in _ROLES and (lists.is_last(name[0]) or lists.is_last(name[:2]))


# fmt: off
ROWS: tuple[Pattern, ...] = (
    # a polite form said only of people: any kanji or katakana before it is a name, unless it is a role
    Pattern("person-polite", Kind.PERSON, re.compile(
            rf"(?<![{HAN}ーァ-ヺおご])(?P<name>[{HAN}]{{1,4}}(?:[ 　]?[{HAN}]{{1,3}})?|"
            r"[ァ-ヺー]{2,12}(?:[・ ][ァ-ヺー]{2,12})?)(?=[ 　]?(?:様|さま|さん|氏(?!名)|殿|くん|ちゃん))"
        ), 0.7, group="name", check=lambda match: match["name"] not in _ROLES,
        examples=("«山川»様", "«スミス»さん"),
        counterexamples=("お客様", "皆さん", "山川")),
    Pattern("person-han", Kind.PERSON, re.compile(rf"[{HAN}]+"), 0.7, spans=_surname_first,
        examples=("«王小明»先生", "«田中»です"), counterexamples=("王小明", "天気です")),
    Pattern("person-korean", Kind.PERSON, re.compile(
            r"(?<![가-힣])(?P<name>[가-힣]{2,4}?)(?=\s?(?:님|씨|대리|과장|부장|차장|팀장|사원|이사|대표|교수|선생님|실장)(?:[^가-힣]|님|은|는|이|가|"
            r"을|를|께|에게|의|과|와|도|$))"
        ), 0.7, group="name", check=_korean_name,
        examples=("«김민수»님", "«박지영» 대리"), counterexamples=("고객님", "김민수")),
)
# fmt: on


def caseless(text: str) -> Iterator[TextFinding]:
    """Names in Chinese, Japanese and Korean that a form of address or the list of surnames tells."""
    return find_all(ROWS, text) if _ANY.search(text) else iter(())
