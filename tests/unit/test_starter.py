"""The starter notebook, run by Jupyter as a reader would who has what it imports and nothing else."""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from packaging.requirements import Requirement
from PIL import Image

from release.bundle.starter import STARTERS, starter
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, copy, key, make_batches, seal_again, sentences
from tests.strangers import TABLES, environment
from validation.files.bundle_files import STARTER
from validation.files.digests import digest_bytes

KERNEL = """
import sys
sys.path.append(sys.argv.pop(1))
from ipykernel.kernelapp import launch_new_instance
launch_new_instance()
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("starter")
    return build(make_batches(home / "batches"), home / "bundle").path


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of Jupyter data whose kernel can import pandas, pyarrow, pillow and what runs notebooks."""
    home = tmp_path_factory.mktemp("kernel")
    packages = environment(home / "packages", [*TABLES, *with_needs("ipykernel")])
    spec = home / "kernels" / "stranger"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-I", "-S", "-B", "-c", KERNEL, str(packages), "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "stranger", "language": "python"}))
    return home


def with_needs(package: str) -> list[str]:
    """A package and all that it asks for."""
    found: list[str] = []
    waiting = [package]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.append(name)
            asked = [Requirement(line) for line in requires(name) or ()]
            waiting += [one.name for one in asked if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def executed(folder: Path, kernels: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("JUPYTER_PATH", str(kernels))
    for name in ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(kernels / name))
    notebook = nbformat.read(folder / STARTER, as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(
        notebook, kernel_name="stranger", timeout=120, resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


def outputs(notebook: Any, kind: str) -> Iterator[Any]:
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if kind in output.get("data", {}):
                yield output["data"][kind]


@pytest.mark.parametrize("unpacked", [False, True])
def test_the_notebook_runs_beside_the_data(
    bundle: Path, kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unpacked: bool
) -> None:
    folder = copy(bundle, tmp_path / "bundle")
    if unpacked:
        import zipfile

        for archive in folder.glob("*_screenshots.zip"):
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(folder / archive.stem)
            archive.unlink()
    done = executed(folder, kernels, monkeypatch)
    texts = [*outputs(done, "text/plain")]
    assert any("Invoice creation" in text and "People & Co" in text for text in texts)
    assert texts[-1] == "{'Finance.parquet': True, 'People_Co.parquet': True}"
    (picture,) = outputs(done, "image/png")
    with Image.open(io.BytesIO(base64.b64decode(picture))) as image:
        assert image.size == (128, 96)
        assert (255, 0, 0) in {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}


def test_a_table_that_was_altered_is_told(
    bundle: Path, kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy(bundle, tmp_path / "bundle")
    (folder / "Finance.parquet").write_bytes((bundle / "People_Co.parquet").read_bytes())
    done = executed(folder, kernels, monkeypatch)
    assert [*outputs(done, "text/plain")][-1] == "{'Finance.parquet': False, 'People_Co.parquet': True}"


def test_the_kernel_of_these_tests_has_no_more_than_it_says(kernels: Path) -> None:
    there = {path.name for path in (kernels / "packages").iterdir()}
    assert {"pandas", "pyarrow", "PIL", "ipykernel"} <= there and not {"entrophy", "release", "torch", "cv2"} & there


def test_the_starter_is_known_and_another_is_refused(bundle: Path, tmp_path: Path) -> None:
    assert digest_bytes(starter()) in STARTERS and (bundle / STARTER).read_bytes() == starter()
    altered = copy(bundle, tmp_path / "bundle")
    (altered / STARTER).write_bytes(starter().replace(b"import io", b"import os"))
    seal_again(altered, key())
    assert any("starter.ipynb: is no starter notebook" in line for line in sentences(verify_bundle(altered)))
