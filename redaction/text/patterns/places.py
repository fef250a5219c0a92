"""Postal addresses by their shapes: number and street, street and number, box, town with state or postcode."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.words import COUNTRIES, is_word
from redaction.text.patterns.letterhead import letterhead

_STREET = (
    r"(?:Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|"
    r"Highway|Hwy|"
    r"Parkway|Pkwy|Circle|Cir|Trail|Trl|Crescent|Cres|Close|Row|Alley|Plaza|Plz|Quay|Mews|Grove|Gardens|Gdns|Hill|"
    r"Park|Bridge|Walk|"
    r"Loop|Path|Pike|Turnpike|Ridge|Run|Point|Pt|Heights|Hts|Junction|Village|Manor|Meadows?|Springs?|Valley|View|"
    r"Vista|Creek|Harbors?|"
    r"Rapids|Shores?|Station|Stream|Summit|Track|Trace|Tunnel|Unions?|Viaduct|Ville|Wells?|Bypass|Camp|Canyon|Cape|"
    r"Causeway|Centers?|Cliffs?|"
    r"Club|Corners?|Course|Cove|Crossing|Crossroad|Curve|Dale|Dam|Divide|Estates?|Expressway|Extensions?|Falls|Ferry|"
    r"Fields?|Flats?|Fords?|"
    r"Forest|Forges?|Forks?|Fort|Freeway|Garden|Gateway|Glens?|Greens?|Groves|Haven|Hills|Hollow|Inlet|Islands?|Isle|"
    r"Keys?|Knolls?|Lakes?|"
    r"Landing|Lights?|Locks?|Lodge|Mall|Mill|Mills|Mission|Motorway|Mount|Mountains?|Neck|Orchard|Oval|Overpass|"
    r"Parks|Passage|Pass|Pines?|"
    r"Plains?|Port|Ports|Prairie|Radial|Ramp|Ranch|Rest|River|Roads|Route|Rue|Shoal|Skyway|Spurs?|Squares|Stravenue|"
    r"Throughway|Trafficway|"
    r"Underpass|Nagar|Marg|Salai|Colony|Sector|Layout|Chowk|Bazaar|Cross|(?<=(?:st|nd|rd|th) )Main)"
)
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
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|"
    r"V[AIT]|W[AIVY]|AA|AE|AP|"
    r"ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|NSW|VIC|QLD|WA|TAS|ACT)"
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
_US = re.compile(
    rf"(?<![\w#$€£.-])(?:No\.?\s*|#\s?)?{_NUMBER},?[ \u00a0]+(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|"
    rf"West)\.?\s+)?(?:{_CAP}|\d{{1,3}}(?:st|nd|rd|th))"
    rf"(?:[ \u00a0]+{_CAP}){{0,3}}?[ \u00a0]+{_STREET}\b\.?(?:\s+(?:N|S|E|W|NE|NW|SE|SW)\b\.?)?{_TAIL}"
)
_EURO_STREET = re.compile(
    rf"(?<![\w.-])(?:\d{{1,5}}[ ])?(?:(?:[Rr]ue|Avenue|Boulevard|Bd|Place|Chemin|Allée|Impasse|Quai|Route|Via|Viale|"
    rf"Piazza|Corso|Largo|Calle|C/|Avenida|Avda\.?|Paseo|"
    rf"Plaza|Rua|Travessa|Praça|Ulica|ul\.|Am|An der|Auf der|Im|Zum|Zur)\s+(?:(?:de|la|le|du|des|del|della|di|da|do|"
    rf"dos|das|l’|l')\s*){{0,2}}{_CAP}(?:\s+(?:de|la|du|{_CAP})){{0,3}}|"
    rf"{_CAP}(?:straße|strasse|str\.|weg|gasse|platz|allee|ring|damm|ufer|straat|laan|weg|plein|gracht|gatan|vägen|"
    rf"gata|veien|vej|gade|katu|tie|kuja|"
    rf"utca|út|tér|ulica|iela|Straße|Strasse|Str\.)|(?:{_CAP}\s+){{1,2}}(?:Straße|Strasse|Str\.|utca|út|tér|Allee|"
    rf"Platz|Weg|gatan|katu|straat))"
    rf"\s*+(?:,\s*+)?(?:(?:n[°º.]?|nr\.?|no\.?)\s*)?\d{{1,4}}\s?[a-zA-Z]?\b(?:{_TAIL})"
)
_NUMBER_FIRST = re.compile(
    rf"(?<![\w#$€£.-])(?:\d{{2,6}}[ ])?\d{{1,5}}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|bd|place|chemin|"
    rf"allée|impasse|quai|route|via|calle|rua)\s+"
    rf"(?:(?:de|la|le|du|des|del|della|di|da|do|dos|das|l’|l')\s*){{0,2}}{_CAP}(?:[ -](?:de|la|du|"
    rf"{_CAP})){{0,3}}{_TAIL}",
)
_NUMBER_WORD = re.compile(
    rf"(?<![\w#$€£.,:-])\d{{1,5}}[A-Za-z]?[ ](?:[^\W\d_]+[ ])?{_CAP}(?:[ ]{_CAP}){{0,3}}(?:[ "
    rf"]\d{{1,4}}[A-Za-z]?)?(?:{_UNIT})(?:{_TAIL})|"
    rf"(?<![\w#$€£.,:-])\d{{2,5}}[A-Za-z]?[ ]{_CAP}(?:[ ]{_CAP}){{0,3}}(?:[ "
    rf"]\d{{1,4}}[A-Za-z]?)?\s*[\n,]\s*(?:{_TOWN}\s*[\n,]\s*)?(?:{_TOWN}|,)?\s*,?\s*(?:{_STATE}\b)?[ "
    rf",\n]*(?:{_TOWN}\s+)?{_ZIP}\b"
)
_BOX = re.compile(
    rf"\b(?:P\.?\s?O\.?\s?Box|Postfach|Apartado|Boîte postale|B\.P\.|PSC|Unit)\s+\d{{1,6}}(?:,?\s+(?:Box|"
    rf"BOX)\s+\d+)?(?:{_TAIL})",
    re.IGNORECASE,
)
_TOWN_ZIP = re.compile(rf"(?<![\w]){_CAP}(?:\s{_CAP}){{0,2}},\s*{_STATE}\.?,?\s+\d{{5}}(?:-\d{{4}})?\b")
_MILITARY = re.compile(
    r"\b(?:USS|USNS|USCGC|USNV)\s+[A-Z]\w+(?:\s*,?\s*\n?\s*(?:FPO|APO|DPO)\s+A[AEP]\s+\d{5})?|\b(?:FPO|APO|"
    r"DPO)\s+A[AEP]\s+\d{5}\b"
)
_ZIP_ALONE = re.compile(
    r"\b(?:zip|postal|post)\s?codes?(?:\s+(?:is|for|of))?[\s:#]*(?P<zip>[A-Z0-9][A-Z0-9 -]{2,9}\d[A-Z0-9]*)\b",
    re.IGNORECASE,
)
#: "SW1A 2AA" by itself; run together, or its first half alone, only beside a label or in an address.
_POSTCODE = re.compile(rf"(?<![\w-]){_OUTWARD} {_INWARD}(?![\w-])")
_AFTER_LABEL = re.compile(
    rf"\b(?i:post\s?codes?|postal codes?|outward codes?|inward codes?|postcode (?:district|area))(?i:\s+(?:is|for|of))?"
    rf"[\s:#]*(?P<zip>{_OUTWARD}(?: ?{_INWARD})?)(?!\w)"
)
#: The number behind the street: "Elm Street 12".
_STREET_NUMBER = re.compile(
    rf"(?<![\w.-])(?:{_CAP} ){{1,3}}(?:Street|St\.|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Square|Terrace|"
    r"Crescent)"
    rf",? (?:[Nn]o\. ?)?\d{{1,3}}[A-Za-z]?(?![\w%:/]|[.,]\d){_TAIL}"
)
_ENDING = re.compile(rf"{_OUTWARD}(?: ?{_INWARD})?(?!\w)")
_CORNER = re.compile(rf"\b(?:the )?corner of (?:[\w.’'-]+ ){{1,5}}?and {_CAP}(?: {_CAP}){{0,3}}")
_UNIT_ALONE = re.compile(r"(?<![\w])(?:Apt|Apartment|Suite|Ste)\.?[ ]#?\d{1,5}[A-Za-z]?\b(?!\.\d)")
_COUNTRY_ZIP = re.compile(
    rf"(?<![\w])(?P<country>{_CAP}(?: {_CAP}){{0,2}}(?: \([A-Z][a-z]+\))?) (?P<zip>\d{{5}})(?=[\s,.;]*(?:\n|$|\.))"
)
_LINE = re.compile(
    rf"(?m)^[ \t>?|*]*(?P<line>\d{{2,6}} (?:\d{{1,5}} )?(?:{_CAP}|\w{{1,3}}\.)(?: [\w.’'-]+){{0,5}} "
    rf"\d{{1,5}}[a-z]?)(?=[ ]*(?:\n|$|,))"
)


def has_street(text: str) -> bool:
    """Whether a capitalised word of a text is one that streets and places are called by."""
    return bool(_STREET_WORD.search(text))


def _places_alone(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_CORNER, _UNIT_ALONE, _POSTCODE):
        for match in pattern.finditer(text):
            yield match.span()
    for match in _LINE.finditer(text):
        if not all(is_word(w) for w in re.findall(r"[^\W\d_]{3,}", match["line"])):
            yield match.span("line")
    for match in _COUNTRY_ZIP.finditer(text):
        if any(w.casefold() in COUNTRIES for w in re.findall(r"[^\W\d_]+", match["country"])):
            yield match.span("zip")


#: Chinese and Japanese addresses run from the large to the small without spaces, and end in a number.
_RUN_ON = re.compile(
    r"[\u3400-\u9fff]{2,4}[省市都道府県县][\u3040-\u30ff\u3400-\u9fff]{1,12}(?:[\u3400-\u9fff]|\d){0,12}"
    r"\d+(?:[-－ー]\d+|[号號室番地弄楼樓丁目]+\d*)*"
)


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


def addresses(text: str) -> Iterator[TextFinding]:
    """Postal addresses; places in prose are the model's business. Text without capitals is read as if it had them."""
    if not any(c.isdigit() for c in text):
        return
    if text.islower() and len(text) < 2000:
        text = re.sub(
            r"(?<![^\W\d_])[^\W\d_]", lambda m: m.group().upper() if len(m.group().upper()) == 1 else m.group(), text
        )
    for pattern, score in (
        (_US, 0.8),
        (_EURO_STREET, 0.75),
        (_NUMBER_FIRST, 0.75),
        (_STREET_NUMBER, 0.75),
        (_NUMBER_WORD, 0.5),
        (_BOX, 0.8),
        (_TOWN_ZIP, 0.8),
        (_MILITARY, 0.8),
    ):
        for match in pattern.finditer(text):
            end = match.end() - (len(match.group()) - len(match.group().rstrip(" ,.;\n\t")))
            end = _with_postcode(text, match.start(), end)
            if end - match.start() >= 6:
                yield TextFinding(match.start(), end, Kind.ADDRESS, score, "address")
                if pattern is not _TOWN_ZIP:
                    yield from letterhead(text, match.start())
    for match in _RUN_ON.finditer(text):
        yield TextFinding(match.start(), match.end(), Kind.ADDRESS, 0.8, "address-run-on")
    for span in _places_alone(text):
        yield TextFinding(*span, Kind.ADDRESS, 0.6, "address-part")
    for match in (*_ZIP_ALONE.finditer(text), *_AFTER_LABEL.finditer(text)):
        yield TextFinding(match.start("zip"), match.end("zip"), Kind.ADDRESS, 0.6, "address-code")
