"""Postal addresses by their shapes: number and street, street and number, box, town with state or postcode."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, any_of
from redaction.lexicon.words import COUNTRIES
from redaction.text.patterns.letterhead import letterhead
from redaction.text.patterns.pattern import Pattern, find_all

_STREET_ENDS = any_of(WordList.STREET_ENDS)
_STREETS = any_of(WordList.STREET_WORDS)
_STREET = rf"(?:{_STREETS}|(?<=(?:st|nd|rd|th) )Main)"
_STREET_WORD = re.compile(rf"\b{_STREET}\b")
_UNIT_CORE = (
    r"(?:(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Room|Rm|Flat|Building|Bldg|Block|House|No|PO|"
    r"#)\.?\s*#?\s?\w{1,6}(?:st|nd|rd|th)?(?:\s+Floor)?)"
)
#: between the lines of an address: blanks, line ends, and the marks of quoted mail
_GAP = r"[ \t\u00a0]*(?:\n[ \t>?|*]*){0,2}"
_UNIT = rf"(?:,?{_GAP}{_UNIT_CORE})"
_CAP = r"[^\W\d_a-z][^\W\d_’']*(?:[’'.-][^\W_]+){0,4}\.?"
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|"
    r"W[AIVY]|AA|AE|AP|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|NSW|VIC|QLD|WA|TAS|ACT)"
)
_ZIP = (
    r"(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4,6}|\d{3} \d{2,3}|\d{4} "
    r"?[A-Z]{2}|[A-Z]{1,2}-\d{4,5}|\d{2}-\d{3})"
)
#: The areas of British postcodes, and the first half of one: "SW1A", "M1", "B33".
_OUTWARD = (
    r"(?:A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|"
    r"L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE)"
    r"\d[A-Z\d]?"
)
_INWARD = r"\d[ABD-HJLNP-UW-Z]{2}"
_EIRCODE = r"[AC-FHKNPRTV-Y]\d[\dW] (?=\d{0,3}[A-Z])[\dAC-FHKNPRTV-Y]{4}"
"""A postcode of Ireland, of whose second half a letter at least."""
_TOWN = rf"{_CAP}(?:[ \u00a0-](?:{_CAP}|de|la|le|am|an|der|upon|on|sur|of|del|da|do)){{0,4}}"
#: a postcode, whole or its first half, as it ends an address
_ENDS = rf"(?:{_ZIP}|{_OUTWARD})"
_TAIL = (
    rf"(?:{_UNIT}){{0,2}}(?:(?:[ ]*,{_GAP}|[ ]*\n[ \t>?|*]*|[ ]-[ ]|[ ]{{2,}})(?:{_UNIT_CORE}|{_TOWN}))?"
    rf"(?:(?:[ ]*,{_GAP}|[ ]*\n[ \t>?|*]*|[ ])(?:{_TOWN}[ ]+)?(?:{_STATE}\b\.?)?(?:[ ,]*{_GAP}(?:{_ENDS})\b(?:[ "
    rf"]{_TOWN})?)?)?"
    rf"(?:(?:[ ]*,{_GAP}|[ ]*\n[ \t>?|*]*)(?:{_ENDS}[ ])?(?:{_TOWN}(?:[ ]\([A-Z][a-z]+\))?)(?:[ ]+{_ENDS}\b)?)?"
)
_NUMBER = r"(?:(?:\d{2,6}[ ])?\d{1,6}[A-Za-z]?(?:\s?[-/–]\s?\d{1,5}[A-Za-z]?)?(?:\s?[½¼¾])?)"
_ENDING = re.compile(rf"{_OUTWARD}(?: ?{_INWARD})?(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")
_CAPITALS = re.compile(r"[^\W\d_]{2,}")
_FIRST_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_]")
#: Shortest address of a street, in characters.
ADDRESS_LEAST = 6
#: Longest text without capitals that is read as if it had them, in characters.
SMALL_TEXT = 2000


def _whole_address(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Without the punctuation behind it, with the postcode that ends it."""
    end = match.start() + len(match.group().rstrip(" ,.;\n\t"))
    end = _with_postcode(match.string, match.start(), end)
    if end - match.start() >= ADDRESS_LEAST:
        yield match.start(), end


