"""What the tools of others make of a bundle as it lies: jsonschema, datasets; and what we make of older bundles."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pyarrow.parquet as pq
import pytest
import yaml
from PIL import Image
from typer.testing import CliRunner

from pipeline.cli import app
from redaction.errors import BundleError
from release.bundle.croissant import CONTEXT
from release.bundle.manifest import read_manifest
from release.bundle.responsible import responsible
from release.fetch import with_images
from release.fetch.opened import open_release
from release.load import load, screenshot
from release.publish.huggingface_card import with_header
from release.sign.signing import public_key
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, copy, key, make_batches, rewrite_archive, seal_again, sentences
from validation.files.bundle_files import ROW_SCHEMA
from validation.files.digests import digest_bytes
from validation.table.schema import PUBLISHED
from validation.table.statistics import Statistics

BEFORE = Path(__file__).parents[1] / "golden" / "bundle-before-domain.zip"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("hosts")
    return build(make_batches(home / "batches"), home / "bundle").path


# --- JSON Schema -----------------------------------------------------------------------------------------------------


def problems_of(rows: Any, bundle: Path) -> list[str]:
    """Paths of what a validator of JSON Schema finds wrong."""
    schema = json.loads((bundle / ROW_SCHEMA).read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    found = jsonschema.Draft202012Validator(schema, format_checker=checker).iter_errors(rows)
    return [error.json_path for error in found]


@pytest.mark.parametrize("name", ["Finance.json", "People_Co.json"])
def test_the_rows_are_valid_by_the_schema_beside_them(bundle: Path, name: str) -> None:
    assert problems_of(json.loads((bundle / name).read_bytes()), bundle) == []


@pytest.mark.parametrize(
    ("column", "value", "place"),
    [
        ("timestamp", "2025-04-18 10:00:00.000", "$[0].timestamp"),
        ("interaction_uuid", "X", "$[0].interaction_uuid"),
        ("interaction_type", "Swipe", "$[0].interaction_type"),
        ("interaction_coordinates", {"x": 1}, "$[0].interaction_coordinates"),
        ("interaction_coordinates", {"x": 2**31, "y": 1}, "$[0].interaction_coordinates.x"),
        ("time_spent", -0.1, "$[0].time_spent"),
        ("time_spent", "1", "$[0].time_spent"),
        ("screenshot_name", "../a.png", "$[0].screenshot_name"),
        ("process_name", None, "$[0].process_name"),
        ("more", "x", "$[0]"),
    ],
)
def test_the_schema_refuses_what_is_no_row(bundle: Path, column: str, value: Any, place: str) -> None:
    rows = json.loads((bundle / "Finance.json").read_bytes())
    rows[0][column] = value
    assert place in problems_of(rows, bundle)
    del rows[1]["domain"]
    assert "$[1]" in problems_of(rows, bundle)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (ROW_SCHEMA, '"format": "uuid"', '"format": "guid"', "rows.schema.json: is not the schema of these columns"),
        ("Finance.json", '"domain": "Finance"', '"domain": "Legal"', "Finance.json row 0: says another domain"),
        ("Finance.json", '.000Z"', '.000"', "Finance.json row 0: timestamp is not of its type or form"),
    ],
)
def test_a_row_or_schema_that_says_something_else_is_refused(
    bundle: Path, tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    text = (altered / name).read_text(encoding="utf-8")
    assert old in text
    (altered / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    seal_again(altered, key())
    assert any(said in sentence for sentence in sentences(verify_bundle(altered)))


def test_rows_that_say_their_domain_need_their_schema(bundle: Path, tmp_path: Path) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    (altered / ROW_SCHEMA).unlink()
    seal_again(altered, key())
    assert any("has not the 16 fields" in sentence for sentence in sentences(verify_bundle(altered)))


# --- datasets --------------------------------------------------------------------------------------------------------

LOADED = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
for name in [*get_dataset_config_names(sys.argv[1]), None]:
    told = {} if name is None else {"name": name}
    rows = load_dataset(sys.argv[1], split="train", **told)
    shots = [row["screenshot"] for row in rows] if "screenshot" in rows.column_names else []
    print(json.dumps({
        "config": name, "rows": rows.num_rows, "domains": sorted(set(rows["domain"])),
        "types": {column: str(kind) for column, kind in rows.features.items()},
        "images": sum(shot is not None for shot in shots), "sizes": [*{shot.size for shot in shots if shot}],
        "pixels": [shot.convert("RGB").getpixel((5, 5)) for shot in shots if shot][:1],
    }))
"""
TYPES = {column.name: "Value('string')" for column in PUBLISHED} | {
    "timestamp": "Value('timestamp[ms, tz=UTC]')",
    "interaction_coordinates": "{'x': Value('int32'), 'y': Value('int32')}",
    "time_spent": "Value('float64')",
}


