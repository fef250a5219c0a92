"""A release by its reference: folders, a web host, Kaggle; signature before rows, withdrawn versions, the cache."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from entrophy import OriginWarning, load, screenshot
from redaction.errors import BundleError, EntrophyError
from redaction.ledger.keys import Key
from release import load as module
from release.fetch.cache import cache_folder
from release.fetch.get import get
from release.fetch.opened import open_release
from release.fetch.references import reference
from release.publish.publish import publish
from release.publish.publish_types import PublishSettings
from release.registry.notices import NOTICES
from release.registry.registry import INDEX, add_version, withdraw_version
from release.sign.release_keys import ReleaseKeys
from tests.kaggle_standin import StandIn
from tests.release_fixture import build, make_batches, seal_again
from tests.web_standin import WebStandIn
from validation.files.bundle_files import METADATA

ROOT = Path(__file__).resolve().parents[2]
KEYS, THEIRS = ReleaseKeys(Key(b"\7" * 32)), ReleaseKeys(Key(b"\10" * 32))
TOLD = KEYS.public(1)
WHY = "A telephone number shows on two screenshots."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of releases with 1.0.0 and 1.1.0, two domains each."""
    home = tmp_path_factory.mktemp("made")
    batches, before = make_batches(home / "batches"), None
    for version in ("1.0.0", "1.1.0"):
        signed = {"signing_key": KEYS.signing_key, "key_statements": KEYS.statements()}
        bundle = build(batches, home / version / "bundle", version=version, previous=before, **signed).path
        settings = PublishSettings(destination=home / "published")
        publish(bundle, "folder", settings=settings, verify=lambda path: [], signoff=lambda path: [])
        before = bundle
    return home / "published"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine's own: no key, no pins, no cache, no proxy."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ENTROPHY_CACHE", str(tmp_path / "cache"))
    for name in list(os.environ):
        if name.startswith(("KAGGLE", "HF_", "ENTROPHY_K")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


@pytest.fixture
def shelf(made: Path, tmp_path: Path) -> Path:
    """The dataset's folder, a copy to change."""
    shutil.copytree(made, tmp_path / "published")
    return next(path.parent for path in (tmp_path / "published").glob(f"*/{INDEX}"))


@pytest.fixture
def host(shelf: Path) -> Iterator[WebStandIn]:
    """The same folder behind a web server."""
    with WebStandIn(shelf.parent) as host:
        yield host


def address(host: WebStandIn, shelf: Path, more: str = INDEX) -> str:
    return f"{host.base}{shelf.name}/{more}"


def withdraw(shelf: Path, version: str = "1.0.0", other: str | None = "1.1.0") -> None:
    withdraw_version(shelf, version, reason=WHY, date="2025-06-01", replaced_by=other, keys=KEYS)


# --- references ------------------------------------------------------------------------------------------------------


def test_every_form_of_a_reference(shelf: Path) -> None:
    folder = shelf.parent
    assert reference(folder) == reference(shelf) == reference(str(shelf / INDEX))
    assert reference(shelf).kind == "shelf" and reference(shelf / "1.0.0").kind == "bundle"
    for given in ("https://a.example/b/index.json", "https://a.example/b", "https://a.example/b/"):
        assert (reference(given).kind, reference(given).place) == ("web", "https://a.example/b/")
    assert (reference("kaggle:a/b").kind, reference("hf:a/b.c").place) == ("kaggle", "a/b.c")


@pytest.mark.parametrize("given", ["nowhere", "kaggle:a", "hf:a/b/c", "ftp://a.example/index.json", "kaggle:a/../b"])
def test_what_is_no_reference_is_told_with_the_forms_there_are(given: str) -> None:
    with pytest.raises(BundleError, match=r"no release.*kaggle:owner/slug"):
        reference(given)


def test_several_datasets_are_told_by_name(shelf: Path) -> None:
    shutil.copytree(shelf, shelf.parent / "another")
    with pytest.raises(BundleError, match=f"several datasets.*another, {shelf.name}"):
        reference(shelf.parent)


# --- what is loaded --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["folder", "shelf", "index", "web", "web folder", "web bundle"])
def test_every_place_gives_the_same_rows(host: WebStandIn, shelf: Path, kind: str) -> None:
    places = {
        "folder": shelf.parent,
        "shelf": shelf,
        "index": shelf / INDEX,
        "web": address(host, shelf),
        "web folder": address(host, shelf, ""),
        "web bundle": address(host, shelf, "1.1.0"),
    }
    rows = load(places[kind], public_key=TOLD)
    assert rows.equals(load(shelf / "1.1.0", public_key=TOLD)) and len(rows) == 36
    assert rows.attrs["release"]["version"] == "1.1.0" and rows.attrs["release"]["origin_checked"] is True
    assert bool(host.asked) == kind.startswith("web")
    assert cache_folder().exists() == kind.startswith("web")


def test_a_version_and_a_domain_are_chosen(host: WebStandIn, shelf: Path) -> None:
    rows = load(address(host, shelf), "Finance", version="1.0.0", public_key=TOLD)
    assert rows.attrs["release"]["version"] == "1.0.0" and set(rows.domain) == {"Finance"}
    assert not host.requests("People_Co.parquet") and not host.requests(".zip") and not host.requests(".json.gz")
    for place in (shelf, address(host, shelf)):
        with pytest.raises(BundleError, match=r"no such version.*1\.1\.0, 1\.0\.0"):
            load(place, version="2.0.0")
    with pytest.raises(BundleError, match="another version than was asked for"):
        load(shelf / "1.0.0", version="1.1.0")
    with pytest.raises(BundleError, match=r"no such domain.*Finance, People & Co"):
        load(shelf, "Nowhere", public_key=TOLD)


def test_three_forms_of_the_same_rows(host: WebStandIn, shelf: Path) -> None:
    rows = load(shelf, public_key=TOLD)
    table = load(shelf, form="arrow", public_key=TOLD)
    assert isinstance(table, pa.Table) and table.column_names == list(rows.columns) and table.num_rows == len(rows)
    assert json.loads(table.schema.metadata[b"entrophy.release"])["version"] == "1.1.0"
    found = list(load(address(host, shelf), form="instances", public_key=TOLD))
    assert not host.requests(".zip"), "no screenshot was asked for yet"
    assert [len(one.rows) for one in found] == list(rows.groupby("process_instance_uuid", sort=False).size())
    assert [row["interaction_uuid"] for one in found for row in one.rows] == list(rows.interaction_uuid)
    first = found[0]
    assert (first.domain, first.process) == (rows.domain[0], rows.process_name[0])
    at = next(n for n, row in enumerate(first.rows) if row["screenshot_name"] is not None)
    image = first.screenshot(at)
    assert image is not None and image.size == (128, 96)
    assert image.tobytes() == screenshot(shelf, first.rows[at]["screenshot_name"], public_key=TOLD).tobytes()
    assert len(host.requests(".zip")) == 1
    bare = next(n for n, row in enumerate(first.rows) if row["screenshot_name"] is None)
    assert first.screenshot(bare) is None and len(host.requests(".zip")) == 1


@pytest.mark.parametrize("at_once", [1, 5, 36])
def test_an_instance_is_whole_however_many_rows_are_read_at_once(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    whole = list(load(shelf, form="instances", public_key=TOLD))
    monkeypatch.setattr(module, "_ROWS_AT_ONCE", at_once)
    assert list(load(shelf, form="instances", public_key=TOLD)) == whole and len(whole) == 6


def test_what_was_fetched_once_is_not_fetched_again(host: WebStandIn, shelf: Path) -> None:
    load(address(host, shelf), public_key=TOLD)
    assert host.requests(".parquet")
    host.asked.clear()
    load(address(host, shelf), public_key=TOLD)
    assert not host.requests(".parquet")
    kept = next(cache_folder().rglob("Finance.parquet"))
    kept.write_bytes(b"x" * kept.stat().st_size)
    assert len(load(address(host, shelf), public_key=TOLD)) == 36 and len(host.requests(".parquet")) == 1


# --- signature before rows -------------------------------------------------------------------------------------------


def test_the_key_is_judged_before_a_row_is_fetched(host: WebStandIn, shelf: Path) -> None:
    with pytest.raises(BundleError, match="another key than the expected one"):
        load(address(host, shelf), public_key=THEIRS.public(1))
    assert not host.requests(".parquet")
    with pytest.warns(OriginWarning, match="where it comes from was not checked"):
        rows = load(address(host, shelf))
    assert rows.attrs["release"]["origin_checked"] is False


def forged(shelf: Path, change: str) -> None:
    bundle = shelf / "1.1.0"
    if change == "row":
        path = bundle / "Finance.parquet"
        path.write_bytes(path.read_bytes()[:-1] + b"x")
    elif change == "manifest":
        (bundle / "manifest.json").write_bytes((bundle / "manifest.json").read_bytes() + b"\n")
    elif change == "signature":
        (bundle / "manifest.sig").unlink()
    elif change == "signed anew":
        seal_again(bundle, THEIRS.signing_key)
    elif change == "signed anew, index too":
        seal_again(bundle, THEIRS.signing_key)
        add_version(shelf)
    elif change == "index":
        (shelf / INDEX).write_text("{}")
    elif change == "another version":
        shutil.rmtree(bundle)
        shutil.copytree(shelf / "1.0.0", bundle)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("row", "other bytes than were signed"),
        ("manifest", "not the one that the index tells of"),
        ("signature", "not signed"),
        ("signed anew", "not the one that the index tells of"),
        ("signed anew, index too", "another key"),
        ("index", "the index cannot be read"),
        ("another version", "not the one that the index tells of"),
    ],
)
def test_nothing_altered_is_loaded(host: WebStandIn, shelf: Path, change: str, said: str) -> None:
    forged(shelf, change)
    with pytest.raises(BundleError, match=said):
        load(address(host, shelf), public_key=TOLD)


