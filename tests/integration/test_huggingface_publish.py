"""The real huggingface_hub client, in its own process, against a local stand-in, with every fault switched on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from redaction.errors import BundleError, PublishError
from release.bundle.hub_fields import size_category
from release.fetch.opened import open_release
from release.publish.host_process import HostError
from release.publish.huggingface import child_environment, title_of
from release.publish.huggingface_card import with_header, without_header
from release.publish.publish import plan, publish
from release.publish.publish_types import PublishReceipt, PublishSettings
from release.publish.staging import load_shipment
from release.publish.targets import PUBLISH_TARGETS
from release.registry.notices import NOTICES
from release.registry.registry import withdraw_version
from tests.huggingface_standin import TOKEN, Repo, StandIn
from tests.kaggle_standin import make_bundle
from tests.release_fixture import build, make_batches
from tests.unit.test_registry import KEYS, WHY
from validation.table.schema import PUBLISHED

REF = "testhouse/entrophy-test"
QUICK = PublishSettings(call_seconds=20, transfer_seconds=40, pause_seconds=0.05, attempts=3)


class House:
    """A stand-in, a folder, and the lines that publishing said."""

    def __init__(self, host: StandIn, folder: Path) -> None:
        self.host, self.folder = host, folder
        self.said: list[str] = []

    def bundle(self, version: str = "0.1.0", **details: str) -> Path:
        place = self.folder / f"{version}{details.get('mark', '')}"
        return make_bundle(place, version=version, key=KEYS.signing_key, **details)

    def publish(self, bundle: Path, **changes: object) -> PublishReceipt:
        settings = replace(QUICK, work=self.folder / "work", **changes)  # type: ignore[arg-type]
        return publish(
            bundle,
            "huggingface",
            yes=True,
            settings=settings,
            verify=lambda path: [],
            signoff=lambda path: [],
            say=self.said.append,
        )

    @property
    def repo(self) -> Repo:
        return self.host.repos[REF]

    def made(self) -> int:
        """Commits beside the first, empty one."""
        return len(self.repo.commits) - 1 if REF in self.host.repos else 0


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name in list(os.environ):
        if name.startswith(("HF_", "ENTROPHY_K")) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ENTROPHY_CACHE", str(tmp_path / "cache"))
    with StandIn() as host:
        for name, value in host.environment().items():
            monkeypatch.setenv(name, value)
        yield House(host, tmp_path)
    # The token, as any secret, is in nothing that was said or left behind.
    assert not any(TOKEN in line for line in host_said(tmp_path))


def host_said(folder: Path) -> list[str]:
    return [path.read_text(errors="replace") for path in folder.rglob("*.json") if path.is_file()]


def test_a_new_dataset_is_private_tagged_complete_and_read_back(house: House) -> None:
    bundle = house.bundle()
    receipt = house.publish(bundle)
    assert (receipt.visibility, receipt.already_published, receipt.read_back) == ("private", False, True)
    assert house.host.steps("create")[0]["visibility"] == "private" and house.repo.private
    assert house.made() == 1 and list(house.repo.tags) == ["v0.1.0"]
    commit = house.repo.at("v0.1.0")
    assert commit is not None and commit.title == title_of(load_shipment(bundle))
    assert commit.files.keys() == {path.name for path in bundle.iterdir()} | {".gitattributes"}
    for path in bundle.iterdir():
        assert without_header(commit.files[path.name][0]) == path.read_bytes()
    assert receipt.location == f"{house.host.base}/datasets/{REF}/tree/v0.1.0"
    assert not (house.folder / "work").exists(), "the staged copy stayed behind"


def test_publishing_again_sends_nothing(house: House) -> None:
    bundle = house.bundle()
    house.publish(bundle)
    house.host.asked.clear()
    assert house.publish(bundle).already_published
    assert house.made() == 1
    assert not [step for step, _ in house.host.asked if step in ("create", "preupload", "put", "commit", "tag")]


def test_a_second_version_is_a_commit_without_files_of_the_first(house: House) -> None:
    first = house.bundle()
    (first / "benchmark_old.jsonl").write_text("{}\n")
    from release.bundle.manifest import seal

    seal(first, {"version": "0.1.0"}, {"Finance_screenshots.zip": {}}, KEYS.signing_key)
    house.publish(first)
    house.repo.commits[-1].files[NOTICES] = (b"{}", False)
    second = house.bundle("0.2.0")
    house.publish(second)
    commit = house.repo.at("v0.2.0")
    assert commit is not None and house.made() == 2 and set(house.repo.tags) == {"v0.1.0", "v0.2.0"}
    assert commit.files.keys() == {path.name for path in second.iterdir()} | {".gitattributes", NOTICES}
    assert house.publish(first).already_published, "an older version is found by its tag"


def test_a_version_is_never_overwritten(house: House) -> None:
    house.publish(house.bundle(mark="one"))
    with pytest.raises(PublishError, match=r"never overwritten.*Finance\.json.*new --version"):
        house.publish(house.bundle(mark="two"))
    assert house.made() == 1


@pytest.mark.parametrize("step", ["create", "commit", "tag"])
def test_an_answer_that_was_lost_makes_nothing_twice(house: House, step: str) -> None:
    house.host.fail(step, "lost", times=1)
    receipt = house.publish(house.bundle())
    assert house.made() == 1 and list(house.repo.tags) == ["v0.1.0"]
    assert len(house.host.steps(step)) == 1 and any("answer was lost" in note for note in receipt.notes)


@pytest.mark.parametrize(
    "step", ["whoami", "info", "refs", "commits", "create", "preupload", "batch", "put", "commit", "tag", "tree"]
)
@pytest.mark.parametrize("action", ["drop", "status"])
def test_a_fault_that_passes_is_passed_over(house: House, step: str, action: str) -> None:
    house.host.fail(step, action, times=1, status=503)  # type: ignore[arg-type]
    house.publish(house.bundle())
    assert house.made() == 1 and list(house.repo.tags) == ["v0.1.0"]


def test_after_a_crash_between_commit_and_tag_the_commit_is_found(house: House) -> None:
    house.host.fail("tag", "status", status=500)
    bundle = house.bundle()
    with pytest.raises(HostError, match="has a problem"):
        house.publish(bundle)
    assert house.made() == 1 and not house.repo.tags
    house.host.faults.clear()
    receipt = house.publish(bundle)
    assert house.made() == 1 and list(house.repo.tags) == ["v0.1.0"]
    assert "a commit with this digest was there already, without its tag." in receipt.notes


def test_uploads_that_arrived_are_not_sent_again(house: House) -> None:
    house.host.fail("commit", "status", status=400)
    bundle = house.bundle()
    with pytest.raises(HostError, match="refused the request"):
        house.publish(bundle)
    sent = len(house.host.steps("put"))
    assert sent == 1 and house.made() == 0
    house.host.faults.clear()
    house.publish(bundle)
    assert len(house.host.steps("put")) == sent


def test_large_files_go_in_parts(house: House) -> None:
    house.host.part_bytes = 512
    house.publish(house.bundle())
    assert len(house.host.steps("put")) > 2 and house.made() == 1


@pytest.mark.parametrize(
    ("status", "said"),
    [(401, "did not accept the credentials.*HF_TOKEN"), (403, "may not do this.*release.owner"), (429, "slow down")],
)
@pytest.mark.parametrize("step", ["whoami", "create"])
def test_refusals_are_one_sentence_with_a_remedy(house: House, step: str, status: int, said: str) -> None:
    house.host.fail(step, "status", status=status)
    with pytest.raises(HostError, match=said) as told:
        house.publish(house.bundle())
    assert TOKEN not in str(told.value) and house.made() == 0
    assert len(house.host.steps(step)) == (3 if status == 429 else 1)


def test_a_host_that_asks_for_an_hour_is_not_waited_for(house: House) -> None:
    house.host.fail("create", "status", status=429, headers={"Retry-After": "3600"})
    with pytest.raises(HostError, match="for 3600 seconds"):
        house.publish(house.bundle())
    assert len(house.host.steps("create")) == 1


def test_a_log_in_page_is_no_answer(house: House) -> None:
    house.host.fail("whoami", "page")
    with pytest.raises(HostError, match="did not come from Hugging Face's API"):
        house.publish(house.bundle())


def test_a_host_that_hangs_is_given_up(house: House) -> None:
    house.host.fail("whoami", "hang")
    with pytest.raises(HostError, match="before the deadline"):
        house.publish(house.bundle(), call_seconds=2.0, attempts=1)


@pytest.mark.parametrize("trouble", ["ignores", "corrupts"])
def test_what_the_host_left_out_or_changed_gets_no_tag(house: House, trouble: str) -> None:
    getattr(house.host, trouble).add("Finance.json")
    with pytest.raises(PublishError, match=r"got no tag: Finance\.json is (missing|another file)"):
        house.publish(house.bundle())
    assert not house.repo.tags


def test_a_commit_that_was_answered_and_not_made_is_told(house: House) -> None:
    house.host.fail("commit", "swallow")
    with pytest.raises(PublishError, match="the commit was not made"):
        house.publish(house.bundle())
    assert not house.repo.tags


@pytest.mark.parametrize("name", ["Finance_screenshots.zip", "README.md", "manifest.sig"])
def test_bytes_that_are_served_otherwise_than_listed_are_noticed(house: House, name: str) -> None:
    house.host.serves_changed.add(name)
    with pytest.raises(PublishError, match="does not hold what was sent"):
        house.publish(house.bundle())
    # Whoever does not read back believes the listing.
    assert not house.publish(house.bundle("0.2.0"), read_back=False).read_back


def test_somebody_else_who_commits_meanwhile_is_not_overwritten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.publish(house.bundle())
    before = house.host.commit

    def late(sent: bytes, name: str, revision: str) -> tuple[int, object]:
        house.repo.commits.append(replace(house.repo.commits[-1], sha="f" * 40, title="somebody"))
        return before(sent, name, revision)

    monkeypatch.setattr(house.host, "commit", late)
    with pytest.raises(HostError, match="412"):
        house.publish(house.bundle("0.2.0"))
    assert list(house.repo.tags) == ["v0.1.0"]


def test_a_public_dataset_gets_nothing_unless_that_was_asked(house: House) -> None:
    house.publish(house.bundle(), public=True)
    assert not house.repo.private
    with pytest.raises(PublishError, match="public at once"):
        house.publish(house.bundle("0.2.0"))
    assert house.made() == 1
    assert house.publish(house.bundle("0.3.0"), public=True).visibility == "public"


def test_a_host_that_makes_it_public_unasked_is_told(house: House) -> None:
    house.host.makes_public = True
    with pytest.raises(PublishError, match="public although a private one"):
        house.publish(house.bundle())


def test_nothing_is_sent_without_yes_and_the_plan_names_the_place(house: House) -> None:
    lines = plan(house.bundle(), "huggingface")
    assert house.host.base in lines[1] and "new private dataset" in lines[1] and "v0.1.0" in lines[1]
    with pytest.raises(PublishError, match="nothing was sent"):
        publish(house.folder / "0.1.0", "huggingface", verify=lambda path: [], signoff=lambda path: [])
    assert house.host.asked == []


def test_the_child_sees_no_more_than_it_needs(tmp_path: Path) -> None:
    child = child_environment(
        {"PATH": "/bin", "HF_TOKEN": "t", "AWS_SECRET_ACCESS_KEY": "x", "PYTHONPATH": "/y", "HF_HUB_OFFLINE": "1"},
        tmp_path,
    )
    assert child["HF_HUB_DISABLE_TELEMETRY"] == child["HF_HUB_DISABLE_XET"] == child["DO_NOT_TRACK"] == "1"
    assert child["HF_HUB_OFFLINE"] == "0" and child["HF_ENDPOINT"] == "https://huggingface.co"
    assert not {"AWS_SECRET_ACCESS_KEY", "PYTHONPATH"} & set(child)
    for name in ("HOME", "HF_HOME", "TMPDIR"):
        assert Path(child[name]).is_relative_to(tmp_path) and Path(child[name]).stat().st_mode & 0o077 == 0
    with pytest.raises(PublishError, match=r"no Hugging Face token.*hf auth login"):
        child_environment({"HOME": str(tmp_path)}, tmp_path / "other")
    saved = tmp_path / ".cache" / "huggingface"
    saved.mkdir(parents=True)
    (saved / "token").write_text("saved\n")
    (tmp_path / "third").mkdir()
    assert child_environment({"HOME": str(tmp_path)}, tmp_path / "third")["HF_TOKEN"] == "saved"


# --- the card --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readme", [b"# Test\n", b"---\nlicense: cc\n---\n\n# Test\n", b"", b"---\n"])
def test_the_header_of_the_card_can_be_taken_out_again(house: House, readme: bytes) -> None:
    from release.bundle.manifest import read_manifest

    manifest = read_manifest(house.bundle()).model_copy(
        update={"domains": {"Finance": ("a", "F.parquet", "c")}, "counts": {"interactions": 5000}}
    )
    card = with_header(readme, manifest)
    assert without_header(card) == readme and without_header(readme) == readme
    said = yaml.safe_load(card.decode().split("---\n")[1])
    assert [config["config_name"] for config in said["configs"]] == ["all", "F"]
    assert said["configs"][1]["data_files"] == [{"split": "train", "path": ["F.parquet"]}]
    assert said["size_categories"] == ["1K<n<10K"]


@pytest.mark.parametrize(
    ("rows", "name"), [(999, "n<1K"), (1000, "1K<n<10K"), (9_999_999, "1M<n<10M"), (10**7, "n>10M")]
)
def test_the_host_has_names_for_sizes(rows: int, name: str) -> None:
    assert size_category(rows) == name


# --- reading it ------------------------------------------------------------------------------------------------------


def test_what_was_published_is_fetched_by_its_reference(house: House) -> None:
    for version in ("0.1.0", "0.2.0"):
        house.publish(house.bundle(version))
    opened = open_release(f"hf:{REF}", told=[KEYS.public(1)])
    assert opened.manifest.version == "0.2.0"
    assert opened.file("README.md").read_bytes() == b"# Test\n"
    assert open_release(f"hf:{REF}", version="0.1.0", told=[KEYS.public(1)]).manifest.version == "0.1.0"
    with pytest.raises(BundleError, match=r"no such version.*0\.2\.0, 0\.1\.0"):
        open_release(f"hf:{REF}", version="3.0.0")
    with pytest.raises(BundleError, match="no such dataset"):
        open_release("hf:nobody/nothing")
    house.host.serves_changed.add("README.md")
    (opened.folder / "README.md").unlink()
    with pytest.raises(BundleError, match="another data card"):
        opened.file("README.md")


def test_a_withdrawal_is_announced_once_heeded_by_readers_and_kept(house: House) -> None:
    for version in ("0.1.0", "0.2.0"):
        house.publish(house.bundle(version))
    opened = open_release(f"hf:{REF}", version="0.1.0", told=[KEYS.public(1)])
    assert opened.withdrawn is None
    commits = len(house.host.repos[REF].commits)

    def withdraw(version: str, other: str | None) -> None:
        told = PUBLISH_TARGETS.open("huggingface").announce(
            REF,
            lambda shelf: withdraw_version(shelf, version, reason=WHY, date="2025-06-01", replaced_by=other, keys=KEYS),
            replace(QUICK, work=house.folder / "work"),
            house.said.append,
        )
        assert told

    for _ in range(2):
        withdraw("0.1.0", "0.2.0")
        assert len(house.host.repos[REF].commits) == commits + 1
    house.publish(house.bundle("0.3.0"))
    with pytest.raises(BundleError, match=f"0.1.0 was withdrawn on 2025-06-01: {WHY}"):
        open_release(f"hf:{REF}", version="0.1.0", told=[KEYS.public(1)])
    assert open_release(f"hf:{REF}", told=[KEYS.public(1)]).manifest.version == "0.3.0"
    assert house.publish(house.folder / "0.2.0" / "bundle").already_published
    house.host.ignores.add(NOTICES)
    with pytest.raises(PublishError, match=r"does not hold: notices\.json"):
        withdraw("0.2.0", None)
    with pytest.raises(PublishError, match=r"no such version.*0\.3\.0, 0\.2\.0, 0\.1\.0"):
        withdraw("7.0.0", None)


LOADED = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
for name in get_dataset_config_names(sys.argv[1]):
    rows = load_dataset(sys.argv[1], name, split="train")
    print(json.dumps([name, rows.num_rows, rows.column_names]))
"""


def test_load_dataset_reads_every_domain_of_what_was_published(house: House) -> None:
    bundle = build(make_batches(house.folder / "batches"), house.folder / "real" / "bundle", certify=None).path
    house.publish(bundle)
    (repo,) = house.host.repos.values()
    folder = house.folder / "snapshot"
    folder.mkdir()
    for name, (data, _) in repo.commits[-1].files.items():
        (folder / name).write_bytes(data)
    home = {"HOME": str(house.folder / "home"), "HF_HOME": str(house.folder / "home" / "hub"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, folder], capture_output=True, text=True, check=False, env={**os.environ, **home}
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    columns = [column.name for column in PUBLISHED]
    assert found == [["all", 36, columns], ["Finance", 24, columns], ["People_Co", 12, columns]], done.stderr[-2000:]