def _with_postcode(text: str, start: int, end: int) -> int:
    """Where an address ends whose last word is the letters of a postcode, or that a postcode follows."""
    cut = end
    while cut > start and text[cut - 1].isalpha():
        cut -= 1
    beyond = end
    while beyond < len(text) and beyond < end + 3 and text[beyond] in " ,\n":
        beyond += 1
    for at in (cut, beyond) if beyond > end else (cut,):
        code = _ENDING.match(text, at)
        if code and code.end() > end:
            return code.end()
    return end


def _street_row(name: str, regex: re.Pattern[str], score: float, examples: tuple[str, ...], *none: str) -> Pattern:
    return Pattern(name, Kind.ADDRESS, regex, score, spans=_whole_address, examples=examples, counterexamples=none)


# fmt: off
#: Addresses under whose first line, when it begins a line, a company may stand.
STREETS: tuple[Pattern, ...] = (
    _street_row("address-american", re.compile(
            rf"(?<![\w#$€£.-])(?:No\.?\s*|#\s?|(?:Lot|Plot|Shop|Unit|Flat)[ \u00a0]+)?{_NUMBER},?[ \u00a0]+"
            r"(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|"
            rf"West)\.?\s+)?(?:{_CAP}|\d{{1,3}}(?:st|nd|rd|th))"
            rf"(?:[ \u00a0]+{_CAP}){{0,3}}?[ \u00a0]+{_STREET}\b\.?(?:\s+(?:N|S|E|W|NE|NW|SE|SW)\b\.?)?{_TAIL}"
        ), 0.8, ("ship to «12 Elm Street, Springfield, IL 62704» today", "«4711 N Vexlor Ave»"), "12 Elm",
        "$12 Elm Street"),
    _street_row("address-european", re.compile(
            rf"(?<![\w.-])(?:\d{{1,5}}[ ])?(?:(?:[Rr]ue|Avenue|Boulevard|Bd|Place|Chemin|Allée|Impasse|Quai|Route|Via|"
            rf"Viale|Piazza|Corso|Largo|Calle|C/|Avenida|Avda\.?|Paseo|Plaza|Rua|Travessa|Praça|Ulica|ul\.|Am|An der|"
            rf"Auf der|Im|Zum|Zur)\s+(?:(?:de|la|le|du|des|del|della|di|da|do|dos|das|l’|"
            rf"l')\s*){{0,2}}{_CAP}(?:\s+(?:de|la|du|{_CAP})){{0,3}}|{_CAP}(?:{_STREET_ENDS})|"
            rf"(?:{_CAP}\s+){{1,2}}(?:Straße|Strasse|Str\.|utca|út|tér|Allee|Platz|Weg|gatan|katu|"
            rf"straat))\s*+(?:,\s*+)?(?:(?:n[°º.]?|nr\.?|no\.?)\s*)?\d{{1,4}}\s?[a-zA-Z]?\b(?:{_TAIL})"
        ), 0.75, ("«Lindenstraße 12, 10969 Berlin»", "«Calle de Vexlor 7»"), "Lindenstraße", "Via email 2"),
    _street_row("address-number-first", re.compile(
            rf"(?<![\w#$€£.-])(?:\d{{2,6}}[ ])?\d{{1,5}}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|bd|place|"
            rf"chemin|allée|impasse|quai|route|via|calle|rua)\s+(?:(?:de|la|le|du|des|del|della|di|da|do|dos|das|l’|"
            rf"l')\s*){{0,2}}{_CAP}(?:[ -](?:de|la|du|{_CAP})){{0,3}}{_TAIL}"
        ), 0.75, ("«12 rue de Vexlor, 75011 Paris»",), "12 route"),
    # the number behind the street: "Elm Street 12"
    _street_row("address-number-last", re.compile(
            rf"(?<![\w.-])(?:{_CAP} ){{1,3}}(?:Street|St\.|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Square|Terrace|"
            r"Crescent)"
            rf",? (?:[Nn]o\. ?)?\d{{1,3}}[A-Za-z]?(?![\w%:/]|[.,]\d){_TAIL}"
        ), 0.75, ("«Elm Street 12»",), "Elm Street 12:30", "Elm Street"),
    _street_row("address-unnamed", re.compile(
            rf"(?<![\w#$€£.,:-])\d{{1,5}}[A-Za-z]?[ ](?:[^\W\d_]+[ ])?{_CAP}(?:[ ]{_CAP})"
            rf"{{0,3}}(?:[ ]\d{{1,4}}[A-Za-z]?)?(?:{_UNIT})(?:{_TAIL})|"
            rf"(?<![\w#$€£.,:-])\d{{2,5}}[A-Za-z]?[ ]{_CAP}(?:[ ]{_CAP}){{0,3}}(?:[ ]\d{{1,4}}[A-Za-z]?)"
            rf"?\s*[\n,]\s*(?:{_TOWN}\s*[\n,]\s*)?(?:{_TOWN}|,)?\s*,?\s*(?:{_STATE}\b)?[ ,\n]*(?:{_TOWN}\s+)?{_ZIP}\b"
        ), 0.5, ("«12 Vexlor Apt 4»", "«120 Vexlor, Springfield 62704»"), "12 Vexlor"),
    _street_row("address-box", re.compile(
            rf"\b(?:P\.?\s?O\.?\s?Box|Postfach|Apartado|Boîte postale|B\.P\.|PSC|Unit)\s+\d{{1,6}}(?:,?\s+(?:Box|"
            rf"BOX)\s+\d+)?(?:{_TAIL})",
            re.IGNORECASE,
        ), 0.8, ("«P.O. Box 4711», Springfield", "«Postfach 4711»"), "Box 4711"),
    _street_row("address-military", re.compile(
            r"\b(?:USS|USNS|USCGC|USNV)\s+[A-Z]\w+(?:\s*,?\s*\n?\s*(?:FPO|APO|DPO)\s+A[AEP]\s+\d{5})?|\b(?:FPO|APO|"
            r"DPO)\s+A[AEP]\s+\d{5}\b"
        ), 0.8, ("«USS Vexlor FPO AP 96601»",), "APO"),
)
# fmt: on
TOWN = _street_row(
    "address-town",
    re.compile(rf"(?<![\w]){_CAP}(?:\s{_CAP}){{0,2}},\s*{_STATE}\.?,?\s+\d{{5}}(?:-\d{{4}})?\b"),
    0.8,
    ("«Springfield, IL 62704»",),
    "Springfield, XX 62704",
    "Springfield, IL",
)
# fmt: off
#: Parts of addresses that tell a place by themselves.
PARTS: tuple[Pattern, ...] = (
    # Chinese and Japanese addresses run from the large to the small without spaces, and end in a number
    Pattern("address-run-on", Kind.ADDRESS, re.compile(
            r"[\u3400-\u9fff]{2,4}[省市都道府県县][\u3040-\u30ff\u3400-\u9fff]{1,12}(?:[\u3400-\u9fff]|\d){0,12}"
            r"\d+(?:[-－ー]\d+|[号號室番地弄楼樓丁目]+\d*)*"
        ), 0.8, examples=("住所:«東京都千代田区丸の内1-2-3»",), counterexamples=("東京都千代田区",)),
    Pattern("address-corner", Kind.ADDRESS,
        re.compile(rf"\b(?:the )?corner of (?:[\w.’'-]+ ){{1,5}}?and {_CAP}(?: {_CAP}){{0,3}}"), 0.6,
        examples=("4 shops at «the corner of Elm St. and Vexlor»",),
        counterexamples=("the corner of my desk and chair 4",)),
    # "SW1A 2AA" by itself; run together, or its first half alone, only beside a label or in an address
    Pattern("address-postcode", Kind.ADDRESS, re.compile(rf"(?<![\w-]){_OUTWARD} {_INWARD}(?![\w-])"), 0.6,
        examples=("in «SW1A 2AA» now",), counterexamples=("QQ1A 2AA", "SW1A2AA", "SW1A")),
    Pattern("address-eircode", Kind.ADDRESS, re.compile(rf"(?<![\w-]){_EIRCODE}(?![\w-])"), 0.6,
        examples=("in «V94 D2P0» now",), counterexamples=("V94 2024", "V94D2P0", "B94 D2P0")),
    # a street without a number, told by the postcode behind it: "The Old Mill, Vexlor Lane, Shrewsbury SY4 5XC"
    Pattern("address-named-house", Kind.ADDRESS, re.compile(
            rf"(?<!\w)(?:(?:\d{{1,4}}[A-Za-z]? (?:The )?|The ){_CAP}(?: {_CAP}){{0,2}}, )?{_CAP}(?: {_CAP}){{0,2}} "
            rf"{_STREET}, (?:{_TOWN},? )?(?:{_OUTWARD} \d[A-Z]{{2}}|{_EIRCODE})(?!\w)"
        ), 0.7,
        examples=("from «The Old Mill, Vexlor Lane, Shrewsbury SY4 5XC»", "«6 The Elms, Vexlor Road, Cork V94 D2P0»",
            "Ada Vexlor, «Mill Lane, Shrewsbury SY4 5XC»"),
        counterexamples=("The Old Mill, Vexlor Lane", "Ada Vexlor, Shrewsbury")),
    Pattern("address-country", Kind.ADDRESS, re.compile(
            rf"(?<![\w])(?P<country>{_CAP}(?: {_CAP}){{0,2}}(?: \([A-Z][a-z]+\))?) (?P<zip>\d{{5}})(?=[\s,.;]*(?:\n|$|"
            rf"\.))"
        ), 0.6, group="zip",
        check=lambda match: any(word.casefold() in COUNTRIES for word in _WORD.findall(match["country"])),
        examples=("Finland «00100».",), counterexamples=("Invoice 00100", "Finland 0010")),
    Pattern("address-code", Kind.ADDRESS, re.compile(
            r"\b(?:zip|postal|post)\s?codes?(?:\s+(?:is|for|of))?[\s:#]*(?P<zip>[A-Z0-9][A-Z0-9 -]{2,9}\d[A-Z0-9]*)\b",
            re.IGNORECASE,
        ), 0.6, group="zip", examples=("zip code: «62704»", "postcode is «SW1A 2AA»"),
        counterexamples=("zip file 62704", "postcode: none")),
    Pattern("address-outward", Kind.ADDRESS, re.compile(
            rf"\b(?i:post\s?codes?|postal codes?|outward codes?|inward codes?|postcode (?:district|area))(?i:\s+(?:is|"
            rf"for|of))?[\s:#]*(?P<zip>{_OUTWARD}(?: ?{_INWARD})?)(?!\w)"
        ), 0.6, group="zip", examples=("postcode district «SW1A»",),
        counterexamples=("district SW1A", "postcode QQ1")),
)
#: A Chinese or Japanese address of which a cell cuts off the end, and with it the number.
CUT = Pattern("address-cut", Kind.ADDRESS, re.compile(
        r"(?<![\u3400-\u9fff])(?:[\u3400-\u9fff]{2,4}省[\u3400-\u9fff]{2,5}市|(?:北京|上海|天津|重庆|重慶)市|"
        r"(?:東京都|北海道|(?:大阪|京都)府|[\u3400-\u9fff]{2,3}県)[\u3400-\u9fff]{1,4}[市区町村郡])"
        r"[\u3040-\u30ff\u3400-\u9fff]{1,8}(?= ?(?:…|\.{2,3}))"
    ), 1.0, needs=("…", ".."), examples=("«四川省成都市武»…", "«上海市浦东新区»...", "«東京都千代田区丸»…"),
    counterexamples=("四川省成都市武侯区", "四川省成都市…", "上海市…"))
