"""People in Chinese, Japanese and Korean text: no capitals, often no spaces; the form of address tells the name.

Surnames are those of Faker's locale data (`names.py`); forms of address are common knowledge of the languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.text.names import name_lists
from redaction.text.words import listing

_HAN = "\u3400-\u4dbf\u4e00-\u9fff々〆ヶ"
_ANY = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")
#: A polite form said only of people: any kanji or katakana before it is a name, unless it is a role.
_POLITE = re.compile(
    rf"(?<![{_HAN}ーァ-ヺおご])(?P<name>[{_HAN}]{{1,4}}(?:[ 　]?[{_HAN}]{{1,3}})?|"
    r"[ァ-ヺー]{2,12}(?:[・ ][ァ-ヺー]{2,12})?)"
    r"(?=[ 　]?(?:様|さま|さん|氏(?!名)|殿|くん|ちゃん))"
)
#: What follows a surname that is on the list: a title, "this is …", "from …".
_AFTER_HAN = re.compile(
    r"[ 　]?(?:先生|部長|課長|係長|社長|専務|主任|です|と申し|より|宛|拝|女士|小姐|经理|經理|总(?!部|计|是|共|之)|老师|"
    r"老師|同志|博士|教授|主任|您好)"
)
_HAN_RUN = re.compile(rf"[{_HAN}]+")
_KOREAN = re.compile(
    r"(?<![가-힣])(?P<name>[가-힣]{2,4}?)(?=\s?(?:님|씨|대리|과장|부장|차장|팀장|사원|이사|대표|교수|선생님|실장)(?:[^가-힣]|님|은|는|이|가|"
    r"을|를|께|에게|의|과|와|도|$))"
)
#: The commonest Chinese surnames of one sign, simplified and traditional.
ONE_SIGN = frozenset(
    "王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜"
    "范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚"
    "張劉陳楊黃趙吳孫馬許鄧蕭馮葉呂蔣鐘盧陸譚韋賈鄒龍閻顧賴嚴錢龔"
)
_ROLES = listing(
    """
    皆 各位 客 奥 神 王 患者 会員 担当 担当者 関係者 利用者 参加者 保護者 業者 皇 姫 殿 何 疲 世話 苦労 馳走 子
    爺 婆 彦 娘 同 両 貴 某 当 旦那 受講者 応募者 候補者 購入者 申込者 購読者 登録者 使用者 責任者 管理者 発注者
    受注者 契約者 株主 役員 社員 職員 고객 회원 사장 부장 과장 선생 교수 대표 이사 팀장 담당자 여러분 사용자
    관리자 신청자 고객사 지원자 직원 후보자 손 실장 차장 사원
    """
)


def caseless(text: str) -> Iterator[TextFinding]:
    """Names in Chinese, Japanese and Korean that a form of address or the list of surnames tells."""
    if not _ANY.search(text):
        return
    lists = name_lists()
    for match in _POLITE.finditer(text):
        if match["name"] not in _ROLES:
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.7, "person-polite")
    for run in _HAN_RUN.finditer(text):
        for length in (3, 2, 1):
            surname, after = run.group()[:length], run.start() + length
            if len(surname) == length and (lists.is_last(surname) or surname in ONE_SIGN):
                end = next((e for e in range(after, min(run.end(), after + 3) + 1) if _AFTER_HAN.match(text, e)), None)
                if end is not None:
                    yield TextFinding(run.start(), end, Kind.PERSON, 0.7, "person-polite")
                    break
    for match in _KOREAN.finditer(text):
        name = match["name"]
        if name not in _ROLES and (lists.is_last(name[0]) or lists.is_last(name[:2])):
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.7, "person-polite")
