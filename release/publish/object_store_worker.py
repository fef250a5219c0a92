"""The operations of pyarrow's S3 file system, in a process of its own (worker_loop.py).

The protocol is that of kaggle_worker.py. Credentials, region and address come in the environment; nothing is looked up
elsewhere. Every operation may be repeated: the same key gets the same bytes.
"""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_CODE = re.compile(r"AWS Error ([A-Z_]+)(?: \(HTTP status (\d+)\))?")
_STATUS = {
    "ACCESS_DENIED": 403,
    "NO_SUCH_BUCKET": 404,
    "SLOW_DOWN": 429,
    "THROTTLING": 429,
    "INTERNAL_FAILURE": 500,
    "SERVICE_UNAVAILABLE": 503,
}
_LOGIN = ("INVALID_ACCESS_KEY_ID", "SIGNATURE_DOES_NOT_MATCH", "INVALID_CLIENT_TOKEN_ID", "UNRECOGNIZED_CLIENT")


@cache
def store() -> Any:
    """The file system of these credentials."""
    from pyarrow.fs import S3FileSystem

    address = urlsplit(os.environ.get("ENTROPHY_S3_ENDPOINT", ""))
    return S3FileSystem(
        access_key=os.environ["AWS_ACCESS_KEY_ID"],
        secret_key=os.environ["AWS_SECRET_ACCESS_KEY"],
        session_token=os.environ.get("AWS_SESSION_TOKEN"),
        region=os.environ.get("AWS_REGION", "us-east-1"),
        endpoint_override=address.netloc or None,
        scheme=address.scheme or "https",
        background_writes=False,
        allow_delayed_open=True,
    )


def listing(place: str) -> dict[str, Any]:
    """Size in bytes of every object below a place, by its path from there."""
    from pyarrow.fs import FileSelector, FileType

    found = store().get_file_info(FileSelector(place, recursive=True, allow_not_found=True))
    return {item.path.removeprefix(place + "/"): item.size for item in found if item.type == FileType.File}


def put(source: str, place: str, kind: str) -> dict[str, Any]:
    """Write a file to a place."""
    with Path(source).open("rb") as file, store().open_output_stream(place, metadata={"Content-Type": kind}) as out:
        shutil.copyfileobj(file, out, 1 << 20)
    return {}


def get(place: str, to: str) -> dict[str, Any]:
    """Bring an object to a file."""
    with store().open_input_stream(place) as stream, Path(to).open("wb") as file:
        shutil.copyfileobj(stream, file, 1 << 20)
    return {}


def remove(place: str) -> dict[str, Any]:
    """Take an object away."""
    store().delete_file(place)
    return {}


OPERATIONS = {f.__name__: f for f in (listing, put, get, remove)}


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """Run one operation; every failure becomes a reply, never a traceback."""
    try:
        return {"ok": True, "result": OPERATIONS[request.pop("op")](**request)}
    except FileNotFoundError:
        return _failure("http", "there is no such object or bucket", 404)
    except OSError as error:
        found = _CODE.search(str(error))
        code = found[1] if found else ""
        if code in _LOGIN:
            return _failure("auth", "")
        if code == "NETWORK_CONNECTION":
            return _failure("connection", "")
        status = int(found[2]) if found and found[2] else _STATUS.get(code)
        return _failure("http", code, status) if status else _failure("client", code or type(error).__name__)
    except Exception as error:  # noqa: BLE001 - a process boundary: the parent raises it again as PublishError
        return _failure("client", type(error).__name__)


def _failure(kind: str, message: str, status: int | None = None) -> dict[str, Any]:
    return {"ok": False, "kind": kind, "status": status, "retry_after": None, "message": message}
