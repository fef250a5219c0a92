"""The operations of the real huggingface_hub client, in a process of its own (worker_loop.py).

The protocol is that of kaggle_worker.py: one JSON request a line on standard input, one JSON reply a line on standard
output, and everything the client itself prints is dropped. The token comes in the environment only. The client is not
patched; the parent compares afterwards what the host holds, because `create_commit` leaves out files that the
repository's .gitignore names, makes no commit when nothing changed, and gives up a commit whose answer was lost.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

KIND = "dataset"


def hello() -> dict[str, Any]:
    """The account's name."""
    from huggingface_hub import HfApi, __version__

    return {"user": HfApi().whoami()["name"], "client": __version__}


def describe(dataset: str) -> dict[str, Any]:
    """What the host knows of a dataset; an HTTP error if it knows none."""
    from huggingface_hub import HfApi

    found = HfApi().dataset_info(dataset)
    tags = HfApi().list_repo_refs(dataset, repo_type=KIND).tags
    return {"private": bool(found.private), "head": found.sha, "tags": {tag.name: tag.target_commit for tag in tags}}


def commits(dataset: str) -> dict[str, Any]:
    """Title → id of the commits of the main branch; of several with one title the newest."""
    from huggingface_hub import HfApi

    return {one.title: one.commit_id for one in reversed(HfApi().list_repo_commits(dataset, repo_type=KIND))}


def create(dataset: str, private: bool) -> dict[str, Any]:
    """An empty dataset."""
    from huggingface_hub import HfApi

    return {"url": str(HfApi().create_repo(dataset, repo_type=KIND, private=private))}


def push(dataset: str, folder: str, title: str, parent: str, remove: list[str]) -> dict[str, Any]:
    """One commit: all files of a folder, and none of `remove`; refused by the host unless `parent` is the newest."""
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi

    files = [CommitOperationAdd(path.name, path) for path in sorted(Path(folder).iterdir())]
    done = HfApi().create_commit(
        dataset,
        [*files, *(CommitOperationDelete(name, is_folder=False) for name in remove)],
        commit_message=title,
        repo_type=KIND,
        parent_commit=parent,
    )
    return {"commit": done.oid}


def tag(dataset: str, name: str, commit: str, message: str) -> dict[str, Any]:
    """A tag on a commit; an error when there is one of that name."""
    from huggingface_hub import HfApi

    HfApi().create_tag(dataset, tag=name, revision=commit, tag_message=message, repo_type=KIND)
    return {}


def listing(dataset: str, commit: str) -> dict[str, Any]:
    """Every file of a commit: size, Git's id of its blob, and its SHA-256 where the host keeps it outside of Git."""
    from huggingface_hub import HfApi
    from huggingface_hub.hf_api import RepoFile

    found = HfApi().list_repo_tree(dataset, recursive=True, revision=commit, repo_type=KIND)
    return {
        item.path: [item.size, item.blob_id, item.lfs.sha256 if item.lfs else None]
        for item in found
        if isinstance(item, RepoFile)
    }


OPERATIONS = {f.__name__: f for f in (hello, describe, commits, create, push, tag, listing)}


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """Run one operation; every failure becomes a reply, never a traceback."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError, RepositoryNotFoundError

    try:
        return {"ok": True, "result": OPERATIONS[request.pop("op")](**request)}
    except Exception as raised:  # noqa: BLE001 - a process boundary: the parent raises it again as PublishError
        # The client wraps what happened to one upload in an error of its own.
        error: BaseException = raised
        while not isinstance(error, HfHubHTTPError | httpx2.HTTPError) and error.__cause__ is not None:
            error = error.__cause__
        if isinstance(error, LocalTokenNotFoundError):
            return _failure("auth", "")
        if isinstance(error, RepositoryNotFoundError):
            return _failure("http", "", 404)
        if isinstance(error, HfHubHTTPError):
            status, after = error.response.status_code, error.response.headers.get("Retry-After", "")
            kind = "auth" if status == 401 else "http"
            return _failure(kind, error.server_message or "", status, float(after) if after.isdigit() else None)
        if isinstance(error, httpx2.TimeoutException):
            return _failure("timeout", "")
        if isinstance(error, httpx2.HTTPError | ConnectionError):
            return _failure("connection", type(error).__name__)
        if isinstance(error, json.JSONDecodeError):
            return _failure("garbled", "the answer is not JSON")
        if isinstance(error, ValueError) and "metadata in README.md" in str(error):
            return _failure("refused", str(error))
        return _failure("client", type(error).__name__)


def _failure(kind: str, message: str, status: int | None = None, retry_after: float | None = None) -> dict[str, Any]:
    if os.environ.get("HF_TOKEN"):
        message = message.replace(os.environ["HF_TOKEN"], "…")
    clean = "".join(c for c in message if c.isprintable())[:300]
    return {"ok": False, "kind": kind, "status": status, "retry_after": retry_after, "message": clean}
