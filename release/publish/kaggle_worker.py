"""The operations of the real kaggle client, in a process of its own (worker_loop.py).

One JSON request a line on standard input ({"op", ...}), one JSON reply a line on standard output:
{"ok": true, "result": {...}} or {"ok": false, "kind", "status", "retry_after", "message"}. Kinds: "auth" (no accepted
credentials), "http" (an error status), "connection", "timeout", "garbled" (an answer that is not the API's),
"incomplete" (files did not arrive; no version was made), "refused" (the host answered 200 with an error), "client".

Everything the client itself prints is dropped: it may quote headers. Credentials come in the environment only.
The client is not patched. `push` uses its parts (upload_files, then one create call) instead of its
create_new/create_version, because those go on when a file was lost, repeat a create call whose answer was dropped,
and take any error of the status call for "does not exist".
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any


class RefusedError(Exception):
    """A reply that is an error although the HTTP status was fine."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def hello() -> dict[str, Any]:
    """Authenticate; the account's name."""
    import kaggle

    # Importing authenticates and swallows every failure; asking again makes the failure visible.
    if "username" not in kaggle.api.config_values:
        try:
            kaggle.api.authenticate()
        except SystemExit:
            raise RefusedError("auth", "no accepted credentials") from None
    return {"user": kaggle.api.config_values.get("username", ""), "client": kaggle.__version__}


def describe(owner: str, slug: str) -> dict[str, Any]:
    """What the host knows of a dataset; an HTTP error if it knows none."""
    import kaggle
    from kagglesdk.datasets.types.dataset_api_service import ApiGetDatasetRequest

    request = ApiGetDatasetRequest()
    request.owner_slug, request.dataset_slug = owner, slug
    with kaggle.api.build_kaggle_client() as client:
        dataset = client.datasets.dataset_api_client.get_dataset(request)
    return {
        "status": kaggle.api.dataset_status(f"{owner}/{slug}"),
        "private": bool(dataset.is_private),
        "current": dataset.current_version_number,
        "url": dataset.url or "",
        "versions": [{"number": v.version_number, "notes": v.version_notes or ""} for v in dataset.versions or []],
    }


def mine(slug: str) -> dict[str, Any]:
    """Names (owner/slug) of the account's own datasets that match a search for the slug."""
    import kaggle

    found = kaggle.api.dataset_list(mine=True, search=slug) or []
    return {"refs": [dataset.ref for dataset in found if dataset is not None]}


def push(
    folder: str, metadata: dict[str, Any], notes: str, create: bool, private: bool, expected: int
) -> dict[str, Any]:
    """Upload all files of a folder; then, only if all `expected` arrived, ask once for the dataset or the version."""
    import kaggle
    from kaggle.api.kaggle_api_extended import ApiBlobType, ResumableUploadContext
    from kagglesdk.datasets.types.dataset_api_service import (
        ApiCreateDatasetRequest,
        ApiCreateDatasetVersionRequest,
        ApiCreateDatasetVersionRequestBody,
    )

    owner, slug = metadata["id"].split("/")
    resources = metadata.get("resources") or []
    kaggle.api.validate_resources(folder, resources)
    body = ApiCreateDatasetRequest() if create else ApiCreateDatasetVersionRequestBody()
    body.subtitle = metadata.get("subtitle")
    body.description = metadata.get("description")
    body.category_ids = metadata.get("keywords") or []
    body.files = []
    if create:
        body.owner_slug, body.slug, body.title = owner, slug, metadata["title"]
        body.license_name = metadata["licenses"][0]["name"]
        body.is_private = private
    else:
        body.version_notes = notes
    with ResumableUploadContext() as context:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            kaggle.api.upload_files(body, resources, folder, ApiBlobType.DATASET, context, False, "skip", None)
        if len(body.files) != expected:
            marker = "Upload unsuccessful: "
            lost = [line.removeprefix(marker) for line in printed.getvalue().splitlines() if line.startswith(marker)]
            raise RefusedError("incomplete", f"{expected - len(body.files)} file(s): {', '.join(sorted(lost)[:10])}")
        with kaggle.api.build_kaggle_client() as client:
            service = client.datasets.dataset_api_client
            if create:
                answer = service.create_dataset(body)
            else:
                request = ApiCreateDatasetVersionRequest()
                request.owner_slug, request.dataset_slug, request.body = owner, slug, body
                answer = service.create_dataset_version(request)
        if (answer.status or "").lower() != "ok" or answer.error:
            raise RefusedError("refused", answer.error or f"status {answer.status!r}")
    return {"url": answer.url or "", "invalid_tags": list(answer.invalid_tags or [])}


