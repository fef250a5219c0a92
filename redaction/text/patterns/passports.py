"""Passport numbers: behind a label, in the shape of a country's passports, and in the zone that machines read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.vocabulary import spec_of_label

#: No label of the sections `passports` (redaction.lexicon.vocabulary) is without one of these; other texts are not
#: looked through.
MENTIONED = re.compile(
    r"pas(?:s| ?n|u|po|a[ps]|o n)|paszport|pașap|pasoš|pases n|travel doc|cestovn|putn|putovn|potn|reisidok|vegabréf|"
    r"útlevél|hộ chiếu|паспорт|διαβατ|パスポート|旅券|护照|護照|通行证|台胞证|여권|جواز|דרכון|पासपोर्ट|"
    r"หนังสือเดินทาง|พาสปอร์ต",
    re.IGNORECASE,
)
#: Countries by the shape of their passports' numbers (A a letter, 9 a digit).
SHAPES: dict[str, tuple[str, ...]] = {
    "A9999999": ("AT", "AU", "CH", "IE", "IN", "VN"),
    "A99999999": ("CN", "IL", "KR", "MX", "NZ", "TR", "US", "ZA"),
    "99999999": ("KR", "NO", "SE", "TW"),
    "999999999": ("BG", "DK", "GB", "GR", "RO", "US"),
    "AA999999": ("BE", "BR", "CA", "NZ", "PT", "SE", "UA"),
    "AA9999999": ("AU", "CN", "FI", "IE", "IT", "JP", "PK", "PL", "SG"),
    "A999999": ("ID", "PE", "PT", "TH"),
    "A999999AA": ("CA",),
    "A9999999A": ("PH", "SG"),
    "A999A9999": ("KR",),
    "AAA99999": ("NO",),
    "AAA999999": ("AR", "CO", "ES", "LU"),
    "99AA99999": ("FR",),
    "99 9999999": ("RU",),
}
#: Germany and the Netherlands give letters and digits in any order: one letter first, and a digit somewhere.
_MIXED = r"[A-Z](?=[A-Z0-9]*\d)[A-Z0-9]{8}"
#: Two letters and a gap; "no 1234567" is a part of the label and the number.
_GAPPED = r"(?-i:(?!NO|NR|ID)[A-Z]{2} \d{6,7})"
_SIGN = {"A": "[A-Z]", "9": r"\d", " ": " ?"}
_SHAPED = "|".join(
    "".join(_SIGN[sign] for sign in shape) for shape in sorted(SHAPES, key=lambda shape: (-len(shape), shape))
)
_VALUE = re.compile(rf"(?<![\w/-])(?:{_SHAPED}|{_MIXED}|{_GAPPED})(?![\w@]|[-/.,]\d)", re.IGNORECASE)
#: What may stand between a label and its value, and the words of the label before it.
_LABEL = re.compile(
    rf"(?P<label>[^\W\d_][\w{MARKS} .'’/°º№#-]{{1,44}}?)"
    r"(?:\s+(?:is|was|ist|lautet|est|es|è|é))?[\s:=#.()\"'№°º-]{1,4}\Z"
)
_BEFORE = 56
_WORDS = 6
"""Words of the longest label that is tried."""
#: The second line of a passport's machine-readable zone (ICAO Doc 9303-4, TD3): number, check digit, state, day of
#: birth, check digit, sex, day of expiry, check digit, personal number, check digit, check digit of them all.
_ZONE = re.compile(
    r"(?<![A-Z0-9<])(?P<number>[A-Z0-9<]{9})(?P<rest>\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z0-9<]{14}[\d<]\d)(?![A-Z0-9<])"
)
#: The first line: who it is.
_NAMES = re.compile(r"(?<![A-Z0-9<])P[A-Z<](?:[A-Z]{3}|[A-Z]<<)(?P<names>(?=[A-Z<]*[A-Z]<<)[A-Z<]{39})(?![A-Z0-9<])")
_WEIGHTS = (7, 3, 1)
#: The detectors of its findings.
NAMES = ("passport", "passport-zone", "passport-names")


def passports(text: str) -> Iterator[TextFinding]:
    """Numbers of passports behind a label for them, and both lines of the zone that machines read."""
    if MENTIONED.search(text):
        for match in _VALUE.finditer(text):
            if any(c.isdigit() for c in match.group()) and _labelled(text, match.start()):
                yield TextFinding(*match.span(), Kind.PASSPORT, 0.85, "passport")
    if "<" not in text:
        return
    for match in _ZONE.finditer(text):
        number = match["number"].rstrip("<")
        source = Source.CHECKED if checked_zone(match.group()) else Source.PATTERN
        for start, end in ((match.start(), match.start() + len(number)), match.span("rest")):
            yield TextFinding(start, end, Kind.PASSPORT, 0.95, "passport-zone", source)
    for match in _NAMES.finditer(text):
        names = match["names"].rstrip("<")
        end = match.start("names") + len(names)
        # No other line looks like that, so no other finding widens it.
        yield TextFinding(match.start("names"), end, Kind.PERSON, 0.9, "passport-names", Source.CHECKED)


def _labelled(text: str, start: int) -> bool:
    """Whether what stands right before a value ends with a label for passports."""
    found = _LABEL.search(text[max(0, start - _BEFORE) : start])
    if found is None:
        return False
    words = found["label"].split()
    return any(
        spec is not None and spec.kind is Kind.PASSPORT
        for count in range(1, min(len(words), _WORDS) + 1)
        if (spec := spec_of_label(" ".join(words[-count:]))) is not None
    )


def checked_zone(line: str) -> bool:
    """Whether the check digits of number, day of birth, day of expiry and of all of a second line (44 signs) are right
    (ICAO Doc 9303-3, 4.9)."""
    parts = (line[:10], line[13:20], line[21:28], line[:10] + line[13:20] + line[21:43] + line[43])
    return all(check_digit(part[:-1]) == part[-1] for part in parts)


def check_digit(signs: str) -> str:
    """The check digit of letters (A is 10), digits and fillers (0), weighed 7, 3, 1 in turn."""
    values = (0 if sign == "<" else int(sign, 36) for sign in signs)
    return str(sum(value * _WEIGHTS[at % 3] for at, value in enumerate(values)) % 10)
