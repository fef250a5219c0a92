"""Numbers that identify: bank accounts and cards with check digits, government ids, ids named by their context."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.lists import WordList, any_of
from redaction.text.patterns.government import SHAPED, government_number, government_numbers
from redaction.text.patterns.pattern import Pattern, find_all

_REGISTERS = any_of(WordList.REGISTERS)
_DOCUMENTS = any_of(WordList.DOCUMENTS)
_CODE_HOLDERS = any_of(WordList.CODE_HOLDERS)
_HOLDERS = any_of(WordList.NUMBER_HOLDERS)
#: Names of what this module finds beside its rows.
NAMES = ("iban", "iban-shape", "card", "card-shape")
#: Fewest digits of a card.
CARD_DIGITS = 12
#: Fewest letters and digits of an IBAN (Norway).
IBAN_CHARACTERS = 15
#: Longest number with check digits, in letters and digits: an IBAN (ISO 13616). What is longer is not tried.
CHECKED_MOST = 34
#: Digits of the longest telephone number (E.164).
PHONE_DIGITS = 15
#: Fewest stars before the last digits of a number: two are bold type or a footnote; and ellipses as which four of them
#: are read: one goes on with a sentence.
MASKED, ELLIPSES = 3, 2
#: Fewest digits of a text in which there may be any number, a government's, a bank's or a card's.
ANY_DIGITS, GOVERNMENT_DIGITS, BANK_DIGITS = 2, 3, 8
#: First digits of the cards that are in use (ISO/IEC 7812: travel, Visa, Mastercard, Discover).
_CARD_ISSUERS = "3456"

_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \u00a0-]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Za-z0-9]{1,4})?(?![A-Za-z0-9])"
)
#: How numbers of accounts are made behind country and check digits (SWIFT, IBAN registry): `n` digits, `a` capitals,
#: `c` either, each with how many.
_ACCOUNTS = {
    "AT": "16n", "BE": "12n", "BG": "4a6n8c", "CH": "5n12c", "CY": "8n16c", "CZ": "20n", "DE": "18n", "DK": "14n",
    "EE": "16n", "ES": "20n", "FI": "14n", "FR": "10n11c2n", "GB": "4a14n", "GR": "7n16c", "HR": "17n", "HU": "24n",
    "IE": "4a14n", "IT": "1a10n12c", "LT": "16n", "LU": "3n13c", "LV": "4a13c", "MT": "4a5n18c", "NL": "4a10n",
    "NO": "11n", "PL": "24n", "PT": "21n", "RO": "4a16c", "SA": "2n18c", "SE": "20n", "SI": "15n", "SK": "20n",
    "TR": "6n16c",
}  # fmt: skip
_SIGNS = {"n": r"\d", "a": "[A-Z]", "c": r"[A-Z\d]"}


def _account(structure: str) -> str:
    parts = re.findall(r"(\d{1,2})([nac])", structure)
    return "".join(f"(?:[ \u00a0]?{_SIGNS[kind]}){{{many}}}" for many, kind in parts)


#: One of them whole: nothing else is written so.
_IBAN_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + "|".join(rf"{country}[ \u00a0]?\d\d{_account(structure)}" for country, structure in _ACCOUNTS.items())
    + r")(?![A-Za-z0-9])"
)
_IBAN_WORD = re.compile(r"iban|account", re.IGNORECASE)
_CARD = re.compile(
    r"(?:(?<![\w.])(?<!\d[-])|(?<=[Cc]ard))\d(?:[ \u00a0-]?\d){11,18}(?![\w]|[.-]\d)"
    r"(?!(?<= \d\d):[0-9A-Fa-f]{2}:)"  # the first pair of a machine's address behind it
)
#: Four by four digits, also behind another number with which they would be read as one.
_FOURS = re.compile(r"(?<=[\d,;] )\d{4}(?: \d{4}){3}(?![\w]|[.-]\d)")
_CARD_WORDS = re.compile(
    r"\b(?:card|credit|debit|visa|master\s?card|amex|american express|diners|discover|maestro|cc)\b", re.IGNORECASE
)
_BIRTHS = any_of(WordList.BIRTH_WORDS)
_PLATE = (
    r"[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{1,3}-[A-Z]{1,2} ?\d{1,4}|\d{4} ?[B-DF-HJ-NP-TV-Z]{3}|[A-Z]{2}-\d{3}-[A-Z]{2}|"
    r"[A-Z]{3}[ -]?\d{3}[ -]?[A-Z]{2}"
)
_PLATES = re.compile(rf"(?<![\w-])(?:{_PLATE})(?![\w-])")
_LISTED = re.compile(r"\d[\d/.-]*\d|\d")


def _word_before(code: str) -> str:
    word, blank, _ = code.partition(" ")
    return word + blank if word.isascii() and word.isalpha() and blank else ""


# fmt: off
#: Ids that the words before them name.
ROWS: tuple[Pattern, ...] = (
    Pattern("id-context", Kind.ID, re.compile(
            rf"(?P<context>\b(?:{_HOLDERS})(?:[ _-]?(?:licen[cs]e|security|insurance|code|record|card|registration|"
            rf"account|identification|plate))?[ _-]*(?:(?:ids?|no|nos|nr|num|number|numbers|code)\b|"
            rf"[#№])\.?(?:\s+(?:is|was|are))?[\s:#=()\"']{{0,4}})(?P<value>[A-Za-z]{{0,6}}[-_/ ]?(?=[\w-]*\d{{2}})"
            rf"[A-Za-z0-9][A-Za-z0-9_/-]{{2,24}}(?:(?: \d{{4}}){{1,4}}|(?: \d{{3}}){{1,4}})?)(?![\w@])",
            re.IGNORECASE,
        ), 0.75, group="value",
        examples=("Employee ID: «E-20391»", "policy number is «PX 4711»", "national id «8140 7114 2003»"),
        counterexamples=("Employee: 4711", "invoice number 4711", "policy number abc")),
    # "Account C-49064", "patient 2049916": a code right behind whose it is.
    Pattern("id-coded", Kind.ID, re.compile(
            rf"\b(?i:{_CODE_HOLDERS})\.? (?P<value>[A-Z]{{1,5}}[-/]?\d{{4,12}}(?:[-/]\d{{1,4}})?|"
            rf"\d{{7,12}})(?![\w@/%-]|[.,]\d)"
        ), 0.7, group="value", examples=("Account «C-49064» is open", "patient «2049916»"),
        counterexamples=("Account 4906", "patient 2049916%", "page C-49064")),
    # The same in groups of digits, which are more than two years.
    Pattern("id-grouped", Kind.ID, re.compile(
            rf"\b(?i:{_CODE_HOLDERS})\.? (?P<value>\d{{2,6}}(?: \d{{2,6}}){{2,4}})(?![\w@/%-]|[.,]\d)"
        ), 0.7, group="value", examples=("Account «4580 21580 46»",),
        counterexamples=("Account 2024 2025", "page 4580 21580 46")),
    # A code before its number: "HR/49095". Standards are called so, too.
    Pattern("id-slashed", Kind.ID, re.compile(
            r"(?<![\w/.-])(?!(?:ISO|IEC|RFC|DIN|EN|HTTPS?|TCP|UDP|IPV)/)[A-Z]{2,4}/\d{5,7}(?![\w/@-]|[.,]\d)"
        ), 0.6, needs=("/",), examples=("share «HR/49095»",),
        counterexamples=("ISO/27001", "HR/4909", "A/49095", "HR/49095/7")),
    # What a scanned or saved paper is called by.
    Pattern("id-file", Kind.ID, re.compile(
            r"(?<![\w-])(?!(?i:img|dsc|scan|pxl|vid|doc|file|page|image|photo|report|v|rev)[-_]?\d)[A-Z]{1,4}[-_]?\d{5,10}"
            r"(?=\.(?:pdf|docx?|xlsx?|tiff?|msg|eml|jpe?g|png)(?!\w))"
        ), 0.7, needs=(".",), examples=("Register «ZQX477459».pdf",),
        counterexamples=("IMG_20391.png", "ZQX477459", "ZQX4774.pdf")),
    # The plate right behind its vehicle, or before it.
    Pattern("id-vehicle", Kind.ID, re.compile(
            r"\b(?i:van|truck|lorry|tractor|trailer|taxi|vehicle|plate)[ :#]{1,2}(?P<value>"
            r"\d{2,4}-[A-Z]{1,3}|[A-Z]{2,4}[ -]\d{2,4}(?:[ -][A-Z]{1,3})?)(?![\w-])"
        ), 0.7, group="value", examples=("Van «470-YF» on site", "trailer «TRL 5525»"),
        counterexamples=("van 470", "gate 470-YF", "vehicle A4 2020")),
    Pattern("id-drawn", Kind.ID, re.compile(
            r"(?<![\w-])(?P<value>\d{2,4}-[A-Z]{1,3}|[A-Z]{2,4}[ -]?\d{2,4}[A-Z]{0,3})"
            r"(?= ?/ ?(?i:trailer|semitrailer)\b)"
        ), 0.7, group="value", needs=("/",), examples=("«824-VS» / trailer TRL 5525",),
        counterexamples=("824-VS / gate", "824 / trailer")),
    # Number plates (British, German, Spanish, French, Nigerian) near a word for what they are on.
    Pattern("id-plate", Kind.ID, re.compile(
            r"\b(?i:vans?|cars?|vehicles?|trucks?|lorry|lorries|taxis?|trailers?|plates?|reg(?:istration)?|fleet|"
            r"fahrzeuge?|kennzeichen|coche|veh[íi]culo|matr[íi]cula|voiture|v[ée]hicule|immatriculation)\b[^\n]{0,24}?"
            rf"(?<![\w-])(?:{_PLATE})(?:(?:, | and | & )(?:{_PLATE})){{0,3}}(?![\w-])"
        ), 0.7, spans=lambda match: [m.span() for m in _PLATES.finditer(match.string, *match.span())],
        examples=("the van «AB12 CDE»", "plate «KJA-123XY»", "Kennzeichen «M-XY 123»", "coche «1234 BCD»",
            "vehicles «AB12 CDE» and «BD12CDE»"),
        counterexamples=("the file AB12 CDE", "coche 1234 AEI")),
    # A firm's number for taxes: two letters of a country and its digits.
    Pattern("id-tax", Kind.ID, re.compile(
            r"\b(?:vat|tax|ust|tva|iva|btw|mwst)[ .-]{0,2}(?:reg(?:istration)?|id(?:nr)?|no|nr|number|"
            r"n[°º])?\.?[ :#]{1,3}(?P<value>[A-Z]{2} ?[A-Z0-9]?\d[\dA-Z]{6,11})(?![\w-])",
            re.IGNORECASE,
        ), 0.7, group="value", examples=("VAT no: «DE123456789»", "BTW: «NL123456789B»"),
        counterexamples=("VAT no: 123456789", "order DE123456789")),
    # The last digits of a card or an account behind stars.
    Pattern("id-masked", Kind.ID, re.compile(
            rf"(?:(?<![\w*•●∙])|(?<=[^\W\d_])(?=[•●∙]))(?:[*•●∙] ?){{{MASKED},16}}(?:[ -]?[*•●∙]{{4}}){{0,3}}"
            r"[ -]?\d{4}(?![\w*•●∙]|[.,:/-]\d)"
        ), 0.7, needs=("*", "•", "●", "∙"),
        examples=("Visa «**** 4711»", "to «• • • • 4711» today", "«••••4711»", "Virtual«••••4711» blocked"),
        counterexamples=("** 4711", "**** 47", "**** 4711.20", "• 2024", "rate***4711")),
    # The same where four stars or dots are read as one ellipsis.
    Pattern("id-ellipses", Kind.ID, re.compile(
            rf"(?<![\w…])…(?:\s{{0,2}}…){{{ELLIPSES - 1},7}}\s?\d{{4}}(?![\w…]|[.,:/-]\d)"
        ), 0.7, needs=("…",), examples=("Carte «…  … 4711» au nom", "Visa «… … ……4711»"),
        counterexamples=("Visa … 47", "and so on … 2024", "1 2 … 14 15")),
    # The same with the first digits, or with crosses for stars.
    Pattern("id-crossed", Kind.ID, re.compile(
            r"(?<![\w*•●∙+])(?:\d{4}(?:[ -]?[*•●∙Xx]{2,4}){2,3}|(?:X{4}[ -]?){2,3}|(?:x{4}[ -]?){2,3})[ -]?\d{4}"
            r"(?![\w*•●∙]|[.,:/-]\d)"
        ), 0.7, needs=("*", "•", "●", "∙", "X", "x"),
        examples=("Card «4775 **** **** 6337»", "Visa «4775** **6337»", "on file «XXXX XXXX XXXX 4711»"),
        counterexamples=("4775 ** 6337", "XXXX 4711", "XXXX-XXXX")),
    # A telephone of which a page shows the country and the last digits: "+49 1** ****822"; dots are read as ellipses.
    Pattern("phone-masked", Kind.PHONE, re.compile(
            r"(?<![\w*•●∙+])\+(?=[\d(*•●∙…])[\d ()-]{0,8}[*•●∙…Xx][\d*•●∙…Xx -]{0,20}\d\d(?![\w*•●∙…]|[.,:/-]\d)"
        ), 0.7, needs=("+",), examples=("sent to «+49 1** ****822»", "SMS «+•• •••• ••96»", "App, SMS «+… … …96»"),
        counterexamples=("+49 151 … more", "+2024", "a + xx 96")),
    # Documents that are called by their name alone: "Passport C01…", "MRN: 0048…".
    Pattern("id-document", Kind.ID, re.compile(
            rf"\b(?:{_DOCUMENTS})(?:\s+(?:is|was))?[\s:#=]{{1,3}}(?P<value>(?=[A-Z0-9-]*\d[A-Z0-9-]*\d)"
            rf"(?!\d{{1,2}}-\d{{1,2}}-|(?:19|20)\d\d\b)[A-Z0-9][A-Z0-9-]{{5,19}})(?![\w@])",
            re.IGNORECASE,
        ), 0.7, group="value", examples=("Passport: «C01X00T47»", "MRN «0048213»"),
        counterexamples=("passport office", "ssn 2021-04", "passport: C01")),
    # "ID: E-20391" is a person's when the row before it speaks of one.
    Pattern("id-row", Kind.ID, re.compile(
            r"\b(?:employee|candidate|applicant|patient|student|staff|member|participant|borrower|tenant)\b[^\n]{0,80}?"
            r"[^\w\s]\s*ID[\s:#=]{1,3}(?P<value>(?=[\w-]*\d{2})[A-Z]{0,4}-?\d[\w-]{1,16})(?![\w@])",
            re.IGNORECASE,
        ), 0.7, group="value", examples=("Employee Vexlor | ID: «E-20391»",),
        counterexamples=("Printer | ID: E-20391", "Employee Vexlor | ID: E-2")),
    # "Employee 4711" is a word and a number, "EMP-4711" a number.
    Pattern("id-prefix", Kind.ID, re.compile(
            r"(?<![\w-])(?:emp|cand|cust|empl?oyee|candidate|customer|vend|vendor|clnt|client|appl?|applicant|usr|"
            r"user|pat|patient|stu)[-_ #]{1,2}(?=[\w-]*\d)[A-Za-z]{0,3}-?\d[\w-]{1,16}(?![\w])",
            re.IGNORECASE,
        ), 0.7, spans=lambda match: [(match.start() + len(_word_before(match.group())), match.end())],
        examples=("see «EMP-4711»", "Employee «4711»", "«cust_20391»"), counterexamples=("REQ-4711", "EMP-ABC")),
    # Parcels of land, deeds and files: "plots nos. 260, 45 and 119/5".
    Pattern("id-register", Kind.ID, re.compile(
            rf"\b(?:{_REGISTERS})\s+(?:nos?\b\.?|nrs?\b\.?|numbers?\b|"
            rf"[#№])\s*+(?::\s*+)?(?P<list>\d{{1,7}}(?:[/.-]\d{{1,7}}){{0,4}}(?:(?:,? and |, ?|"
            rf" & )\d{{1,7}}(?:[/.-]\d{{1,7}}){{0,4}}){{0,30}})(?![\w/])",
            re.IGNORECASE,
        ), 0.65, spans=lambda match: [m.span() for m in _LISTED.finditer(match.string, *match.span("list"))],
        examples=("plots nos. «260», «45» and «119/5»", "certificate no. «4711»"),
        counterexamples=("plots 260 and 45", "page no. 260")),
    # Behind somebody's day of birth, as on the cards of a ward: "*24.08.1983 · 401493129".
    Pattern("id-born", Kind.ID,
        re.compile(
            rf"(?<![\w*])(?:\*|(?:{_BIRTHS}):?) ?(?:\d\d?[./-]\d\d?[./-](?:\d{{4}}|\d\d)|\d{{4}}-\d\d-\d\d) ?[·•|,;/] ?"
            r"(?P<value>\d{5,12})(?![\w/-]|[.,]\d)",
            re.IGNORECASE,
        ), 0.75, group="value",
        examples=("*24.08.1983·«401493129»", "born 3/4/1961, «70613»", "geb. 03.04.1961 | «4711203»"),
        counterexamples=("24.08.1983 · 401493129", "*24.08.1983 · 4711", "*24.08.1983 · 47.112,03")),
    Pattern("id-case", Kind.ID,
        re.compile(
            r"\b(?:(?:nos?|numbers?)\.?\s+|(?:and|,)\s+(?=\d{3}))(\d{2,6}/\d{2,4})(?![\w/])", re.IGNORECASE
        ), 0.7, group=1,
        examples=("application no. «20391/04»", "nos. «20391/04» and «20392/04»"),
        counterexamples=("no. 1/04", "20391/04", "neutral, 10/05")),
)
# fmt: on


def numbers(text: str) -> Iterator[TextFinding]:
    """Cards, IBANs, government numbers and ids that their context names."""
    digits = sum(c.isdigit() for c in text)
    if digits < ANY_DIGITS:
        return
    if digits >= BANK_DIGITS:
        yield from _ibans(text)
        yield from _cards(text)
    if digits >= GOVERNMENT_DIGITS:
        yield from government_numbers(text)
        yield from find_all(SHAPED, text)
    yield from find_all(ROWS, text)


def passes_check(text: str) -> bool:
    """Whether the whole text is a number with right check digits, of a bank, a card or a government: somebody's."""
    from stdnum import luhn

    plain = _plain(text)
    if len(plain) >= CARD_DIGITS and plain.isdecimal() and luhn.is_valid(plain):
        return True
    if len(plain) > CHECKED_MOST:
        return False
    return (plain.isascii() and _iban_end(text) == len(text)) or government_number(text)


