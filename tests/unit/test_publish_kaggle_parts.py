"""The parts of the Kaggle target that need no network: environment, credentials, metadata rules, comparison."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import PublishError
from redaction.offline import SETTINGS
from release.bundle.host_models import HostMetadata
from release.publish.kaggle_compare import download_problems, listing_problems
from release.publish.kaggle_metadata import metadata_problems
from release.publish.kaggle_process import KAGGLE, HostError, child_environment, credentials
from release.publish.publish import publish
from release.publish.publish_types import PublishSettings
from release.publish.staging import Shipment, load_shipment, refuse
from tests.kaggle_standin import make_bundle


@pytest.fixture
def shipment(tmp_path: Path) -> Shipment:
    return load_shipment(make_bundle(tmp_path))


# --- credentials and environment


def test_the_child_sees_no_more_than_it_needs(tmp_path: Path) -> None:
    environ = {
        "PATH": "/bin", "HOME": "/root", "AWS_SECRET_ACCESS_KEY": "x", "PYTHONPATH": "/y", "VERBOSE": "1",
        "HTTPS_PROXY": "http://proxy:3128", "KAGGLE_API_TOKEN": "t", "KAGGLE_KERNEL_RUN_TYPE": "Batch",
    }  # fmt: skip
    child = child_environment(environ, tmp_path)
    assert set(child) == {"PATH", "HTTPS_PROXY", "KAGGLE_API_TOKEN", "HOME", "KAGGLE_CONFIG_DIR", "TMPDIR", *SETTINGS}
    for name in ("HOME", "KAGGLE_CONFIG_DIR", "TMPDIR"):
        assert Path(child[name]).is_relative_to(tmp_path)
        assert Path(child[name]).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("value", ["STAGING", "localhost", "", "TEST"])
def test_an_environment_that_means_the_public_site_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(PublishError, match="public site"):
        child_environment({"KAGGLE_API_ENVIRONMENT": value, "KAGGLE_API_TOKEN": "t"}, tmp_path)


def test_missing_credentials_say_how_to_get_some(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match=r"no Kaggle credentials.*settings page.*0600"):
        credentials({"HOME": str(tmp_path)})


def test_a_name_without_a_key_is_no_credential(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match="no Kaggle credentials"):
        credentials({"HOME": str(tmp_path), "KAGGLE_USERNAME": "u"})


def test_a_token_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("abc\n")
    assert credentials({"KAGGLE_API_TOKEN": str(tmp_path / "token")}) == {"KAGGLE_API_TOKEN": "abc"}


@pytest.mark.parametrize("place", [".kaggle", ".config/kaggle", "elsewhere"])
def test_kaggle_json_is_found_where_the_client_looks(tmp_path: Path, place: str) -> None:
    path = tmp_path / place / "kaggle.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"username": "u", "key": "k"}')
    path.chmod(0o600)
    environ = {"HOME": str(tmp_path)} | ({"KAGGLE_CONFIG_DIR": str(path.parent)} if place == "elsewhere" else {})
    assert credentials(environ) == {"KAGGLE_USERNAME": "u", "KAGGLE_KEY": "k"}


def test_credentials_open_to_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / ".kaggle" / "kaggle.json"
    path.parent.mkdir()
    path.write_text('{"username": "u", "key": "secret-key"}')
    path.chmod(0o644)
    with pytest.raises(PublishError, match="chmod 600") as caught:
        credentials({"HOME": str(tmp_path)})
    assert "secret-key" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", '{"username": "u"}', "secret-key"])
def test_unreadable_credentials_are_not_quoted(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".kaggle" / "kaggle.json"
    path.parent.mkdir()
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(PublishError, match="cannot be read") as caught:
        credentials({"HOME": str(tmp_path)})
    assert "secret-key" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "status", "transient"),
    [
        ("connection", None, True), ("timeout", None, True), ("garbled", None, True), ("incomplete", None, True),
        ("http", 429, True), ("http", 500, True), ("http", 503, True), ("http", 400, False), ("http", 403, False),
        ("http", 404, False), ("auth", 401, False), ("refused", None, False), ("client", None, False),
    ],
)  # fmt: skip
def test_every_fault_has_a_remedy_and_a_patience(kind: Any, status: int | None, transient: bool) -> None:
    fault = HostError(KAGGLE, kind, "step", status=status)
    assert fault.transient is transient
    assert fault.message.endswith(".")
    assert fault.remedy.endswith(".")


def test_large_transfers_get_more_time() -> None:
    assert PublishSettings().transfer_deadline(0) == 600
    assert PublishSettings().transfer_deadline(10_000_000_000) == 600 + 40_000
    assert PublishSettings(transfer_seconds=5).transfer_deadline(10_000_000_000) == 5


# --- metadata


def _set(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda metadata: metadata.update(changes)


@pytest.mark.parametrize(
    ("change", "phrase"),
    [
        (_set(title="short"), "title must have 6 to 50"),
        (_set(title="x" * 51), "title must have 6 to 50"),
        (_set(subtitle="x" * 19), "subtitle must have 20 to 80"),
        (_set(subtitle=None), "subtitle must have 20 to 80"),
        (_set(licenses=[]), "exactly one licence"),
        (_set(licenses=[{"name": "a"}, {"name": "b"}]), "exactly one licence"),
        (_set(licenses=[{"name": ""}]), "needs a name"),
        (_set(resources=[{"path": "absent.csv"}]), "absent.csv is not in the bundle"),
        (_set(resources=[{"path": "README.md"}, {"path": "README.md"}]), "README.md is named twice"),
    ],
)
def test_what_kaggle_would_refuse_is_found_without_asking(
    shipment: Shipment, change: Callable[[dict[str, Any]], None], phrase: str
) -> None:
    assert metadata_problems(shipment) == []
    metadata = shipment.metadata.as_written()
    change(metadata)
    problems = metadata_problems(replace(shipment, metadata=HostMetadata.model_validate(metadata)))
    assert len(problems) == 1
    assert phrase in problems[0]


# --- comparison


def _listing(shipment: Shipment, shots: str) -> dict[str, int | None]:
    listed: dict[str, int | None] = {name: fact.size for name, fact in shipment.files.items()}
    del listed["dataset-metadata.json"]
    if shots:
        del listed["Finance_screenshots.zip"]
        listed |= {shots.format(member): None for member in shipment.screenshots["Finance_screenshots.zip"]}
    return listed


@pytest.mark.parametrize("shots", ["", "{}", "Finance_screenshots/{}", "Finance_screenshots.zip/{}"])
def test_all_ways_of_unpacking_are_known(shipment: Shipment, shots: str) -> None:
    listed = _listing(shipment, shots)
    assert listing_problems(shipment, listed) == []
    for name in listed:
        fewer = {key: size for key, size in listed.items() if key != name}
        assert listing_problems(shipment, fewer), f"the loss of {name} went unseen"


def test_sizes_and_strangers(shipment: Shipment) -> None:
    listed = _listing(shipment, "") | {"README.md": 1}
    assert listing_problems(shipment, listed) == ["README.md has 1 bytes instead of 7"]
    assert listing_problems(shipment, _listing(shipment, "") | {"x": 1}) == ["1 file(s) are not of this bundle"]


def _zip(shipment: Shipment, path: Path, changes: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in shipment.files:
            if name != "dataset-metadata.json":
                archive.writestr(name, changes.get(name, (shipment.bundle / name).read_bytes()))
    return path


def test_a_faithful_download_has_no_problems(shipment: Shipment, tmp_path: Path) -> None:
    assert download_problems(shipment, _zip(shipment, tmp_path / "all.zip", {})) == []


def test_same_size_other_bytes(shipment: Shipment, tmp_path: Path) -> None:
    path = _zip(shipment, tmp_path / "all.zip", {"README.md": b"# Fest\n"})
    assert download_problems(shipment, path) == ["README.md has other bytes"]


def test_a_download_that_is_no_archive(shipment: Shipment, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(b"<html>")
    assert download_problems(shipment, tmp_path / "all.zip") == ["the download is not a readable archive (BadZipFile)"]


def test_a_truncated_download(shipment: Shipment, tmp_path: Path) -> None:
    path = _zip(shipment, tmp_path / "all.zip", {})
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(data)
    assert download_problems(shipment, path)


@pytest.mark.parametrize(("problems", "rest"), [(10, ""), (11, " and 1 more")])
def test_ten_problems_are_named_and_more_are_counted(problems: int, rest: str) -> None:
    with pytest.raises(PublishError) as caught:
        refuse([f"p{n}" for n in range(problems)], "wrong", "correct it.")
    assert caught.value.message == f"wrong: {'; '.join(f'p{n}' for n in range(10))}{rest}."


def test_nothing_goes_to_kaggle_without_a_yes(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match="nothing was sent"):
        publish(make_bundle(tmp_path), "kaggle", verify=lambda bundle: [], signoff=lambda bundle: [])
