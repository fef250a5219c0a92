"""Numbers that identify: bank accounts and cards with check digits, government ids, ids named by their context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module

from redaction.findings import Kind, Source, TextFinding

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \u00a0-]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Za-z0-9]{1,4})?(?![A-Za-z0-9])"
)
_CARD = re.compile(
    r"(?:(?<![\w.])(?<!\d[-])|(?<=[Cc]ard))\d(?:[ \u00a0-]?\d){11,18}(?![\w]|[.-]\d)"
    r"(?!(?<= \d\d):[0-9A-Fa-f]{2}:)"  # the first pair of a machine's address behind it
)
#: Four by four digits, also behind another number with which they would be read as one.
_FOURS = re.compile(r"(?<=[\d,;] )\d{4}(?: \d{4}){3}(?![\w]|[.-]\d)")
_SSN = re.compile(r"(?<![\w-])\d{3}[-–. ]\d{2}[-–. ]\d{4}(?![\w]|[-.]\d)")
_SSN_BARE = re.compile(r"(?:ssn|social security)\D{0,30}(\d{9}|\d{3}\D\d{2}\D\d{4})\b", re.IGNORECASE)

#: (stdnum module, shape, words that must stand near or "" when the check digits are strong enough)
_GOVERNMENT: tuple[tuple[str, str, str], ...] = (
    ("us.ssn", r"\d{3}-\d{2}-\d{4}", ""),
    ("us.itin", r"9\d{2}-\d{2}-\d{4}", ""),
    ("us.ein", r"\d{2}-\d{7}", r"\bein\b|employer|tax|fein"),
    ("us.rtn", r"\d{9}", r"routing|aba\b|rtn"),
    ("gb.nhs", r"\d{3}[ -]\d{3}[ -]\d{4}|\d{10}", r"\bnhs\b"),
    ("gb.vat", r"(?:GB)?\d{9}", r"\bvat\b"),
    ("ca.sin", r"\d{3}[ -]\d{3}[ -]\d{3}|\d{9}", r"\bsin\b|social insurance"),
    ("in_.aadhaar", r"\d{4}[ -]?\d{4}[ -]?\d{4}", r"aadha+r|\buid\b|uidai"),
    ("in_.pan", r"[A-Z]{5}\d{4}[A-Z]", ""),
    ("in_.gstin", r"\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]", ""),
    ("de.idnr", r"\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", r"steuer|idnr|tax id|tin\b"),
    ("de.vat", r"DE[ ]?\d{9}", ""),
    ("fr.nir", r"[12][ ]?\d{2}[ ]?\d{2}[ ]?\d[0-9AB][ ]?\d{3}[ ]?\d{3}[ ]?\d{2}", ""),
    ("fr.siret", r"\d{3}[ ]?\d{3}[ ]?\d{3}[ ]?\d{5}", r"siret"),
    ("es.nif", r"[XYZKLM\d]\d{7}[A-Z]", ""),
    ("it.codicefiscale", r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", ""),
    ("nl.bsn", r"\d{9}", r"\bbsn\b|burgerservice"),
    ("be.nn", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", ""),
    ("ch.ssn", r"756\.\d{4}\.\d{4}\.\d{2}", ""),
    ("se.personnummer", r"(?:\d{2})?\d{6}[-+]\d{4}", ""),
    ("dk.cpr", r"\d{6}-\d{4}", r"\bcpr\b|personnummer"),
    ("no.fodselsnummer", r"\d{6}[ ]?\d{5}", r"f[øo]dsels|personnummer|national id"),
    ("fi.hetu", r"\d{6}[-+A]\d{3}[0-9A-Y]", ""),
    ("pl.pesel", r"\d{11}", r"pesel"),
    ("pt.nif", r"\d{9}", r"\bnif\b|contribuinte"),
    ("br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}", ""),
    ("br.cnpj", r"\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}", ""),
    ("au.tfn", r"\d{3}[ ]?\d{3}[ ]?\d{3}", r"\btfn\b|tax file"),
    ("au.abn", r"\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", r"\babn\b"),
    ("za.idnr", r"\d{13}", r"\bid\b|identity"),
    ("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d", ""),
    ("mx.rfc", r"[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}", r"\brfc\b"),
    ("ie.pps", r"\d{7}[A-W][A-I]?", r"\bpps"),
    ("tr.tckimlik", r"\d{11}", r"kimlik|\btc\b"),
    ("kr.rrn", r"\d{6}-\d{7}", ""),
    ("cn.ric", r"\d{17}[\dX]", ""),
    ("imei", r"\d{15}|\d{2}-\d{6}-\d{6}-\d", r"imei"),
)

_NAMED = re.compile(
    r"(?P<context>\b(?:employee|emp|staff|personnel|badge|clock|claim|matriculation|enrol?lment|pupil|subscriber|pension|"
    r"beneficiary|loyalty|candidate|applicant|customer|client|member|patient|student|user|"
    r"driver'?s?|"
    r"passport|licen[cs]e|national|tax(?:payer)?|insurance|policy|account|acct|vendor|supplier|bank|medical|health|"
    r"social|"
    r"visa|identity|membership|payroll|worker|associate|contractor|nric|fin|tin|ssn|dl|ein|vat|gstin?|pan|uan|mrn|"
    r"voter|"
    r"registration|licence|loan|iban|swift|case|docket|routing|sort)"
    r"(?:[ _-]?(?:licen[cs]e|security|insurance|code|record|card|registration|account|identification|plate))?"
    r"[ _-]*(?:(?:ids?|no|nos|nr|num|number|numbers|code)\b|[#№])\.?(?:\s+(?:is|was|are))?[\s:#=()\"']{0,4})"
    r"(?P<value>[A-Za-z]{0,6}[-_/ ]?(?=[\w-]*\d{2})[A-Za-z0-9][A-Za-z0-9_/-]{2,24})(?![\w@])",
    re.IGNORECASE,
)
_PREFIXED = re.compile(
    r"(?<![\w-])(?:emp|cand|cust|empl?oyee|candidate|customer|vend|vendor|clnt|client|appl?|applicant|usr|user|pat|"
    r"patient|stu)"
    r"[-_ #]{1,2}(?=[\w-]*\d)[A-Za-z]{0,3}-?\d[\w-]{1,16}(?![\w])",
    re.IGNORECASE,
)
#: "Account C-49064", "patient 2049916": a code right behind whose it is.
_CODED = re.compile(
    r"\b(?i:account|acct|customer|client|patient|employee|member|policy|subscriber|supplier|vendor|claim|candidate|"
    r"applicant|student|tenant|borrower|insured|debtor|creditor)\.? "
    r"(?P<value>[A-Z]{1,5}[-/]?\d{4,12}(?:[-/]\d{1,4})?|\d{7,12})(?![\w@/%-]|[.,]\d)"
)
#: Number plates (British, German, Spanish) near a word for what they are on.
_PLATE = re.compile(
    r"\b(?i:van|car|vehicle|truck|lorry|taxi|trailer|plate|reg(?:istration)?|fleet|fahrzeug|kennzeichen|coche|"
    r"veh[íi]culo|matr[íi]cula|voiture|v[ée]hicule|immatriculation)\b[^\n]{0,24}?"
    r"(?<![\w-])(?P<value>[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{1,3}-[A-Z]{1,2} ?\d{1,4}|\d{4} ?[B-DF-HJ-NP-TV-Z]{3}|"
    r"[A-Z]{2}-\d{3}-[A-Z]{2})(?![\w-])"
)
#: A firm's number for taxes: two letters of a country and its digits.
_TAX = re.compile(
    r"\b(?:vat|tax|ust|tva|iva|btw|mwst)[ .-]{0,2}(?:reg(?:istration)?|id(?:nr)?|no|nr|number|n[°º])?\.?[ :#]{1,3}"
    r"(?P<value>[A-Z]{2} ?[A-Z0-9]?\d[\dA-Z]{6,11})(?![\w-])",
    re.IGNORECASE,
)
#: Papers that are called by their name alone: "Passport C01…", "MRN: 0048…".
_PAPER = re.compile(
    r"\b(?:passport|passeport|reisepass|pasaporte|mrn|nric|ssn|dl|driver'?s? licen[cs]e|driving licen[cs]e|id card|"
    r"personalausweis|green card)(?:\s+(?:is|was))?[\s:#=]{1,3}"
    r"(?P<value>(?=[A-Z0-9-]*\d[A-Z0-9-]*\d)(?!\d{1,2}-\d{1,2}-|(?:19|20)\d\d\b)[A-Z0-9][A-Z0-9-]{5,19})(?![\w@])",
    re.IGNORECASE,
)
#: "ID: E-20391" is a person's when the row before it speaks of one.
_ROW_ID = re.compile(
    r"\b(?:employee|candidate|applicant|patient|student|staff|member|participant|borrower|tenant)\b[^\n]{0,80}?"
    r"[^\w\s]\s*ID[\s:#=]{1,3}(?P<value>(?=[\w-]*\d{2})[A-Z]{0,4}-?\d[\w-]{1,16})(?![\w@])",
    re.IGNORECASE,
)
#: British National Insurance numbers: no check digit, but a narrow shape (gov.uk, "National Insurance number" format).
_NINO = re.compile(
    r"(?<![\w-])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w-])"
)
#: Parcels of land, deeds and files: "plots nos. 260, 45 and 119/5".
_REGISTER = re.compile(
    r"\b(?:plots?|parcels?|lots?|title deeds?|deeds?|land register|cadastral|folios?|files?|certificates?|permits?|"
    r"licen[cs]es?|apartments?|flats?)\s+(?:nos?\b\.?|nrs?\b\.?|numbers?\b|[#№])\s*+(?::\s*+)?"
    r"(?P<list>\d{1,7}(?:[/.-]\d{1,7}){0,4}(?:(?:,? and |, ?| & )\d{1,7}(?:[/.-]\d{1,7}){0,4}){0,30})(?![\w/])",
    re.IGNORECASE,
)
_APPLICATION = re.compile(r"\b(?:nos?|number|numbers|and|,)\.?\s+(\d{2,6}/\d{2,4})(?![\w/])", re.IGNORECASE)


@lru_cache(maxsize=1)
def _checks() -> tuple[tuple[re.Pattern[str], re.Pattern[str] | None, Callable[[str], bool], str], ...]:
    checks = []
    for module, shape, context in _GOVERNMENT:
        valid = import_module(f"stdnum.{module}").is_valid
        pattern = re.compile(rf"(?<![\w.-])(?:{shape})(?![\w]|[.-]\w)")
        checks.append((pattern, re.compile(context, re.IGNORECASE) if context else None, valid, module))
    return tuple(checks)


def passes_check(text: str) -> bool:
    """Whether the whole text is a number with right check digits, of a bank, a card or a government: somebody's."""
    from stdnum import iban, luhn

    plain = re.sub(r"[\s-]", "", text)
    if len(plain) >= _CARD_DIGITS and plain.isdecimal() and luhn.is_valid(plain):
        return True
    if len(plain) >= _IBAN_CHARACTERS and plain.isascii() and iban.is_valid(plain, check_country=False):
        return True
    return any(pattern.fullmatch(text) and valid(text) for pattern, _, valid, _ in _checks())


