"""The Kaggle API's wire protocol over plain HTTP, for KAGGLE_API_ENVIRONMENT=LOCALHOST.

The client asks for http://localhost/…; HTTP_PROXY points at this server, which therefore sees absolute request URIs.
With `tls` it takes the place of the public hosts instead: HTTPS_PROXY points at it, and it answers CONNECT itself.
"""

from __future__ import annotations

import base64
import io
import json
import threading
import zipfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.kaggle_standin.host import Dataset, Fault, Host, Version
from tests.kaggle_standin.tls import make_context

USER, TOKEN = "testhouse", "KGAT_not-a-real-token-000"
PAGE_SIZE = 3  # small, so that listings have several pages


class ApiError(Exception):
    """An answer with an error status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class StandIn:
    """A running stand-in. `host` is its memory, `fail` switches a fault on, `environment` points the client at it."""

    def __init__(self, tls: Path | None = None) -> None:
        self.host = Host()
        self.context, self._ca = make_context(tls) if tls else (None, None)
        self.files = "https://storage.googleapis.com" if tls else "http://localhost"
        self.ending = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.standin = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ending.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    def environment(self) -> dict[str, str]:
        """Variables that make the real client talk to this server, with the account's token."""
        proxy = f"http://127.0.0.1:{self.port}"
        if self._ca:
            names = {"HTTPS_PROXY": proxy, "https_proxy": proxy, "NO_PROXY": "", "no_proxy": ""}
            return names | {"REQUESTS_CA_BUNDLE": str(self._ca), "KAGGLE_API_TOKEN": TOKEN}
        names = {"HTTP_PROXY": proxy, "http_proxy": proxy, "NO_PROXY": "", "no_proxy": ""}
        return names | {"KAGGLE_API_ENVIRONMENT": "LOCALHOST", "KAGGLE_API_TOKEN": TOKEN}

    def fail(self, name: str, action: Any, **details: Any) -> None:
        """Switch a fault on; see host.Fault."""
        self.host.faults.append(Fault(name, action, **details))

    def seed(self, bundle: Path) -> None:
        """Make the host hold a bundle as a private dataset's first version, as if it had been published earlier."""
        host, metadata = self.host, json.loads((bundle / "dataset-metadata.json").read_text())
        tokens = []
        for path in sorted(bundle.iterdir()):
            if path.name != "dataset-metadata.json":
                tokens.append({"token": host.start_blob(path.name, path.stat().st_size)})
                host.blobs[tokens[-1]["token"]].data = path.read_bytes()
        dataset = Dataset(metadata["id"], metadata["title"], True, metadata["licenses"][0]["name"])
        host.make_version(dataset, "Initial release", tokens).polls_until_ready = 0
        host.datasets[dataset.ref] = dataset

    def asked(self, name: str) -> list[dict[str, Any]]:
        """The bodies of all requests of one API method so far."""
        with self.host.lock:
            return [body for method, body in self.host.requests if method == name]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def standin(self) -> StandIn:
        return self.server.standin  # type: ignore[attr-defined,no-any-return]

    @property
    def host(self) -> Host:
        return self.standin.host

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""

    # --- verbs

    def do_CONNECT(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.connection = self.standin.context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", buffering=0)
        self.close_connection = False

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        method = urlsplit(self.path).path.rsplit("/", 1)[-1]
        request = json.loads(body or b"{}")
        with self.host.lock:
            self.host.requests.append((method, request))
            fault = self.host.fault(method)
        if fault and not self._before(fault):
            return
        try:
            with self.host.lock:
                if not self._known_account():
                    raise ApiError(401, "Unauthenticated")
                answer = _METHODS[method](self, request)
        except ApiError as error:
            self._json(error.status, {"code": error.status, "message": str(error)})
            return
        if fault and fault.action == "lost":
            self._hang_up()
        elif "location" in answer:
            self._send(302, b"", {"Location": answer["location"]})
        else:
            self._json(200, answer)

    def do_PUT(self) -> None:
        with self.host.lock:
            fault = self.host.fault("PUT")
            token = urlsplit(self.path).path.rsplit("/", 1)[-1]
            blob = self.host.blobs[token]
        length = int(self.headers.get("Content-Length", 0))
        asked = self.headers.get("Content-Range", "")
        if fault and fault.action == "half":
            blob.data += self.rfile.read(length // 2)
            self._hang_up()
            return
        data = self.rfile.read(length)
        if token in self.host.dropped:
            self._send(404, b"")
            return
        if fault and self.host.drops_sessions:
            self.host.dropped.add(token)
        with self.host.lock:
            self.host.requests.append(("PUT", {"name": blob.name, "range": asked, "length": length}))
        if fault and not self._before(fault):
            return
        if not asked.startswith("bytes */"):
            start = int(asked.removeprefix("bytes ").split("-")[0]) if asked else 0
            blob.data = blob.data[:start] + data
        if len(blob.data) < blob.size:
            self._send(308, b"", {"Range": f"bytes=0-{len(blob.data) - 1}"} if blob.data else {})
        else:
            self._send(200, b"")

    def do_GET(self) -> None:
        with self.host.lock:
            fault = self.host.fault("GET")
        if fault and not self._before(fault):
            return
        parts = urlsplit(self.path)
        _, owner, slug, number, name = parts.path.strip("/").split("/", 4)
        version = _version(self.host, {"ownerSlug": owner, "datasetSlug": slug, "datasetVersionNumber": int(number)})
        if "one" in parse_qs(parts.query):
            self._send(200, version.files[name])
            return
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file, data in version.files.items():
                archive.writestr(file, data)
        self._send(200, packed.getvalue())

    # --- answers

    def _before(self, fault: Fault) -> bool:
        """Play a fault that replaces the answer; True if the request shall be done nevertheless."""
        if fault.action == "status":
            self._json(fault.status, {"code": fault.status, "message": fault.message}, fault.headers)
        elif fault.action == "drop":
            self._hang_up()
        elif fault.action == "hang":
            self.standin.ending.wait(30)
            self._hang_up()
        elif fault.action == "error":
            self._json(200, {"status": "error", "error": fault.message})
        elif fault.action == "swallow":
            self._json(200, {"status": "ok"})
        elif fault.action == "page":
            self._send(200, b"<html>log in to the network</html>", {"Content-Type": "text/html"})
        else:
            return True
        return False

    def _known_account(self) -> bool:
        said = self.headers.get("Authorization", "")
        basic = base64.b64encode(f"{USER}:{TOKEN}".encode()).decode()
        return said in (f"Bearer {TOKEN}", f"Basic {basic}") or self.path.endswith("/IntrospectToken")

    def _json(self, status: int, answer: Any, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(answer).encode()
        self._send(status, data, {"Content-Type": "application/json", **(headers or {})})

    def _send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(2)


def _dataset(host: Host, request: dict[str, Any]) -> Dataset:
    dataset = host.datasets.get(f"{request['ownerSlug']}/{request['datasetSlug']}")
    if dataset is None:
        raise ApiError(host.absent_status, "Permission 'datasets.get' was denied")
    return dataset


def _version(host: Host, request: dict[str, Any]) -> Version:
    dataset = _dataset(host, request)
    number = request.get("datasetVersionNumber") or host.current(dataset)
    if not number or number > len(dataset.versions):
        raise ApiError(404, "no such version")
    return dataset.versions[number - 1]


def _introspect(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    if request.get("token") != TOKEN:
        raise ApiError(401, "Unauthenticated")
    return {"active": True, "username": USER}


def _start_upload(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    token = handler.host.start_blob(request["name"], request["contentLength"])
    return {"token": token, "createUrl": f"{handler.standin.files}/upload/{token}"}


def _get_dataset(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    dataset = _dataset(handler.host, request)
    versions = [{"versionNumber": v.number, "versionNotes": v.notes} for v in dataset.versions]
    return {
        "ref": dataset.ref,
        "title": dataset.title,
        "isPrivate": dataset.private,
        "url": f"https://www.kaggle.com/datasets/{dataset.ref}",
        "currentVersionNumber": handler.host.current(dataset),
        "versions": versions if handler.host.lists_notes else [],
    }


def _get_status(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    return {"status": handler.host.status(_dataset(handler.host, request))}


def _list_datasets(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    wanted = request.get("search", "")
    return {"datasets": [{"ref": ref} for ref in handler.host.datasets if wanted in ref]}


def _create(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    host, ref = handler.host, f"{request['ownerSlug']}/{request['slug']}"
    if ref in host.datasets:
        return {"status": "error", "error": f'The requested title "{request["title"]}" is already in use by a dataset.'}
    # As on the wire: a flag that is left out is false, so a dataset without it is public.
    private = bool(request.get("isPrivate", False)) and not host.makes_public
    dataset = Dataset(ref, request["title"], private, request["licenseName"])
    host.datasets[ref] = dataset
    host.make_version(dataset, "Initial release", request.get("files", []))
    return {"ref": ref, "url": f"https://www.kaggle.com/datasets/{ref}", "status": "ok"}


def _create_version(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    host, dataset = handler.host, _dataset(handler.host, request)
    if host.processing(dataset):
        raise ApiError(403, "the dataset is being processed")
    body = request["body"]
    host.make_version(dataset, body.get("versionNotes", ""), body.get("files", []))
    return {"ref": dataset.ref, "url": "", "status": "Ok", "invalidTags": []}


def _list_files(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    names = sorted(_version(handler.host, request).files.items())
    start = int(request.get("pageToken") or 0)
    page = [{"name": name, "totalBytes": len(data)} for name, data in names[start : start + PAGE_SIZE]]
    more = str(start + PAGE_SIZE) if start + PAGE_SIZE < len(names) else ""
    return {"datasetFiles": page, "nextPageToken": more}


def _download(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    version = _version(handler.host, request)
    name = request.get("fileName")
    if name and name not in version.files:
        raise ApiError(404, "no such file")
    path = f"{request['ownerSlug']}/{request['datasetSlug']}/{version.number}/{name or 'all.zip'}"
    return {"location": f"{handler.standin.files}/get/{path}" + ("?one=1" if name else "")}


def _update(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    dataset = _dataset(handler.host, request)
    settings = request["settings"]
    dataset.settings.append(settings)
    dataset.title = settings.get("title", "")
    dataset.private = bool(settings.get("isPrivate", False)) and not handler.host.makes_public
    return {"errors": []}


_METHODS: dict[str, Callable[[_Handler, dict[str, Any]], dict[str, Any]]] = {
    "IntrospectToken": _introspect,
    "StartBlobUpload": _start_upload,
    "GetDataset": _get_dataset,
    "GetDatasetStatus": _get_status,
    "ListDatasets": _list_datasets,
    "CreateDataset": _create,
    "CreateDatasetVersion": _create_version,
    "ListDatasetFiles": _list_files,
    "DownloadDataset": _download,
    "UpdateDatasetMetadata": _update,
}
