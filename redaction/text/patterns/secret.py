"""API keys, tokens and passwords: detect-secrets' patterns and the words people put before a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.words import is_word
from redaction.text.patterns.pattern import Pattern, find_all

_PLUGINS = sorted(entry.split(".") for entry in word_list(WordList.SECRET_PLUGINS))
#: Patterns of detect-secrets that take long over long texts, and what every match of theirs holds.
_NEEDS = {"npm": "_authToken"}
#: Code points before and behind what a match must hold that are read with it.
_NEAR = 300
_HINT = re.compile(r"[A-Za-z0-9_/+.-]{16,}|://|PRIVATE KEY")
#: Shortest part of a match of detect-secrets that is taken for the key itself, in characters.
_KEY_LEAST = 6
#: Shortest text that may hold a secret, in characters.
_TEXT_LEAST = 4
#: Beyond so many characters a text is prose, in which a word behind "password:" is a word.
_PROSE = 200
_NOT_SECRET = word_list(WordList.NO_SECRETS)


def _password_span(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The value without the punctuation behind it; nothing when it is masked, or a word of the sentence."""
    value = match["value"].rstrip(".!?)]}")
    spoken = match["joint"].strip().casefold() in {"is", "was", ""}
    if not value or set(value) <= set("*•.●-_x") or value.casefold() in _NOT_SECRET or (spoken and _ordinary(value)):
        return
    if not spoken and is_word(value) and len(match.string) > _PROSE:
        return
    yield match.start("value"), match.start("value") + len(value)


def _ordinary(value: str) -> bool:
    return value.isalpha() and (is_word(value) or value.islower())


# fmt: off
#: What looks like a key by itself, and private key blocks.
KEYS: tuple[Pattern, ...] = (
    Pattern("secret-token", Kind.SECRET, re.compile(
            r"(?<![\w/+-])(?:(?:sk|pk|rk|xox[a-z]|gh[pousr]|glpat|key|tok|token|secret|api|auth|sess|AIza|ya29|AKIA|"
            r"ASIA|SG|dop_v1|hf|npm|pypi|shpat)[-_.][A-Za-z0-9_.-]{14,}|AIza[0-9A-Za-z_-]{30,}|(?:AKIA|"
            r"ASIA)[0-9A-Z]{16}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]+)?|"
            r"gh[pousr]_[A-Za-z0-9]{20,})"
        ), 0.9, check=lambda match: any(c.isdigit() for c in match.group()),
        examples=("use «sk-zq81vexlor00tango5» now", "«hf_zq81vexlor00tango5»"),
        counterexamples=("sk-zqvexlortangobravo", "sk-zq81vexlor")),
    Pattern("secret-private-key", Kind.SECRET,
        re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL), 1.0,
        examples=(
            "x «-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----» y",
            "«-----BEGIN RSA PRIVATE KEY-----\nabc»",
        ), counterexamples=("-----BEGIN PUBLIC KEY-----\nabc",)),
)
#: What the words before it call a secret.
NAMED: tuple[Pattern, ...] = (
    Pattern("secret-card-code", Kind.SECRET,
        re.compile(r"\b(?:cvv|cvc|cvn|csc)2?\b(?: code| number)?\W{0,3}(?P<value>\d{3,4})\b", re.IGNORECASE), 0.8,
        group="value", examples=("CVV: «123»", "cvc code «4321»"), counterexamples=("CVV: 12345", "code 123")),
    Pattern("secret-context", Kind.SECRET, re.compile(
            r"(?<![A-Za-z0-9])(?:pass(?:word|code|phrase|wd)?|pwd|passwort|kennwort|mot de passe|contraseña|senha|"
            r"secret|(?:api|access|secret|account|secret[ _-]?access)[ _-]?key|client[ _-]?secret|(?:auth|"
            r"access)[ _-]?token|bearer|token|otp|pin(?: code)?|cvv|cvc|cvv2|recovery code|verification code|"
            r"security code|one[- ]time code)\b[\"']?(?P<joint>\s*(?:[:=]|:=|=>|\bis\b|\bwas\b|->)\s*|\s+(?=Bearer)|"
            r"(?<=earer)\s+)[\"'`]?(?P<value>[^\s\"'`,;<>]{3,200})",
            re.IGNORECASE,
        ), 0.85, spans=_password_span,
        examples=("password: «Zq81!vexlor».", "the PIN is «8146»", "Authorization: Bearer «zq81vexlor»"),
        counterexamples=("password: required", "password: ••••••", "the secret is out", "compass: Zq81")),
)
# fmt: on
ROWS = (*KEYS, *NAMED)
NAMES = tuple(f"secret-{module}" for module, _ in _PLUGINS)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    from importlib import import_module

    found: list[tuple[re.Pattern[str], str]] = []
    for module, name in _PLUGINS:
        plugin: Any = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
        found.extend((pattern, module) for pattern in plugin.denylist)
    return tuple(found)


def secrets(text: str) -> Iterator[TextFinding]:
    """Spans that open something: keys, tokens, private key blocks, passwords named by their context."""
    if len(text) < _TEXT_LEAST:
        return
    if _HINT.search(text):
        for pattern, name in _patterns():
            for match in _matches(pattern, text, _NEEDS.get(name)):
                start, end = _value(match)
                if end > start:
                    yield TextFinding(start, end, Kind.SECRET, 0.95, f"secret-{name}")
        yield from find_all(KEYS, text)
    yield from find_all(NAMED, text)


def _matches(pattern: re.Pattern[str], text: str, needed: str | None) -> Iterator[re.Match[str]]:
    """Every match; of a pattern that takes quadratic time, those near what each match holds."""
    if needed is None:
        yield from pattern.finditer(text)
        return
    at = text.find(needed)
    while at >= 0:
        yield from pattern.finditer(text, max(0, at - _NEAR), at + _NEAR)
        at = text.find(needed, at + len(needed))


def _value(match: re.Match[str]) -> tuple[int, int]:
    for index in range(match.re.groups, 0, -1):
        if match.group(index) and len(match.group(index)) >= _KEY_LEAST:
            return match.span(index)
    return match.span()
