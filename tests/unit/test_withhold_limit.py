"""How many screenshots may be withheld: at the limit, one beyond it, one at least, and none at all."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from redaction.errors import LeakFound
from redaction.policy import Policy
from redaction.work.store import BatchStore
from release.bundle.withhold import (
    Withheld,
    release_without,
    require_few,
    shown_in,
    withheld,
    withheld_count,
)
from release.verify.problems import NOT_AGAIN, VerifyReport
from release.verify.recompute import _tell
from validation.leaks.leak_report import Leak, LeakReport, Sample

NONE = (0, 0)
"""No demonstration, of none."""


def report_with(findings: int, *, screens_read: bool = True) -> LeakReport:
    leaks = tuple(Leak(f"Finance_screenshots.zip member {n}", "person-0000", "person", "seen") for n in range(findings))
    return LeakReport("0" * 64, {}, {}, 0, {}, screens_read, leaks, Sample(0, 0), frozenset(leaks))


def policy(share: float) -> Policy:
    return Policy.model_validate(
        {
            "release": {
                "withhold_at_most": share,
                "withhold_rows_at_most": share,
                "withhold_demonstrations_at_most": share,
            }
        }
    )


@pytest.mark.parametrize(
    ("share", "of", "most"),
    [
        (0.05, 100, 5),
        (0.05, 119, 5),
        (0.05, 120, 6),
        (0.05, 39, 1),
        (0.05, 1, 1),
        (0.5, 3, 1),
        (1.0, 4, 4),
        (0, 100, 0),
    ],
)
def test_up_to_the_limit_and_not_one_more(share: float, of: int, most: int) -> None:
    require_few((most, of), (most, of), NONE, policy(share), report_with(most))
    with pytest.raises(LeakFound, match=f"on {most + 1} of {of} screenshots; at most {most} may be withheld"):
        require_few((most + 1, of), (most, of), NONE, policy(share), report_with(most + 1))
    with pytest.raises(LeakFound, match=f"in {most + 1} of {of} rows; at most {most} may be withheld") as stopped:
        require_few((most, of), (most + 1, of), NONE, policy(share), report_with(most + 1))
    assert "release.withhold_rows_at_most" in str(stopped.value)
    require_few(NONE, NONE, (most, of), policy(share), report_with(most))
    with pytest.raises(LeakFound, match=f"in {most + 1} of {of} demonstrations; at most {most} may be") as stopped:
        require_few(NONE, NONE, (most + 1, of), policy(share), report_with(most + 1))
    assert "release.withhold_demonstrations_at_most" in str(stopped.value)


def test_by_default_a_row_of_a_thousand_may_be_withheld_and_one_at_least() -> None:
    for most, of in ((1, 91), (1, 1_999), (2, 2_000), (50, 50_300)):
        require_few((0, of), (most, of), NONE, Policy(), report_with(most))
        with pytest.raises(LeakFound, match=f"at most {most} may be"):
            require_few((0, of), (most + 1, of), NONE, Policy(), report_with(most))


def test_at_most_ten_places_are_told() -> None:
    with pytest.raises(LeakFound) as refused:
        require_few((12, 20), (0, 20), NONE, policy(0), report_with(12))
    assert str(refused.value).count("Finance_screenshots.zip member") == 10


def test_what_is_withheld_counts_for_these_very_pixels(tmp_path: Path) -> None:
    stores = [BatchStore(tmp_path, name) for name in ("one", "two")]
    for store in stores:
        store.write_lines("scrubbed/interactions.jsonl", [])
        folder = store.scrubbed / "screenshots"
        folder.mkdir(parents=True)
        for name in ("a", "b", "c"):
            (folder / f"{store.name}-{name}.png").write_bytes(name.encode())
        for stage in ("ingest", "find", "resolve", "scrub", "finish"):
            store.mark_done(stage)
    rounds: list[int] = []

    def build() -> str:
        rounds.append(withheld_count(stores))
        if len(rounds) == 1:
            raise Withheld(["two-b.png", "two-a.png", "nowhere.png"])
        if len(rounds) == 2:
            raise Withheld(["two-c.png"])
        return "released"

    assert release_without(stores, build) == "released"
    assert rounds == [0, 2, 3]
    assert withheld(stores[0].scrubbed) == {}
    assert not (stores[0].scrubbed / "withheld.jsonl").exists()
    assert list(withheld(stores[1].scrubbed)) == ["two-a.png", "two-b.png", "two-c.png"]
    (stores[1].scrubbed / "screenshots" / "two-b.png").write_bytes(b"redacted better")
    (stores[1].scrubbed / "screenshots" / "two-c.png").unlink()
    assert list(withheld(stores[1].scrubbed)) == ["two-a.png"]


def test_names_of_screenshots_are_told_sorted_and_from_their_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "Finance_screenshots.zip", "w") as archive:
        for name in ("c.png", "b.png", "a.png"):
            archive.writestr(name, b"")
    assert sorted(shown_in(tmp_path, report_with(2)).values()) == ["b.png", "c.png"]
    assert Withheld(["b", "a"]).names == ("a", "b")


@pytest.mark.parametrize(
    ("read", "of", "bound"),
    [(0, 0, 0.0), (0, 5, 1.0), (1, 5, 0.95), (58, 59, 0.0503), (59, 100, 0.0495), (5, 5, 0.0), (6, 5, 0.0)],
)
def test_what_a_sample_rules_out_with_95_percent_confidence(read: int, of: int, bound: float) -> None:
    sample = Sample(read, of)
    assert sample.bound == pytest.approx(bound, abs=5e-5)
    assert (sample.words() == "everything was read") is (bound == 0.0)


@pytest.mark.parametrize(("findings", "screens_read", "passed"), [(0, True, True), (0, False, False), (1, True, False)])
def test_a_report_passes_only_without_finding_and_with_screens_read(
    findings: int, screens_read: bool, passed: bool
) -> None:
    report = report_with(findings, screens_read=screens_read)
    certificate = report.certificate(
        inputs=["b", "a"], redaction={"y": "1", "x": "2"}, kept=["url", "id"], withheld=3, rows_withheld=2
    )
    assert report.passed is passed
    assert (certificate["verdict"] == "passed") is passed
    assert (certificate["inputs"], certificate["kinds_kept"]) == (["a", "b"], ["id", "url"])
    assert certificate["rows_withheld"] == 2
    assert (certificate["screenshots_withheld"], len(certificate["findings"])) == (3, findings)
    assert certificate["canaries"] == {"enabled": False}
    assert report.certificate(canaries={"enabled": True})["canaries"] == {"enabled": True}
    if passed:
        report.require_clean()
    else:
        with pytest.raises(LeakFound, match=rf"^.*{findings} finding\(s\)"):
            report.require_clean()


def test_what_a_second_check_read_and_found_is_told(tmp_path: Path) -> None:
    report = VerifyReport(tmp_path, notes=[f"{NOT_AGAIN}: no key", "another note"])
    found = replace(report_with(1), read={"texts": 3, "screenshots": 2}, needles={"person": 4, "email": 1})
    _tell(report, found)
    assert report.checked == {"scanned texts": 3, "scanned screenshots": 2, "captured values looked for": 5}
    assert report.notes == ["another note"]
    (problem,) = report.problems
    assert problem.where == "Finance_screenshots.zip member 0" and "person-0000 is there (seen)" in problem.what


def test_a_leak_is_told_with_its_place() -> None:
    with pytest.raises(LeakFound, match=r"1 finding\(s\) .*Finance_screenshots\.zip member 0: seen person-0000"):
        report_with(1).require_clean()
