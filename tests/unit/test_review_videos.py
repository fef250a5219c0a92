"""Videos in a review: what is served to whom, which frames come first, what a verdict needs, and what follows."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import BundleError, EntrophyError
from redaction.findings import Kind
from redaction.stages.corrections import load_corrections
from redaction.work.files import file_digest
from redaction.work.stage_records import FILMS
from release.bundle.archive import member
from release.report.status import status_of
from release.review.attention import Attention
from release.review.decisions import Decision, Decisions, Mark
from release.review.plan import make_plan, plan_from_json
from release.review.ranges import wanted
from release.review.session import ReviewSession
from release.review.videos import doubts
from release.sign.auditors import auditor_line
from release.sign.evidence import review_of
from release.sign.signoff import check_signoff, sign_release
from tests.review_fixture import NOW, Visitor, make_build, open_session, running
from tests.videos_fixture import Build, make_videos

KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
LEFT = {"type": "missed", "kind": "person", "box": [5, 6, 50, 60], "text": "", "frame": 4}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return make_videos(tmp_path_factory.mktemp("built") / "out")


@pytest.fixture
def build(built: Build, tmp_path: Path) -> Build:
    """A copy to review and to damage, its captures with it."""
    out = Path(shutil.copytree(built.out, tmp_path / "out"))
    captures = out / "work/batches/batch-a/ingest/captures.json"
    captures.write_text(json.dumps({"folder": str(out / "captures")}), encoding="utf-8")
    return Build(out, built.films)


@pytest.fixture
def session(build: Build) -> ReviewSession:
    return open_session(build.out, build.out.parent / "key")


def watch(session: ReviewSession, index: int) -> None:
    """Have all frames shown that have to be."""
    item = session.video_item(index)
    for frame, *_ in item["least"][: item["to_be_shown"]]:
        session.videos.frame(index, frame)


def accept_all(session: ReviewSession) -> None:
    for index in range(len(session.names)):
        session.decide(index, "accept", (), "")
    for index in range(len(session.videos.names)):
        watch(session, index)
        session.videos.decide(index, "accept", (), "")


def sign(out: Path, **changed: Any) -> Any:
    given = {"auditor": "Pat Auditor", "signing_key": KEY, "decision": "release", "note": "", "now": NOW}
    return sign_release(out / "bundle", out.parent / "key.decisions", verify=lambda b: [], **{**given, **changed})


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        (None, None),
        ("bytes=0-", (0, 100)),
        ("bytes=0-0", (0, 1)),
        ("bytes=10-19", (10, 20)),
        ("bytes=99-", (99, 100)),
        ("bytes=90-1000", (90, 100)),
        ("bytes=-10", (90, 100)),
        ("bytes=-1000", (0, 100)),
        # not of the form of one range: the whole file
        ("bytes=5-4", None),
        ("bytes=-", None),
        ("bytes=0-1,3-4", None),
        ("items=0-1", None),
        ("bytes= 0-1", None),
    ],
)
def test_a_range_is_what_it_says(header: str | None, asked: tuple[int, int] | None) -> None:
    assert wanted(header, 100) == asked


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_beyond_the_end_is_none(header: str) -> None:
    with pytest.raises(ValueError, match="no such bytes"):
        wanted(header, 100)


def box(score: float, kind: str = "person", x: int = 0) -> dict[str, Any]:
    return {"kind": kind, "box": [x, 0, 9, 9], "score": score, "detector": "names"}


def test_the_least_certain_frames_come_first_and_each_finding_once() -> None:
    frames = [[], [box(0.9)], [box(0.9), box(0.4, "phone")], [box(0.9), box(0.4, "phone")], [box(0.9)], [box(0.5, x=3)]]
    assert doubts(frames) == [
        (2, 0.4, "phone", False),
        (5, 0.5, "person", False),
        (1, 0.9, "person", False),
        (4, 0.9, "person", False),
        (3, 0.4, "phone", True),
        (0, 1.0, "", False),
    ]


def test_what_is_told_of_videos(session: ReviewSession, build: Build) -> None:
    assert session.plan.text().endswith("All 2 video(s) are watched, their least certain frames first.")
    first = session.videos.told()[0]
    about = {"milliseconds": 7000, "frames": 7, "lowest": 0.41, "looked": 0, "to_be_shown": 5}
    assert {name: first[name] for name in about} == about
    assert [b["kind"] for b in session.videos.boxes(0, 2)] == ["phone", "person"], "the least certain first"
    with pytest.raises(IndexError):
        session.videos.boxes(0, 7)
    with pytest.raises(IndexError):
        session.videos.frame(0, -1)
    with pytest.raises(IndexError):
        session.video_item(2)


def test_videos_are_accepted_once_their_least_certain_frames_were_shown(session: ReviewSession, build: Build) -> None:
    item = session.video_item(0)
    must = [frame for frame, *_ in item["least"][:5]]
    for frame in must[:-1]:
        session.videos.frame(0, frame)
    assert session.videos.told()[0]["looked"] == 4
    with pytest.raises(EntrophyError, match="1 of its least certain frames were not shown"):
        session.videos.decide(0, "accept", (), "")
    # others do not make up for it
    for frame in {*range(7)} - {*must}:
        session.videos.frame(0, frame)
    with pytest.raises(EntrophyError, match="1 of its least"):
        session.videos.decide(0, "accept", (), "")
    session.videos.frame(0, must[-1])
    session.videos.decide(0, "accept", (), "fine")
    assert session.state()["videos"] == ["accepted", "todo"]
    assert (session.state()["videos_todo"], session.state()["todo"]) == (1, 4)
    assert session.video_item(0)["decision"]["note"] == "fine"
    session.undo_video(0)
    assert session.state()["videos"] == ["todo", "todo"]


def test_a_mark_belongs_to_the_picture_of_its_frame(session: ReviewSession, build: Build) -> None:
    name = session.videos.name(0)
    film = next(f for f in build.films if f.instance == name)
    marks = [Mark("missed", Kind.PERSON, (5, 6, 50, 60), text="Ada Invented", frame=4)]
    marks += [Mark("wrong", Kind.PHONE, (10, 78, 190, 100), frame=2)]
    session.videos.decide(0, "flag", marks, "")
    digests = {n: file_digest(build.store.file(film.frames[n][1])) for n in (2, 4)}
    made = load_corrections(build.out.parent / "key.corrections.json")
    assert {k: [f.box for f in v] for k, v in made.cover.items()} == {digests[4]: [(5, 6, 50, 60)]}
    assert {k: [(u.box, u.width, u.height) for u in v] for k, v in made.uncover.items()} == {
        digests[2]: [((10, 78, 190, 100), 642, 362)]
    }
    assert [e.value for e in made.entities] == ["Ada Invented"]
    (told,) = Decisions(build.out.parent / "key.decisions").standing()
    assert (told.screenshot, [m.frame for m in told.marks]) == (name, [4, 2])
    number = next(n for n, f in enumerate(build.films) if f.instance == name)
    assert told.image == file_digest(build.raw(number))
    # and it is there again on another day
    again = open_session(build.out, build.out.parent / "key").video_item(0)["decision"]
    assert [(m["frame"], m["text"]) for m in again["marks"]] == [(4, "Ada Invented"), (2, "")]


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        (Mark("missed", Kind.PERSON, (0, 0, 5, 5)), "names no frame"),
        (Mark("missed", Kind.PERSON, (0, 0, 5, 5), frame=7), "names no frame"),
        (Mark("missed", Kind.PERSON, (0, 0, 5, 5), frame=-1), "names no frame"),
        (Mark("field", Kind.PERSON, frame=0), "names no frame"),
        (Mark("missed", Kind.PERSON, frame=0), "outside"),
        (Mark("missed", Kind.PERSON, (0, 0, 643, 5), frame=0), "outside"),
        (Mark("missed", Kind.PERSON, (5, 0, 5, 5), frame=0), "outside"),
    ],
)
def test_a_mark_outside_of_the_video_is_refused(session: ReviewSession, mark: Mark, why: str) -> None:
    with pytest.raises(EntrophyError, match=why):
        session.videos.decide(0, "flag", [mark], "")
    assert session.decisions.standing() == []


def test_missed_and_accepted_at_once_is_refused(session: ReviewSession) -> None:
    watch(session, 0)
    with pytest.raises(EntrophyError, match="marked as missed"):
        session.videos.decide(0, "accept", [Mark("missed", Kind.PERSON, (0, 0, 5, 5), frame=0)], "")


def test_a_release_is_not_signed_before_its_videos_have_a_verdict(build: Build, tmp_path: Path) -> None:
    out = build.out
    session = open_session(out, out.parent / "key")
    for index in range(len(session.names)):
        session.decide(index, "accept", (), "")
    with pytest.raises(EntrophyError, match=r"\(1 reason\(s\)\): 2 video\(s\) of the plan are not decided"):
        sign(out)
    assert "4 of 4 screens and 0 of 2 videos" in dict(status_of(out, out.parent / "key").lines)["reviewed"]
    assert status_of(out, out.parent / "key").next[1].startswith("entrophy review")
    watch(session, 0)
    session.videos.decide(0, "accept", (), "")
    session.videos.decide(1, "flag", (), "who is that?")
    with pytest.raises(EntrophyError, match=r"1 flag\(s\) are open"):
        sign(out)
    watch(session, 1)
    session.videos.decide(1, "accept", (), "nobody")
    signed = sign(out)
    assert signed.plan is not None
    assert signed.plan["videos"] == {"total": 2, "certain": 2, "videos": 2, "reviewed": 2}
    assert "2 verdict(s) on videos" in str(signed.looked)
    trusted = tmp_path / "auditors"
    trusted.write_text(auditor_line("Pat Auditor", KEY) + "\n")
    trusted.chmod(0o644)
    assert check_signoff(out / "bundle", trusted=trusted, decisions=out.parent / "key.decisions") == []


def test_a_sign_off_that_tells_of_no_videos_is_none_for_a_release_with_some(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = build.out
    accept_all(open_session(out, out.parent / "key"))
    sign(out, signing_key=KEY)
    signed = json.loads((out / "signoff.json").read_bytes())
    assert "videos" in signed["statement"]["plan"]
    import release.sign.signoff as module

    whole = module._plan_json

    def without(review: Any) -> Any:
        told = whole(review)
        assert told is not None
        return {name: value for name, value in told.items() if name != "videos"}

    monkeypatch.setattr(module, "_plan_json", without)
    sign(out)
    monkeypatch.undo()
    assert "the videos were not reviewed" in check_signoff(out / "bundle", stranger=True)


def test_each_frame_that_has_to_be_shown_takes_the_time_of_a_screen(tmp_path: Path) -> None:
    build = make_videos(tmp_path / "out", count=1, seconds=3)
    session = open_session(build.out, tmp_path / "key")
    bundle = session.bundle
    (video,) = bundle.videos.values()
    for shot in bundle.shots.values():
        given = (bundle.digest, shot.name, "Pat Auditor", NOW, "accept", "0", shot.digest, shot.row_digest)
        session.decisions.record(Decision(*given, seconds=3.0))
    about = (bundle.digest, video.name, "Pat Auditor", NOW, "accept", "0", video.digest, video.row_digest)
    for seconds, sound in ((14.9, False), (None, False), (15.0, True)):
        session.decisions.record(Decision(*about, seconds=seconds))
        review = review_of(build.out / "bundle", session.decisions)
        assert (review.problems == ()) == sound
        assert review.looked is not None and review.looked.short == (not sound)
        if not sound:
            assert "1 video(s) of the plan were accepted in under 3 s for each frame" in review.problems[0]
            assert "number 1 on the review page" in review.problems[0]


def test_the_clock_of_a_video_runs_once_both_films_were_sent(build: Build) -> None:
    now = [0.0]
    session = ReviewSession(
        build.out,
        Decisions(build.out.parent / "key.decisions"),
        build.out.parent / "key.corrections.json",
        "Pat Auditor",
        fraction=0.01,
        confidence=0.95,
        now=lambda: NOW,
        attention=Attention(lambda: now[0]),
    )
    watch(session, 0)
    session.videos.redacted(0)
    now[0] = 8.0
    session.videos.decide(0, "flag", (), "")
    session.videos.raw(0).close()
    session.videos.decide(0, "accept", (), "")
    session.video_item(1)
    now[0] = 20.0
    session.videos.decide(0, "flag", (), "")
    rows = sqlite3.connect(session.decisions.path).execute("SELECT seconds FROM decisions ORDER BY id").fetchall()
    assert [seconds for (seconds,) in rows] == [0.0, 8.0, 8.0]


def test_an_altered_video_is_refused(build: Build, session: ReviewSession) -> None:
    assert session.videos.redacted(0)[4:8] == b"ftyp"
    (archive,) = (build.out / "bundle").glob("*_demonstrations.zip")
    with zipfile.ZipFile(archive) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    video = session.videos.video(0)
    members[video.member] = members[video.member][:-1] + bytes([members[video.member][-1] ^ 1])
    with zipfile.ZipFile(archive, "w") as made:
        for name, data in members.items():
            made.writestr(member(name), data)
    with pytest.raises(BundleError, match="a video is not the one in the manifest"):
        open_session(build.out, build.out.parent / "key").videos.redacted(0)


def test_a_verdict_holds_for_the_same_video_with_the_same_guide(build: Build, tmp_path: Path) -> None:
    accept_all(open_session(build.out, tmp_path / "key"))
    same = open_session(make_videos(tmp_path / "same").out, tmp_path / "key")
    assert same.state()["videos"] == ["accepted", "accepted"]
    other = make_videos(tmp_path / "other", guide="1. Open Accounts, as Ada Invented does.\n")
    assert open_session(other.out, tmp_path / "key").state()["videos"] == ["todo", "todo"]


@pytest.mark.parametrize("how", ["gone", "link", "folder"])
def test_a_captured_video_that_is_no_file_is_refused_and_its_frames_are_still_there(build: Build, how: str) -> None:
    session = open_session(build.out, build.out.parent / "key")
    number = next(n for n, f in enumerate(build.films) if f.instance == session.videos.name(0))
    path = build.raw(number)
    path.rename(path.with_name("aside"))
    if how == "link":
        path.symlink_to("aside")
    elif how == "folder":
        path.mkdir()
    with pytest.raises(EntrophyError, match="captured video cannot be opened"):
        session.videos.raw(0)
    assert session.videos.frame(0, 0).media_type == "image/png"
    shutil.rmtree(build.out / "captures" / "demos")
    assert len(open_session(build.out, build.out.parent / "key").video_item(0)["frames"]) == 7


def test_a_work_folder_without_the_film_is_told(build: Build) -> None:
    build.store.file(FILMS).unlink()
    session = open_session(build.out, build.out.parent / "key")
    with pytest.raises(EntrophyError, match="no film of this demonstration"):
        session.video_item(0)


def test_a_flagged_video_is_asked_for_again_in_the_build_that_hides_more(build: Build, tmp_path: Path) -> None:
    session = open_session(build.out, tmp_path / "key")
    first = session.videos.name(0)
    session.videos.decide(0, "flag", [Mark("missed", Kind.PERSON, (5, 6, 50, 60), frame=4)], "")
    accepted = session.videos.name(1)
    watch(session, 1)
    session.videos.decide(1, "accept", (), "")

    def hide(index: int, image: Any) -> None:
        if index == 4:
            image[6:60, 5:50] = 0

    again = make_videos(tmp_path / "again", hide=hide)
    later = open_session(again.out, tmp_path / "key")
    told = dict(zip(later.videos.all, later.state()["videos"], strict=True))
    assert later.videos.name(0) == first, "what was flagged comes first"
    assert told[first] == "todo", "its pixels changed: the flag is closed, and a verdict is asked for"
    assert told[accepted] == "todo", "both films were made anew"


def test_a_plan_of_many_videos_is_a_sample() -> None:
    plan = make_plan("b", [])
    assert plan.total == 0
    from release.review.plan import Screen

    videos = make_plan("b", [Screen(f"v{n:04d}", "crm", 1.0) for n in range(1000)], must=["v0007"])
    assert len(videos.screenshots) == 259 and videos.screenshots[0] == "v0007"
    assert videos.videos_text().startswith("259 of 1000 videos are watched (1 with the least confident findings")


def test_plans_without_videos_are_told_as_before(tmp_path: Path) -> None:
    session = open_session(make_build(tmp_path / "out"), tmp_path / "key")
    told = session.plan.as_json()
    assert "videos" not in told
    assert plan_from_json(told) == session.plan
    assert session.state()["videos"] == [] and session.videos.told() == []


def test_a_plan_that_leaves_the_videos_out_is_not_the_one_that_follows(build: Build) -> None:
    session = open_session(build.out, build.out.parent / "key")
    accept_all(session)
    db = sqlite3.connect(build.out.parent / "key.decisions")
    told = session.plan.as_json()
    del told["videos"]
    db.execute("UPDATE plans SET plan = ?", (json.dumps(told),))
    db.commit()
    problems = review_of(build.out / "bundle", session.decisions).problems
    assert problems == ("the stored plan is not the one that follows from the bundle",)


def test_what_is_forgotten_is_forgotten_with_its_video(build: Build) -> None:
    session = open_session(build.out, build.out.parent / "key")
    watch(session, 0)
    session.videos.decide(0, "accept", (), "")
    gone = session.decisions.forget((), {session.videos.name(0)}, lambda text: False)
    assert gone == 1
    assert session.decisions.standing() == []
    assert session.decisions.plan(session.bundle.digest) is None, "a plan that names it goes with it"


def test_decisions_of_an_earlier_version_take_marks_on_frames(tmp_path: Path) -> None:
    path = tmp_path / "key.decisions"
    Decisions(path)
    db = sqlite3.connect(path)
    for column in ("image", "frame"):
        db.execute(f"ALTER TABLE marks DROP COLUMN {column}")
    values = ("b", "s.png", "A", NOW, "flag", "i", "s", "r", "")
    db.execute(
        "INSERT INTO decisions (bundle, screenshot, auditor, decided_at, verdict, image, screen, rows, note) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )
    db.execute("INSERT INTO marks VALUES (1, 0, 'missed', 'person', 1, 2, 3, 4, 9, 9, '', '', 'x')")
    db.commit()
    (before,) = Decisions(path).standing()
    assert before.marks == (Mark("missed", Kind.PERSON, (1, 2, 3, 4), 9, 9, "", "", "x"),)


def test_a_player_gets_the_parts_it_asks_for_and_nobody_else_anything(build: Build) -> None:
    with running(build.out, build.out.parent / "key") as started:
        visitor = Visitor(started.port)
        paths = [f"{started.prefix}/video/0{p}" for p in ("", "/raw", "/redacted", "/frame/0", "/frame/0/raw")]
        for path in (f"{started.prefix}/videos", *paths):
            assert visitor.ask(path)[:2] == (404, b""), "without the cookie"
        visitor.enter(started.address)
        for side in ("raw", "redacted"):
            path = f"{started.prefix}/video/0/{side}"
            status, whole, headers = visitor.ask(path)
            assert (status, headers["accept-ranges"], headers["content-type"]) == (200, "bytes", "video/mp4")
            assert headers["cache-control"] == "no-store" and whole[4:8] == b"ftyp"
            status, some, headers = visitor.ask(path, Range="bytes=4-7")
            assert (status, some) == (206, b"ftyp")
            assert headers["content-range"] == f"bytes 4-7/{len(whole)}" and headers["cache-control"] == "no-store"
            assert visitor.ask(path, Range="bytes=-3")[:2] == (206, whole[-3:])
            status, nothing, headers = visitor.ask(path, Range=f"bytes={len(whole)}-")
            assert (status, nothing, headers["content-range"]) == (416, b"", f"bytes */{len(whole)}")
            assert visitor.ask(path, Range="bytes=0-1", Origin="http://127.0.0.1:1")[0] == 403
        assert visitor.ask(paths[1])[1] in [build.raw(number).read_bytes() for number in range(2)]
        for path in ("/2", "/0/else", "/0/frame/7", "/0/frame/7/raw", "/0/../../state", "/-1"):
            assert visitor.ask(f"{started.prefix}/video{path}")[:2] == (404, b"")
        status, told, _ = visitor.ask(f"{started.prefix}/state")
        secret = {"Origin": f"http://127.0.0.1:{started.port}", "Content_Type": "application/json"}
        secret["X_Entrophy_Review"] = json.loads(told)["csrf"]
        body = json.dumps({"verdict": "flag", "marks": [LEFT], "note": ""}).encode()
        path = f"{started.prefix}/video/0/decide"
        assert visitor.ask(path, "POST", body, Origin=secret["Origin"], Content_Type="application/json")[0] == 403
        assert visitor.ask(path, "POST", body, **secret)[0] == 200
        early = json.dumps({"verdict": "accept", "marks": [], "note": ""}).encode()
        status, told, _ = visitor.ask(f"{started.prefix}/video/1/decide", "POST", early, **secret)
        assert status == 409 and b"5 of its least certain frames" in told
        assert visitor.ask(f"{started.prefix}/video/0/undo", "POST", b"{}", **secret)[0] == 200
        assert Decisions(build.out.parent / "key.decisions").standing() == []
        visitor.ask(f"{started.prefix}/close", "POST", b"{}", **secret)
        started.thread.join(20)


def test_a_release_of_videos_alone_is_reviewed(tmp_path: Path) -> None:
    build = make_videos(tmp_path / "out", count=1, shots=False)
    with pytest.raises(EntrophyError, match="was not reviewed"):
        sign(build.out)
    session = open_session(build.out, tmp_path / "key")
    assert session.plan.text() == "All 1 video(s) are watched, their least certain frames first."
    accept_all(session)
    signed = sign(build.out)
    assert signed.plan is not None and signed.plan["total"] == 0
    assert io.BytesIO(session.videos.redacted(0)).read(8)[4:] == b"ftyp"