def datasets_of(folder: Path, home: Path) -> list[dict[str, Any]]:
    """What the `datasets` package makes of a folder, without a network."""
    offline = {**os.environ, "HOME": str(home), "HF_HOME": str(home / "hub"), "HF_HUB_OFFLINE": "1"}
    run = [sys.executable, "-c", LOADED, str(folder)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, env=offline)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def configs(found: list[dict[str, Any]]) -> list[tuple[str | None, int, list[str]]]:
    return [(one["config"], one["rows"], one["domains"]) for one in found]


EVERY = ["Finance", "People & Co"]
CONFIGS = [("all", 36, EVERY), ("Finance", 24, EVERY[:1]), ("People_Co", 12, EVERY[1:]), (None, 36, EVERY)]


@pytest.mark.parametrize("staged", [False, True])
def test_datasets_loads_a_bundle_as_it_lies_and_as_it_is_sent(bundle: Path, tmp_path: Path, staged: bool) -> None:
    folder = bundle
    if staged:
        folder = copy(bundle, tmp_path / "bundle")
        card = (bundle / "README.md").read_bytes()
        (folder / "README.md").write_bytes(with_header(card, read_manifest(bundle)))
        assert (folder / "README.md").read_bytes() == card, "a card that names its configs is sent as it was signed"
    found = datasets_of(folder, tmp_path / "home")
    assert configs(found) == CONFIGS and all(one["types"] == TYPES for one in found)


