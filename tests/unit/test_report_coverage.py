"""What the report says was not checked: every part of a certificate that leaves something open is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redaction.canaries.figures import figures
from release.bundle.batches import read_batches
from release.bundle.bundle_models import Certificate
from release.report.coverage import Covered, coverage
from release.report.likelihood import band, band_names, likelihoods
from release.sign.signoff_file import SignOff
from tests.scrubbed_fixture import make_batch


def unread(number: int) -> dict[str, Any]:
    """What a certificate tells of a hundred regions, so many of them unread."""
    return {"regions": 100, "unread": number, "screens_by_unread_regions": {}, "most_unread": []}


KNOWN = {
    "read": {"screenshots_by_ocr": 20, "screenshots": 25},
    "needles": {"person": 40, "email": 2},
    "detectors": {"names": {"answers": True, "digest": ""}, "faces": {"answers": True, "digest": ""}},
    "text_on_screens": unread(0),
}


def lines(signed: SignOff | None = None, kinds: tuple[str, ...] = ("person",), **more: Any) -> dict[str, Covered]:
    certificate = Certificate.model_validate_json(json.dumps({**KNOWN, **more}))
    return {one.what: one for one in coverage(certificate, signed, kinds, 25)}


def test_without_a_certificate_nothing_is_known() -> None:
    seen, check = coverage(None, None, ("person",), 25)
    assert (seen.checked, seen.unchecked) == ("0", "25")
    assert (check.checked, check.unchecked) == ("0", "everything")


def test_where_all_was_checked_nothing_else_is_said() -> None:
    told = lines()
    for what in ("Different screenshots read again", "Regions on screens that look like text", "Detectors asked alone"):
        assert told[what].unchecked == "none", what
    assert told["Known real values searched for"].checked == "42"
    assert "Screenshots withheld" not in told and "Kinds that the policy keeps" not in told


@pytest.mark.parametrize(
    ("more", "what", "unchecked", "means"),
    [
        (
            {"text_on_screens": unread(7)},
            "Regions on screens that look like text",
            "7",
            "Nothing is",
        ),
        ({"needles_too_short": 3}, "Known real values searched for", "3", "Too short"),
        ({"needles": {}}, "Known real values searched for", "none", "No real value was known"),
        ({"screenshots_withheld": 2}, "Screenshots withheld", "2", "not part of the release"),
        ({"rows_withheld": 4}, "Rows whose text was withheld", "4", "not part of the release"),
        ({"kinds_kept": ["date_of_birth"]}, "Kinds that the policy keeps", "date of birth", "Not hidden"),
        (
            {"sample": {"screens_read": 12, "screens": 20, "bound": 0.031}},
            "Different screenshots read again",
            "8",
            "3.10%",
        ),
        ({"sample": {"screens_read": 20, "screens": 20, "bound": 0.0}}, "Different screenshots read again", "none", ""),
        ({"detectors": {"names": {"answers": False, "digest": ""}}}, "Detectors asked alone", "1 silent", "names"),
        ({}, "Canaries", "everything", "not measured"),
    ],
)
def test_what_is_left_open_stands_beside_what_was_checked(
    more: dict[str, Any], what: str, unchecked: str, means: str
) -> None:
    told = lines(**more)[what]
    assert told.unchecked == unchecked and means in told.means


def test_canaries_tell_their_interval_and_the_kinds_they_leave_out() -> None:
    cells = [
        {"where": where, "field": "title", "kind": "person", "application": "Mail", "planted": 10, "caught": caught}
        for where, caught in (("text", 10), ("screen", 9))
    ]
    told = lines(kinds=("person", "secret"), canaries=figures(cells, 0.8))
    assert told["Canaries in text"].unchecked == "none"
    assert told["Canaries on screens"].unchecked == "1 missed"
    assert told["Canaries on screens"].checked == "9 of 10 (90.0%; 95% interval 59.6% to 98.2%)"
    assert told["Kinds measured with canaries"].unchecked == "secret"
    assert "Kinds measured with canaries" not in lines(canaries=figures(cells, 0.8))


def test_a_signature_says_how_many_a_person_saw() -> None:
    plan = {"total": 25, "confidence": 0.95}
    signed = SignOff("b", "c", "d", "release", "Pat", "2025-05-01", "", plan, 20, 0, 0.1234)
    seen = lines(signed)["Screenshots seen by a person"]
    assert (seen.checked, seen.unchecked) == ("20", "5") and "12.34%" in seen.means and "95%" in seen.means
    all_of_them = SignOff("b", "c", "d", "release", "Pat", "2025-05-01", "", plan, 25, 0, 0.0)
    assert lines(all_of_them)["Screenshots seen by a person"].unchecked == "none"


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (0.0, "0 to 0.25"),
        (0.249, "0 to 0.25"),
        (0.25, "0.25 to 0.5"),
        (0.499, "0.25 to 0.5"),
        (0.5, "0.5 to 0.75"),
        (0.749, "0.5 to 0.75"),
        (0.75, "0.75 to 0.9"),
        (0.899, "0.75 to 0.9"),
        (0.9, "0.9 to 0.99"),
        (0.989, "0.9 to 0.99"),
        (0.99, "0.99 to 1"),
        (1.0, "0.99 to 1"),
    ],
)
def test_bands_of_likelihood_reach_to_the_next_one(score: float, name: str) -> None:
    assert band_names()[band(score)] == name


def test_findings_by_likelihood_count_every_box_once(tmp_path: Any) -> None:
    batch = make_batch(tmp_path / "a", "batch-a", "Finance", ("Invoice creation",), size=(96, 128))
    found = likelihoods(read_batches([batch]))
    assert [(one.kind, one.lowest) for one in found] == [("person", 0.91), ("face", 0.99)]
    assert [(sum(one.bands), one.bands[4], one.bands[5]) for one in found] == [
        (one.total, one.total if one.kind == "person" else 0, one.total if one.kind == "face" else 0) for one in found
    ]
