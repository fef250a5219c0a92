"""Files of a web host, with every fault that a host can have."""

from __future__ import annotations

import hashlib
import resource
import urllib.request
from collections.abc import Iterator
from contextlib import nullcontext
from http.client import HTTPMessage
from io import BytesIO
from pathlib import Path

import pytest

from redaction.errors import BundleError
from release.fetch import web as module
from release.fetch.web import ATTEMPTS, LONGEST_PAUSE_S, Web, WebError
from tests.web_standin import WebStandIn

DATA = bytes(range(256)) * 4096
SHA = hashlib.sha256(DATA).hexdigest()
NAME = "a file.zip"
WEB = Web({"Authorization": "Bearer secret"}, timeout_s=5, pause_s=0)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[WebStandIn]:
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / NAME).write_bytes(DATA)
    with WebStandIn(tmp_path / "host") as host:
        yield host


def bring(host: WebStandIn, tmp_path: Path, web: Web = WEB) -> Path:
    to = tmp_path / "here" / NAME
    web.download(host.base + "a%20file.zip", to, len(DATA), SHA)
    return to


def left(tmp_path: Path) -> int:
    """Bytes of what has arrived of an unfinished file."""
    part = tmp_path / "here" / f".{NAME}.part"
    return part.stat().st_size if part.exists() else 0


def test_a_file_arrives_whole_and_under_its_name_only(host: WebStandIn, tmp_path: Path) -> None:
    assert bring(host, tmp_path).read_bytes() == DATA
    assert [path.name for path in (tmp_path / "here").iterdir()] == [NAME]


def test_a_broken_download_is_gone_on_with(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "cut", times=3, after=1000)
    assert bring(host, tmp_path).read_bytes() == DATA
    assert [one.start for one in host.asked] == [0, 1000, 2000, 3000]


def test_progress_does_not_count_as_failure_but_standing_still_does(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "cut", times=3 * ATTEMPTS, after=100)
    assert bring(host, tmp_path).read_bytes() == DATA
    (tmp_path / "here" / NAME).unlink()
    host.asked.clear()
    host.fail(NAME, "cut", after=0)
    with pytest.raises(WebError, match=r"cut off.*only the rest is fetched"):
        bring(host, tmp_path)
    assert len(host.asked) == ATTEMPTS


def test_the_next_run_goes_on_where_the_last_one_stopped(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "cut", times=1, after=5000)
    host.fail(NAME, "status", times=ATTEMPTS, status=503)
    with pytest.raises(WebError, match="answers 503"):
        bring(host, tmp_path)
    assert left(tmp_path) == 5000
    host.faults.clear()
    host.asked.clear()
    assert bring(host, tmp_path).read_bytes() == DATA
    assert [one.start for one in host.asked] == [5000]


def test_a_host_without_ranges_begins_anew_and_ends(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "cut", times=1, after=5000)
    host.fail(NAME, "norange")
    assert bring(host, tmp_path).read_bytes() == DATA


def test_changed_bytes_are_refused_and_not_kept(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "changed")
    with pytest.raises(BundleError, match="other bytes than were signed"):
        bring(host, tmp_path)
    assert len(host.asked) == 1 and left(tmp_path) == 0 and not (tmp_path / "here" / NAME).exists()


@pytest.mark.parametrize("there", [b"something else" * 100, DATA + b"more", b"x" * len(DATA)])
def test_what_lay_there_of_other_bytes_is_fetched_again(host: WebStandIn, tmp_path: Path, there: bytes) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / f".{NAME}.part").write_bytes(there)
    if len(there) > len(DATA):
        with pytest.raises(WebError, match="416"):  # the host has no such range; the next run begins anew
            bring(host, tmp_path)
    assert bring(host, tmp_path).read_bytes() == DATA


@pytest.mark.parametrize(
    ("kind", "said"), [("longer", "another length"), ("shorter", "another length"), ("endless", "more")]
)
def test_another_length_is_refused_at_once(host: WebStandIn, tmp_path: Path, kind: str, said: str) -> None:
    host.fail(NAME, kind)
    with pytest.raises(WebError, match=said):
        bring(host, tmp_path)
    assert len(host.asked) == 1 and left(tmp_path) == 0


