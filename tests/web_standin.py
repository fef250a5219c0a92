"""A web host on this machine: a folder over HTTP with ranges, and faults that can be switched on."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit


@dataclass
class Fault:
    """What happens to requests whose path ends with `name`, `times` times. cut: the connection ends after `after`
    bytes. changed: the last byte is another. longer, shorter: the length told and sent is another. endless: no length
    is told and too much is sent. status: an error. slow: a pause of `after` milliseconds in the middle. redirect: to
    `address`. norange: ranges are not known."""

    name: str
    kind: str
    times: int = 10**9
    after: int = 0
    status: int = 500
    address: str = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Asked:
    """One request."""

    path: str
    start: int
    headers: dict[str, str]


class WebStandIn:
    """Serves a folder; use as a context manager. `asked` holds every request."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def fail(self, name: str, kind: str, **more: int | str | dict[str, str]) -> None:
        """Switch a fault on."""
        self.faults.append(Fault(name, kind, **more))  # type: ignore[arg-type]

    def requests(self, name: str) -> list[Asked]:
        """The requests for a file."""
        return [one for one in self.asked if one.path.endswith(name)]

    def fault(self, path: str) -> Fault | None:
        """The fault that hits a request; counts it down."""
        for one in self.faults:
            if path.endswith(one.name) and one.times > 0:
                one.times -= 1
                return one
        return None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                answer(host, self)

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        return Handler


def answer(host: WebStandIn, request: BaseHTTPRequestHandler) -> None:
    """One GET."""
    path = unquote(urlsplit(request.path).path)
    asked = re.fullmatch(r"bytes=(\d+)-", request.headers.get("Range", ""))
    start = int(asked[1]) if asked else 0
    host.asked.append(Asked(path, start, dict(request.headers.items())))
    fault = host.fault(path) or Fault("", "none")
    file = host.folder / path.lstrip("/")
    if fault.kind == "status" or fault.kind == "redirect" or not file.is_file():
        status = {"status": fault.status, "redirect": 302}.get(fault.kind, 404)
        request.send_response(status)
        for name, value in (fault.headers | ({"Location": fault.address} if fault.address else {})).items():
            request.send_header(name, value)
        request.send_header("Content-Length", "0")
        request.end_headers()
        return
    data = file.read_bytes()
    if fault.kind == "changed":
        data = data[:-1] + bytes([data[-1] ^ 1])
    if fault.kind == "longer":
        data += b"more"
    if fault.kind == "shorter":
        data = data[:-1]
    if fault.kind == "norange":
        start = 0
    if start > len(data) or (start and start == len(data)):
        request.send_response(416)
        request.send_header("Content-Length", "0")
        request.end_headers()
        return
    request.send_response(206 if start else 200)
    if start:
        request.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
    body = data[start:]
    if fault.kind == "endless":
        body += b"more"
        request.send_header("Connection", "close")
        request.close_connection = True
    else:
        request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    if fault.kind == "cut":
        request.wfile.write(body[: fault.after])
        request.wfile.flush()
        request.close_connection = True
        return
    if fault.kind == "slow":
        half = len(body) // 2
        request.wfile.write(body[:half])
        request.wfile.flush()
        time.sleep(fault.after / 1000)
        body = body[half:]
    try:
        request.wfile.write(body)
    except OSError:
        request.close_connection = True  # the reader has gone
