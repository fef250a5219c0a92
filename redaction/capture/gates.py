"""The gates of ingest: consent, environment, application allow-list and the rules for screenshots."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from unicodedata import normalize
from urllib.parse import urlsplit

from redaction.capture.keystrokes import chord
from redaction.policy import CapturePolicy
from redaction.records import Action, ConsentStatus, DeclaredEntity, Participant

_HOST = re.compile(r"[\w-]+(\.[\w-]+)*")
_PATTERN = re.compile(r"[\w*?-]+(\.[\w*?-]+)*(\.[\w-]+){2}")
_BUTTON = re.compile(r"[LMR]B (Down|Up)", re.IGNORECASE)
_PORT = re.compile(r":\d{1,5}$")


@dataclass(frozen=True, slots=True)
class Consent:
    """What a participant agreed to. A consent without date or evidence has the status missing."""

    status: ConsentStatus = "missing"
    scope: frozenset[str] = frozenset()

    def against_events(self) -> str | None:
        """The reason code that keeps a recording of this person out, or None."""
        if self.status == "forgotten":
            return "forgotten"
        if self.status == "withdrawn":
            return "consent_withdrawn"
        if self.status != "granted":
            return "consent_missing"
        return None if "events" in self.scope else "consent_scope"

    def against_screenshots(self) -> str | None:
        """The reason code that keeps this person's screenshots out, or None."""
        return None if "screenshots" in self.scope else "consent_scope"


def against_environment(environment: str, batch: str, policy: CapturePolicy) -> str | None:
    """`environment_production` unless the batch is from staging or the policy names it."""
    return None if environment == "staging" or batch in policy.allow_production else "environment_production"


class AllowList:
    """Names of applications, in any case, and host patterns such as `*.netsuite.com`.

    A pattern is compared with a whole host, never with a URL or a part of one, and must end in two literal labels:
    `*` and `*.com` raise ValueError, as does an entry with a scheme or a path around a host pattern.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        self._patterns: list[str] = []
        for entry in allowed:
            if "*" in entry or "?" in entry:
                pattern = _folded(entry)
                if not _PATTERN.fullmatch(pattern):
                    raise ValueError("a host pattern must end in two literal labels, such as *.example.com")
                self._patterns.append(pattern)
            elif "://" in entry:
                raise ValueError("give a host without scheme and path")
            else:
                self._names.setdefault(_folded(entry), entry.strip())

    def match(self, application: str) -> str | None:
        """The name to go on with (as declared, or the bare host in lower case), or None if it is not allowed."""
        name = _folded(application)
        host = _host(name)
        declared = self._names.get(name) or (self._names.get(host) if host else None)
        if declared is None and host and any(fnmatchcase(host, pattern) for pattern in self._patterns):
            return host
        return declared


def _folded(text: str) -> str:
    # lower, not casefold: a host with "ß" is another host than one with "ss"
    return " ".join(normalize("NFC", text).split()).lower()


def _host(text: str) -> str | None:
    """The bare host of a host name or an http(s) URL, without port and final dot; None for anything else."""
    if "://" in text:
        try:
            parts = urlsplit(text)
            if parts.scheme not in {"http", "https"} or "\\" in text or parts.hostname is None:
                return None
            text = parts.hostname
        except ValueError:
            return None
    text = _PORT.sub("", text).removesuffix(".")
    return text if len(text) <= 253 and "." in text and _HOST.fullmatch(text) else None


def shows_no_typing(action: Action, value: str) -> bool:
    """True where the rules allow a screenshot: on clicks and on keys or chords that put no character into a text."""
    if action == "click":
        return True
    if action == "type":
        return value in {"\n", "\r", "\r\n", "\t"}
    pressed = chord(value)
    return pressed is not None and not pressed.printable


def claims_a_button(action: Action, value: str) -> bool:
    """True for typing whose value is the name of a mouse button: it was a click, or its text was lost."""
    return action != "click" and _BUTTON.fullmatch(value.strip()) is not None


class ScreenshotPace:
    """At most `limit` screenshots in any one second, for one recording whose events come in time order."""

    def __init__(self, limit: int) -> None:
        self._taken: deque[datetime] = deque(maxlen=limit)

    def admits(self, moment: datetime) -> bool:
        """Count a screenshot at `moment` and say True, or leave it uncounted and say False."""
        taken = self._taken
        if len(taken) == taken.maxlen and moment - taken[0] < timedelta(seconds=1):
            return False
        taken.append(moment)
        return True


@dataclass(frozen=True, slots=True)
class Header:
    """batch.json after its checks."""

    format: str
    batch: str
    domain: str
    environment: str
    recorder: str
    allowed: AllowList
    participants: tuple[Participant, ...]
    consents: dict[str, Consent]
    entities: tuple[DeclaredEntity, ...]
    unknown_fields: bool
    demonstrations: dict[str, str] = field(default_factory=dict)
    """Folder of a demonstration → id of its participant, where batch.json says so."""
    public_names: tuple[str, ...] = ()
    public_hosts: tuple[str, ...] = ()
    """Of the recorded applications, what identifies nobody."""
    legal_basis: str = ""
    sources: tuple[str, ...] = ()
    """Of company sources: on what basis other than consents they may be used, and which there are."""

    def against_sources(self) -> str | None:
        """The reason code that keeps company sources out, or None: a legal basis, or the consent to them of everybody
        who is named. Whoever asked to be forgotten and can be told in rows is not asked: these leave (see
        redaction.withdrawal.in_sources)."""
        others = [c for c in self.consents.values() if not (c.status == "forgotten" and "sources" in c.scope)]
        if any(consent.status == "forgotten" for consent in others):
            return "forgotten"
        if self.legal_basis:
            return None
        if not others:
            return "forgotten" if self.consents else "consent_missing"
        for consent in others:
            if consent.status != "granted":
                return consent.against_events()
            if "sources" not in consent.scope:
                return "consent_scope"
        return None