@pytest.mark.parametrize(
    "name", ["../../out.parquet", "/tmp/x", "..", ".bashrc", "a\\b", "manifest.json", "signoff.json"]
)
def test_a_manifest_puts_no_file_outside_of_its_folder(shelf: Path, host: WebStandIn, name: str) -> None:
    from release.bundle.bundle_format import json_bytes
    from release.sign.signing import sign

    bundle = shelf / "1.1.0"
    manifest = json.loads((bundle / "manifest.json").read_bytes())
    manifest["files"][name] = {"bytes": 1, "sha256": "0" * 64}
    (bundle / "manifest.json").write_bytes(json_bytes(manifest))
    (bundle / "manifest.sig").write_bytes(sign(json_bytes(manifest), KEYS.signing_key))
    with pytest.raises(BundleError, match="impossible name"):
        load(address(host, shelf, "1.1.0"), public_key=TOLD)


# --- withdrawn versions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["shelf", "bundle", "web", "web bundle"])
def test_a_withdrawn_version_is_refused_with_its_reason_unless_asked_for(
    host: WebStandIn, shelf: Path, place: str
) -> None:
    withdraw(shelf)
    ref = {
        "shelf": shelf,
        "bundle": shelf / "1.0.0",
        "web": address(host, shelf),
        "web bundle": address(host, shelf, "1.0.0"),
    }[place]
    with pytest.raises(BundleError, match=rf"1\.0\.0 was withdrawn on 2025-06-01: {WHY} Remedy: take 1\.1\.0"):
        load(ref, version="1.0.0", public_key=TOLD)
    with pytest.warns(OriginWarning, match="was withdrawn"):
        rows = load(ref, version="1.0.0", public_key=TOLD, withdrawn=True)
    assert rows.attrs["release"]["withdrawn"]["replaced_by"] == "1.1.0" and len(rows) == 36
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load(shelf, public_key=TOLD).attrs["release"]["withdrawn"] is None


