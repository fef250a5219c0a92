"""The S3 file system of pyarrow, in a process of its own, against a local stand-in, with every fault switched on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from redaction.errors import PublishError
from release.fetch.opened import open_release
from release.publish.host_process import HostError
from release.publish.object_store import child_environment
from release.publish.publish import plan, publish
from release.publish.publish_types import Change, PublishReceipt, PublishSettings
from release.publish.targets import PUBLISH_TARGETS
from release.registry.registry import add_tombstone, parse_index, withdraw_version
from release.registry.registry_models import Index
from tests.kaggle_standin import make_bundle
from tests.s3_standin import BUCKET, SECRET, StandIn
from tests.unit.test_registry import KEYS, WHY
from tests.web_standin import WebStandIn

SLUG = "entrophy-test"
SHELF = f"data/{SLUG}/"
QUICK = PublishSettings(
    call_seconds=20, transfer_seconds=40, pause_seconds=0.05, attempts=3, destination=f"s3://{BUCKET}/data"
)


class House:
    """A stand-in and a folder."""

    def __init__(self, host: StandIn, folder: Path) -> None:
        self.host, self.folder = host, folder

    def bundle(self, version: str = "1.0.0", mark: str = "", pad: int = 0) -> Path:
        bundle = self.folder / f"{version}{mark}" / "bundle"
        return (
            bundle
            if bundle.is_dir()
            else make_bundle(bundle.parent, version=version, mark=mark + "x" * pad, key=KEYS.signing_key)
        )

    def publish(self, bundle: Path, **changes: object) -> PublishReceipt:
        settings = replace(QUICK, work=self.folder / "work", **changes)  # type: ignore[arg-type]
        return publish(bundle, "s3", yes=True, settings=settings, verify=lambda path: [], signoff=lambda path: [])

    def index(self) -> Index:
        return parse_index(self.host.objects[SHELF + "index.json"])

    def version(self, version: str = "1.0.0") -> dict[str, bytes]:
        place = f"{SHELF}{version}/"
        return {key.removeprefix(place): data for key, data in self.host.objects.items() if key.startswith(place)}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name in list(os.environ):
        if name.startswith(("AWS_", "ENTROPHY_K")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ENTROPHY_CACHE", str(tmp_path / "cache"))
    with StandIn() as host:
        for name, value in host.environment().items():
            monkeypatch.setenv(name, value)
        yield House(host, tmp_path)


def files(bundle: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in bundle.iterdir()}


def test_a_version_and_its_index_are_laid_out_as_in_a_folder(house: House) -> None:
    bundle = house.bundle()
    receipt = house.publish(bundle)
    assert house.version() == files(bundle) and receipt.location == f"s3://{BUCKET}/data/{SLUG}/1.0.0"
    assert (receipt.visibility, receipt.already_published, receipt.read_back) == ("unknown", False, True)
    sent = house.host.steps("put", "complete")
    assert sent.index(f"{SHELF}1.0.0/manifest.json") == len(bundle_keys(sent)) - 1, "the manifest comes last"
    assert sent[-1] == SHELF + "index.json"
    folder = house.folder / "published"
    settings = PublishSettings(destination=folder)
    publish(bundle, "folder", settings=settings, verify=lambda path: [], signoff=lambda path: [])
    for name in ("index.json", "index.html", "latest"):
        assert house.host.objects[SHELF + name] == (folder / SLUG / name).read_bytes()
    assert house.host.types[SHELF + "index.html"] == "text/html"
    assert not (house.folder / "work").exists(), "the staged copy stayed behind"


def bundle_keys(sent: list[str]) -> list[str]:
    return [key for key in sent if key.startswith(f"{SHELF}1.0.0/")]


def test_publishing_again_sends_nothing(house: House) -> None:
    bundle = house.bundle()
    house.publish(bundle)
    house.host.asked.clear()
    assert house.publish(bundle).already_published
    assert house.host.steps("put", "start", "part", "complete", "delete") == []


def test_versions_are_kept_and_never_overwritten_or_gone_back_from(house: House) -> None:
    house.publish(house.bundle("1.0.0"))
    house.publish(house.bundle("1.1.0"))
    assert [entry.version for entry in house.index().versions] == ["1.1.0", "1.0.0"] and house.index().latest == "1.1.0"
    with pytest.raises(PublishError, match="never overwritten"):
        house.publish(house.bundle("1.1.0", mark="other"))
    with pytest.raises(PublishError, match=r"version 1\.1\.0 is there already"):
        house.publish(house.bundle("1.0.5"))
    assert not house.version("1.0.5")
    house.publish(house.bundle("1.0.5"), older=True)
    assert house.index().latest == "1.1.0" and house.host.objects[SHELF + "latest"] == b"1.1.0\n"


def test_a_damaged_published_version_is_noticed_and_left_alone(house: House) -> None:
    bundle = house.bundle()
    house.publish(bundle)
    house.host.objects[f"{SHELF}1.0.0/Finance.json"] = b"[" + b" " * (len(files(bundle)["Finance.json"]) - 2) + b"]"
    with pytest.raises(PublishError, match=r"differs in: Finance\.json"):
        house.publish(bundle)


def test_a_version_without_its_manifest_is_none_and_is_sent_again(house: House) -> None:
    bundle = house.bundle()
    house.host.fail("put", "error", key="1.0.0/manifest.json")
    with pytest.raises(HostError, match="has a problem"):
        house.publish(bundle)
    assert house.version() and SHELF + "index.json" not in house.host.objects
    house.host.faults.clear()
    assert not house.publish(bundle).already_published and house.version() == files(bundle)


def test_files_of_somebody_else_in_the_place_are_refused(house: House) -> None:
    house.host.objects[f"{SHELF}1.0.0/mine.txt"] = b"mine"
    with pytest.raises(PublishError, match=r"not of this bundle: 1\.0\.0/mine\.txt"):
        house.publish(house.bundle())
    assert len(house.version()) == 1


@pytest.mark.parametrize("step", ["list", "put", "get"])
@pytest.mark.parametrize("action", ["error", "drop", "lost"])
def test_a_fault_that_passes_is_passed_over(house: House, step: str, action: str) -> None:
    if (step, action) in (("list", "lost"), ("get", "lost")):
        action = "drop"  # nothing is done that could be lost
    house.host.fail(step, action, times=1)  # type: ignore[arg-type]
    bundle = house.bundle()
    house.publish(bundle)
    assert house.version() == files(bundle) and house.index().latest == "1.0.0"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("AccessDenied", "may not do this"),
        ("InvalidAccessKeyId", "did not accept the credentials.*AWS_ACCESS_KEY_ID"),
        ("SlowDown", "slow down"),
        ("InternalError", "has a problem"),
    ],
)
@pytest.mark.parametrize("step", ["list", "put"])
def test_refusals_are_one_sentence_with_a_remedy(house: House, step: str, code: str, said: str) -> None:
    house.host.fail(step, "error", code=code)
    with pytest.raises(HostError, match=said) as told:
        house.publish(house.bundle(), attempts=1)
    assert SECRET not in str(told.value) and SHELF + "index.json" not in house.host.objects


def test_a_bucket_that_is_not_there_is_told(house: House) -> None:
    with pytest.raises(HostError, match=r"refused the request \(404\).*NO_SUCH_BUCKET"):
        house.publish(house.bundle(), destination="s3://no-such-bucket/x")


def test_a_store_that_hangs_is_given_up(house: House) -> None:
    house.host.fail("list", "hang")
    with pytest.raises(HostError, match="before the deadline"):
        house.publish(house.bundle(), call_seconds=3.0, attempts=1)


@pytest.mark.parametrize(("step", "action"), [("get", "changed"), ("put", "swallow")])
def test_what_was_altered_or_not_kept_is_noticed_before_the_index(house: House, step: str, action: str) -> None:
    house.host.fail(step, action, key="Finance.json")  # type: ignore[arg-type]
    with pytest.raises(PublishError, match=r"read back, the published copy differs in: Finance\.json"):
        house.publish(house.bundle())
    assert SHELF + "index.json" not in house.host.objects


def test_large_files_go_in_parts(house: House) -> None:
    bundle = house.bundle(pad=4_000_000)  # three rows of it: past ten megabytes a file is sent in parts
    house.publish(bundle)
    assert house.host.steps("part") and house.version() == files(bundle)


@pytest.mark.parametrize(
    "place", [None, "folder", "s3://", "s3://B/x", "s3://bucket/../x", "s3://bucket//x", "https://a/b"]
)
def test_a_place_that_is_none_is_refused_before_anything_is_asked(house: House, place: str | None) -> None:
    for ask in (plan, publish):
        with pytest.raises(PublishError, match=r"give --dest s3://BUCKET"):
            settings = PublishSettings(destination=place)
            more = {} if ask is plan else {"yes": True, "verify": lambda path: [], "signoff": lambda path: []}
            ask(house.bundle(), "s3", settings=settings, **more)  # type: ignore[operator]
    assert house.host.asked == []


def test_the_child_sees_no_more_than_it_needs(tmp_path: Path) -> None:
    environ = {
        "PATH": "/bin",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "HF_TOKEN": "x",
        "AWS_PROFILE": "y",
    }
    child = child_environment({**environ, "AWS_DEFAULT_REGION": "eu-west-1"}, tmp_path)
    assert child["AWS_EC2_METADATA_DISABLED"] == "true" and child["AWS_REGION"] == "eu-west-1"
    assert not {"HF_TOKEN", "AWS_PROFILE", "ENTROPHY_S3_ENDPOINT"} & set(child)
    assert Path(child["HOME"]).is_relative_to(tmp_path)
    with pytest.raises(PublishError, match=r"no credentials.*AWS_ACCESS_KEY_ID"):
        child_environment({"AWS_ACCESS_KEY_ID": "a"}, tmp_path / "other")


# --- withdrawing, and reading ----------------------------------------------------------------------------------------


def test_a_withdrawn_version_is_marked_in_the_store_and_not_published_again(house: House) -> None:
    for version in ("1.0.0", "1.1.0"):
        house.publish(house.bundle(version))

    def withdraw(shelf: Path, version: str = "1.0.0", other: str | None = "1.1.0") -> Index:
        return withdraw_version(shelf, version, reason=WHY, date="2025-06-01", replaced_by=other, keys=KEYS)

    def announce(change: Change) -> None:
        settings = replace(QUICK, work=house.folder / "work")
        assert PUBLISH_TARGETS.open("s3").announce(f"testhouse/{SLUG}", change, settings, lambda line: None)

    announce(withdraw)
    announce(lambda shelf: add_tombstone(shelf, date="2025-06-01", kind="participant", versions=("1.0.0",), keys=KEYS))
    entry = house.index().entry("1.0.0")
    assert entry is not None and entry.withdrawn is not None and house.index().tombstones
    assert b"Withdrawn" in house.host.objects[SHELF + "index.html"] and SHELF + "notices.json" in house.host.objects
    for key in [key for key in house.host.objects if key.startswith(f"{SHELF}1.0.0/")]:
        del house.host.objects[key]
    with pytest.raises(PublishError, match="was withdrawn"):
        house.publish(house.bundle("1.0.0"), older=True)
    announce(lambda shelf: withdraw(shelf, "1.1.0", None))
    assert house.index().latest is None and SHELF + "latest" not in house.host.objects
    assert not list(house.folder.glob("**/s3-*"))


def test_keys_that_lead_out_of_the_mirror_are_left_aside(house: House) -> None:
    house.host.objects[f"{SHELF}../../../../manifest.json"] = b"{}"
    house.host.objects[f"{SHELF}..1/manifest.json"] = b"{}"
    house.publish(house.bundle())
    assert not [key for key in house.host.steps("get", "head") if ".." in key]


def test_a_bucket_behind_a_web_server_is_read_by_its_index(house: House) -> None:
    house.publish(house.bundle())
    for key, data in house.host.objects.items():
        (house.folder / "web" / key).parent.mkdir(parents=True, exist_ok=True)
        (house.folder / "web" / key).write_bytes(data)
    with WebStandIn(house.folder / "web") as web:
        opened = open_release(f"{web.base}{SHELF}index.json", told=[KEYS.public(1)])
    assert opened.manifest.version == "1.0.0" and opened.origin.how == "told"
