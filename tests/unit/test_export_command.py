"""`entrophy export`: a file a domain, from what the signed manifest vouches for."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from evaluation.mining.ocel import write_ocel
from pipeline.cli import app
from redaction.errors import BundleError
from release.sign.signing import public_key
from tests.release_fixture import build, copy, key, make_batches


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    build(make_batches(folder), folder / "bundle")
    return folder / "bundle"


def export(kind: str, bundle: Path, out: Path, *more: str) -> Result:
    return CliRunner().invoke(app, ["export", kind, str(bundle), "--out", str(out), *more], catch_exceptions=False)


def test_each_domain_becomes_a_file_of_each_kind(bundle: Path, tmp_path: Path) -> None:
    for kind in ("xes", "ocel", "pictures"):
        done = export(kind, bundle, tmp_path)
        assert done.exit_code == 0 and "where it comes from was not checked" in done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "Finance.ocel.json",
        "Finance.xes.gz",
        "Finance_processes.svg",
        "People_Co.ocel.json",
        "People_Co.xes.gz",
        "People_Co_processes.svg",
    ]
    for domain in ("Finance", "People_Co"):
        rows = json.loads((bundle / f"{domain}.json").read_text(encoding="utf-8"))
        log = ET.fromstring(gzip.decompress((tmp_path / f"{domain}.xes.gz").read_bytes()))
        told = [one.attrib["value"] for one in log.iterfind("trace/event/id")]
        assert told == [row["interaction_uuid"] for row in rows]
        times = [one.attrib["value"] for one in log.iterfind("trace/event/date")]
        assert times == [row["timestamp"] for row in rows]
        write_ocel(rows, tmp_path / "again")
        assert (tmp_path / "again").read_bytes() == (tmp_path / f"{domain}.ocel.json").read_bytes()


def test_one_domain_and_a_key_that_was_told(bundle: Path, tmp_path: Path) -> None:
    done = export("xes", bundle, tmp_path, "--domain", "Finance", "--public-key", public_key(key()))
    assert done.exit_code == 0 and "not checked" not in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["Finance.xes.gz"]


def test_nothing_is_written_of_what_was_altered(bundle: Path, tmp_path: Path) -> None:
    changed = copy(bundle, tmp_path / "bundle")
    with (changed / "Finance.parquet").open("ab") as file:
        file.write(b"x")
    with pytest.raises(BundleError, match="altered after it was signed"):
        export("ocel", changed, tmp_path / "out")
    assert not (tmp_path / "out").exists()
