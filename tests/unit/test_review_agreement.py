"""Two auditors: Cohen's kappa against published examples, who sees what when, and what has to be settled."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import EntrophyError
from release.review.agreement import agreements, cohens_kappa
from release.review.session import ReviewSession
from release.sign.signoff import sign_release
from release.sign.signoff_file import SignOff, parse_signoff, signoff_path
from tests.review_fixture import NOW, make_build, open_session

KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)


def counts(yes_yes: int, yes_no: int, no_yes: int, no_no: int) -> list[tuple[str, str]]:
    pairs = [("accept", "accept"), ("accept", "flag"), ("flag", "accept"), ("flag", "flag")]
    return [pair for pair, n in zip(pairs, (yes_yes, yes_no, no_yes, no_no), strict=True) for _ in range(n)]


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        # the worked examples of Wikipedia's "Cohen's kappa"
        ((20, 5, 10, 15), 0.4),
        ((45, 15, 25, 15), 0.1304),
        ((25, 35, 5, 35), 0.2593),
        ((7, 0, 0, 3), 1.0),
        ((0, 5, 5, 0), -1.0),
        # one of them never varies: no better than chance
        ((9, 1, 0, 0), 0.0),
    ],
)
def test_kappa_is_the_published_one(table: tuple[int, int, int, int], kappa: float) -> None:
    found = cohens_kappa(counts(*table))
    assert found is not None and round(found, 4) == kappa
    assert cohens_kappa([(b, a) for a, b in counts(*table)]) == found, "whoever is called the first"


@pytest.mark.parametrize("pairs", [[], counts(9, 0, 0, 0), counts(0, 0, 0, 2)])
def test_kappa_of_one_and_the_same_answer_is_not_defined(pairs: list[tuple[str, str]]) -> None:
    assert cohens_kappa(pairs) is None


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return make_build(tmp_path / "out")


def session(out: Path, auditor: str, independent: bool = True) -> ReviewSession:
    return open_session(out, out.parent / "key", auditor, independent=independent)


def sign(out: Path) -> SignOff:
    given = {"auditor": "Pat", "signing_key": KEY, "decision": "release", "note": "", "now": NOW}
    return sign_release(out / "bundle", out.parent / "key.decisions", verify=lambda b: [], **given)  # type: ignore[arg-type]


def test_neither_sees_the_other_before_both_are_done_and_both_have_to_accept(out: Path) -> None:
    pat = session(out, "Pat")
    for index in range(12):
        pat.decide(index, "flag" if index == 3 else "accept", (), "unsure" if index == 3 else "")
    # the second one need not ask for it: the bundle is theirs by now
    kim = session(out, "Kim", independent=False)
    assert kim.independent
    state = kim.state()
    assert (set(state["items"]), state["open_flags"], state["agreement"]["disputed"]) == ({"todo"}, 0, [])
    assert kim.item(3)["others"] == [] and kim.item(3)["decision"] is None
    with pytest.raises(EntrophyError, match=r"11 screen\(s\) of the plan are not decided by two auditors"):
        sign(out)

    for index in range(11):
        kim.decide(index, "accept", (), "")
    assert kim.item(3)["others"] == []
    kim.undo(10)
    kim.decide(10, "accept", (), "")
    kim.decide(11, "accept", (), "")
    for one, other in ((kim, pat), (pat, kim)):
        state = one.state()
        assert state["agreement"]["disputed"] == [3]
        assert "agreed at first on 11 of 12 screens" in state["agreement"]["told"]
        assert [told["auditor"] for told in one.item(3)["others"]] == [other.auditor]
        with pytest.raises(EntrophyError, match="a changed mind is a verdict"):
            one.undo(0)
    with pytest.raises(EntrophyError, match=r"disagree on 1 screen\(s\)"):
        sign(out)

    pat.decide(3, "accept", (), "it was nothing")
    (pair,) = agreements(pat.bundle, pat.decisions)
    assert (pair.auditors, pair.screens, pair.agreed, pair.kappa, pair.disputed) == (("Kim", "Pat"), 12, 11, 0.0, ())
    signed = sign(out)
    assert signed.looked is not None
    assert (signed.looked["auditors"], signed.looked["verdicts"]) == (2, 24)
    told = {"screens": 12, "agreed": 11, "kappa": 0.0}
    assert told.items() <= signed.looked["agreement"].items()
    assert "Kim" not in signoff_path(out / "bundle").read_text(), "only who signs is named in what is published"
    assert parse_signoff(signoff_path(out / "bundle").read_bytes())[0] == signed


def test_one_auditor_is_enough_where_nobody_asked_for_two(out: Path) -> None:
    pat = session(out, "Pat", independent=False)
    for index in range(12):
        pat.decide(index, "accept", (), "")
    assert not pat.state()["independent"] and pat.state()["agreement"] is None
    signed = sign(out)
    assert signed.looked is not None and "agreement" not in signed.looked
