"""The value behind the label of a line ends before the next label; a log-in is made of the name before it."""

from __future__ import annotations

import pytest

from redaction.lexicon.languages import ENGLISH
from redaction.screens.rules.line_forms import names_with_logins, value_behind_label


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Requester: Ada Brandt", "Ada Brandt"),
        ("Requester: Ada Brandt Product: Backup 4.2 Level: 8 hours", "Ada Brandt"),
        ("Requester: Ada Brandt Level:", "Ada Brandt"),
        ("Requester: Ada Brandt 10:30", "Ada Brandt 10:30"),
        ("Address: 12 Station Road Floor: 2", "12 Station Road Floor: 2"),
    ],
)
def test_a_name_ends_before_the_next_label(text: str, value: str) -> None:
    assert [text[start:end] for start, end, _ in value_behind_label(text, ENGLISH)] == [value]


@pytest.mark.parametrize(
    ("text", "login"),
    [
        ("Nadia Brink (nbrink)", "nbrink"),
        ("Nadia Brink (bri_nad)", "bri_nad"),
        ("Clerk: Nadia Brink (brinad)", "brinad"),
        ("Nadia Brink (nabr42)", "nabr42"),
        ("Nadia de Brink (ndb)", None),  # three letters may be anything
        ("Ana Bea Cid Dor Ezq (abcde)", "abcde"),
        ("Ana Bea Cid Dor Ezq Fyx (abcdef)", None),  # six words are no name
        (" ".join("x" * 19) + " (" + "x" * 19 + "y)", None),  # as fast as any other
        ("Nadia Brink (owner)", None),
        ("Nadia Brink (nadx)", None),
        ("Sales report (sare)", None),
    ],
)
def test_a_log_in_is_made_of_the_name_before_it(text: str, login: str | None) -> None:
    found = [text[start:end] for start, end, label in names_with_logins(text, ENGLISH) if label == "Username"]
    assert found == ([login] if login else [])
