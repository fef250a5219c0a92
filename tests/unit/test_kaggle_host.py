"""What is asked of a host and how often: versions, listings, reading back, retries. Its answers are written here."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, cast

import pytest
import requests

from redaction.errors import PublishError
from release.publish.kaggle_host import HostedDataset, State
from release.publish.kaggle_process import KAGGLE, HostError, KaggleProcess
from release.publish.kaggle_worker import OPERATIONS, answer_to
from release.publish.publish_types import PublishReceipt, PublishSettings, write_receipt
from release.publish.staging import Shipment, load_shipment
from tests.kaggle_standin import make_bundle
from validation.files.bundle_files import MANIFEST


class Answers:
    """A host: which version holds our manifest, and what it lists; `asked` tells what it was asked."""

    def __init__(self, shipment: Shipment, ours: int = 0, **sizes: Any) -> None:
        self.shipment, self.ours, self.asked = shipment, ours, list[str]()
        self.files = [
            {"name": name, "size": sizes.get(name.partition(".")[0], fact.size)}
            for name, fact in sorted(shipment.files.items())
            if name != "dataset-metadata.json"
        ]

    def ask(self, op: str, **given: Any) -> dict[str, Any]:
        self.asked.append(op)
        if op == "files":  # one file a page
            at = int(given["page"] or 0)
            return {"files": self.files[at : at + 1], "next": str(at + 1) if at + 1 < len(self.files) else ""}
        if op == "download":
            path = Path(given["folder"]) / "it"
            if given["file"] == MANIFEST:
                number = int(given["dataset"].rpartition("/")[2])
                path.write_bytes((self.shipment.bundle / MANIFEST).read_bytes() if number == self.ours else b"{}")
            else:
                with zipfile.ZipFile(path, "w") as archive:
                    for file in self.files:
                        archive.write(self.shipment.bundle / file["name"], file["name"])
            return {"path": str(path)}
        return {"user": "testhouse"}


@pytest.fixture
def shipment(tmp_path: Path) -> Shipment:
    return load_shipment(make_bundle(tmp_path))


def hosted(answers: Answers, folder: Path, **settings: Any) -> HostedDataset:
    client = cast(KaggleProcess, answers)
    return HostedDataset(answers.shipment, PublishSettings(**settings), client, folder)


@pytest.mark.parametrize(("ours", "found"), [(9, 9), (5, 5), (4, None)])
def test_of_versions_without_our_notes_the_five_newest_are_opened(
    shipment: Shipment, tmp_path: Path, ours: int, found: int | None
) -> None:
    host = Answers(shipment, ours)
    state = State("ready", True, 9, "", dict.fromkeys(range(1, 10), "Initial release"))
    assert hosted(host, tmp_path).find(state) == found
    assert host.asked.count("download") == min(5, 10 - ours)


@pytest.mark.parametrize("read_back", [True, False])
def test_a_faithful_version_has_no_problems(shipment: Shipment, tmp_path: Path, read_back: bool) -> None:
    host = Answers(shipment)
    assert hosted(host, tmp_path, read_back=read_back).problems(1) == []
    assert host.asked.count("files") == len(host.files)
    assert host.asked.count("download") == int(read_back), "bytes are read back, unless the settings say otherwise"


def test_what_the_listing_lacks_is_told_before_anything_is_downloaded(shipment: Shipment, tmp_path: Path) -> None:
    host = Answers(shipment)
    host.files = [file for file in host.files if file["name"] != "README.md"]
    assert hosted(host, tmp_path).problems(1) == ["README.md is missing"]
    assert "download" not in host.asked


def test_changed_bytes_are_told_after_a_listing_that_agrees(shipment: Shipment, tmp_path: Path) -> None:
    host = Answers(shipment)
    (shipment.bundle / "README.md").write_text("# Fest\n")
    assert hosted(host, tmp_path).problems(1) == ["README.md has other bytes"]


@pytest.mark.parametrize(
    ("size", "problems"), [(None, []), (0, []), (7, []), (6, ["README.md has 6 bytes instead of 7"])]
)
def test_without_reading_back_a_size_that_is_told_must_be_right(
    shipment: Shipment, tmp_path: Path, size: int | None, problems: list[str]
) -> None:
    assert hosted(Answers(shipment, README=size), tmp_path, read_back=False).problems(1) == problems
    assert hosted(Answers(shipment, README=size), tmp_path).problems(1) == []


class Failing(KaggleProcess):
    """A client whose requests fail for some time; no child is started."""

    def __init__(self, work: Path, attempts: int, *faults: HostError) -> None:
        settings = PublishSettings(attempts=attempts, pause_seconds=0.0)
        super().__init__({"KAGGLE_API_TOKEN": "t"}, work, settings, lambda text: None)
        self.faults, self.calls = list(faults), 0

    def call(self, op: str, *, seconds: float | None = None, **arguments: Any) -> dict[str, Any]:
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)
        return {"op": op}


@pytest.mark.parametrize(
    ("kind", "times", "calls"),
    [("timeout", 0, 1), ("timeout", 1, 2), ("timeout", 2, 3), ("timeout", 3, None), ("client", 1, None)],
)
def test_a_request_is_tried_three_times_while_the_fault_may_pass(
    tmp_path: Path, kind: Any, times: int, calls: int | None
) -> None:
    client = Failing(tmp_path, 3, *(HostError(KAGGLE, kind, "hello") for _ in range(times)))
    if calls is None:
        with pytest.raises(HostError):
            client.ask("hello")
        assert client.calls == (3 if kind == "timeout" else 1)
    else:
        assert client.ask("hello") == {"op": "hello"} and client.calls == calls


@pytest.mark.parametrize(
    ("status", "content", "headers", "told"),
    [
        (401, b"{}", {}, ("auth", 401, None, "")),
        (403, b'{"message": "not\\u0007 yours"}', {}, ("http", 403, None, "not yours")),
        (400, b'{"code": 404}', {}, ("http", 404, None, "")),
        (429, b"<html>", {"Retry-After": "12"}, ("http", 429, 12.0, "")),
        (503, b"[]", {"Retry-After": "soon"}, ("http", 503, None, "")),
    ],
)
def test_what_the_worker_says_of_a_refused_request(
    monkeypatch: pytest.MonkeyPatch, status: int, content: bytes, headers: dict[str, str], told: tuple[Any, ...]
) -> None:
    response = requests.Response()
    response.status_code, response._content = status, content
    response.headers.update(headers)

    def refused() -> None:
        response.raise_for_status()

    monkeypatch.setitem(OPERATIONS, "hello", refused)
    reply = answer_to({"op": "hello"})
    assert reply["ok"] is False
    assert (reply["kind"], reply["status"], reply["retry_after"], reply["message"]) == told


def test_a_receipt_is_the_same_whichever_target_was_first(tmp_path: Path) -> None:
    one, two = (
        PublishReceipt(target, "a/b", "1", "0", "x", 1, 1, None, "local", False, True, (), "2025-01-01T00:00:00Z")
        for target in ("folder", "kaggle")
    )
    made = []
    for name, order in (("x", (one, two)), ("y", (two, one))):
        (tmp_path / name).mkdir()
        for receipt in order:
            path = write_receipt(tmp_path / name / "bundle", receipt)
        made.append(path.read_bytes())
    assert made[0] == made[1] and b'"folder"' in made[0] and b'"kaggle"' in made[0]


def test_a_receipt_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "publish_receipt.json").write_text("[]")
    receipt = PublishReceipt("folder", "a/b", "1", "0", "x", 1, 1, None, "local", False, True, (), "2025")
    with pytest.raises(PublishError, match="was left alone"):
        write_receipt(tmp_path / "bundle", receipt)
    assert (tmp_path / "publish_receipt.json").read_text() == "[]"
