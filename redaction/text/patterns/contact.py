"""E-mail addresses and phone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, any_of, word_list

_PHONE_WORDS = any_of(WordList.PHONE_WORDS)
_NUMBER_WORDS = any_of(WordList.NOT_PHONE_WORDS)
#: Names of what `emails` finds.
EMAIL_NAMES = ("email", "email-hidden")
_LOCAL = r"[^\s@<>()\[\]{},;:\"'“”‘’|/\\=&?#%!*]"
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_EMAIL = re.compile(
    rf"(?<![^\W_])(?P<local>{_LOCAL}{{1,64}}(?:'[^\W\d_]{_LOCAL}{{0,30}})?)@(?P<domain>{_LABEL}(?:\.{_LABEL})*)",
    re.UNICODE,
)
#: "jane (at) acme (dot) com", "jane at acme dot com", "jane[at]acme.com", OCR's "jane @ acme . com"
_AT = r"\s*[\[({<]\s*(?:at|@)\s*[\])}>]\s*|\s+@\s*|\s*@\s+|\s+at\s+"
_DOT = r"\s*[\[({<]\s*(?:dot|\.)\s*[\])}>]\s*|\s+dot\s+|\s?\.\s?"
_OBFUSCATED = re.compile(
    rf"(?<![\w.])(?P<local>[\w+-]{{1,64}}+(?:(?:{_DOT})[\w+-]{{1,64}}+){{0,8}}?)(?P<at>{_AT})"
    rf"(?P<domain>[\w-]{{1,63}}+(?:(?:{_DOT})[\w-]{{1,63}}+){{0,8}}(?:{_DOT})(?P<tld>[A-Za-z]{{2,10}}))(?![\w])",
    re.IGNORECASE,
)
_TLD = word_list(WordList.WRITTEN_DOMAINS)
#: "nginx@sha256:…": what stands behind @ is an algorithm; "postgres://user:word@db": what stands before it a password.
_NO_HOST = re.compile(r"(?:sha|md)\d+", re.IGNORECASE)
#: "web-shop@8.14.0": a package and its version; four numbers are a machine's address.
_RELEASE = re.compile(r"\d+\.\d+(?:\.\d+)?(?:-\w+(?:\.\d+)?)?")
_CREDENTIALS = re.compile(r"://[^\s/@]*:\Z")
#: Code points before an address in which the scheme and the log-in of a longer one are looked for.
_LOGIN = 80


def emails(text: str) -> Iterator[TextFinding]:
    """Addresses as written, with typed ones that lack a top-level domain, and the usual ways of hiding them."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            start = match.start()
            local = match["local"]
            start += len(local) - len(local.lstrip(".-+~_`^"))
            if start >= match.end("local"):
                continue
            end = match.end()
            if _RELEASE.fullmatch(match["domain"]):
                continue
            score = 1.0 if "." in match["domain"] else 0.7
            if score < 1.0 and (
                match["domain"].isdigit()
                or len(match["domain"]) < 2
                or local.isupper()
                or "_" in match["domain"]
                or local.casefold() == match["domain"].casefold()
                or _NO_HOST.fullmatch(match["domain"])
                or _CREDENTIALS.search(text, max(0, start - _LOGIN), start)
            ):
                continue
            yield TextFinding(start, end, Kind.EMAIL, score, "email")
    for match in _OBFUSCATED.finditer(text) if _looks_hidden(text) else ():
        plain = match["at"].strip().casefold() == "at"
        if match["tld"].casefold() not in _TLD:
            continue
        if plain and "dot" not in match["domain"].casefold() and not _marked(text, match.start()):
            continue
        yield TextFinding(match.start(), match.end(), Kind.EMAIL, 0.85, "email-hidden")


def _looks_hidden(text: str) -> bool:
    low = text.casefold()
    return "@" in low or " at " in low or "at)" in low or "at]" in low or "at}" in low or "at>" in low


def _marked(text: str, start: int) -> bool:
    return bool(
        re.search(
            r"(?:e-?mails?|mailto|contact|reach|write)\W*(?:\w+\W+){0,3}$", text[max(0, start - 40) : start], re.I
        )
    )


