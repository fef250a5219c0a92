"""An S3-compatible object store on this machine: one bucket in memory, and faults that can be switched on.

Steps are list, head, get, put, start (of an upload in parts), part, complete. Signatures are not checked, but there has
to be one.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal, Self
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

BUCKET = "office-data"
USER, SECRET = "AKIANOTAREALKEY00000", "not-a-real-secret"
PAGE = 4  # keys a page of a listing
# error: an S3 error of that code. drop: the connection ends before anything is done. lost: it is done, then it ends.
# changed: the last byte is another. swallow: answered as done, and not done. hang: no answer for a while.
Action = Literal["error", "drop", "lost", "changed", "swallow", "hang"]
STATUS = {"AccessDenied": 403, "InvalidAccessKeyId": 403, "SlowDown": 503, "InternalError": 500}


@dataclass
class Fault:
    """Hits requests of a step for keys that end with `key`, `times` times."""

    step: str
    action: Action
    key: str = ""
    code: str = "InternalError"
    times: int = 10**9


class StandIn:
    """A running stand-in; use as a context manager."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.types: dict[str, str] = {}
        self.faults: list[Fault] = []
        self.asked: list[tuple[str, str]] = []
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def environment(self) -> dict[str, str]:
        """What points a client here."""
        return {
            "AWS_ENDPOINT_URL": self.base,
            "AWS_ACCESS_KEY_ID": USER,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_REGION": "eu-central-1",
        }

    def fail(self, step: str, action: Action, **more: str | int) -> None:
        """Switch a fault on."""
        self.faults.append(Fault(step, action, **more))  # type: ignore[arg-type]

    def fault(self, step: str, key: str) -> Fault | None:
        """The fault that hits a request; counts it down."""
        for one in self.faults:
            if one.step == step and key.endswith(one.key) and one.times > 0:
                one.times -= 1
                return one
        return None

    def steps(self, *names: str) -> list[str]:
        """The keys of the requests of some steps."""
        return [key for step, key in self.asked if step in names]