# fmt: on
ROWS = (*STREETS, TOWN, *PARTS, CUT)


def has_street(text: str) -> bool:
    """Whether a capitalised word of a text is one that streets and places are called by."""
    return bool(_STREET_WORD.search(text))


def addresses(text: str) -> Iterator[TextFinding]:
    """Postal addresses; places in prose are the model's business. Text without capitals is read as if it had them."""
    yield from CUT.find(text)
    if not any(c.isdigit() for c in text):
        return
    if text.islower() and len(text) < SMALL_TEXT:
        text = _FIRST_LETTER.sub(_capital, text)
    for found in find_all(STREETS, text):
        yield found
        yield from letterhead(text, found.start)
    if text.isupper() and len(text) < SMALL_TEXT:
        yield from find_all(STREETS, _CAPITALS.sub(_small, text))  # "180 WILLOW BEND CT"
    yield from find_all((TOWN, *PARTS), text)


def _small(word: re.Match[str]) -> str:
    """A word in capitals as streets are written, of the same length."""
    small = word.group()[0] + word.group()[1:].lower()
    return small if len(small) == len(word.group()) else word.group()


def _capital(letter: re.Match[str]) -> str:
    """The capital of a letter; the letter where its capital is more than one, as that of "ß" is."""
    capital = letter.group().upper()
    return capital if len(capital) == 1 else letter.group()
