"""Companies by their legal form, and by the habits of company names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import COUNTRIES, is_word, listing
from redaction.text.patterns.bounds import ANY, SOME, SOME_BACK

#: Legal forms, matched as written.
LEGAL = (
    r"(?:Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|PLC|plc|Plc|GmbH|"
    r"mbH|AG|KG|KGaA|OHG|UG|"
    r"S\.A|SA|SAS|SARL|S\.A\.S|S\.à r\.l|Sàrl|S\.p\.A|SpA|S\.r\.l|Srl|SRL|B\.V|BV|N\.V|NV|AB|A/S|ApS|AS|ASA|Oy|Oyj|"
    r"Pty|Pvt|Private|"
    r"Sdn\.? Bhd|Bhd|Pte|K\.K|S\.L|SL|S\.A\. de C\.V|Ltda|S/A|d\.o\.o|Kft|s\.r\.o|a\.s|Sp\. z [o0]\.[o0]|OOO|JSC|PJSC|"
    r"EEIG|e\.V|eG)"
)
_WORD = rf"(?>[^\W\d_a-z][\w’'.&+-]{ANY}|[a-z]?[A-Z][\w&-]{ANY}|\d+[A-Z]\w*|&|of|and|the|de|du|des|der|und|y|et|for)"
_COMPANY = re.compile(
    rf"(?<![\w])(?P<name>(?:{_WORD})(?:[ \u00a0]{_WORD}){{0,5}}?)(?P<legal>,?[ \u00a0]\(?(?:{LEGAL})\b\.?\)?(?:[ "
    rf",]+(?:{LEGAL})\b\.?){{0,2}})",
)
_LIST = re.compile(
    rf"(?<![\w])(?:[^\W\d_a-z][\w’'-]{SOME}, ){{1,6}}[^\W\d_a-z][\w’'-]{SOME},? (?:and|&) "
    rf"[^\W\d_a-z][\w’'-]{SOME}(?= (?:Inc|Ltd|LLC|"
    r"Group|PLC|Partners|LLP|Associates))"
)
_KIND_WORD = re.compile(
    rf"(?<![\w])(?P<name>(?:[^\W\d_a-z][\w’'&-]{SOME}[ \u00a0]){{1,4}}(?:Technologies|Solutions|"
    r"Industries|Holdings|Partners|"
    r"Associates|Consulting|Logistics|"
    r"Pharmaceuticals|Pharma|Enterprises|Ventures|Capital|Foods|Motors|Airlines|Airways|Bank|Insurance|Labs|"
    r"Laboratories|Systems|Software|"
    r"Electronics|Energy|Textiles|Chemicals|Constructions|Robotics|Semiconductors|Trading|Exports|Imports|Group|"
    r"Brothers|Bros|& Sons|& Co))(?![\w])"
)
_NOT_NAME = listing(
    """
    the a an this that our your their its his her my any each every no such both all some other another of and for
    in on at by with from to or as is are was were dear hi hello thanks regards please attached per new re fw fwd
    also if when while since because
    """
)


_LEAD = re.compile(
    r"\b(?:(?i:work(?:s|ed|ing)? (?:for|at)|employed (?:by|at)|(?:ceo|cto|cfo|founder|chairman|president|director|"
    r"employee) (?:of|at)|company (?:is|called|named)|"
    r"acquired by|merger with|contract with|invoice (?:from|to)|purchase order (?:from|to)|agreement with|on behalf "
    r"of|joined))[ ]+(?:the[ ]+)?"
    rf"(?P<name>[^\W\d_a-z][\w’'&-]{ANY}(?:[ ](?:[^\W\d_a-z][\w’'&-]{ANY}|and|of|&)){{0,4}})"
)


#: Alone on its line or in quotes, a company with a legal form may begin with any word: "northern GmbH".
_ALONE = re.compile(
    r"(?:^|[\"“„«])\s*(?P<name>[^\W_][\w’'.&+-]*"
    r"(?: (?!(?:at|for|with|by|from|is|was|to|in|via|bei|chez)\b)[\w’'.&+-]+){0,4},? "
    r"(?:GmbH|LLC|Inc|Ltd|LLP|PLC|B\.V|BV|N\.V|S\.A|S\.p\.A|S\.r\.l|Pty|Oy|ApS)\.?)\s*(?:$|[\"”“»])"
)
_TITLE = rf"[^\W\d_a-z][\w’'&-]{ANY}"
_TRAIL = re.compile(
    rf"(?<![\w.])(?:The )?(?P<name>{_TITLE}(?: (?:{_TITLE}|and|of|&)){{0,4}}) "
    r"(?:office|offices|website|web site|headquarters|employees|spokesman|spokeswoman|spokesperson|shares|"
    r"shareholders|subsidiary|"
    r"is the brainchild|is an? (?:\w+ ){1,3}?(?:agency|company|firm|startup|start-up|provider|manufacturer|supplier|"
    r"bank|insurer|retailer))\b"
)
_APPOSITION = re.compile(
    rf"(?<![\w.])(?P<name>{_TITLE}(?: {_TITLE}){{0,3}}), an? (?:[\w-]+ ){{0,3}}?"
    r"(?:agency|company|firm|startup|start-up|manufacturer|supplier|insurer|retailer|vendor|consultancy|distributor)\b"
)
_FROM = re.compile(
    rf"\b(?:from|at|with|of|by) (?P<name>{_TITLE})(?= (?:is|was|are|has|and|for|as|called|said)\b|[,.;]|\s*$)"
)


def _around(text: str) -> Iterator[TextFinding]:
    """Companies told by what stands beside them: "the Brightmoor website", "Zentrix is a software company"."""
    lists = name_lists()
    for match in _TRAIL.finditer(text):
        start = _trim(text, match.start("name"), match.end("name"))
        name = text[start : match.end("name")] if start is not None else ""
        if name.endswith((" of", " and", " &")):
            continue  # "Out of office"
        if start is not None and not (_plain(name) and " " not in name) and name.casefold() not in COUNTRIES:
            yield TextFinding(start, match.end("name"), Kind.COMPANY, 0.5, "company-trail")
    for match in _APPOSITION.finditer(text):
        if not _plain(match["name"]) and not lists.is_first(match["name"].split()[0]):
            yield TextFinding(*match.span("name"), Kind.COMPANY, 0.76, "company-apposition")
    for match in _ALONE.finditer(text):
        yield TextFinding(*match.span("name"), Kind.COMPANY, 0.8, "company-alone")
    for match in _FROM.finditer(text):
        name = match["name"]
        if (
            len(name) > 3
            and not _plain(name)
            and not lists.is_name(name)
            and name.casefold() not in COUNTRIES
            and not name.isupper()
        ):
            yield TextFinding(*match.span("name"), Kind.COMPANY, 0.42, "company-from")


_NAMES_LIST = re.compile(
    rf"(?<![\w,])(?P<name>(?:[^\W\d_a-z][\w’'-]{SOME}, ){{1,3}}[^\W\d_a-z][\w’'-]{SOME},? (?:and|&) "
    rf"[^\W\d_a-z][\w’'-]{SOME_BACK})(?![\w]| "
    r"[A-Z])"
)
_HOUSE = re.compile(
    rf"(?<![\w])(?P<name>[^\W\d_a-z][\w’'-]{SOME}) (?P<what>Group|and Sons|& Sons|and Co|Brothers|Bros|"
    r"Family|Holdings|Partners|Associates|Industries)(?![\w])"
)


#: Code points before a name that are asked for a word that leads to it.
_NEAR = 10
#: "Nurse at Cobalt Energy AG": what follows is where somebody works.
_EMPLOYED = re.compile(r"[a-z] (?:at|bei|chez) $")


def companies(text: str) -> Iterator[TextFinding]:
    """ "Northwind Labs GmbH", "Keller, Ortiz and Sons Ltd", "Brightmoor Logistics"."""
    for match in _COMPANY.finditer(text):
        start = _trim(text, match.start("name"), match.end("name"))
        if start is None:
            continue
        name = text[start : match.end("name")]
        if (
            match["legal"].strip(" ,.()")
            in {
                "Co",
                "Company",
                "AS",
                "AB",
                "SA",
                "AG",
                "Private",
                "Limited",
                "SL",
                "LP",
                "UG",
            }
            and _plain(name)
            and not _EMPLOYED.search(text[max(0, start - _NEAR) : start])
        ):
            continue
        if (
            _plain(name)
            and len(name.split()) == 1
            and match["legal"].strip(" ,.()") in {"Co", "Company", "Limited", "Corporation"}
        ):
            continue
        yield TextFinding(start, match.end(), Kind.COMPANY, 0.85, "company-legal")
    yield from _around(text)
    for match in _LEAD.finditer(text):
        start = _trim(text, match.start("name"), match.end("name"))
        name = re.sub(r"(?: (?:and|of|&)){1,5}$", "", text[start : match.end("name")]) if start is not None else ""
        if (
            start is not None
            and (not _plain(name) or name.count(" ") > 1)
            and not name_lists().is_first(name.split()[0])
            and name.casefold() not in COUNTRIES
        ):
            yield TextFinding(start, start + len(name), Kind.COMPANY, 0.55, "company-lead")
    lists = name_lists()
    for match in _NAMES_LIST.finditer(text):
        words = [w for w in re.findall(r"[^\W\d_][\w’'-]*", match["name"]) if w not in ("and",)]
        if (
            sum(lists.is_last(w) for w in words) >= max(2, len(words) - 1)
            and sum(lists.is_first(w) and not lists.is_last(w) for w in words) == 0
        ):
            yield TextFinding(*match.span("name"), Kind.COMPANY, 0.65, "company-list")
    for match in _HOUSE.finditer(text):
        if lists.is_last(match["name"].split("-")[0]) and match["name"].casefold() not in _NOT_NAME:
            yield TextFinding(*match.span(), Kind.COMPANY, 0.7, "company-house")
    for match in _LIST.finditer(text):
        yield TextFinding(match.start(), match.end(), Kind.COMPANY, 0.8, "company-list")
    for match in _KIND_WORD.finditer(text):
        start = _trim(text, match.start("name"), match.end("name"))
        if start is None or _plain(text[start : match.end("name")]):
            continue
        first, _, more = text[start : match.end("name")].partition(" ")
        if " " in more and lists.is_first(first) and not is_word(first):
            continue  # "Jane Doe Software Engineer": a person and a job
        yield TextFinding(start, match.end("name"), Kind.COMPANY, 0.6, "company-kind")


def _trim(text: str, start: int, end: int) -> int | None:
    """Drop leading words that begin a sentence and not a name; None when nothing is left."""
    while start < end:
        word = re.match(r"[\w’'.&+-]+", text[start:end])
        if word is None:
            return None
        if word.group().casefold().strip(".") not in _NOT_NAME:
            return start
        rest = re.match(r"[\s,]*", text[start + word.end() : end])
        start += word.end() + (rest.end() if rest else 0)
    return None


def _plain(name: str) -> bool:
    return all(is_word(word.strip(".,'’")) for word in re.split(r"[\s&-]+", name) if word.strip(".,'’"))
