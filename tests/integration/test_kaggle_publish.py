"""The real kaggle client, in its own process, against a local stand-in of the API, with every trap switched on."""

from __future__ import annotations

import io
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from redaction.errors import PublishError
from redaction.policy import Policy
from release.publish.kaggle_cover import COVER, cover
from release.publish.kaggle_process import HostError, KaggleProcess
from release.publish.publish import plan, publish
from release.publish.publish_types import PublishReceipt, PublishSettings
from release.publish.staging import load_shipment
from tests.kaggle_standin import TOKEN, USER, StandIn, make_bundle
from tests.release_fixture import POLICY, build
from tests.scrubbed_fixture import make_batch

REF = "testhouse/entrophy-test"
QUICK = PublishSettings(
    call_seconds=10, transfer_seconds=20, ready_seconds=5, poll_seconds=0.05, pause_seconds=0.05, attempts=3
)


class House:
    """A stand-in, a folder, and the lines that publishing said."""

    def __init__(self, standin: StandIn, folder: Path) -> None:
        self.standin = standin
        self.host = standin.host
        self.folder = folder
        self.said: list[str] = []

    def bundle(self, version: str = "0.1.0", **details: str) -> Path:
        return make_bundle(self.folder / f"{version}{details.get('mark', '')}", version=version, **details)

    def publish(self, bundle: Path, **changes: object) -> PublishReceipt:
        settings = replace(QUICK, work=self.folder / "work", **changes)  # type: ignore[arg-type]
        return publish(
            bundle,
            "kaggle",
            yes=True,
            settings=settings,
            verify=lambda path: [],
            signoff=lambda path: [],
            say=self.said.append,
        )

    def versions(self) -> int:
        return len(self.host.datasets[REF].versions) if REF in self.host.datasets else 0

    def names(self) -> set[str]:
        return set(self.host.datasets[REF].versions[-1].files)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name in list(os.environ):
        if name.startswith("KAGGLE") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with StandIn() as standin:
        for name, value in standin.environment().items():
            monkeypatch.setenv(name, value)
        yield House(standin, tmp_path)


@pytest.fixture
def published(house: House) -> House:
    """A house whose dataset exists with version 0.1.0."""
    house.standin.seed(house.bundle())
    return house


def test_a_new_dataset_is_private_complete_and_read_back(house: House) -> None:
    receipt = house.publish(house.bundle())
    assert (receipt.host_version, receipt.visibility, receipt.already_published) == (1, "private", False)
    assert house.standin.asked("CreateDataset")[0]["isPrivate"] is True
    assert house.names() == {
        "Finance.json", "README.md", "SHA256SUMS", "manifest.json",
        *(f"Finance_screenshots/Screen-{n}.png" for n in range(3)),
    }  # fmt: skip
    columns = next(f["columns"] for f in house.standin.asked("CreateDataset")[0]["files"] if "columns" in f)
    assert [column["name"] for column in columns] == ["row", "mark"]
    assert not (house.folder / "work").exists(), "the staged copy stayed behind"


def test_publishing_again_sends_nothing(house: House) -> None:
    bundle = house.bundle()
    house.publish(bundle)
    house.host.requests.clear()
    assert house.publish(bundle).already_published
    assert house.versions() == 1
    assert not house.standin.asked("StartBlobUpload")


def test_a_second_version_carries_its_digest(published: House) -> None:
    bundle = published.bundle("0.2.0")
    receipt = published.publish(bundle)
    assert receipt.host_version == 2
    assert load_shipment(bundle).digest in published.host.datasets[REF].versions[1].notes
    assert not published.standin.asked("UpdateDatasetMetadata")


def test_an_older_bundle_is_recognized_among_the_versions(published: House) -> None:
    published.publish(published.bundle("0.2.0"))
    receipt = published.publish(published.folder / "0.1.0" / "bundle")
    assert (receipt.host_version, receipt.already_published, published.versions()) == (1, True, 2)


def test_a_host_that_lists_no_notes_still_doubles_nothing(published: House) -> None:
    published.host.lists_notes = False
    bundle = published.bundle("0.2.0")
    assert published.publish(bundle).host_version == 2
    assert published.publish(bundle).already_published
    assert published.versions() == 2


def test_nothing_is_sent_without_yes(house: House) -> None:
    with pytest.raises(PublishError, match=r"nothing was sent.*--yes"):
        publish(
            house.bundle(),
            "kaggle",
            settings=QUICK,
            verify=lambda path: [],
            signoff=lambda path: [],
            say=house.said.append,
        )
    assert not house.host.requests
    assert any("Finance_screenshots.zip" in line for line in house.said)


