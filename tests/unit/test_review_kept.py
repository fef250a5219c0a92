"""What the review of a signed version still stands for: counted exactly, and only where everything is the same."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import EntrophyError
from release.review.decisions import Decisions
from release.review.plan import CONFIDENCE, FRACTION, Kept, Plan, Screen, bound_of, make_plan, plan_from_json
from release.review.session import ReviewSession
from release.sign.auditors import auditor_line
from release.sign.evidence import review_of
from release.sign.signoff import check_signoff, sign_release
from tests.review_fixture import NOW, make_build, open_session

KEY = Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32)
ORIGIN = "b" * 64


def screens(count: int, first: int = 0) -> list[Screen]:
    return [Screen(f"{number:06d}.png", f"app {number % 3}", 1.0) for number in range(first, first + count)]


def kept_of(plan: Plan, names: set[str]) -> list[Kept]:
    """What a signed plan without certain or kept screens leaves of these names."""
    return [Kept(ORIGIN, tuple(sorted(names)), tuple(sorted(names & set(plan.screenshots))))]


def test_only_what_is_new_is_asked_for_and_as_if_it_were_a_release_by_itself() -> None:
    old = screens(10_000)
    before = make_plan("1" * 64, old)
    kept = kept_of(before, {s.name for s in old})
    new = screens(500, first=10_000)
    after = make_plan("2" * 64, [*old, *new], kept=kept)
    asked = set(after.screenshots)
    assert asked <= {s.name for s in new}, "nothing that is the same is asked for again"
    alone = make_plan("2" * 64, new)
    assert [len(asked)] == [len(alone.screenshots)] and len(asked) >= 225
    assert bound_of(after, len(after.screenshots), 0) <= FRACTION
    assert bound_of(after, len(after.screenshots) - 1, 0) == bound_of(after, len(after.screenshots), 1) == 1.0
    assert "10000 others are as in a version that was signed off" in after.text()
    assert "fewer than 1% of the 500 that are new or changed" in after.text()
    assert plan_from_json(json.loads(json.dumps(after.as_json()))) == after


def test_nothing_new_asks_for_nothing_where_the_old_sample_is_enough() -> None:
    old = screens(1_000)
    before = make_plan("1" * 64, old)
    again = make_plan("2" * 64, old, kept=kept_of(before, {s.name for s in old}))
    assert again.screenshots == () and bound_of(again, 0, 0) <= FRACTION


@pytest.mark.parametrize("share", [0.9, 0.5, 0.1])
def test_where_too_little_of_the_old_sample_is_left_more_is_drawn(share: float) -> None:
    old = screens(2_000)
    before = make_plan("1" * 64, old)
    names = {s.name for s in old[: int(share * 2_000)]}
    after = make_plan("2" * 64, old, kept=kept_of(before, names))
    seen = set(kept_of(before, names)[0].seen)
    assert not set(after.screenshots) & seen, "what was accepted is not drawn again"
    assert set(after.screenshots) & names, "the sample of what stayed is filled up"
    assert bound_of(after, len(after.screenshots), 0) <= FRACTION
    drawn = {(s.application, s.origin): s.random + s.seen for s in after.strata}
    assert all(drawn.values())


def test_a_plan_that_builds_on_another_misses_one_percent_no_more_often_than_it_says() -> None:
    """Old and new draws together, against the spread that is hardest to see: bad screens in one stratum alone."""
    rng = random.Random(5)
    old, new = screens(600), screens(200, first=600)
    everything = [*old, *new]
    bad_at_most = -(-len(everything) // 100)
    missed = {"old": 0, "new": 0}
    trials = 400
    for trial in range(trials):
        before = make_plan(f"old {trial}", old)
        kept = kept_of(before, {s.name for s in old})
        after = make_plan(f"new {trial}", everything, kept=kept)
        looked_at = {*after.screenshots, *kept[0].seen}
        for where, some in (("old", old), ("new", new)):
            bad = {s.name for s in rng.sample(some, bad_at_most)}
            missed[where] += not bad & looked_at
    # 5% of 400 are 20; 33 or more would come by chance less than once in three hundred
    assert all(number <= 32 for number in missed.values()), missed


def signed(out: Path, key: Path, previous: Path | None = None) -> ReviewSession:
    """Review every screen that the plan asks for, trust the auditor, sign."""
    session = ReviewSession(
        out,
        Decisions(key.with_name("key.decisions")),
        key.with_name("key.corrections.json"),
        "Pat Auditor",
        fraction=FRACTION,
        confidence=CONFIDENCE,
        now=lambda: NOW,
        previous=previous,
    )
    for index in range(len(session.names)):
        session.decide(index, "accept", (), "")
    list_of = key.with_name("key.auditors")
    list_of.write_text(auditor_line("Pat Auditor", KEY) + "\n")
    list_of.chmod(0o600)
    sign_release(
        out / "bundle",
        key.with_name("key.decisions"),
        auditor="Pat Auditor",
        signing_key=KEY,
        decision="release",
        note="",
        now=NOW,
        verify=lambda bundle: [],
    )
    return session


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release that was reviewed and signed; beside it the key's files."""
    home = tmp_path_factory.mktemp("first")
    signed(make_build(home / "1"), home / "key")
    return home


@pytest.fixture
def home(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(first, tmp_path / "home"))