def _handler(host: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        _answer(host, request)

    for method in ("GET", "HEAD", "PUT", "POST", "DELETE"):
        setattr(Handler, f"do_{method}", answer)
    return Handler


def _body(request: BaseHTTPRequestHandler) -> bytes:
    raw = b""
    if request.headers.get("Transfer-Encoding", "").lower() == "chunked":
        while size := int(request.rfile.readline(), 16):
            raw += request.rfile.read(size)
            request.rfile.readline()
        request.rfile.readline()
    else:
        raw = request.rfile.read(int(request.headers.get("Content-Length") or 0))
    if "aws-chunked" not in request.headers.get("Content-Encoding", ""):
        return raw
    data = b""
    while raw:  # size;signature, bytes, and at the end a checksum
        told, _, raw = raw.partition(b"\r\n")
        length = int(told.split(b";")[0], 16)
        if length == 0:
            break
        data, raw = data + raw[:length], raw[length + 2 :]
    return data


def _step(method: str, key: str, query: dict[str, list[str]]) -> str:
    if method in ("GET", "HEAD") and not key:
        return "list" if "list-type" in query else "bucket"
    if method == "POST":
        return "start" if "uploads" in query else "complete"
    if method == "PUT":
        return "part" if "partNumber" in query else "put"
    return method.lower()


def _answer(host: StandIn, request: BaseHTTPRequestHandler) -> None:
    address = urlsplit(request.path)
    query = parse_qs(address.query, keep_blank_values=True)
    bucket, _, key = unquote(address.path).lstrip("/").partition("/")
    body = _body(request)
    step = _step(request.command, key, query)
    with host.lock:
        host.asked.append((step, key))
        fault = host.fault(step, key)
    action = fault.action if fault else ""
    if action == "hang":
        time.sleep(6)
    if action in ("drop", "hang"):
        request.close_connection = True
        return
    if fault is not None and action == "error":
        _error(request, fault.code, STATUS[fault.code])
        return
    if f"Credential={USER}/" not in request.headers.get("Authorization", ""):
        _error(request, "InvalidAccessKeyId", 403)
        return
    if bucket != BUCKET:
        _error(request, "NoSuchBucket", 404)
        return
    with host.lock:
        if step == "list":
            _send(request, 200, _listing(host, query))
        elif step in ("head", "get"):
            data = host.objects.get(key)
            if data is None:
                _error(request, "NoSuchKey", 404)
                return
            if action == "changed" and step == "get":
                data = data[:-1] + bytes([data[-1] ^ 1])
            _send(request, 200, data, {"Content-Type": host.types.get(key, "")})
        else:
            answer = b""
            if action != "swallow":
                answer = _change(host, step, key, query, body, request.headers.get("Content-Type", ""))
            if action == "lost":
                request.close_connection = True
                return
            tag = hashlib.md5(body, usedforsecurity=False).hexdigest()
            _send(request, 200, answer, {"ETag": f'"{tag}"'})


def _change(host: StandIn, step: str, key: str, query: dict[str, list[str]], body: bytes, kind: str) -> bytes:
    if step == "put":
        host.objects[key], host.types[key] = body, kind
    elif step == "start":
        host.types[key] = kind
        host.uploads[key] = {}
        return b"<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
    elif step == "part":
        host.uploads[key][int(query["partNumber"][0])] = body
    elif step == "complete":
        parts = host.uploads.pop(key)
        host.objects[key] = b"".join(parts[number] for number in sorted(parts))
        return b'<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>'
    elif step == "delete":
        host.objects.pop(key, None)
    return b""


def _listing(host: StandIn, query: dict[str, list[str]]) -> bytes:
    prefix = query.get("prefix", [""])[0]
    start = int(query.get("continuation-token", ["0"])[0])
    keys = sorted(key for key in host.objects if key.startswith(prefix))
    if query.get("delimiter"):
        short = {re.sub(r"/.*", "/", key[len(prefix) :]) for key in keys}
        folders = sorted(prefix + name for name in short if name.endswith("/"))
        keys = [key for key in keys if "/" not in key[len(prefix) :]]
    else:
        folders = []
    page = keys[start : start + PAGE]
    more = start + PAGE < len(keys)
    found = "".join(
        f"<Contents><Key>{escape(key)}</Key><Size>{len(host.objects[key])}</Size>"
        "<LastModified>2025-01-01T00:00:00.000Z</LastModified></Contents>"
        for key in page
    )
    found += "".join(f"<CommonPrefixes><Prefix>{escape(name)}</Prefix></CommonPrefixes>" for name in folders)
    token = f"<NextContinuationToken>{start + PAGE}</NextContinuationToken>" if more else ""
    return (
        f"<ListBucketResult><Name>{BUCKET}</Name><KeyCount>{len(page)}</KeyCount>"
        f"<IsTruncated>{str(more).lower()}</IsTruncated>{token}{found}</ListBucketResult>"
    ).encode()


def _error(request: BaseHTTPRequestHandler, code: str, status: int) -> None:
    _send(request, status, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode())


def _send(request: BaseHTTPRequestHandler, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
    asked = re.fullmatch(r"bytes=(\d+)-(\d+)", request.headers.get("Range", ""))
    whole = len(data)
    if asked and status == 200:
        status, data = 206, data[int(asked[1]) : int(asked[2]) + 1]
    request.send_response(status)
    if asked and status == 206:
        request.send_header("Content-Range", f"bytes {asked[1]}-{asked[2]}/{whole}")
    request.send_header("Content-Length", str(len(data)))
    request.send_header("Last-Modified", "Wed, 01 Jan 2025 00:00:00 GMT")
    for name, value in (headers or {}).items():
        request.send_header(name, value)
    request.end_headers()
    if request.command != "HEAD":
        request.wfile.write(data)