def test_the_public_addresses_by_way_of_a_proxy_with_its_own_certificate(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No stand-in variable at all: the client talks TLS to api.kaggle.com, which a proxy on this machine answers."""
    for name in house.standin.environment():
        monkeypatch.delenv(name)
    with StandIn(tls=house.folder) as standin:
        for name, value in standin.environment().items():
            monkeypatch.setenv(name, value)
        assert House(standin, house.folder).publish(house.bundle()).host_version == 1
        assert standin.asked("CreateDataset")


# --- uploads


def test_a_failed_upload_is_repeated_before_any_version_is_made(published: House) -> None:
    published.standin.fail("PUT", "status", status=500, times=1, after=2)
    published.publish(published.bundle("0.2.0"))
    assert published.versions() == 2


def test_a_dropped_upload_session_is_not_asked_for_again(published: House) -> None:
    published.host.drops_sessions = True
    published.standin.fail("PUT", "status", status=500, times=1, after=2)
    assert published.publish(published.bundle("0.2.0")).host_version == 2


def test_uploads_that_keep_failing_make_no_version(published: House) -> None:
    published.standin.fail("PUT", "status", status=500, after=4)
    with pytest.raises(PublishError, match="no version was made"):
        published.publish(published.bundle("0.2.0"))
    assert published.versions() == 1


def test_an_interrupted_upload_is_continued(house: House) -> None:
    house.standin.fail("PUT", "half", times=1)
    house.publish(house.bundle())
    assert house.versions() == 1


def test_a_full_host_is_continued_where_it_stopped(house: House) -> None:
    house.standin.fail("PUT", "status", status=503, times=1)
    house.publish(house.bundle())
    assert any(put["range"].startswith("bytes */") for put in house.standin.asked("PUT"))


def test_a_file_the_host_lost_is_found_and_sent_anew(published: House) -> None:
    published.host.loses = {"Finance.json"}
    bundle = published.bundle("0.2.0")
    with pytest.raises(PublishError, match=r"Finance\.json is missing"):
        published.publish(bundle)
    published.host.loses = set()
    receipt = published.publish(bundle)
    assert (receipt.host_version, receipt.already_published) == (3, False)
    assert any("damaged" in note for note in receipt.notes)


def test_lost_screenshots_are_counted(house: House) -> None:
    house.host.loses = {"Finance_screenshots.zip"}
    with pytest.raises(PublishError, match=r"Finance_screenshots\.zip is missing"):
        house.publish(house.bundle())


def test_archives_may_stay_packed(house: House) -> None:
    house.host.unpack = False
    house.publish(house.bundle())
    assert "Finance_screenshots.zip" in house.names()


@pytest.mark.parametrize("name", ["Finance.json", "Finance_screenshots/Screen-1.png"])
def test_changed_bytes_are_found_by_reading_back(house: House, name: str) -> None:
    house.host.corrupts = {name}
    with pytest.raises(PublishError, match=f"{name} has other bytes"):
        house.publish(house.bundle())


def test_a_stranger_among_the_files_is_refused(house: House) -> None:
    house.host.adds = {"notes-from-elsewhere.txt": b"?"}
    with pytest.raises(PublishError, match="not of this bundle"):
        house.publish(house.bundle())


# --- resume with old bytes


def _same_looking(house: House) -> tuple[Path, Path]:
    """Two bundles that differ in content only: same names, sizes and times."""
    first, second = house.bundle(mark="one"), house.bundle(mark="two")
    for path in (*first.iterdir(), *second.iterdir()):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    sizes = [{path.name: path.stat().st_size for path in bundle.iterdir()} for bundle in (first, second)]
    assert sizes[0] == sizes[1]
    return first, second


def test_the_client_itself_would_publish_old_bytes(house: House) -> None:
    """The trap is real and the stand-in shows it: without our staging the second push sends the first one's bytes."""
    first, second = _same_looking(house)
    work, stage = house.folder / "naked", house.folder / "stage"
    work.mkdir()
    first.rename(stage)
    arguments = {"notes": "", "create": True, "private": True, "expected": 5, "folder": str(stage)}
    with KaggleProcess(os.environ, work, QUICK, house.said.append) as client:
        metadata = json.loads((stage / "dataset-metadata.json").read_text())
        house.standin.fail("CreateDataset", "status", status=500, times=1)
        with pytest.raises(HostError):
            client.call("push", metadata=metadata, **arguments)
        stage.rename(house.folder / "away")
        second.rename(stage)
        client.call("push", metadata=metadata, **arguments)
    assert b"one" in house.host.datasets[REF].versions[0].files["Finance.json"]


def test_our_staging_publishes_the_new_bytes(house: House) -> None:
    first, second = _same_looking(house)
    house.standin.fail("CreateDataset", "status", status=500, times=QUICK.attempts)
    with pytest.raises(PublishError):
        house.publish(first)
    house.publish(second)
    assert b"two" in house.host.datasets[REF].versions[0].files["Finance.json"]


def test_the_same_bundle_takes_up_its_own_uploads(house: House) -> None:
    bundle = house.bundle()
    house.standin.fail("CreateDataset", "status", status=500, times=QUICK.attempts)
    with pytest.raises(PublishError):
        house.publish(bundle)
    house.host.requests.clear()
    house.publish(bundle)
    assert [put["length"] for put in house.standin.asked("PUT")] == [0] * 5  # five questions "how much do you have?"


# --- answers that get lost, and hosts that say no


@pytest.mark.parametrize("action", ["lost", "status"])
def test_a_lost_answer_does_not_double_a_version(published: House, action: str) -> None:
    published.standin.fail("CreateDatasetVersion", action, status=502, times=1)
    receipt = published.publish(published.bundle("0.2.0"))
    assert (receipt.host_version, published.versions()) == (2, 2)
    assert any("lost on the way" in note for note in receipt.notes) is (action == "lost")


def test_a_lost_answer_does_not_double_a_dataset(house: House) -> None:
    house.standin.fail("CreateDataset", "lost", times=1)
    assert house.publish(house.bundle()).host_version == 1
    assert len(house.standin.asked("CreateDataset")) == 1


@pytest.mark.parametrize(
    ("method", "fault", "sentence", "tries"),
    [
        ("GetDataset", {"status": 401}, "did not accept the credentials.*KAGGLE_API_TOKEN", 1),
        ("GetDataset", {"status": 403}, r"may not do this \(403\).*release.owner", 1),
        ("GetDataset", {"status": 500}, r"has a problem \(500\).*later", 3),
        ("GetDatasetStatus", {"status": 503}, r"has a problem \(503\)", 3),
        ("GetDataset", {"status": 429}, r"slow down \(429\)", 3),
        ("GetDataset", {"status": 429, "headers": {"Retry-After": "3600"}}, "slow down for 3600 seconds", 1),
        ("GetDataset", {"status": 400, "message": "bad slug"}, r"refused the request \(400\).*bad slug", 1),
        ("CreateDatasetVersion", {"status": 403, "message": "no write"}, r"may not do this.*no write", 1),
        ("CreateDatasetVersion", {"status": 500}, r"has a problem \(500\)", 3),
    ],
)
def test_errors_become_sentences_and_retries_are_bounded(
    published: House, method: str, fault: dict[str, object], sentence: str, tries: int
) -> None:
    published.standin.fail(method, "status", **fault)
    with pytest.raises(PublishError, match=sentence):
        published.publish(published.bundle("0.2.0"))
    assert len(published.standin.asked(method)) == tries
    assert published.versions() == 1


@pytest.mark.parametrize("action", ["drop", "status", "page"])
def test_a_passing_fault_is_waited_out(published: House, action: str) -> None:
    for method in ("GetDataset", "ListDatasetFiles", "DownloadDataset"):
        published.standin.fail(method, action, status=503, times=1)
    assert published.publish(published.bundle("0.2.0")).host_version == 2


def test_retry_after_is_obeyed(published: House) -> None:
    published.standin.fail("GetDataset", "status", status=429, headers={"Retry-After": "1"}, times=1)
    started = time.monotonic()
    published.publish(published.bundle("0.2.0"))
    assert time.monotonic() - started >= 1


def test_no_connection(published: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAGGLE_USERNAME", USER)
    monkeypatch.setenv("KAGGLE_KEY", TOKEN)
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    published.standin.fail("GetDataset", "drop")
    with pytest.raises(PublishError, match=r"no connection to Kaggle.*proxy"):
        published.publish(published.bundle("0.2.0"))


def test_a_log_in_page_is_not_the_api(published: House) -> None:
    published.standin.fail("GetDataset", "page")
    with pytest.raises(PublishError, match="did not come from Kaggle's API"):
        published.publish(published.bundle("0.2.0"))


def test_silence_ends_at_the_deadline(published: House) -> None:
    published.standin.fail("GetDataset", "hang")
    started = time.monotonic()
    with pytest.raises(PublishError, match="before the deadline"):
        published.publish(published.bundle("0.2.0"), call_seconds=2.5, attempts=1)
    assert time.monotonic() - started < 10


def test_an_upload_that_hangs_is_killed_and_taken_up(published: House) -> None:
    published.standin.fail("PUT", "hang", times=1, after=2)
    assert published.publish(published.bundle("0.2.0"), transfer_seconds=2.5).host_version == 2


def test_status_ok_with_an_error_inside_is_an_error(published: House) -> None:
    published.standin.fail("CreateDatasetVersion", "error", message="quota is used up")
    with pytest.raises(PublishError, match=r"refused the dataset.*quota is used up"):
        published.publish(published.bundle("0.2.0"))


def test_wrong_token(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAGGLE_API_TOKEN", "KGAT_another-token")
    with pytest.raises(PublishError, match="did not accept the credentials") as caught:
        house.publish(house.bundle())
    assert "KGAT" not in str(caught.value)


def test_the_token_is_never_shown(published: House) -> None:
    published.standin.fail("CreateDatasetVersion", "status", status=400, message=f"Bearer {TOKEN} is not allowed")
    with pytest.raises(PublishError) as caught:
        published.publish(published.bundle("0.2.0"))
    kept = "".join(path.read_text(errors="replace") for path in published.folder.rglob("*") if path.is_file())
    assert TOKEN not in str(caught.value) + "".join(published.said) + kept


# --- processing


def test_a_version_in_processing_is_waited_for(published: House) -> None:
    published.host.datasets[REF].versions[-1].polls_until_ready = 4
    assert published.publish(published.bundle("0.2.0")).host_version == 2
    assert len(published.standin.asked("CreateDatasetVersion")) == 1


def test_a_version_that_begins_meanwhile_is_waited_for(published: House) -> None:
    """Somebody else's version starts after we looked: the host says 403, we wait and try again."""
    newest = published.host.datasets[REF].versions[-1]
    looked = published.host.status

    def status_then_busy(dataset: object) -> str:
        published.host.status = looked  # type: ignore[method-assign]
        newest.polls_until_ready = 5
        return "READY"

    published.host.status = status_then_busy  # type: ignore[method-assign]
    assert published.publish(published.bundle("0.2.0")).host_version == 2
    assert len(published.standin.asked("CreateDatasetVersion")) == 2


def test_processing_that_never_ends(published: House) -> None:
    published.host.polls_until_ready = 10**6
    bundle = published.bundle("0.2.0")
    with pytest.raises(PublishError, match=r"still processing after 1 seconds.*finds this version"):
        published.publish(bundle, ready_seconds=1)
    published.host.datasets[REF].versions[-1].polls_until_ready = 0
    assert published.publish(bundle).already_published
    assert published.versions() == 2


def test_a_version_that_never_appears(published: House) -> None:
    published.standin.fail("CreateDatasetVersion", "swallow")
    with pytest.raises(PublishError, match="did not appear after 1 seconds"):
        published.publish(published.bundle("0.2.0"), ready_seconds=1)


def test_processing_that_fails(published: House) -> None:
    published.host.final = "FAILED"
    with pytest.raises(PublishError, match="could not process"):
        published.publish(published.bundle("0.2.0"))


# --- existence and visibility


def test_forbidden_means_absent_only_for_our_own_name(house: House) -> None:
    house.host.absent_status = 403
    assert house.publish(house.bundle()).host_version == 1
    with pytest.raises(PublishError, match="may not do this"):
        house.publish(house.bundle("0.3.0", owner="anotherhouse"))


def test_a_dataset_that_comes_out_public_is_reported(house: House) -> None:
    house.host.makes_public = True
    with pytest.raises(PublishError, match="is public although a private one was asked for"):
        house.publish(house.bundle())


def test_a_public_dataset_gets_nothing_unless_asked(published: House) -> None:
    published.host.datasets[REF].private = False
    bundle = published.bundle("0.2.0")
    with pytest.raises(PublishError, match=r"Nothing was sent.*--public"):
        published.publish(bundle)
    assert published.versions() == 1
    assert published.publish(bundle, public=True).visibility == "public"


@pytest.mark.parametrize("private", [True, False])
def test_a_metadata_update_keeps_the_visibility(published: House, private: bool) -> None:
    published.host.datasets[REF].private = private
    published.publish(published.bundle("0.2.0"), update_metadata=True, public=not private)
    assert len(published.host.datasets[REF].settings) == 1
    assert published.host.datasets[REF].private is private


def test_a_metadata_update_sends_a_cover_of_released_pixels_and_how_often_to_expect_more(house: House) -> None:
    large = [make_batch(house.folder / "batch", "batch-a", "Finance", ("Invoice creation",), size=(700, 1200))]
    policy = Policy.model_validate(
        POLICY.model_dump() | {"release": {"owner": USER, "slug": "entrophy-test", "update_frequency": "monthly"}}
    )
    bundle = build(large, house.folder / "real" / "bundle", policy=policy, certify=None).path
    house.publish(bundle, update_metadata=True)
    (settings,) = house.host.datasets[REF].settings
    assert settings["expectedUpdateFrequency"] == "monthly" and settings["isPrivate"]
    sent = house.host.blobs[settings["image"]["token"]]
    assert sent.name == COVER and sent.data == cover(load_shipment(bundle))
    with Image.open(io.BytesIO(sent.data)) as image, zipfile.ZipFile(bundle / "Finance_screenshots.zip") as archive:
        largest = max(archive.infolist(), key=lambda info: info.file_size)
        shot = Image.open(archive.open(largest)).convert("RGB")
        assert image.size == (560, 280)
        assert shot.size == (1200, 700), "its lower part is cut off"
        wanted = shot.crop((0, 0, 1200, 600)).resize((560, 280), Image.Resampling.BICUBIC)
        assert image.convert("RGB").tobytes() == wanted.tobytes()
    assert COVER not in house.host.datasets[REF].versions[-1].files, "it is no file of the bundle"


def test_settings_of_a_version_that_is_there_already_are_sent_alone(house: House) -> None:
    bundle = house.bundle()
    house.publish(bundle)
    assert not house.host.datasets[REF].settings, "not unless asked"
    house.host.requests.clear()
    receipt = house.publish(bundle, update_metadata=True)
    assert receipt.already_published and house.versions() == 1
    assert len(house.host.datasets[REF].settings) == 1 and house.host.datasets[REF].private
    assert not house.standin.asked("CreateDatasetVersion") and not house.standin.asked("CreateDataset")
    assert any("settings" in line for line in plan(bundle, "kaggle", settings=PublishSettings(update_metadata=True)))
    assert not any("settings" in line for line in plan(bundle, "kaggle"))


def test_a_settings_call_that_publishes_what_is_private_is_told_of(published: House) -> None:
    published.host.makes_public = True  # the settings call alone: the dataset is there and private
    with pytest.raises(PublishError, match="changed who can see the dataset"):
        published.publish(published.bundle("0.2.0"), update_metadata=True)


@pytest.mark.parametrize(("size", "made"), [((280, 560), True), ((279, 560), False), ((280, 559), False)])
def test_a_cover_is_made_where_a_screenshot_is_large_enough(tmp_path: Path, size: tuple[int, int], made: bool) -> None:
    batch = make_batch(tmp_path / "batch", "batch-a", "Finance", ("Invoice creation",), size=size)
    bundle = build([batch], tmp_path / "bundle", certify=None).path
    assert (cover(load_shipment(bundle)) is not None) is made


@pytest.mark.parametrize("legacy", [True, False])
def test_credentials_from_a_file(house: House, monkeypatch: pytest.MonkeyPatch, legacy: bool) -> None:
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    folder: Callable[[str], Path] = lambda name: house.folder / "home" / ".kaggle" / name  # noqa: E731
    folder("").mkdir(parents=True)
    path = folder("kaggle.json") if legacy else folder("access_token")
    path.write_text(json.dumps({"username": USER, "key": TOKEN}) if legacy else TOKEN)
    path.chmod(0o600)
    assert house.publish(house.bundle()).host_version == 1


def test_a_version_that_failed_is_sent_anew(published: House) -> None:
    published.host.final = "FAILED"
    bundle = published.bundle("0.2.0")
    with pytest.raises(PublishError, match="could not process"):
        published.publish(bundle)
    published.host.final = "READY"
    receipt = published.publish(bundle)
    assert (receipt.host_version, receipt.already_published) == (3, False)


def test_a_version_with_other_bytes_is_sent_anew(published: House) -> None:
    published.host.corrupts = {"README.md"}
    bundle = published.bundle("0.2.0")
    with pytest.raises(PublishError, match=r"README\.md has other bytes.*sends it anew"):
        published.publish(bundle)
    published.host.corrupts = set()
    receipt = published.publish(bundle)
    assert receipt.host_version == 3
    assert any("all carry this digest" in note for note in receipt.notes)