_CARD_DIGITS = 12
_IBAN_CHARACTERS = 15
_DIALLED = 15
"""Digits of the longest telephone number (E.164)."""


def numbers(text: str) -> Iterator[TextFinding]:
    """Cards, IBANs, government numbers and ids that their context names."""
    digits = sum(c.isdigit() for c in text)
    if digits < 2:
        return
    if digits >= 8:
        yield from _banks(text)
    if digits >= 4:
        yield from _government(text)
    for match in _NAMED.finditer(text):
        yield TextFinding(match.start("value"), match.end("value"), Kind.ID, 0.75, "id-context")
    for pattern in (_CODED, _PLATE, _TAX, _PAPER, _ROW_ID):
        for match in pattern.finditer(text):
            yield TextFinding(match.start("value"), match.end("value"), Kind.ID, 0.7, "id-context")
    for match in _REGISTER.finditer(text):
        for number in re.finditer(r"\d[\d/.-]*\d|\d", match["list"]):
            start = match.start("list") + number.start()
            yield TextFinding(start, start + len(number.group()), Kind.ID, 0.65, "id-register")
    for match in _PREFIXED.finditer(text):
        word = re.match(r"[A-Za-z]+ ", match.group())  # "Employee 4711" is a word and a number, "EMP-4711" a number
        yield TextFinding(match.start() + (word.end() if word else 0), match.end(), Kind.ID, 0.7, "id-prefix")
    for match in _APPLICATION.finditer(text):
        yield TextFinding(match.start(1), match.end(1), Kind.ID, 0.7, "id-case")


