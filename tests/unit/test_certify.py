"""Which values count as a leak wherever they stand."""

from __future__ import annotations

import pytest

from redaction.findings import Kind
from redaction.policy import Policy
from redaction.stages.row_spans import RowFinding
from release.bundle.captured import _hidden
from release.bundle.distinctive import is_distinctive


@pytest.mark.parametrize(
    ("kind", "value", "declared"),
    [
        (Kind.PERSON, "Ottilie Brandvold", False),
        (Kind.PERSON, "Brandvold", False),
        (Kind.PERSON, "澹台修远", False),
        (Kind.PERSON, "Grace Brandvold", True),
        (Kind.COMPANY, "Brandvold Freight Ltd", False),
        (Kind.EMAIL, "ob@brandvold.example", False),
        (Kind.PHONE, "+33 1 99 00 47 97", False),
        (Kind.USERNAME, "obrandvold7", False),
    ],
)
def test_what_points_at_its_owner(kind: Kind, value: str, declared: bool) -> None:
    assert is_distinctive(kind, value, declared)


@pytest.mark.parametrize(
    ("kind", "value", "declared"),
    [
        (Kind.PERSON, "Will", True),
        (Kind.PERSON, "Grace", False),
        (Kind.PERSON, "zhrefx", False),
        (Kind.PERSON, "Binx Binx", False),
        (Kind.COMPANY, "Harvest", True),
        (Kind.EMAIL, "e-mail", False),
        (Kind.PHONE, "47 97", False),
        (Kind.USERNAME, "account", False),
    ],
)
def test_what_says_nothing_out_of_context(kind: Kind, value: str, declared: bool) -> None:
    assert not is_distinctive(kind, value, declared)


@pytest.mark.parametrize(
    ("kind", "value", "hidden"),
    [(Kind.PERSON, "Ottilie Brandvold", True), (Kind.PERSON, "zhrefx", False), (Kind.USERNAME, "zhr", False)],
)
def test_a_captured_text_is_looked_for_when_it_held_what_points_at_somebody(
    kind: Kind, value: str, hidden: bool
) -> None:
    finding = RowFinding(0, "screen_name", 0, len(value), kind, 0.9, "x", value)
    assert _hidden(finding, Policy()) is hidden
    assert not _hidden(finding, Policy.model_validate({"text": {"kinds": {kind.value: "keep"}}}))
