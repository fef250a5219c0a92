"""The value behind the label of a line ends before the next label."""

from __future__ import annotations

import pytest

from redaction.lexicon.languages import ENGLISH
from redaction.screens.rules.line_forms import value_behind_label


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
