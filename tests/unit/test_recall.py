"""Published versions that held somebody's rows, and versions that are called back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.judge_bundle import judge
from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.ledger.ledger_files import accept_ledger
from redaction.withdrawal.requests import Request
from release.bundle.bundle_format import json_bytes
from release.publish.publish import publish, verify_as_ours
from release.publish.publish_types import PublishSettings
from release.registry.registry import add_version, parse_index, read_index
from release.report.status import status_of
from release.review.decisions import Decision, Decisions, Mark, decisions_path
from release.sign.signing import signing_key
from release.withdrawal.published import holds, published_versions
from release.withdrawal.recalled import next_patch, read_recalled, recall_problems, recalled_path
from tests.release_fixture import build, make_batches
from tests.s3_standin import BUCKET, StandIn
from validation.files.digests import digest_bytes


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key, and two versions of one dataset signed with it: in the folder of a build and in one of releases."""
    home = tmp_path_factory.mktemp("recall")
    (home / "key").write_bytes(bytes(range(32)))
    (home / "key").chmod(0o600)
    key, ledger = accept_ledger(home / "key")
    ledger.close()
    batches = make_batches(home / "batches")
    build(batches, home / "out" / "bundle", signing_key=signing_key(key))
    build(batches[1:], home / "two", signing_key=signing_key(key), version="1.1.0")
    shelf = home / "published" / "entrophy"
    shutil.copytree(home / "out" / "bundle", shelf / "1.0.0")
    shutil.copytree(home / "two", shelf / "1.1.0")
    add_version(shelf)
    digest = digest_bytes((home / "out" / "bundle" / "manifest.json").read_bytes())
    told = {"version": "1.0.0", "location": "https://host/x", "digest": digest}
    receipt = {"format": "entrophy-publish/1", "targets": {"kaggle": told, "other": {**told, "digest": "0" * 64}}}
    (home / "out" / "publish_receipt.json").write_bytes(json_bytes(receipt))
    return home


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "home"))


def command(home: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--key", str(home / "key")], catch_exceptions=False, env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    return done.output


def test_a_version_tells_itself_whose_rows_it_held(home: Path) -> None:
    import json

    rows = json.loads((home / "out/bundle/Finance.json").read_text(encoding="utf-8"))
    only_first = next(r["process_instance_uuid"] for r in rows if r["process_name"] == "Invoice creation")
    asked = Request(1, "participant", "2025-06-01", "asked", recordings=(only_first,))
    found = published_versions(asked, [home / "out"], [home / "published"])
    assert [(one.target, one.version, one.held) for one in found] == [
        ("folder", "1.0.0", True),
        ("folder", "1.1.0", False),
        ("kaggle", "1.0.0", True),
        ("other", "1.0.0", None),
    ]
    words = [one.sentence() for one in found]
    assert "--remove-from-hosts" in words[0] and words[1].endswith("did not hold the data.")
    assert "Kaggle has no call" in words[2] and "may have held" in words[3]
    assert holds(home / "out" / "bundle", Request(1, "participant", "2025-06-01", "asked")) is None
    assert holds(home, asked) is None


def test_a_recalled_version_is_refused_and_leads_to_the_next(home: Path) -> None:
    bundle, shelf = home / "out" / "bundle", home / "published" / "entrophy"
    decisions = Decisions(decisions_path(home / "key"))
    marks = (Mark("missed", Kind.PERSON, (1, 2, 30, 40), 100, 100), Mark("field", Kind.PERSON, text="Maria Keller"))
    decisions.record(Decision("b", "s.png", "Pat", "2025-05-01", "flag", "i", "s", "r", marks=marks))
    ours = verify_as_ours(home / "key")
    assert not any("recalled" in problem for problem in ours(bundle))
    said = command(
        home,
        "recall",
        "1.0.0",
        str(home / "out"),
        "--reason",
        "A name shows.",
        "--registry",
        str(home / "published"),
        "--date",
        "2025-06-01",
    )
    assert "still public: kaggle" in said and "1 flagged screens, 1 places to cover, 1 words" in said
    assert " --previous " in said and " --version " not in said and "Keller" not in said
    standing = status_of(home / "out", home / "key")
    assert standing.lines[-1][0] == "recalled" and standing.next[1].startswith("build the patched version")
    entry = read_index(shelf).entry("1.0.0")
    assert entry is not None and entry.withdrawn is not None and entry.withdrawn.reason == "A name shows."
    assert "the bundle was recalled on 2025-06-01" in ours(bundle)
    assert ours(shelf / "1.1.0") == ours(home / "two")
    report = judge(
        bundle,
        captures=[],
        public_key=None,
        screens=False,
        unsigned=True,
        auditors=None,
        key=None,
        home=home / "key",
        policy=None,
    )
    assert any("was recalled" in problem.what for problem in report.problems)
    # a reader without our list is told by the signed notices in the folder of releases
    assert recall_problems(shelf / "1.0.0", home / "nobodys.key") == ["was recalled on 2025-06-01"]
    assert recall_problems(shelf / "1.1.0", home / "nobodys.key") == []
    notices = shelf / "notices.json"
    notices.write_bytes(notices.read_bytes().replace(b"A name shows", b"Nothing is"))
    assert recall_problems(shelf / "1.1.0", home / "nobodys.key") == [
        "the notices beside it cannot be read, or were edited"
    ]


def test_the_successor_is_told_when_it_is_there(home: Path) -> None:
    command(home, "recall", "1.0.0", "--reason", "A name shows.", "--registry", str(home / "published"))
    said = command(
        home,
        "recall",
        "1.0.0",
        "--reason",
        "A name shows.",
        "--registry",
        str(home / "published"),
        "--replaced-by",
        "1.1.0",
    )
    assert "entrophy build" not in said
    (one,) = read_recalled(home / "key")
    entry = read_index(home / "published" / "entrophy").entry("1.0.0")
    assert one.replaced_by == "1.1.0" and entry is not None and entry.withdrawn is not None
    assert entry.withdrawn.replaced_by == "1.1.0"
    assert recall_problems(home / "out" / "bundle", home / "key")[0].endswith("version 1.1.0 took its place")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["9.9.9", "--reason", "x"], "no bundle of this version"),
        (["1.0", "--reason", "x"], "not of the form"),
        (["1.0.0", "--reason", " "], "needs a reason"),
        (["1.0.0", "--reason", "x", "--date", "1 June"], "not of the form"),
    ],
)
def test_a_recall_that_means_nothing_is_refused(home: Path, words: list[str], why: str) -> None:
    with pytest.raises(EntrophyError, match=why):
        command(home, "recall", *words, "--registry", str(home / "published"))
    assert not recalled_path(home / "key").exists()


