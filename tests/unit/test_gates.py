"""The gates one by one: near misses beside hits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from redaction.capture.gates import AllowList, ScreenshotPace, against_environment, shows_no_typing
from redaction.capture.keystrokes import chord
from redaction.capture.reasons import REASONS, refusal
from redaction.policy import CapturePolicy

ALLOWED = AllowList(["Outlook", "Oracle  NetSuite", "*.netsuite.com", "mail.example.com", "sb?-*.crm.example"])


@pytest.mark.parametrize(
    ("application", "expected"),
    [
        ("Outlook", "Outlook"),
        ("OUTLOOK ", "Outlook"),
        ("oracle netsuite", "Oracle  NetSuite"),
        ("4814618-sb1.app.netsuite.com", "4814618-sb1.app.netsuite.com"),
        ("X.NetSuite.COM.", "x.netsuite.com"),
        ("x.netsuite.com:8443", "x.netsuite.com"),
        ("https://x.netsuite.com/app?next=https://evil.org", "x.netsuite.com"),
        ("https://user:pw@x.netsuite.com/", "x.netsuite.com"),
        ("https://mail.example.com/inbox", "mail.example.com"),
        ("sb1-a.crm.example", "sb1-a.crm.example"),
        ("sb12-a.crm.example", None),
        ("evilnetsuite.com", None),
        ("netsuite.com", None),
        ("netsuite.com.evil.org", None),
        ("x.netsuite.com.evil.org", None),
        ("evil.org/.netsuite.com", None),
        ("evil.org/x.netsuite.com", None),
        ("evil.org?.netsuite.com", None),
        ("evil.org#.netsuite.com", None),
        ("https://evil.org/x.netsuite.com", None),
        ("https://evil.org#.netsuite.com", None),
        ("https://x.netsuite.com@evil.org/", None),
        ("https://evil.org\\@x.netsuite.com/", None),
        ("javascript://x.netsuite.com/%0aalert(1)", None),
        ("file://x.netsuite.com/etc", None),
        ("x.netsuite.com evil", None),
        ("x.netsuit\u0435.com", None),  # a Cyrillic letter
        ("x.net\u017fuite.com", None),  # a long s
        (".netsuite.com", None),
        ("https://[::1", None),
        ("Outlook Express", None),
        ("Out", None),
        ("", None),
        ("*", None),
    ],
)
def test_allow_list(application: str, expected: str | None) -> None:
    assert ALLOWED.match(application) == expected


@pytest.mark.parametrize("entry", ["*", "*.com", "*.*.com", "*netsuite.com", "x.*", "[ab].netsuite.com*", "*://a.b.c"])
def test_patterns_that_allow_too_much(entry: str) -> None:
    with pytest.raises(ValueError, match="literal labels"):
        AllowList([entry])


def test_entry_with_a_scheme() -> None:
    with pytest.raises(ValueError, match="without scheme"):
        AllowList(["https://mail.example.com"])


@pytest.mark.parametrize(
    ("value", "name", "printable"),
    [
        ("Return", "Enter", False),
        ("Enter", "Enter", False),
        ("KP_Enter", "Enter", False),
        ("\ttab ", "Tab", False),
        ("Page_Down", "Page Down", False),
        ("PgDn", "Page Down", False),
        ("F5", "F5", False),
        ("f12", "F12", False),
        ("['Control_L', 's']", "Ctrl+S", False),
        ('["Control_L", "Shift_L", "Tab"]', "Ctrl+Shift+Tab", False),
        ("Ctrl+C", "Ctrl+C", False),
        ("ctrl + c", "Ctrl+C", False),
        ("Shift+Ctrl+z", "Ctrl+Shift+Z", False),
        ("Ctrl-Shift-T", "Ctrl+Shift+T", False),
        ("Ctrl++", "Ctrl++", False),
        ("Cmd+V", "Meta+V", False),
        ("Alt+Tab", "Alt+Tab", False),
        ("Shift", "Shift", False),
        ("a", "A", True),
        ("Shift+a", "Shift+A", True),
        ("Option+e", "AltGr+E", True),
        ("AltGr+q", "AltGr+Q", True),
        ("space", " ", True),
        ("+", "+", True),
        ("-", "-", True),
        ("7", "7", True),
        ("KP_7", "7", True),
        ("é", "É", True),
        ("comma", ",", True),
    ],
)
def test_chords(value: str, name: str, printable: bool) -> None:
    pressed = chord(value)
    assert pressed is not None
    assert (str(pressed), pressed.printable) == (name, printable)


@pytest.mark.parametrize(
    "value", ["", "hello", "F99", "Ctrl+hello", "a+b", "[]", "['a', 'b']", "x" * 200, "Ctrl+K Ctrl+C"]
)
def test_no_known_chord(value: str) -> None:
    assert chord(value) is None


def test_screenshots_only_where_nothing_is_typed() -> None:
    assert shows_no_typing("click", "LB Down")
    assert shows_no_typing("hotkey", "Ctrl+V")
    assert shows_no_typing("type", "\n")
    assert not shows_no_typing("type", "Tab")
    assert not shows_no_typing("type", "")
    assert not shows_no_typing("hotkey", "unheard-of key")
    assert not shows_no_typing("hotkey", "Shift+S")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pace_holds_in_any_one_second(limit: int) -> None:
    start = datetime(2025, 4, 18, tzinfo=UTC)
    pace = ScreenshotPace(limit)
    moments = [start + timedelta(milliseconds=ms) for ms in range(0, 5000, 130)]
    taken = [m for m in moments if pace.admits(m)]
    for moment in taken:
        assert sum(moment <= other < moment + timedelta(seconds=1) for other in taken) <= limit
    assert len(taken) >= 4 * limit


def test_environment() -> None:
    policy = CapturePolicy(allow_production=("b1",))
    assert against_environment("staging", "b2", policy) is None
    assert against_environment("production", "b1", policy) is None
    assert against_environment("production", "b10", policy) == "environment_production"


def test_every_reason_has_words() -> None:
    for code, reason in REASONS.items():
        assert reason.sentence[0].isupper() and reason.sentence.endswith("."), code
        assert reason.remedy[0].islower() and reason.remedy.endswith("."), code
    with pytest.raises(KeyError):
        refusal("r", "no such reason")