_PHONE = re.compile(
    r"(?<![\w./:#$€£₹%@=-])(?<!\d[ ,])(?!\d{20})(?P<number>(?:\+|"
    r"00)?\(?\+?\d{1,5}\)?(?:[ \u00a0]?[-–./‐‑ \u00a0][ \u00a0]?|[ \u00a0]?\(0?\d{0,5}\)[ \u00a0-]?|(?<=\))|"
    r"(?<=\d)(?=\d)){0,4}(?:\(?\d{1,8}\)?(?:[ \u00a0]?[-–./‐‑ \u00a0]\(?|"
    r"(?<=\)))?){1,6}\d)(?P<extension>[ \u00a0]*(?:,?[ \u00a0]*(?:ext\.?|extension|x|ext:|#|poste|durchwahl|"
    r"dw)[ \u00a0]*:?[ \u00a0]*\d{1,6}))?(?![\w@%]|[-/.,:]\d)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^[ \t]*+(?:[-–—:(,][ \t]*+)?(?:office|fax|mobile|cell|home|desk|work|direct|tel|phone|main|handy|whatsapp)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    rf"(?:\b(?:{_PHONE_WORDS})\b|☎|📞|📱|\b[TMPF]\s*[:.])\W*(?:\w+\W+){{0,4}}$",
    re.IGNORECASE,
)
_NOT_PHONE = re.compile(
    rf"(?:\b(?:{_NUMBER_WORDS})\b\.?|[#$€£₹])\W{{0,4}}$",
    re.IGNORECASE,
)
_AMERICAN = re.compile(r"(?:\(\d{3}\)|\d{3})[-. ]\d{3}[-. ]\d{4}")
_DATE = re.compile(
    r"^\(?(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4}|\d{4}[-–/]\d{2,4}|"
    r"\d{1,2}[-./]\d{4})\b\)?"
)
#: The number of an invoice or a file with its month and year.
_NUMBERED = re.compile(r"\d{1,5}[/-](?:0[1-9]|1[0-2])[/-](?:19|20)\d\d")
#: Days behind each other, as columns and spans of time show them.
_DAYS = re.compile(
    r"(?:0?[1-9]|[12]\d|3[01])(?P<sign>[./-])(?:0?[1-9]|[12]\d|3[01])(?:(?P=sign)(?:\d{2}|\d{4}))?"
    r"(?: (?:[-–] )?(?:0?[1-9]|[12]\d|3[01])(?P=sign)(?:0?[1-9]|[12]\d|3[01])(?:(?P=sign)(?:\d{2}|\d{4}))?){1,9}"
)
#: Thousands with a currency behind them.
_AMOUNT = re.compile(
    r"\d{1,3}(?:[ .\u00a0]\d{3}){1,3}(?:,\d\d)?\s?"
    r"(?:[$€£₹¥]|(?:EUR|USD|GBP|CHF|INR|JPY|SEK|NOK|DKK|PLN|CZK|kr|Kč|zł)\b)"
)
REGIONS = ("US", "GB", "DE", "FR", "IN", "ES", "IT", "NL", "AU", "CH", "SE", "BR", "JP", "ZA", "PL", "BE", "DK", "NO")


def phones(text: str) -> Iterator[TextFinding]:
    """Numbers that phonenumbers accepts in some region, or that look like one next to a word that says so."""
    if sum(c.isdigit() for c in text) < 7:
        return
    for match in _PHONE.finditer(text):
        number = match["number"]
        digits = "".join(c for c in number if c.isdigit())
        if not 6 <= len(digits) <= 15 or len(set(digits)) == 1:
            continue
        score = _phone_score(
            text, match.start(), number, digits, bool(_AFTER.match(text[match.end() : match.end() + 12]))
        )
        if match["extension"] and score and score < 0.7:
            score = 0.7
        if score:
            yield TextFinding(match.start(), match.end(), Kind.PHONE, score, "phone")