def _plain(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def _iban_end(text: str) -> int:
    """How much of a text, from its beginning on, is an IBAN with right check digits; 0 where none is.

    The last groups may belong to the next words: the text is shortened group by group until the digits agree.
    """
    from stdnum import iban

    ends = [len(text), *(gap.start() for gap in reversed(list(re.finditer(r"[ \u00a0-]", text))))]
    for end in ends:
        plain = _plain(text[:end])
        if len(plain) < IBAN_CHARACTERS:
            return 0
        if iban.is_valid(plain, check_country=False):
            return end
    return 0


def _ibans(text: str) -> Iterator[TextFinding]:
    for match in _IBAN.finditer(text):
        end = _iban_end(match.group())
        if end:
            yield TextFinding(match.start(), match.start() + end, Kind.ID, 1.0, "iban", Source.CHECKED)
            continue
        whole = len(re.split(r"[ \u00a0-]", match.group())[0]) >= IBAN_CHARACTERS
        if whole and _IBAN_WORD.search(text[max(0, match.start() - 30) : match.start()]):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.6, "iban-shape")


def accounts_by_shape(text: str) -> Iterator[TextFinding]:
    """Numbers of accounts that are written as those of their country, whatever their check digits say: on a screen a
    digit may have been misread."""
    for match in _IBAN_SHAPE.finditer(text):
        yield TextFinding(*match.span(), Kind.ID, 0.8, "iban-shape")


def _cards(text: str) -> Iterator[TextFinding]:
    from stdnum import luhn

    for match in (*_CARD.finditer(text), *_FOURS.finditer(text)):
        plain = re.sub(r"\D", "", match.group())
        groups = [len(g) for g in re.split(r"\D", match.group())]
        if text[match.start() - 1 : match.start()] == "+" and len(plain) <= PHONE_DIGITS:
            continue  # a telephone number with its country code, which satisfies the check by chance
        # "342-19-2000 300-14-2274": two numbers side by side, which satisfy the check together by chance.
        beside = "-" in match.group() and len(set(re.findall(r"\D", match.group()))) > 1 and set(groups) != {4}
        valid = luhn.is_valid(plain)
        if valid and plain[0] in _CARD_ISSUERS and plain.strip("0") and not beside:
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.95, "card", Source.CHECKED)
        elif valid and _CARD_WORDS.search(text[max(0, match.start() - 60) : match.end() + 30]):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.9, "card", Source.CHECKED)
        elif groups == [4, 4, 4, 4] or _CARD_WORDS.search(text[max(0, match.start() - 40) : match.start()]):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.6, "card-shape")
