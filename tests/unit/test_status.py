"""Where a release stands and what is next for whom, from nothing to published; and whose signatures count."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.built import told
from redaction.capture.preflight import batch_folders
from redaction.errors import EntrophyError, PolicyError
from redaction.policy import load_policy
from redaction.work import formats
from release.publish.publish_types import RECEIPT_NAME
from release.report.status import status_of
from release.review.decisions import decisions_path
from release.sign.auditors import auditors_path, distrust_auditor, trust_auditor, trusted_auditors
from release.sign.evidence import bundle_digest
from release.sign.signing import public_key
from release.sign.signoff import sign_release
from tests.review_fixture import NOW, make_build, open_session

AUDITOR = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
OTHER = public_key(Ed25519PrivateKey.from_private_bytes(b"o" * 32))


def sign(out: Path, key: Path, decision: str = "release") -> None:
    sign_release(
        out / "bundle",
        decisions_path(key),
        auditor="Pat Auditor",
        signing_key=AUDITOR,
        decision=decision,  # type: ignore[arg-type]
        note="looked at",
        now=NOW,
        verify=lambda bundle: [],
    )


def test_a_release_is_told_step_by_step(tmp_path: Path) -> None:
    out, key = tmp_path / "out", tmp_path / "key"
    assert status_of(out, key).next[0] == "maintainer" and status_of(out, key).lines == (("built", "not yet"),)
    (out / "work").mkdir(parents=True)
    assert "not released" in status_of(out, key).lines[0][1]
    (out / "work").rmdir()
    out.rmdir()
    make_build(out, signing_key=Ed25519PrivateKey.from_private_bytes(b"r" * 32))

    def stands(step: str) -> str:
        return dict(status_of(out, key).lines)[step]

    assert [stands(step) for step in ("reviewed", "signed", "published")] == ["not yet"] * 3
    assert "version" in stands("built") and stands("leak check").startswith("passed; 0 screenshots and 0 rows")
    assert status_of(out, key).next == ("auditor", f"entrophy review {out} --auditor NAME")
    session = open_session(out, key)
    session.decide(0, "accept", (), "")
    assert status_of(out, key).next[0] == "auditor" and stands("reviewed").startswith("1 of")
    assert "1 given in under 2 s" in stands("reviewed"), "nobody looked at a picture"
    for index in range(len(session.names)):
        session.decide(index, "accept", (), "")
    assert status_of(out, key).next[1].startswith("entrophy sign")
    sign(out, key)
    assert "nobody on the list" in stands("signed")
    assert status_of(out, key).next == ("maintainer", f'entrophy trust {public_key(AUDITOR)} "Pat Auditor"')
    trust_auditor(auditors_path(key), public_key(AUDITOR), "Pat Auditor")
    assert "a trusted auditor" in stands("signed") and status_of(out, key).next[1].startswith("entrophy publish")
    receipt = {"version": "1.0.0", "digest": bundle_digest(out / "bundle")}
    text = json.dumps({"format": formats.RECEIPT, "targets": {"folder": receipt, "kaggle": {**receipt, "digest": "0"}}})
    (out / RECEIPT_NAME).write_text(text)
    assert stands("published") == "folder: 1.0.0, kaggle: 1.0.0 (another bundle)"
    assert status_of(out, key).next[0] == "nobody"
    session.decide(0, "flag", (), "something shows")
    assert status_of(out, key).next[1].startswith("build again")


def test_a_stop_is_the_maintainers(tmp_path: Path) -> None:
    out, key = tmp_path / "out", tmp_path / "key"
    make_build(out, signing_key=Ed25519PrivateKey.from_private_bytes(b"r" * 32))
    sign(out, key, "stop")
    assert status_of(out, key).next[0] == "maintainer" and "stopped" in status_of(out, key).next[1]


def test_an_auditor_is_trusted_once_and_by_one_key(tmp_path: Path) -> None:
    path, mine = tmp_path / "key.auditors", public_key(AUDITOR)
    assert trust_auditor(path, mine, " Pat  Auditor ") and not trust_auditor(path, mine, "Pat Auditor")
    assert trusted_auditors(path) == {(mine, "Pat Auditor")} and stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(EntrophyError, match="another key"):
        trust_auditor(path, OTHER, "pat auditor")
    for public, name in (("no key", "Kim"), (OTHER[:-4], "Kim"), (OTHER, " ")):
        with pytest.raises(EntrophyError, match="public key and a name"):
            trust_auditor(path, public, name)
    path.write_text(f"# ours\n{path.read_text()}")
    assert trust_auditor(path, OTHER, "Kim") and distrust_auditor(path, "PAT auditor") == 1
    assert path.read_text() == f"# ours\n{OTHER} Kim\n" and distrust_auditor(path, "Pat Auditor") == 0


def test_the_commands(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(app, [*words, "--key", str(tmp_path / "key")])
        assert done.exit_code == 0, done.output
        return done.output

    assert "trusted: Kim" in run("trust", OTHER, "Kim") and "Kim" in run("trust")
    assert "no longer" in run("trust", "--remove", "Kim") and "Kim" not in run("trust")
    (tmp_path / "out").mkdir()
    assert "maintainer: entrophy build" in run("status", str(tmp_path / "out"))
    version = CliRunner().invoke(app, ["--version"])
    assert version.exit_code == 0 and version.output.startswith("entrophy ")


def test_a_folder_of_batches_stands_for_them(tmp_path: Path) -> None:
    for name in ("b", "a", "none"):
        (tmp_path / name).mkdir()
    for name in ("a", "b"):
        (tmp_path / name / "batch.json").touch()
    assert batch_folders([tmp_path]) == [tmp_path / "a", tmp_path / "b"]
    assert batch_folders([tmp_path / "b", tmp_path / "none"]) == [tmp_path / "b", tmp_path / "none"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("vision: {styl: blur}", "vision.styl: there is no such key; did you mean vision.style?"),
        ("text: {style: blur}", "text.style: there is no such key; did you mean vision.style?"),
        ("visoin: {}", "visoin: there is no such key; did you mean vision?"),
        ("xyzzy: 1", "xyzzy: there is no such key."),
    ],
)
def test_a_key_that_there_is_not_is_told_with_what_may_be_meant(tmp_path: Path, written: str, meant: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(written)
    with pytest.raises(PolicyError) as caught:
        load_policy(path)
    assert meant in str(caught.value)


def test_a_finished_build_says_what_came_of_it(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out", signing_key=Ed25519PrivateKey.from_private_bytes(b"r" * 32))
    path = out / "bundle" / "redaction_summary.json"
    summary = json.loads(path.read_text())
    summary["funnel"] |= {"events_in": 1204, "events_accepted": 1200}
    summary["refused"] = {f"reason_{n}": n for n in range(1, 8)}
    path.write_text(json.dumps(summary))
    said = list(told(out, tmp_path / "key"))
    assert "interactions  1,200 of 1,204 go out" in said
    assert any("reason_7 7, reason_6 6" in line and "and 2 more reasons" in line for line in said)
    assert said[-1].startswith("next          auditor: entrophy review")
    assert not any(line.startswith("usefulness") for line in said), "a bundle of before says nothing of it"


def test_a_finished_build_says_what_redaction_cost(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out", signing_key=Ed25519PrivateKey.from_private_bytes(b"r" * 32))
    score = {
        **{"domain": "HR", "task": "classification", "input": "rows", "baseline": "tfidf", "measure": "accuracy"},
        **{"instances": 60, "samples": 60, "before": 0.9, "after": 0.885},
    }
    scores = [score, {**score, "after": 0.9}, {**score, "instances": 9, "after": 0.1}]
    stated = {"format": "entrophy-utility/1", "drop_at_most": 2.0, "judged_from_instances": 50, "scores": scores}
    path = out / "bundle" / "utility.json"
    path.write_text(json.dumps(stated))
    assert "usefulness    1.5 points lost at most (HR, classification); 2 may be" in told(out, tmp_path / "key")
    path.write_text(json.dumps({**stated, "scores": scores[2:]}))
    said = "usefulness    1 scores told, none judged: no domain has 50 instances"
    assert said in told(out, tmp_path / "key")


@pytest.mark.parametrize("command", ["status", "verify", "browse", "review", "sign", "diff"])
def test_a_mistyped_folder_is_told_as_one_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    more = {
        "review": ["--auditor", "Pat", "--auditor-key", "pat.key", "--no-browser"],
        "sign": ["--auditor", "Pat", "--auditor-key", "pat.key"],
        "diff": ["other"],
    }
    done = CliRunner().invoke(app, [command, "otu", *more.get(command, [])])
    assert isinstance(done.exception, EntrophyError), done.output
    assert str(done.exception).startswith("otu: there is no such folder.")
    assert not (tmp_path / "pat.key").exists(), "no key for a release that there is not"


def test_an_empty_list_of_auditors_is_told(tmp_path: Path) -> None:
    said = CliRunner().invoke(app, ["trust", "--key", str(tmp_path / "key")]).output
    assert "no auditor is trusted yet" in said and "key.auditors" in said
    CliRunner().invoke(app, ["trust", OTHER, "Kim Careful", "--key", str(tmp_path / "key")])
    said = CliRunner().invoke(app, ["trust", "--key", str(tmp_path / "key")]).output
    assert "Kim Careful" in said and "no auditor" not in said
