"""API keys, tokens and passwords: detect-secrets' patterns and the words people put before a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from redaction.findings import Kind, TextFinding
from redaction.lexicon.words import is_word, listing

_PLUGINS = (
    ("artifactory", "ArtifactoryDetector"),
    ("aws", "AWSKeyDetector"),
    ("azure_storage_key", "AzureStorageKeyDetector"),
    ("basic_auth", "BasicAuthDetector"),
    ("cloudant", "CloudantDetector"),
    ("discord", "DiscordBotTokenDetector"),
    ("github_token", "GitHubTokenDetector"),
    ("gitlab_token", "GitLabTokenDetector"),
    ("ibm_cloud_iam", "IbmCloudIamDetector"),
    ("ibm_cos_hmac", "IbmCosHmacDetector"),
    ("jwt", "JwtTokenDetector"),
    ("mailchimp", "MailchimpDetector"),
    ("npm", "NpmDetector"),
    ("openai", "OpenAIDetector"),
    ("private_key", "PrivateKeyDetector"),
    ("pypi_token", "PypiTokenDetector"),
    ("sendgrid", "SendGridDetector"),
    ("slack", "SlackDetector"),
    ("softlayer", "SoftlayerDetector"),
    ("square_oauth", "SquareOAuthDetector"),
    ("stripe", "StripeDetector"),
    ("telegram_token", "TelegramBotTokenDetector"),
    ("twilio", "TwilioKeyDetector"),
)
#: Patterns of detect-secrets that take long over long texts, and what every match of theirs holds.
_NEEDS = {"npm": "_authToken"}
#: Code points before and behind what a match must hold that are read with it.
_NEAR = 300
_PASSWORD = re.compile(
    r"(?<![A-Za-z0-9])(?:pass(?:word|code|phrase|wd)?|pwd|passwort|kennwort|mot de passe|contraseña|senha|secret|"
    r"(?:api|access|secret|account|secret[ _-]?access)[ _-]?key|client[ _-]?secret|(?:auth|access)[ _-]?token|bearer|"
    r"token|otp|pin(?: code)?|cvv|cvc|cvv2|recovery code|verification code|security code|one[- ]time code)\b[\"']?"
    r"(?P<joint>\s*(?:[:=]|:=|=>|\bis\b|\bwas\b|->)\s*|\s+(?=Bearer)|(?<=earer)\s+)[\"'`]?"
    r"(?P<value>[^\s\"'`,;<>]{3,200})",
    re.IGNORECASE,
)
_CARD_CODE = re.compile(r"\b(?:cvv|cvc|cvn|csc)2?\b(?: code| number)?\W{0,3}(?P<value>\d{3,4})\b", re.IGNORECASE)
_BLOCK = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL)
_OPAQUE = re.compile(
    r"(?<![\w/+-])(?:(?:sk|pk|rk|xox[a-z]|gh[pousr]|glpat|key|tok|token|secret|api|auth|sess|AIza|ya29|AKIA|ASIA|SG|dop_v1|hf|npm|"
    r"pypi|shpat)"
    r"[-_.][A-Za-z0-9_.-]{14,}|AIza[0-9A-Za-z_-]{30,}|(?:AKIA|ASIA)[0-9A-Z]{16}|"
    r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]+)?|gh[pousr]_[A-Za-z0-9]{20,})"
)
_HINT = re.compile(r"[A-Za-z0-9_/+.-]{16,}|://|PRIVATE KEY")


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
    if len(text) < 4:
        return
    if _HINT.search(text):
        for pattern, name in _patterns():
            for match in _matches(pattern, text, _NEEDS.get(name)):
                start, end = _value(match)
                if end > start:
                    yield TextFinding(start, end, Kind.SECRET, 0.95, f"secret-{name}")
        for match in _OPAQUE.finditer(text):
            if any(c.isdigit() for c in match.group()):
                yield TextFinding(match.start(), match.end(), Kind.SECRET, 0.9, "secret-token")
        for match in _BLOCK.finditer(text):
            yield TextFinding(match.start(), match.end(), Kind.SECRET, 1.0, "secret-private-key")
    for match in _CARD_CODE.finditer(text):
        yield TextFinding(match.start("value"), match.end("value"), Kind.SECRET, 0.8, "secret-context")
    for match in _PASSWORD.finditer(text):
        value = match["value"].rstrip(".!?)]}")
        spoken = match["joint"].strip().casefold() in {"is", "was", ""}
        if (
            not value
            or set(value) <= set("*•.●-_x")
            or (spoken and _ordinary(value))
            or value.casefold() in _NOT_SECRET
        ):
            continue
        if not spoken and is_word(value) and len(text) > 200:
            continue
        yield TextFinding(match.start("value"), match.start("value") + len(value), Kind.SECRET, 0.85, "secret-context")


def _matches(pattern: re.Pattern[str], text: str, needed: str | None) -> Iterator[re.Match[str]]:
    """Every match; of a pattern that takes quadratic time, those near what each match holds."""
    if needed is None:
        yield from pattern.finditer(text)
        return
    at = text.find(needed)
    while at >= 0:
        yield from pattern.finditer(text, max(0, at - _NEAR), at + _NEAR)
        at = text.find(needed, at + len(needed))


_NOT_SECRET = listing(
    """
    required optional none null true false yes no n/a string str bytes your the a an not
    """
)


def _ordinary(value: str) -> bool:
    return value.isalpha() and (is_word(value) or value.islower())


def _value(match: re.Match[str]) -> tuple[int, int]:
    for index in range(match.re.groups, 0, -1):
        if match.group(index) and len(match.group(index)) >= 6:
            return match.span(index)
    return match.span()
