"""Time before the auditor's eyes: measured by the server, told with the review, not to be talked up by a program."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import ValidationError

from redaction.errors import EntrophyError
from redaction.policy import Policy, ReviewPolicy, policy_digest
from release.bundle.bundle_format import json_bytes
from release.bundle.manifest import read_manifest
from release.report.status import status_of
from release.review.attention import Attention, looked_of
from release.review.decisions import Decision, Decisions
from release.review.session import ReviewSession
from release.sign.evidence import review_of
from release.sign.signoff import check_signoff, sign_release
from release.sign.signoff_file import SignOff, signed_document
from tests.review_fixture import NOW, Visitor, make_build, open_session, running

KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attention(clock: Clock) -> Attention:
    return Attention(clock)


def see(attention: Attention, what: int) -> None:
    attention.opened(what)
    attention.sent(what, "raw")
    attention.sent(what, "redacted")


def test_a_screen_is_looked_at_until_another_is_shown(attention: Attention, clock: Clock) -> None:
    see(attention, 0)
    clock.now += 7
    assert attention.seconds(0) == 7.0
    see(attention, 1)
    clock.now += 5
    assert (attention.seconds(0), attention.seconds(1)) == (7.0, 5.0)
    attention.opened(0)
    clock.now += 2
    assert attention.seconds(0) == 9.0, "a second look is added"


def test_both_pictures_have_to_have_been_sent(attention: Attention, clock: Clock) -> None:
    attention.opened(0)
    clock.now += 60
    assert attention.seconds(0) == 0.0
    attention.sent(0, "raw")
    assert attention.seconds(0) == 0.0
    attention.sent(0, "redacted")
    assert attention.seconds(0) == 60.0
    assert attention.seconds(1) == 0.0, "what was never shown was never seen"


def test_everything_asked_for_at_once_shares_the_time(attention: Attention, clock: Clock) -> None:
    for what in range(25):
        see(attention, what)
    clock.now += 5
    assert sum(attention.seconds(what) for what in range(25)) == 5.0


@pytest.mark.parametrize(("away", "counted"), [(299.0, 299.0), (301.0, 300.0)])
def test_who_goes_away_looks_no_longer(attention: Attention, clock: Clock, away: float, counted: float) -> None:
    see(attention, 0)
    clock.now += away
    assert attention.seconds(0) == counted


def test_a_review_tells_how_long_was_looked(tmp_path: Path) -> None:
    session = open_session(make_build(tmp_path / "out"), tmp_path / "key")
    given = [1.9, 2.0, 30.0, None, 0.0]
    for index, seconds in enumerate(given):
        shot = session.shot(index)
        session.decisions.record(
            Decision("b", shot.name, "Pat", NOW, "accept", "i", shot.digest, shot.row_digest, seconds=seconds)
        )
    session.decisions.record(Decision("b", "elsewhere.png", "Pat", NOW, "accept", "i", "other", "other", seconds=1.0))
    session.decisions.record_crops(session.bundle.digest, "Pat", NOW, 0, 24, 12.0)
    told = looked_of(session.bundle, session.plan, session.decisions)
    assert (told.verdicts, told.hurried, told.unmeasured, told.auditors, told.crops) == (5, 2, 1, 1, 24)
    assert told.seconds == pytest.approx(1.95, abs=0.06), "the middle of 0, 1.9, 2 and 30, to a tenth"
    assert "2 given in under 2 s" in told.text() and "1 whose time was not measured" in told.text()
    assert "24 crops of what was left or least certain seen in 12 s" in told.text()
    assert "Pat" not in told.text(), "it is published with the sign-off"


def test_a_program_that_accepts_everything_is_told_in_the_sign_off(tmp_path: Path) -> None:
    """It asks for every page and picture first, as a browser would, and has decided all in no time."""
    out = make_build(tmp_path / "out")
    with running(out, tmp_path / "key") as review:
        program = Visitor(review.port)
        assert program.enter(review.address) == 303
        secret = json.loads(program.ask(f"{review.prefix}/state")[1])["csrf"]
        sent = {
            "Origin": f"http://127.0.0.1:{review.port}",
            "Content_Type": "application/json",
            "X_Entrophy_Review": secret,
        }
        for index in range(12):
            for path in ("item", "raw", "redacted"):
                assert program.ask(f"{review.prefix}/{path}/{index}")[0] == 200
            body = b'{"verdict": "accept", "marks": [], "note": ""}'
            assert program.ask(f"{review.prefix}/decide/{index}", "POST", body, **sent)[0] == 200
        program.ask(f"{review.prefix}/close", "POST", b"{}", **sent)
        review.thread.join(15)
    assert all(d.seconds is not None and d.seconds < 2 for d in Decisions(tmp_path / "key.decisions").standing())
    signed = sign(out)
    assert signed.looked is not None and signed.looked["hurried"] == 12
    assert "12 given in under 2 s" in signed.looked["text"]


ASKED = 5


def reviewed(folder: Path, seconds: list[float | None], *, auditors: int = 1, asked: int = ASKED) -> Path:
    """A release that asks for `asked` seconds a screen, with its twelve screens accepted after those given, the last of
    them for all that follow."""
    out = make_build(folder / "out", seconds=asked)
    session = open_session(out, folder / "key")
    for who in range(auditors):
        accept(session, seconds, f"Auditor {who}")
    return out


def accept(session: ReviewSession, seconds: list[float | None], auditor: str = "Auditor 0", first: int = 0) -> None:
    for index in range(first, len(session.names)):
        shot = session.shot(index)
        given = seconds[min(index, len(seconds) - 1)]
        session.decisions.record(
            Decision("b", shot.name, auditor, NOW, "accept", "i", shot.digest, shot.row_digest, seconds=given)
        )


def sign(out: Path) -> SignOff:
    return sign_release(
        out / "bundle",
        out.parent / "key.decisions",
        auditor="Pat Auditor",
        signing_key=KEY,
        decision="release",
        note="",
        now=NOW,
        verify=lambda bundle: [],
    )


def test_a_review_that_took_its_time_to_the_second_is_signed(tmp_path: Path) -> None:
    out = reviewed(tmp_path, [5.0])
    signed = sign(out)
    assert signed.looked is not None and (signed.looked["seconds_asked"], signed.looked["short"]) == (5, 0)
    assert "at least 5 s asked for each screen." in signed.looked["text"]
    assert not [p for p in check_signoff(out / "bundle", stranger=True) if "looked at" in p]


@pytest.mark.parametrize("seconds", [4.9, 0.0, None])
def test_a_screen_accepted_too_fast_is_named_and_nothing_is_signed(tmp_path: Path, seconds: float | None) -> None:
    out = reviewed(tmp_path, [60.0, seconds, 5.0])
    with pytest.raises(EntrophyError, match=r"1 screen\(s\) .* under 5 s.*\(number 2 on the review page\)") as caught:
        sign(out)
    assert "look again at those" in caught.value.remedy and not (out / "signoff.json").exists()
    assert "1 of them accepted after less" in told_of(out)
    who, what = status_of(out, tmp_path / "key").next
    assert who == "auditor" and "entrophy review" in what and "accepted 1 screen(s) too fast" in what
    accept(open_session(out, tmp_path / "key"), [5.0], first=1)
    assert "entrophy sign" in status_of(out, tmp_path / "key").next[1]
    assert sign(out).looked is not None, "a second look mends it"


def told_of(out: Path) -> str:
    review = review_of(out / "bundle", Decisions(out.parent / "key.decisions"))
    assert review.looked is not None
    return review.looked.text()


def test_ten_screens_are_named_and_the_others_counted(tmp_path: Path) -> None:
    out = reviewed(tmp_path, [1.0])
    with pytest.raises(EntrophyError, match=r"12 screen\(s\).*number 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …"):
        sign(out)


def test_each_auditor_has_to_look(tmp_path: Path) -> None:
    out = reviewed(tmp_path, [1.0], auditors=1)
    accept(open_session(out, tmp_path / "key"), [60.0], "Another")
    with pytest.raises(EntrophyError, match=r"12 screen\(s\) of the plan were accepted in under 5 s"):
        sign(out)


def test_by_default_times_are_told_and_refuse_nothing(tmp_path: Path) -> None:
    out = reviewed(tmp_path, [0.1], asked=0)
    assert "review_seconds" not in json.loads((out / "bundle" / "manifest.json").read_text(encoding="utf-8"))
    signed = sign(out)
    assert signed.looked is not None and signed.looked["hurried"] == 12 and "asked for" not in signed.looked["text"]


def test_a_sign_off_that_does_not_tell_of_the_time_asked_for_does_not_count(tmp_path: Path) -> None:
    """As a program would write it that does not know the setting: signed by the auditor's own key."""
    out = reviewed(tmp_path, [5.0])
    signed = sign(out)
    said = "the screens were not each looked at for the 5 s that the release asks for"
    assert signed.looked is not None
    for change in {"seconds_asked": 0}, {"seconds_asked": 4}, {"short": 1}:
        other = dataclasses.replace(signed, looked={**signed.looked, **change})
        (out / "signoff.json").write_bytes(json_bytes(signed_document(other, KEY)))
        assert said in check_signoff(out / "bundle", stranger=True)
    (out / "signoff.json").write_bytes(json_bytes(signed_document(dataclasses.replace(signed, looked=None), KEY)))
    assert said in check_signoff(out / "bundle", stranger=True)


def test_what_the_review_asks_for_stands_in_the_bundle_and_searches_nothing_anew(tmp_path: Path) -> None:
    asked = Policy(review=ReviewPolicy(seconds_a_screen_at_least=ASKED))
    assert policy_digest(asked) == policy_digest(Policy())
    out = make_build(tmp_path / "out", seconds=ASKED)
    assert read_manifest(out / "bundle").review_seconds == ASKED
    assert "was looked at for 5 s" in (out / "bundle" / "README.md").read_text(encoding="utf-8")
    with pytest.raises(ValidationError):
        ReviewPolicy(seconds_a_screen_at_least=61)
    assert ReviewPolicy(seconds_a_screen_at_least=60).seconds_a_screen_at_least == 60