def test_the_latest_is_the_highest_that_was_not_withdrawn(host: WebStandIn, shelf: Path) -> None:
    withdraw(shelf, "1.1.0", None)
    assert open_release(address(host, shelf), told=[TOLD]).manifest.version == "1.0.0"
    withdraw(shelf, "1.0.0", None)
    for place in (shelf, address(host, shelf)):
        with pytest.raises(BundleError, match="every version was withdrawn"):
            load(place, public_key=TOLD)
        assert open_release(place, told=[TOLD], withdrawn=True).manifest.version == "1.1.0"


@pytest.mark.parametrize("lost", [INDEX, NOTICES])
def test_one_of_index_and_notices_is_enough_to_refuse(host: WebStandIn, shelf: Path, lost: str) -> None:
    before = (shelf / INDEX).read_bytes()
    withdraw(shelf)
    if lost == INDEX:
        (shelf / INDEX).write_bytes(before)
    else:
        (shelf / NOTICES).unlink()
    signed = lost == INDEX
    for place in (shelf, address(host, shelf)):
        with pytest.raises(BundleError, match="was withdrawn") as told:
            load(place, version="1.0.0", public_key=TOLD)
        assert ("did not sign" in str(told.value)) is not signed


def test_edited_notices_are_no_notices(host: WebStandIn, shelf: Path) -> None:
    withdraw(shelf)
    text = (shelf / NOTICES).read_text(encoding="utf-8")
    (shelf / NOTICES).write_text(text.replace(WHY, "Nothing."), encoding="utf-8")
    for place in (shelf, address(host, shelf)):
        with pytest.raises(BundleError, match="not as they were signed"):
            load(place, public_key=TOLD)


# --- get -------------------------------------------------------------------------------------------------------------


def test_get_brings_a_whole_bundle_that_verifies_by_its_sums(host: WebStandIn, shelf: Path, tmp_path: Path) -> None:
    got = get(address(host, shelf), out=tmp_path / "got", told=[TOLD])
    names = {path.name for path in (tmp_path / "got").iterdir()}
    assert names == {path.name for path in (shelf / "1.1.0").iterdir()}
    assert got.folder == tmp_path / "got" and got.left_out == ()
    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=tmp_path / "got", check=False)
    assert done.returncode == 0
    assert load(tmp_path / "got", public_key=TOLD).equals(load(shelf, public_key=TOLD))


