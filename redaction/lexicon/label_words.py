"""The words that a field label is made of, as they are compared: folded, without marks, numbers and articles.

Chinese, Japanese and Korean compounds are two words, the last of which says what of it: "患者番号" is "患者 番号".
"""

from __future__ import annotations

import re

from redaction.lexicon.fold import fold_token
from redaction.lexicon.lookalikes import MARKS

_WORD = re.compile(rf"(?:[^\W_]|[{MARKS}])+|[#№]")
_REQUIRED = fold_token("必須|必填|필수")
_LAST = fold_token(
    "氏名|名前|姓名|名字|名|名称|名稱|番号|コード|号|號|号码|號碼|编号|編號|代码|代碼|住所|地址|電話|電話番号|电话|"
    "メールアドレス|生年月日|이름|성명|명|번호|코드|주소|전화|전화번호|이메일"
)
_UNSPACED = "[\u1100-\u11ff\u3041-\u30ff\u3400-\u9fff]{2,24}?"
_JOINED = (
    (re.compile(r"\be[- ](?=mail|post)"), "e"),
    (re.compile(r"\blog[- ](?=in\b|on\b)"), "log"),
    (re.compile(r"\bsign[- ](?=in\b|on\b)"), "sign"),
    (re.compile(r"\buser[- ](?=name\b)"), "user"),
    (re.compile(r"(?<=\w)['’]s\b|\(s\)"), ""),
    (re.compile(r"(?<=\w)/(?:in|innen)\b|(?<=\w)[*:_](?:in|innen)\b"), ""),
    (re.compile(r"[№°º]"), "o "),
    *((re.compile(rf"({_UNSPACED})({ends})(?![^\W_])"), r"\1 \2") for ends in (_REQUIRED, _LAST)),
)
_UNSAID = frozenset(("the", "a", "an", *_REQUIRED.split("|")))
_DOTTED = re.compile(r"\b(?:[^\W\d_]\.\s?){2,}(?:[^\W\d_]\b)?|\b(?:[^\W\d_]\.)+[^\W\d_]\b")
_NUMBERED = re.compile(r"(?<=[^\W\d_]{3})\d{1,2}$")


def words(label: str) -> list[str]:
    """The words of a label that count, folded: "* Approver's name(s) (optional):" is "approver name"."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label.strip().replace("_", " "))
    text = _DOTTED.sub(lambda found: re.sub(r"[.\s]", "", found.group()) + " ", text)
    text = fold_token(text.replace("№", "#"))
    for pattern, plain in _JOINED:
        text = pattern.sub(plain, text)
    found = [word for word in _WORD.findall(text) if word not in _UNSAID]
    while len(found) > 1 and found[-1].isdigit():
        found.pop()
    return [*found[:-1], _NUMBERED.sub("", found[-1])] if found else found
