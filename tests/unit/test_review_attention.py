"""Time before the auditor's eyes: measured by the server, told with the review, not to be talked up by a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from release.review.attention import Attention, looked_of
from release.review.decisions import Decision, Decisions
from release.sign.signoff import sign_release
from tests.review_fixture import NOW, Visitor, make_build, open_session, running


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
    assert "24 of the least certain findings seen as crops in 12 s" in told.text()
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
    signed = sign_release(
        out / "bundle",
        tmp_path / "key.decisions",
        auditor="Pat Auditor",
        signing_key=Ed25519PrivateKey.from_private_bytes(b"a" * 32),
        decision="release",
        note="",
        now=NOW,
        verify=lambda bundle: [],
    )
    assert signed.looked is not None and signed.looked["hurried"] == 12
    assert "12 given in under 2 s" in signed.looked["text"]