def test_a_list_that_cannot_be_read_is_no_empty_one(home: Path) -> None:
    recalled_path(home / "key").write_text("{}")
    with pytest.raises(EntrophyError, match="cannot be read"):
        recall_problems(home / "out" / "bundle", home / "key")


def test_the_next_patch_follows_the_highest() -> None:
    assert next_patch(["1.0.9", "1.0.10", "0.9.99"]) == "1.0.11"
    assert next_patch(["2.0.0-rc.1"]) == "2.0.1"


def test_readers_on_the_hosts_are_told_when_that_is_asked_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home))
    quick = PublishSettings(destination=f"s3://{BUCKET}/data", work=home / "sending", pause_seconds=0.05, attempts=2)
    words = ("recall", "1.0.0", str(home / "out"), "--reason", "A name shows.")
    with StandIn() as host:
        for name, value in host.environment().items():
            monkeypatch.setenv(name, value)
        for bundle in (home / "out" / "bundle", home / "two"):
            publish(bundle, "s3", yes=True, settings=quick, verify=lambda path: [], signoff=lambda path: [])
        slug = next(key for key in host.objects if key.endswith("index.json"))
        said = command(home, *words)
        assert f"still public: s3, s3://{BUCKET}/data/" in said and "readers are told" not in said
        assert b"A name shows." not in host.objects[slug]
        said = command(home, *words, "--on-hosts")
        assert f"readers are told: s3, s3://{BUCKET}/data/" in said and "still public: kaggle" in said
        entry = parse_index(host.objects[slug]).entry("1.0.0")
        assert entry is not None and entry.withdrawn is not None and entry.withdrawn.reason == "A name shows."
        nowhere = (*words[:2], *words[3:], "--registry", str(home / "published"), "--on-hosts")
        refused = CliRunner().invoke(app, [*nowhere, "--key", str(home / "key")], env={"COLUMNS": "300"})
        assert isinstance(refused.exception, EntrophyError) and "give the folder of the build" in str(refused.exception)
        del host.objects[slug.replace("index.json", "1.0.0/manifest.json")]
        del host.objects[slug.replace("index.json", "notices.json")]
        refused = CliRunner().invoke(app, [*words, "--on-hosts", "--key", str(home / "key")], env={"COLUMNS": "300"})
        assert refused.exit_code == 1 and "readers are not told: s3" in refused.stderr
        assert "no such version" in refused.stderr and "still public: s3" in refused.stdout
