"""What changed between two releases, which version that makes, and that nothing is told of bundles that do not hold."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.errors import BundleError
from redaction.policy import Policy
from release.bundle.manifest import read_manifest
from release.difference.difference import Difference, difference
from release.difference.snapshot import Snapshot, open_snapshot
from release.difference.versions import check_above, chosen_version, level_of, next_version, version_told
from tests.difference_fixture import change_rows, first_batch, two_releases
from tests.release_fixture import build
from tests.scrubbed_fixture import make_rows


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return two_releases(tmp_path_factory.mktemp("two"))


@pytest.fixture(scope="module")
def before(bundles: tuple[Path, Path]) -> Snapshot:
    return open_snapshot(bundles[0])


def with_rows(release: Snapshot, change: Any) -> Snapshot:
    """The release with `change` called on a copy of each row; a row for which it gives False is dropped."""
    rows = {domain: [dict(row) for row in some] for domain, some in release.rows.items()}
    return replace(release, rows={domain: [r for r in some if change(r) is not False] for domain, some in rows.items()})


def test_everything_that_changed_is_told_by_stable_names(bundles: tuple[Path, Path], before: Snapshot) -> None:
    found = difference(before, open_snapshot(bundles[1]))
    more, same = (make_rows(*one, 1, 3) for one in (("two", ("Vendor onboarding",)), ("one", ("Invoice creation",))))
    assert found.rows.added == tuple(sorted(row["interaction_uuid"] for row in more)) and found.rows.removed == ()
    assert found.rows.changed == (same[0]["interaction_uuid"],) and found.cells == {"description": 1}
    assert found.recordings.added == (more[0]["process_instance_uuid"],)
    assert found.recordings.changed == (same[0]["process_instance_uuid"],)
    assert found.screenshots.changed == (min(row["screenshot_name"] for row in same if row["screenshot_name"]),)
    assert found.screenshots.added == tuple(sorted(row["screenshot_name"] for row in more if row["screenshot_name"]))
    assert found.processes.added == ("Finance / Vendor onboarding",)
    assert not found.columns and not found.kinds_kept and not found.engines and not found.policy_changed
    assert {(f.where, f.measure): (f.before, f.now) for f in found.statistics}["all", "interactions"] == (3, 6)
    assert read_manifest(bundles[1]).version == "1.1.0", "rows came: a minor version is proposed"


def test_a_release_does_not_differ_from_itself(before: Snapshot) -> None:
    found = difference(before, before)
    names = ("rows", "recordings", "screenshots", "processes", "columns", "policy", "kinds_kept", "detectors")
    assert not any(getattr(found, name) for name in names)
    assert (found.cells, found.statistics, found.engines, found.checks) == ({}, (), (), ())
    assert level_of(found) == "patch", "built again it is another bundle"


@pytest.mark.parametrize(
    ("change", "level", "why"),
    [
        (lambda r: replace(r, columns={"Finance": r.columns["Finance"][:-1]}), "major", "columns: 1 removed"),
        (lambda r: replace(r, columns={"Finance": r.columns["Finance"][::-1]}), "major", "columns: 1 changed"),
        (lambda r: replace(r, kinds_kept=frozenset({"date"})), "major", "left as captured: 1 added"),
        (lambda r: replace(r, dataset="owner/other-name"), "major", "another name"),
        (lambda r: with_rows(r, lambda row: row.update(subclass_name="Link")), "major", "subclass_name is another one"),
        (lambda r: with_rows(r, lambda row: row["field_name"] is None), "minor", "rows: 1 removed"),
        (
            lambda r: with_rows(r, lambda row: row.update(process_name="Other")),
            "minor",
            "processes: 1 added, 1 removed",
        ),
        (lambda r: with_rows(r, lambda row: row.update(time_spent=9.0)), "minor", "time_spent is another one in 3"),
        (lambda r: with_rows(r, lambda row: row.update(screen_name="X")), "patch", "screen_name is another one in 3"),
        (lambda r: with_rows(r, lambda row: row.update(screenshot_name=None)), "patch", ""),
        (lambda r: replace(r, screenshots={}), "patch", "screenshots: 2 removed"),
        (lambda r: replace(r, policy_digest="0"), "patch", "policy"),
        (lambda r: replace(r, engines={"text": "minilm 2"}), "patch", "engines"),
        (lambda r: replace(r, checks={"leak check tesseract": "9"}), "patch", "engines"),
        (lambda r: replace(r, detectors=frozenset({"new one"})), "patch", "detectors: 1 added"),
    ],
)
def test_the_version_follows_from_what_changed(before: Snapshot, change: Any, level: str, why: str) -> None:
    found = difference(before, change(before))
    assert level_of(found) == level
    least = {"major": "2.0.0", "minor": "1.1.0", "patch": "1.0.1"}[level]
    assert chosen_version("", found) == least and chosen_version(least, found) == least
    too_small = {"major": "1.99.99", "minor": "1.0.99", "patch": "1.0.0"}[level]
    with pytest.raises(BundleError, match=f"too small a step from 1.0.0 .*{why}.*--version {least} or above"):
        chosen_version(too_small, found)


def test_a_domain_that_comes_is_no_change_of_columns(before: Snapshot) -> None:
    found = difference(before, replace(before, columns={**before.columns, "HR": ("a: string",)}))
    assert not found.columns


@pytest.mark.parametrize(("level", "above"), [("patch", "0.9.10"), ("minor", "0.10.0"), ("major", "1.0.0")])
def test_versions_are_counted_as_numbers(level: Any, above: str) -> None:
    assert next_version("0.9.9", level) == above
    check_above("0.9.10", "0.9.9")
    for lower in ("0.9.9", "0.9.8", "0.8.10"):
        with pytest.raises(BundleError, match=r"is not above 0\.9\.9"):
            check_above(lower, "0.9.9")


def test_a_version_that_lies_is_refused_by_the_build(bundles: tuple[Path, Path], tmp_path: Path) -> None:
    batch = first_batch(tmp_path / "one")
    change_rows(batch, lambda row: row.update(class_name="Application Click", subclass_name="Button"))
    with pytest.raises(BundleError, match=r"1\.1\.0 is too small .*major: .*--version 2\.0\.0"):
        build([batch], tmp_path / "out" / "bundle", version="1.1.0", previous=bundles[0])
    assert not (tmp_path / "out" / "bundle").exists()


def test_the_change_log_tells_the_difference_and_no_name_that_is_gone(
    bundles: tuple[Path, Path], tmp_path: Path
) -> None:
    log = (bundles[1] / "CHANGELOG.md").read_text()
    assert log.index("## 1.1.0") < log.index("## 1.0.0")
    for line in (
        "rows: 3 added",
        "screenshots: 2 added, 1 redacted anew",
        "process Finance / Vendor onboarding: added",
    ):
        assert f"- {line}\n" in log
    batch = first_batch(tmp_path / "one")
    later = build([batch], tmp_path / "bundle", version="", previous=bundles[1]).path
    entry = (later / "CHANGELOG.md").read_text().partition("## 1.1.0")[0]
    assert "## 1.2.0" in entry and "processes: 1 removed" in entry
    assert "Vendor onboarding" not in entry, "a name may be gone because it was found to be somebody's"


@pytest.mark.parametrize("damage", ["rows", "screenshot", "certificate", "signature", "extra"])
def test_nothing_is_told_of_a_bundle_that_does_not_hold(
    bundles: tuple[Path, Path], tmp_path: Path, damage: str
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(bundles[0], broken)
    if damage == "signature":
        (broken / "manifest.sig").unlink()
    elif damage == "extra":
        (broken / "notes.txt").write_text("x")
    else:
        name = {"rows": "Finance.json", "screenshot": "Finance_screenshots.zip", "certificate": "leak_certificate.json"}
        data = bytearray((broken / name[damage]).read_bytes())
        data[len(data) // 2] ^= 1
        (broken / name[damage]).write_bytes(bytes(data))
    with pytest.raises(BundleError, match=r"version 1\.0\.0: .*nothing is told"):
        open_snapshot(broken)
    out, page = tmp_path / "out.json", tmp_path / "page.html"
    done = CliRunner().invoke(app, ["diff", str(broken), str(bundles[1]), "--json", str(out), "--page", str(page)])
    assert isinstance(done.exception, BundleError) and not out.exists() and not page.exists()


def test_the_command_tells_a_table_and_writes_all_of_it(bundles: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = CliRunner().invoke(app, ["diff", *map(str, bundles), "--json", str(out)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    for words in (
        "1.0.0 → 1.1.0",
        "rows: 3 added",
        "all: interactions 3 → 6",
        "1.1.0 is the smallest version that says so; 1.1.0 says so.",
    ):
        assert words in done.output
    assert json.loads(out.read_bytes())["format"] == "entrophy-difference/1"
    assert Difference.model_validate_json(out.read_bytes()).screenshots.changed


def test_a_version_that_lies_is_told_of_finished_bundles(before: Snapshot) -> None:
    grown = with_rows(before, lambda row: row["field_name"] is None)
    for version, words in (
        ("1.0.9", "does not say so: do not rely on it."),
        ("1.1.0", "says so."),
        ("2.0.0", "says so."),
    ):
        assert version_told(difference(before, replace(grown, version=version))).endswith(f"; {version} {words}")


def test_policy_and_kinds_kept_reach_the_difference(before: Snapshot, tmp_path: Path) -> None:
    kept = Policy.model_validate({"canaries": {"enabled": False}, "text": {"kinds": {"channel": "keep"}}})
    later = build([first_batch(tmp_path / "one")], tmp_path / "bundle", version="2.0.0", policy=kept)
    found = difference(before, open_snapshot(later.path))
    assert found.policy_changed and found.kinds_kept.added == ("channel",) and len(found.policy.added) == 1
    assert later.version == "2.0.0"