def metadata(dataset: str, folder: str) -> dict[str, Any]:
    """Send folder/dataset-metadata.json (which must say isPrivate) as the dataset's settings."""
    import kaggle

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            kaggle.api.dataset_metadata_update(dataset, folder)
        except SystemExit:
            raise RefusedError("refused", printed.getvalue().strip()) from None
    return {}


def files(dataset: str, page: str | None) -> dict[str, Any]:
    """One page of the files of owner/slug/version."""
    import kaggle

    answer = kaggle.api.dataset_list_files(dataset, page_token=page, page_size=200)
    if answer.error_message:
        raise RefusedError("refused", answer.error_message)
    listed = [{"name": file.name, "size": file.total_bytes} for file in answer.dataset_files or []]
    return {"files": listed, "next": answer.next_page_token or ""}


def download(dataset: str, folder: str, file: str | None) -> dict[str, Any]:
    """Download owner/slug/version (a zip of all files) or one of its files into an empty folder; the path written."""
    import kaggle

    if file is None:
        kaggle.api.dataset_download_files(dataset, path=folder, force=True, quiet=True, unzip=False)
    else:
        kaggle.api.dataset_download_file(dataset, file, path=folder, force=True, quiet=True)
    written = [path for path in Path(folder).iterdir() if not path.name.endswith(".kaggle-partial")]
    if len(written) != 1:
        raise RefusedError("garbled", "the download did not give one file")
    return {"path": str(written[0])}


OPERATIONS = {f.__name__: f for f in (hello, describe, mine, push, metadata, files, download)}


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """Run one operation; every failure becomes a reply, never a traceback."""
    import requests
    import urllib3

    try:
        return {"ok": True, "result": OPERATIONS[request.pop("op")](**request)}
    except RefusedError as error:
        return _failure(error.kind, str(error))
    except requests.exceptions.HTTPError as error:
        return _http_failure(error)
    except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError):
        return _failure("timeout", "")
    except requests.exceptions.JSONDecodeError:
        return _failure("garbled", "the answer is not JSON")
    except (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, ConnectionError) as error:
        return _failure("connection", type(error).__name__)
    except json.JSONDecodeError:
        return _failure("garbled", "the answer is not JSON")
    except Exception as error:  # noqa: BLE001 - a process boundary: the parent raises it again as PublishError
        return _failure("client", f"{type(error).__name__}: {error}")


def _http_failure(error: Any) -> dict[str, Any]:
    response = error.response
    if response is None:
        return _failure("connection", "HTTPError")
    status, message = response.status_code, ""
    try:
        content = response.json()
        status = int(content.get("code", status))
        message = str(content.get("message", ""))
    except (ValueError, TypeError, AttributeError):
        message = ""  # an error page in HTML says nothing that the status does not say
    kind = "auth" if status == 401 else "http"
    retry_after = response.headers.get("Retry-After", "")
    return _failure(kind, message, status, float(retry_after) if retry_after.isdigit() else None)


def _failure(kind: str, message: str, status: int | None = None, retry_after: float | None = None) -> dict[str, Any]:
    for name in ("KAGGLE_KEY", "KAGGLE_API_TOKEN"):
        if os.environ.get(name):
            message = message.replace(os.environ[name], "…")
    clean = "".join(c for c in message if c.isprintable())[:300]
    return {"ok": False, "kind": kind, "status": status, "retry_after": retry_after, "message": clean}
