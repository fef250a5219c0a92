"""What a release is held against: the folder it goes into, the version before it, the receipt beside it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import BundleError, EntrophyError
from redaction.ledger.keys import Key
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_place import check_target, clear_stale, read_previous
from release.bundle.manifest import read_manifest
from release.publish.publish_types import PublishReceipt, write_receipt
from release.review.reviewed_bundle import open_review_bundle
from release.sign.provenance import Statement
from release.verify.problems import Origin, Problem, VerifyReport
from release.verify.recompute import _same_chain, _stores
from release.verify.verify_provenance import check_sbom
from tests.review_fixture import make_build
from validation.files.bundle_files import PROVENANCE, SBOM


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_build(tmp_path_factory.mktemp("built") / "out") / "bundle"


@pytest.fixture
def bundle(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "out" / "bundle"))


def test_a_release_goes_into_a_free_or_empty_folder_or_over_a_bundle(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for good in (tmp_path / "none", tmp_path / "empty", bundle):
        check_target(good)
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for wrong in (tmp_path / "file", tmp_path / "link", tmp_path / "dangling"):
        with pytest.raises(BundleError, match="not a plain folder"):
            check_target(wrong)
    (tmp_path / "empty" / "x").write_text("x")
    with pytest.raises(BundleError, match="something else than a bundle"):
        check_target(tmp_path / "empty")


@pytest.mark.parametrize("name", ["statistics.json", "CHANGELOG.md"])
def test_the_version_before_is_read_or_told(bundle: Path, name: str) -> None:
    figures, log = read_previous(bundle)
    assert figures.format == "entrophy-statistics/1" and "1.0.0" in log
    (bundle / name).write_bytes(b"\xff{")
    with pytest.raises(BundleError, match=rf"{name}: .*verify the previous bundle"):
        read_previous(bundle)
    (bundle / name).unlink()
    with pytest.raises(BundleError, match=rf"{name}: .*cannot be read"):
        read_previous(bundle)


def test_figures_with_a_wrong_field_are_refused_by_its_name(bundle: Path) -> None:
    figures = json.loads((bundle / "statistics.json").read_bytes())
    (bundle / "statistics.json").write_text(json.dumps(figures | {"total": {"instances": "Quorvex"}}))
    with pytest.raises(BundleError, match=r"statistics\.json: these fields are missing or wrong: total\.") as caught:
        read_previous(bundle)
    assert "Quorvex" not in str(caught.value)


def test_what_killed_builds_left_is_removed_and_nothing_else(bundle: Path) -> None:
    beside = bundle.parent / "notes"
    beside.mkdir()
    clear_stale(bundle)
    assert bundle.is_dir() and beside.is_dir()


def receipt(target: str, **more: object) -> PublishReceipt:
    stated = {
        "target": target,
        "dataset": "owner/slug",
        "version": "1.0.0",
        "digest": "0" * 64,
        "location": "there",
        "files": 3,
        "bytes": 9,
        "host_version": None,
        "visibility": "local",
        "already_published": False,
        "read_back": True,
        "notes": (),
        "published_at": "2025-05-01T10:00:00+00:00",
    }
    return PublishReceipt(**{**stated, **more})  # type: ignore[arg-type]


def test_one_receipt_a_target_and_the_last_one_wins(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    path = write_receipt(bundle, receipt("kaggle"))
    write_receipt(bundle, receipt("folder"))
    write_receipt(bundle, receipt("folder", version="1.0.1"))
    stated = json.loads(path.read_text())
    assert (
        path.parent == tmp_path
        and list(stated) == ["format", "targets"]
        and list(stated["targets"]) == ["folder", "kaggle"]
    )
    assert [stated["targets"][name]["version"] for name in ("folder", "kaggle")] == ["1.0.1", "1.0.0"]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    for foreign in ("[]", '{"format": "mine", "targets": {}}', "{", '{"format": 1}'):
        path.write_text(foreign)
        with pytest.raises(EntrophyError, match="not one of ours"):
            write_receipt(bundle, receipt("folder"))
        assert path.read_text() == foreign


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "owner/slug 1.0.0 published (local; read back, every hash agrees): there"),
        (
            {"already_published": True, "read_back": False, "host_version": 0, "notes": ("a", "b")},
            "owner/slug 1.0.0 was already there as version 0 (local; not read back; a; b): there",
        ),
    ],
)
def test_a_receipt_in_one_sentence(more: dict[str, object], sentence: str) -> None:
    assert receipt("folder", **more).summary() == sentence


@pytest.mark.parametrize(
    ("changed", "trusted"),
    [
        ({}, True),
        ({"problems": [Problem("a", "b.", "c.")]}, False),
        ({"origin": None}, False),
        ({"signoff_held": False}, False),
        ({"older": "a newer one was seen"}, False),
    ],
)
def test_a_bundle_is_trusted_only_when_nothing_speaks_against_it(changed: dict[str, Any], trusted: bool) -> None:
    whole = VerifyReport(Path("bundle"), origin=Origin("0" * 64, "told"), signoff_held=True)
    assert replace(whole, **changed).trusted is trusted


def test_a_released_screenshot_that_the_manifest_does_not_list_is_not_reviewed(bundle: Path) -> None:
    manifest = json.loads((bundle / "manifest.json").read_bytes())
    for members in manifest["screenshots"].values():
        members.popitem()
    (bundle / "manifest.json").write_bytes(json_bytes(manifest))
    with pytest.raises(BundleError, match="does not fit rows and screenshots"):
        open_review_bundle(bundle)


def test_what_lies_in_the_work_folder_is_held_against_the_provenance(bundle: Path) -> None:
    told = Statement.model_validate_json((bundle / PROVENANCE).read_bytes()).chain
    problems = []
    for chain in (told, told[1:]):
        _same_chain(report := VerifyReport(bundle), chain)
        problems.append([problem.where for problem in report.problems])
    assert problems == [[], [PROVENANCE]]


def test_the_batches_of_a_bundle_are_recomputed_if_all_of_them_are_there(bundle: Path, tmp_path: Path) -> None:
    wanted = [entry.source_digest for entry in read_manifest(bundle).inputs]
    for number, digest in enumerate(["0" * 64, *wanted]):
        assert _stores(VerifyReport(bundle), tmp_path, Key(b"k" * 32)) == []
        about = tmp_path / "batches" / f"batch-{number}" / "ingest" / "batch.json"
        about.parent.mkdir(parents=True)
        about.write_text(json.dumps({"source_digest": digest}))
    stores = _stores(VerifyReport(bundle), tmp_path, Key(b"k" * 32))
    assert {store.name for store in stores} == {f"batch-{n}" for n in range(1, len(wanted) + 1)}


@pytest.mark.parametrize(("version", "problems"), [("1.6", []), ("1.5", [SBOM])])
def test_a_bill_of_materials_is_cyclonedx_1_6(bundle: Path, version: str, problems: list[str]) -> None:
    told = {**json.loads((bundle / SBOM).read_bytes()), "specVersion": version}
    (bundle / SBOM).write_bytes(json_bytes(told))
    check_sbom(report := VerifyReport(bundle))
    assert [problem.where for problem in report.problems] == problems
