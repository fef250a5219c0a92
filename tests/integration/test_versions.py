"""Three real releases of one dataset: each version follows from what changed, and the pages tell it."""

from __future__ import annotations

from pathlib import Path

import pytest

from entrophy import EntrophyError, Policy, build
from release.bundle.manifest import read_manifest
from release.difference.difference import Difference, difference
from release.difference.snapshot import open_snapshot
from tests.tiny_batch import tiny_batch


def policy(style: str) -> Policy:
    return Policy.model_validate(
        {"vision": {"device": "cpu", "workers": 1, "style": style}, "canaries": {"enabled": False}}
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """1: three events. 2: the same with one event more. 3: the same as 2 with another look."""
    home = tmp_path_factory.mktemp("versions")
    first, second = tiny_batch(home / "a" / "tiny"), tiny_batch(home / "b" / "tiny", events=4)
    build([first], out=home / "1", policy=policy("blur"), key=home / "key")
    build([second], out=home / "2", previous=home / "1", policy=policy("blur"), key=home / "key")
    build([second], out=home / "3", previous=home / "2", policy=policy("fill"), key=home / "key")
    return home


def between(home: Path, old: str, new: str) -> Difference:
    return difference(open_snapshot(home / old), open_snapshot(home / new))


def test_each_version_follows_from_what_changed(home: Path) -> None:
    assert [read_manifest(home / name / "bundle").version for name in "123"] == ["0.1.0", "0.2.0", "0.2.1"]
    rows, look = between(home, "1", "2"), between(home, "2", "3")
    assert len(rows.rows.added) == 1 and not rows.rows.removed and not rows.screenshots and not rows.policy_changed
    assert not look.rows and len(look.screenshots.changed) == 1 and look.policy_changed
    log = (home / "3" / "bundle" / "CHANGELOG.md").read_text()
    assert [log.index(f"## {version}") for version in ("0.2.1", "0.2.0", "0.1.0")] == sorted(
        log.index(f"## {version}") for version in ("0.2.1", "0.2.0", "0.1.0")
    )
    assert "- screenshots: 1 redacted anew" in log and "- rows: 1 added" in log


def test_a_version_that_lies_is_refused_and_nothing_is_released(home: Path) -> None:
    with pytest.raises(EntrophyError, match=r"0\.1\.1 is too small a step from 0\.1\.0 .*minor: rows: 1 added"):
        build(
            [home / "b" / "tiny"],
            out=home / "4",
            version="0.1.1",
            previous=home / "1",
            policy=policy("blur"),
            key=home / "key",
        )
    assert not (home / "4" / "bundle").exists()


def test_the_report_tells_distributions_and_that_redaction_bent_nothing(home: Path) -> None:
    text = (home / "2" / "report.html").read_text(encoding="utf-8")
    for words in ("Distributions and drift", "Interactions by class", "Interactions by gap", "Drift from the version"):
        assert words in text
    assert "timestamp is as it was recorded" in text
    assert "the counts of application_name are those that were recorded" in text
