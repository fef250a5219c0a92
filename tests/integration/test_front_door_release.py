"""A release from a program: built, verified, its review planned, signed off by a person, published and loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from entrophy import (
    BuiltRelease,
    BundleError,
    CaptureError,
    OriginWarning,
    Policy,
    PublishError,
    build,
    load,
    publish,
    review_plan,
    screenshot,
    verify,
)
from release.review.decisions import decisions_path
from tests.signed_release import sign_off
from tests.tiny_batch import tiny_batch

ROOT = Path(__file__).resolve().parents[2]
POLICY = Policy.model_validate({"vision": {"device": "cpu", "workers": 1}, "canaries": {"enabled": False}})


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("front-door")


@pytest.fixture(scope="module")
def built(home: Path) -> BuiltRelease:
    """One release of a tiny batch, from a process that has settings of its own."""
    mask = os.umask(0o022)
    os.environ["DAGSTER_HOME"] = str(home / "mine")
    try:
        done = build(
            [tiny_batch(home / "tiny")], out=home / "out", version="1.0.0", policy=POLICY, key=home / "maker.key"
        )
        assert os.environ["DAGSTER_HOME"] == str(home / "mine")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(mask)
        del os.environ["DAGSTER_HOME"]
    return done


def test_what_was_built_is_where_it_says(built: BuiltRelease, home: Path) -> None:
    assert (built.bundle / "manifest.json").is_file() and built.report.read_text().startswith("<!doctype html>")
    assert built.work.stat().st_mode & 0o777 == 0o700
    assert built.bundle.parent == built.report.parent == built.work.parent == home / "out"


def test_verify_tells_whether_it_holds_and_whether_it_is_trusted(
    built: BuiltRelease, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home / "stranger"))
    monkeypatch.setenv("ENTROPHY_KEY", str(home / "maker.key"))
    unsigned = verify(built.bundle)
    assert not unsigned.ok and not unsigned.trusted
    mine = verify(home / "out", signed=False, captures=[home / "tiny"])
    assert mine.ok and mine.trusted and mine.origin is not None and mine.origin.how == "own"
    assert mine.checked["captured values looked for"] > 0
    monkeypatch.setenv("ENTROPHY_KEY", str(home / "nobody.key"))
    foreign = verify(built.bundle, signed=False)
    assert foreign.ok and not foreign.trusted and foreign.unchecked == ["release key"]
    stated = verify(built.bundle, signed=False, public_key=mine.origin.signer)
    assert stated.trusted
    stated.older = "a newer version was seen"
    assert not stated.trusted


def test_the_plan_of_a_review_is_the_one_that_the_review_begins_with(built: BuiltRelease, home: Path) -> None:
    plan = review_plan(home / "out", key=home / "maker.key")
    assert len(plan.screenshots) == plan.total == 1 and "All 1 screens" in plan.text()
    assert not decisions_path(home / "maker.key").exists(), "looking at the plan writes nothing"


def test_nothing_is_published_before_a_person_signed(built: BuiltRelease, home: Path) -> None:
    with pytest.raises(PublishError, match="not signed off"):
        publish(built.bundle, to="folder", key=home / "maker.key")
    before = review_plan(home / "out", key=home / "maker.key")
    sign_off(home / "out", home / "maker.key")
    assert review_plan(home / "out", fraction=0.5, key=home / "maker.key") == before, "as it was begun"
    said: list[str] = []
    receipt = publish(
        home / "out", to="folder", destination=home / "published", key=home / "maker.key", say=said.append
    )
    assert receipt.read_back and Path(receipt.location).is_relative_to(home / "published")
    assert said and said[-1].startswith("Receipt: ")
    assert publish(home / "out", to="folder", destination=home / "published", key=home / "maker.key").already_published


def test_a_reader_loads_rows_and_screenshots(built: BuiltRelease, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("HOME", str(home / "stranger"))
    monkeypatch.setenv("ENTROPHY_KEY", str(home / "nobody.key"))
    with pytest.warns(OriginWarning) as stated:
        rows = load(built.bundle)
    assert stated[0].filename == __file__, "the warning points at the caller"
    assert rows.columns[0] == "domain" and rows.interaction_uuid.is_unique
    assert len(rows) == 3
    name = rows.screenshot_name.dropna().iloc[0]
    with pytest.warns(OriginWarning):
        assert screenshot(built.bundle, name).size == (1280, 800)
        with pytest.raises(BundleError):
            screenshot(built.bundle, "no such name")


READER = """
import sys, warnings
warnings.simplefilter("ignore")
from entrophy import load, screenshot
rows = load(sys.argv[1])
screenshot(sys.argv[1], rows.screenshot_name.dropna().iloc[0])
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_a_reader_needs_five_packages_and_not_the_rest(built: BuiltRelease, tmp_path: Path) -> None:
    """A downstream user may install the wheel without its dependencies, beside these five and what they need."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    command = [sys.executable, "-c", READER, str(built.bundle)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    declared = {"dagster", "yaml", "torch", "onnxruntime", "openvino", "cv2", "presidio_analyzer", "rich"}
    declared |= {"typer", "jinja2", "great_expectations", "kaggle", "mlcroissant", "tokenizers", "tldextract", "faker"}
    loaded = set(done.stdout.split())
    assert {"pandas", "pyarrow", "PIL", "cryptography", "pydantic"} <= loaded and loaded & declared == set()


SCRIPT = """
from entrophy import verify
report = verify({bundle!r}, signed=False, read_screens=True)
print(report.ok, report.checked["scanned screenshots"], __file__)
"""


def test_a_script_without_a_guard_is_run_once(built: BuiltRelease, tmp_path: Path) -> None:
    """Reading screens starts processes; they must not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(bundle=str(built.bundle)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    command = [sys.executable, script]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"True 1 {script}\n", "")


def test_a_build_that_cannot_be_is_refused_in_one_sentence(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        with pytest.raises(CaptureError, match="Remedy"):
            build([tmp_path / "nothing"], out=tmp_path / "out", key=tmp_path / "key")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(mask)
    assert not (tmp_path / "out" / "bundle").exists()