@pytest.mark.parametrize(
    ("status", "times"), [(500, ATTEMPTS), (429, ATTEMPTS), (408, ATTEMPTS), (401, 1), (403, 1), (404, 1)]
)
def test_only_what_may_pass_is_tried_again(host: WebStandIn, tmp_path: Path, status: int, times: int) -> None:
    host.fail(NAME, "status", status=status)
    with pytest.raises(WebError, match=str(status)):
        bring(host, tmp_path)
    assert len(host.asked) == times


def test_a_host_that_asks_for_patience_gets_it_up_to_a_minute(
    host: WebStandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(module.time, "sleep", waited.append)
    host.fail(NAME, "status", status=429, times=1, headers={"Retry-After": str(int(LONGEST_PAUSE_S))})
    bring(host, tmp_path).unlink()
    assert waited == [LONGEST_PAUSE_S]
    host.fail(NAME, "status", status=429, times=1, headers={"Retry-After": str(int(LONGEST_PAUSE_S) + 1)})
    with pytest.raises(WebError, match="429"):
        bring(host, tmp_path)


def test_a_slow_host_is_waited_for_until_the_deadline(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "slow", times=1, after=300)
    bring(host, tmp_path, Web(timeout_s=2, pause_s=0)).unlink()
    host.asked.clear()
    host.fail(NAME, "slow", times=1, after=1500)
    assert bring(host, tmp_path, Web(timeout_s=0.3, pause_s=0)).read_bytes() == DATA
    assert len(host.asked) == 2 and host.asked[1].start > 0


def test_a_login_goes_to_the_host_that_was_asked_and_to_no_other(host: WebStandIn, tmp_path: Path) -> None:
    with WebStandIn(tmp_path / "host") as other:
        host.fail(NAME, "redirect", address=other.base + "a%20file.zip")
        assert bring(host, tmp_path).read_bytes() == DATA
        assert host.asked[0].headers["Authorization"] == "Bearer secret"
        assert "Authorization" not in other.asked[0].headers
    (tmp_path / "here" / NAME).unlink()
    (tmp_path / "host" / "elsewhere").write_bytes(DATA)
    host.faults.clear()
    host.fail(NAME, "redirect", address="/elsewhere")
    assert bring(host, tmp_path).read_bytes() == DATA
    assert host.requests("elsewhere")[0].headers["Authorization"] == "Bearer secret"


def test_a_host_points_to_no_file_of_this_machine(host: WebStandIn, tmp_path: Path) -> None:
    host.fail(NAME, "redirect", address=(tmp_path / "host" / NAME).as_uri())
    with pytest.raises(WebError):
        bring(host, tmp_path)
    assert not (tmp_path / "here" / NAME).exists()


def test_a_host_points_to_no_open_connection() -> None:
    asked = urllib.request.Request("https://a.example/x")
    for address, refused in (("http://a.example/x", True), ("https://b.example/x", False)):
        with pytest.raises(WebError, match="without encryption") if refused else nullcontext():
            module._Redirects().redirect_request(asked, BytesIO(), 302, "", HTTPMessage(), address)


def test_nobody_there_is_one_sentence(tmp_path: Path) -> None:
    with WebStandIn(tmp_path) as host:
        base = host.base
    with pytest.raises(WebError, match=r"127\.0\.0\.1: no whole answer came from the host \(ConnectionRefusedError\)"):
        WEB.read(base + "x", 10)


def test_a_small_file_has_a_limit_and_may_be_absent(host: WebStandIn) -> None:
    address = host.base + "a%20file.zip"
    assert WEB.read(address, len(DATA)) == DATA
    with pytest.raises(WebError, match="larger than"):
        WEB.read(address, len(DATA) - 1)
    assert WEB.read(host.base + "absent", 10) is None
    host.fail(NAME, "cut", times=1, after=10)
    assert WEB.read(address, len(DATA)) == DATA


def test_a_disk_that_takes_no_more_is_not_the_fault_of_the_host(host: WebStandIn, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(DATA) // 2, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            bring(host, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(host.asked) == 1
    assert bring(host, tmp_path).read_bytes() == DATA
