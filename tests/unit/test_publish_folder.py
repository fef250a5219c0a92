"""The folder target: versions are kept, never overwritten, and read back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from redaction.errors import PublishError
from release.publish.publish import plan, publish
from release.publish.publish_types import PublishReceipt, PublishSettings
from release.publish.staging import Shipment, copy_verified, hash_folder, load_shipment
from tests.kaggle_standin import make_bundle


def put(bundle: Path, destination: Path | None = None, *, older: bool = False) -> PublishReceipt:
    settings = PublishSettings(older=older, destination=destination)
    return publish(
        bundle,
        "folder",
        settings=settings,
        verify=lambda path: [],
        signoff=lambda path: [],
    )


def test_a_bundle_is_copied_byte_for_byte_beside_itself(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    receipt = put(bundle)
    copy = tmp_path / "published" / "entrophy-test" / "0.1.0"
    assert receipt.location == str(copy)
    assert hash_folder(copy) == hash_folder(bundle)
    assert (copy.parent / "latest").read_text() == "0.1.0\n"
    kept = {".lock", "0.1.0", "index.html", "index.json", "latest"}
    assert {path.name for path in copy.parent.iterdir()} == kept


def test_the_receipt_lies_beside_the_bundle_and_not_in_it(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    before = sorted(bundle.iterdir())
    receipt = put(bundle)
    written = json.loads((tmp_path / "publish_receipt.json").read_text())
    assert written["targets"]["folder"]["digest"] == receipt.digest == load_shipment(bundle).digest
    assert sorted(bundle.iterdir()) == before
    assert receipt.summary().count("read back, every hash agrees") == 1


def test_a_foreign_receipt_is_left_alone(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    (tmp_path / "publish_receipt.json").write_text("{}")
    with pytest.raises(PublishError, match="not one of ours"):
        put(bundle)
    assert (tmp_path / "publish_receipt.json").read_text() == "{}"


def test_the_folder_of_a_build_will_do(tmp_path: Path) -> None:
    make_bundle(tmp_path)
    assert put(tmp_path).location == str(tmp_path / "published" / "entrophy-test" / "0.1.0")


def test_publishing_twice_changes_nothing(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    first = put(bundle)
    times = {path: path.stat().st_mtime_ns for path in Path(first.location).iterdir()}
    assert not first.already_published
    assert put(bundle).already_published
    assert times == {path: path.stat().st_mtime_ns for path in Path(first.location).iterdir()}


def test_a_version_is_never_overwritten(tmp_path: Path) -> None:
    put(make_bundle(tmp_path / "a", mark="one"), tmp_path / "shelf")
    with pytest.raises(PublishError, match=r"never overwritten.*Finance\.json.*new --version"):
        put(make_bundle(tmp_path / "b", mark="two"), tmp_path / "shelf")
    assert b"one" in (tmp_path / "shelf" / "entrophy-test" / "0.1.0" / "Finance.json").read_bytes()


@pytest.mark.parametrize(
    ("versions", "latest"),
    [
        (["0.9.0", "0.10.0", "0.2.0"], "0.10.0"),
        (["1.0.0-rc.1", "1.0.0", "1.0.0-rc.2"], "1.0.0"),
        (["1.0.0-rc.2", "1.0.0-rc.10"], "1.0.0-rc.10"),
        (["2.0.0", "10.0.0"], "10.0.0"),
    ],
)
def test_latest_is_the_highest_version(tmp_path: Path, versions: list[str], latest: str) -> None:
    for version in versions:
        put(make_bundle(tmp_path / version, version=version), tmp_path / "shelf", older=True)
    shelf = tmp_path / "shelf" / "entrophy-test"
    assert (shelf / "latest").read_text() == latest + "\n"
    assert {path.name for path in shelf.iterdir() if path.is_dir()} == set(versions)


def test_a_folder_does_not_go_back_to_an_older_version_unless_asked(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    newer, older = (make_bundle(tmp_path / v, version=v) for v in ("1.10.0", "1.9.0"))
    put(newer, shelf)
    with pytest.raises(PublishError, match=r"version 1\.10\.0 is there already"):
        put(older, shelf)
    assert [p.name for p in (shelf / "entrophy-test").iterdir() if p.is_dir()] == ["1.10.0"]
    put(older, shelf, older=True)
    # What is there may be published again: nothing goes back by that.
    assert put(older, shelf).already_published and put(newer, shelf).already_published
    assert (shelf / "entrophy-test" / "latest").read_text() == "1.10.0\n"


def test_a_damaged_published_version_is_noticed(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    receipt = put(bundle)
    (Path(receipt.location) / "Finance.json").write_text("[]")
    with pytest.raises(PublishError, match=r"Finance\.json"):
        put(bundle)


def test_a_destination_inside_the_bundle_is_refused(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    with pytest.raises(PublishError, match="inside the bundle"):
        put(bundle, bundle / "published")


def test_a_destination_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("x")
    with pytest.raises(PublishError, match="cannot be written"):
        put(make_bundle(tmp_path), tmp_path / "occupied")


def test_nothing_half_done_stays_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = make_bundle(tmp_path)

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(PublishError, match="room for the bundle"):
        put(bundle)
    assert list((tmp_path / "published" / "entrophy-test").iterdir()) == []


# --- the gate


def test_verification_problems_stop_everything(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    with pytest.raises(PublishError, match=r"does not pass verification.*no leak certificate"):
        publish(bundle, "folder", verify=lambda path: ["no leak certificate"])
    assert not (tmp_path / "published").exists()


def test_what_no_auditor_signed_stays_here_and_the_way_is_told(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    with pytest.raises(PublishError, match=r"not signed by an auditor.*entrophy review.*KEY\.auditors.*entrophy sign"):
        publish(bundle, "folder", verify=lambda path: [])
    assert not (tmp_path / "published").exists()


def test_the_sign_off_goes_with_the_bundle_and_a_later_one_changes_nothing(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    (tmp_path / "signoff.json").write_text('{"signed": 1}')
    receipt = put(bundle)
    assert (Path(receipt.location) / "signoff.json").read_text() == '{"signed": 1}'
    assert receipt.files == len(list(bundle.iterdir())) + 1
    (tmp_path / "signoff.json").write_text('{"signed": 2}')
    assert put(bundle).already_published
    assert (Path(receipt.location) / "signoff.json").read_text() == '{"signed": 1}'


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match="no such bundle"):
        put(tmp_path / "absent")
    with pytest.raises(PublishError, match=r"manifest.*Remedy"):
        put(tmp_path)


def _alter(bundle: Path) -> None:
    (bundle / "Finance.json").write_text((bundle / "Finance.json").read_text().replace("0", "7"))


def _remove(bundle: Path) -> None:
    (bundle / "README.md").unlink()


def _add(bundle: Path) -> None:
    (bundle / "extra.txt").write_text("x")


def _link(bundle: Path) -> None:
    (bundle / "link").symlink_to("README.md")


def _folder(bundle: Path) -> None:
    (bundle / "sub").mkdir()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_alter, r"Finance\.json was altered"),
        (_remove, r"README\.md is listed but absent"),
        (_add, r"extra\.txt is not listed"),
        (_link, "regular files only"),
        (_folder, "regular files only"),
    ],
)
def test_every_digest_is_computed_again(tmp_path: Path, change: object, sentence: str) -> None:
    bundle = make_bundle(tmp_path)
    change(bundle)  # type: ignore[operator]
    with pytest.raises(PublishError, match=sentence):
        put(bundle)


def test_a_bundle_that_changes_while_copied_is_refused(tmp_path: Path) -> None:
    shipment: Shipment = load_shipment(make_bundle(tmp_path))
    _alter(shipment.bundle)
    (tmp_path / "copy").mkdir()
    with pytest.raises(PublishError, match="changed while it was being copied"):
        copy_verified(shipment, tmp_path / "copy")


@pytest.mark.parametrize("version", ["../1.0.0", "1.0", "latest", "1.0.0/x"])
def test_a_version_that_is_no_version_names_no_folder(tmp_path: Path, version: str) -> None:
    with pytest.raises(PublishError, match=r"version X\.Y\.Z"):
        put(make_bundle(tmp_path, version=version))


@pytest.mark.parametrize("owner", ["..", "a/b", ""])
def test_an_owner_that_is_no_name_is_refused(tmp_path: Path, owner: str) -> None:
    with pytest.raises(PublishError, match="owner/slug"):
        put(make_bundle(tmp_path, owner=owner))


def test_the_plan_names_what_would_happen(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    assert "nothing leaves this machine" in " ".join(plan(bundle, "folder"))
    kaggle = " ".join(plan(bundle, "kaggle"))
    assert "new private dataset" in kaggle
    assert "Finance_screenshots.zip" in kaggle
    assert "dataset-metadata.json" not in kaggle


def test_a_higher_version_needs_no_word(tmp_path: Path) -> None:
    for version in ("1.9.0", "1.10.0"):
        put(make_bundle(tmp_path / version, version=version), tmp_path / "shelf")
    assert (tmp_path / "shelf" / "entrophy-test" / "latest").read_text() == "1.10.0\n"