def another_value(rows: list[dict[str, Any]]) -> None:
    next(row for row in rows if row["screenshot_name"])["description"] = "another description"


def two_other_values(rows: list[dict[str, Any]]) -> None:
    another_value(rows)
    [row for row in rows if row["screenshot_name"]][-1]["description"] = "one more"


def test_a_changed_row_is_asked_for_alone_and_the_sign_off_says_so(home: Path) -> None:
    after = make_build(home / "2", change=another_value)
    session = signed(after, home / "key", previous=home / "1")
    assert len(session.names) == 1 and session.plan.total == 12
    assert session.bundle.shots[session.names[0]].rows[0]["description"] == "another description"
    statement = json.loads((after / "signoff.json").read_bytes())["statement"]
    assert statement["plan"]["kept"] == 11 and "11 others are as in a version" in statement["plan"]["text"]
    assert (statement["reviewed"], statement["upper_bound"]) == (1, 0.0)
    assert check_signoff(after / "bundle", trusted=home / "key.auditors", decisions=home / "key.decisions") == []
    # and the next one builds on both
    third = make_build(home / "3", change=two_other_values)
    again = signed(third, home / "key", previous=after)
    assert len(again.names) == 1 and again.names != session.names
    assert sorted(len(one.same) for one in again.plan.kept) == [1, 10]
    assert check_signoff(third / "bundle", trusted=home / "key.auditors", decisions=home / "key.decisions") == []


def spoil_rows(home: Path) -> None:
    (home / "1" / "bundle" / "Finance.json").write_bytes(b"[]")


def spoil_signature(home: Path) -> None:
    (home / "1" / "signoff.json").unlink()


def spoil_trust(home: Path) -> None:
    (home / "key.auditors").write_text("")


def spoil_list(home: Path) -> None:
    (home / "key.auditors").unlink()


def spoil_work(home: Path) -> None:
    shutil.rmtree(home / "1" / "work")


def spoil_originals(home: Path) -> None:
    for name in ("1", "2"):
        path = next((home / name / "work").rglob("ingest/rows.jsonl"))
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        path.write_text(
            "".join(json.dumps({**line, "sha256": line["screenshot"] and "0" * 64}) + "\n" for line in lines)
        )


def spoil_digests(home: Path) -> None:
    path = next((home / "2" / "work").rglob("ingest/rows.jsonl"))
    path.write_text(path.read_text().replace('"sha256"', '"other"'))


def flag_it(home: Path) -> None:
    session = open_session(home / "1", home / "key")
    session.decide(0, "flag", (), "")
    session.decide(0, "accept", (), "")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (spoil_rows, "not the ones in the manifest"),
        (spoil_signature, "not signed by an auditor"),
        (spoil_trust, "not in the list of trusted auditors"),
        (spoil_list, "no list of trusted auditors"),
        (spoil_work, "no raw rows"),
        (spoil_originals, "not those that were looked at"),
        (spoil_digests, "does not tell the digests"),
        (flag_it, "a screen of it was flagged"),
    ],
)
def test_nothing_is_kept_of_a_review_that_does_not_stand(home: Path, spoil: Callable[[Path], None], why: str) -> None:
    make_build(home / "2", change=another_value)
    spoil(home)
    decisions = Decisions(home / "key.decisions")
    with pytest.raises(EntrophyError, match=why):
        ReviewSession(
            home / "2",
            decisions,
            home / "c",
            "Pat Auditor",
            fraction=FRACTION,
            confidence=CONFIDENCE,
            previous=home / "1",
        )
    assert len(open_session(home / "2", home / "key").names) == 12, "reviewed by itself it still can be"


@pytest.mark.parametrize("what", ["captured", "pixels"])
def test_a_screen_of_another_original_or_other_pixels_is_asked_for(home: Path, what: str) -> None:
    make_build(home / "2", repaint=what == "pixels", change=another_value)
    if what == "captured":
        path = next((home / "2" / "work").rglob("ingest/rows.jsonl"))
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        changed = [line for line in lines if line["screenshot"]][-1]
        changed["sha256"] = "0" * 64
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    session = ReviewSession(
        home / "2",
        Decisions(home / "key.decisions"),
        home / "c",
        "Pat Auditor",
        fraction=FRACTION,
        confidence=CONFIDENCE,
        previous=home / "1",
    )
    assert len(session.names) == {"captured": 2, "pixels": 12}[what]


def test_a_plan_that_counts_what_was_never_accepted_is_refused(home: Path) -> None:
    after = make_build(home / "2", change=another_value)
    bundle = open_session(after, home / "other").bundle
    names = sorted(bundle.shots)
    stores = [Decisions(home / f"{number}.decisions") for number in range(3)]
    shots = [Screen(name, str(shot.rows[0]["application_name"]), 1.0) for name, shot in sorted(bundle.shots.items())]
    for store, kept in zip(
        stores,
        ([Kept(ORIGIN, tuple(names), tuple(names))], [Kept(ORIGIN, tuple(names[:5]), tuple(names))], []),
        strict=True,
    ):
        store.keep_plan(bundle.digest, json.dumps(make_plan(bundle.digest, shots, kept=kept).as_json()))
    told = ["; ".join(review_of(after / "bundle", store).problems) for store in stores]
    assert "12 screen(s) that the plan counts as accepted before are not" in told[0]
    assert "not the one that follows" in told[1]
    assert told[2] == "12 screen(s) of the plan are not decided"
