"""The wire protocol of Hugging Face's hub on this machine, as far as publishing and reading a dataset uses it.

The client is pointed at it by HF_ENDPOINT. `StandIn().fail("commit", "lost", times=1)` switches a fault on; steps are
whoami, info, refs, commits, create, yaml, preupload, batch, put, verify, commit, tag, tree, resolve.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

USER, TOKEN = "testhouse", "hf_not-a-real-token-000"
PAGE = 2  # small, so that lists have several pages
# status: an error. drop: the connection ends before anything is done. lost: it is done, then the connection ends.
# hang: no answer until the stand-in ends. page: 200 with an HTML page. swallow: 200, and nothing is done.
Action = Literal["status", "drop", "lost", "hang", "page", "swallow"]


@dataclass
class Fault:
    """Hits requests of a step, `times` times."""

    step: str
    action: Action
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 10**9


@dataclass
class Commit:
    """Path → (bytes, whether they lie outside of Git)."""

    sha: str
    title: str
    files: dict[str, tuple[bytes, bool]]


@dataclass
class Repo:
    """A dataset: commits, oldest first, and tags."""

    private: bool
    commits: list[Commit]
    tags: dict[str, str] = field(default_factory=dict)

    def at(self, revision: str) -> Commit | None:
        """A commit by its id, a tag or "main"."""
        wanted = self.commits[-1].sha if revision == "main" else self.tags.get(revision, revision)
        return next((one for one in self.commits if one.sha == wanted), None)


class StandIn:
    """A running stand-in; use as a context manager."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.repos: dict[str, Repo] = {}
        self.stored: dict[str, bytes] = {}
        self.faults: list[Fault] = []
        self.asked: list[tuple[str, Any]] = []
        self.ignores: set[str] = set()  # the client leaves these out without a word
        self.corrupts: set[str] = set()  # kept with another last byte, and told so
        self.serves_changed: set[str] = set()  # listed as they were sent, and served with another last byte
        self.part_bytes = 0  # uploads go in parts of this size
        self.makes_public = False
        self.ending = threading.Event()
        self._parts: dict[str, dict[int, bytes]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ending.set()
        self._server.shutdown()
        self._server.server_close()

    def environment(self) -> dict[str, str]:
        """What points the client here."""
        return {"HF_ENDPOINT": self.base, "HF_TOKEN": TOKEN}

    def fail(self, step: str, action: Action, **more: Any) -> None:
        """Switch a fault on."""
        self.faults.append(Fault(step, action, **more))

    def steps(self, step: str) -> list[Any]:
        """What was sent in the requests of a step."""
        return [sent for name, sent in self.asked if name == step]

    def fault(self, step: str) -> Fault | None:
        """The fault that hits a request; counts it down."""
        for one in self.faults:
            if one.step == step and one.times > 0:
                one.times -= 1
                return one
        return None

    # --- what a request does; each gives (status, body) ---------------------------------------------------------------

    def whoami(self, sent: Any) -> tuple[int, Any]:
        return 200, {"name": USER, "type": "user", "orgs": []}

    def yaml(self, sent: Any) -> tuple[int, Any]:
        return 200, {"warnings": [], "errors": []}

    def create(self, sent: Any) -> tuple[int, Any]:
        name = f"{sent.get('organization') or USER}/{sent['name']}"
        if name in self.repos:
            return 409, {"error": "You already created this dataset repo"}
        first = Commit(_sha(name), "initial commit", {".gitattributes": (b"*.parquet filter=lfs\n", False)})
        private = sent.get("visibility") == "private" or bool(sent.get("private"))
        self.repos[name] = Repo(private and not self.makes_public, [first])
        return 200, {"url": f"{self.base}/datasets/{name}", "id": name, "name": name}

    def info(self, sent: Any, name: str) -> tuple[int, Any]:
        repo = self.repos[name]
        return 200, {"id": name, "private": repo.private, "sha": repo.commits[-1].sha, "siblings": [], "tags": []}

    def refs(self, sent: Any, name: str) -> tuple[int, Any]:
        repo = self.repos[name]
        tags = [{"name": t, "ref": f"refs/tags/{t}", "targetCommit": c} for t, c in repo.tags.items()]
        main = {"name": "main", "ref": "refs/heads/main", "targetCommit": repo.commits[-1].sha}
        return 200, {"branches": [main], "converts": [], "tags": tags}

    def commits(self, sent: Any, name: str) -> tuple[int, Any]:
        found = [
            {
                "id": c.sha,
                "title": c.title,
                "message": "",
                "authors": [{"user": USER}],
                "date": "2025-01-01T00:00:00.000Z",
            }
            for c in reversed(self.repos[name].commits)
        ]
        return 200, found

    def tree(self, sent: Any, name: str, revision: str) -> tuple[int, Any]:
        commit = self.repos[name].at(revision)
        if commit is None:
            return 404, {"error": "Revision not found"}
        listed = []
        for path, (data, lfs) in sorted(commit.files.items()):
            entry: dict[str, Any] = {"type": "file", "path": path, "size": len(data), "oid": _blob(data)}
            if lfs:
                digest = hashlib.sha256(data).hexdigest()
                entry["lfs"] = {"oid": digest, "size": len(data), "pointerSize": 130}
            listed.append(entry)
        return 200, listed

    def preupload(self, sent: Any, name: str, revision: str) -> tuple[int, Any]:
        modes = [
            {
                "path": file["path"],
                "uploadMode": "lfs" if file["path"].endswith((".parquet", ".zip")) else "regular",
                "shouldIgnore": file["path"] in self.ignores,
            }
            for file in sent["files"]
        ]
        return 200, {"files": modes}

    def batch(self, sent: Any, name: str) -> tuple[int, Any]:
        return 200, {"transfer": "basic", "objects": [self._action(one["oid"], one["size"]) for one in sent["objects"]]}

    def _action(self, oid: str, size: int) -> dict[str, Any]:
        if oid in self.stored:
            return {"oid": oid, "size": size}
        header: dict[str, str] = {}
        if self.part_bytes:
            header = {str(n + 1): f"{self.base}/put/{oid}/{n + 1}" for n in range(-(-size // self.part_bytes))}
            header["chunk_size"] = str(self.part_bytes)
        upload = {"href": f"{self.base}/{'complete' if self.part_bytes else 'put'}/{oid}", "header": header}
        return {"oid": oid, "size": size, "actions": {"upload": upload, "verify": {"href": f"{self.base}/verify"}}}

    def put(self, sent: bytes, oid: str, part: str = "") -> tuple[int, Any]:
        if part:
            self._parts.setdefault(oid, {})[int(part)] = sent
        else:
            self.stored[oid] = sent
        return 200, {}

    def complete(self, sent: Any, oid: str) -> tuple[int, Any]:
        parts = self._parts.get(oid, {})
        self.stored[oid] = b"".join(parts[one["partNumber"]] for one in sent["parts"])
        return 200, {}

    def verify(self, sent: Any) -> tuple[int, Any]:
        right = hashlib.sha256(self.stored.get(sent["oid"], b"")).hexdigest() == sent["oid"]
        return (200, {}) if right else (400, {"error": "the upload is not what was announced"})

    def commit(self, sent: bytes, name: str, revision: str) -> tuple[int, Any]:
        repo = self.repos[name]
        lines = [json.loads(line) for line in sent.splitlines()]
        header = lines[0]["value"]
        if header.get("parentCommit") not in (None, repo.commits[-1].sha):
            return 412, {"error": "A commit has happened since"}
        files = dict(repo.commits[-1].files)
        for line in lines[1:]:
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = (base64.b64decode(value["content"]), False)
            elif line["key"] == "lfsFile":
                files[value["path"]] = (self.stored[value["oid"]], True)
            else:
                del files[value["path"]]
        for path in self.corrupts & files.keys():
            data, lfs = files[path]
            files[path] = (data[:-1] + bytes([data[-1] ^ 1]), lfs)
        made = Commit(_sha(f"{len(repo.commits)}{header['summary']}"), header["summary"], files)
        repo.commits.append(made)
        return 200, {"commitOid": made.sha, "commitUrl": f"{self.base}/datasets/{name}/commit/{made.sha}"}

    def tag(self, sent: Any, name: str, revision: str) -> tuple[int, Any]:
        repo = self.repos[name]
        if sent["tag"] in repo.tags:
            return 409, {"error": "Tag reference exists already"}
        repo.tags[sent["tag"]] = revision
        return 200, {}

    def resolve(self, sent: Any, name: str, revision: str, path: str) -> tuple[int, Any]:
        commit = self.repos[name].at(revision)
        if commit is None or path not in commit.files:
            return 404, {"error": "Entry not found"}
        data, lfs = commit.files[path]
        if not lfs:
            return 307, f"/api/resolve-cache/datasets/{name}/{commit.sha}/{path}"
        return 200, self._served(path, data)

    def cached(self, sent: Any, name: str, revision: str, path: str) -> tuple[int, Any]:
        commit = self.repos[name].at(revision)
        return (200, self._served(path, commit.files[path][0])) if commit is not None else (404, {})

    def _served(self, path: str, data: bytes) -> bytes:
        return data[:-1] + bytes([data[-1] ^ 1]) if path in self.serves_changed else data


def _sha(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def _blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


_NAME = r"([\w.-]+/[\w.-]+)"
#: method, address, step; paged answers are lists
ROUTES = [
    ("GET", "/api/whoami-v2", "whoami"),
    ("POST", "/api/validate-yaml", "yaml"),
    ("POST", "/api/repos/create", "create"),
    ("GET", f"/api/datasets/{_NAME}", "info"),
    ("GET", f"/api/datasets/{_NAME}/refs", "refs"),
    ("GET", f"/api/datasets/{_NAME}/commits/main", "commits"),
    ("GET", f"/api/datasets/{_NAME}/tree/([^/]+)", "tree"),
    ("POST", f"/api/datasets/{_NAME}/preupload/([^/]+)", "preupload"),
    ("POST", f"/datasets/{_NAME}.git/info/lfs/objects/batch", "batch"),
    ("PUT", r"/put/(\w+)(?:/(\d+))?", "put"),
    ("POST", r"/complete/(\w+)", "complete"),
    ("POST", "/verify", "verify"),
    ("POST", f"/api/datasets/{_NAME}/commit/([^/]+)", "commit"),
    ("POST", f"/api/datasets/{_NAME}/tag/([^/]+)", "tag"),
    ("GET", f"/datasets/{_NAME}/resolve/([^/]+)/(.+)", "resolve"),
    ("GET", f"/api/resolve-cache/datasets/{_NAME}/([^/]+)/(.+)", "cached"),
]
OPEN = {"put", "complete"}  # signed addresses, which take no token


def _handler(host: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            _answer(host, self)

        def do_POST(self) -> None:
            _answer(host, self)

        def do_PUT(self) -> None:
            _answer(host, self)

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    return Handler


def _body(request: BaseHTTPRequestHandler) -> bytes:
    if request.headers.get("Transfer-Encoding", "").lower() == "chunked":
        data = b""
        while size := int(request.rfile.readline(), 16):
            data += request.rfile.read(size)
            request.rfile.readline()
        request.rfile.readline()
        return data
    return request.rfile.read(int(request.headers.get("Content-Length") or 0))


def _answer(host: StandIn, request: BaseHTTPRequestHandler) -> None:
    address = urlsplit(request.path)
    body = _body(request)
    for method, pattern, step in ROUTES:
        found = re.fullmatch(pattern, unquote(address.path)) if method == request.command else None
        if found is None:
            continue
        groups = [group for group in found.groups() if group is not None]
        sent = body if step in ("put", "commit") else (json.loads(body) if body else {})
        with host.lock:
            host.asked.append((step, sent))
            fault = host.fault(step)
        if fault is not None and fault.action in ("drop", "hang", "page", "status", "swallow"):
            _fail(host, request, fault)
            return
        if step not in OPEN and request.headers.get("Authorization") != f"Bearer {TOKEN}":
            _send(request, 401, {"error": "Invalid credentials in Authorization header"})
            return
        work: Callable[..., tuple[int, Any]] = getattr(host, step)
        with host.lock:
            if groups and "/" in groups[0] and groups[0] not in host.repos:
                _send(request, 404, {"error": "Repository not found"}, {"X-Error-Code": "RepoNotFound"})
                return
            status, answer = work(sent, *groups)
        if fault is not None:  # lost
            request.close_connection = True
            return
        _paged(host, request, status, answer, address.path, address.query)
        return
    _send(request, 404, {"error": "no such address"})


def _fail(host: StandIn, request: BaseHTTPRequestHandler, fault: Fault) -> None:
    if fault.action == "status":
        _send(request, fault.status, {"error": "fault"}, fault.headers)
    elif fault.action == "page":
        _send(request, 200, b"<html>Please log in</html>")
    elif fault.action == "swallow":
        _send(request, 200, {"commitOid": "0" * 40, "commitUrl": f"{host.base}/datasets/a/b/commit/{'0' * 40}"})
    else:
        if fault.action == "hang":
            host.ending.wait(60)
        request.close_connection = True


def _paged(host: StandIn, request: BaseHTTPRequestHandler, status: int, answer: Any, path: str, query: str) -> None:
    headers = {}
    if status == 307:
        headers["Location"] = str(answer)
    if isinstance(answer, list):
        start = int((re.search(r"cursor=(\d+)", query) or [0, "0"])[1])
        if start + PAGE < len(answer):
            headers["Link"] = f'<{host.base}{path}?cursor={start + PAGE}>; rel="next"'
        answer = answer[start : start + PAGE]
    _send(request, status, answer, headers)


def _send(request: BaseHTTPRequestHandler, status: int, answer: Any, headers: dict[str, str] | None = None) -> None:
    data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    start = re.fullmatch(r"bytes=(\d+)-", request.headers.get("Range", ""))
    if start and status == 200:
        status, data = 206, data[int(start[1]) :]
    request.send_response(status)
    if start:
        request.send_header("Content-Range", f"bytes {start[1]}-{int(start[1]) + len(data) - 1}/*")
    request.send_header("Content-Type", "application/json")
    request.send_header("ETag", hashlib.md5(data, usedforsecurity=False).hexdigest())
    request.send_header("Content-Length", str(len(data)))
    for name, value in (headers or {}).items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(data)
