"""The review page in a real Chromium: accept, flag, draw, sign; keys, zoom, and what is left on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.findings import Kind
from redaction.stages.corrections import load_corrections
from redaction.work.files import file_digest
from release.review.decisions import Decisions
from release.sign.auditors import auditor_line
from release.sign.signoff import check_signoff, sign_release
from samples.browser import CHROMIUM
from tests.review_browser import Page
from tests.review_fixture import NOW, Running, make_build, open_session, running
from validation.files.bundle_files import MANIFEST

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed (apt-get install chromium)")
KEY = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
SHOWN = "document.body.dataset.ready === '{}'"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return make_build(tmp_path / "out", size=(480, 800))


@pytest.fixture
def page() -> Iterator[Page]:
    with Page() as browser:
        yield browser


@pytest.fixture
def review(out: Path, page: Page) -> Iterator[Running]:
    def sign(decision: Literal["release", "stop"], note: str) -> str:
        given = {"auditor": "Pat Auditor", "signing_key": KEY, "now": NOW}
        sign_release(
            out / "bundle", out.parent / "key.decisions", decision=decision, note=note, verify=lambda b: [], **given
        )
        return f"Signed: {decision}."

    with running(out, out.parent / "key", sign=sign) as started:
        page.open(started.address)
        page.until(SHOWN.format(0))
        yield started
        if started.thread.is_alive():
            page.ask("document.querySelector('#close').click()")
        started.thread.join(20)
        assert not started.thread.is_alive()


def test_accept_all_and_sign(out: Path, review: Running, page: Page) -> None:
    assert page.ask("location.pathname") == review.prefix + "/", "the token is out of the address"
    assert page.ask("document.cookie") == "", "no script can read the cookie"
    assert page.ask("document.querySelector('#open-sign') !== null")
    for index in range(12):
        page.until(SHOWN.format(index))
        assert page.ask("[...document.querySelectorAll('main img')].map(i => i.naturalWidth)") == [800, 800]
        page.press("a")
    page.until("document.querySelector('#counts').textContent.startsWith('12 of 12 screens reviewed')")
    assert page.ask("document.querySelector('#bar').getAttribute('aria-valuenow')") == "12"
    page.press("s")
    page.until("document.querySelector('#sign-dialog').open")
    page.ask("document.querySelector('#sign-note').focus()")
    page.type("all seen")
    page.ask("document.querySelector('#sign-release').click()")
    page.until("document.querySelector('#sign-told').textContent === 'Signed: release.'")
    trusted = out.parent / "auditors"
    trusted.write_text(auditor_line("Pat Auditor", KEY) + "\n")
    trusted.chmod(0o644)
    assert check_signoff(out / "bundle", trusted=trusted, decisions=out.parent / "key.decisions") == []


def test_draw_mark_flag(out: Path, review: Running, page: Page) -> None:
    page.drag(*page.at(500, 300), *page.at(620, 330))
    page.until("document.querySelectorAll('#marks li.missed').length === 1")
    page.press("t")
    page.type("Ada Invented")
    page.press("Enter")
    page.click(*page.at(200, 127, "view-redacted"))
    page.until("document.querySelectorAll('#marks li.wrong').length === 1")
    page.press("a")
    page.until("document.querySelector('#say').textContent.includes('marked as missed')")
    assert Decisions(out.parent / "key.decisions").standing() == [], "missed and accepted at once is refused"
    page.press("f")
    page.until(SHOWN.format(1))
    (flag,) = Decisions(out.parent / "key.decisions").standing()
    missed, wrong = flag.marks
    assert (flag.verdict, missed.type, missed.kind, missed.text) == ("flag", "missed", Kind.PERSON, "Ada Invented")
    assert missed.box is not None
    assert all(abs(a - b) <= 2 for a, b in zip(missed.box, (500, 300, 620, 330), strict=True))
    assert (wrong.type, wrong.box, wrong.width, wrong.height) == ("wrong", (160, 120, 250, 134), 800, 480)
    corrections = load_corrections(out.parent / "key.corrections.json")
    assert corrections.cover[flag.image][0].box == missed.box
    assert [e.value for e in corrections.entities] == ["Ada Invented"]

    page.press("s")
    page.until("document.querySelector('#sign-dialog').open")
    assert page.ask("document.querySelector('#sign-release').disabled")
    assert "1 open flag(s)" in page.ask("document.querySelector('#sign-state').textContent")
    page.ask("document.querySelector('#sign-dialog').close()")
    # going back shows what was decided, and the last word counts
    page.press("p")
    page.until(SHOWN.format(0))
    assert page.ask("document.querySelector('#status').textContent") == "Flagged"
    assert page.ask("document.querySelectorAll('#marks li').length") == 2
    # one after the other: the verdict, the wrong box, the word, the missed box
    for status, marks, typed in (
        ("Not decided", 2, "Ada Invented"),
        ("Not decided", 1, "Ada Invented"),
        ("Not decided", 1, ""),
        ("Not decided", 0, None),
    ):
        page.press("z")
        page.until(f"document.querySelectorAll('#marks li').length === {marks}")
        page.until(f"document.querySelector('#status').textContent === '{status}'")
        page.until(f"document.querySelector('#marks input')?.value === {json.dumps(typed)} || {marks} === 0")
    page.until(SHOWN.format(0))
    page.press("a")
    page.until(SHOWN.format(1))
    assert [d.verdict for d in Decisions(out.parent / "key.decisions").standing()] == ["accept"]
    assert load_corrections(out.parent / "key.corrections.json").cover == {}


def test_keys_zoom_and_fields(out: Path, review: Running, page: Page) -> None:
    page.press("n")
    page.until(SHOWN.format(1))
    page.press("ArrowLeft")
    page.until(SHOWN.format(0))
    assert page.ask("getComputedStyle(document.querySelector('.box')).display") != "none"
    page.press("b")
    assert page.ask("getComputedStyle(document.querySelector('.box')).display") == "none"
    page.press("b")
    stages = "[...document.querySelectorAll('.stage')].map(s => s.style.transform)"
    fitted = page.ask(stages)
    page.press("+")
    zoomed = page.ask(stages)
    assert zoomed != fitted
    assert zoomed[0] == zoomed[1], "both pictures move as one"
    # what is drawn while zoomed in lands where it was drawn
    page.drag(*page.at(380, 220), *page.at(420, 240))
    page.until("document.querySelectorAll('#marks li.missed').length === 1")
    drawn = page.ask("[...document.querySelector('svg .missed').attributes].map(a => a.name + a.value).join()")
    assert "x380" in drawn or "x379" in drawn
    page.ask("document.activeElement.blur()")
    page.press("z")
    page.press("0")
    assert page.ask(stages) == fitted
    with_rows = "[...document.querySelectorAll('tr.changed td.raw')].map(c => c.textContent)"
    while not page.ask(with_rows):
        here = int(page.ask("document.body.dataset.ready"))
        page.press("n")
        page.until(SHOWN.format(here + 1))
    assert "Featherstonehaugh" in page.ask(with_rows)[0]
    page.ask("document.querySelector('tr.changed button').click()")
    page.until("document.querySelectorAll('#marks li.field').length === 1")
    assert "Featherstonehaugh" in page.ask("document.querySelector('#marks li.field input').value")


def shown(page: Page) -> list[str]:
    """The panes that are to be seen."""
    return list(page.ask("[...document.querySelectorAll('.view')].filter(v => v.clientWidth).map(v => v.id)"))


def test_a_picture_that_would_be_too_small_gets_the_whole_width(tmp_path: Path, page: Page) -> None:
    out = make_build(tmp_path / "large", size=(1080, 1920))
    scale = "Number(document.querySelector('#zoom').textContent.replace('%', ''))"
    with running(out, tmp_path / "key") as started:
        page.open(started.address)
        page.until(SHOWN.format(0))
        assert shown(page) == ["view-raw"] and page.ask(scale) >= 75
        assert page.ask("document.querySelector('#view-raw img').getBoundingClientRect().right <= innerWidth")
        page.press(" ")
        assert shown(page) == ["view-redacted"]
        page.press(" ")
        assert shown(page) == ["view-raw"]
        # under the pointer: what lies there stays there
        before = page.at(900, 500)
        page.move(*before)
        page.press("+")
        assert page.at(900, 500) == pytest.approx(before, abs=1)
        page.press("w")
        edges = "(r => [r.left, r.right])(document.querySelector('#view-raw {}').getBoundingClientRect())"
        assert page.ask(edges.format("img")) == pytest.approx(page.ask(edges.format("") + ""), abs=1)
        page.press("v")
        assert shown(page) == ["view-raw", "view-redacted"]
        page.press("n")
        page.until(SHOWN.format(1))
        assert shown(page) == ["view-raw", "view-redacted"], "what was chosen stays chosen"
        page.ask("document.querySelector('#close').click()")
        started.thread.join(20)


@pytest.mark.parametrize(("width", "panes"), [(1020, 2), (1034, 1)])
def test_side_by_side_is_for_pictures_that_can_be_read_so(tmp_path: Path, page: Page, width: int, panes: int) -> None:
    """Of 770 px a picture of 1,026 takes three quarters of its size."""
    out = make_build(tmp_path / "out", size=(480, width))
    with running(out, tmp_path / "key") as started:
        page.open(started.address)
        page.until(SHOWN.format(0))
        assert len(shown(page)) == panes
        page.ask("document.querySelector('#close').click()")
        started.thread.join(20)


def test_what_changed_is_painted(review: Running, page: Page) -> None:
    assert page.ask("document.querySelector('#changes').hidden")
    page.press("d")
    page.until("!document.querySelector('#changes').hidden")
    painted = (
        "(() => {{ const c = document.querySelector('#changes').getContext('2d');"
        " return [...c.getImageData({}, {}, 1, 1).data].slice(0, 3); }})()"
    )
    # the name was at (400, 240) in the raw picture; nothing changed in the corner
    assert page.ask("document.querySelector('#changed').textContent").endswith("% of the pixels changed")
    columns = [page.ask(painted.format(x, 252 - y)) for x in range(401, 480, 4) for y in (0, 4, 8)]
    assert [208, 0, 180] in columns
    assert page.ask(painted.format(5, 470)) == [255, 255, 255]
    page.press("d")
    assert page.ask("document.querySelector('#changes').hidden")


def test_what_hardly_differs_is_no_change(out: Path, review: Running, page: Page) -> None:
    """Three channels that differ by 24 together are not painted, by 25 they are."""
    for path in (out / "captures").iterdir():
        image = cv2.imread(str(path))
        for x, more in ((300, (8, 8, 8)), (310, (8, 8, 9))):
            image[470, x] = image[470, x] - np.array(more)
        cv2.imwrite(str(path), image)
    page.press("n")
    page.until(SHOWN.format(1))
    page.press("d")
    page.until("!document.querySelector('#changes').hidden")
    one = "[...document.querySelector('#changes').getContext('2d').getImageData({}, 470, 1, 1).data].slice(0, 3)"
    assert [page.ask(one.format(x)) for x in (300, 310)] == [[255, 255, 255], [208, 0, 180]]


def test_keys_never_end_up_in_a_text_box(out: Path, review: Running, page: Page) -> None:
    page.drag(*page.at(500, 300), *page.at(620, 330))
    page.until("document.querySelectorAll('#marks li.missed').length === 1")
    typing = "document.activeElement.matches('input[type=text], input[type=number], textarea, select')"
    assert not page.ask(typing), "drawing takes no key away"
    page.press("t")
    assert page.ask(typing)
    page.type("An Invented Name")
    page.press("Enter")
    assert not page.ask(typing)
    # a kind picked with the mouse leaves the keys to the page as well
    page.ask("document.querySelector('#kind').focus()")
    page.ask("document.querySelector('#kind').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
    page.ask("document.querySelector('#kind').dispatchEvent(new Event('change', {bubbles: true}))")
    assert not page.ask(typing)
    page.press("g")
    assert page.ask("document.activeElement.id") == "jump"
    page.type("7")
    page.press("Enter")
    page.until(SHOWN.format(6))
    page.press("p")
    page.until(SHOWN.format(5))
    page.press("g")
    page.type("1")
    page.press("Enter")
    page.until(SHOWN.format(0))
    assert page.ask("document.querySelector('#marks input').value") == "An Invented Name", (
        "kept while looking elsewhere"
    )
    page.press("f")
    page.until(SHOWN.format(1))
    (flag,) = Decisions(out.parent / "key.decisions").standing()
    assert flag.marks[0].text == "An Invented Name" and flag.note == ""
    # and a verdict is taken back, with its marks still there
    page.press("z")
    page.until(SHOWN.format(0))
    page.until("document.querySelector('#status').textContent === 'Not decided'")
    assert page.ask("document.querySelectorAll('#marks li.missed').length") == 1
    assert Decisions(out.parent / "key.decisions").standing() == []


def test_thumbnails_with_filters(review: Running, page: Page) -> None:
    page.press("a")
    page.until(SHOWN.format(1))
    page.press("f")
    page.until(SHOWN.format(2))
    tiles = "[...document.querySelectorAll('.tile-name')].map(t => Number(t.textContent.split(' ')[0]))"
    page.press("o")
    page.until(f"{tiles}.length === 12")
    page.until("[...document.querySelectorAll('.tile img')].every(i => i.naturalWidth === 240)")

    def choose(box: str, value: str) -> list[int]:
        page.ask(
            f"(b => {{ b.value = '{value}'; b.dispatchEvent(new Event('change')); }})(document.querySelector('#{box}'))"
        )
        return sorted(page.ask(tiles))

    assert choose("of-status", "flagged") == [2]
    assert choose("of-status", "accepted") == [1]
    assert choose("of-status", "todo") == list(range(3, 13))
    assert choose("of-status", "outside") == []
    choose("of-status", "")
    by_application = [choose("of-application", str(n)) for n in range(3)]
    assert sorted(index for found in by_application for index in found) == list(range(1, 13)) and all(by_application)
    choose("of-application", "")
    assert choose("of-score", "0.9") == [] and len(choose("of-score", "1")) == 12
    choose("of-score", "")
    assert len(choose("of-kind", "0")) == 12
    page.ask("[...document.querySelectorAll('.tile')][8].click()")
    page.until("!document.querySelector('#overview-dialog').open")
    page.until(SHOWN.format(8))


def test_crops_of_the_least_certain_findings(out: Path, review: Running, page: Page) -> None:
    page.press("c")
    page.until("document.querySelectorAll('.crop').length === 24")
    images = "[...document.querySelectorAll('.crop img')]"
    page.until(f"{images}.every(i => i.naturalWidth >= 260)")
    assert page.ask(f"{images}.every(i => i.src.endsWith('/redacted'))"), "what would be released comes first"
    page.press(" ")
    page.until(f"{images}.every(i => i.src.endsWith('/raw') && i.naturalWidth >= 260)")
    scores = page.ask(
        "[...document.querySelectorAll('.crop .caption')].map(c => Number(c.textContent.split(' · ')[1]))"
    )
    assert scores == sorted(scores) and len(set(scores)) == 2
    page.press("Enter")
    page.until("document.querySelector('#crops-where').textContent.endsWith('seen')")
    store = Decisions(out.parent / "key.decisions")
    assert [number for number, _ in store.crops(file_digest(out / "bundle" / MANIFEST)).values()] == [24]
    page.ask("document.querySelectorAll('.crop')[0].click()")
    page.until("document.body.dataset.ready !== '' && !document.querySelector('#crops-dialog').open")
    page.until("document.querySelector('#zoom').textContent === '200%'")


def test_another_day_goes_on_where_the_last_one_ended(out: Path, page: Page) -> None:
    for begin, end in ((0, 4), (4, 6)):
        with running(out, out.parent / "key") as started:
            page.open(started.address)
            for index in range(begin, end):
                page.until(SHOWN.format(index))
                page.press("a")
            page.until(SHOWN.format(end))
            page.ask("document.querySelector('#close').click()")
            started.thread.join(20)
    assert len(Decisions(out.parent / "key.decisions").standing()) == 6


def test_two_auditors_see_where_they_differ_when_both_are_done(out: Path, page: Page) -> None:
    for auditor, flagged in (("Pat Auditor", 3), ("Kim Careful", None)):
        session = open_session(out, out.parent / "key", auditor)
        session.decisions.convene(session.bundle.digest)
        for index in range(12 if auditor == "Pat Auditor" else 11):
            session.decide(index, "flag" if index == flagged else "accept", (), "")
    with running(out, out.parent / "key", auditor="Kim Careful") as started:
        page.open(started.address)
        page.until(SHOWN.format(11))
        assert page.ask("document.querySelector('#counts').textContent").startswith("11 of 12")
        assert "when both have decided" in page.ask("document.querySelector('#agreement-told').textContent")
        page.press("a")
        page.until("document.querySelector('#agreement-told').textContent.includes('11 of 12')")
        page.press("o")
        page.until("document.querySelectorAll('.tile').length === 12")
        status = "document.querySelector('#of-status')"
        page.ask(f"{status}.value = 'disputed'; {status}.dispatchEvent(new Event('change'))")
        page.until("document.querySelectorAll('.tile').length === 1")
        page.ask("document.querySelector('.tile').click()")
        page.until(SHOWN.format(3))
        assert page.ask("document.querySelector('#others').textContent") == "Pat Auditor flagged this screen."
        page.press("s")
        page.until("document.querySelector('#sign-dialog').open")
        assert page.ask("document.querySelector('#sign-release').disabled")
        page.ask("document.querySelector('#sign-dialog').close()")
        page.ask("document.querySelector('#close').click()")
        started.thread.join(20)


def test_the_page_can_be_heard(review: Running, page: Page) -> None:
    """Every control has a name, every picture a text, and news is announced."""
    nameless = page.ask(
        "[...document.querySelectorAll('button, input, select, textarea')].filter(e => "
        "!(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.[0]?.textContent.trim())).length"
    )
    assert nameless == 0
    assert page.ask("[...document.querySelectorAll('.view img')].every(i => i.alt)")
    assert page.ask("document.querySelector('#say').getAttribute('aria-live')") == "polite"
    assert page.ask("document.documentElement.lang") == "en"
    assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


def test_no_raw_picture_is_left_on_disk(out: Path, review: Running, page: Page) -> None:
    for index in range(3):
        page.until(SHOWN.format(index))
        page.press("n")
    page.until(SHOWN.format(3))
    raw = (out / "captures" / "0.png").read_bytes()
    needles = (raw[200:400], b"Featherstonehaugh", "Featherstonehaugh".encode("utf-16-le"))
    kept = {out / "captures", out / "work"}
    looked = 0
    for root in (page.profile, out.parent):
        for folder, _, names in os.walk(root):
            if any(Path(folder).is_relative_to(k) for k in kept):
                continue
            for name in names:
                path = Path(folder) / name
                if path.is_file() and not path.is_symlink():
                    looked += 1
                    data = path.read_bytes()
                    assert not any(needle in data for needle in needles), path.name
    assert looked > 20


def test_a_foreign_page_gets_nothing(review: Running, page: Page, tmp_path: Path) -> None:
    """In the very browser that holds the cookie, another page can neither read, nor show, nor send anything."""
    foreign = tmp_path / "foreign.html"
    foreign.write_text("<title>foreign</title>")
    home = f"http://127.0.0.1:{review.port}{review.prefix}"
    page.open(foreign.as_uri())
    page.until("document.title === 'foreign'")
    fetched = f"fetch('{home}/state', {{credentials: 'include'}}).then(() => 'read', () => 'refused')"
    assert page.ask(fetched) == "refused"
    shown = (
        f"new Promise(done => {{ const i = new Image(); i.onload = () => done('shown');"
        f" i.onerror = () => done('refused'); i.src = '{home}/raw/0'; }})"
    )
    assert page.ask(shown) == "refused"
    sent = (
        f"fetch('{home}/decide/0', {{method: 'POST', mode: 'no-cors', credentials: 'include',"
        " body: JSON.stringify({verdict: 'accept', marks: [], note: ''})}).then(() => 'sent', () => 'refused')"
    )
    page.ask(sent)
    page.open(home + "/")
    page.until(SHOWN.format(0))
    assert page.ask("document.querySelector('#counts').textContent").startswith("0 of 12")
