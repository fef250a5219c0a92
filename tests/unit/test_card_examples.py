"""The examples of the data card, run as a reader would who has what they import and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.release_fixture import build, make_batches
from tests.strangers import ENTROPHY, OURS, TABLES, environment, run
from tests.web_standin import WebStandIn


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("card")
    return build(make_batches(home / "batches"), home / "bundle", certify=None).path


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("reader") / "packages", ENTROPHY, OURS)


def test_the_blocks_of_the_card_need_pandas_pyarrow_and_pillow_alone(bundle: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (bundle / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    code = "\n".join(blocks) + "\nprint(len(rows), image.size)"
    done = run(environment(tmp_path / "packages", TABLES), code, bundle)
    assert done.stdout == "24 (128, 96)\n", done.stderr


def test_the_line_with_entrophy_needs_five_packages_more(bundle: Path, reader: Path) -> None:
    (line,) = re.findall(r"`(from entrophy import .*?)`", (bundle / "README.md").read_text(encoding="utf-8"))
    done = run(reader, line + "\nprint(len(rows), rows.attrs['release']['origin_checked'])", bundle)
    assert done.stdout == "36 False\n", done.stderr


def test_every_form_is_read_from_a_host_without_a_detector(bundle: Path, reader: Path, tmp_path: Path) -> None:
    code = """
import sys
from entrophy import load, screenshot
for form in ("pandas", "arrow"):
    print(len(load(REF, form=form)))
one = next(load(REF, form="instances"))
print(next(s for n in range(len(one.rows)) if (s := one.screenshot(n)) is not None).size)
print(sorted({"torch", "dagster", "presidio_analyzer", "jinja2", "yaml"} & set(sys.modules)))
"""
    with WebStandIn(bundle.parent) as host:
        place = f"REF = {host.base + bundle.name!r}\n"
        done = run(reader, place + code, tmp_path, ENTROPHY_CACHE=str(tmp_path / "cache"))
    assert done.stdout == "36\n36\n(128, 96)\n[]\n", done.stderr


def test_such_an_environment_has_nothing_else(reader: Path, tmp_path: Path) -> None:
    done = run(reader, "import torch", tmp_path)
    assert "No module named 'torch'" in done.stderr