def test_the_card_says_what_the_host_searches_by(bundle: Path) -> None:
    said = yaml.safe_load((bundle / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    assert said["license"] == "cc-by-nc-sa-4.0" and said["size_categories"] == ["n<1K"] and said["language"] == ["en"]
    assert {"tabular-classification"} <= set(said["task_categories"]) and "process-mining" in said["tags"]
    assert [name for name in said["configs"] if name.get("default")] == said["configs"][:1]


def test_tables_with_images_are_loaded_as_images_and_made_the_same_twice(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(with_images, "SHARD_BYTES", 2500)
    monkeypatch.setattr(with_images, "GROUP_ROWS", 2)
    for name in ("one", "two"):
        with_images.write_with_images(open_release(bundle), tmp_path / name)
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two and len([name for name in one if name.startswith("Finance-")]) > 2
    group = pq.ParquetFile(tmp_path / "one" / min(one)).metadata.row_group(0)
    assert group.num_rows == 2, "a viewer reads a whole group to show a row"
    assert one["manifest.json"] == (bundle / "manifest.json").read_bytes()
    found = datasets_of(tmp_path / "one", tmp_path / "home")
    assert configs(found) == CONFIGS
    assert all(each["types"] == {**TYPES, "screenshot": "Image(mode=None, decode=True)"} for each in found)
    assert [each["images"] for each in found] == [24, 16, 8, 24] and found[0]["sizes"] == [[128, 96]]
    rows = load(bundle, public_key=public_key(key()))
    first = rows.screenshot_name.dropna().iloc[0]
    pixel = screenshot(bundle, first, public_key=public_key(key())).convert("RGB").getpixel((5, 5))
    assert found[0]["pixels"] == [[*pixel]]


def test_every_screenshot_inside_the_tables_is_the_one_its_row_names(bundle: Path, tmp_path: Path) -> None:
    (path,) = with_images.write_with_images(open_release(bundle), tmp_path / "out", "Finance")
    members = read_manifest(bundle).screenshots["Finance_screenshots.zip"]
    rows = pq.read_table(path).to_pylist()
    assert len(rows) == 24 and sum(row["screenshot"] is None for row in rows) == 8
    for row in rows:
        name, inside = row["screenshot_name"], row["screenshot"]
        assert (inside is None) == (name is None)
        if inside is not None:
            assert inside["path"] == name and digest_bytes(inside["bytes"]) == members[name].sha256
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o755


def test_the_command_writes_them_and_asks_for_a_folder(bundle: Path, tmp_path: Path) -> None:
    words = ["get", str(bundle), "--with-images", "--domain", "Finance"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")], env={"COLUMNS": "300"})
    assert done.exit_code == 0 and "1.0.0: 1 table(s) with images in" in done.output and "Beware" in done.output
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("Finance-00000-of-00001.parquet", "README.md", "LICENSE", "manifest.json", "manifest.sig")
    }
    refused = CliRunner().invoke(app, words, env={"COLUMNS": "300"})
    assert isinstance(refused.exception, BundleError) and refused.exception.remedy == "give it with --out."


@pytest.mark.parametrize(("sizes", "shards"), [([4, 6], 1), ([4, 7], 2), ([20, 1], 2), ([0] * 9, 1), ([10, 0, 1], 2)])
def test_a_file_of_tables_with_images_ends_where_it_would_be_too_large(
    sizes: list[int], shards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(with_images, "SHARD_BYTES", 10)
    found = [*with_images._shards(sizes)]
    assert len(found) == shards and found[0][0] == 0 and found[-1][1] == len(sizes)
    assert all(one[1] == other[0] for one, other in pairwise(found))


def test_an_altered_screenshot_gets_into_no_table_and_nothing_is_left(bundle: Path, tmp_path: Path) -> None:
    altered = copy(bundle, tmp_path / "bundle")
    rewrite_archive(altered / "Finance_screenshots.zip", lambda name, data: (name, data + b"x"))
    with pytest.raises(BundleError, match=r"Finance_screenshots\.zip: was altered"):
        with_images.write_with_images(open_release(altered), tmp_path / "out" / "tables")
    assert [*(tmp_path / "out").iterdir()] == []
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    with pytest.raises(BundleError, match="holds something else"):
        with_images.write_with_images(open_release(bundle), tmp_path / "full")
    with pytest.raises(BundleError, match="no such domain"):
        with_images.write_with_images(open_release(bundle), tmp_path / "other", "Legal")


# --- Croissant -------------------------------------------------------------------------------------------------------

CROISSANT = """
import json, sys
import mlcroissant
dataset = mlcroissant.Dataset(jsonld=sys.argv[1] + "/croissant.json")
about = dataset.metadata
print(json.dumps({
    "issues": sorted(about.issues.errors | about.issues.warnings),
    "version": about.ctx.conforms_to.value, "keywords": about.keywords, "publisher": about.publisher[0].name,
    "days": [str(day)[:10] for day in about.data_collection_timeframe],
    "responsible": sum(bool(getattr(about, name)) for name in (
        "data_collection", "data_collection_type", "data_collection_missing_data", "data_collection_raw_data",
        "data_preprocessing_protocol", "data_annotation_protocol", "data_use_cases", "data_biases", "data_limitations",
        "personal_sensitive_information", "data_social_impact", "data_release_maintenance_plan")),
    "types": sorted({str(field.data_types[0]).rpartition("/")[2] for one in about.record_sets for field in one.fields
                     if field.data_types}),
}))
for one in about.record_sets:
    rows = [{name.rpartition("/")[2]: value for name, value in row.items()} for row in dataset.records(one.id)]
    shown = [row.get("screenshot", row.get("image")) for row in rows]
    names = [row.get("screenshot_name", row.get("name")) for row in rows]
    print(json.dumps([one.id, len(rows), [
        name.decode() + str(image.convert("RGB").getpixel((5, 5))) for name, image in zip(names, shown) if image
    ], sum((image is None) != (name is None) for name, image in zip(names, shown))]))
"""


def test_croissant_is_valid_without_a_warning_and_gives_rows_with_their_images(bundle: Path, tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "CROISSANT_CACHE": str(tmp_path / "cache")}
    run = [sys.executable, "-W", "error::UserWarning", "-c", CROISSANT, str(bundle)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, env=home)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr[-2000:]
    about, *records = [json.loads(line) for line in done.stdout.splitlines()]
    assert about == {
        "issues": [],
        "version": "http://mlcommons.org/croissant/1.1",
        "keywords": ["business", "image", "tabular", "text"],
        "publisher": "owner",
        "days": ["2025-04-18"],  # the first is the last
        "responsible": 12,
        "types": ["DateTime", "Float", "ImageObject", "Text"],
    }
    held = {name: (rows, images, unlike) for name, rows, images, unlike in records}
    for stem, rows, shots in (("Finance", 24, 16), ("People_Co", 12, 8)):
        assert held[f"{stem}-interactions"] == (rows, [], shots)
        alone, joined = held[f"{stem}-screenshots"], held[f"{stem}-interactions-with-screenshots"]
        assert alone[0] == shots and joined[0] == rows and joined[2] == 0
        with zipfile.ZipFile(bundle / f"{stem}_screenshots.zip") as archive:
            pixels = {n: Image.open(archive.open(n)).convert("RGB").getpixel((5, 5)) for n in archive.namelist()}
        assert sorted(joined[1]) == sorted(alone[1]) == sorted(f"{name}{pixel}" for name, pixel in pixels.items())


def test_the_answers_on_responsible_ai_are_those_of_the_release(bundle: Path) -> None:
    said = json.loads((bundle / "croissant.json").read_bytes())
    figures = json.loads((bundle / "statistics.json").read_bytes())["total"]
    funnel = json.loads((bundle / "redaction_summary.json").read_bytes())["funnel"]
    assert f"computers of {figures['participants']} participant(s)" in said["rai:dataCollection"]
    assert f"{figures['instances']} workflow instances of {figures['processes']} process" in said["rai:dataBiases"][0]
    assert said["rai:dataBiases"][1].startswith("3 of the processes have fewer than 5 ")
    part = f"{funnel['screenshots_released']} of {funnel['screenshots_in']} screenshots are in this release"
    assert part in said["rai:dataCollectionMissingData"]
    policy = json.loads((bundle / "redaction_summary.json").read_bytes())["policy"]
    assert said["rai:dataPreprocessingProtocol"] == policy
    assert "email, face, person;" in said["rai:personalSensitiveInformation"][1]


@pytest.mark.parametrize(("instances", "few"), [(4, 1), (5, 0)])
def test_a_process_with_few_instances_is_counted_among_the_biases(bundle: Path, instances: int, few: int) -> None:
    figures = Statistics.model_validate_json((bundle / "statistics.json").read_bytes())
    finance = figures.domains["Finance"]
    one = {"One": next(iter(finance.processes.values())).model_copy(update={"instances": instances})}
    only = {"Finance": finance.model_copy(update={"processes": one})}
    told = responsible(
        figures=figures.model_copy(update={"domains": only}),
        policy=[],
        recorders=[],
        environments=["sandbox"],
        funnel=Counter(),
        kinds=[],
    )
    assert told["rai:dataBiases"][1] == f"{few} of the processes have fewer than 5 instances."
    assert "Recorders: not stated. Environments: sandbox." in told["rai:dataCollection"]


def test_the_context_is_the_one_of_the_version() -> None:
    from mlcroissant._src.core.context import Context, CroissantVersion
    from mlcroissant._src.core.rdf import make_context

    assert make_context(Context(conforms_to=CroissantVersion.V_1_1)) == CONTEXT


def test_verification_unpacks_nothing(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlcroissant._src.operation_graph.operations.extract import Extract

    def unpacked(*_: object) -> None:
        raise AssertionError("mlcroissant unpacks an archive")

    monkeypatch.setattr(Extract, "call", unpacked)
    assert verify_bundle(bundle).problems == []


# --- bundles of before -----------------------------------------------------------------------------------------------


def test_a_bundle_of_before_still_holds_and_loads(tmp_path: Path) -> None:
    with zipfile.ZipFile(BEFORE) as packed:
        packed.extractall(tmp_path / "before")
    report = verify_bundle(tmp_path / "before")
    assert report.problems == [] and report.checked["rows"] == report.checked["croissant records"] == 36
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame, table = load(tmp_path / "before"), load(tmp_path / "before", form="arrow")
        (one,) = {
            type(instance.rows[0]["timestamp"]).__name__ for instance in load(tmp_path / "before", form="instances")
        }
    images, _ = with_images.write_with_images(open_release(tmp_path / "before"), tmp_path / "images")
    assert pq.read_schema(images).names == [*table.column_names, "screenshot"]
    assert list(frame.columns) == table.column_names == [column.name for column in PUBLISHED]
    assert set(frame.domain) == {"Finance", "People & Co"} and len(frame) == table.num_rows == 36 and one == "datetime"


def test_the_version_after_one_of_before_tells_of_columns_and_of_no_row(tmp_path: Path) -> None:
    with zipfile.ZipFile(BEFORE) as packed:
        packed.extractall(tmp_path / "before")
    batches = make_batches(tmp_path / "batches")
    after = build(batches, tmp_path / "after", version="", previous=tmp_path / "before", certify=None)
    assert after.version == "2.0.0"
    told = (after.path / "CHANGELOG.md").read_text(encoding="utf-8").partition("## 1.0.0")[0]
    assert "- columns: 2 added" in told and "rows" not in told and "screenshots:" not in told
