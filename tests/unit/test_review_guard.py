"""Who gets in: a real server, asked by another process without the token, from other hosts, origins and ports."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from release.review.guard import _limited
from release.review.server import serve_review
from tests.review_fixture import SECRET, Running, Visitor, make_build, running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Visitor]]:
    root = tmp_path_factory.mktemp("review")
    out = make_build(root / "out")
    with running(out, root / "key") as review:
        auditor = Visitor(review.port)
        assert auditor.enter(review.address) == 303
        yield review, auditor
        state = json.loads(auditor.ask(f"{review.prefix}/state")[1])
        auditor.ask(
            f"{review.prefix}/close",
            "POST",
            b"{}",
            Origin=f"http://127.0.0.1:{review.port}",
            Content_Type="application/json",
            X_Entrophy_Review=state["csrf"],
        )
        review.thread.join(15)
        assert not review.thread.is_alive()
        assert review.said[-1].startswith("The review is closed: the auditor closed it")


PAGE = ("/", "/app.js", "/view.js", "/page.js", "/overview.js", "/crops.js", "/app.css")
DATA = ("/state", "/screens", "/findings", "/item/0", "/raw/0", "/redacted/0", "/thumbnail/0", "/crop/0/raw", "/look/0")
PATHS = (*PAGE, *DATA, "/enter/guess", "/nothing")


def test_the_auditor_gets_everything_and_nothing_is_stored(served: tuple[Running, Visitor]) -> None:
    review, auditor = served
    kinds = {}
    for path in (*PAGE, *DATA):
        status, body, headers = auditor.ask(review.prefix + path)
        assert (status, bool(body)) == (200, True), path
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
        kinds[path] = headers["content-type"]
    assert kinds["/raw/0"] == kinds["/redacted/0"] == kinds["/crop/0/raw"] == "image/png"
    assert kinds["/thumbnail/0"] == "image/jpeg"
    assert kinds["/state"] == "application/json"


def test_another_process_without_the_token_gets_nothing(served: tuple[Running, Visitor]) -> None:
    review, _ = served
    stranger = Visitor(review.port)
    for path in PATHS:
        for prefix in ("", review.prefix):
            status, body, headers = stranger.ask(prefix + path)
            assert (status, body) == (404, b""), prefix + path
            assert "set-cookie" not in headers
    for cookie in ("entrophy-review=", "entrophy-review=guess", "other=1", "entrophy-review=é", '"'):
        stranger.cookie = cookie
        assert stranger.ask(f"{review.prefix}/state")[:2] == (404, b"")


def test_the_token_is_good_once(served: tuple[Running, Visitor]) -> None:
    review, _ = served
    stranger = Visitor(review.port)
    assert stranger.enter(review.address) == 404
    assert stranger.cookie == ""


def test_the_cookie_is_for_this_page_only(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out")
    with running(out, tmp_path / "key", idle_minutes=0.01) as review:
        _, _, headers = Visitor(review.port).ask("/" + review.address.split("/", 3)[3])
        cookie = headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert f"path={review.prefix.lower()}/" in cookie
        assert "max-age" not in cookie
        assert "expires" not in cookie
        review.thread.join(20)
        assert not review.thread.is_alive()
        assert "nobody used it" in review.said[-1]


@pytest.mark.parametrize("host", ["localhost", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]", ""])
def test_other_hosts_are_refused(served: tuple[Running, Visitor], host: str) -> None:
    review, auditor = served
    for given in (host, f"{host}:{review.port}" if host in ("localhost", "evil.example") else host):
        assert auditor.ask(f"{review.prefix}/raw/0", Host=given)[:2] == (403, b"")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost"]
)
def test_other_origins_are_refused(served: tuple[Running, Visitor], origin: str) -> None:
    review, auditor = served
    assert auditor.ask(f"{review.prefix}/item/0", Origin=origin)[:2] == (403, b"")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_of_other_sites_and_ports_are_refused(served: tuple[Running, Visitor], site: str) -> None:
    review, auditor = served
    assert auditor.ask(f"{review.prefix}/raw/0", Sec_Fetch_Site=site)[:2] == (403, b"")
    assert auditor.ask(f"{review.prefix}/raw/0", Sec_Fetch_Site="same-origin")[0] == 200


def test_a_post_needs_origin_secret_and_json(served: tuple[Running, Visitor]) -> None:
    review, auditor = served
    secret = json.loads(auditor.ask(f"{review.prefix}/state")[1])["csrf"]
    good = {
        "Origin": f"http://127.0.0.1:{review.port}",
        "Content_Type": "application/json",
        "X_Entrophy_Review": secret,
    }
    path, body = f"{review.prefix}/decide/0", b'{"verdict": "accept", "marks": [], "note": ""}'
    for left_out, status in (("Origin", 403), ("X_Entrophy_Review", 403), ("Content_Type", 415)):
        given = {k: v for k, v in good.items() if k != left_out}
        assert auditor.ask(path, "POST", body, **given)[:2] == (status, b""), left_out
    assert auditor.ask(path, "POST", body, **{**good, "X_Entrophy_Review": "guess"})[0] == 403
    assert auditor.ask(path, "POST", body, **{**good, "Content_Type": "text/plain"})[0] == 415
    assert auditor.ask(path, "PUT", body, **good)[0] == 403
    assert auditor.ask(path, "POST", b'{"verdict": "maybe", "marks": [], "note": ""}', **good)[0] == 400
    assert auditor.ask(path, "POST", b"{", **good)[0] == 400
    assert auditor.ask(path, "POST", b" " * 1_100_000, **good)[0] in (400, 413)
    assert auditor.ask(f"{review.prefix}/decide/99", "POST", body, **good)[:2] == (404, b"")
    assert auditor.ask(f"{review.prefix}/state", "POST", body, **good)[:2] == (404, b""), "no page takes this"
    assert auditor.ask(f"{review.prefix}/nothing")[:2] == (404, b"")
    for way in ("undo/0", "crops/0"):
        assert auditor.ask(f"{review.prefix}/{way}", "POST", b"{}", **{**good, "X_Entrophy_Review": "guess"})[0] == 403
        assert auditor.ask(f"{review.prefix}/{way}")[:2] == (404, b"")
    for beyond in ("crop/24/raw", "crop/0/other", "thumbnail/12", "look/1", "look/40"):
        assert auditor.ask(f"{review.prefix}/{beyond}")[:2] == (404, b""), beyond
    assert auditor.ask(f"{review.prefix}/undo/0", "POST", b"{}", **good)[0] == 409
    state = json.loads(auditor.ask(f"{review.prefix}/state")[1])
    assert set(state["items"]) == {"todo"} and state["crops"] == [], "nothing refused was recorded"
    status, answer, _ = auditor.ask(path, "POST", body, **good)
    assert status == 200
    assert json.loads(answer)["items"][0] == "accepted"


def test_no_answer_names_a_captured_value_where_it_should_not(served: tuple[Running, Visitor]) -> None:
    review, auditor = served
    surname = SECRET.split()[1]
    shown = [auditor.ask(f"{review.prefix}/item/{i}")[1].decode() for i in range(12)]
    assert any(surname in text for text in shown), "the raw rows are there to be seen"
    for path in ("state", "screens", "findings"):
        assert surname not in auditor.ask(f"{review.prefix}/{path}")[1].decode()
    assert surname not in " ".join(review.said)


def test_it_listens_on_this_machine_only(served: tuple[Running, Visitor]) -> None:
    review, _ = served
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others | {"127.0.0.2"}:
        with pytest.raises(OSError), socket.create_connection((address, review.port), timeout=2):
            pass


def test_a_taken_port_is_told(tmp_path: Path, served: tuple[Running, Visitor]) -> None:
    out = make_build(tmp_path / "out")
    with pytest.raises(EntrophyError, match="cannot listen"):
        serve_review(
            out, tmp_path / "d", auditor="Pat", port=served[0].port, open_browser=False, announce=lambda _: None
        )


def answers(said: str) -> bool:
    """Whether the server whose address was told answers, whatever it says; waits as long as it takes to start."""
    stated = re.search(r"127\.0\.0\.1:(\d+)", said)
    assert stated is not None
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", int(stated[1]), timeout=60)) as asked:
        asked.request("GET", "/nowhere")
        return asked.getresponse().status >= 300


def test_interrupting_it_ends_it_in_order(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out")
    code = (
        "import sys; from pathlib import Path; from release.review.server import serve_review\n"
        "serve_review(Path(sys.argv[1]), Path(sys.argv[2]), auditor='Pat', open_browser=False,"
        " announce=lambda line: print(line, flush=True))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(out), str(tmp_path / "d")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2)][1]
        assert said.startswith("Open once")
        assert answers(said), "it was interrupted before it served"
        process.send_signal(signal.SIGINT)
        stated, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    assert "The review is closed" in stated


def test_the_browser_is_opened_with_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with running(make_build(tmp_path / "out"), tmp_path / "key", open_browser=True, idle_minutes=0.01) as review:
        review.thread.join(20)
    assert opened == [review.address]


@pytest.mark.parametrize(("size", "kind"), [(1_000_000, "http.request"), (1_000_001, "http.disconnect")])
def test_a_body_of_more_than_a_million_bytes_ends_the_connection(size: int, kind: str) -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"x" * size}

    assert asyncio.run(_limited(receive)())["type"] == kind
