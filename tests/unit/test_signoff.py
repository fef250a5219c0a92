"""No signature without a complete review, no release without the signature: every refusal, and the way through."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import EntrophyError, KeyProblem
from redaction.findings import Kind
from redaction.stages.corrections import load_corrections
from redaction.work.json_text import canonical
from release.bundle.bundle_format import json_bytes
from release.review.decisions import Decisions, Mark
from release.review.session import ReviewSession
from release.sign.auditors import auditor_key, auditor_line, trusted_auditors
from release.sign.evidence import certificate_problems, release_problems, review_of
from release.sign.signing import signed_text
from release.sign.signing_gate import add_signoff
from release.sign.signoff import check_signoff, sign_release
from release.sign.signoff_file import Decision, SignOff, signed_by, signoff_path
from release.verify.problems import VerifyReport
from tests.review_fixture import NOW, clean_certificate, make_build, open_session

RELEASE_KEY = Ed25519PrivateKey.from_private_bytes(b"r" * 32)
KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
MALLORY = Ed25519PrivateKey.from_private_bytes(b"m" * 32)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_build(tmp_path_factory.mktemp("built") / "out", signing_key=RELEASE_KEY)


@pytest.fixture
def out(built: Path, tmp_path: Path) -> Path:
    """A copy to review and to damage."""
    return Path(shutil.copytree(built, tmp_path / "out"))


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    path = tmp_path / "auditors"
    path.write_text(f"# who may sign\n\n{auditor_line('Pat Auditor', KEY)}\n", encoding="utf-8")
    path.chmod(0o644)
    return path


def problems_of(bundle: Path, decisions: Path) -> list[str]:
    return release_problems(bundle, review_of(bundle, Decisions(decisions)))


def accept_all(session: ReviewSession) -> None:
    for index in range(len(session.names)):
        session.decide(index, "accept", (), "")


def sign(out: Path, decision: Decision = "release", **changed: Any) -> SignOff:
    given = {
        "auditor": "Pat Auditor",
        "signing_key": KEY,
        "decision": decision,
        "note": "looked at",
        "now": NOW,
        "verify": lambda bundle: [],
    }
    return sign_release(out / "bundle", out.parent / "key.decisions", **{**given, **changed})


def problems(out: Path, trusted: Path | None) -> str:
    return "; ".join(check_signoff(out / "bundle", trusted=trusted, decisions=out.parent / "key.decisions"))


def test_a_reviewed_bundle_is_signed_and_passes(out: Path, trusted: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    assert problems_of(out / "bundle", out.parent / "key.decisions") == []
    # with the real verification of the bundle
    signed = sign(out, verify=None)
    assert signoff_path(out / "bundle") == out / "signoff.json"
    assert (signed.reviewed, signed.open_flags, signed.upper_bound) == (12, 0, 0.0)
    assert signed.plan is not None
    assert signed.plan["text"].startswith("All 12 screens are reviewed")
    assert check_signoff(out / "bundle", trusted=trusted) == []
    assert problems(out, trusted) == ""


def test_signing_twice_gives_the_same_bytes(out: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    before = (out / "signoff.json").read_bytes()
    sign(out)
    assert (out / "signoff.json").read_bytes() == before


def test_an_unreviewed_or_half_reviewed_bundle_is_not_signed(out: Path, trusted: Path) -> None:
    with pytest.raises(EntrophyError, match="was not reviewed"):
        sign(out)
    session = open_session(out, out.parent / "key")
    for index in range(11):
        session.decide(index, "accept", (), "")
    with pytest.raises(EntrophyError, match=r"1 screen\(s\) of the plan are not decided"):
        sign(out)
    assert not (out / "signoff.json").exists()
    assert "not signed by an auditor" in problems(out, trusted)


def test_a_flag_stays_open_until_the_release_is_built_without_what_was_flagged(tmp_path: Path, trusted: Path) -> None:
    key = tmp_path / "key"
    first = make_build(tmp_path / "first", signing_key=RELEASE_KEY)
    session = open_session(first, key)
    missed = Mark("missed", Kind.PERSON, (100, 200, 200, 220), 320, 240, text="Ada Invented")
    session.decide(0, "flag", (missed,), "a name below")
    for index in range(1, 12):
        session.decide(index, "accept", (), "")
    with pytest.raises(EntrophyError, match=r"1 flag\(s\) are open"):
        sign(first)
    image = session.raw(0).digest
    assert [f.box for f in load_corrections(tmp_path / "key.corrections.json").cover[image]] == [missed.box]

    # built again with nothing changed on that screen: the flag is as open as before, whatever else is accepted
    again = make_build(tmp_path / "again", certify=_renamed_certificate, signing_key=RELEASE_KEY)
    unchanged = open_session(again, key)
    assert unchanged.bundle.digest != session.bundle.digest
    assert unchanged.state()["open_flags"] == 1
    assert unchanged.state()["items"].count("accepted") == 11, "verdicts on the same pixels and rows still count"
    with pytest.raises(EntrophyError, match=r"1 flag\(s\) are open"):
        sign(again)

    # built with the correction: the screen comes first again, and has to be accepted as it is now
    fixed = make_build(tmp_path / "fixed", repaint=True, signing_key=RELEASE_KEY)
    corrected = open_session(fixed, key)
    assert corrected.names[0] == session.names[0]
    assert corrected.state()["open_flags"] == 0
    with pytest.raises(EntrophyError, match="not decided"):
        sign(fixed)
    accept_all(corrected)
    sign(fixed)
    assert problems(fixed, trusted) == ""
    assert "for another bundle" in "; ".join(check_signoff(first / "bundle", fixed / "signoff.json", trusted)), (
        "a sign-off opens its own bundle only"
    )


def _renamed_certificate(folder: Path) -> dict[str, Any]:
    return {**clean_certificate(folder), "sampling": "everything was read"}


def test_a_missed_word_stays_open_until_the_rows_change(tmp_path: Path) -> None:
    key = tmp_path / "key"
    session = open_session(make_build(tmp_path / "first"), key)
    index = next(i for i in range(12) if len(session.item(i)["rows"]) > 1)
    row = session.item(index)["rows"][1]["interaction"]
    word = Mark("field", Kind.PERSON, interaction=row, field="field_value", text="Value")
    session.decide(index, "flag", (word,), "")
    assert open_session(make_build(tmp_path / "repainted", repaint=True), key).state()["open_flags"] == 1

    def mend(rows: list[dict[str, Any]]) -> None:
        for item in rows:
            if item["interaction_uuid"] == row:
                item["field_value"] = item["interaction_value"] = "Somebody"

    assert open_session(make_build(tmp_path / "mended", change=mend), key).state()["open_flags"] == 0
    assert [e.value for e in load_corrections(tmp_path / "key.corrections.json").entities] == ["Value"]


def test_a_second_auditor_cannot_overrule_a_flag(out: Path) -> None:
    open_session(out, out.parent / "key", "Kim Careful").decide(3, "flag", (), "unsure")
    pat = open_session(out, out.parent / "key")
    accept_all(pat)
    with pytest.raises(EntrophyError, match=r"1 flag\(s\) are open"):
        sign(out)
    open_session(out, out.parent / "key", "Kim Careful").decide(3, "accept", (), "it was nothing")
    assert sign(out).open_flags == 0


def test_a_flag_raised_after_signing_stops_the_release(out: Path, trusted: Path) -> None:
    session = open_session(out, out.parent / "key")
    accept_all(session)
    sign(out)
    session.decide(5, "flag", (), "on second thought")
    assert "1 flag(s) are open" in problems(out, trusted)


def test_accepting_what_is_marked_as_missed_is_refused(out: Path) -> None:
    session = open_session(out, out.parent / "key")
    with pytest.raises(EntrophyError, match="marked as missed"):
        session.decide(0, "accept", (Mark("missed", Kind.FACE, (0, 0, 5, 5), 320, 240),), "")
    for box in ((0, 0, 321, 5), (5, 5, 5, 9), (-1, 0, 5, 5)):
        with pytest.raises(EntrophyError, match="outside"):
            session.decide(0, "flag", (Mark("missed", Kind.FACE, box, 320, 240),), "")
    with pytest.raises(EntrophyError, match="field that is not here"):
        session.decide(0, "flag", (Mark("field", Kind.PERSON, interaction="other", field="field_value"),), "")
    assert session.decisions.standing() == []


@pytest.mark.parametrize(
    ("certify", "reason"),
    [
        (None, "no readable leak certificate"),
        (lambda folder: {**clean_certificate(folder), "verdict": "failed"}, "does not say that nothing was found"),
        (lambda folder: {**clean_certificate(folder), "findings": [{"where": "x"}]}, "nothing was found"),
        (lambda folder: {**clean_certificate(folder), "screens_read": False}, "screenshots were not read"),
    ],
)
def test_without_a_clean_certificate_nothing_is_signed(
    tmp_path: Path, certify: Callable[[Path], Any] | None, reason: str
) -> None:
    out = make_build(tmp_path / "out", certify=certify)
    accept_all(open_session(out, tmp_path / "key"))
    with pytest.raises(EntrophyError, match=reason):
        sign(out)


def test_a_stale_certificate_is_seen(out: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    path = out / "bundle" / "leak_certificate.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "content_digest": "0" * 64}))
    with pytest.raises(EntrophyError, match="made for other content"):
        sign(out)


def test_a_sign_off_names_the_certificate_that_the_auditor_saw(out: Path, trusted: Path) -> None:
    """Another certificate, as clean and for the same content, was not seen by her; nor is none."""
    accept_all(open_session(out, out.parent / "key"))
    path = out / "bundle" / "leak_certificate.json"
    assert sign(out).certificate_digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert problems(out, trusted) == ""
    seen = json.loads(path.read_text())
    path.write_text(json.dumps({**seen, "sampling": "everything was read"}))
    assert "the sign-off was given on another leak certificate" in problems(out, trusted)
    path.unlink()
    assert "the sign-off was given on another leak certificate" in problems(out, trusted)
    assert sign(out, "stop", note="no certificate").certificate_digest == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "no readable leak certificate"),
        ("{", "no readable leak certificate"),
        ('{"verdict": "passed", "findings": [], "screens_read": 1}', "no readable leak certificate"),
        ('{"verdict": "passed", "screens_read": true}', "does not say that nothing was found"),
    ],
)
def test_half_a_certificate_is_none(out: Path, text: str, reason: str) -> None:
    (out / "bundle" / "leak_certificate.json").write_text(text)
    assert any(reason in problem for problem in certificate_problems(out / "bundle"))


@pytest.mark.parametrize("text", ["pat@brandvold-freight.com", "call +1 415 227 2671"])
def test_a_note_with_somebodys_address_or_number_is_not_signed(out: Path, text: str) -> None:
    accept_all(open_session(out, out.parent / "key"))
    for given in ({"note": text}, {"auditor": text}):
        with pytest.raises(EntrophyError, match="e-mail address or a telephone number"):
            sign(out, **given)
    with pytest.raises(EntrophyError, match="needs the name of the auditor"):
        sign(out, auditor=" ")
    assert not (out / "signoff.json").exists()
    signed = sign(out, auditor=" Pat Auditor ", note=" looked at\n")
    assert (signed.auditor, signed.note) == ("Pat Auditor", "looked at")


def test_a_problem_of_the_verification_is_told(out: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    with pytest.raises(EntrophyError, match=r"verification: Finance\.json is odd"):
        sign(out, verify=lambda bundle: ["Finance.json is odd"])


def test_one_changed_byte_after_signing_is_seen(out: Path, trusted: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    for name in ("Finance.parquet", "Finance_screenshots.zip", "README.md", "leak_certificate.json", "manifest.json"):
        path = out / "bundle" / name
        good = path.read_bytes()
        path.write_bytes(good[:-2] + bytes([good[-2] ^ 1]) + good[-1:])
        assert check_signoff(out / "bundle", trusted=trusted), name
        path.write_bytes(good)
    assert check_signoff(out / "bundle", trusted=trusted) == []


@pytest.mark.parametrize(
    "change",
    [
        {"decision": "release", "auditor": "Kim Careful"},
        {"open_flags": 0, "reviewed": 9999},
        {"bundle_digest": "0" * 64},
        {"note": "something else"},
    ],
)
def test_a_forged_statement_is_seen(out: Path, trusted: Path, change: dict[str, Any]) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    path = out / "signoff.json"
    parts = json.loads(path.read_text())
    parts["statement"].update(change)
    path.write_bytes(json_bytes(parts))
    assert problems(out, trusted) == "the signature does not belong to this sign-off"


UNSIGNED_WORDS: dict[str, Callable[[bytes], bytes]] = {
    "spaces": lambda data: data.replace(b"{", b"{" + b" " * 50_000, 1),
    "one more field": lambda data: json_bytes({**json.loads(data), "remark": "words that nobody signed"}),
    "a key twice": lambda data: data.replace(b"{", b'{"format": "words that nobody signed",', 1),
    "an escape": lambda data: data.replace(b'"format"', b'"\\u0066ormat"', 1),
    "a line more": lambda data: data + b"\n",
}


@pytest.mark.parametrize("name", UNSIGNED_WORDS)
def test_a_sign_off_has_one_form_and_room_for_nothing_unsigned(out: Path, trusted: Path, name: str) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    path = out / "signoff.json"
    assert check_signoff(out / "bundle", trusted=trusted) == []
    path.write_bytes(UNSIGNED_WORDS[name](path.read_bytes()))
    assert "written form" in problems(out, trusted)


def rewritten(out: Path, form: str, context: bytes, drop: str = "") -> None:
    """The sign-off in another form, signed by the auditor."""
    path = out / "signoff.json"
    parts = json.loads(path.read_bytes())
    statement = {k: v for k, v in parts["statement"].items() if k != drop}
    signature = signed_text(KEY, context + canonical(dict(sorted(statement.items()))).encode())
    path.write_bytes(json_bytes({**parts, "format": form, "statement": statement, "signature": signature}))


@pytest.mark.parametrize("drop", ["looked", ""])
def test_a_sign_off_in_the_form_of_before_still_counts(out: Path, trusted: Path, drop: str) -> None:
    """Without the field that tells how screens were looked at, and with it, as it was written for a while."""
    accept_all(open_session(out, out.parent / "key"))
    signed = sign(out)
    assert json.loads((out / "signoff.json").read_bytes())["format"] == "entrophy-signoff/2"
    rewritten(out, "entrophy-signoff/1", b"entrophy sign-off v1\0", drop)
    assert problems(out, trusted) == ""
    parsed = signed_by(out / "bundle")
    assert parsed is not None and parsed[0].looked == (None if drop else signed.looked)


@pytest.mark.parametrize(
    ("form", "context", "drop", "said"),
    [
        ("entrophy-signoff/1", b"entrophy sign-off v2\0", "", "does not belong"),
        ("entrophy-signoff/2", b"entrophy sign-off v1\0", "", "does not belong"),
        ("entrophy-signoff/2", b"entrophy sign-off v2\0", "looked", "written form"),
        ("entrophy-signoff/3", b"entrophy sign-off v2\0", "", "is not of the format entrophy-signoff/2 or entrophy-"),
    ],
)
def test_a_signature_is_for_one_form(out: Path, trusted: Path, form: str, context: bytes, drop: str, said: str) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    rewritten(out, form, context, drop)
    assert said in problems(out, trusted)


def test_a_signature_of_somebody_else_does_not_count(out: Path, trusted: Path) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out, signing_key=MALLORY)
    assert "not in the list of trusted auditors" in problems(out, trusted)
    sign(out, auditor="Kim Careful")
    assert "not in the list of trusted auditors" in problems(out, trusted), "a key is trusted for its own name only"
    sign(out)
    assert "no list of trusted auditors" in problems(out, None)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": "entrophy-signoff/1"}', "\x00"])
def test_an_unreadable_signoff_is_a_problem(out: Path, trusted: Path, text: str) -> None:
    (out / "signoff.json").write_text(text)
    assert problems(out, trusted).startswith(("the sign-off cannot be read", "the sign-off is not of the format"))


def test_a_stop_is_always_possible_and_stops(out: Path, trusted: Path) -> None:
    with pytest.raises(EntrophyError, match="a stop needs its reason"):
        sign(out, "stop", note=" ")
    assert sign(out, "stop", note="consent was withdrawn").upper_bound == 1.0
    assert "decided to stop" in problems(out, trusted)


def test_a_weaker_plan_does_not_open_the_gate(out: Path, trusted: Path) -> None:
    store = Decisions(out.parent / "key.decisions")
    weak = ReviewSession(out, store, out.parent / "c", "Pat Auditor", fraction=0.2, confidence=0.5)
    accept_all(weak)
    with pytest.raises(EntrophyError, match="weaker"):
        sign(out)
    sign(out, fraction=0.2, confidence=0.5)
    assert "weaker" in "; ".join(check_signoff(out / "bundle", trusted=trusted))
    with pytest.raises(EntrophyError, match="under another plan"):
        open_session(out, out.parent / "key")


def test_a_plan_that_does_not_follow_from_the_bundle_is_refused(out: Path) -> None:
    session = open_session(out, out.parent / "key")
    forged = dataclasses.replace(session.plan, screenshots=session.plan.screenshots[:1], certain=1)
    store = Decisions(out.parent / "other.decisions")
    store.keep_plan(session.bundle.digest, json.dumps(forged.as_json()))
    assert any("not the one that follows" in p for p in problems_of(out / "bundle", out.parent / "other.decisions"))


def test_an_auditor_has_a_key_of_her_own(tmp_path: Path) -> None:
    key = auditor_key(tmp_path / "pat")
    assert stat.S_IMODE((tmp_path / "pat").stat().st_mode) == 0o600
    assert auditor_line("Pat", auditor_key(tmp_path / "pat")) == auditor_line("Pat", key)
    (tmp_path / "pat").chmod(0o644)
    with pytest.raises(KeyProblem):
        auditor_key(tmp_path / "pat")


@pytest.mark.parametrize("line", ["no-key Pat", "AAAA Pat", auditor_line("Pat", KEY).split()[0]])
def test_a_broken_list_of_auditors_is_refused(trusted: Path, line: str) -> None:
    with trusted.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(EntrophyError, match="auditors:4"):
        trusted_auditors(trusted)


def test_a_list_that_others_may_change_is_refused(trusted: Path, tmp_path: Path) -> None:
    trusted.chmod(0o664)
    with pytest.raises(EntrophyError, match="changed by others"):
        trusted_auditors(trusted)
    with pytest.raises(EntrophyError, match="cannot be read"):
        trusted_auditors(tmp_path / "none")


def test_a_flag_follows_its_pixels_to_another_name(tmp_path: Path) -> None:
    key = tmp_path / "key"
    session = open_session(make_build(tmp_path / "first"), key)
    session.decide(0, "flag", (Mark("missed", Kind.FACE, (1, 1, 9, 9), 320, 240),), "")

    def rename(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["screenshot_name"]:
                row["screenshot_name"] = f"New-{row['screenshot_name']}"

    renamed = open_session(make_build(tmp_path / "renamed", change=rename), key)
    assert renamed.names[0] == f"New-{session.names[0]}", "it comes first under its new name"
    assert renamed.state()["items"][0] == "flagged"
    assert renamed.state()["open_flags"] == 1


def test_an_auditors_key_is_held_against_a_list_or_those_who_signed_before_and_not_against_nothing(
    out: Path, trusted: Path
) -> None:
    accept_all(open_session(out, out.parent / "key"))
    sign(out)
    held = []
    signed = signed_by(out / "bundle")
    assert signed is not None
    for given in ({}, {"known": [(signed[1], "Kim Careful")]}, {"known": [(signed[1], "Pat Auditor")]}):
        add_signoff(report := VerifyReport(out / "bundle"), **given)
        held.append((report.ok, report.signoff_held))
    add_signoff(report := VerifyReport(out / "bundle"), auditors=trusted)
    assert [*held, (report.ok, report.signoff_held)] == [(True, False), (True, False), (True, True), (True, True)]


def test_an_auditor_is_shown_a_decision_of_her_own_and_no_other(out: Path) -> None:
    mine, before, behind = (open_session(out, out.parent / "key", name) for name in ("Kim", "Ada", "Zoe"))
    for other in (before, behind):
        other.decide(0, "flag", (), "")
    assert mine.item(0)["decision"] is None
    mine.decide(0, "flag", (Mark("missed", Kind.PERSON, (10, 20, 60, 40), 320, 240),), "")
    shown = mine.item(0)["decision"]
    assert (shown["verdict"], [mark["box"] for mark in shown["marks"]]) == ("flag", [[10, 20, 60, 40]])


@pytest.mark.parametrize("index", [-1, 12])
def test_a_review_has_no_screen_outside_of_its_plan(out: Path, index: int) -> None:
    with pytest.raises(IndexError):
        open_session(out, out.parent / "key").shot(index)
