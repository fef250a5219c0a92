"""Verification: an untouched bundle holds, and every way to alter one is named."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from redaction.canaries.figures import figures
from redaction.work.files import file_digest
from release.bundle.bundle_format import json_bytes
from release.bundle.bundle_models import Manifest
from release.sign.signing import public_key
from release.verify.verify_bundle import VerifyReport, verify_bundle
from release.verify.verify_files import check_certificate
from tests.release_fixture import build, copy, key, make_batches, rewrite_archive, seal_again, sentences
from tests.scrubbed_fixture import picture, png
from validation.files.file_models import parsed

NAME = "Zorvan Quellmaris"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verify")
    return build(make_batches(folder), folder / "out" / "bundle").path


def stated(report: VerifyReport) -> str:
    return "\n".join(sentences(report))


def test_an_untouched_bundle_holds(bundle: Path) -> None:
    report = verify_bundle(bundle, public_key=public_key(key()))
    assert report.problems == []
    assert report.ok
    assert report.checked["rows"] == report.checked["croissant records"] == 36
    assert report.checked["screenshots"] == 24
    assert report.ok
    assert verify_bundle(bundle.parent).ok  # the folder that a build wrote


def flip(name: str, at: int = -1) -> Callable[[Path], None]:
    def change(bundle: Path) -> None:
        data = bytearray((bundle / name).read_bytes())
        data[at] ^= 1
        (bundle / name).write_bytes(bytes(data))

    return change


def change_json(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(bundle: Path) -> None:
        text = (bundle / name).read_text(encoding="utf-8")
        assert old in text
        (bundle / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def members(edit: Callable[[str, bytes], tuple[str, bytes] | None], *, first: bool = True) -> Callable[[Path], None]:
    def change(bundle: Path) -> None:
        path = bundle / "Finance_screenshots.zip"
        with zipfile.ZipFile(path) as archive:
            chosen = archive.namelist()[0]
        rewrite_archive(path, lambda n, d: edit(n, d) if n == chosen else (n, d))

    return change


def parquet_metadata(bundle: Path) -> None:
    path = bundle / "Finance.parquet"
    pq.write_table(pq.read_table(path).replace_schema_metadata({"note": "x"}), path)


def parquet_value(bundle: Path) -> None:
    path = bundle / "Finance.parquet"
    table = pq.read_table(path)
    column = table.schema.get_field_index("screen_name")
    names = table.column("screen_name").to_pylist()
    names[3] = "Another title"
    import pyarrow as pa

    pq.write_table(table.set_column(column, table.schema.field(column), pa.array(names)), path)


def zip_comment(bundle: Path) -> None:
    with zipfile.ZipFile(bundle / "Finance_screenshots.zip", "a") as archive:
        archive.comment = b"note"


def add(name: str) -> Callable[[Path], None]:
    return lambda bundle: (bundle / name).write_text("x") and None


def drop(name: str) -> Callable[[Path], None]:
    return lambda bundle: (bundle / name).unlink()


def chunked(name: str, data: bytes) -> tuple[str, bytes]:
    return name, png(picture(3, (96, 128)), [(b"tEXt", b"Comment\0hello")])


def shorten(bundle: Path, name: str) -> None:
    stated = json.loads((bundle / "croissant.json").read_bytes())
    stated[name].pop()
    (bundle / "croissant.json").write_bytes(json_bytes(stated))


def tailed(name: str, data: bytes) -> tuple[str, bytes]:
    return name, data + b"tail"


MUTATIONS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    # name → (change, what is told at once, what is still told after manifest, sums and signature were made to fit)
    "byte of a table": (flip("Finance.json", 40), "Finance.json: was altered", ""),
    "byte of the manifest": (
        change_json("manifest.json", '"version": "1.0.0"', '"version": "1.0.1"'),
        "manifest.sig",
        "",
    ),
    "byte of an archive": (flip("Finance_screenshots.zip", 200), "was altered", ""),
    "byte of the sums": (flip("SHA256SUMS", 3), "SHA256SUMS", ""),
    "forged signature": (change_json("manifest.sig", '"signature": "', '"signature": "AAAA'), "manifest.sig", ""),
    "no signature": (drop("manifest.sig"), "manifest.sig: is missing", ""),
    "no certificate": (drop("leak_certificate.json"), "leak_certificate.json: is missing", "leak_certificate.json"),
    "stale certificate": (
        change_json("leak_certificate.json", '"content_digest": "', '"content_digest": "0'),
        "leak_certificate.json: was made for other content",
        "leak_certificate.json: was made for other content",
    ),
    "failed certificate": (
        change_json("leak_certificate.json", '"verdict": "passed"', '"verdict": "failed"'),
        "leak_certificate.json: did not pass",
        "leak_certificate.json: did not pass",
    ),
    "no table": (drop("Finance.parquet"), "Finance.parquet: is in the manifest but missing", "Finance.parquet"),
    "one file more": (
        add("extra.txt"),
        "extra.txt: is not in the manifest",
        "leak_certificate.json: was made for other",
    ),
    "renamed screenshot": (members(lambda n, d: ("A" + n, d)), "member 0: is not in the manifest", "belongs to no row"),
    "dropped screenshot": (members(lambda n, d: None), "lacks the screenshot 0", "is not in the archive"),
    "path in an archive": (members(lambda n, d: ("../" + n, d)), "not a plain file name", "not a plain file name"),
    "text chunk in a PNG": (members(chunked), "chunks other than", "chunks other than"),
    "bytes after a PNG": (members(tailed), "bytes after the end", "bytes after the end"),
    "archive comment": (zip_comment, "has a comment", "has a comment"),
    "Parquet metadata": (parquet_metadata, "metadata", "metadata"),
    "Parquet value": (parquet_value, "row 3: differs from its JSON twin in screen_name", "row 3: differs"),
    "value of another type": (
        change_json("Finance.json", '"interaction_type": "Click"', '"interaction_type": 7'),
        "interaction_type is not of its type",
        "interaction_type is not of its type",
    ),
    "another last day": (
        change_json("manifest.json", '"data_until": "2025-04-18"', '"data_until": "2025-04-17"'),
        "manifest.json: its days",
        "manifest.json: its days",
    ),
    "published before the last day": (
        change_json("manifest.json", '"created": "2025-04-18"', '"created": "2025-04-17"'),
        "manifest.json: its days",
        "manifest.json: its days",
    ),
    "wrong figures": (
        change_json("statistics.json", '"interactions": 24', '"interactions": 25'),
        "statistics.json: its figures",
        "statistics.json: its figures",
    ),
    "Croissant hash": (
        change_json("croissant.json", '"sha256": "', '"sha256": "0'),
        "distribution 0 is not what it is in the manifest",
        "distribution 0 is not what it is in the manifest",
    ),
    "Croissant column": (
        change_json("croissant.json", '"column": "process_name"', '"column": "no_such_column"'),
        "record set 0 is not what it is",
        "record set 0 is not what it is",
    ),
    "Croissant address": (
        change_json(
            "croissant.json", '"contentUrl": "Finance.parquet"', '"contentUrl": "http://127.0.0.1:9/F.parquet"'
        ),
        "is not what it is in the manifest",
        "is not what it is in the manifest",
    ),
    "Croissant archive": (
        change_json(
            "croissant.json",
            '"containedIn": {\n        "@id": "Finance_screenshots.zip"',
            '"containedIn": {\n        "@id": "README.md"',
        ),
        "is not what it is in the manifest",
        "is not what it is in the manifest",
    ),
    "Croissant join": (
        change_json("croissant.json", '"@id": "Finance-screenshots/image"', '"@id": "Finance-screenshots/name"'),
        "record set 1 is not what it is",
        "record set 1 is not what it is",
    ),
    "Croissant without the last record set": (
        lambda bundle: shorten(bundle, "recordSet"),
        "has 5 of what it calls record set, and not 6",
        "has 5 of what it calls record set, and not 6",
    ),
    "Croissant name twice": (
        change_json("croissant.json", '"@type": "sc:Dataset",', '"@type": "Quorvex",\n  "@type": "sc:Dataset",'),
        "croissant.json: is not in the written form",
        "croissant.json: is not in the written form",
    ),
    "Croissant description of a file": (
        change_json(
            "croissant.json",
            '"contentUrl": "CHANGELOG.md",',
            '"contentUrl": "CHANGELOG.md",\n      "description": "x",',
        ),
        "distribution 0 is not what it is",
        "distribution 0 is not what it is",
    ),
    "Croissant publisher": (
        change_json("croissant.json", '"publisher": {\n', '"publisher": {\n    "note": "Quorvex",\n'),
        "croissant.json",
        "croissant.json",
    ),
    "Croissant days": (
        change_json("croissant.json", '"temporalCoverage": "2025', '"temporalCoverage": "2024'),
        "tells of other days",
        "tells of other days",
    ),
    "Croissant version": (
        change_json("croissant.json", "croissant/1.1", "croissant/1.0"),
        "another context",
        "another context",
    ),
    "host's licence": (
        change_json("dataset-metadata.json", '"name": "CC-BY-NC-SA-4.0"', '"name": "CC0-1.0"'),
        "one licence",
        "one licence",
    ),
    "host's columns": (
        change_json("dataset-metadata.json", '"name": "process_name"', '"name": "process"'),
        "columns of Finance",
        "columns of Finance",
    ),
}


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_every_alteration_is_named(bundle: Path, tmp_path: Path, name: str) -> None:
    change, at_once, _ = MUTATIONS[name]
    altered = copy(bundle, tmp_path / "bundle")
    change(altered)
    report = verify_bundle(altered)
    assert at_once in stated(report)
    assert all(p.where and p.what and p.remedy for p in report.problems)


@pytest.mark.parametrize("name", sorted(name for name, mutation in MUTATIONS.items() if mutation[2]))
def test_an_alteration_is_named_even_when_manifest_and_sums_were_made_to_fit(
    bundle: Path, tmp_path: Path, name: str
) -> None:
    change, _, still = MUTATIONS[name]
    altered = copy(bundle, tmp_path / "bundle")
    change(altered)
    seal_again(altered, key(9))
    report = verify_bundle(altered)
    assert still in stated(report)
    strict = verify_bundle(altered, public_key=public_key(key()))
    assert "another key" in stated(strict)


SOUND = figures([{"where": "text", "field": "title", "kind": "id", "application": "M", "planted": 9, "caught": 8}], 0.5)
NOT_TOLD = "does not say how many canaries were caught"


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (None, NOT_TOLD),
        ({"enabled": False}, NOT_TOLD),
        ({**SOUND, "cells": []}, NOT_TOLD),
        ({**SOUND, "cells": {"a": 1}}, NOT_TOLD),
        ({**SOUND, "cells": "9 of 9"}, NOT_TOLD),
        ({**SOUND, "below": ["text"]}, "canary figures that do not add up"),
        (figures(SOUND["cells"], 0.999), "too few canaries were caught: text"),
        (SOUND, ""),
    ],
)
def test_where_canaries_are_demanded_their_figures_are_judged(
    bundle: Path, tmp_path: Path, said: dict[str, Any] | None, problem: str
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    change_json("manifest.json", '"canaries": "off"', '"canaries": "required"')(altered)
    certificate = json.loads((altered / "leak_certificate.json").read_bytes()) | {"canaries": said}
    (altered / "leak_certificate.json").write_text(json.dumps(certificate))
    report = VerifyReport(altered)
    report.guard(
        "leak_certificate.json",
        lambda: check_certificate(report, parsed(Manifest, (altered / "manifest.json").read_bytes())),
    )
    assert ("canar" in stated(report)) is bool(problem) and problem in stated(report)
    assert report.checked.get("canaries", 0) == (0 if problem == NOT_TOLD else 9)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("manifest.json", b"[]"),
        ("manifest.json", b'{"format": "entrophy-bundle/1"}'),
        ("manifest.json", b'{"format": "entrophy-bundle/1", "files": 3, "screenshots": [], "domains": "x"}'),
        ("Finance.json", b"["),
        ("Finance.json", b'[{"a": 1}]'),
        ("Finance.parquet", b"PAR1"),
        ("Finance_screenshots.zip", b"PK\x05\x06"),
        ("statistics.json", b"3"),
        ("croissant.json", b'{"@context": 1}'),
        ("dataset-metadata.json", b"[1]"),
        ("leak_certificate.json", b"null"),
        ("manifest.sig", b"\xff"),
        ("SHA256SUMS", b"\xff\n"),
        ("processes.json", b'{"a": {}}'),
    ],
)
def test_hostile_files_end_in_a_report(bundle: Path, tmp_path: Path, name: str, data: bytes) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    (altered / name).write_bytes(data)
    assert not verify_bundle(altered).ok


@pytest.mark.parametrize(
    ("name", "data", "fields"),
    [
        ("statistics.json", {"format": "entrophy-statistics/1", "domains": {"Quorvex": 1}}, "domains, total"),
        (
            "redaction_summary.json",
            {"refused": "Quorvex"},
            "entities, findings, format, funnel, kinds, policy, refused",
        ),
        ("provenance.json", {"predicate": "Quorvex"}, "predicate"),
        (
            "sbom.cdx.json",
            {"bomFormat": "CycloneDX", "components": [{"name": "Quorvex"}]},
            "components, metadata, specVersion",
        ),
    ],
)
def test_wrong_fields_are_told_by_file_and_name(
    bundle: Path, tmp_path: Path, name: str, data: dict[str, Any], fields: str
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    (altered / name).write_bytes(json_bytes(data))
    report = stated(verify_bundle(altered))
    assert f"{name}: these fields are missing or wrong: {fields}" in report
    assert "Quorvex" not in report


def test_a_member_that_lies_about_its_size_is_not_unpacked(bundle: Path, tmp_path: Path) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    with zipfile.ZipFile(altered / "Finance_screenshots.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.png", b"\0" * 200_000_000)
    report = verify_bundle(altered)
    assert "is too large" in stated(report)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bundle"]


def test_no_bundle_and_a_link_are_told(tmp_path: Path, bundle: Path) -> None:
    assert not verify_bundle(tmp_path / "nowhere").ok
    assert not verify_bundle(tmp_path).ok
    (tmp_path / "link").symlink_to(bundle)
    assert not verify_bundle(tmp_path / "link").ok
    altered = copy(bundle, tmp_path / "bundle")
    (altered / "LICENSE").unlink()
    (altered / "LICENSE").symlink_to("/etc/hostname")
    assert "LICENSE: is not a plain file" in stated(verify_bundle(altered))


def capture(folder: Path, **event: object) -> Path:
    (folder / "recordings" / "r").mkdir(parents=True)
    about = {
        "format": "entrophy-capture/1",
        "participants": [{"id": "p1", "name": NAME, "email": "z.quellmaris@realhost.org"}],
        "entities": [{"kind": "company", "value": "Brimstead Mills", "aliases": ["Brimstead"]}],
    }
    (folder / "batch.json").write_text(json.dumps(about))
    line = {"event_id": "e", "value": "LB Down", "screen": "x", "element": None} | event
    (folder / "recordings" / "r" / "events.jsonl").write_text(json.dumps(line) + "\n")
    return folder


def test_captured_values_are_looked_for_and_reported_by_position(bundle: Path, tmp_path: Path) -> None:
    raw = capture(tmp_path / "raw", screen="Mail to peer.unknown@otherhost.net", value="Brimstead")
    assert verify_bundle(bundle, captures=[raw]).ok
    for words, who in (
        (f"Mail - {NAME}", "captures[0] participant 0"),
        ("BRIMSTEAD offer", "captures[0] entity 0"),
        ("Mail to peer.unknown@otherhost.net", "captures[0] e-mail 0"),
    ):
        altered = copy(bundle, tmp_path / str(len(words)))
        text = (altered / "Finance.json").read_text()
        old = json.loads(text)[2]["screen_name"]
        (altered / "Finance.json").write_text(text.replace(json.dumps(old), json.dumps(words), 1))
        report = verify_bundle(altered, captures=[raw])
        assert who in stated(report)
        assert words not in stated(report)
        assert NAME not in repr(report)
    assert not verify_bundle(bundle, captures=[tmp_path / "none"]).ok


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("candidate", "Bertrun Ockelfort", "Ockelfort, Bertrun"),
        ("employee", "Bertrun Ockelfort", "for Ockelfort only"),
        ("Applicant", "Bertrun Ockelfort", "b.ockelfort"),
        ("contract", "Halvorsen Framework Agreement", "Halvorsen Framework Agreemant"),
        ("job_opening", "Oberkranich Turbine Fitter", "oberkranich-turbine-fiter"),
        ("vendor", "Ockelfort Mills", "Ockelfort Milis"),
        ("something", "Ockelfort Mills", "ockelfort_mills"),
    ],
)
def test_entities_of_every_declared_kind_are_looked_for_as_what_they_are(
    bundle: Path, tmp_path: Path, kind: str, value: str, words: str
) -> None:
    raw = capture(tmp_path / "raw")
    about = json.loads((raw / "batch.json").read_bytes())
    about["entities"] = [{"kind": kind, "value": value}]
    (raw / "batch.json").write_text(json.dumps(about))
    altered = copy(bundle, tmp_path / "altered")
    text = (altered / "Finance.json").read_text()
    old = json.loads(text)[2]["screen_name"]
    (altered / "Finance.json").write_text(text.replace(json.dumps(old), json.dumps(words), 1))
    assert "captures[0] entity 0" in stated(verify_bundle(altered, captures=[raw]))
    assert "captures[0] entity 0" not in stated(verify_bundle(bundle, captures=[raw]))


def test_verification_changes_nothing(bundle: Path) -> None:
    before = {path.name: (file_digest(path), path.stat().st_mtime_ns) for path in bundle.iterdir()}
    verify_bundle(bundle)
    assert before == {path.name: (file_digest(path), path.stat().st_mtime_ns) for path in bundle.iterdir()}