def test_get_goes_on_where_it_stopped(host: WebStandIn, shelf: Path, tmp_path: Path) -> None:
    host.fail("Finance_screenshots.zip", "cut", times=1, after=700)
    host.fail("Finance_screenshots.zip", "status", times=1, status=403)
    with pytest.raises(BundleError, match="403"):
        get(address(host, shelf), out=tmp_path / "got", told=[TOLD])
    host.asked.clear()
    get(address(host, shelf), out=tmp_path / "got", told=[TOLD])
    assert [one.start for one in host.requests("Finance_screenshots.zip")] == [700]
    assert not host.requests("Finance.parquet"), "it had arrived"
    assert {path.name for path in (tmp_path / "got").iterdir()} == {path.name for path in (shelf / "1.1.0").iterdir()}


def test_get_of_a_domain_leaves_the_others_out(host: WebStandIn, shelf: Path, tmp_path: Path) -> None:
    for place in (address(host, shelf), shelf):
        out = tmp_path / str(len(str(place)))
        get(place, domain="Finance", out=out, told=[TOLD])
        names = {path.name for path in out.iterdir()}
        assert {"Finance.parquet", "Finance.json", "Finance_screenshots.zip", "LICENSE", "manifest.sig"} <= names
        assert not {name for name in names if name.startswith("People")}
        assert len(load(out, "Finance", public_key=TOLD)) == 24
    assert not host.requests("People_Co.json")


def test_get_overwrites_nothing_of_anybody(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "got").mkdir()
    (tmp_path / "got" / "mine.txt").write_text("mine")
    with pytest.raises(BundleError, match="holds something else"):
        get(shelf, out=tmp_path / "got", told=[TOLD])
    get(shelf, version="1.0.0", out=tmp_path / "other", told=[TOLD])
    with pytest.raises(BundleError, match="holds something else"):
        get(shelf, version="1.1.0", out=tmp_path / "other", told=[TOLD])
    (tmp_path / "other" / "Finance.json").write_text("[]")
    get(shelf, version="1.0.0", out=tmp_path / "other", told=[TOLD])
    assert (tmp_path / "other" / "Finance.json").read_bytes() == (shelf / "1.0.0" / "Finance.json").read_bytes()


def test_get_of_an_altered_folder_is_refused(shelf: Path, tmp_path: Path) -> None:
    (shelf / "1.1.0" / "LICENSE").write_text("do what you like")
    with pytest.raises(BundleError, match="LICENSE: is absent or was altered"):
        get(shelf, told=[TOLD])


def test_the_command_tells_what_it_did_and_whom_nobody_vouched_for(
    host: WebStandIn, shelf: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "pipeline.cli", "get", address(host, shelf)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Beware: " in done.stdout and str(tmp_path / "cache") in done.stdout, done.stderr
    withdraw(shelf, "1.1.0", None)
    wanted = [*command, "--version", "1.1.0", "--public-key", TOLD]
    done = subprocess.run(wanted, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and WHY in done.stderr
    done = subprocess.run([*wanted, "--withdrawn"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Beware: version 1.1.0 was withdrawn" in done.stdout


# --- Kaggle ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unpacks", [True, False])
def test_a_release_on_kaggle_is_fetched_by_its_own_version_number(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unpacks: bool
) -> None:
    with StandIn() as standin:
        for name, value in standin.environment().items():
            monkeypatch.setenv(name, value)
        standin.host.unpack = unpacks
        quick = PublishSettings(poll_seconds=0.05, work=tmp_path / "work")
        for version in ("1.0.0", "1.1.0"):
            publish(
                shelf / version, "kaggle", yes=True, settings=quick, verify=lambda path: [], signoff=lambda path: []
            )
        dataset = json.loads((shelf / "1.0.0" / METADATA).read_bytes())["id"]
        rows = load(f"kaggle:{dataset}", public_key=TOLD)
        assert rows.attrs["release"]["version"] == "1.1.0" and rows.equals(load(shelf, public_key=TOLD))
        standin.host.requests.clear()
        got = get(f"kaggle:{dataset}", version="1.0.0", out=tmp_path / "got", told=[TOLD])
        assert got.left_out == (METADATA,) and got.release.manifest.version == "1.0.0"
        there = {path.name for path in (shelf / "1.0.0").iterdir()}
        assert {path.name for path in (tmp_path / "got").iterdir()} == there - {METADATA}
        archive = (tmp_path / "got" / "Finance_screenshots.zip").read_bytes()
        assert archive == (shelf / "1.0.0" / "Finance_screenshots.zip").read_bytes()
        with pytest.raises(BundleError, match="no such version"):
            load(f"kaggle:{dataset}", version="3.0.0")
        with pytest.raises(EntrophyError):
            load("kaggle:nobody/nothing-here")
        assert not list(cache_folder().glob(".kaggle-*"))
