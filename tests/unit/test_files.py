"""Whole files, their modes, one table of formats, and typed files of a bundle that refuse by the names of fields."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import BundleError, PublishError
from redaction.work import formats
from redaction.work.files import file_digest, write_whole
from release.bundle.batches import read_batches
from release.bundle.bundle_models import Certificate
from release.bundle.manifest import read_manifest
from release.publish.publish_types import RECEIPT_NAME, PublishReceipt, write_receipt
from tests.scrubbed_fixture import make_batch
from validation.files.file_models import parsed

ROOT = Path(__file__).parents[2]
SECRET = "Odalys Brandvold"
ENTRY = {"bytes": 3, "sha256": "0" * 64}


def manifest(**changed: Any) -> dict[str, Any]:
    """The least that a manifest says."""
    return {"format": formats.BUNDLE, "version": "1.0.0", "files": {"a.json": ENTRY}, "screenshots": {}} | changed


@pytest.mark.parametrize(("umask", "private", "mode"), [(0, True, 0o600), (0o022, False, 0o644), (0o077, False, 0o600)])
def test_a_private_file_is_its_owners_alone_and_another_follows_the_umask(
    tmp_path: Path, umask: int, private: bool, mode: int
) -> None:
    before = os.umask(umask)
    try:
        write_whole(tmp_path / "new" / "file", b"x", private=private)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new" / "file").stat().st_mode) == mode
    assert not private or stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_two_threads_that_write_one_file_leave_one_of_both_whole(tmp_path: Path) -> None:
    path, failed = tmp_path / "file", list[OSError]()

    def write(letter: bytes) -> None:
        try:
            for _ in range(40):
                write_whole(path, letter * 100_000)
        except OSError as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == [] and path.read_bytes() in (b"a" * 100_000, b"b" * 100_000)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_the_digest_of_a_file_is_that_of_its_bytes(tmp_path: Path) -> None:
    data = bytes(range(256)) * 20_000
    (tmp_path / "file").write_bytes(data)
    assert file_digest(tmp_path / "file") == hashlib.sha256(data).hexdigest()


def test_a_format_stands_in_one_place() -> None:
    table = {
        value for value in vars(formats).values() if isinstance(value, str) and re.search(r"^entrophy-.*/\d", value)
    }
    assert len(table) == 29
    written = {
        f"{path.relative_to(ROOT)}: {found}"
        for room in ("redaction", "validation", "evaluation", "release", "assets", "pipeline")
        for path in (ROOT / room).rglob("*.py")
        if path.name != "formats.py"
        for found in re.findall(r'"(entrophy-[a-z-]+/\d+)"', path.read_text(encoding="utf-8"))
        if found in table
    }
    assert written == set()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"version": None}, "version"),
        ({"files": None}, "files"),
        ({"files": {SECRET: {"bytes": "3", "sha256": SECRET}}}, "files"),
        ({"screenshots": {SECRET: []}}, "screenshots"),
        ({"domains": {SECRET: ["a.json", "a.parquet"]}}, "domains"),
        ({"detectors": SECRET}, "detectors"),
        ({"counts": {"interactions": SECRET}}, "counts"),
        ({"inputs": [{}]}, "inputs"),
    ],
)
def test_a_manifest_with_a_wrong_field_is_refused_by_its_name(
    tmp_path: Path, changed: dict[str, Any], field: str
) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(manifest()))
    assert read_manifest(tmp_path).files["a.json"].bytes == 3
    (tmp_path / "manifest.json").write_text(json.dumps(manifest(**changed)))
    with pytest.raises(
        BundleError, match=rf"manifest\.json: these fields are missing or wrong: {field}\. Remedy"
    ) as caught:
        read_manifest(tmp_path)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "\x00", '{"format": "entrophy-bundle/2"}'])
def test_what_is_no_manifest_of_this_format_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BundleError, match="no readable manifest of the format entrophy-bundle/1"):
        read_manifest(tmp_path)
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(BundleError, match="no readable manifest of the format entrophy-bundle/1"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("changed", "passed"),
    [
        ({}, True),
        ({"verdict": "failed"}, False),
        ({"findings": [{"where": "x"}]}, False),
        ({"findings": None}, False),
        ({"screens_read": False}, False),
    ],
)
def test_a_certificate_passes_only_when_all_of_it_says_so(changed: dict[str, Any], passed: bool) -> None:
    stated = {"verdict": "passed", "findings": [], "screens_read": True} | changed
    assert parsed(Certificate, json.dumps(stated).encode()).passed is passed


def test_a_receipt_of_another_format_is_left_alone(tmp_path: Path) -> None:
    receipt = PublishReceipt("folder", "o/s", "1.0.0", "0", "x", 1, 1, None, "local", False, True, (), "now")
    path = tmp_path / RECEIPT_NAME
    path.write_text('{"format": "entrophy-publish/9", "targets": {}}')
    with pytest.raises(PublishError, match="not one of ours"):
        write_receipt(tmp_path / "bundle", receipt)
    path.unlink()
    write_receipt(tmp_path / "bundle", receipt)
    assert json.loads(path.read_text())["targets"]["folder"]["version"] == "1.0.0"


@pytest.mark.parametrize(
    ("name", "broken", "words"),
    [
        ("batch.json", {"domain": None}, r"batch\.json: these fields are missing or wrong: domain\."),
        ("batch.json", {"funnel": {"events_in": SECRET}}, r"batch\.json: .*wrong: funnel\."),
        ("findings.jsonl", {"count": SECRET}, r"findings\.jsonl:1: .*wrong: count\."),
        ("quarantine.jsonl", {"reason": 7}, r"quarantine\.jsonl:1: .*wrong: reason\."),
    ],
)
def test_a_scrubbed_batch_with_a_wrong_field_is_refused_by_its_name(
    tmp_path: Path, name: str, broken: dict[str, Any], words: str
) -> None:
    scrubbed = make_batch(tmp_path / "one", "one", size=(24, 32)) / "scrubbed"
    read_batches([scrubbed])
    first, *rest = (scrubbed / name).read_text(encoding="utf-8").split("\n")
    (scrubbed / name).write_text("\n".join([json.dumps(json.loads(first) | broken), *rest]), encoding="utf-8")
    with pytest.raises(BundleError, match=words) as caught:
        read_batches([scrubbed])
    assert SECRET not in str(caught.value) and caught.value.remedy
