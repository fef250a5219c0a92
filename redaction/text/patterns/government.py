"""Numbers that governments give out, by the check digits that python-stdnum knows, or by a narrow shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module

from redaction.findings import Kind, Source
from redaction.text.patterns.pattern import Near, Pattern

#: (stdnum module, shape, words that must stand near or "" when the check digits are strong enough)
_CHECKED: tuple[tuple[str, str, str], ...] = (
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

#: Code points before and behind a number in which the words for it must stand.
_BEFORE, _BEHIND = 50, 20


def _valid(module: str) -> Callable[[re.Match[str]], bool]:
    @cache
    def check() -> Callable[[str], bool]:
        valid: Callable[[str], bool] = import_module(f"stdnum.{module}").is_valid
        return valid

    return lambda match: check()(match.group())


CHECKED: tuple[Pattern, ...] = tuple(
    Pattern(
        "id-" + module.replace("_", ""),
        Kind.ID,
        re.compile(rf"(?<![\w.-])(?:{shape})(?![\w]|[.-]\w)"),
        0.9,
        Source.CHECKED,
        near=Near(re.compile(words, re.IGNORECASE), _BEFORE, _BEHIND) if words else None,
        check=_valid(module),
    )
    for module, shape, words in _CHECKED
)

# fmt: off
#: Without check digits: what the shape or the words before it tell.
SHAPED: tuple[Pattern, ...] = (
    # gov.uk, "National Insurance number" format
    Pattern("id-gb.nino", Kind.ID, re.compile(
            r"(?<![\w-])(?!BG|GB|KN|NK|NT|TN|ZZ)"
            r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w-])"
        ), 0.8, examples=("NI «AB 12 34 56 C» on file", "«AB123456C»"),
        counterexamples=("GB 12 34 56 C", "AB 12 34 56 E", "part AB123456CX")),
    Pattern("id-us.ssn-named", Kind.ID,
        re.compile(r"(?:ssn|social security)\D{0,30}(\d{9}|\d{3}\D\d{2}\D\d{4})\b", re.IGNORECASE), 0.85, group=1,
        examples=("SSN: «000-12-3456»", "social security number «123456789»"),
        counterexamples=("ssn 12345678", "account 123456789")),
    Pattern("id-us.ssn-shape", Kind.ID, re.compile(r"(?<![\w-])\d{3}[-–. ]\d{2}[-–. ]\d{4}(?![\w]|[-.]\d)"), 0.6,
        check=lambda match: "-" in match.group() and not match.group().startswith(("000", "666")),
        examples=("«987-65-4320»",), counterexamples=("000-12-3456", "666-12-3456", "987 65 4320", "1987-65-4320")),
)
# fmt: on

GOVERNMENT = (*CHECKED, *SHAPED)


def government_number(text: str) -> bool:
    """Whether the whole text is a number with a government's right check digits."""
    found = ((row, row.regex.fullmatch(text)) for row in CHECKED)
    return any(match is not None and row.check is not None and row.check(match) for row, match in found)
