"""Companies by their legal form, and by the habits of company names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import COUNTRIES, is_word
from redaction.text.interface import is_city
from redaction.text.patterns.bounds import ANY, SOME, SOME_BACK
from redaction.text.patterns.pattern import Pattern, find_all

_TRAILS = any_of(WordList.COMPANY_TRAILS)
_OFFICE = re.compile(r" (?:head )?offices?\b")
_LEADS = any_of(WordList.COMPANY_LEADS)
_KINDS = any_of(WordList.COMPANY_KINDS)
#: Legal forms, matched as written.
LEGAL = (
    r"(?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|PLC|plc|Plc|GmbH|"
    r"mbH|AG|KG|KGaA|OHG|UG|S\.A|SA|SAS|SARL|S\.A\.S|S\.à r\.l|Sàrl|S\.p\.A|SpA|S\.r\.[lI]|Srl|SRL|B\.V|BV|N\.V|NV|AB|"
    r"A/S|ApS|AS|ASA|Oy|Oyj|Pty|Pvt|Private|Sdn\.? Bhd|Bhd|Pte|K\.K|S\.L|SL|S\.A\. de C\.V|Ltda|S/A|d\.o\.o|Kft|"
    r"s\.r\.o|a\.s|DAC|CLG|Sp\. z [o0]\.[o0]|OOO|JSC|PJSC|EEIG|e\.V|eG)"
)
#: One of these, or of those of the list, behind a name that is written in Latin letters.
ANY_FORM = rf"(?:{LEGAL}|{any_of(WordList.FORMS_BEHIND)})"
#: Chinese, Japanese and Korean legal forms in front of a name and behind it; a name's signs; what ends one before them.
_FORMS_BEFORE = r"株式会社|有限会社|合同会社|合資会社|医療法人|[（(](?:株|有|주)[）)]|[㈱㈲㈜]|주식회사|유한회사"
_FORMS_BEHIND = (
    r"株式会社|有限会社|合同会社|(?:股份|集团|集團)?有限(?:责任|責任)?公司|股份公司|(?:集团|集團)公司|"
    r"[（(](?:株|有|주)[）)]|[㈱㈲㈜]|주식회사"
)
_SIGN = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々ー\uac00-\ud7a3A-Za-z0-9＆&・]"
_FUNCTION_SIGN = "与和给由在向为的是于从对到将及或了请该本贵我與給為於從對將請該貴"
_PART = rf"(?>[^\W\d_a-z][\w’'.&+-]{ANY}|[a-z]?[A-Z][\w&-]{ANY}|\d+[A-Z]\w*|&|of|and|the|de|du|des|der|und|y|et|for)"
_TITLE = rf"[^\W\d_a-z][\w’'&-]{ANY}"
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_NOT_NAME = word_list(WordList.SENTENCE_STARTS)
#: Legal forms that are words or short codes, too: what stands before them must not be ordinary.
UNSURE_LEGAL = frozenset(["Co", "Company", "AS", "AB", "SA", "AG", "Private", "Limited", "SL", "LP", "UG"])
#: Legal forms behind which one ordinary word makes no company: "a limited company".
_WORDLIKE_LEGAL = frozenset(["Co", "Company", "Limited", "Corporation"])
#: "Nurse at Cobalt Energy AG": what follows is where somebody works. So many code points before a name are asked.
_EMPLOYED, _NEAR = re.compile(r"[a-z] (?:at|bei|chez) $"), 10
_OPEN_ENDS = (" of", " and", " &")


def _own_name(match: re.Match[str]) -> tuple[int, str]:
    """Where a name begins, without leading words that begin a sentence, and the name; "" when nothing is left."""
    text, start, end = match.string, match.start("name"), match.end("name")
    while start < end:
        word = re.match(r"[\w’'.&+-]+", text[start:end])
        if word is None:
            return start, ""
        if word.group().casefold().strip(".") not in _NOT_NAME:
            return start, text[start:end]
        rest = re.match(r"[\s,]*", text[start + word.end() : end])
        start += word.end() + (rest.end() if rest else 0)
    return start, ""


def _plain(name: str) -> bool:
    return all(is_word(word.strip(".,'’")) for word in re.split(r"[\s&-]+", name) if word.strip(".,'’"))


def _with_legal(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    start, name = _own_name(match)
    legal = match["legal"].strip(" ,.()")
    if not name:
        return
    if _plain(name):
        before = match.string[max(0, start - _NEAR) : start]
        if legal in UNSURE_LEGAL and not _EMPLOYED.search(before):
            return
        if legal in _WORDLIKE_LEGAL and len(name.split()) == 1:
            return
    yield start, match.end()


def _before_trail(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    start, name = _own_name(match)
    one_word = _plain(name) and " " not in name
    place = name.casefold() in COUNTRIES or (is_city(name) and _OFFICE.match(match.string, match.end("name")))
    if name and not name.endswith(_OPEN_ENDS) and not one_word and not place:
        yield start, match.end("name")  # "Out of office" is none, nor is "Hannover office"


def _after_lead(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    start, name = _own_name(match)
    name = re.sub(r"(?: (?:and|of|&)){1,5}$", "", name)
    if (
        name
        and (not _plain(name) or name.count(" ") > 1)
        and not name_lists().is_first(name.split()[0])
        and name.casefold() not in COUNTRIES
    ):
        yield start, start + len(name)


def _last_names(match: re.Match[str]) -> bool:
    """Last names, all but one at least, and no first name that is none: "Keller, Ortiz and Marlow"."""
    lists = name_lists()
    words = [word for word in _WORD.findall(match["name"]) if word != "and"]
    lasts = sum(map(lists.is_last, words))
    return lasts >= max(2, len(words) - 1) and not any(lists.is_first(w) and not lists.is_last(w) for w in words)


def _before_kind(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    start, name = _own_name(match)
    if not name or _plain(name):
        return
    first, _, more = name.partition(" ")
    if " " in more and name_lists().is_first(first) and not is_word(first):
        return  # "Jane Doe Software Engineer": a person and a job
    yield start, match.end("name")


# fmt: off
ROWS: tuple[Pattern, ...] = (
    Pattern("company-legal", Kind.COMPANY, re.compile(
            rf"(?<![\w])(?P<name>(?:{_PART})(?:[ \u00a0]{_PART}){{0,5}}?)(?P<legal>,?[ \u00a0]\(?(?:{LEGAL})\b\.?\)"
            rf"?(?:[ ,]+(?:{LEGAL})\b\.?){{0,2}})"
        ), 0.85, spans=_with_legal,
        examples=("We pay «Vexlor Labs GmbH» monthly", "The «Zentrix Foods Ltd.»", "Nurse at «Cobalt Energy AG»"),
        counterexamples=("the limited company", "Dear Company", "Energy AG")),
    # no blanks: a name ends where a particle follows a sign that is not hiragana ("みなと食品の")
    Pattern("company-legal-first", Kind.COMPANY, re.compile(
            rf"(?:{_FORMS_BEFORE})[ \u3000]?(?![のはがをにへとでや][^\u3040-\u309f])"
            rf"(?:(?!{_FORMS_BEFORE}){_SIGN}){{2,15}}?"
            rf"(?=御中|様|(?<![\u3040-\u309f])[のはがをにへとでや]|(?!{_SIGN})|$)"
        ), 0.85, examples=("«株式会社みなと食品»の件", "宛先：«(株)みのり電装»御中", "«주식회사 한빛전자»"),
        counterexamples=("株式会社", "株式会社の登記")),
    Pattern("company-legal-last", Kind.COMPANY, re.compile(
            rf"(?:(?!{_FORMS_BEHIND}|[{_FUNCTION_SIGN}]){_SIGN}){{2,15}}(?:{_FORMS_BEHIND})"
        ), 0.85, examples=("我们与«云杉精密仪器有限公司»签订", "派遣元:«つばさスタッフ株式会社»"),
        counterexamples=("有限公司", "的有限公司")),
    # told by what stands beside them: "the Brightmoor website", "Zentrix is a software company"
    Pattern("company-trail", Kind.COMPANY, re.compile(
            rf"(?<![\w.])(?:The )?(?P<name>{_TITLE}(?: (?:{_TITLE}|and|of|&)){{0,4}}) (?:{_TRAILS}|is the brainchild|"
            rf"is an? (?:\w+ ){{1,3}}?(?:agency|company|firm|startup|start-up|provider|manufacturer|supplier|bank|"
            rf"insurer|retailer))\b"
        ), 0.5, spans=_before_trail, examples=("the «Vexlor» website", "«Zentrix» is a software company"),
        counterexamples=("Out of office", "Head office", "Germany office", "Hannover office")),
    Pattern("company-apposition", Kind.COMPANY, re.compile(
            rf"(?<![\w.])(?P<name>{_TITLE}(?: {_TITLE}){{0,3}}), an? (?:[\w-]+ ){{0,3}}?"
            r"(?:agency|company|firm|startup|start-up|manufacturer|supplier|insurer|retailer|vendor|consultancy|"
            r"distributor)\b"
        ), 0.76, group="name",
        check=lambda match: not _plain(match["name"]) and not name_lists().is_first(match["name"].split()[0]),
        examples=("«Vexlor», a small software firm",),
        counterexamples=("Maria, a small supplier", "Report, an agency")),
    # alone on its line or in quotes, a company with a legal form may begin with any word: "northern GmbH"
    Pattern("company-alone", Kind.COMPANY, re.compile(
            r"(?:^|[\"“„«])\s*(?P<name>[^\W_][\w’'.&+-]*"
            r"(?: (?!(?:at|for|with|by|from|is|was|to|in|via|bei|chez)\b)[\w’'.&+-]+){0,4},? "
            r"(?:GmbH|LLC|Inc|Ltd|LLP|PLC|B\.V|BV|N\.V|S\.A|S\.p\.A|S\.r\.l|Pty|Oy|ApS)\.?)\s*(?:$|[\"”“»])"
        ), 0.8, group="name", examples=("«northern lights GmbH»", "“«sunrise Ltd.»”"),
        counterexamples=("he works for sunrise GmbH and others", "northern lights")),
    Pattern("company-lead", Kind.COMPANY, re.compile(
            rf"\b(?:(?i:{_LEADS}))[ ]+(?:the[ ]+)?(?P<name>[^\W\d_a-z][\w’'&-]{ANY}(?:[ ](?:[^\W\d_a-z][\w’'&-]{ANY}|"
            rf"and|of|&)){{0,4}})"
        ), 0.55, spans=_after_lead, examples=("she works for «Zentrix»", "on behalf of the «Vexlor and Sons»"),
        counterexamples=("she works for Maria", "agreement with Germany", "she works for Sales")),
    Pattern("company-names", Kind.COMPANY, re.compile(
            rf"(?<![\w,])(?P<name>(?:[^\W\d_a-z][\w’'-]{SOME}, ){{1,3}}[^\W\d_a-z][\w’'-]{SOME},? (?:and|&) "
            rf"[^\W\d_a-z][\w’'-]{SOME_BACK})(?![\w]| "
            r"[A-Z])"
        ), 0.65, group="name", check=_last_names, examples=("by «Keller, Ortiz and Schmidt» today",),
        counterexamples=("by Maria, Ortiz and Anna today", "by Apples, Pears and Plums today")),
    Pattern("company-house", Kind.COMPANY, re.compile(
            rf"(?<![\w])(?P<name>[^\W\d_a-z][\w’'-]{SOME}) (?P<what>Group|and Sons|& Sons|and Co|Brothers|Bros|"
            r"Family|Holdings|Partners|Associates|Industries)(?![\w])"
        ), 0.7, check=lambda match: (
            name_lists().is_last(match["name"].split("-")[0]) and match["name"].casefold() not in _NOT_NAME
        ), examples=("the «Keller Group»", "«Ortiz & Sons»"), counterexamples=("the Report Group", "The Group")),
    Pattern("company-kind", Kind.COMPANY,
        re.compile(rf"(?<![\w])(?P<name>(?:[^\W\d_a-z][\w’'&-]{SOME}[ \u00a0]){{1,4}}(?:{_KINDS}))(?![\w])"), 0.6,
        spans=_before_kind, examples=("from «Vexlor Logistics» soon", "«Zentrix Labs»"),
        counterexamples=("Jane Vexlor Software Engineer", "Annual Energy", "Logistics")),
)
# fmt: on


def companies(text: str) -> Iterator[TextFinding]:
    """ "Northwind Labs GmbH", "Keller, Ortiz and Sons Ltd", "Brightmoor Logistics"."""
    return find_all(ROWS, text)