def _phone_score(text: str, start: int, number: str, digits: str, announced: bool) -> float:
    before = text[max(0, start - 40) : start]
    if _is_date(number) or _NUMBERED.fullmatch(number):
        return 0.0
    context = announced or bool(_CONTEXT.search(before))
    if number.startswith(("+", "(+")) and valid_in(number, None):
        return 0.95
    if _NOT_PHONE.search(before) and not context:
        # "Ask her for a reference: (206) 555-4579": written like nothing else, and somebody's number
        return 0.7 if _as_dialled(number) else 0.0
    if number.startswith("000") and not context:
        return 0.0  # no country's code begins with a nought: a number with noughts before it
    if number.startswith(("+", "00", "(+")):
        return 0.95 if len(digits) >= 7 and (valid_in(number, None) or context or len(digits) >= 9) else 0.0
    groups = [g for g in re.split(r"\D+", number) if g]
    grouped = len(groups) > 1
    dotted = "." in number
    if dotted and not context and [len(g) for g in groups] not in ([3, 3, 4], [2, 2, 2, 2, 2], [4, 3, 3], [3, 4]):
        return 0.0
    if context and len(digits) >= 7:
        return 0.8
    if not grouped:
        # A bare run of digits is far more often an id or an amount.
        return 0.0
    if re.fullmatch(r"\(?[2-9]\d{2}\)?[-. \u00a0]{0,2}\d{3}[-. \u00a0]\d{4}", number):
        return 0.75
    if re.fullmatch(r"1[-. ]\(?[2-9]\d{2}\)?[-. ]\d{3}[-. ]\d{4}", number):
        return 0.8
    if re.fullmatch(r"\d\d(?:-\d\d){3,4}|\d\d(?:\.\d\d){4}", number):
        return 0.5
    if re.fullmatch(r"[2-9]\d{2}[-.]\d{4}", number):
        return 0.5
    if max(len(g) for g in groups) > 8 or len(groups) > 6 or len(digits) < 8 or _AMOUNT.match(text, start):
        return 0.0
    if len(groups) == 2 and not number.startswith(("0", "(")) and (len(groups[0]) > 5 or "/" in number):
        return 0.0  # two runs of digits, a batch and its part
    if (number.startswith(("0", "(0", "(")) or len(groups) >= 2) and _valid_somewhere(number, digits):
        return 0.65 if number.startswith(("0", "(")) else 0.5
    return 0.45 if number.startswith(("0", "(")) and 9 <= len(digits) <= 12 and "/" not in number[1:3] else 0.0


def _as_dialled(number: str) -> bool:
    """Whether a number is written as telephone numbers are in North America, or with 00, and somebody may have it."""
    if number.startswith("00"):
        return valid_in("+" + number[2:], None)
    return bool(_AMERICAN.fullmatch(number)) and valid_in(number, "US")


def _is_date(number: str) -> bool:
    if _DAYS.fullmatch(number):
        return True
    if len(behind := number.split()) > 1 and all(_is_date(one) for one in behind):
        return True  # months and days behind each other: a column of them
    if re.fullmatch(r"(?:19|20)\d\d[ ]?[-–/. ][ ]?(?:(?:19|20)\d\d|\d\d|\d\d?[-/.]\d\d?)", number):
        return True
    match = _DATE.match(number)
    if match is None:
        return False
    groups = [int(g) for g in re.findall(r"\d+", match.group())]
    plausible = all(g <= 31 or 1900 <= g <= 2100 or g == groups[-1] for g in groups) and any(
        g <= 12 for g in groups[:2]
    )
    rest = number[match.end() :]
    return (
        (plausible or len(groups) == 2)
        and (not rest or bool(re.match(r"[ T]\d{1,2}[:.]?\d*$|[ ]?[-–][ ]?\d{1,4}", rest)))
        and len(groups) <= 3
    )


def valid_in(number: str, region: str | None) -> bool:
    """Whether the numbering plan of a region (None: of the country code that is written) has the number."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(number.replace("(+", "+").replace("(0)", ""), region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(parsed))


def _valid_somewhere(number: str, digits: str) -> bool:
    return any(valid_in(number, region) for region in REGIONS)