def _banks(text: str) -> Iterator[TextFinding]:
    from stdnum import iban, luhn

    for match in _IBAN.finditer(text):
        value = match.group()
        # The last group may belong to the next word: shorten until the check digits agree.
        while value:
            plain = re.sub(r"[\s-]", "", value)
            if len(plain) < 15:
                break
            if iban.is_valid(plain, check_country=False):
                yield TextFinding(match.start(), match.start() + len(value), Kind.ID, 1.0, "iban", Source.CHECKED)
                break
            value = (
                re.sub(r"[ \u00a0-]?(?<![A-Za-z0-9])[A-Za-z0-9]+$", "", value)
                if re.search(r"[ \u00a0-]", value)
                else ""
            )
        else:
            value = ""
        if not value and re.search(r"iban|account", text[max(0, match.start() - 30) : match.start()], re.IGNORECASE):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.6, "iban-shape")
    for match in (*_CARD.finditer(text), *_FOURS.finditer(text)):
        plain = re.sub(r"\D", "", match.group())
        groups = [len(g) for g in re.split(r"\D", match.group())]
        if text[match.start() - 1 : match.start()] == "+" and len(plain) <= _DIALLED:
            continue  # a telephone number with its country code, which satisfies the check by chance
        # "342-19-2000 300-14-2274": two numbers side by side, which satisfy the check together by chance.
        beside = "-" in match.group() and len(set(re.findall(r"\D", match.group()))) > 1 and set(groups) != {4}
        if luhn.is_valid(plain) and plain[0] in "3456" and plain.strip("0") and not beside:
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.95, "card", Source.CHECKED)
        elif luhn.is_valid(plain) and _CARD_WORDS.search(text[max(0, match.start() - 60) : match.end() + 30]):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.9, "card", Source.CHECKED)
        elif groups == [4, 4, 4, 4] or _CARD_WORDS.search(text[max(0, match.start() - 40) : match.start()]):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.6, "card-shape")


_CARD_WORDS = re.compile(
    r"\b(?:card|credit|debit|visa|master\s?card|amex|american express|diners|discover|maestro|cc)\b", re.IGNORECASE
)


def _government(text: str) -> Iterator[TextFinding]:
    low: str | None = None
    for pattern, context, valid, module in _checks():
        for match in pattern.finditer(text):
            if context is not None:
                if low is None:
                    low = text.casefold()
                if not context.search(low[max(0, match.start() - 50) : match.end() + 20]):
                    continue
            if valid(match.group()):
                name = "id-" + module.replace("_", "")
                yield TextFinding(match.start(), match.end(), Kind.ID, 0.9, name, Source.CHECKED)
    for match in _NINO.finditer(text):
        yield TextFinding(match.start(), match.end(), Kind.ID, 0.8, "id-gb.nino")
    for match in _SSN_BARE.finditer(text):
        yield TextFinding(match.start(1), match.end(1), Kind.ID, 0.85, "id-us.ssn")
    for match in _SSN.finditer(text):
        if not match.group().startswith(("000", "666")) and "-" in match.group():
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.6, "id-us.ssn")
